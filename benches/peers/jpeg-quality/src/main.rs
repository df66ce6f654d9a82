//! JPEG: size at equal quality of this encoder and its peers, by six metrics, and processor time.
//!
//! `cargo run --release --manifest-path benches/peers/jpeg-quality/Cargo.toml -- [SWITCH VALUE]... PICTURE...`
//!
//! | switch | meaning |
//! |---|---|
//! | `--encoders` | names with commas between them (`encoders.rs`); the first is the base |
//! | `--qualities` | numbers of 1 to 100 with commas between them |
//! | `--most` | the middle of pictures with more columns or rows than this |
//! | `--points` | a file for all points: encoder, picture, quality, bytes, metrics |
//! | `--keep` | a folder for the encoded files |
//! | `--threads` | pictures that are measured at the same time |
//!
//! Every file is decoded by libjpeg-turbo with its accurate IDCT and smooth upsampling. The result is the mean over the
//! pictures of the BD-rate (`rate.rs`): the difference in size at equal metric, in per cent. Files are 4:2:0 with optimised
//! Huffman tables.
//!
//! Program `fit` fits the tables of `codecs::jpeg::quantization::Perceptual`.

use peers_jpeg_quality::encoders::{DEFAULT, Encoder};
use peers_jpeg_quality::metrics::{NAMES, Reference};
use peers_jpeg_quality::picture::Picture;
use peers_jpeg_quality::rate::bd_rate;
use peers_jpeg_quality::turbo;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

struct Arguments {
    encoders: Vec<(String, Encoder)>,
    qualities: Vec<u8>,
    most: u32,
    points: Option<PathBuf>,
    keep: Option<PathBuf>,
    threads: usize,
    pictures: Vec<String>,
}

impl Arguments {
    fn read() -> Self {
        let mut words = std::env::args().skip(1);
        let (mut encoders, mut qualities) = (DEFAULT.to_owned(), "35,50,65,78,88,95".to_owned());
        let (mut points, mut keep, mut threads, mut most, mut pictures) = (None, None, 1, u32::MAX, Vec::new());
        while let Some(word) = words.next() {
            let mut value = || words.next().unwrap_or_else(|| panic!("{word} needs a value"));
            match word.as_str() {
                "--encoders" => encoders = value(),
                "--qualities" => qualities = value(),
                "--most" => most = value().parse().expect("a number"),
                "--points" => points = Some(value().into()),
                "--keep" => keep = Some(value().into()),
                "--threads" => threads = value().parse().expect("a number"),
                _ => pictures.push(word),
            }
        }
        assert!(!pictures.is_empty(), "name pictures");
        let encoder =
            |name: &str| (name.to_owned(), Encoder::named(name).unwrap_or_else(|| panic!("no encoder {name}")));
        Arguments {
            encoders: encoders.split(',').map(encoder).collect(),
            qualities: qualities.split(',').map(|quality| quality.parse().expect("a quality")).collect(),
            most,
            points,
            keep,
            threads,
            pictures,
        }
    }
}

/// A file and its metrics.
struct Point {
    quality: u8,
    bytes: usize,
    metrics: [f64; NAMES.len()],
    seconds: f64,
}

/// Measures all encoders on a picture; returns the points of each.
fn measured(arguments: &Arguments, path: &str) -> (Picture, Vec<Vec<Point>>) {
    let picture = Picture::read(path, arguments.most);
    let reference = Reference::new(&picture);
    let point = |name: &str, encoder: &Encoder, quality: u8| {
        let (file, seconds) = encoder.encode(&picture, quality);
        if let Some(folder) = &arguments.keep {
            std::fs::write(folder.join(format!("{}_{name}_{quality}.jpg", picture.name)), &file).expect("a folder");
        }
        Point { quality, bytes: file.len(), metrics: reference.measure(&turbo::decoded(&file, &picture)), seconds }
    };
    let points = arguments.encoders.iter().map(|(name, encoder)| {
        arguments.qualities.iter().map(|&quality| point(name, encoder, quality)).collect::<Vec<_>>()
    });
    let points = points.collect();
    (picture, points)
}

fn main() {
    let arguments = Arguments::read();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                while let Some(path) = arguments.pictures.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = measured(&arguments, path);
                    eprintln!("{}", result.0.name);
                    done.lock().expect("no thread panics").push(result);
                }
            });
        }
    });
    let mut pictures = done.into_inner().expect("no thread panics");
    pictures.sort_by(|a, b| a.0.name.cmp(&b.0.name));
    if let Some(path) = &arguments.points {
        write_points(path, &arguments, &pictures);
    }
    report(&arguments, &pictures);
}

fn write_points(path: &Path, arguments: &Arguments, pictures: &[(Picture, Vec<Vec<Point>>)]) {
    let mut lines = String::new();
    for (picture, encoders) in pictures {
        for ((name, _), points) in arguments.encoders.iter().zip(encoders) {
            for point in points {
                let metrics: String = point.metrics.iter().map(|metric| format!("\t{metric:.6}")).collect();
                lines += &format!("{name}\t{}\t{}\t{}{metrics}\n", picture.name, point.quality, point.bytes);
            }
        }
    }
    std::fs::write(path, lines).expect("a file for the points");
}

fn report(arguments: &Arguments, pictures: &[(Picture, Vec<Vec<Point>>)]) {
    println!(
        "{} pictures, qualities {:?}; BD-rate in per cent to the first, and processor time\n",
        pictures.len(),
        arguments.qualities
    );
    let head: String = NAMES.iter().map(|name| format!("{name:>14}")).collect();
    println!("{:<38}{head}{:>10}", "", "ms/MP");
    let megapixels: f64 = pictures.iter().map(|(picture, _)| (picture.width * picture.height) as f64 / 1e6).sum();
    for (n, (name, _)) in arguments.encoders.iter().enumerate() {
        let rates: String = (0..NAMES.len()).map(|metric| format!("{:>14}", mean_rate(pictures, n, metric))).collect();
        let seconds: f64 = pictures.iter().flat_map(|(_, points)| &points[n]).map(|point| point.seconds).sum();
        let milliseconds = 1000.0 * seconds / megapixels / arguments.qualities.len() as f64;
        println!("{name:<38}{rates}{milliseconds:>10.1}");
    }
}

/// Returns the mean BD-rate of an encoder to the first, as text, and on how many pictures it is smaller.
fn mean_rate(pictures: &[(Picture, Vec<Vec<Point>>)], encoder: usize, metric: usize) -> String {
    let curve = |points: &[Point]| points.iter().map(|p| (p.bytes as f64, p.metrics[metric])).collect::<Vec<_>>();
    let rates = pictures.iter().filter_map(|(_, points)| bd_rate(&curve(&points[0]), &curve(&points[encoder])));
    let rates: Vec<f64> = rates.collect();
    if rates.is_empty() {
        return "-".to_owned();
    }
    let smaller = rates.iter().filter(|rate| **rate < 0.0).count();
    format!("{:+.2} ({smaller})", rates.iter().sum::<f64>() / rates.len() as f64)
}
