//! [`RateDistortion`]: the mode decision with the least rate-distortion cost. It computes that cost for the candidates
//! near the best by SATD.

use super::ModeDecision;
use super::candidate::Candidate;
use super::context::MbContext;
use super::inter::{Choice, parts, sub_parts};
use super::motion_search::any::AnySearch;
use super::motion_search::{Found, MotionSearch, Subsample};
use crate::h264::code::coding_order::EIGHTS;
use crate::h264::code::entropy::BIT;
use crate::h264::code::macroblock::{MbPart, Mv, SubMbPart};
use crate::h264::code::predict::motion_vectors::Part;
use crate::h264::options::{Options, Partitions};

/// The largest SATD of a candidate that is coded, in sixteenths of the least SATD.
const NEAR: u32 = 19;

/// The number of bits above which a macroblock is coded as `I_PCM`. The standard allows 3200 (A.3.1), and the count for
/// CABAC may be off by one percent.
const MOST_BITS: u32 = 3150;

/// A mode decision by rate and distortion. It compares all modes and partitions that the options allow by SATD, codes
/// those near the best, and takes the one with the least cost ([`MbContext::cost`]).
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
}

impl Best {
    fn of(mb: &mut MbContext<'_>, candidate: Candidate) -> Self {
        let cost = mb.cost(&candidate);
        Best { candidate, cost }
    }

    fn offer(&mut self, mb: &mut MbContext<'_>, candidate: Candidate) {
        let cost = mb.cost(&candidate);
        if cost < self.cost {
            *self = Best { candidate, cost };
        }
    }
}

impl<M: MotionSearch> ModeDecision for RateDistortion<M> {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        let best = self.cheapest(mb);
        if mb.rate(&best.macroblock) > MOST_BITS * BIT { mb.pcm() } else { best }
    }
}

impl<M: MotionSearch> RateDistortion<M> {
    /// Returns the candidate with the least cost.
    fn cheapest(&self, mb: &mut MbContext<'_>) -> Candidate {
        if mb.slice().is_intra() {
            return self.intra(mb, None).candidate;
        }
        let skip = mb.skip();
        let coded = mb.with_residual(&skip, false);
        if coded.macroblock.cbp_luma == 0 && coded.macroblock.cbp_chroma == 0 {
            return skip; // The residual would not be coded.
        }
        let (choices, least) = self.inter(mb);
        let mut best = Best::of(mb, skip);
        for (choice, cost) in choices.iter().flatten() {
            if *cost <= least + least * (NEAR - 16) / 16 {
                let prediction = mb.inter_prediction(choice);
                let coded = mb.with_residual(&prediction, false);
                let is_coded = coded.macroblock.cbp_luma != 0;
                best.offer(mb, coded);
                if self.transform_8x8 && is_coded {
                    let coded = mb.with_residual(&prediction, true);
                    if coded.macroblock.transform_8x8 {
                        best.offer(mb, coded);
                    }
                }
                best.offer(mb, prediction);
            }
        }
        let intra = self.intra(mb, Some(best.cost));
        if intra.cost < best.cost { intra.candidate } else { best.candidate }
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
        if mb.rate(&best.candidate.macroblock) > 3000 * BIT {
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
        // Parts of another shape may still gain up to a sixteenth.
        if cost > least + least / 16 {
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
        let stages = (&self.search, &self.subsample);
        let mut best = (0, Found { mv: Mv::default(), cost: u32::MAX });
        let mut vectors = [Mv::default(); 16];
        for ref_idx in 0..mb.slice().references.len() as u8 {
            let found = mb.search(stages, Part::MB, ref_idx, &[]);
            vectors[usize::from(ref_idx)] = found.mv;
            if found.cost < best.1.cost {
                best = (ref_idx, found);
            }
        }
        let (ref_idx, found) = best;
        let choice = Choice { part: MbPart::P16x16, ref_idx: [ref_idx; 4], mv: [[found.mv; 4]; 4] };
        Whole { shape: (choice, found.cost), ref_idx, vectors }
    }

    /// Sets the best vector of a part, in the first reference or in that of the whole macroblock. Returns its cost.
    fn part(&self, mb: &mut MbContext<'_>, whole: &Whole, choice: &mut Choice, part: Part) -> u32 {
        let stages = (&self.search, &self.subsample_of_parts);
        let found = |mb: &mut MbContext<'_>, ref_idx: u8| {
            (ref_idx, mb.search(stages, part, ref_idx, &[whole.vectors[usize::from(ref_idx)]]))
        };
        let mut best = found(mb, whole.ref_idx);
        if whole.ref_idx != 0 {
            let nearest = found(mb, 0);
            if nearest.1.cost < best.1.cost {
                best = nearest;
            }
        }
        let (ref_idx, Found { mv, cost }) = best;
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
