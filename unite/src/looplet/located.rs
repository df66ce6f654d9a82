//! Co-iteration of operands of which some are arrays, whose places are looked up instead of walked.
//!
//! ```text
//!  a[i - 1]     [ 0 | 1 | 2 | 3 )           count: where all operands are arrays, a loop over numbers of places, for each
//!  a[i]     [ 0 | 1 | 2 | 3 )               part of the range in which the same arrays have places; there they are
//!           |---|-----------|---|           slices of one length
//!
//!  x        *         *       *   *         lead: pieces of others lead, and the arrays are looked up at their places,
//!  a            [ 0 | 1 | 2 | 3 )           in the part of the range in which all arrays have places
//!
//!  x + a        | - | x | x | - )           visit_places: there, if the body has an effect without the others too, their
//!                                           pieces and the gaps between them
//! ```

use std::hint::cold_path;
use std::ops::ControlFlow;

use super::stride::visit;
use super::{Flow, Live, Operands, Range};
use crate::continuous::{Coord, Cut};

/// Returns the number of integers between two cuts, the first of which is not above the second.
#[inline(always)]
fn places<C: Coord>(lo: Cut<C>, hi: Cut<C>) -> usize {
    hi.value.bits().wrapping_sub(lo.value.bits()) as usize
}

/// The place of a target at which a region of a loop is written.
#[derive(Debug)]
pub enum Slot<'a, U, T, A> {
    /// The value at the region, a single place.
    Here(&'a mut T),
    /// The end of lists, all of whose pieces lie before the region, which is known to be a single place.
    Next(&'a mut A),
    /// The end of lists, all of whose pieces lie before the region.
    After(&'a mut A),
    /// The storage in which the region is to be found.
    Within(&'a mut U),
}

/// Finds the places of a target of type `U` at which a loop along coordinates `C` writes; `B` are the bits of its live sets.
pub trait Slots<U, C: Coord, B>: for<'a> SlotsIn<'a, U> {
    /// The values of the target.
    type Value;

    /// Returns the values of the target from one cut to another, one for each integer between them, if they are in memory side
    /// by side.
    fn line<'a>(&self, target: &'a mut U, lo: Cut<C>, hi: Cut<C>) -> Option<&'a mut [Self::Value]>;

    /// Returns the end of the lists of the target, if all of their pieces lie before `lo..hi`, or if all regions are `single`
    /// places and the lists have a table of these.
    fn lists<'a>(&self, target: &'a mut U, lo: Cut<C>, hi: Cut<C>, single: bool) -> Option<ListsIn<'a, Self, U>>;

    /// Returns the sets of operands where a loop has an effect that writes to lists, if `live` are those for any target.
    fn live(&self, lists: &ListsIn<'_, Self, U>, live: Live<B>) -> Live<B>;
}

/// The lists of a target that is borrowed for a lifetime.
pub trait SlotsIn<'a, U> {
    /// The end of the lists.
    type Lists;
}

/// The end of the lists of a target `U` in which slots `W` are found.
pub type ListsIn<'a, W, U> = <W as SlotsIn<'a, U>>::Lists;

/// Visits all live regions of operands that are all located: single places where some operand has one, and gaps.
#[inline(always)]
pub(super) fn count<O: Operands, R: Range<O::Coord>>(
    operands: O,
    range: R,
    live: Live<O::Bits>,
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    let all = (1 << O::COUNT) - 1;
    let mut at = range.lo();
    while at < range.hi() {
        let (set, next) = operands.located_around(at);
        let stop = range.stop_of_gap(next);
        if live.has(set) {
            let (len, first) = (places(at, stop), at.value);
            if set == all && operands.may_hold() {
                // The set is a constant here, so that nothing of it is tested in the loop.
                let part = operands.clone().narrowed(all, first.bits(), len);
                // The flow is tested before the number changes, so that the compiler sees where the body breaks off.
                let (mut k, by) = range.steps_from(first);
                while k < len {
                    let place = first.stepped(k);
                    body(place.before(), place.stepped(1).before(), part.found_at(all, k))?;
                    k += by;
                }
            } else if R::STRIDED {
                let part = operands.clone().narrowed(set, first.bits(), len);
                visit(
                    range,
                    at,
                    stop,
                    #[inline(always)]
                    |lo, hi| body(lo, hi, part.found_at(set, places(at, lo))),
                )?;
            } else {
                let part = operands.clone().narrowed(set, first.bits(), len);
                let mut k = 0;
                while at < stop {
                    let next = if set == 0 { stop } else { at.value.after() };
                    body(at, next, part.found_at(set, k))?;
                    (at, k) = (next, k + 1);
                }
            }
        } else {
            cold_path();
        }
        at = stop;
    }
    ControlFlow::Continue(())
}

/// Visits the regions of [`count`], each with its place in a target. Where all operands have places and the values of the target
/// at all of them are in memory side by side, these are a slice of the same length as those of the operands.
///
/// ```text
///  a[i]         [ 0 | 1 | 2 | 3 )
///  b[i - 1]         [ 0 | 1 | 2 | 3 )
///  z[i]         [ 0 | 1 | 2 | 3 | 4 )
///               |---|-----------|---|       one by one, the line, one by one
/// ```
#[inline(always)]
#[expect(clippy::redundant_closure, reason = "a reference to the body would be a value in memory")]
pub(super) fn count_into<O: Operands, R: Range<O::Coord>, U, W: Slots<U, O::Coord, O::Bits>>(
    operands: O,
    range: R,
    live: Live<O::Bits>,
    target: &mut U,
    slots: W,
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found, Slot<'_, U, W::Value, ListsIn<'_, W, U>>) -> Flow,
) -> Flow {
    let all = (1 << O::COUNT) - 1;
    let (lo, hi) = operands.clipped(range.lo(), range.hi());
    let lined = lo < hi && live.has(all) && operands.may_hold() && slots.line(target, lo, hi).is_some();
    // The parts before and after the line are one loop, so that the body is a part of the code once for both.
    let (mut at, mut end) = (range.lo(), if lined { lo } else { range.hi() });
    // Usually the line is the whole range, which a loop around this one finds out once (but not if the rest is marked as cold).
    let whole = lined & (at >= lo) & (hi >= range.hi());
    if whole {
        return along(operands, range, (lo, hi), target, &slots, body);
    }
    loop {
        while at < end {
            cold_path();
            let (set, next) = operands.located_around(at);
            let stop = range.stop_of_gap(next).min(end);
            if R::STRIDED && live.has(set) {
                let part = operands.clone().narrowed(set, at.value.bits(), places(at, stop));
                visit(
                    range,
                    at,
                    stop,
                    #[inline(always)]
                    |lo, hi| body(lo, hi, part.found_at(set, places(at, lo)), Slot::Within(target)),
                )?;
            } else if live.has(set) {
                let part = operands.clone().narrowed(set, at.value.bits(), places(at, stop));
                let mut k = 0;
                while at < stop {
                    let next = if set == 0 { stop } else { at.value.after() };
                    body(at, next, part.found_at(set, k), Slot::Within(target))?;
                    (at, k) = (next, k + 1);
                }
            }
            at = stop;
        }
        if !lined || at >= hi {
            return ControlFlow::Continue(());
        }
        along(
            operands.clone(),
            range,
            (lo, hi),
            target,
            &slots,
            #[inline(always)]
            |lo, hi, found, slot| body(lo, hi, found, slot),
        )?;
        if hi >= range.hi() {
            return ControlFlow::Continue(());
        }
        (at, end) = (hi, range.hi());
    }
}

