//! Storage of sparse formats while they are written. Pieces come in any order, with mutable values; each format is
//! frozen from them. The forms of a fiber's pieces are in `level/pieces`.

mod places;

use crate::continuous::{Coord, Cut, Interval, Stored};
use crate::level::pieces::{BY_PLACE, Direct, FiberPieces, Found, Key, Piece, Pieces, is_single};
use crate::level::{AxisUpdate, Entry, LevelError, OpenPieces, OpenedAt, PieceUpdate, Update};

/// Fibers while they are written, each with pieces that do not overlap; coordinates of single places are passed as `S`.
#[derive(Debug, Clone)]
pub struct Workspace<C: Coord, U, S = C> {
    extent: Interval<C>,
    fibers: Vec<FiberPieces<C, S>>,
    /// The places that fibers share.
    places: Vec<S>,
    /// The last fiber that was opened while it was empty.
    opened: usize,
    /// `true` if memory was reserved for all fibers, of which freezing gives back what is not used.
    reserved: bool,
    /// The last fiber that was given the table of places.
    scattered: Option<usize>,
    /// A table of places that no fiber has.
    table: Option<Box<Direct<C>>>,
    /// The number of subtensors of fibers that are gone.
    gone: usize,
    /// `true` if the format has runs, so that loops append runs.
    runs: bool,
    /// The contents of the pieces.
    pub child: U,
}

impl<C: Coord, U: Update> Workspace<C, U> {
    /// Creates storage without any fiber.
    pub fn new(extent: Interval<C>, child: U) -> Self {
        Workspace::likewise(extent, child)
    }

    /// Creates storage for a format of runs that cover the extent, without any fiber.
    pub(in crate::level) fn of_runs(extent: Interval<C>, child: U) -> Self {
        Workspace { runs: true, ..Workspace::new(extent, child) }
    }
}

impl<C: Coord, U: Update, S: Stored<Coord = C>> Workspace<C, U, S> {
    /// Creates storage without any fiber, for places that are passed as `S`.
    pub fn likewise(extent: Interval<C>, child: U) -> Self {
        Workspace {
            extent,
            fibers: Vec::new(),
            places: Vec::new(),
            opened: 0,
            reserved: false,
            scattered: None,
            table: None,
            gone: 0,
            runs: false,
            child,
        }
    }

    /// Calls `point` for each coordinate of a fiber in order, with its child position. A run of integers is split: each
    /// coordinate has its own subtensor.
    ///
    /// # Errors
    /// [`LevelError::Unfit`]: a piece has infinitely many coordinates.
    pub fn points(
        &mut self,
        position: usize,
        format: &'static str,
        mut point: impl FnMut(C, usize),
    ) -> Result<(), LevelError> {
        for piece in self.fibers[position].iter(&self.places) {
            Self::points_of(piece, &mut self.child, format, &mut point)?;
        }
        Ok(())
    }

    /// Moves the pieces of a fiber to the ends of two lists, starts and stops, if their child positions are `next` and the following
    /// ones; returns their number, or nothing if they are left where they are.
    pub(in crate::level) fn move_spans(
        &mut self,
        position: usize,
        next: usize,
        into: (&mut Vec<Cut<C>>, &mut Vec<Cut<C>>),
    ) -> Option<usize> {
        let alone = self.fibers.len() == 1;
        match &mut self.fibers[position] {
            FiberPieces::Own(Pieces::Spans { first, starts, stops }) if starts.is_empty() || *first == next => {
                if (next..next + starts.len()).any(|child| self.child.is_dropped(child)) {
                    return None;
                }
                let count = starts.len();
                move_all(starts, into.0, alone);
                move_all(stops, into.1, alone);
                Some(count)
            }
            _ => None,
        }
    }

