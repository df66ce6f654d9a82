//! Convolution over points of space, with a kernel of points (KPConv; Fig. 21 of "The Continuous Tensor Abstraction").
//!
//! ```text
//! for x,y,z  if Mask[x,y,z]   for r,s,t=-R:R  if r*r+s*s+t*t <= R*R
//!     for xk,yk,zk  if |(xk,yk,zk)-(r,s,t)| <= sigma    let w = 1 - |(xk,yk,zk)-(r,s,t)|/sigma
//!         for m for c  Out[x,y,z,m] += w*Kernel[xk,yk,zk,m,c]*Input[x+r,y+s,z+t,c]
//! ```
//!
//! The loops over `m` and `c` are the same for all points once the sums over neighbours are drawn out of them:
//!
//! ```text
//!  RadiusIndex ----ball---> neighbours --influence--> workspace --product--> out
//!  [n, 3]                                              [queries, K * Cin]     [queries, Cout]
//!                                                          x [K * Cin, Cout]
//! ```
//!
//! so that a neighbour costs as many additions as there are channels in, for each kernel point that it is near to, and the
//! rest is one product of matrices for each tile of queries. Gradients and biases are left out.

mod check;
mod error;
mod neighbour_lists;
#[cfg(feature = "parallel")]
mod parallel;
mod workspace;

pub use error::PointConvError;
pub use neighbour_lists::{NeighbourLists, NeighbourTensor};

use check::{check_count, check_finite, check_index, check_points, check_radius};
use workspace::{Influence, tile};

use super::RadiusIndex;
use super::real::{Real, offset};
use crate::level::{AxisLevel, Dense, Element, Piecewise, indices};

/// The weights of a layer, `[kernel point, channel in, channel out]`.
pub type PointConvWeights<T> = Piecewise<Dense<Dense<Dense<Element<T>>>>>;

/// The kernel points of a layer, `[kernel point, axis]`.
pub type PointConvKernel<T> = Piecewise<Dense<Dense<Element<T>>>>;

/// A layer: what each query point gets from the points around it,
///
/// ```text
/// out(x) = sum over |p - x| <= radius of ( sum over |(p - x) - q_k| <= sigma of (1 - |(p - x) - q_k| / sigma) W_k ) f_p
/// ```
///
/// in which `W_k` takes the features of `p`, one a channel in, to what `x` gets, one a channel out. Coordinates, features
/// and weights are `f32` or `f64`.
///
/// With the feature `gemm` the product is that of the crate `faer`, on the thread of the caller; without, it is a plain loop
/// nest, which takes five times as long at 256 channels. The two differ by how sums are rounded.
///
/// ```
/// use unite::kernel::PointConv;
///
/// // Two kernel points, one channel in and two out. What lies at the query counts 1 and 10, what lies around (1, 0, 0)
/// // 100 and 1000.
/// let kernel = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
/// let layer = PointConv::new(2.0, 0.5, &kernel, [1, 2], vec![1.0, 10.0, 100.0, 1000.0])?;
///
/// let points = [[5.0f32, 5.0, 5.0], [6.25, 5.0, 5.0]];
/// let features = [2.0, 3.0];
/// let out = layer.apply(&points, &points, &features)?;
/// assert_eq!(out, [2.0 + 150.0, 20.0 + 1500.0, 3.0, 30.0]); // half of the influence at a distance of 0.25
/// # Ok::<(), unite::kernel::PointConvError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PointConv<T> {
    radius: T,
    influence: Influence<T>,
    weights: PointConvWeights<T>,
    channels: [usize; 2],
}

