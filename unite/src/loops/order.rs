//! Column-major tensors in nests that are generated for both orders of indices.
//!
//! Where the order matters, `loops!` generates one nest for each, and the type of the tensor selects one. The other is
//! compiled with an [`Absent`] tensor, whose axes have the types that the nest requires, and is not executed.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use crate::continuous::Coord;
use crate::level::{Fiber, Leaf, Value};
use crate::looplet::{Flow, Nothing};

/// A subtensor that is fill everywhere, with axes of the given coordinate types: `(C, (D, ()))`.
#[derive(Debug)]
pub struct Absent<Axes, V> {
    fill: V,
    axes: PhantomData<fn() -> Axes>,
}

impl<Axes, V: Copy> Clone for Absent<Axes, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Axes, V: Copy> Copy for Absent<Axes, V> {}

#[diagnostic::do_not_recommend]
impl<C: Coord, Rest, V: Value> Fiber for Absent<(C, Rest), V> {
    type Coord = C;
    type Stored = C;
    type Child = Absent<Rest, V>;
    type Walk = Nothing<C, Self::Child>;
    type Back = Nothing<C, Self::Child>;

    #[inline(always)]
    fn walk(self) -> Self::Walk {
        Nothing::new()
    }

    #[inline(always)]
    fn back(self) -> Self::Back {
        Nothing::new()
    }

    #[inline(always)]
    fn at(self, _place: C, _visit: impl FnMut(Option<Self::Child>) -> Flow) -> Flow {
        ControlFlow::Continue(())
    }
}

#[diagnostic::do_not_recommend]
impl<V: Value> Leaf for Absent<(), V> {
    type Value = V;

    #[inline(always)]
    fn get(self) -> V {
        self.fill
    }
}

/// Operands that are fill everywhere, which satisfy every rule about types of operands.
pub const NOTHING: (Nothing<f64, ()>,) = (Nothing::new(),);

/// The axis types of a subtensor in reverse order. `Count` gives the number of axes as nested tuples; the reversed axes
/// are put before those of `Seen`.
pub trait Turned<Count, Seen> {
    /// The coordinate types of the axes, as nested tuples.
    type Axes;
}

impl<F: Copy, Seen> Turned<(), Seen> for F {
    type Axes = Seen;
}

impl<F: Fiber, Count, Seen> Turned<(Count,), Seen> for F
where
    F::Child: Turned<Count, (F::Coord, Seen)>,
{
    type Axes = <F::Child as Turned<Count, (F::Coord, Seen)>>::Axes;
}

/// Returns an absent tensor with the axes of `_root` in reverse order.
#[inline(always)]
pub fn turned<Count, F: Turned<Count, ()>, V: Value>(_root: F, fill: V) -> Absent<F::Axes, V> {
    Absent { fill, axes: PhantomData }
}
