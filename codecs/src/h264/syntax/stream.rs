//! [`Stream`]: a whole stream, read and checked against the standard.

use super::byte_stream::{ByteStream, NalSource};
use super::error::SyntaxError;
use super::order::Order;
use super::parameter_sets::ParameterSets;
use super::unit::{Unit, Units};
use crate::shared::trace::{NoTrace, Trace};
use std::io;

/// The units of a stream with their complaints: of a byte stream (Annex B), or of any other [`NalSource`].
/// [`container::read`](crate::h264::container::read) reads MP4 files too.
///
/// ```
/// use codecs::h264::syntax::{NalHeader, NalUnitType, Sps, StartCode, Stream, Structure, write_byte_stream_nal_unit};
/// let mut bytes = Vec::new();
/// let sps = Sps { pic_width_in_mbs_minus1: 10, pic_height_in_map_units_minus1: 8, ..Default::default() };
/// let header = NalHeader::new(3, NalUnitType::SPS);
/// write_byte_stream_nal_unit(StartCode::Long, header, &sps.to_rbsp(())?, &mut bytes);
/// let stream = Stream::read(&bytes)?;
/// assert_eq!(stream.parameter_sets.sps(0), Some(&sps));
/// assert_eq!(stream.complaints().count(), 0);
/// # Ok::<(), codecs::h264::syntax::SyntaxError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stream {
    /// The NAL units of the stream.
    pub units: Vec<Unit>,
    /// The last parameter set of each number.
    pub parameter_sets: ParameterSets,
    /// The counts of pictures and slices.
    pub order: Order,
    /// The errors in the bytes between units.
    pub outside: Vec<SyntaxError>,
}

impl Stream {
    /// Reads a byte stream in memory. See [`Stream`] for an example.
    ///
    /// # Errors
    /// [`SyntaxError::NotH264`] for bytes without a start code.
    pub fn read(bytes: &[u8]) -> Result<Stream, SyntaxError> {
        Stream::read_traced(bytes, &mut NoTrace)
    }

    /// Reads a byte stream as [`Stream::read`] does, and reports every element of every unit, with its position in the file,
    /// to `trace`.
    ///
    /// ```
    /// use codecs::h264::syntax::Stream;
    /// use codecs::shared::trace::TextTrace;
    /// let mut trace = TextTrace::new(Vec::new());
    /// Stream::read_traced(&[0, 0, 0, 1, 0x09, 0x50], &mut trace)?;
    /// assert_eq!(
    ///     String::from_utf8(trace.finish()?)?,
    ///     "4.0          AUD\n\
    ///      4.0       1  forbidden_zero_bit = 0\n\
    ///      4.1       2  nal_ref_idc = 0\n\
    ///      4.3       5  nal_unit_type = 9\n\
    ///      5.0       3  primary_pic_type = 2\n\
    ///      5.3       5  rbsp_trailing_bits = 16\n"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Stream::read`].
    pub fn read_traced(bytes: &[u8], trace: &mut dyn Trace) -> Result<Stream, SyntaxError> {
        let source = ByteStream::new(bytes);
        if !source.has_more() {
            return Err(SyntaxError::NotH264);
        }
        Ok(Stream::from_source(source, trace).expect("a slice can always be read"))
    }

    /// Reads all units of a source, and reports every element to `trace`.
    ///
    /// # Errors
    /// I/O errors of the source.
    pub fn from_source(source: impl NalSource, trace: &mut dyn Trace) -> io::Result<Stream> {
        let mut walk = Units::new(source);
        let (mut units, mut outside) = (Vec::new(), Vec::new());
        while let Some(next) = walk.next_unit(trace)? {
            match next {
                Ok(unit) => units.push(unit),
                Err(error) => outside.push(error),
            }
        }
        Ok(Stream { units, parameter_sets: walk.parameter_sets().clone(), order: walk.order().clone(), outside })
    }

    /// Returns all complaints: first those outside of units, then those of the units in stream order.
    pub fn complaints(&self) -> impl Iterator<Item = &SyntaxError> {
        self.outside.iter().chain(self.units.iter().flat_map(|unit| &unit.complaints))
    }
}
