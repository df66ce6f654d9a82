//! Sampling and gradients on the threads of rayon. One thread computes each sample, so that results do not change.

use rayon::prelude::*;

use super::hits::Hits;
use super::{Ray, TrilinearError, VoxelGrid};
use crate::kernel::Real;

/// The number of samples that a thread processes at once.
const SHARE: usize = 4096;

impl<T: Real> VoxelGrid<T> {
    /// Samples as [`sample_into`](Self::sample_into) does, on the threads of the current pool.
    ///
    /// # Errors
    /// [`TrilinearError::Count`]: `out` does not have `channels()` numbers for each place.
    pub fn sample_into_parallel(&self, places: &[[T; 3]], out: &mut [T]) -> Result<(), TrilinearError> {
        self.check_samples(out.len(), places.len())?;
        let shares = out.par_chunks_mut(SHARE * self.channels());
        shares.zip(places.par_chunks(SHARE)).for_each_init(Hits::new, |hits, (out, places)| {
            self.gather_any(places.iter().copied(), out, hits);
        });
        Ok(())
    }

    /// Samples as [`sample_rays`](Self::sample_rays) does, on the threads of the current pool.
    ///
    /// # Errors
    /// [`TrilinearError::Count`]: `out` does not have `channels()` numbers for each sample.
    pub fn sample_rays_parallel(&self, rays: &[Ray<T>], out: &mut [T]) -> Result<(), TrilinearError> {
        let count = rays.iter().map(|ray| ray.count).fold(0, usize::saturating_add);
        self.check_samples(out.len(), count)?;
        let (mut rest, mut shares) = (out, Vec::with_capacity(rays.len()));
        for ray in rays {
            let (samples, others) = rest.split_at_mut(ray.count * self.channels());
            shares.push((ray, samples));
            rest = others;
        }
        shares.into_par_iter().for_each_init(Hits::new, |hits, (ray, samples)| {
            self.gather_any((0..ray.count).map(|t| ray.place(t)), samples, hits);
        });
        Ok(())
    }

    /// Computes derivatives as [`place_gradient`](Self::place_gradient) does, on the threads of the current pool.
    ///
    /// # Errors
    /// [`TrilinearError::Count`]: `cotangents` or `out` does not match the number of places.
    pub fn place_gradient_parallel(
        &self,
        places: &[[T; 3]],
        cotangents: &[T],
        out: &mut [[T; 3]],
    ) -> Result<(), TrilinearError> {
        self.check_samples(cotangents.len(), places.len())?;
        TrilinearError::check("gradients", out.len(), places.len(), "one for each place")?;
        let shares = out.par_chunks_mut(SHARE).zip(places.par_chunks(SHARE));
        shares
            .zip(cotangents.par_chunks(SHARE * self.channels()))
            .try_for_each(|((out, places), cotangents)| self.place_gradient(places, cotangents, out))
    }
}
