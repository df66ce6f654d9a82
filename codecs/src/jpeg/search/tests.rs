//! Laws of the searches, against encodings of all qualities.

use super::*;
use crate::jpeg::baseline::{DeadZone, Encoder, Options, Rounding, Sampling, Transformed, encode};
use crate::jpeg::progressive::Progression;
use crate::jpeg::{Huffman, IjgQuality, JpegError, Restart, Scans};
use crate::picture::{Layout, PixelFormat, Pixels, Plane};
use noise::Noise;
use std::num::NonZeroUsize;

/// Returns samples of waves and noise: the content differs from place to place.
fn samples(width: usize, height: usize, channels: usize) -> Vec<u8> {
    let mut noise = Noise::new(41);
    let sample = |n: usize| {
        let (c, x, y) = (n % channels, n / channels % width, n / channels / width);
        let wave = (x as f64 / (3 + y / 20 + 4 * c) as f64).sin() * (60.0 * y as f64 / height as f64);
        (120.0 + wave + (noise.below(1 + 40 * x / width)) as f64) as u8
    };
    (0..width * height * channels).map(sample).collect()
}

fn written(picture: &Pixels<'_>, options: &Options) -> Vec<u8> {
    let mut file = Vec::new();
    encode(picture, options, &mut file).unwrap();
    file
}

/// The ways to code that a search has to know.
fn ways() -> Vec<Options> {
    let options = Options::new(50).unwrap();
    let dead_zone = Rounding::DeadZone(DeadZone::default());
    vec![
        options.clone(),
        options.clone().with_huffman(Huffman::Optimised).with_sampling(Sampling::S444),
        options.clone().with_huffman(Huffman::Optimised).with_scans(Scans::Separate).with_restart(Restart::Rows(1)),
        options.clone().with_restart(Restart::Mcus(7)).with_sampling(Sampling::S422).with_rounding(dead_zone),
        options.clone().with_progression(Progression::Standard),
        options.with_rounding(Rounding::Trellis).with_progression(Progression::Smallest),
    ]
}

fn at(way: &Options, quality: impl Into<IjgQuality>) -> Result<Options, JpegError> {
    Ok(way.clone().with_quant(Options::new(quality)?.quant))
}

#[test]
fn the_file_found_fits_and_those_of_the_next_qualities_do_not() {
    let (width, height) = (900, 420);
    let rgb = samples(width, height, 3);
    let picture = Pixels::interleaved(&rgb, width, height, PixelFormat::Rgb).unwrap();
    for way in ways() {
        let size = |quality| written(&picture, &at(&way, quality).unwrap()).len();
        for quality in [1, 25, 60, 92, 100] {
            let target = size(quality) as u64 + 20;
            let found = target_size(&picture, target, |quality| at(&way, quality)).unwrap();
            assert!(found.file.len() as u64 <= target && found.quality >= quality.into(), "{way:?} {quality}");
            assert!(found.file == written(&picture, &at(&way, found.quality).unwrap()), "{way:?} {quality}");
            let whole = (found.quality.tenths() / 10) as u8;
            for next in whole + 1..=(whole + 2).min(100) {
                assert!(size(next) as u64 > target, "{way:?} {quality}: {} and {next}", found.quality);
            }
        }
    }
}

#[test]
fn threads_and_layouts_do_not_change_what_is_found() {
    let (width, height) = (700, 640);
    let [y, cb, cr] =
        [(width, height), (width / 2, height / 2), (width / 2, height / 2)].map(|(w, h)| samples(w, h, 1));
    let both: Vec<u8> = cb.iter().zip(&cr).flat_map(|(cb, cr)| [*cb, *cr]).collect();
    let plane = |data, pitch| Plane { data, pitch };
    let planes = [plane(&y[..], width), plane(&cb[..], width / 2), plane(&cr[..], width / 2)];
    let planar = Pixels::new(width, height, Layout::Planar { planes, subsampling: (2, 2) }).unwrap();
    let planes = [plane(&y[..], width), plane(&both[..], width)];
    let semi_planar = Pixels::new(width, height, Layout::SemiPlanar { planes, subsampling: (2, 2) }).unwrap();
    for way in ways() {
        let search = |picture: &Pixels<'_>, threads| {
            let way = way.clone().with_threads(NonZeroUsize::new(threads).unwrap());
            target_size(picture, 60_000, |quality| at(&way, quality)).unwrap()
        };
        let found = search(&planar, 1);
        assert!(found == search(&planar, 3) && found == search(&semi_planar, 2), "{way:?}");
    }
}

#[test]
fn small_and_narrow_pictures_are_searched_too() {
    for (width, height) in [(1, 1), (3, 900), (900, 3), (17, 13), (64, 4200), (4200, 70)] {
        let gray = samples(width, height, 1);
        let picture = Pixels::interleaved(&gray, width, height, PixelFormat::Gray).unwrap();
        for way in ways() {
            let target = written(&picture, &at(&way, 70).unwrap()).len() as u64;
            let found = target_size(&picture, target, |quality| at(&way, quality)).unwrap();
            assert!(found.quality >= 70.into() && found.file.len() as u64 <= target, "{width}x{height} {way:?}");
            let error = target_size(&picture, 30, |quality| at(&way, quality)).unwrap_err().to_string();
            assert!(error.starts_with("30 bytes are too few: quality 1 takes "), "{error}");
        }
    }
}

