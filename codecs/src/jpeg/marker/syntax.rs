//! [`Syntax`]: the operations of a description, and [`MarkerSegment`]: a type with a description.

use super::check::Checker;
use super::code::Marker;
use super::error::MarkerError;
use super::trace::Tracer;
use super::write::Writer;
use crate::shared::name::{self, Subscript};
use crate::shared::trace::Trace;
use core::ops::RangeInclusive;

/// The standard's name for an element, with its indices: `P`, `C1`, `V3,7`. See [`name::Name`] for an example.
pub type Name = name::Name<Subscript>;

/// The type of an element: `u8` or `u16`.
pub trait Element: Copy + Into<u32> + TryFrom<u32> {}
impl Element for u8 {}
impl Element for u16 {}

/// The operations that a description applies to its elements, one after the other: checking, writing, reading or
/// tracing. [`MarkerSegment::check`], [`MarkerSegment::write`] and [`MarkerSegment::trace`] supply their own
/// implementations.
///
/// A description passes `&mut` references to its elements: a reader assigns them, the other implementations only read
/// them. The required methods are implemented by each kind of syntax; descriptions call the provided ones.
pub trait Syntax: Sized {
    /// Processes one unsigned element of up to 16 bits and returns its value: the given one, or the one read.
    ///
    /// # Errors
    /// [`MarkerError::Truncated`], from a reader only.
    fn unsigned(&mut self, bits: u32, name: Name, value: u32) -> Result<u32, MarkerError>;

    /// Processes a byte string of `length` bytes, or up to the end of the segment.
    ///
    /// # Errors
    /// [`MarkerError::Truncated`] from a reader, [`MarkerError::Size`] from the others.
    fn bytes(&mut self, name: Name, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), MarkerError>;

    /// Returns the position of the next element in the stream, in bits.
    fn position_bits(&self) -> u64;

    /// Reports a violation of the standard: a writer returns it, a reader records it and continues.
    ///
    /// # Errors
    /// Returns `error` from a writer.
    fn complain(&mut self, error: MarkerError) -> Result<(), MarkerError>;

    /// Returns whether a list that fills the rest of the segment continues after `done` of its `length` items. A reader
    /// ignores the length; its list continues up to the end of the segment.
    fn goes_on(&self, done: usize, length: usize) -> bool {
        done < length
    }

    /// Returns the byte of the stream in which the next element begins.
    fn position(&self) -> u64 {
        self.position_bits() / 8
    }

    /// Processes one unsigned element and checks it against the range that the standard allows.
    ///
    /// # Errors
    /// [`MarkerError::Range`], [`MarkerError::Truncated`].
    fn u<T: Element>(
        &mut self,
        bits: u32,
        name: impl Into<Name>,
        value: &mut T,
        range: RangeInclusive<u32>,
    ) -> Result<(), MarkerError> {
        let found = self.ranged(bits, name.into(), (*value).into(), range)?;
        *value = T::try_from(found).unwrap_or(*value);
        Ok(())
    }

    /// Processes the length of a list whose items follow; a reader resizes the list.
    ///
    /// # Errors
    /// See [`Syntax::u`].
    fn count<T: Clone + Default>(
        &mut self,
        bits: u32,
        name: impl Into<Name>,
        list: &mut Vec<T>,
        range: RangeInclusive<u32>,
    ) -> Result<(), MarkerError> {
        let length = u32::try_from(list.len()).unwrap_or(u32::MAX);
        let found = self.ranged(bits, name.into(), length, range)?;
        list.resize(found as usize, T::default());
        Ok(())
    }

    /// Announces a list whose length follows from earlier elements; a reader resizes the list.
    ///
    /// # Errors
    /// [`MarkerError::Size`] if the list has another length, except from a reader.
    fn follows<T: Clone + Default>(
        &mut self,
        name: impl Into<Name>,
        list: &mut Vec<T>,
        needed: usize,
    ) -> Result<(), MarkerError> {
        let given = list.len();
        if given != needed {
            return Err(MarkerError::Size { position: self.position(), name: name.into(), given, needed });
        }
        Ok(())
    }

