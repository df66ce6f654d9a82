//! Rules that end the search for a macroblock's coding early. Each saves work and costs some bits: `docs/notes/h264-early.md` has the
//! figures.

use super::inter::Choice;
use super::lambda::Lambda;
use super::motion_search::Measure;
use crate::h264::code::coding_order::EIGHT_OF;
use crate::h264::code::macroblock::Motion;
use crate::h264::code::predict::motion_vectors::Part;
use crate::h264::code::residual::DeadZone;

/// The rules that depend on the effort: more candidates are searched and coded at higher ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    /// The greatest costs, in 64ths of the least, of shapes that are coded, and of quarters beside which halves are searched.
    shape: u8,
    halves: u8,
    /// The greatest SATD, in 64ths of the least, of the predictions that are coded to refine vectors.
    vector: u8,
    /// The greatest cost, in 64ths of the least of both lists, of a prediction from both whose vectors are refined together.
    pair: u8,
    /// The number of bits that a macroblock of a B slice costs at least if its parts are searched.
    bits_of_parts: u8,
}

impl Rules {
    /// Returns the rules of an effort.
    pub(super) const fn of(subme: u8) -> Self {
        match subme {
            ..8 => Rules { shape: 66, halves: 65, vector: 64, pair: 64, bits_of_parts: 200 },
            8 => Rules { shape: 70, halves: 72, vector: 64, pair: 72, bits_of_parts: 120 },
            9 => Rules { shape: 72, halves: 72, vector: 68, pair: 72, bits_of_parts: 50 },
            _ => Rules { shape: 80, halves: 80, vector: 72, pair: 72, bits_of_parts: 20 },
        }
    }

    /// Returns whether a shape is coded, given its SATD cost and the least of all shapes.
    pub(super) fn shape_may_win(self, cost: u32, least: u32) -> bool {
        within(cost, least, self.shape.into(), 64)
    }

    /// Returns whether halves of a macroblock are searched, given the SATD cost of its quarters and that of the whole.
    #[inline(always)]
    pub(super) fn halves_may_win(self, quarters: u32, whole: u32) -> bool {
        within(quarters, whole, self.halves.into(), 64)
    }

    /// Returns whether a prediction is coded to see if it costs less than the best one, given the SATD of both.
    pub(super) fn vector_may_win(self, distortion: u32, least: u32) -> bool {
        within(distortion, least, self.vector.into(), 64)
    }

    /// Returns whether the two vectors of a part of a B slice are refined together, given the cost of the prediction from both lists
    /// and the least of those from one.
    #[inline(always)]
    pub(super) fn pair_may_win(self, both: u32, one: u32) -> bool {
        within(both, one, self.pair.into(), 64)
    }

    /// Returns whether parts of a macroblock of a B slice are searched, given the least cost of the whole, direct prediction among it.
    pub(super) fn parts_of_b_may_win(self, least: u32, lambda: Lambda) -> bool {
        least > lambda.of_bits(self.bits_of_parts.into())
    }
}

/// Returns whether a reference is refined by quarter samples, given its cost at half samples and the least of all references.
#[inline(always)]
pub(super) fn reference_may_win(cost: u32, least: u32) -> bool {
    within(cost, least, 26, 16)
}

/// Returns whether parts are searched in a reference, given its cost for the whole macroblock and the least of all references.
pub(super) fn reference_of_parts_may_win(cost: u32, least: u32) -> bool {
    within(cost, least, 20, 16)
}

/// Returns whether the search of quarters of a macroblock goes on, given the SATD cost of the first `done` of them and that of the
/// whole. The fastest searches ask it.
#[inline(always)]
pub(super) fn quarters_may_win(quarters: u32, done: usize, whole: u32) -> bool {
    within(quarters, whole, 11 * done as u64, 8 * 4)
}

/// Returns whether a half of a macroblock may have one vector, given those of its quarters. The fastest searches ask it of both
/// halves before they search them.
#[inline(always)]
pub(super) fn quarters_agree(choice: &Choice, half: Part) -> bool {
    let (last_y, last_x) = (half.y + half.height - 1, half.x + half.width - 1);
    choice.mv[half.y][half.x] == choice.mv[last_y][last_x]
        && choice.ref_idx[EIGHT_OF[half.y][half.x]] == choice.ref_idx[EIGHT_OF[last_y][last_x]]
}

/// Returns whether a half of a macroblock of a B slice may have one motion, given that of its quarters. The fastest searches ask
/// it of both halves before they search them.
pub(super) fn quarters_agree_in_b(motion: &Motion, half: Part) -> bool {
    let (last_y, last_x) = (half.y + half.height - 1, half.x + half.width - 1);
    let (first, last) = (EIGHT_OF[half.y][half.x], EIGHT_OF[last_y][last_x]);
    motion
        .lists
        .iter()
        .all(|list| list.mv[half.y][half.x] == list.mv[last_y][last_x] && list.ref_idx[first] == list.ref_idx[last])
}

