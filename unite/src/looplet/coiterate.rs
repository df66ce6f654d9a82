//! Co-iteration: up to eight looplets along one line.
//!
//! ```text
//!  A   ------[=====)---------[==========]----
//!  B   ---[======]-----*--------[===)--------
//!            ^^^^      .        ^^^^            A * B: only where both are       walk, or leap
//!         ^^^^^^^^^    ^     ^^^^^^^^^^^^        A + B: where one is              sweep
//! ```
//!
//! If the operands are multiplied ([`Live::all_of`]), only regions in which none of them is at fill are visited: either
//! piece by piece, advancing the operand that stops first (*walk*), or, if one operand has far fewer pieces, by
//! searching for the next place at which all may meet (*leap*). Otherwise the line is cut at every start and stop of an
//! operand (*sweep*), or, if all operands have pieces everywhere in the range, just at every stop (*fit*).

use std::hint::cold_path;
use std::ops::ControlFlow;

use super::located::{count, lead, lead_by_numbers, leads_by_numbers, visit_places};
use super::{Between, Flow, Kind, Live, Operands, Protocol, Range};
use crate::continuous::{Coord, Cut};

/// The minimum ratio between the largest and the smallest number of pieces for which leaping pays off.
const UNEQUAL: usize = 8;

/// Calls `body` for each region of `range` in which it may have an effect, in order, with the operands' payloads.
///
/// A region goes from the first cut to the second, and no operand changes within it. The body is not called where
/// `live` excludes the combination of operands that are not at fill; elsewhere an operand at fill is passed as `None`.
///
/// `EMPTY` allows calls of the body for empty regions, which do not start below their stop. This saves one test per
/// region. It is correct only if the body multiplies by the length
/// ([`Coord::measure`](crate::continuous::Coord::measure)), which is then zero, and has no other effect. Empty regions
/// occur only if all operands are multiplied.
///
/// `OPTIONAL` are operands of which it is known when the loop is compiled that the body has an effect also where only that one is
/// at fill, as a summand, or a factor `b[i] + 1`; 0 is always allowed. No code for a product of all operands is generated then.
///
/// If the body returns `Break`, the loop stops and returns that value.
///
/// ```
/// use std::ops::ControlFlow::Continue;
/// use unite::continuous::Coord;
/// use unite::looplet::{Between, Live, Spike, Stop, coiterate};
///
/// let (x, y) = (Spike::new(1.5, 'x'), Spike::new(2.5, 'y'));
/// let either = Live(0b1110); // x, y, or both
/// let mut found = Vec::new();
/// let upto = |hi: f64| Between { lo: 0.0.before(), hi: hi.after() };
/// let _ = coiterate::<_, _, false, 0>((x, y), upto(2.0), either, |lo, _, held| {
///     found.push((lo.value, held));
///     Continue(())
/// });
/// assert_eq!(found, [(1.5, (Some('x'), None))]);
/// let first = coiterate::<_, _, false, 0>((x, y), upto(9.0), either, |_, _, _| std::ops::ControlFlow::Break(Stop::satisfied()));
/// assert!(first.is_break());
/// ```
#[inline(always)]
#[expect(clippy::redundant_closure, reason = "the closure decides what is inlined where")]
pub fn coiterate<O: Operands, R: Range<O::Coord>, const EMPTY: bool, const OPTIONAL: usize>(
    operands: O,
    range: R,
    live: Live<O::Bits>,
    body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    if O::ALL_LOCATED {
        count(operands, range, live, body)
    } else if R::ONCE {
        let mut body = body;
        // The body is a part of this closure, and this closure, which is not inlined by force, of each way to iterate.
        strategies::<O, R, EMPTY, OPTIONAL>(operands, range, live, move |lo, hi, found| body(lo, hi, found))
    } else {
        strategies::<O, R, EMPTY, OPTIONAL>(operands, range, live, body)
    }
}

