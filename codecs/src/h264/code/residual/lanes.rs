//! The functions of [`transform`](super::transform) with a vector for each row: all columns at once.
//!
//! This file has no closures: a closure that is not inlined is not compiled for the SIMD level, and its operations
//! become function calls.

use super::level_scale_tables::{LEVEL_SCALE_4X4, LEVEL_SCALE_8X8};
use super::quant::QpParts;
use super::transform::{forward_line_4, forward_line_8, inverse_line_4, inverse_line_8};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x8, i16x16, i32x4, i32x8, u8x16, u16x8, u32x4, u64x2};

/// Transposes a block, in `log2 N` steps that interleave the first half of the rows with the second.
#[inline(always)]
fn turned<S: Simd, T: SimdBase<S>, const N: usize>(mut rows: [T; N]) -> [T; N] {
    for _ in 0..N.ilog2() {
        let before = rows;
        for k in 0..N / 2 {
            rows[2 * k] = before[k].zip_low(before[k + N / 2]);
            rows[2 * k + 1] = before[k].zip_high(before[k + N / 2]);
        }
    }
    rows
}

/// Widens sixteen samples to two vectors of signed numbers.
#[inline(always)]
fn widened<S: Simd>(samples: u8x16<S>) -> [i16x8<S>; 2] {
    let (low, high) = samples.widen();
    [low.bitcast(), high.bitcast()]
}

/// Loads a 4 x 4 block from words. Its rows have often just been written one by one, and a wide load would wait for all
/// of them.
#[inline(always)]
fn load_4x4<S: Simd>(simd: S, block: &[[u8; 4]; 4]) -> u8x16<S> {
    let [a, b, c, d] = *block;
    let words = [u32::from_ne_bytes(a), u32::from_ne_bytes(b), u32::from_ne_bytes(c), u32::from_ne_bytes(d)];
    u32x4::simd_from(simd, words).bitcast()
}

/// Returns the rows of a 4 x 4 block.
#[inline(always)]
fn store_4x4<S: Simd>(block: u8x16<S>) -> [[u8; 4]; 4] {
    let words: u32x4<S> = block.bitcast();
    let [a, b, c, d] = words.to_array();
    [a.to_ne_bytes(), b.to_ne_bytes(), c.to_ne_bytes(), d.to_ne_bytes()]
}

/// Loads two rows of an 8 x 8 block from words, as [`load_4x4`] does.
#[inline(always)]
fn load_two<S: Simd>(simd: S, upper: [u8; 8], lower: [u8; 8]) -> u8x16<S> {
    u64x2::simd_from(simd, [u64::from_ne_bytes(upper), u64::from_ne_bytes(lower)]).bitcast()
}

/// Returns `Clip1(pred + residual)` of sixteen samples (8.5.14).
#[inline(always)]
fn clipped<S: Simd>(pred: u8x16<S>, residual: [i16x8<S>; 2]) -> u8x16<S> {
    let pred = widened(pred);
    let low: u16x8<S> = pred[0].saturating_add(residual[0]).max(0).min(255).bitcast();
    let high: u16x8<S> = pred[1].saturating_add(residual[1]).max(0).min(255).bitcast();
    low.narrow(high)
}

/// Applies [`transform::forward_4x4`](super::transform::forward_4x4) to `source - pred`.
#[inline(always)]
pub(super) fn forward_4x4<S: Simd>(simd: S, source: &[[u8; 4]; 4], pred: &[[u8; 4]; 4]) -> [[i32; 4]; 4] {
    let ([s0, s1], [p0, p1]) = (widened(load_4x4(simd, source)), widened(load_4x4(simd, pred)));
    let ((r0, r1), (r2, r3)) = ((s0 - p0).widen(), (s1 - p1).widen());
    // The order of the passes does not change the sums.
    let columns = turned(forward_line_4([r0, r1, r2, r3]));
    let rows = turned(forward_line_4(columns));
    let mut coefficients = [[0; 4]; 4];
    let out = coefficients.as_flattened_mut();
    rows[0].combine(rows[1]).store_slice(&mut out[..8]);
    rows[2].combine(rows[3]).store_slice(&mut out[8..]);
    coefficients
}

/// Multiplies sixteen levels by their scales and by `2^(k - full)`, rounding as in [`quant`](super::quant).
#[inline(always)]
fn scaled<S: Simd>(simd: S, levels: &[i16], scales: &[i32], k: u32, full: u32) -> [i32x8<S>; 2] {
    let (up, down) = (k.saturating_sub(full), full.saturating_sub(k));
    let offset = 1 << down >> 1;
    let (low, high) = i16x16::from_slice(simd, levels).widen();
    let (low, high) = (low * i32x8::from_slice(simd, &scales[..8]), high * i32x8::from_slice(simd, &scales[8..]));
    [((low << up) + offset) >> down, ((high << up) + offset) >> down]
}

