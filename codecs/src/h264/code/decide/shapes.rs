//! [`Shapes`]: the search for the vectors of a macroblock as a whole and in smaller and smaller parts.

use super::context::MbContext;
use super::early::{self, Rules};
use super::inter::{Choice, Start, parts, sub_parts};
use super::motion_search::any::AnySearch;
use super::motion_search::{Found, MotionSearch, Subsample};
use crate::h264::code::coding_order::{EIGHT_OF, EIGHTS};
use crate::h264::code::macroblock::{MbPart, Mv, SubMbPart};
use crate::h264::code::predict::inter::MOST_REFERENCES;
use crate::h264::code::predict::motion_vectors::Part;
use crate::h264::options::{Options, Partitions};
use core::array;

/// A search for the partitioning, references and vectors of inter macroblocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shapes<M = AnySearch> {
    pub(super) partitions: Partitions,
    pub(super) search: M,
    pub(super) subsample: Subsample,
    /// The refinement for parts of macroblocks.
    pub(super) subsample_of_parts: Subsample,
    /// Whether parts are searched by the rules for the fastest searches.
    pub(super) is_fast: bool,
    /// `true` if parts are searched in all references that suit the whole macroblock, and not only in its best one and in the first.
    pub(super) searches_all: bool,
    /// The rules of the effort.
    pub(super) rules: Rules,
    /// `true` if the two vectors of a part with two references are refined together.
    pub(super) refines_pairs: bool,
    /// Whether only the blocks of [`FEW_HINTS`] give seeds.
    has_few_seeds: bool,
}

impl Shapes {
    /// Creates the search of the options.
    pub(super) fn new(options: &Options) -> Self {
        Shapes {
            partitions: options.partitions,
            search: AnySearch::new(options.motion),
            subsample: Subsample::level(options.motion.subme.min(6)),
            subsample_of_parts: Subsample::level(options.motion.subme.min(3)),
            is_fast: options.motion.subme < 3,
            searches_all: options.motion.subme >= 8,
            rules: Rules::of(options.motion.subme),
            refines_pairs: options.motion.subme >= 5,
            has_few_seeds: options.motion.subme == 0,
        }
    }
}

impl<M> Shapes<M> {
    /// Replaces the search of whole samples.
    pub(super) fn with_search<N: MotionSearch>(self, search: N) -> Shapes<N> {
        let Shapes { partitions, subsample, subsample_of_parts, .. } = self;
        let Shapes { is_fast, searches_all, rules, refines_pairs, has_few_seeds, .. } = self;
        Shapes {
            partitions,
            search,
            subsample,
            subsample_of_parts,
            is_fast,
            searches_all,
            rules,
            refines_pairs,
            has_few_seeds,
        }
    }
}

impl<M: MotionSearch> Shapes<M> {
    /// Returns the best parts and vectors of each shape with their costs, and the least of these costs. Smaller
    /// parts are tried only if the larger ones reduced the cost.
    pub(super) fn search(&self, mb: &mut MbContext<'_>) -> ([Option<(Choice, u32)>; 4], u32) {
        let bits = |bits: u32| mb.lambda().of_bits(bits);
        let (bits_of_halves, bits_of_quarters, bits_of_eighths) = (bits(2), bits(8), bits(2));
        let whole = self.whole(mb, 0);
        let mut shapes = [Some(whole.shape), None, None, None];
        let mut least = whole.shape.1;
        if !self.partitions.inter_8x8 {
            return (shapes, least);
        }
        let mut quarters = Choice { part: MbPart::P8x8([SubMbPart::P8x8; 4]), ..whole.shape.0 };
        let mut costs = [0; 4];
        let mut cost = bits_of_quarters;
        for (n, part) in parts(quarters.part).enumerate() {
            costs[n] = self.part(mb, (&whole, whole.near), &mut quarters, part);
            cost += costs[n];
            if !self.rules.halves_may_win(cost, least) || self.is_fast && !early::quarters_may_win(cost, n + 1, least) {
                return (shapes, least);
            }
        }
        if self.partitions.inter_4x4 && cost < least {
            let mut subs = [SubMbPart::P8x8; 4];
            // The number of vectors beyond four that the level allows.
            let mut room = usize::from(mb.slice().most_vectors).saturating_sub(4);
            for (n, sub) in subs.iter_mut().enumerate() {
                let (better, shape) = self.eighths(mb, &mut quarters, (n, costs[n]), bits_of_eighths, room);
                cost = cost - costs[n] + better;
                room -= sub_parts(shape, [0, 0]).count() - 1;
                *sub = shape;
            }
            quarters.part = MbPart::P8x8(subs);
        }
        shapes[1] = Some((quarters, cost));
        least = least.min(cost);
        for (k, part) in [(2, MbPart::P16x8), (3, MbPart::P8x16)] {
            if self.is_fast && !parts(part).all(|half| early::quarters_agree(&quarters, half)) {
                continue;
            }
            let mut halves = Choice { part, ..whole.shape.0 };
            let mut cost = bits_of_halves;
            for part in parts(part) {
                let among = of_quarters(&quarters.ref_idx.map(|ref_idx| ref_idx as i8), part);
                cost += self.part(mb, (&whole, among), &mut halves, part);
            }
            shapes[k] = Some((halves, cost));
            least = least.min(cost);
        }
        (shapes, least)
    }