/// Returns whether the levels that `P_Skip` would need are coded to see if all of them can be dropped, given the SAD of its
/// prediction. Only what drops levels asks it.
pub(super) fn skip_may_drop(distortion: u32, lambda: Lambda) -> bool {
    distortion < lambda.of_bits(100)
}

/// Returns whether a decision by estimated costs tries intra prediction, given the least cost of inter prediction by a measure.
pub(super) fn intra_may_win(inter: u32, measure: Measure, lambda: Lambda) -> bool {
    // Costs by SATD are about twice those by SAD.
    inter > lambda.of_bits(if measure == Measure::Sad { 80 } else { 160 })
}

/// Returns the greatest estimate of intra prediction with which it is tried in a P picture, given the least SATD cost of
/// inter prediction.
pub(super) fn most_intra(inter: u32) -> u32 {
    inter
}

/// The coefficients of inter macroblocks that the trellis leaves out in a decision by estimated costs, where a group of blocks has no
/// others: those that the usual dead zone would leave out.
pub(super) const ZEROS: DeadZone = DeadZone::INTER;

/// Returns whether plane prediction of a whole macroblock is tried, given the least distortion of the other modes and the greatest
/// that is of use.
#[inline(always)]
pub(super) fn plane_may_win(distortion: u32, limit: u32) -> bool {
    within(distortion, limit, 3, 2)
}

/// Returns whether a cost is at most `n / d` of the least.
#[inline(always)]
fn within(cost: u32, least: u32, n: u64, d: u64) -> bool {
    u64::from(cost) * d <= u64::from(least) * n
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::h264::code::decide::inter::parts;
    use crate::h264::code::macroblock::{ListMotion, MbPart, Mv, SubMbPart};

    #[test]
    fn rules_compare_without_overflow() {
        assert!(reference_may_win(26, 16) && !reference_may_win(27, 16));
        let rules = Rules::of(7);
        assert!(rules.shape_may_win(33, 32) && !rules.shape_may_win(34, 32));
        assert!(rules.halves_may_win(65, 64) && !rules.halves_may_win(66, 64));
        assert!(reference_of_parts_may_win(20, 16) && !reference_of_parts_may_win(21, 16));
        assert!(rules.vector_may_win(64, 64) && !rules.vector_may_win(65, 64));
        assert!(rules.pair_may_win(2, 2) && !rules.pair_may_win(3, 2));
        assert!(quarters_may_win(11, 1, 32) && !quarters_may_win(12, 1, 32) && quarters_may_win(33, 3, 32));
        assert!(rules.halves_may_win(u32::MAX, u32::MAX) && !rules.shape_may_win(u32::MAX, 1));
        assert_eq!(most_intra(7), 7);
        let lambda = Lambda::new(30);
        let least = lambda.of_bits(80);
        assert!(intra_may_win(least + 1, Measure::Sad, lambda) && !intra_may_win(least, Measure::Sad, lambda));
        assert!(!intra_may_win(least + 1, Measure::Satd, lambda) && intra_may_win(u32::MAX, Measure::Satd, lambda));
        let bits = lambda.of_bits(200);
        assert!(rules.parts_of_b_may_win(bits + 1, lambda) && !rules.parts_of_b_may_win(bits, lambda));
    }

    #[test]
    fn higher_efforts_leave_out_less() {
        for (low, high) in (0..10).map(|subme| (Rules::of(subme), Rules::of(subme + 1))) {
            assert!(low.shape <= high.shape && low.halves <= high.halves && low.vector <= high.vector);
            assert!(low.pair <= high.pair);
            assert!(low.bits_of_parts >= high.bits_of_parts);
        }
    }

    #[test]
    fn quarters_of_a_half_agree_on_vector_and_reference() {
        let mut choice =
            Choice { part: MbPart::P8x8([SubMbPart::P8x8; 4]), ref_idx: [0; 4], mv: [[Mv::default(); 4]; 4] };
        let agree = |choice: &Choice, part| parts(part).map(|half| quarters_agree(choice, half)).collect::<Vec<_>>();
        choice.set(Part { y: 2, x: 2, width: 2, height: 2 }, 0, Mv { x: 1, y: 0 });
        assert_eq!(
            (agree(&choice, MbPart::P16x8), agree(&choice, MbPart::P8x16)),
            (vec![true, false], vec![true, false])
        );
        choice.set(Part { y: 2, x: 0, width: 2, height: 2 }, 1, Mv { x: 1, y: 0 });
        assert_eq!(
            (agree(&choice, MbPart::P16x8), agree(&choice, MbPart::P8x16)),
            (vec![true, false], vec![false, false])
        );
        let mut motion = Motion { part: choice.part, lists: [ListMotion::UNUSED; 2] };
        let upper = Part { x: 0, y: 0, width: 4, height: 2 };
        assert!(quarters_agree_in_b(&motion, upper));
        motion.lists[1].ref_idx[1] = 0;
        assert!(!quarters_agree_in_b(&motion, upper));
        assert!(quarters_agree_in_b(&motion, Part { y: 2, ..upper }));
    }
}
