//! A chroma component of a macroblock in 4:2:0 (8.5.4). It has four blocks, whose DC coefficients are transformed once
//! more.

use super::super::coding_order::ChromaBlocks4x4;
use super::super::picture::{ChromaTile, nth_block, put_nth_block};
use super::lanes::{add_4x4, add_dc, forward_4x4, nonzero};
use super::macroblock::{minus, steps};
use super::quant::{BlockIndex, DeadZone, Quantization, Quantizer, scale_chroma_dc};
use super::row_4x4::{self, Blocks};
use super::scan::{ZIG_ZAG_4X4, scan, unscan};
use super::transform::hadamard_2x2;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x16, u8x32, u64x2, u64x4};

/// A chroma component of a macroblock as it is coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodedChroma {
    /// `ChromaDCLevel`.
    pub dc: [i16; 4],
    /// The number of DC levels that are not 0.
    pub dc_count: u8,
    /// `ChromaACLevel` by block: top left, top right, bottom left, bottom right; entry 0 is 0.
    pub ac: [[i16; 16]; 4],
    /// The number of levels that are not 0, by block.
    pub ac_counts: [u8; 4],
    /// The DC levels that are not 0: bit `k` is set if `dc[k]` is not 0.
    pub dc_mask: u8,
    /// The AC levels that are not 0: bit `k` of entry `n` is set if `ac[n][k]` is not 0.
    pub ac_masks: [u16; 4],
    /// The samples that a decoder reconstructs.
    pub recon: ChromaTile<8>,
}

impl CodedChroma {
    /// Returns a component without levels, which is its prediction.
    #[inline(always)]
    fn new(pred: &ChromaTile<8>) -> Self {
        CodedChroma {
            dc: [0; 4],
            dc_count: 0,
            ac: [[0; 16]; 4],
            ac_counts: [0; 4],
            dc_mask: 0,
            ac_masks: [0; 4],
            recon: *pred,
        }
    }
}

/// Codes a chroma component of a macroblock; the quantisation has its `QP'_C`.
///
/// ```
/// use codecs::h264::picture::ChromaTile;
/// use codecs::h264::residual::{DeadZone, Quantization, chroma_8x8, chroma_qp, quant::MAX_LEVEL, reconstruct_chroma};
/// use codecs::fearless_simd::{Level, dispatch};
/// let quantization = Quantization { quantizer: DeadZone::INTRA, qp: chroma_qp(28, 0), max_level: MAX_LEVEL };
/// let flat = |sample| ChromaTile { data: [[sample; 8]; 8], ..ChromaTile::at([0, 0]) };
/// let (source, pred) = (flat(100), flat(80));
/// let coded = dispatch!(Level::new(), simd => chroma_8x8(simd, &source, &pred, &quantization));
/// assert_eq!((coded.dc, coded.ac_counts), ([10, 0, 0, 0], [0; 4]));
/// assert_eq!(coded.recon, source);
/// let recon = dispatch!(Level::new(), simd => reconstruct_chroma(simd, &coded.dc, &coded.ac, &pred, 28));
/// assert_eq!(recon, coded.recon);
/// ```
#[inline(always)]
pub fn chroma_8x8<S: Simd, Q: Quantizer>(
    simd: S,
    source: &ChromaTile<8>,
    pred: &ChromaTile<8>,
    quantization: &Quantization<Q>,
) -> CodedChroma {
    let mut coded = CodedChroma::new(pred);
    match quantization.quantizer.dead_zone() {
        Some(dead_zone) => at_once(simd, source, pred, dead_zone, quantization, &mut coded),
        None => block_by_block(simd, source, pred, quantization, &mut coded),
    }
    coded
}

