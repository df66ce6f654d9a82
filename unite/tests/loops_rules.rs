//! Rules of programs of loops. Assignment of fill, the bounds of a loop without bounds, and products of integers and
//! lengths.

use proptest::prelude::*;
use unite::continuous::{Coord, Interval};
use unite::level::{
    AxisLevel, Csc, Csr, Dense, Duplicates, Element, IntervalList, Level, LevelError, Pattern, Piecewise, Pinpoint,
    Place, RunList, SparseByteMap, SparseCoo, SparseDict, SparseList, Updating,
};
use unite::looplet::LoopError;
use unite::loops;

fn everywhere<C: Coord>() -> Interval<C> {
    Interval::EVERYWHERE
}

fn axis(a: i64, b: i64) -> Interval<i64> {
    Interval::closed(a, b).unwrap()
}

fn dense(first: i64, values: &[f64]) -> Piecewise<Dense<Element<f64>>> {
    let last = first + values.len() as i64 - 1;
    Piecewise::from_level(Dense::from_parts(first..=last, Element::from_values(0.0, values.to_vec())).unwrap()).unwrap()
}

fn list(extent: Interval<i64>, entries: &[(i64, f64)]) -> Piecewise<SparseList<Element<f64>>> {
    let format = SparseList::new(extent, Element::new(0.0));
    Piecewise::from_entries(format, entries.iter().copied(), Duplicates::Refuse).unwrap()
}

fn spans(entries: &[(std::ops::Range<f64>, f64)]) -> Piecewise<IntervalList<Element<f64>>> {
    let format = IntervalList::new(everywhere(), Element::new(0.0));
    let entries = entries.iter().map(|(place, value)| (Place::from(place.clone()), *value)).map(|(p, v)| ((p,), v));
    Piecewise::from_entries(format, entries, Duplicates::Refuse).unwrap()
}

fn empty<L: Level>(format: L) -> Updating<L> {
    Piecewise::declare(format)
}

#[test]
fn an_assignment_of_fill_stores_nothing() {
    let points = Piecewise::from_entries(
        Pinpoint::<_>::new(everywhere(), Element::new(0.0)),
        [(0.5, 1.0), (2.0, 3.0)],
        Duplicates::Refuse,
    )
    .unwrap();
    let mut z = empty(Pinpoint::<_>::new(everywhere(), Element::new(0.0)));
    loops!(for i z[i] = points[i]).unwrap();
    assert_eq!(z.freeze().unwrap(), points);

    let one = list(axis(0, 9), &[(4, 7.0)]);
    let mut z = empty(SparseList::new(axis(0, 9), Element::new(0.0)));
    loops!(for i = 0:9 z[i] = one[i]).unwrap();
    assert_eq!(z.freeze().unwrap(), one);

    let stretches = spans(&[(0.0..4.0, 1.0), (10.0..12.0, 2.0)]);
    let mut z = empty(IntervalList::<_, f64>::new(everywhere(), Element::new(0.0)));
    loops!(for i z[i] = stretches[i]).unwrap();
    assert_eq!(z.freeze().unwrap(), stretches);

    // The fill of the target matters, not zero.
    let mut z = empty(IntervalList::<_, f64>::new(axis_of_reals(), Element::new(1.0)));
    loops!(for i = 0:20 z[i] = stretches[i]).unwrap();
    let z = z.freeze().unwrap();
    assert_eq!((z.at(2.0), z.at(5.0), z.at(11.0)), (1.0, 0.0, 2.0));
    assert!(z.level().child().values().iter().all(|&value| value != 1.0), "{z:?}");
}

fn axis_of_reals() -> Interval<f64> {
    Interval::closed(0.0, 20.0).unwrap()
}

#[test]
fn a_tensor_is_copied_into_an_array_of_its_extent() {
    let a = dense(0, &[5.0, 0.0, 7.0, 8.0]);
    let mut z = empty(Dense::new(0..4i64, Element::new(0.0)).unwrap());
    let mut more = z.clone();
    let mut least = empty(Dense::new(0..4i64, Element::new(f64::INFINITY)).unwrap());
    loops! {
        for i z[i] = a[i];
        for i more[i] = a[i] + 1.0;
        for i least[i] min= a[i]
    }
    .unwrap();
    assert_eq!(z.freeze().unwrap(), a);
    assert_eq!(more.freeze().unwrap().level().child().values(), [6.0, 1.0, 8.0, 9.0]);
    assert_eq!(least.freeze().unwrap().level().child().values(), [5.0, 0.0, 7.0, 8.0]);
}

