//! Lists of intervals, each with its own ends: the compressed level of tensors over the real line ("The Continuous
//! Tensor Abstraction", Figs. 8 and 11).
//!
//! ```text
//!   0   1   2   3   4              left   0      2    3+eps
//!   [---)   *   (---)              right  1-eps  2    4-eps
//!     A     B     C                child  A      B    C
//! ```
//!
//! Ends are stored as cuts and shown as limits.

use std::ops::Range;

use super::copied::copied;
use super::interval::check;
use super::interval::gather::gather;
use super::points::{check_count, check_pointers};
use super::{Children, Level, LevelError, Listed, Workspace};
use crate::continuous::{Coord, Cut, Interval, Limit};
use crate::looplet::{Mixed, Pieces};

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
#[derive(Debug, Clone, PartialEq)]
pub struct IntervalList<L, C: Coord = f64> {
    extent: Interval<C>,
    pointers: Vec<usize>,
    starts: Vec<Cut<C>>,
    stops: Vec<Cut<C>>,
    child: L,
}

impl<L: Level, C: Coord> IntervalList<L, C> {
    /// Creates the format, from the extent of the axis and the child level.
    pub fn new(extent: Interval<C>, child: L) -> Self {
        IntervalList { extent, pointers: vec![0], starts: Vec::new(), stops: Vec::new(), child }
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
        check_count(Self::FORMAT, "right ends", right.len(), left.len())?;
        check_pointers(Self::FORMAT, &pointers, left.len())?;
        check_count(Self::FORMAT, "subtensors in the level below", child.positions(), left.len())?;
        let mut list = IntervalList { extent, pointers, starts: Vec::new(), stops: Vec::new(), child };
        for (element, (left, right)) in left.into_iter().zip(right).enumerate() {
            let interval =
                Interval::from_limits(left, right).map_err(|source| LevelError::Place { element, source })?;
            list.starts.push(interval.lo());
            list.stops.push(interval.hi());
        }
        check::disjoint(&list.pointers, extent, |p| list.interval(p))?;
        Ok(list)
    }

    /// Returns the start of each interval.
    pub fn left(&self) -> Vec<Limit<C>> {
        self.starts.iter().map(|&cut| Limit::from_start(cut)).collect()
    }

    /// Returns the stop of each interval.
    pub fn right(&self) -> Vec<Limit<C>> {
        self.stops.iter().map(|&cut| Limit::from_stop(cut)).collect()
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
        Interval::between(self.starts[p], self.stops[p])
    }
}

/// The pieces of a list of intervals.
#[derive(Debug)]
pub struct IntervalListPieces<'a, L: Level, C> {
    starts: &'a [Cut<C>],
    stops: &'a [Cut<C>],
    child: Children<'a, L>,
}

copied!([L: Level, C] IntervalListPieces<'_, L, C>);

impl<'a, L: Level, C: Coord> Pieces for IntervalListPieces<'a, L, C> {
    type Coord = C;
    type Payload = L::Fiber<'a>;
    type Kind = Mixed;

    #[inline(always)]
    fn start(&self, p: usize) -> Cut<C> {
        self.starts[p]
    }

    #[inline(always)]
    fn stop(&self, p: usize) -> Cut<C> {
        self.stops[p]
    }

    #[inline(always)]
    fn payload(&self, p: usize) -> L::Fiber<'a> {
        self.child.fiber(p)
    }
}

impl<L: Level, C: Coord> Listed for IntervalList<L, C> {
    type Coord = C;
    type Stored = C;
    type Kind = Mixed;
    type Pieces<'a>
        = IntervalListPieces<'a, L, C>
    where
        Self: 'a;
    type Child = L;
    type Update = Workspace<C, L::Update>;

    const FORMAT: &'static str = "IntervalList";

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
        let IntervalList { pointers, starts, stops, child, .. } = self;
        let range = pointers[position]..pointers[position + 1];
        let end = range.end;
        let (starts, stops) = (&starts[..end], &stops[..end]);
        let child = Children::new(child, end);
        (IntervalListPieces { starts, stops, child }, range)
    }

    fn written(&self) -> Self::Update {
        Workspace::new(self.extent, self.child.declare())
    }

    fn frozen(&self, update: &mut Self::Update, roots: &[Option<usize>]) -> Result<Self, LevelError> {
        let (mut starts, mut stops) = (Vec::new(), Vec::new());
        let (pointers, children) = gather(update, roots, |lo, hi| {
            starts.push(lo);
            stops.push(hi);
            Ok(())
        })?;
        let child = self.child.freeze(&mut update.child, &children)?;
        Ok(IntervalList { extent: self.extent, pointers, starts, stops, child })
    }
}
