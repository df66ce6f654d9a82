//! Coordinates in a list, fiber after fiber: the compressed level of CSR. With real coordinates, they are points:
//! [`Pinpoint`].
//!
//! ```text
//!  pointers     0    2    3         fiber p has the coordinates pointers[p]..pointers[p + 1]
//!  coordinates  1 4 | 2 |           coordinates[k] has position k of the child
//! ```

use std::ops::Range;

use super::points::{PointList, PointPieces};
use super::{Level, LevelError, Listed, Workspace};
use crate::continuous::{Coord, Interval, Stored};
use crate::looplet::Points;

/// A list of the coordinates of a line, `C`, [stored](Stored) as `S`.
#[derive(Debug, Clone, PartialEq)]
pub struct SparseList<L, C: Coord = i64, S = C> {
    extent: Interval<C>,
    list: PointList<S>,
    child: L,
}

/// A list of points of the real line.
pub type Pinpoint<L, C = f64> = SparseList<L, C>;

impl<L: Level, C: Coord> SparseList<L, C> {
    /// Creates the format, from the extent of the axis and the child level.
    pub fn new(extent: Interval<C>, child: L) -> Self {
        SparseList { extent, list: PointList::new(), child }
    }
}

impl<L: Level, S: Stored> SparseList<L, S::Coord, S> {
    /// Creates the format with coordinates that are [stored](Stored) as unsigned integers, from their extent and the
    /// child level.
    pub fn unsigned(extent: Interval<S>, child: L) -> Self {
        SparseList { extent: extent.on_line(), list: PointList::new(), child }
    }

    /// Creates the level from its lists: fiber `p` has the coordinates `coordinates[pointers[p]..pointers[p + 1]]`,
    /// increasing; the contents of coordinate `k` are at position `k` of `child`.
    ///
    /// ```
    /// use unite::continuous::Interval;
    /// use unite::level::{Dense, Element, Piecewise, SparseList};
    ///
    /// let values = Element::from_values(0.0, vec![1.1, 2.2, 3.3]);
    /// let columns = SparseList::from_parts(Interval::closed(1, 4)?, vec![0, 2, 3], vec![1i64, 4, 2], values)?;
    /// let rows = Piecewise::from_level(Dense::from_parts(0..2i64, columns)?)?;
    /// assert_eq!((rows.at((0, 4)), rows.at((1, 2)), rows.at((1, 4))), (2.2, 3.3, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`LevelError::Pointer`], [`LevelError::Count`]: the lengths of the lists do not match; [`LevelError::Place`],
    /// [`LevelError::ElementOutside`], [`LevelError::Unordered`]: a coordinate is invalid, lies outside of the extent,
    /// or does not come after the previous one.
    pub fn from_parts(
        extent: Interval<S>,
        pointers: Vec<usize>,
        coordinates: Vec<S>,
        child: L,
    ) -> Result<Self, LevelError> {
        let list = PointList::checked(Self::FORMAT, extent, pointers, coordinates, child.positions())?;
        Ok(SparseList { extent: extent.on_line(), list, child })
    }

    /// Returns the start of each fiber in [`coordinates`](SparseList::coordinates), and the end of the last one.
    pub fn pointers(&self) -> &[usize] {
        &self.list.pointers
    }

    /// Returns the coordinates, fiber after fiber, increasing within each.
    pub fn coordinates(&self) -> &[S] {
        &self.list.coordinates
    }
}

impl<L: Level, C: Coord, S: Stored<Coord = C>> Listed for SparseList<L, C, S> {
    type Coord = C;
    type Stored = S;
    type Kind = Points;
    type Pieces<'a>
        = PointPieces<'a, L, C, S>
    where
        Self: 'a;
    type Child = L;
    type Update = Workspace<C, L::Update, S>;

    const FORMAT: &'static str = if C::DISCRETE { "SparseList" } else { "Pinpoint" };

    fn places(&self) -> Interval<C> {
        self.extent
    }

    #[inline(always)]
    fn below(&self) -> &L {
        &self.child
    }

    fn fibers(&self) -> usize {
        self.list.fibers()
    }

    #[inline(always)]
    fn pieces(&self, position: usize) -> (PointPieces<'_, L, C, S>, Range<usize>) {
        self.list.pieces(&self.child, position)
    }

    fn written(&self) -> Self::Update {
        Workspace::likewise(self.extent, self.child.declare())
    }

    fn frozen(&self, update: &mut Self::Update, roots: &[Option<usize>]) -> Result<Self, LevelError> {
        let mut list = PointList::new();
        let mut children = Vec::new();
        for root in roots {
            if let Some(root) = *root {
                update.points(root, Self::FORMAT, |place, child| {
                    list.coordinates.push(S::stored(place));
                    children.push(Some(child));
                })?;
            }
            list.close();
        }
        let child = self.child.freeze(&mut update.child, &children)?;
        Ok(SparseList { extent: self.extent, list, child })
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