/// Visits the places between two cuts, where all operands have some and the values of the target are in memory side by side.
#[inline(always)]
fn along<O: Operands, R: Range<O::Coord>, U, W: Slots<U, O::Coord, O::Bits>>(
    operands: O,
    range: R,
    (lo, hi): (Cut<O::Coord>, Cut<O::Coord>),
    target: &mut U,
    slots: &W,
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found, Slot<'_, U, W::Value, ListsIn<'_, W, U>>) -> Flow,
) -> Flow {
    let (all, len, first) = ((1 << O::COUNT) - 1, places(lo, hi), lo.value);
    if let Some(line) = slots.line(target, lo, hi).and_then(|line| line.get_mut(..len)) {
        let part = operands.narrowed(all, first.bits(), len);
        let (mut k, by) = range.steps_from(first);
        while k < len {
            let place = first.stepped(k);
            body(place.before(), place.stepped(1).before(), part.found_at(all, k), Slot::Here(&mut line[k]))?;
            k += by;
        }
    }
    ControlFlow::Continue(())
}

/// Returns whether a loop between two cuts is one of [`lead_by_numbers`]: it has an effect only where all operands hold something,
/// the only one that is not located consists of points, and the integers between the cuts, one at least, are the numbers of the
/// places that the others have there.
///
/// Tests what depends on values without branches, so that the compiler can move the test out of a loop around this one.
#[inline(always)]
pub(super) fn leads_by_numbers<O: Operands>(
    operands: &O,
    live: Live<O::Bits>,
    (lo, hi): (Cut<O::Coord>, Cut<O::Coord>),
) -> bool {
    let begin = || (lo < hi) & (lo.value.bits() == 0) & operands.begin_at(0, places(lo, hi));
    O::LEADERS == 1 && O::LEADS_BY_POINTS && live.all_of(O::COUNT) & begin()
}