    /// Moves the runs that loops have appended to a fiber to the end of a list of stops, completed up to the end of the extent, if
    /// their child positions are `next` and the following ones; returns their number, or nothing if they are left where they are.
    pub(in crate::level) fn move_runs(
        &mut self,
        position: usize,
        next: usize,
        into: &mut Vec<Cut<C>>,
    ) -> Option<usize> {
        let (alone, end, child) = (self.fibers.len() == 1, self.extent.hi(), &mut self.child);
        let FiberPieces::Own(Pieces::Runs { first, stops, .. }) = &mut self.fibers[position] else { return None };
        let behind = next + stops.len();
        if *first != next || (next..behind).any(|run| child.is_dropped(run)) {
            return None;
        }
        let last = stops.last_mut()?;
        if *last < end && child.same(Some(behind - 1), None) {
            *last = end;
        } else if *last < end {
            // The last run, of fill, has its place behind the others unless values of other fibers are there.
            if child.positions() != Some(behind) {
                return None;
            }
            child.assemble();
            stops.push(end);
        }
        let count = stops.len();
        move_all(stops, into, alone);
        Some(count)
    }

    /// Calls `point` for each coordinate of a piece, as [`points`](Workspace::points) does.
    #[inline(always)]
    fn points_of(
        (lo, hi, child): Entry<C>,
        below: &mut U,
        format: &'static str,
        point: &mut impl FnMut(C, usize),
    ) -> Result<(), LevelError> {
        if below.is_dropped(child) {
            return Ok(());
        }
        if is_single(lo, hi) {
            point(lo.value, child);
            return Ok(());
        }
        if !C::DISCRETE || C::measure(lo, hi).is_infinite() {
            return Err(LevelError::unfit(format, lo, hi, "it holds single coordinates; use a format of intervals"));
        }
        point(lo.value, child);
        let mut next = lo.value.after();
        while next < hi {
            point(next.value, below.duplicate(child));
            next = next.value.after();
        }
        Ok(())
    }

    /// Returns the pieces of a fiber in a form in which a region is found, or a `single` place, and its values may be changed.
    fn searched(&mut self, position: usize, single: bool) -> &mut Pieces<C, S> {
        if !single && self.fibers[position].has_direct_table() {
            self.settle(position);
        }
        let pieces = self.fibers[position].own(&self.places);
        pieces.end_runs();
        pieces
    }

    /// Splits the piece around `at` in two, if there is one.
    fn split(&mut self, position: usize, at: Cut<C>) {
        let tree = self.fibers[position].own(&self.places).tree();
        let Some((_, piece)) = tree.range_mut(..Key(at)).next_back() else { return };
        if piece.stop > at {
            let stop = std::mem::replace(&mut piece.stop, at);
            let child = self.child.duplicate(piece.child);
            tree.insert(Key(at), Piece { stop, child });
        }
    }

    /// Removes pieces from a region that contains several, or parts of some.
    fn retain_mixed(&mut self, position: usize, lo: Cut<C>, hi: Cut<C>, mut keep: impl FnMut(&mut U, usize) -> bool) {
        self.split(position, lo);
        self.split(position, hi);
        let tree = self.fibers[position].own(&self.places).tree();
        let child = &mut self.child;
        let inside = tree.range(Key(lo)..Key(hi));
        let removed: Vec<_> = inside.filter(|(_, piece)| !keep(child, piece.child)).map(|(&start, _)| start).collect();
        for start in removed {
            tree.remove(&start);
        }
    }

    /// Covers any region.
    #[inline(never)]
    fn cover_any(
        &mut self,
        position: usize,
        lo: Cut<C>,
        hi: Cut<C>,
        mut write: impl FnMut(&mut U, usize) -> Result<(), LevelError>,
    ) -> Result<(), LevelError> {
        if lo < self.extent.lo() || hi > self.extent.hi() {
            return Err(LevelError::outside(lo, hi, self.extent));
        }
        if lo >= hi {
            return Ok(());
        }
        let single = is_single(lo, hi);
        match self.searched(position, single).find(lo, hi) {
            Found::Piece(child) => write(&mut self.child, child),
            Found::Gap => {
                // A fiber that follows one with the table is likely to be written in any order too.
                let follows = self.scattered.is_some() && self.fibers[position].is_empty();
                if single && (follows || self.fibers[position].own(&self.places).is_scattered_by(lo)) {
                    self.scatter(position);
                }
                if let Pieces::Direct(table) = self.fibers[position].own(&self.places) {
                    return write(&mut self.child, BY_PLACE + table.insert(lo.value));
                }
                let child = self.child.assemble();
                self.fibers[position].own(&self.places).insert(lo, hi, child);
                write(&mut self.child, child)
            }
            Found::Mixed => self.cover_mixed(position, lo, hi, write),
        }
    }

