//! An index of points in the plane or in space, for queries by ball, by box and by nearest neighbours.
//!
//! The program ("The Continuous Tensor Abstraction", Fig. 19), with `Points[x, y, id]` true at points:
//!
//! ```text
//!  radius   for r=-R:R for s=-R:R for id   if r*r + s*s <= R*R:   Found[id] |= Points[Ox + r, Oy + s, id]
//!  box      for x for y for id             Found[id] |= Box[x, y] && Points[x, y, id]
//! ```
//!
//! The index is that tensor in another layout, with the points sorted into the cells of a grid. It consists of tensors:
//!
//! ```text
//!  Cell[line, column, k]   Dense over Dense over Consecutive: true if point k is in a cell; k counts through all cells
//!  X[k], Y[k], Id[k]       the coordinates of point k, and its position in the input
//!
//!   line 1   | 5 6 |     | 7   |         the points of adjacent cells are one span of k
//!   line 0   | 0   | 1 2 | 3 4 |         column 0, 1, 2
//! ```
//!
//! Cells hold about six points on average. A cell that holds many more is divided by a grid of its own, in a layer
//! below, whose frame is the bounding box of the cell's points; this repeats as needed. The points of a divided cell
//! are still one span.
//!
//! Loop programs can use the tensors of the index, [`cells`](RadiusIndex::cells),
//! [`coordinates`](RadiusIndex::coordinates) and [`ids`](RadiusIndex::ids), or the copy
//! [`to_points`](RadiusIndex::to_points).

mod build;
mod error;
mod grid;
mod measure;
mod nearest;
mod outward;
#[cfg(feature = "parallel")]
mod parallel;
mod regions;
mod scan;
mod tensors;
mod walk;

pub use error::RadiusIndexError;
pub use nearest::Neighbour;
#[cfg(feature = "parallel")]
pub use parallel::Found;
pub use tensors::{Cells, PerPoint, PlanePoints, SpacePoints};

use std::ops::Range;

use grid::AxisFrame;
use regions::{Ball, Cuboid};
use scan::{Count, Sink, Visit};
use tensors::values;

use super::Real;
use crate::level::{AxisLevel, Element};

/// Grids of one shape, one level of subdivision.
#[derive(Debug, Clone, PartialEq)]
struct Layer<C, const D: usize> {
    /// The number of cells of a grid along each axis; the first axis is that of columns.
    shape: [usize; D],
    grids: Vec<Grid<C, D>>,
    /// The lines of all grids of the layer. Points are counted within the layer.
    cells: Cells,
    /// For each cell, one more than the number of its grid in the layer below; 0 if the cell is not divided. Empty if
    /// no cell is.
    finer: Element<u32>,
}

impl<C, const D: usize> Layer<C, D> {
    /// Returns the positions of the points in a range of cells of a grid.
    #[inline(always)]
    fn span(&self, grid: &Grid<C, D>, cells: Range<usize>) -> Range<usize> {
        let span = self.cells.level().child().child().span(cells);
        span.start + grid.shift..span.end + grid.shift
    }
}

/// The frame of a grid, and the position of its points.
#[derive(Debug, Clone, PartialEq)]
struct Grid<C, const D: usize> {
    frame: [AxisFrame<C>; D],
    /// The difference between a point's position in all layers and in this layer: point `k` of the layer is `k +
    /// shift`.
    shift: usize,
}

/// An index of points with `D` coordinates, 2 or 3, of type `f32` or `f64`, for queries by place.
///
/// Points are identified by their positions in the input. The results of a query come in an unspecified but
/// deterministic order. A query with a coordinate that is NaN finds nothing; boxes and radii may be infinite.
///
/// ```
/// use unite::kernel::RadiusIndex;
///
/// let index = RadiusIndex::new(&[[1.0, 4.0], [2.2, 5.7], [3.0, 4.0], [3.0, 6.5], [4.0, 4.0]])?;
/// let mut found = index.radius([2.2, 3.9], 1.7);
/// found.sort();
/// assert_eq!(found, [0, 2]);
/// assert_eq!(index.range_count([3.0, 4.0], [4.0, f64::INFINITY]), 3); // closed: the corner is inside
/// # Ok::<(), unite::kernel::RadiusIndexError>(())
/// ```
///
/// Programs with millions of queries should reuse the list of results ([`radius_into`](Self::radius_into)), process
/// results in a callback ([`radius_visit`](Self::radius_visit)), or only count them
/// ([`radius_count`](Self::radius_count)).
#[derive(Debug, Clone, PartialEq)]
pub struct RadiusIndex<C, const D: usize> {
    /// The position in the input of each point, in the order of cells.
    ids: PerPoint<u32>,
    /// The coordinates along each axis, in the order of cells.
    coordinates: [PerPoint<C>; D],
    /// The layers; the first one has a single grid, of all points.
    layers: Vec<Layer<C, D>>,
}

