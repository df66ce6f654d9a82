//! A custom forward DCT, defined outside of the crate. It has the five multiplications of Arai, Agui and Nakajima
//! (1988), in floating point.
//!
//! The algorithm computes a DCT in which output `k` is scaled by a constant. Encoders usually multiply the scale into
//! the quantiser's steps; here the transform removes it, so that it works with any quantiser.
//!
//! `cargo run --release --example own_dct`

use codecs::jpeg::JpegError;
use codecs::jpeg::baseline::{Block8x8, DoubleDct, Encoder, ForwardDct, IntegerDct, Options, SampleWindow, Sampling};
use codecs::picture::{PixelFormat, Pixels};
use core::f32::consts::{FRAC_1_SQRT_2, PI};
use draw::{HEIGHT, WIDTH};

mod draw;

/// The DCT of Arai, Agui and Nakajima.
struct AanDct;

impl ForwardDct for AanDct {
    #[inline(always)]
    fn forward(&self, samples: SampleWindow<'_>) -> Block8x8 {
        let mut block = samples.load().map(|row| row.map(|s| f32::from(s) - 128.0));
        block = block.map(flow_graph);
        block = transposed(transposed(block).map(flow_graph));
        // Eight times the coefficients of T.81, as the trait requires.
        let unscaled = |v: usize, u: usize| 8.0 * block[v][u] * scale(v) * scale(u);
        core::array::from_fn(|v| core::array::from_fn(|u| unscaled(v, u).round() as i16))
    }
}

/// Returns the factor from output `k` of the flow graph to the DCT.
fn scale(k: usize) -> f32 {
    let cosine = (k as f32 * PI / 16.0).cos();
    if k == 0 { FRAC_1_SQRT_2 / 2.0 } else { 0.25 / cosine }
}

fn transposed(block: [[f32; 8]; 8]) -> [[f32; 8]; 8] {
    core::array::from_fn(|y| core::array::from_fn(|x| block[x][y]))
}

/// Transforms one dimension with 29 additions and 5 multiplications.
#[inline(always)]
fn flow_graph(s: [f32; 8]) -> [f32; 8] {
    let sums: [f32; 4] = core::array::from_fn(|n| s[n] + s[7 - n]);
    let differences: [f32; 4] = core::array::from_fn(|n| s[n] - s[7 - n]);

    let (a, b) = (sums[0] + sums[3], sums[1] + sums[2]);
    let (c, d) = (sums[1] - sums[2], sums[0] - sums[3]);
    let rotated = (c + d) * FRAC_1_SQRT_2;
    let (s0, s4, s2, s6) = (a + b, a - b, d + rotated, d - rotated);

    let [e, f, g, h] = [
        differences[2] + differences[3],
        differences[1] + differences[2],
        differences[0] + differences[1],
        differences[0],
    ];
    let common = (e - g) * 0.382_683_43;
    let (z2, z4) = (0.541_196_1 * e + common, 1.306_563 * g + common);
    let z3 = f * FRAC_1_SQRT_2;
    let (z11, z13) = (h + z3, h - z3);
    [s0, z11 + z4, s2, z13 - z2, s4, z13 + z2, s6, z11 - z4]
}

fn main() -> Result<(), JpegError> {
    let rgb = draw::picture();
    let picture = Pixels::interleaved(&rgb, WIDTH, HEIGHT, PixelFormat::Rgb)?;
    let mut options = Options::new(95)?;
    options.sampling = Sampling::S444;
    let encoder = || Encoder::new(options.clone());
    report("integer, built in", &encode(&picture, encoder().with_dct(IntegerDct))?, &rgb);
    report("definition, built in", &encode(&picture, encoder().with_dct(DoubleDct))?, &rgb);
    report("this one", &encode(&picture, encoder().with_dct(AanDct))?, &rgb);
    Ok(())
}

fn report(name: &str, file: &[u8], rgb: &[u8]) {
    println!("{name:<22} {:>7} bytes {:>6.2} dB", file.len(), draw::psnr(file, rgb));
}

fn encode<D: ForwardDct>(picture: &Pixels<'_>, encoder: Encoder<D>) -> Result<Vec<u8>, JpegError> {
    let mut file = Vec::new();
    encoder.encode(picture, &mut file)?;
    Ok(file)
}
