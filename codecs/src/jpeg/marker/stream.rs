//! [`Stream`]: a whole stream, read and checked against the standard.

use super::error::MarkerError;
use super::order::Order;
use super::segment::Segment;
use super::walk::{Content, Part, Parts};
use super::{AppIcc, FrameHeader, exif, icc};
use crate::shared::trace::Trace;
use std::io::{self, BufRead};

/// A whole stream, divided into parts, with its complaints.
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
    /// The parts of the stream, with the complaints of [`Order`].
    pub parts: Vec<Part>,
    /// The frame header, or DHP of a hierarchical stream, with the lines of DNL if there is one.
    pub frame: Option<FrameHeader>,
    /// The error that ended the walk, or the complaint about a missing EOI.
    pub end: Option<MarkerError>,
}

impl Stream {
    /// Reads a stream as far as its structure allows. See [`Stream`] for an example.
    ///
    /// # Errors
    /// [`MarkerError::NotJpeg`].
    pub fn read(bytes: &[u8]) -> Result<Stream, MarkerError> {
        let mut walk = CheckedParts::new(bytes);
        let mut parts = Vec::new();
        let mut end = None;
        while let Some(part) = walk.next_part().expect("a slice can always be read") {
            match part {
                Ok(part) => parts.push(part),
                Err(error @ MarkerError::NotJpeg { .. }) => return Err(error),
                Err(error) => end = Some(error),
            }
        }
        Ok(Stream { parts, frame: walk.frame().cloned(), end: end.or_else(|| walk.missing_end()) })
    }

    /// Returns the segments, each with the position of its marker.
    pub fn segments(&self) -> impl Iterator<Item = (u64, &Segment)> {
        self.parts.iter().filter_map(|part| match &part.content {
            Content::Segment(segment) => Some((part.position, segment)),
            _ => None,
        })
    }

    /// Returns all complaints in the order of the stream. See [`Stream`] for an example.
    pub fn complaints(&self) -> impl Iterator<Item = &MarkerError> {
        self.parts.iter().flat_map(|part| &part.complaints).chain(&self.end)
    }

    /// Passes every element of every segment and the positions of entropy-coded data to `trace`.
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

    /// Returns the chunks of an ICC profile, each with the position of its marker.
    fn icc_chunks(&self) -> impl Iterator<Item = (u64, &AppIcc)> {
        self.segments().filter_map(|(position, segment)| match segment {
            Segment::Icc(chunk) => Some((position, chunk)),
            _ => None,
        })
    }

    /// Returns the ICC profile, joined from its chunks. See [`AppIcc`] for an example.
    ///
    /// # Errors
    /// See [`icc::collect`].
    pub fn icc_profile(&self) -> Result<Option<Vec<u8>>, MarkerError> {
        icc::collect(self.icc_chunks())
    }

    /// Returns the TIFF structure of the first Exif segment.
    pub fn exif(&self) -> Option<&[u8]> {
        self.segments().find_map(|(_, segment)| match segment {
            Segment::Exif(exif) => Some(exif.tiff.as_slice()),
            _ => None,
        })
    }

    /// Returns [`exif::orientation`] of the first Exif segment. See [`Stream`] for an example.
    ///
    /// # Errors
    /// See [`exif::orientation`].
    pub fn orientation(&self) -> Result<Option<u8>, MarkerError> {
        self.exif().map_or(Ok(None), exif::orientation)
    }
}

/// A reader of the parts of a stream, each with the complaints about its contents and its order.
pub(super) struct CheckedParts<R> {
    parts: Parts<R>,
    order: Order,
}

impl<R: BufRead> CheckedParts<R> {
    pub(super) fn new(reader: R) -> Self {
        CheckedParts { parts: Parts::from_reader(reader), order: Order::default() }
    }

    /// Returns the next part as [`Parts::next_part`] does, with the complaints of [`Order`].
    pub(super) fn next_part(&mut self) -> io::Result<Option<Result<Part, MarkerError>>> {
        let mut next = self.parts.next_part()?;
        if let Some(Ok(part)) = &mut next {
            match &part.content {
                Content::Segment(segment) => part.complaints.extend(self.order.segment(part.position, segment)),
                Content::EntropyCoded { restarts } => {
                    part.complaints.extend(self.order.entropy_coded(part.position, *restarts));
                }
                _ => {}
            }
        }
        Ok(next)
    }

    /// Returns the number of bytes read.
    pub(super) fn position(&self) -> u64 {
        self.parts.position()
    }

    /// Returns the frame header, or DHP of a hierarchical stream, with the lines of DNL if there is one.
    pub(super) fn frame(&self) -> Option<&FrameHeader> {
        self.order.first_frame()
    }

    /// Returns the complaint about a missing EOI, once the stream has no more parts.
    pub(super) fn missing_end(&self) -> Option<MarkerError> {
        self.order.end(self.position())
    }
}