/// Calls `body` as [`coiterate`] does, for operands of which some are not located.
#[inline(always)]
fn strategies<O: Operands, R: Range<O::Coord>, const EMPTY: bool, const OPTIONAL: usize>(
    mut operands: O,
    range: R,
    live: Live<O::Bits>,
    body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    if O::SOME_LOCATED {
        if OPTIONAL != 0 {
            return beside::<O, R, OPTIONAL>(operands, range, live, body);
        }
        // Operands that are not located lead, unless one of them has far more pieces than another.
        if O::LEADERS == 1 || !operands.leads_unequal(UNEQUAL) {
            let (lo, hi) = operands.clipped(range.lo(), range.hi());
            if leads_by_numbers(&operands, live, (lo, hi)) {
                return lead_by_numbers(operands, (lo, hi), body);
            }
            cold_path();
            if live.all_of(O::COUNT) {
                if lo >= hi {
                    return ControlFlow::Continue(());
                }
                // Pieces that a map moves to minus infinity may be empty.
                if lo > Cut::FIRST {
                    return lead(operands, (lo, hi), body);
                }
            }
        }
        cold_path();
        return search(operands, range, live, body);
    }
    if O::ROUNDED && !O::ANCHORS && range.hi() == range.lo().value.after() {
        // A loop over a single place serves as the anchor itself.
        operands.anchor(Some(range.lo().value));
    }
    if R::SOUGHT {
        operands.seek(range.lo());
    }
    if live.is_empty() {
        // No combination of operands has an effect.
        ControlFlow::Continue(())
    } else if O::COUNT > 0 && OPTIONAL == 0 && live.all_of(O::COUNT) {
        let leaps = match O::PROTOCOL {
            Protocol::Walk => false,
            Protocol::Leap => true,
            Protocol::Auto => operands.unequal(UNEQUAL),
        };
        if leaps { leap(operands, range, body) } else { walk::<O, R, EMPTY>(operands, range, body) }
    } else if O::ALL_ADJACENT && range.lo() < range.hi() && operands.cover(range.lo(), range.hi()) {
        fit(operands, range, live, body)
    } else if O::COUNT == 1 {
        alternate(operands, range, live, body)
    } else {
        sweep(operands, range, live, body)
    }
}

/// Visits the regions of a product piece by piece. Where one operand holds nothing from the end of the range on, no piece is
/// compared with that end.
#[inline(always)]
fn walk<O: Operands, R: Range<O::Coord>, const EMPTY: bool>(
    mut operands: O,
    range: R,
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    let truncated = O::TRUNCATES && R::SOUGHT && !<R::Kind as Kind>::POINTS;
    if truncated {
        operands.truncate(range.hi());
    }
    // Of several lists the ends would need registers that are not left.
    if O::COUNT == 1 && O::ALL_POINTS {
        operands = operands.prechecked();
    }
    let mut first = true;
    while !operands.any_done() {
        operands.settle();
        if O::ALL_POINTS {
            if operands.meet() {
                let start = operands.last_start();
                if !truncated && range.beyond(start) {
                    break;
                }
                // A loop over a single place anchors points to it, up to the next float.
                let stop = if O::Coord::DISCRETE && O::ANCHORS {
                    // A stored integer is not the highest one, so the next one needs no test.
                    start.value.stepped(1).before()
                } else if O::ROUNDED && !O::ANCHORS {
                    range.stop(operands.first_stop())
                } else {
                    operands.first_stop()
                };
                // Places that a map moves to an infinity are empty.
                if O::ANCHORS || EMPTY || start < stop {
                    body(start, stop, operands.found())?;
                }
            }
        } else {
            let (mut start, mut stop) = (operands.last_start(), operands.first_stop());
            if truncated && O::COUNT == 1 {
                // The range cuts no piece but the first and the last one.
                if first {
                    start = range.start(start);
                }
                if operands.is_last() {
                    stop = range.stop(stop);
                }
                first = false;
            } else {
                (start, stop) = (range.start(start), range.stop(stop));
            }
            if !truncated && range.beyond(start) {
                break;
            }
            // A piece that is not clipped has its own overlap test, which may be cheaper.
            if EMPTY || (if R::SOUGHT { start < stop } else { operands.overlap() }) {
                body(start, stop, operands.found())?;
            }
        }
        operands.advance();
    }
    ControlFlow::Continue(())
}

/// Visits the regions of a product by searching for the next place at which all operands may meet.
#[inline(always)]
fn leap<O: Operands, R: Range<O::Coord>>(
    mut operands: O,
    range: R,
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    while !operands.any_done() {
        operands.settle();
        let start = range.start(operands.last_earliest());
        if range.beyond(start) {
            break;
        }
        operands.seek(start);
        if operands.any_done() {
            break;
        }
        let start = range.start(operands.last_start());
        let stop = range.stop(operands.first_stop());
        if start < stop {
            body(start, stop, operands.found())?;
        }
        // The operand that stops first cannot meet anything further.
        operands.advance();
    }
    ControlFlow::Continue(())
}

