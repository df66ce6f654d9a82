//! Elements of tensors: numbers of a type that implements [`Element`], or undefined, which is `None`.
//!
//! The table of values, `v` any number but 0, `u` undefined, left operand first:
//!
//! ```text
//!           + - * #            /
//! v, v'     as usual           as usual
//! u, v      u                  u
//! v, u      u                  u
//! u, u      u                  u
//! 0, v      as usual           0
//! v, 0      as usual           u
//! 0, u      u                  0    <- controlled division: a numerator of 0 is tested
//! 0, 0      as usual           0    <- before the divisor is looked at
//! u, 0      u                  u
//! ```

use std::fmt;

use num_bigint::Sign;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use crate::loops::interpret::Number;
use crate::programs::{BinaryOp, Function};

/// A type of numbers that a program can be evaluated over.
///
/// Each operation returns `None` where its result is undefined. What that means depends on the type:
///
/// | type | sums, differences, products | quotients, `exp`, `log` |
/// |---|---|---|
/// | `BigRational` | exact | `exp(0)` is 1, `log(1)` is 0; all other arguments give undefined, because the results are irrational |
/// | `f64`, `f32` | IEEE 754, infinities and NaN among the results | the same, but `log` of a number up to 0 is undefined |
/// | `i64`, `i32` | undefined where the result overflows | refused before anything is evaluated |
///
/// Overflow of integers is undefined, not wrapped, so that compiled code may do either: where the value is defined, all
/// evaluators agree.
pub trait Element: Clone + PartialEq + fmt::Debug + fmt::Display + Send + Sync {
    /// The name of the type, for messages.
    const NAME: &'static str;
    /// `true` if the operator `/` and the functions `exp` and `log` are allowed.
    const HAS_QUOTIENTS: bool;
    /// `true` if numbers become longer when they are multiplied, and operations on them slower.
    const GROWS: bool = false;

    /// Returns 0.
    fn zero() -> Self;
    /// Returns whether it is 0, of either sign.
    fn is_zero(&self) -> bool;
    /// Returns the value of a number as it is written, with an optional `-` before it, or `None` if the type has no such
    /// number.
    fn parse(literal: &str) -> Option<Self>;
    /// Returns the sum.
    fn plus(&self, other: &Self) -> Option<Self>;
    /// Returns the difference.
    fn minus(&self, other: &Self) -> Option<Self>;
    /// Returns the product.
    fn times(&self, other: &Self) -> Option<Self>;
    /// Returns the quotient by a divisor other than 0.
    fn over(&self, divisor: &Self) -> Option<Self>;
    /// Returns the value of a function.
    fn call(&self, function: Function) -> Option<Self>;
}

/// Returns what an operator makes of two elements, by the table of values of `evaluate`.
///
/// ```
/// use unite_ir::programs::{BinaryOp, evaluate::combine};
///
/// assert_eq!(combine(BinaryOp::Mul, Some(2.0), Some(3.0)), Some(6.0));
/// assert_eq!(combine(BinaryOp::Mul, Some(0.0), None), None);
/// assert_eq!(combine(BinaryOp::Div, Some(1.0), Some(0.0)), None);
/// assert_eq!(combine(BinaryOp::Div, Some(0.0), None), Some(0.0));
/// ```
pub fn combine<T: Element>(op: BinaryOp, left: Option<T>, right: Option<T>) -> Option<T> {
    if op == BinaryOp::Div && left.as_ref().is_some_and(T::is_zero) {
        return Some(T::zero());
    }
    let (left, right) = (left?, right?);
    match op {
        BinaryOp::Add => left.plus(&right),
        BinaryOp::Sub => left.minus(&right),
        BinaryOp::Mul | BinaryOp::Outer => left.times(&right),
        BinaryOp::Div if right.is_zero() => None,
        BinaryOp::Div => left.over(&right),
    }
}

/// Returns the exact value of a number as it is written, or `None` if it is none, or has an exponent beyond all types.
fn exact(literal: &str) -> Option<BigRational> {
    let digits = literal.strip_prefix('-').unwrap_or(literal);
    let value = Number::parse(digits)?.finite()?.clone();
    Some(if digits == literal { value } else { -value })
}

impl Element for BigRational {
    const NAME: &'static str = "exact rationals";
    const HAS_QUOTIENTS: bool = true;
    const GROWS: bool = true;

    fn zero() -> Self {
        Zero::zero()
    }

    fn is_zero(&self) -> bool {
        self.numer().sign() == Sign::NoSign
    }

    fn parse(literal: &str) -> Option<Self> {
        exact(literal)
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        Some(self + other)
    }

    fn minus(&self, other: &Self) -> Option<Self> {
        Some(self - other)
    }

    fn times(&self, other: &Self) -> Option<Self> {
        Some(self * other)
    }

    fn over(&self, divisor: &Self) -> Option<Self> {
        (!Element::is_zero(divisor)).then(|| self / divisor)
    }

    fn call(&self, function: Function) -> Option<Self> {
        match function {
            Function::Exp => Element::is_zero(self).then(One::one),
            Function::Log => self.is_one().then(Zero::zero),
        }
    }
}

macro_rules! floats {
    ($($type:ident)*) => {$(
        impl Element for $type {
            const NAME: &'static str = stringify!($type);
            const HAS_QUOTIENTS: bool = true;

            fn zero() -> Self {
                0.0
            }

            fn is_zero(&self) -> bool {
                *self == 0.0
            }

            /// Rounds what is written once, to the nearest number of the type.
            fn parse(literal: &str) -> Option<Self> {
                exact(literal)?;
                literal.parse().ok()
            }

            fn plus(&self, other: &Self) -> Option<Self> {
                Some(self + other)
            }

            fn minus(&self, other: &Self) -> Option<Self> {
                Some(self - other)
            }

            fn times(&self, other: &Self) -> Option<Self> {
                Some(self * other)
            }

            fn over(&self, divisor: &Self) -> Option<Self> {
                Some(self / divisor)
            }

            fn call(&self, function: Function) -> Option<Self> {
                match function {
                    Function::Exp => Some(self.exp()),
                    Function::Log => (self.is_nan() || *self > 0.0).then(|| self.ln()),
                }
            }
        }
    )*};
}

