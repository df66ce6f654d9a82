//! Co-iteration of operands whose pieces may overlap: each layer of one with each layer of the others.

use std::hint::cold_path;
use std::ops::ControlFlow;

use super::located::{count_into, lead_by_numbers, leads_by_numbers};
use super::stride::visit;
use super::{
    Flow, Free, Kind, ListsIn, Live, LiveBits, Looplet, Operand, Operands, Order, Range, Segments, Slot, Slots,
    coiterate,
};
use crate::continuous::{Coord, Cut, Hull};

/// Operands of a loop, not yet split into layers: a tuple of one to eight, or [`Free`].
pub trait Layered: Sized {
    /// The coordinate of the line.
    type Coord: Coord;
    /// The kind of the regions in which all operands hold something.
    type Kind: Kind;
    /// The payload of each operand, `None` for those at fill.
    type Found: Copy;

    /// The bits of a [`Live`] for this number of operands.
    type Bits: LiveBits;

    /// One layer of each operand.
    type Layers: Operands<Coord = Self::Coord, Found = Self::Found, Bits = Self::Bits>;

    /// The number of operands.
    const COUNT: usize;
    /// `true` if every piece of some operand is a single place.
    const ANY_POINTS: bool;
    /// `true` if pieces of some operand may overlap, so that it may have several layers.
    const OVERLAPS: bool;

    /// Returns the layers of operands of which none [overlaps](Layered::OVERLAPS): the only one of each.
    fn only(self) -> Self::Layers;

    /// Calls [`coiterate`] for each combination of layers.
    fn coiterate<R: Range<Self::Coord>, const EMPTY: bool, const OPTIONAL: usize>(
        self,
        range: R,
        live: Live<Self::Bits>,
        body: impl FnMut(Cut<Self::Coord>, Cut<Self::Coord>, Self::Found) -> Flow,
    ) -> Flow;
}

/// Co-iterates operands whose pieces may overlap: calls [`coiterate`] for each combination of one layer per operand, so
/// that regions are in order only within one combination. If every operand has a single layer, this is [`coiterate`],
/// without overhead. `EMPTY` and `OPTIONAL` are those of [`coiterate`].
///
/// An operand with several layers stands for their sum, so the body has to be linear in it: a factor of a term that is
/// added up, or a condition of a term that is joined by `|=`.
///
/// ```
/// use std::ops::ControlFlow::Continue;
/// use unite::looplet::{Everywhere, Live, Spike, coiterate_layers};
///
/// let mut found = None;
/// let both = (Spike::new(2.5, 'x'), Spike::new(2.5, 'y'));
/// let _ = coiterate_layers::<_, _, false, 0>(both, Everywhere, Live(1 << 3), |lo, _, held| {
///     found = Some((lo.value, held));
///     Continue(())
/// });
/// assert_eq!(found, Some((2.5, (Some('x'), Some('y')))));
/// ```
#[inline(always)]
pub fn coiterate_layers<O: Layered, R: Range<O::Coord>, const EMPTY: bool, const OPTIONAL: usize>(
    operands: O,
    range: R,
    live: Live<O::Bits>,
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    // Arrays are counted by the steps of a stride.
    if !R::STRIDED || !O::OVERLAPS && O::Layers::ALL_LOCATED {
        return operands.coiterate::<R, EMPTY, OPTIONAL>(range, live, body);
    }
    operands.coiterate::<R, EMPTY, OPTIONAL>(
        range,
        live,
        #[inline(always)]
        |lo, hi, found| {
            visit(
                range,
                lo,
                hi,
                #[inline(always)]
                |lo, hi| body(lo, hi, found),
            )
        },
    )
}

