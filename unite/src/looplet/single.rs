//! A single piece, with fill before and after it.

use super::{Looplet, Mixed};
use crate::continuous::{Coord, Cut};

/// A single piece.
#[derive(Debug, Clone, Copy)]
pub struct Single<C, P> {
    start: Cut<C>,
    stop: Cut<C>,
    payload: P,
    done: bool,
}

impl<C: Coord, P: Copy> Single<C, P> {
    /// `payload` from `start` to `stop`.
    ///
    /// ```
    /// use unite::continuous::Coord;
    /// use unite::looplet::{Looplet, Single};
    ///
    /// let mut piece = Single::new(1.0.before(), 3.0.after(), "a"); // on [1, 3]
    /// piece.seek(3.0.before());
    /// assert_eq!((piece.done(), piece.payload()), (false, "a"));
    /// piece.seek(3.0.after());
    /// assert!(piece.done());
    /// ```
    #[inline(always)]
    pub fn new(start: Cut<C>, stop: Cut<C>, payload: P) -> Self {
        Single { start, stop, payload, done: false }
    }
}

impl<C: Coord, P: Copy> Looplet for Single<C, P> {
    type Coord = C;
    type Payload = P;
    type Kind = Mixed;

    #[inline(always)]
    fn seek_where(&mut self, _near: Cut<C>, past: impl Fn(Cut<C>) -> bool) {
        self.done |= past(self.stop);
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.done
    }

    #[inline(always)]
    fn start(&self) -> Cut<C> {
        self.start
    }

    #[inline(always)]
    fn stop(&self) -> Cut<C> {
        self.stop
    }

    #[inline(always)]
    fn payload(&self) -> P {
        self.payload
    }

    #[inline(always)]
    fn next_if(&mut self, condition: bool) {
        self.done |= condition;
    }

    #[inline(always)]
    fn remaining(&self) -> usize {
        usize::from(!self.done)
    }
}
