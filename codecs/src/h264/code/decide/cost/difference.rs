//! SAD and SSD: sums of absolute and of squared differences.

use super::{BlockRows, each, rows};
use crate::shared::instructions::sums_of_differences;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x16, i32x8, u32x4, u64x2};

/// Returns the sum of absolute differences.
///
/// ```
/// use codecs::h264::decide::cost::{sa8d, sad, satd, ssd};
/// use codecs::fearless_simd::{Level, dispatch};
/// let (a, b) = ([[10; 8]; 8], [[13; 8]; 8]);
/// dispatch!(Level::new(), simd => {
///     assert_eq!((sad(simd, &a, &b), ssd(simd, &a, &b)), (192, 576));
///     assert_eq!(satd(simd, &a, &b), 4 * 24); // of a flat difference each 4 x 4 block has one coefficient
///     assert_eq!(sa8d(simd, &a, &b), 48);
/// });
/// ```
///
/// `W` is 4, 8 or 16, and `H` is 1 to 16, as for [`ssd`] and [`satd`](super::satd).
#[inline(always)]
pub fn sad<S: Simd, const W: usize, const H: usize>(
    simd: S,
    a: &impl BlockRows<W, H>,
    b: &impl BlockRows<W, H>,
) -> u32 {
    let mut sums = u32x4::splat(simd, 0);
    for y in (0..H).step_by(16 / W) {
        sums += sums_of_differences(simd, rows(simd, a, each(1, y)), rows(simd, b, each(1, y)));
    }
    sums.reduce_sum()
}

/// Returns the sums of absolute differences between a source and four candidates. The rows of the source are loaded once.
///
/// ```
/// use codecs::h264::decide::cost::sad_4;
/// use codecs::fearless_simd::{Level, dispatch};
/// let candidates = [[[7; 16]; 8], [[9; 16]; 8], [[10; 16]; 8], [[20; 16]; 8]];
/// let found = dispatch!(Level::new(), simd => sad_4(simd, &[[10; 16]; 8], candidates.each_ref()));
/// assert_eq!(found, [3 * 128, 128, 0, 10 * 128]);
/// ```
#[inline(always)]
pub fn sad_4<S: Simd, const W: usize, const H: usize>(
    simd: S,
    source: &impl BlockRows<W, H>,
    candidates: [&impl BlockRows<W, H>; 4],
) -> [u32; 4] {
    let mut sums = [u32x4::splat(simd, 0); 4];
    for y in (0..H).step_by(16 / W) {
        let row = rows(simd, source, each(1, y));
        for k in 0..4 {
            sums[k] += sums_of_differences(simd, row, rows(simd, candidates[k], each(1, y)));
        }
    }
    // Two rounds of adding neighbours, as a transpose: candidates side by side in the end.
    let [a, b, c, d] = sums;
    let (ab, cd) = (a.zip_low(b) + a.zip_high(b), c.zip_low(d) + c.zip_high(d));
    let (ab, cd): (u64x2<S>, u64x2<S>) = (ab.bitcast(), cd.bitcast());
    let (low, high): (u32x4<S>, u32x4<S>) = (ab.zip_low(cd).bitcast(), ab.zip_high(cd).bitcast());
    (low + high).to_array()
}

/// Returns the sum of squared differences. See [`sad`] for an example.
#[inline(always)]
pub fn ssd<S: Simd, const W: usize, const H: usize>(
    simd: S,
    a: &impl BlockRows<W, H>,
    b: &impl BlockRows<W, H>,
) -> u32 {
    let mut sums = i32x8::splat(simd, 0);
    for y in (0..H).step_by(16 / W) {
        let (a, b) = (rows(simd, a, each(1, y)), rows(simd, b, each(1, y)));
        let (a, b): (i16x16<S>, i16x16<S>) = (a.combine(a).widen().0.bitcast(), b.combine(b).widen().0.bitcast());
        sums += (a - b).pairwise_dot_product(a - b);
    }
    sums.reduce_sum() as u32
}
