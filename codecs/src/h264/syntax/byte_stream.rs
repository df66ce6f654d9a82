//! The byte stream format (Annex B): NAL units preceded by start codes.

use super::error::SyntaxError;
use super::nal::{Nal, NalHeader, NalUnitType, write_nal_unit};
use super::rbsp::{HELD_BYTES, Rbsp, Unescape};
use crate::bitstream::BitPosition;
use crate::shared::forward::Forward;
use std::io::{self, BufRead};

/// The start code before a NAL unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartCode {
    /// `zero_byte` and `start_code_prefix_one_3bytes`: for parameter sets and the first NAL unit of an access unit
    /// (B.1.2).
    Long,
    /// `start_code_prefix_one_3bytes` alone: for all other NAL units.
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

/// Appends the NAL units of an access unit to a byte stream: the first one, and parameter sets, after a long start code.
///
/// ```
/// use codecs::h264::syntax::{Nal, NalHeader, NalUnitType, write_access_unit};
/// let nal = |kind, rbsp: &[u8]| Nal { header: NalHeader::new(0, kind), rbsp: rbsp.to_vec() };
/// let mut out = Vec::new();
/// let units = [nal(NalUnitType::ACCESS_UNIT_DELIMITER, &[0xF0]), nal(NalUnitType::FILLER, &[0x80])];
/// write_access_unit(&units, &mut out);
/// assert_eq!(out, [0, 0, 0, 1, 0x09, 0xF0, 0, 0, 1, 0x0C, 0x80]);
/// ```
pub fn write_access_unit(nals: &[Nal], out: &mut Vec<u8>) {
    for (n, nal) in nals.iter().enumerate() {
        let first = n == 0 || matches!(nal.header.nal_unit_type, NalUnitType::SPS | NalUnitType::PPS);
        let start = if first { StartCode::Long } else { StartCode::Short };
        write_byte_stream_nal_unit(start, nal.header, &nal.rbsp, out);
    }
}

/// A NAL unit of a stream, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NalUnit {
    /// The number of bytes before the unit: its start code with preceding zeros, or the size of its length field.
    pub lead: u64,
    /// The header and the payload; empty between two adjacent start codes.
    pub rbsp: Rbsp,
}

impl NalUnit {
    /// Returns the byte offset of the header in the stream.
    pub fn position(&self) -> u64 {
        self.rbsp.begin()
    }

    /// Returns the header; all zeros if the NAL unit is empty.
    pub fn header(&self) -> NalHeader {
        self.rbsp.header()
    }
}

/// A source of NAL units in decoding order.
pub trait NalSource {
    /// Reads the next unit, or returns an error in the bytes between units; `None` at the end.
    ///
    /// # Errors
    /// I/O errors of the reader.
    fn next_nal(&mut self) -> io::Result<Option<Result<NalUnit, SyntaxError>>>;

    /// Returns the length of the file, or of the byte stream as far as it was read, in bytes.
    fn length(&self) -> u64;
}

impl<S: NalSource + ?Sized> NalSource for Box<S> {
    fn next_nal(&mut self) -> io::Result<Option<Result<NalUnit, SyntaxError>>> {
        (**self).next_nal()
    }

    fn length(&self) -> u64 {
        (**self).length()
    }
}

/// Returns the next unit of a source that reads from memory; skips errors between units.
pub(crate) fn next_unit_in_memory(source: &mut impl NalSource) -> Option<NalUnit> {
    core::iter::from_fn(|| source.next_nal().expect("a slice can always be read")).find_map(Result::ok)
}

/// The NAL units of a byte stream. In memory, it is an iterator over whole units; of each unit from another reader,
/// only the first bytes are kept: [`HELD_BYTES`], or a number of the caller.
///
/// ```
/// use codecs::h264::syntax::ByteStream;
/// let stream = [0, 0, 0, 1, 0x09, 0xF0, 0, 0, 1, 0x0A];
/// let units: Vec<_> = ByteStream::new(&stream).map(|unit| (unit.position(), unit.lead, unit.rbsp.length())).collect();
/// assert_eq!(units, [(4, 4, 2), (9, 3, 1)]);
/// ```
#[derive(Clone, Debug)]
pub struct ByteStream<R> {
    source: Forward<R>,
    /// The number of bytes kept of each unit.
    most: usize,
    /// The length of the start code before the next unit, with preceding zeros.
    lead: Option<u64>,
    /// The number of bytes before the first start code.
    stray: u64,
    /// The error for bytes before the first start code, until it is returned.
    complaint: Option<SyntaxError>,
}

impl<'a> ByteStream<&'a [u8]> {
    /// Reads a byte stream in memory. See [`ByteStream`] for an example.
    pub fn new(bytes: &'a [u8]) -> Self {
        ByteStream::at(bytes, 0)
    }

