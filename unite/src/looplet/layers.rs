//! Co-iteration of operands whose pieces may overlap: each layer of one with each layer of the others.

use std::ops::ControlFlow;

use super::located::count_into;
use super::{Flow, Free, Kind, Live, Looplet, Operand, Operands, Order, Range, Segments, Slot, coiterate};
use crate::continuous::{Coord, Cut};

/// Operands of a loop, not yet split into layers: a tuple of one to four, or [`Free`].
pub trait Layered: Sized {
    /// The coordinate of the line.
    type Coord: Coord;
    /// The kind of the regions in which all operands hold something.
    type Kind: Kind;
    /// The payload of each operand, `None` for those at fill.
    type Found: Copy;

    /// The number of operands.
    const COUNT: usize;
    /// `true` if every piece of some operand is a single place.
    const ANY_POINTS: bool;

    /// Calls [`coiterate`] for each combination of layers.
    fn coiterate<R: Range<Self::Coord>, const EMPTY: bool>(
        self,
        range: R,
        live: Live,
        body: impl FnMut(Cut<Self::Coord>, Cut<Self::Coord>, Self::Found) -> Flow,
    ) -> Flow;

    /// Calls [`coiterate`](Layered::coiterate) with the place of a target for each region, see [`coiterate_into`].
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "called by the macro alone")]
    fn coiterate_into<R: Range<Self::Coord>, U, T, W, const EMPTY: bool>(
        self,
        range: R,
        live: Live,
        target: &mut U,
        _line: impl for<'a> FnMut(&'a mut U, Cut<Self::Coord>, Cut<Self::Coord>) -> Option<&'a mut [T]>,
        _take: impl FnMut(&mut U, Cut<Self::Coord>, Cut<Self::Coord>, bool) -> Option<W>,
        _put: impl FnMut(&mut U, Cut<Self::Coord>, Cut<Self::Coord>, &mut W),
        mut body: impl FnMut(Cut<Self::Coord>, Cut<Self::Coord>, Self::Found, Slot<'_, U, T, W>) -> Flow,
    ) -> Flow {
        self.coiterate::<R, EMPTY>(
            range,
            live,
            #[inline(always)]
            |lo, hi, found| body(lo, hi, found, Slot::Within(target)),
        )
    }
}

/// Co-iterates operands whose pieces may overlap: calls [`coiterate`] for each combination of one layer per operand, so
/// that regions are in order only within one combination. If every operand has a single layer, this is [`coiterate`],
/// without overhead.
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
/// let _ = coiterate_layers::<_, _, false>(both, Everywhere, Live(1 << 3), |lo, _, held| {
///     found = Some((lo.value, held));
///     Continue(())
/// });
/// assert_eq!(found, Some((2.5, (Some('x'), Some('y')))));
/// ```
#[inline(always)]
pub fn coiterate_layers<O: Layered, R: Range<O::Coord>, const EMPTY: bool>(
    operands: O,
    range: R,
    live: Live,
    body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    operands.coiterate::<R, EMPTY>(range, live, body)
}

/// Co-iterates operands as [`coiterate_layers`] does, for a body that writes each region to one place of `target`.
///
/// `line` returns the values of the target from one cut to another, one for each integer between them, if they are in
/// memory side by side. Where all operands are arrays as well, the body gets the value to be written. Otherwise `take`
/// takes the lists of the target out of it, if all of their pieces lie before the range, or if all regions are single places,
/// which is passed to it, and the lists have a table of these; the body gets the lists, and `put` puts them back. If there are
/// none, it gets the target.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "called by the macro alone")]
pub fn coiterate_into<O: Layered, R: Range<O::Coord>, U, T, W, const EMPTY: bool>(
    operands: O,
    range: R,
    live: Live,
    target: &mut U,
    line: impl for<'a> FnMut(&'a mut U, Cut<O::Coord>, Cut<O::Coord>) -> Option<&'a mut [T]>,
    take: impl FnMut(&mut U, Cut<O::Coord>, Cut<O::Coord>, bool) -> Option<W>,
    put: impl FnMut(&mut U, Cut<O::Coord>, Cut<O::Coord>, &mut W),
    body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found, Slot<'_, U, T, W>) -> Flow,
) -> Flow {
    operands.coiterate_into::<R, U, T, W, EMPTY>(range, live, target, line, take, put, body)
}

impl<C: Coord> Layered for Free<C> {
    type Coord = C;
    type Kind = Segments;
    type Found = ();

    const COUNT: usize = 0;
    const ANY_POINTS: bool = false;

    #[inline(always)]
    fn coiterate<R: Range<C>, const EMPTY: bool>(
        self,
        range: R,
        live: Live,
        body: impl FnMut(Cut<C>, Cut<C>, ()) -> Flow,
    ) -> Flow {
        coiterate::<_, _, EMPTY>(self, range, live, body)
    }
}

