//! Fits the tables of `codecs::jpeg::quantization::Perceptual` by coordinate descent.
//!
//! `cargo run --release --manifest-path benches/peers/jpeg-quality/Cargo.toml --bin fit -- OUTPUT SWEEPS MOST THREADS PICTURE...`
//!
//! Begins from the family in the library and writes OUTPUT, the text of `perceptual_tables.rs`, after each gain. Of
//! pictures with more than MOST columns or rows the middle is taken. Files are those of this encoder, 4:2:0, optimised, with
//! the default dead zone.
//!
//! The objective is a weighted mean of BD-rates to the tables of Annex K, by four metrics. A sweep multiplies one number at
//! a time, and with it its mirror image at the diagonal, by a factor and by its reciprocal, and keeps what lowers the
//! objective: first whole diagonals, then single numbers, with factors nearer to 1 in later sweeps.

use codecs::jpeg::baseline::{DeadZone, Options, Rounding};
use codecs::jpeg::quantization::{ChromaShare, Lambda, Perceptual};
use peers_jpeg_quality::encoders::ours;
use peers_jpeg_quality::metrics::Reference;
use peers_jpeg_quality::picture::Picture;
use peers_jpeg_quality::rate::bd_rate;
use peers_jpeg_quality::turbo;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The weight of each metric, in the order of `metrics::NAMES`.
const WEIGHTS: [f64; 6] = [0.6, 0.1, 0.0, 0.15, 0.0, 0.15];

/// The distances of the files of a curve, and the qualities of those with the tables of Annex K.
const DISTANCES: [f32; 4] = [0.6, 1.3, 2.8, 5.5];
const QUALITIES: [u8; 4] = [40, 65, 85, 95];

/// A number of the family: a component's base, or the exponent, on one or two places.
type Places = (usize, Vec<usize>);

struct Fit<'p> {
    output: &'p str,
    references: Vec<(&'p Picture, Reference<'p>, Vec<[(f64, f64); 4]>)>,
    threads: usize,
}

type Curves = Vec<[(f64, f64); 4]>;

/// Returns the curve of each metric: files of a picture, one for each point.
fn curves(picture: &Picture, reference: &Reference<'_>, file: impl Fn(usize) -> Vec<u8>) -> Curves {
    let points: Vec<(f64, [f64; 6])> = (0..4)
        .map(|n| {
            let file = file(n);
            (file.len() as f64, reference.measure(&turbo::decoded(&file, picture)))
        })
        .collect();
    (0..6).map(|metric| std::array::from_fn(|n| (points[n].0, points[n].1[metric]))).collect()
}

impl Fit<'_> {
    /// Returns the objective: per cent of size at equal quality, negative if the family is better than Annex K's tables.
    fn objective(&self, family: &Perceptual) -> f64 {
        let (next, sum) = (AtomicUsize::new(0), Mutex::new(vec![0.0; self.references.len()]));
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    loop {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        let Some((picture, reference, base)) = self.references.get(n) else { break };
                        let rounding = Rounding::DeadZone(DeadZone::default());
                        let curves = curves(picture, reference, |point| {
                            let tables = family.at(DISTANCES[point], ChromaShare::QUARTER);
                            let options = Options::new(90).expect("a quality").with_quant(tables);
                            ours(picture, options.with_rounding(rounding), Lambda::default())
                        });
                        let rates = (0..6).filter(|&metric| WEIGHTS[metric] > 0.0);
                        let rates = rates.map(|m| WEIGHTS[m] * bd_rate(&base[m], &curves[m]).unwrap_or(100.0));
                        sum.lock().expect("no thread panics")[n] = rates.sum();
                    }
                });
            }
        });
        let sum = sum.into_inner().expect("no thread panics");
        sum.iter().sum::<f64>() / sum.len() as f64
    }

    /// Tries both directions for each group of numbers; returns the best objective.
    fn sweep(&self, family: &mut Perceptual, groups: &[Places], factor: f32, mut best: f64) -> f64 {
        for (which, places) in groups {
            for factor in [factor, 1.0 / factor] {
                let mut other = family.clone();
                for &place in places {
                    match which {
                        0..3 => other.base[*which][place] *= factor,
                        _ => other.exponents[place] = (other.exponents[place] * factor.sqrt()).clamp(0.3, 1.0),
                    }
                }
                if other == *family {
                    continue;
                }
                let objective = self.objective(&other);
                if objective < best {
                    (best, *family) = (objective, other);
                    println!("{best:.3}  {which} {places:?} * {factor:.3}");
                    std::fs::write(self.output, text(family)).expect("the output is written");
                    break;
                }
            }
        }
        best
    }
}

