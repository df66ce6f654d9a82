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

use super::macroblock::block4x4;
use crate::spaces::Luma4x4;
use unite::{Around, Fixed, Proven, Spot, Stack, Tile};

/// The reach of a macroblock of 4 x 4 blocks: a row above, a column to the left, a column to the right.
pub type Beside = Around<1, 1, 0, 1>;

/// The table of the drawing.
static CODED_AT: [[u8; 6]; 5] = coded();

const fn coded() -> [[u8; 6]; 5] {
    let mut at = [[0; 6]; 5];
    let mut n = 0;
    while n < 16 {
        let (x, y) = block4x4(n);
        at[1 + y][1 + x] = 1 + n as u8;
        at[1 + y][5] = 255;
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

/// Returns whether the block of `side` by `side` 4 x 4 blocks at column `x` and row `y`, in blocks of that size, has its
/// neighbour above and to the right in the same macroblock and coded before it.
pub(super) const fn above_right_is_coded((x, y): (usize, usize), side: usize) -> bool {
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
            let is_coded = above_right_is_coded((x as usize, y as usize), 1);
            assert_eq!(is_coded, y > 0 && !is_without(&[y, x]), "{y} {x}");
        }
    }
}
