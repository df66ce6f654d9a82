//! [`Writer`]: the [`Syntax`] that writes or counts bits, and returns an error for values that the standard does not
//! allow.

use super::error::SyntaxError;
use super::position::BitPosition;
use super::structure::{Code, Name, Syntax};
use crate::h264::bits::BitSink;

/// The size of the header of a NAL unit, which precedes the bits written.
const HEADER_BITS: u64 = 8;

/// A writer of elements to a sink of bits.
pub(super) struct Writer<'a, S> {
    sink: &'a mut S,
    written: u64,
}

impl<'a, S: BitSink> Writer<'a, S> {
    pub(super) fn new(sink: &'a mut S) -> Self {
        Writer { sink, written: 0 }
    }

    /// Returns the number of bits written.
    pub(super) fn written(&self) -> u64 {
        self.written
    }
}

/// Returns the length in bits of an Exp-Golomb code (9.1).
fn ue_bits(value: u32) -> u32 {
    2 * (u64::from(value) + 1).ilog2() + 1
}

impl<S: BitSink> Syntax for Writer<'_, S> {
    const READS: bool = false;

    fn code(&mut self, code: Code, name: Name, value: i64) -> Result<i64, SyntaxError> {
        let fits = match code {
            Code::U(n) => n <= 32 && value >= 0 && value >> n == 0,
            Code::I(n) => (1..=32).contains(&n) && (-(1 << (n - 1))..1 << (n - 1)).contains(&value),
            Code::Ue => (0..i64::from(u32::MAX)).contains(&value),
            Code::Se => (1 - (1 << 31)..1 << 31).contains(&value),
        };
        assert!(fits, "{name} = {value} was not checked against its code {code:?}");
        let bits = match code {
            Code::U(n) => {
                self.sink.put(value as u32, n);
                n
            }
            Code::I(n) => {
                self.sink.put((value & ((1 << n) - 1)) as u32, n);
                n
            }
            Code::Ue => {
                self.sink.ue(value as u32);
                ue_bits(value as u32)
            }
            Code::Se => {
                self.sink.se(value as i32);
                ue_bits(if value > 0 { 2 * value - 1 } else { -2 * value } as u32)
            }
        };
        self.written += u64::from(bits);
        Ok(value)
    }

    fn bytes(&mut self, name: Name, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), SyntaxError> {
        if let Some(needed) = length.filter(|&length| length != data.len()) {
            return Err(SyntaxError::Size { position: self.position(), name, given: data.len(), needed });
        }
        for &byte in &*data {
            self.code(Code::U(8), name, byte.into())?;
        }
        Ok(())
    }

    fn ff_bytes(&mut self, count: &mut usize) -> Result<(), SyntaxError> {
        for _ in 0..*count {
            self.code(Code::U(8), "ff_byte".into(), 0xFF)?;
        }
        Ok(())
    }

    fn more_rbsp_data(&self, has: bool) -> bool {
        has
    }

    fn rbsp_trailing_bits(&mut self) -> Result<(), SyntaxError> {
        let bits = 8 - (self.written % 8) as u32;
        self.code(Code::U(bits), "rbsp_trailing_bits".into(), 1 << (bits - 1))?;
        Ok(())
    }

    fn enter(&mut self, _: Name, _: u32) -> Result<(), SyntaxError> {
        Ok(())
    }

    /// Pads a payload that is not whole bytes by `bit_equal_to_one` and `bit_equal_to_zero` (D.1.1).
    fn leave(&mut self, inside: Result<(), SyntaxError>) -> Result<(), SyntaxError> {
        inside?;
        if !self.written.is_multiple_of(8) {
            self.rbsp_trailing_bits()?;
        }
        Ok(())
    }

    fn rbsp_bits(&self) -> u64 {
        HEADER_BITS + self.written
    }

    fn position(&self) -> BitPosition {
        BitPosition(self.rbsp_bits())
    }

    fn complain(&mut self, error: SyntaxError) -> Result<(), SyntaxError> {
        Err(error)
    }
}
