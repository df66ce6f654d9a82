//! SATD and SA8D: sums of absolute differences after a Hadamard transform.
//!
//! ```text
//!   SATD of 4 x 4:  sum of |H d H| / 2,  H the Hadamard matrix of order 4;  larger blocks: the sum over their parts
//!   SA8D of 8 x 8:  sum of |H d H| / 4,  H the Hadamard matrix of order 8
//! ```
//!
//! A vector holds sixteen samples of a block. The first step along the rows comes first, for source and prediction alone:
//! sums of neighbours go to the lower half of a vector of 16-bit numbers, differences to its upper half. The steps along
//! the columns are additions of vectors where the rows are in several vectors; all other steps are additions of neighbours
//! within vectors. Signs and the order of coefficients do not matter for a sum of magnitudes, so a step takes any
//! arrangement that brings each pair together once:
//!
//! ```text
//!   p  p0 p1 p2 p3 ..      kept    p0 q1 p2 q3 ..
//!   q  q0 q1 q2 q3 ..      turned  p1 q0 p3 q2 ..      kept + turned, kept - turned
//! ```
//!
//! The last step needs no sums: `(|a + b| + |a - b|) / 2` is `max(|a|, |b|)`.

use super::{BlockRows, each, rows};
use crate::shared::instructions::sums_and_differences;
use core::ops::{Add, Sub};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x16, mask16x16, u8x32};

/// Returns half the sum of absolute differences after a Hadamard transform of each 4 x 4 block. `H` is a multiple of 4.
/// See [`sad`](super::sad) for an example.
#[inline(always)]
pub fn satd<S: Simd, const W: usize, const H: usize>(
    simd: S,
    a: &impl BlockRows<W, H>,
    b: &impl BlockRows<W, H>,
) -> u32 {
    const { assert!(H.is_multiple_of(4) && H <= 16, "satd: a block of 4 x 4 blocks") };
    // Each sum is at most 8 * 8 * 255, which fits in 16 bits.
    let mut sums = i16x16::splat(simd, 0);
    if W * H == 16 {
        // All rows in one vector.
        let d = difference(simd, a, b, [0, 1, 2, 3]);
        let d = within::<S, 8>(simd, d);
        let d = within::<S, 4>(simd, d).abs();
        // Each maximum comes twice, so that neighbours may stay unseparated.
        let both = d.max(swapped::<S, 2>(simd, d));
        return both.pairwise_widening_add().reduce_sum() as u32 / 2;
    }
    if W * H == 32 {
        // Two vectors: the sums of their rows are half of the step along the columns.
        let (first, second) = if W == 8 { ([0, 1, 0, 0], [2, 3, 0, 0]) } else { ([0, 1, 4, 5], [2, 3, 6, 7]) };
        let (p, q) = (difference(simd, a, b, first), difference(simd, a, b, second));
        let (p, q) = (p + q, p - q);
        let [p, q] = if W == 8 { between::<S, 8>(simd, p, q) } else { between::<S, 4>(simd, p, q) };
        return last::<S, 2>(simd, p, q).pairwise_widening_add().reduce_sum() as u32;
    }
    for y in (0..H).step_by(64 / W) {
        let mut d = [i16x16::splat(simd, 0); 4];
        for k in 0..4 {
            d[k] = difference(simd, a, b, each(4, y + k));
        }
        let [p, q, r, s] = hadamard(d);
        sums += last::<S, 2>(simd, p, q) + last::<S, 2>(simd, r, s);
    }
    sums.pairwise_widening_add().reduce_sum() as u32
}

/// Returns a quarter of the sum of absolute differences after a Hadamard transform of each 8 x 8 block, rounded once:
/// `(sum + 2) >> 2`. `W` and `H` are 8 or 16. See [`sad`](super::sad) for an example.
#[inline(always)]
pub fn sa8d<S: Simd, const W: usize, const H: usize>(
    simd: S,
    a: &impl BlockRows<W, H>,
    b: &impl BlockRows<W, H>,
) -> u32 {
    const { assert!(matches!(W, 8 | 16) && matches!(H, 8 | 16), "sa8d: a block of 8 x 8 blocks") };
    let mut halves = 0;
    for y in (0..H).step_by(8) {
        // Each sum is at most 4 * 32 * 255, which fits in 16 bits.
        let mut sums = i16x16::splat(simd, 0);
        if W == 16 {
            let mut d = [i16x16::splat(simd, 0); 8];
            for k in 0..8 {
                d[k] = difference(simd, a, b, each(1, y + k));
            }
            let [d0, d1, d2, d3, d4, d5, d6, d7] = d;
            let (upper, lower) = (hadamard([d0, d1, d2, d3]), hadamard([d4, d5, d6, d7]));
            for k in 0..4 {
                let [p, q] = between::<S, 2>(simd, upper[k] + lower[k], upper[k] - lower[k]);
                sums += last::<S, 4>(simd, p, q);
            }
        } else {
            let mut d = [i16x16::splat(simd, 0); 4];
            for k in 0..4 {
                d[k] = difference(simd, a, b, each(4, y + k));
            }
            let [p, q, r, s] = hadamard(d);
            for [p, q] in [between::<S, 8>(simd, p, q), between::<S, 8>(simd, r, s)] {
                let [p, q] = between::<S, 2>(simd, p, q);
                sums += last::<S, 4>(simd, p, q);
            }
        }
        halves += sums.pairwise_widening_add().reduce_sum() as u32;
    }
    halves.div_ceil(2)
}

