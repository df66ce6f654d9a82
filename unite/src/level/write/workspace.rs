//! Storage of sparse formats while they are written. Pieces come in any order, with mutable values; each format is
//! frozen from them.
//!
//! ```text
//!  written from left to right   a list; the last piece is found at once, others by bisection
//!  else                         a search tree, from the first write out of order on
//! ```

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use crate::continuous::{Coord, Cut, Interval, Stored};
use crate::level::{AxisUpdate, Entry, LevelError, PieceUpdate, Update};

/// Fibers while they are written, each with pieces that do not overlap; coordinates of single places are passed as `S`.
#[derive(Debug, Clone)]
pub struct Workspace<C: Coord, U, S = C> {
    extent: Interval<C>,
    fibers: Vec<Pieces<C>>,
    stored: PhantomData<S>,
    /// The contents of the pieces.
    pub child: U,
}

/// The pieces of a fiber: a list while they are written from left to right, else a search tree. One of both is empty.
#[derive(Debug, Clone, Default)]
struct Pieces<C> {
    list: Vec<Entry<C>>,
    tree: BTreeMap<Key<C>, Piece<C>>,
}

/// The stop and the child position of a piece; its start is the key.
#[derive(Debug, Clone, Copy)]
struct Piece<C> {
    stop: Cut<C>,
    child: usize,
}

/// A cut as a key; it is never NaN, which is rejected when places are created.
#[derive(Debug, Clone, Copy)]
struct Key<C>(Cut<C>);

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
enum Found {
    /// The region is exactly one piece, with this child position.
    Piece(usize),
    /// The region is empty.
    Gap,
    /// The region has several pieces, or a piece that does not fill it or reaches out of it.
    Mixed,
}

impl<C: Coord> Pieces<C> {
    /// Returns whether all pieces stop at `lo` or before, and are a list: a piece from there on is appended.
    #[inline(always)]
    fn ends_before(&self, lo: Cut<C>) -> bool {
        match self.list.last() {
            Some(&(_, stop, _)) => stop <= lo,
            None => self.tree.is_empty(),
        }
    }

    /// Returns the contents of a region.
    #[inline]
    fn find(&self, lo: Cut<C>, hi: Cut<C>) -> Found {
        if !self.tree.is_empty() {
            return self.find_in_tree(lo, hi);
        }
        let Some(&(start, stop, child)) = self.list.last() else { return Found::Gap };
        if stop <= lo {
            return Found::Gap;
        }
        if start == lo && stop == hi {
            return Found::Piece(child);
        }
        let first = self.list.partition_point(|&(_, stop, _)| stop <= lo);
        let (start, stop, child) = self.list[first];
        if start == lo && stop == hi {
            Found::Piece(child)
        } else if start >= hi {
            Found::Gap
        } else {
            Found::Mixed
        }
    }

    fn find_in_tree(&self, lo: Cut<C>, hi: Cut<C>) -> Found {
        match self.tree.range(..Key(hi)).next_back() {
            Some((start, piece)) if start.0 == lo && piece.stop == hi => Found::Piece(piece.child),
            Some((_, piece)) if piece.stop > lo => Found::Mixed,
            _ => Found::Gap,
        }
    }

    /// Inserts a piece into a gap.
    #[inline]
    fn insert(&mut self, lo: Cut<C>, hi: Cut<C>, child: usize) {
        if self.tree.is_empty() && self.list.last().is_none_or(|&(_, stop, _)| stop <= lo) {
            self.list.push((lo, hi, child));
        } else {
            self.tree().insert(Key(lo), Piece { stop: hi, child });
        }
    }

    /// Removes the piece that starts at `lo`.
    fn remove(&mut self, lo: Cut<C>) {
        if self.list.last().is_some_and(|&(start, ..)| start == lo) {
            self.list.pop();
        } else {
            self.tree().remove(&Key(lo));
        }
    }

    fn is_empty(&self) -> bool {
        self.list.is_empty() && self.tree.is_empty()
    }

    /// Converts the fiber to a search tree, and returns the tree.
    fn tree(&mut self) -> &mut BTreeMap<Key<C>, Piece<C>> {
        let list = std::mem::take(&mut self.list).into_iter();
        self.tree.extend(list.map(|(start, stop, child)| (Key(start), Piece { stop, child })));
        &mut self.tree
    }

