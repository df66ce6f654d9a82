//! Limits: numbers plus an infinitesimal, the notation for ends of intervals. They follow "The Continuous Tensor
//! Abstraction", Fig. 9 and Table 1.
//!
//! ```text
//!  [a, b]  =  [a,       b      ]            a - eps   a   a + eps
//!  [a, b)  =  [a,       b - eps]         ------(------|------)------>
//!  (a, b]  =  [a + eps, b      ]               no number lies between them
//!  (a, b)  =  [a + eps, b - eps]
//! ```
//!
//! Sums clamp the infinitesimal to `-eps`, 0 or `eps`, so they are not associative: `(eps + eps) - eps` is 0, and
//! `eps + (eps - eps)` is `eps`. For this reason, loops calculate with [`Cut`]s, which are never added to each other.
//! Limits serve only to pass and print ends, and convert to cuts without loss.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Sub};

use super::{Coord, Cut, PlaceError};

/// A number, or a place infinitely close to it: `val + eps * epsilon`, with `eps` one of -1, 0 and 1.
///
/// ```
/// use unite::continuous::Limit;
///
/// let open = Limit::before(3.1); // the end of [2, 3.1)
/// assert_eq!(open.to_string(), "3.1-eps");
/// assert!(open < 3.1 && open > 3.0999);
/// assert_eq!(open + Limit::new(0.0, 1), 3.1); // the next place after an open end is the end
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limit<C = f64> {
    val: C,
    eps: i8,
}

impl<C: Coord> Limit<C> {
    /// Creates `val + eps * epsilon`, with `eps` clamped to -1, 0 or 1.
    #[must_use]
    pub const fn new(val: C, eps: i8) -> Self {
        let eps = if eps > 1 { 1 } else { eps };
        Limit { val, eps: if eps < -1 { -1 } else { eps } }
    }

    /// Creates `val` without an infinitesimal: a closed end.
    #[must_use]
    pub const fn at(val: C) -> Self {
        Limit { val, eps: 0 }
    }

    /// Creates `val - eps`: the open end of an interval that stops at `val`.
    #[must_use]
    pub const fn before(val: C) -> Self {
        Limit { val, eps: -1 }
    }

    /// Creates `val + eps`: the open end of an interval that starts at `val`.
    #[must_use]
    pub const fn after(val: C) -> Self {
        Limit { val, eps: 1 }
    }

    /// Returns the number.
    pub const fn val(&self) -> C {
        self.val
    }

    /// Returns the factor of the infinitesimal: -1, 0 or 1.
    pub const fn eps(&self) -> i8 {
        self.eps
    }

    /// Returns the cut before the places of an interval that starts here.
    ///
    /// ```
    /// use unite::continuous::{Coord, Limit};
    ///
    /// assert_eq!(Limit::at(2.0).to_start(), 2.0.before()); // [2, ..
    /// assert_eq!(Limit::after(2.0).to_start(), 2.0.after()); // (2, ..
    /// assert_eq!(Limit::from_start(2.0.after()), Limit::after(2.0));
    /// ```
    pub fn to_start(self) -> Cut<C> {
        if self.val <= C::LOWEST {
            Cut::FIRST
        } else if self.eps > 0 {
            self.val.after()
        } else {
            self.val.before()
        }
    }

    /// Returns the cut after the places of an interval that stops here.
    ///
    /// ```
    /// use unite::continuous::{Coord, Limit};
    ///
    /// assert_eq!(Limit::at(2.0).to_stop(), 2.0.after()); // .., 2]
    /// assert_eq!(Limit::before(2.0).to_stop(), 2.0.before()); // .., 2)
    /// assert_eq!(Limit::from_stop(5i64.before()), Limit::at(4)); // integers up to 4
    /// ```
    pub fn to_stop(self) -> Cut<C> {
        if self.val >= C::HIGHEST {
            Cut::LAST
        } else if self.eps < 0 {
            self.val.before()
        } else {
            self.val.after()
        }
    }

    /// Returns the start of an interval that begins at `cut`.
    pub fn from_start(cut: Cut<C>) -> Self {
        Limit { val: cut.value, eps: i8::from(cut.after) }
    }

    /// Returns the stop of an interval that ends at `cut`.
    pub fn from_stop(cut: Cut<C>) -> Self {
        if C::DISCRETE {
            Limit { val: cut.value.last_below(), eps: 0 }
        } else {
            Limit { val: cut.value, eps: i8::from(cut.after) - 1 }
        }
    }

    /// Returns the limit if its number is a valid coordinate or `infinity`, the only infinity that this end may be.
    pub(super) fn checked(self, infinity: C) -> Result<Self, PlaceError> {
        if self.val == infinity {
            return Ok(Limit::at(infinity));
        }
        // The sum turns -0 into 0.
        Ok(Limit { val: self.val.checked()?.plus(C::default()), eps: self.eps })
    }
}

/// Converts a plain number to a closed end.
impl<C: Coord> From<C> for Limit<C> {
    fn from(val: C) -> Self {
        Limit::at(val)
    }
}

/// Adds the numbers, and adds and clamps the infinitesimals. For floats, the sum of opposite infinities is NaN.
impl<C: Coord> Add for Limit<C> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Limit::new(self.val.plus(other.val), self.eps + other.eps)
    }
}

/// Subtracts the numbers, and subtracts and clamps the infinitesimals. For floats, an infinity minus itself is NaN.
impl<C: Coord> Sub for Limit<C> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Limit::new(self.val.minus(other.val), self.eps - other.eps)
    }
}

impl<C: Coord> PartialOrd for Limit<C> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.val.partial_cmp(&other.val) {
            Some(Ordering::Equal) => Some(self.eps.cmp(&other.eps)),
            order => order,
        }
    }
}