/// Returns the first step along rows of `a - b`: sums of neighbours in the lower half, differences in the upper half.
#[inline(always)]
fn difference<S: Simd, const W: usize, const H: usize>(
    simd: S,
    a: &impl BlockRows<W, H>,
    b: &impl BlockRows<W, H>,
    ys: [usize; 4],
) -> i16x16<S> {
    sums_and_differences(simd, rows(simd, a, ys)) - sums_and_differences(simd, rows(simd, b, ys))
}

/// Returns the Hadamard transform of four rows, with coefficients in any order.
#[inline(always)]
pub(super) fn hadamard<T: Copy + Add<Output = T> + Sub<Output = T>>([a, b, c, d]: [T; 4]) -> [T; 4] {
    let (ab, cd, a_b, c_d) = (a + b, c + d, a - b, c - d);
    [ab + cd, a_b + c_d, ab - cd, a_b - c_d]
}

/// Exchanges neighbouring groups of `BYTES` bytes.
#[inline(always)]
fn swapped<S: Simd, const BYTES: usize>(simd: S, v: i16x16<S>) -> i16x16<S> {
    const fn order(bytes: usize) -> [u8; 32] {
        let (mut order, mut k) = ([0; 32], 0);
        while k < 32 {
            order[k] = ((k % 16) ^ bytes) as u8;
            k += 1;
        }
        order
    }
    let bytes: u8x32<S> = v.bitcast();
    bytes.swizzle_dyn_within_blocks(u8x32::simd_from(simd, const { order(BYTES) })).bitcast()
}

/// Returns the lanes that are in odd groups of `BYTES` bytes.
#[inline(always)]
fn odd<S: Simd, const BYTES: usize>(simd: S) -> mask16x16<S> {
    const fn odd(bytes: usize) -> [i16; 16] {
        let (mut odd, mut k) = ([0; 16], 0);
        while k < 16 {
            odd[k] = -((2 * k / bytes % 2) as i16);
            k += 1;
        }
        odd
    }
    mask16x16::simd_from(simd, const { odd(BYTES) })
}

/// Returns a step among the neighbouring groups of `BYTES` bytes of one vector: sums, and differences of either sign.
#[inline(always)]
pub(super) fn within<S: Simd, const BYTES: usize>(simd: S, v: i16x16<S>) -> i16x16<S> {
    let signs = odd::<S, BYTES>(simd).select(i16x16::splat(simd, -1), i16x16::splat(simd, 1));
    v * signs + swapped::<S, BYTES>(simd, v)
}

/// Returns `kept` and `turned` of the drawing above, for neighbouring groups of `BYTES` bytes.
#[inline(always)]
pub(super) fn arranged<S: Simd, const BYTES: usize>(simd: S, p: i16x16<S>, q: i16x16<S>) -> [i16x16<S>; 2] {
    let odd = odd::<S, BYTES>(simd);
    [odd.select(q, p), swapped::<S, BYTES>(simd, odd.select(p, q))]
}

/// Returns a step among the neighbouring groups of `BYTES` bytes of two vectors.
#[inline(always)]
fn between<S: Simd, const BYTES: usize>(simd: S, p: i16x16<S>, q: i16x16<S>) -> [i16x16<S>; 2] {
    let [kept, turned] = arranged::<S, BYTES>(simd, p, q);
    [kept + turned, kept - turned]
}

/// Returns half the sums of magnitudes of the last step, among the neighbouring groups of `BYTES` bytes of two vectors.
#[inline(always)]
pub(super) fn last<S: Simd, const BYTES: usize>(simd: S, p: i16x16<S>, q: i16x16<S>) -> i16x16<S> {
    let [kept, turned] = arranged::<S, BYTES>(simd, p, q);
    kept.abs().max(turned.abs())
}
