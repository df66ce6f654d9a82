//! [`Checker`]: a [`Syntax`] that counts bits and keeps the first complaint.

use super::code::Marker;
use super::error::MarkerError;
use super::syntax::{Name, Syntax};

/// Counts the bits of a segment and keeps the first complaint.
pub(super) struct Checker {
    from: u64,
    position: u64,
    pub(super) complaint: Option<MarkerError>,
}

impl Checker {
    pub(super) fn new(position_bits: u64) -> Self {
        Checker { from: position_bits, position: position_bits, complaint: None }
    }

    /// Returns the length of a segment whose fields were counted, including the two bytes of the length itself.
    pub(super) fn length(&self, marker: Marker) -> Result<u16, MarkerError> {
        debug_assert_eq!((self.position - self.from) % 8, 0, "a description of {marker} ends inside a byte");
        let length = (self.position - self.from) / 8 + 2;
        u16::try_from(length).map_err(|_| MarkerError::TooLong { marker, length })
    }
}

impl Syntax for Checker {
    fn unsigned(&mut self, bits: u32, _: Name, value: u32) -> Result<u32, MarkerError> {
        self.position += u64::from(bits);
        Ok(value)
    }

    fn bytes(&mut self, name: Name, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), MarkerError> {
        if let Some(needed) = length.filter(|&length| length != data.len()) {
            return Err(MarkerError::Size { position: self.position(), name, given: data.len(), needed });
        }
        self.position += 8 * data.len() as u64;
        Ok(())
    }

    fn position_bits(&self) -> u64 {
        self.position
    }

    fn complain(&mut self, error: MarkerError) -> Result<(), MarkerError> {
        self.complaint.get_or_insert(error);
        Ok(())
    }
}
