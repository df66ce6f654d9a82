//! [`Unit`]: a NAL unit with its contents, and [`Units`]: a stream, unit by unit.

use super::byte_stream::{ByteStream, NalSource, NalUnit};
use super::error::SyntaxError;
use super::levels::Level;
use super::nal::{NalHeader, NalUnitType};
use super::order::Order;
use super::parameter_sets::ParameterSets;
use super::pps::Pps;
use super::rbsp::Rbsp;
use super::read::Reader;
use super::sei::Sei;
use super::slice_header::{SliceContext, SliceHeader};
use super::small::{AccessUnitDelimiter, Filler, SpsExtension};
use super::sps::Sps;
use super::structure::Structure;
use crate::bitstream::{BitPosition, Syntax as _, Violation};
use crate::shared::trace::Trace;
use std::io;

/// The contents of a NAL unit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// A sequence parameter set.
    Sps(Box<Sps>),
    /// A picture parameter set.
    Pps(Box<Pps>),
    /// A slice: its header, and the number of bits of slice data between the header and the stop bit.
    Slice(Box<SliceHeader>, u64),
    /// SEI messages.
    Sei(Box<Sei>),
    /// An access unit delimiter.
    AccessUnitDelimiter(AccessUnitDelimiter),
    /// A sequence parameter set extension.
    SpsExtension(SpsExtension),
    /// Filler data.
    Filler(Filler),
    /// The end of a sequence, or of the stream.
    End,
    /// A type that is not parsed: partitions B and C, extensions for scalable, multiview and depth coding, reserved
    /// types.
    NotRead,
    /// Contents that could not be read to their end; the last complaint gives the reason.
    Broken,
}

/// A NAL unit with its position, contents and complaints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The byte offset of the header in the stream.
    pub position: u64,
    /// The length of header and payload in bytes, with emulation prevention.
    pub length: u64,
    /// The number of bytes before the unit: its start code with preceding zeros, or its length field.
    pub lead: u64,
    /// The header.
    pub header: NalHeader,
    /// The contents.
    pub content: Content,
    /// The violations found, at most the first few.
    pub complaints: Vec<SyntaxError>,
}

impl Unit {
    /// Reads a NAL unit, and reports its elements, including those of the header, to `trace`. Parameter sets in it are
    /// added to `sets`, for later units.
    ///
    /// ```
    /// use codecs::h264::syntax::{Content, NalUnit, ParameterSets, Rbsp, Unit};
    /// use codecs::shared::trace::Recorder;
    /// let nal = NalUnit { lead: 4, rbsp: Rbsp::new(&[0x09, 0xF0], 4) };
    /// let unit = Unit::read(&nal, &mut ParameterSets::default(), &mut Recorder::default());
    /// assert!(matches!(unit.content, Content::AccessUnitDelimiter(delimiter) if delimiter.primary_pic_type == 7));
    /// assert!(unit.complaints.is_empty());
    /// ```
    pub fn read(nal: &NalUnit, sets: &mut ParameterSets, trace: &mut dyn Trace) -> Unit {
        let unit = Unit::read_by(nal, sets, trace);
        sets.follow(&unit.content);
        unit
    }

    /// Reads a NAL unit as [`Unit::read`] does, without changing the parameter sets.
    pub(super) fn read_by(nal: &NalUnit, sets: &ParameterSets, trace: &mut dyn Trace) -> Unit {
        let (rbsp, header) = (&nal.rbsp, nal.header());
        let (position, length, lead) = (nal.position(), rbsp.length(), nal.lead);
        trace.structure(8 * position, header.nal_unit_type.name());
        rbsp.trace_header(trace);
        let mut complaints = of_header(rbsp);
        let mut reader = Reader::new(rbsp, trace);
        let read = match length {
            0 => Ok(Content::Broken),
            _ => read(&mut reader, rbsp, header, sets),
        };
        complaints.extend(reader.into_complaints());
        let content = read.unwrap_or_else(|error| {
            if complaints.last() != Some(&error) {
                complaints.push(error);
            }
            Content::Broken
        });
        if let Content::Sps(sps) = &content {
            complaints.extend(Level::of(sps).and_then(|level| level.excess(sps, BitPosition::byte(position))));
        }
        Unit { position, length, lead, header, content, complaints }
    }
}

