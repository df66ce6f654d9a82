//! Intervals of four kinds: each end is open or closed.
//!
//! ```text
//!                                            a       b
//!  closed        a..=b    [a, b]          ---[=======]---
//!  closed_open   a..b     [a, b)          ---[=======)---
//!  open_closed            (a, b]          ---(=======]---
//!  open                   (a, b)          ---(=======)---
//! ```
//!
//! Over integers, the four kinds coincide and are shown with closed ends: `[1, 4]` is also `[1, 5)`. An infinite end
//! counts as closed: no place lies there.

use std::fmt;
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use super::{Coord, Cut, Limit, PlaceError, Stored};

/// The places between two ends; never empty.
///
/// ```
/// use unite::continuous::{Interval, Limit};
///
/// let one = Interval::try_from(1.0..3.0)?;
/// let other = Interval::open_closed(2.0, 4.0)?;
/// assert_eq!(one.to_string(), "[1, 3)");
/// assert!(one.contains(1.0) && !one.contains(3.0));
/// let both = one.intersection(other).expect("they overlap");
/// assert_eq!(both, Interval::open(2.0, 3.0)?);
/// assert_eq!(both.measure(), 1.0);
/// assert_eq!(both.ends(), (Limit::after(2.0), Limit::before(3.0)));
///
/// assert_eq!(Interval::open(0, 5)?.to_string(), "[1, 4]"); // of integers
/// assert_eq!(Interval::open(0, 5)?.measure(), 4.0);
/// assert_eq!(Interval::try_from(2.0..2.0).unwrap_err().to_string(), "interval [2, 2) is empty; leave it out, or close its ends");
/// # Ok::<(), unite::continuous::PlaceError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval<C: Stored> {
    lo: Cut<C::Coord>,
    hi: Cut<C::Coord>,
}

impl<C: Stored> Interval<C> {
    /// All places: the whole line for real numbers and signed integers, the integers from 0 on for unsigned ones.
    pub const EVERYWHERE: Self = Interval { lo: C::BEFORE_ALL, hi: C::AFTER_ALL };

    /// Creates `[a, b]`.
    ///
    /// # Errors
    /// [`PlaceError`]: an end is not a valid coordinate, or the interval is reversed.
    pub fn closed(a: C, b: C) -> Result<Self, PlaceError> {
        Self::within(Limit::at(a.place()?), Limit::at(b.place()?))
    }

    /// Creates `[a, b)`.
    ///
    /// # Errors
    /// [`PlaceError`]: an end is not a valid coordinate, or the interval is reversed or empty.
    pub fn closed_open(a: C, b: C) -> Result<Self, PlaceError> {
        Self::within(Limit::at(a.place()?), Limit::before(b.place()?))
    }

    /// Creates `(a, b]`.
    ///
    /// # Errors
    /// The errors of [`closed_open`](Self::closed_open).
    pub fn open_closed(a: C, b: C) -> Result<Self, PlaceError> {
        Self::within(Limit::after(a.place()?), Limit::at(b.place()?))
    }

    /// Creates `(a, b)`.
    ///
    /// # Errors
    /// The errors of [`closed_open`](Self::closed_open).
    pub fn open(a: C, b: C) -> Result<Self, PlaceError> {
        Self::within(Limit::after(a.place()?), Limit::before(b.place()?))
    }

    /// Creates `[a, a]`.
    ///
    /// # Errors
    /// [`PlaceError`]: `a` is not a valid coordinate.
    pub fn point(a: C) -> Result<Self, PlaceError> {
        Self::closed(a, a)
    }

    /// Creates the interval between two limits of the line, clipped to the places of the type.
    fn within(start: Limit<C::Coord>, stop: Limit<C::Coord>) -> Result<Self, PlaceError> {
        let line = Interval::<C::Coord>::from_limits(start, stop)?;
        let (lo, hi) = (line.lo.max(C::BEFORE_ALL), line.hi.min(C::AFTER_ALL));
        if lo < hi { Ok(Interval { lo, hi }) } else { Err(PlaceError::Empty { interval: line.to_string() }) }
    }

    /// Creates the interval between two cuts of the line, which must have places between them.
    pub(crate) fn of_places(lo: Cut<C::Coord>, hi: Cut<C::Coord>) -> Self {
        Interval { lo, hi }
    }

    /// Returns the cut at which it starts.
    #[inline(always)]
    pub fn lo(&self) -> Cut<C::Coord> {
        self.lo
    }

    /// Returns the cut at which it stops.
    #[inline(always)]
    pub fn hi(&self) -> Cut<C::Coord> {
        self.hi
    }

    /// Returns the start and the stop as limits.
    pub fn ends(&self) -> (Limit<C::Coord>, Limit<C::Coord>) {
        (Limit::from_start(self.lo), Limit::from_stop(self.hi))
    }

