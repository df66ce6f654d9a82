//! A walk outward from a center through the cells of grids. The distance of the best points found so far limits it.
//!
//! ```text
//!  for line, nearest to the center first:   if the line may have a place within the bound
//!    for column from that of the center to the right, then to the left:   if within the bound
//!      if the cell is divided:   repeat in its grid
//!      for k if Cell[line, column, k] && distance(k) <= bound:   keep k; bound = distance of the worst one kept
//!
//!     line 3:          5 4 4 . 5 5
//!     line 1:      . 2 2 1 1 . 1 2 2         numbers: the order of visits;  .: skipped
//!     line 2:          3 3 3 . 4 4
//! ```

use std::ops::Range;

use super::measure::Measure;
use super::nearest::{Best, Neighbour};
use super::scan::each;
use super::tensors::values;
use super::{Grid, Layer, RadiusIndex};
use crate::kernel::Real;
use crate::level::AxisLevel;

/// The number of points up to which a line is scanned at once.
const BATCH: usize = 64;

/// The number of cells of a line that are scanned before the bound is read again.
const STEP: usize = 8;

/// The state of a walk outward from a center.
pub(super) struct Outward<'a, 'b, C, const D: usize, M> {
    pub(super) index: &'a RadiusIndex<C, D>,
    pub(super) center: [C; D],
    pub(super) measure: M,
    pub(super) best: Best<'b, C>,
    /// `true` if a point within the bound was so close that its squared distance is inaccurate.
    pub(super) tiny: bool,
}

/// A grid that is being walked through.
struct At<'a, C, const D: usize> {
    layer: usize,
    of: &'a Layer<C, D>,
    grid: &'a Grid<C, D>,
    /// The squared distance from the center to the grid along each axis.
    beside: [C; D],
}

