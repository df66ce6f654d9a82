//! Semirings: other sums and products for the values of a program, such as minima and sums.
//!
//! A [`Scalar`] is a number of a [`Semiring`], and a value of tensors. In a program, `+=` and `+` are the sum of the
//! semiring, and `*` is its product. Its zero, the fill of sparse tensors, annihilates products, so that operands at fill are
//! passed over as those at 0 are among numbers.
//!
//! ```
//! use unite::level::Csr;
//! use unite::loops::semiring::{MinPlus, Scalar};
//! use unite::loops::einsum;
//!
//! // Lengths of edges; the shortest ways along two edges.
//! let length = |x: f64| Scalar::<MinPlus>(x);
//! let none = f64::INFINITY;
//! let edges = [[none, 2.0, 9.0], [none, none, 3.0], [1.0, none, none]].map(|row| row.map(length));
//! let a = Csr::from_rows(0, &edges)?;
//! assert_eq!(a.stored(), 4);
//! let two = einsum!("ik,kj->ij", a, a)?.to_rows()?;
//! assert_eq!(two, [[10.0, none, 5.0], [4.0, none, none], [none, 3.0, 10.0]].map(|row| row.map(length)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Among numbers that have infinities, `c[i, j] min= a[i, k] + b[k, j]` says the same, and passes over the same places.
//!
//! A semiring of one's own is a type without data, and two functions. [`check_laws`] tests it:
//!
//! ```
//! use unite::level::DenseVector;
//! use unite::loops;
//! use unite::loops::semiring::{Scalar, Semiring, check_laws};
//!
//! /// Numbers from 0 to 6, of which only the remainders of a division by 7 matter.
//! #[derive(Debug, Clone, Copy, PartialEq)]
//! struct Modulo7;
//!
//! impl Semiring for Modulo7 {
//!     type Number = u8;
//!     const ZERO: u8 = 0;
//!     const ONE: u8 = 1;
//!
//!     fn plus(one: u8, other: u8) -> u8 {
//!         (one + other) % 7
//!     }
//!
//!     fn times(one: u8, other: u8) -> u8 {
//!         one * other % 7
//!     }
//! }
//!
//! check_laws::<Modulo7>(&[0, 1, 2, 3, 4, 5, 6])?;
//! let x = DenseVector::from_values(0, [3, 5, 5].map(Scalar::<Modulo7>))?;
//! let (mut squares, mut repeated) = (Scalar(0), Scalar(0));
//! loops! {
//!     for i  squares += x[i] * x[i];
//!     for i  for j = 1:1000  repeated += x[i]        // each value, 1000 times
//! }?;
//! assert_eq!((squares, repeated), (Scalar::<Modulo7>(3), Scalar(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::{self, Debug, Display};
use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Mul, MulAssign};

use thiserror::Error;

use super::Weigh;
use crate::level::{Ordered, Value};

/// Two operations on numbers: a sum and a product.
///
/// The laws, which [`check_laws`] tests, let a loop go through pieces in any order and pass over those at zero:
///
/// - `plus` is associative and commutative, and `ZERO` is its identity;
/// - `times` is associative, and `ONE` is its identity;
/// - `times` distributes over `plus` on both sides, and `ZERO` annihilates it.
///
/// The type itself has no data: it names the operations.
pub trait Semiring: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// The numbers.
    type Number: Copy + PartialEq + Debug + Send + Sync + 'static;
    /// The identity of the sum, which annihilates a product.
    const ZERO: Self::Number;
    /// The identity of the product.
    const ONE: Self::Number;

    /// Returns the sum of two numbers.
    fn plus(one: Self::Number, other: Self::Number) -> Self::Number;

    /// Returns the product of two numbers.
    fn times(one: Self::Number, other: Self::Number) -> Self::Number;

    /// Returns the sum over a length on which every place has this number: that of `length` integers, or an integral with
    /// `d(i)` over reals. It is `None` if there is no such number, which fails the loop.
    ///
    /// By default, a number that added to itself is itself has this sum over any length but 0, and other numbers are added
    /// up `length` times, in about `log(length)` steps, if `length` is a whole number below 2^53.
    fn repeated(number: Self::Number, length: f64) -> Option<Self::Number> {
        if length <= 0.0 {
            return Some(Self::ZERO);
        }
        if Self::plus(number, number) == number {
            return Some(number);
        }
        if length.fract() != 0.0 || length >= (1u64 << f64::MANTISSA_DIGITS) as f64 {
            return None;
        }
        let (mut total, mut power, mut rest) = (Self::ZERO, number, length as u64);
        while rest > 0 {
            if rest % 2 == 1 {
                total = Self::plus(total, power);
            }
            power = Self::plus(power, power);
            rest /= 2;
        }
        Some(total)
    }
}

