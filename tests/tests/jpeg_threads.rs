//! Threads share a JPEG with and without restart markers: any number of them writes the same bytes.

use codecs::jpeg::baseline::{Options, RowEncoder, Sampling, encode};
use codecs::jpeg::lossless::{self, Predictor};
use codecs::jpeg::{Huffman, JpegError, Restart, Scans};
use codecs::picture::{PixelFormat, Pixels, Sample};
use tests::Random;

const SIZES: [(usize, usize); 8] =
    [(1, 1), (17, 33), (130, 70), (999, 257), (4000, 301), (1, 3000), (9, 1111), (3000, 5)];

const SAMPLINGS: [Sampling; 6] =
    [Sampling::S420, Sampling::S444, Sampling::S422, Sampling::S440, Sampling::S411, Sampling::S410];

const THREADS: [usize; 5] = [2, 3, 5, 8, 16];

/// Returns smooth samples with noise in every third band of 16 rows, so that some parts are much longer than others.
fn samples((width, height): (usize, usize), channels: usize) -> Vec<u8> {
    let mut random = Random::new(5);
    let mut samples = Vec::new();
    for y in 0..height {
        for x in 0..width * channels {
            let smooth = (x / (8 * channels) + 3 * y / 8) % 256;
            let noise = if y / 16 % 3 == 0 { random.between(0, 256) as usize } else { y % 3 };
            samples.push(((smooth + noise) % 256) as u8);
        }
    }
    samples
}

fn file(picture: &Pixels<'_>, options: &Options) -> Vec<u8> {
    let mut file = Vec::new();
    encode(picture, options, &mut file).expect("a lawful picture");
    file
}

/// Returns the file of a picture pushed in portions of `rows` rows.
fn pushed(
    picture: &[u8],
    (width, height): (usize, usize),
    format: PixelFormat,
    options: &Options,
    rows: usize,
) -> Vec<u8> {
    let mut encoder = RowEncoder::new(width, height, format, options.clone(), Vec::new()).expect("lawful options");
    for rows in picture.chunks(rows * width * format.samples()) {
        encoder.push(rows).expect("whole rows");
    }
    encoder.finish().expect("all rows")
}

/// Returns the file of a picture of which the first rows are pushed, and the others read by the encoder.
fn read(
    picture: &[u8],
    (width, height): (usize, usize),
    format: PixelFormat,
    options: &Options,
    first: usize,
) -> Vec<u8> {
    let mut encoder = RowEncoder::new(width, height, format, options.clone(), Vec::new()).expect("lawful options");
    let (first, mut rest) = picture.split_at(first.min(height) * width * format.samples());
    encoder.push(first).expect("whole rows");
    let read = |rows: &mut [u8]| {
        let (now, later) = rest.split_at(rows.len());
        rows.copy_from_slice(now);
        rest = later;
        Ok::<(), JpegError>(())
    };
    encoder.push_from(read).expect("as many rows as are missing");
    assert!(rest.is_empty());
    encoder.finish().expect("all rows")
}

/// Asserts that all numbers of threads write the same bytes, at once and row by row.
fn check(size: (usize, usize), format: PixelFormat, options: &Options) {
    let picture = samples(size, format.samples());
    let pixels = Pixels::interleaved(&picture, size.0, size.1, format).expect("a picture");
    let one = file(&pixels, options);
    assert!(
        read(&picture, size, format, options, 5) == one,
        "5 rows, then the others, {size:?}, {format:?}, {options:?}"
    );
    for threads in THREADS {
        let options = options.clone().with_threads(threads.try_into().expect("not 0"));
        let case = || format!("{threads} threads, {size:?}, {format:?}, {options:?}");
        assert!(file(&pixels, &options) == one, "{}", case());
        // Row by row with fewer numbers, which takes as long again.
        for rows in [1 + size.1 / 3, size.1].into_iter().filter(|_| threads < 5) {
            assert!(pushed(&picture, size, format, &options, rows) == one, "{rows} rows at a time, {}", case());
        }
        for first in [0, 5, 32].into_iter().filter(|&first| threads < 5 || first == 0) {
            assert!(read(&picture, size, format, &options, first) == one, "{first} rows, then the others, {}", case());
        }
    }
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    for size in SIZES {
        for sampling in SAMPLINGS {
            for huffman in [Huffman::Standard, Huffman::Optimised] {
                let options = Options::new(90).expect("a quality").with_sampling(sampling).with_huffman(huffman);
                check(size, PixelFormat::Rgb, &options);
            }
        }
        check(size, PixelFormat::Gray, &Options::new(90).expect("a quality"));
    }
}

