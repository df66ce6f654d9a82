//! Sampling of grids, at points and along rays.
//!
//! ```text
//! for each block of samples
//!   hits = the full voxels that their cubes meet, and the volumes
//!   for (sample, voxel, volume) in hits:  out[sample, ..] += volume * row of the voxel
//! ```

use super::hits::{BLOCK, Hit, Hits};
use super::{TrilinearError, VoxelGrid};
use crate::kernel::real::{Real, add_times};

/// Samples along a line, at `origin + t * step` for each `t` from 0 up to `count`, exclusive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray<T = f32> {
    /// The place of the first sample.
    pub origin: [T; 3],
    /// The offset from one sample to the next.
    pub step: [T; 3],
    /// The number of samples.
    pub count: usize,
}

impl<T: Real> Ray<T> {
    /// Returns the place of sample `t`: the product is rounded, then the sum.
    #[inline(always)]
    pub fn place(&self, t: usize) -> [T; 3] {
        let t = T::from_f64(t as f64);
        std::array::from_fn(|axis| self.origin[axis] + t * self.step[axis])
    }
}

/// A number of channels, known at compile time or at run time.
pub(super) trait Width: Copy {
    /// Returns the number of channels.
    fn count(self) -> usize;
}

/// A number of channels known at compile time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known<const C: usize>;

/// A number of channels known at run time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted(pub(super) usize);

impl<const C: usize> Width for Known<C> {
    #[inline(always)]
    fn count(self) -> usize {
        C
    }
}

impl Width for Counted {
    #[inline(always)]
    fn count(self) -> usize {
        self.0
    }
}

impl<T: Real> VoxelGrid<T> {
    /// Samples the grid at `places`: writes an array of all channels for each.
    ///
    /// # Errors
    /// [`TrilinearError::Channels`]: `C` is not the number of channels. [`TrilinearError::Count`]: `out` does not have
    /// one array for each place.
    pub fn sample<const C: usize>(&self, places: &[[T; 3]], out: &mut [[T; C]]) -> Result<(), TrilinearError> {
        if C != self.channels() {
            return Err(TrilinearError::Channels { asked: C, channels: self.channels() });
        }
        TrilinearError::check("samples", out.len(), places.len(), "one for each place")?;
        self.gather(Known::<C>, places.iter().copied(), out.as_flattened_mut(), &mut Hits::new());
        Ok(())
    }

    /// Samples the grid at `places`: writes `channels()` contiguous numbers for each.
    ///
    /// ```
    /// use unite::kernel::VoxelGrid;
    ///
    /// let grid = VoxelGrid::from_dense([1, 1, 2], 2, &[1.0, 2.0, 3.0, 5.0], 0.0)?;
    /// let mut samples = [0.0; 4];
    /// grid.sample_into(&[[0.0, 0.0, 0.5], [0.0, 0.0, -0.25]], &mut samples)?;
    /// assert_eq!(samples, [2.0, 3.5, 0.75, 1.5]);
    /// # Ok::<(), unite::kernel::TrilinearError>(())
    /// ```
    ///
    /// # Errors
    /// [`TrilinearError::Count`]: `out` does not have `channels()` numbers for each place.
    pub fn sample_into(&self, places: &[[T; 3]], out: &mut [T]) -> Result<(), TrilinearError> {
        self.check_samples(out.len(), places.len())?;
        self.gather_any(places.iter().copied(), out, &mut Hits::new());
        Ok(())
    }

    /// Samples the grid along rays: writes `channels()` numbers for each sample of each ray.
    ///
    /// ```
    /// use unite::kernel::{Ray, VoxelGrid};
    ///
    /// let grid = VoxelGrid::from_dense([1, 1, 3], 1, &[1.0, 2.0, 4.0], 0.0)?;
    /// let mut samples = [0.0; 4];
    /// let ray = Ray { origin: [0.0, 0.0, 0.0], step: [0.0, 0.0, 0.75], count: 4 };
    /// grid.sample_rays(&[ray], &mut samples)?;
    /// assert_eq!(samples, [1.0, 1.75, 3.0, 3.0]);
    /// # Ok::<(), unite::kernel::TrilinearError>(())
    /// ```
    ///
    /// # Errors
    /// [`TrilinearError::Count`]: `out` does not have `channels()` numbers for each sample.
    pub fn sample_rays(&self, rays: &[Ray<T>], out: &mut [T]) -> Result<(), TrilinearError> {
        let count = rays.iter().map(|ray| ray.count).fold(0, usize::saturating_add);
        self.check_samples(out.len(), count)?;
        let (mut rest, mut hits) = (out, Hits::new());
        for ray in rays {
            let (samples, others) = rest.split_at_mut(ray.count * self.channels());
            self.gather_any((0..ray.count).map(|t| ray.place(t)), samples, &mut hits);
            rest = others;
        }
        Ok(())
    }

    /// Checks the number of channels for `samples` samples.
    pub(super) fn check_samples(&self, found: usize, samples: usize) -> Result<(), TrilinearError> {
        let needed = samples.saturating_mul(self.channels());
        TrilinearError::check("numbers", found, needed, "the channels of each sample")
    }

    /// Samples the grid with a number of channels known at run time.
    pub(super) fn gather_any(&self, places: impl Iterator<Item = [T; 3]>, out: &mut [T], hits: &mut Hits<T>) {
        match self.channels() {
            1 => self.gather(Known::<1>, places, out, hits),
            28 => self.gather(Known::<28>, places, out, hits),
            channels => self.gather(Counted(channels), places, out, hits),
        }
    }

    /// Takes as many samples as `out` has room for.
    fn gather(&self, width: impl Width, mut places: impl Iterator<Item = [T; 3]>, out: &mut [T], hits: &mut Hits<T>) {
        let (rows, width) = (self.storage().3, width.count());
        for block in out.chunks_mut(BLOCK * width) {
            self.look_up(block.len() / width, &mut places, hits, |corner| corner.part());
            block.fill(T::ZERO);
            for &Hit { row, sample, part } in hits.iter() {
                add_times(&mut block[sample * width..][..width], part, &rows.row(row)[..width]);
            }
        }
    }
}
