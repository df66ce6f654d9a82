//! The nearest points, by a ball that grows.
//!
//! ```text
//!  radius = that of the cell where the query lies
//!  while the ball has fewer than k points: radius = 2 * radius
//!  of the points of the ball, the k least ones by distance, and among equals by identifier
//! ```

use std::ops::Range;

use super::regions::Ball;
use super::scan::{Count, Sink, each};
use super::tensors::values;
use super::{Grid, RadiusIndex};
use crate::kernel::Real;
use crate::level::AxisLevel;

/// A point and how far away it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbour<C> {
    /// Which one: its position in the input.
    pub id: u32,
    /// Its distance.
    pub distance: C,
}

/// Collects points with their squared distances.
struct Collect<'a, C, const D: usize> {
    center: [C; D],
    found: &'a mut Vec<Neighbour<C>>,
}

impl<C: Real, const D: usize> Sink<C, D> for Collect<'_, C, D> {
    fn all(&mut self, index: &RadiusIndex<C, D>, span: Range<usize>) {
        self.some(index, span, |_| true);
    }

    fn some(&mut self, index: &RadiusIndex<C, D>, span: Range<usize>, test: impl Fn([C; D]) -> bool) {
        let ids = &values(&index.ids)[span.clone()];
        each(index, span, |k, place| {
            if test(place) {
                self.found.push(Neighbour { id: ids[k], distance: Ball::distance(self.center, place) });
            }
        });
    }
}

impl<C: Real, const D: usize> RadiusIndex<C, D> {
    /// The `k` nearest points, the nearest one first; points at the same distance come in the order of their identifiers,
    /// and so it is decided, too, which of them are left out. All points if there are no more than `k`.
    ///
    /// Distances are compared as squares, computed in `C`. A center with a coordinate that is NaN or infinite is near to
    /// nothing.
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
        self.collect(center, self.enclosing(center, wanted), found);
        let order = |a: &Neighbour<C>, b: &Neighbour<C>| {
            a.distance.partial_cmp(&b.distance).unwrap_or(std::cmp::Ordering::Equal).then(a.id.cmp(&b.id))
        };
        if found.len() > wanted {
            found.select_nth_unstable_by(wanted, order);
            found.truncate(wanted);
        }
        found.sort_unstable_by(order);
        found.iter_mut().for_each(|found| found.distance = found.distance.root());
    }

    /// A radius within which there are as many points as wanted.
    fn enclosing(&self, center: [C; D], wanted: usize) -> C {
        let two = C::from_f64(2.0);
        let mut radius = self.first_radius(center, wanted);
        while radius < C::VAST {
            let mut count = Count(0);
            if let Some(ball) = Ball::new(center, radius) {
                self.walk(ball, &mut count);
            }
            if count.0 >= wanted {
                return radius;
            }
            radius = radius * two;
        }
        C::INFINITY
    }

    /// A guess from how dense points are where `center` lies, or beside it.
    fn first_radius(&self, center: [C; D], wanted: usize) -> C {
        let (mut layer, mut grid) = (0, 0);
        loop {
            let of = &self.layers[layer];
            let Grid { frame, .. } = &of.grids[grid];
            let cell = (0..D).rev().fold(0, |cell, axis| cell * of.shape[axis] + frame[axis].cell(center[axis]));
            let cell = cell + grid * of.shape.iter().product::<usize>();
            match of.finer.values().get(cell) {
                Some(&finer) if finer != 0 => (layer, grid) = (layer + 1, finer as usize - 1),
                _ => {
                    let count = of.cells.level().child().child().span(cell..cell + 1).len().max(1);
                    let cells = (wanted as f64 / count as f64).powf(1.0 / D as f64).max(0.25);
                    let size = frame.iter().fold(C::ZERO, |size, frame| size.greatest(frame.size()));
                    let outside = frame.iter().zip(center).fold(C::ZERO, |distance, (frame, place)| {
                        distance.greatest(frame.least - place).greatest(place - frame.most)
                    });
                    let radius = size * C::from_f64(cells * 0.6) + outside;
                    return radius.greatest(C::TINY);
                }
            }
        }
    }

    /// All points within a radius, with their squared distances.
    fn collect(&self, center: [C; D], radius: C, found: &mut Vec<Neighbour<C>>) {
        let mut sink = Collect { center, found };
        match Ball::new(center, radius) {
            Some(ball) if radius < C::VAST => self.walk(ball, &mut sink),
            _ => sink.all(self, 0..self.len()),
        }
    }
}
