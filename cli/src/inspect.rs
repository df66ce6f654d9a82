//! `encode inspect`: the marker segments of JPEG files of any encoder.

use crate::console::{line, name};
use crate::error::Error;
use crate::input::source;
use crate::output;
use codecs::jpeg::marker;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The first bytes of every JPEG stream: SOI, and the FF of the next marker.
const BEGINNING: [u8; 3] = [0xFF, 0xD8, 0xFF];

/// Lists files on standard output: status 1 when one cannot be read or has something to complain about.
pub(crate) fn inspect(files: &[PathBuf]) -> ExitCode {
    let mut sound = true;
    for file in files {
        let complaints = list(file, files.len() > 1);
        sound &= matches!(complaints, Ok(0));
        match complaints {
            Ok(0) => {}
            Ok(count) => line(&format!("{}: complaints: {count}", name(file))),
            Err(error) => line(&format!("{}: {error}", name(file))),
        }
    }
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Lists a file, under its name where there are several; the number of complaints.
fn list(file: &Path, titled: bool) -> Result<usize, Error> {
    let bytes = source::bytes(file)?;
    if !bytes.starts_with(&BEGINNING) {
        return Err(Error::NotJpeg);
    }
    let mut listing = if titled { format!("{}:\n", name(file)).into_bytes() } else { Vec::new() };
    let complaints = marker::inspect(&bytes, &mut listing).map_err(Error::Write)?;
    output::put_on_stdout(&listing)?;
    Ok(complaints.len())
}
