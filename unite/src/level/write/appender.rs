//! Appending to a fiber of values by a loop that holds the lists itself, and gives them back.
//!
//! ```text
//!  Workspace   fibers  [ places 2 5 6 ]  --+
//!                                          +-->  Appender { places, values }  -->  .. 7  9  12 ..
//!  values      4.0 1.5 2.0               --+
//! ```
//!
//! The value of the next piece is put behind all others, and so its child position is known without a look at the pieces. What
//! an appended piece needs to know is found out once, when the lists are taken: whether they are open, as places or as spans, or
//! have a table, through which single places are found in any order.

use crate::continuous::{Coord, Cut, Stored};
use crate::level::pieces::{Found, Pieces, Scattered, is_single};
use crate::level::{Taken, Value};

/// The pieces of a fiber with their values, to which others are appended.
#[derive(Debug)]
pub struct Appender<C: Coord, S, T> {
    fiber: usize,
    open: Open,
    /// The child position of the first place or span of the open list.
    first: usize,
    places: Vec<S>,
    starts: Vec<Cut<C>>,
    stops: Vec<Cut<C>>,
    /// Single places in any order with a direct table, while no list is open. (It is boxed, so that an appender is moved fast.)
    table: Option<Box<Scattered<C>>>,
    /// All pieces, if neither a list nor a table is open.
    closed: Pieces<C, S>,
    values: Vec<T>,
    fill: T,
}

/// The list that grows with the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Places,
    Spans,
    None,
}

impl<C: Coord, S: Stored<Coord = C>, T: Value> Appender<C, S, T> {
    /// Creates an appender of the pieces of a fiber and the values of all fibers.
    pub(crate) fn new(taken: Taken<C, S>, values: Vec<T>, fill: T) -> Self {
        let mut appender = Appender {
            fiber: taken.fiber,
            open: Open::None,
            first: 0,
            places: Vec::new(),
            starts: Vec::new(),
            stops: Vec::new(),
            table: None,
            closed: taken.pieces,
            values,
            fill,
        };
        appender.open();
        appender
    }

    /// Opens the list of the pieces, if the values of its pieces are the last ones.
    fn open(&mut self) {
        let next = self.values.len();
        match std::mem::replace(&mut self.closed, Pieces::new()) {
            Pieces::Places { first, places } if places.is_empty() || first + places.len() == next => {
                (self.open, self.first, self.places) = (Open::Places, next - places.len(), places);
            }
            Pieces::Spans { first, starts, stops } if first + starts.len() == next => {
                (self.open, self.first, self.starts, self.stops) = (Open::Spans, first, starts, stops);
            }
            Pieces::Scattered(table) if table.is_direct() => self.table = Some(table),
            pieces => self.closed = pieces,
        }
    }

    /// Appends a piece, which is not empty, after all others, with the fill value after `change`, unless that is fill too.
    /// `single` if the piece is known to be a single place. If the lists have a table, the piece is a single place anywhere, and
    /// its value is changed if it is there.
    #[inline(always)]
    pub fn append(&mut self, lo: Cut<C>, hi: Cut<C>, single: bool, change: impl Fn(&mut T)) {
        let mut value = self.fill;
        change(&mut value);
        if value.same(self.fill) {
            if single && !matches!(self.open, Open::Places | Open::Spans) {
                self.amend(lo, change);
            }
            return;
        }
        if self.open == Open::Places && (single || is_single(lo, hi)) {
            self.places.push(S::stored(lo.value));
            self.values.push(value);
        } else if single && let Some(table) = &mut self.table {
            match table.find_directly(lo.value) {
                Ok(child) => change(&mut self.values[child]),
                Err(slot) if table.insert_at(slot, lo.value, self.values.len()) => self.values.push(value),
                Err(_) => self.append_place(lo.value, value),
            }
        } else if single {
            let place = lo.value;
            match self.found(place) {
                Some(child) => change(&mut self.values[child]),
                None => self.append_place(place, value),
            }
        } else if self.open == Open::Spans {
            self.starts.push(lo);
            self.stops.push(hi);
            self.values.push(value);
        } else {
            self.append_otherwise(lo, hi, value);
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
        self.close();
        self.closed.insert(lo, hi, self.values.len());
        self.values.push(value);
        self.open();
    }

    /// Returns the child position of a single place, if it is there and no list is open.
    #[cold]
    #[inline(never)]
    fn found(&mut self, place: C) -> Option<usize> {
        if self.open != Open::None || self.table.is_some() {
            return None;
        }
        match self.closed.find(place.before(), place.after()) {
            Found::Piece(child) => Some(child),
            Found::Gap | Found::Mixed => None,
        }
    }

    /// Changes the value of a single place, if it is there, by what leaves fill unchanged; removes the place if its value is fill
    /// then.
    #[cold]
    #[inline(never)]
    fn amend(&mut self, lo: Cut<C>, change: impl Fn(&mut T)) {
        self.close();
        if let Some(child) = self.found(lo.value) {
            change(&mut self.values[child]);
            if self.values[child].same(self.fill) {
                self.closed.remove(lo);
            }
        }
        self.open();
    }

    /// Puts the open list back among the pieces.
    fn close(&mut self) {
        match self.open {
            Open::Places => {
                self.closed = Pieces::Places { first: self.first, places: std::mem::take(&mut self.places) };
            }
            Open::Spans => {
                let (starts, stops) = (std::mem::take(&mut self.starts), std::mem::take(&mut self.stops));
                self.closed = Pieces::Spans { first: self.first, starts, stops };
            }
            Open::None => {}
        }
        if let Some(table) = self.table.take() {
            self.closed = Pieces::Scattered(table);
        }
        self.open = Open::None;
    }

    /// Takes the pieces and the values out. (The appender stays where it is, since it is large.)
    #[inline(always)]
    pub(crate) fn take_parts(&mut self) -> (Taken<C, S>, Vec<T>) {
        self.close();
        let pieces = std::mem::replace(&mut self.closed, Pieces::new());
        (Taken { fiber: self.fiber, pieces }, std::mem::take(&mut self.values))
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
        let Some((taken, child)) = workspace.take_pieces(fiber, first.before(), 40.before(), true) else {
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
        let mut appender = Appender::new(taken, child.take_values().unwrap_or_default(), 0);
        for (&place, &value) in places {
            appender.append(place.before(), place.after(), true, |old| *old = value);
        }
        let (pieces, values) = appender.take_parts();
        workspace.child.put_values(values);
        workspace.put_pieces(pieces);
        Ok(())
    }

    proptest! {
        #[test]
        fn places_in_any_order_with_fill_among_the_values_are_like_a_map(
            loops in prop::collection::vec(
                (0..2usize, prop::collection::btree_map(0..40i64, 0..4i64, 0..9)), 0..24,
            ),
            anew in 0..24usize,
        ) {
            let mut workspace = Workspace::new((0..40).try_into().expect("a range"), ElementUpdate::new(0));
            let mut fibers = [workspace.assemble(), workspace.assemble()];
            let mut expected = [const { BTreeMap::new() }; 2];
            for (number, (fiber, places)) in loops.iter().enumerate() {
                if number == anew {
                    prop_assert!(crate::level::PieceUpdate::forget(&mut workspace));
                    workspace.child = ElementUpdate::new(0);
                    fibers = [workspace.assemble(), workspace.assemble()];
                    expected = [const { BTreeMap::new() }; 2];
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
        }
    }
}
