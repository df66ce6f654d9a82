//! Derivatives: of samples with respect to where they are taken, and with respect to the voxels.
//!
//! A sample is a sum over eight voxels of volume times value. With respect to a value the derivative is the volume; with
//! respect to a coordinate, in which the volume is linear between integers, it is the product of the other two shares, with
//! the sign of the side. At an integer the voxels on the right are meant: the derivative is the one from the right. A voxel
//! whose volume does not change is not part of it, be it infinite.
//!
//! Both take what a program wants to know the derivative of: its own derivatives with respect to each number that was
//! sampled (the *cotangents*), and put the chain rule on top.

use super::hits::{BLOCK, Hit, Hits};
use super::{TrilinearError, VoxelGrid};
use crate::kernel::real::{Real, add_times};

/// Sums are kept apart in as many parts, so that they are added side by side.
const PARTS: usize = 8;

/// The sum of the products of two rows.
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
    /// The derivatives of a number with respect to the places of samples, from its derivatives with respect to the samples:
    /// `cotangents` has `channels()` numbers a place, as [`sample_into`](Self::sample_into) writes them. Outside of the grid,
    /// they are zero.
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
    /// [`TrilinearError::Count`]: not as many numbers.
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
                // No slope times a finite change is nothing, and need not be told apart.
                let counts = |slope: T| change.finite() || slope != T::ZERO;
                for (out, slope) in block[sample].iter_mut().zip(part).filter(|(_, slope)| counts(*slope)) {
                    *out += slope * change;
                }
            }
        }
        Ok(())
    }

    /// Adds the derivatives of a number with respect to the values of full voxels, in the order of
    /// [`values`](Self::values), from its derivatives with respect to samples: what sampling gathers, this scatters.
    /// `cotangents` has `channels()` numbers a place. Voxels that are not full stay at zero, and have no derivatives.
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
    /// [`TrilinearError::Count`]: not as many numbers.
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
