//! The coordinates of a line: integers or real numbers ("The Continuous Tensor Abstraction", section 3).
//!
//! A coordinate is checked once, when data is built ([`Coord::checked`]): NaN is not valid, and the least and the
//! greatest integer of a type stand for minus and plus infinity. The integers next to them are not valid either, so
//! that both cuts of each place exist, on the mirrored line too: the places of `i8` are -125 to 125.

use std::fmt::Display;

use super::{Cut, PlaceError, Stored};
use super::{Kind, Points};

/// A coordinate of a line: `i8` to `i64`, `f32`, `f64`. An axis may [store](Stored) unsigned integers.
///
/// ```
/// use unite::continuous::Coord;
///
/// assert_eq!(3.5f64.checked(), Ok(3.5));
/// assert!(f64::NAN.checked().is_err());
/// assert!(i32::MAX.checked().is_err()); // stands for infinity
/// assert_eq!(i64::measure(2i64.before(), 4i64.after()), 3.0); // three integers
/// assert_eq!(f64::measure(2f64.before(), 4f64.after()), 2.0); // a length
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of coordinates",
    label = "not a type of coordinates",
    note = "coordinates are real numbers, `f32` or `f64`, or signed integers; unsigned ones are stored by `Dense`, `SparseList`, \
            `SparseDict` and `SparseByteMap`"
)]
pub trait Coord: Stored<Coord = Self> {
    /// `true` for integers: there are finitely many coordinates between two others.
    const DISCRETE: bool;
    /// The [`Kind`] of pieces of kind `K`, as far as sums are concerned: pieces of integers count as points, since each
    /// has finitely many places.
    type Pieces<K: Kind>: Kind;
    /// Minus infinity.
    const LOWEST: Self;
    /// Plus infinity.
    const HIGHEST: Self;

    /// Returns the coordinate itself, if it is valid.
    ///
    /// # Errors
    /// [`PlaceError::NotANumber`]; [`PlaceError::Beyond`] for an integer that stands for an infinity, or is too close to it.
    fn checked(self) -> Result<Self, PlaceError>;

    /// Returns whether the coordinate is [valid](Coord::checked).
    fn is_valid(self) -> bool;

    /// Returns the cut right before the coordinate.
    fn before(self) -> Cut<Self>;

    /// Returns the cut right after the coordinate; for an integer, the one before the next.
    fn after(self) -> Cut<Self>;

    /// Returns the length between two cuts, or the number of integers between them. Never below zero.
    fn measure(lo: Cut<Self>, hi: Cut<Self>) -> f64;

    /// Returns `self - other`.
    fn minus(self, other: Self) -> Self;

    /// Returns `self + other`.
    fn plus(self, other: Self) -> Self;

    /// Returns `-self`; infinities are exchanged.
    fn negated(self) -> Self;

    /// Returns `self * factor`, for a factor above zero; overflow gives an infinity.
    fn times(self, factor: Self) -> Self;

    /// Returns `self / divisor`, for a divisor above zero; integers are rounded up, and infinities stay.
    fn over(self, divisor: Self) -> Self;

    /// Returns the last place before the cut before `self`: the predecessor of an integer; a real number has none and
    /// returns itself.
    fn last_below(self) -> Self;

    /// Returns the next greater coordinate of the type.
    fn above(self) -> Self;

    /// Returns the next smaller coordinate of the type.
    fn below(self) -> Self;

    /// Returns the integer `steps` above `self`, which must exist; a real number returns itself.
    #[must_use]
    fn stepped(self, steps: usize) -> Self;

    /// Returns `self - start`, rounded up so that `start + reach` is not below `self`; the highest coordinate if there
    /// is no such number.
    fn reach_from(self, start: Self) -> Self;

    /// Returns candidates for a number `x` with `x * divisor == self`, the best one first.
    fn quotients(self, divisor: Self) -> [Self; 4];

    /// Converts the coordinate to `f64`; integers beyond 2^53 are rounded.
    fn to_f64(self) -> f64;

    /// Returns a number that is the same for equal coordinates and different for others; -0.0 equals 0.0. The numbers
    /// of integers differ by as much as the integers do, modulo 2^64.
    fn bits(self) -> u64;

    /// Returns a number such that the numbers have the order of the coordinates; -0.0 equals 0.0.
    ///
    /// ```
    /// use unite::continuous::Coord;
    ///
    /// assert!((-2.5f64).ordered() < (-0.0f64).ordered() && 0.0f64.ordered() < 1e-9f64.ordered());
    /// assert!((-3i32).ordered() < 2i32.ordered());
    /// ```
    fn ordered(self) -> u64;
}

