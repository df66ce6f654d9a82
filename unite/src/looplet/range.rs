//! The part of the line that a loop goes over.

use super::{Kind, Mixed, Points, Segments};
use crate::continuous::{Coord, Cut};

/// The part of the line that a loop goes over. All of it costs nothing: each method that clips says there that nothing is to
/// be clipped.
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
    /// What is known of its length.
    type Kind: Kind;

    /// Whether pieces may lie before it, so that the first one has to be searched for.
    const SOUGHT: bool = true;

    /// Where it starts.
    fn lo(&self) -> Cut<C>;
    /// Where it stops.
    fn hi(&self) -> Cut<C>;

    /// The later one of a piece's start and its own.
    #[inline(always)]
    fn start(&self, start: Cut<C>) -> Cut<C> {
        start.max(self.lo())
    }

    /// The earlier one of a piece's stop and its own.
    #[inline(always)]
    fn stop(&self, stop: Cut<C>) -> Cut<C> {
        stop.min(self.hi())
    }

    /// [`stop`](Range::stop) of a part that may be a gap: where no operand has a piece.
    #[inline(always)]
    fn stop_of_gap(&self, stop: Cut<C>) -> Cut<C> {
        self.stop(stop)
    }

    /// Whether a piece that starts there lies beyond it.
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

/// What lies between two cuts.
#[derive(Debug, Clone, Copy)]
pub struct Between<C> {
    /// Where it starts.
    pub lo: Cut<C>,
    /// Where it stops.
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

/// What lies between two cuts, if all pieces of some operand do: where only pieces of all operands matter none is clipped,
/// which costs as little as [`Everywhere`]; gaps are.
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
    /// Where it starts.
    pub lo: Cut<C>,
    /// Where it stops.
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
