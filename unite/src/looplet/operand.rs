//! Operands of a loop, one per tensor access: a looplet, or layers of looplets.

use super::{Affine, Flow, Looplet, Map};
use crate::continuous::{Coord, Cut, Hull};

/// Compile-time knowledge of whether pieces may overlap.
pub trait Order {
    /// `true` if pieces may overlap.
    const OVERLAPS: bool;
}

/// No two pieces have a place in common.
#[derive(Debug, Clone, Copy)]
pub struct Disjoint;

/// Pieces may overlap: the tensor is the sum of their values.
#[derive(Debug, Clone, Copy)]
pub struct Overlapping;

impl Order for Disjoint {
    const OVERLAPS: bool = false;
}

impl Order for Overlapping {
    const OVERLAPS: bool = true;
}

/// A callback for each layer of an operand.
pub trait LayerVisit<O: Operand>: FnMut(O::Layer, Cut<O::Coord>, Cut<O::Coord>) -> Flow {}

impl<O: Operand, F: FnMut(O::Layer, Cut<O::Coord>, Cut<O::Coord>) -> Flow> LayerVisit<O> for F {}

/// A callback for each layer of an operand, with the hull of what the operands hold along the next axis, if it is asked for.
pub trait SumVisit<O: Operand>: FnMut(O::Layer, Cut<O::Coord>, Cut<O::Coord>, Option<Hull>) -> Flow {}

impl<O: Operand, F: FnMut(O::Layer, Cut<O::Coord>, Cut<O::Coord>, Option<Hull>) -> Flow> SumVisit<O> for F {}

/// The input of a loop for one access: pieces that may overlap, divided into layers in which they do not. Each looplet
/// is an operand with a single layer.
///
/// An implementation divides its pieces among layers freely, but no piece may be in two layers that are both visited.
/// [`coiterate_layers`](super::coiterate_layers) visits each layer of one operand with each layer of the others, so
/// fewer layers are faster. A layer that is visited with a part of the line holds nothing outside of that part, and is
/// not combined with layers of other parts.
pub trait Operand: Clone {
    /// The coordinate of the line.
    type Coord: Coord;
    /// The value that a piece holds.
    type Payload: Copy;
    /// [`Disjoint`] or [`Overlapping`].
    type Order: Order;
    /// The kind of the pieces.
    type Kind: super::Kind;
    /// A looplet over pieces that do not overlap.
    type Layer: Looplet<Coord = Self::Coord, Payload = Self::Payload>;
    /// The operand mapped to the coordinates of a loop.
    type Mapped<M: Map<Self::Coord>>: Operand<Coord = Self::Coord, Payload = Self::Payload, Order = Self::Order>;

    /// Returns the single layer of an operand whose pieces do not overlap.
    ///
    /// # Panics
    /// If the pieces may overlap.
    fn only(self) -> Self::Layer;

    /// Calls `visit` for each layer that has pieces between `lo` and `hi`, with the part of that range which the layer
    /// covers. An operand of one layer is always visited, with all of the range. A layer that is
    /// [one piece](Looplet::only_piece) of an operand whose pieces may overlap is visited with the part that the piece covers,
    /// which is not empty.
    fn layers(&self, lo: Cut<Self::Coord>, hi: Cut<Self::Coord>, visit: impl LayerVisit<Self>) -> Flow;

    /// Calls `visit` as [`layers`](Operand::layers) does, or with fewer layers whose values are sums of those of pieces that
    /// overlap.
    ///
    /// If `within` is given, layers that hold nothing within that hull along the next axis may be left out, and `visit` gets the
    /// part of the hull in which the layer may hold something.
    #[inline(always)]
    fn sums(
        &self,
        lo: Cut<Self::Coord>,
        hi: Cut<Self::Coord>,
        within: Option<Hull>,
        mut visit: impl SumVisit<Self>,
    ) -> Flow {
        self.layers(lo, hi, |layer: Self::Layer, lo, hi| visit(layer, lo, hi, within))
    }

    /// Returns the operand in the coordinates of a loop.
    fn mapped<M: Map<Self::Coord>>(self, map: M) -> Self::Mapped<M>;
}

impl<L: Looplet> Operand for L {
    type Coord = L::Coord;
    type Payload = L::Payload;
    type Order = Disjoint;
    type Kind = L::Kind;
    type Layer = L;
    type Mapped<M: Map<L::Coord>> = Affine<L, M>;

    #[inline(always)]
    fn only(self) -> L {
        self
    }

    #[inline(always)]
    fn layers(&self, lo: Cut<L::Coord>, hi: Cut<L::Coord>, mut visit: impl LayerVisit<Self>) -> Flow {
        visit(self.clone(), lo, hi)
    }

    #[inline(always)]
    fn mapped<M: Map<L::Coord>>(self, map: M) -> Affine<L, M> {
        Affine::new(self, map)
    }
}
