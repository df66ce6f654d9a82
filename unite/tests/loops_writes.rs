//! Loops that write to slices or append to lists give what writes place by place give.
//!
//! Ranges end at the edges of extents or beyond, origins are negative, lists are written again, between and before what they
//! hold, and places that are looked up lie outside.

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use unite::continuous::Interval;
use unite::level::{
    AxisLevel, ColumnMajor, Dense, Duplicates, Element, IntervalList, Piecewise, Pinpoint, SparseDict, SparseList,
    Updating,
};
use unite::loops;

type Array = Piecewise<Dense<Element<f64>>>;
type List = Piecewise<SparseList<Element<f64>>>;

fn array(first: i64, values: &[f64]) -> Array {
    let extent = first..=first + values.len() as i64 - 1;
    Piecewise::from_level(Dense::from_parts(extent, Element::from_values(0.0, values.to_vec())).unwrap()).unwrap()
}

/// Fractions, the sums of which depend on their order.
fn fraction() -> impl Strategy<Value = f64> {
    prop_oneof![4 => (-99i32..99).prop_map(|n| f64::from(n) / 7.0), 1 => Just(0.0), 1 => Just(1.0), 1 => Just(-2.0)]
}

fn arrays() -> impl Strategy<Value = Array> {
    (-4i64..5, vec(fraction(), 1..9)).prop_map(|(first, values)| array(first, &values))
}

fn list(places: &BTreeMap<i64, f64>) -> List {
    let values = Element::from_values(0.0, places.values().copied().collect());
    let coordinates: Vec<i64> = places.keys().copied().collect();
    let level = SparseList::from_parts(Interval::EVERYWHERE, vec![0, coordinates.len()], coordinates, values);
    Piecewise::from_level(level.unwrap()).unwrap()
}

fn places() -> impl Strategy<Value = BTreeMap<i64, f64>> {
    btree_map(-9i64..10, fraction(), 0..9)
}

/// Returns the values at all places around the extents.
fn values(z: impl Fn(i64) -> f64) -> Vec<u64> {
    (-20..20).map(|i| z(i).to_bits()).collect()
}