floats!(f64 f32);

macro_rules! integers {
    ($($type:ident $convert:ident)*) => {$(
        impl Element for $type {
            const NAME: &'static str = stringify!($type);
            const HAS_QUOTIENTS: bool = false;

            fn zero() -> Self {
                0
            }

            fn is_zero(&self) -> bool {
                *self == 0
            }

            fn parse(literal: &str) -> Option<Self> {
                let value = exact(literal)?;
                if value.is_integer() { value.to_integer().$convert() } else { None }
            }

            fn plus(&self, other: &Self) -> Option<Self> {
                self.checked_add(*other)
            }

            fn minus(&self, other: &Self) -> Option<Self> {
                self.checked_sub(*other)
            }

            fn times(&self, other: &Self) -> Option<Self> {
                self.checked_mul(*other)
            }

            /// Returns undefined: programs with quotients of integers are refused.
            fn over(&self, _: &Self) -> Option<Self> {
                None
            }

            /// Returns undefined: programs with functions of integers are refused.
            fn call(&self, _: Function) -> Option<Self> {
                None
            }
        }
    )*};
}

integers!(i64 to_i64 i32 to_i32);

#[cfg(test)]
mod tests {
    use super::*;

    fn table<T: Element>(v: T, w: T) {
        let (u, z) = (None, Some(T::zero()));
        let (v, w) = (Some(v), Some(w));
        for op in BinaryOp::ALL {
            let usual = combine(op, v.clone(), w.clone());
            assert!(usual.is_some(), "{op:?}");
            for other in [&v, &u, &z] {
                assert_eq!(combine(op, u.clone(), other.clone()), u, "u {} {other:?}", op.sign());
            }
            assert_eq!(combine(op, v.clone(), u.clone()), u, "{op:?}");
            let is_division = op == BinaryOp::Div;
            assert_eq!(combine(op, z.clone(), u.clone()), if is_division { z.clone() } else { u.clone() }, "{op:?}");
            assert_eq!(combine(op, z.clone(), z.clone()), z, "{op:?}");
            assert_eq!(combine(op, v.clone(), z.clone()).is_none(), is_division, "{op:?}");
            assert!(combine(op, z.clone(), v.clone()).is_some(), "{op:?}");
        }
        assert_eq!(combine(BinaryOp::Div, z.clone(), v), z);
    }

    #[test]
    fn the_table_of_values_holds_for_exact_rationals_and_floats() {
        table(BigRational::parse("2.5").expect("a number"), BigRational::parse("-7").expect("a number"));
        table(2.5_f64, -7.0);
        table(2.5_f32, -7.0);
    }

    #[test]
    fn a_zero_divided_is_a_positive_zero() {
        for divisor in [Some(-2.0), Some(f64::NAN), Some(-0.0), None] {
            let quotient = combine(BinaryOp::Div, Some(-0.0_f64), divisor).expect("defined");
            assert_eq!(quotient.to_bits(), 0.0_f64.to_bits(), "{divisor:?}");
        }
    }

    #[test]
    fn infinities_are_values_and_not_undefined() {
        assert_eq!(combine(BinaryOp::Mul, Some(1e300_f64), Some(1e300)), Some(f64::INFINITY));
        assert!(combine(BinaryOp::Mul, Some(f64::INFINITY), Some(0.0)).is_some_and(f64::is_nan));
        assert_eq!(1000.0_f64.call(Function::Exp), Some(f64::INFINITY));
    }

    #[test]
    fn sums_and_products_of_integers_that_overflow_are_undefined() {
        assert_eq!(combine(BinaryOp::Add, Some(i32::MAX), Some(1)), None);
        assert_eq!(combine(BinaryOp::Sub, Some(i64::MIN), Some(1)), None);
        assert_eq!(combine(BinaryOp::Outer, Some(1_i64 << 40), Some(1 << 40)), None);
        assert_eq!(combine(BinaryOp::Mul, Some(-3_i32), Some(5)), Some(-15));
    }

    #[test]
    fn functions_are_defined_where_their_values_are_numbers_of_the_type() {
        let exact = |text| BigRational::parse(text).expect("a number");
        assert_eq!(exact("0").call(Function::Exp), Some(exact("1")));
        assert_eq!(exact("1").call(Function::Log), Some(exact("0")));
        assert_eq!((exact("1").call(Function::Exp), exact("2").call(Function::Log)), (None, None));
        for x in [0.0, -0.0, -1.0, f64::NEG_INFINITY] {
            assert_eq!(x.call(Function::Log), None, "log({x})");
        }
        assert!(f64::NAN.call(Function::Log).is_some_and(f64::is_nan));
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        assert_eq!(f64::parse("-1000.5e-1"), Some(-100.05));
        assert_eq!(f32::parse("0.1"), Some(0.1));
        assert_eq!((i32::parse("-2147483648"), i32::parse("2147483648")), (Some(i32::MIN), None));
        assert_eq!((i64::parse("2e3"), i64::parse("1.5")), (Some(2000), None));
        assert_eq!(BigRational::parse("0.05").map(|x| x.to_string()), Some("1/20".to_owned()));
        assert_eq!((f64::parse("0x1"), BigRational::parse("1e99999")), (None, None));
    }
}
