//! Co-iteration: up to four looplets along one line.
//!
//! ```text
//!  A   ------[=====)---------[==========]----
//!  B   ---[======]-----*--------[===)--------
//!            ^^^^      .        ^^^^            A * B: only where both are       walk, or leap
//!         ^^^^^^^^^    ^     ^^^^^^^^^^^^        A + B: where one is              sweep
//! ```
//!
//! Where the operands are multiplied ([`Live::all_of`]) only regions in which all are not at fill are visited: piece by
//! piece, going on with whichever stops first (*walk*), or, where one operand has far fewer pieces, searching for the next
//! place where all may meet (*leap*). Else the line is cut wherever some operand starts or stops (*sweep*).

use std::ops::ControlFlow;

use super::{Flow, Live, Operands, Protocol, Range};
use crate::continuous::{Coord, Cut};

/// How many times the pieces of the smallest operand the largest has, for leaping to pay.
const UNEQUAL: usize = 8;

/// Calls `body` for the regions of `range` where it may do something, in their order, with what each operand holds there.
///
/// A region goes from the first cut to the second. Within it no operand changes. Where `live` says that a set of operands
/// does nothing, the body is not called; elsewhere it is, with `None` for each operand that is at fill.
///
/// `EMPTY` says that the body may be called for regions that are empty, that is do not start below their stop, which saves
/// a test a region. Whoever says so multiplies by their length ([`Coord::measure`](crate::continuous::Coord::measure)),
/// which is zero then, and has no other effect. Where the operands are not all multiplied there are none.
///
/// The body may break off: `Break` is what the loop returns then.
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
/// let _ = coiterate::<_, _, false>((x, y), upto(2.0), either, |lo, _, held| {
///     found.push((lo.value, held));
///     Continue(())
/// });
/// assert_eq!(found, [(1.5, (Some('x'), None))]);
/// let first = coiterate::<_, _, false>((x, y), upto(9.0), either, |_, _, _| std::ops::ControlFlow::Break(Stop::Satisfied));
/// assert!(first.is_break());
/// ```
#[inline(always)]
pub fn coiterate<O: Operands, R: Range<O::Coord>, const EMPTY: bool>(
    mut operands: O,
    range: R,
    live: Live,
    body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    if O::ROUNDED && !O::ANCHORS && range.hi() == range.lo().value.after() {
        // A loop over a single place is an anchor itself.
        operands.anchor(Some(range.lo().value));
    }
    if R::SOUGHT {
        operands.seek(range.lo());
    }
    if live == Live(0) {
        // Nowhere is anything to be done.
        ControlFlow::Continue(())
    } else if O::COUNT > 0 && live.all_of(O::COUNT) {
        let leaps = match O::PROTOCOL {
            Protocol::Walk => false,
            Protocol::Leap => true,
            Protocol::Auto => operands.unequal(UNEQUAL),
        };
        if leaps { leap(operands, range, body) } else { walk::<O, R, EMPTY>(operands, range, body) }
    } else {
        sweep(operands, range, live, body)
    }
}

/// Piece by piece.
#[inline(always)]
fn walk<O: Operands, R: Range<O::Coord>, const EMPTY: bool>(
    mut operands: O,
    range: R,
    mut body: impl FnMut(Cut<O::Coord>, Cut<O::Coord>, O::Found) -> Flow,
) -> Flow {
    while !operands.any_done() {
        operands.settle();
        if O::ALL_POINTS {
            if operands.meet() {
                let start = operands.last_start();
                if range.beyond(start) {
                    break;
                }
                // A loop over a single place anchors points to it, up to the next float.
                let stop =
                    if O::ROUNDED && !O::ANCHORS { range.stop(operands.first_stop()) } else { operands.first_stop() };
                body(start, stop, operands.found())?;
            }
        } else {
            let start = range.start(operands.last_start());
            let stop = range.stop(operands.first_stop());
            if range.beyond(start) {
                break;
            }
            // What is not clipped has a test of its own, which may be cheaper.
            if EMPTY || (if R::SOUGHT { start < stop } else { operands.overlap() }) {
                body(start, stop, operands.found())?;
            }
        }
        operands.advance();
    }
    ControlFlow::Continue(())
}

/// From one place where all may meet to the next.
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
        // Who stops first has met whatever it can meet, also where that is nothing.
        operands.advance();
    }
    ControlFlow::Continue(())
}

/// From cut to cut.
#[inline(always)]
fn sweep<O: Operands, R: Range<O::Coord>>(
    mut operands: O,
    range: R,
    live: Live,
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
