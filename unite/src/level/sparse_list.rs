//! Coordinates in a list, those of one fiber after those of the one before: the compressed level of CSR. Over real
//! coordinates, points: [`Pinpoint`].
//!
//! ```text
//!  pointers     0    2    3         fiber p has the coordinates pointers[p]..pointers[p + 1]
//!  coordinates  1 4 | 2 |           position k of the child lies at coordinates[k]
//! ```

use std::ops::Range;

use super::fiber::held_at;
use super::{AxisLevel, Children, Entry, Fiber, Level, LevelError, Workspace};
use crate::continuous::{Coord, Cut, Interval};
use crate::looplet::{Arrays, Flow, Pieces, Points, Reversed, Stepper};

/// Coordinates in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct SparseList<L, C = i64> {
    extent: Interval<C>,
    pointers: Vec<usize>,
    coordinates: Vec<C>,
    child: L,
}

/// That the coordinates of a fiber are places of the axis, and rise.
fn check_fiber<C: Coord>(coordinates: &[C], fiber: Range<usize>, extent: Interval<C>) -> Result<(), LevelError> {
    for element in fiber.clone() {
        let place = coordinates[element].checked().map_err(|source| LevelError::Place { element, source })?;
        if place.before() < extent.lo() || place.after() > extent.hi() {
            return Err(LevelError::ElementOutside { element, place: place.to_string(), extent: extent.to_string() });
        }
        if element > fiber.start && place <= coordinates[element - 1] {
            let previous = coordinates[element - 1].to_string();
            return Err(LevelError::Unordered { element, place: place.to_string(), previous });
        }
    }
    Ok(())
}

/// Points of the real line.
pub type Pinpoint<L, C = f64> = SparseList<L, C>;

impl<L: Level, C: Coord> SparseList<L, C> {
    /// The format: the places that there are, and the levels below.
    pub fn new(extent: Interval<C>, child: L) -> Self {
        SparseList { extent, pointers: vec![0], coordinates: Vec::new(), child }
    }

    /// Fibers from their lists: the coordinates of fiber `p` are `coordinates[pointers[p]..pointers[p + 1]]`, rising, and
    /// what lies at `coordinates[k]` is at position `k` of `child`.
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
    /// [`LevelError::Pointer`], [`LevelError::Count`]: the lists do not belong together; [`LevelError::Place`],
    /// [`LevelError::ElementOutside`], [`LevelError::Unordered`]: a coordinate is none, lies outside of the extent, or does
    /// not come after the one before.
    pub fn from_parts(
        extent: Interval<C>,
        pointers: Vec<usize>,
        coordinates: Vec<C>,
        child: L,
    ) -> Result<Self, LevelError> {
        let format = Self::NAME;
        let count = |what, found, needed| LevelError::Count { format, what, found, needed };
        if child.positions() != coordinates.len() {
            return Err(count("positions below", child.positions(), coordinates.len()));
        }
        if pointers.is_empty() {
            return Err(count("pointers", 0, 1));
        }
        let end = coordinates.len();
        for (element, &found) in pointers.iter().enumerate() {
            let least = match element {
                0 => 0,
                _ if element + 1 == pointers.len() => end,
                _ => pointers[element - 1],
            };
            let most = if element == 0 && pointers.len() > 1 { 0 } else { end };
            if found < least || found > most {
                return Err(LevelError::Pointer { format, element, found, least, most });
            }
        }
        if pointers.len() == 1 && end != 0 {
            return Err(count("coordinates of no fiber", end, 0));
        }
        for fiber in pointers.windows(2) {
            check_fiber(&coordinates, fiber[0]..fiber[1], extent)?;
        }
        Ok(SparseList { extent, pointers, coordinates, child })
    }

    /// Where in [`coordinates`](SparseList::coordinates) each fiber starts, and where the last one stops.
    pub fn pointers(&self) -> &[usize] {
        &self.pointers
    }

    /// The coordinates of all fibers.
    pub fn coordinates(&self) -> &[C] {
        &self.coordinates
    }
}

/// A fiber of a list of coordinates.
#[derive(Debug)]
pub struct SparseListFiber<'a, L, C> {
    level: &'a SparseList<L, C>,
    position: usize,
}

impl<L, C> Clone for SparseListFiber<'_, L, C> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L, C> Copy for SparseListFiber<'_, L, C> {}

/// The pieces of a list of coordinates.
#[derive(Debug)]
pub struct SparseListPieces<'a, L: Level, C> {
    coordinates: &'a [C],
    child: Children<'a, L>,
}

