//! The byte stream format (Annex B): NAL units behind start codes.

use super::error::SyntaxError;
use super::nal::{NalHeader, write_nal_unit};
use super::position::BitPosition;
use super::rbsp::{HELD_BYTES, Rbsp, Unescape};
use crate::shared::forward::Forward;
use std::io::{self, BufRead};

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

/// A NAL unit of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NalUnit {
    /// Bytes before it: its start code with the zeros that stand before that, or the size of its length.
    pub lead: u64,
    /// Header and payload; nothing where two start codes follow each other.
    pub rbsp: Rbsp,
}

impl NalUnit {
    /// The byte of the stream that its header is.
    pub fn position(&self) -> u64 {
        self.rbsp.begin()
    }

    /// The header; of an empty NAL unit zeros.
    pub fn header(&self) -> NalHeader {
        self.rbsp.header()
    }
}

/// A source of NAL units in the order of decoding.
pub trait NalSource {
    /// The next unit, or what is wrong outside of units; `None` at the end.
    ///
    /// # Errors
    /// Those of the reader.
    fn next_nal(&mut self) -> io::Result<Option<Result<NalUnit, SyntaxError>>>;

    /// Bytes of the file, or of the byte stream as far as it was read.
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

/// The next unit of a source that reads a slice, whatever is wrong outside of units.
pub(crate) fn next_unit_in_memory(source: &mut impl NalSource) -> Option<NalUnit> {
    core::iter::from_fn(|| source.next_nal().expect("a slice can always be read")).find_map(Result::ok)
}

/// The NAL units of a byte stream, of any encoder. Those of a slice are an iterator, and whole; of a unit that another reader
/// has, [`HELD_BYTES`] bytes are kept.
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
    /// Bytes to be kept of a unit.
    most: usize,
    /// Bytes of the start code before the next unit, with zeros.
    lead: Option<u64>,
    stray: u64,
    /// What is wrong before the first start code, until it is told.
    complaint: Option<SyntaxError>,
}

impl<'a> ByteStream<&'a [u8]> {
    /// The units of a byte stream in memory. See [`ByteStream`] for an example.
    pub fn new(bytes: &'a [u8]) -> Self {
        ByteStream::at(bytes, 0)
    }

    /// The units of a part of a byte stream that begins at byte `position` of it.
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
    /// The units of the byte stream that `reader` has from here on.
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
    /// Those of the reader.
    pub fn from_reader(reader: R) -> io::Result<Self> {
        Self::begin(Forward::new(reader, 0), HELD_BYTES)
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

    /// Bytes before the first start code that are not zero, or stand before one that is not.
    pub fn stray(&self) -> u64 {
        self.stray
    }

    /// Whether there is another unit: a start code was found.
    pub fn has_more(&self) -> bool {
        self.lead.is_some()
    }

    /// Takes all bytes up to the end of the next start code; `put` gets those before it, without the zeros right before it or at
    /// the end. Returns the bytes of the start code and of zeros before it; `None` where the stream ends.
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

/// Gives so many zeros.
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
