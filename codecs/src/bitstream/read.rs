//! [`Reader`]: the [`Syntax`] that fills a structure from the bytes of any encoder.

use super::code::{Code, Unread};
use super::error::{Complaint, Violation};
use super::position::BitPosition;
use super::syntax::{NameOf, Syntax};
use super::trace::described;
use crate::shared::bits::Bits;
use crate::shared::trace::Trace;
use core::ops::Range;

/// The maximum number of complaints kept of a structure; a hostile one could cause one per bit.
pub(crate) const MOST_COMPLAINTS: usize = 8;

/// The bytes of a structure.
pub trait Source {
    /// Returns the bytes, or those kept of them.
    fn bytes(&self) -> &[u8];

    /// Returns the bits that hold the elements.
    fn elements(&self) -> Range<u64>;

    /// Returns the position in the stream of a bit.
    fn position(&self, bit: u64) -> BitPosition;
}

/// A structure that consists of whole bytes in memory.
#[derive(Clone, Copy, Debug)]
pub struct Content<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// The position of the first byte in the stream.
    pub from: BitPosition,
}

impl Source for Content<'_> {
    fn bytes(&self) -> &[u8] {
        self.bytes
    }

    fn elements(&self) -> Range<u64> {
        0..8 * self.bytes.len() as u64
    }

    fn position(&self, bit: u64) -> BitPosition {
        BitPosition(self.from.0 + bit)
    }
}

/// A reader of the elements of a structure. Values out of range are kept, with a complaint. An element beyond the end is
/// an error.
pub struct Reader<'a, S, E> {
    source: &'a S,
    /// The bytes kept, positioned at the next element.
    bits: Bits<'a>,
    trace: Option<&'a mut dyn Trace>,
    /// The end of the elements.
    end: u64,
    complaints: Vec<E>,
}

impl<'a, S: Source, E: Complaint> Reader<'a, S, E> {
    /// Begins at the first element of `source` and reports every element to `trace`.
    pub fn new(source: &'a S, trace: &'a mut dyn Trace) -> Self {
        Reader { trace: Some(trace), ..Reader::untraced(source) }
    }

    /// Begins at the first element of `source`.
    pub fn untraced(source: &'a S) -> Self {
        let Range { start, end } = source.elements();
        let mut bits = Bits::new(source.bytes());
        bits.seek(start);
        Reader { source, bits, trace: None, end, complaints: Vec::new() }
    }

    /// Returns the violations found so far, at most the first eight.
    pub fn complaints(&self) -> &[E] {
        &self.complaints
    }

    /// Consumes the reader and returns [`Reader::complaints`].
    pub fn into_complaints(self) -> Vec<E> {
        self.complaints
    }

    /// Returns the source.
    pub fn source(&self) -> &'a S {
        self.source
    }

    /// Returns the bit of the source at which the next element begins.
    pub fn at(&self) -> u64 {
        self.bits.at()
    }

    /// Returns the number of bits before the end of the elements.
    pub fn left(&self) -> u64 {
        self.end.saturating_sub(self.at())
    }

    /// Continues at a bit of the source.
    pub fn seek(&mut self, bit: u64) {
        self.bits.seek(bit);
    }

    /// Moves the end of the elements to a bit of the source.
    pub fn end_at(&mut self, bit: u64) {
        self.end = bit;
    }

    /// Reports an element of `bits` bits from bit `from` of the source to the trace.
    pub fn trace_element(&mut self, from: u64, bits: u32, name: &str, value: i64) {
        if let Some(trace) = &mut self.trace {
            trace.element(self.source.position(from).0, bits, name, value);
        }
    }

    /// Reports a structure at the next element to the trace.
    pub fn trace_structure(&mut self, name: &str) {
        let position = self.position();
        if let Some(trace) = &mut self.trace {
            trace.structure(position.0, name);
        }
    }

    /// Returns the error that the next element, of at least `needed` bits, extends beyond the end or the bytes kept.
    pub fn beyond(&self, name: NameOf<Self>, needed: u64) -> E {
        let left = self.left();
        let violation = match needed > left {
            true => Violation::Truncated { needed, left },
            false => Violation::NotHeld { most: self.source.bytes().len() as u64 },
        };
        E::new(self.position(), name, violation)
    }
}

impl<S: Source, E: Complaint> Syntax for Reader<'_, S, E> {
    type Error = E;
    const READS: bool = true;

    fn code(&mut self, code: impl Code, name: NameOf<Self>, _: i64) -> Result<i64, E> {
        let (from, end, mut needed) = (self.at(), self.end, 0);
        let read = code.read(&mut |n| {
            needed = self.bits.at() - from + u64::from(n);
            if from + needed > end { None } else { self.bits.read(n) }.ok_or(Unread::End)
        });
        match read {
            Ok(value) => {
                if self.trace.is_some() {
                    self.trace_element(from, (self.at() - from) as u32, &name.to_string(), value);
                }
                Ok(value)
            }
            Err(reason) => {
                self.seek(from);
                Err(match reason {
                    Unread::End => self.beyond(name, needed),
                    Unread::Invalid => E::new(self.position(), name, Violation::Invalid),
                })
            }
        }
    }

    fn bytes(&mut self, name: NameOf<Self>, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), E> {
        let length = length.unwrap_or((self.left() / 8) as usize);
        self.needs(name, 8 * length as u64)?;
        let from = self.at();
        *data = self.bits.read_bytes(length).ok_or_else(|| self.beyond(name, 8 * length as u64))?;
        if let Some(trace) = &mut self.trace {
            trace.structure(self.source.position(from).0, &described(name, data));
        }
        Ok(())
    }

    fn needs(&mut self, name: impl Into<NameOf<Self>>, bits: u64) -> Result<(), E> {
        if bits > self.left() { Err(self.beyond(name.into(), bits)) } else { Ok(()) }
    }

    fn more(&self, _: bool) -> bool {
        self.left() > 0
    }

    fn position(&self) -> BitPosition {
        self.source.position(self.at())
    }

    fn complain(&mut self, error: E) -> Result<(), E> {
        if self.complaints.len() < MOST_COMPLAINTS {
            self.complaints.push(error);
        }
        Ok(())
    }
}