    /// Processes a list of one or more items that fills the rest of the segment.
    ///
    /// # Errors
    /// [`MarkerError::Empty`], and the errors of `each`.
    fn until_end<T: Default>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        each: impl Fn(&mut T, &mut Self) -> Result<(), MarkerError>,
    ) -> Result<(), MarkerError> {
        let mut done = 0;
        while self.goes_on(done, list.len()) {
            if done == list.len() {
                list.push(T::default());
            }
            each(&mut list[done], self)?;
            done += 1;
        }
        if done == 0 {
            self.complain(MarkerError::Empty { position: self.position(), name: name.into() })?;
        }
        Ok(())
    }

    /// Processes an element with a fixed byte string.
    ///
    /// # Errors
    /// [`MarkerError::Constant`], [`MarkerError::Truncated`].
    fn constant(&mut self, name: &'static str, bytes: &[u8]) -> Result<(), MarkerError> {
        let position = self.position();
        let mut found = bytes.to_vec();
        self.bytes(name.into(), &mut found, Some(bytes.len()))?;
        if found != bytes {
            self.complain(MarkerError::Constant { position, name: name.into() })?;
        }
        Ok(())
    }

    /// Processes an element as [`Syntax::unsigned`] does and checks it against its range.
    ///
    /// # Errors
    /// See [`Syntax::u`].
    fn ranged(&mut self, bits: u32, name: Name, value: u32, range: RangeInclusive<u32>) -> Result<u32, MarkerError> {
        let position = self.position();
        let value = self.unsigned(bits, name, value)?;
        if !range.contains(&value) {
            let (least, most) = range.into_inner();
            self.complain(MarkerError::Range { position, name, value, least, most })?;
        }
        Ok(value)
    }
}

/// A marker segment: a marker, a length, and a description of the elements.
///
/// ```
/// use codecs::jpeg::marker::{MarkerSegment, RestartInterval};
/// let mut out = Vec::new();
/// RestartInterval { mcus: 20 }.write(&mut out)?;
/// assert_eq!(out, [0xFF, 0xDD, 0, 4, 0, 20]);
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
pub trait MarkerSegment: Clone {
    /// Returns the marker that the segment begins with.
    fn marker(&self) -> Marker;

    /// Returns the standard's name for the length, such as `Lf` in a frame header; application segments have no such
    /// name.
    fn length_name(&self) -> &'static str {
        "length"
    }

    /// Describes the elements after the length, each once, in their order.
    ///
    /// # Errors
    /// The errors of the elements.
    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError>;

    /// Checks each element against its range and returns the segment's length, which counts all bytes except the
    /// marker's. `position` is the position of the marker in the stream, for error messages.
    ///
    /// # Errors
    /// The first error in the segment.
    fn check(&self, position: u64) -> Result<u16, MarkerError> {
        let mut checker = Checker::new((position + 4) * 8);
        self.clone().fields(&mut checker)?;
        checker.complaint.take().map_or(Ok(()), Err)?;
        checker.length(self.marker())
    }

    /// Appends the segment, including marker and length. See [`MarkerSegment`] for an example.
    ///
    /// # Errors
    /// See [`MarkerSegment::check`]; in case of an error nothing is written.
    fn write(&self, sink: &mut Vec<u8>) -> Result<(), MarkerError> {
        let length = self.check(sink.len() as u64)?;
        sink.extend(self.marker().bytes());
        sink.extend(length.to_be_bytes());
        self.clone().fields(&mut Writer::new(sink))
    }

    /// Passes the elements of the segment, whose marker is at byte `position` of the stream, to `trace`.
    ///
    /// ```
    /// use codecs::jpeg::marker::{MarkerSegment, RestartInterval};
    /// use codecs::shared::trace::TextTrace;
    /// let mut trace = TextTrace::new(Vec::new());
    /// RestartInterval { mcus: 20 }.trace(100, &mut trace)?;
    /// assert_eq!(
    ///     String::from_utf8(trace.finish()?)?,
    ///     "100.0        DRI\n\
    ///      100.0    16  DRI = 65501\n\
    ///      102.0    16  Lr = 4\n\
    ///      104.0    16  Ri = 20\n"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MarkerError::TooLong`], [`MarkerError::Size`]. Values out of range are traced without an error.
    fn trace(&self, position: u64, trace: &mut dyn Trace) -> Result<(), MarkerError> {
        let mut fields = self.clone();
        let mut checker = Checker::new((position + 4) * 8);
        fields.fields(&mut checker)?;
        let length = checker.length(self.marker())?;
        let marker = self.marker();
        marker.trace(position, trace);
        trace.element((position + 2) * 8, 16, self.length_name(), i64::from(length));
        fields.fields(&mut Tracer::new((position + 4) * 8, trace))
    }

    /// Writes and traces the segment; `sink` must hold the stream from its first byte.
    ///
    /// # Errors
    /// See [`MarkerSegment::check`]; in case of an error nothing is written.
    fn write_traced(&self, sink: &mut Vec<u8>, trace: &mut dyn Trace) -> Result<(), MarkerError> {
        let position = sink.len() as u64;
        self.write(sink)?;
        self.trace(position, trace)
    }
}
