//! [`Mp4Track`]: reads the NAL units of the first H.264 track of an MP4 file. ISO/IEC 14496-12, 14496-15.
//!
//! ```text
//! moov ─ trak ─ mdia ─ minf ─ stbl ┬ stsd ─ avc1 ─ avcC   parameter sets, size of length fields
//!                                  ├ stsz                 sizes of samples
//!                                  ├ stsc, stco or co64   samples of chunks, offsets of chunks
//! mdat ─ samples: NAL units, each after its length ◀──────┘
//! ```
//!
//! The file is read in place; memory holds buffers of a few KiB for its tables and samples, whatever their size.
//!
//! Not supported: fragmented files (`moof`), edit lists and times, encrypted tracks, more than one sample description.

use super::mp4_boxes::{Buffer, File, Span};
use super::mp4_samples::Samples;
use crate::h264::syntax::{
    BitPosition, HELD_BYTES, NalSource, NalUnit, StreamError, SyntaxError, Unescape, next_unit_in_memory,
};
use std::collections::VecDeque;
use std::io::{self, Cursor, Read, Seek};

/// Returns whether a file begins like an MP4 file: with a box `ftyp`, `moov` or `styp`.
///
/// ```
/// use codecs::h264::container::mp4_reader::is_mp4;
/// assert!(is_mp4(b"\0\0\0\x10ftypisom\0\0\0\0"));
/// assert!(!is_mp4(b"\0\0\0\x01\x09\xF0"));
/// ```
pub fn is_mp4(bytes: &[u8]) -> bool {
    matches!(bytes.get(4..8), Some(b"ftyp" | b"moov" | b"styp"))
}

/// The NAL units of a track: its parameter sets, then its samples in decoding order. For a file in memory, it is an
/// iterator over whole units; of each unit of another file, only the first [`HELD_BYTES`] bytes are kept.
#[derive(Clone, Debug)]
pub struct Mp4Track<R> {
    file: File<R>,
    buffer: Buffer,
    /// The number of bytes kept of each unit.
    most: usize,
    /// The parameter sets of `avcC` not yet returned.
    sets: VecDeque<Span>,
    samples: Samples,
    /// The part of the current sample not yet returned.
    sample: Span,
    /// The size of the length field of a NAL unit in bytes.
    length_size: usize,
    /// An error in the tables, until it is returned.
    complaint: Option<SyntaxError>,
    /// The boxes that are read on request.
    about: About,
}

/// The contents of boxes about the time and the shape of samples; `None` if they are missing.
#[derive(Clone, Copy, Debug, Default)]
struct About {
    /// The media header, with the timescale.
    mdhd: Option<Span>,
    /// The durations of samples.
    stts: Option<Span>,
    /// The sample aspect ratio.
    pasp: Option<Span>,
}

impl<'a> Mp4Track<Cursor<&'a [u8]>> {
    /// Reads the first H.264 track of a file in memory.
    ///
    /// # Errors
    /// [`SyntaxError::Mp4`] if there is no such track, the file is fragmented, or a sample table is missing or broken.
    pub fn read(file: &'a [u8]) -> Result<Self, SyntaxError> {
        match Mp4Track::holding(Cursor::new(file), usize::MAX) {
            Ok(track) => Ok(track),
            Err(StreamError::Syntax(error)) => Err(error),
            Err(StreamError::Read(error)) => unreachable!("a slice can always be read: {error}"),
        }
    }
}

impl<R: Read + Seek> Mp4Track<R> {
    /// Opens the first H.264 track of a file.
    ///
    /// # Errors
    /// I/O errors of the file; [`SyntaxError::Mp4`] as [`Mp4Track::read`].
    pub fn open(file: R) -> Result<Self, StreamError> {
        Self::holding(file, HELD_BYTES)
    }