    /// Removes pieces from any region.
    #[inline(never)]
    fn retain_any(
        &mut self,
        position: usize,
        lo: Cut<C>,
        hi: Cut<C>,
        mut keep: impl FnMut(&mut U, usize) -> bool,
    ) -> bool {
        let (lo, hi) = (lo.max(self.extent.lo()), hi.min(self.extent.hi()));
        if lo < hi {
            match self.searched(position, is_single(lo, hi)).find(lo, hi) {
                Found::Gap => {}
                Found::Piece(child) => {
                    if !keep(&mut self.child, child) {
                        self.fibers[position].own(&self.places).remove(lo);
                        if let Some(number) = child.checked_sub(BY_PLACE)
                            && let Some(mut values) = self.child.lists()
                        {
                            values.clear_place(number);
                        }
                    }
                }
                Found::Mixed => self.retain_mixed(position, lo, hi, keep),
            }
        }
        !self.fibers[position].is_empty()
    }

    /// Covers a region that contains pieces and gaps.
    fn cover_mixed(
        &mut self,
        position: usize,
        lo: Cut<C>,
        hi: Cut<C>,
        mut write: impl FnMut(&mut U, usize) -> Result<(), LevelError>,
    ) -> Result<(), LevelError> {
        self.split(position, lo);
        self.split(position, hi);
        let mut at = lo;
        while at < hi {
            let tree = self.fibers[position].own(&self.places).tree();
            let next = tree.range(Key(at)..Key(hi)).next().map(|(start, piece)| (start.0, *piece));
            match next {
                Some((start, piece)) if start == at => {
                    write(&mut self.child, piece.child)?;
                    at = piece.stop;
                }
                next => {
                    let stop = next.map_or(hi, |(start, _)| start);
                    let child = self.child.assemble();
                    tree.insert(Key(at), Piece { stop, child });
                    write(&mut self.child, child)?;
                    at = stop;
                }
            }
        }
        Ok(())
    }
}

impl<C: Coord, U: Update, S: Stored<Coord = C>> PieceUpdate for Workspace<C, U, S> {
    fn child(&mut self) -> &mut U {
        &mut self.child
    }

    fn pieces(&self, position: usize) -> impl Iterator<Item = Entry<C>> + '_ {
        self.fibers[position].iter(&self.places).filter(|&(_, _, child)| !self.child.is_dropped(child))
    }

    fn forget(&mut self) -> bool {
        self.settle_table();
        self.gone += self.child.positions().unwrap_or(0);
        self.fibers.clear();
        self.places.clear();
        self.opened = 0;
        self.scattered = None;
        true
    }

    fn restore(&mut self, pieces: impl Iterator<Item = Entry<C>>) -> usize {
        let position = self.assemble();
        self.open(position, false);
        let fiber = self.fibers[position].own(&self.places);
        for (lo, hi, child) in pieces {
            fiber.append(lo, hi, child);
        }
        position
    }
}

impl<C: Coord, U: Update, S: Stored<Coord = C>> Update for Workspace<C, U, S> {
    type Value = U::Value;

    type Held<'a>
        = &'a mut Self
    where
        Self: 'a;

    #[inline(always)]
    fn held(&mut self) -> &mut Self {
        self
    }

    #[inline(always)]
    fn fill(&self) -> U::Value {
        self.child.fill()
    }