impl<L: Level, C> Clone for SparseListPieces<'_, L, C> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Level, C> Copy for SparseListPieces<'_, L, C> {}

impl<'a, L: Level, C: Coord> Pieces for SparseListPieces<'a, L, C> {
    type Coord = C;
    type Payload = L::Fiber<'a>;
    type Kind = Points;

    #[inline(always)]
    fn start(&self, p: usize) -> Cut<C> {
        self.coordinates[p].before()
    }

    #[inline(always)]
    fn stop(&self, p: usize) -> Cut<C> {
        self.coordinates[p].after()
    }

    #[inline(always)]
    fn payload(&self, p: usize) -> L::Fiber<'a> {
        self.child.fiber(p)
    }

    fn arrays(&self) -> Arrays {
        Arrays::closed("crd", "crd")
    }
}

impl<'a, L: Level, C: Coord> SparseListFiber<'a, L, C> {
    /// All pieces up to the last one of this fiber, the first one of it, and the one after its last.
    #[inline(always)]
    fn pieces(self) -> (SparseListPieces<'a, L, C>, usize, usize) {
        let SparseList { pointers, coordinates, child, .. } = self.level;
        let (first, end) = (pointers[self.position], pointers[self.position + 1]);
        // The list ends where the fiber does, and each piece has its child: an index below `end` needs no further test.
        let coordinates = &coordinates[..end];
        let child = Children::new(child, end);
        (SparseListPieces { coordinates, child }, first, end)
    }
}

impl<'a, L: Level, C: Coord> Fiber for SparseListFiber<'a, L, C> {
    type Coord = C;
    type Child = L::Fiber<'a>;
    type Walk = Stepper<SparseListPieces<'a, L, C>>;
    type Back = Stepper<Reversed<SparseListPieces<'a, L, C>>>;

    #[inline(always)]
    fn walk(self) -> Self::Walk {
        let (pieces, first, end) = self.pieces();
        Stepper::new(pieces, first, end)
    }

    #[inline(always)]
    fn back(self) -> Self::Back {
        let (pieces, first, end) = self.pieces();
        Stepper::new(Reversed::new(pieces, end), 0, end - first)
    }

    #[inline(always)]
    fn at(self, place: C, mut visit: impl FnMut(Option<L::Fiber<'a>>) -> Flow) -> Flow {
        visit(held_at(self.walk(), place))
    }
}

impl<L: Level, C: Coord> Level for SparseList<L, C> {
    type Value = L::Value;
    type Fiber<'a>
        = SparseListFiber<'a, L, C>
    where
        Self: 'a;
    type Update = Workspace<C, L::Update>;

    const RANK: usize = L::RANK + 1;

    #[inline(always)]
    fn fiber(&self, position: usize) -> SparseListFiber<'_, L, C> {
        SparseListFiber { level: self, position }
    }

    #[inline(always)]
    fn fill(&self) -> L::Value {
        self.child.fill()
    }

    fn positions(&self) -> usize {
        self.pointers.len() - 1
    }

    fn declare(&self) -> Self::Update {
        Workspace::new(self.extent, self.child.declare())
    }

    fn freeze(&self, update: &mut Self::Update, roots: &[Option<usize>]) -> Result<Self, LevelError> {
        let mut pointers = vec![0];
        let mut coordinates = Vec::new();
        let mut children = Vec::new();
        for root in roots {
            if let Some(root) = *root {
                update.points(root, Self::NAME, |place, child| {
                    coordinates.push(place);
                    children.push(Some(child));
                })?;
            }
            pointers.push(coordinates.len());
        }
        let child = self.child.freeze(&mut update.child, &children)?;
        Ok(SparseList { extent: self.extent, pointers, coordinates, child })
    }
}

impl<L: Level, C: Coord> AxisLevel for SparseList<L, C> {
    type Coord = C;
    type Child = L;

    const NAME: &'static str = if C::DISCRETE { "SparseList" } else { "Pinpoint" };
    const INJECTIVE: bool = true;

    fn extent(&self) -> Interval<C> {
        self.extent
    }

    fn child(&self) -> &L {
        &self.child
    }

    fn entries(&self, position: usize) -> impl Iterator<Item = Entry<C>> + '_ {
        let range = self.pointers[position]..self.pointers[position + 1];
        range.map(|p| (self.coordinates[p].before(), self.coordinates[p].after(), p))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::continuous::PlaceError;
    use crate::level::{Element, Piecewise};

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