    /// Opens the first H.264 track of a file, and keeps the first `most` bytes of each unit.
    ///
    /// # Errors
    /// The errors of [`Mp4Track::open`].
    pub fn holding(file: R, most: usize) -> Result<Self, StreamError> {
        let mut file = File::new(file)?;
        let mut buffer = Buffer::new(1 << 16);
        let moov = file
            .span()
            .find(&mut file, &mut buffer, *b"moov")?
            .ok_or_else(|| error(0, "moov", "the box is missing"))?;
        let mut rest = moov;
        while let Some(trak) = rest.next_box(&mut file, &mut buffer)? {
            if trak.kind != *b"trak" {
                continue;
            }
            let Some(mdia) = trak.content.find(&mut file, &mut buffer, *b"mdia")? else { continue };
            let Some(minf) = mdia.find(&mut file, &mut buffer, *b"minf")? else { continue };
            let Some(stbl) = minf.find(&mut file, &mut buffer, *b"stbl")? else { continue };
            let stsd = stbl.find(&mut file, &mut buffer, *b"stsd")?;
            let Some(mut entries) = stsd.and_then(|stsd| stsd.after(8)) else { continue };
            let entry = entries.next_box(&mut file, &mut buffer)?;
            if let Some(entry) = entry.filter(|entry| matches!(&entry.kind, b"avc1" | b"avc3")) {
                let mdhd = mdia.find(&mut file, &mut buffer, *b"mdhd")?;
                return Self::of_table(file, buffer, most, (mdhd, stbl), entry.content);
            }
        }
        Err(error(moov.begin, "moov", "no track holds H.264").into())
    }

    fn of_table(
        mut file: File<R>,
        mut buffer: Buffer,
        most: usize,
        (mdhd, stbl): (Option<Span>, Span),
        entry: Span,
    ) -> Result<Self, StreamError> {
        // VisualSampleEntry has 78 bytes before its boxes.
        let boxes = entry.after(78).unwrap_or_default();
        let pasp = boxes.find(&mut file, &mut buffer, *b"pasp")?;
        let stts = stbl.find(&mut file, &mut buffer, *b"stts")?;
        let avcc = boxes.find(&mut file, &mut buffer, *b"avcC")?;
        let avcc = avcc.ok_or_else(|| error(entry.begin, "avcC", "the box is missing"))?;
        let (length_size, sets) = configuration(avcc, &mut file, &mut buffer)?
            .ok_or_else(|| error(avcc.begin, "avcC", "the box ends before its parameter sets"))?;
        let samples = Samples::new(&mut file, &mut buffer, stbl)?;
        let (has_bytes, complaint) = samples.clone().check(&mut file)?;
        if !has_bytes && file.span().find(&mut file, &mut buffer, *b"moof")?.is_some() {
            return Err(error(0, "moof", "fragmented files are not read").into());
        }
        let (sample, about) = (Span::default(), About { mdhd, stts, pasp });
        Ok(Mp4Track { file, buffer, most, sets, samples, sample, length_size, complaint, about })
    }

    /// Returns the number of units of time per second, `timescale`, and the number of them that every picture lasts.
    ///
    /// # Errors
    /// I/O errors of the file; [`SyntaxError::Mp4`] if a box is missing or broken, or if durations differ.
    pub fn picture_time(&mut self) -> Result<[u32; 2], StreamError> {
        let About { mdhd, stts, .. } = self.about;
        let (mdhd, stts) = ((mdhd, "mdhd"), (stts, "stts"));
        // Two times precede the timescale, of 32 bits each in version 0 and of 64 in version 1.
        let version = self.number_in(mdhd, 0, 1)?;
        let timescale = self.number_in(mdhd, if version == 1 { 20 } else { 12 }, 4)?;
        let entries = self.number_in(stts, 4, 4)?;
        let duration = self.number_in(stts, 12, 4)?;
        for entry in 1..entries {
            if self.number_in(stts, 12 + 8 * entry, 4)? != duration {
                let begin = stts.0.unwrap_or_default().begin;
                return Err(error(begin, "stts", "pictures last differently long").into());
            }
        }
        Ok([timescale, duration].map(|number| number as u32))
    }

