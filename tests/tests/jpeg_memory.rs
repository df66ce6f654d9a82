//! Heap use of the JPEG encoder: the number of allocations, and the peak of bytes.
//!
//! The counter counts the allocations of the measuring thread.

use allocation_counter::{AllocationInfo, measure};
use codecs::jpeg::baseline::{Options, RowEncoder, Sampling, encode};
use codecs::jpeg::lossless;
use codecs::jpeg::progressive::Progression;
use codecs::jpeg::{Huffman, Restart, Scans};
use codecs::picture::{PixelFormat, Pixels, Sample};
use std::io;
use tests::Random;

/// Measures one thread that encodes a picture into a sink that does not allocate.
fn of_encode(width: usize, height: usize, format: PixelFormat, options: &Options) -> AllocationInfo {
    let data: Vec<u8> = (0..width * height * format.samples()).map(|n| (n * n / 77) as u8).collect();
    let picture = Pixels::interleaved(&data, width, height, format).expect("a picture");
    measure(|| encode(&picture, options, &mut io::sink()).expect("a lawful picture"))
}

/// Measures the same for a picture pushed row by row.
fn of_rows(width: usize, height: usize, options: &Options) -> AllocationInfo {
    let row: Vec<u8> = (0..width * 3).map(|n| (n * n / 77) as u8).collect();
    measure(|| {
        let format = PixelFormat::Rgb;
        let mut encoder =
            RowEncoder::new(width, height, format, options.clone(), io::sink()).expect("a lawful picture");
        for _ in 0..height {
            encoder.push(&row).expect("a row");
        }
        encoder.finish().expect("all rows");
    })
}

fn options(sampling: Sampling, restart: Restart) -> Options {
    Options::new(90).expect("a quality").with_sampling(sampling).with_restart(restart)
}

#[test]
fn how_often_the_encoder_allocates_does_not_depend_on_the_size() {
    for (format, restart, most) in [
        (PixelFormat::Gray, Restart::Never, MOST_GRAY),
        (PixelFormat::Rgb, Restart::Never, MOST_RGB),
        (PixelFormat::Rgb, Restart::Rows(1), MOST_RGB),
    ] {
        for sampling in [Sampling::S444, Sampling::S420] {
            let options = options(sampling, restart);
            let counts = [(1, 1), (16, 16), (100, 300), (1000, 700), (2000, 3000)]
                .map(|(width, height)| of_encode(width, height, format, &options).count_total);
            println!("{format:?}, {restart:?}: {counts:?} allocations");
            assert!(counts.iter().all(|&count| count == counts[0]), "{counts:?}");
            assert!(counts[0] <= most, "{} allocations, more than {most}", counts[0]);
        }
    }
}

/// The maximal number of allocations for a file with fixed tables: headers, frame and buffers.
const MOST_GRAY: u64 = 60;
const MOST_RGB: u64 = 80;

#[test]
fn tables_made_for_the_picture_ask_for_room_by_its_content_and_not_by_its_size() {
    let mut options = options(Sampling::S420, Restart::Never);
    options.huffman = Huffman::Optimised;
    let [small, large] = [(256, 256), (2048, 2048)]
        .map(|(width, height)| of_encode(width, height, PixelFormat::Rgb, &options).count_total);
    println!("optimised: {small}, {large} allocations");
    // The pieces grow with the picture, so their number stays the same, except for the last one.
    assert!(large.abs_diff(small) <= 1, "{small}, {large}");
}

#[test]
fn pushed_rows_need_memory_that_does_not_depend_on_their_number() {
    for sampling in [Sampling::S420, Sampling::S444] {
        let options = options(sampling, Restart::Rows(1));
        let [low, high] = [300, 3000].map(|height| of_rows(4000, height, &options));
        println!("4000 columns: {} bytes at a time, {} allocations", high.bytes_max, high.count_total);
        assert_eq!((low.bytes_max, low.count_total), (high.bytes_max, high.count_total));
    }
    // The tables of the file, and one row of MCUs in all its stages.
    let wide = of_rows(20_000, 500, &options(Sampling::S420, Restart::Never));
    println!("20000 columns: {} bytes at a time", wide.bytes_max);
    assert!(wide.bytes_max < 64 << 20, "{} bytes", wide.bytes_max);
    let widest = of_rows(65_535, 40, &options(Sampling::S410, Restart::Never));
    println!("65535 columns: {} bytes at a time", widest.bytes_max);
    assert!(widest.bytes_max < 64 << 20, "{} bytes", widest.bytes_max);
}

