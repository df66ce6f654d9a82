//! Protocols: iteration strategies that an access asks for. Examples are `x[walk(i)]`, `x[gallop(i)]` and
//! `x[follow(i)]`.
//!
//! ```text
//!  leader    -----[=]--------------------[==]---------        gallop: sets where to look next
//!                  |  \________________   |
//!  follower  -*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-        follow: is searched there, is not walked
//! ```
//!
//! A wish changes how many pieces are stepped over, never the result. It has an effect only where operands are
//! multiplied. Elsewhere the result may change at each piece of each operand, so none can be skipped.

use std::marker::PhantomData;

use unite_ir::explain::looplets::Nest;

use super::nest::leading;
use super::{Flow, LayerVisit, Looplet, Map, Names, Operand, SumVisit};
use crate::continuous::{Cut, Hull};

/// The iteration strategy that an operand asks for.
///
/// ```
/// use unite::looplet::Protocol::{Auto, Leap, Walk};
///
/// assert_eq!(Auto.with(Walk), Walk);
/// assert_eq!(Walk.with(Leap), Leap); // one that gallops takes the others along
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// Chosen at run time from the sizes of the operands.
    Auto,
    /// Step through every piece.
    Walk,
    /// Search for the next place at which all operands may meet.
    Leap,
}

impl Protocol {
    /// Combines two wishes: `Leap` takes precedence over `Walk`, and `Auto` accepts the other one.
    ///
    /// `Leap` takes precedence because the opposite choice would defeat its purpose: walking steps over every piece of
    /// the other operand. Leaping where one operand asked to walk costs only one comparison per piece.
    #[must_use]
    pub const fn with(self, other: Protocol) -> Protocol {
        match (self, other) {
            (Protocol::Leap, _) | (_, Protocol::Leap) => Protocol::Leap,
            (Protocol::Walk, _) | (_, Protocol::Walk) => Protocol::Walk,
            (Protocol::Auto, Protocol::Auto) => Protocol::Auto,
        }
    }
}

/// A [`Protocol`] as a type.
pub trait Wish: Copy {
    /// The strategy that the operand asks for.
    const PROTOCOL: Protocol;
    /// `true` if the operand leads others.
    const LEADS: bool = false;
    /// `true` if the operand is looked up at the places of others.
    const FOLLOWS: bool = false;
}

/// `x[walk(i)]`: steps through every piece.
#[derive(Debug, Clone, Copy)]
pub struct Walk;

/// `x[gallop(i)]`: leads the loop; other operands are searched at the places of its pieces.
#[derive(Debug, Clone, Copy)]
pub struct Gallop;

/// `x[follow(i)]`: is searched at the places of the other operands' pieces.
#[derive(Debug, Clone, Copy)]
pub struct Follow;

impl Wish for Walk {
    const PROTOCOL: Protocol = Protocol::Walk;
}

impl Wish for Gallop {
    const PROTOCOL: Protocol = Protocol::Leap;
    const LEADS: bool = true;
}

impl Wish for Follow {
    const PROTOCOL: Protocol = Protocol::Leap;
    const FOLLOWS: bool = true;
}

/// A looplet with a requested strategy: [`Walker`], [`Jumper`], [`Follower`].
///
/// ```
/// use unite::continuous::Coord;
/// use unite::looplet::{Jumper, Looplet, Protocol, Spike};
///
/// let leader = Jumper::new(Spike::new(2.5, 'a'));
/// assert_eq!((leader.start(), leader.payload()), (2.5.before(), 'a'));
/// fn wish<L: Looplet>(_: &L) -> Protocol {
///     L::PROTOCOL
/// }
/// assert_eq!(wish(&leader), Protocol::Leap);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Wishing<L, W> {
    looplet: L,
    wish: PhantomData<W>,
}

/// A looplet that is stepped through piece by piece.
pub type Walker<L> = Wishing<L, Walk>;

/// A looplet that leads: the leading form of a [`Stepper`](super::Stepper).
pub type Jumper<L> = Wishing<L, Gallop>;

/// A looplet that follows: it is searched at the places of other operands' pieces.
pub type Follower<L> = Wishing<L, Follow>;

impl<L, W> Wishing<L, W> {
    /// Attaches a wish to a looplet.
    #[inline(always)]
    pub fn new(looplet: L) -> Self {
        Wishing { looplet, wish: PhantomData }
    }
}