    /// Reads a number of a box that may be missing.
    fn number_in(
        &mut self,
        (span, kind): (Option<Span>, &'static str),
        at: u64,
        bytes: usize,
    ) -> Result<u64, StreamError> {
        let span = span.ok_or_else(|| error(0, kind, "the box is missing"))?;
        let number = span.number(&mut self.file, &mut self.buffer, at, bytes)?;
        Ok(number.ok_or_else(|| error(span.begin, kind, "the box ends before its entries"))?)
    }

    /// Returns the width and height of a sample by the box `pasp`; `None` if there is no such box.
    ///
    /// # Errors
    /// I/O errors of the file.
    pub fn sample_aspect_ratio(&mut self) -> io::Result<Option<[u32; 2]>> {
        let Some(pasp) = self.about.pasp else { return Ok(None) };
        let ratio = pasp.number(&mut self.file, &mut self.buffer, 0, 8)?;
        Ok(ratio.map(|ratio| [(ratio >> 32) as u32, ratio as u32]))
    }

    /// Reads the NAL unit at `place`.
    fn unit(&mut self, place: Span, lead: u64) -> io::Result<NalUnit> {
        let mut unit = Unescape::new(place.begin, self.most);
        let mut at = place.begin;
        while at < place.end {
            let piece = self.buffer.at(&mut self.file, at, 1)?;
            if piece.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let length = (place.end - at).min(piece.len() as u64);
            unit.push(&piece[..length as usize]);
            at += length;
        }
        Ok(NalUnit { lead, rbsp: unit.finish() })
    }
}

impl<R: Read + Seek> NalSource for Mp4Track<R> {
    fn next_nal(&mut self) -> io::Result<Option<Result<NalUnit, SyntaxError>>> {
        if let Some(complaint) = self.complaint.take() {
            return Ok(Some(Err(complaint)));
        }
        if let Some(set) = self.sets.pop_front() {
            return self.unit(set, 2).map(|unit| Some(Ok(unit)));
        }
        while self.sample.is_empty() {
            match self.samples.next(&mut self.file) {
                Ok(Some(sample)) => self.sample = sample,
                Ok(None) => return Ok(None),
                Err(StreamError::Read(error)) => return Err(error),
                // The tables were checked before, so the file has changed since.
                Err(StreamError::Syntax(error)) => return Err(io::Error::new(io::ErrorKind::InvalidData, error)),
            }
        }
        let length = self.sample.number(&mut self.file, &mut self.buffer, 0, self.length_size)?;
        let lead = self.length_size as u64;
        let Some(unit) = length.and_then(|length| self.sample.after(lead)?.first(length)) else {
            let begin = core::mem::take(&mut self.sample).begin;
            return Ok(Some(Err(error(begin, "mdat", "a NAL unit extends beyond the end of its sample"))));
        };
        self.sample.begin = unit.end;
        self.unit(unit, lead).map(|unit| Some(Ok(unit)))
    }

    fn length(&self) -> u64 {
        self.file.span().len()
    }
}

impl Iterator for Mp4Track<Cursor<&[u8]>> {
    type Item = NalUnit;

