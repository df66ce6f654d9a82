//! Two 8 x 8 blocks side by side in 16-bit numbers: transforms, dead zone, scaling and scan.
//!
//! ```text
//!   samples       vector y, lane 8 b + x:  row y, column x of block b
//!   coefficients  vector v, lane 8 b + u:  row v, column u of block b
//! ```
//!
//! The numbers are those of the definitions in 32 bits, as in [`row_4x4`](super::row_4x4):
//!
//! - Coefficients are at most 64 times 255.
//! - From QP 12 on scaled coefficients fit 16 bits: at most 64 times 255 times 1.44, the greatest ratio of sum and square of
//!   a row of the transform, and one step, 3,712. Below, scaling rounds products that do not fit: [`Steps::is_wide`].
//! - A pass of the inverse transform adds at most 1.5 of its magnitudes, and roundings of a few units. If the scaled
//!   coefficients of a block add up to at most 14,000, all its sums fit 16 bits. [`added`] tests that.

use super::dead_zone::Rounding;
use super::level_scale_tables::{LEVEL_SCALE_8X8, MULTIPLIERS_8X8};
use super::quant::{DeadZone, QpParts};
use super::scan::ZIG_ZAG_8X8;
use super::transform::{forward_line_8, inverse_line_8};
use crate::shared::instructions::{nonzero_by_half, samples, zipped_16, zipped_64};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x16, i32x8, mask16x16, u8x32, u16x16, u64x4};

/// Two blocks: samples, a residual, coefficients or levels.
pub(super) type Blocks<S> = [i16x16<S>; 8];

/// Transposes each block: three times the first half of the rows is interleaved with the second.
#[inline(always)]
fn turned<S: Simd>(simd: S, mut rows: Blocks<S>) -> Blocks<S> {
    for _ in 0..3 {
        let before = rows;
        for k in 0..4 {
            [rows[2 * k], rows[2 * k + 1]] = zipped_16(simd, before[k], before[k + 4]);
        }
    }
    rows
}

/// Returns the coefficients of a residual. The passes do not commute, since their shifts round: rows come first.
#[inline(always)]
pub(super) fn forward<S: Simd>(simd: S, residual: Blocks<S>) -> Blocks<S> {
    forward_line_8(turned(simd, forward_line_8(turned(simd, residual))))
}

/// Returns numbers by place, from tables of blocks in raster order: of rows 0, 1 and 2. The others repeat them.
const fn by_place(tables: &[[i32; 64]; 6], divisor: i32) -> [[[u16; 16]; 3]; 6] {
    let mut found = [[[0; 16]; 3]; 6];
    let mut n = 0;
    while n < 6 * 3 * 16 {
        let (m, v, lane) = (n / 48, n / 16 % 3, n % 16);
        found[m][v][lane] = (tables[m][8 * v + lane % 8] / divisor) as u16;
        n += 1;
    }
    found
}

static MULTIPLIERS: [[[u16; 16]; 3]; 6] = by_place(&MULTIPLIERS_8X8, 1);
/// `normAdjust8x8`: a flat scaling list has 16 everywhere.
static SCALES: [[[u16; 16]; 3]; 6] = by_place(&LEVEL_SCALE_8X8, 16);
/// The table for each row.
const TABLE_OF: [usize; 8] = [0, 1, 2, 1, 0, 1, 2, 1];

/// A dead zone at a QP.
#[derive(Clone, Copy)]
pub(super) struct Steps<S: Simd> {
    k: u32,
    rounding: Rounding<S>,
    multipliers: [u16x16<S>; 3],
    /// The greatest magnitudes whose level is 0.
    zeros: [i16x16<S>; 3],
    scales: [i16x16<S>; 3],
}