impl<C: Real, const D: usize> RadiusIndex<C, D> {
    /// Builds the index of `points`.
    ///
    /// # Errors
    /// [`RadiusIndexError::Coordinate`]: a coordinate is NaN or infinite; [`RadiusIndexError::TooMany`]: there are more
    /// than 2^31 - 3 points.
    pub fn new(points: &[[C; D]]) -> Result<Self, RadiusIndexError> {
        const { assert!(D == 2 || D == 3, "a RadiusIndex has points with 2 or 3 coordinates") };
        build::check(points)?;
        Ok(build::build(points).expect("points that were sorted make levels"))
    }

    /// Returns the number of points.
    pub fn len(&self) -> usize {
        values(&self.ids).len()
    }

    /// Returns whether the index has no points.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the points at most `radius` from `center`: the squared distance, summed axis by axis in `C`, is at most
    /// `radius * radius`. For a radius of 10^154 or more (10^19 for `f32`), whose square overflows `C`, coordinates are
    /// first divided by the radius.
    pub fn radius(&self, center: [C; D], radius: C) -> Vec<u32> {
        let mut ids = Vec::new();
        self.radius_into(center, radius, &mut ids);
        ids
    }

    /// Finds points as [`radius`](Self::radius) does and stores them in `ids`, which is cleared first.
    pub fn radius_into(&self, center: [C; D], radius: C, ids: &mut Vec<u32>) {
        ids.clear();
        self.radius_visit(center, radius, |more| ids.extend_from_slice(more));
    }

    /// Finds points as [`radius`](Self::radius) does and calls `visit` with batches of identifiers.
    #[inline]
    pub fn radius_visit(&self, center: [C; D], radius: C, visit: impl FnMut(&[u32])) {
        self.in_ball(center, radius, &mut Visit(visit));
    }

    /// Returns the number of points that [`radius`](Self::radius) finds.
    pub fn radius_count(&self, center: [C; D], radius: C) -> usize {
        let mut count = Count(0);
        self.in_ball(center, radius, &mut count);
        count.0
    }

    /// Returns the points in the closed box from `low` to `high`.
    pub fn range(&self, low: [C; D], high: [C; D]) -> Vec<u32> {
        let mut ids = Vec::new();
        self.range_into(low, high, &mut ids);
        ids
    }

    /// Finds points as [`range`](Self::range) does and stores them in `ids`, which is cleared first.
    pub fn range_into(&self, low: [C; D], high: [C; D], ids: &mut Vec<u32>) {
        ids.clear();
        self.range_visit(low, high, |more| ids.extend_from_slice(more));
    }

    /// Finds points as [`range`](Self::range) does and calls `visit` with batches of identifiers.
    #[inline]
    pub fn range_visit(&self, low: [C; D], high: [C; D], visit: impl FnMut(&[u32])) {
        self.in_box(low, high, &mut Visit(visit));
    }

    /// Returns the number of points that [`range`](Self::range) finds.
    pub fn range_count(&self, low: [C; D], high: [C; D]) -> usize {
        let mut count = Count(0);
        self.in_box(low, high, &mut count);
        count.0
    }

    #[inline(always)]
    fn in_ball(&self, center: [C; D], radius: C, sink: &mut impl Sink<C, D>) {
        if radius < C::VAST {
            if let Some(ball) = Ball::new(center, radius) {
                self.walk(ball, sink);
            }
        } else if radius == C::INFINITY && center.iter().all(|place| place.checked().is_ok()) {
            sink.all(self, 0..self.len());
        } else if radius >= C::VAST {
            let scaled = |place: [C; D]| {
                let unit = |axis| (place[axis] / radius) - (center[axis] / radius);
                (0..D).fold(C::ZERO, |sum, axis| sum + unit(axis) * unit(axis)) <= C::ONE
            };
            sink.some(self, 0..self.len(), scaled);
        }
    }

    #[inline(always)]
    fn in_box(&self, low: [C; D], high: [C; D], sink: &mut impl Sink<C, D>) {
        if (0..D).all(|axis| low[axis] <= high[axis]) {
            self.walk(Cuboid { low, high }, sink);
        }
    }
}
