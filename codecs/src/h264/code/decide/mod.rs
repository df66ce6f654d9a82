//! Mode decision: the choice among the ways to code a macroblock. The standard leaves it to the encoder; every strategy
//! here chooses among the same candidates.
//!
//! ```text
//!   MbContext ── intra_16x16, intra_4x4, intra_8x8, pcm ─┐
//!             ── search ──▶ motion ──▶ inter, skip ──────┼─▶ Candidate ── cost ──▶ ModeDecision ──▶ chosen candidate
//!             ── with_trellis: once more, by the trellis ◀────────────────────────────────────────────────┘
//! ```
//!
//! [`RateDistortion`] codes what may win and compares true costs; [`Estimate`] compares estimates and codes the winner alone.
//! [`AnyDecision`] is the one of the options.

mod any;
mod candidate;
mod context;
pub mod cost;
mod early;
mod estimate;
mod forced;
mod inter;
mod inter_b;
mod inter_residual;
mod inter_samples;
mod intra;
mod lambda;
mod last_pass;
pub mod motion_search;
mod pair;
mod psy;
mod quantizer;
mod rate_distortion;
mod refine;
mod shapes;
mod shapes_b;
#[cfg(test)]
mod tests;

pub use any::AnyDecision;
pub use candidate::{Candidate, MbSamples};
pub use context::{MbContext, SliceContext};
pub use estimate::Estimate;
pub use forced::{Forced, Leftover, Prescription};
pub use inter::{Choice, parts};
pub use intra::ChromaCandidate;
pub use lambda::Lambda;
pub use rate_distortion::RateDistortion;

/// A strategy that decides how macroblocks are coded. Decisions must depend on the context alone.
///
/// ```
/// use codecs::h264::decide::{Candidate, MbContext, ModeDecision};
/// /// Everything as `I_16x16`.
/// struct Flat;
/// impl ModeDecision for Flat {
///     fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
///         let chroma = mb.intra_chroma(None);
///         mb.intra_16x16(None, &chroma)
///     }
/// }
/// ```
///
/// A boxed decision is a decision, too, so that a program can choose among several without compiling the encoder for each:
///
/// ```
/// use codecs::h264::decide::{ModeDecision, RateDistortion};
/// use codecs::h264::{Options, Session};
/// let options = Options::new(64, 48);
/// let decision: Box<dyn ModeDecision + Sync> = Box::new(RateDistortion::new(&options));
/// assert!(Session::with_decision(options, decision).is_ok());
/// ```
pub trait ModeDecision {
    /// Returns the macroblock to be written: one of the candidates that the context makes.
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate;

    /// Decides as [`decide`](ModeDecision::decide) does, and replaces `candidate`, a macroblock that was coded before, which may save
    /// a copy.
    fn decide_into(&self, mb: &mut MbContext<'_>, candidate: &mut Candidate) {
        *candidate = self.decide(mb);
    }

    /// Returns whether decisions use the size of macroblocks: [`MbContext::rate`], [`MbContext::cost`] or
    /// [`MbContext::with_trellis`]. Otherwise the encoder saves the time to count, and sizes are less exact.
    fn uses_rates(&self) -> bool {
        true
    }
}

impl<D: ModeDecision + ?Sized> ModeDecision for Box<D> {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        (**self).decide(mb)
    }

    fn decide_into(&self, mb: &mut MbContext<'_>, candidate: &mut Candidate) {
        (**self).decide_into(mb, candidate);
    }

    fn uses_rates(&self) -> bool {
        (**self).uses_rates()
    }
}

impl<D: ModeDecision + ?Sized> ModeDecision for &D {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        (**self).decide(mb)
    }

    fn decide_into(&self, mb: &mut MbContext<'_>, candidate: &mut Candidate) {
        (**self).decide_into(mb, candidate);
    }

    fn uses_rates(&self) -> bool {
        (**self).uses_rates()
    }
}