/// Returns all diagonals of the tables, or all pairs of mirror images.
fn groups(single: bool) -> Vec<Places> {
    let natural = |row: usize, column: usize| 8 * row + column;
    let places: Vec<Vec<usize>> = if single {
        let pairs = (0..8).flat_map(|row| (row..8).map(move |column| (row, column)));
        let pairs = pairs.map(|(row, column)| vec![natural(row, column), natural(column, row)]);
        pairs
            .map(|mut pair| {
                pair.dedup();
                pair
            })
            .collect()
    } else {
        let diagonal =
            |sum: usize| (0..=sum.min(7)).filter(move |row| sum - row < 8).map(move |row| natural(row, sum - row));
        (0..15).map(|sum| diagonal(sum).collect()).collect()
    };
    (0..4).flat_map(|which| places.iter().map(move |places| (which, places.clone()))).collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [output, sweeps, most, threads, pictures @ ..] = &arguments[..] else {
        panic!("usage: fit OUTPUT SWEEPS MOST THREADS PICTURE...")
    };
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let pictures: Vec<Picture> = pictures.iter().map(|path| Picture::read(path, number(most) as u32)).collect();
    let references = pictures.iter().map(|picture| {
        let reference = Reference::new(picture);
        let base = curves(picture, &reference, |n| {
            let options = Options::new(QUALITIES[n]).expect("a quality");
            ours(picture, options, Lambda::default())
        });
        (picture, reference, base)
    });
    let fit = Fit { output, references: references.collect(), threads: number(threads) };
    let mut family = Perceptual::default();
    let mut best = fit.objective(&family);
    println!("{best:.3}  before");
    for sweep in 0..number(sweeps) {
        let factor = 1.0 + 0.15 / (1 << (sweep / 2)) as f32;
        best = fit.sweep(&mut family, &groups(sweep % 2 == 1), factor, best);
        println!("{best:.3}  after sweep {sweep}");
    }
}

/// Returns the text of `perceptual_tables.rs`.
fn text(family: &Perceptual) -> String {
    let table = |name: &str, what: &str, numbers: &[f32; 64]| {
        let rows = numbers.chunks(8).map(|row| {
            let row: Vec<String> = row.iter().map(|number| format!("{number:.2}")).collect();
            format!("    {},\n", row.join(", "))
        });
        let rows: String = rows.collect();
        format!("\n/// {what}.\n#[rustfmt::skip]\npub(super) const {name}: [f32; 64] = [\n{rows}];\n")
    };
    let [luma, cb, cr] = &family.base;
    HEAD.to_owned()
        + &table("LUMA", "Steps of luma", luma)
        + &table("CB", "Steps of Cb", cb)
        + &table("CR", "Steps of Cr", cr)
        + &table("EXPONENTS", "Exponents of the distance beyond the knee", &family.exponents)
}

const HEAD: &str = "\
//! The numbers of [`Perceptual`](super::Perceptual), in natural order. Steps are those at distance 1 in 4:2:0.
//!
//! They begin from the tables of jpegli (`lib/jpegli/quant.cc`, BSD licence, the JPEG XL Project Authors). The program `fit`
//! of `benches/peers/jpeg-quality` lowered the size of some photos at equal quality.
";
