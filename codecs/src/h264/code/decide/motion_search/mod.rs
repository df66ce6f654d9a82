//! Motion search: finds the vector of a block with the least cost. The cost is distortion plus the weighted bits of the
//! vector's difference from the prediction.
//!
//! ```text
//!   candidates ──▶ Walk ──▶ MotionSearch ──▶ Subsample
//!   the best seed           full samples     half samples, then quarters
//! ```
//!
//! A custom search implements [`MotionSearch`] over a [`Walk`]:
//!
//! ```
//! use codecs::h264::decide::motion_search::{Found, MotionSearch, Search, Simd, Walk};
//! use codecs::h264::macroblock::Mv;
//!
//! /// Looks along the row of the best seed only.
//! struct Pan;
//! impl MotionSearch for Pan {
//!     fn search<S: Simd, const H: usize, const W: usize>(&self, problem: &Search<'_, S, H, W>) -> Found {
//!         let mut walk = Walk::from_seeds(problem, 16);
//!         let seed = walk.best().mv;
//!         for dx in -16..=16 {
//!             walk.visit(Mv { x: seed.x + 4 * dx, y: seed.y });
//!         }
//!         walk.best()
//!     }
//! }
//! ```

pub(super) mod any;
pub mod diamond;
pub mod exhaustive;
pub mod hexagon;
pub mod problem;
pub mod subsample;
pub mod walk;

#[cfg(test)]
mod tests;

pub use diamond::Diamond;
pub use exhaustive::Exhaustive;
pub use hexagon::Hexagon;
pub use problem::{Limits, Search};
pub use subsample::{Measure, Subsample};
pub use walk::Walk;

use crate::h264::code::macroblock::Mv;
pub use fearless_simd::Simd;

/// A vector and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The vector, in quarter luma samples.
    pub mv: Mv,
    /// The cost: distortion plus lambda times the bits of the vector.
    pub cost: u32,
}

impl Found {
    /// Nothing found yet: every cost is less.
    pub(super) const NONE: Found = Found { mv: Mv { x: 0, y: 0 }, cost: u32::MAX };
}

/// A search for the full-sample vector of a block. See the [module](self) for a custom one.
///
/// [`MbContext::search`](super::MbContext::search) calls it within its SIMD dispatch, so implementations are
/// `#[inline(always)]`. The result must depend on the problem alone.
pub trait MotionSearch {
    /// Returns a full-sample vector within the limits of `problem`, and its cost by sums of absolute differences.
    fn search<S: Simd, const H: usize, const W: usize>(&self, problem: &Search<'_, S, H, W>) -> Found;
}
