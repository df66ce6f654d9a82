//! Ladders: sorted coordinates on rungs of equal width, with the number of coordinates below each.
//!
//! ```text
//!   rank(place):
//!       rung = the rung of `place`, by its distance from the first coordinate
//!       below[rung] + the number of coordinates on the rung before `place`     one or two, in most lists
//! ```

use std::cmp::Ordering;

use crate::continuous::{Coord, Cut};
use crate::level::format::overlapping::order::{self, Numbered};
use crate::level::format::overlapping::spacing::Spacing;

/// The number of coordinates of a rung that are compared without a search.
pub(super) const FEW: usize = 4;

/// A sorted list of coordinates in a ladder.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct List {
    pub(super) first: usize,
    pub(super) end: usize,
    first_rung: usize,
    spacing: Spacing,
}

/// Sorted lists of coordinates, with rungs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ladder<C> {
    pub(super) coordinates: Vec<C>,
    /// For each rung, the index of the first coordinate that does not lie below it.
    rungs: Vec<u32>,
}

impl List {
    /// The list without coordinates, on the rungs with which each ladder begins.
    pub(super) const EMPTY: Self = List { first: 0, end: 0, first_rung: 0, spacing: Spacing::ONE };
}

/// Returns the lowest and the highest finite coordinate of a sorted list.
pub(super) fn finite<C: Coord>(list: &[C]) -> (C, C) {
    let low = list.iter().copied().find(|&place| place > C::LOWEST).unwrap_or(C::HIGHEST);
    (low, list.iter().rev().copied().find(|&place| place < C::HIGHEST).unwrap_or(C::LOWEST))
}

impl<C: Coord> Ladder<C> {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        let mut rungs = Vec::with_capacity(capacity + 4);
        rungs.extend([0, 0]);
        Ladder { coordinates: Vec::with_capacity(capacity + FEW), rungs }
    }

    /// Adds a sorted list.
    pub(super) fn push(&mut self, list: impl IntoIterator<Item = C>) -> List {
        let (first, first_rung) = (self.coordinates.len(), self.rungs.len());
        self.coordinates.extend(list);
        let list = &self.coordinates[first..];
        let (low, high) = finite(list);
        let spacing = Spacing::between(low, high, list.len());
        spacing.push_below(list.iter().copied(), first as u32, &mut self.rungs);
        List { first, end: self.coordinates.len(), first_rung, spacing }
    }

    /// Adds an unsorted list, and appends its numbers in sorted order; `tie` orders the numbers of equal coordinates.
    pub(super) fn push_sorted(
        &mut self,
        list: impl Numbered<C>,
        tie: impl Fn(u32, u32) -> Ordering,
        numbers: &mut Vec<u32>,
    ) -> List {
        let (first, first_rung) = (self.coordinates.len(), self.rungs.len());
        let spacing = order::sort_onto(list, tie, &mut self.coordinates, numbers, &mut self.rungs);
        List { first, end: self.coordinates.len(), first_rung, spacing }
    }

    /// Completes the ladder after all lists, with padding that [`rank`](Self::rank) may compare but does not count.
    pub(super) fn close(&mut self) {
        self.coordinates.extend([C::HIGHEST; FEW]);
    }

    /// Returns the cut of a coordinate.
    #[inline(always)]
    pub(super) fn cut(&self, p: usize, after: bool) -> Cut<C> {
        Cut { value: self.coordinates[p], after: !C::DISCRETE && after }
    }

    /// Returns the index of the first coordinate of a list that is not `past`, which must hold for all coordinates
    /// below `place` and for none above.
    #[inline(always)]
    pub(super) fn rank(&self, list: &List, place: C, past: impl Fn(C) -> bool) -> usize {
        let rung = list.first_rung + list.spacing.rung(place) as usize;
        let (low, high) = (self.rungs[rung] as usize, self.rungs[rung + 1] as usize);
        if high - low > FEW {
            return low + self.coordinates[low..high].partition_point(|&other| past(other));
        }
        let few = &self.coordinates[low..low + FEW];
        low + (0..FEW).map(|k| usize::from(past(few[k]) & (low + k < high))).sum::<usize>()
    }

    /// Returns an index of a list such that all coordinates before it, and only few after it, lie below `place`.
    #[inline(always)]
    pub(super) fn about(&self, list: &List, place: C) -> usize {
        self.rungs[list.first_rung + list.spacing.rung(place) as usize] as usize
    }
}
