//! The luma of a macroblock whose prediction is completely known in advance, as in inter macroblocks.

use super::super::coding_order::{BLOCKS_4X4, LumaBlocks4x4};
use super::super::picture::{LumaTile, nth_block, put_nth_block};
use super::blocks::luma_4x4;
use super::lanes::{add_4x4, nonzero};
use super::quant::{BlockIndex, DeadZone, QpParts, Quantization, Quantizer};
use super::row_4x4::{self, Blocks, Steps};
use super::scan::{ZIG_ZAG_4X4, unscan};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16};

/// The luma of a macroblock, which is coded in the memory of the caller: before, there are no levels, and `recon` is the
/// prediction.
#[derive(Debug, PartialEq, Eq)]
pub struct CodedMacroblock<'a> {
    /// The levels, as in [`Residual::luma`](super::super::macroblock::Residual::luma). With the 8 x 8 transform entries `4 n`
    /// to `4 n + 3` together are the levels of 8 x 8 block `n`.
    pub levels: &'a mut [[i16; 16]; 16],
    /// The non-zero levels: bit `k` of entry `n` is set if `levels[n][k]` is not 0. If a block has none, `recon` is its
    /// prediction. To drop the levels of a block, copy its prediction to `recon`.
    pub masks: [u16; 16],
    /// The decoder's reconstruction.
    pub recon: &'a mut LumaTile<16>,
}

impl<'a> CodedMacroblock<'a> {
    /// Returns a macroblock without levels.
    #[inline(always)]
    pub fn new(levels: &'a mut [[i16; 16]; 16], recon: &'a mut LumaTile<16>) -> Self {
        CodedMacroblock { levels, masks: [0; 16], recon }
    }

    /// Returns the mask of the non-zero levels of 8 x 8 block `n`, 0 to 3, in zig-zag order.
    ///
    /// ```
    /// use codecs::h264::{picture::LumaTile, residual::CodedMacroblock};
    /// let (mut levels, mut recon) = ([[0; 16]; 16], LumaTile::at([0, 0]));
    /// let mut coded = CodedMacroblock::new(&mut levels, &mut recon);
    /// coded.masks[6] = 5; // levels 32 and 34 of the second block
    /// assert_eq!(coded.mask_8x8(1), 5 << 32);
    /// ```
    #[inline(always)]
    pub fn mask_8x8(&self, n: usize) -> u64 {
        let [a, b, c, d] = self.masks.as_chunks::<4>().0[n].map(u64::from);
        a | b << 16 | c << 32 | d << 48
    }
}

/// Codes the luma of a macroblock with the 4 x 4 transform, into a macroblock without levels.
///
/// ```
/// use codecs::h264::picture::LumaTile;
/// use codecs::h264::residual::{CodedMacroblock, DeadZone, Quantization, macroblock_4x4, macroblock_8x8, quant::MAX_LEVEL};
/// use codecs::fearless_simd::{Level, dispatch};
/// let pred = LumaTile { data: [[90; 16]; 16], ..LumaTile::at([0, 0]) };
/// let mut source = pred;
/// source.data[9][13] = 200;
/// let quantization = Quantization { quantizer: DeadZone::INTER, qp: 28, max_level: MAX_LEVEL };
/// let (mut levels, mut recon) = ([[0; 16]; 16], pred);
/// let mut coded = CodedMacroblock::new(&mut levels, &mut recon);
/// dispatch!(Level::new(), simd => macroblock_4x4(simd, &source, &pred, &quantization, &mut coded));
/// assert!((0..16).all(|n| (coded.masks[n] != 0) == (n == 13))); // the block at (3, 2)
/// assert!(recon.data[9][13] > 150);
/// let (mut levels, mut recon) = ([[0; 16]; 16], pred);
/// let mut coded = CodedMacroblock::new(&mut levels, &mut recon);
/// dispatch!(Level::new(), simd => macroblock_8x8(simd, &source, &pred, &quantization, &mut coded));
/// assert_eq!([0, 1, 2, 3].map(|n| coded.mask_8x8(n) != 0), [false, false, false, true]);
/// ```
#[inline(always)]
pub fn macroblock_4x4<S: Simd, Q: Quantizer>(
    simd: S,
    source: &LumaTile<16>,
    pred: &LumaTile<16>,
    quantization: &Quantization<Q>,
    coded: &mut CodedMacroblock<'_>,
) {
    let Some(dead_zone) = quantization.quantizer.dead_zone() else {
        return block_by_block(simd, source, pred, quantization, coded);
    };
    let qp = quantization.qp;
    let steps = steps(simd, dead_zone, quantization);
    for row in 0..4 {
        let pred_rows = sixteen_columns(simd, pred, row);
        let coefficients = row_4x4::forward(simd, minus(sixteen_columns(simd, source, row), pred_rows));
        if !steps.leaves_levels(coefficients) {
            continue;
        }
        let levels = steps.levels(coefficients);
        let masks = row_4x4::scan(simd, levels, blocks_of(row, coded.levels));
        for (n, mask) in in_row(row).into_iter().zip(masks) {
            coded.masks[n] = mask;
        }
        let Some(samples) = row_4x4::added(simd, steps.scaled(levels), pred_rows) else {
            for n in in_row(row) {
                let mut block: LumaTile<4> = nth_block(LumaBlocks4x4, pred, n);
                block.data = add_4x4(simd, &block.data, &unscan(&ZIG_ZAG_4X4, &coded.levels[n]), 0, qp);
                put_nth_block(LumaBlocks4x4, coded.recon, n, &block);
            }
            continue;
        };
        put_rows(samples, coded.recon, row);
    }
}

