//! [`Exhaustive`]: every vector in range.

use super::{Found, MotionSearch, Search, Walk};
use crate::h264::macroblock::Mv;
use fearless_simd::Simd;

/// Every full-sample vector in range of the best seed: what any other search of that range can find at best.
///
/// ```
/// use codecs::h264::decide::motion_search::Exhaustive;
/// assert_eq!(Exhaustive { range: 24 }.range, 24);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhaustive {
    /// How far from the best seed it goes, in luma samples.
    pub range: i16,
}

impl MotionSearch for Exhaustive {
    #[inline(always)]
    fn search<S: Simd, const H: usize, const W: usize>(&self, problem: &Search<'_, S, H, W>) -> Found {
        let mut walk = Walk::from_seeds(problem, self.range);
        let limits = walk.limits();
        for y in limits.min.y / 4..=limits.max.y / 4 {
            for x in limits.min.x / 4..=limits.max.x / 4 {
                walk.visit(Mv { x: 4 * x, y: 4 * y });
            }
        }
        walk.best()
    }
}
