//! The walk of a query through the grids: line after line of cells, in each of them one span of points.
//!
//! ```text
//!  for line:   if the line may meet the region
//!    for column:   if the cell may meet the region
//!      for k:   if Cell[line, column, k] && (the cell lies inside || the region has (X[k], Y[k]))
//!        found[Id[k]] |= true
//!
//!     . . - + + + + - . .        . not looked at     - points are tested     + identifiers are copied
//!         ^^^ one span ^^^
//! ```
//!
//! The columns that a region meets in a line lie side by side, and so do their points. Where a cell that needs a test is
//! divided into a finer grid, the walk goes on in there.

use std::ops::Range;

use super::scan::Sink;
use super::{Grid, Layer, RadiusIndex};
use crate::kernel::Real;
use crate::level::AxisLevel;

/// What is known of the part of a region in a line of cells, or in several.
pub(super) trait Region<C, const D: usize>: Copy {
    /// The region cut down to the slabs that were gone into so far.
    type Part: Copy;

    /// All of it.
    fn whole(&self) -> Self::Part;

    /// The part in cells `cell` of an axis; `None` if they do not meet.
    fn cut(&self, part: Self::Part, axis: usize, grid: &Grid<C, D>, cell: usize) -> Option<Self::Part>;

    /// The cells of an axis, from the first to the last, that may meet the region in any line.
    fn meeting(&self, axis: usize, grid: &Grid<C, D>) -> (usize, usize);

    /// The columns of a line that the part may meet, from the first to the last, and of them those that lie inside, up to
    /// a last one that is not included.
    fn columns(&self, part: Self::Part, grid: &Grid<C, D>) -> ((usize, usize), (usize, usize));

    /// Whether it has a place.
    fn has(&self, place: [C; D]) -> bool;
}

impl<C: Real, const D: usize> RadiusIndex<C, D> {
    /// Tells `sink` what lies in a region.
    #[inline(always)]
    pub(super) fn walk(&self, region: impl Region<C, D>, sink: &mut impl Sink<C, D>) {
        self.walk_grid(0, 0, region, sink);
    }

    /// The part of the walk in one grid of a layer.
    fn walk_grid<R: Region<C, D>>(&self, layer: usize, grid: usize, region: R, sink: &mut impl Sink<C, D>) {
        let layer_of = &self.layers[layer];
        let frame = &layer_of.grids[grid];
        let mut at = At { index: self, layer, of: layer_of, grid: frame, region, sink };
        at.slabs(D - 1, grid, region.whole());
    }
}

/// A walk in a grid.
struct At<'a, C, const D: usize, R, S> {
    index: &'a RadiusIndex<C, D>,
    layer: usize,
    of: &'a Layer<C, D>,
    grid: &'a Grid<C, D>,
    region: R,
    sink: &'a mut S,
}

impl<C: Real, const D: usize, R: Region<C, D>, S: Sink<C, D>> At<'_, C, D, R, S> {
    /// The cells of an axis one after the other, below those of slower axes that number `line`.
    #[inline(always)]
    fn slabs(&mut self, axis: usize, line: usize, part: R::Part) {
        if axis == 0 {
            return self.line(line, part);
        }
        let (first, last) = self.region.meeting(axis, self.grid);
        for cell in first..=last {
            if let Some(part) = self.region.cut(part, axis, self.grid, cell) {
                let line = line * self.of.shape[axis] + cell;
                // Of two axes the second is the columns: no call that calls itself, which could not be written out.
                if axis == 1 { self.line(line, part) } else { self.deeper(axis - 1, line, part) }
            }
        }
    }

    #[inline(never)]
    fn deeper(&mut self, axis: usize, line: usize, part: R::Part) {
        self.slabs(axis, line, part);
    }

    /// A line of cells.
    #[inline(always)]
    fn line(&mut self, line: usize, part: R::Part) {
        let ((first, last), (inner, end)) = self.region.columns(part, self.grid);
        if first > last {
            return;
        }
        let cells = self.of.cells.level().child().span(line, first..last + 1);
        if inner < end {
            let inside = cells.start + (inner - first)..cells.start + (end - first);
            let span = self.of.span(self.grid, inside.clone());
            self.tested(cells.start..inside.start);
            self.sink.all(self.index, span);
            self.tested(inside.end..cells.end);
        } else {
            self.tested(cells);
        }
    }

    /// Cells whose points are tested.
    #[inline(always)]
    fn tested(&mut self, cells: Range<usize>) {
        if self.of.finer.values().is_empty() {
            return self.test(cells);
        }
        let mut start = cells.start;
        for cell in cells.clone() {
            let finer = self.of.finer.values()[cell];
            if finer != 0 {
                self.test(start..cell);
                self.index.walk_grid(self.layer + 1, finer as usize - 1, self.region, self.sink);
                start = cell + 1;
            }
        }
        self.test(start..cells.end);
    }

    #[inline(always)]
    fn test(&mut self, cells: Range<usize>) {
        let (span, region) = (self.of.span(self.grid, cells), self.region);
        self.sink.some(self.index, span, |place| region.has(place));
    }
}
