//! Distances between two blocks: SAD, SSD, SATD and SA8D. They are the sums of absolute differences, of squared
//! differences, and of absolute differences transformed by 4 x 4 and by 8 x 8.
//!
//! They are not part of the standard; encoders compare predictions by them. A block is any type with rows of constant
//! width ([`BlockRows`]): an array, or a window over a picture, a plane of half samples or a tile.
//!
//! Sixteen samples are loaded at once: one row of 16, two rows of 8 or four of 4. The rows are loaded explicitly,
//! because compilers vectorise plain loops over rows and columns along the columns for some widths.

#![allow(clippy::needless_range_loop, reason = "kernels are written in the indices of the standard")]

mod difference;
mod hadamard;
mod intra_4x4;
mod intra_8x8;
mod rows;
#[cfg(test)]
mod tests;

pub use difference::{sad, sad_4, ssd};
pub use hadamard::{sa8d, satd};
pub use intra_4x4::intra_4x4_costs;
pub use intra_8x8::intra_8x8_costs;
pub(super) use rows::{EqualRows, FlatRows};

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u32x4, u64x2};
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

/// Returns sixteen samples: the first rows of `ys`, as many as fit. Rows beyond the block are zeros.
#[inline(always)]
fn rows<S: Simd, const W: usize, const H: usize>(simd: S, block: &impl BlockRows<W, H>, ys: [usize; 4]) -> u8x16<S> {
    const { assert!(matches!(W, 4 | 8 | 16) && H > 0 && H <= 16, "a block of 4, 8 or 16 columns and at most 16 rows") };
    match W {
        4 => {
            let mut words = [0; 4];
            for k in 0..4 {
                if ys[k] < H {
                    words[k] = block.block_row(ys[k]).first_chunk().map_or(0, |row| u32::from_ne_bytes(*row));
                }
            }
            u32x4::simd_from(simd, words).bitcast()
        }
        8 => {
            let mut words = [0; 2];
            for k in 0..2 {
                if ys[k] < H {
                    words[k] = block.block_row(ys[k]).first_chunk().map_or(0, |row| u64::from_ne_bytes(*row));
                }
            }
            u64x2::simd_from(simd, words).bitcast()
        }
        _ => u8x16::from_slice(simd, block.block_row(ys[0])),
    }
}

/// Returns the rows `y`, `y + step`, `y + 2 step` and `y + 3 step`.
#[inline(always)]
fn each(step: usize, y: usize) -> [usize; 4] {
    [y, y + step, y + 2 * step, y + 3 * step]
}
