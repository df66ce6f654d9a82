//! [`Reader`]: the [`Syntax`] that fills a structure from the bytes of its segment, whoever wrote them.

use super::code::Marker;
use super::error::MarkerError;
use super::syntax::{Name, Syntax};

/// Complaints kept of one segment: a hostile one could have one a byte.
pub(super) const MOST_COMPLAINTS: usize = 8;

/// Reads the bytes after a segment's length. Values out of their range are kept as they are, and complained about; only an
/// element beyond the end is an error.
pub(super) struct Reader<'a> {
    content: &'a [u8],
    /// The byte of the stream that the content begins at.
    from: u64,
    /// Bits of the content that were read.
    read: u64,
    complaints: Vec<MarkerError>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(content: &'a [u8], from: u64) -> Self {
        Reader { content, from, read: 0, complaints: Vec::new() }
    }

    /// What was to be complained about; bytes that were not read are.
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
        8 * self.content.len() as u64 - self.read
    }

    fn need(&self, name: Name, needed: u64) -> Result<(), MarkerError> {
        let left = self.left();
        if needed > left {
            return Err(MarkerError::Truncated { position: self.position(), name, needed, left });
        }
        Ok(())
    }
}

impl Syntax for Reader<'_> {
    fn unsigned(&mut self, bits: u32, name: Name, _: u32) -> Result<u32, MarkerError> {
        self.need(name, bits.into())?;
        let mut value = 0;
        for bit in self.read..self.read + u64::from(bits) {
            let byte = self.content[(bit / 8) as usize];
            value = (value << 1) | u32::from((byte >> (7 - bit % 8)) & 1);
        }
        self.read += u64::from(bits);
        Ok(value)
    }

    fn bytes(&mut self, name: Name, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), MarkerError> {
        assert_eq!(self.read % 8, 0, "{name} begins at a byte");
        let length = length.unwrap_or((self.left() / 8) as usize);
        self.need(name, 8 * length as u64)?;
        let begin = (self.read / 8) as usize;
        data.clear();
        data.extend_from_slice(&self.content[begin..begin + length]);
        self.read += 8 * length as u64;
        Ok(())
    }

    fn goes_on(&self, _: usize, _: usize) -> bool {
        self.left() > 0
    }

    fn position_bits(&self) -> u64 {
        8 * self.from + self.read
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
        self.need(name.into(), 8 * needed as u64)?;
        list.resize(needed, T::default());
        Ok(())
    }
}
