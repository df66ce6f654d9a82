//! References to storage as storage, for loops that write to formats which grow.
//!
//! A loop that writes through a reference to storage reads sizes and addresses again after each write, since the compiler
//! cannot know that the write has not changed them. Those of arrays do not change, so a loop holds them itself:
//! [`HeldValues`](crate::level::HeldValues).

use crate::continuous::{Cut, Interval};
use crate::level::{AxisUpdate, LeafUpdate, LevelError, OpenedAt, Update, ValueLists};

impl<U: Update> Update for &mut U {
    type Value = U::Value;

    const IN_PLACE: bool = U::IN_PLACE;

    type Held<'a>
        = &'a mut U
    where
        Self: 'a;

    #[inline(always)]
    fn held(&mut self) -> &mut U {
        self
    }

    #[inline(always)]
    fn fill(&self) -> U::Value {
        U::fill(self)
    }

    #[inline(always)]
    fn assemble(&mut self) -> usize {
        U::assemble(self)
    }

    #[inline(always)]
    fn assemble_block(&mut self, count: usize) -> usize {
        U::assemble_block(self, count)
    }

    fn reserve(&mut self, more: usize) {
        U::reserve(self, more);
    }

    fn shrink(&mut self) {
        U::shrink(self);
    }

    #[inline(always)]
    fn duplicate(&mut self, position: usize) -> usize {
        U::duplicate(self, position)
    }

    #[inline(always)]
    fn same(&self, one: Option<usize>, other: Option<usize>) -> bool {
        U::same(self, one, other)
    }

    fn reorder(&mut self, first: usize, order: &[u32]) -> bool {
        U::reorder(self, first, order)
    }

    #[inline(always)]
    fn lists(&mut self) -> Option<ValueLists<'_, U::Value>> {
        U::lists(self)
    }

    #[inline(always)]
    fn positions(&self) -> Option<usize> {
        U::positions(self)
    }

    #[inline(always)]
    fn is_unwritten(&self, position: usize) -> bool {
        U::is_unwritten(self, position)
    }

    #[inline(always)]
    fn is_dropped(&self, position: usize) -> bool {
        U::is_dropped(self, position)
    }
}

impl<U: AxisUpdate> AxisUpdate for &mut U {
    type Coord = U::Coord;
    type Stored = U::Stored;
    type Child = U::Child;

    const OVERLAPS: bool = U::OVERLAPS;

    #[inline(always)]
    fn extent(&self) -> Interval<U::Coord> {
        U::extent(self)
    }

    #[inline(always)]
    fn below(&self) -> &U::Child {
        U::below(self)
    }

    #[inline(always)]
    fn cover(
        &mut self,
        position: usize,
        lo: Cut<U::Coord>,
        hi: Cut<U::Coord>,
        write: impl FnMut(&mut U::Child, usize) -> Result<(), LevelError>,
    ) -> Result<(), LevelError> {
        U::cover(self, position, lo, hi, write)
    }

    #[inline(always)]
    fn span(&mut self, position: usize, lo: Cut<U::Coord>, hi: Cut<U::Coord>) -> Option<(&mut U::Child, usize, usize)> {
        U::span(self, position, lo, hi)
    }

    #[inline(always)]
    fn open_pieces(
        &mut self,
        position: usize,
        lo: Cut<U::Coord>,
        hi: Cut<U::Coord>,
        single: bool,
    ) -> Option<OpenedAt<'_, Self>> {
        U::open_pieces(self, position, lo, hi, single)
    }

    #[inline(always)]
    fn retain(
        &mut self,
        position: usize,
        lo: Cut<U::Coord>,
        hi: Cut<U::Coord>,
        keep: impl FnMut(&mut U::Child, usize) -> bool,
    ) -> bool {
        U::retain(self, position, lo, hi, keep)
    }

    #[inline(always)]
    fn cover_at(
        &mut self,
        position: usize,
        place: U::Coord,
        write: impl FnMut(&mut U::Child, usize) -> Result<(), LevelError>,
    ) -> Result<(), LevelError> {
        U::cover_at(self, position, place, write)
    }
}

impl<U: LeafUpdate> LeafUpdate for &mut U {
    #[inline(always)]
    fn value(&mut self, position: usize) -> &mut U::Value {
        U::value(self, position)
    }

    #[inline(always)]
    fn values(&mut self, first: usize, count: usize) -> Option<&mut [U::Value]> {
        U::values(self, first, count)
    }
}
