//! Rungs of equal width for the coordinates of a list. The rung of a coordinate is computed without a search.

use crate::continuous::Coord;

/// The positions of the rungs of a list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spacing {
    origin: f64,
    /// Rungs per unit of length.
    density: f64,
    last: u32,
}

impl Spacing {
    /// A single rung.
    pub(crate) const ONE: Self = Spacing { origin: 0.0, density: 0.0, last: 0 };

    /// Counts the coordinates, and spaces as many rungs from the lowest finite one to the highest; a single rung if
    /// they have no width.
    pub(crate) fn of<C: Coord>(list: impl Iterator<Item = C>) -> (usize, Self) {
        let (count, low, high) = list.fold((0, C::HIGHEST, C::LOWEST), |(count, low, high), place| {
            let finite = (place > C::LOWEST) & (place < C::HIGHEST);
            let low = if finite & (place < low) { place } else { low };
            (count + 1, low, if finite & (place > high) { place } else { high })
        });
        (count, Self::between(low, high, count))
    }

    /// Spaces `count` rungs from `low` to `high`; a single rung if they have no width.
    pub(crate) fn between<C: Coord>(low: C, high: C, count: usize) -> Self {
        let origin = low.to_f64();
        let density = count as f64 / (high.to_f64() - origin);
        if low < high && density.is_normal() { Spacing { origin, density, last: count as u32 - 1 } } else { Self::ONE }
    }

    /// Returns the rung of a coordinate. It never decreases from one coordinate to a greater one.
    #[inline(always)]
    pub(crate) fn rung<C: Coord>(&self, place: C) -> u32 {
        (((place.to_f64() - self.origin) * self.density) as u32).min(self.last)
    }

    /// Returns the number of rungs.
    pub(crate) fn rungs(&self) -> usize {
        self.last as usize + 1
    }

    /// Appends for each rung the number of coordinates of a list that lie below it, then the number of all; each plus
    /// `first`.
    pub(crate) fn push_below<C: Coord>(&self, list: impl Iterator<Item = C>, first: u32, below: &mut Vec<u32>) {
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