impl<C: Coord> PartialEq<C> for Limit<C> {
    fn eq(&self, other: &C) -> bool {
        *self == Limit::at(*other)
    }
}

impl<C: Coord> PartialOrd<C> for Limit<C> {
    fn partial_cmp(&self, other: &C) -> Option<Ordering> {
        self.partial_cmp(&Limit::at(*other))
    }
}

impl<C: Coord> fmt::Display for Limit<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.val <= C::LOWEST {
            f.write_str("-inf")?;
        } else if self.val >= C::HIGHEST {
            f.write_str("inf")?;
        } else {
            fmt::Display::fmt(&self.val, f)?;
        }
        f.write_str(match self.eps {
            0 => "",
            eps if eps < 0 => "-eps",
            _ => "+eps",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EPS: [i8; 3] = [-1, 0, 1];

    #[test]
    fn sums_add_the_numbers_and_clamp_the_infinitesimals() {
        for (a, b, sum, difference) in [
            (0, 0, 0, 0),
            (0, 1, 1, -1),
            (0, -1, -1, 1),
            (1, 0, 1, 1),
            (1, 1, 1, 0),
            (1, -1, 0, 1),
            (-1, 0, -1, -1),
            (-1, 1, 0, -1),
            (-1, -1, -1, 0),
        ] {
            let (a, b) = (Limit::new(2.5, a), Limit::new(0.25, b));
            assert_eq!(a + b, Limit::new(2.75, sum), "{a} + {b}");
            assert_eq!(a - b, Limit::new(2.25, difference), "{a} - {b}");
        }
    }

    #[test]
    fn limits_are_ordered_by_the_number_and_then_by_the_infinitesimal() {
        let order: Vec<Limit> = [1.0, 1.5, 2.0].iter().flat_map(|&val| EPS.map(|eps| Limit::new(val, eps))).collect();
        for (i, a) in order.iter().enumerate() {
            for (j, b) in order.iter().enumerate() {
                assert_eq!((a < b, a <= b, a == b), (i < j, i <= j, i == j), "{a}, {b}");
            }
        }
    }

    #[test]
    fn a_plain_number_is_a_limit_without_infinitesimal() {
        assert!(Limit::before(3) < 3 && Limit::at(3) == 3 && Limit::after(3) > 3);
        assert!(Limit::after(2) < 3 && Limit::before(3) > 2);
        assert_eq!(Limit::from(4.5), Limit::at(4.5));
    }

    #[test]
    fn the_four_kinds_of_ends_are_limits() {
        let below = |limit: Limit, place: f64| limit.to_start() <= place.before();
        let above = |limit: Limit, place: f64| limit.to_stop() >= place.after();
        assert!(below(Limit::at(1.0), 1.0) && !below(Limit::after(1.0), 1.0) && below(Limit::after(1.0), 1.1));
        assert!(above(Limit::at(1.0), 1.0) && !above(Limit::before(1.0), 1.0) && above(Limit::before(1.0), 0.9));
    }

    #[test]
    fn the_place_after_an_end_is_the_end_plus_eps() {
        let eps = Limit::new(0.0, 1);
        for stop in [Limit::at(2.0), Limit::before(2.0)] {
            assert_eq!((stop + eps).to_start(), stop.to_stop());
        }
    }

    #[test]
    fn ends_become_cuts_and_again_the_same_ends() {
        for val in [-2.0, 0.0, 7.5] {
            for start in [Limit::at(val), Limit::after(val)] {
                assert_eq!(Limit::from_start(start.to_start()), start);
            }
            for stop in [Limit::at(val), Limit::before(val)] {
                assert_eq!(Limit::from_stop(stop.to_stop()), stop);
            }
            for cut in [val.before(), val.after()] {
                assert_eq!(Limit::from_start(cut).to_start(), cut);
                assert_eq!(Limit::from_stop(cut).to_stop(), cut);
            }
        }
        for val in -5i8..5 {
            assert_eq!(Limit::from_start(val.before()).to_start(), val.before());
            assert_eq!(Limit::from_stop(val.before()).to_stop(), val.before());
        }
        assert_eq!(Limit::from_start(Cut::<i8>::FIRST).to_start(), Cut::FIRST);
        assert_eq!(Limit::from_stop(Cut::<i8>::LAST).to_stop(), Cut::LAST);
        assert_eq!(Limit::from_stop(Cut::<f64>::LAST).to_stop(), Cut::LAST);
    }

    /// Shows why loops calculate with cuts: with limits, a place would depend on the order in which offsets are
    /// combined.
    #[test]
    fn sums_of_infinitesimals_are_not_associative() {
        let (zero, eps) = (Limit::at(0.0), Limit::after(0.0));
        assert_eq!((eps + eps) - eps, zero);
        assert_eq!(eps + (eps - eps), eps);
        // An offset moves a cut by a plain number and keeps its side, in any order.
        let moved = |cut: Cut<f64>, by: f64| Cut { value: cut.value.plus(by), after: cut.after };
        assert_eq!(moved(moved(1.0.after(), 2.0), -1.0), moved(1.0.after(), 2.0 - 1.0));
    }

    #[test]
    fn limits_are_shown_as_sums() {
        assert_eq!(Limit::before(3.1).to_string(), "3.1-eps");
        assert_eq!(Limit::after(-2).to_string(), "-2+eps");
        assert_eq!(Limit::at(4.0).to_string(), "4");
        assert_eq!(Limit::at(i64::MIN).to_string(), "-inf");
        assert_eq!(Limit::at(f32::INFINITY).to_string(), "inf");
    }
}
