//! Intervals in a regular grid: all have one length, and start at multiples of one stride ("The Continuous Tensor
//! Abstraction", Fig. 11). Each is stored as its multiple, which may be fractional.
//!
//! ```text
//!   0   1   2   3   4              stride 1, length 1, ends [a, b)
//!   [---)   [---[---)              x      0  2  3
//!     A       B   C                child  A  B  C
//!
//!   0   1   2   3   4              stride 1, length 0, ends [a, b]
//!   --*-------*------              x      0.6  2.5
//!     A       B                    child  A    B
//! ```

use std::ops::Range;

use super::copied::copied;
use super::interval::gather::gather;
use super::interval::{Ends, Grid, check};
use super::points::{check_count, check_pointers};
use super::{Children, Level, LevelError, Listed, Workspace};
use crate::continuous::{Coord, Cut, Interval};
use crate::looplet::Pieces;

/// Intervals `stride * x + [0, length]`, with a list of `x`, and ends `E`.
///
/// Real ends are rounded. An interval whose length is exactly `n` strides stops at `stride * (x + n)`, so that
/// intervals as long as the stride tile the line, whatever the stride.
///
/// ```
/// use unite::continuous::Interval;
/// use unite::level::{AxisLevel, ClosedOpen, Element, LevelError, Regular};
///
/// type Cells = Regular<Element<u32>, ClosedOpen>;
///
/// let counts = Element::from_values(0, vec![5, 7, 2]);
/// let cells = Cells::from_parts(Interval::EVERYWHERE, 0.5, 0.5, vec![0, 3], vec![-1.0, 0.0, 4.0], counts)?;
/// assert_eq!(cells.interval(0).to_string(), "[-0.5, 0)");
/// assert_eq!(cells.interval(2).to_string(), "[2, 2.5)");
///
/// let overlapping = Cells::new(Interval::EVERYWHERE, 0.5, 0.0, Element::new(0));
/// assert!(matches!(overlapping, Err(LevelError::Grid { .. })));
/// # Ok::<(), LevelError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Regular<L, E, C: Coord = f64> {
    extent: Interval<C>,
    grid: Grid<E, C>,
    pointers: Vec<usize>,
    x: Vec<C>,
    child: L,
}

impl<L: Level, E: Ends, C: Coord> Regular<L, E, C> {
    /// Creates the format, from the extent of the axis, the distance between intervals, their length, and the child
    /// level.
    ///
    /// # Errors
    /// [`LevelError::Grid`]: the stride is not above zero, the length is below zero, one of them is NaN or infinite, or
    /// an interval of this length and with these ends is empty.
    pub fn new(extent: Interval<C>, stride: C, length: C, child: L) -> Result<Self, LevelError> {
        let grid = Grid::new(stride, length)?;
        Ok(Regular { extent, grid, pointers: vec![0], x: Vec::new(), child })
    }

    /// Creates the level from its lists: fiber `p` has the intervals with the numbers
    /// `x[pointers[p]..pointers[p + 1]]`; the contents of interval `k` are at position `k` of `child`.
    ///
    /// # Errors
    /// Those of [`new`](Self::new); the lengths of the lists do not match; a number is NaN, infinite or not sorted, or
    /// its interval, rounded, is empty, overlaps the previous one or lies outside of the extent (with the number of the
    /// element).
    pub fn from_parts(
        extent: Interval<C>,
        stride: C,
        length: C,
        pointers: Vec<usize>,
        x: Vec<C>,
        child: L,
    ) -> Result<Self, LevelError> {
        let grid = Grid::new(stride, length)?;
        check_pointers(Self::FORMAT, &pointers, x.len())?;
        check_count(Self::FORMAT, "subtensors in the level below", child.positions(), x.len())?;
        for (element, &x) in x.iter().enumerate() {
            x.checked().map_err(|source| LevelError::Place { element, source })?;
            grid.holds(x).map_err(|error| error.of_element(element))?;
        }
        check::disjoint(&pointers, extent, |p| grid.interval(x[p]))?;
        Ok(Regular { extent, grid, pointers, x, child })
    }

    /// Returns the distance from the start of one interval to that of the next.
    pub fn stride(&self) -> C {
        self.grid.stride()
    }

    /// Returns the length of each interval.
    pub fn length(&self) -> C {
        self.grid.length()
    }

    /// Returns the numbers of the intervals: the start of each, in strides from 0.
    pub fn x(&self) -> &[C] {
        &self.x
    }

    /// Returns the pointers: fiber `p` has the intervals `pointers[p]..pointers[p + 1]`.
    pub fn pointers(&self) -> &[usize] {
        &self.pointers
    }

    /// Returns interval `p`, counted through all fibers.
    ///
    /// # Panics
    /// There is no interval `p`.
    pub fn interval(&self, p: usize) -> Interval<C> {
        self.grid.interval(self.x[p])
    }
}

/// The pieces of intervals in a regular grid.
#[derive(Debug)]
pub struct RegularPieces<'a, L: Level, E, C> {
    grid: Grid<E, C>,
    x: &'a [C],
    child: Children<'a, L>,
}

copied!([L: Level, E: Copy, C: Copy] RegularPieces<'_, L, E, C>);

impl<'a, L: Level, E: Ends, C: Coord> Pieces for RegularPieces<'a, L, E, C> {
    type Coord = C;
    type Payload = L::Fiber<'a>;
    type Kind = E::Kind;

    #[inline(always)]
    fn start(&self, p: usize) -> Cut<C> {
        self.grid.start(self.x[p])
    }

    #[inline(always)]
    fn stop(&self, p: usize) -> Cut<C> {
        self.grid.stop(self.x[p])
    }

    #[inline(always)]
    fn payload(&self, p: usize) -> L::Fiber<'a> {
        self.child.fiber(p)
    }
}

impl<L: Level, E: Ends, C: Coord> Listed for Regular<L, E, C> {
    type Coord = C;
    type Stored = C;
    type Kind = E::Kind;
    type Pieces<'a>
        = RegularPieces<'a, L, E, C>
    where
        Self: 'a;
    type Child = L;
    type Update = Workspace<C, L::Update>;

    const FORMAT: &'static str = "Regular";

    fn places(&self) -> Interval<C> {
        self.extent
    }

    #[inline(always)]
    fn below(&self) -> &L {
        &self.child
    }

    fn fibers(&self) -> usize {
        self.pointers.len() - 1
    }

    #[inline(always)]
    fn pieces(&self, position: usize) -> (Self::Pieces<'_>, Range<usize>) {
        let Regular { grid, pointers, x, child, .. } = self;
        let range = pointers[position]..pointers[position + 1];
        let end = range.end;
        let x = &x[..end];
        let child = Children::new(child, end);
        (RegularPieces { grid: *grid, x, child }, range)
    }

    fn written(&self) -> Self::Update {
        Workspace::new(self.extent, self.child.declare())
    }

    fn frozen(&self, update: &mut Self::Update, roots: &[Option<usize>]) -> Result<Self, LevelError> {
        let mut x = Vec::new();
        let (pointers, children) = gather(update, roots, |lo, hi| {
            x.push(self.grid.number_of(lo, hi)?);
            Ok(())
        })?;
        let child = self.child.freeze(&mut update.child, &children)?;
        Ok(Regular { extent: self.extent, grid: self.grid, pointers, x, child })
    }
}
