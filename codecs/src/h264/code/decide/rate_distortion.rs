//! [`RateDistortion`]: the mode decision with the least rate-distortion cost. It computes that cost for the candidates
//! near the best by SATD.

use super::ModeDecision;
use super::candidate::Candidate;
use super::context::MbContext;
use super::early;
use super::motion_search::MotionSearch;
use super::motion_search::any::AnySearch;
use super::refine::refine_vectors;
use super::shapes::Shapes;
use super::shapes_b::BITS_OF_DIRECT;
use crate::h264::code::entropy::BIT;
use crate::h264::code::macroblock::{MbPart, Motion, Prediction};
use crate::h264::code::residual::DeadZone;
use crate::h264::options::{Options, Partitions};

/// A mode decision by rate and distortion. It compares the modes and partitions that the options allow by SATD, codes those near
/// the best, and takes the one with the least cost ([`MbContext::cost`]). Rules leave out those that will hardly win, and with
/// [`Options::trellis`] the choice is coded again by [`MbContext::with_trellis`]; from effort 8 on every candidate is coded by the
/// trellis.
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
    coding: Coding,
    shapes: Shapes<M>,
    /// The most steps by which the vectors of the best inter candidate are refined by cost.
    vector_steps: u8,
}

impl RateDistortion {
    /// Creates the mode decision with the search and the partitions of the options.
    pub fn new(options: &Options) -> Self {
        RateDistortion {
            partitions: options.partitions,
            coding: Coding {
                transform_8x8: options.transform_8x8,
                trellis: options.trellis && options.motion.subme >= 8,
            },
            shapes: Shapes::new(options),
            vector_steps: match options.motion.subme {
                ..9 => 0,
                9 => 2,
                _ => 3,
            },
        }
    }
}

impl<M> RateDistortion<M> {
    /// Replaces the motion search. See [`RateDistortion`] for an example.
    pub fn with_search<N: MotionSearch>(self, search: N) -> RateDistortion<N> {
        let RateDistortion { partitions, coding, shapes, vector_steps } = self;
        RateDistortion { partitions, coding, shapes: shapes.with_search(search), vector_steps }
    }
}

/// The quantisation of the candidates that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coding {
    transform_8x8: bool,
    /// `true` if all candidates are coded by the trellis.
    trellis: bool,
}

impl Coding {
    /// Codes something of an intra or inter macroblock.
    fn code<R>(self, mb: &mut MbContext<'_>, intra: bool, code: impl FnOnce(&mut MbContext<'_>) -> R) -> R {
        if self.trellis { mb.by_trellis(intra, DeadZone::NEAREST, code) } else { code(mb) }
    }

    /// Offers an inter prediction with its residual, by both transforms, and without.
    fn offer_inter(self, mb: &mut MbContext<'_>, best: &mut Best, prediction: &Candidate) {
        let coded = self.code(mb, false, |mb| mb.with_residual(prediction, false));
        if coded.macroblock.cbp_luma | coded.macroblock.cbp_chroma == 0 {
            best.offer(mb, &coded);
            return;
        }
        let large = match self.transform_8x8 && (coded.macroblock.cbp_luma != 0 || self.trellis) {
            true => self.code(mb, false, |mb| mb.with_8x8_transform(prediction, &coded)),
            false => None,
        };
        best.offer(mb, &coded);
        if let Some(large) = &large {
            best.offer(mb, large);
        }
        best.offer(mb, prediction);
    }

    /// Returns the best candidate, coded again by the trellis if the options say so and it was not coded by it.
    fn last_pass(self, mb: &mut MbContext<'_>, best: Best) -> Candidate {
        let mut candidate = best.candidate;
        if self.trellis {
            mb.or_skip(&mut candidate);
        } else if mb.slice().options.trellis {
            mb.with_trellis(&mut candidate);
        }
        candidate
    }

    /// Offers an inter prediction as the best one is coded: with its transform, or without a residual. Returns whether it costs less.
    pub(super) fn offer_again(self, mb: &mut MbContext<'_>, best: &mut Best, prediction: &Candidate) -> bool {
        let macroblock = &best.candidate.macroblock;
        if macroblock.cbp_luma | macroblock.cbp_chroma == 0 && best.offer(mb, prediction) {
            return true;
        }
        let transform_8x8 = best.candidate.macroblock.transform_8x8;
        let coded = self.code(mb, false, |mb| mb.with_residual(prediction, transform_8x8));
        best.offer(mb, &coded)
    }
}

/// The candidate with the least cost so far.
pub(super) struct Best {
    pub(super) candidate: Candidate,
    cost: u64,
    /// The size in units of 1 / 1024 bit.
    rate: u32,
}

