//! `encode inspect`: lists the marker segments of JPEG files and the NAL units of H.264 files. Any encoder may have
//! written them.
//!
//! JPEG files and byte streams are listed while they are read forward, so they may be pipes. The tables of an MP4 file
//! can be at its end, so an MP4 file from a pipe is first copied to a temporary file.

use crate::console::name;
use crate::error::Error;
use crate::input::source::Source;
use crate::job::Failure;
use crate::named_files;
use crate::stderr::line;
use codecs::h264::container::{self, mp4_reader::is_mp4};
use codecs::h264::syntax;
use codecs::jpeg::marker;
use codecs::shared::inspect::InspectError;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A kind of file that can be inspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Jpeg,
    /// A byte stream of H.264 (Annex B).
    ByteStream,
    Mp4,
}

/// Recognises the kind of a file by its first bytes: SOI and the FF of the next marker; a start code, which zeros may
/// precede; the first box of an MP4 file.
fn recognise(bytes: &[u8]) -> Result<Kind, Error> {
    match bytes {
        [] => Err(Error::Empty),
        [0xFF, 0xD8, 0xFF, ..] => Ok(Kind::Jpeg),
        _ if is_mp4(bytes) => Ok(Kind::Mp4),
        _ if is_byte_stream(bytes) => Ok(Kind::ByteStream),
        _ => Err(Error::NotInspected),
    }
}

/// Returns whether a file begins like a byte stream (Annex B): with a start code, which zeros may precede.
pub(crate) fn is_byte_stream(bytes: &[u8]) -> bool {
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    zeros >= 2 && bytes.get(zeros) == Some(&1)
}

/// Lists files on standard output. The exit status is 1 if a file cannot be read or violates its standard.
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

/// Lists a file, under its name if `titled`; returns the number of complaints.
fn list(file: &Path, titled: bool) -> Result<u64, Error> {
    let (source, kind) = Source::open(file, recognise)?;
    let mut sink = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if titled {
        writeln!(sink, "{}:", name(file)).map_err(Error::Write)?;
    }
    let complaints = match kind {
        Kind::Jpeg => marker::inspect(source.into_reader(), &mut sink),
        Kind::ByteStream => syntax::inspect(source.into_reader(), &mut sink),
        Kind::Mp4 => container::inspect(source.into_file()?, &mut sink),
    };
    let complaints = complaints.map_err(|error| match error {
        InspectError::Write(error) => Error::Write(error),
        InspectError::Read(error) => Error::Read(error),
        other => Error::Read(io::Error::other(other)),
    })?;
    sink.flush().map_err(Error::Write)?;
    Ok(complaints)
}
