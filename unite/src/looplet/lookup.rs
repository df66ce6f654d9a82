//! Lookups: one piece for each integer of a range, found by arithmetic.
//!
//! ```text
//!   first   first + 1          first + end - 1
//!  [ k=0 )[ k=1 )[ k=2 ) ... [ k=end-1 )          fill on both sides
//! ```

use unite_ir::explain::looplets::Nest;

use super::{Looplet, Names, Points, Protocol, Way};
use crate::continuous::{Coord, Cut, Integer};

/// Values at consecutive integers, numbered from 0.
pub trait Places: Copy {
    /// The coordinate of the line.
    type Coord: Integer;
    /// The value at one integer.
    type Payload: Copy;

    /// The direction in which the array is read, for printing.
    const WAY: Way = Way::Forward;

    /// `true` if [`touch`](Places::touch) reads memory.
    const TOUCHES: bool = false;

    /// Returns the value of number `k`.
    fn payload(&self, k: usize) -> Self::Payload;

    /// Returns whether there are `_len` places or more. The default returns `false`, which is always allowed.
    #[inline(always)]
    fn holds(&self, _len: usize) -> bool {
        false
    }

    /// Returns the `len` places from number `first` on, numbered from 0.
    #[must_use]
    fn part(self, first: usize, len: usize) -> Self;

    /// Reads the ends of the value of number `_k`, if it is there, so that they are in the cache when a loop gets there. The default
    /// reads nothing.
    #[inline(always)]
    fn touch(&self, _k: usize) {}
}

/// The same places from right to left.
#[derive(Debug, Clone, Copy)]
pub struct Mirrored<S> {
    places: S,
    last: usize,
}

impl<S: Places> Mirrored<S> {
    /// Creates the places 0 up to `len`, numbered from the last one.
    #[inline(always)]
    pub fn new(places: S, len: usize) -> Self {
        Mirrored { places, last: len.wrapping_sub(1) }
    }
}

impl<S: Places> Places for Mirrored<S> {
    type Coord = S::Coord;
    type Payload = S::Payload;

    const WAY: Way = Way::Backward;

    #[inline(always)]
    fn payload(&self, k: usize) -> S::Payload {
        self.places.payload(self.last - k)
    }

    #[inline(always)]
    fn part(self, first: usize, len: usize) -> Self {
        match self.last.wrapping_add(1).wrapping_sub(first).checked_sub(len) {
            Some(end) => Mirrored::new(self.places.part(end, len), len),
            None => self,
        }
    }
}

/// One piece for each integer of a range, found by arithmetic. Its [protocol](Looplet::PROTOCOL) is to leap: other
/// operands lead it.
#[derive(Debug, Clone, Copy)]
pub struct Lookup<S: Places> {
    places: S,
    first: S::Coord,
    k: usize,
    end: usize,
}

impl<S: Places> Lookup<S> {
    /// Creates a lookup over the `len` integers from `first` on.
    #[inline(always)]
    pub fn new(places: S, first: S::Coord, len: usize) -> Self {
        Lookup { places, first, k: 0, end: len }
    }

    /// Returns the stop of place `k`.
    #[inline(always)]
    fn stop_of(&self, k: usize) -> Cut<S::Coord> {
        self.first.step(k).after()
    }
}

impl<S: Places> Looplet for Lookup<S> {
    type Coord = S::Coord;
    type Payload = S::Payload;
    type Kind = Points;

    const PROTOCOL: Protocol = Protocol::Leap;
    const LOCATED: bool = true;
    const TOUCHES: bool = S::TOUCHES;

    #[inline(always)]
    fn bounds(&self) -> (Cut<S::Coord>, Cut<S::Coord>) {
        (self.start(), self.first.step(self.end).before())
    }

    #[inline(always)]
    fn narrowed(self, first: u64, len: usize) -> Self {
        let k = first.wrapping_sub(self.first.bits()) as usize;
        Lookup { places: self.places.part(k, len), first: self.first.step(k), k: 0, end: len }
    }

    #[inline(always)]
    fn begins_at(&self, first: u64, len: usize) -> bool {
        (first == self.first.bits()) & self.places.holds(len)
    }

    #[inline(always)]
    fn touch_at(&self, k: usize) {
        self.places.touch(k);
    }

    #[inline(always)]
    fn payload_at(&self, k: usize) -> S::Payload {
        self.places.payload(k)
    }

    #[inline(always)]
    fn seek_where(&mut self, near: Cut<S::Coord>, past: impl Fn(Cut<S::Coord>) -> bool) {
        // The place before `near` is exact, except for maps that round, where it is off by a few places.
        let mut k = near.value.steps_from(self.first).min(self.end).max(self.k);
        while k < self.end && past(self.stop_of(k)) {
            k += 1;
        }
        while k > self.k && !past(self.stop_of(k - 1)) {
            k -= 1;
        }
        self.k = k;
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.k >= self.end
    }

    #[inline(always)]
    fn start(&self) -> Cut<S::Coord> {
        self.first.step(self.k).before()
    }

    #[inline(always)]
    fn stop(&self) -> Cut<S::Coord> {
        self.stop_of(self.k)
    }

    #[inline(always)]
    fn payload(&self) -> S::Payload {
        self.places.payload(self.k)
    }

    #[inline(always)]
    fn next_if(&mut self, condition: bool) {
        self.k += usize::from(condition);
    }

    #[inline(always)]
    fn remaining(&self) -> usize {
        self.end - self.k
    }

    fn describe(&self, names: &Names<'_, S::Coord>) -> Nest {
        if self.done() {
            return names.fill();
        }
        names.located(self.start(), self.stop_of(self.end - 1), self.first, S::WAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy)]
    struct Numbers;

    impl Places for Numbers {
        type Coord = i64;
        type Payload = usize;

        fn payload(&self, k: usize) -> usize {
            k
        }

        fn part(self, _first: usize, _len: usize) -> Self {
            self
        }
    }

    #[test]
    fn a_seek_finds_the_first_place_that_is_not_past_whatever_is_near() {
        for near in [i64::MIN, -9, -3, -1, 0, 2, 4, 5, i64::MAX] {
            for limit in -5..8i64 {
                let mut lookup = Lookup::new(Numbers, -3, 8);
                lookup.seek_where(near.before(), |stop| stop <= limit.before());
                let expected = (limit + 3).clamp(0, 8);
                assert_eq!(lookup.remaining(), 8 - expected as usize, "near {near}, limit {limit}");
                if !lookup.done() {
                    assert_eq!((lookup.start().value, lookup.payload()), (expected - 3, expected as usize));
                }
            }
        }
    }

    #[test]
    fn a_seek_goes_never_back() {
        let mut lookup = Lookup::new(Numbers, 0, 8);
        lookup.seek(5i64.before());
        lookup.seek(2i64.before());
        assert_eq!(lookup.payload(), 5);
    }

    #[test]
    fn mirrored_places_are_numbered_from_the_last() {
        let mut lookup = Lookup::new(Mirrored::new(Numbers, 4), -3, 4);
        lookup.next_if(true);
        assert_eq!((lookup.start().value, lookup.payload()), (-2, 2));
    }
}