/// Codes a macroblock with any quantiser.
#[inline(always)]
fn block_by_block<S: Simd, Q: Quantizer>(
    simd: S,
    source: &LumaTile<16>,
    pred: &LumaTile<16>,
    quantization: &Quantization<Q>,
    coded: &mut CodedMacroblock<'_>,
) {
    for row in 0..4 {
        if let Some(zeros) = quantization.quantizer.zeros() {
            let residual = minus(sixteen_columns(simd, source, row), sixteen_columns(simd, pred, row));
            if !steps(simd, zeros, quantization).leaves_levels(row_4x4::forward(simd, residual)) {
                continue;
            }
        }
        // What a block may need to know lies above it and to its left.
        for n in in_row(row) {
            let (source, pred) = (nth_block(LumaBlocks4x4, source, n), nth_block(LumaBlocks4x4, pred, n));
            let block = luma_4x4(simd, &source, &pred, &quantization.at(BlockIndex::Block4x4(n)));
            coded.levels[n] = block.levels;
            coded.masks[n] = nonzero(simd, &block.levels);
            put_nth_block(LumaBlocks4x4, coded.recon, n, &block.recon);
        }
    }
}

/// Returns whether any level would be left of the luma of a macroblock with the 4 x 4 transform: whether
/// [`macroblock_4x4`] has a count above 0.
///
/// ```
/// use codecs::h264::picture::LumaTile;
/// use codecs::h264::residual::{DeadZone, Quantization, leaves_levels, quant::MAX_LEVEL};
/// use codecs::fearless_simd::{Level, dispatch};
/// let pred = LumaTile { data: [[90; 16]; 16], ..LumaTile::at([0, 0]) };
/// let quantization = Quantization { quantizer: DeadZone::INTER, qp: 28, max_level: MAX_LEVEL };
/// let leaves = |sample| {
///     let source = LumaTile { data: [[sample; 16]; 16], ..pred };
///     dispatch!(Level::new(), simd => leaves_levels(simd, &source, &pred, &quantization))
/// };
/// assert_eq!([80, 87, 90, 93, 94].map(leaves), [true, false, false, false, true]);
/// ```
#[inline(always)]
pub fn leaves_levels<S: Simd, Q: Quantizer>(
    simd: S,
    source: &LumaTile<16>,
    pred: &LumaTile<16>,
    quantization: &Quantization<Q>,
) -> bool {
    let Some(dead_zone) = quantization.quantizer.dead_zone() else {
        let (mut levels, mut recon) = ([[0; 16]; 16], *pred);
        let mut coded = CodedMacroblock::new(&mut levels, &mut recon);
        macroblock_4x4(simd, source, pred, quantization, &mut coded);
        return coded.masks != [0; 16];
    };
    let steps = steps(simd, dead_zone, quantization);
    for row in 0..4 {
        let residual = minus(sixteen_columns(simd, source, row), sixteen_columns(simd, pred, row));
        if steps.leaves_levels(row_4x4::forward(simd, residual)) {
            return true;
        }
    }
    false
}

/// Returns the steps of a dead zone with the QP and the greatest level of a quantisation.
#[inline(always)]
pub(super) fn steps<S: Simd, Q: Quantizer>(simd: S, dead_zone: DeadZone, of: &Quantization<Q>) -> Steps<S> {
    let qp = QpParts::new(of.qp);
    let most = of.most(qp.div);
    Steps::new(simd, dead_zone, qp, most)
}

/// Returns the samples of a row of blocks.
#[inline(always)]
pub(super) fn sixteen_columns<S: Simd>(simd: S, whole: &LumaTile<16>, row: usize) -> Blocks<S> {
    let rows = &whole.data.as_chunks::<4>().0[row];
    let mut wide = [row_4x4::widened(u8x16::from_slice(simd, &rows[0])); 4];
    for y in 1..4 {
        wide[y] = row_4x4::widened(u8x16::from_slice(simd, &rows[y]));
    }
    wide
}

/// Returns `a - b`.
#[inline(always)]
pub(super) fn minus<S: Simd>([a0, a1, a2, a3]: Blocks<S>, [b0, b1, b2, b3]: Blocks<S>) -> Blocks<S> {
    [a0 - b0, a1 - b1, a2 - b2, a3 - b3]
}

/// Returns the numbers of the blocks of a row, in the order of coding (6.4.3).
#[inline(always)]
pub(super) fn in_row(row: usize) -> [usize; 4] {
    /// By row of blocks.
    const NUMBERS: [[usize; 4]; 4] = {
        let (mut numbers, mut n) = ([[0; 4]; 4], 0);
        while n < 16 {
            let [y, x] = BLOCKS_4X4[n];
            numbers[y as usize][x as usize] = n;
            n += 1;
        }
        numbers
    };
    NUMBERS[row]
}

/// Returns the levels of the blocks of a row.
#[inline(always)]
pub(super) fn blocks_of(row: usize, levels: &mut [[i16; 16]; 16]) -> [&mut [i16; 16]; 4] {
    // Blocks 0, 1, 4, 5 from the first of the row: two of each 8 x 8 block.
    let [first, ..] = in_row(row);
    let [a, b, _, _, c, d] = levels[first..].first_chunk_mut().expect("a row begins at block 0, 2, 8 or 10");
    [a, b, c, d]
}

/// Stores the samples of a row of blocks.
#[inline(always)]
pub(super) fn put_rows<S: Simd>([upper, lower]: [fearless_simd::u8x32<S>; 2], recon: &mut LumaTile<16>, row: usize) {
    let out = recon.data.as_chunks_mut::<4>().0[row].as_flattened_mut();
    upper.store_slice(&mut out[..32]);
    lower.store_slice(&mut out[32..]);
}
