//! [`Walk`]: the state of a full-sample search, which visits vectors and keeps the best.

use super::problem::Ring;
use super::{Found, Limits, Search};
use crate::h264::code::macroblock::Mv;
use crate::spaces::Luma;
use fearless_simd::Simd;
use unite::{Fixed, Window};

/// The state of a full-sample search: the best vector so far, and the limits of the search.
///
/// See the [module](super) for an example.
#[derive(Clone, Copy)]
pub struct Walk<'a, S, const H: usize, const W: usize> {
    problem: &'a Search<'a, S, H, W>,
    limits: Limits,
    best: Found,
}

/// The most seeds of a search, besides vector 0.
pub(in crate::h264::code::decide) const MOST_SEEDS: usize = 15;

impl<'a, S: Simd, const H: usize, const W: usize> Walk<'a, S, H, W> {
    /// Starts at the best of the seeds: the prediction, the candidates and 0, each rounded to full samples and clamped
    /// to the limits; the first 15 that differ count. The walk stays within `range` samples of that seed, horizontally and
    /// vertically.
    #[inline(always)]
    pub fn from_seeds(problem: &'a Search<'a, S, H, W>, range: i16) -> Self {
        let limits = problem.limits.full_samples_around(Mv::default(), i16::MAX);
        let mut walk = Walk { problem, limits, best: Found { mv: Mv::default(), cost: u32::MAX } };
        let (mut seeds, mut len) = ([Mv::default(); MOST_SEEDS + 1], 1);
        let rounded = |v: i16| v.saturating_add(2) & !3;
        for mv in core::iter::once(problem.predicted).chain(problem.candidates.iter().copied()) {
            let mv = limits.nearest(Mv { x: rounded(mv.x), y: rounded(mv.y) });
            if len <= MOST_SEEDS && !seeds[..len].contains(&mv) {
                seeds[len] = mv;
                len += 1;
            }
        }
        for &seed in &seeds[..len] {
            walk.visit(seed);
        }
        walk.limits = problem.limits.full_samples_around(walk.best.mv, range);
        walk
    }

    /// Takes a full-sample vector if it is within the limits and costs less than the best one so far. Returns whether
    /// it was taken.
    #[inline(always)]
    pub fn visit(&mut self, mv: Mv) -> bool {
        debug_assert!((mv.x | mv.y) & 3 == 0, "{mv:?} is no full-sample vector");
        if !self.limits.contain(mv) {
            return false;
        }
        self.take(mv, self.problem.rate(mv), || self.problem.samples(mv))
    }

    /// Proves once that the vectors up to two samples from the best one so far may be visited; `None` if some may not.
    #[inline(always)]
    pub(super) fn ring(&self) -> Option<Ring<'a, H, W>> {
        self.problem.ring(self.best.mv, &self.limits)
    }

    /// Visits the vector `[y, x]` full samples from `centre`, at most two, by the ring around `centre` if there is one.
    #[inline(always)]
    pub(super) fn visit_beside(&mut self, (centre, ring): (Mv, &Option<Ring<'a, H, W>>), by: [i16; 2]) -> bool {
        let mv = moved(centre, by);
        let (rate, samples) = match ring {
            Some(ring) => self.problem.in_ring(ring, by),
            None if self.limits.contain(mv) => (self.problem.rate(mv), self.problem.samples(mv)),
            None => return false,
        };
        self.take(mv, rate, || samples)
    }

    #[inline(always)]
    fn take<'s>(&mut self, mv: Mv, rate: u32, samples: impl FnOnce() -> Window<'s, Luma, u8, Fixed<H, W>>) -> bool {
        if rate >= self.best.cost {
            return false;
        }
        let cost = rate + self.problem.sad(&samples());
        let better = cost < self.best.cost;
        if better {
            self.best = Found { mv, cost };
        }
        better
    }

    /// Returns the best vector so far.
    #[inline(always)]
    pub fn best(&self) -> Found {
        self.best
    }

    /// Returns the limits of the vectors that may be visited; their components are multiples of 4.
    #[inline(always)]
    pub fn limits(&self) -> Limits {
        self.limits
    }
}

/// Returns `mv` moved by `[y, x]` full samples.
#[inline(always)]
fn moved(mv: Mv, [y, x]: [i16; 2]) -> Mv {
    Mv { x: mv.x.saturating_add(4 * x), y: mv.y.saturating_add(4 * y) }
}