impl<'a, C: Real, const D: usize, M: Measure<C>> Outward<'a, '_, C, D, M> {
    /// Walks through a grid of a layer.
    pub(super) fn grid(&mut self, layer: usize, grid: usize) {
        let of = &self.index.layers[layer];
        let frame = &of.grids[grid].frame;
        let beside = std::array::from_fn(|axis| self.gap(axis, (frame[axis].least, frame[axis].most)));
        let at = At { layer, of, grid: &of.grids[grid], beside };
        if self.within((0..D).fold(C::ZERO, |sum, axis| sum + beside[axis])) {
            self.slabs(&at, D - 1, grid, C::ZERO);
        }
    }

    /// Returns the squared distance from the center to an interval of an axis.
    #[inline(always)]
    fn gap(&self, axis: usize, (low, high): (C, C)) -> C {
        let center = self.center[axis];
        let gap = self.measure.offset(center, low).greatest(self.measure.offset(high, center)).greatest(C::ZERO);
        gap * gap
    }

    /// Returns whether places may lie within the bound if their least squared distance, summed in any order of axes, is
    /// `near`.
    #[inline(always)]
    fn within(&self, near: C) -> bool {
        near - near * (C::EPSILON * C::from_f64(8.0)) <= self.best.bound
    }

    /// Walks through the cells of an axis outward from the center. `line` is the index along the slower axes, and
    /// `near` the squared distance along them.
    #[inline(always)]
    fn slabs(&mut self, at: &At<'a, C, D>, axis: usize, line: usize, near: C) {
        let frame = &at.grid.frame[axis];
        let (cells, base) = (frame.cells(), line * at.of.shape[axis]);
        let beside = (0..axis).fold(C::ZERO, |sum, axis| sum + at.beside[axis]);
        let home = frame.cell(self.center[axis]);
        // Cells from `low` up to `high`, exclusive, have been visited.
        let (mut low, mut high) = (home, home);
        let mut above = near + self.gap(axis, frame.slab(home));
        let mut below = if low > 0 { near + self.gap(axis, frame.slab(low - 1)) } else { C::INFINITY };
        loop {
            let (cell, near_cell) = if above <= below { (high, above) } else { (low - 1, below) };
            if !self.within(near_cell + beside) {
                return;
            }
            if axis == 1 {
                self.line(at, base + cell, near_cell);
            } else {
                self.deeper(at, axis - 1, base + cell, near_cell);
            }
            if cell == high {
                high += 1;
                above = if high < cells { near + self.gap(axis, frame.slab(high)) } else { C::INFINITY };
            } else {
                low -= 1;
                below = if low > 0 { near + self.gap(axis, frame.slab(low - 1)) } else { C::INFINITY };
            }
        }
    }

    #[inline(never)]
    fn deeper(&mut self, at: &At<'a, C, D>, axis: usize, line: usize, near: C) {
        self.slabs(at, axis, line, near);
    }

    /// Returns the first and the last column of a line within the bound.
    #[inline(always)]
    fn columns(&self, at: &At<'a, C, D>, near: C) -> (usize, usize) {
        let (bound, center) = (self.best.bound, self.center[0]);
        let rounding = bound * C::EPSILON * C::from_f64(16.0);
        let reach = self.measure.length(((bound - near).greatest(C::ZERO) + rounding).root());
        let slack = (center.magnitude() + reach) * C::EPSILON * C::from_f64(8.0) + C::TINY;
        at.grid.frame[0].meeting(center - (reach + slack), center + (reach + slack))
    }

    /// Visits a line of cells.
    #[inline(always)]
    fn line(&mut self, at: &At<'a, C, D>, line: usize, near: C) {
        let (first, last) = self.columns(at, near);
        if first > last {
            return;
        }
        let cells = at.of.cells.level().child().span(line, first..last + 1);
        let span = at.of.span(at.grid, cells.clone());
        let divided = !at.of.finer.values().is_empty();
        if span.len() <= BATCH && !divided {
            self.scan(span);
        } else if !span.is_empty() {
            self.long_line(at, near, cells.start - first, (first, last));
        }
    }

    /// Visits a line that has many points or divided cells and starts at cell `base`: columns to the right, then to the
    /// left.
    #[inline(never)]
    fn long_line(&mut self, at: &At<'a, C, D>, near: C, base: usize, (mut first, mut last): (usize, usize)) {
        let home = at.grid.frame[0].cell(self.center[0]).clamp(first, last);
        let finer = at.of.finer.values();
        let mut bound = self.best.bound;
        let mut high = home;
        while high <= last {
            let (start, end) = (base + high, base + (high + STEP).min(last + 1));
            let run = finer.get(start..end).and_then(|finer| finer.iter().position(|&finer| finer != 0));
            let stop = run.map_or(end, |run| start + run);
            self.scan(at.of.span(at.grid, start..stop));
            if run.is_some() {
                self.grid(at.layer + 1, finer[stop] as usize - 1);
            }
            high = stop - base + usize::from(run.is_some());
            if self.best.bound < bound {
                bound = self.best.bound;
                (first, last) = self.columns(at, near);
            }
        }
        let mut low = home;
        while first < low && first <= last {
            let (start, end) = (base + low.saturating_sub(STEP).max(first), base + low);
            let run = finer.get(start..end).and_then(|finer| finer.iter().rposition(|&finer| finer != 0));
            let stop = run.map_or(start, |run| start + run + 1);
            self.scan(at.of.span(at.grid, stop..end));
            if run.is_some() {
                self.grid(at.layer + 1, finer[stop - 1] as usize - 1);
            }
            low = stop - base - usize::from(run.is_some());
            if self.best.bound < bound {
                bound = self.best.bound;
                (first, last) = self.columns(at, near);
            }
        }
    }

    /// Keeps the points of a span that are within the bound.
    #[inline(always)]
    fn scan(&mut self, span: Range<usize>) {
        let ids = &values(&self.index.ids)[span.clone()];
        each(self.index, span, |k, place| {
            let distance = self.measure.squared(self.center, place);
            let point = Neighbour { id: ids[k], distance };
            if self.best.wants(point) && self.measure.admits(self.center, place) {
                self.tiny |= distance < C::TINY * C::TINY && place != self.center;
                self.best.push(point);
            }
        });
    }
}
