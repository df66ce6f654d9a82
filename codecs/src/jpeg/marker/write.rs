//! [`Writer`]: the [`Syntax`] that appends bits, of structures that a [`Checker`](super::check::Checker) has seen.

use super::error::MarkerError;
use super::syntax::{Name, Syntax};

/// Appends bits, most significant first.
pub(super) struct Writer<'a> {
    sink: &'a mut Vec<u8>,
    /// Bits that do not fill a byte yet, and how many.
    partial: u32,
    filled: u32,
}

impl<'a> Writer<'a> {
    pub(super) fn new(sink: &'a mut Vec<u8>) -> Self {
        Writer { sink, partial: 0, filled: 0 }
    }
}

impl Syntax for Writer<'_> {
    fn unsigned(&mut self, bits: u32, name: Name, value: u32) -> Result<u32, MarkerError> {
        assert!(bits <= 16 && value >> bits == 0, "{name} = {value} was not checked against its {bits} bits");
        self.partial = (self.partial << bits) | value;
        self.filled += bits;
        while self.filled >= 8 {
            self.filled -= 8;
            self.sink.push((self.partial >> self.filled) as u8);
        }
        Ok(value)
    }

    fn bytes(&mut self, name: Name, data: &mut Vec<u8>, _: Option<usize>) -> Result<(), MarkerError> {
        assert_eq!(self.filled, 0, "{name} begins at a byte");
        self.sink.extend_from_slice(data);
        Ok(())
    }

    fn position_bits(&self) -> u64 {
        8 * self.sink.len() as u64 + u64::from(self.filled)
    }

    fn complain(&mut self, error: MarkerError) -> Result<(), MarkerError> {
        Err(error)
    }
}