/// Returns whether any level, DC or AC, would be left of a chroma component of a macroblock.
///
/// ```
/// use codecs::h264::picture::ChromaTile;
/// use codecs::h264::residual::{DeadZone, Quantization, leaves_chroma_levels, quant::MAX_LEVEL};
/// use codecs::fearless_simd::{Level, dispatch};
/// let pred = ChromaTile { data: [[80; 8]; 8], ..ChromaTile::at([0, 0]) };
/// let quantization = Quantization { quantizer: DeadZone::INTER, qp: 28, max_level: MAX_LEVEL };
/// let leaves = |sample| {
///     let source = ChromaTile { data: [[sample; 8]; 8], ..pred };
///     dispatch!(Level::new(), simd => leaves_chroma_levels(simd, &source, &pred, &quantization))
/// };
/// assert_eq!([79, 80, 81, 90].map(leaves), [false, false, false, true]);
/// ```
#[inline(always)]
pub fn leaves_chroma_levels<S: Simd, Q: Quantizer>(
    simd: S,
    source: &ChromaTile<8>,
    pred: &ChromaTile<8>,
    quantization: &Quantization<Q>,
) -> bool {
    let Some(dead_zone) = quantization.quantizer.dead_zone() else {
        let coded = chroma_8x8(simd, source, pred, quantization);
        return coded.dc_mask != 0 || coded.ac_masks != [0; 4];
    };
    let coefficients = row_4x4::forward(simd, minus(four_blocks(simd, source), four_blocks(simd, pred)));
    let steps = steps(simd, dead_zone, quantization);
    steps.leaves_levels(row_4x4::without_dc(simd, coefficients))
        || quantization.levels_chroma_dc(simd, &hadamard_2x2(&row_4x4::dc_of(coefficients))) != [0; 4]
}

/// Codes all blocks with a dead zone.
#[inline(always)]
fn at_once<S: Simd, Q: Quantizer>(
    simd: S,
    source: &ChromaTile<8>,
    pred: &ChromaTile<8>,
    dead_zone: DeadZone,
    quantization: &Quantization<Q>,
    coded: &mut CodedChroma,
) {
    let steps = steps(simd, dead_zone, quantization);
    let samples = four_blocks(simd, pred);
    let coefficients = row_4x4::forward(simd, minus(four_blocks(simd, source), samples));
    let dc = row_4x4::dc_of(coefficients);
    let coefficients = row_4x4::without_dc(simd, coefficients);
    let mut scaled = coefficients;
    if steps.leaves_levels(coefficients) {
        let levels = steps.levels(coefficients);
        coded.ac_masks = row_4x4::scan(simd, levels, coded.ac.each_mut());
        for n in 0..4 {
            coded.ac_counts[n] = coded.ac_masks[n].count_ones() as u8;
        }
        scaled = steps.scaled(levels);
    } else {
        (coded.ac, coded.ac_masks, coded.ac_counts) = ([[0; 16]; 4], [0; 4], [0; 4]);
        scaled = minus(scaled, scaled);
    }
    code_dc(simd, &dc, quantization, coded);
    if coded.dc_mask == 0 && coded.ac_masks == [0; 4] {
        coded.recon.data = pred.data;
        return;
    }
    let [a, b, c, d] = coded.dc;
    let dc = [i32::from(a), i32::from(b), i32::from(c), i32::from(d)];
    let dc = scale_chroma_dc(hadamard_2x2(&dc), quantization.qp);
    match row_4x4::added(simd, row_4x4::with_dc(simd, scaled, dc), samples) {
        Some(samples) => put_blocks(samples, &mut coded.recon),
        None => coded.recon = reconstruct_chroma(simd, &coded.dc, &coded.ac, pred, quantization.qp),
    }
}

