//! Lists of single coordinates: the common parts of the formats that store them.

use std::marker::PhantomData;
use std::ops::Range;

use super::sparse_list::Searched;
use crate::continuous::{Coord, Cut, Interval, Stored};
use crate::copied::copied;
use crate::level::{Level, LevelError, Lists, PieceColumns, PieceUpdate, PieceView, Update};
use crate::looplet::{Arrays, Points};

/// The coordinates of all fibers, fiber after fiber, increasing within each, with an index `I` of them.
#[derive(Debug, Clone, PartialEq)]
pub struct CoordinateColumn<C: Coord, S = C, I = Searched> {
    pub(super) coordinates: Vec<S>,
    pub(super) index: I,
    line: PhantomData<C>,
}

/// An index of the coordinates of all fibers.
pub trait PointIndex<C: Coord, S: Stored<Coord = C>>: Clone + 'static {
    /// The storage while it is written, over the storage `U` of the child.
    type Update<U: Update>: PieceUpdate<Coord = C, Child = U, Value = U::Value>;

    /// The name of the format.
    const NAME: &'static str;

    /// Returns an index without fibers.
    fn new() -> Self;

    /// Returns the index of the coordinates of all fibers.
    ///
    /// # Errors
    /// Memory has no room for it.
    fn of(extent: Interval<C>, pointers: &[usize], coordinates: &[S]) -> Result<Self, LevelError>;

    /// Creates storage to be written, without any fiber.
    fn declare<U: Update>(extent: Interval<C>, child: U) -> Self::Update<U>;

    /// Calls `point` with each coordinate of a fiber in order, and its child position.
    ///
    /// # Errors
    /// [`LevelError::Unfit`]: a piece is neither a point nor finitely many integers.
    fn points<U: Update>(
        update: &mut Self::Update<U>,
        position: usize,
        mut point: impl FnMut(C, usize),
    ) -> Result<(), LevelError> {
        for (place, _, child) in update.pieces(position) {
            point(place.value, child);
        }
        Ok(())
    }

    /// Returns the coordinates of the written fibers `_roots` and their pointers, see [`PieceColumns::move_all`].
    fn move_all<U: Update>(_update: &mut Self::Update<U>, _roots: &[Option<usize>]) -> Option<(Vec<S>, Vec<usize>)> {
        None
    }

    /// Copies the coordinates of a fiber to the end of a list, see [`PieceColumns::append`].
    fn append<U: Update>(
        _update: &mut Self::Update<U>,
        _position: usize,
        _next: usize,
        _coordinates: &mut Vec<S>,
    ) -> Option<usize> {
        None
    }

    /// Returns the contents of a coordinate of a fiber.
    fn find<L: Level>(
        lists: &Lists<CoordinateColumn<C, S, Self>, L>,
        position: usize,
        place: C,
    ) -> Option<L::Fiber<'_>>;

    /// Returns the number of values for which a fiber has room, as [`Level::footprint`] does.
    fn footprint(_extent: Interval<C>) -> usize {
        1
    }
}

impl<C: Coord, S: Stored<Coord = C>, I: PointIndex<C, S>> CoordinateColumn<C, S, I> {
    /// Creates the column without coordinates.
    pub(super) fn new() -> Self {
        CoordinateColumn { coordinates: Vec::new(), index: I::new(), line: PhantomData }
    }
}

impl<L: Level, S: Stored, I: PointIndex<S::Coord, S>> Lists<CoordinateColumn<S::Coord, S, I>, L> {
    /// Creates the level from its lists: fiber `p` has the coordinates `coordinates[pointers[p]..pointers[p + 1]]`,
    /// increasing; the contents of coordinate `k` are at position `k` of `child`. An index is computed from them.
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
    /// or does not come after the previous one; [`LevelError::Unbounded`], [`LevelError::TooLarge`]: a
    /// [`SparseByteMap`](crate::level::SparseByteMap) has an infinite extent, or one that memory has no room for.
    pub fn from_parts(
        extent: Interval<S>,
        pointers: Vec<usize>,
        coordinates: Vec<S>,
        child: L,
    ) -> Result<Self, LevelError> {
        check_count(I::NAME, "positions of the child", child.positions(), coordinates.len())?;
        check_pointers(I::NAME, &pointers, coordinates.len())?;
        check_places(extent, &coordinates)?;
        for fiber in pointers.windows(2) {
            for element in (fiber[0]..fiber[1]).skip(1) {
                let (previous, place) = (coordinates[element - 1], coordinates[element]);
                if place <= previous {
                    return Err(unordered(element, place, previous));
                }
            }
        }
        let index = I::of(extent.on_line(), &pointers, &coordinates)?;
        let columns = CoordinateColumn { coordinates, index, line: PhantomData };
        Ok(Lists { extent: extent.on_line(), pointers, columns, child })
    }

    /// Returns the coordinates, fiber after fiber, increasing within each.
    pub fn coordinates(&self) -> &[S] {
        &self.columns.coordinates
    }
}

impl<C: Coord, S: Stored<Coord = C>, I: PointIndex<C, S>> PieceColumns for CoordinateColumn<C, S, I> {
    type Coord = C;
    type Kind = Points;
    type View<'a> = CoordinateView<'a, S>;
    type Update<U: Update> = I::Update<U>;

