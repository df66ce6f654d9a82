//! [`Number`] and [`Real`]: the elements of tensor programs.

use super::Nested;
use std::ops::{Add, AddAssign, Mul, Sub};

/// A type of numbers that a program's tensors consist of: `i32`, `i64`, `f32` or `f64`. Whole numbers overflow as Rust's do.
pub trait Number:
    Nested<Element = Self>
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + AddAssign
    + sealed::Sealed
{
    /// `true` if sums and products are exact, so that sums may be grouped in any way: for integers.
    const EXACT: bool;

    /// The sum of nothing: added to any number, -0 too, it gives that number.
    #[doc(hidden)]
    const EMPTY_SUM: Self;

    /// Returns a number of a program, as near as the type has it.
    ///
    /// # Panics
    /// If an `i32` cannot hold it.
    fn from_i64(number: i64) -> Self;

    /// Multiplies large matrices, row after row, by a library, with the feature `gemm` and for reals; `false` where there
    /// is none, and nothing is written. The library adds in an order of its own.
    #[doc(hidden)]
    fn multiply(left: &[Self], right: &[Self], inner: usize, product: &mut [Self]) -> bool;
}

/// A type of numbers that can be divided: `f32` or `f64`. Infinities and NaN stand for what is undefined.
#[diagnostic::on_unimplemented(
    message = "a tensor program with `/`, `exp`, `log` or a fraction is one of `f32` or `f64`, not of `{Self}`",
    label = "call it with reals"
)]
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
    ($($number:ident: $exact:literal, $empty_sum:expr, $from:expr, $multiply:expr;)*) => {$(
        impl sealed::Sealed for $number {}

        impl Number for $number {
            const EXACT: bool = $exact;
            const EMPTY_SUM: Self = $empty_sum;

            #[inline(always)]
            fn from_i64(number: i64) -> Self {
                $from(number)
            }

            #[inline]
            fn multiply(left: &[Self], right: &[Self], inner: usize, product: &mut [Self]) -> bool {
                $multiply(left, right, inner, product)
            }
        }
    )*};
}
numbers! {
    i32: true, 0, |number| i32::try_from(number).unwrap_or_else(|_| panic!("{number} is beyond i32; use i64")), no_library;
    i64: true, 0, |number| number, no_library;
    f32: false, -0.0, |number| number as f32, library;
    f64: false, -0.0, |number| number as f64, library;
}

fn no_library<T>(_: &[T], _: &[T], _: usize, _: &mut [T]) -> bool {
    false
}

#[cfg(not(feature = "gemm"))]
use no_library as library;

#[cfg(feature = "gemm")]
fn library<T: crate::product::Product>(left: &[T], right: &[T], inner: usize, product: &mut [T]) -> bool {
    T::multiply(left, right, inner, right.len() / inner, product);
    true
}

/// Multiply-adds from which on matrices are multiplied by a library.
const LARGE: usize = 64 * 64 * 64;

/// Multiplies two tensors along the last dimension of the left one and the first of the right one, if they are large and
/// there is a library for it; whether it was done.
#[doc(hidden)]
#[inline(always)]
pub fn multiply_large<L: Nested, R: Nested<Element = L::Element>, P: Nested<Element = L::Element>>(
    left: &L,
    right: &R,
    inner: usize,
    product: &mut P,
) -> bool
where
    L::Element: Number,
{
    // Known when the function is compiled for its types, so that small products have no trace of a library.
    if const { !is_large(L::ELEMENTS, R::ELEMENTS, P::ELEMENTS) } {
        return false;
    }
    L::Element::multiply(L::flat(left), R::flat(right), inner, P::flat_mut(product))
}

/// Returns whether a product has as many multiply-adds as `LARGE`. With `n` rows, `m` columns and sums of `k` terms, the tensors have
/// `n k`, `k m` and `n m` elements: the product of these is the square of `n k m`.
const fn is_large(left: usize, right: usize, product: usize) -> bool {
    let square = (left as u128).saturating_mul(right as u128).saturating_mul(product as u128);
    square >= (LARGE as u128).pow(2)
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
