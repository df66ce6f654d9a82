//! The pieces of a fiber while they are written, without overlap.
//!
//! ```text
//!  places   2 5 6           single places in order;  place k has child position first + k
//!  spans    [0 1) [4 7)     pieces in order;         piece k has child position first + k
//!  runs     [0 1)[1 4)[4 7) runs without gaps;       run k has child position first + k
//!  list                     pieces in order, each with its child position
//!  direct                   single places in any order, with a bit for each place of the extent
//!  scattered                single places in any order, found through a hash table
//!  tree                     other pieces that were not written in order, or removed
//! ```
//!
//! A fiber starts with places, and goes down this list as it has to. Formats move places and spans instead of copying them.
//!
//! A loop appends to a fiber of a format of runs as [runs](Pieces::Runs): equal neighbours are one run, and gaps are runs of fill, as
//! the format stores them. Any other write makes them spans.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{BY_PLACE, Direct, Entry, ValueLists, scattered::Scattered};
use crate::continuous::{Coord, Cut, Stored};
use crate::value::Value;

/// The pieces of a fiber.
///
/// (Its form has a number of its own, which is tested faster than one in the unused numbers of a field.)
#[derive(Debug, Clone)]
#[repr(u8)]
pub(in crate::level) enum Pieces<C: Coord, S> {
    /// Single places in order.
    Places {
        /// The child position of the first place.
        first: usize,
        /// The places.
        places: Vec<S>,
    },
    /// Pieces in order.
    Spans {
        /// The child position of the first piece.
        first: usize,
        /// The starts of the pieces.
        starts: Vec<Cut<C>>,
        /// Their stops.
        stops: Vec<Cut<C>>,
    },
    /// Runs, each from the stop of the previous one, of which no two neighbours are equal.
    Runs {
        /// The child position of the first run.
        first: usize,
        /// The start of the first run.
        start: Cut<C>,
        /// The stops of the runs.
        stops: Vec<Cut<C>>,
    },
    /// Pieces in order, with their child positions.
    List(Vec<Entry<C>>),
    /// Single places in any order, by a bit for each place.
    Direct(Box<Direct<C>>),
    /// Single places in any order.
    Scattered(Box<Scattered<C>>),
    /// Pieces by their starts.
    Tree(BTreeMap<Key<C>, Piece<C>>),
}

/// The stop and the child position of a piece; its start is the key.
#[derive(Debug, Clone, Copy)]
pub(in crate::level) struct Piece<C> {
    pub(in crate::level) stop: Cut<C>,
    pub(in crate::level) child: usize,
}

/// A cut as a key; it is never NaN, which is rejected when places are created.
#[derive(Debug, Clone, Copy)]
pub(in crate::level) struct Key<C>(pub(in crate::level) Cut<C>);

impl<C: Coord> PartialEq for Key<C> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<C: Coord> Eq for Key<C> {}

impl<C: Coord> PartialOrd for Key<C> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<C: Coord> Ord for Key<C> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.partial_cmp(&other.0).unwrap_or(Ordering::Equal)
    }
}

/// The contents of a region.
pub(in crate::level) enum Found {
    /// The region is exactly one piece, with this child position.
    Piece(usize),
    /// The region is empty.
    Gap,
    /// The region has several pieces, or a piece that does not fill it or reaches out of it.
    Mixed,
}

/// Returns whether a piece is a single place.
#[inline(always)]
pub(in crate::level) fn is_single<C: Coord>(lo: Cut<C>, hi: Cut<C>) -> bool {
    if C::DISCRETE {
        // The lowest integer stands for minus infinity.
        hi.value.bits().wrapping_sub(lo.value.bits()) == 1 && lo.value != C::LOWEST
    } else {
        lo.value == hi.value && !lo.after && hi.after
    }
}

impl<C: Coord, S: Stored<Coord = C>> Pieces<C, S> {
    /// Creates a fiber without pieces.
    pub(in crate::level) fn new() -> Self {
        Pieces::Places { first: 0, places: Vec::new() }
    }

    /// Returns the number of pieces that are in order, none of a tree.
    fn in_order(&self) -> usize {
        match self {
            Pieces::Places { places, .. } => places.len(),
            Pieces::Spans { starts, .. } => starts.len(),
            Pieces::Runs { stops, .. } => stops.len(),
            Pieces::List(list) => list.len(),
            Pieces::Direct(_) | Pieces::Scattered(_) | Pieces::Tree(_) => 0,
        }
    }

    /// Returns piece `k` of those that are in order.
    fn get(&self, k: usize) -> Option<Entry<C>> {
        match self {
            Pieces::Places { first, places } => {
                let place = places.get(k)?.coord();
                Some((place.before(), place.after(), first + k))
            }
            Pieces::Spans { first, starts, stops } => Some((*starts.get(k)?, *stops.get(k)?, first + k)),
            Pieces::Runs { first, start, stops } => {
                let stop = *stops.get(k)?;
                Some((k.checked_sub(1).map_or(*start, |previous| stops[previous]), stop, first + k))
            }
            Pieces::List(list) => list.get(k).copied(),
            Pieces::Direct(_) | Pieces::Scattered(_) | Pieces::Tree(_) => None,
        }
    }

