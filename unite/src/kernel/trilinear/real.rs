//! Numbers that coordinates and voxels may have.

use std::ops::{Add, AddAssign, Mul, Sub};

use crate::continuous::Coord;
use crate::level::Value;

/// `f32` or `f64`: coordinates and values of a grid.
pub trait Real:
    Value + Coord + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + AddAssign + private::Sealed
{
    /// An integer, rounded.
    fn of_integer(integer: i32) -> Self;

    /// The number of a sample along a ray, rounded.
    fn of_count(count: usize) -> Self;

    /// The greatest integer that is not above; of numbers that `i32` does not hold, any.
    fn floor_integer(self) -> i32;

    /// Without its sign.
    #[must_use]
    fn magnitude(self) -> Self;
}

macro_rules! real {
    ($($real:ident)*) => {$(
        impl private::Sealed for $real {}

        impl Real for $real {
            #[inline(always)]
            fn of_integer(integer: i32) -> Self {
                integer as $real
            }

            #[inline(always)]
            fn of_count(count: usize) -> Self {
                count as $real
            }

            #[inline(always)]
            fn floor_integer(self) -> i32 {
                // `floor` is a call of a function on processors that are not known to have an instruction for it.
                let towards_zero = self as i32;
                towards_zero.wrapping_sub(i32::from(self < towards_zero as $real))
            }

            #[inline(always)]
            fn magnitude(self) -> Self {
                self.abs()
            }
        }
    )*};
}
real!(f32 f64);

mod private {
    /// The numbers of this file.
    pub trait Sealed {}
}