/// Checks a list against its places: values that are fill are not stored, but a sum of others that comes to it is.
fn check_list(coordinates: &[i64], at: impl Fn(i64) -> f64, expected: &BTreeMap<i64, f64>, sums: &BTreeSet<i64>) {
    let stored = |place: &i64, value: f64| value != 0.0 || sums.contains(place);
    let stored: Vec<i64> = expected.iter().filter(|&(place, &value)| stored(place, value)).map(|(&at, _)| at).collect();
    assert_eq!(coordinates, stored);
    assert!(expected.iter().all(|(&place, &value)| at(place) == value));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn an_array_is_written_in_the_part_of_its_extent(
        (a, b) in (arrays(), arrays()), first in -6i64..3, len in 1usize..12, o in -5i64..6, lo in -8i64..8, count in -1i64..14,
    ) {
        let hi = lo + count - 1;
        let start = array(first, &(0..len).map(|k| k as f64 / 3.0).collect::<Vec<_>>());
        let (mut z, mut y, mut m) = (start.clone().thaw(), start.clone().thaw(), start.clone().thaw());
        let ends = [
            loops!(for i = lo:hi  z[i] = a[i]),
            loops!(for i = lo:hi  y[i] += a[i] * b[i - o]),
            loops!(for i = lo:hi  m[i] max= a[i] + b[i]),
        ];
        let value = [|a: &Array, _: &Array, i: i64, _: i64, _: f64| a.at(i),
            |a: &Array, b: &Array, i: i64, o: i64, old: f64| old + a.at(i) * b.at(i - o),
            |a: &Array, b: &Array, i: i64, _: i64, old: f64| old.max(a.at(i) + b.at(i))];
        let results = [z.freeze().unwrap(), y.freeze().unwrap(), m.freeze().unwrap()];
        for ((ended, result), value) in ends.into_iter().zip(results).zip(value) {
            let inside = |i: i64| (first..first + len as i64).contains(&i);
            // The first place outside at which fill would not stay is an error; what was written before stays.
            let stop = (lo..=hi).find(|&i| !inside(i) && value(&a, &b, i, o, 0.0) != 0.0);
            prop_assert_eq!(ended.is_err(), stop.is_some());
            let end = stop.unwrap_or(hi + 1);
            for i in -20..20 {
                let old = start.at(i);
                let expected = if inside(i) && (lo..end).contains(&i) { value(&a, &b, i, o, old) } else { old };
                prop_assert!(result.at(i) == expected, "{} at {i}: {} not {expected}", ended.is_err(), result.at(i));
            }
        }
    }

    #[test]
    fn products_of_matrices_add_up_in_the_order_of_the_loops(
        (n, k, m) in (1usize..5, 1usize..5, 1usize..5), (i0, l0, j0) in (-3i64..4, -3i64..4, -3i64..4),
        (a, b) in (vec(fraction(), 16), vec(fraction(), 16)),
    ) {
        let matrix = |rows: usize, columns: usize, first: (i64, i64), values: &[f64]| {
            let values = Element::from_values(0.0, values[..rows * columns].to_vec());
            let row = Dense::from_parts(first.1..first.1 + columns as i64, values).unwrap();
            Piecewise::from_level(Dense::from_parts(first.0..first.0 + rows as i64, row).unwrap()).unwrap()
        };
        let (a, b) = (matrix(n, k, (i0, l0), &a), matrix(k, m, (l0, j0), &b));
        let row = Dense::new(j0..j0 + m as i64, Element::new(0.0)).unwrap();
        let format = Dense::new(i0..i0 + n as i64, row.clone()).unwrap();
        let mut c = Piecewise::declare(format);
        let turned = Dense::new(j0..j0 + m as i64, Dense::new(i0..i0 + n as i64, Element::new(0.0)).unwrap()).unwrap();
        let mut d = Updating::<_, ColumnMajor>::new(turned);
        let sparse = Dense::new(i0..i0 + n as i64, SparseList::new(Interval::EVERYWHERE, Element::new(0.0))).unwrap();
        let mut e = Piecewise::declare(sparse);
        loops! {
            for i, l, j  c[i, j] += a[i, l] * b[l, j];
            for i, l, j  d[i, j] += a[i, l] * b[l, j];
            for i, l, j  e[i, j] += a[i, l] * b[l, j]
        }.unwrap();
        let (c, d, e) = (c.freeze().unwrap(), d.freeze().unwrap(), e.freeze().unwrap());
        for i in i0..i0 + n as i64 {
            for j in j0..j0 + m as i64 {
                let sum = (l0..l0 + k as i64).fold(0.0, |sum, l| sum + a.at((i, l)) * b.at((l, j)));
                prop_assert!(c.at((i, j)) == sum && d.at((i, j)) == sum && e.at((i, j)) == sum);
            }
        }
    }

    #[test]
    fn rows_of_lists_are_written_again_and_again_in_any_order(
        (a, b) in (vec(places(), 1..7), vec(places(), 26)), fill in prop_oneof![Just(0.0), Just(0.5), Just(-2.0)],
        (first, width) in (prop_oneof![Just(0i64), -15i64..2], prop_oneof![1 => 1i64..28, 3 => Just(40)]),
    ) {
        let last = |_: f64, new: f64| new;
        let rows = |rows: &[BTreeMap<i64, f64>], first: i64| {
            let entries = rows.iter().zip(0..).flat_map(|(row, i)| {
                row.iter().map(move |(&l, &x)| ((i, l + first), x))
            });
            let format = Dense::new(0..rows.len() as i64, SparseList::new(Interval::EVERYWHERE, Element::new(0.0)));
            Piecewise::<_>::from_entries(format.unwrap(), entries.collect::<Vec<_>>(), Duplicates::Refuse).unwrap()
        };
        let moved = if first == 0 { 13 } else { 0 };
        let (n, extent) = (a.len() as i64, Interval::closed(first, first + width - 1).unwrap());
        let (a, b) = (rows(&a, 13), rows(&b, moved));
        let target = || Dense::new(0..n, SparseList::new(extent, Element::new(fill))).unwrap();
        let [mut sums, mut greatest, mut least, mut latest] = [0; 4].map(|_| Piecewise::declare(target()));
        let ended = [
            loops!(for i, l for j = -16:59  sums[i, j] += a[i, l] * b[l, j]).is_ok(),
            loops!(for i, l for j = -16:59  greatest[i, j] max= a[i, l] * b[l, j]).is_ok(),
            loops!(for i, l for j = -16:59  least[i, j] min= a[i, l] * b[l, j]).is_ok(),
            loops!(for i, l for j = -16:59  latest[i, j] <<last, 0.0>>= a[i, l] * b[l, j]).is_ok(),
        ];
        let found = [sums, greatest, least, latest].map(|z| z.freeze().unwrap());
        let changes: [fn(f64, f64) -> f64; 4] = [|old, x| old + x, f64::max, f64::min, |_, x| x];
        for (((z, change), ended), number) in found.iter().zip(changes).zip(ended).zip(0..) {
            let (mut expected, mut outside) = (BTreeMap::new(), false);
            for i in 0..n {
                for (l, x) in (0..26).map(|l| (l, a.at((i, l)))) {
                    for (j, product) in (-16..60).map(|j| (j, x * b.at((l, j)))) {
                        let stored = a.level().child().entries(i as usize).any(|(at, ..)| at.value == l)
                            && b.level().child().entries(l as usize).any(|(at, ..)| at.value == j);
                        // The extremes are those of all places, the others pass over what is not stored.
                        if stored || number == 1 || number == 2 {
                            let inside = (first..first + width).contains(&j);
                            let new = change(expected.get(&(i, j)).copied().unwrap_or(fill), product);
                            outside |= !inside && new != fill;
                            if inside {
                                expected.insert((i, j), new);
                            }
                        }
                    }
                }
            }
            prop_assert!(ended != outside, "{number}: {ended}");
            for (i, j) in (0..n).flat_map(|i| (first..first + width).map(move |j| (i, j))) {
                let value = expected.get(&(i, j)).copied().unwrap_or(fill);
                prop_assert!(!ended || z.at((i, j)) == value, "{number} at {i}, {j}: {} not {value}", z.at((i, j)));
            }
        }
    }

    #[test]
    fn rows_of_a_dense_target_are_written_for_each_entry_of_a_list(
        rows in vec(places(), 1..5), b in vec(fraction(), 64), (first, columns) in (-3i64..2, 1i64..6),
        (origin, width) in (-2i64..3, 1i64..9), (lo, count) in (-3i64..4, 0i64..6), zero in any::<bool>(),
    ) {
        // Lists whose places begin at 0 are looked up by number, others are not.
        let moved = if zero { 13 } else { 0 };
        let n = rows.len() as i64;
        let lists: Vec<_> = rows.iter().map(|row| row.iter().map(move |(&l, &x)| (l + moved, x))).collect();
        let entries = lists.iter().enumerate().flat_map(|(i, row)| row.clone().map(move |(l, x)| ((i as i64, l), x)));
        let format = Dense::new(0..n, SparseList::new(Interval::EVERYWHERE, Element::new(0.0))).unwrap();
        let a = Piecewise::<_>::from_entries(format, entries, Duplicates::Refuse).unwrap();
        let length = 64 / columns;
        let start = if zero { 0 } else { first - 8 };
        let values = Element::from_values(0.0, b[..(length * columns) as usize].to_vec());
        let row = Dense::from_parts(first..first + columns, values).unwrap();
        let b = Piecewise::from_level(Dense::from_parts(start..start + length, row).unwrap()).unwrap();
        let target = || Dense::new(0..n, Dense::new(origin..origin + width, Element::new(0.5)).unwrap()).unwrap();
        let (mut z, mut part) = (Piecewise::declare(target()), Piecewise::declare(target()));
        let hi = lo + count - 1;
        let (whole, within) = (first >= origin && first + columns <= origin + width, lo >= origin && hi < origin + width);
        let ended = loops!(for i, l for j = first:first + columns - 1  z[i, j] += a[i, l] * b[l, j]);
        let ended_in_part = loops!(for i, l for j = lo:hi  part[i, j] += a[i, l] * b[l, j]);
        let sum = |i: i64, j: i64| {
            let row = lists[i as usize].clone();
            row.fold(0.5, |sum, (l, x)| if x == 0.0 { sum } else { sum + x * b.at((l, j)) })
        };
        if whole {
            prop_assert!(ended.is_ok());
        }
        if within {
            prop_assert!(ended_in_part.is_ok());
        }
        let (z, part) = (z.freeze().unwrap(), part.freeze().unwrap());
        for (i, j) in (0..n).flat_map(|i| (origin..origin + width).map(move |j| (i, j))) {
            if ended.is_ok() {
                prop_assert_eq!(z.at((i, j)).to_bits(), sum(i, j).to_bits());
            }
            if ended_in_part.is_ok() {
                let expected = if (lo..=hi).contains(&j) { sum(i, j) } else { 0.5 };
                prop_assert_eq!(part.at((i, j)).to_bits(), expected.to_bits());
            }
        }
    }

    #[test]
    fn lists_are_written_after_between_and_before_what_they_hold(
        (x, y) in (places(), places()), moved in -12i64..13, lo in -9i64..9, count in 0i64..14,
    ) {
        let hi = lo + count - 1;
        let y: BTreeMap<i64, f64> = y.into_iter().map(|(place, value)| (place + moved, value)).collect();
        let (a, b) = (list(&x), list(&y));
        let mut z = Piecewise::declare(SparseList::new(Interval::EVERYWHERE, Element::new(0.0)));
        let mut w = Piecewise::declare(SparseDict::new(Interval::EVERYWHERE, Element::new(0.0)));
        let mut v = Piecewise::declare(IntervalList::new(Interval::<i64>::EVERYWHERE, Element::new(0.0)));
        loops! {
            for i = -inf:inf  z[i] = 2.0 * a[i];
            for i = -inf:inf  w[i] = 2.0 * a[i];
            for i = -inf:inf  v[i] = 2.0 * a[i]
        }.unwrap();
        let once = [z.clone(), z.clone()].map(|z| z.freeze().unwrap());
        let mut expected: BTreeMap<i64, f64> = x.iter().map(|(&place, value)| (place, 2.0 * value)).collect();
        check_list(once[0].level().coordinates(), |place| once[1].at(place), &expected, &BTreeSet::new());
        loops! {
            for i = lo:hi  z[i] = b[i];
            for i = lo:hi  w[i] = b[i];
            for i = lo:hi  v[i] = b[i];
            for i = -inf:inf  z[i] += b[i];
            for i = -inf:inf  w[i] += b[i];
            for i = -inf:inf  v[i] += b[i]
        }.unwrap();
        let mut sums = BTreeSet::new();
        for i in -40..40 {
            let value = y.get(&i).copied().unwrap_or(0.0);
            let old = if (lo..=hi).contains(&i) { value } else { expected.get(&i).copied().unwrap_or(0.0) };
            expected.insert(i, old + value);
            if old != 0.0 {
                sums.insert(i);
            }
        }
        let (z, w, v) = (z.freeze().unwrap(), w.freeze().unwrap(), v.freeze().unwrap());
        check_list(z.level().coordinates(), |place| z.at(place), &expected, &sums);
        check_list(w.level().coordinates(), |place| w.at(place), &expected, &sums);
        prop_assert!(expected.iter().all(|(&place, &value)| v.at(place) == value));
        prop_assert_eq!(v.level().entries(0).filter(|(lo, hi, _)| lo >= hi).count(), 0);
    }

    #[test]
    fn rows_are_written_one_after_the_other_and_in_turn(rows in vec(places(), 1..5), again in places()) {
        let inner = SparseList::new(Interval::EVERYWHERE, Element::new(0.0));
        let count = rows.len() as i64;
        let row_list = Dense::new(0..count, inner.clone()).unwrap();
        let mut x = Piecewise::declare(row_list.clone());
        for (i, row) in rows.iter().enumerate() {
            for (&j, &value) in row {
                x.set((i as i64, j), value).unwrap();
            }
        }
        let (x, b) = (x.freeze().unwrap(), list(&again));
        let mut z = Piecewise::declare(row_list);
        let mut u = Piecewise::declare(SparseList::new(Interval::EVERYWHERE, inner));
        loops! {
            for i, j  z[i, j] = 2.0 * x[i, j];
            for i, j  u[i, j] = 2.0 * x[i, j];
            for j for i  z[i, j] += b[j];
            for i = 0:(count - 1) for j  u[i, j] += b[j]
        }.unwrap();
        let (z, u) = (z.freeze().unwrap(), u.freeze().unwrap());
        for (i, row) in rows.iter().enumerate() {
            for j in -12..12 {
                let old = 2.0 * row.get(&j).copied().unwrap_or(0.0);
                let expected = old + again.get(&j).copied().unwrap_or(0.0);
                prop_assert!(z.at((i as i64, j)) == expected && u.at((i as i64, j)) == expected);
            }
        }
    }

    #[test]
    fn places_that_are_looked_up_may_lie_outside(
        k in vec(prop_oneof![4 => -6i64..9, 1 => Just(i64::MIN + 9), 1 => Just(i64::MAX - 9)], 1..9), a in arrays(),
    ) {
        let places = Dense::from_parts(0..k.len() as i64, Element::from_values(0, k.clone())).unwrap();
        let places = Piecewise::from_level(places).unwrap();
        let (mut s, mut h, extent) = (0.0, Piecewise::declare(a.level().clone()), a.level().range());
        loops!(for i let b = places[i] s += a[b]).unwrap();
        prop_assert_eq!(s.to_bits(), k.iter().fold(0.0, |sum, &k| sum + a.at(k)).to_bits());
        let ended = loops!(for i let b = places[i] h[b] += 1.0);
        let inside = k.iter().position(|k| !extent.contains(k));
        prop_assert_eq!(ended.is_err(), inside.is_some());
        let written = &k[..inside.unwrap_or(k.len())];
        let h = h.freeze().unwrap();
        let expected = values(|i| written.iter().filter(|&&k| k == i).count() as f64);
        prop_assert_eq!(values(|i| h.at(i)), expected);
    }
}

