//! Lists of intervals that all have the same kind of ends, stored as plain numbers: the homogeneous layout of "The
//! Continuous Tensor Abstraction", Fig. 11.
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

use super::copied::copied;
use super::interval::gather::gather;
use super::interval::{Ends, check};
use super::points::{check_count, check_pointers};
use super::{Children, Level, LevelError, Listed, Workspace};
use crate::continuous::{Coord, Cut, Interval};
use crate::looplet::{Arrays, End, Pieces};

/// Intervals in a list, all with ends `E`: [`Closed`](super::Closed), [`ClosedOpen`](super::ClosedOpen),
/// [`OpenClosed`](super::OpenClosed) or [`Open`](super::Open).
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
#[derive(Debug, Clone, PartialEq)]
pub struct HomogeneousIntervals<L, E, C: Coord = f64> {
    extent: Interval<C>,
    pointers: Vec<usize>,
    left: Vec<C>,
    right: Vec<C>,
    child: L,
    ends: PhantomData<E>,
}

impl<L: Level, E: Ends, C: Coord> HomogeneousIntervals<L, E, C> {
    /// Creates the format, from the extent of the axis and the child level.
    pub fn new(extent: Interval<C>, child: L) -> Self {
        HomogeneousIntervals {
            extent,
            pointers: vec![0],
            left: Vec::new(),
            right: Vec::new(),
            child,
            ends: PhantomData,
        }
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
        check_count(Self::FORMAT, "right ends", right.len(), left.len())?;
        check_pointers(Self::FORMAT, &pointers, left.len())?;
        check_count(Self::FORMAT, "subtensors in the level below", child.positions(), left.len())?;
        for (element, (&a, &b)) in left.iter().zip(&right).enumerate() {
            let interval = Interval::from_limits(E::left(a), E::right(b))
                .map_err(|source| LevelError::Place { element, source })?;
            if E::start_of(interval.lo()).is_none() || E::stop_of(interval.hi()).is_none() {
                let unfit = LevelError::unfit(Self::FORMAT, interval.lo(), interval.hi(), E::REASON);
                return Err(unfit.of_element(element));
            }
        }
        let list = HomogeneousIntervals { extent, pointers, left, right, child, ends: PhantomData };
        check::disjoint(&list.pointers, extent, |p| list.interval(p))?;
        Ok(list)
    }

    /// Returns the start of each interval.
    pub fn left(&self) -> &[C] {
        &self.left
    }

    /// Returns the stop of each interval.
    pub fn right(&self) -> &[C] {
        &self.right
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
        Interval::between(E::start(self.left[p]), E::stop(self.right[p]))
    }
}

/// The pieces of intervals with the same ends.
#[derive(Debug)]
pub struct HomogeneousPieces<'a, L: Level, E, C> {
    left: &'a [C],
    right: &'a [C],
    child: Children<'a, L>,
    ends: PhantomData<E>,
}

copied!([L: Level, E, C] HomogeneousPieces<'_, L, E, C>);

impl<'a, L: Level, E: Ends, C: Coord> Pieces for HomogeneousPieces<'a, L, E, C> {
    type Coord = C;
    type Payload = L::Fiber<'a>;
    type Kind = E::Kind;

    #[inline(always)]
    fn start(&self, p: usize) -> Cut<C> {
        E::start(self.left[p])
    }

    #[inline(always)]
    fn stop(&self, p: usize) -> Cut<C> {
        E::stop(self.right[p])
    }

    #[inline(always)]
    fn payload(&self, p: usize) -> L::Fiber<'a> {
        self.child.fiber(p)
    }

    fn arrays(&self) -> Arrays {
        let end = |belongs, array| if belongs { End::At(array) } else { End::Beside(array) };
        let (left, right) = (end(E::HAS_START, "left"), end(E::HAS_STOP, "right"));
        Arrays { left, right, ..Arrays::closed("left", "right") }
    }
}

impl<L: Level, E: Ends, C: Coord> Listed for HomogeneousIntervals<L, E, C> {
    type Coord = C;
    type Stored = C;
    type Kind = E::Kind;
    type Pieces<'a>
        = HomogeneousPieces<'a, L, E, C>
    where
        Self: 'a;
    type Child = L;
    type Update = Workspace<C, L::Update>;

    const FORMAT: &'static str = "HomogeneousIntervals";

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
        let HomogeneousIntervals { pointers, left, right, child, .. } = self;
        let range = pointers[position]..pointers[position + 1];
        let end = range.end;
        let (left, right) = (&left[..end], &right[..end]);
        let child = Children::new(child, end);
        (HomogeneousPieces { left, right, child, ends: PhantomData }, range)
    }

    fn written(&self) -> Self::Update {
        Workspace::new(self.extent, self.child.declare())
    }

    fn frozen(&self, update: &mut Self::Update, roots: &[Option<usize>]) -> Result<Self, LevelError> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let (pointers, children) = gather(update, roots, |lo, hi| {
            let (Some(a), Some(b)) = (E::start_of(lo), E::stop_of(hi)) else {
                return Err(LevelError::unfit(Self::FORMAT, lo, hi, E::REASON));
            };
            left.push(a);
            right.push(b);
            Ok(())
        })?;
        let child = self.child.freeze(&mut update.child, &children)?;
        Ok(HomogeneousIntervals { extent: self.extent, pointers, left, right, child, ends: PhantomData })
    }
}