macro_rules! layered {
    (@meet $one:ident) => { $one::Kind };
    (@meet $one:ident $($rest:ident)+) => { <$one::Kind as Kind>::Meet<layered!(@meet $($rest)+)> };
    (@nest $self:ident $lo:ident $hi:ident $range:ident $live:ident $body:ident $empty:ident; ($($layer:ident $op:ident)*);) => {
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
            coiterate::<_, _, $empty>(($($layer.clone(),)*), $range, $live, &mut $body)
        }
    };
    (@nest $self:ident $lo:ident $hi:ident $range:ident $live:ident $body:ident $empty:ident; ($($before:tt)*);
     $op:ident $name:ident $index:tt $($rest:tt)*) => {
        $self.$index.sums($lo, $hi, |$name: $op::Layer, _lo, _hi| {
            layered!(@nest $self _lo _hi $range $live $body $empty; ($($before)* $name $op); $($rest)*)
        })
    };
    ($first:ident $layer:ident $at:tt $($op:ident $layers:ident $ats:tt)*) => {
        impl<$first: Operand, $($op: Operand<Coord = $first::Coord>),*> Layered for ($first, $($op,)*) {
            type Coord = $first::Coord;
            type Kind = layered!(@meet $first $($op)*);
            type Found = (Option<$first::Payload>, $(Option<$op::Payload>,)*);

            const COUNT: usize = [$at, $($ats),*].len();
            const ANY_POINTS: bool = $first::Kind::POINTS $(|| $op::Kind::POINTS)*;

            #[inline(always)]
            fn coiterate<R: Range<Self::Coord>, const EMPTY: bool>(
                self,
                range: R,
                live: Live,
                mut body: impl FnMut(Cut<Self::Coord>, Cut<Self::Coord>, Self::Found) -> Flow,
            ) -> Flow {
                if !(<$first::Order as Order>::OVERLAPS $(|| <$op::Order as Order>::OVERLAPS)*) {
                    let only = (self.$at.only(), $(self.$ats.only(),)*);
                    return coiterate::<_, _, EMPTY>(only, range, live, body);
                }
                let (lo, hi) = (range.lo(), range.hi());
                layered!(@nest self lo hi range live body EMPTY; (); $first $layer $at $($op $layers $ats)*)
            }

            #[inline(always)]
            fn coiterate_into<R: Range<Self::Coord>, U, T, W, const EMPTY: bool>(
                self,
                range: R,
                live: Live,
                target: &mut U,
                line: impl for<'a> FnMut(&'a mut U, Cut<Self::Coord>, Cut<Self::Coord>) -> Option<&'a mut [T]>,
                mut take: impl FnMut(&mut U, Cut<Self::Coord>, Cut<Self::Coord>, bool) -> Option<W>,
                mut put: impl FnMut(&mut U, Cut<Self::Coord>, Cut<Self::Coord>, &mut W),
                mut body: impl FnMut(Cut<Self::Coord>, Cut<Self::Coord>, Self::Found, Slot<'_, U, T, W>) -> Flow,
            ) -> Flow {
                let overlaps = <$first::Order as Order>::OVERLAPS $(|| <$op::Order as Order>::OVERLAPS)*;
                if !overlaps && <($first::Layer, $($op::Layer,)*) as Operands>::ALL_LOCATED {
                    let only = (self.$at.only(), $(self.$ats.only(),)*);
                    return count_into(only, range, live, target, line, body);
                }
                // Where all operands hold something, no region is more than a stored point of one of them.
                let single = live.all_of(Self::COUNT)
                    && <($first::Layer, $($op::Layer,)*) as Operands>::ANCHORS;
                // Regions of layers are not in order.
                let lists = if overlaps { None } else { take(target, range.lo(), range.hi(), single) };
                // Two loops, so that none of them asks in each region whether there are lists.
                let Some(mut lists) = lists else {
                    return self.coiterate::<R, EMPTY>(
                        range,
                        live,
                        #[inline(always)]
                        |lo, hi, found| body(lo, hi, found, Slot::Within(target)),
                    );
                };
                let flow = self.coiterate::<R, EMPTY>(
                    range,
                    live,
                    #[inline(always)]
                    |lo, hi, found| {
                        body(lo, hi, found, if single { Slot::Next(&mut lists) } else { Slot::After(&mut lists) })
                    },
                );
                put(target, range.lo(), range.hi(), &mut lists);
                flow
            }
        }
    };
}
layered!(A a 0);
layered!(A a 0 B b 1);
layered!(A a 0 B b 1 C c 2);
layered!(A a 0 B b 1 C c 2 D d 3);
