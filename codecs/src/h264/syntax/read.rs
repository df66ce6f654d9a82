//! [`Reader`]: the [`Syntax`] that reads a structure from an RBSP and reports every element to a [`Trace`].

use super::error::SyntaxError;
use super::position::BitPosition;
use super::rbsp::Rbsp;
use super::structure::{Code, Name, Syntax};
use crate::shared::bits::Bits;
use crate::shared::trace::Trace;

/// The maximum number of complaints kept of a NAL unit; a hostile unit could cause one per bit.
const MOST_COMPLAINTS: usize = 8;

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
pub struct Reader<'a> {
    rbsp: &'a Rbsp,
    /// The bytes kept of the RBSP, positioned at the next element.
    bits: Bits<'a>,
    trace: &'a mut dyn Trace,
    /// The end of the elements: the stop bit, or the end of the part entered.
    end: u64,
    /// The position of the stop bit, or the end if there is none.
    stop: u64,
    complaints: Vec<SyntaxError>,
}

impl<'a> Reader<'a> {
    /// Begins after the header of a NAL unit; elements are reported to `trace`. See [`Reader`] for an example.
    pub fn new(rbsp: &'a Rbsp, trace: &'a mut dyn Trace) -> Self {
        let header = 8.min(rbsp.bits());
        let stop = rbsp.stop_bit().unwrap_or(rbsp.bits()).max(header);
        let mut bits = Bits::new(rbsp.bytes());
        bits.seek(header);
        Reader { rbsp, bits, trace, end: stop, stop, complaints: Vec::new() }
    }

    /// Returns the violations found so far, at most the first eight.
    pub fn complaints(&self) -> &[SyntaxError] {
        &self.complaints
    }

    /// Consumes the reader and returns [`Reader::complaints`].
    pub fn into_complaints(self) -> Vec<SyntaxError> {
        self.complaints
    }

    /// Returns the number of bits before the end of the elements.
    fn left(&self) -> u64 {
        self.end.saturating_sub(self.bits.at())
    }

    /// Reads up to 32 bits of an element that begins at `from`. If there are too few, goes back to `from`.
    fn take(&mut self, from: u64, bits: u32, name: Name) -> Result<u64, SyntaxError> {
        let is_inside = u64::from(bits) <= self.left();
        if let Some(value) = self.bits.read(bits).filter(|_| is_inside) {
            return Ok(value.into());
        }
        self.bits.seek(from);
        Err(if is_inside { self.not_held(name) } else { self.truncated(name) })
    }

    /// Returns the error that the next element extends beyond the end.
    fn truncated(&self, name: Name) -> SyntaxError {
        SyntaxError::Truncated { position: self.position(), name, left: self.left() }
    }

    /// Returns the error that the next element extends beyond the bytes kept of the NAL unit.
    fn not_held(&self, name: Name) -> SyntaxError {
        SyntaxError::NotHeld { position: self.position(), name, most: self.rbsp.bytes().len() as u64 }
    }

    /// Reads `ue(v)` (9.1).
    fn exp_golomb(&mut self, name: Name) -> Result<u64, SyntaxError> {
        let from = self.bits.at();
        let mut zeros = 0;
        while self.take(from, 1, name)? == 0 {
            zeros += 1;
            if zeros > 32 {
                self.bits.seek(from);
                return Err(SyntaxError::ExpGolomb { position: self.rbsp.position(from), name });
            }
        }
        Ok((1 << zeros) - 1 + self.take(from, zeros, name)?)
    }
}

