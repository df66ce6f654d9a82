//! Subtensors to read.

use std::ops::ControlFlow;

use crate::continuous::{Coord, Cut, Stored};
use crate::looplet::{Disjoint, Flow, LayerVisit, Looplet, Map, Nothing, Operand, Switch};

/// A subtensor with at least one axis: a handle that is copied.
#[diagnostic::on_unimplemented(
    message = "an access with more indices than its tensor has axes",
    label = "`{Self}` is a value, and has no axis"
)]
pub trait Fiber: Copy {
    /// The coordinates of its first axis.
    type Coord: Coord;
    /// What they are stored as, and asked for.
    type Stored: Stored<Coord = Self::Coord>;
    /// What lies at a place of the axis: a [`Fiber`], or a [`Leaf`].
    type Child: Copy;
    /// The axis from left to right.
    type Walk: Operand<Coord = Self::Coord, Payload = Self::Child>;
    /// The axis from right to left: each coordinate is negated.
    type Back: Operand<Coord = Self::Coord, Payload = Self::Child>;

    /// The axis from left to right.
    fn walk(self) -> Self::Walk;

    /// The axis from right to left.
    fn back(self) -> Self::Back;

    /// Calls `visit` with what lies at `place`: nothing, if that is fill; for overlapping pieces, each one.
    fn at(self, place: Self::Coord, visit: impl FnMut(Option<Self::Child>) -> Flow) -> Flow;

    /// What lies at `place`, of a fiber whose pieces do not overlap: nothing, if that is fill.
    #[inline(always)]
    fn slice(self, place: Self::Coord) -> Option<Self::Child>
    where
        Self::Walk: Operand<Order = Disjoint>,
    {
        let mut slice = None;
        let _ = self.at(place, |child| {
            slice = child;
            ControlFlow::Continue(())
        });
        slice
    }
}

/// A value to read.
#[diagnostic::on_unimplemented(
    message = "an access with fewer indices than its tensor has axes",
    label = "`{Self}` is a subtensor, and no value"
)]
pub trait Leaf: Copy {
    /// What it is.
    type Value: super::Value;

    /// Reads it.
    fn get(self) -> Self::Value;
}

/// The operand of a fiber that may be at fill.
#[derive(Debug, Clone, Copy)]
pub struct Perhaps<O>(pub Option<O>);

impl<O: Operand> Operand for Perhaps<O> {
    type Coord = O::Coord;
    type Payload = O::Payload;
    type Order = O::Order;
    type Kind = O::Kind;
    type Layer = Switch<O::Layer, Nothing<O::Coord, O::Payload>>;
    type Mapped<M: Map<O::Coord>> = Perhaps<O::Mapped<M>>;

    #[inline(always)]
    fn only(self) -> Self::Layer {
        match self.0 {
            Some(operand) => Switch::First(operand.only()),
            None => Switch::Second(Nothing::new()),
        }
    }

    #[inline(always)]
    fn layers(&self, lo: Cut<O::Coord>, hi: Cut<O::Coord>, mut visit: impl LayerVisit<Self>) -> Flow {
        match &self.0 {
            Some(operand) => operand.layers(lo, hi, |layer: O::Layer, lo, hi| visit(Switch::First(layer), lo, hi)),
            None => visit(Switch::Second(Nothing::new()), lo, hi),
        }
    }

    #[inline(always)]
    fn mapped<M: Map<O::Coord>>(self, map: M) -> Perhaps<O::Mapped<M>> {
        Perhaps(self.0.map(|operand| operand.mapped(map)))
    }
}

/// A fiber, or fill.
#[diagnostic::do_not_recommend]
impl<F: Fiber> Fiber for Option<F> {
    type Coord = F::Coord;
    type Stored = F::Stored;
    type Child = F::Child;
    type Walk = Perhaps<F::Walk>;
    type Back = Perhaps<F::Back>;

    #[inline(always)]
    fn walk(self) -> Perhaps<F::Walk> {
        Perhaps(self.map(F::walk))
    }

    #[inline(always)]
    fn back(self) -> Perhaps<F::Back> {
        Perhaps(self.map(F::back))
    }

    #[inline(always)]
    fn at(self, place: F::Coord, mut visit: impl FnMut(Option<F::Child>) -> Flow) -> Flow {
        match self {
            Some(fiber) => fiber.at(place, visit),
            None => visit(None),
        }
    }
}

/// What a looplet holds at a place.
#[inline(always)]
pub(super) fn held_at<L: Looplet>(mut looplet: L, place: L::Coord) -> Option<L::Payload> {
    looplet.seek(place.before());
    if looplet.done() || looplet.start() > place.before() { None } else { Some(looplet.payload()) }
}
