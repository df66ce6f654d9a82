//! Coordinates in a list, fiber after fiber: the compressed level of CSR. With real coordinates, they are points:
//! [`Pinpoint`].
//!
//! ```text
//!  pointers     0    2    3         fiber p has the coordinates pointers[p]..pointers[p + 1]
//!  coordinates  1 4 | 2 |           coordinates[k] has position k of the child
//! ```

use super::points::{CoordinateColumn, PointIndex};
use crate::continuous::{Coord, Interval, Stored};
use crate::level::read::fiber::held_at;
use crate::level::{Fiber, Level, LevelError, Lists, Update, Workspace};

/// A list of the coordinates of a line, `C`, [stored](Stored) as `S`.
pub type SparseList<L, C = i64, S = C> = Lists<CoordinateColumn<C, S>, L>;

/// A list of points of the real line.
pub type Pinpoint<L, C = f64> = SparseList<L, C>;

impl<L: Level, C: Coord> SparseList<L, C> {
    /// Creates the format, from the extent of the axis and the child level.
    pub fn new(extent: Interval<C>, child: L) -> Self {
        Lists::format(extent, CoordinateColumn::new(), child)
    }
}

impl<L: Level, S: Stored> SparseList<L, S::Coord, S> {
    /// Creates the format with coordinates that are [stored](Stored) as unsigned integers, from their extent and the
    /// child level.
    pub fn unsigned(extent: Interval<S>, child: L) -> Self {
        Lists::format(extent.on_line(), CoordinateColumn::new(), child)
    }
}

/// No index of the coordinates, which are sorted: they are found by search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Searched;

impl<C: Coord, S: Stored<Coord = C>> PointIndex<C, S> for Searched {
    type Update<U: Update> = Workspace<C, U, S>;

    const NAME: &'static str = if C::DISCRETE { "SparseList" } else { "Pinpoint" };

    fn new() -> Self {
        Searched
    }

    fn of(_extent: Interval<C>, _pointers: &[usize], _coordinates: &[S]) -> Result<Self, LevelError> {
        Ok(Searched)
    }

    fn declare<U: Update>(extent: Interval<C>, child: U) -> Workspace<C, U, S> {
        Workspace::likewise(extent, child)
    }

    fn points<U: Update>(
        update: &mut Workspace<C, U, S>,
        position: usize,
        point: impl FnMut(C, usize),
    ) -> Result<(), LevelError> {
        update.points(position, <Self as PointIndex<C, S>>::NAME, point)
    }

    fn append<U: Update>(
        update: &mut Workspace<C, U, S>,
        position: usize,
        next: usize,
        coordinates: &mut Vec<S>,
    ) -> Option<usize> {
        update.copy_places(position, next, coordinates)
    }

    fn move_all<U: Update>(update: &mut Workspace<C, U, S>, roots: &[Option<usize>]) -> Option<(Vec<S>, Vec<usize>)> {
        update.take_places(roots)
    }

    #[inline(always)]
    fn find<L: Level>(lists: &SparseList<L, C, S>, position: usize, place: C) -> Option<L::Fiber<'_>> {
        held_at(lists.fiber(position).walk(), place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::continuous::PlaceError;
    use crate::level::{AxisLevel, Element, Piecewise};

    fn parts(pointers: &[usize], coordinates: &[f64], values: usize) -> Result<Pinpoint<Element<i32>>, LevelError> {
        let extent = Interval::closed(0.0, 9.0).expect("an interval");
        let child = Element::from_values(0, vec![1; values]);
        SparseList::from_parts(extent, pointers.to_vec(), coordinates.to_vec(), child)
    }

    #[test]
    fn lists_that_belong_together_are_fibers() {
        let fibers = parts(&[0, 2, 2, 3], &[1.0, 4.0, 2.0], 3).expect("three fibers");
        assert_eq!((fibers.positions(), fibers.pointers(), fibers.coordinates().len()), (3, &[0, 2, 2, 3][..], 3));
        assert_eq!(fibers.entries(2).collect::<Vec<_>>(), [(2.0.before(), 2.0.after(), 2)]);
        assert_eq!(parts(&[0], &[], 0).expect("no fiber").positions(), 0);
        assert_eq!(parts(&[0, 0], &[], 0).expect("a fiber at fill").positions(), 1);
    }

    #[test]
    fn lists_that_do_not_belong_together_are_refused() {
        let refused = |pointers: &[usize], at: (usize, usize)| match parts(pointers, &[1.0, 4.0, 2.0], 3) {
            Err(LevelError::Pointer { element, found, .. }) => assert_eq!((element, found), at, "{pointers:?}"),
            other => panic!("{pointers:?}: {other:?}"),
        };
        refused(&[1, 2, 3], (0, 1));
        refused(&[0, 2, 1, 3], (2, 1));
        refused(&[0, 5, 3], (1, 5));
        refused(&[0, 2], (1, 2));
        refused(&[0, 4], (1, 4));
        refused(&[0, 3, 2, 3], (2, 2));
        assert!(matches!(parts(&[], &[], 0), Err(LevelError::Count { found: 0, needed: 1, .. })));
        assert!(matches!(parts(&[0], &[1.0], 1), Err(LevelError::Count { found: 1, needed: 0, .. })));
        assert!(matches!(parts(&[0, 1], &[1.0], 2), Err(LevelError::Count { found: 2, needed: 1, .. })));
    }

    #[test]
    fn a_coordinate_that_is_none_or_outside_or_in_the_wrong_place_is_refused() {
        let error = parts(&[0, 2], &[1.0, f64::NAN], 2);
        assert_eq!(error, Err(LevelError::Place { element: 1, source: PlaceError::NotANumber }));
        let error = parts(&[0, 2], &[1.0, 9.5], 2);
        assert!(matches!(error, Err(LevelError::ElementOutside { element: 1, .. })), "{error:?}");
        for twice in [1.0, 0.5] {
            let error = parts(&[0, 1, 3], &[5.0, 1.0, twice], 3);
            assert!(matches!(error, Err(LevelError::Unordered { element: 2, .. })), "{error:?}");
        }
    }

    #[test]
    fn infinitely_many_coordinates_do_not_fit() {
        let format = SparseList::new(Interval::<i8>::EVERYWHERE, Element::new(0));
        let mut list = Piecewise::declare(format);
        list.set(-125..=125, 1).expect("inside");
        assert_eq!(list.clone().freeze().expect("they are finitely many").stored(), 251);
        list.set(Interval::EVERYWHERE, 1).expect("inside");
        assert!(matches!(list.freeze(), Err(LevelError::Unfit { format: "SparseList", .. })));
    }
}
