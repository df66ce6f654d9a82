//! [`RateDistortion`]: the mode decision with the least rate-distortion cost. It computes that cost for the candidates
//! near the best by SATD.

use super::ModeDecision;
use super::candidate::Candidate;
use super::context::MbContext;
use super::early;
use super::motion_search::MotionSearch;
use super::motion_search::any::AnySearch;
use super::shapes::Shapes;
use super::shapes_b::BITS_OF_DIRECT;
use crate::h264::code::entropy::BIT;
use crate::h264::code::macroblock::{MbPart, Motion, Prediction};
use crate::h264::options::{Options, Partitions};

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
    shapes: Shapes<M>,
}

impl RateDistortion {
    /// Creates the mode decision with the search and the partitions of the options.
    pub fn new(options: &Options) -> Self {
        RateDistortion {
            partitions: options.partitions,
            transform_8x8: options.transform_8x8,
            shapes: Shapes::new(options),
        }
    }
}

impl<M> RateDistortion<M> {
    /// Replaces the motion search. See [`RateDistortion`] for an example.
    pub fn with_search<N: MotionSearch>(self, search: N) -> RateDistortion<N> {
        let RateDistortion { partitions, transform_8x8, shapes } = self;
        RateDistortion { partitions, transform_8x8, shapes: shapes.with_search(search) }
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

    /// Takes a copy of a candidate that costs less.
    fn offer(&mut self, mb: &mut MbContext<'_>, candidate: &Candidate) {
        if let Some((cost, rate)) = mb.cost_below(candidate, self.cost) {
            (self.cost, self.rate) = (cost, rate);
            self.candidate = candidate.clone();
        }
    }
}

impl<M: MotionSearch> ModeDecision for RateDistortion<M> {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        if mb.slice().is_intra() {
            let intra = self.intra(mb, None);
            return last_pass(mb, intra);
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
            return last_pass(mb, inter);
        }
        let intra = self.intra(mb, Some(inter.cost));
        last_pass(mb, if intra.cost < inter.cost { intra } else { inter })
    }
}

/// Returns the candidate, coded again by the trellis if the options say so.
fn last_pass(mb: &mut MbContext<'_>, best: Best) -> Candidate {
    let mut candidate = best.candidate;
    if mb.slice().options.trellis {
        mb.with_trellis(&mut candidate);
    }
    candidate
}

impl<M: MotionSearch> RateDistortion<M> {
    /// Returns the inter candidate with the least cost, and the least SATD cost.
    fn best_inter(&self, mb: &mut MbContext<'_>, skip: Candidate) -> (Best, u32) {
        let (choices, least) = self.shapes.search(mb);
        let mut best = Best::of(mb, skip);
        for (choice, cost) in choices.iter().flatten() {
            if !early::shape_may_win(*cost, least) {
                continue;
            }
            let prediction = mb.inter_prediction(choice);
            self.offer_inter(mb, &mut best, &prediction);
        }
        (best, least)
    }

    /// Offers an inter prediction with its residual, by both transforms, and without.
    fn offer_inter(&self, mb: &mut MbContext<'_>, best: &mut Best, prediction: &Candidate) {
        let coded = mb.with_residual(prediction, false);
        if coded.macroblock.cbp_luma | coded.macroblock.cbp_chroma == 0 {
            best.offer(mb, &coded);
            return;
        }
        let large = match self.transform_8x8 && coded.macroblock.cbp_luma != 0 {
            true => mb.with_8x8_transform(prediction, &coded),
            false => None,
        };
        best.offer(mb, &coded);
        if let Some(large) = &large {
            best.offer(mb, large);
        }
        best.offer(mb, prediction);
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
        if early::shape_may_win(cost_of_direct, least) {
            self.offer_inter(mb, &mut best, &skip);
        }
        for (motion, cost) in shapes.iter().flatten() {
            if early::shape_may_win(*cost, least) {
                let prediction = mb.motion_prediction(motion);
                self.offer_inter(mb, &mut best, &prediction);
            }
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
            best.offer(mb, &candidate);
        }
        if self.partitions.intra_8x8 && self.transform_8x8 {
            let candidate = mb.intra_8x8(|_| None, &chroma);
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
