//! Grids: intervals of one length that start at multiples of one stride.

use std::marker::PhantomData;

use super::Ends;
use crate::continuous::{Coord, Cut, Interval};
use crate::level::LevelError;

/// A grid of the intervals `stride * x + [0, length]`, with ends `E`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::level) struct Grid<E, C> {
    stride: C,
    length: C,
    /// The number of strides in `length` if that is a whole number, else 0.
    strides: C,
    /// The part of `length` that `strides` does not cover.
    rest: C,
    ends: PhantomData<E>,
}

impl<E: Ends, C: Coord> Grid<E, C> {
    /// Creates a grid.
    pub(in crate::level) fn new(stride: C, length: C) -> Result<Self, LevelError> {
        let zero = C::default();
        let grid = Grid { stride, length, strides: zero, rest: length, ends: PhantomData };
        if !(stride > zero && stride < C::HIGHEST) {
            return Err(grid.wrong("the stride must be a finite number above zero"));
        }
        if !(length >= zero && length < C::HIGHEST) {
            return Err(grid.wrong("the length must be a finite number, zero or above"));
        }
        if E::start(zero) >= E::stop(length) {
            return Err(grid.wrong("an interval with these ends is empty; close its ends or choose another length"));
        }
        let strides = length.quotients(stride)[0];
        let whole = strides < C::HIGHEST && strides.times(stride) == length;
        Ok(if whole { Grid { strides, rest: zero, ..grid } } else { grid })
    }

    fn wrong(&self, reason: &'static str) -> LevelError {
        let (stride, length) = (self.stride.to_string(), self.length.to_string());
        LevelError::Grid { stride, length, ends: E::SHOWN, reason }
    }

    fn irregular(&self, lo: Cut<C>, hi: Cut<C>, reason: &'static str) -> LevelError {
        let (stride, length) = (self.stride.to_string(), self.length.to_string());
        LevelError::Irregular { piece: Interval::between(lo, hi).to_string(), stride, length, ends: E::SHOWN, reason }
    }

    pub(in crate::level) fn stride(&self) -> C {
        self.stride
    }

    pub(in crate::level) fn length(&self) -> C {
        self.length
    }

    /// Returns the cut at which interval `x` starts.
    #[inline(always)]
    pub(in crate::level) fn start(&self, x: C) -> Cut<C> {
        E::start(x.times(self.stride))
    }

    /// Returns the cut at which interval `x` stops.
    #[inline(always)]
    pub(in crate::level) fn stop(&self, x: C) -> Cut<C> {
        E::stop(x.plus(self.strides).times(self.stride).plus(self.rest))
    }

    /// Returns interval `x`.
    pub(in crate::level) fn interval(&self, x: C) -> Interval<C> {
        Interval::between(self.start(x), self.stop(x))
    }

    /// Checks that interval `x` is finite and not empty.
    pub(in crate::level) fn holds(&self, x: C) -> Result<(), LevelError> {
        let (lo, hi) = (self.start(x), self.stop(x));
        if !(lo.value > C::LOWEST && hi.value < C::HIGHEST) {
            return Err(self.irregular(lo, hi, "it is infinite"));
        }
        if lo < hi { Ok(()) } else { Err(self.irregular(lo, hi, "it is empty when its ends are rounded")) }
    }

    /// Returns the number of the interval between two cuts.
    pub(in crate::level) fn number_of(&self, lo: Cut<C>, hi: Cut<C>) -> Result<C, LevelError> {
        let wrong = |reason| Err(self.irregular(lo, hi, reason));
        let (Some(a), Some(b)) = (E::start_of(lo), E::stop_of(hi)) else { return wrong("it has other ends") };
        if !(a > C::LOWEST && b < C::HIGHEST) {
            return wrong("it is infinite");
        }
        let mut starts = false;
        for x in a.quotients(self.stride) {
            if self.start(x) == lo {
                if self.stop(x) == hi {
                    return Ok(x);
                }
                starts = true;
            }
        }
        wrong(if starts { "it has another length" } else { "no multiple of the stride is where it starts" })
    }
}
