//! Files of points: CSV or PLY, distinguished by their first bytes.

use std::io::{self, BufRead, Read};
use std::path::Path;

use thiserror::Error;

use super::{csv, ply, unpack};

/// An error: the points of a file cannot be read.
#[non_exhaustive]
#[derive(Debug, Error)]
pub(crate) enum ReadError {
    /// The file cannot be opened.
    #[error("cannot open the file: {0}")]
    Open(#[source] io::Error),
    /// Reading fails.
    #[error("{place}: reading fails: {source}; is the file damaged?")]
    Read { place: String, source: io::Error },
    /// The file ends too early.
    #[error("{place}: the file ends too early; is it cut off?")]
    Ended { place: String },
    /// A coordinate is not a number.
    #[error("line {line}: `{text}` in column {column} is not a finite number")]
    Number { line: usize, column: String, text: String },
    /// A line lacks a column of a coordinate.
    #[error("line {line}: column {column} is missing: there are {found}")]
    Missing { line: usize, column: usize, found: usize },
    /// A named column does not exist.
    #[error("there is no column `{name}`: the file has {known}")]
    NoColumn { name: String, known: String },
    /// The number of named columns is not the number of coordinates.
    #[error("--columns names {given} columns, and the query has {needed} coordinates")]
    Columns { given: usize, needed: usize },
    /// A PLY header is invalid.
    #[error("line {line}: `{text}`: {reason}")]
    Header { line: usize, text: String, reason: &'static str },
    /// A coordinate of a PLY file is not finite.
    #[error("vertex {vertex}: `{property}` is {value}, and must be finite")]
    Infinite { vertex: usize, property: String, value: f64 },
}

impl ReadError {
    /// Returns the error for a failed read at a place.
    pub(crate) fn io(source: io::Error, place: impl FnOnce() -> String) -> Self {
        match source.kind() {
            io::ErrorKind::UnexpectedEof => ReadError::Ended { place: place() },
            _ => ReadError::Read { place: place(), source },
        }
    }
}

/// Reads the points of a file from the named columns, or from the default ones.
pub(crate) fn points<const D: usize>(path: &Path, columns: &[String]) -> Result<Vec<[f64; D]>, ReadError> {
    from(unpack::open(path).map_err(ReadError::Open)?, columns)
}

/// Reads the points of an uncompressed file.
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

/// Reads the next line, without its end; returns `None` after the last one. Bytes that are not valid text are replaced.
pub(crate) fn line(file: &mut impl BufRead, number: usize) -> Result<Option<String>, ReadError> {
    let mut bytes = Vec::new();
    file.read_until(b'\n', &mut bytes).map_err(|source| ReadError::io(source, || format!("line {number}")))?;
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_string()))
}

/// Parses a finite number.
pub(crate) fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}
