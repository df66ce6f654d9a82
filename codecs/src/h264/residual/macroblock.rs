//! The luma of a macroblock whose prediction is completely known in advance, as in inter macroblocks.

use super::super::macroblock::block4x4;
use super::blocks::{luma_4x4, luma_8x8, part, set_part};
use super::lanes::count;
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
    pub recon: [[u8; 16]; 16],
}

/// Codes the luma of a macroblock with the 4 x 4 transform.
///
/// ```
/// use codecs::h264::residual::{DeadZone, Quantization, macroblock_4x4, macroblock_8x8, quant::MAX_LEVEL};
/// use codecs::fearless_simd::{Level, dispatch};
/// let (mut source, pred) = ([[90; 16]; 16], [[90; 16]; 16]);
/// source[9][13] = 200;
/// let quantization = Quantization { quantizer: DeadZone::INTER, qp: 28, max_level: MAX_LEVEL };
/// let coded = dispatch!(Level::new(), simd => macroblock_4x4(simd, &source, &pred, &quantization));
/// assert!((0..16).all(|n| (coded.counts[n] > 0) == (n == 13))); // the block at (3, 2)
/// let coded = dispatch!(Level::new(), simd => macroblock_8x8(simd, &source, &pred, &quantization));
/// assert!(coded.counts[..12] == [0; 12] && coded.counts[12..].iter().sum::<u8>() > 0);
/// ```
#[inline(always)]
pub fn macroblock_4x4<S: Simd, Q: Quantizer>(
    simd: S,
    source: &[[u8; 16]; 16],
    pred: &[[u8; 16]; 16],
    quantization: &Quantization<Q>,
) -> CodedMacroblock {
    let mut coded = CodedMacroblock { levels: [[0; 16]; 16], counts: [0; 16], recon: [[0; 16]; 16] };
    for n in 0..16 {
        let at = block4x4(n);
        let block = luma_4x4(simd, &part(source, at), &part(pred, at), quantization);
        coded.levels[n] = block.levels;
        coded.counts[n] = block.count;
        set_part(&mut coded.recon, at, &block.recon);
    }
    coded
}

/// Codes the luma of a macroblock with the 8 x 8 transform. See [`macroblock_4x4`] for an example.
#[inline(always)]
pub fn macroblock_8x8<S: Simd, Q: Quantizer>(
    simd: S,
    source: &[[u8; 16]; 16],
    pred: &[[u8; 16]; 16],
    quantization: &Quantization<Q>,
) -> CodedMacroblock {
    let mut coded = CodedMacroblock { levels: [[0; 16]; 16], counts: [0; 16], recon: [[0; 16]; 16] };
    for n in 0..4 {
        let at = (n % 2, n / 2);
        let block = luma_8x8(simd, &part(source, at), &part(pred, at), quantization);
        for k in 0..4 {
            coded.levels[4 * n + k] = *block.levels[16 * k..].first_chunk().expect("64 levels");
            coded.counts[4 * n + k] = count(simd, &coded.levels[4 * n + k]);
        }
        set_part(&mut coded.recon, at, &block.recon);
    }
    coded
}
