//! The number types of kernels, `f32` and `f64`, and vector operations that several kernels share.

use std::ops::{Add, AddAssign, Div, Mul, Sub};

use crate::continuous::Coord;
use crate::level::Ordered;
use crate::product::Product;

/// A number type of a kernel, for coordinates and values: `f32` or `f64`.
///
/// ```
/// use unite::kernel::{Real, RadiusIndex, RadiusIndexError};
///
/// /// Returns the distance from `center` to the nearest point.
/// fn distance<T: Real>(points: &[[T; 3]], center: [T; 3]) -> Result<Option<T>, RadiusIndexError> {
///     Ok(RadiusIndex::new(points)?.nearest(center, 1).first().map(|found| found.distance))
/// }
/// assert_eq!(distance(&[[3.0f32, 4.0, 0.0], [9.0; 3]], [0.0; 3])?, Some(5.0));
/// assert_eq!(distance::<f64>(&[], [0.0; 3])?, None);
/// # Ok::<(), RadiusIndexError>(())
/// ```
pub trait Real:
    Coord
    + Ordered
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + Product
{
    /// Positive infinity.
    const INFINITY: Self = <Self as Coord>::HIGHEST;
    /// The distance from 1 to the next greater number.
    const EPSILON: Self;
    /// A length whose square is far above the least positive number, but which is far below any length that matters.
    const TINY: Self;
    /// A length whose square is below the greatest finite number.
    const VAST: Self;

    /// Returns the number closest to an `f64`.
    fn from_f64(number: f64) -> Self;

    /// Returns the number truncated toward zero, clamped to the range of `i32`, and 0 for NaN.
    fn truncated(self) -> i32;

    /// Returns the square root.
    #[must_use]
    fn root(self) -> Self;

    /// Returns the absolute value.
    #[must_use]
    fn magnitude(self) -> Self;

    /// Returns whether the number is neither NaN nor infinite.
    #[inline(always)]
    fn finite(self) -> bool {
        self.magnitude() < Self::INFINITY
    }
}

macro_rules! real {
    ($($real:ident $tiny:expr, $vast:expr;)*) => {$(
        impl Real for $real {
            const EPSILON: Self = $real::EPSILON;
            const TINY: Self = $tiny;
            const VAST: Self = $vast;

            #[inline(always)]
            fn from_f64(number: f64) -> Self {
                number as $real
            }

            #[inline(always)]
            fn truncated(self) -> i32 {
                self as i32
            }

            #[inline(always)]
            fn root(self) -> Self {
                self.sqrt()
            }

            #[inline(always)]
            fn magnitude(self) -> Self {
                self.abs()
            }
        }
    )*};
}
real! {
    f32 1e-17, 1e19;
    f64 1e-150, 1e154;
}

/// Returns the vector from one point to another.
#[inline(always)]
pub(super) fn offset<T: Real, const D: usize>(from: [T; D], to: [T; D]) -> [T; D] {
    std::array::from_fn(|axis| to[axis] - from[axis])
}

/// Returns the square of the length of a vector, summed axis by axis.
#[inline(always)]
pub(super) fn squared<T: Real, const D: usize>(vector: [T; D]) -> T {
    let mut sum = T::ZERO;
    for along in vector {
        sum += along * along;
    }
    sum
}

/// Computes `sums += factor * row`.
#[inline(always)]
pub(crate) fn add_times<T: Real>(sums: &mut [T], factor: T, row: &[T]) {
    for (sum, &value) in sums.iter_mut().zip(row) {
        *sum += factor * value;
    }
}
