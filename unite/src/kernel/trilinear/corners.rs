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

/// Where samples may lie along an axis, so that their cube meets a voxel or, moved to the right, begins to: not beside these
/// two numbers, both of which are among the integers of `i32`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reach<T> {
    least: T,
    most: T,
}

impl<T: Real> Reach<T> {
    /// That of an axis with finitely many voxels.
    pub(super) fn of(extent: Interval<i32>) -> Self {
        // The ends of integers are those of a half-open interval. Far away numbers are rounded, perhaps to the outside: no
        // place that is inside lies beyond them.
        Reach { least: of_integer(extent.lo().value - 1), most: of_integer(extent.hi().value) }
    }

    /// Whether a cube that starts here lies in reach. One that starts at NaN does not.
    #[inline(always)]
    fn holds(&self, place: T) -> bool {
        place >= self.least && place <= self.most
    }
}

/// A voxel's part in a cube.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner<T> {
    /// How much of the cube it has along each axis.
    pub(super) shares: [T; 3],
    /// How that changes with the position of the cube.
    pub(super) slopes: [T; 3],
}

impl<T: Real> Corner<T> {
    /// Its volume in the cube. A voxel that the cube only touches is not part of the integral, be it infinite.
    #[inline(always)]
    pub(super) fn part(&self) -> Option<T> {
        let [x, y, z] = self.shares;
        let volume = x * y * z;
        (volume > T::ZERO).then_some(volume)
    }

    /// How its volume changes with the position of the cube along each axis.
    #[inline(always)]
    pub(super) fn slope(&self) -> [T; 3] {
        let ([x, y, z], [dx, dy, dz]) = (self.shares, self.slopes);
        [dx * y * z, x * dy * z, x * y * dz]
    }
}

/// An integer, rounded.
#[inline(always)]
fn of_integer<T: Real>(integer: i32) -> T {
    T::from_f64(f64::from(integer))
}

/// The greatest integer that is not above; of numbers that `i32` does not hold, any.
#[inline(always)]
fn floor<T: Real>(place: T) -> i32 {
    // The method of numbers is a call of a function on processors that are not known to have an instruction for it.
    let towards_zero = place.truncated();
    towards_zero.wrapping_sub(i32::from(place < of_integer(towards_zero)))
}

/// The two voxels that a cube meets along an axis: which, what share of the cube, how that changes.
#[inline(always)]
fn pair<T: Real>(place: T) -> [(i32, T, T); 2] {
    let first = floor(place);
    let share = place - of_integer(first);
    [(first, T::ONE - share, of_integer(-1)), (first.wrapping_add(1), share, T::ONE)]
}

impl<T: Real> VoxelGrid<T> {
    /// Calls `visit` for the full voxels that the cube at a place meets: their rows of channels, their parts.
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