    const NAME: &'static str = I::NAME;

    fn emptied(&self) -> Self {
        Self::new()
    }

    #[inline(always)]
    fn view(&self, _extent: Interval<C>, fiber: Range<usize>) -> CoordinateView<'_, S> {
        CoordinateView { coordinates: &self.coordinates[..fiber.end] }
    }

    fn push(&mut self, start: Cut<C>, _stop: Cut<C>) -> Result<(), LevelError> {
        self.coordinates.push(S::stored(start.value));
        Ok(())
    }

    fn declare<U: Update>(extent: Interval<C>, child: U) -> I::Update<U> {
        I::declare(extent, child)
    }

    fn gather<U: Update>(
        &mut self,
        _extent: Interval<C>,
        update: &mut I::Update<U>,
        root: Option<usize>,
        children: &mut Vec<Option<usize>>,
    ) -> Result<(), LevelError> {
        let Some(root) = root else { return Ok(()) };
        I::points(update, root, |place, child| {
            self.coordinates.push(S::stored(place));
            children.push(Some(child));
        })
    }

    fn move_all<U: Update>(&mut self, update: &mut I::Update<U>, roots: &[Option<usize>]) -> Option<Vec<usize>> {
        let (coordinates, pointers) = I::move_all(update, roots)?;
        self.coordinates = coordinates;
        Some(pointers)
    }

    fn append<U: Update>(&mut self, update: &mut I::Update<U>, root: usize, next: usize) -> Option<usize> {
        I::append(update, root, next, &mut self.coordinates)
    }

    fn close(&mut self, extent: Interval<C>, pointers: &[usize]) -> Result<(), LevelError> {
        self.index = I::of(extent, pointers, &self.coordinates)?;
        Ok(())
    }

    #[inline(always)]
    fn find<L: Level>(lists: &Lists<Self, L>, position: usize, place: C) -> Option<L::Fiber<'_>> {
        I::find(lists, position, place)
    }

    fn footprint(extent: Interval<C>) -> usize {
        I::footprint(extent)
    }
}

/// Pieces that are single coordinates in a list.
#[derive(Debug)]
pub struct CoordinateView<'a, S> {
    coordinates: &'a [S],
}

copied!([S] CoordinateView<'_, S>);

impl<S: Stored> PieceView<S::Coord> for CoordinateView<'_, S> {
    #[inline(always)]
    fn start(&self, p: usize) -> Cut<S::Coord> {
        self.coordinates[p].coord().before()
    }

    #[inline(always)]
    fn stop(&self, p: usize) -> Cut<S::Coord> {
        self.coordinates[p].coord().after()
    }

    #[inline(always)]
    fn up_to(self, end: usize) -> Self {
        CoordinateView { coordinates: &self.coordinates[..end] }
    }

    fn arrays(&self) -> Arrays {
        Arrays::closed("crd", "crd")
    }
}

/// Checks that `pointers` delimit the fibers of `entries` entries.
pub(in crate::level) fn check_pointers(
    format: &'static str,
    pointers: &[usize],
    entries: usize,
) -> Result<(), LevelError> {
    let Some(last) = pointers.len().checked_sub(1) else {
        return Err(LevelError::Count { format, what: "pointers", found: 0, needed: 1 });
    };
    if last == 0 {
        check_count(format, "entries outside of all pointers", entries, 0)?;
    }
    let mut previous = 0;
    for (element, &found) in pointers.iter().enumerate() {
        let most = if element == 0 { 0 } else { entries };
        let least = if element == last { entries } else { previous };
        if found < least || found > most {
            return Err(LevelError::Pointer { format, element, found, least, most });
        }
        previous = found;
    }
    Ok(())
}

/// Checks that the number of items is the one needed.
pub(in crate::level) fn check_count(
    format: &'static str,
    what: &'static str,
    found: usize,
    needed: usize,
) -> Result<(), LevelError> {
    if found == needed { Ok(()) } else { Err(LevelError::Count { format, what, found, needed }) }
}

/// Checks that all coordinates are valid and lie in the extent.
pub(in crate::level) fn check_places<C: Stored>(extent: Interval<C>, coordinates: &[C]) -> Result<(), LevelError> {
    for (element, &place) in coordinates.iter().enumerate() {
        place.place().map_err(|source| LevelError::Place { element, source })?;
        if !extent.contains(place) {
            let (place, extent) = (place.to_string(), extent.to_string());
            return Err(LevelError::ElementOutside { element, place, extent });
        }
    }
    Ok(())
}

/// Returns the error of an element that does not come after the previous one.
pub(in crate::level) fn unordered(element: usize, place: impl ToString, previous: impl ToString) -> LevelError {
    LevelError::Unordered { element, place: place.to_string(), previous: previous.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_start_at_0_rise_and_end_with_the_number_of_entries() {
        assert_eq!(check_pointers("Any", &[0, 2, 2, 3], 3), Ok(()));
        assert_eq!(check_pointers("Any", &[0], 0), Ok(()));
        for wrong in [&[][..], &[1, 3], &[0, 2, 1, 3], &[0, 2], &[0, 4, 3], &[0]] {
            assert!(check_pointers("Any", wrong, 3).is_err(), "{wrong:?}");
        }
    }
}
