//! [`Segment`]: any marker segment, identified by its marker and the identifier of application segments.

use super::syntax::MarkerSegment;
use super::{
    AppAdobe, AppData, AppExif, AppIcc, AppJfif, AppJfxx, AppXmp, ArithmeticConditioning, Comment, ExpandReference,
    FrameHeader, HuffmanTables, Marker, MarkerError, NumberOfLines, Process, QuantTables, RestartInterval, ScanHeader,
};
use crate::bitstream::{BitPosition, Content, MOST_COMPLAINTS, Reader, Violation};
use crate::shared::trace::Trace;

/// Any marker segment.
///
/// ```
/// use codecs::jpeg::marker::{Marker, RestartInterval, Segment};
/// let (segment, complaints) = Segment::read(Marker::DRI, &[0, 20], 0)?;
/// assert_eq!(segment, Segment::RestartInterval(RestartInterval { mcus: 20 }));
/// assert!(complaints.is_empty());
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Segment {
    /// A marker without a segment: SOI, EOI, RSTm, TEM.
    Alone(Marker),
    /// SOFn or DHP.
    Frame(FrameHeader),
    /// SOS.
    Scan(ScanHeader),
    /// DQT.
    QuantTables(QuantTables),
    /// DHT.
    HuffmanTables(HuffmanTables),
    /// DAC.
    ArithmeticConditioning(ArithmeticConditioning),
    /// DRI.
    RestartInterval(RestartInterval),
    /// DNL.
    NumberOfLines(NumberOfLines),
    /// EXP.
    ExpandReference(ExpandReference),
    /// APP0 of JFIF.
    Jfif(AppJfif),
    /// APP0 of a JFIF extension.
    Jfxx(AppJfxx),
    /// APP1 of Exif.
    Exif(AppExif),
    /// APP1 of XMP.
    Xmp(AppXmp),
    /// APP2 with a chunk of an ICC profile.
    Icc(AppIcc),
    /// APP14 of Adobe.
    Adobe(AppAdobe),
    /// COM.
    Comment(Comment),
    /// The segment of another application or of a reserved marker.
    App(AppData),
}

/// Applies the same expression to the structure of any kind.
macro_rules! each {
    ($segment:expr, $marker:ident => $alone:expr, $inner:ident => $do:expr) => {
        match $segment {
            Segment::Alone($marker) => $alone,
            Segment::Frame($inner) => $do,
            Segment::Scan($inner) => $do,
            Segment::QuantTables($inner) => $do,
            Segment::HuffmanTables($inner) => $do,
            Segment::ArithmeticConditioning($inner) => $do,
            Segment::RestartInterval($inner) => $do,
            Segment::NumberOfLines($inner) => $do,
            Segment::ExpandReference($inner) => $do,
            Segment::Jfif($inner) => $do,
            Segment::Jfxx($inner) => $do,
            Segment::Exif($inner) => $do,
            Segment::Xmp($inner) => $do,
            Segment::Icc($inner) => $do,
            Segment::Adobe($inner) => $do,
            Segment::Comment($inner) => $do,
            Segment::App($inner) => $do,
        }
    };
}

impl Segment {
    /// Reads the segment of a marker from the bytes after its length; `position` is the marker's position in the
    /// stream. Values that the standard does not allow are kept, with a complaint each (the first few). An application
    /// segment that does not match its identifier becomes [`Segment::App`]. See [`Segment`] for an example.
    ///
    /// # Errors
    /// [`Violation::Truncated`]: the content ends inside an element.
    pub fn read(marker: Marker, content: &[u8], position: u64) -> Result<(Segment, Vec<MarkerError>), MarkerError> {
        let mut segment = Segment::blank(marker, content);
        let source = Content { bytes: content, from: BitPosition::byte(position + 4) };
        let mut reader = Reader::untraced(&source);
        match each!(&mut segment, _marker => Ok(()), inner => inner.fields(&mut reader)) {
            Ok(()) => {
                let (end, unread) = (source.from.whole_bytes() + reader.at() / 8, reader.left() / 8);
                let mut complaints = reader.into_complaints();
                if unread > 0 {
                    complaints.truncate(MOST_COMPLAINTS - 1);
                    complaints.push(MarkerError::LongLength { position: end, marker, unread });
                }
                Ok((segment, complaints))
            }
            Err(error) if marker.is_app() => {
                Ok((Segment::App(AppData { marker, data: content.to_vec() }), vec![error]))
            }
            Err(error) => Err(error),
        }
    }

