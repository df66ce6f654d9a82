//! Steppers: pieces one after the other.

use unite_ir::looplets::Nest;

use super::{Arrays, Kind, Looplet, Names};
use crate::continuous::{Coord, Cut};

/// Pieces that lie in storage in their order along the line, and do not overlap: piece `p + 1` starts where `p` stops or
/// after. A handle of a few slices, that is copied. Positions are those of the storage, which may hold other fibers too: a
/// [`Stepper`] is told which are meant, and asks for no others.
///
/// ```
/// use unite::continuous::{Coord, Cut};
/// use unite::looplet::{Arrays, Looplet, Pieces, Points, Stepper};
///
/// #[derive(Clone, Copy)]
/// struct Spots<'a>(&'a [f64]);
///
/// impl Pieces for Spots<'_> {
///     type Coord = f64;
///     type Payload = usize;
///     type Kind = Points;
///
///     fn start(&self, p: usize) -> Cut<f64> {
///         self.0[p].before()
///     }
///     fn stop(&self, p: usize) -> Cut<f64> {
///         self.0[p].after()
///     }
///     fn payload(&self, p: usize) -> usize {
///         p
///     }
///     fn arrays(&self) -> Arrays {
///         Arrays::closed("spots", "spots")
///     }
/// }
///
/// let mut stepper = Stepper::new(Spots(&[1.0, 2.5, 4.0, 7.0]), 0, 4);
/// stepper.seek(3.0.before());
/// assert_eq!((stepper.start(), stepper.payload(), stepper.remaining()), (4.0.before(), 2, 2));
/// ```
pub trait Pieces: Copy {
    /// Where they lie.
    type Coord: Coord;
    /// What they hold.
    type Payload: Copy;
    /// What is known of their length.
    type Kind: Kind;

    /// Where piece `p` starts.
    fn start(&self, p: usize) -> Cut<Self::Coord>;
    /// Where piece `p` stops.
    fn stop(&self, p: usize) -> Cut<Self::Coord>;
    /// What piece `p` holds.
    fn payload(&self, p: usize) -> Self::Payload;

    /// What the arrays are called, to print them.
    fn arrays(&self) -> Arrays {
        Arrays::closed("left", "right")
    }
}

/// The same pieces from right to left: each coordinate is negated.
#[derive(Debug, Clone, Copy)]
pub struct Reversed<S> {
    pieces: S,
    last: usize,
}

impl<S: Pieces> Reversed<S> {
    /// Pieces `first` up to `end`, numbered from the last one: a stepper over them goes from 0.
    #[inline(always)]
    pub fn new(pieces: S, end: usize) -> Self {
        Reversed { pieces, last: end.wrapping_sub(1) }
    }
}

impl<S: Pieces> Pieces for Reversed<S> {
    type Coord = S::Coord;
    type Payload = S::Payload;
    type Kind = S::Kind;

    #[inline(always)]
    fn start(&self, p: usize) -> Cut<S::Coord> {
        self.pieces.stop(self.last - p).negated()
    }

    #[inline(always)]
    fn stop(&self, p: usize) -> Cut<S::Coord> {
        self.pieces.start(self.last - p).negated()
    }

    #[inline(always)]
    fn payload(&self, p: usize) -> S::Payload {
        self.pieces.payload(self.last - p)
    }

    fn arrays(&self) -> Arrays {
        self.pieces.arrays().reversed()
    }
}

/// Pieces one after the other, found by going on or by galloping.
#[derive(Debug, Clone, Copy)]
pub struct Stepper<S> {
    pieces: S,
    p: usize,
    end: usize,
}

impl<S: Pieces> Stepper<S> {
    /// The pieces from `first` up to `end`, that one not included.
    #[inline(always)]
    pub fn new(pieces: S, first: usize, end: usize) -> Self {
        Stepper { pieces, p: first, end }
    }
}

impl<S: Pieces> Looplet for Stepper<S> {
    type Coord = S::Coord;
    type Payload = S::Payload;
    type Kind = S::Kind;

    #[inline(always)]
    fn seek_where(&mut self, _near: Cut<S::Coord>, past: impl Fn(Cut<S::Coord>) -> bool) {
        if self.p < self.end && past(self.pieces.stop(self.p)) {
            // A copy, so that the search, which is a call, does not hold on to the stepper: it stays in registers.
            let pieces = self.pieces;
            self.p = gallop(self.p, self.end, |p| past(pieces.stop(p)));
        }
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.p >= self.end
    }

    #[inline(always)]
    fn start(&self) -> Cut<S::Coord> {
        self.pieces.start(self.p)
    }

    #[inline(always)]
    fn stop(&self) -> Cut<S::Coord> {
        self.pieces.stop(self.p)
    }

    #[inline(always)]
    fn payload(&self) -> S::Payload {
        self.pieces.payload(self.p)
    }

    #[inline(always)]
    fn next_if(&mut self, condition: bool) {
        self.p += usize::from(condition);
    }

    #[inline(always)]
    fn remaining(&self) -> usize {
        self.end - self.p
    }

    fn describe(&self, names: &Names<'_, S::Coord>) -> Nest {
        names.stored(self.pieces)
    }
}

/// The first of `from + 1` up to `end` that is not past, or `end`: steps that double, then halves. `from` is past.
#[inline(always)]
pub(crate) fn gallop(from: usize, end: usize, past: impl Fn(usize) -> bool) -> usize {
    let mut step = 1;
    let mut low = from;
    while step < end - low && past(low + step) {
        low += step;
        step *= 2;
    }
    let mut len = step.min(end - low) - 1;
    low += 1;
    while len > 0 {
        let half = len / 2;
        let beyond = !past(low + half);
        low = if beyond { low } else { low + half + 1 };
        len = if beyond { half } else { len - half - 1 };
    }
    low
}