/// Assigns one, and then fill: a hole in it, and the rest.
macro_rules! erased {
    ($($format:expr;)*) => {$({
        let mut z = empty($format);
        loops!(for i = 0:9 z[i] = 1.0; for i = 3:5 z[i] = 0.0; for i = 9:9 z[i] = 0.0).unwrap();
        let some = z.clone().freeze().unwrap();
        let at: Vec<f64> = (0..10).map(|i| some.at(i)).collect();
        assert_eq!(at, [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0], "{some:?}");
        loops!(for i = -inf:inf z[i] = 0.0; for i = 4:4 z[i] = 2.0).unwrap();
        let one = z.freeze().unwrap();
        let at: Vec<f64> = (0..10).map(|i| one.at(i)).collect();
        assert_eq!(at, [0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0], "{one:?}");
    })*};
}

#[test]
fn an_assignment_of_fill_erases_what_stands_there() {
    erased! {
        Dense::new(0..10i64, Element::new(0.0)).unwrap();
        SparseList::new(axis(0, 9), Element::new(0.0));
        SparseList::new(everywhere::<i64>(), Element::new(0.0));
        SparseDict::<_, i64>::new(everywhere(), Element::new(0.0));
        SparseByteMap::new(axis(0, 9), Element::new(0.0)).unwrap();
        SparseCoo::<(i64,), _>::new((everywhere(),), Element::new(0.0));
        RunList::<_, i64>::new(axis(0, 9), Element::new(0.0));
        IntervalList::<_, i64>::new(everywhere(), Element::new(0.0));
    }
    let mut z = empty(SparseDict::<_, i64>::new(everywhere(), Element::new(0.0)));
    loops!(for i = 0:9 z[9 - i] = 1.0; for i = 2:8 z[i] = 0.0; for i = -inf:8 z[i] = 0.0).unwrap();
    assert_eq!(z.freeze().unwrap().level().coordinates(), [9]);
    let mut places = empty(Pinpoint::<_>::new(everywhere(), Pattern::new()));
    loops!(for i = 0.5:0.5 places[i] = true; for i = 1.5:1.5 places[i] = true; for i = 0:1 places[i] = false).unwrap();
    assert_eq!(places.freeze().unwrap().level().coordinates(), [1.5]);
}

#[test]
fn a_row_in_which_nothing_is_left_is_not_stored() {
    let mut z = empty(SparseList::new(axis(0, 3), SparseList::new(axis(0, 3), Element::new(0.0))));
    loops! {
        for i = 0:2 for j = 0:3 z[i, j] = 1.0;
        for i = 1:1 for j z[i, j] = 0.0;
        for i = 2:2 for j = 0:2 z[i, j] = 0.0
    }
    .unwrap();
    let z = z.freeze().unwrap();
    assert_eq!(z.level().coordinates(), [0, 2]);
    assert_eq!(z.stored(), 5);
}

#[test]
fn fill_is_written_anywhere_and_what_is_not_fill_in_the_extent_alone() {
    let a = list(everywhere(), &[(1, 5.0), (8, 6.0)]);
    let mut z = empty(Dense::new(0..4i64, Element::new(0.0)).unwrap());
    loops!(for i = -5:7 z[i] = a[i]).unwrap();
    assert_eq!(z.clone().freeze().unwrap().level().child().values(), [0.0, 5.0, 0.0, 0.0]);
    let outside = loops!(for i = 0:9 z[i] = a[i]);
    let error = LoopError::Outside { target: "z[i]", place: "[8, 8]".into(), extent: "[0, 3]".into() };
    let told = "[8, 8] lies outside of the extent [0, 3] of `z[i]`; widen the extent of the axis or bound the loop";
    assert_eq!((error.to_string().as_str(), outside), (told, Err(error)));
    let mut rows = empty(Dense::new(0..4i64, SparseList::new(axis(0, 1), Element::new(0.0))).unwrap());
    let outside = loops!(for i = 0:3 for j = 0:1 rows[i, j + 1] = 1.0);
    assert!(matches!(outside, Err(LoopError::Outside { target: "rows[i, j + 1]", .. })), "{outside:?}");
    let mut points = empty(Pinpoint::<_>::new(everywhere(), Element::new(0.0)));
    loops!(for i = 0:1 points[i] = 1.0).unwrap();
    assert!(matches!(points.freeze(), Err(LevelError::Unfit { .. })));
}

