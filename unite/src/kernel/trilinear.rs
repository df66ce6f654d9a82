//! Trilinear interpolation in sparse voxel grids ("The Continuous Tensor Abstraction", Fig. 23), and its gradient.
//!
//! Voxel n of an axis holds its value on `[n, n + 1)`. A sample at (x, y, z) is the integral of the grid over the unit cube
//! that starts there; of ray t, with an origin and a step, sample t is taken at `origin + t * step`:
//!
//! ```text
//! for t = 0:T-1  let x = ox + t*dx, y = oy + t*dy, z = oz + t*dz
//!   for i=0:1 for j=0:1 for k=0:1 for c=0:C-1   Out[t,c] += Grid[x+i, y+j, z+k, c]*d(i)*d(j)*d(k)
//! ```
//!
//! The cube meets eight voxels, along each axis the one at the floor of the coordinate with a share of `1 - f`, and the one
//! after it with a share of `f`, the fraction. So a sample at integers is the voxel itself, and between them it is the
//! trilinear interpolation of the values at integers. What is not full, or outside of the grid, is zero.
//!
//! ```text
//!   voxel     2       3       4             x = 2.75: the cube [2.75, 3.75) takes
//!         |---a---|---b---|---c---|         0.25 of voxel 2, 0.75 of voxel 3:
//!               [=======)                   0.25 a + 0.75 b
//!             2.75     3.75
//!
//!   grid      Dense x    Dense y    SparseByteMap z         Dense c
//!             every x -> every y -> a bit a voxel, ranks -> the channels of voxels that are full, one row each
//! ```
//!
//! Places are as fine as their numbers: `f32` has 256 steps from a voxel to the next up to voxel 65,536, two up to 2^23, none
//! from there on, and from 2^24 on it has every second integer, so that no sample meets the voxels between. Along axes as
//! long as that, `f64` has places for all.
//!
//! The axes are named x, y, z from the root of the tensor on, as in the figure: z is the fastest one. In a file whose
//! fastest axis is called x, the order of all coordinates is the reverse.
//!
//! # What it costs
//! A line along z takes eight bytes, and 16 for each 64 voxels that it has or begins: two bits a voxel of the whole grid if
//! lines are long, and 24 bytes a voxel if z has one. So z had best be the longest axis: an empty grid of 8192 x 8192 x 1
//! takes 1.6 GB, one of 1 x 8192 x 8192 takes 17 MB. A full voxel takes its channels and four bytes.
//!
//! One million samples, 28 channels of `f32`, 5 % of the voxels full anywhere, one thread of an AMD EPYC (Zen 5) that others
//! use too, CPU time in ms, medians; `benches/peers/volume` measures them:
//!
//! | | 128^3 random | 128^3 along rays | 256^3 random | 256^3 along rays |
//! |---|---|---|---|---|
//! | [`VoxelGrid`] | 35 | 36 | 55 | 52 |
//! | torch 2.15, `grid_sample` of a dense volume, channels last | 565 | 404 | 766 | 614 |
//! | the program above, by `loops!`, from 10,000 samples | 470 | | 1080 | |
//!
//! Gradients with respect to 1 M places take 45 and 90 ms, with respect to the voxels 39 and 79. To build the grid from a
//! sorted list takes 1.6 and 61 ms; to fill torch's array, 103 and 752.
//!
//! The paper has 1.3 to 2.0 times the speed of its baseline, a gather, 1.69 in the mean: rays of a picture of 256 x 256,
//! 28 channels, one thread of an Apple M2 Max.
//!
//! # Where things are
//! | file | what |
//! |---|---|
//! | `build` | grids from lists and arrays, and as the tensor of the figure |
//! | `corners` | the full voxels among the eight that a cube meets |
//! | `gather` | samples, at points and along rays |
//! | `gradient` | derivatives with respect to positions and to voxels |
//! | `hits` | those voxels for a block of samples, in one list |
//! | `parallel` | the same, shared out to threads |

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

/// A sparse grid of voxels with `C` channels, to be sampled; `C` is known when the program runs.
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

/// The arrays of x and of y, the flags along z, and the rows of channels.
type Storage<'a, T> = (&'a VoxelLevels<T>, &'a Dense<Lines<T>, i32>, &'a Lines<T>, &'a Dense<Element<T>, i32>);

/// The voxels of a line along z.
type Lines<T> = SparseByteMap<Dense<Element<T>, i32>, i32>;

impl<T: Real> VoxelGrid<T> {
    /// A grid over a tensor of voxels, whose extents may begin anywhere.
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
    /// [`TrilinearError::Fill`]: the tensor does not hold zero where nothing is stored.
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

    /// The tensor.
    pub fn tensor(&self) -> &Piecewise<VoxelLevels<T>> {
        &self.tensor
    }

    /// How many values each voxel has.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// How many voxels are full.
    pub fn voxels(&self) -> usize {
        self.storage().2.coordinates().len()
    }

    /// The values of all full voxels, in the order of their places; the channels of each, one after the other.
    pub fn values(&self) -> &[T] {
        self.storage().3.child().values()
    }

    /// The levels, outermost first.
    fn storage(&self) -> Storage<'_, T> {
        let xs = self.tensor.level();
        let (ys, lines) = (xs.child(), xs.child().child());
        (xs, ys, lines, lines.child())
    }
}
