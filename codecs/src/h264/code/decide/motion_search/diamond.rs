//! [`Diamond`]: moves to the best of the four neighbours until none is better.
//!
//! ```text
//!       1
//!     0 + 3
//!       2
//! ```

use super::{Found, MotionSearch, Search, Walk};
use fearless_simd::Simd;

/// A small diamond search: fast, and good if a seed is near the best vector.
///
/// See [`Search`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diamond {
    /// The largest distance from the best seed in luma samples, and the maximum number of steps.
    pub range: i16,
}

/// The steps in rows and columns; directions `k` and `3 - k` are opposite.
const STEPS: [[i16; 2]; 4] = [[0, -1], [-1, 0], [1, 0], [0, 1]];

impl MotionSearch for Diamond {
    #[inline(always)]
    fn search<S: Simd, const H: usize, const W: usize>(&self, problem: &Search<'_, S, H, W>) -> Found {
        let mut walk = Walk::from_seeds(problem, self.range);
        let mut back = STEPS.len();
        for _ in 0..self.range {
            let around = (walk.best().mv, &walk.ring());
            let mut taken = None;
            for (k, &step) in STEPS.iter().enumerate() {
                if k != back && walk.visit_beside(around, step) {
                    taken = Some(k);
                }
            }
            match taken {
                Some(k) => back = 3 - k,
                None => break,
            }
        }
        walk.best()
    }
}
