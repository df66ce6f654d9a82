//! [`Reader`]: a [`Syntax`] that fills a structure from the bytes of a segment of any encoder.

use super::code::Marker;
use super::error::MarkerError;
use super::syntax::{Name, Syntax};
use crate::shared::bits::Bits;

/// The maximum number of complaints per segment; a malicious segment could cause one per byte.
pub(super) const MOST_COMPLAINTS: usize = 8;

/// Reads the bytes after a segment's length. Values out of range are kept and complained about; only an element beyond
/// the end is an error.
pub(super) struct Reader<'a> {
    content: Bits<'a>,
    /// The position of the content in the stream, in bytes.
    from: u64,
    complaints: Vec<MarkerError>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(content: &'a [u8], from: u64) -> Self {
        Reader { content: Bits::new(content), from, complaints: Vec::new() }
    }

    /// Returns the complaints, with one about unread bytes if there are any.
    pub(super) fn finish(mut self, marker: Marker) -> Vec<MarkerError> {
        let unread = self.left() / 8;
        if unread > 0 {
            let position = self.position();
            self.complaints.truncate(MOST_COMPLAINTS - 1);
            self.complaints.push(MarkerError::LongLength { position, marker, unread });
        }
        self.complaints
    }

    fn left(&self) -> u64 {
        self.content.left()
    }

    fn truncated(&self, name: Name, needed: u64) -> MarkerError {
        MarkerError::Truncated { position: self.position(), name, needed, left: self.left() }
    }
}

impl Syntax for Reader<'_> {
    fn unsigned(&mut self, bits: u32, name: Name, _: u32) -> Result<u32, MarkerError> {
        self.content.read(bits).ok_or_else(|| self.truncated(name, bits.into()))
    }

    fn bytes(&mut self, name: Name, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), MarkerError> {
        assert_eq!(self.content.at() % 8, 0, "{name} begins at a byte");
        let length = length.unwrap_or((self.left() / 8) as usize);
        *data = self.content.read_bytes(length).ok_or_else(|| self.truncated(name, 8 * length as u64))?;
        Ok(())
    }

    fn goes_on(&self, _: usize, _: usize) -> bool {
        self.left() > 0
    }

    fn position_bits(&self) -> u64 {
        8 * self.from + self.content.at()
    }

    fn complain(&mut self, error: MarkerError) -> Result<(), MarkerError> {
        if self.complaints.len() < MOST_COMPLAINTS {
            self.complaints.push(error);
        }
        Ok(())
    }

    fn follows<T: Clone + Default>(
        &mut self,
        name: impl Into<Name>,
        list: &mut Vec<T>,
        needed: usize,
    ) -> Result<(), MarkerError> {
        let needed_bits = 8 * needed as u64;
        if needed_bits > self.left() {
            return Err(self.truncated(name.into(), needed_bits));
        }
        list.resize(needed, T::default());
        Ok(())
    }
}