/// Adds the residual of levels in raster order to `pred`: [`quant::scale_4x4`](super::quant::scale_4x4), then
/// [`transform::inverse_4x4`](super::transform::inverse_4x4). `dc` is added to the first scaled coefficient, for blocks
/// without a level there.
#[inline(always)]
pub(super) fn add_4x4<S: Simd>(simd: S, pred: &[[u8; 4]; 4], levels: &[i16; 16], dc: i32, qp: u8) -> [[u8; 4]; 4] {
    let qp = QpParts::new(qp);
    let [upper, lower] = scaled(simd, levels, &LEVEL_SCALE_4X4[qp.rem], qp.div, 4);
    let ((r0, r1), (r2, r3)) = (upper.split(), lower.split());
    let r0 = r0 + i32x4::simd_from(simd, [dc, 0, 0, 0]);
    let mut rows = inverse_line_4(turned(inverse_line_4(turned([r0, r1, r2, r3]))));
    for y in 0..4 {
        rows[y] = (rows[y] + 32) >> 6;
    }
    let residual = [rows[0].saturating_narrow(rows[1]), rows[2].saturating_narrow(rows[3])];
    store_4x4(clipped(load_4x4(simd, pred), residual))
}

/// Applies [`transform::forward_8x8`](super::transform::forward_8x8) to `source - pred`. All sums fit 16 bits: the
/// coefficients are at most 64 times 255, and intermediate sums at most 3.5 times 16 times 255.
#[inline(always)]
pub(super) fn forward_8x8<S: Simd>(simd: S, source: &[[u8; 8]; 8], pred: &[[u8; 8]; 8]) -> [[i32; 8]; 8] {
    let mut rows = [i16x8::splat(simd, 0); 8];
    for k in 0..4 {
        let source = widened(load_two(simd, source[2 * k], source[2 * k + 1]));
        let pred = widened(load_two(simd, pred[2 * k], pred[2 * k + 1]));
        rows[2 * k] = source[0] - pred[0];
        rows[2 * k + 1] = source[1] - pred[1];
    }
    let rows = forward_line_8(turned(forward_line_8(turned(rows))));
    let mut coefficients = [[0; 8]; 8];
    for y in 0..8 {
        let (low, high) = rows[y].widen();
        coefficients[y] = low.combine(high).to_array();
    }
    coefficients
}

/// Adds the residual of levels in raster order to `pred`: [`quant::scale_8x8`](super::quant::scale_8x8), then
/// [`transform::inverse_8x8`](super::transform::inverse_8x8).
#[inline(always)]
pub(super) fn add_8x8<S: Simd>(simd: S, pred: &[[u8; 8]; 8], levels: &[i16; 64], qp: u8) -> [[u8; 8]; 8] {
    let qp = QpParts::new(qp);
    let scales = &LEVEL_SCALE_8X8[qp.rem];
    let mut rows = [i32x8::splat(simd, 0); 8];
    for k in 0..4 {
        let part = 16 * k..16 * k + 16;
        [rows[2 * k], rows[2 * k + 1]] = scaled(simd, &levels[part.clone()], &scales[part], qp.div, 6);
    }
    let rows = inverse_line_8(turned(inverse_line_8(turned(rows))));
    let mut recon = [[0; 8]; 8];
    for k in 0..4 {
        let (a, b) = ((rows[2 * k] + 32) >> 6).split();
        let (c, d) = ((rows[2 * k + 1] + 32) >> 6).split();
        let residual = [a.saturating_narrow(b), c.saturating_narrow(d)];
        let two: u64x2<S> = clipped(load_two(simd, pred[2 * k], pred[2 * k + 1]), residual).bitcast();
        let [upper, lower] = two.to_array();
        (recon[2 * k], recon[2 * k + 1]) = (upper.to_ne_bytes(), lower.to_ne_bytes());
    }
    recon
}

/// Adds `dc` to all samples of `pred`. This is the result of the inverse transform for a single DC coefficient from
/// `64 dc - 32` to `64 dc + 31`.
#[inline(always)]
pub(super) fn add_dc<S: Simd>(simd: S, pred: &[[u8; 4]; 4], dc: i32) -> [[u8; 4]; 4] {
    let dc = i16x8::splat(simd, dc.clamp(-255, 255) as i16);
    store_4x4(clipped(load_4x4(simd, pred), [dc, dc]))
}

/// Returns the number of non-zero levels.
#[inline(always)]
pub(super) fn count<S: Simd, const N: usize>(simd: S, levels: &[i16; N]) -> u8 {
    const { assert!(N.is_multiple_of(16)) };
    let mut zeros = 0;
    for k in (0..N).step_by(16) {
        zeros += i16x16::from_slice(simd, &levels[k..k + 16]).simd_eq(0).to_bitmask().count_ones();
    }
    (N as u32 - zeros) as u8
}

/// Returns the mask of the levels that are not 0.
#[inline(always)]
pub(super) fn nonzero<S: Simd>(simd: S, levels: &[i16; 16]) -> u16 {
    !i16x16::from_slice(simd, levels).simd_eq(0).to_bitmask() as u16
}
