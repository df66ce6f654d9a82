//! Results: printed, or written into a folder, all or none.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use unite::program::{Program, Store};
use unite_ir::programs::Checked;

use crate::error::ProgramError;
use crate::npy;
use crate::number::Number;
use crate::sizes::{index_text, shape_text};
use crate::table;

/// A result.
pub(crate) struct Outcome<T> {
    name: String,
    shape: Vec<usize>,
    elements: Vec<Option<T>>,
}

/// The results of a program, in the order of their declarations: without those that are inputs and were never assigned.
pub(crate) fn of<T: Number>(program: &Program, store: &Store<T>) -> Vec<Outcome<T>> {
    let checked: &Checked = program.checked();
    let is_assigned = |number: usize| checked.statements.iter().any(|statement| statement.target == number);
    let results = checked.variables.iter().enumerate().filter(|(_, variable)| variable.is_output());
    let results = results.filter(|(number, variable)| !variable.is_input() || is_assigned(*number));
    let tensors = results.filter_map(|(_, variable)| Some((&variable.name, store.tensor(&variable.name)?)));
    tensors
        .map(|(name, tensor)| Outcome {
            name: name.clone(),
            shape: tensor.extents().to_vec(),
            elements: tensor.values(),
        })
        .collect()
}

/// Prints each result with its shape, a row a line; matrices of more dimensions one after the other.
pub(crate) fn print<T: Number>(results: &[Outcome<T>], out: &mut impl Write) -> io::Result<()> {
    for Outcome { name, shape, elements } in results {
        writeln!(out, "{name} : {}", shape_text(shape))?;
        let columns = shape.last().copied().unwrap_or(1).max(1);
        let rows = if let [.., rows, _] = shape[..] { rows } else { 1 };
        for (number, row) in elements.chunks(columns).enumerate() {
            if number > 0 && number % rows == 0 {
                writeln!(out)?;
            }
            let texts: Vec<String> =
                row.iter().map(|element| element.as_ref().map_or("u".to_owned(), Number::text)).collect();
            writeln!(out, "{}", texts.join(" "))?;
        }
    }
    out.flush()
}

/// Writes all results into a folder. Each is complete, beside its place, before any is put there.
pub(crate) fn write<T: Number>(results: &[Outcome<T>], folder: &Path, inputs: &[PathBuf]) -> Result<(), ProgramError> {
    let mut files = Vec::new();
    for result in results {
        let (path, bytes) = encoded(result, folder)?;
        let is_input = |input: &PathBuf| match (fs::canonicalize(input), fs::canonicalize(&path)) {
            (Ok(input), Ok(path)) => input == path,
            _ => false,
        };
        if inputs.iter().any(is_input) {
            return Err(ProgramError::OverInput { path });
        }
        if path.is_dir() {
            return Err(ProgramError::Write { path, source: io::ErrorKind::IsADirectory.into() });
        }
        files.push((path, bytes));
    }
    fs::create_dir_all(folder).map_err(|source| ProgramError::Write { path: folder.to_owned(), source })?;
    let mut parts = Vec::new();
    for (path, bytes) in files {
        parts.push(Part::written(path, &bytes)?);
    }
    parts.into_iter().try_for_each(Part::put)
}

/// The file of a result, and what is written there.
fn encoded<T: Number>(result: &Outcome<T>, folder: &Path) -> Result<(PathBuf, Vec<u8>), ProgramError> {
    let Outcome { name, shape, elements } = result;
    let Some(descr) = T::DESCR else {
        let path = folder.join(format!("{name}.csv"));
        if shape.len() > 2 {
            return Err(ProgramError::Rank { path, rank: shape.len() });
        }
        let text = table::written(elements, shape.last().copied().unwrap_or(1));
        return Ok((path, text.into_bytes()));
    };
    let path = folder.join(format!("{name}.npy"));
    match npy::written(descr, shape, elements) {
        Ok(bytes) => Ok((path, bytes)),
        Err(place) => {
            let index = index_text(&npy::index_of(place, shape));
            Err(ProgramError::Undefined { path, index, numbers: T::NAME })
        }
    }
}

/// A file that is complete and has not its name yet. It is removed unless it gets it.
struct Part {
    path: PathBuf,
    part: PathBuf,
}

impl Part {
    fn written(path: PathBuf, bytes: &[u8]) -> Result<Part, ProgramError> {
        let failed = |source| ProgramError::Write { path: path.clone(), source };
        let (part, mut file) = opened(&path).map_err(failed)?;
        let part = Part { path: path.clone(), part };
        file.write_all(bytes).and_then(|()| file.sync_all()).map_err(failed)?;
        Ok(part)
    }

    fn put(self) -> Result<(), ProgramError> {
        fs::rename(&self.part, &self.path).map_err(|source| ProgramError::Write { path: self.path.clone(), source })
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // It is gone if it was put in its place.
        let _ = fs::remove_file(&self.part);
    }
}

/// Makes a file beside its place, of a name that nothing has.
fn opened(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 0_u32;
    loop {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}-{number}.part", std::process::id()));
        let part = path.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&part) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => number += 1,
            opened => return opened.map(|file| (part, file)),
        }
    }
}
