//! Subtensors for reading.

use std::ops::ControlFlow;

use crate::continuous::{Coord, Cut, Hull, Stored};
use crate::looplet::{Disjoint, Flow, LayerVisit, Looplet, Map, Nothing, Operand, SumVisit, Switch};

/// A subtensor with at least one axis: a handle that is `Copy`.
#[diagnostic::on_unimplemented(
    message = "an access with more indices than its tensor has axes",
    label = "`{Self}` is a value, and has no axis"
)]
pub trait Fiber: Copy {
    /// The coordinates of the first axis.
    type Coord: Coord;
    /// The type in which coordinates are stored and passed.
    type Stored: Stored<Coord = Self::Coord>;
    /// The contents of a place of the axis: a [`Fiber`], or a [`Leaf`](crate::level::Leaf).
    type Child: Copy;
    /// The operand that walks the axis from left to right.
    type Walk: Operand<Coord = Self::Coord, Payload = Self::Child>;
    /// The operand that walks the axis from right to left: each coordinate is negated.
    type Back: Operand<Coord = Self::Coord, Payload = Self::Child>;

    /// Returns the operand that walks the axis from left to right.
    fn walk(self) -> Self::Walk;

    /// Returns the operand that walks the axis from right to left.
    fn back(self) -> Self::Back;

    /// Calls `visit` with the contents of `place`: once with `None` if nothing is stored there, else with each piece
    /// there.
    fn at(self, place: Self::Coord, visit: impl FnMut(Option<Self::Child>) -> Flow) -> Flow;

    /// Returns the same fiber if it is an array whose first place is 0, which the compiler then knows: a loop of its own over places
    /// that are looked up subtracts nothing from them. Returns `None` for other fibers.
    #[inline(always)]
    fn zero_based(self) -> Option<Self> {
        None
    }

    /// Returns the contents of `place`, or `None` if nothing is stored there. The pieces of the fiber must not overlap.
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

/// The operand of an optional fiber: `None` is fill everywhere.
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
    fn sums(&self, lo: Cut<O::Coord>, hi: Cut<O::Coord>, within: Option<Hull>, mut visit: impl SumVisit<Self>) -> Flow {
        match &self.0 {
            Some(operand) => operand
                .sums(lo, hi, within, |layer: O::Layer, lo, hi, within| visit(Switch::First(layer), lo, hi, within)),
            None => visit(Switch::Second(Nothing::new()), lo, hi, within),
        }
    }

    #[inline(always)]
    fn mapped<M: Map<O::Coord>>(self, map: M) -> Perhaps<O::Mapped<M>> {
        Perhaps(self.0.map(|operand| operand.mapped(map)))
    }
}

/// An optional fiber: `None` is fill everywhere.
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

/// Returns the payload of a looplet at a place.
#[inline(always)]
pub(in crate::level) fn held_at<L: Looplet>(mut looplet: L, place: L::Coord) -> Option<L::Payload> {
    looplet.seek(place.before());
    if looplet.done() || looplet.start() > place.before() { None } else { Some(looplet.payload()) }
}
