//! [`Rbsp`]: a NAL unit without emulation prevention (7.3.1, 7.4.1.1).

use super::error::SyntaxError;
use super::nal::{Nal, NalHeader};
use crate::bitstream::BitPosition;
use crate::shared::trace::Trace;

/// A NAL unit without emulation prevention: its header and its RBSP.
///
/// Only the first bytes of a unit read from a file are kept, by default [`HELD_BYTES`]: a whole header or parameter set,
/// and the beginning of a slice's data. The total length, the position of the stop bit and the first emulation error are known
/// nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rbsp {
    /// The bytes kept.
    bytes: Vec<u8>,
    /// The indices, in `bytes`, of the bytes after a removed `emulation_prevention_three_byte`.
    prevented: Vec<usize>,
    /// The byte offset of the NAL unit in the stream.
    from: u64,
    /// The length of the NAL unit in bytes, with emulation prevention.
    length: u64,
    /// The length of the NAL unit in bytes, without emulation prevention.
    count: u64,
    stop: Option<StopBit>,
    /// The index and value of the first byte after the header that is not 0xFF.
    other_than_ff: Option<(u64, u8)>,
    complaint: Option<SyntaxError>,
}

/// The position of `rbsp_stop_one_bit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StopBit {
    /// The index of the bit in the NAL unit, without emulation prevention.
    bit: u64,
    position: BitPosition,
}

/// The maximum number of bytes kept of a NAL unit read from a file. It exceeds the length of any valid header,
/// parameter set or slice header. Longer SEI units are not read to their end.
pub const HELD_BYTES: usize = 1 << 17;

impl Rbsp {
    /// Removes emulation prevention from a NAL unit that begins at byte `from` of the stream.
    ///
    /// ```
    /// use codecs::h264::syntax::{BitPosition, Rbsp};
    /// let rbsp = Rbsp::new(&[0x68, 0, 0, 3, 1, 0x80], 100);
    /// assert_eq!(rbsp.bytes(), [0x68, 0, 0, 1, 0x80]);
    /// assert_eq!(rbsp.position(25), BitPosition(104 * 8 + 1));
    /// ```
    pub fn new(nal: &[u8], from: u64) -> Rbsp {
        let mut escaped = Unescape::new(from, usize::MAX);
        escaped.rbsp.bytes.reserve_exact(nal.len());
        escaped.push(nal);
        escaped.finish()
    }

    /// Returns the first violation of emulation prevention: three bytes that a NAL unit must not contain.
    pub fn complaint(&self) -> Option<&SyntaxError> {
        self.complaint.as_ref()
    }

    /// Returns the header and the RBSP; only their beginning if the unit was read from a file and is longer than
    /// [`HELD_BYTES`].
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the header; all zeros if the NAL unit is empty.
    pub fn header(&self) -> NalHeader {
        NalHeader::from_byte(self.bytes.first().copied().unwrap_or(0))
    }

    /// Returns the length of the NAL unit in bytes, with emulation prevention.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns the length of the whole NAL unit in bits, without emulation prevention.
    pub fn bits(&self) -> u64 {
        8 * self.count
    }

    /// Returns the NAL unit; `None` if it is empty, or if only its beginning was kept.
    pub fn to_nal(&self) -> Option<Nal> {
        let (_, rbsp) = self.bytes.split_first().filter(|_| self.kept_bits() == self.bits())?;
        Some(Nal { header: self.header(), rbsp: rbsp.to_vec() })
    }

    /// Returns the number of bits of [`Rbsp::bytes`].
    pub(super) fn kept_bits(&self) -> u64 {
        8 * self.bytes.len() as u64
    }

    /// Returns the index of the last one bit, `rbsp_stop_one_bit`; `None` if there is no one bit after the header.
    pub fn stop_bit(&self) -> Option<u64> {
        self.stop.map(|stop| stop.bit)
    }

    /// Returns the first of the `bytes` bytes after the header that is not 0xFF.
    pub(super) fn other_than_ff(&self, bytes: u64) -> Option<u8> {
        self.other_than_ff.filter(|&(index, _)| index <= bytes).map(|(_, byte)| byte)
    }

    /// Returns the position in the stream of a bit: one of [`Rbsp::bytes`], the stop bit or the end.
    pub fn position(&self, bit: u64) -> BitPosition {
        if bit >= self.bits() {
            return BitPosition(8 * (self.from + self.length) + (bit - self.bits()));
        }
        match self.stop {
            Some(stop) if stop.bit == bit => stop.position,
            _ => {
                let removed = self.prevented.partition_point(|&index| 8 * index as u64 <= bit);
                BitPosition(8 * (self.from + removed as u64) + bit)
            }
        }
    }

