//! [`temporal()`]: temporal direct prediction (8.4.1.2.3).

use super::Colocated;
use crate::h264::code::coding_order::EIGHT_OF;
use crate::h264::code::macroblock::{ListMotion, MbPart, Motion, Mv};
use crate::h264::code::predict::inter::MOST_REFERENCES;
use crate::spaces::Mb;

/// What temporal direct prediction of a slice needs to know of its references.
#[derive(Clone, Copy, Debug)]
pub struct TemporalReferences {
    /// The lowest index in list 0 of the picture that the colocated picture referred to, by list and index there; `None` if list 0
    /// does not have the picture.
    pub of_colocated: [[Option<u8>; MOST_REFERENCES]; 2],
    /// [`dist_scale_factor`] of each reference of list 0 with the first one of list 1; `None` if vectors are not scaled, since the
    /// reference is a long-term one or as far as the other.
    pub scales: [Option<i16>; MOST_REFERENCES],
}

/// Returns `DistScaleFactor` (8.4.1.2.3) of picture order counts: of the current picture, of a reference of list 0 and of one of
/// list 1. `None` if both references have the same count.
///
/// ```
/// use codecs::h264::predict::direct::temporal::dist_scale_factor;
/// assert_eq!(dist_scale_factor(4, 0, 8), Some(128)); // halfway
/// assert_eq!(dist_scale_factor(2, 0, 8), Some(64));
/// assert_eq!(dist_scale_factor(2, 8, 8), None);
/// ```
pub fn dist_scale_factor(current: i32, pic_0: i32, pic_1: i32) -> Option<i16> {
    let difference = |a: i32, b: i32| a.saturating_sub(b).clamp(-128, 127);
    let (tb, td) = (difference(current, pic_0), difference(pic_1, pic_0));
    if td == 0 {
        return None;
    }
    let tx = (16384 + (td / 2).abs()) / td;
    Some(((tb * tx + 32) >> 6).clamp(-1024, 1023) as i16)
}

/// Returns the motion of a direct macroblock, which is also that of its direct 8 x 8 blocks. `None` if list 0 does not have a
/// picture that the colocated macroblock referred to.
///
/// ```
/// use codecs::h264::macroblock::Mv;
/// use codecs::h264::map::{BlockMotion, MbMap};
/// use codecs::h264::predict::direct::{Colocated, TemporalReferences, temporal, temporal::dist_scale_factor};
/// use codecs::h264::predict::inter::MotionField;
/// let mut later = MbMap::new([1, 1]);
/// later.motion[0].view_mut().fill_with(|_| BlockMotion { ref_idx: 0, mv: Mv { x: 8, y: -4 }, ..BlockMotion::NONE });
/// let field = MotionField::new(&later.motion, 0, [&[], &[]]);
/// let colocated = Colocated { field: &field, is_long_term: false };
/// let mut references = TemporalReferences { of_colocated: [[None; 16]; 2], scales: [None; 16] };
/// references.of_colocated[0][0] = Some(0);
/// references.scales[0] = dist_scale_factor(2, 0, 8);
/// let motion = temporal(&references, &colocated, &codecs::spaces::macroblock([0, 0])).expect("a known picture");
/// // A quarter of the way has passed, and three quarters are left.
/// assert_eq!([0, 1].map(|list: usize| motion.lists[list].mv[0][0]), [Mv { x: 2, y: -1 }, Mv { x: -6, y: 3 }]);
/// ```
pub fn temporal(references: &TemporalReferences, colocated: &Colocated<'_>, mb: &Mb) -> Option<Motion> {
    let mut of_blocks = [(0, [Mv::default(); 2]); 4];
    for (n, of_block) in of_blocks.iter_mut().enumerate() {
        let Some((list, ref_idx, mv_col)) = colocated.corner(mb, n) else { continue };
        let ref_idx = references.of_colocated[list].get(usize::try_from(ref_idx).ok()?).copied()??;
        let vectors = match references.scales.get(usize::from(ref_idx)).copied()? {
            None => [mv_col, Mv::default()],
            Some(scale) => {
                let scaled = |v: i16| ((i32::from(scale) * i32::from(v) + 128) >> 8) as i16;
                let mv = Mv { x: scaled(mv_col.x), y: scaled(mv_col.y) };
                [mv, Mv { x: mv.x.wrapping_sub(mv_col.x), y: mv.y.wrapping_sub(mv_col.y) }]
            }
        };
        *of_block = (ref_idx as i8, vectors);
    }
    let list = |list: usize, ref_idx| ListMotion {
        ref_idx,
        mv: EIGHT_OF.map(|row| row.map(|n| of_blocks[n].1[list])),
        ..ListMotion::UNUSED
    };
    Some(Motion { part: MbPart::Direct, lists: [list(0, of_blocks.map(|block| block.0)), list(1, [0; 4])] })
}