/// Codes a component with any quantiser.
#[inline(always)]
fn block_by_block<S: Simd, Q: Quantizer>(
    simd: S,
    source: &ChromaTile<8>,
    pred: &ChromaTile<8>,
    quantization: &Quantization<Q>,
    coded: &mut CodedChroma,
) {
    let coefficients = row_4x4::forward(simd, minus(four_blocks(simd, source), four_blocks(simd, pred)));
    let has_ac = match quantization.quantizer.zeros() {
        Some(zeros) => steps(simd, zeros, quantization).leaves_levels(row_4x4::without_dc(simd, coefficients)),
        None => true,
    };
    for n in 0..4 {
        if has_ac {
            let block = |whole| -> ChromaTile<4> { nth_block(ChromaBlocks4x4, whole, n) };
            let coefficients = forward_4x4(simd, &block(source).data, &block(pred).data);
            let mut levels = quantization.at(BlockIndex::Ac(n)).levels_4x4(simd, &coefficients);
            levels[0] = 0;
            coded.ac[n] = scan(&ZIG_ZAG_4X4, &levels);
            coded.ac_masks[n] = nonzero(simd, &coded.ac[n]);
            coded.ac_counts[n] = coded.ac_masks[n].count_ones() as u8;
        }
    }
    code_dc(simd, &row_4x4::dc_of(coefficients), quantization, coded);
    coded.recon = reconstruct_chroma(simd, &coded.dc, &coded.ac, pred, quantization.qp);
}

/// Codes the DC coefficients.
#[inline(always)]
fn code_dc<S: Simd, Q: Quantizer>(simd: S, dc: &[i32; 4], quantization: &Quantization<Q>, coded: &mut CodedChroma) {
    coded.dc = quantization.at(BlockIndex::Dc).levels_chroma_dc(simd, &hadamard_2x2(dc));
    coded.dc_mask = 0;
    for k in 0..4 {
        coded.dc_mask |= u8::from(coded.dc[k] != 0) << k;
    }
    coded.dc_count = coded.dc_mask.count_ones() as u8;
}

/// Returns the samples of the four blocks: row `y` of the upper two and of the lower two in vector `y`.
#[inline(always)]
fn four_blocks<S: Simd>(simd: S, component: &ChromaTile<8>) -> Blocks<S> {
    let mut blocks = [i16x16::splat(simd, 0); 4];
    for y in 0..4 {
        let rows = [u64::from_ne_bytes(component.data[y]), u64::from_ne_bytes(component.data[y + 4])];
        blocks[y] = row_4x4::widened(u64x2::simd_from(simd, rows).bitcast());
    }
    blocks
}

/// Stores the samples of the four blocks.
#[inline(always)]
fn put_blocks<S: Simd>(samples: [u8x32<S>; 2], recon: &mut ChromaTile<8>) {
    for k in 0..2 {
        let rows: u64x4<S> = samples[k].bitcast();
        let [upper_0, lower_0, upper_1, lower_1] = rows.to_array();
        recon.data[2 * k] = upper_0.to_ne_bytes();
        recon.data[2 * k + 1] = upper_1.to_ne_bytes();
        recon.data[2 * k + 4] = lower_0.to_ne_bytes();
        recon.data[2 * k + 5] = lower_1.to_ne_bytes();
    }
}

/// Returns the samples that a decoder reconstructs from the levels of a chroma component: for levels that were changed
/// after [`chroma_8x8`], which has an example.
#[inline(always)]
pub fn reconstruct_chroma<S: Simd>(
    simd: S,
    dc: &[i16; 4],
    ac: &[[i16; 16]; 4],
    pred: &ChromaTile<8>,
    qp: u8,
) -> ChromaTile<8> {
    let dc = scale_chroma_dc(hadamard_2x2(&dc.map(i32::from)), qp);
    let mut recon = ChromaTile::block_copy(pred);
    for n in 0..4 {
        let mut block: ChromaTile<4> = nth_block(ChromaBlocks4x4, pred, n);
        block.data = if ac[n] == [0; 16] {
            // The inverse transform of a single DC coefficient is constant.
            add_dc(simd, &block.data, (dc[n] + 32) >> 6)
        } else {
            add_4x4(simd, &block.data, &unscan(&ZIG_ZAG_4X4, &ac[n]), dc[n], qp)
        };
        put_nth_block(ChromaBlocks4x4, &mut recon, n, &block);
    }
    recon
}
