//! Rows of raw PGM and PPM (P5, P6), from files and from pipes.

use super::metadata::Metadata;
use super::pnm::{raw_header, too_short};
use super::rows::Header;
use super::source::Source;
use crate::error::Error;
use std::io::{self, Read as _};

/// The samples of a raw picture, as far as they are read.
pub(super) struct Pnm {
    /// The bytes of the header.
    start: u64,
    /// The rows that the header states, and the bytes of a row.
    rows: u64,
    row: u64,
    /// The bytes of samples read so far.
    read: u64,
}

/// Reads a header from the first bytes of a picture; returns `None` for the other kinds of PNM, for files that are too
/// short, and for a header that is longer than those bytes.
pub(super) fn open(source: &Source) -> Result<Option<(Header, Pnm)>, Error> {
    let first = source.first();
    let Some((size, channels, maxval, start)) = raw_header(first)? else { return Ok(None) };
    let row = size.0.saturating_mul(channels.count() as u64).saturating_mul(if maxval > 255 { 2 } else { 1 });
    let is_short =
        source.length().is_some_and(|length| row.saturating_mul(size.1) > length.saturating_sub(start as u64));
    // A number at the end of these bytes may have more digits.
    if start >= first.len() || is_short {
        return Ok(None);
    }
    let header = Header { size, channels, maxval, metadata: Metadata::default(), left_out: Vec::new() };
    Ok(Some((header, Pnm { start: start as u64, rows: size.1, row, read: 0 })))
}

impl Pnm {
    /// Reads the next rows of bytes, or of pairs of bytes if samples have 16 bits. After the last row, a pipe is read to its
    /// end, so that whoever writes to it need not stop.
    pub(super) fn next(&mut self, source: &mut Source, mut samples: &mut [u8]) -> Result<(), Error> {
        if self.read == 0 {
            source.skip_to(self.start);
        }
        while !samples.is_empty() {
            match source.read(samples) {
                Ok(0) => return Err(too_short(self.rows, self.row, self.read)),
                Ok(read) => {
                    self.read += read as u64;
                    samples = &mut samples[read..];
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::Read(error)),
            }
        }
        if source.length().is_none() && self.read == self.row * self.rows {
            io::copy(source, &mut io::sink()).map_err(Error::Read)?;
        }
        Ok(())
    }
}
