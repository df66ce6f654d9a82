//! Appending to a fiber of values by a loop, which borrows the fiber's pieces and the values.
//!
//! ```text
//!  Workspace   fibers  [ places 2 5 6 ]  <--+
//!                                           +--  Appender  <--  .. 7  9  12 ..
//!  values      4.0 1.5 2.0               <--+
//! ```
//!
//! The value of the next piece is put behind all others, and so its child position is known without a look at the pieces: where
//! these are lists of places or of spans, their values are the last ones.

use crate::continuous::{Coord, Cut, Stored};
use crate::level::pieces::{BY_PLACE, Found, Pieces, is_single};
use crate::level::{OpenPieces, PlaceTable, Value, ValueLists};

/// The pieces of a fiber with their values, to which others are appended.
#[derive(Debug)]
pub struct Appender<'a, C: Coord, S, T> {
    pieces: &'a mut Pieces<C, S>,
    values: &'a mut Vec<T>,
    by_place: &'a mut [T],
    fill: T,
}

impl<'a, C: Coord, S: Stored<Coord = C>, T: Value> Appender<'a, C, S, T> {
    /// Creates an appender to the pieces of a fiber and the values of all fibers.
    #[inline(always)]
    pub(crate) fn new(OpenPieces(pieces): OpenPieces<'a, C, S>, lists: ValueLists<'a, T>) -> Self {
        let ValueLists { fill, values, by_place } = lists;
        pieces.continue_at(values.len());
        Appender { pieces, values, by_place, fill }
    }

    /// Returns whether the fiber has no piece.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty_list()
    }

    /// Returns the table of places of the fiber, if it has one.
    #[inline(always)]
    pub fn into_table(self) -> Option<PlaceTable<'a, C, T>> {
        match self.pieces {
            Pieces::Direct(table) => PlaceTable::new(table, self.by_place, self.fill),
            _ => None,
        }
    }

    /// Appends a piece, which is not empty, after all others, with the fill value after `change`, unless that is fill too.
    /// `single` if the piece is known to be a single place. If the fiber has a table of places, the piece is a single place
    /// anywhere, and its value is changed if it is there.
    #[inline(always)]
    pub fn append(&mut self, lo: Cut<C>, hi: Cut<C>, single: bool, change: impl Fn(&mut T)) {
        let mut value = self.fill;
        change(&mut value);
        if !single {
            match &mut *self.pieces {
                Pieces::Runs { .. } => return self.append_run(lo, hi, value),
                Pieces::Spans { starts, stops, .. } => {
                    if !value.same(self.fill) {
                        starts.push(lo);
                        stops.push(hi);
                        self.values.push(value);
                    }
                    return;
                }
                _ => {}
            }
        }
        if value.same(self.fill) {
            if single {
                self.amend(lo, change);
            }
            return;
        }
        if let Pieces::Places { places, .. } = &mut *self.pieces
            && (single || is_single(lo, hi))
        {
            places.push(S::stored(lo.value));
            self.values.push(value);
            return;
        }
        match &mut *self.pieces {
            Pieces::Direct(table) if single => change(&mut self.by_place[table.insert(lo.value)]),
            _ if single => match self.found(lo.value) {
                Some(child) => change(&mut self.values[child]),
                None => self.append_place(lo.value, value),
            },
            _ => self.append_otherwise(lo, hi, value),
        }
    }

    /// Appends a place to pieces that are not places alone. (Its stop is found here, so that the loop need not know it.)
    #[cold]
    #[inline(never)]
    fn append_place(&mut self, place: C, value: T) {
        self.append_otherwise(place.before(), place.after(), value);
    }

    /// Adds a piece to a gap, which may need another form of the fiber.
    #[inline(never)]
    fn append_otherwise(&mut self, lo: Cut<C>, hi: Cut<C>, value: T) {
        if let Pieces::Runs { .. } = self.pieces {
            return self.append_run(lo, hi, value);
        }
        self.pieces.insert(lo, hi, self.values.len());
        self.values.push(value);
    }

    /// Appends a run to others. A gap in front of it becomes a run of fill, and the last run grows if it has the same value.
    #[inline(always)]
    fn append_run(&mut self, lo: Cut<C>, hi: Cut<C>, value: T) {
        let Pieces::Runs { start, stops, .. } = &mut *self.pieces else { return };
        // The side of a cut of integers is known, so that no loop keeps it.
        let [lo, hi] = [lo, hi].map(|cut| if C::DISCRETE { cut.value.before() } else { cut });
        // Runs come in order: what is not at the end is behind it.
        if *stops.last().unwrap_or(start) != lo {
            if !grow(stops, self.values, lo, self.fill) {
                stops.push(lo);
                self.values.push(self.fill);
            }
            if value.same(self.fill) && grow(stops, self.values, hi, value) {
                return;
            }
        } else if grow(stops, self.values, hi, value) {
            return;
        }
        stops.push(hi);
        self.values.push(value);
    }

    /// Returns the child position of a single place, if it is there and not all pieces lie before it.
    #[cold]
    #[inline(never)]
    fn found(&mut self, place: C) -> Option<usize> {
        if matches!(self.pieces, Pieces::Places { .. } | Pieces::Spans { .. } | Pieces::Runs { .. }) {
            return None;
        }
        match self.pieces.find(place.before(), place.after()) {
            Found::Piece(child) => Some(child),
            Found::Gap | Found::Mixed => None,
        }
    }

    /// Changes the value of a single place, if it is there, by what leaves fill unchanged; removes the place if its value is fill
    /// then.
    #[cold]
    #[inline(never)]
    fn amend(&mut self, lo: Cut<C>, change: impl Fn(&mut T)) {
        let Some(child) = self.found(lo.value) else { return };
        let value = match child.checked_sub(BY_PLACE) {
            Some(number) => &mut self.by_place[number],
            None => &mut self.values[child],
        };
        change(value);
        if value.same(self.fill) {
            *value = self.fill;
            self.pieces.remove(lo);
            self.pieces.continue_at(self.values.len());
        }
    }
}

