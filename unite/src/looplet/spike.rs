//! Something at a single place, fill elsewhere.

use unite_ir::looplets::Nest;

use super::{Looplet, Names, Points};
use crate::continuous::{Coord, Cut};

/// One piece that is a single place.
///
/// ```
/// use unite::continuous::Coord;
/// use unite::looplet::{Looplet, Spike};
///
/// let spike = Spike::new(2.5, 'a');
/// assert_eq!((spike.start(), spike.stop()), (2.5.before(), 2.5.after()));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Spike<C, P> {
    place: C,
    payload: P,
    passed: bool,
}

impl<C: Coord, P> Spike<C, P> {
    /// What is at a place.
    #[inline(always)]
    pub fn new(place: C, payload: P) -> Self {
        Spike { place, payload, passed: false }
    }
}

impl<C: Coord, P: Copy> Looplet for Spike<C, P> {
    type Coord = C;
    type Payload = P;
    type Kind = Points;

    #[inline(always)]
    fn seek_where(&mut self, _near: Cut<C>, past: impl Fn(Cut<C>) -> bool) {
        self.passed |= past(self.place.after());
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.passed
    }

    #[inline(always)]
    fn start(&self) -> Cut<C> {
        self.place.before()
    }

    #[inline(always)]
    fn stop(&self) -> Cut<C> {
        self.place.after()
    }

    #[inline(always)]
    fn payload(&self) -> P {
        self.payload
    }

    #[inline(always)]
    fn next_if(&mut self, condition: bool) {
        self.passed |= condition;
    }

    #[inline(always)]
    fn remaining(&self) -> usize {
        usize::from(!self.passed)
    }

    fn describe(&self, names: &Names<'_, C>) -> Nest {
        names.pieces([(self.place.before(), self.place.after(), names.tensor.into())])
    }
}
