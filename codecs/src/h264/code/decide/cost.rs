//! Distances between two blocks: SAD, SSD and SATD. They are the sums of absolute differences, of squared differences,
//! and of absolute transformed differences.
//!
//! They are not part of the standard; encoders compare predictions by them. A block is any type with rows of constant
//! width ([`BlockRows`]): an array, or a window over a picture, a plane of half samples or a tile.
//!
//! Sixteen samples are compared at once: one row of 16, two rows of 8 or four of 4. The rows are loaded explicitly,
//! because compilers vectorise plain loops over rows and columns along the columns for some widths.
//!
//! ```text
//!   SATD of 4 x 4:  sum of |H d H| / 2,  H the Hadamard matrix of order 4;  larger blocks: the sum over their parts
//! ```

#![allow(clippy::needless_range_loop, reason = "kernels are written in the indices of the standard")]

use core::ops::{Add, Sub};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x8, i32x4, u8x16, u16x8, u32x4, u64x2};
use unite::{Fixed, Home, Reach, Space, Tile, Window};

/// A block of `H` rows of `W` samples.
///
/// ```
/// use codecs::h264::{decide::cost::{BlockRows, sad}, picture::Picture};
/// use codecs::fearless_simd::{Level, dispatch};
/// use unite::{Fixed, Inside};
/// let picture = Picture::new([1, 1], true);
/// let block = picture.luma.view().partition([4, 4], Fixed::<4, 8>).window::<Inside>().expect("inside");
/// assert_eq!(block.block_row(3), &[0; 8]);
/// assert_eq!(dispatch!(Level::new(), simd => sad(simd, &block, &[[2; 8]; 4])), 64);
/// ```
pub trait BlockRows<const W: usize, const H: usize> {
    /// Returns row `y`, 0 to `H - 1`.
    fn block_row(&self, y: usize) -> &[u8; W];
}

impl<S: Space, const W: usize, const H: usize> BlockRows<W, H> for Tile<S, [[u8; W]; H]> {
    #[inline(always)]
    fn block_row(&self, y: usize) -> &[u8; W] {
        &self.data[y]
    }
}

impl<const W: usize, const H: usize> BlockRows<W, H> for [[u8; W]; H] {
    #[inline(always)]
    fn block_row(&self, y: usize) -> &[u8; W] {
        &self[y]
    }
}

impl<S: Space<Ix = [isize; 2]>, R: Reach, M: Home, const W: usize, const H: usize> BlockRows<W, H>
    for Window<'_, S, u8, Fixed<H, W>, R, M>
{
    #[inline(always)]
    fn block_row(&self, y: usize) -> &[u8; W] {
        self.row(y as isize)
    }
}

/// Returns the sum of absolute differences.
///
/// ```
/// use codecs::h264::decide::cost::{sad, satd, ssd};
/// use codecs::fearless_simd::{Level, dispatch};
/// let (a, b) = ([[10; 8]; 8], [[13; 8]; 8]);
/// dispatch!(Level::new(), simd => {
///     assert_eq!((sad(simd, &a, &b), ssd(simd, &a, &b)), (192, 576));
///     assert_eq!(satd(simd, &a, &b), 4 * 24); // of a flat difference each 4 x 4 block has one coefficient
/// });
/// ```
///
/// `W` is 4, 8 or 16, and `H` is 1 to 16, as for [`ssd`] and [`satd`].
#[inline(always)]
pub fn sad<S: Simd, const W: usize, const H: usize>(
    simd: S,
    a: &impl BlockRows<W, H>,
    b: &impl BlockRows<W, H>,
) -> u32 {
    let mut sums = u16x8::splat(simd, 0);
    for y in (0..H).step_by(16 / W) {
        let (a, b) = (rows(simd, a, y, 1), rows(simd, b, y, 1));
        sums += (a.max(b) - a.min(b)).pairwise_widening_add();
    }
    sums.pairwise_widening_add().reduce_sum()
}

/// Returns the sum of squared differences. See [`sad`] for an example.
#[inline(always)]
pub fn ssd<S: Simd, const W: usize, const H: usize>(
    simd: S,
    a: &impl BlockRows<W, H>,
    b: &impl BlockRows<W, H>,
) -> u32 {
    let mut sums = i32x4::splat(simd, 0);
    for y in (0..H).step_by(16 / W) {
        let ((a0, a1), (b0, b1)) = (rows(simd, a, y, 1).widen(), rows(simd, b, y, 1).widen());
        let (d0, d1): (i16x8<S>, i16x8<S>) = ((a0 - b0).bitcast(), (a1 - b1).bitcast());
        sums += d0.pairwise_dot_product(d0) + d1.pairwise_dot_product(d1);
    }
    sums.reduce_sum() as u32
}