    fn next(&mut self) -> Option<NalUnit> {
        next_unit_in_memory(self)
    }
}

/// Reads `AVCDecoderConfigurationRecord`. Returns the size of length fields in bytes and the spans of the parameter
/// sets; `None` if it is cut off.
fn configuration<R: Read + Seek>(
    avcc: Span,
    file: &mut File<R>,
    buffer: &mut Buffer,
) -> io::Result<Option<(usize, VecDeque<Span>)>> {
    let Some(length_size) = avcc.number(file, buffer, 4, 1)? else { return Ok(None) };
    let mut sets = VecDeque::new();
    let mut at = 5;
    for mask in [31, 255] {
        let Some(count) = avcc.number(file, buffer, at, 1)? else { return Ok(None) };
        at += 1;
        for _ in 0..count & mask {
            let length = avcc.number(file, buffer, at, 2)?;
            let unit = length.and_then(|length| avcc.after(at + 2)?.first(length));
            let Some(unit) = unit else { return Ok(None) };
            sets.push_back(unit);
            at += 2 + unit.len();
        }
    }
    Ok(Some((1 + (length_size as usize & 3), sets)))
}

pub(super) fn error(at: u64, kind: &'static str, reason: &'static str) -> SyntaxError {
    SyntaxError::Mp4 { position: BitPosition::byte(at), kind, reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
        [&(8 + content.len() as u32).to_be_bytes()[..], kind, content].concat()
    }

    /// Returns the index of a file without samples, with a media header and with the numbers of a table of durations.
    fn file(mdhd: &[u8], stts: &[u32], boxes_of_entry: &[Vec<u8>]) -> Vec<u8> {
        let numbers = |numbers: &[u32]| numbers.iter().flat_map(|number| number.to_be_bytes()).collect::<Vec<_>>();
        let avcc = boxed(b"avcC", &[1, 66, 0, 10, 0xFF, 0xE0, 0]);
        let entry = boxed(b"avc1", &[&[0; 78][..], &avcc, &boxes_of_entry.concat()].concat());
        let tables = [
            boxed(b"stsd", &[&numbers(&[0, 1])[..], &entry].concat()),
            boxed(b"stts", &numbers(stts)),
            boxed(b"stsz", &numbers(&[0, 0, 0])),
            boxed(b"stsc", &numbers(&[0, 0])),
            boxed(b"stco", &numbers(&[0, 0])),
        ];
        let minf = boxed(b"minf", &boxed(b"stbl", &tables.concat()));
        let mdia = boxed(b"mdia", &[mdhd.to_vec(), minf].concat());
        boxed(b"moov", &boxed(b"trak", &mdia))
    }

    /// Returns a media header of a version with times of 1 and this timescale.
    fn mdhd(version: u8, timescale: u32) -> Vec<u8> {
        let time = if version == 1 { 8 } else { 4 };
        let content = [&[version, 0, 0, 0][..], &vec![1; 2 * time], &timescale.to_be_bytes(), &vec![1; time + 4]];
        boxed(b"mdhd", &content.concat())
    }

    #[test]
    fn one_duration_of_all_pictures_is_read_and_several_are_refused() {
        let time = |mdhd: &[u8], stts: &[u32]| {
            let file = file(mdhd, stts, &[]);
            Mp4Track::read(&file).expect("an index").picture_time().map_err(|error| error.to_string())
        };
        for version in [0, 1] {
            let mdhd = mdhd(version, 30_000);
            assert_eq!(time(&mdhd, &[0, 1, 9, 1001]), Ok([30_000, 1001]));
            assert_eq!(time(&mdhd, &[0, 2, 9, 1001, 3, 1001]), Ok([30_000, 1001]));
            for (stts, words) in [
                (&[0, 2, 9, 1001, 1, 1000][..], "stts: pictures last differently long"),
                (&[0, 2, 9, 1001], "stts: the box ends before its entries"),
                (&[0, 0], "stts: the box ends before its entries"),
                (&[], "stts: the box ends before its entries"),
                (&[0, u32::MAX, 9, 1001], "stts: the box ends before its entries"),
            ] {
                assert!(time(&mdhd, stts).is_err_and(|error| error.ends_with(words)), "{stts:?}");
            }
        }
        let missing = time(&[], &[0, 1, 9, 1001]);
        assert!(missing.is_err_and(|error| error.ends_with("mdhd: the box is missing")));
    }

    #[test]
    fn the_aspect_ratio_of_a_track_is_read() {
        let ratio = |boxes: &[Vec<u8>]| {
            let file = file(&mdhd(0, 25), &[0, 1, 1, 1], boxes);
            Mp4Track::read(&file).expect("an index").sample_aspect_ratio().expect("it is in memory")
        };
        assert_eq!(ratio(&[]), None);
        assert_eq!(ratio(&[boxed(b"pasp", &[0, 0, 0, 8, 0, 0, 0, 6])]), Some([8, 6]));
        assert_eq!(ratio(&[boxed(b"pasp", &[0, 0, 0, 8])]), None);
    }
}
