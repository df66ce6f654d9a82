//! Checks the searches for a quality against the files of all qualities.
//!
//! `cargo run --release --manifest-path benches/peers/jpeg-quality/Cargo.toml --bin targets -- [size|time|psnr|ssim2] MOST PICTURE...`
//!
//! `size`: of each picture, five sizes in each of four ways to code. The file fits, and its quality is never below the one
//! that a bisection over files finds; the largest quality that fits is counted as well. `time`: ten sizes; the processor
//! time of a search in times of one encoding at the quality found, the median of three pairs. `psnr` and `ssim2`: three scores;
//! how far the score is above the one asked for. Of pictures with more than MOST columns or rows the middle is taken, and a
//! crop of each picture is another one.

use codecs::jpeg::baseline::{Options, Rounding, encode};
use codecs::jpeg::progressive::Progression;
use codecs::jpeg::quantization::NamedTables;
use codecs::jpeg::search::{target_score, target_size};
use codecs::jpeg::{Huffman, IjgQuality, JpegError};
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
fn options(way: &str, quality: impl Into<IjgQuality>) -> Result<Options, JpegError> {
    let quality = quality.into();
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

fn size(picture: &Pixels<'_>, way: &str, quality: impl Into<IjgQuality>) -> u64 {
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
                        (found.quality.tenths() / 10) as u8
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
    let mut all: Vec<(f64, usize)> = Vec::new();
    for picture in pictures {
        let (pixels, reference) = (pixels(picture), Reference::new(picture));
        for way in ["default", "perceptual"] {
            for asked in asked {
                let mut trials = 0;
                let found = target_score(
                    &pixels,
                    asked,
                    |quality| options(way, quality),
                    |decoded| {
                        trials += 1;
                        score(&reference, picture, &decoded.samples)
                    },
                );
                let Ok(found) = found else {
                    println!("{} {way} {asked}: not reached", picture.name);
                    continue;
                };
                all.push((found.score - asked, trials));
                if found.score - asked > 0.1 {
                    println!("{} {way} {asked}: quality {}, {:.2}", picture.name, found.quality, found.score);
                }
            }
        }
    }
    let within = |most| all.iter().filter(|(above, _)| *above <= most).count();
    let trials: usize = all.iter().map(|(_, trials)| trials).sum();
    println!(
        "{} searches: {} at most 0.1 above the score asked for, {} at most 0.5, {:.1} trials, at most {}",
        all.len(),
        within(0.1),
        within(0.5),
        trials as f64 / all.len() as f64,
        all.iter().map(|(_, trials)| trials).max().unwrap_or(&0)
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
