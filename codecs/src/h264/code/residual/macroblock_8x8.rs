//! The luma of a macroblock with the 8 x 8 transform, whose prediction is completely known in advance.

use super::super::coding_order::{LumaBlocks8x8, fours_of};
use super::super::picture::{LumaTile, nth_block, put_nth_block};
use super::blocks::luma_8x8;
use super::lanes::{add_8x8, nonzero};
use super::macroblock::CodedMacroblock;
use super::pair_8x8::{self, Blocks, Steps};
use super::quant::{BlockIndex, DeadZone, QpParts, Quantization, Quantizer};
use super::row_4x4::widened;
use super::scan::{ZIG_ZAG_8X8, unscan};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x16, u8x16};

/// Codes the luma of a macroblock with the 8 x 8 transform, into a macroblock without levels. See
/// [`macroblock_4x4`](super::macroblock_4x4) for an example.
#[inline(always)]
pub fn macroblock_8x8<S: Simd, Q: Quantizer>(
    simd: S,
    source: &LumaTile<16>,
    pred: &LumaTile<16>,
    quantization: &Quantization<Q>,
    coded: &mut CodedMacroblock<'_>,
) {
    let Some(dead_zone) = quantization.quantizer.dead_zone() else {
        return block_by_block(simd, source, pred, quantization, coded);
    };
    let steps = steps(simd, dead_zone, quantization);
    for half in 0..2 {
        let pred_rows = sixteen_columns(simd, pred, half);
        let coefficients = pair_8x8::forward(simd, minus(sixteen_columns(simd, source, half), pred_rows));
        let fours = 8 * half..8 * half + 8;
        if !steps.leaves_levels(coefficients) {
            continue;
        }
        let levels = steps.levels(coefficients);
        let masks = pair_8x8::scan(simd, &levels, &mut coded.levels.as_chunks_mut::<8>().0[half]);
        for (n, mask) in fours.zip(masks) {
            coded.masks[n] = mask;
        }
        let samples = match steps.is_wide() {
            true => None,
            false => pair_8x8::added(simd, steps.scaled(levels), pred_rows),
        };
        match samples {
            Some(samples) => {
                let out = coded.recon.data.as_chunks_mut::<8>().0[half].as_flattened_mut();
                for k in 0..4 {
                    samples[k].store_slice(&mut out[32 * k..32 * k + 32]);
                }
            }
            None => reconstruct(simd, pred, half, quantization.qp, coded),
        }
    }
}

/// Returns the steps of a dead zone with the QP and the greatest level of a quantisation.
#[inline(always)]
fn steps<S: Simd, Q: Quantizer>(simd: S, dead_zone: DeadZone, of: &Quantization<Q>) -> Steps<S> {
    let qp = QpParts::new(of.qp);
    let most = of.most(qp.div);
    Steps::new(simd, dead_zone, qp, most)
}

/// Returns `a - b`.
#[inline(always)]
fn minus<S: Simd>(mut a: Blocks<S>, b: Blocks<S>) -> Blocks<S> {
    for y in 0..8 {
        a[y] -= b[y];
    }
    a
}

/// Returns the samples of two blocks.
#[inline(always)]
fn sixteen_columns<S: Simd>(simd: S, whole: &LumaTile<16>, half: usize) -> Blocks<S> {
    let mut rows = [i16x16::splat(simd, 0); 8];
    for y in 0..8 {
        rows[y] = widened(u8x16::from_slice(simd, &whole.data[8 * half + y]));
    }
    rows
}

/// Reconstructs two blocks from their levels in 32 bits.
#[inline(always)]
fn reconstruct<S: Simd>(simd: S, pred: &LumaTile<16>, half: usize, qp: u8, coded: &mut CodedMacroblock<'_>) {
    for n in [2 * half, 2 * half + 1] {
        let mut block: LumaTile<8> = nth_block(LumaBlocks8x8, pred, n);
        let levels = coded.levels.as_chunks::<4>().0[n].as_flattened().first_chunk().expect("64 levels");
        block.data = add_8x8(simd, &block.data, &unscan(&ZIG_ZAG_8X8, levels), qp);
        put_nth_block(LumaBlocks8x8, coded.recon, n, &block);
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
    for half in 0..2 {
        if let Some(zeros) = quantization.quantizer.zeros() {
            let residual = minus(sixteen_columns(simd, source, half), sixteen_columns(simd, pred, half));
            if !steps(simd, zeros, quantization).leaves_levels(pair_8x8::forward(simd, residual)) {
                continue;
            }
        }
        for n in [2 * half, 2 * half + 1] {
            let (source, pred) = (nth_block(LumaBlocks8x8, source, n), nth_block(LumaBlocks8x8, pred, n));
            let block = luma_8x8(simd, &source, &pred, &quantization.at(BlockIndex::Block8x8(n)));
            for (n, quarter) in fours_of(n).into_iter().zip(block.levels.as_chunks().0) {
                coded.levels[n] = *quarter;
                coded.masks[n] = nonzero(simd, quarter);
            }
            put_nth_block(LumaBlocks8x8, coded.recon, n, &block.recon);
        }
    }
}