    /// Reads a part of a byte stream that begins at byte `position` of the whole.
    ///
    /// ```
    /// use codecs::h264::syntax::ByteStream;
    /// assert_eq!(ByteStream::at(&[0, 0, 1, 0x0A], 100).next().unwrap().position(), 103);
    /// ```
    pub fn at(bytes: &'a [u8], position: u64) -> Self {
        Self::begin(Forward::new(bytes, position), usize::MAX).expect("a slice can always be read")
    }
}

impl<R: BufRead> ByteStream<R> {
    /// Reads a byte stream from the current position of `reader`.
    ///
    /// ```
    /// use codecs::h264::syntax::{ByteStream, NalSource};
    /// let mut units = ByteStream::from_reader(std::io::Cursor::new([0, 0, 1, 0x0A]))?;
    /// assert_eq!(units.next_nal()?.unwrap()?.header().nal_unit_type.name(), "end seq");
    /// assert!(units.next_nal()?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// I/O errors of the reader.
    pub fn from_reader(reader: R) -> io::Result<Self> {
        ByteStream::holding(reader, HELD_BYTES)
    }

    /// Reads a byte stream from the current position of `reader`, and keeps the first `most` bytes of each unit. See
    /// [`AccessUnits`](super::AccessUnits) for an example.
    ///
    /// # Errors
    /// I/O errors of the reader.
    pub fn holding(reader: R, most: usize) -> io::Result<Self> {
        Self::begin(Forward::new(reader, 0), most)
    }

    fn begin(source: Forward<R>, most: usize) -> io::Result<Self> {
        let position = BitPosition::byte(source.position());
        let mut stream = ByteStream { source, most, lead: None, stray: 0, complaint: None };
        let mut stray = 0;
        stream.lead = stream.next_start_code(|bytes| stray += bytes.len() as u64)?;
        stream.stray = stray;
        stream.complaint = (stray > 0).then_some(SyntaxError::Stray { position, bytes: stray });
        Ok(stream)
    }

    /// Returns the number of bytes before the first start code, without the zeros that belong to it.
    pub fn stray(&self) -> u64 {
        self.stray
    }

    /// Returns whether there is another unit: a start code was found.
    pub fn has_more(&self) -> bool {
        self.lead.is_some()
    }

    /// Consumes all bytes up to the end of the next start code, and passes those before it to `put`, without the zeros
    /// right before it or at the end of the stream. Returns the length of the start code with preceding zeros, or
    /// `None` at the end.
    fn next_start_code(&mut self, mut put: impl FnMut(&[u8])) -> io::Result<Option<u64>> {
        let mut zeros = 0;
        loop {
            let piece = self.source.piece()?;
            if piece.is_empty() {
                return Ok(None);
            }
            let mut at = 0;
            while at < piece.len() {
                let rest = &piece[at..];
                match rest[0] {
                    0 => {
                        let run = rest.iter().position(|&byte| byte != 0).unwrap_or(rest.len());
                        zeros += run as u64;
                        at += run;
                    }
                    1 if zeros >= 2 => {
                        self.source.pass(at + 1);
                        return Ok(Some(zeros + 1));
                    }
                    _ => {
                        put_zeros(core::mem::take(&mut zeros), &mut put);
                        let run = memchr::memchr(0, rest).unwrap_or(rest.len());
                        put(&rest[..run]);
                        at += run;
                    }
                }
            }
            self.source.pass(at);
        }
    }
}

/// Passes `zeros` zeros to `put`.
fn put_zeros(mut zeros: u64, put: &mut impl FnMut(&[u8])) {
    const SOME: [u8; 64] = [0; 64];
    while zeros > 0 {
        let some = zeros.min(SOME.len() as u64);
        put(&SOME[..some as usize]);
        zeros -= some;
    }
}

impl<R: BufRead> NalSource for ByteStream<R> {
    fn next_nal(&mut self) -> io::Result<Option<Result<NalUnit, SyntaxError>>> {
        if let Some(complaint) = self.complaint.take() {
            return Ok(Some(Err(complaint)));
        }
        let Some(lead) = self.lead else { return Ok(None) };
        let mut unit = Unescape::new(self.source.position(), self.most);
        self.lead = self.next_start_code(|bytes| unit.push(bytes))?;
        Ok(Some(Ok(NalUnit { lead, rbsp: unit.finish() })))
    }

    fn length(&self) -> u64 {
        self.source.position()
    }
}

impl Iterator for ByteStream<&[u8]> {
    type Item = NalUnit;

    fn next(&mut self) -> Option<NalUnit> {
        next_unit_in_memory(self)
    }
}
