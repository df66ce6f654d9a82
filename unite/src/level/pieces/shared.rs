//! Fibers while they are written, whose places go into one list as soon as they are in order.
//!
//! ```text
//!  fibers  Shared   Shared   Own: places 1 3 8 9, the fiber that is written now
//!  places  2 5 6  | 0 7    |
//! ```
//!
//! Rows that are written one after the other need no list each, and their list is that of the frozen level.

use super::{Entry, Pieces, ValueLists, scattered::Scattered};
use crate::continuous::{Coord, Stored};
use crate::value::Value;

/// The pieces of a fiber, which it has alone or in a list that fibers share.
#[derive(Debug, Clone)]
pub(in crate::level) enum FiberPieces<C: Coord, S> {
    /// Pieces that the fiber has alone.
    Own(Pieces<C, S>),
    /// Single places in order.
    Shared(Part),
}

/// The part of a fiber of a list of places: `len` of them from number `at` on. Place `k` of the fiber has child position
/// `first + k`.
#[derive(Debug, Clone, Copy)]
pub(in crate::level) struct Part {
    pub(in crate::level) first: usize,
    pub(in crate::level) at: usize,
    pub(in crate::level) len: usize,
}

impl Part {
    /// Returns the places of the fiber.
    pub(in crate::level) fn of<S>(self, list: &[S]) -> &[S] {
        &list[self.at..self.at + self.len]
    }
}

impl<C: Coord, S: Stored<Coord = C>> FiberPieces<C, S> {
    /// Creates a fiber without pieces.
    pub(in crate::level) fn new() -> Self {
        FiberPieces::Own(Pieces::new())
    }

    /// Returns whether there is no piece.
    #[inline]
    pub(in crate::level) fn is_empty(&self) -> bool {
        match self {
            FiberPieces::Own(pieces) => pieces.is_empty(),
            FiberPieces::Shared(part) => part.len == 0,
        }
    }

    /// Returns whether there is a table with a bit for each place.
    pub(in crate::level) fn has_direct_table(&self) -> bool {
        matches!(self, FiberPieces::Own(Pieces::Direct(_)))
    }

    /// Returns the pieces, which the fiber has alone from then on.
    #[inline]
    pub(in crate::level) fn own(&mut self, list: &[S]) -> &mut Pieces<C, S> {
        if let FiberPieces::Shared(part) = *self {
            *self = FiberPieces::Own(Pieces::Places { first: part.first, places: part.of(list).to_vec() });
        }
        match self {
            FiberPieces::Own(pieces) => pieces,
            FiberPieces::Shared(_) => unreachable!("the fiber has its own pieces"),
        }
    }

    /// Moves places in order to the end of a list. Returns an empty list with memory for others.
    pub(in crate::level) fn share(&mut self, list: &mut Vec<S>) -> Vec<S> {
        let FiberPieces::Own(Pieces::Places { first, places }) = self else { return Vec::new() };
        let part = Part { first: *first, at: list.len(), len: places.len() };
        let mut places = std::mem::take(places);
        if list.is_empty() {
            std::mem::swap(list, &mut places);
        } else {
            list.append(&mut places);
        }
        *self = FiberPieces::Shared(part);
        places
    }

    /// Moves the places of the table with a bit for each place to the end of a list, and their values to the end of that of values.
    /// Returns where they are, if there is such a table, which the fiber keeps.
    ///
    /// (Inlined, so that the caller has the part in registers: what is written to memory word by word, and read at once as a whole,
    /// waits for all writes before it.)
    #[inline(always)]
    pub(in crate::level) fn settle_table<T: Value>(
        &mut self,
        list: &mut Vec<S>,
        values: ValueLists<'_, T>,
    ) -> Option<Part> {
        let FiberPieces::Own(Pieces::Direct(table)) = self else { return None };
        let (at, first) = (list.len(), values.values.len());
        table.settle(list, values);
        Some(Part { first, at, len: list.len() - at })
    }

    /// Moves places that were written in any order, and are found through a hash table, to the end of a list, if `reorder`, which is
    /// given the position of their first subtensor and their numbers in order, has put these in that order.
    pub(in crate::level) fn settle_scattered(
        &mut self,
        list: &mut Vec<S>,
        reorder: impl FnOnce(usize, &[u32]) -> bool,
    ) {
        let FiberPieces::Own(pieces) = self else { return };
        let Pieces::Scattered(scattered) = pieces else { return };
        let sorted = scattered.sorted();
        let first = sorted.iter().map(|&(_, child)| child).min().unwrap_or(0);
        let is_consecutive = sorted.iter().all(|&(_, child)| child - first < sorted.len());
        let numbers: Vec<u32> = sorted.iter().map(|&(_, child)| (child - first) as u32).collect();
        if is_consecutive && reorder(first, &numbers) {
            let part = Part { first, at: list.len(), len: sorted.len() };
            list.extend(sorted.into_iter().map(|(place, _)| S::stored(place)));
            *self = FiberPieces::Shared(part);
        } else {
            *pieces = Pieces::Scattered(Box::new(Scattered::ordered(sorted)));
        }
    }

    /// Returns the pieces in order.
    pub(in crate::level) fn iter<'a>(&'a self, list: &'a [S]) -> impl Iterator<Item = Entry<C>> + 'a {
        let (own, shared) = match self {
            FiberPieces::Own(pieces) => (Some(pieces), None),
            FiberPieces::Shared(part) => (None, Some(part.of(list).iter().zip(part.first..))),
        };
        let shared = shared.into_iter().flatten().map(|(place, child)| {
            let place = place.coord();
            (place.before(), place.after(), child)
        });
        own.into_iter().flat_map(Pieces::iter).chain(shared)
    }
}
