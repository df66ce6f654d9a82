//! [`RateDistortion`]: the mode decision with the least rate-distortion cost. It computes that cost for the candidates
//! near the best by SATD.

use super::ModeDecision;
use super::candidate::Candidate;
use super::context::MbContext;
use super::early;
use super::inter::{Choice, Start, parts, sub_parts};
use super::motion_search::any::AnySearch;
use super::motion_search::{Found, MotionSearch, Subsample};
use crate::h264::code::coding_order::EIGHTS;
use crate::h264::code::entropy::BIT;
use crate::h264::code::macroblock::{MbPart, Mv, SubMbPart};
use crate::h264::code::predict::motion_vectors::Part;
use crate::h264::options::{Options, Partitions};
use core::array;

/// The number of bits above which a macroblock is coded as `I_PCM`. The standard allows 3200 (A.3.1). The count for CABAC may be
/// off by one percent, and the contexts of a row's counter are not quite those of the writer.
const MOST_BITS: u32 = 3050;

/// A mode decision by rate and distortion. It compares the modes and partitions that the options allow by SATD, codes those near
/// the best, and takes the one with the least cost ([`MbContext::cost`]). Rules leave out those that will hardly win, and with
/// [`Options::trellis`] the choice is coded again by [`MbContext::with_trellis`].
///
/// ```
/// use codecs::h264::{Options, decide::{RateDistortion, motion_search::Hexagon}};
/// let options = Options::new(352, 288);
/// let decision = RateDistortion::new(&options);
/// let with_own_search = decision.with_search(Hexagon { range: 24 });
/// # let _ = with_own_search;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RateDistortion<M = AnySearch> {
    partitions: Partitions,
    transform_8x8: bool,
    search: M,
    subsample: Subsample,
    /// The refinement for parts of macroblocks.
    subsample_of_parts: Subsample,
}

impl RateDistortion {
    /// Creates the mode decision with the search and the partitions of the options.
    pub fn new(options: &Options) -> Self {
        RateDistortion {
            partitions: options.partitions,
            transform_8x8: options.transform_8x8,
            search: AnySearch::new(options.motion),
            subsample: Subsample::level(options.motion.subme.min(6)),
            subsample_of_parts: Subsample::level(options.motion.subme.min(3)),
        }
    }
}

impl<M> RateDistortion<M> {
    /// Replaces the motion search. See [`RateDistortion`] for an example.
    pub fn with_search<N: MotionSearch>(self, search: N) -> RateDistortion<N> {
        let RateDistortion { partitions, transform_8x8, subsample, subsample_of_parts, .. } = self;
        RateDistortion { partitions, transform_8x8, search, subsample, subsample_of_parts }
    }
}

/// The candidate with the least cost so far.
struct Best {
    candidate: Candidate,
    cost: u64,
    /// The size in units of 1 / 1024 bit.
    rate: u32,
}

impl Best {
    fn of(mb: &mut MbContext<'_>, candidate: Candidate) -> Self {
        let (cost, rate) = mb.cost_below(&candidate, u64::MAX).expect("every cost is below the limit");
        Best { candidate, cost, rate }
    }

    fn offer(&mut self, mb: &mut MbContext<'_>, candidate: Candidate) {
        if let Some((cost, rate)) = mb.cost_below(&candidate, self.cost) {
            *self = Best { candidate, cost, rate };
        }
    }
}

impl<M: MotionSearch> ModeDecision for RateDistortion<M> {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        if mb.slice().is_intra() {
            let intra = self.intra(mb, None);
            return within_limit(mb, intra);
        }
        let skip = mb.skip();
        if !mb.leaves_residual(&skip) {
            return skip;
        }
        let (inter, least) = self.best_inter(mb, skip);
        let limit = early::most_intra(least);
        if mb.intra_estimate(limit) > limit {
            return within_limit(mb, inter);
        }
        let intra = self.intra(mb, Some(inter.cost));
        within_limit(mb, if intra.cost < inter.cost { intra } else { inter })
    }
}

/// Returns the candidate, or `I_PCM` if it has more bits than a macroblock may have.
fn within_limit(mb: &mut MbContext<'_>, best: Best) -> Candidate {
    if best.rate > MOST_BITS * BIT {
        return mb.pcm();
    }
    if !mb.slice().options.trellis {
        return best.candidate;
    }
    let candidate = mb.with_trellis(best.candidate);
    // The trellis nearly always saves bits; near the limit that is not left to chance.
    if best.rate > 2500 * BIT && mb.rate(&candidate.macroblock) > MOST_BITS * BIT { mb.pcm() } else { candidate }
}

impl<M: MotionSearch> RateDistortion<M> {
    /// Returns the inter candidate with the least cost, and the least SATD cost.
    fn best_inter(&self, mb: &mut MbContext<'_>, skip: Candidate) -> (Best, u32) {
        let (choices, least) = self.inter(mb);
        let mut best = Best::of(mb, skip);
        for (choice, cost) in choices.iter().flatten() {
            if !early::shape_may_win(*cost, least) {
                continue;
            }
            let prediction = mb.inter_prediction(choice);
            let coded = mb.with_residual(&prediction, false);
            let large = match self.transform_8x8 && coded.macroblock.cbp_luma != 0 {
                true => mb.with_8x8_transform(&prediction, &coded),
                false => None,
            };
            best.offer(mb, coded);
            if let Some(large) = large {
                best.offer(mb, large);
            }
            best.offer(mb, prediction);
        }
        (best, least)
    }

