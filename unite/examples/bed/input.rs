//! Files line by line, compressed or not: what they are is told by their first bytes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;

use super::error::{BedError, LineError};
use super::record::{Record, is_header};

/// Bytes that are read at once.
const BUFFER: usize = 1 << 17;
/// How much memory the dictionary of an xz file may ask for, in KiB: more than `xz -9` does.
const DICTIONARY: u32 = 512 << 10;
const GZIP: [u8; 2] = [0x1f, 0x8b];
const XZ: [u8; 6] = [0xfd, b'7', b'z', b'X', b'Z', 0];

/// The lines of a file.
pub(super) struct Input<'a> {
    name: String,
    reader: Box<dyn BufRead + 'a>,
    line: usize,
}

impl<'a> Input<'a> {
    /// A file, or for `-` standard input.
    pub(super) fn open(name: &str) -> Result<Self, BedError> {
        let failed = |source| BedError::Open { file: name.to_owned(), source };
        if name == "-" {
            return Self::new("standard input", io::stdin().lock());
        }
        Self::new(name, File::open(name).map_err(failed)?)
    }

    /// What a reader yields.
    pub(super) fn new(name: &str, mut reader: impl Read + 'a) -> Result<Self, BedError> {
        let failed = |source| BedError::Open { file: name.to_owned(), source };
        let mut head = Vec::new();
        reader.by_ref().take(XZ.len() as u64).read_to_end(&mut head).map_err(failed)?;
        let (gzip, xz) = (head.starts_with(&GZIP), head == XZ);
        let raw = BufReader::with_capacity(BUFFER, io::Cursor::new(head).chain(reader));
        let reader: Box<dyn BufRead + 'a> = if gzip {
            Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(raw)))
        } else if xz {
            Box::new(BufReader::with_capacity(BUFFER, XzReader::new_mem_limit(raw, true, DICTIONARY)))
        } else {
            Box::new(raw)
        };
        Ok(Input { name: name.to_owned(), reader, line: 0 })
    }

    /// Adds the next line that is no header to `text`, without its end; whether there is one.
    pub(super) fn next_line(&mut self, text: &mut Vec<u8>) -> Result<bool, BedError> {
        let first = text.len();
        loop {
            let read = self.reader.read_until(b'\n', text);
            let read = read.map_err(|source| BedError::Read { file: self.name.clone(), line: self.line, source })?;
            if read == 0 {
                return Ok(false);
            }
            self.line += 1;
            for end in [b'\n', b'\r'] {
                if text.len() > first && text.last() == Some(&end) {
                    text.pop();
                }
            }
            if !is_header(&text[first..]) {
                return Ok(true);
            }
            text.truncate(first);
        }
    }

    /// The interval of the line that was read last.
    pub(super) fn parse<'t>(&self, line: &'t [u8]) -> Result<Record<'t>, BedError> {
        Record::parse(line).map_err(|reason| self.wrong(reason))
    }

    /// The error of the line that was read last.
    pub(super) fn wrong(&self, reason: LineError) -> BedError {
        BedError::Line { file: self.name.clone(), line: self.line, reason }
    }
}
