//! Errors, with file and line.

use std::io;

use thiserror::Error;

/// An error of the program.
#[non_exhaustive]
#[derive(Debug, Error)]
pub(super) enum BedError {
    /// The command line is invalid.
    #[error("bed: {0}; `bed --help` lists tasks and options")]
    Usage(String),
    /// A file cannot be opened.
    #[error("{file}: {source}")]
    Open {
        /// The name of the file.
        file: String,
        /// The error of the system.
        source: io::Error,
    },
    /// A file cannot be read, or its compressed data is damaged or cut off.
    #[error("{file}: after line {line}: {source}; the file is cut off or damaged, fetch it again")]
    Read {
        /// The name of the file.
        file: String,
        /// The number of the last line that was read.
        line: usize,
        /// The error of the system or of the decoder.
        source: io::Error,
    },
    /// A line is not an interval.
    #[error("{file}:{line}: {reason}")]
    Line {
        /// The name of the file.
        file: String,
        /// The number of the line, from 1.
        line: usize,
        /// The error in the line.
        reason: LineError,
    },
    /// The output cannot be written.
    #[error("output: {0}")]
    Write(#[from] io::Error),
}

/// An error in a line.
#[non_exhaustive]
#[derive(Debug, PartialEq, Error)]
pub(super) enum LineError {
    /// A line has fewer than three columns.
    #[error(
        "the line has {found} columns, and an interval has at least 3: chromosome, start, stop; separate them by tabs"
    )]
    Columns {
        /// The number of columns.
        found: usize,
    },
    /// A coordinate is not a number, or is too large.
    #[error(
        "`{text}` is not a coordinate, a whole number from 0 to {most}; if the line has headings, put a # before it"
    )]
    Coordinate {
        /// The text of the column.
        text: String,
        /// The greatest allowed coordinate.
        most: i64,
    },
    /// An interval ends before it starts.
    #[error("the interval {start}..{stop} ends before it starts; exchange the columns")]
    Reversed {
        /// The start.
        start: i64,
        /// The stop.
        stop: i64,
    },
    /// A start is less than the previous one.
    #[error(
        "start {start} comes after {previous}: not sorted; use `LC_ALL=C sort -k1,1 -k2,2n`, or leave out --sorted"
    )]
    Start {
        /// The start.
        start: i64,
        /// The start of the previous line.
        previous: i64,
    },
    /// A chromosome comes before the previous one in the sort order.
    #[error("{chromosome} comes after {previous}: not sorted; use `LC_ALL=C sort -k1,1 -k2,2n`, or leave out --sorted")]
    Chromosome {
        /// The name of the chromosome.
        chromosome: String,
        /// The name of the previous chromosome.
        previous: String,
    },
}
