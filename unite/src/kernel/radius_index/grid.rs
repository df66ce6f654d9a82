//! Grids: the mapping of coordinates to cells, and bounds on the points of cells.
//!
//! All comparisons rest on one fact: the cell of a coordinate, computed with rounding, never decreases when the
//! coordinate increases. So, whatever the rounding, all points in cells after the cell of `c` lie above `c`, and all
//! points at or below `c` lie in the cell of `c` or before it.
//!
//! ```text
//!             c                       points in cells 3 and 4 lie above c
//!   |  0  |  1  |  2  |  3  |  4  |
//! ```

use crate::kernel::Real;

/// The position of a grid along one axis. Lengths are computed from coordinates times `unit`, which is 1/2 if the
/// difference between the greatest and the least coordinate overflows, and otherwise 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct AxisFrame<C> {
    /// The least and the greatest coordinate of the grid's points.
    pub(super) least: C,
    pub(super) most: C,
    unit: C,
    /// The factor that turns scaled lengths back into lengths, `1 / unit`.
    inverse_unit: C,
    /// The least coordinate, times `unit`.
    start: C,
    /// The number of cells per scaled length.
    density: C,
    /// The scaled length of a cell.
    size: C,
    /// The maximum deviation of a cell's ends from `start + k * size`, scaled.
    slack: C,
    cells: usize,
}

impl<C: Real> AxisFrame<C> {
    /// Creates a frame of about `cells` cells for points from `least` to `most`.
    pub(super) fn new(least: C, most: C, cells: usize) -> Self {
        let (unit, inverse_unit) = if (most - least).finite() { (1.0, 1.0) } else { (0.5, 2.0) };
        let unit = C::from_f64(unit);
        let start = least * unit;
        let length = most * unit - start;
        let density = |cells: usize| C::from_f64(cells as f64) / length;
        // If the number of cells per length overflows, the frame has two cells, or one if even that overflows.
        let cells = [cells, cells.min(2)].into_iter().find(|&cells| density(cells).finite()).unwrap_or(1);
        let density = if cells > 1 { density(cells) } else { C::ZERO };
        let size = length / C::from_f64(cells as f64);
        let rounding = C::EPSILON * C::from_f64(16.0);
        let slack = start.magnitude() * rounding + length * rounding;
        AxisFrame { least, most, unit, inverse_unit: C::from_f64(inverse_unit), start, density, size, slack, cells }
    }

    /// Returns the length of a cell.
    pub(super) fn size(&self) -> C {
        self.size * self.inverse_unit
    }

    /// Returns the number of cells.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// Returns the cell of a coordinate. Coordinates outside the grid belong to the first or the last cell.
    #[inline(always)]
    pub(super) fn cell(&self, place: C) -> usize {
        (((place * self.unit - self.start) * self.density).greatest(C::ZERO).truncated() as usize).min(self.cells - 1)
    }

    /// Returns bounds of the coordinates of points in a cell.
    #[inline(always)]
    pub(super) fn slab(&self, cell: usize) -> (C, C) {
        let edge = |k: usize| self.start + C::from_f64(k as f64) * self.size;
        let low = if cell == 0 { self.least } else { (edge(cell) - self.slack) * self.inverse_unit };
        let high = if cell + 1 == self.cells { self.most } else { (edge(cell + 1) + self.slack) * self.inverse_unit };
        (low, high)
    }

    /// Returns the first and the last cell that points from `low` to `high` may lie in; `(1, 0)` if the grid lies
    /// outside this range.
    #[inline(always)]
    pub(super) fn meeting(&self, low: C, high: C) -> (usize, usize) {
        if high < self.least || low > self.most { (1, 0) } else { (self.cell(low), self.cell(high)) }
    }

    /// Returns the range of cells whose points all lie from `low` to `high`: the first cell, and the end, exclusive. It
    /// is empty if the end is not above the first cell.
    #[inline(always)]
    pub(super) fn inside(&self, low: C, high: C) -> (usize, usize) {
        let first = if low <= self.least { 0 } else { self.cell(low) + 1 };
        let end = if high >= self.most { self.cells } else { self.cell(high) };
        (first, end)
    }
}

/// Returns the number of cells along each axis of a box with sides `lengths`, so that it has about `cells` cells, each
/// with sides of about equal length.
pub(super) fn shape<const D: usize>(lengths: [f64; D], cells: f64) -> [usize; D] {
    let mut shape = [1; D];
    let mut open: Vec<usize> = (0..D).filter(|&axis| lengths[axis] > 0.0).collect();
    // An axis that is shorter than a cell has one cell; the other axes share the rest.
    while !open.is_empty() {
        let volume: f64 = open.iter().map(|&axis| lengths[axis].ln()).sum();
        let size = ((volume - cells.max(1.0).ln()) / open.len() as f64).exp();
        match open.iter().position(|&axis| lengths[axis] < size) {
            Some(short) => {
                open.swap_remove(short);
            }
            None => {
                for &axis in &open {
                    shape[axis] = ((lengths[axis] / size).round() as usize).clamp(1, 1 << 24);
                }
                return shape;
            }
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_about_as_many_and_about_square() {
        assert_eq!(shape([100.0, 100.0], 100.0), [10, 10]);
        assert_eq!(shape([400.0, 100.0], 100.0), [20, 5]);
        assert_eq!(shape([1e6, 1.0, 0.0], 100.0), [100, 1, 1]);
        assert_eq!(shape([0.0, 0.0], 100.0), [1, 1]);
        assert_eq!(shape([f64::MAX, f64::MAX], 9.0), [3, 3]);
    }

    #[test]
    fn the_cell_of_a_coordinate_never_falls_and_its_slab_has_it() {
        let ends = [
            (0.0f32, 1.0),
            (-1e6, 1e6),
            (1e6, 1e6 + 1.0),
            (-3e38, 3e38),
            (f32::MIN, f32::MAX),
            (2.0, 2.0),
            (0.0, 1e-44),
        ];
        for (least, most) in ends.into_iter().chain([(1e-38, 2e-38), (-1.0, f32::MAX)]) {
            let frame = AxisFrame::new(least, most, 37);
            let part = |k: u16| least * (f32::from(1000 - k) / 1000.0) + most * (f32::from(k) / 1000.0);
            let mut places: Vec<f32> = (0..=1000).map(|k| part(k).clamp(least, most)).collect();
            places.sort_by(f32::total_cmp); // rounding may put interpolated places out of order
            let mut last = 0;
            for place in places {
                let cell = frame.cell(place);
                let (low, high) = frame.slab(cell);
                assert!(cell >= last, "{place} in {least}..{most}: cell {cell} after {last}");
                assert!(low <= place && place <= high, "{place} in {least}..{most}: {low}..{high}");
                last = cell;
            }
            assert_eq!(last + 1, frame.cells(), "{least}..{most}: cells that none of 1001 places lies in");
        }
    }

    #[test]
    fn an_axis_has_as_many_cells_as_its_length_allows() {
        let cells = |least: f32, most: f32| AxisFrame::new(least, most, 37).cells();
        assert_eq!((cells(-3e38, 3e38), cells(f32::MIN, f32::MAX), cells(0.0, 1e30)), (37, 37, 37));
        assert_eq!((cells(2.0, 2.0), cells(0.0, 1e-44), cells(0.0, 2e-38)), (1, 1, 2));
        let (low, high) = AxisFrame::new(f64::MIN, f64::MAX, 9).slab(4);
        assert!(-2.1e307 < low && low < -1.9e307 && 1.9e307 < high && high < 2.1e307, "{low}..{high}");
    }
}