/// Returns half the sum of absolute differences after a Hadamard transform of each 4 x 4 block. `H` is a multiple of 4.
/// See [`sad`] for an example.
#[inline(always)]
pub fn satd<S: Simd, const W: usize, const H: usize>(
    simd: S,
    a: &impl BlockRows<W, H>,
    b: &impl BlockRows<W, H>,
) -> u32 {
    const { assert!(H.is_multiple_of(4) && H <= 16, "satd: a block of 4 x 4 blocks") };
    // Each sum is at most 32 * 8 * 255, which fits in 16 bits.
    let mut sums = u16x8::splat(simd, 0);
    for y in (0..H).step_by(64 / W) {
        let mut columns = [[i16x8::splat(simd, 0); 4]; 2];
        for k in 0..4 {
            [columns[0][k], columns[1][k]] = pairs(rows(simd, a, y + k, 4), rows(simd, b, y + k, 4));
        }
        for column in columns {
            for row in hadamard(column) {
                sums += last_step(row);
            }
        }
    }
    one_of_two(sums).reduce_sum()
}

/// Returns sixteen samples: row `y` and as many further rows, `step` apart, as fit; rows beyond the block are zeros.
#[inline(always)]
fn rows<S: Simd, const W: usize, const H: usize>(
    simd: S,
    block: &impl BlockRows<W, H>,
    y: usize,
    step: usize,
) -> u8x16<S> {
    const { assert!(matches!(W, 4 | 8 | 16) && H > 0 && H <= 16, "a block of 4, 8 or 16 columns and at most 16 rows") };
    match W {
        4 => {
            let mut words = [0; 4];
            for k in 0..4 {
                if y + k * step < H {
                    words[k] = block.block_row(y + k * step).first_chunk().map_or(0, |row| u32::from_ne_bytes(*row));
                }
            }
            u32x4::simd_from(simd, words).bitcast()
        }
        8 => {
            let mut words = [0; 2];
            for k in 0..2 {
                if y + k * step < H {
                    words[k] = block.block_row(y + k * step).first_chunk().map_or(0, |row| u64::from_ne_bytes(*row));
                }
            }
            u64x2::simd_from(simd, words).bitcast()
        }
        _ => u8x16::from_slice(simd, block.block_row(y)),
    }
}

/// Returns the sums `d[2 k] + d[2 k + 1]` and the differences `d[2 k] - d[2 k + 1]` of neighbours, where `d` are the
/// differences of sixteen samples.
#[inline(always)]
fn pairs<S: Simd>(a: u8x16<S>, b: u8x16<S>) -> [i16x8<S>; 2] {
    let (a, b): (u16x8<S>, u16x8<S>) = (a.bitcast(), b.bitcast());
    // The sign of the difference of neighbours does not matter, so the byte order does not either.
    let (first, second) = ((a & 0xFF) - (b & 0xFF), (a >> 8) - (b >> 8));
    [(first + second).bitcast(), (first - second).bitcast()]
}

/// Returns the Hadamard transform of four rows, with coefficients in any order.
#[inline(always)]
fn hadamard<T: Copy + Add<Output = T> + Sub<Output = T>>([a, b, c, d]: [T; 4]) -> [T; 4] {
    let (ab, cd, a_b, c_d) = (a + b, c + d, a - b, c - d);
    [ab + cd, a_b + c_d, ab - cd, a_b - c_d]
}

/// Returns half the sum of magnitudes of the last step of the transform: for neighbours `a` and `b`,
/// `(|a + b| + |a - b|) / 2` is `max(|a|, |b|)`. Both places get this value.
#[inline(always)]
fn last_step<S: Simd>(row: i16x8<S>) -> u16x8<S> {
    let magnitudes: u16x8<S> = row.abs().bitcast();
    let pairs: u32x4<S> = magnitudes.bitcast();
    let turned: u16x8<S> = ((pairs >> 16) | (pairs << 16)).bitcast();
    magnitudes.max(turned)
}

