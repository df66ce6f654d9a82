//! Arrays while they are written: each value has its memory before.

use super::Axis;
use crate::continuous::{Coord, Cut, Integer, Interval, Stored};
use crate::level::{AxisUpdate, LevelError, Update};

/// Arrays while they are written, in place.
#[derive(Debug, Clone)]
pub struct DenseUpdate<U, C: Stored> {
    pub(super) axis: Axis<C>,
    pub(super) positions: usize,
    pub(super) child: U,
}

impl<U: Update, C: Stored<Coord: Integer>> Update for DenseUpdate<U, C> {
    type Value = U::Value;

    const IN_PLACE: bool = U::IN_PLACE;

    type Held<'a>
        = DenseUpdate<U::Held<'a>, C>
    where
        Self: 'a;

    #[inline(always)]
    fn held(&mut self) -> Self::Held<'_> {
        DenseUpdate { axis: self.axis, positions: self.positions, child: self.child.held() }
    }

    #[inline(always)]
    fn held_block(&mut self, first: usize, count: usize) -> (Self::Held<'_>, usize) {
        if !U::IN_PLACE {
            return (self.held(), first);
        }
        let (child, _) = self.child.held_block(first * self.axis.len, count * self.axis.len);
        (DenseUpdate { axis: self.axis, positions: count, child }, 0)
    }

    #[inline(always)]
    fn zero_based(&mut self) -> Option<Self::Held<'_>> {
        let first = C::Coord::default();
        let (axis, child) = (Axis { first, ..self.axis }, self.child.zero_based()?);
        (self.axis.first == first).then_some(DenseUpdate { axis, positions: self.positions, child })
    }

    #[inline(always)]
    fn fill(&self) -> U::Value {
        self.child.fill()
    }

    #[inline]
    fn assemble(&mut self) -> usize {
        self.assemble_block(1)
    }

    #[inline]
    fn assemble_block(&mut self, count: usize) -> usize {
        // Only this level assembles subtensors in its child, so child positions follow from positions of this level.
        let values = count.checked_mul(self.axis.len).expect("the number of values overflows; choose smaller axes");
        self.child.assemble_block(values);
        self.positions += count;
        self.positions - count
    }

    fn positions(&self) -> Option<usize> {
        Some(self.positions)
    }

    fn duplicate(&mut self, position: usize) -> usize {
        for k in 0..self.axis.len {
            self.child.duplicate(position * self.axis.len + k);
        }
        self.positions += 1;
        self.positions - 1
    }
}

/// Handles a region that is empty, or reaches out of an array.
#[cold]
#[inline(never)]
fn unusual<C: Stored<Coord: Integer>>(lo: Cut<C::Coord>, hi: Cut<C::Coord>, axis: Axis<C>) -> Result<(), LevelError> {
    if lo < hi { Err(outside(lo, hi, axis)) } else { Ok(()) }
}

/// Creates the error of a region that reaches out of an array.
#[cold]
#[inline(never)]
fn outside<C: Stored<Coord: Integer>>(lo: Cut<C::Coord>, hi: Cut<C::Coord>, axis: Axis<C>) -> LevelError {
    LevelError::outside(lo, hi, axis.extent.on_line())
}

impl<U: Update, C: Stored<Coord: Integer>> AxisUpdate for DenseUpdate<U, C> {
    type Coord = C::Coord;
    type Stored = C;
    type Child = U;

    fn extent(&self) -> Interval<C::Coord> {
        self.axis.extent.on_line()
    }

    #[inline(always)]
    fn below(&self) -> &U {
        &self.child
    }

    #[inline(always)]
    fn cover(
        &mut self,
        position: usize,
        lo: Cut<C::Coord>,
        hi: Cut<C::Coord>,
        mut write: impl FnMut(&mut U, usize) -> Result<(), LevelError>,
    ) -> Result<(), LevelError> {
        // Counting from `lo` lets the compiler drop the loop for a single place.
        let (from, count) = (lo.value.offset_from(self.axis.first), hi.value.offset_from(lo.value));
        if from >= self.axis.len || count > self.axis.len - from {
            return unusual(lo, hi, self.axis);
        }
        let base = position * self.axis.len + from;
        for k in 0..count {
            write(&mut self.child, base + k)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn span(&mut self, position: usize, lo: Cut<C::Coord>, hi: Cut<C::Coord>) -> Option<(&mut U, usize, usize)> {
        let (from, count) = (lo.value.offset_from(self.axis.first), hi.value.offset_from(lo.value));
        if from >= self.axis.len || count > self.axis.len - from {
            return None;
        }
        let base = position * self.axis.len + from;
        Some((&mut self.child, base, count))
    }

    #[inline(always)]
    fn retain(
        &mut self,
        position: usize,
        lo: Cut<C::Coord>,
        hi: Cut<C::Coord>,
        mut keep: impl FnMut(&mut U, usize) -> bool,
    ) -> bool {
        let (lo, hi) = (lo.max(self.axis.extent.lo()), hi.min(self.axis.extent.hi()));
        if lo >= hi {
            return true;
        }
        let (from, count) = (lo.value.offset_from(self.axis.first), hi.value.offset_from(lo.value));
        let base = position * self.axis.len + from;
        let mut kept = count < self.axis.len;
        for k in 0..count {
            kept |= keep(&mut self.child, base + k);
        }
        kept
    }

    #[inline(always)]
    fn cover_at(
        &mut self,
        position: usize,
        place: C::Coord,
        mut write: impl FnMut(&mut U, usize) -> Result<(), LevelError>,
    ) -> Result<(), LevelError> {
        match self.axis.index(place) {
            Some(k) => write(&mut self.child, position * self.axis.len + k),
            None => Err(outside(place.before(), place.after(), self.axis)),
        }
    }
}
