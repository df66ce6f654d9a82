//! Pouring: copying a subtensor into storage that is being written, whatever the formats of both.
//!
//! ```text
//!  read:   SparseList -- Dense  -- Item            for each piece of the source,
//!              |           |         |             the target covers its region,
//!  write:  Workspace -- Workspace -- values        and the same is done below
//! ```
//!
//! If pieces of the source overlap and those of the target may not, their values are [joined](Value::joined).

use std::ops::ControlFlow;

use crate::continuous::Cut;
use crate::level::{AxisUpdate, Fiber, Item, Leaf, LeafUpdate, LevelError, Truth, Update, Value};
use crate::looplet::{Looplet, Operand, Order, Stop};

/// A subtensor for reading, down to its values: any [`Fiber`], or a leaf.
pub trait Subtensor: Copy {
    /// The type of the values.
    type Value: Value;

    /// Returns whether all stored values are `value`.
    fn is_all(self, value: Self::Value) -> bool;

    /// Returns the number of stored values.
    fn stored(self) -> usize;
}

/// The parameters of pouring.
#[derive(Debug, Clone, Copy)]
pub struct Manner<V> {
    /// The value that the target has everywhere, if it is uniform; subtensors with only this value are not written.
    pub background: Option<V>,
    /// The treatment of values that are already in the target.
    pub meeting: Meeting,
}

/// The treatment of a value of the target where another one is poured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meeting {
    /// The value is replaced.
    Set,
    /// Both values are joined.
    Join,
}

/// A subtensor that can be copied into storage that is being written.
pub trait Pour<U: Update>: Subtensor<Value = U::Value> {
    /// Copies the subtensor into the subtensor of `update` at `position`.
    ///
    /// # Errors
    /// A piece lies outside of an extent of `update`.
    fn pour(self, manner: Manner<U::Value>, update: &mut U, position: usize) -> Result<(), LevelError>;
}

/// Calls `visit` for all pieces of a fiber, those of each layer in order, while it returns [`Continue`](ControlFlow).
/// `SUMS` allows sums of pieces in place of pieces that overlap.
pub(crate) fn each_piece<const SUMS: bool, F: Fiber>(
    fiber: F,
    mut visit: impl FnMut(Cut<F::Coord>, Cut<F::Coord>, F::Child) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut each = |mut layer: <F::Walk as Operand>::Layer, _: Cut<F::Coord>, _: Cut<F::Coord>| {
        while !layer.done() {
            let (lo, hi) = (layer.start(), layer.stop());
            if lo < hi && visit(lo, hi, layer.payload()).is_break() {
                return ControlFlow::Break(Stop::satisfied());
            }
            layer.next_if(true);
        }
        ControlFlow::Continue(())
    };
    let walk = fiber.walk();
    let flow = if SUMS {
        walk.sums(Cut::FIRST, Cut::LAST, None, |layer, lo, hi, _| each(layer, lo, hi))
    } else {
        walk.layers(Cut::FIRST, Cut::LAST, each)
    };
    if flow.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

impl<F: Fiber> Subtensor for F
where
    F::Child: Subtensor,
{
    type Value = <F::Child as Subtensor>::Value;

    fn is_all(self, value: Self::Value) -> bool {
        let alike =
            |child: F::Child| if child.is_all(value) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        each_piece::<false, _>(self, |_, _, child| alike(child)).is_continue()
    }

    fn stored(self) -> usize {
        let mut stored = 0;
        let _ = each_piece::<false, _>(self, |_, _, child| {
            stored += child.stored();
            ControlFlow::Continue(())
        });
        stored
    }
}

impl<F: Fiber, U: AxisUpdate<Coord = F::Coord>> Pour<U> for F
where
    F::Child: Pour<U::Child>,
    Self: Subtensor<Value = U::Value>,
{
    fn pour(self, mut manner: Manner<U::Value>, update: &mut U, position: usize) -> Result<(), LevelError> {
        if <<F::Walk as Operand>::Order as Order>::OVERLAPS && !U::OVERLAPS {
            manner.meeting = Meeting::Join;
        }
        let mut result = Ok(());
        let mut write = |lo, hi, child: F::Child| {
            if manner.background.is_some_and(|background| child.is_all(background)) {
                return ControlFlow::Continue(());
            }
            result = update.cover(position, lo, hi, |update, position| child.pour(manner, update, position));
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let _ = if U::OVERLAPS {
            each_piece::<false, _>(self, &mut write)
        } else {
            each_piece::<true, _>(self, &mut write)
        };
        result
    }
}

macro_rules! leaf {
    ([$($generic:tt)*] $leaf:ty, $value:ty) => {
        impl<$($generic)*> Subtensor for $leaf {
            type Value = $value;

            fn is_all(self, value: $value) -> bool {
                self.get().same(value)
            }

            fn stored(self) -> usize {
                1
            }
        }

        impl<$($generic)* U: LeafUpdate<Value = $value>> Pour<U> for $leaf {
            fn pour(self, manner: Manner<$value>, update: &mut U, position: usize) -> Result<(), LevelError> {
                let value = update.value(position);
                *value = match manner.meeting {
                    Meeting::Set => self.get(),
                    Meeting::Join => value.joined(self.get()),
                };
                Ok(())
            }
        }
    };
}
leaf!([T: Value,] Item<'_, T>, T);
leaf!([] Truth, bool);
