//! [`Number`] and [`Real`]: the elements of tensor programs.

use super::Nested;
use std::ops::{Add, AddAssign, Mul, Sub};

/// A number that tensors of a program consist of: `i32`, `i64`, `f32` or `f64`. Whole numbers overflow as Rust's do.
pub trait Number:
    Nested + PartialEq + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + AddAssign + sealed::Sealed
{
    /// Returns a number of a program, as near as the type has it.
    ///
    /// # Panics
    /// If an `i32` cannot hold it.
    fn from_i64(number: i64) -> Self;
}

/// A number that can be divided: `f32` or `f64`. Infinities and NaN stand for what is undefined.
pub trait Real: Number {
    /// Returns a number of a program, as near as the type has it.
    fn from_f64(number: f64) -> Self;

    /// Divides, but 0 by anything is 0: the controlled division of programs.
    ///
    /// ```
    /// use unite::program::Real;
    /// assert_eq!((6.0.divide(4.0), 0.0.divide(0.0), 1.0.divide(0.0)), (1.5, 0.0, f64::INFINITY));
    /// ```
    #[must_use]
    fn divide(self, divisor: Self) -> Self;

    /// The exponential function.
    #[must_use]
    fn exp(self) -> Self;

    /// The natural logarithm; NaN below 0.
    #[must_use]
    fn log(self) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! numbers {
    ($($number:ident: $from:expr;)*) => {$(
        impl sealed::Sealed for $number {}

        impl Number for $number {
            #[inline(always)]
            fn from_i64(number: i64) -> Self {
                $from(number)
            }
        }
    )*};
}
numbers! {
    i32: |number| i32::try_from(number).unwrap_or_else(|_| panic!("{number} is beyond i32; use i64"));
    i64: |number| number;
    f32: |number| number as f32;
    f64: |number| number as f64;
}

macro_rules! reals {
    ($($real:ident)*) => {$(
        impl Real for $real {
            #[inline(always)]
            fn from_f64(number: f64) -> Self {
                number as $real
            }

            #[inline(always)]
            fn divide(self, divisor: Self) -> Self {
                if self == 0.0 { 0.0 } else { self / divisor }
            }

            #[inline]
            fn exp(self) -> Self {
                <$real>::exp(self)
            }

            #[inline]
            fn log(self) -> Self {
                <$real>::ln(self)
            }
        }
    )*};
}
reals!(f32 f64);
