//! A custom quantiser, defined outside of the crate. It weighs the bits of a coefficient against its error.
//!
//! The encoder's own quantiser rounds to the nearest step. This one also tries the next smaller magnitude and takes it
//! if its cost is lower:
//!
//! ```text
//!   cost = (error / step)^2 + lambda * bits      bits: about 2 log2 |level| + 3, and 0 for a coefficient of 0
//! ```
//!
//! `cargo run --release --example own_quantizer`

use codecs::jpeg::baseline::{Block8x8, Encoder, IntegerDct, Options, Quantizer, ReciprocalQuantizer};
use codecs::jpeg::quant_table::QuantTable;
use codecs::jpeg::{Huffman, JpegError};
use codecs::picture::{PixelFormat, Pixels};
use draw::{HEIGHT, WIDTH};

mod draw;

/// A quantiser that minimises the cost of squared error and bits.
struct RateDistortion {
    tables: [QuantTable; 3],
    /// The value of one bit, in squared steps.
    lambda: f32,
}

impl RateDistortion {
    fn level(&self, coefficient: i16, step: u16) -> i16 {
        let exact = in_steps(coefficient, step).abs();
        let nearest = exact.round();
        let cost = |level: f32| {
            let bits = if level == 0.0 { 0.0 } else { 2.0 * level.log2() + 3.0 };
            (exact - level).powi(2) + self.lambda * bits
        };
        let smaller = (nearest - 1.0).max(0.0);
        let level = if cost(smaller) < cost(nearest) { smaller } else { nearest };
        level as i16 * coefficient.signum()
    }
}

/// Returns a coefficient in units of its step. Coefficients are eight times those of T.81.
fn in_steps(coefficient: i16, step: u16) -> f32 {
    f32::from(coefficient) / (8.0 * f32::from(step))
}

impl Quantizer for RateDistortion {
    fn quantize(&self, table: usize, coefficients: &Block8x8) -> Block8x8 {
        let steps = self.tables[table].steps();
        let mut levels = [[0; 8]; 8];
        let all = levels.as_flattened_mut().iter_mut().zip(coefficients.as_flattened()).zip(steps);
        for ((level, &coefficient), &step) in all {
            *level = self.level(coefficient, step);
        }
        // Round the DC coefficient to the nearest step, since errors in the mean of a block are the most visible.
        levels[0][0] = in_steps(coefficients[0][0], steps[0]).round() as i16;
        levels
    }
}

fn main() -> Result<(), JpegError> {
    let rgb = draw::picture();
    let picture = Pixels::interleaved(&rgb, WIDTH, HEIGHT, PixelFormat::Rgb)?;
    println!("quality    built in: bytes     dB    this one: bytes     dB");
    for quality in [50, 75, 90, 95] {
        let mut options = Options::new(quality)?;
        options.huffman = Huffman::Optimised;
        let built_in = ReciprocalQuantizer::new(&options.quant);
        let own = RateDistortion { tables: options.quant.clone(), lambda: 0.07 };
        let encoder = Encoder::new(options);
        let plain = encode(&picture, encoder.clone().with_quantizer(built_in))?;
        let ours = encode(&picture, encoder.with_quantizer(own))?;
        let (plain_db, our_db) = (draw::psnr(&plain, &rgb), draw::psnr(&ours, &rgb));
        println!("{quality:>7} {:>18} {plain_db:>6.2} {:>18} {our_db:>6.2}", plain.len(), ours.len());
    }
    Ok(())
}

fn encode<Q: Quantizer>(picture: &Pixels<'_>, encoder: Encoder<IntegerDct, Q>) -> Result<Vec<u8>, JpegError> {
    let mut file = Vec::new();
    encoder.encode(picture, &mut file)?;
    Ok(file)
}
