//! Writing a region of a tensor.

use std::marker::PhantomData;

use crate::continuous::{Coord, Cut};
use crate::level::{AxisUpdate, LeafUpdate, LevelError, Update};
use crate::looplet::Free;

/// Storage in which a region can be written: `R` is `()` for a value, and `((lo, hi), rest)` for an axis and what lies below.
pub trait Write<R>: Update {
    /// Calls `change` for each value in a region of the subtensor at `position`.
    ///
    /// # Errors
    /// [`LevelError`]: part of it lies outside.
    fn write(
        &mut self,
        position: usize,
        region: R,
        change: &mut impl FnMut(&mut Self::Value),
    ) -> Result<(), LevelError>;
}

impl<U: LeafUpdate> Write<()> for U {
    #[inline(always)]
    fn write(&mut self, position: usize, _: (), change: &mut impl FnMut(&mut U::Value)) -> Result<(), LevelError> {
        change(self.value(position));
        Ok(())
    }
}

impl<U: AxisUpdate, R: Copy> Write<((Cut<U::Coord>, Cut<U::Coord>), R)> for U
where
    U::Child: Write<R>,
{
    #[inline(always)]
    fn write(
        &mut self,
        position: usize,
        ((lo, hi), rest): ((Cut<U::Coord>, Cut<U::Coord>), R),
        change: &mut impl FnMut(&mut U::Value),
    ) -> Result<(), LevelError> {
        self.cover(position, lo, hi, |child, position| child.write(position, rest, change))
    }
}

/// The type of an axis of a target: what a loop that nothing but the target moves with runs over.
#[derive(Debug)]
pub struct Axis<U>(PhantomData<U>);

impl<U: AxisUpdate> Axis<U> {
    /// The first axis.
    pub fn of(_update: &U) -> Self {
        Axis(PhantomData)
    }

    /// The next axis.
    pub fn child(&self) -> Axis<U::Child> {
        Axis(PhantomData)
    }

    /// No operand, over the coordinates of the axis.
    pub fn free(&self) -> Free<U::Coord> {
        Free::default()
    }
}

/// No operand, over coordinates of the type of a bound.
pub fn free<B: Bound>(_bound: &B) -> Free<B::Coord> {
    Free::default()
}

/// A number that bounds a loop which no tensor gives coordinates to.
#[diagnostic::on_unimplemented(
    message = "`{Self}` bounds no loop",
    note = "a loop that indexes no tensor goes over the coordinates of its bounds: `i8` to `i64`, `f32`, `f64`, and \
            unsigned integers, which count as the next wider signed ones"
)]
pub trait Bound {
    /// The coordinates that the loop goes over.
    type Coord: Coord;
}

macro_rules! bound {
    ($($bound:ident $coordinate:ident;)*) => {$(
        impl Bound for $bound {
            type Coord = $coordinate;
        }
    )*};
}
bound! {
    i8 i8;
    i16 i16;
    i32 i32;
    i64 i64;
    f32 f32;
    f64 f64;
    u8 i16;
    u16 i32;
    u32 i64;
    u64 i64;
    usize i64;
}
