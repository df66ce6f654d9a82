//! The operands of a loop that reads no tensor.

use super::{Operands, Protocol};
use crate::continuous::{Coord, Cut};

/// An empty set of operands, for a loop over places alone.
#[derive(Debug, Clone, Copy)]
pub struct Free<C>(std::marker::PhantomData<C>);

impl<C> Default for Free<C> {
    fn default() -> Self {
        Free(std::marker::PhantomData)
    }
}

impl<C: Coord> Operands for Free<C> {
    type Coord = C;
    type Found = ();
    type Bits = u16;

    const COUNT: usize = 0;
    const ALL_POINTS: bool = false;
    const PROTOCOL: Protocol = Protocol::Auto;
    const ROUNDED: bool = false;
    const ANCHORS: bool = false;

    #[inline(always)]
    fn settle(&mut self) {}
    #[inline(always)]
    fn anchor(&mut self, _place: Option<C>) {}
    #[inline(always)]
    fn last_earliest(&self) -> Cut<C> {
        Cut::FIRST
    }

    #[inline(always)]
    fn seek(&mut self, _lo: Cut<C>) {}
    #[inline(always)]
    fn any_done(&self) -> bool {
        false
    }
    #[inline(always)]
    fn last_start(&self) -> Cut<C> {
        Cut::FIRST
    }
    #[inline(always)]
    fn first_stop(&self) -> Cut<C> {
        Cut::LAST
    }
    #[inline(always)]
    fn meet(&self) -> bool {
        true
    }
    #[inline(always)]
    fn advance(&mut self) {}
    #[inline(always)]
    fn found(&self) {}
    #[inline(always)]
    fn unequal(&self, _times: usize) -> bool {
        false
    }
    #[inline(always)]
    fn start_of(&self, _set: usize) -> Option<Cut<C>> {
        Some(Cut::FIRST)
    }
    #[inline(always)]
    fn around(&self, _at: Cut<C>) -> (usize, Cut<C>) {
        (0, Cut::LAST)
    }
    #[inline(always)]
    fn found_of(&self, _set: usize) {}
}