/// Returns one of each two equal neighbours.
#[inline(always)]
fn one_of_two<S: Simd>(row: u16x8<S>) -> u32x4<S> {
    let pairs: u32x4<S> = row.bitcast();
    pairs & 0xFFFF
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::h264::code::picture::Picture;
    use crate::h264::levels;
    use crate::spaces::Luma;
    use core::array;
    use fearless_simd::{Level, dispatch};
    use noise::Noise;
    use unite::{Inside, Tile};

    /// Returns the sum over all coefficients of `|H d H|`, by the definition of a Hadamard matrix: the sign is the
    /// parity of common bits.
    fn plain_transformed(d: &dyn Fn(usize, usize) -> i64) -> i64 {
        let sign = |a: usize, b: usize| if (a & b).count_ones().is_multiple_of(2) { 1 } else { -1 };
        let mut sum = 0;
        for v in 0..4 {
            for u in 0..4 {
                let coefficient = |y: usize| (0..4).map(|x| sign(u, x) * d(y, x)).sum::<i64>() * sign(v, y);
                sum += (0..4).map(coefficient).sum::<i64>().abs();
            }
        }
        sum
    }

    fn check<const W: usize, const H: usize>(a: [[u8; W]; H], b: [[u8; W]; H]) {
        let d = |y: usize, x: usize| i64::from(a[y][x]) - i64::from(b[y][x]);
        let places = || (0..H).flat_map(|y| (0..W).map(move |x| (y, x)));
        let plain_sad: i64 = places().map(|(y, x)| d(y, x).abs()).sum();
        let plain_ssd: i64 = places().map(|(y, x)| d(y, x) * d(y, x)).sum();
        let parts = places().filter(|(y, x)| y % 4 == 0 && x % 4 == 0);
        let plain_satd = parts.map(|(py, px)| plain_transformed(&|y, x| d(py + y, px + x)) / 2).sum();
        let plain = [plain_sad, plain_ssd, plain_satd];
        for level in levels() {
            let found = dispatch!(level, simd => [sad(simd, &a, &b), ssd(simd, &a, &b), satd(simd, &a, &b)]);
            assert_eq!(found.map(i64::from), plain, "{W} x {H} {level:?}");
        }
    }

    #[test]
    fn costs_are_their_definitions_on_random_and_extreme_blocks_of_every_size() {
        let mut noise = Noise::new(3);
        for round in 0..60 {
            let mut next = || {
                let sample = noise.bits() as u8;
                match round % 3 {
                    0 => sample,
                    1 => 255 * (sample & 1),
                    _ => 100 + sample % 8,
                }
            };
            fn block<const W: usize, const H: usize>(next: &mut dyn FnMut() -> u8) -> [[u8; W]; H] {
                array::from_fn(|_| array::from_fn(|_| next()))
            }
            let next: &mut dyn FnMut() -> u8 = &mut next;
            check::<4, 4>(block(next), block(next));
            check::<8, 4>(block(next), block(next));
            check::<4, 8>(block(next), block(next));
            check::<8, 8>(block(next), block(next));
            check::<8, 16>(block(next), block(next));
            check::<16, 8>(block(next), block(next));
            check::<16, 16>(block(next), block(next));
        }
        check([[255; 16]; 16], [[0; 16]; 16]);
        check([[0; 8]; 8], [[255; 8]; 8]);
        let checkers: [[u8; 16]; 16] = array::from_fn(|y| array::from_fn(|x| 255 * ((x + y) % 2) as u8));
        check(checkers, checkers.map(|row| row.map(|s| 255 - s)));
    }

    #[test]
    fn windows_cost_what_arrays_cost() {
        let mut picture = Picture::new([2, 2], true);
        picture.luma.view_mut().fill_with(|[y, x]| (7 * y * y + 5 * x) as u8);
        let mut tile = Tile::<Luma, [[u8; 16]; 16]>::at([4 * 5, 4 * 9]);
        tile.fill_with(|[y, x]| (11 * x + 3 * y) as u8);
        let window = picture.luma.view().colocate(&tile).window::<Inside>().unwrap();
        let (copy, stack) = (window.load(), tile.view().window::<Inside>().unwrap());
        dispatch!(Level::new(), simd => {
            assert_eq!(sad(simd, &window, &stack), sad(simd, &copy, &tile.data));
            assert_eq!(satd(simd, &window, &tile.data), satd(simd, &copy, &tile.data));
            assert_eq!(ssd(simd, &window, &tile.data), ssd(simd, &copy, &stack));
        });
    }
}