/// Co-iterates operands as [`coiterate_layers`] does, for a body with a short loop inside.
///
/// Compiles the body twice: inlined into the loop over a list that leads looked-up operands, and once for all other ways to
/// iterate. A loop over the columns of a dense matrix may take less time than the call of a body that is compiled once.
///
/// ```
/// use std::ops::ControlFlow::Continue;
/// use unite::looplet::{Everywhere, Live, Spike, coiterate_inlined};
///
/// let mut found = Vec::new();
/// let _ = coiterate_inlined::<_, _, false, 0>((Spike::new(2.5, 'x'),), Everywhere, Live(1 << 1), |lo, _, held| {
///     found.push((lo.value, held));
///     Continue(())
/// });
/// assert_eq!(found, [(2.5, (Some('x'),))]);
/// ```
#[inline(always)]
pub fn coiterate_inlined<O: Layered, R: Range<O::Coord>, const EMPTY: bool, const OPTIONAL: usize>(
    operands: O,
    range: R,
    live: Live<O::Bits>,
    body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    // Known when this is compiled, so that no body is compiled in vain.
    let leads = O::Layers::SOME_LOCATED && O::Layers::LEADERS == 1 && O::Layers::LEADS_BY_POINTS;
    if O::OVERLAPS || R::STRIDED || OPTIONAL != 0 || !leads {
        return coiterate_layers::<_, _, EMPTY, OPTIONAL>(operands, range, live, body);
    }
    let operands = operands.only();
    let (lo, hi) = operands.clipped(range.lo(), range.hi());
    if leads_by_numbers(&operands, live, (lo, hi)) {
        return lead_by_numbers(operands, (lo, hi), body);
    }
    cold_path();
    coiterate::<_, _, EMPTY, OPTIONAL>(operands, range, live, body)
}

/// Co-iterates operands as [`coiterate_layers`] does, for a body that writes each region to one place of `target`, which `slots`
/// finds.
///
/// The body gets a [`Slot`] for each region:
///
/// - the value to be written, if all operands and the target are arrays there;
/// - the end of the target's lists, if all of their pieces lie before the range, or if all regions are single places and the
///   lists have a table of these;
/// - the target itself in all other cases.
#[inline(always)]
pub fn coiterate_into<
    O: Layered,
    R: Range<O::Coord>,
    U,
    W: Slots<U, O::Coord, O::Bits>,
    const EMPTY: bool,
    const OPTIONAL: usize,
>(
    operands: O,
    range: R,
    live: Live<O::Bits>,
    target: &mut U,
    slots: W,
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found, Slot<'_, U, W::Value, ListsIn<'_, W, U>>) -> Flow,
) -> Flow {
    if !O::OVERLAPS && O::Layers::ALL_LOCATED {
        return count_into(operands.only(), range, live, target, slots, body);
    }
    // The regions of a stride are single places, and so are those in which all operands hold something, if one stores points.
    let is_single = |live: Live<O::Bits>| R::STRIDED || live.all_of(O::COUNT) && O::Layers::ANCHORS;
    let single = is_single(live);
    // Two loops, so that none of them asks in each region whether there are lists. Regions of layers are not in order.
    if let Some(mut lists) = if O::OVERLAPS { None } else { slots.lists(target, range.lo(), range.hi(), single) } {
        let live = slots.live(&lists, live);
        let single = is_single(live);
        return operands.coiterate::<R, EMPTY, OPTIONAL>(
            range,
            live,
            #[inline(always)]
            |lo, hi, found| {
                visit(
                    range,
                    lo,
                    hi,
                    #[inline(always)]
                    |lo, hi| body(lo, hi, found, if single { Slot::Next(&mut lists) } else { Slot::After(&mut lists) }),
                )
            },
        );
    }
    operands.coiterate::<R, EMPTY, OPTIONAL>(
        range,
        live,
        #[inline(always)]
        |lo, hi, found| {
            visit(
                range,
                lo,
                hi,
                #[inline(always)]
                |lo, hi| body(lo, hi, found, Slot::Within(target)),
            )
        },
    )
}

impl<C: Coord> Layered for Free<C> {
    type Coord = C;
    type Kind = Segments;
    type Found = ();
    type Bits = u16;
    type Layers = Self;

    const COUNT: usize = 0;
    const ANY_POINTS: bool = false;
    const OVERLAPS: bool = false;

    #[inline(always)]
    fn only(self) -> Self {
        self
    }

    #[inline(always)]
    fn coiterate<R: Range<C>, const EMPTY: bool, const OPTIONAL: usize>(
        self,
        range: R,
        live: Live<Self::Bits>,
        body: impl FnMut(Cut<C>, Cut<C>, ()) -> Flow,
    ) -> Flow {
        coiterate::<_, _, EMPTY, OPTIONAL>(self, range, live, body)
    }
}

