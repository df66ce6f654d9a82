//! Intervals in a regular grid. All have one length, and start at multiples of one stride ("The Continuous Tensor
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

use super::interval::{Ends, Grid, check};
use super::points::{check_count, check_pointers};
use crate::continuous::{Coord, Cut, Interval};
use crate::level::{AxisLevel, Level, LevelError, Lists, PieceColumns, PieceView, Update, Workspace};

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
pub type Regular<L, E, C = f64> = Lists<GridColumn<E, C>, L>;

/// Intervals in a grid, as their numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct GridColumn<E, C: Coord> {
    grid: Grid<E, C>,
    x: Vec<C>,
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
        Ok(Lists::format(extent, GridColumn { grid, x: Vec::new() }, child))
    }

    /// Creates the level from its lists: fiber `p` has the intervals with the numbers
    /// `x[pointers[p]..pointers[p + 1]]`; the contents of interval `k` are at position `k` of `child`.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new); the lengths of the lists do not match; a number is NaN, infinite or not sorted,
    /// or its interval, rounded, is empty, overlaps the previous one or lies outside of the extent (with the number of
    /// the element).
    pub fn from_parts(
        extent: Interval<C>,
        stride: C,
        length: C,
        pointers: Vec<usize>,
        x: Vec<C>,
        child: L,
    ) -> Result<Self, LevelError> {
        let grid = Grid::new(stride, length)?;
        check_pointers(Self::NAME, &pointers, x.len())?;
        check_count(Self::NAME, "subtensors in the level below", child.positions(), x.len())?;
        for (element, &x) in x.iter().enumerate() {
            x.checked().map_err(|source| LevelError::Place { element, source })?;
            grid.holds(x).map_err(|error| error.of_element(element))?;
        }
        check::disjoint(&pointers, extent, |p| grid.interval(x[p]))?;
        Ok(Lists { extent, pointers, columns: GridColumn { grid, x }, child })
    }

    /// Returns the distance from the start of one interval to that of the next.
    pub fn stride(&self) -> C {
        self.columns.grid.stride()
    }

    /// Returns the length of each interval.
    pub fn length(&self) -> C {
        self.columns.grid.length()
    }

    /// Returns the numbers of the intervals: the start of each, in strides from 0.
    pub fn x(&self) -> &[C] {
        &self.columns.x
    }

    /// Returns interval `p`, counted through all fibers.
    ///
    /// # Panics
    /// There is no interval `p`.
    pub fn interval(&self, p: usize) -> Interval<C> {
        self.columns.grid.interval(self.columns.x[p])
    }
}

impl<E: Ends, C: Coord> PieceColumns for GridColumn<E, C> {
    type Coord = C;
    type Kind = E::Kind;
    type View<'a> = GridView<'a, E, C>;
    type Update<U: Update> = Workspace<C, U>;

    const NAME: &'static str = "Regular";

    fn emptied(&self) -> Self {
        GridColumn { grid: self.grid, x: Vec::new() }
    }

    #[inline(always)]
    fn view(&self, _extent: Interval<C>, fiber: Range<usize>) -> GridView<'_, E, C> {
        GridView { grid: self.grid, x: &self.x[..fiber.end] }
    }

    fn push(&mut self, start: Cut<C>, stop: Cut<C>) -> Result<(), LevelError> {
        self.x.push(self.grid.number_of(start, stop)?);
        Ok(())
    }

    fn declare<U: Update>(extent: Interval<C>, child: U) -> Workspace<C, U> {
        Workspace::new(extent, child)
    }
}

/// The numbers of intervals in a grid.
#[derive(Debug, Clone, Copy)]
pub struct GridView<'a, E, C> {
    grid: Grid<E, C>,
    x: &'a [C],
}

impl<E: Ends, C: Coord> PieceView<C> for GridView<'_, E, C> {
    #[inline(always)]
    fn start(&self, p: usize) -> Cut<C> {
        self.grid.start(self.x[p])
    }

    #[inline(always)]
    fn stop(&self, p: usize) -> Cut<C> {
        self.grid.stop(self.x[p])
    }
}
