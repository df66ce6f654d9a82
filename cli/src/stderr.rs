//! Lines on standard error.

use crate::error::one_line_of;
use std::io::{self, Write as _};

/// Writes one line to standard error. A failure to write is ignored, as there is nowhere to report it.
pub(crate) fn line(text: &str) {
    let long_names = 10_000;
    let _ = writeln!(io::stderr().lock(), "encode: {}", one_line_of(text, long_names));
}