/// Returns violations that do not depend on the contents of the unit: emulation prevention and header.
fn of_header(rbsp: &Rbsp) -> Vec<SyntaxError> {
    let position = BitPosition::byte(rbsp.begin());
    let Some(&first) = rbsp.bytes().first() else { return vec![SyntaxError::EmptyNalUnit { position }] };
    let mut complaints: Vec<_> = rbsp.complaint().cloned().into_iter().collect();
    if first >> 7 == 1 {
        complaints.push(Violation::Range { value: 1, least: 0, most: 0 }.at(position, "forbidden_zero_bit"));
    }
    let header = rbsp.header();
    let (idc, least, most) = match header.nal_unit_type.code() {
        // Table 7-1: the types that must be reference data, and those that must not.
        5 | 7 | 8 | 13 | 15 => (header.nal_ref_idc, 1, 3),
        6 | 9..=12 => (header.nal_ref_idc, 0, 0),
        _ => return complaints,
    };
    if !(least..=most).contains(&idc) {
        let (value, least, most) = (idc.into(), least.into(), most.into());
        let violation = Violation::Range { value, least, most };
        complaints.push(violation.at(BitPosition(position.0 + 1), "nal_ref_idc"));
    }
    complaints
}

fn read(reader: &mut Reader<'_>, rbsp: &Rbsp, nal: NalHeader, sets: &ParameterSets) -> Result<Content, SyntaxError> {
    Ok(match nal.nal_unit_type {
        NalUnitType::SPS => Content::Sps(Box::new(Sps::read(reader, ())?)),
        NalUnitType::PPS => Content::Pps(Box::new(Pps::read(reader, sets)?)),
        NalUnitType::SEI => Content::Sei(Box::new(Sei::read(reader, sets)?)),
        NalUnitType::ACCESS_UNIT_DELIMITER => Content::AccessUnitDelimiter(AccessUnitDelimiter::read(reader, ())?),
        NalUnitType::SPS_EXTENSION => Content::SpsExtension(SpsExtension::read(reader, ())?),
        NalUnitType::FILLER => Content::Filler(Filler::read(reader, ())?),
        NalUnitType::END_OF_SEQUENCE | NalUnitType::END_OF_STREAM => {
            let bits = rbsp.bits() - 8;
            if bits > 0 {
                reader.complain(SyntaxError::Trailing { position: reader.position(), bits })?;
            }
            Content::End
        }
        kind if kind.has_slice_header() => {
            let header = SliceHeader::read(reader, SliceContext { sets, nal })?;
            let stop = rbsp.stop_bit().ok_or(SyntaxError::NoStopBit { position: rbsp.position(rbsp.bits()) })?;
            Content::Slice(Box::new(header), stop.saturating_sub(reader.at()))
        }
        _ => Content::NotRead,
    })
}

/// The units of a stream, one by one, with complaints about their contents and their order.
///
/// ```
/// use codecs::h264::syntax::Units;
/// use codecs::shared::trace::Recorder;
/// let mut units = Units::of_byte_stream(&[0, 0, 1, 0x09, 0xF0, 0, 0, 1, 0x68, 0x80]);
/// let unit = units.next_unit(&mut Recorder::default())?.unwrap()?;
/// assert!(unit.complaints.is_empty());
/// let unit = units.next_unit(&mut Recorder::default())?.unwrap()?;
/// let complaint = unit.complaints[0].to_string();
/// assert_eq!(complaint, "byte 9.0: pic_parameter_set_id extends beyond the end; 0 bits are left");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Units<S> {
    source: S,
    sets: ParameterSets,
    order: Order,
}

impl<'a> Units<ByteStream<&'a [u8]>> {
    /// Reads the units of a byte stream (Annex B) in memory.
    pub fn of_byte_stream(bytes: &'a [u8]) -> Self {
        Units::new(ByteStream::new(bytes))
    }
}

impl<S: NalSource> Units<S> {
    /// Reads the units of `source`, in decoding order.
    pub fn new(source: S) -> Self {
        Units { source, sets: ParameterSets::default(), order: Order::default() }
    }

    /// Reads the next unit, or returns an error in the bytes between units. The elements of the unit are reported to
    /// `trace`.
    ///
    /// # Errors
    /// I/O errors of the source.
    pub fn next_unit(&mut self, trace: &mut dyn Trace) -> io::Result<Option<Result<Unit, SyntaxError>>> {
        let next = self.source.next_nal()?;
        Ok(next.map(|nal| nal.map(|nal| self.follow(self.read(&nal, trace)))))
    }

    /// Reads a NAL unit with the parameter sets before it, without adding its own.
    pub(super) fn read(&self, nal: &NalUnit, trace: &mut dyn Trace) -> Unit {
        Unit::read_by(nal, &self.sets, trace)
    }

    /// Updates parameter sets and order after a unit, and adds complaints about its order to it.
    pub(super) fn follow(&mut self, mut unit: Unit) -> Unit {
        self.sets.follow(&unit.content);
        unit.complaints.extend(self.order.unit(&unit, &self.sets));
        unit
    }

    /// Returns the source of the units.
    pub(super) fn source(&mut self) -> &mut S {
        &mut self.source
    }

    /// Returns the parameter sets sent so far.
    pub fn parameter_sets(&self) -> &ParameterSets {
        &self.sets
    }

    /// Returns the counts of pictures so far.
    pub fn order(&self) -> &Order {
        &self.order
    }
}
