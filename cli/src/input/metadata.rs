//! [`Metadata`]: the metadata of an input, by kind.

use super::gain_map::{self, Without};
use super::iptc;
use super::png_chunks::Chunks;
use crate::args::{Keep, Kind};
use crate::error::one_line;
use codecs::jpeg::marker::{AppData, AppXmp, Content, Marker, Parts, Segment, icc, mpf, xmp};

/// The identifier of Photoshop's resources (XMP part 3, 1.1.3).
const PHOTOSHOP: &[u8] = b"Photoshop 3.0\0";
/// The identifier of a gain map's metadata (ISO 21496-1, Annex C).
const GAIN_MAP: &[u8] = b"urn:iso:std:iso:ts:21496:-1\0";

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
    /// The comments of a JPEG or PNG file.
    pub comments: Vec<Vec<u8>>,
    /// The pictures behind the first one of a JPEG file, whole files each.
    pub pictures: Vec<Vec<u8>>,
}

impl Metadata {
    /// Drops the kinds that are not kept, and the description of a gain map that is not there.
    pub(super) fn retain(&mut self, keep: Keep) {
        self.icc.take_if(|_| !keep.has(Kind::Icc));
        self.exif.take_if(|_| !keep.has(Kind::Exif));
        self.applications.retain(|segment| kind(segment).is_some_and(|kind| keep.has(kind)));
        if !keep.has(Kind::Comments) {
            self.comments.clear();
        }
        if !keep.has(Kind::Pictures) || self.pictures.is_empty() {
            self.drop_pictures();
        }
    }

    /// Drops further pictures, their index, and the description of a gain map.
    pub(super) fn drop_pictures(&mut self) {
        self.pictures.clear();
        self.applications.retain_mut(|segment| {
            let Some(packet) = segment.data.strip_prefix(AppXmp::IDENTIFIER) else {
                return kind(segment) != Some(Kind::Pictures);
            };
            match gain_map::take_out(packet) {
                Without::Unchanged => true,
                Without::Nothing => false,
                Without::Rest(rest) => {
                    segment.data = [AppXmp::IDENTIFIER, &rest].concat();
                    true
                }
            }
        });
    }

    /// Adds a packet of XMP, in as many segments as it needs; returns a note instead if it cannot be stored.
    pub(super) fn add_xmp(&mut self, packet: &[u8]) -> Option<String> {
        if packet.is_empty() {
            return None;
        }
        match xmp::split(packet) {
            Ok(segments) => {
                self.applications.extend(segments);
                None
            }
            Err(error) => Some(format!("XMP is left out: {error}")),
        }
    }

    /// Adds records of IPTC as a resource of Photoshop; returns a note instead if they cannot be stored.
    pub(super) fn add_iptc(&mut self, records: Result<Option<Vec<u8>>, String>) -> Option<String> {
        let resource = match records {
            Ok(None) => return None,
            Ok(Some(records)) => iptc::resource(&records),
            Err(reason) => Err(reason),
        };
        match resource {
            Ok(resource) => {
                self.applications.push(AppData { marker: Marker::app(13), data: [PHOTOSHOP, &resource].concat() });
                None
            }
            Err(reason) => Some(format!("IPTC is left out: {reason}")),
        }
    }

    /// Adds the metadata in the chunks of a PNG; returns notes on those that cannot be kept.
    pub(super) fn add_chunks(&mut self, chunks: Chunks, keep: Keep) -> Vec<String> {
        let Chunks { exif, xmp, comments, left_out, .. } = chunks;
        let left_out = left_out.into_iter().filter(|(kind, _)| keep.has(*kind)).map(|(_, reason)| reason);
        self.exif = exif;
        if keep.has(Kind::Comments) {
            self.comments = comments;
        }
        let xmp = xmp.filter(|_| keep.has(Kind::Xmp)).and_then(|packet| self.add_xmp(&packet));
        left_out.chain(xmp).collect()
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

    /// Returns the bytes of profile, EXIF, segments, comments and further pictures.
    pub(super) fn bytes(&self) -> u64 {
        let others = [&self.icc, &self.exif].into_iter().flatten().chain(&self.comments).map(Vec::len);
        let all = self.applications.iter().map(|segment| segment.data.len()).chain(others);
        all.map(|bytes| bytes as u64).sum::<u64>() + self.bytes_behind()
    }

    /// Returns what a JPEG file has beside EXIF, of the kinds that are kept, and a note on each that is left out.
    pub(super) fn of_jpeg(file: &[u8], keep: Keep) -> (Self, Vec<String>) {
        let (mut metadata, mut left_out, mut profile) = (Metadata::default(), Vec::new(), Vec::new());
        for part in Parts::new(file).map_while(Result::ok) {
            match part.content {
                Content::Segment(Segment::Scan(_)) => break,
                Content::Segment(Segment::Xmp(AppXmp { packet })) => {
                    let data = [AppXmp::IDENTIFIER, &packet].concat();
                    metadata.applications.push(AppData { marker: Marker::app(1), data });
                }
                Content::Segment(Segment::Icc(chunk)) => profile.push((part.position, chunk)),
                Content::Segment(Segment::App(segment)) if kind(&segment).is_some() => {
                    metadata.applications.push(segment);
                }
                Content::Segment(Segment::Comment(comment)) => metadata.comments.push(comment.text),
                _ => {}
            }
        }
        if keep.has(Kind::Icc) {
            match icc::collect(profile.iter().map(|(position, chunk)| (*position, chunk))) {
                Ok(profile) => metadata.icc = profile.filter(|profile| !profile.is_empty()),
                Err(error) => {
                    left_out.push(format!("the colour profile is left out: {error}; --icc FILE embeds a sound one"));
                }
            }
        }
        let is_index = |segment: &AppData| mpf::is_index(segment.marker, &segment.data);
        if keep.has(Kind::Pictures) && metadata.applications.iter().any(is_index) {
            match mpf::pictures(file) {
                Ok(pictures) => metadata.pictures = pictures.into_iter().map(<[u8]>::to_vec).collect(),
                Err(error) => {
                    let error = one_line(&error.to_string());
                    left_out.push(format!("the pictures behind the first are left out: {error}"));
                }
            }
        }
        metadata.retain(keep);
        (metadata, left_out)
    }
}

/// Returns the kind of a segment that is kept.
fn kind(AppData { marker, data }: &AppData) -> Option<Kind> {
    let begins = |n, identifier: &[u8]| *marker == Marker::app(n) && data.starts_with(identifier);
    if begins(1, AppXmp::IDENTIFIER) || begins(1, xmp::EXTENSION) {
        Some(Kind::Xmp)
    } else if begins(13, PHOTOSHOP) {
        Some(Kind::Iptc)
    } else if mpf::is_index(*marker, data) || begins(2, GAIN_MAP) {
        Some(Kind::Pictures)
    } else {
        None
    }
}
