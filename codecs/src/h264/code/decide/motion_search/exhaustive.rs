//! [`Exhaustive`]: tries every vector in range.

use super::{Found, MotionSearch, Search, Walk};
use crate::h264::code::macroblock::Mv;
use fearless_simd::Simd;

/// An exhaustive search: tries every full-sample vector in range of the best seed, so no other search of that range
/// finds a better one.
///
/// ```
/// use codecs::h264::decide::motion_search::Exhaustive;
/// assert_eq!(Exhaustive { range: 24 }.range, 24);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhaustive {
    /// The largest distance from the best seed, in luma samples.
    pub range: i16,
}

impl MotionSearch for Exhaustive {
    #[inline(always)]
    fn search<S: Simd, const H: usize, const W: usize>(&self, problem: &Search<'_, S, H, W>) -> Found {
        let mut walk = Walk::from_seeds(problem, self.range);
        let limits = walk.limits();
        // The limits are vectors of whole samples.
        for y in (limits.min.y..=limits.max.y).step_by(4) {
            for x in (limits.min.x..=limits.max.x).step_by(4) {
                walk.visit(Mv { x, y });
            }
        }
        walk.best()
    }
}
