//! Files of points: CSV or PLY, told apart by how they begin.

use std::io::{self, BufRead, Read};
use std::path::Path;

use thiserror::Error;

use super::{csv, ply, unpack};

/// Why a file has no points for us.
#[non_exhaustive]
#[derive(Debug, Error)]
pub(crate) enum ReadError {
    /// It cannot be opened.
    #[error("cannot open it: {0}")]
    Open(#[source] io::Error),
    /// It cannot be read on.
    #[error("{place}: cannot read on: {source}; is the file damaged?")]
    Read { place: String, source: io::Error },
    /// It ends too early.
    #[error("{place}: the file ends here, though it should go on; is it cut off?")]
    Ended { place: String },
    /// Text that is no number.
    #[error("line {line}: `{text}` in column {column} is no finite number")]
    Number { line: usize, column: String, text: String },
    /// A line without a column that is needed.
    #[error("line {line}: column {column} is missing: there are {found}")]
    Missing { line: usize, column: usize, found: usize },
    /// A column that is asked for by a name that the file does not have.
    #[error("there is no column `{name}`: the file has {known}")]
    NoColumn { name: String, known: String },
    /// Another number of columns than of coordinates.
    #[error("--columns names {given} columns, and the query has {needed} coordinates")]
    Columns { given: usize, needed: usize },
    /// A header of a PLY file that is none.
    #[error("line {line}: `{text}`: {reason}")]
    Header { line: usize, text: String, reason: &'static str },
    /// A coordinate of a PLY file that is no place.
    #[error("vertex {vertex}: `{property}` is {value}, and must be finite")]
    Infinite { vertex: usize, property: String, value: f64 },
}

impl ReadError {
    /// What reading failed with, at a place.
    pub(crate) fn io(source: io::Error, place: impl FnOnce() -> String) -> Self {
        match source.kind() {
            io::ErrorKind::UnexpectedEof => ReadError::Ended { place: place() },
            _ => ReadError::Read { place: place(), source },
        }
    }
}

/// The points of a file, from the columns that are named or else the usual ones.
pub(crate) fn points<const D: usize>(path: &Path, columns: &[String]) -> Result<Vec<[f64; D]>, ReadError> {
    from(unpack::open(path).map_err(ReadError::Open)?, columns)
}

/// The points of a file that is not compressed.
pub(crate) fn from<const D: usize>(
    mut file: Box<dyn BufRead + '_>,
    columns: &[String],
) -> Result<Vec<[f64; D]>, ReadError> {
    if !columns.is_empty() && columns.len() != D {
        return Err(ReadError::Columns { given: columns.len(), needed: D });
    }
    let mut begin = Vec::new();
    file.by_ref().take(4).read_to_end(&mut begin).map_err(|source| ReadError::io(source, || "line 1".to_string()))?;
    let is_ply = begin == b"ply\n" || begin == b"ply\r";
    let whole = io::Cursor::new(begin).chain(file);
    if is_ply { ply::read(whole, columns) } else { csv::read(whole, columns) }
}

/// The next line, without what ends it; `None` behind the last one. Bytes that are no text are replaced.
pub(crate) fn line(file: &mut impl BufRead, number: usize) -> Result<Option<String>, ReadError> {
    let mut bytes = Vec::new();
    file.read_until(b'\n', &mut bytes).map_err(|source| ReadError::io(source, || format!("line {number}")))?;
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_string()))
}

/// A finite number.
pub(crate) fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}
