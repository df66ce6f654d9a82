//! Decisions: which of the ways to code a macroblock is taken. The standard leaves them to the encoder; all of them are strategy
//! over the same candidates.
//!
//! ```text
//!   MbContext ── intra_16x16, intra_4x4, intra_8x8, pcm ─┐
//!             ── search ──▶ motion ──▶ inter, skip ──────┼─▶ Candidate ── cost ──▶ ModeDecision ──▶ the one to be written
//! ```
//!
//! | file | what |
//! |---|---|
//! | `context.rs` | [`MbContext`]: what a decision may ask; `intra.rs`, `inter.rs`: the candidates it can make |
//! | `candidate.rs` | [`Candidate`]: a macroblock as it could be coded, and its samples |
//! | `rate_distortion.rs`, `forced.rs` | two decisions: the least cost; what somebody has prescribed |
//! | `lambda.rs` | [`Lambda`]: what a bit is worth |
//! | [`cost`] | SAD, SATD, SSD |
//! | [`motion_search`] | vectors of blocks |

mod candidate;
mod context;
pub mod cost;
mod forced;
mod inter;
mod intra;
mod lambda;
pub mod motion_search;
mod rate_distortion;
#[cfg(test)]
mod tests;

pub use candidate::{Candidate, MbSamples};
pub use context::{MbContext, SliceContext};
pub use forced::{Forced, Leftover, Prescription};
pub use inter::Choice;
pub use intra::ChromaCandidate;
pub use lambda::Lambda;
pub use rate_distortion::RateDistortion;

/// Decides how macroblocks are coded. What is decided must depend on the context alone.
///
/// ```
/// use codecs::h264::decide::{Candidate, MbContext, ModeDecision};
/// /// Everything as `I_16x16` from the mean of the neighbours.
/// struct Flat;
/// impl ModeDecision for Flat {
///     fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
///         let chroma = mb.intra_chroma(None);
///         mb.intra_16x16(None, &chroma)
///     }
/// }
/// ```
pub trait ModeDecision {
    /// The macroblock to be written: one of the candidates that the context makes.
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate;
}
