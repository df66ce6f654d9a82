//! [`Subsample`]: refines a vector by half samples, then by quarters. Half samples are tried around the best full
//! sample, quarters around the best half.

use super::{Found, Search};
use crate::h264::code::macroblock::Mv;
use fearless_simd::Simd;

/// The measure of distortion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The sum of absolute differences.
    Sad,
    /// The sum of absolute differences transformed by 4 x 4 blocks.
    Satd,
}

/// A sub-sample refinement of a vector: it moves to the best of four neighbours half a sample away, at most `half`
/// times or until none is better, and then to those a quarter of a sample away, at most `quarter` times.
///
/// See [`Search`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subsample {
    /// The maximum number of steps of half a sample, up to 4.
    pub half: u8,
    /// The maximum number of steps of a quarter of a sample, up to 4.
    pub quarter: u8,
    /// The measure by which vectors half a sample apart are compared.
    pub half_measure: Measure,
    /// The measure by which vectors a quarter of a sample apart are compared, and that of the cost that is returned.
    pub measure: Measure,
}

/// The steps in rows and columns; directions `k` and `3 - k` are opposite.
pub(in crate::h264::code::decide) const STEPS: [[i16; 2]; 4] = [[0, -1], [-1, 0], [1, 0], [0, 1]];

/// The most steps of each size.
const MOST_STEPS: u8 = 4;

impl Subsample {
    /// Returns the refinement of an effort level, 0 to 6: 0 does nothing, 1 does one step of each size by SAD, higher
    /// levels do more and more steps, those of quarter samples by SATD.
    pub const fn level(level: u8) -> Self {
        let (half, quarter, measure) = match level {
            0 => (0, 0, Measure::Sad),
            1 => (1, 1, Measure::Sad),
            2 => (1, 1, Measure::Satd),
            3 => (1, 2, Measure::Satd),
            4 => (2, 2, Measure::Satd),
            5 => (2, 3, Measure::Satd),
            _ => (3, 4, Measure::Satd),
        };
        Subsample { half, quarter, half_measure: Measure::Sad, measure }
    }

    /// Returns the refined vector and its cost by [`Subsample::measure`]. At level 0, `found` is returned unchanged.
    #[inline(always)]
    pub fn refine<S: Simd, const H: usize, const W: usize>(
        &self,
        problem: &Search<'_, S, H, W>,
        found: Found,
    ) -> Found {
        let found = self.half_samples(problem, found);
        self.quarter_samples(problem, found)
    }

    /// Refines by half samples alone. The cost is by [`Subsample::half_measure`].
    #[inline(always)]
    pub(in crate::h264::code::decide) fn half_samples<S: Simd, const H: usize, const W: usize>(
        &self,
        problem: &Search<'_, S, H, W>,
        found: Found,
    ) -> Found {
        if self.half == 0 {
            return found;
        }
        let mut best = Found { cost: problem.cost_at(found.mv, self.half_measure), ..found };
        steps(problem, &mut best, (2, self.half), self.half_measure);
        best
    }

    /// Refines what [`Subsample::half_samples`] found by quarters of samples. The cost is by [`Subsample::measure`].
    #[inline(always)]
    pub(in crate::h264::code::decide) fn quarter_samples<S: Simd, const H: usize, const W: usize>(
        &self,
        problem: &Search<'_, S, H, W>,
        found: Found,
    ) -> Found {
        if self.half == 0 && self.quarter == 0 {
            return found;
        }
        let mut best = found;
        if self.half == 0 || self.measure != self.half_measure {
            best.cost = problem.cost_at(best.mv, self.measure);
        }
        // The predicted vector has fractions that the steps before have not seen.
        let predicted = problem.limits.nearest(problem.predicted);
        if (predicted.x | predicted.y) & 3 != 0 && predicted != best.mv {
            let cost = problem.cost_at(predicted, self.measure);
            if cost < best.cost {
                best = Found { mv: predicted, cost };
            }
        }
        steps(problem, &mut best, (1, self.quarter), self.measure);
        best
    }
}

/// Moves by steps of `size` quarter samples while that costs less, at most `most` times.
#[inline(always)]
fn steps<S: Simd, const H: usize, const W: usize>(
    problem: &Search<'_, S, H, W>,
    best: &mut Found,
    (size, most): (i16, u8),
    measure: Measure,
) {
    let mut back = STEPS.len();
    for _ in 0..most.min(MOST_STEPS) {
        let (centre, mut taken) = (best.mv, None);
        let near = problem.near(centre, &problem.limits);
        for (k, step) in STEPS.into_iter().enumerate() {
            if k == back {
                continue;
            }
            let [y, x] = step.map(|step| size * step);
            let mv = Mv { x: centre.x.wrapping_add(x), y: centre.y.wrapping_add(y) };
            let rate = match &near {
                Some(near) => problem.rate_near(near, [y, x]),
                None if problem.limits.contain(mv) => problem.rate(mv),
                None => continue,
            };
            if rate >= best.cost {
                continue;
            }
            let cost = problem.distortion(mv, measure) + rate;
            if cost < best.cost {
                *best = Found { mv, cost };
                taken = Some(k);
            }
        }
        match taken {
            Some(k) => back = 3 - k,
            None => return,
        }
    }
}