    /// Returns an empty segment of the kind that the marker and the identifier determine.
    fn blank(marker: Marker, content: &[u8]) -> Segment {
        let begins = |identifier: &[u8]| content.starts_with(identifier);
        match marker {
            Marker::SOS => Segment::Scan(ScanHeader::default()),
            Marker::DQT => Segment::QuantTables(QuantTables::default()),
            Marker::DHT => Segment::HuffmanTables(HuffmanTables::default()),
            Marker::DAC => Segment::ArithmeticConditioning(ArithmeticConditioning::default()),
            Marker::DRI => Segment::RestartInterval(RestartInterval::default()),
            Marker::DNL => Segment::NumberOfLines(NumberOfLines::default()),
            Marker::EXP => Segment::ExpandReference(ExpandReference::default()),
            Marker::COM => Segment::Comment(Comment::default()),
            _ if marker.stands_alone() => Segment::Alone(marker),
            _ if marker == Marker::app(0) && begins(AppJfif::IDENTIFIER) => Segment::Jfif(AppJfif::default()),
            _ if marker == Marker::app(0) && begins(AppJfxx::IDENTIFIER) => Segment::Jfxx(AppJfxx::default()),
            _ if marker == Marker::app(1) && begins(AppExif::IDENTIFIER) => Segment::Exif(AppExif::default()),
            _ if marker == Marker::app(1) && begins(AppXmp::IDENTIFIER) => Segment::Xmp(AppXmp::default()),
            _ if marker == Marker::app(2) && begins(AppIcc::IDENTIFIER) => Segment::Icc(AppIcc::default()),
            _ if marker == Marker::app(14) && begins(AppAdobe::IDENTIFIER) => Segment::Adobe(AppAdobe::default()),
            _ => match Process::new(marker) {
                Some(process) => {
                    Segment::Frame(FrameHeader { process, precision: 0, height: 0, width: 0, components: Vec::new() })
                }
                None => Segment::App(AppData { marker, data: Vec::new() }),
            },
        }
    }

    /// Returns the marker that the segment begins with.
    pub fn marker(&self) -> Marker {
        each!(self, marker => *marker, inner => inner.marker())
    }

    /// Returns [`MarkerSegment::length_name`]; `None` for a marker without a segment.
    pub fn length_name(&self) -> Option<&'static str> {
        each!(self, _marker => None, inner => Some(inner.length_name()))
    }

    /// Writes the segment as [`MarkerSegment::write`] does; a marker without a segment is written alone.
    ///
    /// ```
    /// use codecs::jpeg::marker::{Marker, Segment};
    /// let mut out = Vec::new();
    /// Segment::Alone(Marker::SOI).write(&mut out)?;
    /// assert_eq!(out, [0xFF, 0xD8]);
    /// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
    /// ```
    ///
    /// # Errors
    /// See [`MarkerSegment::check`]; in case of an error nothing is written.
    pub fn write(&self, sink: &mut Vec<u8>) -> Result<(), MarkerError> {
        let alone = |marker: Marker, sink: &mut Vec<u8>| {
            if !marker.stands_alone() {
                let position = BitPosition::byte(sink.len() as u64);
                return Err(Violation::Size { given: 0, needed: 2 }.at(position, "length"));
            }
            sink.extend(marker.bytes());
            Ok(())
        };
        each!(self, marker => alone(*marker, sink), inner => inner.write(sink))
    }

    /// Traces the segment as [`MarkerSegment::trace`] does.
    ///
    /// # Errors
    /// See [`MarkerSegment::trace`].
    pub fn trace(&self, position: u64, trace: &mut dyn Trace) -> Result<(), MarkerError> {
        each!(self, marker => { marker.trace(position, trace); Ok(()) }, inner => inner.trace(position, trace))
    }
}
