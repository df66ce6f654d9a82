//! [`Structure`]: a type whose elements are described once, to be written, read, checked and traced.

use super::error::Complaint;
use super::position::BitPosition;
use super::read::{Content, Reader};
use super::syntax::Syntax;
use super::trace::Tracer;
use super::write::{Appender, Discard, Writer};
use crate::shared::trace::Trace;

/// A structure of whole bytes whose elements are described once.
///
/// ```
/// use codecs::bitstream::{BitPosition, Content, Error, Structure, Syntax};
/// use codecs::shared::trace::TextTrace;
///
/// /// A list of points on a line.
/// #[derive(Clone, Debug, Default, PartialEq)]
/// struct Points {
///     closed: bool,
///     points: Vec<u16>,
/// }
///
/// impl Structure for Points {
///     type Error = Error;
///
///     fn fields<S: Syntax<Error = Error>>(&mut self, io: &mut S) -> Result<(), Error> {
///         io.flag("closed", &mut self.closed)?;
///         io.count(7, "n", &mut self.points, 2..=100)?;
///         for (i, point) in self.points.iter_mut().enumerate() {
///             io.u(16, ("x", i), point, 0..=9999)?;
///         }
///         Ok(())
///     }
/// }
///
/// let points = Points { closed: true, points: vec![300, 20] };
/// let mut bytes = Vec::new();
/// points.write(&mut bytes)?;
/// assert_eq!(bytes, [0x82, 1, 44, 0, 20]);
/// assert_eq!(Points::read(&bytes, BitPosition(0))?, (points, vec![]));
///
/// let far = Points { closed: false, points: vec![300, 10_000] };
/// assert_eq!(far.check(BitPosition(0)).unwrap_err().to_string(), "byte 3.0: x1 = 10000 is outside 0 to 9999");
///
/// let mut trace = TextTrace::new(Vec::new());
/// far.trace(BitPosition(0), &mut trace)?;
/// let text = String::from_utf8(trace.finish()?)?;
/// assert!(text.ends_with("3.0      16  x1 = 10000\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Structure: Clone {
    /// The errors of the format.
    type Error: Complaint;

    /// Describes the structure: codes every element once, in order.
    ///
    /// # Errors
    /// The errors of the elements.
    fn fields<S: Syntax<Error = Self::Error>>(&mut self, io: &mut S) -> Result<(), Self::Error>;

    /// Checks every element against its range. Returns the size of the structure in bits. `from` is the position of the
    /// structure in the stream, for error messages.
    ///
    /// # Errors
    /// The first violation.
    fn check(&self, from: BitPosition) -> Result<u64, Self::Error> {
        let mut count = Discard;
        let mut writer = Writer::new(&mut count, from);
        self.clone().fields(&mut writer)?;
        Ok(writer.written())
    }

    /// Appends the structure to `bytes`, which must hold the stream from its first byte.
    ///
    /// # Errors
    /// The errors of [`Structure::check`]; nothing is written then.
    fn write(&self, bytes: &mut Vec<u8>) -> Result<(), Self::Error> {
        let from = BitPosition::byte(bytes.len() as u64);
        self.check(from)?;
        self.clone().fields(&mut Writer::new(&mut Appender::new(bytes), from))
    }

    /// Passes every element of the structure, which begins at `from`, to `trace`. Values out of range are traced too.
    ///
    /// # Errors
    /// A list or a byte string does not have the number of items that the structure states.
    fn trace(&self, from: BitPosition, trace: &mut dyn Trace) -> Result<(), Self::Error> {
        self.clone().fields(&mut Tracer::new(from, trace))
    }

    /// Reads the structure from the beginning of `bytes`, whose first byte has position `from` in the stream. Values
    /// out of range are kept; the first few violations are returned with the structure. Use a [`Reader`] to get the
    /// number of bits read.
    ///
    /// # Errors
    /// A violation after which the position of the next element is unknown.
    fn read(bytes: &[u8], from: BitPosition) -> Result<(Self, Vec<Self::Error>), Self::Error>
    where
        Self: Default,
    {
        let content = Content { bytes, from };
        let (mut structure, mut reader) = (Self::default(), Reader::untraced(&content));
        structure.fields(&mut reader)?;
        Ok((structure, reader.into_complaints()))
    }
}
