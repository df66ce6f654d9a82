//! [`Order`]: checks of the order of NAL units (7.4.1.2), and counts of pictures.

use super::error::SyntaxError;
use super::nal::{NalHeader, NalUnitType};
use super::parameter_sets::ParameterSets;
use super::slice_header::SliceHeader;
use super::slice_type::SliceKind;
use super::unit::{Content, Unit};
use crate::bitstream::BitPosition;

/// The number and size of the pictures of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureCount {
    /// The number of pictures.
    pub pictures: u64,
    /// The number of bytes in their NAL units.
    pub bytes: u64,
}

/// A checker of the order of NAL units, fed unit by unit.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// The headers of the last slice of a primary picture.
    last: Option<(SliceHeader, NalHeader)>,
    /// `true` if the access unit has coded data already.
    has_vcl: bool,
    /// `true` if the access unit has any NAL unit already.
    has_any: bool,
    /// `true` after the end of a sequence.
    ended: bool,
    /// `true` after the end of the stream.
    stream_ended: bool,
    /// The kind of the current picture, by its slices so far.
    kind: Kind,
    /// The counts of the pictures before the current one, by kind.
    counts: [PictureCount; 4],
    current: PictureCount,
    slices: u64,
    fields: u64,
}

/// The kind that a picture is counted as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    #[default]
    Idr,
    I,
    P,
    B,
}

impl Order {
    /// Follows the stream by one unit. Returns violations of the order at that unit.
    pub fn unit(&mut self, unit: &Unit, sets: &ParameterSets) -> Vec<SyntaxError> {
        let mut complaints = Vec::new();
        let kind = unit.header.nal_unit_type;
        let mut complain = |reason| {
            let position = BitPosition::byte(unit.position);
            complaints.push(SyntaxError::Order { position, unit: kind.name(), reason });
        };
        if self.stream_ended {
            complain("follows the end of the stream");
        }
        // 7.4.1.2.3: these types begin an access unit if they follow coded data.
        if matches!(kind.code(), 6..=9 | 14..=18) && self.has_vcl {
            (self.has_vcl, self.has_any) = (false, false);
        }
        match kind {
            NalUnitType::ACCESS_UNIT_DELIMITER if self.has_any => complain("is not the first of its access unit"),
            NalUnitType::END_OF_SEQUENCE => {
                if !self.has_vcl {
                    complain("follows no coded picture");
                }
                (self.ended, self.has_vcl, self.has_any) = (true, false, false);
            }
            NalUnitType::END_OF_STREAM => (self.stream_ended, self.ended) = (true, true),
            NalUnitType::FILLER if !self.has_vcl => complain("follows no coded picture"),
            _ => {}
        }
        if !matches!(kind, NalUnitType::END_OF_SEQUENCE | NalUnitType::END_OF_STREAM) {
            self.has_any = true;
        }
        if let Content::Slice(header, _) = &unit.content {
            complaints.extend(self.slice(unit, header, sets));
        }
        if kind.is_vcl() {
            self.has_vcl = true;
            self.current.bytes += unit.length;
        }
        complaints
    }

    fn slice(&mut self, unit: &Unit, header: &SliceHeader, sets: &ParameterSets) -> Option<SyntaxError> {
        if !unit.header.nal_unit_type.is_vcl() || header.redundant_pic_cnt > 0 {
            return None;
        }
        let (position, name) = (BitPosition::byte(unit.position), unit.header.nal_unit_type.name());
        self.slices += 1;
        let kind = match header.slice_type.kind() {
            _ if unit.header.is_idr() => Kind::Idr,
            SliceKind::I | SliceKind::Si => Kind::I,
            SliceKind::P | SliceKind::Sp => Kind::P,
            SliceKind::B => Kind::B,
        };
        let first = self.last.is_none();
        let begins = match &self.last {
            Some((last, nal)) => !self.has_vcl || self.ended || header.begins_picture(unit.header, (last, *nal), sets),
            None => true,
        };
        let after_end = core::mem::replace(&mut self.ended, false);
        self.last = Some((header.clone(), unit.header));
        if !begins {
            self.kind = self.kind.max(kind);
            return None;
        }
        self.finish_picture();
        (self.kind, self.current.pictures) = (kind, 1);
        self.fields += u64::from(header.field_pic_flag);
        let reason = match (first, after_end) {
            (true, _) => "begins the stream, and is no IDR picture",
            (_, true) => "follows the end of a sequence, and is no IDR picture",
            _ => return None,
        };
        (kind != Kind::Idr).then_some(SyntaxError::Order { position, unit: name, reason })
    }

    fn finish_picture(&mut self) {
        let current = core::mem::take(&mut self.current);
        let count = &mut self.counts[self.kind as usize];
        count.pictures += current.pictures;
        count.bytes += current.bytes;
    }

    /// Returns the counts of primary coded pictures by kind: IDR, other I, P, B. A picture with several kinds of slices
    /// counts as the last of these kinds that it has. A field counts as a picture.
    pub fn pictures(&self) -> [(&'static str, PictureCount); 4] {
        let mut all = self.clone();
        all.finish_picture();
        let [idr, i, p, b] = all.counts;
        [("IDR", idr), ("I", i), ("P", p), ("B", b)]
    }

    /// Returns the number of slices of primary coded pictures.
    pub fn slices(&self) -> u64 {
        self.slices
    }

    /// Returns the number of pictures that are fields.
    pub fn fields(&self) -> u64 {
        self.fields
    }
}
