//! [`InspectError`]: what can go wrong when a file is listed, beside what is wrong with the file.

use std::io;
use thiserror::Error;

/// Why a listing broke off.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InspectError {
    /// The source does not give its bytes.
    #[error("the source cannot be read: {0}")]
    Read(#[source] io::Error),
    /// The sink does not take the listing.
    #[error("the listing cannot be written: {0}")]
    Write(#[source] io::Error),
}