/// Visits the regions between two cuts in which all operands hold something, where [`leads_by_numbers`] holds.
#[inline(always)]
pub(super) fn lead_by_numbers<O: Operands>(
    operands: O,
    (lo, hi): (Cut<O::Coord>, Cut<O::Coord>),
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    let (all, len) = ((1 << O::COUNT) - 1, places(lo, hi));
    let mut operands = operands.prechecked();
    let mut touched = 0;
    while !operands.leads_done() {
        if O::TOUCHES {
            if touched == 0 {
                touched = touch_ahead(operands.clone());
            }
            touched -= 1;
        }
        let start = operands.lead_start();
        let k = start.value.bits() as usize;
        if k >= len {
            // Most pieces lie between the cuts: the compiler keeps in registers what the loop reads.
            cold_path();
            if start >= hi {
                break;
            }
            operands.lead_seek(lo);
            continue;
        }
        body(start, start.value.stepped(1).before(), operands.found_at(all, k))?;
        operands.lead_advance(operands.lead_stop());
    }
    ControlFlow::Continue(())
}

/// The greatest number of pieces that [`touch_ahead`] passes.
const AHEAD: usize = 16;

/// Reads the ends of what located operands hold at the next pieces of the one that leads, a few of them, and returns their number.
///
/// These reads do not depend on each other, so the processor waits for memory once for all of them. In the loop itself it would wait
/// for each: it does not look ahead beyond the loops inside.
#[inline(always)]
fn touch_ahead<O: Operands>(mut ahead: O) -> usize {
    let mut touched = 0;
    while touched < AHEAD && !ahead.leads_done() {
        ahead.touch_at(ahead.lead_start().value.bits() as usize);
        ahead.lead_advance(ahead.lead_stop());
        touched += 1;
    }
    touched
}

/// Visits the regions between two cuts in which all operands hold something. All located operands have places there.
#[inline(always)]
pub(super) fn lead<O: Operands>(
    operands: O,
    (lo, hi): (Cut<O::Coord>, Cut<O::Coord>),
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    let all = (1 << O::COUNT) - 1;
    let len = places(lo, hi);
    let mut operands = operands.narrowed(all, lo.value.bits(), len).prechecked();
    if O::LEADERS > 1 {
        operands.lead_seek(lo);
    } else if !operands.leads_done() && operands.lead_start() < lo {
        cold_path();
        operands.lead_seek(lo);
    }
    while !operands.leads_done() {
        let (start, stop) = (operands.lead_start(), operands.lead_stop());
        if O::LEADS_BY_POINTS {
            let k = places(lo, start);
            if k >= len {
                // Most pieces lie before the end: the compiler keeps in registers what the loop reads.
                cold_path();
                break;
            }
            // Pieces of one operand are not empty: moved to an infinity, they would be.
            if O::LEADERS == 1 || start < stop {
                body(start, start.value.stepped(1).before(), operands.found_at(all, k))?;
            }
        } else {
            let from = start.max(lo);
            if from >= hi {
                break;
            }
            let (first, end) = (places(lo, from), places(lo, stop.min(hi).max(from)));
            for k in first..end.min(len) {
                let place = lo.value.stepped(k);
                body(place.before(), place.stepped(1).before(), operands.found_at(all, k))?;
            }
        }
        operands.lead_advance(stop);
    }
    ControlFlow::Continue(())
}

