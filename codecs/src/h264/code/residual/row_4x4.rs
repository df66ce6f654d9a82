//! Four 4 x 4 blocks side by side in 16-bit numbers: transforms, dead zone, scaling and scan.
//!
//! ```text
//!   samples       vector y, lane 4 b + x:  row y, column x of block b
//!   coefficients  vector u, lane 4 b + v:  column u, row v of block b
//! ```
//!
//! The numbers are those of the definitions in 32 bits ([`transform`](super::transform), [`quant`](super::quant)):
//!
//! - Coefficients are at most 36 times 255. Quotients are exact ([`dead_zone`](super::dead_zone)).
//! - Coefficient `c` of a residual of samples comes back as at most `c m V / 2^15`, with the multiplier and the scale of its
//!   place, and one step: 23,500 + 7,424. So scaled coefficients fit 16 bits.
//! - A step of the inverse transform adds magnitudes at most, and its right shifts enlarge none. If the scaled coefficients
//!   of a block add up to less than 2^15 - 32, all its sums fit 16 bits. [`added`] tests that.

use super::dead_zone::Rounding;
use super::level_scale_tables::{LEVEL_SCALE_4X4, MULTIPLIERS_4X4};
use super::quant::{DeadZone, QpParts};
use super::scan::ZIG_ZAG_4X4;
use super::transform::{forward_line_4, inverse_line_4};
use crate::shared::instructions::{nonzero_by_half, samples, zipped_16, zipped_32, zipped_64};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x16, mask16x16, u8x16, u8x32, u16x16, u32x8, u64x4};

/// Four blocks: samples, a residual, coefficients or levels.
pub(super) type Blocks<S> = [i16x16<S>; 4];

/// Loads sixteen samples.
#[inline(always)]
pub(super) fn widened<S: Simd>(samples: u8x16<S>) -> i16x16<S> {
    samples.combine(samples).widen().0.bitcast()
}

/// Transposes each block.
#[inline(always)]
fn turned<S: Simd>(simd: S, [r0, r1, r2, r3]: Blocks<S>) -> Blocks<S> {
    let ([t0, t1], [t2, t3]) = (zipped_16(simd, r0, r1), zipped_16(simd, r2, r3));
    let ([u0, u1], [u2, u3]) = (zipped_32(simd, t0, t2), zipped_32(simd, t1, t3));
    let ([c0, c1], [c2, c3]) = (zipped_64(simd, u0, u2), zipped_64(simd, u1, u3));
    [c0, c1, c2, c3]
}

/// Returns the coefficients of a residual.
#[inline(always)]
pub(super) fn forward<S: Simd>(simd: S, residual: Blocks<S>) -> Blocks<S> {
    forward_line_4(turned(simd, forward_line_4(residual)))
}

/// Returns numbers by place, from tables of blocks in raster order: of columns 0 and 2, and of columns 1 and 3.
const fn by_place(tables: &[[i32; 16]; 6], factor: i32, divisor: i32) -> [[[u16; 16]; 2]; 6] {
    let mut found = [[[0; 16]; 2]; 6];
    let mut n = 0;
    while n < 6 * 2 * 16 {
        let (m, u, lane) = (n / 32, n / 16 % 2, n % 16);
        found[m][u][lane] = (tables[m][4 * (lane % 4) + u] * factor / divisor) as u16;
        n += 1;
    }
    found
}

/// Twice the multipliers, as [`Rounding::of_4x4`] wants them.
static MULTIPLIERS: [[[u16; 16]; 2]; 6] = by_place(&MULTIPLIERS_4X4, 2, 1);
/// `normAdjust4x4`: a flat scaling list has 16 everywhere, which the shift by 4 of 8.5.12.1 removes.
static SCALES: [[[u16; 16]; 2]; 6] = by_place(&LEVEL_SCALE_4X4, 1, 16);