/// A number of a semiring, as a value of tensors and of programs.
#[derive(Clone, Copy, PartialEq)]
pub struct Scalar<S: Semiring>(pub S::Number);

impl<S: Semiring> Debug for Scalar<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<S: Semiring> Display for Scalar<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<S: Semiring> Default for Scalar<S> {
    fn default() -> Self {
        Scalar(S::ZERO)
    }
}

impl<S: Semiring> Add for Scalar<S> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Scalar(S::plus(self.0, other.0))
    }
}

impl<S: Semiring> AddAssign for Scalar<S> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<S: Semiring> Mul for Scalar<S> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Scalar(S::times(self.0, other.0))
    }
}

impl<S: Semiring> MulAssign for Scalar<S> {
    #[inline(always)]
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

impl<S: Semiring> Value for Scalar<S> {
    const ZERO: Self = Scalar(S::ZERO);
    const ONE: Self = Scalar(S::ONE);

    #[inline(always)]
    fn joined(self, other: Self) -> Self {
        self + other
    }
}

#[diagnostic::do_not_recommend]
impl<S: Semiring> Weigh for Scalar<S> {
    #[inline(always)]
    fn weighed(self, length: f64) -> Option<Self> {
        S::repeated(self.0, length).map(Scalar)
    }
}

/// Minima and sums, the tropical semiring: the shortest of several ways, and one way after another.
///
/// Its zero is the greatest value of the type, infinity for floats, which stands for no way, also beside `-inf`. The sums of
/// integers saturate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MinPlus<T = f64>(PhantomData<T>);

/// Maxima and sums: the longest of several ways.
///
/// Its zero is the least value of the type, `-inf` for floats, which stands for no way. The sums of integers saturate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MaxPlus<T = f64>(PhantomData<T>);

/// Maxima and minima: the widest of several ways, each of which is as wide as its narrowest part.
///
/// For truth values, the sum is "or", and the product is "and".
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MaxMin<T = f64>(PhantomData<T>);

macro_rules! tropical {
    ($($name:ident $zero:ident $choose:ident $add:ident: $($number:ident)*;)*) => {$($(
        impl Semiring for $name<$number> {
            type Number = $number;

            const ZERO: $number = <$number as Ordered>::$zero;
            const ONE: $number = <$number as Value>::ZERO;

            #[inline(always)]
            fn plus(one: $number, other: $number) -> $number {
                one.$choose(other)
            }

            #[inline(always)]
            fn times(one: $number, other: $number) -> $number {
                if one == Self::ZERO || other == Self::ZERO { Self::ZERO } else { one.$add(other) }
            }
        }
    )*)*};
}
tropical! {
    MinPlus HIGHEST least add: f32 f64;
    MinPlus HIGHEST least saturating_add: i32 i64 u32 u64;
    MaxPlus LOWEST greatest add: f32 f64;
    MaxPlus LOWEST greatest saturating_add: i32 i64;
}

impl<T: Ordered> Semiring for MaxMin<T> {
    type Number = T;

    const ZERO: T = T::LOWEST;
    const ONE: T = T::HIGHEST;

    #[inline(always)]
    fn plus(one: T, other: T) -> T {
        one.greatest(other)
    }

    #[inline(always)]
    fn times(one: T, other: T) -> T {
        one.least(other)
    }
}

/// A law that a semiring breaks.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Error)]
#[error(
    "the semiring breaks a law: for the numbers {numbers}, `{one}` is {left}, and `{other}` is {right}; both must be equal"
)]
pub struct BrokenLaw {
    /// One side of the law.
    pub one: &'static str,
    /// The other side.
    pub other: &'static str,
    /// The numbers `x`, `y` and `z`.
    pub numbers: String,
    /// The value of the one side.
    pub left: String,
    /// The value of the other side.
    pub right: String,
}