/// Visits the live regions between two cuts, where all located operands have places, one by one; the others lead if the body has no
/// effect without them.
#[inline(always)]
pub(super) fn visit_places<O: Operands>(
    operands: O,
    (lo, hi): (Cut<O::Coord>, Cut<O::Coord>),
    live: Live<O::Bits>,
    others_lead: bool,
    body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    if others_lead {
        lead(operands, (lo, hi), body)
    } else if O::LEADERS == 1 {
        alternate_places(operands, (lo, hi), live, body)
    } else {
        sweep_places(operands, (lo, hi), live, body)
    }
}

/// Visits the places between two cuts, where all located operands have some: in the pieces of the only other operand, and in the
/// gaps between them.
#[inline(always)]
fn alternate_places<O: Operands>(
    operands: O,
    (lo, hi): (Cut<O::Coord>, Cut<O::Coord>),
    live: Live<O::Bits>,
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    let (all, len) = ((1 << O::COUNT) - 1, places(lo, hi));
    let mut operands = operands.narrowed(O::LOCATED, lo.value.bits(), len).prechecked();
    operands.lead_seek(lo);
    let (in_gaps, in_pieces) = (live.has(O::LOCATED), live.has(all));
    let mut k = 0;
    loop {
        let done = operands.leads_done();
        let from = if done {
            len
        } else if O::LEADS_BY_POINTS {
            // The first piece lies at `lo` or after it, and so do all others.
            places(lo, operands.lead_start()).min(len)
        } else {
            places(lo, operands.lead_start().max(lo).min(hi))
        };
        if in_gaps {
            for k in k..from {
                let place = lo.value.stepped(k);
                body(place.before(), place.stepped(1).before(), operands.found_at(O::LOCATED, k))?;
            }
        }
        if from >= len {
            return ControlFlow::Continue(());
        }
        let to = if O::LEADS_BY_POINTS { from + 1 } else { places(lo, operands.lead_stop().max(lo).min(hi)).min(len) };
        if in_pieces {
            for k in from..to {
                let place = lo.value.stepped(k);
                body(place.before(), place.stepped(1).before(), operands.found_at(all, k))?;
            }
        }
        operands.lead_advance(operands.lead_stop());
        k = to.max(k);
    }
}

/// Visits the places that [`alternate_places`] does, of several other operands.
#[inline(always)]
fn sweep_places<O: Operands>(
    operands: O,
    (lo, hi): (Cut<O::Coord>, Cut<O::Coord>),
    live: Live<O::Bits>,
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    let (required, len) = (live.required(O::COUNT), places(lo, hi));
    let mut operands = operands.narrowed(O::LOCATED, lo.value.bits(), len).prechecked();
    operands.lead_seek(lo);
    let mut k = 0;
    while k < len {
        let at = lo.value.stepped(k).before();
        let Some(start) = operands.lead_start_of(required) else { break };
        if start > at {
            k = places(lo, start.min(hi));
            operands.lead_seek(start);
            continue;
        }
        let (leads, next) = operands.leads_around(at);
        let (set, stop) = (leads | O::LOCATED, next.min(hi));
        let end = places(lo, stop).min(len);
        if live.has(set) {
            for k in k..end {
                let place = lo.value.stepped(k);
                body(place.before(), place.stepped(1).before(), operands.found_at(set, k))?;
            }
        }
        operands.lead_pass(stop);
        k = end;
    }
    ControlFlow::Continue(())
}
