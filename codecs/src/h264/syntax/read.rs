//! [`Reader`]: the [`Syntax`] that fills a structure from an RBSP, whoever wrote it, and tells a [`Trace`] every element.

use super::error::SyntaxError;
use super::nal::Rbsp;
use super::position::BitPosition;
use super::structure::{Code, Name, Syntax};
use crate::shared::trace::Trace;

/// Complaints kept of one NAL unit: a hostile one could have one a bit.
const MOST_COMPLAINTS: usize = 8;

/// Reads the elements of an RBSP. Values out of their range are kept, and complained about; an element beyond the end is an
/// error, and so is whatever leaves open what follows.
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
    trace: &'a mut dyn Trace,
    /// Bits before the next element.
    at: u64,
    /// Where elements end: at the stop bit, or within it at the end of a part.
    end: u64,
    /// The stop bit, or the end where there is none.
    stop: u64,
    complaints: Vec<SyntaxError>,
}

impl<'a> Reader<'a> {
    /// Reads what follows the header of a NAL unit, and tells `trace`. See [`Reader`] for an example.
    pub fn new(rbsp: &'a Rbsp, trace: &'a mut dyn Trace) -> Self {
        let header = 8.min(rbsp.bits());
        let stop = rbsp.stop_bit().unwrap_or(rbsp.bits()).max(header);
        Reader { rbsp, trace, at: header, end: stop, stop, complaints: Vec::new() }
    }

    /// What was not as the standard says: the first few.
    pub fn complaints(&self) -> &[SyntaxError] {
        &self.complaints
    }

    /// [`Reader::complaints`], for keeps.
    pub fn into_complaints(self) -> Vec<SyntaxError> {
        self.complaints
    }

    /// The next bits, 32 at most, without moving.
    fn peek(&self, bits: u32) -> u64 {
        let mut value = 0;
        for k in 0..5 {
            let byte = self.rbsp.bytes().get((self.at / 8) as usize + k).copied().unwrap_or(0);
            value = value << 8 | u64::from(byte);
        }
        value >> (40 - self.at % 8 - u64::from(bits)) & ((1 << bits) - 1)
    }

    /// The next bits, as one of an element that began at `from`.
    fn take(&mut self, from: u64, bits: u32, name: Name) -> Result<u64, SyntaxError> {
        if u64::from(bits) > self.end.saturating_sub(self.at) {
            let position = self.rbsp.position(from);
            let left = self.end.saturating_sub(from);
            self.at = from;
            return Err(SyntaxError::Truncated { position, name, left });
        }
        let value = self.peek(bits);
        self.at += u64::from(bits);
        Ok(value)
    }

    /// `ue(v)` (9.1).
    fn exp_golomb(&mut self, name: Name) -> Result<u64, SyntaxError> {
        let from = self.at;
        let mut zeros = 0;
        while self.take(from, 1, name)? == 0 {
            zeros += 1;
            if zeros > 32 {
                self.at = from;
                return Err(SyntaxError::ExpGolomb { position: self.rbsp.position(from), name });
            }
        }
        Ok((1 << zeros) - 1 + self.take(from, zeros, name)?)
    }
}

impl Syntax for Reader<'_> {
    const READS: bool = true;

    fn code(&mut self, code: Code, name: Name, _: i64) -> Result<i64, SyntaxError> {
        let from = self.at;
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
        let bits = (self.at - from) as u32;
        self.trace.element(self.rbsp.position(from).0, bits, &name.to_string(), value);
        Ok(value)
    }

    /// Bytes have no value: they are a structure, named with their text or their number.
    fn bytes(&mut self, name: Name, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), SyntaxError> {
        let left = self.end.saturating_sub(self.at);
        let length = length.unwrap_or((left / 8) as usize);
        let position = self.position();
        if 8 * length as u64 > left {
            return Err(SyntaxError::Truncated { position, name, left });
        }
        data.clear();
        if self.at.is_multiple_of(8) {
            let begin = (self.at / 8) as usize;
            data.extend_from_slice(&self.rbsp.bytes()[begin..begin + length]);
            self.at += 8 * length as u64;
        } else {
            for _ in 0..length {
                data.push(self.take(self.at, 8, name)? as u8);
            }
        }
        let described = match text(data) {
            Some(text) => format!("{name} {text:?}"),
            None => format!("{name}, {} bytes", data.len()),
        };
        self.trace.structure(position.0, &described);
        Ok(())
    }

    fn more_rbsp_data(&self, _: bool) -> bool {
        self.at < self.end
    }

    fn rbsp_trailing_bits(&mut self) -> Result<(), SyntaxError> {
        if self.rbsp.stop_bit().is_none() {
            return Err(SyntaxError::NoStopBit { position: self.rbsp.position(self.rbsp.bits()) });
        }
        if self.at < self.stop {
            self.complain(SyntaxError::Trailing { position: self.position(), bits: self.stop - self.at })?;
            self.at = self.stop;
        }
        let bits = 8 - (self.at % 8) as u32;
        self.end = self.rbsp.bits();
        self.code(Code::U(bits), "rbsp_trailing_bits".into(), 0)?;
        Ok(())
    }

    fn enter(&mut self, name: Name, bytes: u32) -> Result<(), SyntaxError> {
        let end = self.at + 8 * u64::from(bytes);
        if end > self.stop {
            return Err(SyntaxError::Truncated { position: self.position(), name, left: self.stop - self.at });
        }
        self.end = end;
        Ok(())
    }

    fn leave(&mut self, inside: Result<(), SyntaxError>) -> Result<(), SyntaxError> {
        if let Err(error) = inside {
            self.complain(error)?;
        } else if self.end - self.at >= 8 {
            let what = format!("reserved_payload_extension_data, {} bits", self.end - self.at);
            self.trace.structure(self.position().0, &what);
        } else if self.at < self.end {
            self.code(Code::U((self.end - self.at) as u32), "payload_alignment".into(), 0)?;
        }
        self.at = self.end;
        self.end = self.stop;
        Ok(())
    }

    fn rbsp_bits(&self) -> u64 {
        self.at
    }

    fn position(&self) -> BitPosition {
        self.rbsp.position(self.at)
    }

    fn complain(&mut self, error: SyntaxError) -> Result<(), SyntaxError> {
        if self.complaints.len() < MOST_COMPLAINTS {
            self.complaints.push(error);
        }
        Ok(())
    }
}

/// Bytes that are a text, without the zeros at its end, cut after 200 characters.
pub(super) fn text(data: &[u8]) -> Option<String> {
    let text = core::str::from_utf8(data).ok()?.trim_end_matches('\0');
    let printable = !text.is_empty() && !text.chars().any(char::is_control);
    let cut = if text.chars().nth(200).is_some() { "..." } else { "" };
    printable.then(|| text.chars().take(200).collect::<String>() + cut)
}
