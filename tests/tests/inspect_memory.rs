//! Inspection needs a bounded window of the file, whatever its length and content.
//!
//! The files are generated while they are read. The counter counts the allocations of the measuring thread.

use allocation_counter::measure;
use codecs::h264::{container, syntax};
use codecs::jpeg::marker;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

/// A generated file: a beginning, a repeated piece, and an ending.
struct MadeUp {
    parts: [Vec<u8>; 3],
    /// The number of bytes of the repeated pieces.
    middle: u64,
    at: u64,
}

impl MadeUp {
    fn new(begin: &[u8], piece: &[u8], pieces: u64, end: &[u8]) -> Self {
        let middle = piece.len() as u64 * pieces;
        // Several pieces at once, so that they are copied faster.
        MadeUp { parts: [begin.to_vec(), piece.repeat(1000), end.to_vec()], middle, at: 0 }
    }

    fn len(&self) -> u64 {
        self.parts[0].len() as u64 + self.middle + self.parts[2].len() as u64
    }

    /// Returns the bytes from `at` to the end of the current part.
    fn next(&self) -> &[u8] {
        let [begin, pieces, end] = &self.parts;
        let Some(at) = self.at.checked_sub(begin.len() as u64) else { return &begin[self.at as usize..] };
        match at.checked_sub(self.middle) {
            Some(at) => end.get(at as usize..).unwrap_or_default(),
            None => {
                let from = (at % pieces.len() as u64) as usize;
                &pieces[from..pieces.len().min(from + (self.middle - at) as usize)]
            }
        }
    }
}

impl Read for MadeUp {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.next().read(into)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for MadeUp {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::End(by) => self.len().saturating_add_signed(by),
            SeekFrom::Current(by) => self.at.saturating_add_signed(by),
        };
        Ok(self.at)
    }
}

/// A sink that counts the written lines.
#[derive(Default)]
struct Lines(u64);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the peak of allocated bytes while a file is listed, and the number of lines of the listing.
fn peak(file: MadeUp, list: impl Fn(MadeUp, &mut Lines)) -> (u64, u64) {
    let mut lines = Lines::default();
    let mut file = Some(file);
    let made = measure(|| list(file.take().expect("it is listed once"), &mut lines));
    (made.bytes_max, lines.0)
}

fn list_jpeg(file: MadeUp, lines: &mut Lines) {
    marker::inspect(BufReader::new(file), lines).expect("memory is read and written");
}

fn list_stream(file: MadeUp, lines: &mut Lines) {
    syntax::inspect(BufReader::new(file), lines).expect("memory is read and written");
}

fn list_file(file: MadeUp, lines: &mut Lines) {
    container::inspect(file, lines).expect("memory is read and written");
}

/// Asserts that a file of 20 times as many pieces needs no more memory, and that neither needs much.
#[track_caller]
fn hold(made_up: impl Fn(u64) -> MadeUp, few: u64, list: impl Fn(MadeUp, &mut Lines)) -> (u64, u64) {
    let (of_few, lines_of_few) = peak(made_up(few), &list);
    let (of_many, lines_of_many) = peak(made_up(20 * few), &list);
    assert!(of_many <= of_few + 4096, "{of_few} bytes for {few} pieces, {of_many} for 20 times as many");
    assert!(of_many < 2 << 20, "{of_many} bytes");
    (lines_of_few, lines_of_many)
}

