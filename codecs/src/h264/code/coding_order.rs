//! The order of coding of the 4 x 4 blocks of a macroblock (6.4.3), a table laid at a macroblock.
//!
//! A neighbour of a block can be used if it is coded before the block. [`coded_at`] answers that by place, for prediction of
//! vectors and of samples alike: a neighbour `i` of a block is coded before it if `when[i] < when[[0, 0]]`.
//!
//! ```text
//!    0 ┊  0  0  0  0 ┊  0        macroblocks above and to the left are coded before; whether they may be used is data of
//!   ┄┄┄┏━━━━━━━━━━━━━┓┄┄┄        the map
//!    0 ┃  1  2  5  6 ┃ 255
//!    0 ┃  3  4  7  8 ┃ 255       the macroblock to the right is coded later
//!    0 ┃  9 10 13 14 ┃ 255
//!    0 ┃ 11 12 15 16 ┃ 255
//! ```

use crate::spaces::Luma4x4;
use unite::{Around, Fixed, Proven, Scan, Spot, Stack, Tile};

/// The reach of a macroblock of 4 x 4 blocks: a row above, a column to the left, a column to the right.
pub type Beside = Around<1, 1, 0, 1>;

/// Row and column of the 8 x 8 blocks of a macroblock in the order of coding (6.4.5), and of the 4 x 4 blocks of an 8 x 8
/// block.
pub const BLOCKS_8X8: [[isize; 2]; 4] = [[0, 0], [0, 1], [1, 0], [1, 1]];

/// Row and column of the 4 x 4 luma blocks of a macroblock in the order of coding (6.4.3): 8 x 8 block by 8 x 8 block.
///
/// ```
/// use codecs::h264::coding_order::BLOCKS_4X4;
/// assert_eq!([0, 1, 2, 3, 4, 15].map(|n| BLOCKS_4X4[n]), [[0, 0], [0, 1], [1, 0], [1, 1], [0, 2], [3, 3]]);
/// ```
pub const BLOCKS_4X4: [[isize; 2]; 16] = {
    let mut blocks = [[0; 2]; 16];
    let mut n = 0;
    while n < 16 {
        let ([eight_y, eight_x], [y, x]) = (BLOCKS_8X8[eight_around(n)], BLOCKS_8X8[n % 4]);
        blocks[n] = [2 * eight_y + y, 2 * eight_x + x];
        n += 1;
    }
    blocks
};

/// The number of the 8 x 8 block around each 4 x 4 block of a macroblock, by row and column.
pub const EIGHT_OF: [[usize; 4]; 4] = {
    let mut eight_of = [[0; 4]; 4];
    let mut n = 0;
    while n < 16 {
        let [y, x] = BLOCKS_4X4[n];
        eight_of[y as usize][x as usize] = eight_around(n);
        n += 1;
    }
    eight_of
};

/// The 4 x 4 luma blocks of a macroblock in the order of coding, for [`Window::nth`](unite::Window::nth).
pub struct Blocks4x4;
/// The 8 x 8 luma blocks of a macroblock, or the 4 x 4 blocks of a chroma component, in the order of coding.
pub struct Blocks8x8;

impl Scan<16> for Blocks4x4 {
    const ORDER: [[isize; 2]; 16] = BLOCKS_4X4;
}

impl Scan<4> for Blocks8x8 {
    const ORDER: [[isize; 2]; 4] = BLOCKS_8X8;
}

/// The 4 x 4 blocks of 16 x 16 luma samples in the order of coding, for [`Window::nth`](unite::Window::nth).
pub struct LumaBlocks4x4;
/// The 8 x 8 blocks of 16 x 16 luma samples in the order of coding.
pub struct LumaBlocks8x8;
/// The 4 x 4 blocks of 8 x 8 chroma samples in the order of coding.
pub struct ChromaBlocks4x4;

impl Scan<16> for LumaBlocks4x4 {
    const ORDER: [[isize; 2]; 16] = apart(BLOCKS_4X4, 4);
}

impl Scan<4> for LumaBlocks8x8 {
    const ORDER: [[isize; 2]; 4] = apart(BLOCKS_8X8, 8);
}

