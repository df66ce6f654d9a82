//! The expected component planes of a case, by plain arithmetic. JFIF's matrix in floating point, and means of the
//! samples that each position covers.

use super::{Case, Kind, Plane, Source};
use codecs::picture::PixelFormat;

/// Returns the planes of the components, each in its own resolution.
pub fn expected(case: &Case, source: &Source) -> Vec<Plane> {
    let (h_max, v_max) = case.most();
    let (width, height) = case.size;
    let factors = case.factors().into_iter().enumerate();
    factors
        .map(|(c, (h, v))| {
            let (columns, rows) = ((width * h).div_ceil(h_max), (height * v).div_ceil(v_max));
            let full = |x: usize, y: usize| full(case.kind, source, c, (x.min(width - 1), y.min(height - 1)));
            Plane::from_fn(columns, rows, |x, y| {
                let mut sum = 0.0;
                for (y, tall) in covered(y, v, v_max) {
                    for (x, wide) in covered(x, h, h_max) {
                        sum += full(x, y) * (wide * tall) as f64;
                    }
                }
                (sum / (h_max * v_max) as f64).round() as u8
            })
        })
        .collect()
}

/// Returns the samples that sample `i` of a component covers, each with its share in units of `1 / factor`.
fn covered(i: usize, factor: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..most)
        .map(move |part| (i * most + part) / factor)
        .fold(Vec::new(), |mut all: Vec<(usize, usize)>, sample| {
            match all.last_mut() {
                Some((last, parts)) if *last == sample => *parts += 1,
                _ => all.push((sample, 1)),
            }
            all
        })
        .into_iter()
}

/// Returns component `c` at a position of the picture.
fn full(kind: Kind, source: &Source, c: usize, (x, y): (usize, usize)) -> f64 {
    match kind {
        Kind::Natural(format) => {
            let pixel = pixel(format, source, (x, y));
            match format {
                PixelFormat::Rgb | PixelFormat::Rgba | PixelFormat::Bgr | PixelFormat::Bgra => ycbcr(pixel)[c].round(),
                _ => pixel[c],
            }
        }
        Kind::Gray(format) => ycbcr(pixel(format, source, (x, y)))[0].round(),
        Kind::Untransformed(format) => pixel(format, source, (x, y))[c],
        Kind::Planar(h, v) if c > 0 => f64::from(source.byte(c, (x / usize::from(h), y / usize::from(v)), 1, 0)),
        Kind::SemiPlanar(h, v) if c > 0 => {
            f64::from(source.byte(1, (x / usize::from(h), y / usize::from(v)), 2, c - 1))
        }
        Kind::Planar(..) | Kind::SemiPlanar(..) => f64::from(source.byte(0, (x, y), 1, 0)),
    }
}

/// Returns the components of a pixel, red first.
fn pixel(format: PixelFormat, source: &Source, place: (usize, usize)) -> [f64; 4] {
    let bytes = format.samples();
    let at = |n: usize| f64::from(source.byte(0, place, bytes, n.min(bytes - 1)));
    match format {
        PixelFormat::Bgr | PixelFormat::Bgra => [at(2), at(1), at(0), at(3)],
        _ => [at(0), at(1), at(2), at(3)],
    }
}

/// Converts RGB to YCbCr as in JFIF 1.02, section 7.
fn ycbcr([r, g, b, _]: [f64; 4]) -> [f64; 4] {
    let cb = 128.0 - 0.168736 * r - 0.331264 * g + 0.5 * b;
    let cr = 128.0 + 0.5 * r - 0.418688 * g - 0.081312 * b;
    [0.299 * r + 0.587 * g + 0.114 * b, cb, cr, 0.0]
}

/// Returns the peak signal-to-noise ratio of 8-bit samples, in dB; infinite if they are equal.
///
/// # Panics
/// If the numbers of samples differ.
pub fn psnr(a: &[u8], b: &[u8]) -> f64 {
    assert_eq!(a.len(), b.len(), "samples that are compared are of one number");
    let squares: f64 = a.iter().zip(b).map(|(&a, &b)| (f64::from(a) - f64::from(b)).powi(2)).sum();
    10.0 * (255.0 * 255.0 * a.len() as f64 / squares).log10()
}
