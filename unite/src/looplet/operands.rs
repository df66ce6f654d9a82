//! The operands of one loop: a tuple of up to eight looplets that are iterated together.

use super::{Kind, LiveBits, Looplet, Protocol};
use crate::continuous::{Coord, Cut};

/// Looplets over the same line, iterated together: a tuple of one to eight, or [`Free`](super::Free) for none.
///
/// A set of operands is a number: bit `k` stands for operand `k`.
pub trait Operands: Clone {
    /// The coordinate of the line.
    type Coord: Coord;
    /// The payload of each operand, `None` for those at fill.
    type Found: Copy;

    /// The bits of a [`Live`](super::Live) for this number of operands.
    type Bits: LiveBits;

    /// The number of operands.
    const COUNT: usize;
    /// `true` if all pieces of all operands are points.
    const ALL_POINTS: bool;
    /// The strategy that the operands ask for, combined by [`Protocol::with`].
    const PROTOCOL: Protocol;

    /// `true` if some operand is [rounded](super::Looplet::ROUNDED) and needs an anchor.
    const ROUNDED: bool;
    /// `true` if some operand's points can be anchors.
    const ANCHORS: bool;

    /// `true` if some operand can be [truncated](super::Looplet::truncate).
    const TRUNCATES: bool = false;

    /// `true` if the pieces of each operand are [adjacent](super::Looplet::ADJACENT).
    const ALL_ADJACENT: bool = false;

    /// Returns whether all operands, whose pieces are [adjacent](Operands::ALL_ADJACENT), have pieces from `_lo` to `_hi`.
    #[inline(always)]
    fn cover(&self, _lo: Cut<Self::Coord>, _hi: Cut<Self::Coord>) -> bool {
        false
    }

    /// `true` if some operand is [located](super::Looplet::LOCATED).
    const SOME_LOCATED: bool = false;
    /// `true` if all operands are.
    const ALL_LOCATED: bool = false;
    /// The set of operands that are.
    const LOCATED: usize = 0;
    /// `true` if all pieces of some operand that is not located are single places.
    const LEADS_BY_POINTS: bool = false;
    /// The number of operands that are not located.
    const LEADERS: usize = 0;
    /// `true` if [`touch_at`](Operands::touch_at) reads memory.
    const TOUCHES: bool = false;

    /// Returns the part of `lo..hi` that lies in the ranges of all located operands.
    #[inline(always)]
    fn clipped(&self, lo: Cut<Self::Coord>, hi: Cut<Self::Coord>) -> (Cut<Self::Coord>, Cut<Self::Coord>) {
        (lo, hi)
    }

    /// Returns the set of located operands whose ranges contain `at`, and the cut at which that set changes next.
    #[inline(always)]
    fn located_around(&self, _at: Cut<Self::Coord>) -> (usize, Cut<Self::Coord>) {
        (0, Cut::LAST)
    }

    /// Returns the operands with those located ones that are in `set` narrowed to the `len` places from `first` on.
    #[inline(always)]
    #[must_use]
    fn narrowed(self, _set: usize, _first: u64, _len: usize) -> Self {
        self
    }

    /// Returns whether all located operands [begin](super::Looplet::begins_at) at `_first` with `_len` places.
    #[inline(always)]
    fn begin_at(&self, _first: u64, _len: usize) -> bool {
        false
    }

    /// Returns whether each operand [may hold something](super::Looplet::may_hold).
    #[inline(always)]
    fn may_hold(&self) -> bool {
        true
    }

    /// Returns the payloads of the operands in `set`: of narrowed ones at place number `_k`, of others at their piece.
    #[inline(always)]
    fn found_at(&self, set: usize, _k: usize) -> Self::Found {
        self.found_of(set)
    }

    /// Calls [`touch_at`](super::Looplet::touch_at) of all operands.
    #[inline(always)]
    fn touch_at(&self, _k: usize) {}

    /// Returns whether some operand that is not located has no piece left.
    #[inline(always)]
    fn leads_done(&self) -> bool {
        self.any_done()
    }

    /// Advances each operand that is not located to its first piece that stops after `lo`.
    #[inline(always)]
    fn lead_seek(&mut self, lo: Cut<Self::Coord>) {
        self.seek(lo);
    }

    /// Returns the latest of the starts of the operands that are not located.
    #[inline(always)]
    fn lead_start(&self) -> Cut<Self::Coord> {
        self.last_start()
    }

    /// Returns the earliest of the stops of the operands that are not located.
    #[inline(always)]
    fn lead_stop(&self) -> Cut<Self::Coord> {
        self.first_stop()
    }