    /// Returns whether `place` lies in the interval.
    #[inline(always)]
    pub fn contains(&self, place: C) -> bool {
        // Numbers of an unsigned type that are not valid lie below zero on the line.
        let place = place.coord();
        self.lo <= place.before() && place.after() <= self.hi
    }

    /// Returns the intersection of two intervals, if it is not empty.
    #[inline]
    #[must_use]
    pub fn intersection(&self, other: Self) -> Option<Self> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        if lo < hi { Some(Interval { lo, hi }) } else { None }
    }

    /// Returns whether the interval is a single place.
    #[inline]
    pub fn is_point(&self) -> bool {
        self.lo == self.lo.value.before() && self.hi == self.lo.value.after()
    }

    /// Returns the length, or the number of integers.
    #[inline]
    pub fn measure(&self) -> f64 {
        C::Coord::measure(self.lo, self.hi)
    }

    /// Returns the interval of the same places on the line.
    #[inline(always)]
    pub fn on_line(&self) -> Interval<C::Coord> {
        Interval { lo: self.lo, hi: self.hi }
    }
}

impl<C: Coord> Interval<C> {
    /// Creates the interval between two cuts.
    pub(crate) fn between(lo: Cut<C>, hi: Cut<C>) -> Self {
        Interval { lo, hi }
    }

    /// Creates an interval from its limits; the lowest and the highest coordinate, as ends, are the infinities. A start
    /// of `v - eps` is the same as `v`, and so is a stop of `v + eps`.
    ///
    /// ```
    /// use unite::continuous::{Interval, Limit};
    ///
    /// let interval = Interval::from_limits(2.0, Limit::before(3.0))?;
    /// assert_eq!(interval, Interval::closed_open(2.0, 3.0)?);
    /// let (start, stop) = Interval::<i64>::EVERYWHERE.ends();
    /// assert_eq!(Interval::from_limits(start, stop)?, Interval::EVERYWHERE);
    /// # Ok::<(), unite::continuous::PlaceError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`closed_open`](Self::closed_open).
    pub fn from_limits(start: impl Into<Limit<C>>, stop: impl Into<Limit<C>>) -> Result<Self, PlaceError> {
        let (start, stop) = (start.into().checked(C::LOWEST)?, stop.into().checked(C::HIGHEST)?);
        let shown = || {
            let open = if start.eps() > 0 { '(' } else { '[' };
            let close = if stop.eps() < 0 { ')' } else { ']' };
            format!("{open}{}, {}{close}", Limit::at(start.val()), Limit::at(stop.val()))
        };
        if stop.val() < start.val() {
            return Err(PlaceError::Reversed { interval: shown() });
        }
        let (lo, hi) = (start.to_start(), stop.to_stop());
        if lo >= hi || start.val() >= C::HIGHEST || stop.val() <= C::LOWEST {
            return Err(PlaceError::Empty { interval: shown() });
        }
        Ok(Interval { lo, hi })
    }
}

/// Formats an interval as `[1, 3)`; over integers always with closed ends.
impl<C: Stored> fmt::Display for Interval<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, stop) = self.ends();
        let open = if start.eps() > 0 { '(' } else { '[' };
        let close = if stop.eps() < 0 { ')' } else { ']' };
        write!(f, "{open}{}, {}{close}", Limit::at(start.val()), Limit::at(stop.val()))
    }
}

macro_rules! from_range {
    ($($range:ty, $bounds:ident => $start:expr, $stop:expr;)*) => {$(
        impl<C: Stored> TryFrom<$range> for Interval<C> {
            type Error = PlaceError;

            fn try_from($bounds: $range) -> Result<Self, PlaceError> {
                Self::within($start, $stop)
            }
        }
    )*};
}
from_range! {
    RangeInclusive<C>, bounds => Limit::at(bounds.start().place()?), Limit::at(bounds.end().place()?);
    Range<C>, bounds => Limit::at(bounds.start.place()?), Limit::before(bounds.end.place()?);
    RangeFrom<C>, bounds => Limit::at(bounds.start.place()?), Limit::at(C::Coord::HIGHEST);
    RangeTo<C>, bounds => Limit::at(C::Coord::LOWEST), Limit::before(bounds.end.place()?);
    RangeToInclusive<C>, bounds => Limit::at(C::Coord::LOWEST), Limit::at(bounds.end.place()?);
}

