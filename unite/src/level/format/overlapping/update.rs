//! Intervals that may overlap, while they are written: a growing list.

use crate::continuous::{Coord, Cut, Interval};
use crate::level::{AxisUpdate, Entry, LevelError, Update};

/// The fibers while they are written, each a list of intervals in the order of writing.
#[derive(Debug, Clone)]
pub struct OverlappingUpdate<C: Coord, U> {
    extent: Interval<C>,
    fibers: Vec<Vec<Entry<C>>>,
    pub(super) child: U,
}

impl<C: Coord, U: Update> OverlappingUpdate<C, U> {
    /// Creates storage without any fiber.
    pub(super) fn new(extent: Interval<C>, child: U) -> Self {
        OverlappingUpdate { extent, fibers: Vec::new(), child }
    }

    /// Returns the intervals of a fiber, in the order of writing.
    pub(super) fn fiber(&self, position: usize) -> &[Entry<C>] {
        &self.fibers[position]
    }

    /// Adds a fiber of these intervals.
    pub(super) fn restore(&mut self, fiber: Vec<Entry<C>>) {
        self.fibers.push(fiber);
    }
}

impl<C: Coord, U: Update> Update for OverlappingUpdate<C, U> {
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
        self.fibers.push(Vec::new());
        self.fibers.len() - 1
    }

    fn duplicate(&mut self, position: usize) -> usize {
        let mut fiber = self.fibers[position].clone();
        for (_, _, child) in &mut fiber {
            *child = self.child.duplicate(*child);
        }
        self.fibers.push(fiber);
        self.fibers.len() - 1
    }
}

/// Covering a region adds one interval, which overlaps the existing ones and does not cut them.
impl<C: Coord, U: Update> AxisUpdate for OverlappingUpdate<C, U> {
    type Coord = C;
    type Stored = C;
    type Child = U;

    const OVERLAPS: bool = true;

    fn extent(&self) -> Interval<C> {
        self.extent
    }

    fn below(&self) -> &U {
        &self.child
    }

    fn cover(
        &mut self,
        position: usize,
        lo: Cut<C>,
        hi: Cut<C>,
        mut write: impl FnMut(&mut U, usize) -> Result<(), LevelError>,
    ) -> Result<(), LevelError> {
        if lo < self.extent.lo() || hi > self.extent.hi() {
            return Err(LevelError::outside(lo, hi, self.extent));
        }
        if lo < hi {
            let child = self.child.assemble();
            self.fibers[position].push((lo, hi, child));
            write(&mut self.child, child)?;
        }
        Ok(())
    }

    fn retain(&mut self, position: usize, _lo: Cut<C>, _hi: Cut<C>, _keep: impl FnMut(&mut U, usize) -> bool) -> bool {
        !self.fibers[position].is_empty()
    }
}
