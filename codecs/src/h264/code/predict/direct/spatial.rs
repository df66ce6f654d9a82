//! [`spatial()`]: spatial direct prediction (8.4.1.2.2).

use super::Colocated;
use crate::h264::code::coding_order::EIGHT_OF;
use crate::h264::code::macroblock::{ListMotion, MbPart, Motion, Mv};
use crate::h264::code::map::BlockMotion;
use crate::h264::code::predict::motion_vectors::{Neighbour, Part, neighbours, predict_from};
use crate::spaces::{Luma4x4, Mb};
use unite::Block;

/// Returns the motion of a direct macroblock, which is also that of its direct 8 x 8 blocks. `motion` is
/// [`MbMap::motion`](crate::h264::map::MbMap::motion) of the picture.
///
/// ```
/// use codecs::h264::macroblock::Mv;
/// use codecs::h264::map::{BlockMotion, MbMap};
/// use codecs::h264::predict::direct::{Colocated, spatial};
/// use codecs::h264::predict::inter::MotionField;
/// use codecs::spaces::macroblock;
/// let mut map = MbMap::with_lists([1, 2], 2);
/// let left = BlockMotion { ref_idx: 1, mv: Mv { x: 8, y: 0 }, ..BlockMotion::NONE };
/// map.motion[0].view_mut().set([0, 3], left);
/// let before = MbMap::new([1, 2]);
/// let field = MotionField::new(&before.motion, 0, [&[], &[]]);
/// let colocated = Colocated { field: &field, is_long_term: false };
/// let motion = spatial(&map.motion, &colocated, &macroblock([0, 1]));
/// assert_eq!((motion.lists[0].ref_idx, motion.lists[0].mv[3][3]), ([1; 4], Mv { x: 8, y: 0 }));
/// assert_eq!(motion.lists[1].ref_idx, [-1; 4]);
/// ```
///
/// # Panics
/// If the macroblock lies outside of the picture, or the picture has only list 0.
pub fn spatial(motion: &[Block<Luma4x4, BlockMotion>; 2], colocated: &Colocated<'_>, mb: &Mb) -> Motion {
    let near = motion.each_ref().map(|list| neighbours(list, mb, Part::MB));
    let ref_idx = near.map(least_index);
    if ref_idx == [-1; 2] {
        // directZeroPredictionFlag
        let still = ListMotion { ref_idx: [0; 4], ..ListMotion::UNUSED };
        return Motion { part: MbPart::Direct, lists: [still; 2] };
    }
    let stays = [0, 1, 2, 3].map(|n| ref_idx.contains(&0) && colocated.stays(mb, n));
    let lists = [0, 1].map(|list: usize| {
        let ref_idx = ref_idx[list];
        if ref_idx < 0 {
            return ListMotion::UNUSED;
        }
        let mv = predict_from(near[list], Part::MB, ref_idx);
        let of_block = |n: usize| if ref_idx == 0 && stays[n] { Mv::default() } else { mv };
        ListMotion { ref_idx: [ref_idx; 4], mv: EIGHT_OF.map(|row| row.map(of_block)), ..ListMotion::UNUSED }
    });
    Motion { part: MbPart::Direct, lists }
}

/// Returns `MinPositive` of the indices of three neighbours: the least one that is not negative; -1 if all are.
fn least_index(near: [Neighbour; 3]) -> i8 {
    near.into_iter().map(|neighbour| neighbour.ref_idx).filter(|&ref_idx| ref_idx >= 0).min().unwrap_or(-1)
}