    /// Returns the best intra candidate. Small blocks are not tried if 16 x 16 costs more than twice `inter`.
    fn intra(&self, mb: &mut MbContext<'_>, inter: Option<u64>) -> Best {
        let chroma = mb.intra_chroma(None);
        let whole = mb.intra_16x16(None, &chroma);
        let mut best = Best::of(mb, whole);
        if inter.is_some_and(|inter| best.cost > 2 * inter) {
            return best;
        }
        if self.partitions.intra_4x4 {
            let candidate = mb.intra_4x4(|_| None, &chroma);
            best.offer(mb, candidate);
        }
        if self.partitions.intra_8x8 && self.transform_8x8 {
            let candidate = mb.intra_8x8(|_| None, &chroma);
            best.offer(mb, candidate);
        }
        // I_PCM may be cheaper if the levels take about as many bits as the samples.
        if best.rate > 3000 * BIT {
            let candidate = mb.pcm();
            best.offer(mb, candidate);
        }
        best
    }

    /// Returns the best parts and vectors of each shape with their SATD costs, and the least of these costs. Smaller
    /// parts are tried only if the larger ones reduced the cost.
    fn inter(&self, mb: &mut MbContext<'_>) -> ([Option<(Choice, u32)>; 4], u32) {
        let bits = |bits: u32| mb.lambda().of_bits(bits);
        let (bits_of_halves, bits_of_quarters, bits_of_eighths) = (bits(2), bits(8), bits(2));
        let whole = self.whole(mb);
        let mut shapes = [Some(whole.shape), None, None, None];
        let mut least = whole.shape.1;
        if !self.partitions.inter_8x8 {
            return (shapes, least);
        }
        let mut quarters = Choice { part: MbPart::P8x8([SubMbPart::P8x8; 4]), ..whole.shape.0 };
        let mut costs = [0; 4];
        for (cost, part) in costs.iter_mut().zip(parts(quarters.part)) {
            *cost = self.part(mb, &whole, &mut quarters, part);
        }
        let mut cost = bits_of_quarters + costs.iter().sum::<u32>();
        if !early::halves_may_win(cost, least) {
            return (shapes, least);
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
            let mut halves = Choice { part, ..whole.shape.0 };
            let mut cost = bits_of_halves;
            for part in parts(part) {
                cost += self.part(mb, &whole, &mut halves, part);
            }
            shapes[k] = Some((halves, cost));
            least = least.min(cost);
        }
        (shapes, least)
    }

    /// Searches all references for the best vector of the whole macroblock.
    fn whole(&self, mb: &mut MbContext<'_>) -> Whole {
        let references = mb.slice().references.len().min(16);
        let seeds: [Seeds; 16] = array::from_fn(|n| if n < references { Seeds::at(mb, n) } else { Seeds::NONE });
        let starts: [Start<'_>; 16] = array::from_fn(|n| Start { ref_idx: n as u8, candidates: seeds[n].vectors() });
        let mut found = [Found::NONE; 16];
        let stages = (&self.search, &self.subsample);
        let best = mb.search_among(stages, Part::MB, &starts[..references], &mut found[..references]);
        let Found { mv, cost } = found[best];
        let choice = Choice { part: MbPart::P16x16, ref_idx: [best as u8; 4], mv: [[mv; 4]; 4] };
        Whole { shape: (choice, cost), ref_idx: best as u8, vectors: found.map(|found| found.mv) }
    }

    /// Sets the best vector of a part, in the first reference or in that of the whole macroblock. Returns its cost.
    fn part(&self, mb: &mut MbContext<'_>, whole: &Whole, choice: &mut Choice, part: Part) -> u32 {
        let starts = [whole.ref_idx, 0]
            .map(|ref_idx| Start { ref_idx, candidates: whole.vectors[usize::from(ref_idx)..].split_at(1).0 });
        let starts = &starts[..if whole.ref_idx == 0 { 1 } else { 2 }];
        let mut found = [Found::NONE; 2];
        let best = mb.search_among((&self.search, &self.subsample_of_parts), part, starts, &mut found);
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
struct Whole {
    shape: (Choice, u32),
    ref_idx: u8,
    /// The best vector in each reference.
    vectors: [Mv; 16],
}

/// Blocks at and around a macroblock, from its first 4 x 4 block, whose motion in the first reference may continue: here, to
/// the right, below, diagonally, to the left and above.
const HINTS: [[isize; 2]; 6] = [[1, 1], [1, 5], [5, 1], [5, 5], [1, -2], [-2, 1]];

/// The vectors of the first reference at the place of a macroblock and around it, scaled to one of the references.
#[derive(Clone, Copy)]
struct Seeds {
    vectors: [Mv; HINTS.len()],
    len: usize,
}

impl Seeds {
    const NONE: Seeds = Seeds { vectors: [Mv { x: 0, y: 0 }; HINTS.len()], len: 0 };

    fn at(mb: &MbContext<'_>, ref_idx: usize) -> Self {
        let mut seeds = Seeds::NONE;
        let Some(field) = mb.slice().references[0].motion() else { return seeds };
        for mv in HINTS.iter().filter_map(|&at| field.vector(&mb.place(), at, mb.slice().distances[ref_idx])) {
            seeds.vectors[seeds.len] = mv;
            seeds.len += 1;
        }
        seeds
    }

    fn vectors(&self) -> &[Mv] {
        &self.vectors[..self.len]
    }
}
