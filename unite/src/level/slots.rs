//! Single coordinates while they are written, in any order: each has a slot, which is found at once.
//!
//! ```text
//!  fibers  4 -> 0   1 -> 2 | 2 -> 1       in the order of writing: coordinate -> position below
//!  slots   (0, 1) 2   (0, 4) 0   (1, 2) 1
//! ```

use std::cmp::Ordering;

use super::points::{PointList, singles};
use super::{AxisUpdate, LevelError, Update};
use crate::continuous::{Coord, Cut, Interval};

/// A slot without anything.
pub(super) const EMPTY: usize = usize::MAX;

/// A slot for each coordinate of each fiber.
pub trait Slots {
    /// The coordinates.
    type Coord: Coord;

    /// The format that they are written for.
    const FORMAT: &'static str;

    /// A further fiber, all of whose slots are empty.
    fn grow(&mut self);

    /// The slot of a coordinate, which the extent has.
    fn slot(&mut self, fiber: usize, coordinate: Self::Coord) -> &mut usize;
}

/// Single coordinates that are written.
#[derive(Debug, Clone)]
pub struct PointUpdate<S: Slots, U> {
    extent: Interval<S::Coord>,
    slots: S,
    fibers: Vec<Vec<(S::Coord, usize)>>,
    /// What lies at the coordinates.
    pub child: U,
}

impl<S: Slots, U: Update> PointUpdate<S, U> {
    /// Without any fiber.
    pub(super) fn new(extent: Interval<S::Coord>, slots: S, child: U) -> Self {
        PointUpdate { extent, slots, fibers: Vec::new(), child }
    }

    /// What lies at a coordinate, assembled if it is not there.
    #[inline(always)]
    fn found(&mut self, fiber: usize, coordinate: S::Coord) -> usize {
        let slot = self.slots.slot(fiber, coordinate);
        if *slot != EMPTY {
            return *slot;
        }
        let child = self.child.assemble();
        *slot = child;
        self.fibers[fiber].push((coordinate, child));
        child
    }

    /// The coordinates of the fibers at `roots`, and what lies at each.
    pub(super) fn list(&self, roots: &[Option<usize>]) -> (PointList<S::Coord>, Vec<Option<usize>>) {
        let (mut list, mut children) = (PointList::new(), Vec::new());
        for root in roots {
            let mut fiber = root.map_or(Vec::new(), |root| self.fibers[root].clone());
            fiber.sort_unstable_by(|(one, _), (other, _)| one.partial_cmp(other).unwrap_or(Ordering::Equal));
            for (coordinate, child) in fiber.into_iter().filter(|&(_, child)| !self.child.is_dropped(child)) {
                list.coordinates.push(coordinate);
                children.push(Some(child));
            }
            list.close();
        }
        (list, children)
    }
}

impl<S: Slots, U: Update> Update for PointUpdate<S, U> {
    type Value = U::Value;

    fn assemble(&mut self) -> usize {
        self.slots.grow();
        self.fibers.push(Vec::new());
        self.fibers.len() - 1
    }

    fn duplicate(&mut self, position: usize) -> usize {
        let copy = self.assemble();
        let mut fiber = self.fibers[position].clone();
        for (coordinate, child) in &mut fiber {
            *child = self.child.duplicate(*child);
            *self.slots.slot(copy, *coordinate) = *child;
        }
        self.fibers[copy] = fiber;
        copy
    }
}

impl<S: Slots, U: Update> AxisUpdate for PointUpdate<S, U> {
    type Coord = S::Coord;
    type Child = U;

    fn extent(&self) -> Interval<S::Coord> {
        self.extent
    }

    #[inline(always)]
    fn below(&self) -> &U {
        &self.child
    }

    /// A run of integers is written one by one.
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
            let child = self.found(position, coordinate);
            write(&mut self.child, child)?;
        }
        Ok(())
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
        let child = self.found(position, place);
        write(&mut self.child, child)
    }
}
