//! Values: the level below the last axis.

use std::hint::{black_box, cold_path};

use crate::level::pieces::{BY_PLACE, ValueLists, give_back};
use crate::level::{Leaf, LeafUpdate, Level, LevelError, Siblings, Update, Value};

/// A list of values, one for each position; places that are not stored have the value `fill`.
#[derive(Debug, Clone, PartialEq)]
pub struct Element<T> {
    fill: T,
    values: Vec<T>,
}

impl<T: Value> Element<T> {
    /// Creates the format; `fill` is the value of all places that are not stored.
    pub fn new(fill: T) -> Self {
        Element { fill, values: Vec::new() }
    }

    /// Creates the level from its values, one for each position.
    pub fn from_values(fill: T, values: Vec<T>) -> Self {
        Element { fill, values }
    }

    /// Returns the values, one for each position.
    pub fn values(&self) -> &[T] {
        &self.values
    }
}

/// A handle of one value.
#[derive(Debug, Clone, Copy)]
pub struct Item<'a, T> {
    values: &'a [T],
    position: usize,
}

#[diagnostic::do_not_recommend]
impl<T: Value> Leaf for Item<'_, T> {
    type Value = T;

    #[inline(always)]
    fn get(self) -> T {
        self.values[self.position]
    }
}

impl<'a, T: Value> Siblings for &'a [T] {
    type Fiber = Item<'a, T>;

    #[inline(always)]
    fn fiber(self, k: usize) -> Item<'a, T> {
        Item { values: self, position: k }
    }

    #[inline(always)]
    fn holds(self, len: usize) -> bool {
        len <= self.len()
    }

    #[inline(always)]
    fn part(self, first: usize, len: usize) -> Self {
        &self[first..][..len]
    }

    #[inline(always)]
    fn touch(self, k: usize) {
        if let Some(value) = self.get(k) {
            black_box(*value);
        }
    }
}

impl<T: Value> Level for Element<T> {
    type Value = T;
    type Fiber<'a> = Item<'a, T>;
    type Siblings<'a> = &'a [T];
    type Update = ElementUpdate<T>;

    const RANK: usize = 0;

    #[inline(always)]
    fn fiber(&self, position: usize) -> Item<'_, T> {
        Item { values: &self.values, position }
    }

    #[inline(always)]
    fn siblings(&self, first: usize, len: usize) -> &[T] {
        &self.values[first..][..len]
    }

    #[inline(always)]
    fn fill(&self) -> T {
        self.fill
    }

    fn stored_value(&self, position: usize) -> Option<T> {
        self.values.get(position).copied()
    }

    fn with_values(&self, values: Vec<T>) -> Option<Self> {
        Some(Element { fill: self.fill, values })
    }

    fn positions(&self) -> usize {
        self.values.len()
    }

    fn declare(&self) -> ElementUpdate<T> {
        ElementUpdate::new(self.fill)
    }

    fn freeze(&self, update: &mut ElementUpdate<T>, roots: &[Option<usize>]) -> Result<Self, LevelError> {
        if roots.len() == update.values.len() && roots.iter().enumerate().all(|(p, &root)| root == Some(p)) {
            return self.freeze_all(update, roots.len());
        }
        let values = roots.iter().map(|&root| update.get(root, self.fill)).collect();
        Ok(Element { fill: self.fill, values })
    }

    fn freeze_all(&self, update: &mut ElementUpdate<T>, _count: usize) -> Result<Self, LevelError> {
        Ok(Element { fill: self.fill, values: std::mem::take(&mut update.values) })
    }

    fn thaw_all(self, update: &mut ElementUpdate<T>) {
        update.values = self.values;
    }

    fn clear(&self, update: &mut ElementUpdate<T>) {
        update.values.clear();
    }
}

/// The values while they are written.
#[derive(Debug, Clone)]
pub struct ElementUpdate<T> {
    fill: T,
    values: Vec<T>,
    /// The values of a fiber that is written in any order.
    by_place: Vec<T>,
}

impl<T: Value> ElementUpdate<T> {
    /// Creates storage without any value.
    pub fn new(fill: T) -> Self {
        ElementUpdate { fill, values: Vec::new(), by_place: Vec::new() }
    }

    /// Returns the value at a position.
    pub(in crate::level) fn value_at(&self, position: usize) -> T {
        match self.values.get(position) {
            Some(&value) => value,
            None => self.by_place[position.wrapping_sub(BY_PLACE)],
        }
    }

    /// Returns the value at a position, or `otherwise` if there is none.
    pub(in crate::level) fn get(&self, position: Option<usize>, otherwise: T) -> T {
        position.map_or(otherwise, |position| self.value_at(position))
    }
}