#[test]
fn coefficients_that_are_kept_take_about_a_byte_a_sample() {
    let mut options = options(Sampling::S420, Restart::Never);
    let samples = 2000 * 1500 * 3 / 2;
    for (huffman, scans) in [(Huffman::Optimised, Scans::Interleaved), (Huffman::Standard, Scans::Separate)] {
        (options.huffman, options.scans) = (huffman, scans);
        let info = of_rows(2000, 1500, &options);
        println!("{huffman:?}, {scans:?}: {} bytes for {samples} samples", info.bytes_max);
        assert!(info.bytes_max < 4 * samples, "{} bytes", info.bytes_max);
    }
}

#[test]
fn a_progressive_file_keeps_its_coefficients_and_little_else() {
    let (width, height) = (2000, 1500);
    let data: Vec<u8> = (0..width * height * 3).map(|n| (n % (3 * width) / 20 + n / (3 * width) / 9) as u8).collect();
    let picture = Pixels::interleaved(&data, width, height, PixelFormat::Rgb).expect("a picture");
    for progression in [Progression::Standard, Progression::Smallest] {
        let options = options(Sampling::S420, Restart::Never).with_progression(progression.clone());
        let info = measure(|| encode(&picture, &options, &mut io::sink()).expect("a lawful picture"));
        let a_pixel = info.bytes_max as f64 / (width * height) as f64;
        println!("{progression:?}: {a_pixel:.2} bytes a pixel, {} allocations", info.count_total);
        assert!(a_pixel < 3.2, "{a_pixel} bytes a pixel");
    }
}

/// The number of allocations for a lossless file of noise with fixed tables and a predictor: headers and lists, table,
/// line buffers, bits. The other two constants add an analysis of the picture: as many buffers again, and a table for
/// each predictor tried.
const OF_LOSSLESS: u64 = 32;
const OF_LOSSLESS_OPTIMISED: u64 = 34;
const OF_LOSSLESS_CHOSEN: u64 = 50;

/// Measures one thread that encodes a picture losslessly into a sink that does not allocate.
fn of_lossless<T: Sample>(
    data: &[T],
    (width, height): (usize, usize),
    format: PixelFormat,
    options: &lossless::Options,
) -> AllocationInfo {
    let picture = Pixels::interleaved(data, width, height, format).expect("a picture");
    measure(|| lossless::encode(&picture, options, &mut io::sink()).expect("a lawful picture"))
}

#[test]
fn how_often_the_lossless_encoder_allocates_does_not_depend_on_the_size() {
    use Huffman::{Optimised, Standard};
    let left = Some(lossless::Predictor::LEFT);
    let noise = Random::new(4).bytes(3000 * 2000 * 3);
    // Every part of the samples contains every category that occurs at all: the allocations for a table depend on that.
    let words: Vec<u16> = noise.as_chunks().0.iter().map(|&word| u16::from_le_bytes(word) >> 6).collect();
    for (huffman, predictor, restart, number) in [
        (Standard, left, Restart::Never, OF_LOSSLESS),
        (Standard, left, Restart::Rows(1), OF_LOSSLESS),
        (Optimised, left, Restart::Never, OF_LOSSLESS_OPTIMISED),
        (Optimised, None, Restart::Never, OF_LOSSLESS_CHOSEN),
    ] {
        let options = lossless::Options::new().with_huffman(huffman).with_predictor(predictor).with_restart(restart);
        let of_10_bits = options.clone().with_precision(Some(10));
        for size in [(64, 64), (1024, 1024), (3000, 2000)] {
            let counts = [
                of_lossless(&noise, size, PixelFormat::Gray, &options),
                of_lossless(&words, size, PixelFormat::Gray, &of_10_bits),
                of_lossless(&noise, size, PixelFormat::Rgb, &options),
            ]
            .map(|info| info.count_total);
            assert_eq!(counts, [number; 3], "{size:?}, {huffman:?}, {predictor:?}, {restart:?}");
        }
    }
}

#[test]
fn the_lossless_encoder_keeps_lines_and_no_more() {
    let words = vec![700_u16; 2000 * 2000];
    let options = lossless::Options::new();
    let [low, high] = [100, 2000].map(|height| of_lossless(&words, (2000, height), PixelFormat::Gray, &options));
    println!("lossless, 2000 columns: {} and {} bytes at a time", low.bytes_max, high.bytes_max);
    assert_eq!(low.bytes_max, high.bytes_max);
    assert!(high.bytes_max < 100 << 10, "{} bytes", high.bytes_max);
}
