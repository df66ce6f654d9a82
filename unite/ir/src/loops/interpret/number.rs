//! Numbers of the reference interpreter: rationals of any size, and the two infinities.

use std::fmt;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};

/// A rational number or an infinity, ordered as on the line; there is no NaN.
///
/// An operation without a value (`inf - inf`, `1 / 0`) returns `None`. An exact 0 annihilates: `0 * inf` is 0.
///
/// ```
/// use unite_ir::loops::interpret::Number;
///
/// let x = Number::parse("1.7").unwrap();
/// assert_eq!(x.add(&Number::from(1)).unwrap().to_string(), "2.7");
/// assert_eq!(Number::from(1).div(&Number::from(3)).unwrap().to_string(), "1/3");
/// assert_eq!(Number::Infinity.sub(&Number::Infinity), None);
/// assert_eq!(Number::Infinity.mul(&Number::from(0)), Some(Number::from(0)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Number {
    /// Negative infinity, less than all other numbers.
    NegativeInfinity,
    /// A rational.
    Finite(BigRational),
    /// Positive infinity, greater than all other numbers.
    Infinity,
}

use Number::{Finite, Infinity, NegativeInfinity};

impl Number {
    /// Parses a literal of a program, exactly: `3`, `1.7`, `2e-3`, `4f32`, `1_000`. Returns `None` if it is not
    /// decimal.
    pub fn parse(literal: &str) -> Option<Number> {
        let plain = literal.replace('_', "");
        let digits = match plain.find(['f', 'i', 'u']) {
            Some(suffix) => &plain[..suffix],
            None => &plain,
        };
        let (mantissa, exponent) = match digits.find(['e', 'E']) {
            Some(at) => (&digits[..at], digits[at + 1..].parse::<i32>().ok()?),
            None => (digits, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let shift = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        if shift.unsigned_abs() > 4096 || mantissa.starts_with(['-', '+']) {
            return None;
        }
        let integer: BigInt = format!("{whole}{fraction}").parse().ok()?;
        let power = BigRational::from_integer(Pow::pow(BigInt::from(10), shift.unsigned_abs()));
        let integer = BigRational::from_integer(integer);
        Some(Finite(if shift < 0 { integer / power } else { integer * power }))
    }

    /// Converts a double exactly; `None` for NaN.
    pub fn from_f64(x: f64) -> Option<Number> {
        if x.is_infinite() {
            return Some(if x > 0.0 { Infinity } else { NegativeInfinity });
        }
        BigRational::from_float(x).map(Finite)
    }

    /// Returns the nearest double.
    pub fn to_f64(&self) -> f64 {
        match self {
            NegativeInfinity => f64::NEG_INFINITY,
            Finite(x) => x.to_f64().unwrap_or(f64::NAN),
            Infinity => f64::INFINITY,
        }
    }

    /// Returns the integer, if the number is one and fits into `i64`.
    pub fn to_i64(&self) -> Option<i64> {
        self.finite().filter(|x| x.is_integer()).and_then(|x| x.to_integer().to_i64())
    }

    /// Returns the rational, if the number is finite.
    pub fn finite(&self) -> Option<&BigRational> {
        match self {
            Finite(x) => Some(x),
            _ => None,
        }
    }

    /// Returns whether the number is 0.
    pub fn is_zero(&self) -> bool {
        self.finite().is_some_and(Zero::is_zero)
    }

    fn sign(&self) -> i8 {
        match self {
            NegativeInfinity => -1,
            Finite(x) if x.is_zero() => 0,
            Finite(x) => 1 - 2 * i8::from(x.is_negative()),
            Infinity => 1,
        }
    }

    fn infinity(sign: i8) -> Number {
        if sign < 0 { NegativeInfinity } else { Infinity }
    }

    /// Returns `-self`.
    #[must_use]
    pub fn neg(&self) -> Number {
        match self {
            NegativeInfinity => Infinity,
            Finite(x) => Finite(-x),
            Infinity => NegativeInfinity,
        }
    }

    /// Returns `self + other`; `None` for infinities of different sign.
    pub fn add(&self, other: &Number) -> Option<Number> {
        match (self, other) {
            (Finite(a), Finite(b)) => Some(Finite(a + b)),
            (Finite(_), infinity) | (infinity, Finite(_)) => Some(infinity.clone()),
            (a, b) => (a == b).then(|| a.clone()),
        }
    }

    /// Returns `self - other`; `None` for infinities of the same sign.
    pub fn sub(&self, other: &Number) -> Option<Number> {
        self.add(&other.neg())
    }

    /// Returns `self * other`, which is 0 if one of them is 0.
    pub fn mul(&self, other: &Number) -> Option<Number> {
        Some(match (self, other) {
            (Finite(a), Finite(b)) => Finite(a * b),
            (a, b) if a.is_zero() || b.is_zero() => Number::from(0),
            (a, b) => Number::infinity(a.sign() * b.sign()),
        })
    }

    /// Returns `self / other`; `None` if `other` is 0 or both are infinite.
    pub fn div(&self, other: &Number) -> Option<Number> {
        match (self, other) {
            (_, b) if b.is_zero() => None,
            (Finite(a), Finite(b)) => Some(Finite(a / b)),
            (Finite(_), _) => Some(Number::from(0)),
            (a, Finite(_)) => Some(Number::infinity(a.sign() * other.sign())),
            _ => None,
        }
    }

    /// Returns the remainder of the division that rounds towards 0; `None` if `other` is 0 or one of them is infinite.
    pub fn rem(&self, other: &Number) -> Option<Number> {
        match (self, other) {
            (Finite(a), Finite(b)) if !b.is_zero() => Some(Finite(a % b)),
            _ => None,
        }
    }

    /// Returns the number rounded towards 0; infinities stay.
    #[must_use]
    pub fn trunc(&self) -> Number {
        match self {
            Finite(x) => Finite(x.trunc()),
            infinity => infinity.clone(),
        }
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn abs(&self) -> Number {
        if self.sign() < 0 { self.neg() } else { self.clone() }
    }
}

impl From<i64> for Number {
    fn from(x: i64) -> Self {
        Finite(BigRational::from_integer(x.into()))
    }
}

impl From<BigRational> for Number {
    fn from(x: BigRational) -> Self {
        Finite(x)
    }
}

/// Formats a terminating decimal as such, any other number as a fraction.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NegativeInfinity => f.write_str("-inf"),
            Infinity => f.write_str("inf"),
            Finite(x) => match decimals(x.denom()) {
                Some(0) => write!(f, "{}", x.numer()),
                Some(places) => {
                    let ten = Pow::pow(BigInt::from(10), places);
                    let scaled = (x * BigRational::from_integer(ten.clone())).to_integer();
                    let sign = if scaled.is_negative() { "-" } else { "" };
                    let (whole, fraction) = (scaled.abs() / &ten, scaled.abs() % &ten);
                    write!(f, "{sign}{whole}.{:0>width$}", fraction.to_string(), width = places as usize)
                }
                None => write!(f, "{}/{}", x.numer(), x.denom()),
            },
        }
    }
}