impl<T: Real> PointConv<T> {
    /// A layer that sees points within `radius`, with kernel points at offsets from the query, each with an influence up to
    /// `sigma` around it; `[cin, cout]` channels, and `kernel_points.len() x cin x cout` weights, those of one channel in
    /// next to each other.
    ///
    /// # Errors
    /// [`PointConvError::Radius`], [`PointConvError::Sigma`]: a length is none; [`PointConvError::Empty`]: no kernel points
    /// or channels; [`PointConvError::Count`]: too few weights or too many; [`PointConvError::NotFinite`]: a weight or a
    /// coordinate of a kernel point is no finite number.
    pub fn new(
        radius: T,
        sigma: T,
        kernel_points: &[[T; 3]],
        [cin, cout]: [usize; 2],
        weights: Vec<T>,
    ) -> Result<Self, PointConvError> {
        check_radius(radius)?;
        // Influence is told by squares, which have to be numbers in full.
        if !(sigma >= T::TINY && sigma <= T::VAST) {
            return Err(PointConvError::Sigma { sigma: sigma.to_f64() });
        }
        let sizes = [("kernel points", kernel_points.len()), ("channels in", cin), ("channels out", cout)];
        if let Some((what, _)) = sizes.into_iter().find(|&(_, size)| size == 0) {
            return Err(PointConvError::Empty { what });
        }
        let needed = sizes.iter().try_fold(1usize, |count, &(_, size)| count.checked_mul(size)).unwrap_or(usize::MAX);
        check_count("weights", weights.len(), needed, "one for each kernel point, channel in and channel out")?;
        check_finite("coordinate of kernel points", kernel_points.as_flattened())?;
        check_finite("weight", &weights)?;
        let columns = Dense::from_parts(indices(0, cout)?, Element::from_values(T::ZERO, weights))?;
        let rows = Dense::from_parts(indices(0, cin)?, columns)?;
        let weights = Piecewise::from_level(Dense::from_parts(indices(0, kernel_points.len())?, rows)?)?;
        let influence = Influence::new(kernel_points, sigma)?;
        Ok(PointConv { radius, influence, weights, channels: [cin, cout] })
    }

    /// How far it sees.
    pub fn radius(&self) -> T {
        self.radius
    }

    /// How far the influence of a kernel point reaches.
    pub fn sigma(&self) -> T {
        self.influence.sigma()
    }

    /// The offsets of its kernel points.
    pub fn kernel_points(&self) -> &[[T; 3]] {
        self.influence.points()
    }

    /// The same as a tensor, `[kernel point, axis]`.
    pub fn kernel_tensor(&self) -> &PointConvKernel<T> {
        self.influence.tensor()
    }

    /// Its weights, `[kernel point, channel in, channel out]`.
    pub fn weights(&self) -> &PointConvWeights<T> {
        &self.weights
    }

    /// How many channels it has, in and out.
    pub fn channels(&self) -> [usize; 2] {
        self.channels
    }

    /// What each query gets: `queries.len() x cout` numbers, from `support.len() x cin` features, those of one point next
    /// to each other. A query at infinity sees nothing.
    ///
    /// # Errors
    /// [`PointConvError::NotANumber`], [`PointConvError::Search`]: a point is nowhere, or a support point infinitely far;
    /// [`PointConvError::Count`]: too few features or too many.
    pub fn apply(&self, queries: &[[T; 3]], support: &[[T; 3]], features: &[T]) -> Result<Vec<T>, PointConvError> {
        let index = RadiusIndex::new(support)?;
        Ok(self.tiles(queries.len(), self.searching(queries, support, &index, features)?))
    }

    /// [`apply`](PointConv::apply) to support points that have an index already, that of these points in this order.
    ///
    /// # Errors
    /// Those of [`apply`](PointConv::apply); [`PointConvError::Count`], [`PointConvError::Index`]: the index is not that of
    /// these points. To find out takes one look at each of them.
    pub fn apply_in(
        &self,
        queries: &[[T; 3]],
        support: &[[T; 3]],
        index: &RadiusIndex<T, 3>,
        features: &[T],
    ) -> Result<Vec<T>, PointConvError> {
        check_index(index, support)?;
        Ok(self.tiles(queries.len(), self.searching(queries, support, index, features)?))
    }

