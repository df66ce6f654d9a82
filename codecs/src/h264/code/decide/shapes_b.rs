//! The search for the vectors of a macroblock of a B slice, as a whole and in parts.

use super::candidate::Candidate;
use super::context::MbContext;
use super::early;
use super::inter::{parts, vector_bits};
use super::inter_b::{Vectors, put, vectors_of};
use super::motion_search::{Found, MotionSearch};
use super::pair::Pair;
use super::shapes::{References, Shapes, Whole, of_quarters};
use crate::h264::code::macroblock::{ListMotion, MbPart, Motion, Mv, SubMbPart};
use crate::h264::code::predict::inter::MOST_REFERENCES;
use crate::h264::code::predict::motion_vectors::Part;

/// The numbers of bits of `mb_type` and `sub_mb_type` (Tables 7-14 and 7-18, as `ue(v)`): from one list, and from both.
const BITS_OF_WHOLE: [u32; 2] = [3, 5];
const BITS_OF_HALVES: u32 = 7;
const BITS_OF_QUARTERS: u32 = 9;
const BITS_OF_QUARTER: [u32; 2] = [3, 5];
/// `B_Direct_16x16` and `B_Direct_8x8`.
pub(super) const BITS_OF_DIRECT: u32 = 1;

/// A part with its vectors and cost.
#[derive(Clone, Copy)]
struct Proposal {
    vectors: Vectors,
    cost: u32,
}

impl<M: MotionSearch> Shapes<M> {
    /// Returns the best vectors of each shape with their costs, and the least of these costs. `direct` is the motion and the
    /// prediction of direct mode, if there is one.
    pub(super) fn search_b(
        &self,
        mb: &mut MbContext<'_>,
        direct: Option<(&Motion, &Candidate)>,
    ) -> ([Option<(Motion, u32)>; 4], u32) {
        let lists = [self.whole(mb, 0), self.whole(mb, 1)];
        let found = [0, 1].map(|list: usize| {
            let Whole { shape: (choice, cost), ref_idx, .. } = lists[list];
            (ref_idx, Found { mv: choice.mv[0][0], cost })
        });
        let whole = self.best_of_lists(mb, Part::MB, found, BITS_OF_WHOLE);
        let mut motion = Motion { part: MbPart::P16x16, lists: [ListMotion::UNUSED; 2] };
        put(&mut motion, Part::MB, whole.vectors);
        let mut shapes = [Some((motion, whole.cost)), None, None, None];
        let mut least = whole.cost;
        if !self.partitions.inter_8x8 {
            return (shapes, least);
        }
        let bits = |bits: u32| mb.lambda().of_bits(bits);
        let (bits_of_halves, bits_of_quarters) = (bits(BITS_OF_HALVES), bits(BITS_OF_QUARTERS));
        let bits_of_direct = bits(BITS_OF_DIRECT);
        let cost_of_direct = direct.map_or(u32::MAX, |(_, prediction)| {
            mb.distortion_of(Part::MB, prediction, self.subsample.measure) + bits_of_direct
        });
        if !self.rules.parts_of_b_may_win(least.min(cost_of_direct), mb.lambda()) {
            return (shapes, least);
        }
        let near = lists.each_ref().map(|whole| whole.near);
        let mut subs = [SubMbPart::P8x8; 4];
        let mut quarters = Motion { part: MbPart::P8x8(subs), ..motion };
        let mut cost = bits_of_quarters;
        for (n, part) in parts(quarters.part).enumerate() {
            let mut best = self.part_of_lists(mb, (&lists, near), part, BITS_OF_QUARTER);
            if let Some((direct, prediction)) = direct {
                let of_direct = mb.distortion_of(part, prediction, self.subsample_of_parts.measure) + bits_of_direct;
                if of_direct <= best.cost {
                    best = Proposal { vectors: vectors_of(direct, n), cost: of_direct };
                    subs[n] = SubMbPart::Direct;
                }
            }
            put(&mut quarters, part, best.vectors);
            mb.remember_vectors(part, best.vectors);
            cost += best.cost;
            if !self.rules.halves_may_win(cost, least) || self.is_fast && !early::quarters_may_win(cost, n + 1, least) {
                return (shapes, least);
            }
        }
        quarters.part = MbPart::P8x8(subs);
        // Four direct quarters are a direct macroblock.
        if subs != [SubMbPart::Direct; 4] {
            shapes[1] = Some((quarters, cost));
            least = least.min(cost);
        }
        for (k, shape) in [(2, MbPart::P16x8), (3, MbPart::P8x16)] {
            if self.is_fast && !parts(shape).all(|half| early::quarters_agree_in_b(&quarters, half)) {
                continue;
            }
            let mut halves = Motion { part: shape, ..motion };
            let mut cost = bits_of_halves;
            for part in parts(shape) {
                let among = quarters.lists.each_ref().map(|list| of_quarters(&list.ref_idx, part));
                let best = self.part_of_lists(mb, (&lists, among), part, [0; 2]);
                put(&mut halves, part, best.vectors);
                mb.remember_vectors(part, best.vectors);
                cost += best.cost;
            }
            shapes[k] = Some((halves, cost));
            least = least.min(cost);
        }
        (shapes, least)
    }

