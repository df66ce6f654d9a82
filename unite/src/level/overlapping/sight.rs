//! How a loop sees the line of a tensor: from left to right or from right to left, and through maps.

use crate::continuous::{Coord, Cut};
use crate::looplet::Map;

/// From cuts of a tensor to those of a loop.
pub trait Sight<C: Coord>: Copy {
    /// Whether what is to the left is seen to the right.
    const BACKWARD: bool;

    /// The cut of the loop at which the tensor is at `cut`.
    fn to_loop(&self, cut: Cut<C>) -> Cut<C>;

    /// The cut of the tensor at which the loop is at `cut`, or one close to it.
    fn to_tensor(&self, cut: Cut<C>) -> Cut<C>;
}

/// As it is.
#[derive(Debug, Clone, Copy)]
pub struct Forward;

/// Mirrored: each coordinate is negated.
#[derive(Debug, Clone, Copy)]
pub struct Backward;

/// What is seen one way, through a map.
#[derive(Debug, Clone, Copy)]
pub struct Through<S, M>(pub S, pub M);

impl<C: Coord> Sight<C> for Forward {
    const BACKWARD: bool = false;

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

    #[inline(always)]
    fn to_loop(&self, cut: Cut<C>) -> Cut<C> {
        self.1.to_loop(self.0.to_loop(cut))
    }

    #[inline(always)]
    fn to_tensor(&self, cut: Cut<C>) -> Cut<C> {
        self.0.to_tensor(self.1.to_tensor(cut))
    }
}