    /// Advances the operands that are not located and stop at `_stop`, the earliest stop.
    #[inline(always)]
    fn lead_advance(&mut self, _stop: Cut<Self::Coord>) {
        self.advance();
    }

    /// Returns the latest of the earliest starts of those operands in `set` that are not located, `None` if one of them is done.
    #[inline(always)]
    fn lead_start_of(&self, set: usize) -> Option<Cut<Self::Coord>> {
        self.start_of(set)
    }

    /// Returns what [`around`](Operands::around) does, of the operands that are not located.
    #[inline(always)]
    fn leads_around(&self, at: Cut<Self::Coord>) -> (usize, Cut<Self::Coord>) {
        self.around(at)
    }

    /// Advances the operands that are not located past the pieces that stop at `at` or before, one by one.
    #[inline(always)]
    fn lead_pass(&mut self, at: Cut<Self::Coord>) {
        self.lead_seek(at);
    }

    /// Returns whether one operand that is not located has more than `times` as many pieces left as another.
    #[inline(always)]
    fn leads_unequal(&self, times: usize) -> bool {
        self.unequal(times)
    }

    /// Anchors the rounded operands to the first operand with stored points, if there is one. Callers do this after
    /// every movement of the operands.
    fn settle(&mut self);
    /// Anchors the rounded operands to a place.
    fn anchor(&mut self, place: Option<Self::Coord>);
    /// Returns the latest of the operands' [`earliest`](super::Looplet::earliest) cuts.
    fn last_earliest(&self) -> Cut<Self::Coord>;
    /// Advances each operand to its first piece that stops after `lo`.
    fn seek(&mut self, lo: Cut<Self::Coord>);
    /// Returns the operands, each [checked before the loop](super::Looplet::prechecked).
    #[inline(always)]
    #[must_use]
    fn prechecked(self) -> Self {
        self
    }
    /// Removes the pieces of an operand that start at `_hi` or after, if one [can](super::Looplet::TRUNCATES).
    #[inline(always)]
    fn truncate(&mut self, _hi: Cut<Self::Coord>) {}
    /// Returns whether some operand has no piece after its current one.
    #[inline(always)]
    fn is_last(&self) -> bool {
        true
    }
    /// Returns whether some operand has no piece left.
    fn any_done(&self) -> bool;
    /// Returns the latest of the operands' starts.
    fn last_start(&self) -> Cut<Self::Coord>;
    /// Returns the earliest of the operands' stops.
    fn first_stop(&self) -> Cut<Self::Coord>;
    /// Returns whether all current pieces have a place in common.
    #[inline(always)]
    fn overlap(&self) -> bool {
        self.last_start() < self.first_stop()
    }
    /// Returns whether all current pieces start at one coordinate.
    fn meet(&self) -> bool;
    /// Advances the operands whose pieces stop first.
    fn advance(&mut self);
    /// Returns the payloads of all operands.
    fn found(&self) -> Self::Found;
    /// Returns whether one operand has more than `times` as many pieces left as another.
    fn unequal(&self, times: usize) -> bool;
    /// Returns the latest of the earliest starts in a set of operands, `None` if one of them is done.
    fn start_of(&self, set: usize) -> Option<Cut<Self::Coord>>;
    /// Returns the set of operands whose pieces have started at `at`, and the cut at which that set changes next.
    fn around(&self, at: Cut<Self::Coord>) -> (usize, Cut<Self::Coord>);
    /// Returns the payloads of the operands in `set`, `None` for the others.
    fn found_of(&self, set: usize) -> Self::Found;
}

