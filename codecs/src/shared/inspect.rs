//! [`InspectError`]: I/O errors while a file is listed. Errors in the file itself are part of the listing.

use core::fmt::Display;
use std::io;
use thiserror::Error;

/// An I/O error that ended a listing.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InspectError {
    /// The source cannot be read.
    #[error("the source cannot be read: {0}")]
    Read(#[source] io::Error),
    /// The listing cannot be written.
    #[error("the listing cannot be written: {0}")]
    Write(#[source] io::Error),
}

/// Returns a noun in the singular or plural.
pub(crate) fn plural(count: u64, one: &str) -> String {
    if count == 1 { one.to_owned() } else { format!("{one}s") }
}

/// Writes a complaint below the text of a line, which begins at column `text`.
pub(crate) fn complain(complaint: &impl Display, text: usize, sink: &mut impl io::Write) -> io::Result<()> {
    writeln!(sink, "{:>text$}{complaint}", "!! ")
}

/// Writes the number of complaints, the last line of a listing.
pub(crate) fn count_complaints(complaints: u64, sink: &mut impl io::Write) -> io::Result<()> {
    match complaints {
        0 => writeln!(sink, "nothing to complain about"),
        n => writeln!(sink, "{n} {}", plural(n, "complaint")),
    }
}
