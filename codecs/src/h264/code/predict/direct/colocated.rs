//! [`Colocated`]: the motion of the first picture of list 1 at the place of a direct macroblock.

use crate::h264::code::coding_order::BLOCKS_8X8;
use crate::h264::code::macroblock::Mv;
use crate::h264::code::predict::inter::MotionField;
use crate::spaces::Mb;

/// The motion of the colocated picture, `RefPicList1[0]`, by list.
///
/// ```
/// use codecs::h264::{macroblock::Mv, map::{BlockMotion, MbMap}, predict::direct::Colocated};
/// use codecs::h264::predict::inter::MotionField;
/// let mut map = MbMap::with_lists([1, 1], 2);
/// let moving = BlockMotion { ref_idx: 2, mv: Mv { x: 9, y: 0 }, ..BlockMotion::NONE };
/// map.motion[0].view_mut().fill_with(|_| BlockMotion::NONE);
/// map.motion[1].view_mut().fill_with(|[y, x]| if [y, x] == [0, 3] { moving } else { BlockMotion::NONE });
/// let field = MotionField::new(&map.motion, 0, [&[], &[]]);
/// let colocated = Colocated { field: &field, is_long_term: false };
/// let mb = codecs::spaces::macroblock([0, 0]);
/// assert_eq!(colocated.corner(&mb, 1), Some((1, 2, Mv { x: 9, y: 0 })));
/// assert_eq!(colocated.corner(&mb, 0), None); // intra
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Colocated<'a> {
    /// The motion of the picture.
    pub field: &'a MotionField,
    /// Whether the picture is marked as used for long-term reference.
    pub is_long_term: bool,
}

impl Colocated<'_> {
    /// Returns the list, `refIdxCol` and `mvCol` of the block that stands for 8 x 8 block `n` of a macroblock, 0 to 3 (8.4.1.2.1):
    /// those of list 0, or of list 1 if the block does not use list 0. `None` if the block is intra.
    #[inline]
    pub fn corner(&self, mb: &Mb, n: usize) -> Option<(usize, i8, Mv)> {
        let of = |list: usize| self.field.corner(list, mb, BLOCKS_8X8[n]).map(|block| (list, block.ref_idx, block.mv));
        of(0).or_else(|| of(1))
    }

    /// Returns `colZeroFlag` of 8 x 8 block `n` (8.4.1.2.2): the block stays where it was in a picture that is near.
    #[inline]
    pub fn stays(&self, mb: &Mb, n: usize) -> bool {
        !self.is_long_term
            && matches!(self.corner(mb, n), Some((_, 0, mv)) if (-1..=1).contains(&mv.x) && (-1..=1).contains(&mv.y))
    }
}
