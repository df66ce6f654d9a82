//! Nearest neighbours, found with a ball that grows and shrinks. It grows until it has enough points and shrinks during
//! the walk through it.
//!
//! ```text
//!  radius = a guess for which the ball has slightly more than k points
//!  until k points are found:
//!    walk outward from the center through the cells that the ball meets (`outward`)
//!      keep the k best; once there are k: radius = distance of the worst of them
//!    if there are fewer than k: radius = 2, 4, 8, ... * radius
//! ```

use std::f64::consts::PI;

use super::measure::{Measure, Plain, Scaled};
use super::outward::Outward;
use super::{Layer, RadiusIndex};
use crate::kernel::Real;
use crate::level::AxisLevel;

/// The number of neighbours up to which the best ones are kept sorted.
const FEW: usize = 12;

/// The number of points from which the density is estimated.
const SOME: usize = 6;

/// The maximum number of cells on each side from which the density is estimated, even if they have no points.
const MOST_REACH: usize = 27;

/// A point found by a nearest-neighbour query, and its distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbour<C> {
    /// The identifier of the point: its position in the input.
    pub id: u32,
    /// The distance to the center; infinite only if it exceeds the greatest number of `C`.
    pub distance: C,
}

impl<C: Real> Neighbour<C> {
    /// Returns whether this neighbour comes before another one: by distance, then by identifier.
    #[inline(always)]
    fn precedes(&self, other: &Self) -> bool {
        self.distance < other.distance || (self.distance == other.distance && self.id < other.id)
    }

    /// Returns a sort key. The bits of non-negative floats are ordered as the floats are.
    #[inline(always)]
    fn key(&self) -> (u64, u32) {
        (self.distance.to_f64().to_bits(), self.id)
    }
}

/// The nearest points found so far, with their squared distances.
pub(super) struct Best<'a, C> {
    found: &'a mut Vec<Neighbour<C>>,
    wanted: usize,
    /// The squared distance above which points are rejected.
    pub(super) bound: C,
    /// The greatest identifier accepted for points at exactly that distance.
    last: u32,
}

impl<'a, C: Real> Best<'a, C> {
    fn new(found: &'a mut Vec<Neighbour<C>>, wanted: usize, bound: C) -> Self {
        found.clear();
        Best { found, wanted, bound, last: u32::MAX }
    }

    /// Returns whether a point is close enough to be kept.
    #[inline(always)]
    pub(super) fn wants(&self, point: Neighbour<C>) -> bool {
        point.distance <= self.bound && (point.distance < self.bound || point.id <= self.last)
    }

    /// Adds a point for which [`wants`](Self::wants) holds.
    #[inline(always)]
    pub(super) fn push(&mut self, point: Neighbour<C>) {
        self.found.push(point);
        if self.wanted > FEW {
            if self.found.len() == 2 * self.wanted {
                self.narrow();
            }
            return;
        }
        let mut place = self.found.len() - 1;
        while place > 0 && point.precedes(&self.found[place - 1]) {
            self.found[place] = self.found[place - 1];
            place -= 1;
        }
        self.found[place] = point;
        if self.found.len() >= self.wanted {
            self.cut();
        }
    }

    /// Removes the points that are no longer among the best.
    #[inline(never)]
    fn narrow(&mut self) {
        self.found.select_nth_unstable_by_key(self.wanted - 1, Neighbour::key);
        self.cut();
    }

    /// Truncates the list to the wanted number and sets the bound to its last point. Later points cannot be worse than
    /// that.
    #[inline(always)]
    fn cut(&mut self) {
        self.found.truncate(self.wanted);
        let worst = self.found[self.wanted - 1];
        (self.bound, self.last) = (worst.distance, worst.id);
    }

    /// Sorts the best points. Returns whether the wanted number was found.
    fn finish(&mut self) -> bool {
        if self.wanted > FEW {
            if self.found.len() > self.wanted {
                self.narrow();
            }
            self.found.sort_unstable_by_key(Neighbour::key);
        }
        self.found.len() == self.wanted
    }
}

impl<C: Real, const D: usize> RadiusIndex<C, D> {
    /// Returns the `k` nearest points, or all points if there are fewer, sorted by distance and then by identifier.
    /// Ties for the last places are also resolved in favour of lower identifiers.
    ///
    /// Distances are compared as squares, computed in `C`. Where a square is below 10^-300 or above 10^308 (10^-34 and
    /// 10^38 for `f32`), differences are first multiplied by a power of two, so that no square underflows or overflows.
    /// A distance that itself overflows `C` is returned as infinite. For a center with a coordinate that is NaN or
    /// infinite the result is empty.
    ///
    /// ```
    /// use unite::kernel::RadiusIndex;
    ///
    /// let index = RadiusIndex::new(&[[0.0, 0.0], [3.0, 4.0], [-5.0, 0.0], [9.0, 9.0]])?;
    /// let found = index.nearest([0.0, 0.0], 2);
    /// assert_eq!(found.iter().map(|found| (found.id, found.distance)).collect::<Vec<_>>(), [(0, 0.0), (1, 5.0)]);
    /// # Ok::<(), unite::kernel::RadiusIndexError>(())
    /// ```
    pub fn nearest(&self, center: [C; D], k: usize) -> Vec<Neighbour<C>> {
        let mut found = Vec::new();
        self.nearest_into(center, k, &mut found);
        found
    }

