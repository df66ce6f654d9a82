//! Broken, lying and hostile input of every format. It gives one error line or a picture, never a panic or a leftover
//! file.

use super::common::*;
use image::{DynamicImage, ImageFormat};
use noise::Noise;

/// Runs the command on bytes: it leaves a whole file or prints one line, and nothing else.
#[track_caller]
fn assert_survives(place: &Place, bytes: &[u8], what: &str) -> bool {
    place.put("in", bytes);
    let _ = std::fs::remove_file(place.path("out.jpg"));
    let ran = place.encode("in -o out.jpg -q 30");
    assert!(!ran.stderr.contains("panicked") && ran.stderr.lines().count() <= 2, "{what}: {ran:?}");
    let written = place.path("out.jpg").exists();
    match ran.status {
        Some(0) => drop(decoded(&place.get("out.jpg"))),
        Some(1) => assert!(!written && !ran.stderr.is_empty(), "{what}: {ran:?}"),
        _ => panic!("{what}: {ran:?}"),
    }
    assert_eq!(place.names().len(), 1 + usize::from(written), "{what}: {:?}", place.names());
    written
}

fn good(format: ImageFormat) -> Vec<u8> {
    in_format(DynamicImage::from(colours(40, 30)), format)
}

#[test]
fn files_that_are_cut() {
    let place = Place::new();
    for format in FORMATS {
        let good = good(format);
        assert!(assert_survives(&place, &good, "whole"));
        for part in 0..12 {
            let cut = good.len() * part / 12;
            let written = assert_survives(&place, &good[..cut], &format!("{format:?} cut at {cut} of {}", good.len()));
            // The first rows of a cut JPEG are decoded, with a note; so are those of a GIF, by its decoder.
            let lenient = matches!(format, ImageFormat::Jpeg | ImageFormat::Gif);
            assert!(lenient || !written, "{format:?} cut at {cut} of {}", good.len());
        }
    }
}

#[test]
fn files_with_wrong_bytes() {
    let place = Place::new();
    let mut noise = Noise::new(1);
    for format in FORMATS {
        let good = good(format);
        for round in 0..40 {
            let mut bad = good.clone();
            for _ in 0..=round % 8 {
                // Half of the changes are in the headers.
                let end = if round % 2 == 0 { bad.len() } else { bad.len().min(120) };
                let at = noise.below(end);
                bad[at] = noise.below(256) as u8;
            }
            assert_survives(&place, &bad, &format!("{format:?} round {round}"));
        }
    }
}

#[test]
fn noise_after_first_bytes_that_are_right() {
    let place = Place::new();
    let mut noise = Noise::new(2);
    let starts = FORMATS.map(|format| good(format)[..12].to_vec());
    for start in starts {
        for length in [0, 1, 20, 3000] {
            let bytes: Vec<u8> = (0..length).map(|_| noise.below(256) as u8).collect();
            assert_survives(&place, &[start.clone(), bytes].concat(), &format!("{start:?} and {length}"));
        }
    }
}

#[test]
fn headers_that_lie_fail_fast() {
    let place = Place::new();
    let huge = |format: ImageFormat, at: usize, size: &[u8]| {
        let mut bytes = good(format);
        bytes[at..at + size.len()].copy_from_slice(size);
        bytes
    };
    let mut webp = b"RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0".to_vec();
    webp.extend([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
    let jpeg = |height: [u8; 2]| {
        let mut bytes = good(ImageFormat::Jpeg);
        let at = bytes.windows(2).position(|pair| pair == [0xff, 0xc0]).expect("a frame header");
        bytes[at + 5..at + 9].copy_from_slice(&[height[0], height[1], 0xff, 0xff]);
        bytes
    };
    let lies: [(&str, Vec<u8>); 14] = [
        ("0x0", b"P6\n0 0\n255\n".to_vec()),
        ("a gigapixel", b"P6\n32768 32768\n255\n".to_vec()),
        ("a gigapixel of text", b"P3\n32768 32768\n255\n1 2 3".to_vec()),
        ("4294967295", b"P5\n4294967295 4294967295\n255\n".to_vec()),
        ("negative", b"P5\n-5 5\n255\n12345".to_vec()),
        ("maxval 0", b"P5\n1 1\n0\n1".to_vec()),
        ("maxval 70000", b"P5\n1 1\n70000\n11".to_vec()),
        ("BMP", huge(ImageFormat::Bmp, 18, &[0xff, 0x7f, 0, 0, 0xff, 0x7f, 0, 0])),
        ("BMP, negative", huge(ImageFormat::Bmp, 18, &[0, 0, 0, 0x80, 0, 0, 0, 0x80])),
        ("GIF", huge(ImageFormat::Gif, 6, &[0xff; 4])),
        ("WebP", webp),
        ("JPEG", jpeg([0xff, 0xff])),
        ("JPEG, no rows", jpeg([0, 0])),
        ("too wide", [b"P5\n70000 1\n255\n".to_vec(), vec![0; 70000]].concat()),
    ];
    for (what, bytes) in lies {
        let started = std::time::Instant::now();
        assert!(!assert_survives(&place, &bytes, what), "{what} was accepted");
        assert!(started.elapsed().as_secs() < 5, "{what}");
    }
}

#[test]
fn a_damaged_jpeg_is_shown_as_far_as_it_goes_and_said_to_be() {
    let place = Place::new();
    let good = good(ImageFormat::Jpeg);
    place.put("in", &good[..good.len() * 3 / 4]);
    let said = place.encode("in -o out.jpg").well().stderr;
    assert!(said.starts_with("encode: in: damaged (") && said.lines().count() == 1, "{said}");
    assert_eq!(decoded(&place.get("out.jpg")).width(), 40);
}
