//! `encode inspect`: what files of any encoder are made of, the marker segments of JPEG and the NAL units of H.264.

use crate::console::{line, name};
use crate::error::Error;
use crate::input::source;
use crate::job::Failure;
use crate::named_files;
use crate::output;
use codecs::h264::syntax;
use codecs::jpeg::marker;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What can be inspected.
enum Kind {
    Jpeg,
    /// A byte stream or an MP4 file.
    H264,
}

/// What the first bytes belong to: SOI and the FF of the next marker; a start code after zeros; the first box of a file.
fn recognise(bytes: &[u8]) -> Result<Kind, Error> {
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    let is_byte_stream = zeros >= 2 && bytes.get(zeros) == Some(&1);
    let is_mp4 = matches!(bytes.get(4..8), Some(b"ftyp" | b"moov" | b"styp"));
    match bytes {
        [] => Err(Error::Empty),
        [0xFF, 0xD8, 0xFF, ..] => Ok(Kind::Jpeg),
        _ if is_byte_stream || is_mp4 => Ok(Kind::H264),
        _ => Err(Error::NotInspected),
    }
}

/// Lists files on standard output: status 1 when one cannot be read or has something to complain about.
pub(crate) fn inspect(files: &[PathBuf]) -> ExitCode {
    if let Err(Failure { file, error }) = named_files::check_inspect(files) {
        line(&format!("{}: {error}", name(&file)));
        return ExitCode::FAILURE;
    }
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
    let (bytes, kind) = source::bytes_of(file, recognise)?;
    let mut listing = if titled { format!("{}:\n", name(file)).into_bytes() } else { Vec::new() };
    let complaints = match kind {
        Kind::Jpeg => marker::inspect(&bytes, &mut listing).map(|complaints| complaints.len()),
        Kind::H264 => syntax::inspect(&bytes, &mut listing).map(|complaints| complaints.len()),
    };
    let complaints = complaints.map_err(Error::Write)?;
    output::put_on_stdout(&listing)?;
    Ok(complaints)
}