#[test]
fn values_that_leave_fill_unchanged_may_lie_outside() {
    let places = Dense::from_parts(0..4i64, Element::from_values(0, vec![7i64, 1, -3, i64::MAX - 9])).unwrap();
    let places = Piecewise::from_level(places).unwrap();
    for first in [0i64, -2] {
        let format = Dense::new(first..first + 4, Element::new(1e300)).unwrap();
        let mut h = Piecewise::declare(format);
        loops!(for i let b = places[i] h[b] += 1.0).unwrap();
        loops!(for i let b = places[i] if b == 1 { h[b] += 1e300 }).unwrap();
        let h = h.freeze().unwrap();
        let held: Vec<f64> = (first..first + 4).map(|i| h.at(i)).collect();
        let expected: Vec<f64> = (first..first + 4).map(|i| if i == 1 { 2e300 } else { 1e300 }).collect();
        assert_eq!(held, expected, "from {first}");
    }
}

#[test]
fn pairs_of_places_are_counted_in_matrices_that_begin_anywhere() {
    let at = |places: &[i64]| {
        let level = Dense::from_parts(0..places.len() as i64, Element::from_values(0, places.to_vec()));
        Piecewise::from_level(level.unwrap()).unwrap()
    };
    let (rows, columns) = ([0i64, 2, 1, 2, 0, 2], [1i64, 0, 1, 0, 2, 3]);
    let (k, l) = (at(&rows), at(&columns));
    for (row, column) in [(0i64, 0i64), (0, -1), (-1, 0), (-2, -3)] {
        let format = Dense::new(row..row + 6, Dense::new(column..column + 7, Element::new(0u32)).unwrap()).unwrap();
        let mut h = Piecewise::declare(format);
        loops!(for i let a = k[i] let b = l[i] h[a, b] += 1).unwrap();
        let h = h.freeze().unwrap();
        for i in row..row + 6 {
            for j in column..column + 7 {
                let expected = rows.iter().zip(&columns).filter(|&(&a, &b)| (a, b) == (i, j)).count();
                assert_eq!(h.at((i, j)), expected as u32, "({i}, {j}) from ({row}, {column})");
            }
        }
        let mut small =
            Piecewise::declare(Dense::new(0..3i64, Dense::new(0..3i64, Element::new(0u32)).unwrap()).unwrap());
        let ended = loops!(for i let a = k[i] let b = l[i] small[a, b] += 1);
        assert!(ended.unwrap_err().to_string().contains("[0, 2]"), "column 3 lies outside");
    }
}

