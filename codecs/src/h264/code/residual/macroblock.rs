//! The luma of a macroblock whose prediction is completely known in advance, as in inter macroblocks.

use super::super::coding_order::{LumaBlocks4x4, LumaBlocks8x8};
use super::super::picture::{LumaTile, nth_block, put_nth_block};
use super::blocks::{luma_4x4, luma_8x8};
use super::lanes::count as non_zero;
use super::quant::{Quantization, Quantizer};
use fearless_simd::Simd;

/// The coded luma of a macroblock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodedMacroblock {
    /// The levels, as in [`Residual::luma`](super::super::macroblock::Residual::luma).
    pub levels: [[i16; 16]; 16],
    /// The number of non-zero levels, by 4 x 4 block. With the 8 x 8 transform entries `4 n` to `4 n + 3` together are
    /// the levels of 8 x 8 block `n`. If all four are 0, `recon` is the prediction of this block. To drop the levels of
    /// a block, copy its prediction to `recon`.
    pub counts: [u8; 16],
    /// The decoder's reconstruction.
    pub recon: LumaTile<16>,
}

impl CodedMacroblock {
    /// Returns a macroblock without levels at the place of its prediction.
    #[inline(always)]
    fn at(pred: &LumaTile<16>) -> Self {
        CodedMacroblock { levels: [[0; 16]; 16], counts: [0; 16], recon: LumaTile::block_copy(pred) }
    }
}

/// Codes the luma of a macroblock with the 4 x 4 transform.
///
/// ```
/// use codecs::h264::picture::LumaTile;
/// use codecs::h264::residual::{DeadZone, Quantization, macroblock_4x4, macroblock_8x8, quant::MAX_LEVEL};
/// use codecs::fearless_simd::{Level, dispatch};
/// let pred = LumaTile { data: [[90; 16]; 16], ..LumaTile::at([0, 0]) };
/// let mut source = pred;
/// source.data[9][13] = 200;
/// let quantization = Quantization { quantizer: DeadZone::INTER, qp: 28, max_level: MAX_LEVEL };
/// let coded = dispatch!(Level::new(), simd => macroblock_4x4(simd, &source, &pred, &quantization));
/// assert!((0..16).all(|n| (coded.counts[n] > 0) == (n == 13))); // the block at (3, 2)
/// let coded = dispatch!(Level::new(), simd => macroblock_8x8(simd, &source, &pred, &quantization));
/// assert!(coded.counts[..12] == [0; 12] && coded.counts[12..].iter().sum::<u8>() > 0);
/// ```
#[inline(always)]
pub fn macroblock_4x4<S: Simd, Q: Quantizer>(
    simd: S,
    source: &LumaTile<16>,
    pred: &LumaTile<16>,
    quantization: &Quantization<Q>,
) -> CodedMacroblock {
    let mut coded = CodedMacroblock::at(pred);
    for n in 0..16 {
        let (source, pred) = (nth_block(LumaBlocks4x4, source, n), nth_block(LumaBlocks4x4, pred, n));
        let block = luma_4x4(simd, &source, &pred, quantization);
        coded.levels[n] = block.levels;
        coded.counts[n] = block.count;
        put_nth_block(LumaBlocks4x4, &mut coded.recon, n, &block.recon);
    }
    coded
}

/// Codes the luma of a macroblock with the 8 x 8 transform. See [`macroblock_4x4`] for an example.
#[inline(always)]
pub fn macroblock_8x8<S: Simd, Q: Quantizer>(
    simd: S,
    source: &LumaTile<16>,
    pred: &LumaTile<16>,
    quantization: &Quantization<Q>,
) -> CodedMacroblock {
    let mut coded = CodedMacroblock::at(pred);
    let (levels, counts) = (coded.levels.as_chunks_mut::<4>().0, coded.counts.as_chunks_mut::<4>().0);
    for (n, (levels, counts)) in levels.iter_mut().zip(counts).enumerate() {
        let (source, pred) = (nth_block(LumaBlocks8x8, source, n), nth_block(LumaBlocks8x8, pred, n));
        let block = luma_8x8(simd, &source, &pred, quantization);
        for ((levels, count), quarter) in levels.iter_mut().zip(counts).zip(block.levels.as_chunks().0) {
            *levels = *quarter;
            *count = non_zero(simd, levels);
        }
        put_nth_block(LumaBlocks8x8, &mut coded.recon, n, &block.recon);
    }
    coded
}
