//! Derivatives of samples with respect to their places, and with respect to the voxels.
//!
//! A sample is the sum of volume times value over eight voxels. The derivative with respect to a value is the volume.
//! The volume is linear in each coordinate between integers, so the derivative with respect to a coordinate is the
//! product of the other two shares, with the sign of the side. At an integer, the derivative from the right is taken. A
//! voxel whose volume does not change does not contribute, even if it is infinite.
//!
//! Both functions take the derivatives of the caller's result with respect to each sampled number (the *cotangents*),
//! and apply the chain rule.

use super::hits::{BLOCK, Hit, Hits};
use super::{TrilinearError, VoxelGrid};
use crate::kernel::real::{Real, add_times};

/// The number of partial sums, which are independent so that additions run in parallel.
const PARTS: usize = 8;

/// Returns the dot product of two rows.
#[inline(always)]
fn dot<T: Real>(one: &[T], other: &[T]) -> T {
    let mut parts = [T::ZERO; PARTS];
    let (chunks, others) = (one.chunks_exact(PARTS), other.chunks_exact(PARTS));
    let rest = chunks.remainder().iter().zip(others.remainder());
    for (chunk, other) in chunks.clone().zip(others) {
        for k in 0..PARTS {
            parts[k] += chunk[k] * other[k];
        }
    }
    let mut sum = rest.fold(T::ZERO, |sum, (&a, &b)| sum + a * b);
    for part in parts {
        sum += part;
    }
    sum
}

impl<T: Real> VoxelGrid<T> {
    /// Computes the derivatives of a result with respect to the places of samples, from its derivatives with respect to
    /// the samples: `cotangents` has `channels()` numbers per place, in the order of
    /// [`sample_into`](Self::sample_into). The derivatives are zero outside of the grid.
    ///
    /// ```
    /// use unite::kernel::VoxelGrid;
    ///
    /// let grid = VoxelGrid::from_dense([1, 1, 2], 1, &[2.0, 5.0], 0.0)?;
    /// let mut slope = [[0.0; 3]];
    /// grid.place_gradient(&[[0.0, 0.0, 0.25]], &[1.0], &mut slope)?; // of the sample itself
    /// assert_eq!(slope, [[-2.75, -2.75, 3.0]]);
    /// # Ok::<(), unite::kernel::TrilinearError>(())
    /// ```
    ///
    /// # Errors
    /// [`TrilinearError::Count`]: `cotangents` or `out` does not match the number of places.
    pub fn place_gradient(
        &self,
        places: &[[T; 3]],
        cotangents: &[T],
        out: &mut [[T; 3]],
    ) -> Result<(), TrilinearError> {
        self.check_samples(cotangents.len(), places.len())?;
        TrilinearError::check("gradients", out.len(), places.len(), "one for each place")?;
        let (rows, channels, mut hits) = (self.storage().3, self.channels(), Hits::new());
        let mut places = places.iter().copied();
        for (block, cotangents) in out.chunks_mut(BLOCK).zip(cotangents.chunks(BLOCK * channels)) {
            self.look_up(block.len(), &mut places, &mut hits, |corner| Some(corner.slope()));
            block.fill([T::ZERO; 3]);
            for &Hit { row, sample, part } in hits.iter() {
                let change = dot(&cotangents[sample * channels..][..channels], rows.row(row));
                // A slope of zero times a finite change adds zero, so the slope is tested only if the change is not
                // finite.
                let counts = |slope: T| change.finite() || slope != T::ZERO;
                for (out, slope) in block[sample].iter_mut().zip(part).filter(|(_, slope)| counts(*slope)) {
                    *out += slope * change;
                }
            }
        }
        Ok(())
    }

    /// Adds the derivatives of a result with respect to the values of full voxels, in the order of
    /// [`values`](Self::values), to `gradient`, from its derivatives with respect to samples. It is the transpose of
    /// sampling. `cotangents` has `channels()` numbers per place. Empty voxels have no derivatives.
    ///
    /// ```
    /// use unite::kernel::VoxelGrid;
    ///
    /// let grid = VoxelGrid::from_dense([1, 1, 3], 1, &[2.0, 5.0, 0.0], 0.0)?;
    /// let mut gradient = vec![0.0; grid.values().len()];
    /// grid.scatter(&[[0.0, 0.0, 0.25], [0.0, 0.0, 1.5]], &[1.0, 10.0], &mut gradient)?;
    /// assert_eq!(gradient, [0.75, 0.25 + 5.0]);
    /// # Ok::<(), unite::kernel::TrilinearError>(())
    /// ```
    ///
    /// # Errors
    /// [`TrilinearError::Count`]: `cotangents` does not match the number of places, or `gradient` the number of values.
    pub fn scatter(&self, places: &[[T; 3]], cotangents: &[T], gradient: &mut [T]) -> Result<(), TrilinearError> {
        self.check_samples(cotangents.len(), places.len())?;
        let channels = self.channels();
        TrilinearError::check("derivatives", gradient.len(), self.values().len(), "one for each value of the grid")?;
        let (mut places, mut hits) = (places.iter().copied(), Hits::new());
        for cotangents in cotangents.chunks(BLOCK * channels) {
            self.look_up(cotangents.len() / channels, &mut places, &mut hits, |corner| corner.part());
            for &Hit { row, sample, part } in hits.iter() {
                let cotangent = &cotangents[sample * channels..][..channels];
                add_times(&mut gradient[row * channels..][..channels], part, cotangent);
            }
        }
        Ok(())
    }
}
