//! The operand of intervals that may overlap: each interval that meets the range of a loop is a layer.
//!
//! In a loop that may meet an eighth of the intervals or more, the sums of the intervals, which do not overlap, are one layer
//! instead.

use std::ops::ControlFlow;

use super::Overlapping;
use super::profile::Seen;
use super::sight::{Forward, Sight, Through};
use crate::continuous::{Coord, Cut, Hull};
use crate::level::Level;
use crate::looplet::{
    Flow, LayerVisit, Map, Mixed, Operand, Overlapping as Overlaps, Single, Stepper, SumVisit, Switch,
};

/// The operand of a fiber of intervals that may overlap, seen from left to right or as `S` says.
#[derive(Debug)]
pub struct OverlappingWalk<'a, L, C: Coord, S = Forward> {
    level: &'a Overlapping<L, C>,
    position: usize,
    sight: S,
}

/// A loop takes sums if it may meet one interval of this many.
const MANY: usize = 8;

impl<'a, L, C: Coord, S> OverlappingWalk<'a, L, C, S> {
    #[inline(always)]
    pub(super) fn new(level: &'a Overlapping<L, C>, position: usize, sight: S) -> Self {
        OverlappingWalk { level, position, sight }
    }
}

impl<L, C: Coord, S: Copy> Clone for OverlappingWalk<'_, L, C, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L, C: Coord, S: Copy> Copy for OverlappingWalk<'_, L, C, S> {}

impl<'a, L: Level, C: Coord, S: Sight<C>> Operand for OverlappingWalk<'a, L, C, S> {
    type Coord = C;
    type Payload = L::Fiber<'a>;
    type Order = Overlaps;
    type Kind = Mixed;
    type Layer = Switch<Single<C, L::Fiber<'a>>, Stepper<Seen<'a, L, C, S>>>;
    type Mapped<M: Map<C>> = OverlappingWalk<'a, L, C, Through<S, M>>;

    fn only(self) -> Self::Layer {
        unreachable!("pieces that may overlap lie in any number of layers")
    }

    #[inline(always)]
    fn layers(&self, lo: Cut<C>, hi: Cut<C>, mut visit: impl LayerVisit<Self>) -> Flow {
        self.pieces(lo, hi, None, |layer, lo, hi, _| visit(layer, lo, hi))
    }

    #[inline(always)]
    fn sums(&self, lo: Cut<C>, hi: Cut<C>, within: Option<Hull>, mut visit: impl SumVisit<Self>) -> Flow {
        let OverlappingWalk { level, position, sight } = *self;
        // A part of the line may meet few of the intervals, and those are found by search.
        if self.is_worth_sums(lo, hi)
            && let Some(profile) = level.profile().and_then(|profile| profile.looplet(position, sight))
        {
            return visit(Switch::Second(profile), lo, hi, within);
        }
        self.pieces(lo, hi, within, visit)
    }

    #[inline(always)]
    fn mapped<M: Map<C>>(self, map: M) -> Self::Mapped<M> {
        OverlappingWalk::new(self.level, self.position, Through(self.sight, map))
    }
}

impl<'a, L: Level, C: Coord, S: Sight<C>> OverlappingWalk<'a, L, C, S> {
    /// Returns whether a loop from `lo` to `hi` takes the sums of the intervals instead of each of them. What it returns
    /// depends on the intervals and on the range alone, so that a program computes the same each time.
    #[inline(always)]
    fn is_worth_sums(&self, lo: Cut<C>, hi: Cut<C>) -> bool {
        let OverlappingWalk { level, sight, .. } = *self;
        let (mut first, mut last) = (sight.to_loop(level.extent.lo()), sight.to_loop(level.extent.hi()));
        if S::BACKWARD {
            (first, last) = (last, first);
        }
        // Contents with axes of their own have no sums.
        L::RANK == 0 && lo < hi && (level.profile.always || lo <= first && last <= hi || self.may_meet_many(lo, hi))
    }

    /// Returns the arguments with which [`Index::meeting`] finds the intervals that have places in common with `lo..hi`.
    #[inline(always)]
    fn met(&self, lo: Cut<C>, hi: Cut<C>) -> (C, impl Fn(Cut<C>) -> bool + Copy, impl Fn(Cut<C>) -> bool + Copy) {
        let sight = self.sight;
        let left_of = move |cut: Cut<C>| sight.to_loop(cut) <= lo;
        let right_of = move |cut: Cut<C>| sight.to_loop(cut) >= hi;
        let past = move |stop| if S::BACKWARD { right_of(stop) } else { left_of(stop) };
        let beyond = move |start| if S::BACKWARD { left_of(start) } else { right_of(start) };
        (sight.to_tensor(if S::BACKWARD { hi } else { lo }).value, past, beyond)
    }

    /// Returns whether an eighth of the intervals or more may have places in common with `lo..hi`.
    #[inline(never)]
    fn may_meet_many(&self, lo: Cut<C>, hi: Cut<C>) -> bool {
        let (near, past, beyond) = self.met(lo, hi);
        let (met, all) = self.level.index.may_meet(self.position, near, past, beyond);
        MANY * met >= all
    }

    /// Calls `visit` for each interval between `lo` and `hi` as [`Operand::sums`] says of layers.
    #[inline(always)]
    fn pieces(&self, lo: Cut<C>, hi: Cut<C>, within: Option<Hull>, mut visit: impl SumVisit<Self>) -> Flow {
        if lo >= hi {
            return ControlFlow::Continue(());
        }
        let OverlappingWalk { level, position, sight } = *self;
        let (near, past, beyond) = self.met(lo, hi);
        let hulls = &level.hulls[..];
        let hull = move |p: usize| within.map(|within| hulls.get(p).map_or(within, |&hull| within.meet(hull)));
        let meets = move |p| !hull(p).is_some_and(Hull::is_empty);
        level.index.meeting(position, near, past, beyond, meets).try_for_each(|(p, (start, stop, child))| {
            let (mut start, mut stop) = (sight.to_loop(start), sight.to_loop(stop));
            if S::BACKWARD {
                (start, stop) = (stop, start);
            }
            let (from, to) = (start.max(lo), stop.min(hi));
            // Rounded to the coordinates of the loop, an interval may be empty.
            if S::EXACT || from < to {
                visit(Switch::First(Single::new(start, stop, level.child.fiber(child))), from, to, hull(p))?;
            }
            ControlFlow::Continue(())
        })
    }
}
