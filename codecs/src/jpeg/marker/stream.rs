//! [`Stream`]: a whole stream, read and held against the standard.

use super::error::MarkerError;
use super::order::Order;
use super::segment::Segment;
use super::walk::{Content, Part, Parts};
use super::{AppIcc, FrameHeader, exif, icc};
use crate::shared::trace::Trace;

/// A whole stream, part by part, with what is wrong with it.
///
/// ```
/// use codecs::jpeg::marker::{AppExif, Marker, MarkerSegment, Stream};
/// let mut bytes = Marker::SOI.bytes().to_vec();
/// AppExif { tiff: b"MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec() }.write(&mut bytes)?;
/// let stream = Stream::read(&bytes)?;
/// assert_eq!(stream.parts.len(), 2);
/// assert_eq!(stream.orientation()?, Some(6));
/// assert_eq!(stream.icc_profile()?, None);
/// assert_eq!(stream.complaints().next().unwrap().to_string(), "byte 38: the stream ends without EOI");
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Its parts, complaints of [`Order`] included.
    pub parts: Vec<Part>,
    /// Its frame header, or DHP of a hierarchical stream; its lines are those of DNL where there is one.
    pub frame: Option<FrameHeader>,
    /// Why the walk ended, or that there is no EOI.
    pub end: Option<MarkerError>,
}

impl Stream {
    /// Reads a stream as far as it can be walked. See [`Stream`] for an example.
    ///
    /// # Errors
    /// [`MarkerError::NotJpeg`].
    pub fn read(bytes: &[u8]) -> Result<Stream, MarkerError> {
        let mut order = Order::default();
        let mut stream = Stream { parts: Vec::new(), frame: None, end: None };
        for part in Parts::new(bytes) {
            let mut part = match part {
                Ok(part) => part,
                Err(error @ MarkerError::NotJpeg { .. }) => return Err(error),
                Err(error) => {
                    stream.end = Some(error);
                    break;
                }
            };
            match &part.content {
                Content::Segment(segment) => part.complaints.extend(order.segment(part.position, segment)),
                Content::EntropyCoded { restarts } => {
                    part.complaints.extend(order.entropy_coded(part.position, *restarts));
                }
                _ => {}
            }
            stream.parts.push(part);
        }
        stream.frame = order.first_frame().cloned();
        stream.end = stream.end.or_else(|| order.end(bytes.len() as u64));
        Ok(stream)
    }

    /// The segments, each with the byte that its marker stands at.
    pub fn segments(&self) -> impl Iterator<Item = (u64, &Segment)> {
        self.parts.iter().filter_map(|part| match &part.content {
            Content::Segment(segment) => Some((part.position, segment)),
            _ => None,
        })
    }

    /// Everything that is wrong, in the order of the stream. See [`Stream`] for an example.
    pub fn complaints(&self) -> impl Iterator<Item = &MarkerError> {
        self.parts.iter().flat_map(|part| &part.complaints).chain(&self.end)
    }

    /// Tells `trace` every element of every segment, and where entropy-coded data lie.
    ///
    /// ```
    /// use codecs::jpeg::marker::Stream;
    /// use codecs::shared::trace::TextTrace;
    /// let mut trace = TextTrace::new(Vec::new());
    /// Stream::read(b"\xFF\xD8\xFF\xFE\0\x04hi\xFF\xD9")?.trace(&mut trace);
    /// assert_eq!(
    ///     String::from_utf8(trace.finish()?)?,
    ///     "0.0          SOI\n\
    ///      0.0      16  SOI = 65496\n\
    ///      2.0          COM\n\
    ///      2.0      16  COM = 65534\n\
    ///      4.0      16  Lc = 4\n\
    ///      6.0          Cm \"hi\"\n\
    ///      8.0          EOI\n\
    ///      8.0      16  EOI = 65497\n"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trace(&self, trace: &mut dyn Trace) {
        self.parts.iter().for_each(|part| part.trace(trace));
    }

    /// The chunks of an ICC profile.
    pub(super) fn icc_chunks(&self) -> impl Iterator<Item = (u64, &AppIcc)> {
        self.segments().filter_map(|(position, segment)| match segment {
            Segment::Icc(chunk) => Some((position, chunk)),
            _ => None,
        })
    }

    /// The ICC profile, put together from its chunks. See [`AppIcc`] for an example.
    ///
    /// # Errors
    /// As of [`icc::collect`].
    pub fn icc_profile(&self) -> Result<Option<Vec<u8>>, MarkerError> {
        icc::collect(self.icc_chunks())
    }

    /// The TIFF structure of the first Exif segment.
    pub fn exif(&self) -> Option<&[u8]> {
        self.segments().find_map(|(_, segment)| match segment {
            Segment::Exif(exif) => Some(exif.tiff.as_slice()),
            _ => None,
        })
    }

    /// [`exif::orientation`] of the first Exif segment. See [`Stream`] for an example.
    ///
    /// # Errors
    /// As there.
    pub fn orientation(&self) -> Result<Option<u8>, MarkerError> {
        self.exif().map_or(Ok(None), exif::orientation)
    }
}
