//! [`Colocated`]: the motion of the first picture of list 1 at the place of a direct macroblock.

use crate::h264::code::macroblock::Mv;
use crate::h264::code::map::BlockMotion;
use crate::spaces::{Luma4x4, Mb};
use unite::Block;

/// The motion of the colocated picture, `RefPicList1[0]`, by list.
///
/// ```
/// use codecs::h264::{macroblock::Mv, map::{BlockMotion, MbMap}, predict::direct::Colocated};
/// let mut map = MbMap::with_lists([1, 1], 2);
/// let moving = BlockMotion { ref_idx: 2, mv: Mv { x: 9, y: 0 }, ..BlockMotion::NONE };
/// map.motion[0].view_mut().fill_with(|_| BlockMotion::NONE);
/// map.motion[1].view_mut().fill_with(|[y, x]| if [y, x] == [0, 3] { moving } else { BlockMotion::NONE });
/// let colocated = Colocated { motion: &map.motion, is_long_term: false };
/// let mb = codecs::spaces::macroblock([0, 0]);
/// assert_eq!(colocated.corner(&mb, 1), Some((1, 2, Mv { x: 9, y: 0 })));
/// assert_eq!(colocated.corner(&mb, 0), None); // intra
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Colocated<'a> {
    /// The motion of the picture by 4 x 4 block, from lists 0 and 1, as [`MbMap::motion`](crate::h264::map::MbMap::motion).
    pub motion: &'a [Block<Luma4x4, BlockMotion>; 2],
    /// Whether the picture is marked as used for long-term reference.
    pub is_long_term: bool,
}

/// The 4 x 4 blocks of a macroblock that stand for its 8 x 8 blocks: the corners (8.4.1.2.1).
const CORNERS: [[isize; 2]; 4] = [[0, 0], [0, 3], [3, 0], [3, 3]];

impl Colocated<'_> {
    /// Returns the list, `refIdxCol` and `mvCol` of the block that stands for 8 x 8 block `n` of a macroblock, 0 to 3 (8.4.1.2.1):
    /// those of list 0, or of list 1 if the block does not use list 0. `None` if the block is intra.
    ///
    /// # Panics
    /// If `n` is above 3.
    #[inline]
    pub fn corner(&self, mb: &Mb, n: usize) -> Option<(usize, i8, Mv)> {
        let of = |list: usize| {
            let block = self.motion[list].view().under(mb).get(CORNERS[n])?;
            (block.ref_idx >= 0).then_some((list, block.ref_idx, block.mv))
        };
        of(0).or_else(|| of(1))
    }

    /// Returns `colZeroFlag` of 8 x 8 block `n` (8.4.1.2.2): the block stays where it was in a picture that is near.
    #[inline]
    pub fn stays(&self, mb: &Mb, n: usize) -> bool {
        !self.is_long_term
            && matches!(self.corner(mb, n), Some((_, 0, mv)) if (-1..=1).contains(&mv.x) && (-1..=1).contains(&mv.y))
    }
}
