//! The tensors of the index: those it consists of, and that of the figure.
//!
//! The walk of a query is this program, over the lines and columns that a region may meet:
//!
//! ```text
//!  for line=bottom:top for column=left:right for k
//!    if Cell[line, column, k] && (X[k]-ox)^2 + (Y[k]-oy)^2 <= R*R:   let id = Id[k]   Found[id] |= true
//! ```
//!
//! In addition, the walk copies cells that lie inside without a test, and enters the finer grids of divided cells.

use std::ops::RangeInclusive;

use super::RadiusIndex;
use crate::continuous::Interval;
use crate::kernel::Real;
use crate::level::{
    AxisLevel, Consecutive, Dense, Element, LevelError, Pattern, Piecewise, Pinpoint, SparseList, Value,
};

/// The tensor `Cell[line, column, k]`: lines of cells, their cells, and the numbers of the points in each.
pub type Cells = Piecewise<Dense<Dense<Consecutive<Pattern, i32>>>>;

/// A tensor `X[k]` with one value for each point, in the order of cells.
pub type PerPoint<T> = Piecewise<Consecutive<Element<T>, i32>>;

/// The tensor `Points[x, y, id]`, true at points of the plane.
pub type PlanePoints<C> = Piecewise<Pinpoint<Pinpoint<SparseList<Pattern>, C>, C>>;

/// The tensor `Points[x, y, z, id]`, true at points of space.
pub type SpacePoints<C> = Piecewise<Pinpoint<Pinpoint<Pinpoint<SparseList<Pattern>, C>, C>, C>>;

/// Creates a tensor with one value for each point.
pub(super) fn per_point<T: Value>(fill: T, values: Vec<T>) -> PerPoint<T> {
    let count = values.len() as i32;
    let numbers = Consecutive::from_parts(vec![0, count], Element::from_values(fill, values));
    numbers.and_then(Piecewise::from_level).expect("an index has no more points than a level has room for")
}

/// Returns the values of all points.
#[inline(always)]
pub(super) fn values<T: Value>(tensor: &PerPoint<T>) -> &[T] {
    tensor.level().child().values()
}

/// The levels of the figure's tensor, from the root on: starts of lists, and coordinates.
struct Lists<C, const D: usize> {
    axes: [(Vec<usize>, Vec<C>); D],
    ids: (Vec<usize>, Vec<i64>),
}

/// # As tensors
impl<C: Real, const D: usize> RadiusIndex<C, D> {
    /// Returns `Cell[line, column, k]`, true if point `k` lies in a cell of the grid. Points are numbered in the order
    /// of cells; this number is not the identifier, see [`ids`](Self::ids). In space, the lines of one plane follow
    /// those of the previous plane: line `z * shape[1] + y`.
    ///
    /// ```
    /// use unite::kernel::RadiusIndex;
    /// use unite::loops;
    ///
    /// let points: Vec<[f64; 2]> = (0..1000).map(|k| [f64::from(k % 40), f64::from(k / 40)]).collect();
    /// let index = RadiusIndex::new(&points)?;
    /// let (cell, [x, y], id) = (index.cells(), index.coordinates(), index.ids());
    ///
    /// // The number of points at most 2.5 from (7, 9), and the sum of their identifiers.
    /// let (ox, oy, radius) = (7.0, 9.0, 2.5);
    /// let (columns, lines) = (index.cells_along(0, 4.5, 9.5), index.cells_along(1, 6.5, 11.5));
    /// let (left, right, bottom, top) = (*columns.start(), *columns.end(), *lines.start(), *lines.end());
    /// let (mut count, mut sum) = (0, 0);
    /// loops! {
    ///     for line=bottom:top for column=left:right for k
    ///         if cell[line,column,k] && (x[k]-ox)*(x[k]-ox) + (y[k]-oy)*(y[k]-oy) <= radius*radius  count += 1;
    ///     for line=bottom:top for column=left:right for k
    ///         if cell[line,column,k] && (x[k]-ox)*(x[k]-ox) + (y[k]-oy)*(y[k]-oy) <= radius*radius  sum += id[k]
    /// }?;
    /// assert_eq!((count, sum), (21, index.radius([ox, oy], radius).iter().sum()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cells(&self) -> &Cells {
        &self.layers[0].cells
    }

    /// Returns the number of cells of the grid along each axis; the first axis is that of columns.
    pub fn shape(&self) -> [usize; D] {
        self.layers[0].shape
    }

    /// Returns the cells of an axis that contain the points with coordinates from `low` to `high`; an empty range if
    /// there are none.
    ///
    /// # Panics
    /// If there is no such axis.
    pub fn cells_along(&self, axis: usize, low: C, high: C) -> RangeInclusive<i64> {
        let (first, last) = self.layers[0].grids[0].frame[axis].meeting(low, high);
        first as i64..=last as i64
    }

    /// Returns `X[k]`, `Y[k]`, and in space `Z[k]`: the coordinates of the points, in the order of cells.
    pub fn coordinates(&self) -> &[PerPoint<C>; D] {
        &self.coordinates
    }

    /// Returns `Id[k]`: the positions of the points in the input, in the order of cells.
    pub fn ids(&self) -> &PerPoint<u32> {
        &self.ids
    }

    /// Returns the points sorted by their coordinates, and by identifier where these are equal.
    fn lists(&self) -> Lists<C, D> {
        let (places, ids) = (self.coordinates.each_ref().map(values), values(&self.ids));
        let place = |k: usize| places.map(|along| along[k]);
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_unstable_by(|&a, &b| {
            let by_place = place(a).partial_cmp(&place(b)).unwrap_or(std::cmp::Ordering::Equal);
            by_place.then(ids[a].cmp(&ids[b]))
        });
        let mut lists =
            Lists { axes: std::array::from_fn(|_| (Vec::new(), Vec::new())), ids: (Vec::new(), Vec::new()) };
        lists.axes[0].0.push(0);
        let mut previous = None;
        for k in order {
            // The point starts new lists from the first axis on in which it differs from the previous point.
            let place = place(k);
            let common = previous.map_or(0, |previous: [C; D]| (0..D).take_while(|&a| previous[a] == place[a]).count());
            for (axis, &along) in place.iter().enumerate().skip(common) {
                lists.axes[axis].1.push(along);
                match lists.axes.get_mut(axis + 1) {
                    Some((starts, below)) => starts.push(below.len()),
                    None => lists.ids.0.push(lists.ids.1.len()),
                }
            }
            lists.ids.1.push(i64::from(ids[k]));
            previous = Some(place);
        }
        lists.axes.iter_mut().for_each(|(starts, places)| starts.push(places.len()));
        lists.ids.0.push(lists.ids.1.len());
        lists
    }
}

