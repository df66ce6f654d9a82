//! One of two looplets, chosen at run time.

use std::marker::PhantomData;

use unite_ir::explain::looplets::Nest;

use super::{Kind, Looplet, Names, Piece, Protocol};
use crate::continuous::{Coord, Cut};

/// One of two looplets, chosen at run time.
///
/// ```
/// use unite::looplet::{Looplet, Nothing, Run, Switch};
///
/// let one = |stored: bool| if stored { Switch::First(Run::<f64, _>::new(7)) } else { Switch::Second(Nothing::new()) };
/// assert!(!one(true).done() && one(false).done());
/// ```
#[derive(Debug, Clone, Copy)]
pub enum Switch<A, B> {
    /// The first looplet.
    First(A),
    /// The second looplet.
    Second(B),
}

macro_rules! either {
    ($self:ident, $looplet:ident => $value:expr) => {
        match $self {
            Switch::First($looplet) => $value,
            Switch::Second($looplet) => $value,
        }
    };
}

impl<A: Looplet, B: Looplet<Coord = A::Coord, Payload = A::Payload>> Looplet for Switch<A, B> {
    type Coord = A::Coord;
    type Payload = A::Payload;
    type Kind = <A::Kind as Kind>::Or<B::Kind>;

    const PROTOCOL: Protocol = A::PROTOCOL.with(B::PROTOCOL);
    const STORED_POINTS: bool = A::STORED_POINTS && B::STORED_POINTS;
    const ROUNDED: bool = A::ROUNDED || B::ROUNDED;
    const SINGLE: bool = A::SINGLE && B::SINGLE;
    const TRUNCATES: bool = A::TRUNCATES && B::TRUNCATES;
    const LOCATED: bool = A::LOCATED && B::LOCATED;

    #[inline(always)]
    fn bounds(&self) -> (Cut<A::Coord>, Cut<A::Coord>) {
        either!(self, looplet => looplet.bounds())
    }

    #[inline(always)]
    fn narrowed(self, first: u64, len: usize) -> Self {
        match self {
            Switch::First(looplet) => Switch::First(looplet.narrowed(first, len)),
            Switch::Second(looplet) => Switch::Second(looplet.narrowed(first, len)),
        }
    }

    #[inline(always)]
    fn may_hold(&self) -> bool {
        either!(self, looplet => looplet.may_hold())
    }

    #[inline(always)]
    fn begins_at(&self, first: u64, len: usize) -> bool {
        either!(self, looplet => looplet.begins_at(first, len))
    }

    #[inline(always)]
    fn payload_at(&self, k: usize) -> A::Payload {
        either!(self, looplet => looplet.payload_at(k))
    }

    #[inline(always)]
    fn earliest(&self) -> Cut<A::Coord> {
        either!(self, looplet => looplet.earliest())
    }

    #[inline(always)]
    fn anchor(&mut self, place: Option<A::Coord>) {
        either!(self, looplet => looplet.anchor(place));
    }

    #[inline(always)]
    fn seek_where(&mut self, near: Cut<A::Coord>, past: impl Fn(Cut<A::Coord>) -> bool) {
        either!(self, looplet => looplet.seek_where(near, past));
    }

    #[inline(always)]
    fn prechecked(self) -> Self {
        match self {
            Switch::First(looplet) => Switch::First(looplet.prechecked()),
            Switch::Second(looplet) => Switch::Second(looplet.prechecked()),
        }
    }

    #[inline(always)]
    fn truncate(&mut self, hi: Cut<A::Coord>) {
        either!(self, looplet => looplet.truncate(hi));
    }

    #[inline(always)]
    fn done(&self) -> bool {
        either!(self, looplet => looplet.done())
    }

    #[inline(always)]
    fn start(&self) -> Cut<A::Coord> {
        either!(self, looplet => looplet.start())
    }

    #[inline(always)]
    fn stop(&self) -> Cut<A::Coord> {
        either!(self, looplet => looplet.stop())
    }

    #[inline(always)]
    fn payload(&self) -> A::Payload {
        either!(self, looplet => looplet.payload())
    }

    #[inline(always)]
    fn next_if(&mut self, condition: bool) {
        either!(self, looplet => looplet.next_if(condition));
    }

    #[inline(always)]
    fn remaining(&self) -> usize {
        either!(self, looplet => looplet.remaining())
    }

    #[inline(always)]
    fn only_piece(&self) -> Option<Piece<A::Coord, A::Payload>> {
        either!(self, looplet => looplet.only_piece())
    }

    fn describe(&self, names: &Names<'_, A::Coord>) -> Nest {
        either!(self, looplet => looplet.describe(names))
    }
}

/// A looplet without pieces: fill everywhere.
#[derive(Debug, Clone, Copy)]
pub struct Nothing<C, P>(PhantomData<(C, P)>);

impl<C, P> Nothing<C, P> {
    /// Creates a looplet that is fill everywhere.
    #[inline(always)]
    pub const fn new() -> Self {
        Nothing(PhantomData)
    }
}

impl<C, P> Default for Nothing<C, P> {
    fn default() -> Self {
        Nothing::new()
    }
}

impl<C: Coord, P: Copy> Looplet for Nothing<C, P> {
    type Coord = C;
    type Payload = P;
    type Kind = super::Points;

    const TRUNCATES: bool = true;
    const LOCATED: bool = C::DISCRETE;

    #[inline(always)]
    fn may_hold(&self) -> bool {
        false
    }

    #[inline(always)]
    fn seek_where(&mut self, _near: Cut<C>, _past: impl Fn(Cut<C>) -> bool) {}

    #[inline(always)]
    fn done(&self) -> bool {
        true
    }

    #[inline(always)]
    fn start(&self) -> Cut<C> {
        Cut::LAST
    }

    #[inline(always)]
    fn stop(&self) -> Cut<C> {
        Cut::LAST
    }

    #[inline(always)]
    fn payload(&self) -> P {
        unreachable!("a looplet that is done holds nothing")
    }

    #[inline(always)]
    fn next_if(&mut self, _condition: bool) {}

    #[inline(always)]
    fn remaining(&self) -> usize {
        0
    }
}
