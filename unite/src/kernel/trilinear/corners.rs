//! The full voxels among the eight that a unit cube meets.
//!
//! ```text
//! for x, share of x  in  floor(x), floor(x) + 1              the same for y and z
//!   if the array of x has it: for y: if the array of y has it: for z: if its flag is set:
//!     visit the voxel, with the product of its shares
//! ```

use super::VoxelGrid;
use crate::continuous::Interval;
use crate::kernel::Real;

/// The range along an axis of the places whose cubes meet a voxel, or touch the first one. Both ends are integers in
/// the range of `i32`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reach<T> {
    least: T,
    most: T,
}

impl<T: Real> Reach<T> {
    /// Returns the range for an axis with finitely many voxels.
    pub(super) fn of(extent: Interval<i32>) -> Self {
        // The extent of integers is half open. Its ends may be rounded outward if they are far from zero, but no place
        // inside is excluded.
        Reach { least: of_integer(extent.lo().value - 1), most: of_integer(extent.hi().value) }
    }

    /// Returns whether a cube that starts at `place` is in the range; false for NaN.
    #[inline(always)]
    fn holds(&self, place: T) -> bool {
        place >= self.least && place <= self.most
    }
}

/// The intersection of a voxel and a cube.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner<T> {
    /// The share of the cube that it has along each axis.
    pub(super) shares: [T; 3],
    /// The derivatives of the shares with respect to the position of the cube.
    pub(super) slopes: [T; 3],
}

impl<T: Real> Corner<T> {
    /// Returns its volume, `None` if it is zero: a voxel that the cube only touches does not contribute, even if it is
    /// infinite.
    #[inline(always)]
    pub(super) fn part(&self) -> Option<T> {
        let [x, y, z] = self.shares;
        let volume = x * y * z;
        (volume > T::ZERO).then_some(volume)
    }

    /// Returns the derivatives of its volume with respect to the position of the cube along each axis.
    #[inline(always)]
    pub(super) fn slope(&self) -> [T; 3] {
        let ([x, y, z], [dx, dy, dz]) = (self.shares, self.slopes);
        [dx * y * z, x * dy * z, x * y * dz]
    }
}

/// Converts an integer to a float, rounded.
#[inline(always)]
fn of_integer<T: Real>(integer: i32) -> T {
    T::from_f64(f64::from(integer))
}

/// Returns the greatest integer at or below `place`; unspecified if `i32` does not hold it.
#[inline(always)]
fn floor<T: Real>(place: T) -> i32 {
    // The standard method is a function call on targets that are not known to have an instruction for it.
    let towards_zero = place.truncated();
    towards_zero.wrapping_sub(i32::from(place < of_integer(towards_zero)))
}

/// Returns the two voxels that a cube meets along an axis, each with its share of the cube and the share's derivative.
#[inline(always)]
fn pair<T: Real>(place: T) -> [(i32, T, T); 2] {
    let first = floor(place);
    let share = place - of_integer(first);
    [(first, T::ONE - share, of_integer(-1)), (first.wrapping_add(1), share, T::ONE)]
}

impl<T: Real> VoxelGrid<T> {
    /// Calls `visit` for the full voxels that the cube at a place meets, with their rows of channels and their
    /// intersections.
    #[inline(always)]
    pub(super) fn corners(&self, place: [T; 3], mut visit: impl FnMut(usize, Corner<T>)) {
        if !(self.reach[0].holds(place[0]) && self.reach[1].holds(place[1]) && self.reach[2].holds(place[2])) {
            return;
        }
        let (xs, ys, lines, _) = self.storage();
        let [x_pair, y_pair, z_pair] = place.map(pair);
        for (x, x_share, x_slope) in x_pair {
            let Some(plane) = xs.position(0, x) else { continue };
            for (y, y_share, y_slope) in y_pair {
                let Some(line) = ys.position(plane, y) else { continue };
                for (z, z_share, z_slope) in z_pair {
                    if let Some(row) = lines.position(line, z) {
                        let shares = [x_share, y_share, z_share];
                        visit(row, Corner { shares, slopes: [x_slope, y_slope, z_slope] });
                    }
                }
            }
        }
    }
}
