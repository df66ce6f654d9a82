//! [`Estimate`]: the mode decision by estimated costs. It codes the winner alone.

use super::ModeDecision;
use super::candidate::Candidate;
use super::context::MbContext;
use super::early;
use super::motion_search::Measure;
use super::shapes::Shapes;
use super::shapes_b::BITS_OF_DIRECT;
use crate::h264::code::macroblock::Prediction;
use crate::h264::code::predict::motion_vectors::Part;
use crate::h264::options::{Options, Partitions};

/// A mode decision by estimated costs: SATD, or SAD at the lowest efforts, and the weighted bits of modes and vectors. It codes
/// the mode with the least cost and no other, which takes a fraction of the time of [`RateDistortion`](super::RateDistortion).
///
/// ```
/// use codecs::h264::{Options, Session, decide::Estimate};
/// let options = Options::new(64, 48);
/// let decision = Estimate::new(&options);
/// let session = Session::with_decision(options, decision)?;
/// # let _ = session;
/// # Ok::<(), codecs::h264::H264Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    partitions: Partitions,
    transform_8x8: bool,
    trellis: bool,
    measure: Measure,
    shapes: Shapes,
}

impl Estimate {
    /// Creates the mode decision with the search and the partitions of the options.
    pub fn new(options: &Options) -> Self {
        Estimate {
            partitions: options.partitions,
            transform_8x8: options.transform_8x8,
            trellis: options.trellis,
            measure: if options.motion.subme < 2 { Measure::Sad } else { Measure::Satd },
            shapes: Shapes::new(options),
        }
    }

    /// Returns whether intra blocks smaller than a macroblock are tried.
    fn has_small_blocks(&self) -> bool {
        self.partitions.intra_4x4 || self.partitions.intra_8x8 && self.transform_8x8
    }

    /// Replaces a candidate without levels by the inter or intra macroblock with the least cost.
    fn best(&self, mb: &mut MbContext<'_>, candidate: &mut Candidate) {
        let (choice, least) = self.shapes.best(mb);
        mb.put_inter_prediction(&choice, candidate);
        self.code(mb, least, candidate);
    }

    /// Replaces a candidate by the macroblock of a B slice with the least cost.
    fn best_of_b(&self, mb: &mut MbContext<'_>, candidate: &mut Candidate) {
        let direct = mb.direct();
        if let Some(motion) = direct {
            mb.put_motion_prediction(motion, candidate);
            if !mb.leaves_residual(&candidate.samples) {
                return;
            }
        }
        let of_direct = direct.map(|motion| (motion, candidate.clone()));
        let (shapes, mut least) = self.shapes.search_b(mb, of_direct.as_ref().map(|(motion, of)| (motion, of)));
        let best = shapes.iter().flatten().min_by_key(|(_, cost)| *cost);
        let cost_of_direct = of_direct.as_ref().map_or(u32::MAX, |(_, direct)| {
            mb.distortion_of(Part::MB, direct, self.measure) + mb.lambda().of_bits(BITS_OF_DIRECT)
        });
        match best {
            Some((motion, cost)) if *cost < cost_of_direct => mb.put_motion_prediction(*motion, candidate),
            _ => least = cost_of_direct,
        }
        self.code(mb, least, candidate);
    }

    /// Codes the residual of the best inter prediction, given its cost, or replaces it by an intra macroblock that costs less; by the
    /// trellis if the options say so.
    fn code(&self, mb: &mut MbContext<'_>, mut least: u32, candidate: &mut Candidate) {
        let mut measure = self.measure;
        if measure == Measure::Sad && self.has_small_blocks() {
            (measure, least) = (Measure::Satd, mb.satd(&candidate.samples));
        }
        let intra = match early::intra_may_win(least, measure, mb.lambda()) {
            true => self.intra(mb, early::most_intra(least)),
            false => None,
        };
        match intra {
            Some(intra) => {
                *candidate = intra;
                self.last_pass(mb, candidate);
            }
            None if self.trellis => mb.by_trellis(false, early::ZEROS, |mb| mb.code_residual(candidate)),
            None => mb.code_residual(candidate),
        }
    }

    /// Codes an intra macroblock again by the trellis if the options say so.
    fn last_pass(&self, mb: &mut MbContext<'_>, candidate: &mut Candidate) {
        if self.trellis {
            mb.with_trellis(candidate);
        }
    }

    /// Returns the intra macroblock with the least cost; `None` if the cost is above `limit`.
    fn intra(&self, mb: &mut MbContext<'_>, limit: u32) -> Option<Candidate> {
        let in_p = !mb.slice().is_intra();
        if !self.has_small_blocks() {
            let (mode, cost) = mb.nearest_16x16(self.measure, limit);
            return (cost <= limit).then(|| {
                let chroma = mb.intra_chroma(None);
                mb.intra_16x16(Some(mode), &chroma)
            });
        }
        if in_p && mb.intra_estimate(limit) > limit {
            return None;
        }
        let (mode, whole) = mb.nearest_16x16(Measure::Satd, limit);
        let mut least = limit.min(whole);
        let mut best = None;
        if self.partitions.intra_8x8 && self.transform_8x8 {
            let bits = mb.lambda().of_bits(4);
            if let Some((candidate, cost)) = mb.intra_8x8_below(least.saturating_sub(bits)) {
                (least, best) = (cost + bits, Some(candidate));
            }
        }
        if self.partitions.intra_4x4 {
            let bits = mb.lambda().of_bits(12);
            if let Some((candidate, _)) = mb.intra_4x4_below(least.saturating_sub(bits)) {
                best = Some(candidate);
            }
        }
        if best.is_none() && whole > limit {
            return None;
        }
        let chroma = mb.intra_chroma(None);
        Some(match best {
            Some(mut best) => {
                chroma.put(&mut best);
                best
            }
            None => mb.intra_16x16(Some(mode), &chroma),
        })
    }
}

impl ModeDecision for Estimate {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        let mut candidate = mb.empty(Prediction::Pcm);
        self.decide_into(mb, &mut candidate);
        candidate
    }

    fn decide_into(&self, mb: &mut MbContext<'_>, candidate: &mut Candidate) {
        if mb.slice().is_intra() {
            *candidate = self.intra(mb, u32::MAX).expect("no cost is above the limit");
            self.last_pass(mb, candidate);
        } else if mb.slice().is_b() {
            candidate.begin(&mb.place(), Prediction::Pcm, mb.qp());
            self.best_of_b(mb, candidate);
        } else if mb.skip_leaves_residual(candidate) {
            self.best(mb, candidate);
        }
    }

    fn uses_rates(&self) -> bool {
        self.trellis
    }
}
