//! Checks the searches for a quality against the files of all qualities.
//!
//! `cargo run --release --manifest-path benches/peers/jpeg-quality/Cargo.toml --bin targets -- [size|time|psnr|ssim2] MOST PICTURE...`
//!
//! `size`: of each picture, five sizes in each of four ways to code. The file fits, and its quality is never below the one
//! that a bisection over files finds; the largest quality that fits is counted as well. `time`: ten sizes; the processor
//! time of a search in times of one encoding at the quality found, the median of three pairs. `psnr` and `ssim2`: three scores;
//! the quality found is compared with the smallest that reaches the score. Of pictures with more than MOST columns or rows
//! the middle is taken, and a crop of each picture is another one.

use codecs::jpeg::baseline::{Options, Rounding, encode};
use codecs::jpeg::progressive::Progression;
use codecs::jpeg::quantization::NamedTables;
use codecs::jpeg::search::{target_score, target_size};
use codecs::jpeg::{Huffman, JpegError};
use codecs::picture::{PixelFormat, Pixels};
use cpu_time::ThreadTime;
use peers_jpeg_quality::metrics::Reference;
use peers_jpeg_quality::picture::Picture;
use std::env;

/// The sizes, in bits per pixel.
const RATES: [f64; 5] = [0.3, 0.7, 1.2, 2.0, 4.0];

/// The ways to code that are checked.
const WAYS: [&str; 4] = ["default", "optimize", "progressive", "perceptual"];

/// The scores asked for.
const DECIBELS: [f64; 3] = [30.0, 35.0, 40.0];
const SSIMULACRA2: [f64; 3] = [60.0, 75.0, 88.0];

/// Returns the options of a way to code at a quality.
fn options(way: &str, quality: u8) -> Result<Options, JpegError> {
    let options = Options::new(quality)?;
    Ok(match way {
        "default" => options,
        "optimize" => options.with_huffman(Huffman::Optimised),
        "progressive" => options.with_progression(Progression::Standard),
        _ => {
            let tables = NamedTables::Perceptual.at_quality(quality, options.sampling.chroma_share())?;
            let options = options.with_quant(tables).with_rounding(Rounding::Trellis);
            options.with_huffman(Huffman::Optimised).with_progression(Progression::Smallest)
        }
    })
}

fn size(picture: &Pixels<'_>, way: &str, quality: u8) -> u64 {
    let mut file = Vec::new();
    encode(picture, &options(way, quality).expect("a quality"), &mut file).expect("a file");
    file.len() as u64
}

/// Returns the quality that a bisection over files finds.
fn bisected(target: u64, size: impl Fn(u8) -> u64) -> u8 {
    let (mut found, mut low, mut high) = (0, 1, 100);
    while low <= high {
        let quality = low + (high - low) / 2;
        if size(quality) <= target {
            (found, low) = (quality, quality + 1);
        } else {
            high = quality - 1;
        }
    }
    found
}

fn sizes(pictures: &[Picture]) {
    let (mut searches, mut worse, mut best) = (0, 0, 0);
    for picture in pictures {
        let pixels = pixels(picture);
        for way in WAYS {
            let sizes: Vec<u64> = (0..=100).map(|q| if q == 0 { 0 } else { size(&pixels, way, q) }).collect();
            for rate in RATES {
                let target = (rate * (picture.width * picture.height) as f64 / 8.0) as u64;
                let before = bisected(target, |quality| sizes[usize::from(quality)]);
                let largest = (1..=100).rev().find(|&q| sizes[usize::from(q)] <= target).unwrap_or(0);
                let found = match target_size(&pixels, target, |quality| options(way, quality)) {
                    Ok(found) => {
                        assert!(found.file.len() as u64 <= target, "{} {way} {rate}: does not fit", picture.name);
                        found.quality
                    }
                    Err(_) => 0,
                };
                searches += 1;
                worse += usize::from(found < before);
                best += usize::from(found == largest);
                if found != largest {
                    println!("{} {way} {rate}: {found}, by bisection {before}, largest {largest}", picture.name);
                }
            }
        }
    }
    println!("{searches} searches: {worse} below the bisection, {best} the largest quality that fits");
}

