//! Points in the plane or in space, laid out to be asked for those near a place, and those in a box.
//!
//! The program ("The Continuous Tensor Abstraction", Fig. 19), with `Points[x, y, id]` true at points:
//!
//! ```text
//!  radius   for r=-R:R for s=-R:R for id   if r*r + s*s <= R*R:   Found[id] |= Points[Ox + r, Oy + s, id]
//!  box      for x for y for id             Found[id] |= Box[x, y] && Points[x, y, id]
//! ```
//!
//! An index is that tensor once more, with the points sorted into the cells of a grid. All of it is tensors:
//!
//! ```text
//!  Cell[line, column, k]   Dense over Dense over Consecutive: which points lie in a cell; k counts through all cells
//!  X[k], Y[k], Id[k]       the coordinates of point k, and where in the input it was
//!
//!   line 1   | 5 6 |     | 7   |         the points of cells side by side are one span of k
//!   line 0   | 0   | 1 2 | 3 4 |         column 0, 1, 2
//! ```
//!
//! Cells hold some six points on average. Where points crowd, cells that hold many more are grids of their own, in a layer
//! below, whose frame is the bounding box of their points; and so on. The points of a divided cell are still one span.
//!
//! Programs of loops go on with [`cells`](RadiusIndex::cells), [`coordinates`](RadiusIndex::coordinates) and
//! [`ids`](RadiusIndex::ids), which are what the index consists of, or with [`to_points`](RadiusIndex::to_points).

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

/// Grids of one shape.
#[derive(Debug, Clone, PartialEq)]
struct Layer<C, const D: usize> {
    /// How many cells a grid has along each axis; the first axis is that of columns.
    shape: [usize; D],
    grids: Vec<Grid<C, D>>,
    /// Lines of all its grids. Points are counted within the layer.
    cells: Cells,
    /// For each cell, one more than the number of its grid in the layer below; 0 if it has none. Empty if no cell has.
    finer: Element<u32>,
}

impl<C, const D: usize> Layer<C, D> {
    /// The positions of the points of cells of a grid.
    #[inline(always)]
    fn span(&self, grid: &Grid<C, D>, cells: Range<usize>) -> Range<usize> {
        let span = self.cells.level().child().child().span(cells);
        span.start + grid.shift..span.end + grid.shift
    }
}

/// Where a grid lies, and its points.
#[derive(Debug, Clone, PartialEq)]
struct Grid<C, const D: usize> {
    frame: [AxisFrame<C>; D],
    /// Point `k` of the layer is point `k + shift` of all.
    shift: usize,
}

/// Points with `D` coordinates, laid out for queries about their places: 2 or 3 coordinates, `f32` or `f64`.
///
/// Points are told by their positions in the input. What a query finds comes in no particular order, which is the same
/// every time. A query with a coordinate that is NaN finds nothing; boxes and radii may be infinite.
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
/// A query about millions of places should reuse its list ([`radius_into`](Self::radius_into)), take what is found as it
/// comes ([`radius_visit`](Self::radius_visit)), or only count ([`radius_count`](Self::radius_count)).
#[derive(Debug, Clone, PartialEq)]
pub struct RadiusIndex<C, const D: usize> {
    /// What was where in the input, by the number that a point has in cells.
    ids: PerPoint<u32>,
    /// The coordinates along each axis.
    coordinates: [PerPoint<C>; D],
    /// The first one has a single grid, of all points.
    layers: Vec<Layer<C, D>>,
}

impl<C: Real, const D: usize> RadiusIndex<C, D> {
    /// The index of some points.
    ///
    /// # Errors
    /// [`RadiusIndexError::Coordinate`]: one is NaN or infinite; [`RadiusIndexError::TooMany`]: more than 2^31 - 3 points.
    pub fn new(points: &[[C; D]]) -> Result<Self, RadiusIndexError> {
        const { assert!(D == 2 || D == 3, "a RadiusIndex has points with 2 or 3 coordinates") };
        build::check(points)?;
        Ok(build::build(points).expect("points that were sorted make levels"))
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        values(&self.ids).len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The points at most `radius` from `center`: the squared distance, summed up axis by axis in `C`, is at most
    /// `radius * radius`. With a radius from 10^154 on (of `f32`, 10^19), whose square has no room in `C`, coordinates are
    /// divided by it before.
    pub fn radius(&self, center: [C; D], radius: C) -> Vec<u32> {
        let mut ids = Vec::new();
        self.radius_into(center, radius, &mut ids);
        ids
    }

    /// [`radius`](Self::radius), into a list that is emptied before.
    pub fn radius_into(&self, center: [C; D], radius: C, ids: &mut Vec<u32>) {
        ids.clear();
        self.radius_visit(center, radius, |more| ids.extend_from_slice(more));
    }

    /// [`radius`](Self::radius), calling `visit` with some identifiers at a time.
    #[inline]
    pub fn radius_visit(&self, center: [C; D], radius: C, visit: impl FnMut(&[u32])) {
        self.in_ball(center, radius, &mut Visit(visit));
    }

    /// How many points [`radius`](Self::radius) finds.
    pub fn radius_count(&self, center: [C; D], radius: C) -> usize {
        let mut count = Count(0);
        self.in_ball(center, radius, &mut count);
        count.0
    }

    /// The points in the box from `low` to `high`, both included, along each axis.
    pub fn range(&self, low: [C; D], high: [C; D]) -> Vec<u32> {
        let mut ids = Vec::new();
        self.range_into(low, high, &mut ids);
        ids
    }

    /// [`range`](Self::range), into a list that is emptied before.
    pub fn range_into(&self, low: [C; D], high: [C; D], ids: &mut Vec<u32>) {
        ids.clear();
        self.range_visit(low, high, |more| ids.extend_from_slice(more));
    }

    /// [`range`](Self::range), calling `visit` with some identifiers at a time.
    #[inline]
    pub fn range_visit(&self, low: [C; D], high: [C; D], visit: impl FnMut(&[u32])) {
        self.in_box(low, high, &mut Visit(visit));
    }

    /// How many points [`range`](Self::range) finds.
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