impl Best {
    fn of(mb: &mut MbContext<'_>, candidate: Candidate) -> Self {
        let (cost, rate) = mb.cost_below(&candidate, u64::MAX).expect("every cost is below the limit");
        Best { candidate, cost, rate }
    }

    /// Takes a copy of a candidate that costs less. Returns whether it does.
    fn offer(&mut self, mb: &mut MbContext<'_>, candidate: &Candidate) -> bool {
        let Some((cost, rate)) = mb.cost_below(candidate, self.cost) else { return false };
        (self.cost, self.rate) = (cost, rate);
        self.candidate = candidate.clone();
        true
    }
}

impl<M: MotionSearch> ModeDecision for RateDistortion<M> {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        if mb.slice().is_intra() {
            let intra = self.intra(mb, None);
            return self.coding.last_pass(mb, intra);
        }
        let skip = mb.skip();
        if !mb.leaves_residual(&skip.samples) {
            return skip;
        }
        let (inter, least) = match mb.slice().is_b() {
            true => self.best_of_b(mb, skip),
            false => self.best_inter(mb, skip),
        };
        let limit = early::most_intra(least);
        if mb.intra_estimate(limit) > limit {
            return self.coding.last_pass(mb, inter);
        }
        let intra = self.intra(mb, Some(inter.cost));
        self.coding.last_pass(mb, if intra.cost < inter.cost { intra } else { inter })
    }
}

impl<M: MotionSearch> RateDistortion<M> {
    /// Returns the inter candidate with the least cost, and the least SATD cost.
    fn best_inter(&self, mb: &mut MbContext<'_>, skip: Candidate) -> (Best, u32) {
        let (choices, least) = self.shapes.search(mb);
        let mut best = Best::of(mb, skip);
        for (choice, cost) in choices.iter().flatten() {
            if !self.shapes.rules.shape_may_win(*cost, least) {
                continue;
            }
            let prediction = mb.inter_prediction(choice);
            self.coding.offer_inter(mb, &mut best, &prediction);
        }
        refine_vectors(mb, (self.coding, self.shapes.rules), &mut best, self.vector_steps);
        (best, least)
    }

    /// Returns the inter candidate of a B slice with the least cost, and the least SATD cost. `skip` is the prediction of direct mode,
    /// if there is one.
    fn best_of_b(&self, mb: &mut MbContext<'_>, skip: Candidate) -> (Best, u32) {
        let direct = match &skip.macroblock.prediction {
            Prediction::Inter(motion @ Motion { part: MbPart::Direct, .. }) => Some(*motion),
            _ => None,
        };
        let (shapes, mut least) = self.shapes.search_b(mb, direct.as_ref().map(|motion| (motion, &skip)));
        let cost_of_direct = match direct {
            Some(_) => mb.satd(&skip.samples) + mb.lambda().of_bits(BITS_OF_DIRECT),
            None => u32::MAX,
        };
        least = least.min(cost_of_direct);
        let mut best = Best::of(mb, skip.clone());
        if self.shapes.rules.shape_may_win(cost_of_direct, least) {
            self.coding.offer_inter(mb, &mut best, &skip);
        }
        for (motion, cost) in shapes.iter().flatten() {
            if self.shapes.rules.shape_may_win(*cost, least) {
                let prediction = mb.motion_prediction(motion);
                self.coding.offer_inter(mb, &mut best, &prediction);
            }
        }
        refine_vectors(mb, (self.coding, self.shapes.rules), &mut best, self.vector_steps);
        (best, least)
    }

    /// Returns the best intra candidate. Small blocks are not tried if 16 x 16 costs more than twice `inter`.
    fn intra(&self, mb: &mut MbContext<'_>, inter: Option<u64>) -> Best {
        let coding = self.coding;
        let chroma = coding.code(mb, true, |mb| mb.intra_chroma(None));
        let whole = coding.code(mb, true, |mb| mb.intra_16x16(None, &chroma));
        let mut best = Best::of(mb, whole);
        if inter.is_some_and(|inter| best.cost > 2 * inter) {
            return best;
        }
        if self.partitions.intra_4x4 {
            let candidate = coding.code(mb, true, |mb| mb.intra_4x4(|_| None, &chroma));
            best.offer(mb, &candidate);
        }
        if self.partitions.intra_8x8 && self.coding.transform_8x8 {
            let candidate = coding.code(mb, true, |mb| mb.intra_8x8(|_| None, &chroma));
            best.offer(mb, &candidate);
        }
        // I_PCM may be cheaper if the levels take about as many bits as the samples.
        if best.rate > 3000 * BIT {
            let candidate = mb.pcm();
            best.offer(mb, &candidate);
        }
        best
    }
}