impl<S: Simd> Steps<S> {
    /// Returns the steps for levels of at most `most`.
    #[inline(always)]
    pub(super) fn new(simd: S, dead_zone: DeadZone, qp: QpParts, most: i16) -> Self {
        let QpParts { div: k, rem } = qp;
        let rounding = Rounding::of_8x8(simd, dead_zone, k, most);
        let (mut multipliers, mut zeros, mut scales) =
            ([u16x16::splat(simd, 0); 3], [i16x16::splat(simd, 0); 3], [i16x16::splat(simd, 0); 3]);
        for v in 0..3 {
            let table = &MULTIPLIERS[rem][v];
            multipliers[v] = u16x16::simd_from(simd, *table);
            // Columns 0, 1, 2 and 1 again, twice.
            let (a, b, c) = (rounding.last_zero(table[0]), rounding.last_zero(table[1]), rounding.last_zero(table[2]));
            let (a, b, c) = (u64::from(a), u64::from(b), u64::from(c));
            zeros[v] = u64x4::splat(simd, a | b << 16 | c << 32 | b << 48).bitcast();
            scales[v] = (u16x16::simd_from(simd, SCALES[rem][v]) << k.saturating_sub(2)).bitcast();
        }
        Steps { k, rounding, multipliers, zeros, scales }
    }

    /// Returns whether scaling needs more than 16 bits at this QP.
    #[inline(always)]
    pub(super) fn is_wide(&self) -> bool {
        self.k < 2
    }

    /// Returns whether a coefficient has a level other than 0.
    #[inline(always)]
    pub(super) fn leaves_levels(&self, [c0, c1, c2, c3, c4, c5, c6, c7]: Blocks<S>) -> bool {
        let odd = c1.abs().max(c3.abs()).max(c5.abs().max(c7.abs()));
        let (first, second) = (c0.abs().max(c4.abs()), c2.abs().max(c6.abs()));
        let [zero_0, zero_1, zero_2] = self.zeros;
        let left = first.simd_gt(zero_0) | odd.simd_gt(zero_1) | second.simd_gt(zero_2);
        self.rounding.most > 0 && left.any_true()
    }

    /// Returns the levels of coefficients.
    #[inline(always)]
    pub(super) fn levels(&self, mut c: Blocks<S>) -> Blocks<S> {
        for v in 0..8 {
            c[v] = self.rounding.levels(c[v], self.multipliers[TABLE_OF[v]]);
        }
        c
    }

    /// Returns the scaled coefficients of levels (8.5.13.1) at a QP that is not wide.
    #[inline(always)]
    pub(super) fn scaled(&self, mut levels: Blocks<S>) -> Blocks<S> {
        for v in 0..8 {
            levels[v] *= self.scales[TABLE_OF[v]];
        }
        levels
    }
}

/// Returns the samples of rows `2 k` and `2 k + 1` for each `k`: those of a prediction and the residual of scaled
/// coefficients (8.5.13.2, 8.5.14). Returns `None` if sums could exceed 16 bits.
#[inline(always)]
pub(super) fn added<S: Simd>(simd: S, mut scaled: Blocks<S>, pred: Blocks<S>) -> Option<[u8x32<S>; 4]> {
    let mut sums = scaled[0].abs();
    for v in 1..8 {
        sums = sums.saturating_add(scaled[v].abs());
    }
    let fours = sums.pairwise_widening_add().bitcast();
    let [low, high]: [i16x16<S>; 2] = zipped_64(simd, fours, fours);
    let (low, high): (i32x8<S>, i32x8<S>) = (low.bitcast(), high.bitcast());
    if (low + high).simd_gt(7000).any_true() {
        return None;
    }
    // The rounding goes through the transform with the DC coefficient.
    let round: i16x16<S> = u64x4::simd_from(simd, [32, 0, 32, 0]).bitcast();
    scaled[0] += round;
    let rows = inverse_line_8(turned(simd, inverse_line_8(turned(simd, scaled))));
    let mut out = [u8x32::splat(simd, 0); 4];
    for k in 0..4 {
        let (upper, lower) = (pred[2 * k] + (rows[2 * k] >> 6), pred[2 * k + 1] + (rows[2 * k + 1] >> 6));
        out[k] = samples(simd, upper, lower);
    }
    Some(out)
}

/// The places in a row of the block that eight levels of the zig-zag order are taken from.
#[derive(Clone, Copy)]
struct Sources {
    is_used: bool,
    /// The places in the vector of the row, as bytes.
    bytes: [u8; 32],
    lanes: [i16; 16],
}

