//! Tensor programs from files: checked, described, run on arrays of numpy and tables of numbers.
//!
//! ```text
//!   FILE.tl  --check-->  Program  --print-->  shapes, analyses, Rust
//!                           |
//!   NAME.npy, NAME.csv  --fill-->  Store  --run-->  printed, or NAME.npy and NAME.csv in a folder
//! ```
//!
//! `cargo run --release -p unite --example program -- FILE.tl [--out DIR] [--exact|--f32|--f64|--i64|--i32] [--padded M] \
//!  [--threads N] [--set N=300]... [--print ast|types|reaching|dead|common|in-place|order|dag|staged|padded|rust]...`
//!
//! A variable that is declared as `input` is read from NAME.npy or NAME.csv beside FILE.tl; names of extents get their sizes
//! from the shapes of inputs. `--help` has the rest, docs/programs.md the language.

#[path = "program/arguments.rs"]
mod arguments;
#[path = "program/error.rs"]
mod error;
#[cfg(test)]
#[path = "program/file_tests.rs"]
mod file_tests;
#[cfg(test)]
#[path = "program/folder.rs"]
mod folder;
#[path = "program/inputs.rs"]
mod inputs;
#[path = "program/npy.rs"]
mod npy;
#[path = "program/number.rs"]
mod number;
#[path = "program/results.rs"]
mod results;
#[path = "program/sizes.rs"]
mod sizes;
#[path = "program/table.rs"]
mod table;
#[cfg(test)]
#[path = "program/tests.rs"]
mod tests;

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use arguments::{Arguments, Numbers, Print};
use clap::Parser;
use error::ProgramError;
use inputs::Input;
use number::Number;
use sizes::Sizes;
use unite::program::{BigRational, Program, Store};
use unite_ir::programs::evaluate;

/// Bytes that a program's text may have.
const LONGEST_TEXT: u64 = 16 << 20;

/// Reads and checks a program.
fn program(path: &Path) -> Result<Program, ProgramError> {
    let failed = |source| ProgramError::File { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    File::open(path).map_err(failed)?.take(LONGEST_TEXT + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LONGEST_TEXT {
        return Err(ProgramError::LongText { path: path.to_owned(), most: LONGEST_TEXT });
    }
    let text = String::from_utf8(bytes).map_err(|_| ProgramError::NoText { path: path.to_owned() })?;
    Program::parse(text).map_err(|mistakes| ProgramError::Mistakes { path: path.to_owned(), mistakes })
}

/// Does what the command line says; remarks on the program go to `remarks`.
fn answer(arguments: &Arguments, out: &mut impl Write, remarks: &mut impl Write) -> Result<(), ProgramError> {
    let program = program(&arguments.file)?;
    for remark in program.remarks() {
        // Whoever closed it does not want them.
        let _ = writeln!(remarks, "{}:{remark}", arguments.file.display());
    }
    if !arguments.print.is_empty() {
        for &print in &arguments.print {
            let text = described(&program, print, arguments)?;
            out.write_all(text.as_bytes()).map_err(ProgramError::Output)?;
        }
        return out.flush().map_err(ProgramError::Output);
    }
    match arguments.numbers.kind() {
        Numbers::Exact => evaluated::<BigRational>(&program, arguments, out),
        Numbers::F32 => evaluated::<f32>(&program, arguments, out),
        Numbers::F64 => evaluated::<f64>(&program, arguments, out),
        Numbers::I32 => evaluated::<i32>(&program, arguments, out),
        Numbers::I64 => evaluated::<i64>(&program, arguments, out),
    }
}

/// Returns the text that `--print` asks for.
fn described(program: &Program, print: Print, arguments: &Arguments) -> Result<String, ProgramError> {
    Ok(match print {
        Print::Ast => program.to_string(),
        Print::Types => program.types(),
        Print::Reaching => program.reaching(),
        Print::Dead => program.dead(),
        Print::Common => program.common(),
        Print::InPlace => program.in_place(),
        Print::Order => {
            let mut sizes = Sizes::new(program, arguments)?;
            // Files are asked only for what the command line leaves open.
            if !sizes.are_known() {
                inputs::open(program, arguments, &mut sizes)?;
            }
            let evaluate = |source| ProgramError::Evaluate { path: arguments.file.clone(), source };
            program.order(&sizes.known()?).map_err(evaluate)?
        }
        Print::Dag => program.dag(),
        Print::Staged => program.staged(),
        Print::Padded => program.padded(arguments.padded.unwrap_or(arguments::MULTIPLE)),
        Print::Rust => {
            let name = arguments.file.file_stem().map_or("program".into(), |stem| stem.to_string_lossy());
            let name = number::rust_name(&name);
            let path = arguments.file.clone();
            program.rust(&name).map_err(|mistakes| ProgramError::Mistakes { path, mistakes })?
        }
    })
}

/// Runs a program over one type of numbers, and hands out its results.
fn evaluated<T: Number>(program: &Program, arguments: &Arguments, out: &mut impl Write) -> Result<(), ProgramError> {
    let mut sizes = Sizes::new(program, arguments)?;
    let inputs = inputs::open(program, arguments, &mut sizes)?;
    let refused = |source| ProgramError::Evaluate { path: arguments.file.clone(), source };
    let store = Store::<T>::with_limit(program.checked(), &sizes.known()?, arguments.most_bytes);
    let mut store = store.map_err(refused)?;
    check_operations(program, &store, arguments)?;
    let paths: Vec<_> = inputs.iter().map(|input| input.path.clone()).collect();
    for Input { name, path, file } in inputs {
        let elements = file.elements(&path)?;
        store.set(&name, elements).map_err(refused)?;
    }
    match (arguments.threads, arguments.padded) {
        (Some(threads), _) => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build();
            let pool = pool.map_err(|source| ProgramError::Threads { threads, source })?;
            pool.install(|| evaluate::parallel(program.checked(), &mut store)).map_err(refused)?;
        }
        (None, Some(multiple)) => program.run_padded(&mut store, multiple).map_err(refused)?,
        (None, None) => program.run(&mut store).map_err(refused)?,
    }
    let results = results::of(program, &store);
    match &arguments.out {
        Some(folder) => results::write(&results, folder, &paths),
        None => results::print(&results, out).map_err(ProgramError::Output),
    }
}

/// Refuses a run that would not end in time.
fn check_operations<T: Number>(program: &Program, store: &Store<T>, arguments: &Arguments) -> Result<(), ProgramError> {
    let path = || arguments.file.clone();
    let refused = |source| ProgramError::Evaluate { path: path(), source };
    let operations = match arguments.padded {
        Some(multiple) => program.operations(&store.padded(multiple).map_err(refused)?),
        None => program.operations(store),
    };
    match operations.map_err(refused)? {
        u128::MAX => Err(ProgramError::Endless { path: path(), most: arguments.most_operations }),
        operations if operations > arguments.most_operations => {
            Err(ProgramError::Operations { path: path(), operations, most: arguments.most_operations })
        }
        _ => Ok(()),
    }
}

fn main() -> ExitCode {
    let result = answer(&Arguments::parse(), &mut BufWriter::new(io::stdout().lock()), &mut io::stderr());
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has read enough.
        Err(ProgramError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
