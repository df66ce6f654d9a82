//! [`Hexagon`]: to the best of six points two samples away, and at the end to the best of eight neighbours.
//!
//! ```text
//!     1 . 2         7 7 7
//!   . . . . .       7 + 7
//!   0 . + . 3       7 7 7
//!   . . . . .
//!     5 . 4
//! ```

use super::walk::moved;
use super::{Found, MotionSearch, Search, Walk};
use fearless_simd::Simd;

/// A hexagon and a square: finds larger motion in fewer steps than a diamond does.
///
/// ```
/// use codecs::h264::decide::motion_search::Hexagon;
/// assert_eq!(Hexagon { range: 16 }.range, 16);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexagon {
    /// How far from the best seed it goes, in luma samples.
    pub range: i16,
}

/// Rows and columns, around the centre.
const HEXAGON: [[i16; 2]; 6] = [[0, -2], [-2, -1], [-2, 1], [0, 2], [2, 1], [2, -1]];
const SQUARE: [[i16; 2]; 8] = [[0, -1], [-1, 0], [0, 1], [1, 0], [-1, -1], [-1, 1], [1, -1], [1, 1]];

impl MotionSearch for Hexagon {
    #[inline(always)]
    fn search<S: Simd, const H: usize, const W: usize>(&self, problem: &Search<'_, S, H, W>) -> Found {
        let mut walk = Walk::from_seeds(problem, self.range);
        // After a step to point `k` only `k` and the two beside it are points that were not seen.
        let (mut first, mut points) = (0, HEXAGON.len());
        for _ in 0..self.range {
            let (centre, mut taken) = (walk.best().mv, None);
            for k in first..first + points {
                if walk.visit(moved(centre, HEXAGON[k % HEXAGON.len()])) {
                    taken = Some(k);
                }
            }
            let Some(k) = taken else { break };
            (first, points) = (k % HEXAGON.len() + HEXAGON.len() - 1, 3);
        }
        let centre = walk.best().mv;
        for step in SQUARE {
            walk.visit(moved(centre, step));
        }
        walk.best()
    }
}