macro_rules! layered {
    (@meet $one:ident) => { $one::Kind };
    (@meet $one:ident $($rest:ident)+) => { <$one::Kind as Kind>::Meet<layered!(@meet $($rest)+)> };
    (@nest $self:ident $lo:ident $hi:ident $within:ident $range:ident $live:ident $body:ident $empty:ident; ($($layer:ident $op:ident)*);) => {
        if $live.all_of(Self::COUNT)
            && let ($(Some($layer),)*) = ($($layer.only_piece(),)*)
        {
            // Each layer is one piece. Operands whose pieces overlap pass only what lies between the cuts, and that is not empty.
            let (mut start, mut stop) = ($lo, $hi);
            $(if !<$op::Order as Order>::OVERLAPS {
                (start, stop) = (start.max($layer.0), stop.min($layer.1));
            })*
            let clipped = true $(&& <$op::Order as Order>::OVERLAPS)*;
            if clipped || start < stop { $body(start, stop, ($(Some($layer.2),)*)) } else { ControlFlow::Continue(()) }
        } else {
            coiterate::<_, _, $empty, OPTIONAL>(($($layer.clone(),)*), $range, $live, &mut $body)
        }
    };
    (@nest $self:ident $lo:ident $hi:ident $within:ident $range:ident $live:ident $body:ident $empty:ident; ($($before:tt)*);
     $op:ident $name:ident $index:tt $($rest:tt)*) => {
        $self.$index.sums($lo, $hi, if R::ONCE { $within } else { None }, |$name: $op::Layer, _lo, _hi, _within| {
            layered!(@nest $self _lo _hi _within $range $live $body $empty; ($($before)* $name $op); $($rest)*)
        })
    };
    ($first:ident $layer:ident $at:tt $($op:ident $layers:ident $ats:tt)*) => {
        impl<$first: Operand, $($op: Operand<Coord = $first::Coord>),*> Layered for ($first, $($op,)*) {
            type Coord = $first::Coord;
            type Kind = layered!(@meet $first $($op)*);
            type Found = (Option<$first::Payload>, $(Option<$op::Payload>,)*);
            type Bits = <Self::Layers as Operands>::Bits;
            type Layers = ($first::Layer, $($op::Layer,)*);

            const COUNT: usize = [$at, $($ats),*].len();
            const ANY_POINTS: bool = $first::Kind::POINTS $(|| $op::Kind::POINTS)*;
            const OVERLAPS: bool = <$first::Order as Order>::OVERLAPS $(|| <$op::Order as Order>::OVERLAPS)*;

            #[inline(always)]
            fn only(self) -> Self::Layers {
                (self.$at.only(), $(self.$ats.only(),)*)
            }

            #[inline(always)]
            fn coiterate<R: Range<Self::Coord>, const EMPTY: bool, const OPTIONAL: usize>(
                self,
                range: R,
                live: Live<Self::Bits>,
                mut body: impl FnMut(Cut<Self::Coord>, Cut<Self::Coord>, Self::Found) -> Flow,
) -> Flow {
                if !Self::OVERLAPS {
                    return coiterate::<_, _, EMPTY, OPTIONAL>(self.only(), range, live, body);
                }
                let (lo, hi, within) = (range.lo(), range.hi(), range.joins().then_some(Hull::EVERYWHERE));
                layered!(@nest self lo hi within range live body EMPTY; (); $first $layer $at $($op $layers $ats)*)
            }
        }
    };
}
layered!(A a 0);
layered!(A a 0 B b 1);
layered!(A a 0 B b 1 C c 2);
layered!(A a 0 B b 1 C c 2 D d 3);
layered!(A a 0 B b 1 C c 2 D d 3 E e 4);
layered!(A a 0 B b 1 C c 2 D d 3 E e 4 F f 5);
layered!(A a 0 B b 1 C c 2 D d 3 E e 4 F f 5 G g 6);
layered!(A a 0 B b 1 C c 2 D d 3 E e 4 F f 5 G g 6 H h 7);