    /// Returns the last piece of those that are in order.
    fn last(&self) -> Option<Entry<C>> {
        self.get(self.in_order().checked_sub(1)?)
    }

    /// Returns whether there is no piece.
    pub(in crate::level) fn is_empty(&self) -> bool {
        match self {
            Pieces::Direct(table) => table.is_empty(),
            Pieces::Scattered(_) => false, // nothing is removed from a table
            Pieces::Tree(tree) => tree.is_empty(),
            _ => self.in_order() == 0,
        }
    }

    /// Returns whether the fiber is a list without places, or without runs.
    #[inline(always)]
    pub(in crate::level) fn is_empty_list(&self) -> bool {
        match self {
            Pieces::Places { places, .. } => places.is_empty(),
            Pieces::Runs { stops, .. } => stops.is_empty(),
            _ => false,
        }
    }

    /// Returns whether all pieces stop at `lo` or before, and are in order: a piece from there on is appended.
    #[inline(always)]
    pub(in crate::level) fn ends_before(&self, lo: Cut<C>) -> bool {
        if let Pieces::Places { places, .. } = self {
            // A cut after a place is not before the next one; -inf stands before all of them.
            return places.last().is_none_or(|last| {
                let last = last.coord();
                if C::DISCRETE { last < lo.value } else { last.after() <= lo }
            });
        }
        if let Pieces::Spans { stops, .. } = self {
            return stops.last().is_none_or(|&stop| stop <= lo);
        }
        self.list_ends_before(lo)
    }

    #[inline(never)]
    fn list_ends_before(&self, lo: Cut<C>) -> bool {
        match self {
            Pieces::Runs { stops, .. } => stops.last().is_none_or(|&stop| stop <= lo),
            Pieces::List(list) => list.last().is_none_or(|&(_, stop, _)| stop <= lo),
            Pieces::Direct(_) => false, // its places have no order of writing
            _ => self.is_empty(),
        }
    }

    /// Appends a piece after all others.
    #[inline(always)]
    pub(in crate::level) fn append(&mut self, lo: Cut<C>, hi: Cut<C>, child: usize) {
        if let Pieces::Places { first, places } = self
            && is_single(lo, hi)
        {
            if places.is_empty() {
                *first = child;
            }
            if child == *first + places.len() {
                places.push(S::stored(lo.value));
                return;
            }
        } else if let Pieces::Spans { first, starts, stops } = self
            && child == *first + starts.len()
        {
            starts.push(lo);
            stops.push(hi);
            return;
        }
        self.append_otherwise(lo, hi, child);
    }

    /// Appends a piece to a list, or one that needs another form of the fiber.
    #[inline(never)]
    fn append_otherwise(&mut self, lo: Cut<C>, hi: Cut<C>, child: usize) {
        if let Pieces::List(list) = self {
            list.push((lo, hi, child));
            return;
        }
        let count = self.in_order();
        let next = self.get(0).map_or(child, |(.., first)| first + count);
        if child == next {
            let (mut starts, mut stops) = (Vec::with_capacity(count + 1), Vec::with_capacity(count + 1));
            for (start, stop, _) in self.iter().chain([(lo, hi, child)]) {
                starts.push(start);
                stops.push(stop);
            }
            *self = Pieces::Spans { first: child - count, starts, stops };
        } else {
            *self = Pieces::List(self.iter().chain([(lo, hi, child)]).collect());
        }
    }

    /// Has other pieces appended whose child positions are `next` and the following ones: places and spans go on with them, or
    /// become a list.
    #[inline(always)]
    pub(in crate::level) fn continue_at(&mut self, next: usize) {
        let goes_on = match self {
            Pieces::Places { first, places } => {
                if places.is_empty() {
                    *first = next;
                }
                *first + places.len() == next
            }
            Pieces::Spans { first, starts, .. } => *first + starts.len() == next,
            Pieces::Runs { first, stops, .. } => {
                if stops.is_empty() {
                    *first = next;
                }
                *first + stops.len() == next
            }
            _ => true,
        };
        if !goes_on {
            self.become_list();
        }
    }

    /// Makes spans of runs, so that their values may change.
    pub(in crate::level) fn end_runs(&mut self) {
        if let Pieces::Runs { first, start, stops } = self {
            let stops = std::mem::take(stops);
            let starts = [*start].into_iter().chain(stops.iter().copied()).take(stops.len()).collect();
            *self = Pieces::Spans { first: *first, starts, stops };
        }
    }

    /// Stores a child position for each piece.
    #[cold]
    #[inline(never)]
    fn become_list(&mut self) {
        *self = Pieces::List(self.iter().collect());
    }