    /// Returns the byte offset of the NAL unit in the stream.
    pub(super) fn begin(&self) -> u64 {
        self.from
    }

    /// Reports the elements of the header (7.3.1) to `trace`.
    pub fn trace_header(&self, trace: &mut dyn Trace) {
        if let Some(&byte) = self.bytes.first() {
            let from = 8 * self.from;
            trace.element(from, 1, "forbidden_zero_bit", (byte >> 7).into());
            trace.element(from + 1, 2, "nal_ref_idc", (byte >> 5 & 3).into());
            trace.element(from + 3, 5, "nal_unit_type", (byte & 31).into());
        }
    }
}

/// An incremental remover of emulation prevention, fed with the bytes of a NAL unit piece by piece.
pub(crate) struct Unescape {
    rbsp: Rbsp,
    /// The maximum number of bytes kept.
    most: usize,
    /// The number of zeros after the header that the bytes so far end with.
    zeros: u64,
    /// `true` if the last byte was an `emulation_prevention_three_byte`.
    after_prevention: bool,
}

impl Unescape {
    /// Begins a NAL unit at byte `from` of the stream, of which up to `most` bytes are kept.
    pub(crate) fn new(from: u64, most: usize) -> Self {
        let rbsp = Rbsp {
            bytes: Vec::new(),
            prevented: Vec::new(),
            from,
            length: 0,
            count: 0,
            stop: None,
            other_than_ff: None,
            complaint: None,
        };
        Unescape { rbsp, most, zeros: 0, after_prevention: false }
    }

    /// Appends the next bytes of the NAL unit.
    pub(crate) fn push(&mut self, mut bytes: &[u8]) {
        if let (0, Some((header, rest))) = (self.rbsp.length, bytes.split_first()) {
            self.put(core::slice::from_ref(header));
            bytes = rest;
        }
        while let Some(&first) = bytes.first() {
            if core::mem::take(&mut self.after_prevention) && first > 3 {
                self.complain(2, 0x0300 | u32::from(first));
            }
            let run = match first {
                0 => {
                    let run = bytes.iter().position(|&byte| byte != 0).unwrap_or(bytes.len());
                    if self.zeros + run as u64 >= 3 {
                        self.complain(self.zeros, 0);
                    }
                    self.put(&bytes[..run]);
                    self.zeros += run as u64;
                    run
                }
                3 if self.zeros >= 2 => {
                    self.rbsp.length += 1;
                    self.after_prevention = true;
                    if self.rbsp.bytes.len() as u64 == self.rbsp.count {
                        self.rbsp.prevented.push(self.rbsp.bytes.len());
                    }
                    self.zeros = 0;
                    1
                }
                _ => {
                    if first < 3 && self.zeros >= 2 {
                        self.complain(2, first.into());
                    }
                    self.zeros = 0;
                    let run = memchr::memchr(0, bytes).unwrap_or(bytes.len());
                    self.put(&bytes[..run]);
                    run
                }
            };
            bytes = &bytes[run..];
        }
    }

    /// Appends the header, a run of zeros, or a run of nonzero bytes.
    fn put(&mut self, bytes: &[u8]) {
        let rbsp = &mut self.rbsp;
        if rbsp.count > 0 && rbsp.other_than_ff.is_none() {
            let other = bytes.iter().position(|&byte| byte != 0xFF);
            rbsp.other_than_ff = other.map(|at| (rbsp.count + at as u64, bytes[at]));
        }
        let room = self.most.saturating_sub(rbsp.bytes.len());
        rbsp.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
        rbsp.count += bytes.len() as u64;
        rbsp.length += bytes.len() as u64;
        if let (Some(&last @ 1..), 2..) = (bytes.last(), rbsp.count) {
            let bit = 7 - u64::from(last.trailing_zeros());
            let position = BitPosition(8 * (rbsp.from + rbsp.length - 1) + bit);
            rbsp.stop = Some(StopBit { bit: 8 * (rbsp.count - 1) + bit, position });
        }
    }

    /// Records a violation of emulation prevention that begins `before` bytes before the next byte.
    fn complain(&mut self, before: u64, bytes: u32) {
        let position = BitPosition::byte(self.rbsp.from + self.rbsp.length - before);
        self.rbsp.complaint.get_or_insert(SyntaxError::Emulation { position, bytes });
    }

    /// Returns the NAL unit.
    pub(crate) fn finish(self) -> Rbsp {
        self.rbsp
    }
}
