//! What a loop is given for one access: a looplet, or layers of them.

use super::{Affine, Flow, Looplet, Map};
use crate::continuous::{Coord, Cut};

/// Whether pieces may lie over each other.
pub trait Order {
    /// Whether they may.
    const OVERLAPS: bool;
}

/// No two pieces have a place in common.
#[derive(Debug, Clone, Copy)]
pub struct Disjoint;

/// Pieces may lie over each other: the tensor is the sum of what they hold.
#[derive(Debug, Clone, Copy)]
pub struct Overlapping;

impl Order for Disjoint {
    const OVERLAPS: bool = false;
}

impl Order for Overlapping {
    const OVERLAPS: bool = true;
}

/// What is called for each layer of an operand.
pub trait LayerVisit<O: Operand>: FnMut(O::Layer, Cut<O::Coord>, Cut<O::Coord>) -> Flow {}

impl<O: Operand, F: FnMut(O::Layer, Cut<O::Coord>, Cut<O::Coord>) -> Flow> LayerVisit<O> for F {}

/// What a loop is given for one access: pieces that may overlap, as layers in which they do not. Each looplet is an operand
/// of a single layer.
///
/// An implementer divides its pieces among layers as it likes, but no piece may lie in two of them where both are visited.
/// [`coiterate_layers`](super::coiterate_layers) visits each layer of one operand with each of the others, so fewer layers
/// are better; a layer that is visited with a part of the line holds nothing outside of it, and is not combined with layers
/// that lie elsewhere.
pub trait Operand: Clone {
    /// Where its pieces lie.
    type Coord: Coord;
    /// What a piece holds.
    type Payload: Copy;
    /// Whether pieces overlap.
    type Order: Order;
    /// What is known of the length of pieces.
    type Kind: super::Kind;
    /// Pieces that do not overlap.
    type Layer: Looplet<Coord = Self::Coord, Payload = Self::Payload>;
    /// The operand in the coordinates of a loop.
    type Mapped<M: Map<Self::Coord>>: Operand<Coord = Self::Coord, Payload = Self::Payload, Order = Self::Order>;

    /// The layer, of an operand whose pieces do not overlap.
    ///
    /// # Panics
    /// If they do.
    fn only(self) -> Self::Layer;

    /// Calls `visit` for each layer that has something between `lo` and `hi`, with the part of that which it covers; for
    /// an operand of one layer always, and with all of it.
    fn layers(&self, lo: Cut<Self::Coord>, hi: Cut<Self::Coord>, visit: impl LayerVisit<Self>) -> Flow;

    /// The operand in the coordinates of a loop.
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
