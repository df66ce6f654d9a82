//! [`Writer`]: a [`Syntax`] that appends bits of structures that a [`Checker`](super::check::Checker) has accepted.

use super::error::MarkerError;
use super::syntax::{Name, Syntax};
use bitstream_io::{BigEndian, BitWrite, BitWriter};

/// Appends bits, most significant first.
pub(super) struct Writer<'a> {
    sink: BitWriter<&'a mut Vec<u8>, BigEndian>,
    /// Bits of the sink, including those that do not fill a byte yet.
    position: u64,
}

impl<'a> Writer<'a> {
    pub(super) fn new(sink: &'a mut Vec<u8>) -> Self {
        let position = 8 * sink.len() as u64;
        Writer { sink: BitWriter::new(sink), position }
    }
}

impl Syntax for Writer<'_> {
    fn unsigned(&mut self, bits: u32, name: Name, value: u32) -> Result<u32, MarkerError> {
        assert!(bits <= 16 && value >> bits == 0, "{name} = {value} was not checked against its {bits} bits");
        self.sink.write_var(bits, value).expect("a vector takes everything");
        self.position += u64::from(bits);
        Ok(value)
    }

    fn bytes(&mut self, name: Name, data: &mut Vec<u8>, _: Option<usize>) -> Result<(), MarkerError> {
        assert!(self.sink.byte_aligned(), "{name} begins at a byte");
        self.sink.write_bytes(data).expect("a vector takes everything");
        self.position += 8 * data.len() as u64;
        Ok(())
    }

    fn position_bits(&self) -> u64 {
        self.position
    }

    fn complain(&mut self, error: MarkerError) -> Result<(), MarkerError> {
        Err(error)
    }
}