macro_rules! real {
    ($($real:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Coord for $real {
            type Pieces<K: Kind> = K;

            const DISCRETE: bool = false;
            const LOWEST: Self = $real::NEG_INFINITY;
            const HIGHEST: Self = $real::INFINITY;

            fn checked(self) -> Result<Self, PlaceError> {
                if self.is_valid() { Ok(self) } else { Err(PlaceError::NotANumber) }
            }

            #[inline(always)]
            fn is_valid(self) -> bool {
                !self.is_nan()
            }

            #[inline(always)]
            fn before(self) -> Cut<Self> {
                Cut { value: self, after: false }
            }

            #[inline(always)]
            fn after(self) -> Cut<Self> {
                Cut { value: self, after: true }
            }

            #[inline(always)]
            fn measure(lo: Cut<Self>, hi: Cut<Self>) -> f64 {
                let length = f64::from(hi.value) - f64::from(lo.value);
                if length > 0.0 { length } else { 0.0 }
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self - other
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }

            #[inline(always)]
            fn negated(self) -> Self {
                -self
            }

            #[inline(always)]
            fn times(self, factor: Self) -> Self {
                self * factor
            }

            #[inline(always)]
            fn over(self, divisor: Self) -> Self {
                self / divisor
            }

            #[inline(always)]
            fn last_below(self) -> Self {
                self
            }

            #[inline(always)]
            fn above(self) -> Self {
                self.next_up()
            }

            #[inline(always)]
            fn below(self) -> Self {
                self.next_down()
            }

            #[inline(always)]
            fn stepped(self, _steps: usize) -> Self {
                self
            }

            #[inline(always)]
            fn reach_from(self, start: Self) -> Self {
                (self - start).next_up()
            }

            fn quotients(self, divisor: Self) -> [Self; 4] {
                let x = self / divisor;
                [x.round(), x, x.next_up(), x.next_down()]
            }

            #[inline(always)]
            fn to_f64(self) -> f64 {
                f64::from(self)
            }

            #[inline(always)]
            fn bits(self) -> u64 {
                (self + 0.0).to_bits().into()
            }

            #[inline(always)]
            fn ordered(self) -> u64 {
                // Negative numbers have the sign bit, and their bits increase with their magnitude. Each `f32` is an
                // `f64`.
                let bits = (f64::from(self) + 0.0).to_bits();
                bits ^ if bits >> 63 == 1 { u64::MAX } else { 1 << 63 }
            }
        }
    )*};
}
real!(f32 f64);

/// Returns the error of an integer. (It is passed by value: if its address were taken, a loop would keep it in memory.)
#[cold]
#[inline(never)]
fn beyond<C: Display>(place: C, coordinate: &'static str) -> PlaceError {
    PlaceError::Beyond { place: place.to_string(), coordinate }
}

macro_rules! integer {
    ($($integer:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Coord for $integer {
            type Pieces<K: Kind> = Points;

            const DISCRETE: bool = true;
            const LOWEST: Self = $integer::MIN;
            const HIGHEST: Self = $integer::MAX;

            #[inline]
            fn checked(self) -> Result<Self, PlaceError> {
                if self.is_valid() { Ok(self) } else { Err(beyond(self, stringify!($integer))) }
            }

            #[inline(always)]
            fn is_valid(self) -> bool {
                self.unsigned_abs() <= (Self::HIGHEST - 2).unsigned_abs()
            }

            #[inline(always)]
            fn before(self) -> Cut<Self> {
                Cut { value: self, after: false }
            }

            #[inline(always)]
            fn after(self) -> Cut<Self> {
                Cut { value: self.saturating_add(1), after: false }
            }

            #[inline(always)]
            fn measure(lo: Cut<Self>, hi: Cut<Self>) -> f64 {
                if lo.value >= hi.value {
                    0.0
                } else if lo.value == Self::LOWEST || hi.value == Self::HIGHEST {
                    f64::INFINITY
                } else {
                    match hi.value.checked_sub(lo.value) {
                        Some(length) => length as f64,
                        None => hi.value.abs_diff(lo.value) as f64,
                    }
                }
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                if self == Self::LOWEST || self == Self::HIGHEST { self } else { self.saturating_sub(other) }
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                if self == Self::LOWEST || self == Self::HIGHEST { self } else { self.saturating_add(other) }
            }

            #[inline(always)]
            fn negated(self) -> Self {
                if self == Self::LOWEST { Self::HIGHEST } else if self == Self::HIGHEST { Self::LOWEST } else { -self }
            }

            #[inline(always)]
            fn times(self, factor: Self) -> Self {
                if self == Self::LOWEST || self == Self::HIGHEST { self } else { self.saturating_mul(factor) }
            }

            #[inline(always)]
            fn over(self, divisor: Self) -> Self {
                if self == Self::LOWEST || self == Self::HIGHEST {
                    self
                } else {
                    self.div_euclid(divisor) + Self::from(self.rem_euclid(divisor) != 0)
                }
            }

            #[inline(always)]
            fn last_below(self) -> Self {
                if self == Self::LOWEST || self == Self::HIGHEST { self } else { self - 1 }
            }

            #[inline(always)]
            fn above(self) -> Self {
                self.saturating_add(1)
            }

            #[inline(always)]
            fn below(self) -> Self {
                self.saturating_sub(1)
            }

            #[inline(always)]
            fn stepped(self, steps: usize) -> Self {
                self.wrapping_add(steps as $integer)
            }

            #[inline(always)]
            fn reach_from(self, start: Self) -> Self {
                if start == Self::LOWEST { Self::HIGHEST } else { self.saturating_sub(start) }
            }

            fn quotients(self, divisor: Self) -> [Self; 4] {
                [self.over(divisor); 4]
            }

            #[inline(always)]
            fn to_f64(self) -> f64 {
                self as f64
            }

            #[inline(always)]
            fn bits(self) -> u64 {
                i64::from(self).cast_unsigned()
            }

            #[inline(always)]
            fn ordered(self) -> u64 {
                i64::from(self).cast_unsigned() ^ (1 << 63)
            }
        }
    )*};
}
integer!(i8 i16 i32 i64);
