//! [`AccessUnits`]: the access units of a stream with all their bytes (7.4.1.2.3, 7.4.1.2.4).
//!
//! A primary coded picture ends where the header of a slice begins another one, or where a NAL unit follows that can only
//! precede a picture:
//!
//! ```text
//! AUD SPS PPS SEI slice slice filler | SEI slice | slice | AUD slice slice end seq | SPS PPS slice
//! ```
//!
//! Headers are checked, and slice data are not: a byte stream that was cut within slice data is read as it is.

use super::byte_stream::{NalSource, NalUnit};
use super::error::{StreamError, SyntaxError};
use super::nal::{Nal, NalHeader, NalUnitType};
use super::parameter_sets::ParameterSets;
use super::slice_header::SliceHeader;
use super::unit::{Content, Unit};
use crate::bitstream::BitPosition;
use crate::shared::trace::NoTrace;

/// The maximum number of bytes of an access unit that is read: more than any level allows for a picture.
pub const MOST_BYTES: usize = 1 << 28;

/// An access unit with its whole NAL units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeAccessUnit {
    /// The NAL units in stream order.
    pub nals: Vec<Nal>,
    /// The byte offset in the stream of the first slice of the primary picture.
    pub position: u64,
    /// The header of that slice.
    pub slice: SliceHeader,
    /// `true` if the picture is an IDR picture, where decoding can begin.
    pub is_idr: bool,
}

/// The access units of a stream of any encoder, one by one. Memory holds one of them and the parameter sets.
///
/// ```
/// use codecs::h264::syntax::{AccessUnits, ByteStream, MOST_BYTES};
/// use codecs::h264::{Options, Session};
/// use codecs::picture::{PixelFormat, Pixels};
/// let mut session = Session::new(Options::new(16, 16).with_monochrome(true))?;
/// let gray = [128; 256];
/// let mut stream = Vec::new();
/// for _ in 0..3 {
///     let units = session.push(&Pixels::interleaved(&gray, 16, 16, PixelFormat::Gray)?)?;
///     stream.extend(units.iter().flat_map(|unit| unit.byte_stream()));
/// }
/// let mut units = AccessUnits::new(ByteStream::holding(&stream[..], MOST_BYTES)?);
/// let first = units.next_unit()?.expect("an access unit");
/// assert_eq!((first.is_idr, first.nals.len()), (true, 4)); // parameter sets, SEI, slice
/// assert_eq!(units.next_unit()?.expect("another").nals.len(), 1);
/// assert!(units.next_unit()?.is_some() && units.next_unit()?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AccessUnits<S> {
    source: S,
    sets: ParameterSets,
    /// The access unit that is being read.
    current: Vec<Nal>,
    /// Its first slice, as far as it was read.
    first: Option<(u64, SliceHeader, bool)>,
    /// Its last slice.
    last: Option<(SliceHeader, NalHeader)>,
    /// Units after its last slice that belong to the next slice.
    leading: Vec<Nal>,
    /// The position of the first of them.
    leading_from: u64,
    /// `true` if the next slice begins another picture whatever its header says.
    ended: bool,
    /// The number of bytes of the units of `current` and `leading`.
    bytes: usize,
}

impl<S: NalSource> AccessUnits<S> {
    /// Reads the access units of `source`, which must keep whole units of up to [`MOST_BYTES`] bytes.
    pub fn new(source: S) -> Self {
        AccessUnits {
            source,
            sets: ParameterSets::default(),
            current: Vec::new(),
            first: None,
            last: None,
            leading: Vec::new(),
            leading_from: 0,
            ended: false,
            bytes: 0,
        }
    }

    /// Returns the last parameter set of each number that was read so far: up to the last access unit and to the units
    /// right after it.
    pub fn parameter_sets(&self) -> &ParameterSets {
        &self.sets
    }