/// Lets the last of some runs reach to `stop`, if there is one and its value is `value`; returns whether it did.
#[inline(always)]
fn grow<C: Coord, T: Value>(stops: &mut [Cut<C>], values: &[T], stop: Cut<C>, value: T) -> bool {
    match stops.last_mut() {
        Some(end) if values.last().is_some_and(|last| last.same(value)) => {
            *end = stop;
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::level::{AxisUpdate, ElementUpdate, LeafUpdate, LevelError, Update, Workspace};

    /// Writes places in order to a fiber as a loop does, each with a value that replaces what is there.
    fn write(
        workspace: &mut Workspace<i64, ElementUpdate<i64>>,
        fiber: usize,
        places: &BTreeMap<i64, i64>,
    ) -> Result<(), LevelError> {
        let Some((&first, _)) = places.first_key_value() else { return Ok(()) };
        let Some((pieces, child)) = workspace.open_pieces(fiber, first.before(), 40.before(), true) else {
            return places.iter().try_for_each(|(&place, &value)| {
                if value == 0 {
                    workspace.retain(fiber, place.before(), place.after(), |_, _| false);
                    return Ok(());
                }
                workspace.cover_at(fiber, place, |values, position| {
                    *values.value(position) = value;
                    Ok(())
                })
            });
        };
        let mut appender = Appender::new(pieces, child.lists().expect("lists of values"));
        for (&place, &value) in places {
            appender.append(place.before(), place.after(), true, |old| *old = value);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn places_in_any_order_with_fill_among_the_values_are_like_a_map(
            loops in prop::collection::vec(
                (0..3usize, prop::collection::btree_map(0..40i64, 0..4i64, 0..9)), 0..24,
            ),
            anew in 0..24usize,
            by_fiber in any::<bool>(),
        ) {
            let mut loops = loops;
            if by_fiber {
                loops.sort_by_key(|&(fiber, _)| fiber);
            }
            let mut workspace = Workspace::new((0..40).try_into().expect("a range"), ElementUpdate::new(0));
            let mut fibers = [(); 3].map(|()| workspace.assemble());
            let mut expected = [const { BTreeMap::new() }; 3];
            for (number, (fiber, places)) in loops.iter().enumerate() {
                if number == anew {
                    prop_assert!(crate::level::PieceUpdate::forget(&mut workspace));
                    workspace.child = ElementUpdate::new(0);
                    fibers = [(); 3].map(|()| workspace.assemble());
                    expected = [const { BTreeMap::new() }; 3];
                }
                write(&mut workspace, fibers[*fiber], places).expect("inside");
                expected[*fiber].extend(places);
                expected[*fiber].retain(|_, value| *value != 0);
            }
            for (fiber, expected) in fibers.into_iter().zip(&expected) {
                let mut points = Vec::new();
                workspace.points(fiber, "SparseList", |place, child| points.push((place, child))).expect("finite");
                prop_assert!(points.is_sorted_by(|one, other| one.0 < other.0));
                let found = points.into_iter().map(|(place, child)| (place, *workspace.child.value(child)));
                prop_assert_eq!(&found.collect::<BTreeMap<_, _>>(), expected);
            }
            // Frozen: all fibers at once, or one by one.
            let mut frozen = (Vec::new(), vec![0]);
            match workspace.take_places(&fibers.map(Some)) {
                Some(taken) => frozen = taken,
                None => {
                    for fiber in fibers {
                        let Some(count) = workspace.copy_places(fiber, frozen.0.len(), &mut frozen.0) else { return Ok(()) };
                        prop_assert_eq!(frozen.1[frozen.1.len() - 1] + count, frozen.0.len());
                        frozen.1.push(frozen.0.len());
                    }
                }
            }
            let (places, pointers) = frozen;
            for (part, expected) in pointers.windows(2).zip(&expected) {
                let found = (part[0]..part[1]).map(|child| (places[child], *workspace.child.value(child)));
                prop_assert!(found.eq(expected.iter().map(|(&place, &value)| (place, value))));
            }
        }
    }
}