impl<L: Looplet, W: Wish> Looplet for Wishing<L, W> {
    type Coord = L::Coord;
    type Payload = L::Payload;
    type Kind = L::Kind;

    const PROTOCOL: Protocol = W::PROTOCOL;
    const STORED_POINTS: bool = L::STORED_POINTS;
    const ROUNDED: bool = L::ROUNDED;
    const SINGLE: bool = L::SINGLE;
    const LOCATED: bool = L::LOCATED && W::FOLLOWS;

    #[inline(always)]
    fn bounds(&self) -> (Cut<L::Coord>, Cut<L::Coord>) {
        self.looplet.bounds()
    }

    #[inline(always)]
    fn narrowed(self, first: u64, len: usize) -> Self {
        Wishing::new(self.looplet.narrowed(first, len))
    }

    #[inline(always)]
    fn prechecked(self) -> Self {
        Wishing::new(self.looplet.prechecked())
    }

    #[inline(always)]
    fn may_hold(&self) -> bool {
        self.looplet.may_hold()
    }

    #[inline(always)]
    fn begins_at(&self, first: u64, len: usize) -> bool {
        self.looplet.begins_at(first, len)
    }

    #[inline(always)]
    fn payload_at(&self, k: usize) -> L::Payload {
        self.looplet.payload_at(k)
    }

    #[inline(always)]
    fn earliest(&self) -> Cut<L::Coord> {
        self.looplet.earliest()
    }

    #[inline(always)]
    fn anchor(&mut self, place: Option<L::Coord>) {
        self.looplet.anchor(place);
    }

    #[inline(always)]
    fn seek_where(&mut self, near: Cut<L::Coord>, past: impl Fn(Cut<L::Coord>) -> bool) {
        self.looplet.seek_where(near, past);
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.looplet.done()
    }

    #[inline(always)]
    fn start(&self) -> Cut<L::Coord> {
        self.looplet.start()
    }

    #[inline(always)]
    fn stop(&self) -> Cut<L::Coord> {
        self.looplet.stop()
    }

    #[inline(always)]
    fn payload(&self) -> L::Payload {
        self.looplet.payload()
    }

    #[inline(always)]
    fn next_if(&mut self, condition: bool) {
        self.looplet.next_if(condition);
    }

    #[inline(always)]
    fn remaining(&self) -> usize {
        self.looplet.remaining()
    }

    fn describe(&self, names: &Names<'_, L::Coord>) -> Nest {
        let nest = self.looplet.describe(names);
        if W::LEADS { leading(nest) } else { nest }
    }
}

/// An operand with a wish that applies to each of its layers. (It differs from [`Wishing`], because each looplet
/// already is an operand by itself.)
#[derive(Debug, Clone, Copy)]
pub struct Wished<O, W> {
    operand: O,
    wish: PhantomData<W>,
}

impl<O, W> Wished<O, W> {
    /// Attaches a wish to an operand.
    #[inline(always)]
    pub fn new(operand: O, _wish: W) -> Self {
        Wished { operand, wish: PhantomData }
    }
}

impl<O: Operand, W: Wish> Operand for Wished<O, W> {
    type Coord = O::Coord;
    type Payload = O::Payload;
    type Order = O::Order;
    type Kind = O::Kind;
    type Layer = Wishing<O::Layer, W>;
    type Mapped<M: Map<O::Coord>> = Wished<O::Mapped<M>, W>;

    #[inline(always)]
    fn only(self) -> Self::Layer {
        Wishing::new(self.operand.only())
    }

    #[inline(always)]
    fn layers(&self, lo: Cut<O::Coord>, hi: Cut<O::Coord>, mut visit: impl LayerVisit<Self>) -> Flow {
        self.operand.layers(lo, hi, |layer: O::Layer, lo, hi| visit(Wishing::new(layer), lo, hi))
    }

    #[inline(always)]
    fn sums(&self, lo: Cut<O::Coord>, hi: Cut<O::Coord>, within: Option<Hull>, mut visit: impl SumVisit<Self>) -> Flow {
        self.operand.sums(lo, hi, within, |layer: O::Layer, lo, hi, within| visit(Wishing::new(layer), lo, hi, within))
    }

    #[inline(always)]
    fn mapped<M: Map<O::Coord>>(self, map: M) -> Self::Mapped<M> {
        Wished { operand: self.operand.mapped(map), wish: PhantomData }
    }
}
