//! Ladders: sorted coordinates on rungs of equal width, with the number of coordinates below each.
//!
//! ```text
//!   rank(place):
//!       rung = the rung of `place`, by its distance from the first coordinate
//!       below[rung] + the number of coordinates on the rung before `place`     one or two, in most lists
//! ```

use std::cmp::Ordering;

use super::order::{self, Numbered};
use crate::continuous::{Coord, Cut};

/// The number of coordinates of a rung that are compared without a search.
pub(super) const FEW: usize = 4;

/// The positions of the rungs of a list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spacing {
    origin: f64,
    /// Rungs per unit of length.
    density: f64,
    last: u32,
}

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
    pub(super) const EMPTY: Self =
        List { first: 0, end: 0, first_rung: 0, spacing: Spacing { origin: 0.0, density: 0.0, last: 0 } };
}

impl Spacing {
    /// Counts the coordinates, and spaces as many rungs from the lowest finite one to the highest; a single rung if
    /// they have no width.
    pub(super) fn of<C: Coord>(list: impl Iterator<Item = C>) -> (usize, Self) {
        let (count, low, high) = list.fold((0, C::HIGHEST, C::LOWEST), |(count, low, high), place| {
            let finite = (place > C::LOWEST) & (place < C::HIGHEST);
            let low = if finite & (place < low) { place } else { low };
            (count + 1, low, if finite & (place > high) { place } else { high })
        });
        (count, Self::between(low, high, count))
    }

    /// Spaces `count` rungs from `low` to `high`; a single rung if they have no width.
    pub(super) fn between<C: Coord>(low: C, high: C, count: usize) -> Self {
        let origin = low.to_f64();
        let density = count as f64 / (high.to_f64() - origin);
        if low < high && density.is_normal() {
            Spacing { origin, density, last: count as u32 - 1 }
        } else {
            Spacing { origin: 0.0, density: 0.0, last: 0 }
        }
    }

    /// Returns the rung of a coordinate. It never decreases from one coordinate to a greater one.
    #[inline(always)]
    pub(super) fn rung<C: Coord>(&self, place: C) -> u32 {
        (((place.to_f64() - self.origin) * self.density) as u32).min(self.last)
    }

    /// Returns the number of rungs.
    pub(super) fn rungs(&self) -> usize {
        self.last as usize + 1
    }

    /// Appends for each rung the number of coordinates of a list that lie below it, then the number of all; each plus
    /// `first`.
    pub(super) fn push_below<C: Coord>(&self, list: impl Iterator<Item = C>, first: u32, below: &mut Vec<u32>) {
        let begin = below.len();
        below.resize(begin + self.rungs() + 1, 0);
        let below = &mut below[begin..];
        for place in list {
            below[self.rung(place) as usize] += 1;
        }
        let mut sum = first;
        for count in below {
            sum += std::mem::replace(count, sum);
        }
    }
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
