//! [`Mp4Track`]: the NAL units of the first H.264 track of an MP4 file (ISO/IEC 14496-12, 14496-15).
//!
//! ```text
//! moov ─ trak ─ mdia ─ minf ─ stbl ┬ stsd ─ avc1 ─ avcC   parameter sets, bytes of a length
//!                                  ├ stsz                 sizes of samples
//!                                  ├ stsc, stco or co64   samples of chunks, places of chunks
//! mdat ─ samples: NAL units, each behind its length ◀─────┘
//! ```
//!
//! Left out: fragmented files (`moof`), edit lists and times, tracks that are encrypted, more than one sample description.

use crate::h264::syntax::{BitPosition, NalUnit, SyntaxError};

/// Whether a file begins as an MP4 file does.
///
/// ```
/// use codecs::h264::container::mp4_reader::is_mp4;
/// assert!(is_mp4(b"\0\0\0\x10ftypisom\0\0\0\0"));
/// assert!(!is_mp4(b"\0\0\0\x01\x09\xF0"));
/// ```
pub fn is_mp4(bytes: &[u8]) -> bool {
    matches!(bytes.get(4..8), Some(b"ftyp" | b"moov" | b"styp"))
}

/// The NAL units of a track: its parameter sets, then its samples in the order of decoding.
#[derive(Clone, Debug)]
pub struct Mp4Track<'a> {
    units: Vec<NalUnit<'a>>,
    complaints: Vec<SyntaxError>,
}

/// Complaints kept of a file.
const MOST_COMPLAINTS: usize = 8;

impl<'a> Mp4Track<'a> {
    /// The first track of a file whose samples are H.264.
    ///
    /// # Errors
    /// [`SyntaxError::Mp4`]: there is none, the file is fragmented, or a table of samples is missing or broken.
    pub fn read(file: &'a [u8]) -> Result<Self, SyntaxError> {
        let whole = Bytes { file, begin: 0, end: file.len() };
        let moov = whole.find(*b"moov").ok_or(error(0, "moov", "there is none"))?;
        for trak in moov.boxes().filter(|found| found.kind == *b"trak") {
            let stbl = [*b"mdia", *b"minf", *b"stbl"].iter().try_fold(trak.content, |at, &kind| at.find(kind));
            let Some(stbl) = stbl else { continue };
            let entry = stbl.find(*b"stsd").and_then(|stsd| stsd.after(8)?.boxes().next());
            if let Some(entry) = entry.filter(|entry| matches!(&entry.kind, b"avc1" | b"avc3")) {
                return Self::of_table(whole, stbl, entry.content);
            }
        }
        Err(error(moov.begin, "moov", "no track of H.264"))
    }

    fn of_table(whole: Bytes<'a>, stbl: Bytes<'a>, entry: Bytes<'a>) -> Result<Self, SyntaxError> {
        // VisualSampleEntry has 78 bytes before its boxes.
        let avcc = entry.after(78).and_then(|boxes| boxes.find(*b"avcC"));
        let avcc = avcc.ok_or(error(entry.begin, "avcC", "there is none"))?;
        let mut track = Mp4Track { units: Vec::new(), complaints: Vec::new() };
        let length_size =
            track.configuration(avcc).ok_or(error(avcc.begin, "avcC", "it ends before its parameter sets do"))?;
        track.samples(whole, stbl, length_size)?;
        if track.units.iter().all(|unit| unit.position < avcc.end as u64 && unit.position >= avcc.begin as u64)
            && whole.find(*b"moof").is_some()
        {
            return Err(error(0, "moof", "fragmented files are not read"));
        }
        Ok(track)
    }

    /// `AVCDecoderConfigurationRecord`. Returns the bytes of a NAL unit's length.
    fn configuration(&mut self, avcc: Bytes<'a>) -> Option<usize> {
        let length_size = usize::from(avcc.number(4, 1)? as u8 & 3) + 1;
        let mut at = 5;
        for mask in [31, 255] {
            let count = avcc.number(at, 1)? & mask;
            at += 1;
            for _ in 0..count {
                let length = avcc.number(at, 2)? as usize;
                let unit = avcc.after(at + 2)?.first(length)?;
                self.units.push(NalUnit { position: unit.begin as u64, bytes: unit.bytes(), lead: 2 });
                at += 2 + length;
            }
        }
        Some(length_size)
    }

