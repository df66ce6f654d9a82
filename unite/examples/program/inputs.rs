//! The files of inputs: found, opened as far as their shapes, then read.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use unite::program::Program;

use crate::arguments::Arguments;
use crate::error::{InputError, ProgramError};
use crate::npy::Npy;
use crate::number::Number;
use crate::sizes::Sizes;
use crate::table::Table;

/// An input whose shape agrees with its declaration.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) file: InputFile,
}

/// A file whose shape is known.
pub(crate) enum InputFile {
    /// Its elements are still to be read.
    Npy(Npy<BufReader<File>>),
    /// Its text was read.
    Table(Table),
}

impl InputFile {
    /// Reads the elements, in row-major order.
    pub(crate) fn elements<T: Number>(self, path: &Path) -> Result<Vec<Option<T>>, ProgramError> {
        match self {
            InputFile::Npy(npy) => npy.elements(path),
            InputFile::Table(table) => table.elements().map_err(|reason| wrong(path, reason)),
        }
    }
}

/// Opens the files of all inputs of a program, and takes sizes of extents from their shapes.
pub(crate) fn open(program: &Program, arguments: &Arguments, sizes: &mut Sizes) -> Result<Vec<Input>, ProgramError> {
    let mut inputs = Vec::new();
    for variable in program.checked().variables.iter().filter(|variable| variable.is_input()) {
        let path = found(&arguments.file, &variable.name)?;
        let failed = |source| ProgramError::File { path: path.clone(), source };
        let mut reader = BufReader::new(File::open(&path).map_err(failed)?);
        let (file, shape) = if path.extension().is_some_and(|ending| ending == "npy") {
            let npy = Npy::open(reader, &path)?;
            let shape = npy.shape().to_vec();
            (InputFile::Npy(npy), shape)
        } else {
            let table = Table::read(&mut reader, arguments.most_bytes, &path)?;
            let shape = table.shape(&variable.name, variable.shape.len()).map_err(|reason| wrong(&path, reason))?;
            (InputFile::Table(table), shape)
        };
        sizes.take(&variable.name, &variable.shape, path.clone(), &shape)?;
        inputs.push(Input { name: variable.name.clone(), path, file });
    }
    Ok(inputs)
}

/// The file of an input: NAME.npy or NAME.csv beside the program.
fn found(program: &Path, name: &str) -> Result<PathBuf, ProgramError> {
    let beside = |ending: &str| program.with_file_name(format!("{name}.{ending}"));
    let (npy, table) = (beside("npy"), beside("csv"));
    match (npy.exists(), table.exists()) {
        (true, false) => Ok(npy),
        (false, true) => Ok(table),
        (true, true) => Err(ProgramError::TwoInputs { path: program.to_owned(), name: name.to_owned() }),
        (false, false) => Err(ProgramError::NoInput { path: program.to_owned(), name: name.to_owned() }),
    }
}

/// The error of a file.
pub(crate) fn wrong(path: &Path, reason: InputError) -> ProgramError {
    ProgramError::Input { path: path.to_owned(), reason }
}
