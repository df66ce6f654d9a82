//! Storage for single coordinates while they are written, in any order. A coordinate's slot is found without a search.
//!
//! ```text
//!  fibers  4 -> 0   1 -> 2 | 2 -> 1       in the order of writing: coordinate -> child position
//!  slots   (0, 1) 2   (0, 4) 0   (1, 2) 1
//! ```
//!
//! Removing coordinates from a fiber converts its list to a search tree.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::continuous::{Coord, Cut, Interval, Stored};
use crate::level::write::singles::singles;
use crate::level::{AxisUpdate, Entry, LevelError, PieceUpdate, Update};

/// The value of an empty slot.
pub(in crate::level) const EMPTY: usize = usize::MAX;

/// The slots of the coordinates of all fibers. Each is empty or holds a child position.
pub trait Slots {
    /// The type of the coordinates.
    type Coord: Coord;
    /// The type in which coordinates are stored.
    type Stored: Stored<Coord = Self::Coord>;

    /// The name of the format that is being written.
    const FORMAT: &'static str;

    /// Adds a fiber whose slots are all empty.
    fn grow(&mut self);

    /// Returns the slot of a coordinate, which must lie in the extent.
    fn slot(&mut self, fiber: usize, coordinate: Self::Coord) -> &mut usize;
}

/// Storage for single coordinates while they are written.
#[derive(Debug, Clone)]
pub struct PointUpdate<S: Slots, U> {
    extent: Interval<S::Coord>,
    slots: S,
    fibers: Vec<Written<S::Coord>>,
    /// The contents of the coordinates.
    pub child: U,
}

/// The coordinates of a fiber, each with a child position: a list in the order of writing, or a search tree. At least
/// one of the two is empty.
#[derive(Debug, Clone)]
struct Written<C> {
    list: Vec<(C, usize)>,
    /// The search tree, by [`Coord::ordered`].
    tree: BTreeMap<u64, (C, usize)>,
    /// A lower and an upper bound of the coordinates.
    bounds: Option<(C, C)>,
}

impl<C: Coord> Written<C> {
    fn new() -> Self {
        Written { list: Vec::new(), tree: BTreeMap::new(), bounds: None }
    }

    fn is_empty(&self) -> bool {
        self.list.is_empty() && self.tree.is_empty()
    }

    /// Adds a coordinate that is not yet stored.
    #[inline]
    fn push(&mut self, coordinate: C, child: usize) {
        self.bounds = match self.bounds {
            Some((first, last)) => Some((
                if coordinate < first { coordinate } else { first },
                if coordinate > last { coordinate } else { last },
            )),
            None => Some((coordinate, coordinate)),
        };
        if self.tree.is_empty() {
            self.list.push((coordinate, child));
        } else {
            self.tree.insert(coordinate.ordered(), (coordinate, child));
        }
    }

    /// Returns whether any coordinate may lie in a region.
    fn may_meet(&self, lo: Cut<C>, hi: Cut<C>) -> bool {
        self.bounds.is_some_and(|(first, last)| first.before() < hi && last.after() > lo)
    }

    /// Removes and returns the coordinates of a region for which `keep` returns `false`.
    fn retain(&mut self, lo: Cut<C>, hi: Cut<C>, mut keep: impl FnMut(usize) -> bool) -> Vec<C> {
        let list = std::mem::take(&mut self.list).into_iter();
        self.tree.extend(list.map(|(coordinate, child)| (coordinate.ordered(), (coordinate, child))));
        let inside = self.tree.range(lo.value.ordered()..=hi.value.ordered()).map(|(_, &entry)| entry);
        let inside = inside.filter(|(coordinate, _)| coordinate.before() >= lo && coordinate.after() <= hi);
        let removed: Vec<C> = inside.filter(|&(_, child)| !keep(child)).map(|(coordinate, _)| coordinate).collect();
        for coordinate in &removed {
            self.tree.remove(&coordinate.ordered());
        }
        if self.is_empty() {
            self.bounds = None;
        }
        removed
    }

    /// Returns the coordinates, each with its child position, in any order.
    fn iter(&self) -> impl Iterator<Item = (C, usize)> + '_ {
        self.list.iter().chain(self.tree.values()).copied()
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut (C, usize)> + '_ {
        self.list.iter_mut().chain(self.tree.values_mut())
    }
}

