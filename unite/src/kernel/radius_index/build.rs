//! Construction of an index. Points are sorted into the cells of a grid, and those of full cells into finer grids.

use std::ops::Range;

use super::grid::{AxisFrame, shape};
use super::tensors::per_point;
use super::{Grid, Layer, RadiusIndex, RadiusIndexError};
use crate::kernel::Real;
use crate::level::{Consecutive, Dense, Element, LevelError, Pattern, Piecewise};

/// The average number of points of a cell.
const POINTS_A_CELL: f64 = 6.0;
/// The length of a cell's sides along the other axes, relative to its width. With tall cells a region meets fewer
/// lines, each of which costs one or two cache misses, and about as many points.
const ASPECT: f64 = 4.0;
/// The number of points above which a cell is divided.
pub(super) const FULL: usize = 48;
/// The maximum number of nested grids.
const LAYERS: usize = 24;
/// The maximum number of points, limited by the positions of a level with `i32` coordinates.
const MOST_POINTS: usize = i32::MAX as usize - 2;

/// Points in sorted order: the identifier and the coordinates at each position.
struct Sorted<C, const D: usize> {
    ids: Vec<u32>,
    coordinates: [Vec<C>; D],
}

/// The grids of one layer during construction.
struct Draft<C, const D: usize> {
    shape: [usize; D],
    grids: Vec<Grid<C, D>>,
    /// The start of each cell of each grid, counted in points of the layer.
    starts: Vec<i32>,
}

impl<C, const D: usize> Draft<C, D> {
    /// Returns the positions of the points of a cell.
    fn span(&self, cell: usize) -> Range<usize> {
        let shift = self.grids[cell / self.shape.iter().product::<usize>()].shift;
        self.starts[cell] as usize + shift..self.starts[cell + 1] as usize + shift
    }
}

/// Checks the number of points and that their coordinates are finite.
pub(super) fn check<C: Real, const D: usize>(points: &[[C; D]]) -> Result<(), RadiusIndexError> {
    if points.len() > MOST_POINTS {
        return Err(RadiusIndexError::TooMany { points: points.len(), most: MOST_POINTS });
    }
    for (point, coordinates) in points.iter().enumerate() {
        for (axis, &value) in coordinates.iter().enumerate() {
            if !value.finite() {
                return Err(RadiusIndexError::Coordinate { point, axis, value: value.to_f64() });
            }
        }
    }
    Ok(())
}

/// Builds an index of points that have been checked.
pub(super) fn build<C: Real, const D: usize>(points: &[[C; D]]) -> Result<RadiusIndex<C, D>, LevelError> {
    let frame = bounds(points.iter().copied());
    // Only the proportions of the lengths matter, and a sixteenth of a difference does not overflow.
    let mut lengths = frame.map(|(least, most)| most.to_f64() / 16.0 - least.to_f64() / 16.0);
    lengths[0] *= ASPECT;
    let shape = shape(lengths, points.len() as f64 / POINTS_A_CELL);
    let frame = std::array::from_fn(|axis| AxisFrame::new(frame[axis].0, frame[axis].1, shape[axis]));
    let (mut sorted, starts) = first_layer(points, &frame, shape);
    let mut next = Some(Draft { shape, grids: vec![Grid { frame, shift: 0 }], starts });
    let mut layers = Vec::new();
    while let Some(draft) = next.take() {
        let full = if layers.len() + 1 < LAYERS { full_cells(&draft, &sorted) } else { Vec::new() };
        let mut finer = Vec::new();
        if !full.is_empty() {
            finer.resize(draft.starts.len() - 1, 0);
            full.iter().zip(1..).for_each(|(&(cell, _), number)| finer[cell] = number);
            next = Some(divide(&draft, &full, &mut sorted));
        }
        layers.push(layer(draft, finer)?);
    }
    Ok(RadiusIndex {
        ids: per_point(0, sorted.ids),
        coordinates: sorted.coordinates.map(|places| per_point(C::ZERO, places)),
        layers,
    })
}

/// Returns the least and the greatest coordinate along each axis, 0 and 0 if there are no points.
fn bounds<C: Real, const D: usize>(mut points: impl Iterator<Item = [C; D]>) -> [(C, C); D] {
    let Some(first) = points.next() else { return [(C::ZERO, C::ZERO); D] };
    let mut bounds = first.map(|place| (place, place));
    for point in points {
        for (bound, place) in bounds.iter_mut().zip(point) {
            *bound = (bound.0.least(place), bound.1.greatest(place));
        }
    }
    bounds
}

/// Returns the cell of a place; the first axis varies fastest.
#[inline(always)]
fn cell_of<C: Real, const D: usize>(frame: &[AxisFrame<C>; D], shape: [usize; D], place: [C; D]) -> usize {
    (0..D).rev().fold(0, |cell, axis| cell * shape[axis] + frame[axis].cell(place[axis]))
}