macro_rules! operands {
    (@overlap $self:ident $first:ident $second:ident; $a:tt $b:tt) => {
        // A point beside another piece is never empty: two comparisons suffice, without the greater start and the lower
        // stop.
        if !$first::Coord::DISCRETE && (<$first::Kind as Kind>::POINTS || <$second::Kind as Kind>::POINTS) {
            return $self.$a.start() < $self.$b.stop() && $self.$b.start() < $self.$a.stop();
        }
    };
    (@overlap $self:ident $($name:ident)*; $($index:tt)*) => {};
    (@advance $self:ident $stop:ident; $a:tt) => {
        $self.$a.next_if(true);
    };
    (@advance $self:ident $stop:ident; $a:tt $b:tt) => {
        $self.$a.next_if($stop.$a <= $stop.$b);
        $self.$b.next_if($stop.$b <= $stop.$a);
    };
    (@advance $self:ident $stop:ident; $a:tt $($b:tt)*) => {
        let mut first = $stop.$a;
        $(if $stop.$b < first {
            first = $stop.$b;
        })*
        $self.$a.next_if($stop.$a <= first);
        $($self.$b.next_if($stop.$b <= first);)*
    };
    ($count:literal $bits:ty: $first:ident $($name:ident)*; $one:tt $($index:tt)*) => {
        impl<$first: Looplet, $($name: Looplet<Coord = $first::Coord>),*> Operands for ($first, $($name,)*) {
            type Coord = $first::Coord;
            type Found = (Option<$first::Payload>, $(Option<$name::Payload>,)*);
            type Bits = $bits;

            const COUNT: usize = $count;
            const ALL_POINTS: bool = <$first::Kind as Kind>::POINTS $(&& <$name::Kind as Kind>::POINTS)*;
            const PROTOCOL: Protocol = $first::PROTOCOL$(.with($name::PROTOCOL))*;
            const ROUNDED: bool = $first::ROUNDED $(|| $name::ROUNDED)*;
            const ANCHORS: bool = $first::STORED_POINTS $(|| $name::STORED_POINTS)*;
            const TRUNCATES: bool = $first::TRUNCATES $(|| $name::TRUNCATES)*;
            const ALL_ADJACENT: bool = $first::ADJACENT $(&& $name::ADJACENT)*;

            #[inline(always)]
            fn cover(&self, lo: Cut<Self::Coord>, hi: Cut<Self::Coord>) -> bool {
                operands!(@covers self lo hi $one) $(&& operands!(@covers self lo hi $index))*
            }

            const SOME_LOCATED: bool = $first::LOCATED $(|| $name::LOCATED)*;
            const ALL_LOCATED: bool = $first::LOCATED $(&& $name::LOCATED)*;
            const LOCATED: usize = ($first::LOCATED as usize) << $one $(| ($name::LOCATED as usize) << $index)*;
            const LEADS_BY_POINTS: bool = !$first::LOCATED && $first::SINGLE
                $(|| !$name::LOCATED && $name::SINGLE)*;

            const LEADERS: usize = !$first::LOCATED as usize $(+ !$name::LOCATED as usize)*;
            const TOUCHES: bool = $first::TOUCHES $(|| $name::TOUCHES)*;

            #[inline(always)]
            fn clipped(&self, lo: Cut<Self::Coord>, hi: Cut<Self::Coord>) -> (Cut<Self::Coord>, Cut<Self::Coord>) {
                let (mut lo, mut hi) = (lo, hi);
                operands!(@clip self $first lo hi $one);
                $(operands!(@clip self $name lo hi $index);)*
                (lo, hi)
            }

            #[inline(always)]
            fn located_around(&self, at: Cut<Self::Coord>) -> (usize, Cut<Self::Coord>) {
                let (mut set, mut next) = (0, Cut::LAST);
                operands!(@located self $first at set next $one);
                $(operands!(@located self $name at set next $index);)*
                (set, next)
            }

            #[inline(always)]
            fn narrowed(mut self, set: usize, first: u64, len: usize) -> Self {
                if $first::LOCATED && set >> $one & 1 == 1 {
                    self.$one = self.$one.narrowed(first, len);
                }
                $(if $name::LOCATED && set >> $index & 1 == 1 {
                    self.$index = self.$index.narrowed(first, len);
                })*
                self
            }

            #[inline(always)]
            fn begin_at(&self, first: u64, len: usize) -> bool {
                (!$first::LOCATED || self.$one.begins_at(first, len))
                    $(& (!$name::LOCATED || self.$index.begins_at(first, len)))*
            }

            #[inline(always)]
            fn may_hold(&self) -> bool {
                self.$one.may_hold() $(&& self.$index.may_hold())*
            }

            #[inline(always)]
            fn found_at(&self, set: usize, k: usize) -> Self::Found {
                (
                    operands!(@at self $first set k $one),
                    $(operands!(@at self $name set k $index),)*
                )
            }

            #[inline(always)]
            fn touch_at(&self, k: usize) {
                self.$one.touch_at(k);
                $(self.$index.touch_at(k);)*
            }

            #[inline(always)]
            fn leads_done(&self) -> bool {
                !$first::LOCATED && self.$one.done() $(|| !$name::LOCATED && self.$index.done())*
            }

            #[inline(always)]
            fn lead_seek(&mut self, lo: Cut<Self::Coord>) {
                if !$first::LOCATED {
                    self.$one.seek(lo);
                }
                $(if !$name::LOCATED {
                    self.$index.seek(lo);
                })*
            }

            #[inline(always)]
            fn lead_start(&self) -> Cut<Self::Coord> {
                let mut start = Cut::FIRST;
                if !$first::LOCATED {
                    start = self.$one.start();
                }
                $(if !$name::LOCATED {
                    start = start.max(self.$index.start());
                })*
                start
            }

            #[inline(always)]
            fn lead_stop(&self) -> Cut<Self::Coord> {
                let mut stop = Cut::LAST;
                if !$first::LOCATED {
                    stop = self.$one.stop();
                }
                $(if !$name::LOCATED {
                    stop = stop.min(self.$index.stop());
                })*
                stop
            }

            #[inline(always)]
            fn lead_advance(&mut self, stop: Cut<Self::Coord>) {
                if !$first::LOCATED {
                    self.$one.next_if(self.$one.stop() == stop);
                }
                $(if !$name::LOCATED {
                    self.$index.next_if(self.$index.stop() == stop);
                })*
            }

            #[inline(always)]
            fn lead_start_of(&self, set: usize) -> Option<Cut<Self::Coord>> {
                self.start_of(set & !Self::LOCATED)
            }

            #[inline(always)]
            fn leads_around(&self, at: Cut<Self::Coord>) -> (usize, Cut<Self::Coord>) {
                let (mut set, mut next) = (0, Cut::LAST);
                if !$first::LOCATED {
                    operands!(@around self at set next $one);
                }
                $(if !$name::LOCATED {
                    operands!(@around self at set next $index);
                })*
                (set, next)
            }

            #[inline(always)]
            fn lead_pass(&mut self, at: Cut<Self::Coord>) {
                if !$first::LOCATED {
                    while !self.$one.done() && self.$one.stop() <= at {
                        self.$one.next_if(true);
                    }
                }
                $(if !$name::LOCATED {
                    while !self.$index.done() && self.$index.stop() <= at {
                        self.$index.next_if(true);
                    }
                })*
            }

            #[inline(always)]
            fn leads_unequal(&self, times: usize) -> bool {
                let (mut least, mut most) = (usize::MAX, 0);
                if !$first::LOCATED {
                    (least, most) = (self.$one.remaining(), self.$one.remaining());
                }
                $(if !$name::LOCATED {
                    (least, most) = (least.min(self.$index.remaining()), most.max(self.$index.remaining()));
                })*
                most / times > least
            }

            #[inline(always)]
            fn settle(&mut self) {
                if !(Self::ROUNDED && Self::ANCHORS) {
                    return;
                }
                let place = if $first::STORED_POINTS {
                    if self.$one.done() { None } else { Some(self.$one.start().value) }
                } $(else if $name::STORED_POINTS {
                    if self.$index.done() { None } else { Some(self.$index.start().value) }
                })* else {
                    None
                };
                self.anchor(place);
            }

            #[inline(always)]
            fn anchor(&mut self, place: Option<Self::Coord>) {
                self.$one.anchor(place);
                $(self.$index.anchor(place);)*
            }

            #[inline(always)]
            fn last_earliest(&self) -> Cut<Self::Coord> {
                self.$one.earliest()$(.max(self.$index.earliest()))*
            }

            #[inline(always)]
            fn seek(&mut self, lo: Cut<Self::Coord>) {
                if !Self::ROUNDED {
                    self.$one.seek(lo);
                    $(self.$index.seek(lo);)*
                    return;
                }
                // The other operands move first, because the rounded ones are positioned relative to the resulting
                // anchor.
                if !$first::ROUNDED {
                    self.$one.seek(lo);
                }
                $(if !$name::ROUNDED {
                    self.$index.seek(lo);
                })*
                self.settle();
                if $first::ROUNDED {
                    self.$one.seek(lo);
                }
                $(if $name::ROUNDED {
                    self.$index.seek(lo);
                })*
            }

            #[inline(always)]
            fn prechecked(self) -> Self {
                (self.$one.prechecked(), $(self.$index.prechecked(),)*)
            }

            #[inline(always)]
            fn truncate(&mut self, hi: Cut<Self::Coord>) {
                if $first::TRUNCATES {
                    self.$one.truncate(hi);
                } $(else if $name::TRUNCATES {
                    self.$index.truncate(hi);
                })*
            }

            #[inline(always)]
            fn is_last(&self) -> bool {
                self.$one.remaining() == 1 $(|| self.$index.remaining() == 1)*
            }

            #[inline(always)]
            fn any_done(&self) -> bool {
                self.$one.done() $(|| self.$index.done())*
            }

            #[inline(always)]
            fn last_start(&self) -> Cut<Self::Coord> {
                self.$one.start()$(.max(self.$index.start()))*
            }

            #[inline(always)]
            fn first_stop(&self) -> Cut<Self::Coord> {
                self.$one.stop()$(.min(self.$index.stop()))*
            }

            #[inline(always)]
            fn overlap(&self) -> bool {
                operands!(@overlap self $first $($name)*; $one $($index)*);
                self.last_start() < self.first_stop()
            }

            #[inline(always)]
            fn meet(&self) -> bool {
                true $(&& self.$one.start().value == self.$index.start().value)*
            }

            #[inline(always)]
            fn advance(&mut self) {
                if Self::ALL_POINTS && !Self::ROUNDED {
                    // Points stop in the order in which they lie, which takes fewer instructions to compare.
                    let _stop = (self.$one.start().value, $(self.$index.start().value,)*);
                    operands!(@advance self _stop; $one $($index)*);
                    return;
                }
                let _stop = (self.$one.stop(), $(self.$index.stop(),)*);
                operands!(@advance self _stop; $one $($index)*);
            }

            #[inline(always)]
            fn found(&self) -> Self::Found {
                (Some(self.$one.payload()), $(Some(self.$index.payload()),)*)
            }

            #[inline(always)]
            fn unequal(&self, times: usize) -> bool {
                let left = (self.$one.remaining(), $(self.$index.remaining(),)*);
                let least = left.$one$(.min(left.$index))*;
                let most = left.$one$(.max(left.$index))*;
                most / times > least
            }

            #[inline(always)]
            fn start_of(&self, set: usize) -> Option<Cut<Self::Coord>> {
                let mut start = Cut::FIRST;
                if set >> $one & 1 == 1 {
                    if self.$one.done() {
                        return None;
                    }
                    start = self.$one.earliest();
                }
                $(if set >> $index & 1 == 1 {
                    if self.$index.done() {
                        return None;
                    }
                    start = start.max(self.$index.earliest());
                })*
                Some(start)
            }

            #[inline(always)]
            fn around(&self, at: Cut<Self::Coord>) -> (usize, Cut<Self::Coord>) {
                let mut set = 0;
                let mut next = Cut::LAST;
                operands!(@around self at set next $one);
                $(operands!(@around self at set next $index);)*
                (set, next)
            }

            #[inline(always)]
            fn found_of(&self, set: usize) -> Self::Found {
                (
                    if set >> $one & 1 == 1 { Some(self.$one.payload()) } else { None },
                    $(if set >> $index & 1 == 1 { Some(self.$index.payload()) } else { None },)*
                )
            }
        }
    };
    (@covers $self:ident $lo:ident $hi:ident $index:tt) => {
        !$self.$index.done() && $self.$index.start() <= $lo && $self.$index.last_stop() >= $hi
    };
    (@clip $self:ident $name:ident $lo:ident $hi:ident $index:tt) => {
        if $name::LOCATED {
            let (start, stop) = $self.$index.bounds();
            ($lo, $hi) = ($lo.max(start), $hi.min(stop));
        }
    };
    (@located $self:ident $name:ident $at:ident $set:ident $next:ident $index:tt) => {
        if $name::LOCATED {
            let (start, stop) = $self.$index.bounds();
            if start >= stop {
                // It holds nothing.
            } else if $at < start {
                $next = $next.min(start);
            } else if $at < stop {
                $set |= 1 << $index;
                $next = $next.min(stop);
            }
        }
    };
    (@at $self:ident $name:ident $set:ident $k:ident $index:tt) => {
        if $set >> $index & 1 == 0 {
            None
        } else if $name::LOCATED {
            Some($self.$index.payload_at($k))
        } else {
            Some($self.$index.payload())
        }
    };
    (@around $self:ident $at:ident $set:ident $next:ident $index:tt) => {
        if !$self.$index.done() {
            let start = $self.$index.start();
            let inside = start <= $at;
            $set |= usize::from(inside) << $index;
            $next = $next.min(if inside { $self.$index.stop() } else { start });
        }
    };
}
operands!(1 u16: A; 0);
operands!(2 u16: A B; 0 1);
operands!(3 u16: A B C; 0 1 2);
operands!(4 u16: A B C D; 0 1 2 3);
operands!(5 [u64; 4]: A B C D E; 0 1 2 3 4);
operands!(6 [u64; 4]: A B C D E F; 0 1 2 3 4 5);
operands!(7 [u64; 4]: A B C D E F G; 0 1 2 3 4 5 6);
operands!(8 [u64; 4]: A B C D E F G H; 0 1 2 3 4 5 6 7);
