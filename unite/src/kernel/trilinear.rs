//! Trilinear interpolation in sparse voxel grids, and its gradient. "The Continuous Tensor Abstraction", Fig. 23.
//!
//! Voxel n of an axis covers `[n, n + 1)`. A sample at (x, y, z) is the integral of the grid over the unit cube that
//! starts there. Sample t of a ray, which has an origin and a step, is taken at `origin + t * step`:
//!
//! ```text
//! for t = 0:T-1  let x = ox + t*dx, y = oy + t*dy, z = oz + t*dz
//!   for i=0:1 for j=0:1 for k=0:1 for c=0:C-1   Out[t,c] += Grid[x+i, y+j, z+k, c]*d(i)*d(j)*d(k)
//! ```
//!
//! The cube meets eight voxels. Along each axis, the voxel at the floor of the coordinate has a share of `1 - f`, and
//! the next one a share of `f`, the fractional part. So a sample at integers is the voxel itself, and samples between
//! them are the trilinear interpolation of the values at integers. Empty voxels, and places outside of the grid, are
//! zero.
//!
//! ```text
//!   voxel     2       3       4             x = 2.75: the cube [2.75, 3.75) takes
//!         |---a---|---b---|---c---|         0.25 of voxel 2, 0.75 of voxel 3:
//!               [=======)                   0.25 a + 0.75 b
//!             2.75     3.75
//!
//!   grid      Dense x    Dense y    SparseByteMap z         Dense c
//!             every x -> every y -> a bit a voxel, ranks -> the channels of full voxels, one row each
//! ```
//!
//! Positions have the resolution of their number type. `f32` has 256 steps between adjacent voxels up to voxel 65,536,
//! two up to 2^23, and none from there on; from 2^24 on it represents only every second integer, so that no sample
//! meets the voxels between. Use `f64` for axes of that length.
//!
//! The axes are named x, y, z from the root of the tensor on, as in the figure: z varies fastest. For a file whose
//! fastest axis is called x, reverse the order of all coordinates.
//!
//! # Cost
//! A line along z takes eight bytes, and 16 more for each 64 voxels or part of them: two bits per voxel of the whole
//! grid if lines are long, and 24 bytes per voxel if z has length one. So z should be the longest axis: an empty grid
//! of 8192 x 8192 x 1 takes 1.6 GB, one of 1 x 8192 x 8192 takes 17 MB. A full voxel takes its channels and four bytes.
//!
//! `docs/kernels.md` in the repository has measured times; `benches/peers/volume` prints them.

mod build;
mod corners;
mod error;
mod gather;
mod gradient;
mod hits;
#[cfg(feature = "parallel")]
mod parallel;

pub use build::{CellLevels, VoxelLevels};
pub use error::TrilinearError;
pub use gather::Ray;

use super::Real;
use crate::level::{AxisLevel, Dense, Element, Level, Piecewise, SparseByteMap};
use corners::Reach;

/// A sparse grid of voxels with `C` channels, which can be sampled; `C` is known at run time.
///
/// ```
/// use unite::kernel::VoxelGrid;
///
/// // Two voxels with two channels, in a grid of 4 x 4 x 4.
/// let grid = VoxelGrid::<f32>::from_voxels([4, 4, 4], 2, &[[1, 2, 3], [2, 2, 3]], &[1.0, 10.0, 3.0, 50.0])?;
/// let mut samples = [[0.0; 2]; 3];
/// grid.sample(&[[1.0, 2.0, 3.0], [1.5, 2.0, 3.0], [2.5, 2.5, 3.0]], &mut samples)?;
/// assert_eq!(samples, [[1.0, 10.0], [2.0, 30.0], [0.75, 12.5]]);
/// # Ok::<(), unite::kernel::TrilinearError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct VoxelGrid<T: Real = f32> {
    tensor: Piecewise<VoxelLevels<T>>,
    reach: [Reach<T>; 3],
    channels: usize,
}

/// The levels of a grid: arrays of x and of y, flags along z, and rows of channels.
type Storage<'a, T> = (&'a VoxelLevels<T>, &'a Dense<Lines<T>, i32>, &'a Lines<T>, &'a Dense<Element<T>, i32>);

/// The level of the voxels along z.
type Lines<T> = SparseByteMap<Dense<Element<T>, i32>, i32>;

impl<T: Real> VoxelGrid<T> {
    /// Creates a grid from a tensor of voxels, whose extents may begin anywhere.
    ///
    /// ```
    /// use unite::continuous::Interval;
    /// use unite::kernel::VoxelGrid;
    /// use unite::level::{Dense, Element, Piecewise, SparseByteMap};
    ///
    /// let line = SparseByteMap::new(Interval::closed(-8, 7)?, Dense::new(0..1, Element::new(0.0))?)?;
    /// let mut tensor = Piecewise::declare(Dense::new(-8..8, Dense::new(-8..8, line)?)?);
    /// tensor.set((-8, -3, 0, 0), 4.0)?;
    /// let grid = VoxelGrid::new(tensor.freeze()?)?;
    /// let mut sample = [[0.0]];
    /// grid.sample(&[[-8.25, -3.0, 0.5]], &mut sample)?;
    /// assert_eq!(sample, [[1.5]]); // 0.75 of it along x, half of it along z
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TrilinearError::Fill`]: the fill value of the tensor is not zero.
    pub fn new(tensor: Piecewise<VoxelLevels<T>>) -> Result<Self, TrilinearError> {
        let fill = tensor.fill_value();
        if fill != T::ZERO {
            return Err(TrilinearError::Fill { fill: fill.to_f64() });
        }
        let level = tensor.level();
        let (ys, lines) = (level.child(), level.child().child());
        let reach = [Reach::of(level.extent()), Reach::of(ys.extent()), Reach::of(lines.extent())];
        let channels = lines.child().footprint();
        Ok(VoxelGrid { tensor, reach, channels })
    }

    /// Returns the tensor of voxels.
    pub fn tensor(&self) -> &Piecewise<VoxelLevels<T>> {
        &self.tensor
    }

    /// Returns the number of channels.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Returns the number of full voxels.
    pub fn voxels(&self) -> usize {
        self.storage().2.coordinates().len()
    }

    /// Returns the values of all full voxels, in the order of their places, with the channels of each contiguous.
    pub fn values(&self) -> &[T] {
        self.storage().3.child().values()
    }

    /// Returns the levels, outermost first.
    fn storage(&self) -> Storage<'_, T> {
        let xs = self.tensor.level();
        let (ys, lines) = (xs.child(), xs.child().child());
        (xs, ys, lines, lines.child())
    }
}