#[test]
fn a_loop_without_bounds_goes_over_the_extent_of_what_its_index_alone_indexes() {
    let x = dense(0, &[5.0, 6.0, 7.0, 8.0]);
    let sparse = list(axis(0, 3), &[(0, 5.0), (1, 6.0), (2, 7.0), (3, 8.0)]);
    let endless = list(everywhere(), &[(0, 5.0), (1, 6.0)]);
    let (mut m, mut all, mut least, mut anywhere, mut open) = (f64::INFINITY, true, f64::INFINITY, f64::INFINITY, true);
    loops! {
        for i m min= x[i];
        for i all &= x[i] > 1.0;
        for i least min= sparse[i];
        for i = -inf:inf anywhere min= x[i];
        for i open &= endless[i] > 1.0
    }
    .unwrap();
    assert_eq!((m, all, least, anywhere, open), (5.0, true, 5.0, 0.0, false));

    // A sum of a tensor that is not zero outside, and a target: their extents bound the loop.
    let (mut length, mut shifted) = (0.0, 9.0);
    let mut z = empty(Dense::new(0..4i64, Element::new(-1.0)).unwrap());
    loops! {
        for i length += (1.0 + endless[i] * x[i]) * d(i);
        for i shifted min= x[i] - x[i - 1];
        for i z[i] = endless[i + 1]
    }
    .unwrap();
    assert_eq!((length, shifted), (4.0 + 25.0 + 36.0, 1.0));
    assert_eq!(z.freeze().unwrap().level().child().values(), [6.0, 0.0, 0.0, 0.0]);
}

#[test]
fn tensors_of_different_extents_need_a_loop_with_bounds() {
    let (x, y) = (dense(0, &[1.0; 4]), dense(0, &[1.0; 5]));
    let mut s = 0.0;
    let error = loops!(for i s += x[i] * y[i]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`i` has no bounds, and takes them from the extents of the tensors that it indexes, which differ: `x` has \
         [0, 3], `y` has [0, 4]. Give the loop bounds, as in `for i = 0:3`"
    );
    loops! {
        for i = 0:3 s += x[i] * y[i];
        for i = -inf:inf s += x[i] * y[i];
        for i s += x[i] * y[i + 1]
    }
    .unwrap();
    assert_eq!(s, 12.0);
    let mut z = empty(Dense::new(0..6i64, Element::new(0.0)).unwrap());
    assert!(matches!(loops!(for i z[i] += x[i]), Err(LoopError::Extents { one: "x", other: "z", .. })));
    // The extents of inner axes are known before the loops.
    let rows = Dense::new(0..3i64, Dense::new(0..5i64, Element::new(0.0)).unwrap()).unwrap();
    let a = Piecewise::declare(rows).freeze().unwrap();
    assert!(matches!(loops!(for j for i s += x[j] * a[i, j]), Err(LoopError::Extents { one: "x", other: "a", .. })));
    loops!(for i for j s += a[i, j] * y[j]).unwrap();
}

#[test]
fn pieces_of_intervals_end_where_the_extent_does() {
    let extent = Interval::closed(0.0, 10.0).unwrap();
    let f = Piecewise::from_entries(
        IntervalList::<_, f64>::new(extent, Element::new(0.0)),
        [((Place::from(2.0..=4.0),), 3.0)],
        Duplicates::Refuse,
    )
    .unwrap();
    let (mut length, mut g) = (0.0, empty(RunList::<_, f64>::new(extent, Element::new(0.0))));
    loops! {
        for i length += (1.0 + f[i]) * d(i);
        for i g[i] = f[i] + 1.0
    }
    .unwrap();
    let g = g.freeze().unwrap();
    assert_eq!((length, g.at(0.0), g.at(3.0), g.at(10.0)), (16.0, 1.0, 4.0, 1.0));
}

fn runs<T: unite::level::Value>(extent: Interval<i64>, value: T) -> Piecewise<RunList<Element<T>>> {
    let mut runs = Piecewise::declare(RunList::new(extent, Element::new(T::ZERO)));
    runs.set(extent, value).unwrap();
    runs.freeze().unwrap()
}