/// Replaces the count of each cell by its start, counting from `first`.
fn sum_up(counts: &mut [i32], first: i32) {
    let mut start = first;
    for count in counts {
        start += std::mem::replace(count, start);
    }
}

/// Sorts all points by the cells of one grid, and within a cell by identifier. Returns them with the start of each
/// cell.
fn first_layer<C: Real, const D: usize>(
    points: &[[C; D]],
    frame: &[AxisFrame<C>; D],
    shape: [usize; D],
) -> (Sorted<C, D>, Vec<i32>) {
    let mut starts = vec![0; shape.iter().product::<usize>() + 1];
    let cells: Vec<u32> = points.iter().map(|&point| cell_of(frame, shape, point) as u32).collect();
    cells.iter().for_each(|&cell| starts[cell as usize] += 1);
    sum_up(&mut starts, 0);
    let mut next = starts.clone();
    let mut ids = vec![0; points.len()];
    for (id, &cell) in cells.iter().enumerate() {
        let position = &mut next[cell as usize];
        ids[*position as usize] = id as u32;
        *position += 1;
    }
    let coordinates = std::array::from_fn(|axis| ids.iter().map(|&id| points[id as usize][axis]).collect());
    (Sorted { ids, coordinates }, starts)
}

/// A cell that is divided, and the least and the greatest coordinates of its points.
type Full<C, const D: usize> = (usize, [(C, C); D]);

/// Returns the cells with too many points, if the points are far enough apart for a grid to divide them.
fn full_cells<C: Real, const D: usize>(draft: &Draft<C, D>, sorted: &Sorted<C, D>) -> Vec<Full<C, D>> {
    let many = |&cell: &usize| draft.starts[cell + 1] - draft.starts[cell] > FULL as i32;
    let bounds = |cell| {
        let place = |k: usize| std::array::from_fn(|axis| sorted.coordinates[axis][k]);
        (cell, bounds(draft.span(cell).map(place)))
    };
    let divisible =
        |(_, bounds): &Full<C, D>| bounds.iter().any(|&(least, most)| AxisFrame::new(least, most, 2).cells() > 1);
    (0..draft.starts.len() - 1).filter(many).map(bounds).filter(divisible).collect()
}

/// Creates the layer below: a grid for each of the `full` cells, whose points are sorted by its cells, and within a
/// cell by identifier.
fn divide<C: Real, const D: usize>(above: &Draft<C, D>, full: &[Full<C, D>], sorted: &mut Sorted<C, D>) -> Draft<C, D> {
    let points: usize = full.iter().map(|&(cell, _)| above.span(cell).len()).sum();
    let mut lengths = [1.0; D];
    lengths[0] = ASPECT;
    let shape = shape(lengths, points as f64 / full.len() as f64 / POINTS_A_CELL).map(|cells| cells.max(2));
    let cells = shape.iter().product::<usize>();
    let (mut grids, mut starts) = (Vec::with_capacity(full.len()), Vec::with_capacity(full.len() * cells + 1));
    starts.push(0);
    let (mut scratch, mut next, mut done) = (Vec::new(), Vec::new(), 0);
    for &(cell, bounds) in full {
        let span = above.span(cell);
        let place = |sorted: &Sorted<C, D>, k: usize| std::array::from_fn(|axis| sorted.coordinates[axis][k]);
        let frame = std::array::from_fn(|axis| AxisFrame::new(bounds[axis].0, bounds[axis].1, shape[axis]));
        scratch.clear();
        scratch.extend(span.clone().map(|k| {
            let place = place(sorted, k);
            (cell_of(&frame, shape, place) as u32, sorted.ids[k], place)
        }));
        next.clear();
        next.resize(cells, 0);
        scratch.iter().for_each(|&(cell, ..)| next[cell as usize] += 1);
        sum_up(&mut next, 0);
        starts.extend(next[1..].iter().map(|start| done + start));
        done += span.len() as i32;
        starts.push(done);
        for &(cell, id, place) in &scratch {
            let position = span.start + next[cell as usize] as usize;
            next[cell as usize] += 1;
            sorted.ids[position] = id;
            (0..D).for_each(|axis| sorted.coordinates[axis][position] = place[axis]);
        }
        let before = starts.len() - 1 - cells;
        grids.push(Grid { frame, shift: span.start - starts[before] as usize });
    }
    Draft { shape, grids, starts }
}

/// Converts a layer to tensors.
fn layer<C: Real, const D: usize>(draft: Draft<C, D>, finer: Vec<u32>) -> Result<Layer<C, D>, LevelError> {
    let Draft { shape, grids, starts } = draft;
    let lines = grids.len() * shape[1..].iter().product::<usize>();
    let points = starts.last().map_or(0, |&end| end as usize);
    let columns = Dense::from_parts(0..shape[0] as i64, Consecutive::from_parts(starts, Pattern::of(points))?)?;
    let cells = Piecewise::from_level(Dense::from_parts(0..lines as i64, columns)?)?;
    Ok(Layer { shape, grids, cells, finer: Element::from_values(0, finer) })
}
