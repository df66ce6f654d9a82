//! Lists of intervals, each with its own ends. This is the compressed level of tensors over the real line ("The
//! Continuous Tensor Abstraction", Figs. 8 and 11).
//!
//! ```text
//!   0   1   2   3   4              left   0      2    3+eps
//!   [---)   *   (---)              right  1-eps  2    4-eps
//!     A     B     C                child  A      B    C
//! ```
//!
//! Ends are stored as cuts and shown as limits.

use std::ops::Range;

use super::interval::check;
use super::points::{check_count, check_pointers};
use crate::continuous::{Coord, Cut, Interval, Limit};
use crate::level::{AxisLevel, Level, LevelError, Lists, PieceColumns, PieceView, Update, Workspace};
use crate::looplet::Mixed;

/// A list of disjoint intervals, each with its own ends.
///
/// ```
/// use unite::continuous::{Interval, Limit};
/// use unite::level::{AxisLevel, Element, IntervalList};
///
/// let left = vec![Limit::at(0.0), Limit::at(2.0), Limit::after(3.0)];
/// let right = vec![Limit::before(1.0), Limit::at(2.0), Limit::before(4.0)];
/// let values = Element::from_values(0.0, vec![1.5, 2.5, 3.5]);
/// let list = IntervalList::from_parts(Interval::EVERYWHERE, vec![0, 3], left, right, values)?;
/// assert_eq!(list.right()[2].to_string(), "4-eps");
/// assert_eq!(list.interval(2).to_string(), "(3, 4)");
/// assert_eq!(list.entries(0).count(), 3);
/// # Ok::<(), unite::level::LevelError>(())
/// ```
pub type IntervalList<L, C = f64> = Lists<CutColumns<C>, L>;

/// Intervals as cuts: a column of starts and one of stops.
#[derive(Debug, Clone, PartialEq)]
pub struct CutColumns<C: Coord> {
    starts: Vec<Cut<C>>,
    stops: Vec<Cut<C>>,
}

impl<L: Level, C: Coord> IntervalList<L, C> {
    /// Creates the format, from the extent of the axis and the child level.
    pub fn new(extent: Interval<C>, child: L) -> Self {
        Lists::format(extent, CutColumns { starts: Vec::new(), stops: Vec::new() }, child)
    }

    /// Creates the level from its lists: fiber `p` has the intervals `pointers[p]..pointers[p + 1]`, from `left` to
    /// `right`; the contents of interval `k` are at position `k` of `child`.
    ///
    /// # Errors
    /// [`LevelError`]: the lengths of the lists do not match; an end is NaN; an interval is reversed, empty, unsorted,
    /// overlapping or outside of the extent. Errors of an interval have its number.
    pub fn from_parts(
        extent: Interval<C>,
        pointers: Vec<usize>,
        left: Vec<Limit<C>>,
        right: Vec<Limit<C>>,
        child: L,
    ) -> Result<Self, LevelError> {
        check_count(Self::NAME, "right ends", right.len(), left.len())?;
        check_pointers(Self::NAME, &pointers, left.len())?;
        check_count(Self::NAME, "subtensors in the level below", child.positions(), left.len())?;
        let mut columns = CutColumns { starts: Vec::new(), stops: Vec::new() };
        for (element, (left, right)) in left.into_iter().zip(right).enumerate() {
            let interval =
                Interval::from_limits(left, right).map_err(|source| LevelError::Place { element, source })?;
            columns.starts.push(interval.lo());
            columns.stops.push(interval.hi());
        }
        let list = Lists { extent, pointers, columns, child };
        check::disjoint(&list.pointers, extent, |p| list.interval(p))?;
        Ok(list)
    }

    /// Returns the start of each interval.
    pub fn left(&self) -> Vec<Limit<C>> {
        self.columns.starts.iter().map(|&cut| Limit::from_start(cut)).collect()
    }

    /// Returns the stop of each interval.
    pub fn right(&self) -> Vec<Limit<C>> {
        self.columns.stops.iter().map(|&cut| Limit::from_stop(cut)).collect()
    }

    /// Returns interval `p`, counted through all fibers.
    ///
    /// # Panics
    /// There is no interval `p`.
    pub fn interval(&self, p: usize) -> Interval<C> {
        Interval::between(self.columns.starts[p], self.columns.stops[p])
    }
}

impl<C: Coord> PieceColumns for CutColumns<C> {
    type Coord = C;
    type Kind = Mixed;
    type View<'a> = CutView<'a, C>;
    type Update<U: Update> = Workspace<C, U>;

    const NAME: &'static str = "IntervalList";

    fn emptied(&self) -> Self {
        CutColumns { starts: Vec::new(), stops: Vec::new() }
    }

    #[inline(always)]
    fn view(&self, _extent: Interval<C>, fiber: Range<usize>) -> CutView<'_, C> {
        CutView { starts: &self.starts[..fiber.end], stops: &self.stops[..fiber.end] }
    }

    fn push(&mut self, start: Cut<C>, stop: Cut<C>) -> Result<(), LevelError> {
        self.starts.push(start);
        self.stops.push(stop);
        Ok(())
    }

    fn append<U: Update>(&mut self, update: &mut Workspace<C, U>, root: usize, next: usize) -> Option<usize> {
        update.move_spans(root, next, (&mut self.starts, &mut self.stops))
    }

    fn declare<U: Update>(extent: Interval<C>, child: U) -> Workspace<C, U> {
        Workspace::new(extent, child)
    }
}

/// The starts and stops of intervals, as cuts.
#[derive(Debug, Clone, Copy)]
pub struct CutView<'a, C: Coord> {
    starts: &'a [Cut<C>],
    stops: &'a [Cut<C>],
}

impl<C: Coord> PieceView<C> for CutView<'_, C> {
    #[inline(always)]
    fn start(&self, p: usize) -> Cut<C> {
        self.starts[p]
    }

    #[inline(always)]
    fn stop(&self, p: usize) -> Cut<C> {
        self.stops[p]
    }
}