proptest! {
    #[test]
    fn a_run_of_integers_adds_up_to_what_it_is_or_to_an_error(value in any::<i16>(), length in 1i64..70_000, start in -9i64..9) {
        let run = runs(axis(start, start + length - 1), i32::from(value));
        let (mut long, mut short, mut unsigned, mut weighed) = (0i64, 0i16, 0u32, 0i32);
        let exact = i64::from(value) * length;
        prop_assert!(loops!(for i long += run[i] as i64).is_ok());
        prop_assert_eq!(long, exact);
        prop_assert_eq!(loops!(for i short += run[i] as i16).is_ok(), i16::try_from(exact).is_ok());
        prop_assert_eq!(i64::from(short), i16::try_from(exact).map_or(0, i64::from));
        let magnitude = i64::from(value.unsigned_abs()) * length;
        prop_assert_eq!(loops!(for i unsigned += run[i].unsigned_abs() * d(i)).is_ok(), u32::try_from(magnitude).is_ok());
        prop_assert_eq!(i64::from(unsigned), u32::try_from(magnitude).map_or(0, i64::from));
        prop_assert_eq!(loops!(for i weighed += run[i] * d(i)).is_ok(), i32::try_from(exact).is_ok());
        prop_assert_eq!(i64::from(weighed), i32::try_from(exact).map_or(0, i64::from));
    }
}

#[test]
fn a_length_times_an_integer_is_exact_or_an_error() {
    let long = runs(axis(0, 999), 7i32);
    let mut narrow = 0i8;
    let error = loops!(for i narrow += long[i] as i8).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the sum over `i` adds 7 times a length of 1000, which `i8` does not hold: cast the value to a wider integer \
         (`as i64`) or, where lengths are fractions, to `f64`"
    );
    assert!(matches!(loops!(for i narrow += long[i] as i8 * d(i)), Err(LoopError::Length { .. })));
    let (mut counted, mut wide) = (0i32, 0i64);
    loops!(for i counted += long[i]; for i wide += long[i] as i64 * d(i)).unwrap();
    assert_eq!((narrow, counted, wide), (0, 7000, 7000));

    // 18 times 7 is 126, which fits; 19 times 7 does not.
    let (fits, beyond) = (runs(axis(0, 17), 7i8), runs(axis(0, 18), 7i8));
    loops!(for i narrow += fits[i]).unwrap();
    assert_eq!(narrow, 126);
    assert!(loops!(for i narrow += beyond[i]).is_err());
    let (least, unsigned) = (runs(axis(0, 127), -1i8), runs(axis(1, 255), 1u8));
    let (mut low, mut top) = (0i8, 0u8);
    loops!(for i low += least[i]; for i top += unsigned[i]).unwrap();
    assert_eq!((low, top), (i8::MIN, u8::MAX));

    // Lengths beyond 32 bits; from 2^53 on they are not exact.
    let giant = runs(axis(0, (1 << 53) - 2), 1u64);
    let (mut count, mut short, mut real) = (0u64, 0u32, 0f32);
    loops!(for i count += giant[i]; for i real += giant[i] as f32).unwrap();
    assert_eq!((count, real), ((1 << 53) - 1, (1u64 << 53) as f32));
    assert!(loops!(for i short += giant[i] as u32).is_err());
    let inexact = runs(axis(0, (1 << 53) - 1), 1u64);
    assert!(matches!(loops!(for i count += inexact[i]), Err(LoopError::Length { .. })));

    // A fraction is not an integer.
    let mut half = Piecewise::declare(IntervalList::<_, f64>::new(everywhere(), Element::new(0)));
    half.set(0.0..=2.5, 2).unwrap();
    half.set(4.0..=6.0, 3).unwrap();
    let half = half.freeze().unwrap();
    let (mut whole, mut exact) = (0, 0.0);
    loops!(for i = 4:6 whole += half[i] * d(i); for i exact += half[i] as f64 * d(i)).unwrap();
    assert_eq!((whole, exact), (6, 11.0));
    assert!(loops!(for i whole += half[i] * d(i)).is_err());
}

