//! Loops that append to a `RunList` store the runs that writes place by place store.

use std::fmt::Debug;

use proptest::collection::vec;
use proptest::prelude::*;
use unite::continuous::{Coord, Interval};
use unite::level::{AxisLevel, Dense, Element, IntervalList, Pattern, Piecewise, RunList, SparseList, Updating, Value};
use unite::looplet::LoopError;
use unite::loops;

/// The first and the last place of the extent.
const ENDS: (i64, i64) = (-9, 9);

/// Intervals of places with small values, of which many are equal, and some are fill.
fn pieces() -> impl Strategy<Value = Vec<(i64, i64, i64)>> {
    let piece = (0i64..4, 0i64..5, 0i64..3);
    vec(piece, 0..8).prop_map(|pieces| {
        let mut at = ENDS.0;
        let placed = pieces.into_iter().map(|(gap, length, value)| {
            let lo = at + gap;
            at = lo + length + 1;
            (lo, lo + length, value)
        });
        placed.take_while(|&(_, hi, _)| hi <= ENDS.1).collect()
    })
}

/// A loop: its operator, its range, and what it reads.
fn written() -> impl Strategy<Value = (usize, i64, i64, Vec<(i64, i64, i64)>)> {
    let range = (ENDS.0..=ENDS.1, ENDS.0..=ENDS.1).prop_map(|(one, other)| (one.min(other), one.max(other)));
    let range = prop_oneof![2 => Just(ENDS), 1 => range];
    (0usize..5, range, pieces()).prop_map(|(op, (lo, hi), pieces)| (op, lo, hi, pieces))
}

/// Returns the value of pieces at a place.
fn value_at(pieces: &[(i64, i64, i64)], place: i64) -> i64 {
    pieces.iter().find(|&&(lo, hi, _)| lo <= place && place <= hi).map_or(0, |&(.., value)| value)
}

/// Asserts that two targets are frozen to the same level.
fn same<L: AxisLevel + PartialEq + Debug>(one: Updating<L>, other: Updating<L>) {
    assert_eq!(one.freeze().unwrap().level(), other.freeze().unwrap().level());
}

/// Runs a loop that reads `$value`, and writes to a target.
macro_rules! each_op {
    ($op:expr, $target:ident, $lo:expr, $hi:expr, $value:expr) => {
        match $op {
            0 => loops!(for i = $lo:$hi $target[i] = $value[i]),
            1 => loops!(for i = $lo:$hi $target[i] += $value[i]),
            2 => loops!(for i = $lo:$hi $target[i] max= $value[i]),
            3 => loops!(for i = $lo:$hi $target[i] = $value[i] + 1),
            _ => loops!(for i = $lo:$hi if $value[i] == 2 $target[i] = 0),
        }
        .unwrap()
    };
}