    fn assemble(&mut self) -> usize {
        self.fibers.push(FiberPieces::new());
        self.fibers.len() - 1
    }

    fn duplicate(&mut self, position: usize) -> usize {
        let pieces = self.fibers[position].iter(&self.places);
        let copy: Vec<_> = pieces.map(|(lo, hi, child)| (lo, hi, self.child.duplicate(child))).collect();
        self.restore(copy.into_iter())
    }

    fn positions(&self) -> Option<usize> {
        Some(self.fibers.len())
    }

    #[inline]
    fn is_unwritten(&self, position: usize) -> bool {
        self.fibers[position].is_empty()
    }
}

impl<C: Coord, U: Update, S: Stored<Coord = C>> AxisUpdate for Workspace<C, U, S> {
    type Coord = C;
    type Stored = S;
    type Child = U;

    fn extent(&self) -> Interval<C> {
        self.extent
    }

    #[inline(always)]
    fn below(&self) -> &U {
        &self.child
    }

    #[inline(always)]
    fn cover(
        &mut self,
        position: usize,
        lo: Cut<C>,
        hi: Cut<C>,
        mut write: impl FnMut(&mut U, usize) -> Result<(), LevelError>,
    ) -> Result<(), LevelError> {
        // What is written in order is appended, and nothing is searched.
        if let FiberPieces::Own(fiber) = &mut self.fibers[position]
            && lo >= self.extent.lo()
            && hi <= self.extent.hi()
            && lo < hi
            && fiber.ends_before(lo)
            && (self.scattered.is_none() || !fiber.is_empty())
        {
            let child = self.child.assemble();
            // The child is written first: nothing has changed since, so that its position needs no check.
            let written = write(&mut self.child, child);
            fiber.append(lo, hi, child);
            return written;
        }
        self.cover_any(position, lo, hi, write)
    }

    #[inline]
    fn open_pieces(&mut self, position: usize, lo: Cut<C>, hi: Cut<C>, single: bool) -> Option<OpenedAt<'_, Self>> {
        if lo < self.extent.lo() || hi > self.extent.hi() {
            return None;
        }
        let fits = match self.fibers[position].own(&self.places) {
            Pieces::Direct(_) if single => true,
            pieces if pieces.is_empty_list() => {
                self.open(position, single);
                true
            }
            fiber => fiber.ends_before(lo) || single && self.has_table(position),
        };
        if !fits {
            return None;
        }
        Some((OpenPieces(self.fibers[position].own(&self.places)), &mut self.child))
    }

    #[inline(always)]
    fn retain(&mut self, position: usize, lo: Cut<C>, hi: Cut<C>, keep: impl FnMut(&mut U, usize) -> bool) -> bool {
        if let FiberPieces::Own(fiber) = &self.fibers[position]
            && fiber.ends_before(lo)
        {
            return !fiber.is_empty();
        }
        self.retain_any(position, lo, hi, keep)
    }
}

