//! The nearest points, by a ball that grows until it has enough of them, and shrinks while it is walked through.
//!
//! ```text
//!  radius = one that has some more than k points where the center lies
//!  until k points are found:
//!    walk outward from the center through the cells that the ball meets (`outward`)
//!      keep the k best; once there are k: radius = that of the worst one of them
//!    if there are fewer than k: radius = 2, 4, 8, ... * radius
//! ```

use std::f64::consts::PI;

use super::measure::{Measure, Plain, Scaled};
use super::outward::Outward;
use super::{Layer, RadiusIndex};
use crate::kernel::Real;
use crate::level::AxisLevel;

/// Of no more points than these the best ones are kept sorted.
const FEW: usize = 12;

/// Of how many points the density is taken.
const SOME: usize = 6;

/// From as many cells on at both sides the density is taken of them, even of no points.
const MOST_REACH: usize = 27;

/// A point and how far away it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbour<C> {
    /// Which one: its position in the input.
    pub id: u32,
    /// Its distance; infinite only if it is above the greatest number of `C`.
    pub distance: C,
}

impl<C: Real> Neighbour<C> {
    /// Whether it comes before another one.
    #[inline(always)]
    fn precedes(&self, other: &Self) -> bool {
        self.distance < other.distance || (self.distance == other.distance && self.id < other.id)
    }

    /// Numbers that are in the order of neighbours: the bits of numbers that are not below zero rise with them.
    #[inline(always)]
    fn key(&self) -> (u64, u32) {
        (self.distance.to_f64().to_bits(), self.id)
    }
}

/// The points that are the nearest ones so far, with their squared distances.
pub(super) struct Best<'a, C> {
    found: &'a mut Vec<Neighbour<C>>,
    wanted: usize,
    /// What is farther away is not wanted.
    pub(super) bound: C,
    /// Of what is as far away as the bound, no greater identifiers are wanted.
    last: u32,
}

impl<'a, C: Real> Best<'a, C> {
    fn new(found: &'a mut Vec<Neighbour<C>>, wanted: usize, bound: C) -> Self {
        found.clear();
        Best { found, wanted, bound, last: u32::MAX }
    }

    /// Whether a point is wanted.
    #[inline(always)]
    pub(super) fn wants(&self, point: Neighbour<C>) -> bool {
        point.distance <= self.bound && (point.distance < self.bound || point.id <= self.last)
    }

    /// One more point that is wanted.
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

    /// Leaves out what is not wanted any more.
    #[inline(never)]
    fn narrow(&mut self) {
        self.found.select_nth_unstable_by_key(self.wanted - 1, Neighbour::key);
        self.cut();
    }

    /// Leaves out all behind the last one that is wanted, which nothing that is wanted comes behind either.
    #[inline(always)]
    fn cut(&mut self) {
        self.found.truncate(self.wanted);
        let worst = self.found[self.wanted - 1];
        (self.bound, self.last) = (worst.distance, worst.id);
    }

    /// The best ones, in order; whether there are as many as are wanted.
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
    /// The `k` nearest points, the nearest one first; points at the same distance come in the order of their identifiers,
    /// and so it is decided, too, which of them are left out. All points if there are no more than `k`.
    ///
    /// Distances are compared as squares, computed in `C`. Where a square is below 10^-300 or above 10^308 (of `f32`, 10^-34
    /// and 10^38), differences are multiplied by a power of two before, so that none of them vanishes or overflows; a
    /// distance that itself has no room in `C` is shown as infinite. A center with a coordinate that is NaN or infinite is
    /// near to nothing.
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

    /// [`nearest`](Self::nearest), into a list that is emptied before.
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

    /// Finds as many points as wanted that the measure is made for, or all of these; how many of them, the first ones, are
    /// too close for their squares to tell them.
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

    /// A guess from how dense points are where `center` lies, or beside it: so long that a ball has about
    /// k + 3 sqrt(k) points, which is rarely fewer than k.
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
        let ball = [2.0, PI, 4.0 / 3.0 * PI][axes - 1]; // the volume of one with radius 1
        let each = |volume: f64| volume.powf(1.0 / axes as f64);
        let radius = divided().fold(each(cells / ball), |radius, frame| radius * each(frame.size().to_f64()));
        let outside = frame.iter().zip(center).fold(C::ZERO, |distance, (frame, place)| {
            distance.greatest(frame.least - place).greatest(place - frame.most)
        });
        (C::from_f64(radius) + outside).greatest(C::TINY)
    }
}

impl<C, const D: usize> Layer<C, D> {
    /// How many points a cell has, about a cell that has this column: of so many cells side by side that they have some.
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
