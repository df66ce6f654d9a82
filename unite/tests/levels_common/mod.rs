//! Formats of intervals, compared with lists of intervals that are searched one by one.

#![allow(dead_code, unused_macros, unused_imports, unreachable_pub, reason = "every test crate uses a part of it")]

use std::ops::ControlFlow;

use unite::continuous::{Coord, Cut, Interval, Limit};
use unite::level::{AxisUpdate, LeafUpdate, LevelError};
use unite::looplet::{Looplet, Operand};

/// A piece: start, stop, and value.
pub type Piece<C, P> = (Cut<C>, Cut<C>, P);

/// Returns the pieces of an operand in `lo..hi`, layer by layer.
pub fn pieces<O: Operand>(operand: O, lo: Cut<O::Coord>, hi: Cut<O::Coord>) -> Vec<Piece<O::Coord, O::Payload>> {
    let mut found = Vec::new();
    let flow = operand.layers(lo, hi, |mut layer: O::Layer, lo: Cut<O::Coord>, hi: Cut<O::Coord>| {
        layer.seek(lo);
        while !layer.done() && layer.start() < hi {
            found.push((layer.start().max(lo), layer.stop().min(hi), layer.payload()));
            layer.next_if(true);
        }
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()));
    found
}

/// Writes `value` to an interval.
pub fn write<C: Coord, U>(update: &mut U, root: usize, interval: Interval<C>, value: i64) -> Result<(), LevelError>
where
    U: AxisUpdate<Coord = C, Value = i64, Child: LeafUpdate>,
{
    update.cover(root, interval.lo(), interval.hi(), |child, position| {
        *child.value(position) += value;
        Ok(())
    })
}

/// Returns the interval between two cuts.
pub fn between<C: Coord>(lo: Cut<C>, hi: Cut<C>) -> Interval<C> {
    Interval::from_limits(Limit::from_start(lo), Limit::from_stop(hi)).expect("the cuts are in order")
}

/// Returns two cuts on the mirrored line.
pub fn mirrored<C: Coord>((lo, hi): (Cut<C>, Cut<C>)) -> (Cut<C>, Cut<C>) {
    (hi.negated(), lo.negated())
}

/// Returns two cuts on a line whose 0 lies at `by`.
pub fn moved<C: Coord>((lo, hi): (Cut<C>, Cut<C>), by: C) -> (Cut<C>, Cut<C>) {
    let moved = |cut: Cut<C>| Cut { value: cut.value.minus(by), after: cut.after };
    (moved(lo), moved(hi))
}

/// Returns pieces sorted by start, stop and value.
pub fn sorted<C: Coord>(mut pieces: Vec<Piece<C, i64>>) -> Vec<Piece<C, i64>> {
    pieces.sort_by(|a, b| a.partial_cmp(b).expect("no NaN"));
    pieces
}

/// Returns the intervals that are visible in `part` through a map.
pub fn seen<C: Coord>(
    intervals: &[(Interval<C>, i64)],
    part: (Cut<C>, Cut<C>),
    map: impl Fn((Cut<C>, Cut<C>)) -> (Cut<C>, Cut<C>),
) -> Vec<Piece<C, i64>> {
    let clipped = intervals.iter().map(|&(interval, value)| {
        let (lo, hi) = map((interval.lo(), interval.hi()));
        (lo.max(part.0), hi.min(part.1), value)
    });
    sorted(clipped.filter(|(lo, hi, _)| lo < hi).collect())
}

/// Returns places near which a tensor may change: `place(-36)` to `place(36)`.
pub fn places<C: Coord>(place: fn(i32) -> C) -> Vec<C> {
    (-36..=36).map(place).collect()
}

/// Asserts that a tensor that was made in two ways equals a list of intervals: at each place, from left to right, from
/// right to left, moved, and in a part of the line.
macro_rules! holds {
    ($level:expr, $expected:expr, $place:expr) => {{
        let (level, expected) = (&$level, &$expected);
        let fiber = level.fiber(0);
        for place in places($place) {
            let mut found = Vec::new();
            let _ = fiber.at(place, |child| {
                found.extend(child.map(|child| child.get()));
                std::ops::ControlFlow::Continue(())
            });
            found.sort();
            let mut values: Vec<_> = expected.iter().filter(|(i, _)| i.contains(place)).map(|&(_, v)| v).collect();
            values.sort();
            assert_eq!(found, values, "at {place}");
        }
        let shown = |list: Vec<(Cut<_>, Cut<_>, Item<'_, i64>)>| {
            sorted(list.into_iter().map(|(lo, hi, child)| (lo, hi, child.get())).collect())
        };
        let by = $place(8);
        let whole = (Cut::FIRST, Cut::LAST);
        for part in [whole, ($place(-7).before(), $place(9).after()), ($place(3).before(), $place(3).after())] {
            let (lo, hi) = part;
            assert_eq!(shown(pieces(fiber.walk(), lo, hi)), seen(expected, part, |cuts| cuts), "forwards");
            assert_eq!(shown(pieces(fiber.back(), lo, hi)), seen(expected, part, mirrored), "backwards");
            let moved_back = |cuts| moved(mirrored(cuts), by);
            let walk = fiber.walk().mapped(Offset(by));
            assert_eq!(shown(pieces(walk, lo, hi)), seen(expected, part, |cuts| moved(cuts, by)), "moved");
            let back = fiber.back().mapped(Offset(by));
            assert_eq!(shown(pieces(back, lo, hi)), seen(expected, part, moved_back), "moved back");
        }
        let entries: Vec<_> =
            level.entries(0).map(|(lo, hi, position)| (lo, hi, level.child().values()[position])).collect();
        assert!(entries.is_sorted_by_key(|&(lo, _, _)| lo), "entries are in their order");
        assert_eq!(sorted(entries), seen(expected, whole, |cuts| cuts), "entries");
    }};
}
pub(crate) use holds;