    /// Reads the next access unit; `None` at the end.
    ///
    /// # Errors
    /// I/O errors of the source; [`SyntaxError`] for bytes between units, for units that cannot be read or copied, for
    /// units at the end without a picture, and for more than [`MOST_BYTES`] bytes without one.
    pub fn next_unit(&mut self) -> Result<Option<WholeAccessUnit>, StreamError> {
        while let Some(nal) = self.source.next_nal()? {
            if let Some(unit) = self.take(&nal?)? {
                return Ok(Some(unit));
            }
        }
        match self.finish() {
            None if !self.leading.is_empty() => {
                let unit = self.leading[0].header.nal_unit_type.name();
                self.leading.clear();
                let position = BitPosition::byte(self.leading_from);
                Err(SyntaxError::Order { position, unit, reason: "is followed by no picture" }.into())
            }
            unit => Ok(unit),
        }
    }

    /// Takes a NAL unit; returns the access unit before it if it begins another one.
    fn take(&mut self, nal: &NalUnit) -> Result<Option<WholeAccessUnit>, SyntaxError> {
        let unit = Unit::read(nal, &mut self.sets, &mut NoTrace);
        if let Some(damage) = damage(nal, &unit) {
            return Err(damage);
        }
        let position = BitPosition::byte(unit.position);
        let whole = nal.rbsp.to_nal().filter(|nal| nal.rbsp.len() <= MOST_BYTES - self.bytes.min(MOST_BYTES));
        let whole = whole.ok_or(SyntaxError::TooLarge { position, most: MOST_BYTES })?;
        // Small units count for more, as each takes memory of its own.
        self.bytes += whole.rbsp.len() + size_of::<Nal>();
        match unit.content {
            Content::Slice(header, _) if unit.header.nal_unit_type.is_vcl() && header.redundant_pic_cnt == 0 => {
                Ok(self.slice(whole, unit.position, *header))
            }
            _ => {
                self.other(whole, unit.position);
                Ok(None)
            }
        }
    }

    fn slice(&mut self, nal: Nal, position: u64, header: SliceHeader) -> Option<WholeAccessUnit> {
        let differs =
            |(last, its): &(SliceHeader, NalHeader)| header.begins_picture(nal.header, (last, *its), &self.sets);
        let begins = self.ended || self.last.as_ref().is_some_and(differs);
        let bytes = nal.rbsp.len() + size_of::<Nal>();
        let done = if begins { self.finish() } else { None };
        if done.is_some() {
            self.bytes = bytes + self.leading.iter().map(|nal| nal.rbsp.len() + size_of::<Nal>()).sum::<usize>();
        }
        self.ended = false;
        self.current.append(&mut self.leading);
        self.first.get_or_insert_with(|| (position, header.clone(), nal.header.is_idr()));
        self.last = Some((header, nal.header));
        self.current.push(nal);
        done
    }

    /// Takes a unit that is no slice of a primary picture.
    fn other(&mut self, nal: Nal, position: u64) {
        let kind = nal.header.nal_unit_type;
        let precedes = self.first.is_none() || !self.leading.is_empty();
        if precedes || matches!(kind.code(), 6..=9 | 14..=18) {
            if self.leading.is_empty() {
                self.leading_from = position;
            }
            // 7.4.1.2.3: these types begin an access unit; a prefix NAL unit precedes every slice.
            self.ended |= self.first.is_some() && matches!(kind.code(), 6..=9 | 15..=18);
            return self.leading.push(nal);
        }
        self.ended |= matches!(kind, NalUnitType::END_OF_SEQUENCE | NalUnitType::END_OF_STREAM);
        self.current.push(nal);
    }

    /// Returns the access unit that is being read, if it has a picture.
    fn finish(&mut self) -> Option<WholeAccessUnit> {
        let (position, slice, is_idr) = self.first.take()?;
        self.last = None;
        Some(WholeAccessUnit { nals: core::mem::take(&mut self.current), position, slice, is_idr })
    }
}

/// Returns the reason why a unit cannot be copied: it cannot be read, or its bytes would change.
fn damage(nal: &NalUnit, unit: &Unit) -> Option<SyntaxError> {
    let is_forbidden = nal.rbsp.bytes().first().is_some_and(|&first| first >> 7 == 1);
    let first = || unit.complaints.first().cloned();
    match unit.content {
        _ if nal.rbsp.complaint().is_some() || is_forbidden => first(),
        Content::Broken => unit.complaints.last().cloned(),
        _ => None,
    }
}