    /// Returns the pieces in order.
    fn iter(&self) -> impl Iterator<Item = Entry<C>> + '_ {
        let tree = self.tree.iter().map(|(start, piece)| (start.0, piece.stop, piece.child));
        self.list.iter().copied().chain(tree)
    }

    /// Returns the child positions of the pieces.
    fn children_mut(&mut self) -> impl Iterator<Item = &mut usize> + '_ {
        let tree = self.tree.values_mut().map(|piece| &mut piece.child);
        self.list.iter_mut().map(|entry| &mut entry.2).chain(tree)
    }
}

impl<C: Coord, U: Update> Workspace<C, U> {
    /// Creates storage without any fiber.
    pub fn new(extent: Interval<C>, child: U) -> Self {
        Workspace { extent, fibers: Vec::new(), stored: PhantomData, child }
    }
}

impl<C: Coord, U: Update, S> Workspace<C, U, S> {
    /// Creates storage without any fiber, for places that are passed as `S`.
    pub fn likewise(extent: Interval<C>, child: U) -> Self {
        Workspace { extent, fibers: Vec::new(), stored: PhantomData, child }
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
        let fiber = &self.fibers[position];
        let tree = fiber.tree.iter().map(|(start, piece)| (start.0, piece.stop, piece.child));
        for (lo, hi, child) in fiber.list.iter().copied() {
            Self::points_of((lo, hi, child), &mut self.child, format, &mut point)?;
        }
        for piece in tree {
            Self::points_of(piece, &mut self.child, format, &mut point)?;
        }
        Ok(())
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
        let infinite = C::DISCRETE && lo == Cut::FIRST;
        let mut next = lo.value.after();
        if !infinite && hi == next {
            point(lo.value, child);
            return Ok(());
        }
        if infinite || !C::DISCRETE || C::measure(lo, hi).is_infinite() {
            return Err(LevelError::unfit(format, lo, hi, "it holds single coordinates; use a format of intervals"));
        }
        point(lo.value, child);
        while next < hi {
            point(next.value, below.duplicate(child));
            next = next.value.after();
        }
        Ok(())
    }

    /// Splits the piece around `at` in two, if there is one.
    fn split(&mut self, position: usize, at: Cut<C>) {
        let tree = self.fibers[position].tree();
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
        let tree = self.fibers[position].tree();
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
        match self.fibers[position].find(lo, hi) {
            Found::Piece(child) => write(&mut self.child, child),
            Found::Gap => {
                let child = self.child.assemble();
                self.fibers[position].insert(lo, hi, child);
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
            match self.fibers[position].find(lo, hi) {
                Found::Gap => {}
                Found::Piece(child) => {
                    if !keep(&mut self.child, child) {
                        self.fibers[position].remove(lo);
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
            let tree = self.fibers[position].tree();
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
        self.fibers[position].iter().filter(|&(_, _, child)| !self.child.is_dropped(child))
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
        self.fibers.push(Pieces::default());
        self.fibers.len() - 1
    }

    fn duplicate(&mut self, position: usize) -> usize {
        let mut fiber = self.fibers[position].clone();
        for child in fiber.children_mut() {
            *child = self.child.duplicate(*child);
        }
        self.fibers.push(fiber);
        self.fibers.len() - 1
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
        let fiber = &mut self.fibers[position];
        if lo >= self.extent.lo() && hi <= self.extent.hi() && lo < hi && fiber.ends_before(lo) {
            let child = self.child.assemble();
            fiber.list.push((lo, hi, child));
            return write(&mut self.child, child);
        }
        self.cover_any(position, lo, hi, write)
    }

    #[inline(always)]
    fn retain(&mut self, position: usize, lo: Cut<C>, hi: Cut<C>, keep: impl FnMut(&mut U, usize) -> bool) -> bool {
        if self.fibers[position].ends_before(lo) {
            return !self.fibers[position].list.is_empty();
        }
        self.retain_any(position, lo, hi, keep)
    }
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn pieces_in_their_order_and_those_that_are_there_need_no_tree() {
        let mut workspace = Workspace::new(Interval::EVERYWHERE, ElementUpdate::new(0));
        let fiber = workspace.assemble();
        for round in 0..2 {
            for k in round..9i64 {
                workspace.cover_at(fiber, k, |_, _| Ok(())).expect("inside");
            }
        }
        assert!(workspace.fibers[fiber].tree.is_empty());
        workspace.cover_at(fiber, -1, |_, _| Ok(())).expect("inside");
        assert_eq!((workspace.fibers[fiber].list.len(), workspace.fibers[fiber].tree.len()), (0, 10));
    }
}