/// Creates the level of the identifiers.
fn identifiers((starts, ids): (Vec<usize>, Vec<i64>)) -> Result<SparseList<Pattern>, LevelError> {
    let pattern = Pattern::of(ids.len());
    SparseList::from_parts(Interval::EVERYWHERE, starts, ids, pattern)
}

impl<C: Real> RadiusIndex<C, 2> {
    /// Returns the tensor of the figure, a copy of the points sorted by coordinates, on which the paper's programs run.
    ///
    /// ```
    /// use unite::kernel::RadiusIndex;
    /// use unite::loops;
    ///
    /// let points = RadiusIndex::new(&[[1.0, 4.0], [2.2, 5.7], [3.0, 4.0], [3.0, 6.5], [4.0, 4.0]])?.to_points();
    /// let mut count = 0;
    /// loops! {
    ///     for r=-1.7:1.7 for s=-1.7:1.7 for id  if r*r + s*s <= 1.7*1.7 && points[2.2+r, 3.9+s, id]:  count += 1
    /// }?;
    /// assert_eq!(count, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_points(&self) -> PlanePoints<C> {
        let Lists { axes: [(x_starts, xs), (y_starts, ys)], ids } = self.lists();
        let levels = || -> Result<_, LevelError> {
            let ys = SparseList::from_parts(Interval::EVERYWHERE, y_starts, ys, identifiers(ids)?)?;
            Piecewise::from_level(SparseList::from_parts(Interval::EVERYWHERE, x_starts, xs, ys)?)
        };
        levels().expect("points that were sorted make levels")
    }
}

impl<C: Real> RadiusIndex<C, 3> {
    /// Returns the tensor of the figure, a copy of the points sorted by coordinates, on which the paper's programs run.
    ///
    /// ```
    /// use unite::kernel::RadiusIndex;
    /// use unite::loops;
    ///
    /// let points = RadiusIndex::new(&[[1.0, 4.0, 0.0], [3.0, 4.0, 1.0], [1.0, 4.5, 0.0]])?.to_points();
    /// let mut any = false;
    /// loops!(for x = 0:2 for y for z for id  any |= points[x, y, z, id])?;
    /// assert!(any && points.at((1.0, 4.5, 0.0, 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_points(&self) -> SpacePoints<C> {
        let Lists { axes: [(x_starts, xs), (y_starts, ys), (z_starts, zs)], ids } = self.lists();
        let levels = || -> Result<_, LevelError> {
            let zs = SparseList::from_parts(Interval::EVERYWHERE, z_starts, zs, identifiers(ids)?)?;
            let ys = SparseList::from_parts(Interval::EVERYWHERE, y_starts, ys, zs)?;
            Piecewise::from_level(SparseList::from_parts(Interval::EVERYWHERE, x_starts, xs, ys)?)
        };
        levels().expect("points that were sorted make levels")
    }
}