#[test]
fn arrays_begin_with_the_bits_of_their_fill() {
    for fill in [0.0f64, -0.0, 1.0, f64::NAN] {
        let z = Piecewise::declare(Dense::new(0..9i64, Element::new(fill)).unwrap()).freeze().unwrap();
        assert!(z.level().child().values().iter().all(|value| value.to_bits() == fill.to_bits()));
    }
}

#[test]
fn places_are_looked_up_alike_in_arrays_that_begin_anywhere() {
    let k = [4i64, -3, 0, 7, 2, 9, i64::MAX - 9, 1];
    let places = |k: &[i64]| {
        let level = Dense::from_parts(0..k.len() as i64, Element::from_values(0, k.to_vec()));
        Piecewise::from_level(level.unwrap()).unwrap()
    };
    let (all, with_invalid) = (places(&k), places(&[4, i64::MAX, 2]));
    for [first, other] in [[0, 0], [0, 1], [-3, 0], [5, -5]] {
        let (a, b) = (array(first, &[1.0, 2.0, 3.0, 4.0, 5.0]), array(other, &[10.0, 20.0, 30.0]));
        let rows = Dense::from_parts(first..first + 5, Element::from_values(0.0, (0..10).map(f64::from).collect()));
        let m = Piecewise::from_level(Dense::from_parts(0..2, rows.unwrap()).unwrap()).unwrap();
        let (mut sum, mut both, mut chosen, mut rowwise, mut failed) = (0.0, 0.0, 0, 0.0, 0.0);
        loops! {
            for i let p = all[i] sum += a[p];
            for i let p = all[i] both += (a[p] + 1.0) * (b[p + 1] - 1.0);
            for i let p = all[i] if a[p] > 1.5 chosen += 1;
            for r = 0:1 for i let p = all[i] rowwise += m[r, p]
        }
        .unwrap();
        let expected = |f: &dyn Fn(i64) -> f64| k.iter().map(|&p| f(p)).sum::<f64>();
        assert_eq!(sum, expected(&|p| a.at(p)), "{first}");
        assert_eq!(both, expected(&|p| (a.at(p) + 1.0) * (b.at(p + 1) - 1.0)), "{first}, {other}");
        assert_eq!(chosen, k.iter().filter(|&&p| a.at(p) > 1.5).count(), "{first}");
        assert_eq!(rowwise, expected(&|p| m.at((0, p)) + m.at((1, p))), "{first}");
        let error = loops!(for i let p = with_invalid[i] failed += a[p]).unwrap_err();
        assert!(error.to_string().contains("`p`") && failed == 0.0, "{error}");
    }
}

