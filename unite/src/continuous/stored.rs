//! [`Stored`]: the type in which an axis stores coordinates. Unsigned integers lie on a line of signed ones.
//!
//! A loop iterates over all integers, and needs room on both sides of each: it subtracts offsets and mirrors the line.
//! So an axis of unsigned integers has its places on a wider line, and only its lists have the narrower type.
//!
//! | stored as | line |
//! |---|---|
//! | `u8` | `i16` |
//! | `u16` | `i32` |
//! | `u32`, `u64`, `usize` | `i64`; of `u64` and `usize`, places are those up to 2^63 - 3 |

use std::fmt::{Debug, Display};

use super::{Coord, Cut, PlaceError};

/// A type that an axis stores its coordinates as.
///
/// ```
/// use unite::continuous::Interval;
/// use unite::level::{Dense, Element, Piecewise, SparseList};
/// use unite::loops;
///
/// let row = SparseList::unsigned(Interval::<u32>::EVERYWHERE, Element::new(0.0));
/// let mut a = Piecewise::declare(Dense::new(0..3usize, row)?);
/// a.set((2usize, 0u32), 1.5)?;
/// a.set((0, u32::MAX), 2.0)?;
/// let a = a.freeze()?;
/// let (mut s, last) = (0.0, i64::from(u32::MAX));
/// loops!(for i, j  s += a[i, j - 1] * ((j - last) as f64))?; // the indices are of type i64
/// assert_eq!(s, 2.0 + 1.5 * (1.0 - f64::from(u32::MAX)));
/// assert_eq!(a.level().child().coordinates(), [u32::MAX, 0]);
/// # use unite::level::AxisLevel;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of coordinates",
    label = "not a type of coordinates",
    note = "coordinates are real numbers, `f32` or `f64`, or integers of up to 64 bits"
)]
pub trait Stored: Copy + PartialOrd + Debug + Display + Default + Send + Sync + 'static {
    /// The coordinates of the line.
    type Coord: Coord;

    /// The cut before all places.
    const BEFORE_ALL: Cut<Self::Coord>;
    /// The cut after all places.
    const AFTER_ALL: Cut<Self::Coord>;

    /// Returns the place on the line.
    ///
    /// # Errors
    /// The errors of [`Coord::checked`].
    fn place(self) -> Result<Self::Coord, PlaceError>;

    /// Returns the coordinate of a place on the line.
    fn coord(self) -> Self::Coord;

    /// Converts a coordinate of the line back, which lies between [`BEFORE_ALL`](Stored::BEFORE_ALL) and
    /// [`AFTER_ALL`](Stored::AFTER_ALL).
    fn stored(coord: Self::Coord) -> Self;
}

macro_rules! itself {
    ($($coord:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Stored for $coord {
            type Coord = $coord;

            const BEFORE_ALL: Cut<$coord> = Cut::FIRST;
            const AFTER_ALL: Cut<$coord> = Cut::LAST;

            #[inline(always)]
            fn place(self) -> Result<$coord, PlaceError> {
                self.checked()
            }

            #[inline(always)]
            fn coord(self) -> $coord {
                self
            }

            #[inline(always)]
            fn stored(coord: $coord) -> $coord {
                coord
            }
        }
    )*};
}
itself!(f32 f64 i8 i16 i32 i64);

/// Returns the lesser of two numbers.
const fn least(one: u64, other: u64) -> u64 {
    if one < other { one } else { other }
}

macro_rules! unsigned {
    ($($unsigned:ident $line:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Stored for $unsigned {
            type Coord = $line;

            const BEFORE_ALL: Cut<$line> = Cut { value: 0, after: false };
            // After the last place of the line, or of the type.
            const AFTER_ALL: Cut<$line> =
                Cut { value: least($line::MAX as u64 - 2, $unsigned::MAX as u64) as $line + 1, after: false };

            fn place(self) -> Result<$line, PlaceError> {
                let beyond = || PlaceError::Beyond { place: self.to_string(), coordinate: stringify!($line) };
                $line::try_from(self).map_err(|_| beyond())?.checked()
            }

            #[inline(always)]
            fn coord(self) -> $line {
                self as $line
            }

            #[inline(always)]
            fn stored(coord: $line) -> $unsigned {
                coord as $unsigned
            }
        }
    )*};
}
unsigned! {
    u8 i16;
    u16 i32;
    u32 i64;
    u64 i64;
    usize i64;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::continuous::Interval;

    #[test]
    fn all_numbers_of_a_narrow_type_are_places() {
        for n in 0..=u8::MAX {
            assert_eq!(n.place(), Ok(i16::from(n)));
            assert_eq!(u8::stored(n.coord()), n);
            assert!(Interval::<u8>::EVERYWHERE.contains(n));
        }
        assert_eq!(Interval::<u8>::EVERYWHERE.to_string(), "[0, 255]");
        assert_eq!(Interval::<u32>::EVERYWHERE.measure(), 4_294_967_296.0);
        assert_eq!(u32::MAX.place(), Ok(4_294_967_295));
    }

    #[test]
    fn numbers_next_to_the_end_of_the_line_are_no_places() {
        let last = i64::MAX as u64 - 2;
        assert_eq!(last.place(), Ok(i64::MAX - 2));
        assert!(Interval::<u64>::EVERYWHERE.contains(last));
        for beyond in [last + 1, 1 << 63, u64::MAX] {
            assert!(matches!(beyond.place(), Err(PlaceError::Beyond { .. })), "{beyond}");
            assert!(!Interval::<u64>::EVERYWHERE.contains(beyond), "{beyond}");
        }
        assert!(matches!(Interval::closed(0, u64::MAX), Err(PlaceError::Beyond { .. })));
    }

    #[test]
    fn an_interval_of_unsigned_integers_has_none_below_zero() {
        assert_eq!(Interval::try_from(..5u32).map(|interval| interval.to_string()), Ok("[0, 4]".into()));
        assert_eq!(Interval::try_from(5u8..).map(|interval| interval.to_string()), Ok("[5, 255]".into()));
        assert_eq!(Interval::closed(0u32, 0).map(|interval| interval.is_point()), Ok(true));
        assert!(matches!(Interval::try_from(..0u32), Err(PlaceError::Empty { .. })));
        assert!(matches!(Interval::open(0u8, 1), Err(PlaceError::Empty { .. })));
    }
}
