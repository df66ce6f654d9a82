//! [`Hexagon`]: moves to the best of six points two samples away until none is better. Then it moves to the best of the
//! eight neighbours.
//!
//! ```text
//!     1 . 2         7 7 7
//!   . . . . .       7 + 7
//!   0 . + . 3       7 7 7
//!   . . . . .
//!     5 . 4
//! ```

use super::{Found, MotionSearch, Search, Walk};
use fearless_simd::Simd;

/// A hexagon search with a final square: finds large motion in fewer steps than a diamond.
///
/// ```
/// use codecs::h264::decide::motion_search::Hexagon;
/// assert_eq!(Hexagon { range: 16 }.range, 16);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexagon {
    /// The largest distance from the best seed, in luma samples.
    pub range: i16,
}

/// The points around the centre, in rows and columns.
const HEXAGON: [[i16; 2]; 6] = [[0, -2], [-2, -1], [-2, 1], [0, 2], [2, 1], [2, -1]];
const SQUARE: [[i16; 2]; 8] = [[0, -1], [-1, 0], [0, 1], [1, 0], [-1, -1], [-1, 1], [1, -1], [1, 1]];

impl MotionSearch for Hexagon {
    #[inline(always)]
    fn search<S: Simd, const H: usize, const W: usize>(&self, problem: &Search<'_, S, H, W>) -> Found {
        let mut walk = Walk::from_seeds(problem, self.range);
        // After a step to point `k`, only points `k` and the two beside it have not been visited.
        let (mut first, mut points) = (0, HEXAGON.len());
        for _ in 0..self.range {
            let around = (walk.best().mv, &walk.ring());
            let mut taken = None;
            for k in first..first + points {
                if walk.visit_beside(around, HEXAGON[k % HEXAGON.len()]) {
                    taken = Some(k);
                }
            }
            let Some(k) = taken else { break };
            (first, points) = (k % HEXAGON.len() + HEXAGON.len() - 1, 3);
        }
        let around = (walk.best().mv, &walk.ring());
        for step in SQUARE {
            walk.visit_beside(around, step);
        }
        walk.best()
    }
}
