//! [`AnyDecision`]: the mode decision that the options select.

use super::candidate::Candidate;
use super::context::MbContext;
use super::{Estimate, ModeDecision, RateDistortion};
use crate::h264::options::Options;

/// The mode decision of an effort, [`MotionOptions::subme`](crate::h264::MotionOptions::subme): by estimated costs below 6, by
/// rate and distortion from 6 on.
///
/// ```
/// use codecs::h264::{Options, decide::AnyDecision};
/// let mut options = Options::new(352, 288);
/// assert!(matches!(AnyDecision::new(&options), AnyDecision::RateDistortion(_)));
/// options.motion.subme = 2;
/// assert!(matches!(AnyDecision::new(&options), AnyDecision::Estimate(_)));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum AnyDecision {
    /// The decision by estimated costs.
    Estimate(Estimate),
    /// The decision by rate and distortion.
    RateDistortion(RateDistortion),
}

impl AnyDecision {
    /// Returns the mode decision that the options select.
    pub fn new(options: &Options) -> Self {
        match options.motion.subme {
            ..6 => AnyDecision::Estimate(Estimate::new(options)),
            _ => AnyDecision::RateDistortion(RateDistortion::new(options)),
        }
    }
}

impl ModeDecision for AnyDecision {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        match self {
            AnyDecision::Estimate(decision) => decision.decide(mb),
            AnyDecision::RateDistortion(decision) => decision.decide(mb),
        }
    }

    fn decide_into(&self, mb: &mut MbContext<'_>, candidate: &mut Candidate) {
        match self {
            AnyDecision::Estimate(decision) => decision.decide_into(mb, candidate),
            AnyDecision::RateDistortion(decision) => decision.decide_into(mb, candidate),
        }
    }

    fn uses_rates(&self) -> bool {
        match self {
            AnyDecision::Estimate(decision) => decision.uses_rates(),
            AnyDecision::RateDistortion(decision) => decision.uses_rates(),
        }
    }
}