#[test]
fn a_place_that_is_not_valid_is_an_error_before_anything_is_written() {
    for invalid in [i64::MIN, i64::MIN + 1, i64::MAX - 1, i64::MAX] {
        let mut z = Piecewise::declare(array(-2, &[0.0; 5]).level().clone());
        let text = loops!(z[invalid] += 1.0).unwrap_err().to_string();
        assert!(text.contains("`invalid`") && !text.contains("outside"), "{text}");
        let ended = loops!(z[invalid] += 0.0);
        assert_eq!(values(|i| z.clone().freeze().unwrap().at(i)), values(|_| 0.0), "{ended:?}");
    }
}

#[test]
fn points_and_intervals_of_the_real_line_are_appended_and_joined() {
    let mut x = Piecewise::declare(Pinpoint::new(Interval::<f64>::EVERYWHERE, Element::new(0.0)));
    for k in 0..9 {
        x.set(f64::from(k) / 4.0, f64::from(k % 4)).unwrap();
    }
    let x = x.freeze().unwrap();
    let mut z = Piecewise::declare(Pinpoint::new(Interval::<f64>::EVERYWHERE, Element::new(0.0)));
    let mut u = Piecewise::declare(IntervalList::new(Interval::<f64>::EVERYWHERE, Element::new(0.0)));
    loops! {
        for i = 0.5:2  z[i] = 2.0 * x[i];
        for i = 0:1  z[i] = x[i];
        for i = 0.5:2  u[i] = 2.0 * x[i];
        for i = 3:4  u[i] = 5.0;
        for i = 1:3  u[i] += 1.0
    }
    .unwrap();
    let (z, u) = (z.freeze().unwrap(), u.freeze().unwrap());
    assert_eq!(z.level().coordinates(), [0.25, 0.5, 0.75, 1.25, 1.5, 1.75]);
    assert_eq!([0.75, 1.0, 1.25, 1.5, 1.75, 2.0].map(|i| z.at(i)), [3.0, 0.0, 2.0, 4.0, 6.0, 0.0]);
    assert_eq!([0.5, 0.6, 0.75, 1.0, 1.1, 1.5, 2.0].map(|i| u.at(i)), [4.0, 0.0, 6.0, 1.0, 1.0, 5.0, 1.0]);
    assert_eq!([2.9, 3.0, 3.1, 4.0, 4.1].map(|i| u.at(i)), [1.0, 6.0, 5.0, 5.0, 0.0]);
}