/// Sums and minima in windows of a tensor with values at -1 to 4, by the definition.
macro_rules! windows {
    ($($format:expr;)*) => {$({
        let values = [3.0, 0.0, 5.0, 7.0, 0.0, 2.0];
        let entries = (-1..5).zip(values).map(|(place, value)| ((place,), value));
        let x = Piecewise::from_entries($format, entries, Duplicates::Refuse).unwrap();
        let at = |place: i64| usize::try_from(place + 1).ok().and_then(|k| values.get(k)).copied().unwrap_or(0.0);
        for a in -3..6 {
            for b in a - 2..7 {
                let mut z = empty(Dense::new(0..9i64, Element::new(-1.0)).unwrap());
                let (mut sum, mut least, mut count, mut turned) = (0.0, 9.0, 0.0, 0.0);
                loops! {
                    for i  sum += x[(a:b)(i)] * i as f64;
                    for i  least min= x[(a:b)(i)] + 1.0;
                    for i = -9:9  count += x[(a:b)(i)] - 1.0;
                    for i = 0:8  turned += x[(a:b)(2 - i)];
                    for i = 0:8  z[i] = x[(a:b)(i)]
                }
                .unwrap();
                let window: Vec<f64> = (a..=b).map(at).collect();
                let weighed: f64 = window.iter().enumerate().map(|(i, value)| i as f64 * value).sum();
                let all: f64 = window.iter().sum();
                let before: f64 = (a..=b.min(a + 2)).map(at).sum();
                let found = window.iter().fold(9.0, |least: f64, &value| least.min(value + 1.0));
                assert_eq!([sum, least, count, turned], [weighed, found, all - 19.0, before], "{a}:{b}");
                let copied = z.freeze().unwrap();
                let expected: Vec<f64> = (0..9).map(|i| if a + i <= b { at(a + i) } else { 0.0 }).collect();
                assert_eq!(copied.level().child().values(), expected, "{a}:{b}");
            }
        }
    })*};
}

#[test]
fn a_window_counts_from_its_start_and_is_fill_outside() {
    windows! {
        Dense::new(-1..5i64, Element::new(0.0)).unwrap();
        SparseList::new(everywhere::<i64>(), Element::new(0.0));
        RunList::<_, i64>::new(axis(-9, 9), Element::new(0.0));
    }
}

#[test]
fn rows_of_pointers_are_windows_of_their_entries() {
    // A matrix as three arrays: rows start at `p` in `columns` and `values`.
    let of = |values: &[i64]| {
        let last = values.len() as i64 - 1;
        let values = Element::from_values(0, values.to_vec());
        Piecewise::from_level(Dense::from_parts(0..=last, values).unwrap()).unwrap()
    };
    let (p, columns, values) = (of(&[0, 2, 2, 5]), of(&[1, 3, 0, 1, 3]), of(&[5, 6, 7, 8, 9]));
    let x = of(&[1, 10, 100, 1000]);
    let mut y = empty(Dense::new(0..3i64, Element::new(0)).unwrap());
    let mut z = y.clone();
    loops! {
        for i = 0:2 let from = p[i], to = p[i + 1] - 1 for k
            let column = columns[(from:to)(k)], value = values[(from:to)(k)]
            y[i] += value * x[column];
        for i = 0:2 for q = p[i]:1:p[i + 1] - 1
            let column = columns[q]
            z[i] += values[q] * x[column]
    }
    .unwrap();
    let expected = [5 * 10 + 6 * 1000, 0, 7 + 8 * 10 + 9 * 1000];
    assert_eq!(y.freeze().unwrap().to_dense().unwrap(), expected);
    assert_eq!(z.freeze().unwrap().to_dense().unwrap(), expected);
}

#[test]
fn windows_of_two_lengths_bound_no_loop_together() {
    let x = dense(0, &[1.0, 2.0, 4.0, 8.0]);
    let mut sum = 0.0;
    let differ = loops!(for i sum += x[(0:2)(i)] * x[(1:2)(i)]).unwrap_err();
    assert_eq!(
        differ.to_string(),
        "`i` has no bounds, and takes them from the extents of the tensors that it indexes, which differ: `x[(0:2)(i)]` has \
         [0, 2], `x[(1:2)(i)]` has [0, 1]. Give the loop bounds, as in `for i = 0:2`"
    );
    let differ = loops!(for i sum += x[(0:2)(i)] * x[i]).unwrap_err();
    assert!(matches!(differ, LoopError::Extents { one: "x[(0:2)(i)]", other: "x", .. }), "{differ}");
    loops!(for i sum += x[(0:2)(i)] * x[(1:3)(i)] * x[i + 1]).unwrap();
    assert_eq!(sum, 1.0 * 2.0 * 2.0 + 2.0 * 4.0 * 4.0 + 4.0 * 8.0 * 8.0);
    // The start and the offset have types of their own.
    let (from, to, mut shifted) = (1usize, 3u8, 0.0);
    loops!(for i = -9:9 shifted += x[(from:to)(i - 1)] * i as f64).unwrap();
    assert_eq!(shifted, 2.0 + 2.0 * 4.0 + 3.0 * 8.0);
    let far = i64::MAX;
    for wrong in [loops!(for i = 0:4 sum += x[(0:far)(i)]), loops!(for i sum += x[(0:far)(i)])] {
        assert!(matches!(wrong, Err(LoopError::Place { .. })), "{wrong:?}");
    }
}

