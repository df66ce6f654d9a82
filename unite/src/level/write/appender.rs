//! Appending to a fiber of values by a loop that holds the lists itself, and gives them back.
//!
//! ```text
//!  Workspace   fibers  [ places 2 5 6 ]  --+
//!                                          +-->  Appender { places, values }  -->  .. 7  9  12 ..
//!  values      4.0 1.5 2.0               --+
//! ```
//!
//! The value of the next piece is put behind all others, and so its child position is known without a look at the pieces. What
//! an appended piece needs to know is found out once, when the lists are taken: whether they are open, as places or as spans.

use crate::continuous::{Coord, Cut, Stored};
use crate::level::pieces::{Pieces, is_single};
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
    /// All pieces, if no list is open.
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
        match &mut self.closed {
            Pieces::Places { first, places } if places.is_empty() || *first + places.len() == next => {
                (self.open, self.first) = (Open::Places, next - places.len());
                self.places = std::mem::take(places);
            }
            Pieces::Spans { first, starts, stops } if *first + starts.len() == next => {
                (self.open, self.first) = (Open::Spans, *first);
                (self.starts, self.stops) = (std::mem::take(starts), std::mem::take(stops));
            }
            _ => {}
        }
    }

    /// Appends a piece, which is not empty, after all others, with the fill value after `change`, unless that is fill too.
    /// `single` if the piece is known to be a single place.
    #[inline(always)]
    pub fn append(&mut self, lo: Cut<C>, hi: Cut<C>, single: bool, change: impl FnOnce(&mut T)) {
        let mut value = self.fill;
        change(&mut value);
        if value.same(self.fill) {
            return;
        }
        if self.open == Open::Places && (single || is_single(lo, hi)) {
            self.places.push(S::stored(lo.value));
            self.values.push(value);
        } else if single {
            self.append_place(lo.value, value);
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

    /// Appends a piece that may need another form of the fiber.
    #[inline(never)]
    fn append_otherwise(&mut self, lo: Cut<C>, hi: Cut<C>, value: T) {
        self.close();
        self.closed.append(lo, hi, self.values.len());
        self.values.push(value);
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
        self.open = Open::None;
    }

    /// Returns the pieces and the values.
    pub(crate) fn into_parts(mut self) -> (Taken<C, S>, Vec<T>) {
        self.close();
        (Taken { fiber: self.fiber, pieces: self.closed }, self.values)
    }
}