    /// Returns the best parts and vectors with their cost.
    pub(super) fn best(&self, mb: &mut MbContext<'_>) -> (Choice, u32) {
        if !self.partitions.inter_8x8 {
            return self.whole(mb, 0).shape;
        }
        let (shapes, _) = self.search(mb);
        let best = shapes.iter().flatten().min_by_key(|(_, cost)| *cost);
        *best.expect("the whole macroblock is a shape")
    }

    /// Searches all references of a list for the best vector of the whole macroblock.
    pub(super) fn whole(&self, mb: &mut MbContext<'_>, list: usize) -> Whole {
        match mb.slice().references[list].len() {
            ..=1 => self.whole_of::<1>(mb, list),
            2..=4 => self.whole_of::<4>(mb, list),
            _ => self.whole_of::<MOST_REFERENCES>(mb, list),
        }
    }

    /// Searches up to `N` references of a list for the best vector of the whole macroblock.
    fn whole_of<const N: usize>(&self, mb: &mut MbContext<'_>, list: usize) -> Whole {
        let references = mb.slice().references[list].len().min(N);
        let seeds: [Seeds; N] = match self.has_few_seeds {
            true => Seeds::of(mb, list, FEW_HINTS),
            false => Seeds::of(mb, list, HINTS),
        };
        let starts: [Start<'_>; N] = array::from_fn(|n| Start { ref_idx: n as u8, candidates: seeds[n].vectors() });
        let mut found = [Found::NONE; N];
        let stages = (&self.search, &self.subsample);
        let best = mb.search_among(stages, (list, Part::MB), &starts[..references], &mut found[..references]);
        let Found { mv, cost } = found[best];
        let choice = Choice { part: MbPart::P16x16, ref_idx: [best as u8; 4], mv: [[mv; 4]; 4] };
        let mut vectors = [Mv::default(); MOST_REFERENCES];
        vectors[..N].copy_from_slice(&found.map(|found| found.mv));
        let mut near = References::NONE;
        if self.searches_all {
            let of_parts = |n: &usize| early::reference_of_parts_may_win(found[*n].cost, cost);
            near = (0..references).filter(of_parts).fold(near, |near, n| near.with(n as i8));
        }
        Whole { shape: (choice, cost), ref_idx: best as u8, vectors, near }
    }

    /// Sets the best vector of a part, in the first reference or in that of the whole macroblock, or in that and in those of a set. Returns
    /// its cost.
    fn part(
        &self,
        mb: &mut MbContext<'_>,
        (whole, among): (&Whole, References),
        choice: &mut Choice,
        part: Part,
    ) -> u32 {
        let near = [whole.ref_idx, 0].map(|ref_idx| whole.start(ref_idx));
        let (some, count);
        let starts = match self.searches_all {
            true => {
                (some, count) = whole.starts(among);
                &some[..count]
            }
            false => &near[..if whole.ref_idx == 0 { 1 } else { 2 }],
        };
        let mut found = [Found::NONE; MOST_REFERENCES];
        let best = mb.search_among((&self.search, &self.subsample_of_parts), (0, part), starts, &mut found);
        let (ref_idx, Found { mv, cost }) = (starts[best].ref_idx, found[best]);
        choice.set(part, ref_idx, mv);
        mb.remember(part, ref_idx, mv);
        cost
    }

    /// Splits 8 x 8 block `n` of a choice if that costs less than `cost`, with at most `room` additional vectors.
    /// Returns the cost and the shape.
    fn eighths(
        &self,
        mb: &mut MbContext<'_>,
        choice: &mut Choice,
        (n, cost): (usize, u32),
        bits: u32,
        room: usize,
    ) -> (u32, SubMbPart) {
        let stages = (&self.search, &self.subsample_of_parts);
        let [y, x] = EIGHTS[n].map(|at| at as usize);
        let (whole, ref_idx) = (choice.mv[y][x], choice.ref_idx[n]);
        let mut best = (cost, SubMbPart::P8x8, *choice);
        for shape in [SubMbPart::P4x4, SubMbPart::P8x4, SubMbPart::P4x8] {
            if sub_parts(shape, [y, x]).count() > room + 1 {
                continue;
            }
            let mut trial = *choice;
            let mut sum = if shape == SubMbPart::P4x4 { 2 * bits } else { bits };
            for part in sub_parts(shape, [y, x]) {
                let found = mb.search(stages, part, ref_idx, &[whole]);
                trial.set(part, ref_idx, found.mv);
                mb.remember(part, ref_idx, found.mv);
                sum += found.cost;
            }
            if sum < best.0 {
                best = (sum, shape, trial);
            } else if shape == SubMbPart::P4x4 && sum > cost + cost / 8 {
                break;
            }
        }
        let (cost, shape, chosen) = best;
        *choice = chosen;
        for part in sub_parts(shape, [y, x]) {
            mb.remember(part, ref_idx, chosen.mv[part.y][part.x]);
        }
        (cost, shape)
    }
}

/// The result of the search for the whole macroblock as one part.
pub(super) struct Whole {
    pub(super) shape: (Choice, u32),
    pub(super) ref_idx: u8,
    /// The best vector in each reference.
    pub(super) vectors: [Mv; MOST_REFERENCES],
    /// The references that are searched for parts at efforts that search more than one.
    pub(super) near: References,
}

impl Whole {
    /// Returns the start of the search of a part in a reference.
    pub(super) fn start(&self, ref_idx: u8) -> Start<'_> {
        Start { ref_idx, candidates: &self.vectors[usize::from(ref_idx)..][..1] }
    }

