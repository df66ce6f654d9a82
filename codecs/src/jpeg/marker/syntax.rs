//! [`MarkerSegment`]: a type with a marker, a length and a description.

use super::code::Marker;
use super::error::MarkerError;
use crate::bitstream::{self, Appender, BitPosition, Structure, Subscript, Tracer, Writer};
use crate::shared::trace::{NoTrace, Trace};

/// The standard's name for an element, with its indices: `P`, `C1`, `V3,7`. See [`bitstream::Name`] for an example.
pub type Name = bitstream::Name<Subscript>;

/// The operations of a description of a marker segment: those of [`bitstream::Syntax`], with the errors and names of
/// T.81.
pub trait Syntax: bitstream::Syntax<Error = MarkerError> {}

impl<S: bitstream::Syntax<Error = MarkerError>> Syntax for S {}

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
        length(self.marker(), Structure::check(self, fields_of(position))?)
    }

    /// Appends the segment, including marker and length. See [`MarkerSegment`] for an example.
    ///
    /// # Errors
    /// See [`MarkerSegment::check`]; in case of an error nothing is written.
    fn write(&self, sink: &mut Vec<u8>) -> Result<(), MarkerError> {
        let position = sink.len() as u64;
        let length = self.check(position)?;
        sink.extend(self.marker().bytes());
        sink.extend(length.to_be_bytes());
        let mut appender = Appender::new(sink);
        MarkerSegment::fields(&mut self.clone(), &mut Writer::new(&mut appender, fields_of(position)))
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
    /// [`MarkerError::TooLong`], [`bitstream::Violation::Size`]. Values out of range are traced without an error.
    fn trace(&self, position: u64, trace: &mut dyn Trace) -> Result<(), MarkerError> {
        let (marker, from) = (self.marker(), fields_of(position));
        let mut nobody = NoTrace;
        let mut counter = Tracer::new(from, &mut nobody);
        MarkerSegment::fields(&mut self.clone(), &mut counter)?;
        let length = length(marker, bitstream::Syntax::position(&counter).0 - from.0)?;
        marker.trace(position, trace);
        trace.element((position + 2) * 8, 16, self.length_name(), i64::from(length));
        Structure::trace(self, from, trace)
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

/// The elements after the length.
impl<T: MarkerSegment> Structure for T {
    type Error = MarkerError;

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        MarkerSegment::fields(self, io)
    }
}

/// Returns the position of the elements of a segment whose marker is at byte `position`.
fn fields_of(position: u64) -> BitPosition {
    BitPosition::byte(position + 4)
}

/// Returns the length of a segment whose elements have `bits` bits, including the two bytes of the length itself.
fn length(marker: Marker, bits: u64) -> Result<u16, MarkerError> {
    debug_assert_eq!(bits % 8, 0, "a description of {marker} ends inside a byte");
    let length = bits / 8 + 2;
    u16::try_from(length).map_err(|_| MarkerError::TooLong { marker, length })
}