/// Returns what a loop writes over an old value.
fn combined(op: usize, old: i64, value: i64) -> i64 {
    match op {
        0 => value,
        1 => old + value,
        2 => old.max(value),
        3 => value + 1,
        _ if value == 2 => 0,
        _ => old,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn runs_of_integers_are_those_of_writes_by_place(programs in vec(written(), 1..5), fill in 0i64..3, thawed in 0usize..5) {
        let extent = Interval::closed(ENDS.0, ENDS.1).unwrap();
        let mut targets = [(); 2].map(|()| Piecewise::declare(RunList::<_, i64>::new(extent, Element::new(fill))));
        let mut by_place = targets[0].clone();
        for (number, (op, lo, hi, pieces)) in programs.into_iter().enumerate() {
            let mut list = Piecewise::declare(IntervalList::<_, i64>::new(extent, Element::new(0)));
            for &(lo, hi, value) in &pieces {
                list.set(lo..=hi, value).unwrap();
            }
            let list = list.freeze().unwrap();
            let runs = list.convert(RunList::<_, i64>::new(extent, Element::new(0))).unwrap();
            let [one, other] = &mut targets;
            each_op!(op, one, lo, hi, list);
            each_op!(op, other, lo, hi, runs);
            for place in lo..=hi {
                by_place.update(place, |old| *old = combined(op, *old, value_at(&pieces, place))).unwrap();
            }
            if number + 1 == thawed {
                targets = targets.map(|target| target.freeze().unwrap().thaw());
            }
        }
        for target in targets {
            same(target, by_place.clone());
        }
    }

    #[test]
    fn several_lists_of_runs_that_meet_in_all_of_a_range_or_in_parts(
        (one, other) in (pieces(), pieces()), (first, fill) in (-3i64..4, 0i64..3), (o, k) in (-6i64..7, 1i64..4),
        (lo, hi) in (ENDS.0 - 5..ENDS.1, -9i64..ENDS.1 + 5),
    ) {
        let runs = |pieces: &[(i64, i64, i64)], lo: i64, fill: i64| {
            let mut runs = Piecewise::declare(RunList::<_, i64>::new(Interval::closed(lo, 9).unwrap(), Element::new(fill)));
            for &(from, to, value) in pieces.iter().filter(|&&(from, ..)| from >= lo) {
                runs.set(from..=to, value).unwrap();
            }
            runs.freeze().unwrap()
        };
        let (a, b) = (runs(&one, ENDS.0, fill), runs(&other, first, 0));
        let extent = Interval::closed(-20, 20).unwrap();
        let mut z = Piecewise::declare(RunList::<_, i64>::new(extent, Element::new(5)));
        let (mut s, mut t, mut u, mut v, mut most) = (0, 0, 0, 0, i64::MIN);
        loops! {
            for i = lo:hi  s += a[i] + 3 * b[i]
            for i = lo:hi  t += a[i + o] * b[i] + a[o - i]
            for i = lo:hi  u += a[k * i] - b[i]
            for i = lo:hi  v += a[i]
            for i = lo:hi  most max= a[i] - 2 * b[i + o]
            for i = lo:hi  z[i] = a[i] + 2 * b[i - o]
        }.unwrap();
        let sum = |f: &dyn Fn(i64) -> i64| (lo..=hi).map(f).sum::<i64>();
        prop_assert_eq!(s, sum(&|i| a.at(i) + 3 * b.at(i)));
        prop_assert_eq!(t, sum(&|i| a.at(i + o) * b.at(i) + a.at(o - i)));
        prop_assert_eq!(u, sum(&|i| a.at(k * i) - b.at(i)));
        prop_assert_eq!(v, sum(&|i| a.at(i)));
        prop_assert_eq!(most, (lo..=hi).map(|i| a.at(i) - 2 * b.at(i + o)).max().unwrap_or(i64::MIN));
        let z = z.freeze().unwrap();
        for i in -20..=20 {
            let expected = if (lo..=hi).contains(&i) { a.at(i) + 2 * b.at(i - o) } else { 5 };
            prop_assert_eq!(z.at(i), expected);
        }
    }

    #[test]
    fn runs_of_the_real_line_are_those_of_writes_by_piece(pieces in pieces(), more in pieces(), everywhere in any::<bool>()) {
        let closed = Interval::closed(-9.0, 10.0).unwrap();
        let extent = if everywhere { Interval::EVERYWHERE } else { closed };
        let fiber = |pieces: &[(i64, i64, i64)]| {
            let mut list = Piecewise::declare(IntervalList::<_, f64>::new(extent, Element::new(0.0)));
            for &(lo, hi, value) in pieces {
                let (lo, hi) = (lo as f64, hi as f64);
                // Neighbours touch, with the place between them in either; a piece may be a single place.
                let piece = match value {
                    1 => Interval::closed(lo, hi),
                    _ => Interval::closed_open(lo, hi + 1.0),
                };
                list.set(piece.unwrap(), value as f64).unwrap();
            }
            list.freeze().unwrap()
        };
        let (x, y) = (fiber(&pieces), fiber(&more));
        let mut by_loop = Piecewise::declare(RunList::<_, f64>::new(extent, Element::new(0.0)));
        let mut by_piece = by_loop.clone();
        loops! { for i by_loop[i] = x[i]; for i by_loop[i] += y[i] }.unwrap();
        for one in [&x, &y] {
            let level = one.level();
            for (p, &value) in level.child().values().iter().enumerate() {
                by_piece.update(level.interval(p), |old| *old += value).unwrap();
            }
        }
        same(by_loop, by_piece);
        let mut sum = Piecewise::declare(RunList::<_, f64>::new(extent, Element::new(0.0)));
        loops!(for i sum[i] = x[i] + y[i]).unwrap();
        let runs = sum.freeze().unwrap();
        for place in (-80..88).map(|n| f64::from(n) / 8.0) {
            prop_assert_eq!(runs.at(place), x.at(place) + y.at(place));
        }
        prop_assert!(runs.level().child().values().windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn rows_of_runs_are_those_of_writes_by_place(rows in vec(pieces(), 0..6), again in vec((0usize..6, pieces()), 0..3)) {
        let extent = Interval::closed(ENDS.0, ENDS.1).unwrap();
        let count = rows.len().max(1) as i64;
        let format = Dense::new(0..count, RunList::<_, i64>::new(extent, Element::new(0))).unwrap();
        let mut by_loop = Piecewise::declare(format);
        let (mut by_place, mut x) = (by_loop.clone(), by_loop.clone());
        let all = rows.iter().enumerate();
        for (row, pieces) in all.clone() {
            for &(lo, hi, value) in pieces {
                x.set((row as i64, lo..=hi), value).unwrap();
            }
        }
        let x = x.freeze().unwrap();
        let some = SparseList::new(Interval::closed(0, count - 1).unwrap(), Element::new(0));
        let mut mask = Piecewise::declare(some);
        (0..count).filter(|row| row % 3 != 1).for_each(|row| mask.set(row, 1).unwrap());
        let mask = mask.freeze().unwrap();
        loops!(for i, j by_loop[i, j] = mask[i] * x[i, j]).unwrap();
        let mut write = |row: i64, pieces: &[(i64, i64, i64)]| {
            for place in ENDS.0..=ENDS.1 {
                by_place.set((row, place), value_at(pieces, place)).unwrap();
            }
        };
        all.filter(|(row, _)| row % 3 != 1).for_each(|(row, pieces)| write(row as i64, pieces));
        for (row, pieces) in &again {
            let row = *row as i64 % count;
            let mut list = Piecewise::declare(IntervalList::<_, i64>::new(extent, Element::new(0)));
            pieces.iter().for_each(|&(lo, hi, value)| list.set(lo..=hi, value).unwrap());
            let list = list.freeze().unwrap();
            loops!(for j by_loop[row, j] = list[j]).unwrap();
            write(row, pieces);
        }
        same(by_loop, by_place);
    }
}

#[test]
fn what_a_loop_wrote_before_it_failed_stays() {
    let line = Interval::<f64>::EVERYWHERE;
    let mut x = Piecewise::declare(IntervalList::<_, f64>::new(line, Element::new(0.0)));
    x.set(1.0, 5.0).unwrap();
    x.set(2.0, 5.0).unwrap();
    x.set(3.0..4.0, 5.0).unwrap();
    let x = x.freeze().unwrap();
    let mut z = Piecewise::declare(RunList::<_, f64>::new(line, Element::new(0.0)));
    let ended = loops!(for i  z[i] = x[i] * i);
    assert!(matches!(ended, Err(LoopError::IndexOverInterval { .. })), "{ended:?}");
    let z = z.freeze().unwrap();
    assert_eq!(z.level().child().values(), [0.0, 5.0, 0.0, 10.0, 0.0]);
    let mut narrow = Piecewise::declare(RunList::<_, f64>::new(Interval::closed(1.0, 3.0).unwrap(), Element::new(0.0)));
    let ended = loops!(for i = 0:9  narrow[i] = x[i]);
    assert!(matches!(ended, Err(LoopError::Outside { .. })), "{ended:?}");
    assert_eq!(narrow.freeze().unwrap().level().child().values(), [5.0, 0.0, 5.0, 0.0]);
}

#[test]
fn runs_end_with_fill_and_what_leaves_fill_unchanged_may_lie_outside() {
    let wide = Interval::closed(-20, 20).unwrap();
    let mut x = Piecewise::declare(IntervalList::<_, i64>::new(wide, Element::new(0)));
    x.set(-3..=-1, 2).unwrap();
    x.set(0..=1, 2).unwrap();
    let x = x.freeze().unwrap();
    let mut z = Piecewise::declare(RunList::<_, i64>::new(Interval::closed(-5, 5).unwrap(), Element::new(0)));
    loops!(for i = -20:20  z[i] = x[i]).unwrap();
    let mut y = Piecewise::declare(RunList::<_, i64>::new(Interval::closed(-5, 5).unwrap(), Element::new(0)));
    loops!(for i = -5:5  y[i] = x[i]).unwrap();
    let (z, y) = (z.freeze().unwrap(), y.freeze().unwrap());
    assert_eq!(y.level().stops(), [-3, 2, 6].map(|place: i64| place.before()));
    assert_eq!(y.level().child().values(), [0, 2, 0]);
    assert_eq!(z.level(), y.level());
}

#[test]
fn runs_of_places_that_are_true_must_cover_the_extent() {
    let extent = Interval::closed(0, 9).unwrap();
    let mut x = Piecewise::declare(IntervalList::<_, i64>::new(extent, Element::new(false)));
    x.set(0..=9, true).unwrap();
    let whole = x.clone().freeze().unwrap();
    let mut z = Piecewise::declare(RunList::<_, i64>::new(extent, Pattern::new()));
    loops!(for i  z[i] = whole[i]).unwrap();
    assert_eq!(z.freeze().unwrap().level().stops(), [10i64.before()]);
    x.set(9..=9, false).unwrap();
    let part = x.freeze().unwrap();
    let mut z = Piecewise::declare(RunList::<_, i64>::new(extent, Pattern::new()));
    loops!(for i  z[i] = part[i]).unwrap();
    assert!(z.freeze().is_err());
}

#[test]
fn values_that_are_equal_are_one_run() {
    let extent = Interval::closed(0, 9).unwrap();
    let mut x = Piecewise::declare(IntervalList::<_, i64>::new(extent, Element::new(0.0)));
    for (at, value) in [(0, f64::NAN), (1, f64::NAN), (2, 1.0), (3, 1.0), (4, -0.0), (5, 0.0), (7, -1.0)] {
        x.set(at, value).unwrap();
    }
    let x = x.freeze().unwrap();
    let mut z = Piecewise::declare(RunList::<_, i64>::new(extent, Element::new(0.0)));
    loops!(for i  z[i] = x[i] * 1.0).unwrap();
    let z = z.freeze().unwrap();
    assert_eq!(z.level().stops(), [2, 4, 7, 8, 10].map(|place: i64| place.before()));
    assert!(z.level().child().values()[0].same(f64::NAN));
}