    /// Returns the contents of a region.
    pub(in crate::level) fn find(&mut self, lo: Cut<C>, hi: Cut<C>) -> Found {
        if is_single(lo, hi) {
            match self {
                Pieces::Direct(table) => {
                    return table.find(lo.value).map_or(Found::Gap, |number| Found::Piece(BY_PLACE + number));
                }
                Pieces::Scattered(places) => return places.find(lo.value).map_or(Found::Gap, Found::Piece),
                _ => {}
            }
        }
        if let Pieces::Scattered(_) = self {
            self.tree();
        }
        if let Pieces::Tree(tree) = self {
            return match tree.range(..Key(hi)).next_back() {
                Some((start, piece)) if start.0 == lo && piece.stop == hi => Found::Piece(piece.child),
                Some((_, piece)) if piece.stop > lo => Found::Mixed,
                _ => Found::Gap,
            };
        }
        let Some((start, stop, child)) = self.last() else { return Found::Gap };
        if stop <= lo {
            return Found::Gap;
        }
        if start == lo && stop == hi {
            return Found::Piece(child);
        }
        let first = match self {
            Pieces::Places { places, .. } => places.partition_point(|place| place.coord().after() <= lo),
            Pieces::Spans { stops, .. } | Pieces::Runs { stops, .. } => stops.partition_point(|&stop| stop <= lo),
            Pieces::List(list) => list.partition_point(|&(_, stop, _)| stop <= lo),
            Pieces::Direct(_) | Pieces::Scattered(_) | Pieces::Tree(_) => 0,
        };
        match self.get(first) {
            Some((start, stop, child)) if start == lo && stop == hi => Found::Piece(child),
            Some((start, ..)) if start < hi => Found::Mixed,
            _ => Found::Gap,
        }
    }

    /// Inserts a piece into a gap.
    pub(in crate::level) fn insert(&mut self, lo: Cut<C>, hi: Cut<C>, child: usize) {
        let is_inserted = is_single(lo, hi)
            && match self {
                Pieces::Scattered(places) => places.insert(lo.value, child),
                _ => false,
            };
        if is_inserted {
            return;
        }
        if self.ends_before(lo) {
            return self.append(lo, hi, child);
        }
        if let Pieces::Places { first, places } = self
            && is_single(lo, hi)
            && let Some(mut table) = Scattered::new(places.iter().map(|place| place.coord()).zip(*first..).collect())
            && table.insert(lo.value, child)
        {
            *self = Pieces::Scattered(Box::new(table));
            return;
        }
        self.tree().insert(Key(lo), Piece { stop: hi, child });
    }

    /// Returns whether the fiber is a list of places in order, and inserting the one at `lo` would end the order.
    pub(in crate::level) fn is_scattered_by(&self, lo: Cut<C>) -> bool {
        matches!(self, Pieces::Places { .. }) && !self.ends_before(lo)
    }

    /// Moves the places of a list to an empty table with a bit for each place, and their values, which must be the last ones, to
    /// those by place. Returns the table if that is not so.
    pub(in crate::level) fn scatter<T: Value>(
        &mut self,
        mut table: Box<Direct<C>>,
        mut values: ValueLists<'_, T>,
    ) -> Option<Box<Direct<C>>> {
        let Pieces::Places { first, places } = self else { return Some(table) };
        if !places.is_empty() && *first + places.len() != values.values.len() {
            return Some(table);
        }
        for place in places.iter().rev() {
            values.pop_to_place(table.insert(place.coord()));
        }
        *self = Pieces::Direct(table);
        None
    }

    /// Removes the piece that starts at `lo`, but nothing of its contents.
    pub(in crate::level) fn remove(&mut self, lo: Cut<C>) {
        if self.last().is_none_or(|(start, ..)| start != lo) {
            match self {
                Pieces::Direct(table) => table.remove(lo.value),
                _ => drop(self.tree().remove(&Key(lo))),
            }
            return;
        }
        match self {
            Pieces::Places { places, .. } => drop(places.pop()),
            Pieces::Spans { starts, stops, .. } => drop((starts.pop(), stops.pop())),
            Pieces::Runs { stops, .. } => drop(stops.pop()),
            Pieces::List(list) => drop(list.pop()),
            Pieces::Direct(_) | Pieces::Scattered(_) | Pieces::Tree(_) => {}
        }
    }

    /// Converts the fiber to a search tree, and returns the tree.
    pub(in crate::level) fn tree(&mut self) -> &mut BTreeMap<Key<C>, Piece<C>> {
        if !matches!(self, Pieces::Tree(_)) {
            *self = Pieces::Tree(self.iter().map(|(start, stop, child)| (Key(start), Piece { stop, child })).collect());
        }
        match self {
            Pieces::Tree(tree) => tree,
            _ => unreachable!("the fiber is a tree"),
        }
    }

    /// Returns the pieces in order.
    pub(in crate::level) fn iter(&self) -> impl Iterator<Item = Entry<C>> + '_ {
        let (sorted, tree) = match self {
            Pieces::Direct(table) => (Some(table.sorted()), None),
            Pieces::Scattered(places) => (Some(places.sorted()), None),
            Pieces::Tree(tree) => (None, Some(tree)),
            _ => (None, None),
        };
        let sorted = sorted.into_iter().flatten().map(|(place, child)| (place.before(), place.after(), child));
        let tree = tree.into_iter().flatten().map(|(start, piece)| (start.0, piece.stop, piece.child));
        (0..self.in_order()).filter_map(|k| self.get(k)).chain(sorted).chain(tree)
    }
}
