//! [`AnySearch`]: the motion search that the options select.

use super::{Diamond, Exhaustive, Found, Hexagon, MotionSearch, Search};
use crate::h264::options::{MotionMethod, MotionOptions};
use fearless_simd::Simd;

/// The motion search selected by [`MotionOptions::method`].
#[derive(Clone, Copy, Debug)]
pub struct AnySearch {
    method: MotionMethod,
    range: i16,
}

impl AnySearch {
    /// Returns the search that the options select.
    pub fn new(options: MotionOptions) -> Self {
        AnySearch { method: options.method, range: options.range as i16 }
    }
}

impl MotionSearch for AnySearch {
    #[inline(always)]
    fn search<S: Simd, const H: usize, const W: usize>(&self, problem: &Search<'_, S, H, W>) -> Found {
        match self.method {
            MotionMethod::Diamond => Diamond { range: self.range }.search(problem),
            // Small parts begin near their best vector: at that of the whole.
            MotionMethod::Hexagon if H < 16 && W < 16 => Diamond { range: self.range }.search(problem),
            MotionMethod::Hexagon => Hexagon { range: self.range }.search(problem),
            MotionMethod::Exhaustive => Exhaustive { range: self.range }.search(problem),
        }
    }
}
