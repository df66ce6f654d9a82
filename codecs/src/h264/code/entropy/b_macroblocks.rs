//! `mb_type`, `mb_pred()` and `sub_mb_pred()` (7.3.5) of B macroblocks.

use super::Neighbours;
use super::coder::{EntropyCoder, MbType, SubMbType};
use super::macroblock_layer::{large_parts, sub_parts};
use crate::h264::code::coding_order::{EIGHT_OF, EIGHTS};
use crate::h264::code::macroblock::{MbPart, Motion, SubMbPart};

/// Returns `mb_type` (Table 7-14).
pub(super) fn mb_type(motion: &Motion) -> MbType {
    MbType::B(match motion.part {
        MbPart::Direct => 0,
        MbPart::P16x16 => 1 + Lists::of(motion, 0) as u8,
        MbPart::P16x8 => 4 + 2 * of_two_parts(Lists::of(motion, 0), Lists::of(motion, 2)),
        MbPart::P8x16 => 5 + 2 * of_two_parts(Lists::of(motion, 0), Lists::of(motion, 1)),
        MbPart::P8x8(_) => 22,
    })
}

/// The lists that a part of a B macroblock is predicted from, in the order of Tables 7-14 and 7-18.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lists {
    L0,
    L1,
    Bi,
}

impl Lists {
    /// Returns the lists of the part with 8 x 8 block `n`.
    fn of(motion: &Motion, n: usize) -> Lists {
        match motion.lists.each_ref().map(|list| list.ref_idx[n] >= 0) {
            [true, true] => Lists::Bi,
            [false, true] => Lists::L1,
            [true, false] => Lists::L0,
            [false, false] => unreachable!("a part of a B macroblock is predicted from a list"),
        }
    }

    /// Returns whether list 0 or 1 is one of them.
    fn have(self, list: usize) -> bool {
        self == [Lists::L0, Lists::L1][list] || self == Lists::Bi
    }
}

/// Returns the place of two parts in Table 7-14 among the pairs of lists.
fn of_two_parts(first: Lists, second: Lists) -> u8 {
    use Lists::{Bi, L0, L1};
    match (first, second) {
        (L0, L0) => 0,
        (L1, L1) => 1,
        (L0, L1) => 2,
        (L1, L0) => 3,
        (L0, Bi) => 4,
        (L1, Bi) => 5,
        (Bi, L0) => 6,
        (Bi, L1) => 7,
        (Bi, Bi) => 8,
    }
}

/// Codes `mb_pred()` of a B macroblock.
pub(super) fn mb_pred<C: EntropyCoder>(coder: &mut C, motion: &Motion, most: [u8; 2], around: &Neighbours<'_>) {
    let parts = large_parts(motion.part);
    let used = |list: usize| parts.iter().filter(move |[y, x]| motion.lists[list].ref_idx[EIGHT_OF[*y][*x]] >= 0);
    for (list, most) in most.into_iter().enumerate().filter(|(_, most)| *most > 0) {
        for &[y, x] in used(list) {
            let ref_idx = motion.lists[list].ref_idx[EIGHT_OF[y][x]] as u8;
            coder.ref_idx(list, ref_idx, most, [y as isize, x as isize], &around.motion(list));
        }
    }
    for list in 0..2 {
        for &[y, x] in used(list) {
            coder.mvd(list, motion.lists[list].mvd[y][x], [y as isize, x as isize], &around.motion(list));
        }
    }
}

/// Codes `sub_mb_pred()` of a B macroblock.
pub(super) fn sub_mb_pred<C: EntropyCoder>(
    coder: &mut C,
    motion: &Motion,
    parts: [SubMbPart; 4],
    most: [u8; 2],
    around: &Neighbours<'_>,
) {
    let lists: [Option<Lists>; 4] =
        core::array::from_fn(|n| (parts[n] != SubMbPart::Direct).then(|| Lists::of(motion, n)));
    for (lists, part) in lists.into_iter().zip(parts) {
        coder.sub_mb_type(SubMbType::B(lists.map_or(0, |lists| number_of_block(lists, part))));
    }
    let used = |list: usize| (0..4).filter(move |n| lists[*n].is_some_and(|lists| lists.have(list)));
    for (list, most) in most.into_iter().enumerate().filter(|(_, most)| *most > 0) {
        for n in used(list) {
            coder.ref_idx(list, motion.lists[list].ref_idx[n] as u8, most, EIGHTS[n], &around.motion(list));
        }
    }
    for list in 0..2 {
        for n in used(list) {
            for &[y, x] in sub_parts(parts[n]) {
                let [y, x] = [EIGHTS[n][0] + y, EIGHTS[n][1] + x];
                coder.mvd(list, motion.lists[list].mvd[y as usize][x as usize], [y, x], &around.motion(list));
            }
        }
    }
}

/// Returns `sub_mb_type` of a block that is not direct (Table 7-18).
fn number_of_block(lists: Lists, part: SubMbPart) -> u8 {
    let lists = lists as u8;
    match part {
        SubMbPart::Direct => 0,
        SubMbPart::P8x8 => 1 + lists,
        SubMbPart::P8x4 => 4 + 2 * lists,
        SubMbPart::P4x8 => 5 + 2 * lists,
        SubMbPart::P4x4 => 10 + lists,
    }
}
