//! A custom quantiser of rows of blocks, defined outside of the crate. It keeps more where a viewer looks.
//!
//! The encoder's own quantiser treats all blocks alike. This one has a dead zone that grows with the distance of a block
//! from the centre of the picture, and is smaller where the block's neighbours in its row are smooth, as errors show there.
//! It knows both because it gets whole rows, with their place:
//!
//! ```text
//!   dead zone, in steps      0.5 ─── centre ── smooth neighbours
//!                            1.0 ─── corners
//! ```
//!
//! `cargo run --release --example own_row_quantizer`

use codecs::jpeg::baseline::{
    Block8x8, Encoder, IntegerDct, Options, Quantizer, ReciprocalQuantizer, RowOfBlocks, RowQuantizer,
};
use codecs::jpeg::quant_table::QuantTable;
use codecs::jpeg::{Huffman, JpegError};
use codecs::picture::{PixelFormat, Pixels};
use codecs::spaces::Samples;
use draw::{HEIGHT, WIDTH};
use unite::{Dyn, Place, Spot};

mod draw;

/// A quantiser whose dead zone depends on the place of a block and on its neighbours.
struct Foveal {
    tables: [QuantTable; 3],
    nearest: ReciprocalQuantizer,
    picture: Spot<Samples>,
}

impl Foveal {
    /// Returns the distance of a block from the centre, 0 to 1 at the corners. A block of any component has the samples of
    /// the picture at its place.
    fn distance(&self, row: &RowOfBlocks<'_>, n: usize) -> f32 {
        let ([y, x], Dyn(size)) = (self.picture.under_any(&row.place(n)).origin(), self.picture.extent());
        let from_centre = |at: isize, size: usize| 2.0 * at as f32 / size as f32 - 1.0;
        let [v, u] = [from_centre(y, size[0]), from_centre(x, size[1])];
        ((u * u + v * v) / 2.0).sqrt().min(1.0)
    }
}

/// Returns `true` if a block has little structure. Coefficients are eight times those of T.81.
fn is_smooth(block: &Block8x8) -> bool {
    block.as_flattened()[1..].iter().all(|c| c.abs() < 8 * 24)
}

impl RowQuantizer for Foveal {
    fn quantize_row(&self, row: &RowOfBlocks<'_>, exact: &[Block8x8], levels: &mut [Block8x8]) {
        let steps = self.tables[row.table].steps();
        for (n, (levels, block)) in levels.iter_mut().zip(exact).enumerate() {
            *levels = self.nearest.quantize(row.table, block);
            let neighbours = exact[n.saturating_sub(1)..].iter().take(3);
            let smooth = neighbours.filter(|block| is_smooth(block)).count() as f32;
            let dead_zone = 0.5 + (0.5 * self.distance(row, n) - 0.1 * smooth).max(0.0);
            let all = levels.as_flattened_mut().iter_mut().zip(block.as_flattened()).zip(steps);
            for ((level, &c), &step) in all.skip(1) {
                if f32::from(c).abs() < 8.0 * f32::from(step) * dead_zone {
                    *level = 0;
                }
            }
        }
    }
}

fn main() -> Result<(), JpegError> {
    let rgb = draw::picture();
    let picture = Pixels::interleaved(&rgb, WIDTH, HEIGHT, PixelFormat::Rgb)?;
    println!("quality    built in: bytes     dB    this one: bytes     dB");
    for quality in [50, 75, 90, 95] {
        let options = Options::new(quality)?.with_huffman(Huffman::Optimised);
        let own = Foveal {
            tables: options.quant.clone(),
            nearest: ReciprocalQuantizer::new(&options.quant),
            picture: Spot::new([0, 0], Dyn([HEIGHT, WIDTH])),
        };
        let encoder = Encoder::new(options);
        let plain = encode(&picture, &encoder)?;
        let ours = encode(&picture, &encoder.with_quantizer(own))?;
        let (plain_db, our_db) = (draw::psnr(&plain, &rgb), draw::psnr(&ours, &rgb));
        println!("{quality:>7} {:>18} {plain_db:>6.2} {:>18} {our_db:>6.2}", plain.len(), ours.len());
    }
    Ok(())
}

fn encode<Q: RowQuantizer>(picture: &Pixels<'_>, encoder: &Encoder<IntegerDct, Q>) -> Result<Vec<u8>, JpegError> {
    let mut file = Vec::new();
    encoder.encode(picture, &mut file)?;
    Ok(file)
}
