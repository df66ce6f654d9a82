//! The luma of an `Intra_16x16` macroblock (8.5.2). The DC coefficients of its blocks are transformed once more.

use super::super::coding_order::{BLOCKS_4X4, LumaBlocks4x4};
use super::super::picture::{LumaTile, nth_block, put_nth_block};
use super::lanes::{add_4x4, add_dc, count, forward_4x4};
use super::quant::{Quantization, Quantizer, scale_luma_dc};
use super::scan::{ZIG_ZAG_4X4, scan, unscan};
use super::transform::hadamard_4x4;
use fearless_simd::Simd;

/// The luma of an `Intra_16x16` macroblock as it is coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coded16x16 {
    /// `Intra16x16DCLevel`.
    pub dc: [i16; 16],
    /// The number of DC levels that are not 0.
    pub dc_count: u8,
    /// `Intra16x16ACLevel` by block in the order of 6.4.3; entry 0 is 0.
    pub ac: [[i16; 16]; 16],
    /// The number of levels that are not 0, by block.
    pub ac_counts: [u8; 16],
    /// The samples that a decoder reconstructs.
    pub recon: LumaTile<16>,
}

/// Codes the luma of an `Intra_16x16` macroblock.
///
/// ```
/// use codecs::h264::picture::LumaTile;
/// use codecs::h264::residual::{DeadZone, Quantization, luma_16x16, quant::MAX_LEVEL};
/// use codecs::fearless_simd::{Level, dispatch};
/// let quantization = Quantization { quantizer: DeadZone::INTRA, qp: 28, max_level: MAX_LEVEL };
/// let flat = |sample| LumaTile { data: [[sample; 16]; 16], ..LumaTile::at([0, 0]) };
/// let (source, pred) = (flat(100), flat(80));
/// let coded = dispatch!(Level::new(), simd => luma_16x16(simd, &source, &pred, &quantization));
/// assert_eq!((coded.dc[0], coded.dc_count, coded.ac_counts), (20, 1, [0; 16]));
/// assert_eq!(coded.recon, source);
/// ```
#[inline(always)]
pub fn luma_16x16<S: Simd, Q: Quantizer>(
    simd: S,
    source: &LumaTile<16>,
    pred: &LumaTile<16>,
    quantization: &Quantization<Q>,
) -> Coded16x16 {
    let recon = LumaTile::block_copy(pred);
    let mut coded = Coded16x16 { dc: [0; 16], dc_count: 0, ac: [[0; 16]; 16], ac_counts: [0; 16], recon };
    let mut raster = [[0; 16]; 16];
    let mut dc = [[0; 4]; 4];
    for n in 0..16 {
        let block = |whole| -> LumaTile<4> { nth_block(LumaBlocks4x4, whole, n) };
        let (source, pred) = (block(source), block(pred));
        let coefficients = forward_4x4(simd, &source.data, &pred.data);
        *dc_of(&mut dc, n) = coefficients[0][0];
        raster[n] = quantization.levels_4x4(simd, &coefficients);
        raster[n][0] = 0;
        coded.ac[n] = scan(&ZIG_ZAG_4X4, &raster[n]);
        coded.ac_counts[n] = count(simd, &raster[n]);
    }
    let levels = quantization.levels_luma_dc(simd, &hadamard_4x4(&dc));
    coded.dc = scan(&ZIG_ZAG_4X4, &levels);
    coded.dc_count = count(simd, &levels);

    let mut dc = scaled_dc(&coded.dc, quantization.qp);
    for n in 0..16 {
        let mut block: LumaTile<4> = nth_block(LumaBlocks4x4, pred, n);
        let dc = *dc_of(&mut dc, n);
        block.data = if coded.ac_counts[n] == 0 {
            // The inverse transform of a single DC coefficient is constant.
            add_dc(simd, &block.data, (dc + 32) >> 6)
        } else {
            add_4x4(simd, &block.data, &raster[n], dc, quantization.qp)
        };
        put_nth_block(LumaBlocks4x4, &mut coded.recon, n, &block);
    }
    coded
}

/// Returns the DC coefficient of block `n`, of those by block row and column.
#[inline(always)]
fn dc_of(dc: &mut [[i32; 4]; 4], n: usize) -> &mut i32 {
    let [y, x] = BLOCKS_4X4[n];
    &mut dc[y as usize][x as usize]
}

/// Returns `dcY` of `Intra16x16DCLevel` (8.5.10), by block row and column.
#[inline(always)]
fn scaled_dc(levels: &[i16; 16], qp: u8) -> [[i32; 4]; 4] {
    let levels = unscan(&ZIG_ZAG_4X4, levels);
    let mut c = [[0; 4]; 4];
    for (c, level) in c.as_flattened_mut().iter_mut().zip(levels) {
        *c = i32::from(level);
    }
    scale_luma_dc(hadamard_4x4(&c), qp)
}
