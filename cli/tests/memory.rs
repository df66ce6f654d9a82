//! Comparison of the peak allocation of reading and encoding with the estimate made from the header.
//!
//! The estimate, without the share of the process itself, has to be above the peak, by at most half. The counter counts
//! the allocations of the measuring thread; no other thread runs here.

use allocation_counter::measure;
use encode::args::{Depth, Keep};
use encode::input::{Coding, Limits, ReadOptions, Samples, Work, read};
use image::codecs::gif::GifEncoder;
use image::{DynamicImage, Frame, GrayImage, ImageFormat, RgbImage, RgbaImage};
use std::io::Cursor;

const SIZE: [u32; 2] = [1200, 900];
/// The estimate's share for the process, and for rows of 1200 columns.
const PROCESS: u64 = (8 << 20) + 256 * 1200;

/// Reads a file of `testdata/memory`.
fn kept(name: &str) -> Vec<u8> {
    let path = format!("{}/../testdata/memory/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn colours() -> DynamicImage {
    let [width, height] = SIZE;
    RgbImage::from_fn(width, height, |x, y| image::Rgb([(x / 5) as u8, (y / 4) as u8, (x * y / 7000) as u8])).into()
}

fn grays() -> DynamicImage {
    let [width, height] = SIZE;
    GrayImage::from_fn(width, height, |x, y| image::Luma([(x / 9 + y / 9) as u8])).into()
}

fn in_format(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).expect("the format takes the picture");
    bytes.into_inner()
}

/// Returns a chunk of a PNG.
fn chunk(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let named = [kind, body].concat();
    let sum = !named.iter().fold(!0, |sum: u32, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })
    });
    [&(body.len() as u32).to_be_bytes()[..], &named, &sum.to_be_bytes()].concat()
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut deflate = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut deflate, bytes).expect("a vector takes all");
    deflate.finish().expect("a vector takes all")
}

/// Returns a PNG of one colour, with rows of `row` bytes.
fn png([width, height]: [u32; 2], bits: u8, kind: u8, row: u32, between: &[u8]) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[bits, kind, 0, 0, 0]].concat();
    let data = deflated(&vec![0; (row as usize + 1) * height as usize]);
    let parts = [&chunk(b"IHDR", &header)[..], between, &chunk(b"IDAT", &data), &chunk(b"IEND", b"")].concat();
    [&b"\x89PNG\r\n\x1a\n"[..], &parts].concat()
}

/// Returns a PNM or PAM of zeros.
fn pnm(header: &str, bytes: usize) -> Vec<u8> {
    [header.as_bytes(), &vec![0; bytes]].concat()
}

/// Returns a GIF whose only frame covers a part of its screen.
fn gif_apart() -> Vec<u8> {
    let [width, height] = SIZE;
    let mut bytes = Vec::new();
    let frame = RgbaImage::from_pixel(width - 1, height, image::Rgba([9, 9, 9, 255]));
    GifEncoder::new(&mut bytes).encode_frame(Frame::new(frame)).expect("a GIF");
    bytes[6..8].copy_from_slice(&(width as u16).to_le_bytes());
    bytes
}