/// An error of a reader.
#[derive(Debug, PartialEq)]
enum Fault {
    CutOff,
    Encoder,
}

impl From<JpegError> for Fault {
    fn from(_: JpegError) -> Self {
        Fault::Encoder
    }
}

#[test]
fn an_error_of_the_reader_ends_the_picture() {
    for threads in 1..5 {
        for good in 0..7 {
            let options = Options::new(90).expect("a quality").with_threads(threads.try_into().expect("not 0"));
            let mut encoder = RowEncoder::new(40, 110, PixelFormat::Gray, options, Vec::new()).expect("lawful options");
            let mut calls = 0;
            let error = encoder.push_from(|rows| {
                calls += 1;
                rows.fill(7);
                if calls > good { Err(Fault::CutOff) } else { Ok(()) }
            });
            assert_eq!((error, calls), (Err(Fault::CutOff), good + 1), "{threads} threads");
            assert!(matches!(encoder.finish(), Err(JpegError::Rows { .. })), "{threads} threads");
        }
    }
}

#[test]
fn restart_markers_may_lie_anywhere_in_a_part() {
    for size in [(130, 70), (999, 257), (9, 1111)] {
        for mcus in [1, 2, 7, 62, 63, 64, 500, 60_000] {
            for scans in [Scans::Interleaved, Scans::Separate] {
                for huffman in [Huffman::Standard, Huffman::Optimised] {
                    let options = Options::new(75).expect("a quality").with_scans(scans).with_huffman(huffman);
                    check(size, PixelFormat::Rgb, &options.with_restart(Restart::Mcus(mcus)));
                }
            }
        }
    }
}

fn check_lossless<T: Sample>(picture: &[T], (width, height): (usize, usize), format: PixelFormat) {
    let pixels = Pixels::interleaved(picture, width, height, format).expect("a picture");
    for predictor in [None, Some(Predictor::LEFT), Some(Predictor::new(4).expect("a predictor"))] {
        for (huffman, scans) in
            [Huffman::Standard, Huffman::Optimised].into_iter().zip([Scans::Interleaved, Scans::Separate])
        {
            for restart in [Restart::Never, Restart::Rows(3)] {
                let options = lossless::Options::new().with_predictor(predictor).with_huffman(huffman);
                let options = options.with_scans(scans).with_restart(restart);
                let file = |threads: usize| {
                    let mut file = Vec::new();
                    let options = options.clone().with_threads(threads.try_into().expect("not 0"));
                    lossless::encode(&pixels, &options, &mut file).expect("a lawful picture");
                    file
                };
                let one = file(1);
                for threads in THREADS {
                    assert!(file(threads) == one, "{threads} threads, {width}x{height}, {format:?}, {options:?}");
                }
            }
        }
    }
}

#[test]
fn any_number_of_threads_writes_the_same_lossless_bytes() {
    for size in [(1, 1), (17, 33), (130, 70), (999, 257), (4000, 31), (1, 3000)] {
        for format in [PixelFormat::Gray, PixelFormat::Rgb] {
            let bytes = samples(size, format.samples());
            let words: Vec<u16> = bytes.iter().map(|&byte| u16::from(byte) * 257).collect();
            check_lossless(&bytes, size, format);
            check_lossless(&words, size, format);
        }
    }
}