    /// What each query gets from the neighbours that are given, in place of those within the radius.
    ///
    /// ```
    /// use unite::kernel::PointConv;
    /// use unite::kernel::NeighbourLists;
    ///
    /// let layer = PointConv::new(1.0, 1.0, &[[0.0; 3]], [1, 1], vec![1.0])?;
    /// let points = [[0.0; 3], [0.0, 0.0, 0.5]];
    /// let neighbours = NeighbourLists::search(&points, &points, layer.radius())?;
    /// let out = layer.apply_to(&points, &points, &neighbours, &[4.0, 2.0])?;
    /// assert_eq!(out, layer.apply(&points, &points, &[4.0, 2.0])?);
    /// assert_eq!(out, [5.0, 4.0]);
    /// # Ok::<(), unite::kernel::PointConvError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`apply`](PointConv::apply); [`PointConvError::Count`]: the lists are not those of these points.
    pub fn apply_to(
        &self,
        queries: &[[T; 3]],
        support: &[[T; 3]],
        neighbours: &NeighbourLists,
        features: &[T],
    ) -> Result<Vec<T>, PointConvError> {
        Ok(self.tiles(queries.len(), self.listed(queries, support, neighbours, features)?))
    }

    /// What fills the row of a query with what is found around it, by the index of the support points.
    fn searching<'a>(
        &'a self,
        queries: &'a [[T; 3]],
        support: &'a [[T; 3]],
        index: &'a RadiusIndex<T, 3>,
        features: &'a [T],
    ) -> Result<impl Fill<T> + 'a, PointConvError> {
        check_points("query", queries)?;
        self.check_features(features, support.len())?;
        Ok(move |query: usize, row: &mut [T]| {
            index.radius_visit(queries[query], self.radius, |points| {
                for &point in points {
                    let point = point as usize;
                    let offset = offset(queries[query], support[point]);
                    self.influence.scatter(offset, self.features_of(features, point), row);
                }
            });
        })
    }

    /// What fills the row of a query with what is in its list.
    fn listed<'a>(
        &'a self,
        queries: &'a [[T; 3]],
        support: &'a [[T; 3]],
        neighbours: &'a NeighbourLists,
        features: &'a [T],
    ) -> Result<impl Fill<T> + 'a, PointConvError> {
        check_points("query", queries)?;
        check_points("support point", support)?;
        check_count("queries", queries.len(), neighbours.queries(), "each has a list of neighbours")?;
        check_count("support points", support.len(), neighbours.support(), "lists of neighbours have their numbers")?;
        self.check_features(features, support.len())?;
        Ok(move |query: usize, row: &mut [T]| {
            neighbours.each(query, |point| {
                let offset = offset(queries[query], support[point]);
                self.influence.scatter(offset, self.features_of(features, point), row);
            });
        })
    }

    /// That there are as many features as the points need.
    fn check_features(&self, features: &[T], points: usize) -> Result<(), PointConvError> {
        let needed = points.saturating_mul(self.channels[0]);
        check_count("features", features.len(), needed, "one for each support point and channel in")
    }

    /// The features of a point.
    #[inline(always)]
    fn features_of<'a>(&self, features: &'a [T], point: usize) -> &'a [T] {
        &features[point * self.channels[0]..(point + 1) * self.channels[0]]
    }

    /// How many numbers the row of a query has in the workspace.
    fn width(&self) -> usize {
        self.influence.points().len() * self.channels[0]
    }

    /// What all queries get, tile by tile.
    fn tiles(&self, queries: usize, fill: impl Fill<T>) -> Vec<T> {
        let mut out = vec![T::ZERO; queries * self.channels[1]];
        let mut workspace = Vec::new();
        for (number, out) in out.chunks_mut(tile(self.width()) * self.channels[1]).enumerate() {
            self.tile(number, &mut workspace, &fill, out);
        }
        out
    }

    /// What the queries of a tile get: the workspace, and its product with the weights.
    fn tile(&self, number: usize, workspace: &mut Vec<T>, fill: &impl Fill<T>, out: &mut [T]) {
        let (width, cout) = (self.width(), self.channels[1]);
        workspace.clear();
        workspace.resize(out.len() / cout * width, T::ZERO);
        for (k, row) in workspace.chunks_exact_mut(width).enumerate() {
            fill(number * tile(width) + k, row);
        }
        let weights = self.weights.level().child().child().child().values();
        T::multiply(workspace, weights, width, cout, out);
    }
}

/// What is called with each query and its row of the workspace, which is zero.
trait Fill<T>: Fn(usize, &mut [T]) + Sync {}

impl<T, F: Fn(usize, &mut [T]) + Sync> Fill<T> for F {}
