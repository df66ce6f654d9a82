//! Conversion of lists and arrays to grids, and of grids to the tensor of the figure.

use super::{TrilinearError, VoxelGrid};
use crate::continuous::Interval;
use crate::kernel::Real;
use crate::level::{AxisLevel, ClosedOpen, Dense, Element, LevelError, Piecewise, Regular, SparseByteMap};

/// The format of a grid: arrays along x and y, flags along z, and a row of channels for each full voxel.
pub type VoxelLevels<T> = Dense<Dense<SparseByteMap<Dense<Element<T>, i32>, i32>, i32>, i32>;

/// The format of a grid over real coordinates: cells `[n, n + 1)` along x, y and z, and channels.
pub type CellLevels<T> = Regular<Regular<Regular<Dense<Element<T>>, ClosedOpen>, ClosedOpen>, ClosedOpen>;

/// Lists of full voxels, line by line.
struct Lists<T> {
    sizes: [usize; 3],
    channels: usize,
    pointers: Vec<usize>,
    coordinates: Vec<i32>,
    values: Vec<T>,
}

impl<T: Real> Lists<T> {
    /// Creates lists without lines, with capacity for some voxels.
    fn new(sizes: [usize; 3], channels: usize, voxels: usize) -> Result<Self, LevelError> {
        // Checks that no axis is empty and that the product of their sizes does not overflow.
        let line = SparseByteMap::new(axis(sizes[2])?, Dense::new(axis(channels)?, Element::new(T::ZERO))?)?;
        Dense::new(axis(sizes[0])?, Dense::new(axis(sizes[1])?, line)?)?;
        let mut pointers = reserved(sizes[0] * sizes[1] + 1)?;
        pointers.push(0);
        let (coordinates, values) = (reserved(voxels)?, reserved(voxels.saturating_mul(channels))?);
        Ok(Lists { sizes, channels, pointers, coordinates, values })
    }

    /// Appends a voxel to the current line.
    fn push(&mut self, z: i32, values: &[T]) {
        self.coordinates.push(z);
        self.values.extend_from_slice(values);
    }

    /// Ends all lines before line `line`.
    fn end_lines(&mut self, line: usize) {
        self.pointers.resize(line + 1, self.coordinates.len());
    }

    /// Ends all lines and returns the grid.
    fn finish(mut self) -> Result<VoxelGrid<T>, TrilinearError> {
        let [x, y, z] = self.sizes;
        self.end_lines(x * y);
        let rows = Dense::from_parts(axis(self.channels)?, Element::from_values(T::ZERO, self.values))?;
        let lines = SparseByteMap::from_parts(axis(z)?, self.pointers, self.coordinates, rows)?;
        let levels = Dense::from_parts(axis(x)?, Dense::from_parts(axis(y)?, lines)?)?;
        VoxelGrid::new(Piecewise::from_level(levels)?)
    }
}

/// Returns an empty list with capacity for `count` items.
fn reserved<N>(count: usize) -> Result<Vec<N>, LevelError> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| LevelError::TooLarge { values: count as f64 })?;
    Ok(list)
}

/// Returns the interval of the integers from 0 up to `size`, exclusive.
fn axis(size: usize) -> Result<Interval<i32>, LevelError> {
    let size = i32::try_from(size).map_err(|_| LevelError::TooLarge { values: size as f64 })?;
    Interval::closed_open(0, size).map_err(|source| LevelError::Axis { source })
}

impl<T: Real> VoxelGrid<T> {
    /// Creates a grid of `sizes` voxels from a list of full ones, in any order. `places` has the place of each, and
    /// `values` the channels of each, contiguously. A listed voxel is full even if all of its channels are zero.
    ///
    /// # Errors
    /// [`TrilinearError::Count`]: not `channels` values for each place. [`TrilinearError::Level`], with the number of
    /// the voxel: it lies outside of the grid, or at the place of another one; an axis without voxels, no channels, or
    /// more than memory has room for.
    pub fn from_voxels(
        sizes: [usize; 3],
        channels: usize,
        places: &[[i32; 3]],
        values: &[T],
    ) -> Result<Self, TrilinearError> {
        let needed = places.len().saturating_mul(channels);
        TrilinearError::check("values", values.len(), needed, "the channels of each voxel")?;
        let mut lists = Lists::new(sizes, channels, places.len())?;
        let extents = [axis(sizes[0])?, axis(sizes[1])?, axis(sizes[2])?];
        for (element, place) in places.iter().enumerate() {
            for (&coordinate, extent) in place.iter().zip(extents) {
                if !extent.contains(coordinate) {
                    let (place, extent) = (coordinate.to_string(), extent.to_string());
                    return Err(LevelError::ElementOutside { element, place, extent }.into());
                }
            }
        }
        let mut push = |element: usize| {
            let [x, y, z] = places[element];
            lists.end_lines(x as usize * sizes[1] + y as usize);
            lists.push(z, &values[element * channels..][..channels]);
        };
        if places.is_sorted_by(|one, other| one < other) {
            (0..places.len()).for_each(&mut push);
        } else {
            let mut order: Vec<usize> = (0..places.len()).collect();
            order.sort_unstable_by_key(|&element| (places[element], element));
            if let Some(pair) = order.windows(2).find(|pair| places[pair[0]] == places[pair[1]]) {
                return Err(LevelError::Collision { element: pair[1], earlier: pair[0] }.into());
            }
            order.into_iter().for_each(push);
        }
        lists.finish()
    }