    /// Returns the starts of the searches of a part in a set of references, that of the whole macroblock among them, and their number.
    pub(super) fn starts(&self, among: References) -> ([Start<'_>; MOST_REFERENCES], usize) {
        let (mut starts, mut count) = ([self.start(self.ref_idx); MOST_REFERENCES], 0);
        for ref_idx in (0..MOST_REFERENCES as u8).filter(|n| *n == self.ref_idx || among.contain(*n)) {
            starts[count] = self.start(ref_idx);
            count += 1;
        }
        (starts, count)
    }
}

/// A set of references of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct References(u32);

impl References {
    pub(super) const NONE: References = References(0);

    /// Adds the reference of an index, unless that is negative.
    pub(super) fn with(self, ref_idx: i8) -> Self {
        References(self.0 | if ref_idx < 0 { 0 } else { 1 << ref_idx })
    }

    fn contain(self, ref_idx: u8) -> bool {
        self.0 >> ref_idx & 1 != 0
    }
}

/// Returns the references of the quarters in a half of a macroblock.
pub(super) fn of_quarters(ref_idx: &[i8; 4], half: Part) -> References {
    let last = EIGHT_OF[half.y + half.height - 1][half.x + half.width - 1];
    References::NONE.with(ref_idx[EIGHT_OF[half.y][half.x]]).with(ref_idx[last])
}

/// Blocks at and around a macroblock, from its first 8 x 8 block, whose motion in the first reference may continue: here, to
/// the right, below, diagonally, to the left and above.
const HINTS: [[isize; 2]; 6] = [[0, 0], [0, 2], [2, 0], [2, 2], [0, -1], [-1, 0]];

/// The blocks that searches of whole samples alone look at: six in place of three cost more time than the bits are worth.
const FEW_HINTS: [[isize; 2]; 3] = [HINTS[0], HINTS[1], HINTS[2]];

/// The vectors of a reference at the place of a macroblock and around it, scaled to one of the references.
#[derive(Clone, Copy)]
struct Seeds {
    vectors: [Mv; HINTS.len()],
    len: usize,
}

impl Seeds {
    const NONE: Seeds = Seeds { vectors: [Mv { x: 0, y: 0 }; HINTS.len()], len: 0 };

    /// Returns the seeds for each of the references of a list, as far as there are references.
    fn of<const N: usize, const K: usize>(mb: &MbContext<'_>, list: usize, hints: [[isize; 2]; K]) -> [Seeds; N] {
        let mut all = [Seeds::NONE; N];
        let slice = mb.slice();
        // Motion that passes a B picture is that of the picture after it.
        let first = slice.references[1].first().or(slice.references[0].first());
        let Some(field) = first.and_then(|first| first.motion()) else { return all };
        for found in field.vectors(&mb.place(), hints).into_iter().flatten() {
            for (seeds, distance) in all.iter_mut().zip(slice.distances[list]).take(slice.references[list].len()) {
                seeds.vectors[seeds.len] = found.scaled(distance);
                seeds.len += 1;
            }
        }
        all
    }

    fn vectors(&self) -> &[Mv] {
        &self.vectors[..self.len]
    }
}