/// A dead zone at a QP.
#[derive(Clone, Copy)]
pub(super) struct Steps<S: Simd> {
    rounding: Rounding<S>,
    /// Of columns 0 and 2, and of columns 1 and 3.
    multipliers: [u16x16<S>; 2],
    /// The greatest magnitudes whose level is 0.
    zeros: [i16x16<S>; 2],
    scales: [i16x16<S>; 2],
}

impl<S: Simd> Steps<S> {
    /// Returns the steps for levels of at most `most`.
    #[inline(always)]
    pub(super) fn new(simd: S, dead_zone: DeadZone, qp: QpParts, most: i16) -> Self {
        let QpParts { div: k, rem } = qp;
        let rounding = Rounding::of_4x4(simd, dead_zone, k, most);
        let [even, odd] = &MULTIPLIERS[rem];
        let (a, b, c) = (rounding.last_zero(even[0]), rounding.last_zero(even[1]), rounding.last_zero(odd[1]));
        let (a, b, c) = (u32::from(a), u32::from(b), u32::from(c));
        let zeros = [u32x8::splat(simd, a | b << 16).bitcast(), u32x8::splat(simd, b | c << 16).bitcast()];
        let [even_scale, odd_scale] = &SCALES[rem];
        let scale = [u16x16::simd_from(simd, *even_scale) << k, u16x16::simd_from(simd, *odd_scale) << k];
        Steps {
            rounding,
            multipliers: [u16x16::simd_from(simd, *even), u16x16::simd_from(simd, *odd)],
            zeros,
            scales: [scale[0].bitcast(), scale[1].bitcast()],
        }
    }

    /// Returns whether a coefficient has a level other than 0.
    #[inline(always)]
    pub(super) fn leaves_levels(&self, [c0, c1, c2, c3]: Blocks<S>) -> bool {
        let (even, odd) = (c0.abs().max(c2.abs()), c1.abs().max(c3.abs()));
        self.rounding.most > 0 && (even.simd_gt(self.zeros[0]) | odd.simd_gt(self.zeros[1])).any_true()
    }

    /// Returns the levels of coefficients.
    #[inline(always)]
    pub(super) fn levels(&self, [c0, c1, c2, c3]: Blocks<S>) -> Blocks<S> {
        let (levels, [even, odd]) = (self.rounding, self.multipliers);
        [levels.levels(c0, even), levels.levels(c1, odd), levels.levels(c2, even), levels.levels(c3, odd)]
    }

    /// Returns the scaled coefficients of levels (8.5.12.1). Their rounding shift has nothing to round, since the scales
    /// are multiples of 16.
    #[inline(always)]
    pub(super) fn scaled(&self, [l0, l1, l2, l3]: Blocks<S>) -> Blocks<S> {
        let [even, odd] = self.scales;
        [l0 * even, l1 * odd, l2 * even, l3 * odd]
    }
}

/// Returns the first coefficients.
#[inline(always)]
pub(super) fn dc_of<S: Simd>([c0, ..]: Blocks<S>) -> [i32; 4] {
    let blocks: u64x4<S> = c0.bitcast();
    let [a, b, c, d] = blocks.to_array();
    [i32::from(a as i16), i32::from(b as i16), i32::from(c as i16), i32::from(d as i16)]
}

/// Returns coefficients or levels without the first ones.
#[inline(always)]
pub(super) fn without_dc<S: Simd>(simd: S, [c0, c1, c2, c3]: Blocks<S>) -> Blocks<S> {
    let ac: i16x16<S> = u64x4::splat(simd, !0xFFFF).bitcast();
    [c0 & ac, c1, c2, c3]
}

/// Replaces the first scaled coefficients, which are 0.
#[inline(always)]
pub(super) fn with_dc<S: Simd>(simd: S, [c0, c1, c2, c3]: Blocks<S>, dc: [i32; 4]) -> Blocks<S> {
    // Numbers beyond 16 bits fail the test of `added` at the ends of the range, too.
    let mut first = [0; 4];
    for b in 0..4 {
        first[b] = u64::from(dc[b].clamp(-0x7FFF, 0x7FFF) as u16);
    }
    let dc: i16x16<S> = u64x4::simd_from(simd, first).bitcast();
    [c0 | dc, c1, c2, c3]
}

