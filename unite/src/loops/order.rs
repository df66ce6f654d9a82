//! Tensors that are stored from their last index on, in nests that are written for either order.
//!
//! Where it matters, `loops!` writes a nest for each order, and the type of the tensor chooses one. The other one is compiled
//! with an [`Absent`] tensor, whose axes have the types that it asks for, and is not run.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use crate::continuous::Coord;
use crate::level::{Fiber, Leaf, Value};
use crate::looplet::{Flow, Nothing};

/// A subtensor at fill everywhere, with axes of these coordinates: `(C, (D, ()))`.
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

/// Operands that are at fill everywhere: whatever is asked of the types of operands, theirs agree.
pub const NOTHING: (Nothing<f64, ()>,) = (Nothing::new(),);

/// A subtensor with as many axes as `Count`, a tuple in a tuple for each, with the axes from the last to the first before
/// those of `Seen`.
pub trait Turned<Count, Seen> {
    /// The coordinates of the axes.
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

/// A tensor that is absent, with the axes of another one from the last to the first.
#[inline(always)]
pub fn turned<Count, F: Turned<Count, ()>, V: Value>(_root: F, fill: V) -> Absent<F::Axes, V> {
    Absent { fill, axes: PhantomData }
}
