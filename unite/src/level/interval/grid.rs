//! Grids: intervals of one length that start at multiples of one stride.

use std::marker::PhantomData;

use super::Ends;
use crate::continuous::{Coord, Cut, Interval};
use crate::level::LevelError;

/// The intervals `stride * x + [0, length]`, with ends `E`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::level) struct Grid<E, C> {
    stride: C,
    length: C,
    /// Strides in `length`, if they are a whole number of them; else 0.
    strides: C,
    /// What `length` has besides.
    rest: C,
    ends: PhantomData<E>,
}

impl<E: Ends, C: Coord> Grid<E, C> {
    /// A grid, of a stride and a length that make intervals.
    pub(in crate::level) fn new(stride: C, length: C) -> Result<Self, LevelError> {
        let zero = C::default();
        let grid = Grid { stride, length, strides: zero, rest: length, ends: PhantomData };
        if !(stride > zero && stride < C::HIGHEST) {
            return Err(grid.wrong("the stride is a number above zero"));
        }
        if !(length >= zero && length < C::HIGHEST) {
            return Err(grid.wrong("the length is a number, zero or above"));
        }
        if E::start(zero) >= E::stop(length) {
            return Err(grid.wrong("no place lies between such ends; close them, or take another length"));
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

    /// Where the interval with the number `x` starts.
    #[inline(always)]
    pub(in crate::level) fn start(&self, x: C) -> Cut<C> {
        E::start(x.times(self.stride))
    }

    /// Where the interval with the number `x` stops.
    #[inline(always)]
    pub(in crate::level) fn stop(&self, x: C) -> Cut<C> {
        E::stop(x.plus(self.strides).times(self.stride).plus(self.rest))
    }

    /// The interval with the number `x`.
    pub(in crate::level) fn interval(&self, x: C) -> Interval<C> {
        Interval::between(self.start(x), self.stop(x))
    }

    /// The interval with the number `x` is one, and finite.
    pub(in crate::level) fn holds(&self, x: C) -> Result<(), LevelError> {
        let (lo, hi) = (self.start(x), self.stop(x));
        if !(lo.value > C::LOWEST && hi.value < C::HIGHEST) {
            return Err(self.irregular(lo, hi, "it is infinite"));
        }
        if lo < hi { Ok(()) } else { Err(self.irregular(lo, hi, "it is empty when its ends are rounded")) }
    }

    /// The number of the interval between two cuts.
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
