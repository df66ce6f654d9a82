//! What can go wrong, with the file and the line.

use std::io;

use thiserror::Error;

/// Why there is no result.
#[non_exhaustive]
#[derive(Debug, Error)]
pub(super) enum BedError {
    /// The command line.
    #[error("bed: {0}; `bed --help` says what there is")]
    Usage(String),
    /// A file that cannot be opened.
    #[error("{file}: {source}")]
    Open {
        /// Its name.
        file: String,
        /// What the system says.
        source: io::Error,
    },
    /// A file that cannot be read, or whose compressed data is damaged or cut off.
    #[error("{file}: after line {line}: {source}; the file is cut off or damaged, fetch it again")]
    Read {
        /// Its name.
        file: String,
        /// The last line that was read.
        line: usize,
        /// What the system or the decoder says.
        source: io::Error,
    },
    /// A line that is no interval.
    #[error("{file}:{line}: {reason}")]
    Line {
        /// The name of the file.
        file: String,
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        reason: LineError,
    },
    /// Output that cannot be written.
    #[error("output: {0}")]
    Write(#[from] io::Error),
}

/// What is wrong with a line.
#[non_exhaustive]
#[derive(Debug, PartialEq, Error)]
pub(super) enum LineError {
    /// Fewer than three columns.
    #[error("{found} columns, and an interval has at least 3: chromosome, start, stop; separate them by tabs")]
    Columns {
        /// How many there are.
        found: usize,
    },
    /// A coordinate that is no number.
    #[error("`{text}` is no coordinate, a whole number from 0 to {most}; if the line has headings, put a # before it")]
    Coordinate {
        /// What stands there.
        text: String,
        /// The greatest one.
        most: i64,
    },
    /// An interval that ends before it starts.
    #[error("the interval {start}..{stop} ends before it starts; exchange the columns")]
    Reversed {
        /// Its start.
        start: i64,
        /// Its stop.
        stop: i64,
    },
    /// A start in front of the one before.
    #[error(
        "start {start} comes after {previous}: not sorted; use `LC_ALL=C sort -k1,1 -k2,2n`, or leave out --sorted"
    )]
    Start {
        /// The start.
        start: i64,
        /// That of the line before.
        previous: i64,
    },
    /// A chromosome in front of the one before.
    #[error("{chromosome} comes after {previous}: not sorted; use `LC_ALL=C sort -k1,1 -k2,2n`, or leave out --sorted")]
    Chromosome {
        /// Its name.
        chromosome: String,
        /// The name of the one before.
        previous: String,
    },
}