impl<S: Slots, U: Update> PointUpdate<S, U> {
    /// Creates storage without any fiber.
    pub(in crate::level) fn new(extent: Interval<S::Coord>, slots: S, child: U) -> Self {
        PointUpdate { extent, slots, fibers: Vec::new(), child }
    }

    /// Returns the child position of a coordinate; creates it if the coordinate is new.
    #[inline(always)]
    fn find_or_create(&mut self, fiber: usize, coordinate: S::Coord) -> usize {
        let slot = self.slots.slot(fiber, coordinate);
        if *slot != EMPTY {
            return *slot;
        }
        let child = self.child.assemble();
        *slot = child;
        self.fibers[fiber].push(coordinate, child);
        child
    }
}

impl<S: Slots, U: Update> PieceUpdate for PointUpdate<S, U> {
    fn child(&mut self) -> &mut U {
        &mut self.child
    }

    fn pieces(&self, position: usize) -> impl Iterator<Item = Entry<S::Coord>> + '_ {
        let mut fiber: Vec<_> = self.fibers[position].iter().collect();
        fiber.sort_unstable_by(|(one, _), (other, _)| one.partial_cmp(other).unwrap_or(Ordering::Equal));
        let stored = fiber.into_iter().filter(|&(_, child)| !self.child.is_dropped(child));
        stored.map(|(coordinate, child)| (coordinate.before(), coordinate.after(), child))
    }

    fn restore(&mut self, pieces: impl Iterator<Item = Entry<S::Coord>>) -> usize {
        let fiber = self.assemble();
        for (lo, _, child) in pieces {
            *self.slots.slot(fiber, lo.value) = child;
            self.fibers[fiber].push(lo.value, child);
        }
        fiber
    }
}

impl<S: Slots, U: Update> Update for PointUpdate<S, U> {
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
        self.slots.grow();
        self.fibers.push(Written::new());
        self.fibers.len() - 1
    }

    fn positions(&self) -> Option<usize> {
        Some(self.fibers.len())
    }

    fn is_unwritten(&self, position: usize) -> bool {
        self.fibers[position].is_empty()
    }

    fn duplicate(&mut self, position: usize) -> usize {
        let copy = self.assemble();
        let mut fiber = self.fibers[position].clone();
        for (coordinate, child) in fiber.iter_mut() {
            *child = self.child.duplicate(*child);
            *self.slots.slot(copy, *coordinate) = *child;
        }
        self.fibers[copy] = fiber;
        copy
    }
}

impl<S: Slots, U: Update> AxisUpdate for PointUpdate<S, U> {
    type Coord = S::Coord;
    type Stored = S::Stored;
    type Child = U;

    fn extent(&self) -> Interval<S::Coord> {
        self.extent
    }

    #[inline(always)]
    fn below(&self) -> &U {
        &self.child
    }

    /// Writes each integer of a run in turn.
    fn cover(
        &mut self,
        position: usize,
        lo: Cut<S::Coord>,
        hi: Cut<S::Coord>,
        mut write: impl FnMut(&mut U, usize) -> Result<(), LevelError>,
    ) -> Result<(), LevelError> {
        if lo < self.extent.lo() || hi > self.extent.hi() {
            return Err(LevelError::outside(lo, hi, self.extent));
        }
        for coordinate in singles(S::FORMAT, lo, hi)? {
            let child = self.find_or_create(position, coordinate);
            write(&mut self.child, child)?;
        }
        Ok(())
    }

    fn retain(
        &mut self,
        position: usize,
        lo: Cut<S::Coord>,
        hi: Cut<S::Coord>,
        mut keep: impl FnMut(&mut U, usize) -> bool,
    ) -> bool {
        let fiber = &mut self.fibers[position];
        if lo < hi && fiber.may_meet(lo, hi) {
            let child = &mut self.child;
            for coordinate in fiber.retain(lo, hi, |position| keep(child, position)) {
                *self.slots.slot(position, coordinate) = EMPTY;
            }
        }
        !self.fibers[position].is_empty()
    }

    #[inline]
    fn cover_at(
        &mut self,
        position: usize,
        place: S::Coord,
        mut write: impl FnMut(&mut U, usize) -> Result<(), LevelError>,
    ) -> Result<(), LevelError> {
        if place.before() < self.extent.lo() || place.after() > self.extent.hi() {
            return Err(LevelError::outside(place.before(), place.after(), self.extent));
        }
        let child = self.find_or_create(position, place);
        write(&mut self.child, child)
    }
}