    /// Returns the best vectors of a part, in the references of the whole macroblock.
    fn part_of_lists(
        &self,
        mb: &mut MbContext<'_>,
        (lists, among): (&[Whole; 2], [References; 2]),
        part: Part,
        bits: [u32; 2],
    ) -> Proposal {
        let mut found = [(0, Found::NONE); 2];
        for (list, found) in found.iter_mut().enumerate() {
            let whole = &lists[list];
            let near = [whole.start(whole.ref_idx)];
            let (some, count);
            let starts = match self.searches_all {
                true => {
                    (some, count) = whole.starts(among[list]);
                    &some[..count]
                }
                false => &near[..],
            };
            let mut of_list = [Found::NONE; MOST_REFERENCES];
            let stages = (&self.search, &self.subsample_of_parts);
            let best = mb.search_among(stages, (list, part), starts, &mut of_list);
            *found = (starts[best].ref_idx, of_list[best]);
        }
        self.best_of_lists(mb, part, found, bits)
    }

    /// Returns the best of list 0, list 1 and both, given the best vector of each list, and the bits of the type for one list and for
    /// both.
    fn best_of_lists(&self, mb: &MbContext<'_>, part: Part, found: [(u8, Found); 2], bits: [u32; 2]) -> Proposal {
        let [of_one, of_both] = bits.map(|bits| mb.lambda().of_bits(bits));
        let [(ref_0, found_0), (ref_1, found_1)] = found;
        let vectors = [(ref_0, found_0.mv), (ref_1, found_1.mv)];
        let mut best = match found_0.cost <= found_1.cost {
            true => Proposal { vectors: [Some(vectors[0]), None], cost: found_0.cost },
            false => Proposal { vectors: [None, Some(vectors[1])], cost: found_1.cost },
        };
        best.cost += of_one;
        let rate = |vectors: [(u8, Mv); 2]| -> u32 {
            [0, 1].map(|list: usize| vector_bits(mb, list, part, vectors[list])).iter().sum()
        };
        let mut pair = Pair { vectors, distortion: mb.distortion_of_both(part, vectors, self.subsample.measure) };
        let mut both = pair.distortion + rate(pair.vectors) + of_both;
        if self.refines_pairs && self.rules.pair_may_win(both, best.cost) {
            pair = mb.refine_pair(part, pair);
            both = pair.distortion + rate(pair.vectors) + of_both;
        }
        if both < best.cost {
            best = Proposal { vectors: pair.vectors.map(Some), cost: both };
        }
        best
    }
}
