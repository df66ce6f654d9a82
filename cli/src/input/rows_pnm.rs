//! Rows of raw PGM and PPM (P5, P6).

use super::metadata::Metadata;
use super::pnm::raw_header;
use super::rows::{Decoder, Header, Opened};
use crate::error::Error;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};

/// The most bytes of a header that is read by rows; a longer one has long comments.
const MOST_HEADER: u64 = 4096;

struct Pnm {
    file: File,
}

impl Decoder for Pnm {
    fn next(&mut self, samples: &mut [u8]) -> Result<(), Error> {
        self.file.read_exact(samples).map_err(Error::Read)
    }
}

/// Opens a file of `length` bytes; returns `None` for the other kinds of PNM and for files that are too short.
pub(super) fn open(mut file: File, length: u64) -> Result<Opened, Error> {
    let mut first = Vec::new();
    (&mut file).take(MOST_HEADER).read_to_end(&mut first).map_err(Error::Read)?;
    let Some((size, channels, maxval, start)) = raw_header(&first)? else { return Ok(None) };
    let (start, wide) = (start as u64, maxval > 255);
    let row = size.0.saturating_mul(channels.count() as u64).saturating_mul(if wide { 2 } else { 1 });
    if start >= MOST_HEADER || row.saturating_mul(size.1) > length.saturating_sub(start) {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(start)).map_err(Error::Read)?;
    let header = Header { size, channels, maxval, metadata: Metadata::default(), left_out: Vec::new() };
    Ok(Some((header, Box::new(Pnm { file }))))
}