    /// Finds points as [`nearest`](Self::nearest) does and stores them in `found`, which is cleared first.
    pub fn nearest_into(&self, center: [C; D], k: usize, found: &mut Vec<Neighbour<C>>) {
        found.clear();
        let wanted = k.min(self.len());
        if wanted == 0 || !center.iter().all(|place| place.finite()) {
            return;
        }
        let radius = self.first_radius(center, wanted);
        let tiny = self.search(Plain, center, wanted, radius, found);
        if tiny > 0 {
            let mut nearer = Vec::new();
            self.search(Scaled::tiny(), center, tiny, C::TINY + C::TINY, &mut nearer);
            found[..tiny].copy_from_slice(&nearer);
        }
        if found.len() < wanted {
            let mut farther = Vec::new();
            self.search(Scaled::vast(), center, wanted - found.len(), radius.greatest(C::VAST), &mut farther);
            found.extend(farther);
        }
    }

    /// Finds the wanted number of points for which the measure is responsible, or all of them if there are fewer.
    /// Returns the length of the prefix of points that are so close that their squared distances are inaccurate.
    #[inline(always)]
    fn search<M: Measure<C>>(
        &self,
        measure: M,
        center: [C; D],
        wanted: usize,
        mut radius: C,
        found: &mut Vec<Neighbour<C>>,
    ) -> usize {
        let (least, most) = (C::TINY * C::TINY, C::VAST * C::VAST);
        let mut factor = C::from_f64(2.0);
        loop {
            let reach = measure.offset(C::ZERO, radius);
            let bound = (reach * reach).least(most);
            let mut walk = Outward { index: self, center, measure, best: Best::new(found, wanted, bound), tiny: false };
            walk.grid(0, 0);
            if walk.best.finish() || bound == most {
                let tiny = walk.tiny;
                let tiny = if tiny { found.partition_point(|found| found.distance < least) } else { 0 };
                found.iter_mut().for_each(|found| found.distance = measure.length(found.distance.root()));
                return tiny;
            }
            radius = radius * factor;
            factor = factor + factor;
        }
    }

    /// Estimates the radius of a ball with about k + 3 sqrt(k) points, which rarely has fewer than k, from the density
    /// of points around `center`.
    fn first_radius(&self, center: [C; D], wanted: usize) -> C {
        let (mut layer, mut grid) = (0, 0);
        let (of, frame, cell) = loop {
            let of = &self.layers[layer];
            let frame = &of.grids[grid].frame;
            let cell = (0..D).rev().fold(grid, |cell, axis| cell * of.shape[axis] + frame[axis].cell(center[axis]));
            match of.finer.values().get(cell) {
                Some(&finer) if finer != 0 => (layer, grid) = (layer + 1, finer as usize - 1),
                _ => break (of, frame, cell),
            }
        };
        let points = wanted as f64 + 3.0 * (wanted as f64).sqrt();
        let cells = points / of.density(cell, frame[0].cell(center[0]));
        let divided = || frame.iter().filter(|frame| frame.cells() > 1);
        let axes = divided().count().max(1);
        let ball = [2.0, PI, 4.0 / 3.0 * PI][axes - 1]; // the volume of the unit ball
        let each = |volume: f64| volume.powf(1.0 / axes as f64);
        let radius = divided().fold(each(cells / ball), |radius, frame| radius * each(frame.size().to_f64()));
        let outside = frame.iter().zip(center).fold(C::ZERO, |distance, (frame, place)| {
            distance.greatest(frame.least - place).greatest(place - frame.most)
        });
        (C::from_f64(radius) + outside).greatest(C::TINY)
    }
}

impl<C, const D: usize> Layer<C, D> {
    /// Returns the number of points per cell near a cell in this column, averaged over just enough neighbouring cells
    /// to have [`SOME`] points.
    fn density(&self, cell: usize, column: usize) -> f64 {
        let mut reach = 1;
        loop {
            let cells = cell - column.min(reach)..cell + (self.shape[0] - column).min(reach + 1);
            let count = self.cells.level().child().child().span(cells.clone()).len();
            if count >= SOME || reach >= MOST_REACH {
                return count.max(1) as f64 / cells.len() as f64;
            }
            reach *= 3;
        }
    }
}