/// Returns files of every format, and of every kind of samples that decoders treat separately.
fn files() -> Vec<(String, Vec<u8>)> {
    let [width, height] = SIZE;
    let pixels = (width * height) as usize;
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let (rgb, gray) = (colours(), grays());
    let kinds: [(&str, DynamicImage); 8] = [
        ("L8", gray.clone()),
        ("LA8", gray.to_luma_alpha8().into()),
        ("RGB8", rgb.clone()),
        ("RGBA8", rgb.to_rgba8().into()),
        ("L16", gray.to_luma16().into()),
        ("LA16", gray.to_luma_alpha16().into()),
        ("RGB16", rgb.to_rgb16().into()),
        ("RGBA16", rgb.to_rgba16().into()),
    ];
    for (kind, picture) in &kinds {
        files.push((format!("PNG {kind}"), in_format(picture, ImageFormat::Png)));
        if !kind.starts_with("LA") {
            files.push((format!("TIFF {kind}"), in_format(picture, ImageFormat::Tiff)));
        }
        if matches!(*kind, "L8" | "RGB8" | "RGBA8") {
            files.push((format!("BMP {kind}"), in_format(picture, ImageFormat::Bmp)));
        }
        if matches!(*kind, "RGB8" | "RGBA8") {
            files.push((format!("WebP lossless {kind}"), in_format(picture, ImageFormat::WebP)));
        }
        if matches!(*kind, "L8" | "RGB8") {
            files.push((format!("JPEG baseline {kind}"), in_format(picture, ImageFormat::Jpeg)));
        }
    }
    files.push(("GIF".to_owned(), in_format(&rgb, ImageFormat::Gif)));
    files.push(("GIF apart from its screen".to_owned(), gif_apart()));
    let palette = chunk(b"PLTE", &[1, 2, 3, 4, 5, 6]);
    files.push(("PNG palette".to_owned(), png(SIZE, 8, 3, width, &palette)));
    files.push((
        "PNG palette with alpha".to_owned(),
        png(SIZE, 1, 3, width / 8, &[palette, chunk(b"tRNS", &[7])].concat()),
    ));
    files.push(("PNG 1 bit".to_owned(), png(SIZE, 1, 0, width / 8, &[])));
    files.push(("PGM".to_owned(), pnm(&format!("P5 {width} {height} 255\n"), pixels)));
    files.push(("PPM".to_owned(), pnm(&format!("P6 {width} {height} 255\n"), 3 * pixels)));
    files.push(("PGM 16".to_owned(), pnm(&format!("P5 {width} {height} 65535\n"), 2 * pixels)));
    files.push(("PPM 16".to_owned(), pnm(&format!("P6 {width} {height} 65535\n"), 6 * pixels)));
    files.push(("PBM".to_owned(), pnm(&format!("P4 {width} {height}\n"), pixels / 8)));
    let pam = format!("P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH 4\nMAXVAL 255\nENDHDR\n");
    files.push(("PAM RGBA8".to_owned(), pnm(&pam, 4 * pixels)));
    files.push((
        "PGM plain".to_owned(),
        [format!("P2 {width} {height} 9\n").into_bytes(), b"7 ".repeat(pixels)].concat(),
    ));
    for name in ["lossy.webp", "lossy_alpha.webp", "animated.webp", "animated_alpha.webp", "animated_lossless.webp"] {
        files.push((format!("WebP {name}"), kept(name)));
    }
    for name in ["progressive.jpg", "progressive_gray.jpg", "scans.jpg"] {
        files.push((format!("JPEG {name}"), kept(name)));
    }
    files.push(("TIFF 1 bit".to_owned(), bilevel_tiff(SIZE)));
    files
}

/// Returns a white TIFF of 1 bit, Group 4: a row equal to the previous one takes one bit.
fn bilevel_tiff([width, height]: [u32; 2]) -> Vec<u8> {
    // Code V0 for every row, and the end of a line twice.
    let mut bits = "1".repeat(height as usize) + "000000000001000000000001";
    bits.push_str(&"0".repeat(bits.len().next_multiple_of(8) - bits.len()));
    let data: Vec<u8> =
        bits.as_bytes().chunks(8).map(|byte| byte.iter().fold(0, |sum, bit| sum << 1 | (bit - b'0'))).collect();
    let entries: [[u32; 4]; 8] = [
        [256, 4, 1, width],
        [257, 4, 1, height],
        [258, 3, 1, 1],
        [259, 3, 1, 4],
        [262, 3, 1, 0],
        [273, 4, 1, 8 + 2 + 8 * 12 + 4],
        [278, 4, 1, height],
        [279, 4, 1, data.len() as u32],
    ];
    let mut tiff = b"II*\0\x08\0\0\0\x08\0".to_vec();
    for [tag, kind, count, value] in entries {
        tiff.extend([(tag as u16).to_le_bytes(), (kind as u16).to_le_bytes()].concat());
        tiff.extend([count.to_le_bytes(), value.to_le_bytes()].concat());
    }
    [tiff, vec![0; 4], data].concat()
}