/// Returns an MP4 file of one track with samples of `sample` bytes, each byte the length of an empty NAL unit.
fn mp4(samples: u64, sample: u32) -> MadeUp {
    let of = |kind: &[u8; 4], content: &[u8]| [&(content.len() as u32 + 8).to_be_bytes()[..], kind, content].concat();
    let words = |words: &[u32]| words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<_>>();
    let avcc = of(b"avcC", &[1, 100, 0, 11, 0xFC, 0xE0, 0]);
    let stsd = of(b"stsd", &[words(&[0, 1]), of(b"avc1", &[vec![0; 78], avcc].concat())].concat());
    let ftyp = of(b"ftyp", b"isom\0\0\0\0");
    let bytes = samples as u32 * sample;
    let begin = [ftyp, (bytes + 8).to_be_bytes().to_vec(), b"mdat".to_vec()].concat();
    // All samples have one size, and lie in one chunk.
    let stbl = [
        stsd,
        of(b"stsz", &words(&[0, sample, samples as u32])),
        of(b"stsc", &words(&[0, 1, 1, samples as u32, 1])),
        of(b"stco", &words(&[0, 1, begin.len() as u32])),
    ];
    let minf = of(b"minf", &of(b"stbl", &stbl.concat()));
    MadeUp::new(&begin, &[0], bytes.into(), &of(b"moov", &of(b"trak", &of(b"mdia", &minf))))
}

#[test]
fn inspection_holds_no_more_than_a_window_of_the_file() {
    let restarts = |count| MadeUp::new(b"\xFF\xD8\xFF\xE0\0\x02", b"\xFF\xD0", count, b"");
    let (few, many) = hold(restarts, 1000, list_jpeg);
    assert!(few > 2000 && many > 40_000, "each marker has a line and a complaint");
    let (few, many) = hold(|count| MadeUp::new(b"", b"\0\0\x01", count, b""), 1000, list_stream);
    assert!(few >= 2000 && many >= 40_000, "each unit has a line and a complaint");
    // An MP4 file is read through a buffer of 64 KiB, which the smaller file has to fill.
    let (few, many) = hold(|count| mp4(1, count as u32), 100_000, list_file);
    assert!(few >= 200_000 && many >= 4_000_000, "each unit has a line and a complaint");
}

#[test]
fn inspection_holds_no_more_than_a_window_of_anything_in_the_file() {
    // Entropy-coded data, stray bytes, bytes after EOI, fill bytes.
    let scan = b"\xFF\xD8\xFF\xDA\0\x08\x01\x01\0\0\x3F\0";
    hold(|count| MadeUp::new(scan, b"data \xFF\0 \xFF\xD0", count, b"\xFF\xD9"), 10_000, list_jpeg);
    hold(|count| MadeUp::new(b"\xFF\xD8", b"stray", count, b"\xFF\xD9"), 10_000, list_jpeg);
    hold(|count| MadeUp::new(b"\xFF\xD8\xFF\xD9", b"after", count, b""), 10_000, list_jpeg);
    hold(|count| MadeUp::new(b"\xFF\xD8", b"\xFF", count, b"\xD9"), 10_000, list_jpeg);
    // The first chunk of a profile, repeated.
    let chunk = b"\xFF\xE2\0\x12ICC_PROFILE\0\x01\x01ab";
    hold(|count| MadeUp::new(b"\xFF\xD8", chunk, count, b"\xFF\xD9"), 1000, list_jpeg);
    // One long NAL unit: slice data, filler data, zeros, emulation prevention, a type that is not read.
    for begin in [&[0, 0, 1, 0x65][..], &[0, 0, 1, 0x0C], &[0, 0, 1, 0x14], &[0, 0, 1, 0x67]] {
        for piece in [&[0xFF; 8][..], &[0; 8], &[0, 0, 3, 1, 2, 3, 4, 5]] {
            hold(|count| MadeUp::new(begin, piece, count, &[0x80]), 50_000, list_stream);
        }
    }
    // Bytes before the first start code.
    hold(|count| MadeUp::new(b"", b"stray", count, &[0, 0, 1, 9, 0x10]), 10_000, list_stream);
    // Many samples, of one long unit in the second case: its first byte is its length, of zeros.
    hold(|count| mp4(count, 1), 100_000, list_file);
    hold(|count| mp4(count, 100), 1000, list_file);
}

#[test]
fn one_unit_of_many_messages_takes_a_bounded_multiple_of_what_is_held_of_it() {
    // As many empty messages as possible.
    let (bytes, _) = peak(MadeUp::new(&[0, 0, 1, 6], &[6, 0], 1 << 20, &[0x80]), list_stream);
    assert!(bytes < 40 << 20, "{bytes} bytes");
}