/// Returns a list with `count` more values. (The list is passed by value: after a call with a reference to the storage, the compiler
/// would no longer know the fill value.)
#[inline(never)]
fn lengthened<T: Value>(mut values: Vec<T>, count: usize, fill: T) -> Vec<T> {
    if values.capacity() == 0 {
        // Zeros are memory that the system hands out clear.
        return vec![fill; count];
    }
    values.resize(values.len() + count, fill);
    values
}

impl<T: Value> Update for ElementUpdate<T> {
    type Value = T;

    const IN_PLACE: bool = true;

    type Held<'a>
        = HeldValues<'a, T>
    where
        Self: 'a;

    #[inline(always)]
    fn held(&mut self) -> HeldValues<'_, T> {
        HeldValues { fill: self.fill, values: &mut self.values }
    }

    #[inline(always)]
    fn zero_based(&mut self) -> Option<HeldValues<'_, T>> {
        Some(self.held())
    }

    #[inline(always)]
    fn held_block(&mut self, first: usize, count: usize) -> (HeldValues<'_, T>, usize) {
        (HeldValues { fill: self.fill, values: &mut self.values[first..][..count] }, 0)
    }

    #[inline(always)]
    fn fill(&self) -> T {
        self.fill
    }

    #[inline(always)]
    fn assemble(&mut self) -> usize {
        self.values.push(self.fill);
        self.values.len() - 1
    }

    #[inline]
    fn assemble_block(&mut self, count: usize) -> usize {
        let first = self.values.len();
        self.values = lengthened(std::mem::take(&mut self.values), count, self.fill);
        first
    }

    fn reserve(&mut self, more: usize) {
        // Without that memory the list grows as others do.
        let _ = self.values.try_reserve_exact(more);
    }

    fn shrink(&mut self) {
        give_back(&mut self.values);
    }

    fn duplicate(&mut self, position: usize) -> usize {
        self.values.push(self.value_at(position));
        self.values.len() - 1
    }

    fn reorder(&mut self, first: usize, order: &[u32]) -> bool {
        let values = &mut self.values[first..][..order.len()];
        let reordered: Vec<T> = order.iter().map(|&number| values[number as usize]).collect();
        values.copy_from_slice(&reordered);
        true
    }

    #[inline(always)]
    fn lists(&mut self) -> Option<ValueLists<'_, T>> {
        Some(ValueLists { fill: self.fill, values: &mut self.values, by_place: &mut self.by_place })
    }

    fn positions(&self) -> Option<usize> {
        Some(self.values.len())
    }

    fn same(&self, one: Option<usize>, other: Option<usize>) -> bool {
        self.get(one, self.fill).same(self.get(other, self.fill))
    }
}

impl<T: Value> LeafUpdate for ElementUpdate<T> {
    #[inline(always)]
    fn value(&mut self, position: usize) -> &mut T {
        if position < self.values.len() {
            &mut self.values[position]
        } else {
            cold_path();
            &mut self.by_place[position.wrapping_sub(BY_PLACE)]
        }
    }

    #[inline(always)]
    fn values(&mut self, first: usize, count: usize) -> Option<&mut [T]> {
        self.values.get_mut(first..)?.get_mut(..count)
    }
}

/// Values that are written in place, as a loop holds them.
#[derive(Debug)]
pub struct HeldValues<'a, T> {
    fill: T,
    values: &'a mut [T],
}

impl<T: Value> Update for HeldValues<'_, T> {
    type Value = T;

    const IN_PLACE: bool = true;

    type Held<'b>
        = HeldValues<'b, T>
    where
        Self: 'b;

    #[inline(always)]
    fn held(&mut self) -> HeldValues<'_, T> {
        HeldValues { fill: self.fill, values: self.values }
    }

    #[inline(always)]
    fn zero_based(&mut self) -> Option<HeldValues<'_, T>> {
        Some(self.held())
    }

    #[inline(always)]
    fn fill(&self) -> T {
        self.fill
    }

    /// Returns a position that there is not: storage that is held grows no further.
    #[inline(always)]
    fn assemble(&mut self) -> usize {
        self.values.len()
    }

    /// Returns a position that there is not, as [`assemble`](Update::assemble) does.
    #[inline(always)]
    fn duplicate(&mut self, _position: usize) -> usize {
        self.values.len()
    }
}

impl<T: Value> LeafUpdate for HeldValues<'_, T> {
    #[inline(always)]
    fn value(&mut self, position: usize) -> &mut T {
        &mut self.values[position]
    }

    #[inline(always)]
    fn values(&mut self, first: usize, count: usize) -> Option<&mut [T]> {
        self.values.get_mut(first..)?.get_mut(..count)
    }
}
