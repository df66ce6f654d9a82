//! Steppers: looplets over stored pieces, one after the other.

use unite_ir::explain::looplets::Nest;

use super::{Arrays, Kind, Looplet, Names};
use crate::continuous::{Coord, Cut};

/// Pieces stored in their order along the line, without overlap: piece `p + 1` starts where `p` stops or after. An
/// implementation is a `Copy` handle of a few slices. Positions are those of the storage, which may hold other fibers
/// too; a [`Stepper`] accesses only the positions of its own range.
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
    /// The coordinate of the line.
    type Coord: Coord;
    /// The value that a piece holds.
    type Payload: Copy;
    /// The kind of the pieces.
    type Kind: Kind;

    /// `true` if each piece starts where the one before it stops.
    const ADJACENT: bool = false;

    /// Returns the start of piece `p`.
    fn start(&self, p: usize) -> Cut<Self::Coord>;
    /// Returns the stop of piece `p`.
    fn stop(&self, p: usize) -> Cut<Self::Coord>;
    /// Returns the value of piece `p`.
    fn payload(&self, p: usize) -> Self::Payload;

    /// Returns the pieces up to `_end`, exclusive, for a loop. An implementation may check here, once, what it would check for each
    /// piece.
    #[inline(always)]
    #[must_use]
    fn up_to(self, _end: usize) -> Self {
        self
    }

    /// Returns the names of the arrays, for printing.
    fn arrays(&self) -> Arrays {
        Arrays::closed("left", "right")
    }
}

/// The same pieces from right to left, with each coordinate negated.
#[derive(Debug, Clone, Copy)]
pub struct Reversed<S> {
    pieces: S,
    last: usize,
}

impl<S: Pieces> Reversed<S> {
    /// Creates the pieces before `end`, numbered backward from `end - 1`: a stepper over them starts at 0.
    #[inline(always)]
    pub fn new(pieces: S, end: usize) -> Self {
        Reversed { pieces, last: end.wrapping_sub(1) }
    }
}

impl<S: Pieces> Pieces for Reversed<S> {
    type Coord = S::Coord;
    type Payload = S::Payload;
    type Kind = S::Kind;

    const ADJACENT: bool = S::ADJACENT;

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

/// A looplet over stored pieces, searched by galloping.
#[derive(Debug, Clone, Copy)]
pub struct Stepper<S> {
    pieces: S,
    p: usize,
    end: usize,
}

impl<S: Pieces> Stepper<S> {
    /// Creates a stepper over the pieces from `first` up to `end`, exclusive.
    #[inline(always)]
    pub fn new(pieces: S, first: usize, end: usize) -> Self {
        Stepper { pieces, p: first, end }
    }
}

impl<S: Pieces> Looplet for Stepper<S> {
    type Coord = S::Coord;
    type Payload = S::Payload;
    type Kind = S::Kind;

    const TRUNCATES: bool = true;
    const ADJACENT: bool = S::ADJACENT;

    #[inline(always)]
    fn last_stop(&self) -> Cut<S::Coord> {
        self.pieces.stop(self.end - 1)
    }

    #[inline(always)]
    fn prechecked(self) -> Self {
        Stepper { pieces: self.pieces.up_to(self.end), ..self }
    }

    #[inline(always)]
    fn seek_where(&mut self, _near: Cut<S::Coord>, past: impl Fn(Cut<S::Coord>) -> bool) {
        if self.p < self.end && past(self.pieces.stop(self.p)) {
            // A copy, so that the search, a function call, does not borrow the stepper, which then stays in registers.
            let pieces = self.pieces;
            self.p = gallop(self.p, self.end, |p| past(pieces.stop(p)));
        }
    }

    #[inline(always)]
    fn truncate(&mut self, hi: Cut<S::Coord>) {
        let mut cut = usize::MAX;
        if self.p < self.end && self.pieces.start(self.end - 1) >= hi {
            let pieces = self.pieces;
            let inside = |p: usize| pieces.start(p) < hi;
            cut = if inside(self.p) { gallop(self.p, self.end, inside) } else { self.p };
        }
        // The minimum tells the compiler that the end is still one of the slices.
        self.end = self.end.min(cut);
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

/// Returns the first position from `from + 1` up to `end` that is not past, or `end`. The search doubles its steps,
/// then bisects. `from` itself must be past.
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