    /// The samples by the tables of `stbl`.
    fn samples(&mut self, whole: Bytes<'a>, stbl: Bytes<'a>, length_size: usize) -> Result<(), SyntaxError> {
        let table = |kind: [u8; 4], name| stbl.find(kind).ok_or(error(stbl.begin, name, "there is none"));
        let (stsz, stsc) = (table(*b"stsz", "stsz")?, table(*b"stsc", "stsc")?);
        let (chunks, wide) = match stbl.find(*b"co64") {
            Some(co64) => (co64, 8),
            None => (table(*b"stco", "stco")?, 4),
        };
        let short = |table: Bytes<'_>, name| error(table.begin, name, "it ends before its entries do");
        let count = |table: Bytes<'_>, name, size: usize, at: usize| {
            let count = table.number(at, 4).ok_or(short(table, name))?;
            // Not longer than its bytes.
            match (table.len() - at - 4) as u64 / size as u64 >= count {
                true => Ok(count as usize),
                false => Err(short(table, name)),
            }
        };
        let same_size = stsz.number(4, 4).ok_or(short(stsz, "stsz"))? as usize;
        let sample_count = match same_size {
            0 => count(stsz, "stsz", 4, 8)?,
            _ => stsz.number(8, 4).ok_or(short(stsz, "stsz"))? as usize,
        };
        let (chunk_count, run_count) = (count(chunks, "stco", wide, 4)?, count(stsc, "stsc", 12, 4)?);
        let (mut sample, mut run, mut budget) = (0, 0, whole.len());
        for chunk in 0..chunk_count {
            while run + 1 < run_count
                && stsc.number(8 + 12 * (run + 1), 4).is_some_and(|first| first <= chunk as u64 + 1)
            {
                run += 1;
            }
            let per_chunk = if run < run_count { stsc.number(8 + 12 * run + 4, 4).unwrap_or(0) as usize } else { 0 };
            let mut at = chunks.number(8 + wide * chunk, wide).and_then(|at| usize::try_from(at).ok());
            for _ in 0..per_chunk.min(sample_count - sample) {
                let size = match same_size {
                    0 => stsz.number(12 + 4 * sample, 4).unwrap_or(0) as usize,
                    size => size,
                };
                let found = at.and_then(|at| whole.after(at)?.first(size));
                let Some(found) = found else {
                    return Err(error(chunks.begin, "stco", "a sample lies beyond the end of the file"));
                };
                budget = budget.checked_sub(size).ok_or(error(stsz.begin, "stsz", "samples lie over each other"))?;
                self.sample(found, length_size);
                at = Some(found.end);
                sample += 1;
            }
        }
        if sample < sample_count {
            self.complain(error(stsz.begin, "stsz", "there are more samples than the chunks have"));
        }
        Ok(())
    }

    /// The NAL units of a sample.
    fn sample(&mut self, sample: Bytes<'a>, length_size: usize) {
        let mut at = 0;
        while at < sample.len() {
            let length = sample.number(at, length_size);
            let unit = length.and_then(|length| sample.after(at + length_size)?.first(length as usize));
            let Some(unit) = unit else {
                let begin = sample.begin + at;
                return self.complain(error(begin, "mdat", "a NAL unit goes on beyond the end of its sample"));
            };
            self.units.push(NalUnit { position: unit.begin as u64, bytes: unit.bytes(), lead: length_size as u64 });
            at += length_size + unit.len();
        }
    }

    fn complain(&mut self, error: SyntaxError) {
        if self.complaints.len() < MOST_COMPLAINTS {
            self.complaints.push(error);
        }
    }

    /// Its NAL units.
    pub fn units(&self) -> impl Iterator<Item = NalUnit<'a>> + '_ {
        self.units.iter().copied()
    }

    /// What is wrong with the tables and samples.
    pub fn complaints(&self) -> &[SyntaxError] {
        &self.complaints
    }
}

fn error(at: usize, kind: &'static str, reason: &'static str) -> SyntaxError {
    SyntaxError::Mp4 { position: BitPosition::byte(at as u64), kind, reason }
}

/// A part of the file: `begin <= end`, within it.
#[derive(Clone, Copy)]
struct Bytes<'a> {
    file: &'a [u8],
    begin: usize,
    end: usize,
}

/// A box.
struct Found<'a> {
    kind: [u8; 4],
    content: Bytes<'a>,
}

impl<'a> Bytes<'a> {
    fn bytes(self) -> &'a [u8] {
        &self.file[self.begin..self.end]
    }

    fn len(self) -> usize {
        self.end - self.begin
    }

    fn after(self, bytes: usize) -> Option<Self> {
        let begin = self.begin.checked_add(bytes).filter(|&begin| begin <= self.end)?;
        Some(Bytes { begin, ..self })
    }

    fn first(self, bytes: usize) -> Option<Self> {
        let end = self.begin.checked_add(bytes).filter(|&end| end <= self.end)?;
        Some(Bytes { end, ..self })
    }

    /// A number of so many bytes, 8 at most, the first one highest.
    fn number(self, at: usize, bytes: usize) -> Option<u64> {
        let bytes = self.after(at)?.first(bytes)?.bytes();
        Some(bytes.iter().fold(0, |value, &byte| value << 8 | u64::from(byte)))
    }

    /// The boxes that it is made of, up to one that is broken.
    fn boxes(self) -> impl Iterator<Item = Found<'a>> {
        let mut rest = self;
        core::iter::from_fn(move || {
            let kind = rest.after(4)?.first(4)?.bytes().try_into().ok()?;
            let (header, size) = match rest.number(0, 4)? {
                0 => (8, rest.len() as u64),
                1 => (16, rest.number(8, 8)?),
                size => (8, size),
            };
            let found = rest.first(usize::try_from(size).ok()?)?;
            let content = found.after(header)?;
            rest.begin = found.end;
            Some(Found { kind, content })
        })
    }

    fn find(self, kind: [u8; 4]) -> Option<Self> {
        self.boxes().find(|found| found.kind == kind).map(|found| found.content)
    }
}