impl<C: Stored> From<RangeFull> for Interval<C> {
    fn from(_: RangeFull) -> Self {
        Interval::EVERYWHERE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Build = fn(f64, f64) -> Result<Interval<f64>, PlaceError>;
    const KINDS: [Build; 4] = [Interval::closed, Interval::closed_open, Interval::open_closed, Interval::open];

    #[test]
    fn an_interval_contains_what_its_ends_say() {
        let at = |build: Build| {
            let interval = build(-1.0, 1.0).unwrap();
            [-1.5, -1.0, 0.0, 1.0, 1.5].map(|place| interval.contains(place))
        };
        assert_eq!(at(Interval::closed), [false, true, true, true, false]);
        assert_eq!(at(Interval::closed_open), [false, true, true, false, false]);
        assert_eq!(at(Interval::open_closed), [false, false, true, true, false]);
        assert_eq!(at(Interval::open), [false, false, true, false, false]);
    }

    #[test]
    fn over_integers_all_four_kinds_normalise() {
        let one = Interval::closed(1, 4).unwrap();
        assert_eq!(Interval::closed_open(1, 5).unwrap(), one);
        assert_eq!(Interval::open_closed(0, 4).unwrap(), one);
        assert_eq!(Interval::open(0, 5).unwrap(), one);
        assert_eq!((one.to_string(), one.measure()), ("[1, 4]".to_string(), 4.0));
        assert_eq!(one.ends(), (Limit::at(1), Limit::at(4)));
        assert!(Interval::point(3).unwrap().is_point() && !one.is_point());
    }

    #[test]
    fn an_intersection_contains_what_both_contain() {
        let places = || (0..13).map(|k| f64::from(k) / 2.0 - 1.0);
        let all: Vec<Interval<f64>> = (0..25)
            .flat_map(|k| KINDS.iter().filter_map(move |build| build(f64::from(k / 5), f64::from(k % 5)).ok()))
            .collect();
        for a in &all {
            for b in &all {
                let both = a.intersection(*b);
                for place in places() {
                    let inside = both.is_some_and(|both| both.contains(place));
                    assert_eq!(inside, a.contains(place) && b.contains(place), "{a} and {b} at {place}");
                }
            }
        }
    }

    #[test]
    fn an_interval_is_shown_as_it_is_written() {
        let shown = |build: Build| build(1.0, 3.5).unwrap().to_string();
        assert_eq!(KINDS.map(shown), ["[1, 3.5]", "[1, 3.5)", "(1, 3.5]", "(1, 3.5)"]);
        assert_eq!(Interval::try_from(-2..).unwrap().to_string(), "[-2, inf]");
        assert_eq!(Interval::<f64>::from(..).to_string(), "[-inf, inf]");
        assert_eq!(Interval::closed(-0.0, 0.0).unwrap().to_string(), "[0, 0]");
    }

    #[test]
    fn ranges_are_intervals() {
        assert_eq!(Interval::try_from(1.0..=2.0), Interval::closed(1.0, 2.0));
        assert_eq!(Interval::try_from(1.0..2.0), Interval::closed_open(1.0, 2.0));
        assert_eq!(Interval::try_from(..2.0), Interval::open(f64::NEG_INFINITY, 2.0));
        assert_eq!(Interval::try_from(..=2), Interval::from_limits(i32::MIN, 2));
        assert_eq!(Interval::try_from(2..).unwrap().measure(), f64::INFINITY);
        assert!(Interval::try_from(..2).unwrap().contains(-1000));
    }

    #[test]
    fn an_infinite_end_counts_as_closed() {
        let infinity = f64::INFINITY;
        assert_eq!(Interval::open(-infinity, infinity).unwrap(), Interval::EVERYWHERE);
        assert_eq!(Interval::closed_open(0.0, infinity), Interval::try_from(0.0..));
        assert!(matches!(Interval::closed(infinity, infinity), Err(PlaceError::Empty { .. })));
        assert!(matches!(Interval::closed(-infinity, -infinity), Err(PlaceError::Empty { .. })));
    }

    #[test]
    fn ends_make_the_same_interval_again() {
        for build in KINDS {
            for (a, b) in [(1.0, 2.0), (f64::NEG_INFINITY, 2.0), (1.0, f64::INFINITY)] {
                let interval = build(a, b).unwrap();
                let (start, stop) = interval.ends();
                assert_eq!(Interval::from_limits(start, stop), Ok(interval));
            }
        }
        assert!(Interval::point(2.0).unwrap().is_point());
        assert!(!Interval::try_from(2.0..2.0f64.next_up()).unwrap().is_point());
    }

    #[test]
    fn what_is_no_interval_is_refused_with_its_ends() {
        for build in KINDS {
            assert_eq!(build(f64::NAN, 1.0), Err(PlaceError::NotANumber));
            assert_eq!(build(1.0, f64::NAN), Err(PlaceError::NotANumber));
        }
        let message = |interval: Result<Interval<f64>, PlaceError>| interval.unwrap_err().to_string();
        assert_eq!(
            message(Interval::open_closed(3.0, 1.0)),
            "interval (3, 1] ends before it starts; exchange its ends"
        );
        assert_eq!(message(Interval::open(1.0, 1.0)), "interval (1, 1) is empty; leave it out, or close its ends");
        assert!(matches!(Interval::open(1, 2), Err(PlaceError::Empty { .. })));
        assert!(matches!(Interval::closed(0, i8::MAX), Err(PlaceError::Beyond { .. })));
    }
}
