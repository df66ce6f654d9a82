//! [`Reader`]: the [`Syntax`] that reads a structure from an RBSP and reports every element to a trace.

use super::error::SyntaxError;
use super::rbsp::Rbsp;
use super::structure::{Name, Syntax};
use crate::bitstream::{self, BitPosition, Source, Syntax as _, Violation};
use core::ops::Range;

/// A reader of the elements of an RBSP. Values out of range are kept, with a complaint. An element beyond the end is an
/// error, and so is a value without which the following elements are not known.
///
/// ```
/// use codecs::h264::syntax::{AccessUnitDelimiter, Reader, Rbsp, Structure};
/// use codecs::shared::trace::TextTrace;
/// let mut trace = TextTrace::new(Vec::new());
/// let rbsp = Rbsp::new(&[0x09, 0xF0], 4);
/// let mut reader = Reader::new(&rbsp, &mut trace);
/// let delimiter = AccessUnitDelimiter::read(&mut reader, ())?;
/// assert_eq!(delimiter.primary_pic_type, 7);
/// assert!(reader.complaints().is_empty());
/// assert_eq!(
///     String::from_utf8(trace.finish()?)?,
///     "5.0       3  primary_pic_type = 7\n\
///      5.3       5  rbsp_trailing_bits = 16\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Reader<'a> = bitstream::Reader<'a, Rbsp, SyntaxError>;

impl Source for Rbsp {
    fn bytes(&self) -> &[u8] {
        self.bytes()
    }

    /// Returns the bits from the header to the stop bit, or to the end if there is none.
    fn elements(&self) -> Range<u64> {
        let header = 8.min(self.bits());
        header..self.stop_bit().unwrap_or(self.bits()).max(header)
    }

    fn position(&self, bit: u64) -> BitPosition {
        self.position(bit)
    }
}

impl Syntax for Reader<'_> {
    fn ff_bytes(&mut self, count: &mut usize) -> Result<(), SyntaxError> {
        let bytes = self.left() / 8;
        self.trace_structure(&format!("ff_byte, {bytes} bytes"));
        if let Some(other) = self.source().other_than_ff(bytes) {
            self.violated("ff_byte", Violation::Range { value: other.into(), least: 255, most: 255 })?;
        }
        self.seek(self.at() + 8 * bytes);
        *count = usize::try_from(bytes).unwrap_or(usize::MAX);
        Ok(())
    }

    fn rbsp_trailing_bits(&mut self) -> Result<(), SyntaxError> {
        let rbsp = self.source();
        let Some(stop) = rbsp.stop_bit() else {
            return Err(SyntaxError::NoStopBit { position: rbsp.position(rbsp.bits()) });
        };
        let at = self.at();
        if at < stop {
            self.complain(SyntaxError::Trailing { position: self.position(), bits: stop - at })?;
        }
        // The stop bit and the zeros after it in its byte are known even if they were not kept.
        let bits = 8 - (stop % 8) as u32;
        self.trace_element(stop, bits, "rbsp_trailing_bits", 1 << (bits - 1));
        self.seek(stop + u64::from(bits));
        self.end_at(rbsp.bits());
        Ok(())
    }

    fn enter(&mut self, name: Name, bytes: u32) -> Result<(), SyntaxError> {
        let bits = 8 * u64::from(bytes);
        let end = self.at() + bits;
        self.needs(name, bits)?;
        if end > self.source().kept_bits() {
            return Err(self.beyond(name, bits));
        }
        self.end_at(end);
        Ok(())
    }

    fn leave(&mut self, inside: Result<(), SyntaxError>) -> Result<(), SyntaxError> {
        let left = self.left();
        let end = self.at() + left;
        if let Err(error) = inside {
            self.complain(error)?;
        } else if left >= 8 {
            self.trace_structure(&format!("reserved_payload_extension_data, {left} bits"));
        } else if left > 0 {
            self.bits(left as u32, "payload_alignment", &mut 0_u8)?;
        }
        self.seek(end);
        self.end_at(self.source().elements().end);
        Ok(())
    }
}