#[test]
fn a_step_is_an_integer_above_zero() {
    let x = dense(0, &[1.0, 2.0, 4.0, 8.0, 16.0]);
    let mut sum = 0.0;
    for step in 1..7i64 {
        for first in -3..6i64 {
            let (mut sum, mut stepped, mut value) = (0.0, 0.0, 0.0);
            loops! {
                for i = first:step:4  sum += x[i];
                for i = first:step:4 { value .= x[i]; stepped += value }
            }
            .unwrap();
            let expected: f64 = (first..5).step_by(step as usize).filter(|&i| i >= 0).map(|i| f64::from(1 << i)).sum();
            assert_eq!([sum, stepped], [expected; 2], "{first}:{step}:4");
        }
    }
    for step in [0i64, -2] {
        let error = LoopError::Step { index: "i", step: step.to_string() };
        assert_eq!(loops!(for i = 0:step:4 sum += x[i]), Err(error.clone()));
        assert_eq!(loops!(for i = 0:step:4 { sum .= 1.0 }), Err(error));
    }
    // Nothing is summed at infinitely many places of which something is.
    assert!(matches!(loops!(for i = 0:2:inf sum += x[i] + 1.0), Err(LoopError::IndexOverInterval { index: "i", .. })));
}

#[test]
fn a_part_of_a_matrix_is_windows_of_both_axes_in_either_order_of_storage() {
    let rows = [[1.0, 0.0, 2.0, 3.0], [0.0, 4.0, 0.0, 5.0], [6.0, 7.0, 0.0, 8.0]];
    let (a, c) = (Csr::from_rows(0, &rows).unwrap(), Csc::from_rows(0, &rows).unwrap());
    let u = SparseList::unsigned(Interval::closed(0u32, 3).unwrap(), Element::new(0.0));
    let u = Piecewise::from_entries(u, [((0u32,), 1.0), ((1,), 10.0), ((3,), 100.0)], Duplicates::Refuse).unwrap();
    let part = || Dense::new(0..2i64, SparseList::new(axis(0, 2), Element::new(0.0))).unwrap();
    let (mut z, mut total, mut turned, mut both, mut led) = (empty(part()), 0.0, 0.0, 0.0, 0.0);
    let (mut narrow, mut walked, mut w, mut last) =
        (0.0, 0.0, empty(Dense::new(0..2i64, Element::new(0.0)).unwrap()), 0.0);
    loops! {
        for i, j  z[i, j] = a[(1:2)(i), (1:3)(j)];
        for j, i  total += c[(1:2)(i), (1:3)(j)];
        for j = 0:1 for i  turned += c[(1:2)(1 - i), (1:3)(j)];
        for i = 0:2 for j  both += a[i, (1:2)(j)] * c[(0:1)(j), i + 1];
        for i, j  led += a[i, gallop((1:3)(j))] * a[i, follow((0:2)(j))];
        for i  narrow += u[(1:3)(i)] * u[i - 1];
        for i = 0:1 { w .= 0.0; for j  w[j] = a[i, (i:i + 1)(j)]; for j  walked += w[j]; for j if w[j] > 0.0  last .= w[j] };
        for i, j = 0:2:2  total += 1000.0 * a[i, j]
    }
    .unwrap();
    assert_eq!(z.freeze().unwrap().to_rows().unwrap(), [[4.0, 0.0, 5.0], [7.0, 0.0, 8.0]]);
    // Where i + 1 is 1, 2 and 3; a row of `a` times a column of `c`.
    let expected: f64 = (0..3).map(|i| (0..2).map(|j| rows[i][j + 1] * rows[j][i + 1]).sum::<f64>()).sum();
    let shifted: f64 = rows.iter().map(|row| (0..3).map(|j| row[j + 1] * row[j]).sum::<f64>()).sum();
    assert_eq!([total, turned, both, led], [24.0 + 9000.0, 11.0, expected, shifted]);
    assert_eq!([narrow, walked, last], [10.0 * 0.0 + 100.0 * 10.0, 5.0, 4.0]);
}
