//! [`Syntax`]: what a description is run against, and [`MarkerSegment`]: a thing that has one.

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

/// A type that an element is kept in: `u8` or `u16`.
pub trait Element: Copy + Into<u32> + TryFrom<u32> {}
impl Element for u8 {}
impl Element for u16 {}

/// What a description is run against: it checks, writes, reads or traces one element after the other.
/// [`MarkerSegment::check`], [`MarkerSegment::write`] and [`MarkerSegment::trace`] bring their own.
///
/// A description takes `&mut` of every element: a reader fills it, the others look at it. The required methods are the
/// mechanism; descriptions call the provided ones.
pub trait Syntax: Sized {
    /// One unsigned element of up to 16 bits. Returns its value: the one given, or the one read.
    ///
    /// # Errors
    /// [`MarkerError::Truncated`] of a reader.
    fn unsigned(&mut self, bits: u32, name: Name, value: u32) -> Result<u32, MarkerError>;

    /// Bytes: `length` of them, or those up to the end of the segment.
    ///
    /// # Errors
    /// [`MarkerError::Truncated`] of a reader, [`MarkerError::Size`] of the others.
    fn bytes(&mut self, name: Name, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), MarkerError>;

    /// Bits of the stream before the next element.
    fn position_bits(&self) -> u64;

    /// Something is wrong. Who writes refuses; a reader keeps the complaint and goes on.
    ///
    /// # Errors
    /// `error`, of who writes.
    fn complain(&mut self, error: MarkerError) -> Result<(), MarkerError>;

    /// Whether a list that fills the rest of the segment goes on after `done` of its `length` items. A reader does not know the
    /// length: its list goes on up to the end of the segment.
    fn goes_on(&self, done: usize, length: usize) -> bool {
        done < length
    }

    /// The byte of the stream that the next element begins in.
    fn position(&self) -> u64 {
        self.position_bits() / 8
    }

    /// One unsigned element, with the values that the standard allows.
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

    /// The length of a list whose items follow; a reader makes them, blank.
    ///
    /// # Errors
    /// As of [`Syntax::u`].
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

    /// The items of a list whose number is known from elements before it: a reader makes them, blank.
    ///
    /// # Errors
    /// [`MarkerError::Size`] of who writes another number of them.
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

    /// A list of one or more items that fills the rest of the segment.
    ///
    /// # Errors
    /// [`MarkerError::Empty`], those of `each`.
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

    /// Bytes that are always the same.
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

    /// [`Syntax::unsigned`], held against its range.
    ///
    /// # Errors
    /// As of [`Syntax::u`].
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

/// A marker segment: its marker, its length, and a description of what follows.
///
/// ```
/// use codecs::jpeg::marker::{MarkerSegment, RestartInterval};
/// let mut out = Vec::new();
/// RestartInterval { mcus: 20 }.write(&mut out)?;
/// assert_eq!(out, [0xFF, 0xDD, 0, 4, 0, 20]);
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
pub trait MarkerSegment: Clone {
    /// The marker that it begins with.
    fn marker(&self) -> Marker;

    /// The standard's name for the length, `Lf` in a frame header; those of application segments have none.
    fn length_name(&self) -> &'static str {
        "length"
    }

    /// The description: every element after the length, in order, once.
    ///
    /// # Errors
    /// Those of the elements.
    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError>;

    /// Holds every element against its range. Returns the segment's length: all its bytes but the marker's.
    /// `position` is where its marker stands in the stream, for errors to say.
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn check(&self, position: u64) -> Result<u16, MarkerError> {
        let mut checker = Checker::new((position + 4) * 8);
        self.clone().fields(&mut checker)?;
        checker.complaint.take().map_or(Ok(()), Err)?;
        checker.length(self.marker())
    }

    /// Appends the segment, marker and length included. See [`MarkerSegment`] for an example.
    ///
    /// # Errors
    /// As of [`MarkerSegment::check`]; then nothing is written.
    fn write(&self, sink: &mut Vec<u8>) -> Result<(), MarkerError> {
        let length = self.check(sink.len() as u64)?;
        sink.extend(self.marker().bytes());
        sink.extend(length.to_be_bytes());
        self.clone().fields(&mut Writer::new(sink))
    }

    /// Tells `trace` the elements of the segment whose marker stands at byte `position` of the stream.
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
    /// [`MarkerError::TooLong`], [`MarkerError::Size`]. Values out of their range are traced as they are.
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

    /// [`MarkerSegment::write`] and [`MarkerSegment::trace`] of a stream that `sink` holds from its first byte.
    ///
    /// # Errors
    /// As of [`MarkerSegment::check`]; then nothing is written.
    fn write_traced(&self, sink: &mut Vec<u8>, trace: &mut dyn Trace) -> Result<(), MarkerError> {
        let position = sink.len() as u64;
        self.write(sink)?;
        self.trace(position, trace)
    }
}