/// Moves values to the end of a list; `alone` if no others follow, so that the list may become the one of the values.
fn move_all<T: Copy>(from: &mut Vec<T>, into: &mut Vec<T>, alone: bool) {
    if alone && into.is_empty() {
        std::mem::swap(from, into);
    } else {
        into.extend_from_slice(from);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::level::{ElementUpdate, LeafUpdate};

    /// Returns a cut by its number; they lie before and after each multiple of a quarter.
    fn cut(number: usize) -> Cut<f64> {
        Cut { value: (number / 2) as f64 / 4.0, after: number % 2 == 1 }
    }

    proptest! {
        #[test]
        fn each_write_changes_each_place_of_its_region_once(
            writes in prop::collection::vec((0..24usize, 0..24usize, 1..100i64), 0..16),
            ordered in any::<bool>(),
        ) {
            let mut writes = writes;
            if ordered {
                writes.sort_unstable();
            }
            let mut workspace = Workspace::new(Interval::EVERYWHERE, ElementUpdate::new(0i64));
            let fiber = workspace.assemble();
            let mut expected = [0; 24];
            for &(from, to, value) in &writes {
                workspace
                    .cover(fiber, cut(from), cut(to), |values, position| {
                        *values.value(position) += value;
                        Ok(())
                    })
                    .expect("everywhere is inside");
                (from..to).for_each(|k| expected[k] += value);
            }
            let copy = workspace.duplicate(fiber);
            for fiber in [fiber, copy] {
                let pieces: Vec<_> = workspace.pieces(fiber).collect();
                prop_assert!(pieces.iter().all(|(lo, hi, _)| lo < hi));
                prop_assert!(pieces.windows(2).all(|pair| pair[0].1 <= pair[1].0));
                for (k, &expected) in expected.iter().enumerate() {
                    let held = pieces.iter().find(|&&(lo, hi, _)| lo <= cut(k) && cut(k) < hi);
                    prop_assert_eq!(held.map_or(0, |&(_, _, child)| *workspace.child.value(child)), expected);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn single_places_in_any_order_are_like_a_map(
            writes in prop::collection::vec((0..3usize, -20..20i64, any::<bool>()), 0..240),
            bounded in any::<bool>(),
            run in any::<bool>(),
        ) {
            let extent = if bounded { (-20..20).try_into().expect("a range") } else { Interval::EVERYWHERE };
            let mut workspace = Workspace::new(extent, ElementUpdate::new(0i64));
            let fibers = [(); 3].map(|()| workspace.assemble());
            let mut expected = [const { BTreeMap::new() }; 3];
            for &(fiber, place, removes) in &writes {
                if removes && place % 8 == 0 {
                    workspace.retain(fibers[fiber], place.before(), place.after(), |_, _| false);
                    expected[fiber].remove(&place);
                } else {
                    let write = |values: &mut ElementUpdate<i64>, position: usize| {
                        *values.value(position) += place + 1;
                        Ok(())
                    };
                    workspace.cover_at(fibers[fiber], place, write).expect("inside");
                    *expected[fiber].entry(place).or_insert(0) += place + 1;
                }
            }
            if run {
                workspace.cover(fibers[0], (-3).before(), 10.after(), |values, position| {
                    *values.value(position) = 7;
                    Ok(())
                }).expect("inside");
                expected[0].extend((-3..=10).map(|place| (place, 7)));
            }
            for (fiber, expected) in fibers.into_iter().zip(&expected) {
                let copy = workspace.duplicate(fiber);
                for fiber in [fiber, copy] {
                    let mut found = BTreeMap::new();
                    let mut points = Vec::new();
                    workspace.points(fiber, "SparseList", |place, child| points.push((place, child))).expect("finite");
                    prop_assert!(points.is_sorted_by(|one, other| one.0 < other.0));
                    found.extend(points.into_iter().map(|(place, child)| (place, *workspace.child.value(child))));
                    prop_assert_eq!(&found, expected);
                }
            }
        }
    }

    #[test]
    fn pieces_in_their_order_and_those_that_are_there_need_no_tree() {
        let mut workspace = Workspace::new(Interval::EVERYWHERE, ElementUpdate::new(0));
        let fiber = workspace.assemble();
        for round in 0..2 {
            for k in round..9i64 {
                workspace.cover_at(fiber, k, |_, _| Ok(())).expect("inside");
            }
        }
        assert!(matches!(workspace.fibers[fiber].own(&[]), Pieces::Places { places, .. } if places.len() == 9));
        workspace.cover_at(fiber, -1, |_, _| Ok(())).expect("inside");
        assert!(matches!(workspace.fibers[fiber].own(&[]), Pieces::Scattered(_)));
        assert_eq!(workspace.fibers[fiber].iter(&[]).count(), 10);
        workspace.cover(fiber, 3.before(), 5.after(), |_, _| Ok(())).expect("inside");
        assert!(matches!(workspace.fibers[fiber].own(&[]), Pieces::Tree(tree) if tree.len() == 10));
    }
}
