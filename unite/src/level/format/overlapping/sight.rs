//! Views of the line of a tensor from a loop. They go from left to right or from right to left, and through maps.

use crate::continuous::{Coord, Cut};
use crate::looplet::Map;

/// A mapping between cuts of a tensor and cuts of a loop.
pub trait Sight<C: Coord>: Copy {
    /// `true` if left and right are exchanged.
    const BACKWARD: bool;
    /// `true` if different cuts of the tensor are different cuts of the loop.
    const EXACT: bool;

    /// Returns the cut of the loop that corresponds to a cut of the tensor.
    fn to_loop(&self, cut: Cut<C>) -> Cut<C>;

    /// Returns the cut of the tensor that corresponds to a cut of the loop, or one close to it.
    fn to_tensor(&self, cut: Cut<C>) -> Cut<C>;
}

/// The identity.
#[derive(Debug, Clone, Copy)]
pub struct Forward;

/// The mirrored line: each coordinate is negated.
#[derive(Debug, Clone, Copy)]
pub struct Backward;

/// The view `S`, followed by the map `M`.
#[derive(Debug, Clone, Copy)]
pub struct Through<S, M>(pub S, pub M);

impl<C: Coord> Sight<C> for Forward {
    const BACKWARD: bool = false;
    const EXACT: bool = true;

    #[inline(always)]
    fn to_loop(&self, cut: Cut<C>) -> Cut<C> {
        cut
    }

    #[inline(always)]
    fn to_tensor(&self, cut: Cut<C>) -> Cut<C> {
        cut
    }
}

impl<C: Coord> Sight<C> for Backward {
    const BACKWARD: bool = true;
    const EXACT: bool = true;

    #[inline(always)]
    fn to_loop(&self, cut: Cut<C>) -> Cut<C> {
        cut.negated()
    }

    #[inline(always)]
    fn to_tensor(&self, cut: Cut<C>) -> Cut<C> {
        cut.negated()
    }
}

impl<C: Coord, S: Sight<C>, M: Map<C>> Sight<C> for Through<S, M> {
    const BACKWARD: bool = S::BACKWARD;
    const EXACT: bool = false;

    #[inline(always)]
    fn to_loop(&self, cut: Cut<C>) -> Cut<C> {
        self.1.to_loop(self.0.to_loop(cut))
    }

    #[inline(always)]
    fn to_tensor(&self, cut: Cut<C>) -> Cut<C> {
        self.0.to_tensor(self.1.to_tensor(cut))
    }
}