/// Returns the bytes at the peak of reading and encoding, including the file.
#[track_caller]
fn peak(file: &[u8], options: &ReadOptions) -> u64 {
    let read_and_encode = || {
        let picture = read(file.to_vec(), options).expect("a picture");
        let mut jpeg = Vec::new();
        match (&options.work.coding, &picture.samples) {
            (Coding::Lossless, Samples::Eight(samples)) => {
                let pixels = picture.pixels(samples).expect("all samples");
                let mut options = codecs::jpeg::lossless::Options::new();
                options.threads = std::num::NonZeroUsize::MIN;
                codecs::jpeg::lossless::encode(&pixels, &options, &mut jpeg).expect("a file");
            }
            (Coding::Lossless, Samples::Sixteen(samples)) => {
                let pixels = picture.pixels(samples).expect("all samples");
                let mut options = codecs::jpeg::lossless::Options::new();
                options.threads = std::num::NonZeroUsize::MIN;
                codecs::jpeg::lossless::encode(&pixels, &options, &mut jpeg).expect("a file");
            }
            (_, Samples::Eight(samples)) => {
                let pixels = picture.pixels(samples).expect("all samples");
                let mut options = codecs::jpeg::baseline::Options::new(90).expect("a quality");
                options.threads = std::num::NonZeroUsize::MIN;
                codecs::jpeg::baseline::encode(&pixels, &options, &mut jpeg).expect("a file");
            }
            (_, samples) => panic!("{samples:?}"),
        }
    };
    measure(read_and_encode).bytes_max
}

/// Returns the bytes that are estimated from the header.
#[track_caller]
fn estimate(file: &[u8], options: &ReadOptions) -> u64 {
    match read(file.to_vec(), &options.with_limits(options.limits.with_memory(1))) {
        Err(encode::Error::TooMuchMemory { need, limit: 1, .. }) => need,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_estimate_is_above_what_is_allocated_and_near_it() {
    let lossless = Work { coding: Coding::Lossless, ..Work::default() };
    let lossless = ReadOptions::default().with_depth(Depth::Keep).with_work(lossless);
    let mut wrong = Vec::new();
    for (how, options) in [("baseline", ReadOptions::default()), ("lossless", lossless)] {
        for (name, file) in files() {
            let (estimate, peak) = (estimate(&file, &options), peak(&file, &options));
            let above = estimate - PROCESS;
            println!("{how} {name}: {peak} bytes, {:.2} times that estimated", above as f64 / peak as f64);
            // The estimate for a lossless file assumes noise; these pictures are smooth and need less.
            let most = if how == "lossless" { 2.3 } else { 1.5 };
            if estimate < peak || above as f64 > most * peak as f64 {
                wrong.push(format!("{how} {name}: {peak} bytes, {estimate} estimated"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_header_above_the_limit_takes_nothing() {
    for (name, file) in files() {
        let options = ReadOptions::default().with_limits(Limits::default().with_memory(1 << 20));
        let taken = measure(|| drop(read(file.clone(), &options).expect_err("too large"))).bytes_max;
        // The file, the memory that decoders take to read a header, and 64 kB of rows.
        assert!(taken < 2 * file.len() as u64 + 300_000, "{name}: {taken} bytes of {}", file.len());
    }
}

#[test]
fn a_profile_that_inflates_is_bounded() {
    let profile = [&b"p\0\0"[..], &deflated(&vec![0; 100_000_000])].concat();
    let file = png([4, 4], 8, 0, 4, &chunk(b"iCCP", &profile));
    let mut notes = Vec::new();
    let taken = measure(|| notes = read(file.clone(), &ReadOptions::default()).expect("a picture").notes).bytes_max;
    assert!(taken < 40_000_000, "{taken} bytes");
    let said = "its colour profile is broken, or larger than a JPEG can hold".to_owned();
    assert_eq!(notes, [encode::input::Note::Damaged(said)]);
    let strip = ReadOptions::default().with_keep(Keep::NONE);
    assert!(read(file, &strip).expect("a picture").notes.is_empty());
}