/// Programs that write rows of a matrix at a fixed place, or at one that is known inside of the loop alone.
macro_rules! fixed_rows {
    ($format:expr) => {{
        let x = array(-1, &[3.0, 0.0, -2.0, 5.0]);
        let mut z = Piecewise::declare($format);
        let mut expected: BTreeMap<(i64, i64), f64> = BTreeMap::new();
        let (row, at) = (2i64, |j: i64| x.at(j));
        for (row, from) in [(row, -1), (0, 1), (row, 0)] {
            loops!(for j = from:2  z[row, j] += x[j]).unwrap();
            (from..=2).for_each(|j| *expected.entry((row, j)).or_default() += at(j));
        }
        loops! {
            for j  z[row - 1, j] = 2.0 * x[j];
            for j  let p = x[j] as i64 + 2 if p < 3 && p > -1  z[p, j] += 1.0;
            for j = -1:1  z[j + 1, row] = x[j];
            for j  let p = row - 2  z[p, j] max= 4.0
        }
        .unwrap();
        expected.extend((-1..=2).map(|j| ((row - 1, j), 2.0 * at(j))));
        for (j, p) in (-1..=2).map(|j| (j, at(j) as i64 + 2)).filter(|(_, p)| (0..3).contains(p)) {
            *expected.entry((p, j)).or_default() += 1.0;
        }
        expected.extend((-1..=1).map(|j| ((j + 1, row), at(j))));
        for j in -1..=2 {
            let value = expected.entry((0, j)).or_default();
            *value = value.max(4.0);
        }
        let z = z.freeze().unwrap();
        for place in (0..3).flat_map(|i| (-1..=2).map(move |j| (i, j))) {
            assert_eq!(z.at(place), expected.get(&place).copied().unwrap_or(0.0), "{place:?}");
        }
    }};
}

#[test]
fn rows_at_a_fixed_place_are_written_place_by_place_or_at_once() {
    let (rows, columns) = (Interval::closed(0i64, 2).unwrap(), Interval::closed(-1i64, 2).unwrap());
    let value = || Element::new(0.0);
    fixed_rows!(Dense::new(rows, Dense::new(columns, value()).unwrap()).unwrap());
    fixed_rows!(Dense::new(rows, SparseList::new(columns, value())).unwrap());
    fixed_rows!(Dense::new(rows, IntervalList::new(columns, value())).unwrap());
    fixed_rows!(SparseList::new(rows, SparseDict::new(columns, value())));
    fixed_rows!(SparseDict::new(rows, Dense::new(columns, value()).unwrap()));
}