/// Returns the number of decimal places of a fraction with this denominator; `None` if they do not end within 18.
fn decimals(denominator: &BigInt) -> Option<u32> {
    let (mut ten, mut places) = (BigInt::one(), 0);
    while places <= 18 {
        if (&ten % denominator).is_zero() {
            return Some(places);
        }
        ten *= 10;
        places += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_exactly_what_is_written() {
        let texts =
            [("3", "3"), ("1.7", "1.7"), ("2e-3", "0.002"), ("4f32", "4"), ("1_000.5f64", "1000.5"), ("7.", "7")];
        for (literal, shown) in texts {
            assert_eq!(Number::parse(literal).unwrap().to_string(), shown, "{literal}");
        }
        for wrong in ["", "x", "0x10", "1e", "-3", "1e99999", "1.2.3"] {
            assert_eq!(Number::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn doubles_keep_their_value() {
        for x in [0.1, -2.5, 1e300, f64::INFINITY, f64::NEG_INFINITY, 0.0] {
            assert_eq!(Number::from_f64(x).unwrap().to_f64(), x);
        }
        assert_eq!(Number::from_f64(f64::NAN), None);
        assert!(Number::from_f64(0.1) != Number::parse("0.1"));
    }

    #[test]
    fn infinities_have_signs_and_no_difference() {
        let two = Number::from(2);
        assert_eq!(Infinity.mul(&Number::from(-1)), Some(NegativeInfinity));
        assert_eq!(NegativeInfinity.div(&Number::from(-2)), Some(Infinity));
        assert_eq!(two.div(&Infinity), Some(Number::from(0)));
        assert_eq!(Infinity.add(&NegativeInfinity), None);
        assert_eq!(Infinity.div(&Infinity), None);
        assert_eq!(two.div(&Number::from(0)), None);
        assert!(NegativeInfinity < two && two < Infinity);
    }

    #[test]
    fn fractions_without_end_are_shown_as_such() {
        assert_eq!(Number::from(-5).div(&Number::from(6)).unwrap().to_string(), "-5/6");
        assert_eq!(Number::parse("0.05").unwrap().neg().to_string(), "-0.05");
    }
}
