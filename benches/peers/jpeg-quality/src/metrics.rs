//! Metrics of a decoded picture against its original.

use crate::picture::Picture;
use butteraugli::{ButteraugliParams, ButteraugliReference};
use ssimulacra2::{ColorPrimaries, LinearRgb, Rgb, TransferCharacteristic, compute_frame_ssimulacra2};

/// The names of the metrics, in the order of [`Reference::measure`].
pub const NAMES: [&str; 6] = ["SSIMULACRA2", "PSNR Y", "PSNR RGB", "MS-SSIM Y", "butt. max", "butt. 3-norm"];

/// A picture that others are compared with, and what the metrics need of it.
pub struct Reference<'p> {
    picture: &'p Picture,
    linear: LinearRgb,
    luma: Vec<f32>,
    butteraugli: ButteraugliReference,
}

impl<'p> Reference<'p> {
    /// Prepares the metrics of a picture.
    pub fn new(picture: &'p Picture) -> Self {
        let (width, height) = (picture.width, picture.height);
        let butteraugli = ButteraugliReference::new(&picture.rgb, width, height, ButteraugliParams::default());
        let butteraugli = butteraugli.expect("a picture of 8x8 or more");
        Reference { picture, linear: linear(picture, &picture.rgb), luma: Picture::luma(&picture.rgb), butteraugli }
    }

    /// Returns SSIMULACRA2 of a decoded picture: 100 for no difference, 90 for hardly any, 50 for a clear one.
    pub fn ssimulacra2(&self, decoded: &[u8]) -> f64 {
        compute_frame_ssimulacra2(self.linear.clone(), linear(self.picture, decoded)).expect("pictures of one size")
    }

    /// Returns all metrics of a decoded picture. Greater is better: those of butteraugli, which are distances, are
    /// negative. PSNR and MS-SSIM are in dB.
    pub fn measure(&self, decoded: &[u8]) -> [f64; 6] {
        let luma = Picture::luma(decoded);
        let distance = self.butteraugli.compare(decoded).expect("pictures of one size");
        let rgb = |samples: &[u8]| samples.iter().map(|&sample| f32::from(sample)).collect::<Vec<_>>();
        [
            self.ssimulacra2(decoded),
            psnr(&self.luma, &luma),
            psnr(&rgb(&self.picture.rgb), &rgb(decoded)),
            -10.0 * (1.0 - ms_ssim(&self.luma, &luma, self.picture.width)).log10(),
            -distance.score,
            -distance.pnorm_3,
        ]
    }
}

fn linear(picture: &Picture, rgb: &[u8]) -> LinearRgb {
    let data = rgb.as_chunks().0.iter().map(|pixel: &[u8; 3]| pixel.map(|sample| f32::from(sample) / 255.0)).collect();
    let (transfer, primaries) = (TransferCharacteristic::SRGB, ColorPrimaries::BT709);
    let rgb = Rgb::new(data, picture.width, picture.height, transfer, primaries).expect("whole rows");
    LinearRgb::try_from(rgb).expect("a known transfer function")
}

/// Returns the peak signal-to-noise ratio of samples of 0 to 255, in dB.
fn psnr(a: &[f32], b: &[f32]) -> f64 {
    let squares: f64 = a.iter().zip(b).map(|(a, b)| f64::from(a - b).powi(2)).sum();
    10.0 * (255.0 * 255.0 * a.len() as f64 / squares.max(1e-9)).log10()
}

/// Returns multi-scale SSIM (Wang, Simoncelli and Bovik, 2003): contrast and structure on five scales, luminance on the
/// last, windows of 11x11 samples with a standard deviation of 1.5. A picture too small for a scale ends there.
fn ms_ssim(a: &[f32], b: &[f32], width: usize) -> f64 {
    const WEIGHTS: [f64; 5] = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333];
    let (mut a, mut b, mut width) = (a.to_vec(), b.to_vec(), width);
    let mut product = 1.0;
    for (scale, weight) in WEIGHTS.into_iter().enumerate() {
        let (luminance, structure) = ssim(&a, &b, width);
        let is_last = scale == 4 || width.min(a.len() / width) < 2 * WINDOW;
        product *= (if is_last { luminance * structure } else { structure }).max(1e-9).powf(weight);
        if is_last {
            break;
        }
        (a, b) = (halved(&a, width), halved(&b, width));
        width /= 2;
    }
    product
}

/// The side of the window of SSIM.
const WINDOW: usize = 11;

/// Returns the means of SSIM's luminance and of its contrast and structure.
fn ssim(a: &[f32], b: &[f32], width: usize) -> (f64, f64) {
    let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).collect::<Vec<_>>();
    let blurred = |samples: &[f32]| blurred(samples, width);
    let (mean_a, mean_b) = (blurred(a), blurred(b));
    let (aa, bb, ab) = (blurred(&product(a, a)), blurred(&product(b, b)), blurred(&product(a, b)));
    let (c1, c2) = ((0.01_f32 * 255.0).powi(2), (0.03_f32 * 255.0).powi(2));
    let (mut luminance, mut structure) = (0.0, 0.0);
    for k in 0..mean_a.len() {
        let (ma, mb) = (mean_a[k], mean_b[k]);
        luminance += f64::from((2.0 * ma * mb + c1) / (ma * ma + mb * mb + c1));
        structure += f64::from((2.0 * (ab[k] - ma * mb) + c2) / (aa[k] - ma * ma + bb[k] - mb * mb + c2));
    }
    (luminance / mean_a.len() as f64, structure / mean_a.len() as f64)
}

/// Returns weighted means over all windows that lie inside of the picture.
fn blurred(samples: &[f32], width: usize) -> Vec<f32> {
    let weights: [f32; WINDOW] = std::array::from_fn(|k| (-(k as f32 - 5.0).powi(2) / (2.0 * 1.5 * 1.5)).exp());
    let sum: f32 = weights.iter().sum();
    let weights = weights.map(|weight| weight / sum);
    let across: Vec<f32> = samples
        .chunks(width)
        .flat_map(|row| row.windows(WINDOW).map(|run| run.iter().zip(&weights).map(|(s, w)| s * w).sum::<f32>()))
        .collect();
    let width = width - WINDOW + 1;
    let height = across.len() / width;
    let mut means = vec![0.0; width * (height - WINDOW + 1)];
    for (y, out) in means.chunks_mut(width).enumerate() {
        for (row, weight) in across[y * width..].chunks(width).zip(weights) {
            out.iter_mut().zip(row).for_each(|(out, sample)| *out += weight * sample);
        }
    }
    means
}

/// Returns means of 2x2 samples.
fn halved(samples: &[f32], width: usize) -> Vec<f32> {
    let rows: Vec<&[f32]> = samples.chunks(width).collect();
    let mean = |a: &[f32], b: &[f32]| (a[0] + a[1] + b[0] + b[1]) / 4.0;
    let pairs = |a: &[f32], b: &[f32]| -> Vec<f32> {
        a.as_chunks::<2>().0.iter().zip(b.as_chunks::<2>().0).map(|(a, b)| mean(a, b)).collect()
    };
    rows.as_chunks::<2>().0.iter().flat_map(|[a, b]| pairs(a, b)).collect()
}
