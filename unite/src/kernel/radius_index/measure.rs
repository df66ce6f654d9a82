//! Squared distances, scaled where the squares of a number type underflow or overflow.
//!
//! ```text
//!  0     TINY^2                                VAST^2
//!  | Tiny |  squares are accurate               |  Vast
//!  differences are first multiplied by 2^n      and here divided
//! ```

use crate::kernel::Real;
use crate::kernel::real::{offset, squared};

/// A way to compute distances for comparison. Computed distances never decrease when differences increase.
pub(super) trait Measure<C: Real>: Copy {
    /// Returns the scaled difference of two coordinates.
    fn offset(self, from: C, to: C) -> C;

    /// Converts a scaled length to a length.
    fn length(self, length: C) -> C;

    /// Returns whether this measure is responsible for a place at that distance from `center`.
    fn admits<const D: usize>(self, center: [C; D], place: [C; D]) -> bool;

    /// Returns the square of a scaled distance.
    #[inline(always)]
    fn squared<const D: usize>(self, center: [C; D], place: [C; D]) -> C {
        squared(std::array::from_fn::<C, D, _>(|axis| self.offset(center[axis], place[axis])))
    }
}

/// Distances without scaling.
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

/// The range of distances that are scaled.
#[derive(Debug, Clone, Copy)]
enum Sort {
    Tiny,
    Vast,
}

/// Distances whose squares underflow or overflow, multiplied by a power of two.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scaled<C> {
    sort: Sort,
    /// The factor of coordinates before subtraction, against overflow of the difference; the difference is multiplied
    /// by `scale`.
    half: C,
    scale: C,
}

impl<C: Real> Scaled<C> {
    /// Returns the measure of distances whose square is below that of `TINY`.
    pub(super) fn tiny() -> Self {
        let scale = C::from_f64(2f64.powi(-2 * C::TINY.to_f64().log2().floor() as i32));
        Scaled { sort: Sort::Tiny, half: C::ONE, scale }
    }

    /// Returns the measure of distances whose square is above that of `VAST`.
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
