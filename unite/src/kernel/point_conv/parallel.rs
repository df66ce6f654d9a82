//! Parallel convolution: tiles of queries on the threads of rayon.

use rayon::prelude::*;

use super::workspace::tile;
use super::{Fill, NeighbourLists, PointConv, PointConvError};
use crate::kernel::{RadiusIndex, Real};

/// With the feature `parallel`: processes several tiles at once, on the threads of the current rayon pool. Results do
/// not depend on the number of threads.
impl<T: Real> PointConv<T> {
    /// Applies the layer as [`apply`](PointConv::apply) does, on several threads.
    ///
    /// ```
    /// use unite::kernel::PointConv;
    ///
    /// let layer = PointConv::new(1.0f32, 1.0, &[[0.0; 3]], [1, 1], vec![2.0])?;
    /// let points: Vec<_> = (0..5000).map(|x| [x as f32 * 0.75, 0.0, 0.0]).collect();
    /// let features = vec![1.0; 5000];
    /// let out = layer.apply_parallel(&points, &points, &features)?;
    /// assert_eq!(out, layer.apply(&points, &points, &features)?);
    /// # Ok::<(), unite::kernel::PointConvError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`apply`](PointConv::apply).
    pub fn apply_parallel(
        &self,
        queries: &[[T; 3]],
        support: &[[T; 3]],
        features: &[T],
    ) -> Result<Vec<T>, PointConvError> {
        let index = RadiusIndex::new(support)?;
        Ok(self.tiles_parallel(queries.len(), self.searching(queries, support, &index, features)?))
    }

    /// Applies the layer as [`apply_to`](PointConv::apply_to) does, on several threads.
    ///
    /// # Errors
    /// The errors of [`apply_to`](PointConv::apply_to).
    pub fn apply_to_parallel(
        &self,
        queries: &[[T; 3]],
        support: &[[T; 3]],
        neighbours: &NeighbourLists,
        features: &[T],
    ) -> Result<Vec<T>, PointConvError> {
        Ok(self.tiles_parallel(queries.len(), self.listed(queries, support, neighbours, features)?))
    }

    /// Computes the outputs of all queries, with the same tiles as on one thread.
    fn tiles_parallel(&self, queries: usize, fill: impl Fill<T>) -> Vec<T> {
        let mut out = vec![T::ZERO; queries * self.channels[1]];
        out.par_chunks_mut(tile(self.width()) * self.channels[1])
            .enumerate()
            .for_each_init(Vec::new, |workspace, (number, out)| self.tile(number, workspace, &fill, out));
        out
    }
}
