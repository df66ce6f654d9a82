//! Tuples with one item for each axis, flat and nested. The user writes `(a, b, c)`; from the nested `(a, (b, (c,
//! ())))` traits take one axis at a time.

use std::ops::{Range, RangeInclusive};

use crate::continuous::{Interval, Stored};
use crate::level::Place;

/// One item for each axis of a tensor: a tuple of up to six, or for a single axis the item itself.
pub trait PerAxis {
    /// The nested pairs: the item of the first axis, and those of the remaining axes.
    type Nest;

    /// Converts to nested pairs.
    fn nest(self) -> Self::Nest;
}

/// Nested pairs, which convert back to a tuple.
pub trait Nested {
    /// The tuple of the items of all axes.
    type Flat;

    /// Converts to a tuple.
    fn flat(self) -> Self::Flat;
}

macro_rules! tuples {
    (@nest) => { () };
    (@nest $first:tt $($rest:tt)*) => { ($first, tuples!(@nest $($rest)*)) };
    ($($name:ident)+; $($value:ident)+) => {
        impl<$($name),+> PerAxis for ($($name,)+) {
            type Nest = tuples!(@nest $($name)+);

            #[inline(always)]
            fn nest(self) -> Self::Nest {
                let ($($value,)+) = self;
                tuples!(@nest $($value)+)
            }
        }

        impl<$($name),+> Nested for tuples!(@nest $($name)+) {
            type Flat = ($($name,)+);

            #[inline(always)]
            fn flat(self) -> Self::Flat {
                let tuples!(@nest $($value)+) = self;
                ($($value,)+)
            }
        }
    };
}
tuples!(A; a);
tuples!(A B; a b);
tuples!(A B C; a b c);
tuples!(A B C D; a b c d);
tuples!(A B C D E; a b c d e);
tuples!(A B C D E F; a b c d e f);

/// The empty tuple, for a tensor without axes.
impl PerAxis for () {
    type Nest = ();

    fn nest(self) {}
}

impl Nested for () {
    type Flat = ();

    fn flat(self) {}
}

macro_rules! single {
    ($($single:ty),*) => {$(
        impl<C: Stored> PerAxis for $single {
            type Nest = (Self, ());

            #[inline(always)]
            fn nest(self) -> (Self, ()) {
                (self, ())
            }
        }
    )*};
}
single!(C, Place<C>, Interval<C>, Range<C>, RangeInclusive<C>);