/// For eights of the zig-zag order, then for rows.
const SOURCES: [[Sources; 8]; 8] = {
    let none = Sources { is_used: false, bytes: [0; 32], lanes: [0; 16] };
    let (mut found, mut k) = ([[none; 8]; 8], 0);
    while k < 64 {
        let (row, column) = (ZIG_ZAG_8X8[k] as usize / 8, ZIG_ZAG_8X8[k] % 8);
        let sources = &mut found[k / 8][row];
        sources.is_used = true;
        let mut block = 0;
        while block < 2 {
            let lane = 8 * block + k % 8;
            sources.lanes[lane] = -1;
            sources.bytes[2 * lane] = 2 * column;
            sources.bytes[2 * lane + 1] = 2 * column + 1;
            block += 1;
        }
        k += 1;
    }
    found
};

/// Puts the levels of a row where they belong among eight levels of the zig-zag order.
#[inline(always)]
fn with_row<S: Simd, const EIGHT: usize, const ROW: usize>(simd: S, found: i16x16<S>, levels: &Blocks<S>) -> i16x16<S> {
    if !const { SOURCES[EIGHT][ROW].is_used } {
        return found;
    }
    let row: u8x32<S> = levels[ROW].bitcast();
    let moved = row.swizzle_dyn_within_blocks(u8x32::simd_from(simd, const { SOURCES[EIGHT][ROW].bytes }));
    mask16x16::simd_from(simd, const { SOURCES[EIGHT][ROW].lanes }).select(moved.bitcast(), found)
}

/// Returns levels `8 EIGHT` to `8 EIGHT + 7` in zig-zag order of both blocks. There is no loop, since shuffles and blends
/// by constants are cheaper than by variables.
#[inline(always)]
fn eight_of_scan<S: Simd, const EIGHT: usize>(simd: S, levels: &Blocks<S>) -> i16x16<S> {
    let found = with_row::<S, EIGHT, 0>(simd, i16x16::splat(simd, 0), levels);
    let found = with_row::<S, EIGHT, 1>(simd, found, levels);
    let found = with_row::<S, EIGHT, 2>(simd, found, levels);
    let found = with_row::<S, EIGHT, 3>(simd, found, levels);
    let found = with_row::<S, EIGHT, 4>(simd, found, levels);
    let found = with_row::<S, EIGHT, 5>(simd, found, levels);
    let found = with_row::<S, EIGHT, 6>(simd, found, levels);
    with_row::<S, EIGHT, 7>(simd, found, levels)
}

/// Writes sixteen levels of both blocks in zig-zag order and sets the masks of those that are not 0.
#[inline(always)]
fn sixteen_of_scan<S: Simd, const FIRST: usize, const SECOND: usize>(
    simd: S,
    levels: &Blocks<S>,
    out: &mut [[i16; 16]; 8],
    masks: &mut [u16; 8],
) {
    let k = FIRST / 2;
    let (first, second) = (eight_of_scan::<S, FIRST>(simd, levels), eight_of_scan::<S, SECOND>(simd, levels));
    [masks[k], masks[4 + k]] = nonzero_by_half(simd, first, second);
    let ((first_0, first_1), (second_0, second_1)) = (first.split(), second.split());
    first_0.combine(second_0).store_slice(&mut out[k]);
    first_1.combine(second_1).store_slice(&mut out[4 + k]);
}

/// Writes the levels of both blocks in zig-zag order, in fours of sixteen, and returns the masks of those that are not 0.
#[inline(always)]
pub(super) fn scan<S: Simd>(simd: S, levels: &Blocks<S>, out: &mut [[i16; 16]; 8]) -> [u16; 8] {
    let mut masks = [0; 8];
    sixteen_of_scan::<S, 0, 1>(simd, levels, out, &mut masks);
    sixteen_of_scan::<S, 2, 3>(simd, levels, out, &mut masks);
    sixteen_of_scan::<S, 4, 5>(simd, levels, out, &mut masks);
    sixteen_of_scan::<S, 6, 7>(simd, levels, out, &mut masks);
    masks
}
