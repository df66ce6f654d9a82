//! [`Metadata`]: the metadata of an input, by kind.

use crate::args::{Keep, Kind};
use crate::error::one_line;
use codecs::jpeg::marker::{AppData, AppXmp, Content, Marker, Parts, Segment, mpf};

/// The identifier of the segments that continue a packet of XMP (XMP part 3, 1.1.3.1).
const XMP_EXTENSION: &[u8] = b"http://ns.adobe.com/xmp/extension/\0";
/// The identifier of Photoshop's resources (XMP part 3, 1.1.3).
const PHOTOSHOP: &[u8] = b"Photoshop 3.0\0";
/// The identifier of a gain map's metadata (ISO 21496-1, Annex C).
const GAIN_MAP: &[u8] = b"urn:iso:std:iso:ts:21496:-1\0";
/// The bytes of XMP that fit into one segment.
const MOST_XMP: usize = 65533 - AppXmp::IDENTIFIER.len();

/// The metadata of an input.
///
/// ```
/// use encode::input::{Metadata, ReadOptions, read};
/// let picture = read(b"P2 1 1 255 7".to_vec(), &ReadOptions::default())?;
/// assert_eq!(picture.metadata, Metadata::default());
/// # Ok::<(), encode::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metadata {
    /// The colour profile.
    pub icc: Option<Vec<u8>>,
    /// EXIF, starting with its byte order mark.
    pub exif: Option<Vec<u8>>,
    /// XMP, IPTC and the index of further pictures, as segments of JPEG in the order of the file.
    pub applications: Vec<AppData>,
    /// The comments of a JPEG file.
    pub comments: Vec<Vec<u8>>,
    /// The pictures behind the first one of a JPEG file, whole files each.
    pub pictures: Vec<Vec<u8>>,
}

impl Metadata {
    /// Drops the kinds that are not kept.
    pub(super) fn retain(&mut self, keep: Keep) {
        self.icc.take_if(|_| !keep.has(Kind::Icc));
        self.exif.take_if(|_| !keep.has(Kind::Exif));
        self.applications.retain(|segment| kind(segment).is_some_and(|kind| keep.has(kind)));
        if !keep.has(Kind::Comments) {
            self.comments.clear();
        }
        if !keep.has(Kind::Pictures) {
            self.pictures.clear();
        }
    }

    /// Drops further pictures and their index.
    pub(super) fn drop_pictures(&mut self) {
        self.pictures.clear();
        self.applications.retain(|segment| kind(segment) != Some(Kind::Pictures));
    }

    /// Adds a packet of XMP; returns a note instead if it is larger than a segment.
    pub(super) fn add_xmp(&mut self, packet: Vec<u8>) -> Option<String> {
        if packet.len() > MOST_XMP {
            let bytes = packet.len();
            return Some(format!("XMP of {bytes} bytes is left out: a segment of JPEG has at most {MOST_XMP}"));
        }
        if !packet.is_empty() {
            self.applications.push(AppData { marker: Marker::app(1), data: [AppXmp::IDENTIFIER, &packet].concat() });
        }
        None
    }

    /// Returns the names of the kinds that are there, for a description.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        let is_there = |wanted| self.applications.iter().any(|segment| kind(segment) == Some(wanted));
        let kinds = [
            ("ICC profile", self.icc.is_some()),
            ("EXIF", self.exif.is_some()),
            ("XMP", is_there(Kind::Xmp)),
            ("IPTC", is_there(Kind::Iptc)),
            ("comments", !self.comments.is_empty()),
            ("further pictures", !self.pictures.is_empty()),
        ];
        kinds.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
    }

    /// Returns the bytes of further pictures.
    pub(crate) fn bytes_behind(&self) -> u64 {
        self.pictures.iter().map(|picture| picture.len() as u64).sum()
    }

    /// Returns the bytes of segments, comments and further pictures.
    pub(super) fn bytes(&self) -> u64 {
        let comments = self.comments.iter().map(Vec::len);
        let all = self.applications.iter().map(|segment| segment.data.len()).chain(comments);
        all.map(|bytes| bytes as u64).sum::<u64>() + self.bytes_behind()
    }

    /// Returns what a JPEG file has beside profile and EXIF, of the kinds that are kept, and a note if further pictures are
    /// left out.
    pub(super) fn of_jpeg(file: &[u8], keep: Keep) -> (Self, Option<String>) {
        let mut metadata = Metadata::default();
        for part in Parts::new(file).map_while(Result::ok) {
            match part.content {
                Content::Segment(Segment::Scan(_)) => break,
                Content::Segment(Segment::Xmp(AppXmp { packet })) => {
                    metadata.add_xmp(packet);
                }
                Content::Segment(Segment::App(segment)) if kind(&segment).is_some() => {
                    metadata.applications.push(segment);
                }
                Content::Segment(Segment::Comment(comment)) => metadata.comments.push(comment.text),
                _ => {}
            }
        }
        metadata.retain(keep);
        if !metadata.applications.iter().any(|segment| mpf::is_index(segment.marker, &segment.data)) {
            return (metadata, None);
        }
        let left_out = match mpf::pictures(file) {
            Ok(pictures) => {
                metadata.pictures = pictures.into_iter().map(<[u8]>::to_vec).collect();
                None
            }
            Err(error) => {
                metadata.drop_pictures();
                Some(format!("the pictures behind the first are left out: {}", one_line(&error.to_string())))
            }
        };
        (metadata, left_out)
    }
}

/// Returns the kind of a segment that is kept.
fn kind(AppData { marker, data }: &AppData) -> Option<Kind> {
    let begins = |n, identifier: &[u8]| *marker == Marker::app(n) && data.starts_with(identifier);
    if begins(1, AppXmp::IDENTIFIER) || begins(1, XMP_EXTENSION) {
        Some(Kind::Xmp)
    } else if begins(13, PHOTOSHOP) {
        Some(Kind::Iptc)
    } else if mpf::is_index(*marker, data) || begins(2, GAIN_MAP) {
        Some(Kind::Pictures)
    } else {
        None
    }
}
