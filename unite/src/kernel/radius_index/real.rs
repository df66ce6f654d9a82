//! What the coordinates of a point may be.

use std::ops::{Add, Div, Mul, Sub};

use crate::continuous::Coord;
use crate::level::Value;

/// A coordinate of a point: `f32` or `f64`.
pub trait Real:
    Coord + Value + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + sealed::Real
{
    /// Plus infinity.
    const INFINITY: Self;
    /// The least number that makes a difference to 1.
    const EPSILON: Self;
    /// A length whose square is far above the least positive number, and far below any length that matters.
    const TINY: Self;
    /// A length whose square is below the greatest number.
    const VAST: Self;

    /// Whether it is neither NaN nor infinite.
    fn finite(self) -> bool;

    /// The square root.
    #[must_use]
    fn root(self) -> Self;

    /// The number as an index, 0 for what is below 0 or no number.
    fn floored(self) -> usize;

    /// The number closest to an `f64`.
    fn from_f64(number: f64) -> Self;
}

mod sealed {
    pub trait Real {}
    impl Real for f32 {}
    impl Real for f64 {}
}

macro_rules! real {
    ($($real:ident $tiny:expr, $vast:expr;)*) => {$(
        impl Real for $real {
            const INFINITY: Self = $real::INFINITY;
            const EPSILON: Self = $real::EPSILON;
            const TINY: Self = $tiny;
            const VAST: Self = $vast;

            #[inline(always)]
            fn finite(self) -> bool {
                self.is_finite()
            }

            #[inline(always)]
            fn root(self) -> Self {
                self.sqrt()
            }

            #[inline(always)]
            fn floored(self) -> usize {
                // A cast saturates, and is faster into a signed type.
                self.max(0.0) as i32 as usize
            }

            #[inline(always)]
            fn from_f64(number: f64) -> Self {
                number as $real
            }
        }
    )*};
}
real! {
    f32 1e-17, 1e19;
    f64 1e-150, 1e154;
}
