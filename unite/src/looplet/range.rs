//! The part of the line that a loop iterates over.

use std::ops::ControlFlow;

use super::{Flow, Kind, Mixed, Points, Segments};
use crate::continuous::{Coord, Cut};

/// The part of the line that a loop iterates over. The methods that clip are overridden where nothing is to be clipped,
/// so that such ranges cost nothing.
///
/// ```
/// use unite::continuous::{Coord, Cut};
/// use unite::looplet::{At, Between, Everywhere, Range};
///
/// let part = Between { lo: 1.0.before(), hi: 3.0.after() }; // [1, 3]
/// assert_eq!((part.start(0.0.before()), part.stop(2.0.before())), (1.0.before(), 2.0.before()));
/// assert_eq!(Everywhere.start(Cut::<f64>::FIRST), Cut::FIRST);
/// assert!(At(2.0).beyond(2.0.after()));
/// ```
pub trait Range<C: Coord>: Copy {
    /// The kind of the range: a point, a segment, or either.
    type Kind: Kind;

    /// `true` if pieces may lie before the range, so that the loop has to search for the first one.
    const SOUGHT: bool = true;

    /// `true` if the body of the loop is to be a part of the code once, since it has loops inside: see [`Once`].
    const ONCE: bool = false;

    /// `true` if the body is called for single places, those of a stride: see [`ByStride`](super::ByStride).
    const STRIDED: bool = false;

    /// Returns the number of places from `_first` to the next one of the stride, and the number from one to the next.
    #[inline(always)]
    fn steps_from(&self, _first: C) -> (usize, usize) {
        (0, 1)
    }

    /// Breaks off if a region has infinitely many places of the stride.
    #[inline(always)]
    fn check(&self, _lo: Cut<C>, _hi: Cut<C>) -> Flow {
        ControlFlow::Continue(())
    }

    /// Returns whether the body has an effect only where what all operands hold meets along the next axis: see [`Once`].
    #[inline(always)]
    fn joins(&self) -> bool {
        false
    }

    /// Returns the start of the range.
    fn lo(&self) -> Cut<C>;
    /// Returns the stop of the range.
    fn hi(&self) -> Cut<C>;

    /// Returns the later of a piece's start and the range's start.
    #[inline(always)]
    fn start(&self, start: Cut<C>) -> Cut<C> {
        start.max(self.lo())
    }

    /// Returns the earlier of a piece's stop and the range's stop.
    #[inline(always)]
    fn stop(&self, stop: Cut<C>) -> Cut<C> {
        stop.min(self.hi())
    }

    /// Clips like [`stop`](Range::stop), but also for a gap in which no operand has a piece.
    #[inline(always)]
    fn stop_of_gap(&self, stop: Cut<C>) -> Cut<C> {
        self.stop(stop)
    }

    /// Returns whether a piece that starts at `start` lies after the range.
    #[inline(always)]
    fn beyond(&self, start: Cut<C>) -> bool {
        start >= self.hi()
    }
}

/// All of the line, `-inf:inf`.
#[derive(Debug, Clone, Copy)]
pub struct Everywhere;

impl<C: Coord> Range<C> for Everywhere {
    type Kind = Segments;

    const SOUGHT: bool = false;

    #[inline(always)]
    fn lo(&self) -> Cut<C> {
        Cut::FIRST
    }

    #[inline(always)]
    fn hi(&self) -> Cut<C> {
        Cut::LAST
    }

    #[inline(always)]
    fn start(&self, start: Cut<C>) -> Cut<C> {
        start
    }

    #[inline(always)]
    fn stop(&self, stop: Cut<C>) -> Cut<C> {
        stop
    }

    #[inline(always)]
    fn beyond(&self, _start: Cut<C>) -> bool {
        false
    }
}

/// The part of the line between two cuts.
#[derive(Debug, Clone, Copy)]
pub struct Between<C> {
    /// The start of the range.
    pub lo: Cut<C>,
    /// The stop of the range.
    pub hi: Cut<C>,
}

