//! The walk of a query through the grids: line by line, one span of points in each.
//!
//! ```text
//!  for line:   if the line may meet the region
//!    for column:   if the cell may meet the region
//!      for k:   if Cell[line, column, k] && (the cell lies inside || the region has (X[k], Y[k]))
//!        found[Id[k]] |= true
//!
//!     . . - + + + + - . .        . is skipped     - points are tested     + identifiers are copied
//!         ^^^ one span ^^^
//! ```
//!
//! The columns that a region meets in a line are adjacent, and so are their points. If a cell that needs a test is
//! divided into a finer grid, the walk continues in that grid.

use std::ops::Range;

use super::scan::Sink;
use super::{Grid, Layer, RadiusIndex};
use crate::kernel::Real;
use crate::level::AxisLevel;

/// A region of a query, and its intersection with lines of cells.
pub(super) trait Region<C, const D: usize>: Copy {
    /// Data about the region restricted to the slabs entered so far.
    type Part: Copy;

    /// Returns the data of the whole region.
    fn whole(&self) -> Self::Part;

    /// Returns the data of the part in cells `cell` of an axis; `None` if the region does not meet them.
    fn cut(&self, part: Self::Part, axis: usize, grid: &Grid<C, D>, cell: usize) -> Option<Self::Part>;

    /// Returns the first and the last cell of an axis that may meet the region, in any line.
    fn meeting(&self, axis: usize, grid: &Grid<C, D>) -> (usize, usize);

    /// Returns the first and the last column of a line that the part may meet, and the range of the columns that lie
    /// inside of it, exclusive of its end.
    fn columns(&self, part: Self::Part, grid: &Grid<C, D>) -> ((usize, usize), (usize, usize));

    /// Returns whether the region contains a place.
    fn has(&self, place: [C; D]) -> bool;
}

impl<C: Real, const D: usize> RadiusIndex<C, D> {
    /// Passes the points in a region to `sink`.
    #[inline(always)]
    pub(super) fn walk(&self, region: impl Region<C, D>, sink: &mut impl Sink<C, D>) {
        self.walk_grid(0, 0, region, sink);
    }

    /// Walks through one grid of a layer.
    fn walk_grid<R: Region<C, D>>(&self, layer: usize, grid: usize, region: R, sink: &mut impl Sink<C, D>) {
        let layer_of = &self.layers[layer];
        let frame = &layer_of.grids[grid];
        let mut at = At { index: self, layer, of: layer_of, grid: frame, region, sink };
        at.slabs(D - 1, grid, region.whole());
    }
}

/// The state of a walk in a grid.
struct At<'a, C, const D: usize, R, S> {
    index: &'a RadiusIndex<C, D>,
    layer: usize,
    of: &'a Layer<C, D>,
    grid: &'a Grid<C, D>,
    region: R,
    sink: &'a mut S,
}

impl<C: Real, const D: usize, R: Region<C, D>, S: Sink<C, D>> At<'_, C, D, R, S> {
    /// Walks through the cells of an axis. `line` is the index along the slower axes.
    #[inline(always)]
    fn slabs(&mut self, axis: usize, line: usize, part: R::Part) {
        if axis == 0 {
            return self.line(line, part);
        }
        let (first, last) = self.region.meeting(axis, self.grid);
        for cell in first..=last {
            if let Some(part) = self.region.cut(part, axis, self.grid, cell) {
                let line = line * self.of.shape[axis] + cell;
                // With two axes, the remaining one is that of columns: without a recursive call the function can be
                // inlined.
                if axis == 1 { self.line(line, part) } else { self.deeper(axis - 1, line, part) }
            }
        }
    }

    #[inline(never)]
    fn deeper(&mut self, axis: usize, line: usize, part: R::Part) {
        self.slabs(axis, line, part);
    }

    /// Visits a line of cells.
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

    /// Visits cells whose points have to be tested.
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