fn times(pictures: &[Picture]) {
    for way in WAYS {
        let mut ratios = Vec::new();
        for picture in pictures {
            let pixels = pixels(picture);
            for n in 0..10 {
                let rate = 0.25 + f64::from(n) * 2.75 / 9.0;
                let target = (rate * (picture.width * picture.height) as f64 / 8.0) as u64;
                let Ok(found) = target_size(&pixels, target, |quality| options(way, quality)) else { continue };
                let mut pairs = [(); 3].map(|()| {
                    let search = cpu(|| target_size(&pixels, target, |quality| options(way, quality)).is_ok());
                    search / cpu(|| size(&pixels, way, found.quality) > 0)
                });
                pairs.sort_by(f64::total_cmp);
                println!("{} {way} {rate:.2}: quality {}, {:.2} encodings", picture.name, found.quality, pairs[1]);
                ratios.push(pairs[1]);
            }
        }
        ratios.sort_by(f64::total_cmp);
        let above = ratios.iter().filter(|ratio| **ratio > 1.8).count();
        let [median, most] = [ratios.len() / 2, ratios.len() - 1].map(|n| ratios[n]);
        println!("{way}: median {median:.2}, most {most:.2}, {above} of {} above 1.8", ratios.len());
    }
}

/// Returns the processor time of `work` in seconds.
fn cpu(work: impl FnOnce() -> bool) -> f64 {
    let start = ThreadTime::now();
    assert!(work(), "nothing was encoded");
    start.elapsed().as_secs_f64()
}

fn scores(pictures: &[Picture], asked: [f64; 3], score: impl Fn(&Reference<'_>, &Picture, &[u8]) -> f64) {
    let (mut searches, mut smallest, mut near, mut trials) = (0, 0, 0, 0);
    for picture in pictures {
        let (pixels, reference) = (pixels(picture), Reference::new(picture));
        for way in ["default", "perceptual"] {
            for asked in asked {
                let mut all = Vec::new();
                let found = target_score(
                    &pixels,
                    asked,
                    |quality| options(way, quality),
                    |decoded| {
                        let score = score(&reference, picture, &decoded.samples);
                        all.push(score);
                        score
                    },
                );
                let Ok(found) = found else {
                    println!("{} {way} {asked}: not reached", picture.name);
                    continue;
                };
                let reached = all.iter().copied().filter(|score| *score >= asked).fold(f64::INFINITY, f64::min);
                // Every smaller quality, as far as non-monotonic scores could reach.
                let mut best = (found.quality, reached);
                for quality in found.quality.saturating_sub(6).max(1)..found.quality {
                    let mut at = f64::NAN;
                    let _ = target_score(
                        &pixels,
                        f64::MIN,
                        |_| options(way, quality),
                        |decoded| {
                            at = score(&reference, picture, &decoded.samples);
                            at
                        },
                    );
                    if at >= asked && quality < best.0 {
                        best = (quality, at);
                    }
                }
                searches += 1;
                trials += all.len();
                smallest += usize::from(best.0 == found.quality);
                near += usize::from((reached - best.1).abs() <= 0.5);
                if best.0 != found.quality {
                    println!(
                        "{} {way} {asked}: {} {reached:.2}, smallest {} {:.2}",
                        picture.name, found.quality, best.0, best.1
                    );
                }
            }
        }
    }
    println!(
        "{searches} searches: {smallest} the smallest quality that reaches the score, {near} within 0.5 of it, {:.1} trials",
        trials as f64 / searches as f64
    );
}

fn pixels(picture: &Picture) -> Pixels<'_> {
    Pixels::interleaved(&picture.rgb, picture.width, picture.height, PixelFormat::Rgb).expect("all samples")
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [check, most, paths @ ..] = &arguments[..] else {
        panic!("give size, time, psnr or ssim2, the most columns and rows, and pictures");
    };
    let most: u32 = most.parse().expect("a number");
    let crops: &[u32] = if check == "time" { &[most] } else { &[most, most / 3] };
    let pictures: Vec<Picture> =
        paths.iter().flat_map(|path| crops.iter().map(move |most| Picture::read(path, *most))).collect();
    match &check[..] {
        "size" => sizes(&pictures),
        "time" => times(&pictures),
        "psnr" => scores(&pictures, DECIBELS, |_, picture, decoded| {
            let squares: f64 = picture.rgb.iter().zip(decoded).map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2)).sum();
            10.0 * (255.0_f64.powi(2) * decoded.len() as f64 / squares.max(1e-9)).log10()
        }),
        "ssim2" => scores(&pictures, SSIMULACRA2, |reference, _, decoded| reference.ssimulacra2(decoded)),
        other => panic!("{other} is none of size, time, psnr, ssim2"),
    }
}
