//! Ladders: sorted coordinates on rungs of equal width, with the number of coordinates below each.
//!
//! ```text
//!   rank(place):
//!       rung = the one on which `place` lies, by its distance from the first coordinate
//!       below[rung] + how many on the rung lie before the place       one or two, in most lists
//! ```

use crate::continuous::{Coord, Cut};

/// How many coordinates of a rung are compared without a search.
pub(super) const FEW: usize = 4;

/// Where rungs lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spacing {
    origin: f64,
    /// Rungs per unit of length.
    density: f64,
    last: u32,
}

/// Sorted coordinates in a ladder.
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
    /// The first coordinate that does not lie below a rung.
    rungs: Vec<u32>,
}

impl Spacing {
    /// So many rungs from the lowest to the highest finite coordinate; a single one where they have no width.
    pub(super) fn of<C: Coord>(list: impl Iterator<Item = C>, count: usize) -> Self {
        let (low, high) = list.fold((C::HIGHEST, C::LOWEST), |(low, high), place| {
            let finite = (place > C::LOWEST) & (place < C::HIGHEST);
            let low = if finite & (place < low) { place } else { low };
            (low, if finite & (place > high) { place } else { high })
        });
        Self::between(low, high, count)
    }

    fn between<C: Coord>(low: C, high: C, count: usize) -> Self {
        let origin = low.to_f64();
        let density = count as f64 / (high.to_f64() - origin);
        if low < high && density.is_normal() {
            Spacing { origin, density, last: count as u32 - 1 }
        } else {
            Spacing { origin: 0.0, density: 0.0, last: 0 }
        }
    }

    /// The rung of a coordinate: it never falls from one coordinate to a greater one.
    #[inline(always)]
    pub(super) fn rung<C: Coord>(&self, place: C) -> u32 {
        (((place.to_f64() - self.origin) * self.density) as u32).min(self.last)
    }

    /// How many rungs there are.
    pub(super) fn rungs(&self) -> usize {
        self.last as usize + 1
    }

    /// For each rung how many coordinates of a list lie below it, and then how many there are.
    pub(super) fn below<C: Coord>(&self, list: impl Iterator<Item = C>) -> Vec<u32> {
        let mut below = vec![0; self.rungs() + 1];
        for place in list {
            below[self.rung(place) as usize] += 1;
        }
        let mut sum = 0;
        for count in &mut below {
            sum += std::mem::replace(count, sum);
        }
        below
    }
}

impl<C: Coord> Ladder<C> {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Ladder { coordinates: Vec::with_capacity(capacity + FEW), rungs: Vec::with_capacity(capacity + 4) }
    }

    /// Adds a list, sorted.
    pub(super) fn push(&mut self, list: impl Iterator<Item = C>) -> List {
        let first = self.coordinates.len();
        self.coordinates.extend(list);
        let list = &self.coordinates[first..];
        let finite = |place: &&C| **place > C::LOWEST && **place < C::HIGHEST;
        let low = list.iter().find(finite).copied().unwrap_or_default();
        let high = list.iter().rfind(finite).copied().unwrap_or_default();
        let spacing = Spacing::between(low, high, list.len());
        let first_rung = self.rungs.len();
        let below = spacing.below(list.iter().copied());
        self.rungs.extend(below.into_iter().map(|below| below + first as u32));
        List { first, end: self.coordinates.len(), first_rung, spacing }
    }

    /// After all lists: the coordinates behind the last one are compared, and not counted.
    pub(super) fn close(&mut self) {
        self.coordinates.extend([C::HIGHEST; FEW]);
    }

    /// The cut of a coordinate.
    #[inline(always)]
    pub(super) fn cut(&self, p: usize, after: bool) -> Cut<C> {
        Cut { value: self.coordinates[p], after: !C::DISCRETE && after }
    }

    /// The index of the first coordinate of a list that is not `past`: all below `place` are, and none above.
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

    /// An index of a list below which all coordinates lie below `place`, and above which few do.
    #[inline(always)]
    pub(super) fn about(&self, list: &List, place: C) -> usize {
        self.rungs[list.first_rung + list.spacing.rung(place) as usize] as usize
    }
}