#[test]
fn a_transformed_picture_is_encoded_as_its_pixels_are() {
    let rgb = samples(130, 71, 3);
    let picture = Pixels::interleaved(&rgb, 130, 71, PixelFormat::Rgb).unwrap();
    for (way, threads) in ways().into_iter().flat_map(|way| [(way.clone(), 1), (way, 3)]) {
        let way = way.with_threads(NonZeroUsize::new(threads).unwrap());
        let transformed = Encoder::new(way.clone()).transform(&picture).unwrap();
        for quality in [3, 50, 97] {
            let (options, mut file) = (at(&way, quality).unwrap(), Vec::new());
            transformed.encode(&options, &mut file).unwrap();
            assert!(file == written(&picture, &options), "{options:?}");
        }
    }
}

#[test]
fn parts_of_coefficients_are_those_of_their_pixels() {
    let (rgb, places) = (samples(330, 171, 3), [[0, 2], [3, 0], [1, 1], [2, 3]]);
    let picture = Pixels::interleaved(&rgb, 330, 171, PixelFormat::Rgb).unwrap();
    for way in ways() {
        let encoder = Encoder::new(way.clone());
        let ([rows, columns], _) = encoder.mcus(&picture).unwrap();
        let part = |[y, x]: [usize; 2]| picture.part([y * rows, x * columns], [rows, 2 * columns]).unwrap();
        let file = |parts: Transformed| {
            let mut file = Vec::new();
            parts.encode(&way, &mut file).unwrap();
            file
        };
        let of_coefficients = encoder.transform(&picture).unwrap().parts(&places, 2).unwrap();
        assert!(file(of_coefficients) == file(encoder.transform_parts(&places.map(part)).unwrap()), "{way:?}");
    }
}

#[test]
fn rough_bits_follow_the_bits_of_files() {
    let rgb = samples(640, 480, 3);
    let picture = Pixels::interleaved(&rgb, 640, 480, PixelFormat::Rgb).unwrap();
    let transformed = Encoder::new(Options::new(50).unwrap()).transform(&picture).unwrap();
    for quality in [10, 30, 50, 75, 90] {
        let options = Options::new(quality).unwrap();
        let quarter_bits = transformed.rough_bits(&options).unwrap() as f64;
        let bits = 8.0 * transformed.write_and_count(&options).unwrap().data as f64;
        let ratio = quarter_bits / 4.0 / bits;
        assert!((0.8..1.25).contains(&ratio), "{quality}: {ratio}");
    }
}

/// Returns the sum of the squared differences of samples.
fn squares(samples: &[u8], decoded: &[u8]) -> f64 {
    samples.iter().zip(decoded).map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2)).sum()
}

/// Returns the score of the decoded picture of each quality, by its tenths.
fn scores(picture: &Pixels<'_>, score: impl Fn(&[u8]) -> f64) -> Vec<f64> {
    let transformed = Encoder::new(Options::new(50).unwrap()).transform(picture).unwrap();
    let decoded = |tenths| {
        let quality = IjgQuality::from_tenths(tenths).unwrap();
        transformed.reconstruct(&Options::new(quality).unwrap()).unwrap()
    };
    (0..=1000).map(|tenths| if tenths < 10 { f64::NEG_INFINITY } else { score(&decoded(tenths).samples) }).collect()
}

#[test]
fn a_score_is_reached_and_the_tenth_below_does_not_reach_it() {
    let gray = samples(200, 120, 1);
    let picture = Pixels::interleaved(&gray, 200, 120, PixelFormat::Gray).unwrap();
    // No score is close to the one asked for, if it is not the same.
    let of = scores(&picture, |decoded| -squares(&gray, decoded));
    for quality in [1, 2, 35, 70, 99, 100] {
        let (mut trials, target) = (0, of[10 * quality]);
        let found = target_score(&picture, target, Options::new, |decoded| {
            trials += 1;
            -squares(&gray, &decoded.samples)
        })
        .unwrap();
        let tenths = usize::from(found.quality.tenths());
        assert!(of[tenths] == target || of[tenths] > target && of[tenths - 1] < target, "{quality}: {}", found.quality);
        assert!(trials <= 14, "{quality}: {trials} trials");
        let expected = written(&picture, &Options::new(found.quality).unwrap());
        assert!(found.file == expected, "{quality}");
    }
    let error =
        target_score(&picture, 1.0, Options::new, |decoded| -squares(&gray, &decoded.samples)).unwrap_err().to_string();
    assert!(error.starts_with("a score of 1 is not reached: quality 100 has -"), "{error}");
}

#[test]
fn a_psnr_is_exceeded_by_a_tenth_of_a_decibel_at_most() {
    let rgb = samples(240, 160, 3);
    let picture = Pixels::interleaved(&rgb, 240, 160, PixelFormat::Rgb).unwrap();
    for asked in [27.0, 29.5, 32.0] {
        let psnr = |decoded: &[u8]| 10.0 * (255.0_f64.powi(2) * rgb.len() as f64 / squares(&rgb, decoded)).log10();
        let mut trials = 0;
        let found = target_score(&picture, asked, Options::new, |decoded| {
            trials += 1;
            psnr(&decoded.samples)
        })
        .unwrap();
        assert!(
            (asked..=asked + 0.1).contains(&found.score) && trials <= 8,
            "{asked}: {}, {trials} trials",
            found.score
        );
        let transformed = Encoder::new(Options::new(50).unwrap()).transform(&picture).unwrap();
        let decoded = transformed.reconstruct(&Options::new(found.quality).unwrap()).unwrap();
        assert_eq!(psnr(&decoded.samples), found.score);
    }
}
