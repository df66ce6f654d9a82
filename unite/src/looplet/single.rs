//! Looplets with one piece: all of the line, a single place, or a range between two cuts.

use std::marker::PhantomData;

use unite_ir::explain::looplets::Nest;

use super::{At, Between, Everywhere, Looplet, Names, Piece, Range};
use crate::continuous::{Coord, Cut};

/// A looplet with one piece that covers a [`Range`]: [`Run`], [`Spike`] or [`Single`].
#[derive(Debug, Clone, Copy)]
pub struct One<R, C, P> {
    range: R,
    payload: P,
    passed: bool,
    line: PhantomData<C>,
}

/// A looplet with one piece that covers all of the line.
///
/// ```
/// use unite::continuous::Cut;
/// use unite::looplet::{Looplet, Run};
///
/// let mut seven = Run::<f64, _>::new(7);
/// assert_eq!((seven.start(), seven.stop(), seven.payload()), (Cut::FIRST, Cut::LAST, 7));
/// seven.next_if(true);
/// assert!(seven.done());
/// ```
pub type Run<C, P> = One<Everywhere, C, P>;

/// A looplet with one piece at a single place.
///
/// ```
/// use unite::continuous::Coord;
/// use unite::looplet::{Looplet, Spike};
///
/// let spike = Spike::new(2.5, 'a');
/// assert_eq!((spike.start(), spike.stop()), (2.5.before(), 2.5.after()));
/// ```
pub type Spike<C, P> = One<At<C>, C, P>;

/// A looplet with one piece between two cuts.
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
pub type Single<C, P> = One<Between<C>, C, P>;

impl<R, C, P> One<R, C, P> {
    /// Creates a piece that holds `payload` on `range`.
    #[inline(always)]
    pub fn on(range: R, payload: P) -> Self {
        One { range, payload, passed: false, line: PhantomData }
    }
}

impl<C, P> Run<C, P> {
    /// Creates a piece that holds `payload` everywhere.
    #[inline(always)]
    pub fn new(payload: P) -> Self {
        One::on(Everywhere, payload)
    }
}

impl<C, P> Spike<C, P> {
    /// Creates a piece that holds `payload` at `place`.
    #[inline(always)]
    pub fn new(place: C, payload: P) -> Self {
        One::on(At(place), payload)
    }
}

impl<C, P> Single<C, P> {
    /// Creates a piece that holds `payload` from `start` to `stop`.
    #[inline(always)]
    pub fn new(start: Cut<C>, stop: Cut<C>, payload: P) -> Self {
        One::on(Between { lo: start, hi: stop }, payload)
    }
}

impl<R: Range<C>, C: Coord, P: Copy> Looplet for One<R, C, P> {
    type Coord = C;
    type Payload = P;
    type Kind = R::Kind;

    #[inline(always)]
    fn seek_where(&mut self, _near: Cut<C>, past: impl Fn(Cut<C>) -> bool) {
        self.passed |= past(self.range.hi());
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.passed
    }

    #[inline(always)]
    fn start(&self) -> Cut<C> {
        self.range.lo()
    }

    #[inline(always)]
    fn stop(&self) -> Cut<C> {
        self.range.hi()
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

    #[inline(always)]
    fn only_piece(&self) -> Option<Piece<C, P>> {
        // A loop over a place may have a point elsewhere than the point has itself.
        (!Self::SINGLE && !self.passed).then(|| (self.range.lo(), self.range.hi(), self.payload))
    }

    fn describe(&self, names: &Names<'_, C>) -> Nest {
        names.pieces([(self.range.lo(), self.range.hi(), names.tensor.into())])
    }
}
