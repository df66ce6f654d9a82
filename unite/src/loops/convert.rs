//! Numbers of a program as coordinates.

use crate::continuous::{Coord, PlaceError};

/// A number that is a coordinate of another type, exactly.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a coordinate of type `{C}`",
    label = "the tensor has coordinates of type `{C}` here",
    note = "convert it, for example with `as`"
)]
pub trait Convert<C: Coord> {
    /// The coordinate.
    ///
    /// # Errors
    /// [`PlaceError::Beyond`]: the type does not hold it.
    fn convert(self) -> Result<C, PlaceError>;
}

macro_rules! exact {
    ($($from:ident: $($to:ident)*;)*) => {$($(
        impl Convert<$to> for $from {
            #[inline(always)]
            fn convert(self) -> Result<$to, PlaceError> {
                Ok($to::from(self))
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
        impl Convert<$to> for $from {
            #[inline(always)]
            fn convert(self) -> Result<$to, PlaceError> {
                $to::try_from(self)
                    .map_err(|_| PlaceError::Beyond { place: self.to_string(), coordinate: stringify!($to) })
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
        impl Convert<$to> for $from {
            #[inline(always)]
            fn convert(self) -> Result<$to, PlaceError> {
                let to = self as $to;
                if to as $from == self || self != self {
                    Ok(to)
                } else {
                    Err(PlaceError::Beyond { place: self.to_string(), coordinate: stringify!($to) })
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
impl Convert<f32> for f64 {
    #[inline(always)]
    fn convert(self) -> Result<f32, PlaceError> {
        Ok(self as f32)
    }
}
