//! Files, read line by line.

use std::io::BufRead;
use std::path::Path;

use super::error::{BedError, LineError};
use super::record::{Record, is_header};
use super::unpack;

/// The lines of a file.
pub(super) struct Input<'a> {
    name: String,
    reader: Box<dyn BufRead + 'a>,
    line: usize,
}

impl<'a> Input<'a> {
    /// Opens a file, or standard input for `-`.
    pub(super) fn open(name: &str) -> Result<Self, BedError> {
        let path = Path::new(name);
        match unpack::open(path) {
            Ok(reader) => Ok(Self::new(unpack::name(path), reader)),
            Err(source) => Err(BedError::Open { file: unpack::name(path), source }),
        }
    }

    /// Creates an input from a reader.
    pub(super) fn new(name: String, reader: Box<dyn BufRead + 'a>) -> Self {
        Input { name, reader, line: 0 }
    }

    /// Appends the next line that is not a header to `text`, without its end; returns whether there is one.
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

    /// Parses the line that was read last.
    pub(super) fn parse<'t>(&self, line: &'t [u8]) -> Result<Record<'t>, BedError> {
        Record::parse(line).map_err(|reason| self.wrong(reason))
    }

    /// Returns an error for the line that was read last.
    pub(super) fn wrong(&self, reason: LineError) -> BedError {
        BedError::Line { file: self.name.clone(), line: self.line, reason }
    }
}
