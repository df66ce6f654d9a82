//! The errors of the command, each in one line, but for the mistakes of a program, which are drawn.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use thiserror::Error;
use unite::program::{EvaluateError, Mistakes};

/// Why there are no results.
#[non_exhaustive]
#[derive(Debug, Error)]
pub(crate) enum ProgramError {
    /// A file that cannot be read.
    #[error("{}: {source}; give a file that can be read", path.display())]
    File { path: PathBuf, source: io::Error },
    /// A program that is longer than any.
    #[error("{}: more than {most} bytes; give the text of a program", path.display())]
    LongText { path: PathBuf, most: u64 },
    /// Bytes that are not text.
    #[error("{}: it is not text in UTF-8; save it as that", path.display())]
    NoText { path: PathBuf },
    /// The program has mistakes.
    #[error("{}", drawn(path, mistakes))]
    Mistakes { path: PathBuf, mistakes: Mistakes },
    /// A size for an extent that is not there.
    #[error("--set {name}: {} names no such extent, it has [{}]; leave it out or write another one", path.display(), .known.join(" "))]
    UnknownSize { path: PathBuf, name: String, known: Vec<String> },
    /// An extent that is set twice.
    #[error("--set {name}: it is given as {first} and as {second}; leave one out")]
    SetTwice { name: String, first: usize, second: usize },
    /// An extent that nothing gives a size.
    #[error("{}: no input has the extent {name}; give its size: --set {name}=300", path.display())]
    NoSize { path: PathBuf, name: String },
    /// An input without a file.
    #[error("{}: there is no file of the input `{name}`; write {name}.npy or {name}.csv beside it", path.display())]
    NoInput { path: PathBuf, name: String },
    /// An input with two files.
    #[error("{}: the input `{name}` has two files, {name}.npy and {name}.csv; move one away", path.display())]
    TwoInputs { path: PathBuf, name: String },
    /// An input of another shape.
    #[error("{}: its shape is {found}, and `{name}` is declared as {declared}{}; give an array of that shape", path.display(), because(reasons))]
    Shape { path: PathBuf, name: String, found: String, declared: String, reasons: Vec<String> },
    /// An input is invalid.
    #[error("{}: {reason}", path.display())]
    Input { path: PathBuf, reason: InputError },
    /// Numbers, sizes and operations that do not go with a program.
    #[error("{}: {source}{}", path.display(), more_bytes(source))]
    Evaluate { path: PathBuf, source: EvaluateError },
    /// A run that takes too long.
    #[error("{}: it needs {operations} operations on elements, and {most} are allowed; give smaller extents, or --most-operations {operations}", path.display())]
    Operations { path: PathBuf, operations: u128, most: u128 },
    /// A run that never ends.
    #[error("{}: it needs more than 10^38 operations on elements, and {most} are allowed; give smaller extents, no machine runs it", path.display())]
    Endless { path: PathBuf, most: u128 },
    /// Threads that the system does not have.
    #[error("--threads {threads}: {source}; give fewer")]
    Threads { threads: NonZeroUsize, source: rayon::ThreadPoolBuildError },
    /// An undefined element of an integer.
    #[error("{}: element [{index}] is undefined, and {numbers} has no number for it; choose --f64 or --exact, or print without --out", path.display())]
    Undefined { path: PathBuf, index: String, numbers: &'static str },
    /// A result that a table cannot hold.
    #[error("{}: a table has no {rank} dimensions; choose --f64, or print without --out", path.display())]
    Rank { path: PathBuf, rank: usize },
    /// A result whose file is an input.
    #[error("{}: the program has read this file, and would write over it; give another --out", path.display())]
    OverInput { path: PathBuf },
    /// A file that cannot be written.
    #[error("{}: {source}; give another --out", path.display())]
    Write { path: PathBuf, source: io::Error },
    /// Results that cannot be printed.
    #[error("standard output: {0}; write to a folder with --out")]
    Output(io::Error),
}

/// Why a file has no array.
#[non_exhaustive]
#[derive(Debug, PartialEq, Error)]
pub(crate) enum InputError {
    /// Other bytes.
    #[error("it does not begin as a .npy does; write it by numpy.save")]
    Magic,
    /// A version that there is not.
    #[error("it is of version {major}.{minor} of the format, and 1.0 to 3.0 are read; write it by numpy.save")]
    Version { major: u8, minor: u8 },
    /// A header that is cut off or damaged.
    #[error("its header is damaged at byte {at}: {what} is missing; write it again by numpy.save")]
    Header { at: usize, what: &'static str },
    /// A header that is longer than any.
    #[error("its header has {found} bytes, more than {most}; write it again by numpy.save")]
    LongHeader { found: u64, most: u64 },
    /// Elements of another type.
    #[error("its elements are `{descr}`, and f4, f8, i4 and i8 are read; convert it: a.astype('f8')")]
    Type { descr: String },
    /// Too few elements.
    #[error("it is cut off after {found} of {needed} bytes of elements; copy or write it again")]
    Short { found: u64, needed: u64 },
    /// Too many elements.
    #[error("it goes on behind its {needed} bytes of elements; write one array a file")]
    Long { needed: u64 },
    /// An extent of 0, or more elements than can be counted.
    #[error("its shape is {shape}; give an array whose extents are 1 or more, and which fits in memory")]
    Extents { shape: String },
    /// An element that the numbers have not.
    #[error("element [{index}] is {value}, which is none of {numbers}; choose other numbers, --f64 or --exact")]
    Element { index: String, value: String, numbers: &'static str },
    /// A table without cells.
    #[error("it is empty; write a number for each element")]
    Empty,
    /// A table of another rank.
    #[error("a table has two dimensions at most, and `{name}` has {rank}; give a .npy")]
    Rank { name: String, rank: usize },
    /// A row with other cells.
    #[error("line {line} has {found} cells, and line 1 has {needed}; give all lines the same number")]
    Ragged { line: usize, found: usize, needed: usize },
    /// A cell without a number.
    #[error("line {line}, cell {cell}: `{text}` is none of {numbers}; write a number, cells separated by `,`")]
    Cell { line: usize, cell: usize, text: String, numbers: &'static str },
    /// A table that is longer than what may be in memory.
    #[error("more than {most} bytes; give a smaller table, or --most-bytes")]
    LongTable { most: usize },
    /// Bytes that are not text.
    #[error("it is not text in UTF-8; save it as that")]
    NoText,
}

/// Why an argument is none.
#[non_exhaustive]
#[derive(Debug, PartialEq, Error)]
pub(crate) enum ArgumentError {
    /// No `=`.
    #[error("write a name and a size: N=300")]
    Setting,
    /// A size that is none.
    #[error("`{text}` is no size; write a whole number from 1: N=300")]
    Size { text: String },
    /// Too many threads, or none.
    #[error("write a whole number from 1 to {most}")]
    Threads { most: usize },
}

/// Mistakes, each with its file before line and column.
fn drawn(path: &std::path::Path, mistakes: &Mistakes) -> String {
    let drawn: Vec<String> = mistakes.drawn().map(|mistake| format!("{}:{mistake}", path.display())).collect();
    drawn.join("\n\n")
}

fn because(reasons: &[String]) -> String {
    if reasons.is_empty() { String::new() } else { format!(" with {}", reasons.join(", ")) }
}

fn more_bytes(error: &EvaluateError) -> &'static str {
    match error {
        EvaluateError::TooLarge { .. } => ", or --most-bytes if the machine has more",
        _ => "",
    }
}