impl<C: Coord> Range<C> for Between<C> {
    type Kind = Mixed;

    #[inline(always)]
    fn lo(&self) -> Cut<C> {
        self.lo
    }

    #[inline(always)]
    fn hi(&self) -> Cut<C> {
        self.hi
    }
}

/// The part of the line between two cuts, in which all pieces of some operand lie. Where only intersections of all
/// operands matter, pieces are not clipped, which costs as little as [`Everywhere`]; gaps are clipped.
///
/// ```
/// use unite::continuous::Coord;
/// use unite::looplet::{Range, Within};
///
/// let extent = Within { lo: 1.0.before(), hi: 3.0.after() };
/// assert_eq!((extent.stop(9.0.before()), extent.stop_of_gap(9.0.before())), (9.0.before(), 3.0.after()));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Within<C> {
    /// The start of the range.
    pub lo: Cut<C>,
    /// The stop of the range.
    pub hi: Cut<C>,
}

impl<C: Coord> Range<C> for Within<C> {
    type Kind = Mixed;

    const SOUGHT: bool = false;

    #[inline(always)]
    fn lo(&self) -> Cut<C> {
        self.lo
    }

    #[inline(always)]
    fn hi(&self) -> Cut<C> {
        self.hi
    }

    #[inline(always)]
    fn start(&self, start: Cut<C>) -> Cut<C> {
        start
    }

    #[inline(always)]
    fn stop(&self, stop: Cut<C>) -> Cut<C> {
        stop
    }

    #[inline(always)]
    fn stop_of_gap(&self, stop: Cut<C>) -> Cut<C> {
        stop.min(self.hi)
    }

    #[inline(always)]
    fn beyond(&self, _start: Cut<C>) -> bool {
        false
    }
}

/// A single place.
#[derive(Debug, Clone, Copy)]
pub struct At<C>(pub C);

impl<C: Coord> Range<C> for At<C> {
    type Kind = Points;

    #[inline(always)]
    fn lo(&self) -> Cut<C> {
        self.0.before()
    }

    #[inline(always)]
    fn hi(&self) -> Cut<C> {
        self.0.after()
    }
}

/// A range of a loop whose body has loops inside. Such a body is called at a single place of the code, however many ways
/// to iterate there are, so that the code of nested loops stays small.
#[derive(Debug, Clone, Copy)]
pub struct Once<R> {
    /// The range.
    pub range: R,
    /// `true` if the body has no effect but that of one loop, along the next axis of all operands that have one, in which all of
    /// them are multiplied. Pairs of pieces that overlap are then passed over if what they hold along that axis is apart.
    pub joins: bool,
}

impl<C: Coord, R: Range<C>> Range<C> for Once<R> {
    type Kind = R::Kind;

    const SOUGHT: bool = R::SOUGHT;
    const ONCE: bool = true;
    const STRIDED: bool = R::STRIDED;

    #[inline(always)]
    fn steps_from(&self, first: C) -> (usize, usize) {
        self.range.steps_from(first)
    }

    #[inline(always)]
    fn check(&self, lo: Cut<C>, hi: Cut<C>) -> Flow {
        self.range.check(lo, hi)
    }

    #[inline(always)]
    fn joins(&self) -> bool {
        self.joins
    }

    #[inline(always)]
    fn lo(&self) -> Cut<C> {
        self.range.lo()
    }

    #[inline(always)]
    fn hi(&self) -> Cut<C> {
        self.range.hi()
    }

    #[inline(always)]
    fn start(&self, start: Cut<C>) -> Cut<C> {
        self.range.start(start)
    }

    #[inline(always)]
    fn stop(&self, stop: Cut<C>) -> Cut<C> {
        self.range.stop(stop)
    }

    #[inline(always)]
    fn stop_of_gap(&self, stop: Cut<C>) -> Cut<C> {
        self.range.stop_of_gap(stop)
    }

    #[inline(always)]
    fn beyond(&self, start: Cut<C>) -> bool {
        self.range.beyond(start)
    }
}
