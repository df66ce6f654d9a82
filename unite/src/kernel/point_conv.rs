//! Convolution over points in space, with a kernel of points (KPConv). "The Continuous Tensor Abstraction", Fig. 21.
//!
//! ```text
//! for x,y,z  if Mask[x,y,z]   for r,s,t=-R:R  if r*r+s*s+t*t <= R*R
//!     for xk,yk,zk  if |(xk,yk,zk)-(r,s,t)| <= sigma    let w = 1 - |(xk,yk,zk)-(r,s,t)|/sigma
//!         for m for c  Out[x,y,z,m] += w*Kernel[xk,yk,zk,m,c]*Input[x+r,y+s,z+t,c]
//! ```
//!
//! The loops over `m` and `c` do not depend on the neighbour once the sums over neighbours are factored out:
//!
//! ```text
//!  RadiusIndex ----ball---> neighbours --influence--> workspace --product--> out
//!  [n, 3]                                              [queries, K * Cin]     [queries, Cout]
//!                                                          x [K * Cin, Cout]
//! ```
//!
//! Each neighbour costs `Cin` additions for each kernel point near it, and the rest is one matrix product for each tile
//! of queries. Gradients and biases are left out.

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

/// A convolution layer. It maps the features of the points around each query point to the output of the query,
///
/// ```text
/// out(x) = sum over |p - x| <= radius of ( sum over |(p - x) - q_k| <= sigma of (1 - |(p - x) - q_k| / sigma) W_k ) f_p
/// ```
///
/// where `W_k` maps the features of `p`, one for each input channel, to contributions to `x`, one for each output
/// channel. Coordinates, features and weights are `f32` or `f64`.
///
/// With the feature `gemm`, the crate `faer` computes the product, on the calling thread. Without it, a plain loop nest
/// does, which takes five times as long at 256 channels. The two differ in the rounding of sums.
///
/// ```
/// use unite::kernel::PointConv;
///
/// // Two kernel points, one channel in and two out. Points near the query have weights 1 and 10, points near
/// // (1, 0, 0) from it have 100 and 1000.
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
    /// Creates a layer that considers points within `radius` of a query. Its kernel points are offsets from the query,
    /// and each has an influence up to the distance `sigma`. The layer has `[cin, cout]` channels and
    /// `kernel_points.len() x cin x cout` weights, in that order, with the weights of one input channel contiguous.
    ///
    /// # Errors
    /// [`PointConvError::Radius`], [`PointConvError::Sigma`]: a length is out of range; [`PointConvError::Empty`]: no
    /// kernel points or channels; [`PointConvError::Count`]: too few weights or too many;
    /// [`PointConvError::NotFinite`]: a weight or a coordinate of a kernel point is not finite.
    pub fn new(
        radius: T,
        sigma: T,
        kernel_points: &[[T; 3]],
        [cin, cout]: [usize; 2],
        weights: Vec<T>,
    ) -> Result<Self, PointConvError> {
        check_radius(radius)?;
        // Influence is compared by squares, which must neither overflow nor underflow.
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

    /// Returns the radius within which points are considered.
    pub fn radius(&self) -> T {
        self.radius
    }

    /// Returns the distance up to which a kernel point has influence.
    pub fn sigma(&self) -> T {
        self.influence.sigma()
    }

    /// Returns the offsets of the kernel points from the query.
    pub fn kernel_points(&self) -> &[[T; 3]] {
        self.influence.points()
    }

    /// Returns the offsets of the kernel points as a tensor, `[kernel point, axis]`.
    pub fn kernel_tensor(&self) -> &PointConvKernel<T> {
        self.influence.tensor()
    }

    /// Returns the weights, `[kernel point, channel in, channel out]`.
    pub fn weights(&self) -> &PointConvWeights<T> {
        &self.weights
    }

    /// Returns the numbers of channels, `[cin, cout]`.
    pub fn channels(&self) -> [usize; 2] {
        self.channels
    }

    /// Applies the layer: returns `queries.len() x cout` numbers, from `support.len() x cin` features. The numbers of
    /// one point are contiguous. A query at infinity has no neighbours.
    ///
    /// # Errors
    /// [`PointConvError::NotANumber`]: a coordinate is NaN; [`PointConvError::Search`]: a support point cannot be
    /// indexed, for example because it is at infinity; [`PointConvError::Count`]: too few features or too many.
    pub fn apply(&self, queries: &[[T; 3]], support: &[[T; 3]], features: &[T]) -> Result<Vec<T>, PointConvError> {
        let index = RadiusIndex::new(support)?;
        Ok(self.tiles(queries.len(), self.searching(queries, support, &index, features)?))
    }

    /// Applies the layer as [`apply`](PointConv::apply) does, with an existing index of the support points in the same
    /// order.
    ///
    /// # Errors
    /// The errors of [`apply`](PointConv::apply); [`PointConvError::Count`], [`PointConvError::Index`]: the index was built
    /// from other points. This check reads each point once.
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

    /// Applies the layer to given lists of neighbours, instead of the points within the radius.
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
    /// The errors of [`apply`](PointConv::apply); [`PointConvError::Count`]: the lists do not match the points.
    pub fn apply_to(
        &self,
        queries: &[[T; 3]],
        support: &[[T; 3]],
        neighbours: &NeighbourLists,
        features: &[T],
    ) -> Result<Vec<T>, PointConvError> {
        Ok(self.tiles(queries.len(), self.listed(queries, support, neighbours, features)?))
    }

    /// Returns a function that fills the workspace row of a query with its neighbours found in the index.
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

    /// Returns a function that fills the workspace row of a query with the neighbours in its list.
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

    /// Checks that there is one feature for each support point and input channel.
    fn check_features(&self, features: &[T], points: usize) -> Result<(), PointConvError> {
        let needed = points.saturating_mul(self.channels[0]);
        check_count("features", features.len(), needed, "one for each support point and channel in")
    }

    /// Returns the features of a point.
    #[inline(always)]
    fn features_of<'a>(&self, features: &'a [T], point: usize) -> &'a [T] {
        &features[point * self.channels[0]..(point + 1) * self.channels[0]]
    }

    /// Returns the length of a query's row in the workspace.
    fn width(&self) -> usize {
        self.influence.points().len() * self.channels[0]
    }

    /// Computes the outputs of all queries, tile by tile.
    fn tiles(&self, queries: usize, fill: impl Fill<T>) -> Vec<T> {
        let mut out = vec![T::ZERO; queries * self.channels[1]];
        let mut workspace = Vec::new();
        for (number, out) in out.chunks_mut(tile(self.width()) * self.channels[1]).enumerate() {
            self.tile(number, &mut workspace, &fill, out);
        }
        out
    }

    /// Computes the outputs of the queries of a tile: fills the workspace and multiplies it by the weights.
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

/// A function that fills the workspace row of a query, which is zero before.
trait Fill<T>: Fn(usize, &mut [T]) + Sync {}

impl<T, F: Fn(usize, &mut [T]) + Sync> Fill<T> for F {}