impl Syntax for Reader<'_> {
    const READS: bool = true;

    fn code(&mut self, code: Code, name: Name, _: i64) -> Result<i64, SyntaxError> {
        let from = self.bits.at();
        let value = match code {
            Code::U(n) => self.take(from, n, name)? as i64,
            Code::I(n) => {
                let value = self.take(from, n, name)? as i64;
                value - ((value >> (n - 1)) << n)
            }
            Code::Ue => self.exp_golomb(name)? as i64,
            Code::Se => {
                let k = self.exp_golomb(name)? as i64;
                if k % 2 == 1 { (k + 1) / 2 } else { -k / 2 }
            }
        };
        let bits = (self.bits.at() - from) as u32;
        self.trace.element(self.rbsp.position(from).0, bits, &name.to_string(), value);
        Ok(value)
    }

    /// Reads bytes. The trace gets them as a structure, named with their text or their number.
    fn bytes(&mut self, name: Name, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), SyntaxError> {
        let (position, left) = (self.position(), self.left());
        let length = length.unwrap_or((left / 8) as usize);
        if length as u64 > left / 8 {
            return Err(self.truncated(name));
        }
        *data = self.bits.read_bytes(length).ok_or_else(|| self.not_held(name))?;
        let described = match text(data) {
            Some(text) => format!("{name} {text:?}"),
            None => format!("{name}, {} bytes", data.len()),
        };
        self.trace.structure(position.0, &described);
        Ok(())
    }

    fn ff_bytes(&mut self, count: &mut usize) -> Result<(), SyntaxError> {
        let (position, bytes) = (self.position(), self.left() / 8);
        self.trace.structure(position.0, &format!("ff_byte, {bytes} bytes"));
        if let Some(other) = self.rbsp.other_than_ff(bytes) {
            let (name, value, least, most) = ("ff_byte".into(), other.into(), 255, 255);
            self.complain(SyntaxError::Range { position, name, value, least, most })?;
        }
        self.bits.seek(self.bits.at() + 8 * bytes);
        *count = usize::try_from(bytes).unwrap_or(usize::MAX);
        Ok(())
    }

    fn more_rbsp_data(&self, _: bool) -> bool {
        self.left() > 0
    }

    fn rbsp_trailing_bits(&mut self) -> Result<(), SyntaxError> {
        if self.rbsp.stop_bit().is_none() {
            return Err(SyntaxError::NoStopBit { position: self.rbsp.position(self.rbsp.bits()) });
        }
        let at = self.bits.at();
        if at < self.stop {
            self.complain(SyntaxError::Trailing { position: self.position(), bits: self.stop - at })?;
        }
        // The stop bit and the zeros after it in its byte are known even if they were not kept.
        let bits = 8 - (self.stop % 8) as u32;
        let position = self.rbsp.position(self.stop);
        self.trace.element(position.0, bits, "rbsp_trailing_bits", 1 << (bits - 1));
        self.bits.seek(self.stop + u64::from(bits));
        self.end = self.rbsp.bits();
        Ok(())
    }

    fn enter(&mut self, name: Name, bytes: u32) -> Result<(), SyntaxError> {
        let end = self.bits.at() + 8 * u64::from(bytes);
        if end > self.stop {
            let left = self.stop - self.bits.at();
            return Err(SyntaxError::Truncated { position: self.position(), name, left });
        }
        if end > self.rbsp.kept_bits() {
            return Err(self.not_held(name));
        }
        self.end = end;
        Ok(())
    }

    fn leave(&mut self, inside: Result<(), SyntaxError>) -> Result<(), SyntaxError> {
        let left = self.left();
        if let Err(error) = inside {
            self.complain(error)?;
        } else if left >= 8 {
            let what = format!("reserved_payload_extension_data, {left} bits");
            self.trace.structure(self.position().0, &what);
        } else if left > 0 {
            self.code(Code::U(left as u32), "payload_alignment".into(), 0)?;
        }
        self.bits.seek(self.end);
        self.end = self.stop;
        Ok(())
    }

    fn rbsp_bits(&self) -> u64 {
        self.bits.at()
    }

    fn position(&self) -> BitPosition {
        self.rbsp.position(self.bits.at())
    }

    fn complain(&mut self, error: SyntaxError) -> Result<(), SyntaxError> {
        if self.complaints.len() < MOST_COMPLAINTS {
            self.complaints.push(error);
        }
        Ok(())
    }
}

/// Returns bytes as text if they are printable UTF-8, without trailing zeros, cut after 200 characters.
pub(super) fn text(data: &[u8]) -> Option<String> {
    let text = core::str::from_utf8(data).ok()?.trim_end_matches('\0');
    let printable = !text.is_empty() && !text.chars().any(char::is_control);
    let cut = if text.chars().nth(200).is_some() { "..." } else { "" };
    printable.then(|| text.chars().take(200).collect::<String>() + cut)
}
