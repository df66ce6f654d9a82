//! Lists of intervals that all have the same kind of ends, stored as plain numbers. This is the homogeneous layout of
//! "The Continuous Tensor Abstraction", Fig. 11.
//!
//! ```text
//!   0   1   2   3   4              left   0  2  3        ends   [a, b), a type
//!   [---)   [---[---)              right  1  3  4
//!     A       B   C                child  A  B  C
//! ```
//!
//! A piece with other ends is an error when the tensor is frozen.

use std::marker::PhantomData;
use std::ops::Range;

use super::interval::{Ends, check};
use super::points::{check_count, check_pointers};
use crate::continuous::{Coord, Cut, Interval};
use crate::level::{AxisLevel, Level, LevelError, Lists, PieceColumns, PieceView, Update, Workspace};
use crate::looplet::{Arrays, End};

/// Intervals in a list, all with ends `E`: [`Closed`](crate::level::Closed), [`ClosedOpen`](crate::level::ClosedOpen),
/// [`OpenClosed`](crate::level::OpenClosed) or [`Open`](crate::level::Open).
///
/// An open end of a real interval is finite: an infinite end counts as closed.
///
/// ```
/// use unite::continuous::Interval;
/// use unite::level::{AxisLevel, ClosedOpen, Element, HomogeneousIntervals};
///
/// type Steps = HomogeneousIntervals<Element<f64>, ClosedOpen>;
///
/// let (left, right) = (vec![0.0, 2.0, 3.0], vec![1.0, 3.0, 4.0]);
/// let values = Element::from_values(0.0, vec![1.5, 2.5, 3.5]);
/// let steps = Steps::from_parts(Interval::EVERYWHERE, vec![0, 3], left, right, values)?;
/// assert_eq!(steps.interval(1).to_string(), "[2, 3)");
/// # Ok::<(), unite::level::LevelError>(())
/// ```
pub type HomogeneousIntervals<L, E, C = f64> = Lists<EndColumns<E, C>, L>;

/// Intervals with ends `E`, as the numbers from which and up to which they go.
#[derive(Debug, Clone, PartialEq)]
pub struct EndColumns<E, C: Coord> {
    left: Vec<C>,
    right: Vec<C>,
    ends: PhantomData<E>,
}

impl<L: Level, E: Ends, C: Coord> HomogeneousIntervals<L, E, C> {
    /// Creates the format, from the extent of the axis and the child level.
    pub fn new(extent: Interval<C>, child: L) -> Self {
        Lists::format(extent, EndColumns { left: Vec::new(), right: Vec::new(), ends: PhantomData }, child)
    }

    /// Creates the level from its lists: fiber `p` has the intervals `pointers[p]..pointers[p + 1]`, from `left` to
    /// `right`; the contents of interval `k` are at position `k` of `child`.
    ///
    /// # Errors
    /// [`LevelError`]: the lengths of the lists do not match; an end is NaN; an interval is reversed, empty, unsorted,
    /// overlapping or outside of the extent; an open end is infinite. Errors of an interval have its number.
    pub fn from_parts(
        extent: Interval<C>,
        pointers: Vec<usize>,
        left: Vec<C>,
        right: Vec<C>,
        child: L,
    ) -> Result<Self, LevelError> {
        check_count(Self::NAME, "right ends", right.len(), left.len())?;
        check_pointers(Self::NAME, &pointers, left.len())?;
        check_count(Self::NAME, "subtensors in the level below", child.positions(), left.len())?;
        for (element, (&a, &b)) in left.iter().zip(&right).enumerate() {
            let interval = Interval::from_limits(E::left(a), E::right(b))
                .map_err(|source| LevelError::Place { element, source })?;
            if E::start_of(interval.lo()).is_none() || E::stop_of(interval.hi()).is_none() {
                let unfit = LevelError::unfit(Self::NAME, interval.lo(), interval.hi(), E::REASON);
                return Err(unfit.of_element(element));
            }
        }
        let list = Lists { extent, pointers, columns: EndColumns { left, right, ends: PhantomData }, child };
        check::disjoint(&list.pointers, extent, |p| list.interval(p))?;
        Ok(list)
    }

    /// Returns the start of each interval.
    pub fn left(&self) -> &[C] {
        &self.columns.left
    }

    /// Returns the stop of each interval.
    pub fn right(&self) -> &[C] {
        &self.columns.right
    }

    /// Returns interval `p`, counted through all fibers.
    ///
    /// # Panics
    /// There is no interval `p`.
    pub fn interval(&self, p: usize) -> Interval<C> {
        Interval::between(E::start(self.columns.left[p]), E::stop(self.columns.right[p]))
    }
}

impl<E: Ends, C: Coord> PieceColumns for EndColumns<E, C> {
    type Coord = C;
    type Kind = E::Kind;
    type View<'a> = EndView<'a, E, C>;
    type Update<U: Update> = Workspace<C, U>;

    const NAME: &'static str = "HomogeneousIntervals";

    fn emptied(&self) -> Self {
        EndColumns { left: Vec::new(), right: Vec::new(), ends: PhantomData }
    }

    #[inline(always)]
    fn view(&self, _extent: Interval<C>, fiber: Range<usize>) -> EndView<'_, E, C> {
        EndView { left: &self.left[..fiber.end], right: &self.right[..fiber.end], ends: PhantomData }
    }

    fn push(&mut self, start: Cut<C>, stop: Cut<C>) -> Result<(), LevelError> {
        let (Some(a), Some(b)) = (E::start_of(start), E::stop_of(stop)) else {
            return Err(LevelError::unfit(Self::NAME, start, stop, E::REASON));
        };
        self.left.push(a);
        self.right.push(b);
        Ok(())
    }

    fn declare<U: Update>(extent: Interval<C>, child: U) -> Workspace<C, U> {
        Workspace::new(extent, child)
    }
}

/// The ends of intervals with the same ends.
#[derive(Debug, Clone, Copy)]
pub struct EndView<'a, E, C> {
    left: &'a [C],
    right: &'a [C],
    ends: PhantomData<E>,
}

impl<E: Ends, C: Coord> PieceView<C> for EndView<'_, E, C> {
    #[inline(always)]
    fn start(&self, p: usize) -> Cut<C> {
        E::start(self.left[p])
    }

    #[inline(always)]
    fn stop(&self, p: usize) -> Cut<C> {
        E::stop(self.right[p])
    }

    fn arrays(&self) -> Arrays {
        let end = |belongs, array| if belongs { End::At(array) } else { End::Beside(array) };
        let (left, right) = (end(E::HAS_START, "left"), end(E::HAS_STOP, "right"));
        Arrays { left, right, ..Arrays::closed("left", "right") }
    }
}