impl Scan<4> for ChromaBlocks4x4 {
    const ORDER: [[isize; 2]; 4] = apart(BLOCKS_8X8, 4);
}

/// Row and column of the first 4 x 4 block of each 8 x 8 block.
pub const EIGHTS: [[isize; 2]; 4] = apart(BLOCKS_8X8, 2);

/// Returns the number of the 8 x 8 block around 4 x 4 block `n`, both in the order of coding.
///
/// ```
/// use codecs::h264::coding_order::{eight_around, fours_of};
/// assert_eq!((eight_around(6), fours_of(1)), (1, [4, 5, 6, 7]));
/// ```
#[inline(always)]
pub const fn eight_around(n: usize) -> usize {
    n / 4
}

/// Returns the numbers of the 4 x 4 blocks of 8 x 8 block `n`, both in the order of coding. See [`eight_around`] for an
/// example.
#[inline(always)]
pub const fn fours_of(n: usize) -> [usize; 4] {
    [4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3]
}

/// Returns the index of the first point of each block, with blocks of `side` by `side` points.
pub(super) const fn apart<const N: usize>(mut blocks: [[isize; 2]; N], side: isize) -> [[isize; 2]; N] {
    let mut n = 0;
    while n < N {
        blocks[n] = [blocks[n][0] * side, blocks[n][1] * side];
        n += 1;
    }
    blocks
}

/// The table of the drawing.
static CODED_AT: [[u8; 6]; 5] = coded();

const fn coded() -> [[u8; 6]; 5] {
    let mut at = [[0; 6]; 5];
    let mut n = 0;
    while n < 16 {
        let [y, x] = BLOCKS_4X4[n];
        at[1 + y as usize][1 + x as usize] = 1 + n as u8;
        at[1 + y as usize][5] = 255;
        n += 1;
    }
    at
}

/// Returns the order of coding of the blocks of a macroblock and of the blocks beside it: 1 to 16 inside, 0 above and to the
/// left, 255 to the right.
///
/// ```
/// use codecs::h264::coding_order::coded_at;
/// use codecs::spaces::Luma4x4;
/// use unite::{Fixed, Spot};
/// let mb = Spot::<Luma4x4, _>::new([64, 128], Fixed::<4, 4>);
/// let when = coded_at(&mb).colocate(&mb.partition([1, 1], Fixed::<1, 1>)).expect("a block of the macroblock");
/// assert!(when[[0, -1]] < when[[0, 0]] && when[[-1, 0]] < when[[0, 0]]);
/// assert!(when[[-1, 1]] > when[[0, 0]]); // above and to the right: block 4, coded after block 3
/// ```
#[inline(always)]
pub fn coded_at(
    mb: &Spot<Luma4x4, Fixed<4, 4>>,
) -> Proven<'static, Luma4x4, u8, Fixed<4, 4>, Beside, Stack<Luma4x4, Fixed<5, 6>>> {
    Tile::lay(&CODED_AT, mb)
}

/// Returns whether the block of `side` by `side` 4 x 4 blocks at row `y` and column `x`, in blocks of that size, has its
/// neighbour above and to the right in the same macroblock and coded before it.
pub(super) const fn above_right_is_coded([y, x]: [isize; 2], side: usize) -> bool {
    let (y, x) = (y as usize, x as usize);
    y > 0 && CODED_AT[side * y][side * (x + 1) + 1] < CODED_AT[1 + side * y][1 + side * x]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_blocks_of_a_macroblock_have_no_c_inside_of_it() {
        let mb = Spot::<Luma4x4, _>::new([0, 0], Fixed::<4, 4>);
        let when = coded_at(&mb).window();
        let is_without = |&[y, x]: &[isize; 2]| y > 0 && when[[y - 1, x + 1]] > when[[y, x]];
        // Blocks 3, 7, 13, 11 and 15 of 6.4.3.
        assert!(mb.indices().filter(is_without).eq([[1, 1], [1, 3], [2, 3], [3, 1], [3, 3]]));
        for [y, x] in mb.indices() {
            let is_coded = above_right_is_coded([y, x], 1);
            assert_eq!(is_coded, y > 0 && !is_without(&[y, x]), "{y} {x}");
        }
    }
}