    /// Creates a grid from an array of all `sizes` voxels, in which z varies fastest and x slowest, with the channels
    /// of each voxel contiguous. A voxel is full if the magnitude of a channel is above `threshold`, or is NaN.
    ///
    /// # Errors
    /// [`TrilinearError::Count`]: the number of values does not match. [`TrilinearError::Level`]: an axis without
    /// voxels, no channels, or more than memory has room for.
    pub fn from_dense(sizes: [usize; 3], channels: usize, values: &[T], threshold: T) -> Result<Self, TrilinearError> {
        let needed = sizes.iter().fold(channels, |product, &size| product.saturating_mul(size));
        TrilinearError::check("values", values.len(), needed, "the channels of each voxel")?;
        let mut lists = Lists::new(sizes, channels, 0)?;
        for (number, line) in values.chunks_exact(sizes[2] * channels).enumerate() {
            for (z, voxel) in (0..).zip(line.chunks_exact(channels)) {
                if !voxel.iter().all(|value| value.magnitude() <= threshold) {
                    lists.push(z, voxel);
                }
            }
            lists.end_lines(number + 1);
        }
        lists.finish()
    }

    /// Returns the tensor of the figure: the cells of full voxels along real axes, so that loop programs integrate over
    /// them.
    ///
    /// ```
    /// use unite::kernel::VoxelGrid;
    /// use unite::loops;
    ///
    /// let grid = VoxelGrid::from_voxels([4, 4, 4], 1, &[[1, 2, 3], [2, 2, 3]], &[1.0, 3.0])?.to_cells()?;
    /// let (x, y, z, mut out) = (1.5, 2.5, 3.0, 0.0);
    /// loops! {
    ///     for i=0:1 for j=0:1 for k=0:1 for c=0:0
    ///         out += grid[x+i, y+j, z+k, c]*d(i)*d(j)*d(k)
    /// }?;
    /// assert_eq!(out, 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`LevelError`]: the tensor does not fit into memory.
    pub fn to_cells(&self) -> Result<Piecewise<CellLevels<T>>, LevelError> {
        let (xs, ys, lines, rows) = self.storage();
        let (mut x_list, mut y_list, mut z_list) = (Vec::new(), Vec::new(), Vec::new());
        let (mut y_pointers, mut z_pointers) = (vec![0], vec![0]);
        for (x, _, plane) in xs.entries(0) {
            for (y, _, line) in ys.entries(plane) {
                z_list.extend(lines.entries(line).map(|(z, _, _)| f64::from(z.value)));
                if z_pointers.last() != Some(&z_list.len()) {
                    y_list.push(f64::from(y.value));
                    z_pointers.push(z_list.len());
                }
            }
            if y_pointers.last() != Some(&y_list.len()) {
                x_list.push(f64::from(x.value));
                y_pointers.push(y_list.len());
            }
        }
        let channels = i64::try_from(self.channels()).map_err(|_| LevelError::TooLarge { values: f64::INFINITY })?;
        let rows = Dense::from_parts(0..channels, rows.child().clone())?;
        let zs = Regular::from_parts(Interval::EVERYWHERE, 1.0, 1.0, z_pointers, z_list, rows)?;
        let ys = Regular::from_parts(Interval::EVERYWHERE, 1.0, 1.0, y_pointers, y_list, zs)?;
        let x_pointers = vec![0, x_list.len()];
        Piecewise::from_level(Regular::from_parts(Interval::EVERYWHERE, 1.0, 1.0, x_pointers, x_list, ys)?)
    }
}