/// Checks the laws of a semiring for these numbers, and for all pairs and triples of them.
///
/// Sums over a length are compared with sums of as many numbers, for lengths up to 5. Floats must be such that their sums are
/// exact.
///
/// # Errors
/// [`BrokenLaw`]: the first law that does not hold.
pub fn check_laws<S: Semiring>(numbers: &[S::Number]) -> Result<(), BrokenLaw> {
    let (zero, one, plus, times) = (S::ZERO, S::ONE, S::plus, S::times);
    for &x in numbers {
        for &y in numbers {
            for &z in numbers {
                let laws = [
                    ("(x + y) + z", plus(plus(x, y), z), "x + (y + z)", plus(x, plus(y, z))),
                    ("x + y", plus(x, y), "y + x", plus(y, x)),
                    ("x + 0", plus(x, zero), "x", x),
                    ("(x * y) * z", times(times(x, y), z), "x * (y * z)", times(x, times(y, z))),
                    ("x * 1", times(x, one), "x", x),
                    ("1 * x", times(one, x), "x", x),
                    ("x * (y + z)", times(x, plus(y, z)), "x * y + x * z", plus(times(x, y), times(x, z))),
                    ("(x + y) * z", times(plus(x, y), z), "x * z + y * z", plus(times(x, z), times(y, z))),
                    ("x * 0", times(x, zero), "0", zero),
                    ("0 * x", times(zero, x), "0", zero),
                ];
                if let Some((one, left, other, right)) = laws.into_iter().find(|(_, left, _, right)| left != right) {
                    let numbers = format!("{x:?}, {y:?}, {z:?}");
                    let (left, right) = (format!("{left:?}"), format!("{right:?}"));
                    return Err(BrokenLaw { one, other, numbers, left, right });
                }
            }
        }
        let mut total = zero;
        for length in 0..6 {
            if let Some(repeated) = S::repeated(x, f64::from(length))
                && repeated != total
            {
                let (left, right) = (format!("{repeated:?}"), format!("{total:?}"));
                let (one, other) = ("repeated(x, length)", "x + x + ..");
                return Err(BrokenLaw { one, other, numbers: format!("{x:?}, length {length}"), left, right });
            }
            total = plus(total, x);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_laws_hold_for_the_semirings_of_this_file() {
        let floats = [f64::NEG_INFINITY, -3.0, -0.5, 0.0, 1.0, 7.25, f64::INFINITY];
        check_laws::<MinPlus>(&floats).expect("a semiring");
        check_laws::<MaxPlus>(&floats).expect("a semiring");
        check_laws::<MaxMin>(&floats).expect("a semiring");
        check_laws::<MinPlus<f32>>(&floats.map(|x| x as f32)).expect("a semiring");
        let integers = [-7, -1, 0, 1, 5];
        check_laws::<MinPlus<i64>>(&[&integers[..], &[i64::MAX]].concat()).expect("a semiring");
        check_laws::<MaxPlus<i64>>(&[&integers[..], &[i64::MIN]].concat()).expect("a semiring");
        check_laws::<MinPlus<u32>>(&[0, 1, 2, 900, u32::MAX - 1, u32::MAX]).expect("a semiring");
        check_laws::<MaxMin<u8>>(&[0, 1, 3, 254, 255]).expect("a semiring");
        check_laws::<MaxMin<bool>>(&[false, true]).expect("a semiring");
    }

    /// The mean of two numbers in place of their sum, and a product that is a sum.
    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Means;

    impl Semiring for Means {
        type Number = f64;

        const ZERO: f64 = 0.0;
        const ONE: f64 = 0.0;

        fn plus(one: f64, other: f64) -> f64 {
            (one + other) / 2.0
        }

        fn times(one: f64, other: f64) -> f64 {
            one + other
        }
    }

    /// Numbers whose sum over a length ignores it.
    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Once;

    impl Semiring for Once {
        type Number = i64;

        const ZERO: i64 = 0;
        const ONE: i64 = 1;

        fn plus(one: i64, other: i64) -> i64 {
            one + other
        }

        fn times(one: i64, other: i64) -> i64 {
            one * other
        }

        fn repeated(number: i64, length: f64) -> Option<i64> {
            Some(if length > 0.0 { number } else { 0 })
        }
    }

    #[test]
    fn a_law_that_does_not_hold_is_named() {
        let broken = check_laws::<Means>(&[0.0, 4.0]).expect_err("means are not associative");
        assert_eq!(
            broken.to_string(),
            "the semiring breaks a law: for the numbers 0.0, 0.0, 4.0, `(x + y) + z` is 2.0, and `x + (y + z)` is 1.0; both \
             must be equal"
        );
        let broken = check_laws::<Once>(&[0, 3]).expect_err("3 + 3 is not 3");
        assert_eq!((broken.one, &broken.numbers[..], &broken.right[..]), ("repeated(x, length)", "3, length 2", "6"));
    }

    #[test]
    fn numbers_are_repeated_by_doubling_where_that_has_a_value() {
        assert_eq!(MinPlus::<f64>::repeated(2.5, 0.25), Some(2.5));
        assert_eq!(MinPlus::<f64>::repeated(2.5, 0.0), Some(f64::INFINITY));

        /// Numbers whose sums are counted.
        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Counted;

        impl Semiring for Counted {
            type Number = u64;

            const ZERO: u64 = 0;
            const ONE: u64 = 1;

            fn plus(one: u64, other: u64) -> u64 {
                one.wrapping_add(other)
            }

            fn times(one: u64, other: u64) -> u64 {
                one.wrapping_mul(other)
            }
        }
        check_laws::<Counted>(&[0, 1, 7, u64::MAX]).expect("a semiring");
        assert_eq!(Counted::repeated(3, 1e6), Some(3_000_000));
        assert_eq!(Counted::repeated(3, 0.5), None);
        assert_eq!(Counted::repeated(3, f64::INFINITY), None);
    }
}
