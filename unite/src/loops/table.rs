//! Loops that write to the table of places of one fiber of a target again and again.

use std::marker::PhantomData;

use super::{Axis, Line, Write};
use crate::level::{AxisUpdate, Fiber, PlaceTable};
use crate::looplet::{Flow, Looplet, Operand};

/// The table of places of a fiber of axis `A` with values `T`.
pub type TableOf<'a, A, T> = PlaceTable<'a, <A as Line>::Coord, T>;

/// The last axis of a region `R` of a target.
type LastOf<U, R> = <U as Write<R>>::Last<Axis<U>>;

/// Calls `by_table` with the table of places of a fiber of a target, if it has one, for loops that write to the fiber again and
/// again, and to `single` places alone; otherwise `others`, as for arrays.
#[inline(always)]
pub fn by_table<U: Write<R> + AxisUpdate, R>(
    update: &mut U,
    position: usize,
    region: R,
    single: bool,
    by_table: impl FnOnce(TableOf<'_, LastOf<U, R>, U::Value>) -> Flow,
    others: impl FnOnce(&mut U) -> Flow,
) -> Flow {
    if U::IN_PLACE {
        return others(update);
    }
    if single && let Some(table) = update.table::<Axis<U>>(position, region) {
        return by_table(table);
    }
    others(update)
}

/// The type of the subtensors that a loop goes along, for what is known of its pieces before it.
#[derive(Debug)]
pub struct FiberType<F>(PhantomData<F>);

impl<F: Fiber> FiberType<F> {
    /// Returns the type of a subtensor.
    #[inline(always)]
    pub fn of(_fiber: &F) -> Self {
        FiberType(PhantomData)
    }

    /// Returns the type of its subtensors.
    #[inline(always)]
    pub fn child(self) -> FiberType<F::Child> {
        FiberType(PhantomData)
    }

    /// Returns whether each piece is a single place.
    #[inline(always)]
    pub fn is_single(self) -> bool {
        <F::Walk as Operand>::Layer::SINGLE
    }
}
