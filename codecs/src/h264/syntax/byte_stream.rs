//! The byte stream format (Annex B): NAL units behind start codes.

use super::nal::{NalHeader, Rbsp, write_nal_unit};

/// What stands before a NAL unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartCode {
    /// `zero_byte` and `start_code_prefix_one_3bytes`: before parameter sets, and before the first NAL unit of an access unit
    /// (B.1.2).
    Long,
    /// `start_code_prefix_one_3bytes`.
    Short,
}

/// Appends a NAL unit to a byte stream: its start code, its header, and its RBSP with emulation prevention.
///
/// ```
/// use codecs::h264::syntax::{NalHeader, NalUnitType, StartCode, write_byte_stream_nal_unit};
/// let mut out = Vec::new();
/// write_byte_stream_nal_unit(StartCode::Long, NalHeader::new(0, NalUnitType::ACCESS_UNIT_DELIMITER), &[0xF0], &mut out);
/// assert_eq!(out, [0, 0, 0, 1, 0x09, 0xF0]);
/// ```
pub fn write_byte_stream_nal_unit(start: StartCode, header: NalHeader, rbsp: &[u8], out: &mut Vec<u8>) {
    let code: &[u8] = match start {
        StartCode::Long => &[0, 0, 0, 1],
        StartCode::Short => &[0, 0, 1],
    };
    out.extend_from_slice(code);
    write_nal_unit(header, rbsp, out);
}

/// A NAL unit of a stream, as it lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NalUnit<'a> {
    /// The byte of the stream that its header is.
    pub position: u64,
    /// Header and payload, with emulation prevention; empty where two start codes follow each other.
    pub bytes: &'a [u8],
    /// Bytes before it: its start code with the zeros that stand before that, or the size of its length.
    pub lead: u64,
}

impl NalUnit<'_> {
    /// The header; of an empty NAL unit zeros.
    pub fn header(&self) -> NalHeader {
        NalHeader::from_byte(self.bytes.first().copied().unwrap_or(0))
    }

    /// The unit without emulation prevention.
    pub fn rbsp(&self) -> Rbsp {
        Rbsp::new(self.bytes, self.position)
    }
}

/// The NAL units of a byte stream, of any encoder.
///
/// ```
/// use codecs::h264::syntax::ByteStream;
/// let stream = [0, 0, 0, 1, 0x09, 0xF0, 0, 0, 1, 0x0A];
/// let units: Vec<_> = ByteStream::new(&stream).map(|unit| (unit.position, unit.lead, unit.bytes.len())).collect();
/// assert_eq!(units, [(4, 4, 2), (9, 3, 1)]);
/// ```
#[derive(Clone, Debug)]
pub struct ByteStream<'a> {
    bytes: &'a [u8],
    /// The start code prefix of the next unit.
    next: Option<usize>,
    /// Where the one before ended.
    end: usize,
    stray: u64,
}

impl<'a> ByteStream<'a> {
    /// The units of `bytes`. See [`ByteStream`] for an example.
    pub fn new(bytes: &'a [u8]) -> Self {
        let next = start_code(bytes, 0);
        let before = next.unwrap_or(bytes.len());
        // Zeros before the first start code are no part of anything (`leading_zero_8bits`).
        let zeros = bytes[..before].iter().rev().take_while(|&&byte| byte == 0).count();
        ByteStream { bytes, next, end: before - zeros, stray: (before - zeros) as u64 }
    }

    /// Bytes before the first start code that are not zero, or stand before one that is not.
    pub fn stray(&self) -> u64 {
        self.stray
    }
}

impl<'a> Iterator for ByteStream<'a> {
    type Item = NalUnit<'a>;

    fn next(&mut self) -> Option<NalUnit<'a>> {
        let begin = self.next? + 3;
        let lead = (begin - self.end) as u64;
        self.next = start_code(self.bytes, begin);
        let limit = self.next.unwrap_or(self.bytes.len());
        let zeros = self.bytes[begin..limit].iter().rev().take_while(|&&byte| byte == 0).count();
        self.end = limit - zeros;
        Some(NalUnit { position: begin as u64, bytes: &self.bytes[begin..self.end], lead })
    }
}

/// The next 000001.
fn start_code(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(&last) = bytes.get(at + 2) {
        match last {
            0 => at += 1,
            1 if bytes[at..at + 2] == [0, 0] => return Some(at),
            _ => at += 3,
        }
    }
    None
}
