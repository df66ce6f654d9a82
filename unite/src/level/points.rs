//! Lists of single coordinates: the common parts of the formats that store them.

use std::marker::PhantomData;
use std::ops::Range;

use super::copied::copied;
use super::{Children, Level, LevelError};
use crate::continuous::{Coord, Cut, Interval, Stored};
use crate::looplet::{Arrays, Pieces, Points};

/// The coordinates of all fibers, fiber after fiber, increasing within each.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PointList<C> {
    pub(super) pointers: Vec<usize>,
    pub(super) coordinates: Vec<C>,
}

impl<C: Stored> PointList<C> {
    /// Creates a list without any fiber.
    pub(super) fn new() -> Self {
        PointList { pointers: vec![0], coordinates: Vec::new() }
    }

    /// Checks and creates a list, for a level whose child has `positions` positions.
    pub(super) fn checked(
        format: &'static str,
        extent: Interval<C>,
        pointers: Vec<usize>,
        coordinates: Vec<C>,
        positions: usize,
    ) -> Result<Self, LevelError> {
        check_count(format, "positions of the child", positions, coordinates.len())?;
        check_pointers(format, &pointers, coordinates.len())?;
        check_places(extent, &coordinates)?;
        let list = PointList { pointers, coordinates };
        for fiber in 0..list.fibers() {
            for element in list.range(fiber).skip(1) {
                let (previous, place) = (list.coordinates[element - 1], list.coordinates[element]);
                if place <= previous {
                    return Err(unordered(element, place, previous));
                }
            }
        }
        Ok(list)
    }

    /// Ends the current fiber, which has all coordinates pushed since the previous call.
    pub(super) fn close(&mut self) {
        self.pointers.push(self.coordinates.len());
    }

    /// Returns the number of fibers.
    pub(super) fn fibers(&self) -> usize {
        self.pointers.len() - 1
    }

    /// Returns the range of the coordinates of a fiber.
    #[inline(always)]
    pub(super) fn range(&self, fiber: usize) -> Range<usize> {
        self.pointers[fiber]..self.pointers[fiber + 1]
    }

    /// Implements [`Listed::pieces`](super::Listed::pieces).
    #[inline(always)]
    pub(super) fn pieces<'a, L: Level>(
        &'a self,
        child: &'a L,
        fiber: usize,
    ) -> (PointPieces<'a, L, C::Coord, C>, Range<usize>) {
        let range = self.range(fiber);
        let coordinates = &self.coordinates[..range.end];
        (PointPieces { coordinates, child: Children::new(child, range.end), line: PhantomData }, range)
    }
}

/// Pieces that are single coordinates in a list; coordinate `k` has position `k` of the child.
#[derive(Debug)]
pub struct PointPieces<'a, L: Level, C, S = C> {
    coordinates: &'a [S],
    child: Children<'a, L>,
    line: PhantomData<C>,
}

copied!([L: Level, C, S] PointPieces<'_, L, C, S>);

impl<'a, L: Level, C: Coord, S: Stored<Coord = C>> Pieces for PointPieces<'a, L, C, S> {
    type Coord = C;
    type Payload = L::Fiber<'a>;
    type Kind = Points;

    #[inline(always)]
    fn start(&self, p: usize) -> Cut<C> {
        self.coordinates[p].coord().before()
    }

    #[inline(always)]
    fn stop(&self, p: usize) -> Cut<C> {
        self.coordinates[p].coord().after()
    }

    #[inline(always)]
    fn payload(&self, p: usize) -> L::Fiber<'a> {
        self.child.fiber(p)
    }

    fn arrays(&self) -> Arrays {
        Arrays::closed("crd", "crd")
    }
}

/// The coordinates of a piece, one by one.
#[derive(Debug, Clone)]
pub(super) struct Singles<C> {
    at: Cut<C>,
    stop: Cut<C>,
}

/// Returns the coordinates of a piece, one by one: a point, or finitely many integers.
pub(super) fn singles<C: Coord>(format: &'static str, start: Cut<C>, stop: Cut<C>) -> Result<Singles<C>, LevelError> {
    // The lowest integer stands for minus infinity and is not a valid coordinate.
    let place = !C::DISCRETE || start.value != C::LOWEST;
    let single = place && start == start.value.before() && stop == start.value.after();
    if !single && start < stop {
        if !C::DISCRETE {
            return Err(LevelError::unfit(
                format,
                start,
                stop,
                "it holds single coordinates; use a format of intervals",
            ));
        }
        if C::measure(start, stop).is_infinite() {
            return Err(LevelError::unfit(format, start, stop, "it holds finitely many coordinates; bound the loop"));
        }
    }
    Ok(Singles { at: start, stop })
}

impl<C: Coord> Iterator for Singles<C> {
    type Item = C;

    #[inline(always)]
    fn next(&mut self) -> Option<C> {
        if self.at >= self.stop {
            return None;
        }
        let coordinate = self.at.value;
        self.at = coordinate.after();
        Some(coordinate)
    }
}

/// Checks that `pointers` delimit the fibers of `entries` entries.
pub(super) fn check_pointers(format: &'static str, pointers: &[usize], entries: usize) -> Result<(), LevelError> {
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
pub(super) fn check_count(
    format: &'static str,
    what: &'static str,
    found: usize,
    needed: usize,
) -> Result<(), LevelError> {
    if found == needed { Ok(()) } else { Err(LevelError::Count { format, what, found, needed }) }
}

/// Checks that all coordinates are valid and lie in the extent.
pub(super) fn check_places<C: Stored>(extent: Interval<C>, coordinates: &[C]) -> Result<(), LevelError> {
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
pub(super) fn unordered(element: usize, place: impl ToString, previous: impl ToString) -> LevelError {
    LevelError::Unordered { element, place: place.to_string(), previous: previous.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_integers_is_its_integers_and_a_real_interval_is_refused() {
        let run: Vec<i8> = singles("Any", (-2i8).before(), 1i8.after()).expect("finite").collect();
        assert_eq!(run, [-2, -1, 0, 1]);
        let last: Vec<i8> = singles("Any", 126i8.before(), 126i8.after()).expect("one coordinate").collect();
        assert_eq!(last, [126]);
        let point: Vec<f64> = singles("Any", f64::before(2.5), f64::after(2.5)).expect("a point").collect();
        assert_eq!(point, [2.5]);
        let error = singles("Any", f64::before(2.5), f64::before(3.0)).expect_err("an interval");
        assert_eq!(
            error.to_string(),
            "Any cannot hold the piece [2.5, 3): it holds single coordinates; use a format of intervals"
        );
        assert!(singles("Any", 2i64.before(), Cut::LAST).is_err());
        assert!(singles("Any", Cut::FIRST, (i64::MIN + 1).before()).is_err());
    }

    #[test]
    fn pointers_start_at_0_rise_and_end_with_the_number_of_entries() {
        assert_eq!(check_pointers("Any", &[0, 2, 2, 3], 3), Ok(()));
        assert_eq!(check_pointers("Any", &[0], 0), Ok(()));
        for wrong in [&[][..], &[1, 3], &[0, 2, 1, 3], &[0, 2], &[0, 4, 3], &[0]] {
            assert!(check_pointers("Any", wrong, 3).is_err(), "{wrong:?}");
        }
    }
}
