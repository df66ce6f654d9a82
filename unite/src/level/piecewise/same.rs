//! Comparison of two tensors as functions, independent of their storage. Both are poured into workspaces, which are
//! walked together.

use crate::continuous::{Coord, Cut};
use crate::level::{
    AllAxes, AxisUpdate, ElementUpdate, Level, Manner, Meeting, PieceUpdate, Piecewise, Pour, Update, Value, Workspace,
};

/// The tree of workspaces over the axes of a format.
pub(in crate::level) type Tree<L> = <<L as Level>::Update as AllAxes>::Tree<ElementUpdate<<L as Level>::Value>>;

impl<L: Level<Update: AllAxes>> Piecewise<L> {
    /// Returns whether two tensors have the same value everywhere in the extents of either, however they are stored.
    /// NaN equals NaN.
    pub fn same_function<'a, M>(&'a self, other: &'a Piecewise<M>) -> bool
    where
        M: Level<Value = L::Value>,
        M::Update: AllAxes<Tree<ElementUpdate<L::Value>> = Tree<L>>,
        L::Fiber<'a>: Pour<Tree<L>>,
        M::Fiber<'a>: Pour<Tree<L>>,
        Tree<L>: Alike,
    {
        let fills = (self.fill_value(), other.fill_value());
        let mut one = self.level().declare().tree(ElementUpdate::new(fills.0));
        let mut another = other.level().declare().tree(ElementUpdate::new(fills.1));
        let (first, second) = (one.assemble(), another.assemble());
        let manner = |fill| Manner { background: Some(fill), meeting: Meeting::Set };
        self.root().pour(manner(fills.0), &mut one, first).is_ok()
            && other.root().pour(manner(fills.1), &mut another, second).is_ok()
            && one.alike(Some(first), &another, Some(second), fills)
    }
}

/// Storage that can be compared with another one.
pub trait Alike: Update {
    /// Returns whether two subtensors have the same values; `None` is one that is fill everywhere.
    fn alike(
        &self,
        one: Option<usize>,
        other: &Self,
        another: Option<usize>,
        fills: (Self::Value, Self::Value),
    ) -> bool;
}

impl<T: Value> Alike for ElementUpdate<T> {
    fn alike(&self, one: Option<usize>, other: &Self, another: Option<usize>, fills: (T, T)) -> bool {
        self.get(one, fills.0).same(other.get(another, fills.1))
    }
}

impl<C: Coord, U: Alike> Alike for Workspace<C, U> {
    fn alike(&self, one: Option<usize>, other: &Self, another: Option<usize>, fills: (U::Value, U::Value)) -> bool {
        let (extent, other_extent) = (self.extent(), other.extent());
        let mut one = one.into_iter().flat_map(|position| self.pieces(position)).peekable();
        let mut another = another.into_iter().flat_map(|position| other.pieces(position)).peekable();
        let (mut at, hi) = (extent.lo().min(other_extent.lo()), extent.hi().max(other_extent.hi()));
        while at < hi {
            let ((first, a), (second, b)) = (held(&mut one, at), held(&mut another, at));
            if !self.child.alike(first, &other.child, second, fills) {
                return false;
            }
            at = a.min(b).min(hi);
        }
        true
    }
}

/// Returns the child at a cut, and the cut up to which it extends.
fn held<C: Coord>(
    pieces: &mut std::iter::Peekable<impl Iterator<Item = (Cut<C>, Cut<C>, usize)>>,
    at: Cut<C>,
) -> (Option<usize>, Cut<C>) {
    while pieces.next_if(|&(_, stop, _)| stop <= at).is_some() {}
    match pieces.peek() {
        Some(&(start, stop, child)) if start <= at => (Some(child), stop),
        Some(&(start, ..)) => (None, start),
        None => (None, Cut::LAST),
    }
}
