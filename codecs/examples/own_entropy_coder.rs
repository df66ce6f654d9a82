//! A custom entropy coder, defined outside of the crate: the length of an ideal adaptive code.
//!
//! Each value has a model that counts what it has seen; a symbol of probability p takes -log2 p bits, as an arithmetic
//! coder would spend. Values are categories with extra bits, as in T.81 F.1.2, but without runs.
//!
//! `cargo run --release -p codecs --example own_entropy_coder`

use codecs::fearless_simd::Simd;
use codecs::jpeg::baseline::{CodedBlock, Encoder, EntropyCoder, Options};
use codecs::jpeg::{Huffman, JpegError};
use codecs::picture::{PixelFormat, Pixels};
use draw::{HEIGHT, WIDTH};

mod draw;

/// Counts of each category, by table and coefficient, and the bits so far.
struct Adaptive {
    seen: Vec<[f64; 12]>,
    dc: [i16; 4],
    bits: f64,
}

impl EntropyCoder for Adaptive {
    fn block<S: Simd>(&mut self, _: S, block: CodedBlock<'_>) {
        let mut values = *block.coefficients.as_flattened().first_chunk::<64>().expect("8 x 8");
        values[0] -= std::mem::replace(&mut self.dc[block.component], values[0]);
        for (k, value) in values.into_iter().enumerate() {
            let category = 16 - value.unsigned_abs().leading_zeros() as usize;
            let seen = &mut self.seen[64 * block.table + k];
            self.bits += (seen.iter().sum::<f64>() / seen[category]).log2() + category as f64;
            seen[category] += 1.0;
        }
    }
}

fn main() -> Result<(), JpegError> {
    let rgb = draw::picture();
    let picture = Pixels::interleaved(&rgb, WIDTH, HEIGHT, PixelFormat::Rgb)?;
    println!("quality     dB   Huffman: bytes   optimised   adaptive");
    for quality in [50, 75, 90, 95] {
        let options = Options::new(quality)?;
        let (mut standard, mut optimised) = (Vec::new(), Vec::new());
        Encoder::new(options.clone()).encode(&picture, &mut standard)?;
        let encoder = Encoder::new(options.with_huffman(Huffman::Optimised));
        encoder.encode(&picture, &mut optimised)?;
        let mut adaptive = Adaptive { seen: vec![[0.1; 12]; 128], dc: [0; 4], bits: 0.0 };
        encoder.code_blocks(&picture, &mut adaptive)?;
        let (db, bytes) = (draw::psnr(&standard, &rgb), adaptive.bits / 8.0);
        println!("{quality:>7} {db:>6.2} {:>16} {:>11} {bytes:>10.0}", standard.len(), optimised.len());
    }
    Ok(())
}