/// Returns the samples of rows 0 and 1, and of rows 2 and 3: those of a prediction and the residual of scaled coefficients
/// (8.5.12.2, 8.5.14). Returns `None` if sums could exceed 16 bits.
#[inline(always)]
pub(super) fn added<S: Simd>(simd: S, scaled: Blocks<S>, pred: Blocks<S>) -> Option<[u8x32<S>; 2]> {
    let [d0, d1, d2, d3] = scaled;
    let sums = d0.abs().saturating_add(d1.abs()).saturating_add(d2.abs().saturating_add(d3.abs()));
    // Four such sums and the 32 of the rounding are less than 2^15.
    if sums.simd_gt(8183).any_true() {
        return None;
    }
    // The rounding goes through the transform with the DC coefficient.
    let round: i16x16<S> = u64x4::splat(simd, 32).bitcast();
    let [r0, r1, r2, r3] = inverse_line_4(turned(simd, inverse_line_4([d0 + round, d1, d2, d3])));
    let [p0, p1, p2, p3] = pred;
    Some([samples(simd, p0 + (r0 >> 6), p1 + (r1 >> 6)), samples(simd, p2 + (r2 >> 6), p3 + (r3 >> 6))])
}

/// The places in a vector of columns `2 * PAIR` and `2 * PAIR + 1` of the levels of half a scan, as bytes.
const fn sources(pair: usize, half: usize) -> ([u8; 32], [i16; 16]) {
    let (mut bytes, mut used, mut k) = ([0; 32], [0; 16], 0);
    while k < 32 {
        let raster = ZIG_ZAG_4X4[8 * half + k % 16 / 2] as usize;
        let (row, column) = (raster / 4, raster % 4);
        if column / 2 == pair {
            bytes[k] = (2 * (4 * (column % 2) + row) + k % 2) as u8;
            used[k / 2] = -1;
        }
        k += 1;
    }
    (bytes, used)
}

/// Returns half of the levels in zig-zag order of two blocks: the first block in the lower half of the vector.
#[inline(always)]
fn half_scan<S: Simd, const HALF: usize>(simd: S, left: i16x16<S>, right: i16x16<S>) -> i16x16<S> {
    let (left, right): (u8x32<S>, u8x32<S>) = (left.bitcast(), right.bitcast());
    let left = left.swizzle_dyn_within_blocks(u8x32::simd_from(simd, const { sources(0, HALF).0 }));
    let right = right.swizzle_dyn_within_blocks(u8x32::simd_from(simd, const { sources(1, HALF).0 }));
    let is_right = mask16x16::simd_from(simd, const { sources(1, HALF).1 });
    is_right.select(right.bitcast(), left.bitcast())
}

/// Writes the levels of each block in zig-zag order and returns the masks of those that are not 0.
#[inline(always)]
pub(super) fn scan<S: Simd>(
    simd: S,
    [l0, l1, l2, l3]: Blocks<S>,
    [out_0, out_1, out_2, out_3]: [&mut [i16; 16]; 4],
) -> [u16; 4] {
    let ([left_02, left_13], [right_02, right_13]) = (zipped_64(simd, l0, l1), zipped_64(simd, l2, l3));
    let mut masks = [0; 4];
    for (b, left, right, first, second) in [(0, left_02, right_02, out_0, out_2), (1, left_13, right_13, out_1, out_3)]
    {
        let (low, high) = (half_scan::<S, 0>(simd, left, right), half_scan::<S, 1>(simd, left, right));
        [masks[b], masks[b + 2]] = nonzero_by_half(simd, low, high);
        let ((low_0, low_1), (high_0, high_1)) = (low.split(), high.split());
        low_0.combine(high_0).store_slice(first);
        low_1.combine(high_1).store_slice(second);
    }
    masks
}
