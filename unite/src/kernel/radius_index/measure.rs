//! Squares of distances, with room for those that the numbers of a type have none for.
//!
//! ```text
//!  0     TINY^2                                VAST^2
//!  | Tiny |  squares are what they should be    |  Vast
//!  differences are multiplied by 2^n before     and here divided
//! ```

use crate::kernel::Real;
use crate::kernel::real::{offset, squared};

/// How places are told near from far. What it computes never falls where the difference rises.
pub(super) trait Measure<C: Real>: Copy {
    /// From one coordinate to another, in its unit.
    fn offset(self, from: C, to: C) -> C;

    /// A length in its unit, as one of coordinates.
    fn length(self, length: C) -> C;

    /// Whether a place is one that it is made for.
    fn admits<const D: usize>(self, center: [C; D], place: [C; D]) -> bool;

    /// The square of a distance, in its unit.
    #[inline(always)]
    fn squared<const D: usize>(self, center: [C; D], place: [C; D]) -> C {
        squared(std::array::from_fn::<C, D, _>(|axis| self.offset(center[axis], place[axis])))
    }
}

/// Distances as they are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plain;

impl<C: Real> Measure<C> for Plain {
    #[inline(always)]
    fn offset(self, from: C, to: C) -> C {
        to - from
    }

    #[inline(always)]
    fn length(self, length: C) -> C {
        length
    }

    #[inline(always)]
    fn admits<const D: usize>(self, _center: [C; D], _place: [C; D]) -> bool {
        true
    }
}

/// Which distances are scaled.
#[derive(Debug, Clone, Copy)]
enum Sort {
    Tiny,
    Vast,
}

/// Distances whose squares are too small or too large, times a power of two.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scaled<C> {
    sort: Sort,
    /// Coordinates are multiplied by this before one is subtracted from the other, and the difference by `scale`.
    half: C,
    scale: C,
}

impl<C: Real> Scaled<C> {
    /// For distances whose square is below that of `TINY`.
    pub(super) fn tiny() -> Self {
        let scale = C::from_f64(2f64.powi(-2 * C::TINY.to_f64().log2().floor() as i32));
        Scaled { sort: Sort::Tiny, half: C::ONE, scale }
    }

    /// For distances whose square is above that of `VAST`.
    pub(super) fn vast() -> Self {
        let scale = C::from_f64(2f64.powi(-10 - C::VAST.to_f64().log2().ceil() as i32));
        Scaled { sort: Sort::Vast, half: C::from_f64(0.5), scale }
    }
}

impl<C: Real> Measure<C> for Scaled<C> {
    #[inline(always)]
    fn offset(self, from: C, to: C) -> C {
        (to * self.half - from * self.half) * self.scale
    }

    #[inline(always)]
    fn length(self, length: C) -> C {
        length / self.scale / self.half
    }

    #[inline(always)]
    fn admits<const D: usize>(self, center: [C; D], place: [C; D]) -> bool {
        let plain = squared(offset(center, place));
        match self.sort {
            Sort::Tiny => plain < C::TINY * C::TINY,
            Sort::Vast => plain > C::VAST * C::VAST,
        }
    }
}
