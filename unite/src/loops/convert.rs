//! Numbers of a program as coordinates.

use crate::continuous::{Coord, PlaceError};

/// Coordinates that numbers of a type can be, exactly.
#[diagnostic::on_unimplemented(
    message = "`{T}` is not a coordinate of type `{Self}`",
    label = "the tensor has coordinates of type `{Self}` here",
    note = "convert it, for example with `as`"
)]
pub trait Convert<T>: Coord {
    /// The coordinate that a number is.
    ///
    /// # Errors
    /// [`PlaceError::Beyond`]: the type does not hold it.
    fn convert(number: T) -> Result<Self, PlaceError>;
}

// One implementation for all: where a type of coordinates is unknown, the compiler says so where the tensor is declared, and
// would say it again at each number of a program if there were several.
#[diagnostic::do_not_recommend]
impl<C: FromNumber<T>, T> Convert<T> for C {
    #[inline(always)]
    fn convert(number: T) -> Result<C, PlaceError> {
        C::from_number(number)
    }
}

/// [`Convert`], for each pair of types.
pub trait FromNumber<T>: Coord {
    /// As of [`Convert`].
    ///
    /// # Errors
    /// As of [`Convert`].
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

/// Literals such as `0.1` are rounded to what the coordinate holds.
impl FromNumber<f64> for f32 {
    #[inline(always)]
    fn from_number(number: f64) -> Result<f32, PlaceError> {
        Ok(number as f32)
    }
}
