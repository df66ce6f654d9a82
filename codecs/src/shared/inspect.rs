//! [`InspectError`]: I/O errors while a file is listed. Errors in the file itself are part of the listing.

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
