//! [`Diamond`]: to the best of the four neighbours, until there is none.
//!
//! ```text
//!       1
//!     0 + 3
//!       2
//! ```

use super::walk::moved;
use super::{Found, MotionSearch, Search, Walk};
use fearless_simd::Simd;

/// A small diamond: cheap, and good where the seeds are.
///
/// See [`Search`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diamond {
    /// How far from the best seed it goes, in luma samples; as many steps at most.
    pub range: i16,
}

/// Rows and columns; directions `k` and `3 - k` are opposite.
const STEPS: [[i16; 2]; 4] = [[0, -1], [-1, 0], [1, 0], [0, 1]];

impl MotionSearch for Diamond {
    #[inline(always)]
    fn search<S: Simd, const H: usize, const W: usize>(&self, problem: &Search<'_, S, H, W>) -> Found {
        let mut walk = Walk::from_seeds(problem, self.range);
        let mut back = STEPS.len();
        for _ in 0..self.range {
            let (centre, mut taken) = (walk.best().mv, None);
            for (k, &step) in STEPS.iter().enumerate() {
                if k != back && walk.visit(moved(centre, step)) {
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