/// Visits the regions of operands of which some are located and some are known to be optional.
///
/// ```text
///  x            *     *       *       *         x[i] * (a[i] + b[i]): where both arrays have places, the list leads
///  a          [ 0 | 1 | 2 | 3 | 4 )             x[i] + a[i]: its pieces and the gaps between them, place by place
///  b              [ 0 | 1 | 2 | 3 | 4 )
///             |---|---------------|---|         before and after, all operands are swept
/// ```
#[inline(always)]
#[expect(clippy::redundant_closure, reason = "the closures are inlined by force, a reference to the body is not")]
fn beside<O: Operands, R: Range<O::Coord>, const OPTIONAL: usize>(
    operands: O,
    range: R,
    live: Live<O::Bits>,
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    // Where none of the operands that are not located is optional, they lead, unless one of them has far more pieces than another.
    let leads = OPTIONAL & !O::LOCATED == 0;
    let (lo, hi) = operands.clipped(range.lo(), range.hi());
    let equal = !leads || O::LEADERS == 1 || !operands.leads_unequal(UNEQUAL);
    let located = lo < hi && lo > Cut::FIRST && equal && (!leads || live.all_beside(O::LOCATED, O::COUNT));
    // The parts before and after are one loop, so that the body is a part of the code twice, not three times.
    let (mut at, mut end) = (range.lo(), if located { lo } else { range.hi() });
    loop {
        if at < end {
            cold_path();
            sweep(
                operands.clone(),
                Between { lo: at, hi: end },
                live,
                #[inline(always)]
                |lo, hi, found| body(lo, hi, found),
            )?;
        }
        if !located || at >= hi {
            return ControlFlow::Continue(());
        }
        visit_places(
            operands.clone(),
            (lo, hi),
            live,
            leads,
            #[inline(always)]
            |lo, hi, found| body(lo, hi, found),
        )?;
        (at, end) = (hi, range.hi());
    }
}

/// Visits the regions of operands of which some are located and cannot just be looked up.
#[inline(always)]
fn search<O: Operands, R: Range<O::Coord>>(
    mut operands: O,
    range: R,
    live: Live<O::Bits>,
    body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    // Beside a single operand that is not located there is nothing to leap over.
    if O::LEADERS > 1 && live.all_of(O::COUNT) {
        operands.seek(range.lo());
        leap(operands, range, body)
    } else {
        sweep(operands, range, live, body)
    }
}

/// Visits the regions of operands that all have pieces in the whole range: each from one stop to the next.
#[inline(always)]
fn fit<O: Operands, R: Range<O::Coord>>(
    mut operands: O,
    range: R,
    live: Live<O::Bits>,
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    let mut at = range.lo();
    operands.seek(at);
    if !live.has((1 << O::COUNT) - 1) {
        return ControlFlow::Continue(());
    }
    loop {
        let stop = operands.lead_stop();
        let is_last = stop >= range.hi();
        body(at, if is_last { range.hi() } else { stop }, operands.found())?;
        if is_last {
            return ControlFlow::Continue(());
        }
        operands.lead_advance(stop);
        at = stop;
    }
}

/// Visits all live regions of a single operand: its pieces and the gaps between them, which alternate.
#[inline(always)]
fn alternate<O: Operands, R: Range<O::Coord>>(
    mut operands: O,
    range: R,
    live: Live<O::Bits>,
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    let mut at = range.lo();
    operands.seek(at);
    while at < range.hi() {
        let done = operands.any_done();
        let start = if done { Cut::LAST } else { operands.last_start() };
        if at < start {
            let stop = range.stop_of_gap(start);
            if live.has(0) {
                body(at, stop, operands.found_of(0))?;
            }
            at = stop;
        }
        if done {
            break;
        }
        let stop = range.stop(operands.first_stop());
        if at < stop {
            if live.has(1) {
                body(at, stop, operands.found_of(1))?;
            }
            at = stop;
        }
        operands.advance();
    }
    ControlFlow::Continue(())
}

/// Visits all live regions between consecutive cuts.
#[inline(always)]
fn sweep<O: Operands, R: Range<O::Coord>>(
    mut operands: O,
    range: R,
    live: Live<O::Bits>,
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    let required = live.required(O::COUNT);
    let mut at = range.lo();
    while at < range.hi() {
        operands.seek(at);
        let Some(start) = operands.start_of(required) else { break };
        if start > at {
            at = start;
            continue;
        }
        let (set, next) = operands.around(at);
        let stop = range.stop_of_gap(next);
        if live.has(set) {
            body(at, stop, operands.found_of(set))?;
        }
        at = stop;
    }
    ControlFlow::Continue(())
}
