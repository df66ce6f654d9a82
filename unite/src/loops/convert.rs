//! Conversions of a program's numbers to coordinates.

use crate::continuous::{Coord, PlaceError};

/// A coordinate type to which numbers of type `T` convert, exactly or with an error.
#[diagnostic::on_unimplemented(
    message = "`{T}` is not a coordinate of type `{Self}`",
    label = "the tensor has coordinates of type `{Self}` here",
    note = "convert it, for example with `as`"
)]
pub trait Convert<T>: Coord {
    /// Converts a number to a coordinate.
    ///
    /// # Errors
    /// [`PlaceError::Beyond`]: the coordinate type cannot represent the number.
    fn convert(number: T) -> Result<Self, PlaceError>;
}

// A single blanket implementation: for an unknown coordinate type the compiler reports an error where the tensor is
// declared. With several implementations it would report another one at each number of a program.
#[diagnostic::do_not_recommend]
impl<C: FromNumber<T>, T> Convert<T> for C {
    #[inline(always)]
    fn convert(number: T) -> Result<C, PlaceError> {
        C::from_number(number)
    }
}

/// The conversions behind [`Convert`], for each pair of types.
pub trait FromNumber<T>: Coord {
    /// Converts a number to a coordinate, see [`Convert::convert`].
    ///
    /// # Errors
    /// The errors of [`Convert::convert`].
    fn from_number(number: T) -> Result<Self, PlaceError>;
}

macro_rules! exact {
    ($($from:ident: $($to:ident)*;)*) => {$($(
        impl FromNumber<$from> for $to {
            #[inline(always)]
            fn from_number(number: $from) -> Result<$to, PlaceError> {
                Ok($to::from(number))
            }
        }
    )*)*};
}
exact! {
    i8: i8 i16 i32 i64 f32 f64;
    i16: i16 i32 i64 f32 f64;
    i32: i32 i64 f64;
    i64: i64;
    u8: i16 i32 i64 f32 f64;
    u16: i32 i64 f32 f64;
    u32: i64 f64;
    f32: f32 f64;
    f64: f64;
}

macro_rules! checked {
    ($($from:ident: $($to:ident)*;)*) => {$($(
        impl FromNumber<$from> for $to {
            #[inline(always)]
            fn from_number(number: $from) -> Result<$to, PlaceError> {
                $to::try_from(number)
                    .map_err(|_| PlaceError::Beyond { place: number.to_string(), coordinate: stringify!($to) })
            }
        }
    )*)*};
}
checked! {
    i32: i8 i16;
    i64: i8 i16 i32;
    u64: i32 i64;
    usize: i8 i16 i32 i64;
}

macro_rules! rounded {
    ($($from:ident: $($to:ident)*;)*) => {$($(
        impl FromNumber<$from> for $to {
            #[inline(always)]
            fn from_number(number: $from) -> Result<$to, PlaceError> {
                let to = number as $to;
                if to as $from == number || number != number {
                    Ok(to)
                } else {
                    Err(PlaceError::Beyond { place: number.to_string(), coordinate: stringify!($to) })
                }
            }
        }
    )*)*};
}
rounded! {
    i32: f32;
    i64: f64;
    usize: f64;
}

/// Rounds literals such as `0.1` to the nearest `f32`.
impl FromNumber<f64> for f32 {
    #[inline(always)]
    fn from_number(number: f64) -> Result<f32, PlaceError> {
        Ok(number as f32)
    }
}
