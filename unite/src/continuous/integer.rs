//! Coordinates that are integers.

use super::Coord;

/// A coordinate that is an integer: `i8` to `i64`.
///
/// ```
/// use unite::continuous::Integer;
///
/// assert_eq!(7i64.steps_from(-3), 10);
/// assert_eq!((-5i64).steps_from(-3), 0);
/// assert_eq!((1i8.offset_from(-3), (-5i8).offset_from(-3)), (4, 254)); // -3..=127 has 131 integers
/// assert_eq!((-128i8).step(255), 127);
/// ```
pub trait Integer: Coord + Eq + Ord {
    /// Returns the number of steps from `first` up to `self`; 0 if `first` is not below.
    fn steps_from(self, first: Self) -> usize;

    /// Returns the number of steps from `first` up to `self`. If `first` lies above, returns more than the number of
    /// steps from `first` to the greatest integer, so one comparison tells whether `self` lies in a run that starts at
    /// `first`.
    fn offset_from(self, first: Self) -> usize;

    /// Returns the integer `steps` further, which must exist.
    #[must_use]
    fn step(self, steps: usize) -> Self;
}

macro_rules! integer {
    ($($integer:ident $unsigned:ident;)*) => {$(
        impl Integer for $integer {
            #[inline(always)]
            fn steps_from(self, first: Self) -> usize {
                if self <= first { 0 } else { self.offset_from(first) }
            }

            #[inline(always)]
            fn offset_from(self, first: Self) -> usize {
                // The difference of two numbers of a type fits the unsigned type of the same width.
                usize::try_from(self.wrapping_sub(first) as $unsigned).unwrap_or(usize::MAX)
            }

            #[inline(always)]
            fn step(self, steps: usize) -> Self {
                self.wrapping_add(steps as $integer)
            }
        }
    )*};
}
integer! {
    i8 u8;
    i16 u16;
    i32 u32;
    i64 u64;
}
