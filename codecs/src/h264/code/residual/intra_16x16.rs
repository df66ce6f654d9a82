//! The luma of an `Intra_16x16` macroblock (8.5.2). The DC coefficients of its blocks are transformed once more.

use super::super::coding_order::{BLOCKS_4X4, LumaBlocks4x4};
use super::super::picture::{LumaTile, nth_block, put_nth_block};
use super::lanes::{add_4x4, add_dc, forward_4x4, nonzero};
use super::macroblock::{blocks_of, in_row, minus, put_rows, sixteen_columns, steps};
use super::quant::{BlockIndex, DeadZone, Quantization, Quantizer, scale_luma_dc};
use super::row_4x4;
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
    /// The DC levels that are not 0: bit `k` is set if `dc[k]` is not 0.
    pub dc_mask: u16,
    /// The AC levels that are not 0: bit `k` of entry `n` is set if `ac[n][k]` is not 0.
    pub ac_masks: [u16; 16],
    /// The samples that a decoder reconstructs.
    pub recon: LumaTile<16>,
}

impl Coded16x16 {
    /// Returns a macroblock without levels, which is its prediction.
    #[inline(always)]
    fn new(pred: &LumaTile<16>) -> Self {
        Coded16x16 {
            dc: [0; 16],
            dc_count: 0,
            ac: [[0; 16]; 16],
            ac_counts: [0; 16],
            dc_mask: 0,
            ac_masks: [0; 16],
            recon: *pred,
        }
    }
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
    let mut coded = Coded16x16::new(pred);
    match quantization.quantizer.dead_zone() {
        Some(dead_zone) => row_by_row(simd, source, pred, dead_zone, quantization, &mut coded),
        None => block_by_block(simd, source, pred, quantization, &mut coded),
    }
    coded
}

/// Codes a macroblock with a dead zone, a row of blocks at a time.
#[inline(always)]
fn row_by_row<S: Simd, Q: Quantizer>(
    simd: S,
    source: &LumaTile<16>,
    pred: &LumaTile<16>,
    dead_zone: DeadZone,
    quantization: &Quantization<Q>,
    coded: &mut Coded16x16,
) {
    let steps = steps(simd, dead_zone, quantization);
    let mut dc = [[0; 4]; 4];
    let mut rows = [sixteen_columns(simd, pred, 0); 4];
    for row in 0..4 {
        let residual = minus(sixteen_columns(simd, source, row), sixteen_columns(simd, pred, row));
        let coefficients = row_4x4::forward(simd, residual);
        dc[row] = row_4x4::dc_of(coefficients);
        let levels = steps.levels(row_4x4::without_dc(simd, coefficients));
        let masks = row_4x4::scan(simd, levels, blocks_of(row, &mut coded.ac));
        for (n, mask) in in_row(row).into_iter().zip(masks) {
            coded.ac_masks[n] = mask;
            coded.ac_counts[n] = mask.count_ones() as u8;
        }
        rows[row] = steps.scaled(levels);
    }
    let dc = code_dc(simd, &dc, quantization, coded);
    for row in 0..4 {
        let scaled = row_4x4::with_dc(simd, rows[row], dc[row]);
        match row_4x4::added(simd, scaled, sixteen_columns(simd, pred, row)) {
            Some(samples) => put_rows(samples, &mut coded.recon, row),
            None => reconstruct(simd, pred, in_row(row), &dc, quantization.qp, coded),
        }
    }
}

/// Codes a macroblock with any quantiser.
#[inline(always)]
fn block_by_block<S: Simd, Q: Quantizer>(
    simd: S,
    source: &LumaTile<16>,
    pred: &LumaTile<16>,
    quantization: &Quantization<Q>,
    coded: &mut Coded16x16,
) {
    let mut dc = [[0; 4]; 4];
    for n in 0..16 {
        let block = |whole| -> LumaTile<4> { nth_block(LumaBlocks4x4, whole, n) };
        let (source, pred) = (block(source), block(pred));
        let coefficients = forward_4x4(simd, &source.data, &pred.data);
        *dc_of(&mut dc, n) = coefficients[0][0];
        let mut levels = quantization.at(BlockIndex::Ac(n)).levels_4x4(simd, &coefficients);
        levels[0] = 0;
        coded.ac[n] = scan(&ZIG_ZAG_4X4, &levels);
        coded.ac_masks[n] = nonzero(simd, &coded.ac[n]);
        coded.ac_counts[n] = coded.ac_masks[n].count_ones() as u8;
    }
    let dc = code_dc(simd, &dc, quantization, coded);
    reconstruct(simd, pred, core::array::from_fn::<_, 16, _>(|n| n), &dc, quantization.qp, coded);
}

/// Codes the DC coefficients and returns the scaled ones (8.5.10), by block row and column.
#[inline(always)]
fn code_dc<S: Simd, Q: Quantizer>(
    simd: S,
    dc: &[[i32; 4]; 4],
    quantization: &Quantization<Q>,
    coded: &mut Coded16x16,
) -> [[i32; 4]; 4] {
    coded.dc = scan(&ZIG_ZAG_4X4, &quantization.at(BlockIndex::Dc).levels_luma_dc(simd, &hadamard_4x4(dc)));
    coded.dc_mask = nonzero(simd, &coded.dc);
    coded.dc_count = coded.dc_mask.count_ones() as u8;
    scaled_dc(&coded.dc, quantization.qp)
}

/// Reconstructs blocks from their levels and scaled DC coefficients, in 32 bits.
#[inline(always)]
fn reconstruct<S: Simd, const N: usize>(
    simd: S,
    pred: &LumaTile<16>,
    blocks: [usize; N],
    dc: &[[i32; 4]; 4],
    qp: u8,
    coded: &mut Coded16x16,
) {
    let mut dc = *dc;
    for n in blocks {
        let mut block: LumaTile<4> = nth_block(LumaBlocks4x4, pred, n);
        let dc = *dc_of(&mut dc, n);
        block.data = if coded.ac_masks[n] == 0 {
            // The inverse transform of a single DC coefficient is constant.
            add_dc(simd, &block.data, (dc + 32) >> 6)
        } else {
            add_4x4(simd, &block.data, &unscan(&ZIG_ZAG_4X4, &coded.ac[n]), dc, qp)
        };
        put_nth_block(LumaBlocks4x4, &mut coded.recon, n, &block);
    }
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
