//! Programs over arrays give what a sum over all places gives.
//!
//! Offsets reach beyond extents, fills are not zero, values are NaN, and coordinates lie at the ends of their types.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use unite::continuous::Interval;
use unite::level::{Dense, Element, Overlapping, Pattern, Piecewise, RunList, SparseList};
use unite::looplet::LoopError;
use unite::loops;

type Array = Piecewise<Dense<Element<f64>>>;

/// Returns an array whose places count from `first`.
fn array(first: i64, fill: f64, values: &[f64]) -> Array {
    let extent = first..=first + values.len() as i64 - 1;
    Piecewise::from_level(Dense::from_parts(extent, Element::from_values(fill, values.to_vec())).unwrap()).unwrap()
}

/// Generates an array of whole numbers, with its fill.
fn arrays() -> impl Strategy<Value = Array> {
    let fill = prop_oneof![Just(0.0), Just(1.0), Just(-2.0)];
    let values = vec((-4i32..5).prop_map(f64::from), 1..9);
    (-4i64..5, fill, values).prop_map(|(first, fill, values)| array(first, fill, &values))
}

/// Generates a list of whole numbers at integers.
fn lists() -> impl Strategy<Value = Piecewise<SparseList<Element<f64>>>> {
    (btree_map(-9i64..10, 1i32..5, 0..9), prop_oneof![Just(0.0), Just(3.0)]).prop_map(|(list, fill)| {
        let values = Element::from_values(fill, list.values().map(|&value| f64::from(value)).collect());
        let coordinates: Vec<i64> = list.into_keys().collect();
        let level = SparseList::from_parts(Interval::EVERYWHERE, vec![0, coordinates.len()], coordinates, values);
        Piecewise::from_level(level.unwrap()).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn products_and_sums_of_moved_arrays((a, b) in (arrays(), arrays()), o in -12i64..13, p in -12i64..13, lo in -9i64..9, len in -2i64..14) {
        let hi = lo + len;
        let (mut s, mut t, mut m) = (0.0, 0.0, -1e9);
        loops! {
            for i = lo:hi  s += a[i + o] * b[i]
            for i = lo:hi  t += a[o - i] + 2.0 * b[i - p] * b[i]
            for i = lo:hi  m max= a[i] - b[i + o]
        }.unwrap();
        let sum = |f: &dyn Fn(i64) -> f64| (lo..=hi).map(f).sum::<f64>();
        prop_assert_eq!(s, sum(&|i| a.at(i + o) * b.at(i)));
        prop_assert_eq!(t, sum(&|i| a.at(o - i) + 2.0 * b.at(i - p) * b.at(i)));
        prop_assert_eq!(m, (lo..=hi).map(|i| a.at(i) - b.at(i + o)).fold(-1e9, f64::max));
    }

    #[test]
    fn arrays_that_are_walked_or_lead_have_all_of_their_places((a, b, x) in (arrays(), arrays(), lists()), lo in -9i64..9, len in 0i64..14) {
        let hi = lo + len;
        let (mut s, mut t, mut u, mut v) = (0.0, 0.0, 0.0, 0.0);
        loops! {
            for i = lo:hi  s += a[walk(i)]
            for i = lo:hi  t += a[gallop(i)] * b[i] * x[i]
            for i = lo:hi  u += a[walk(2 * i + 1)] * b[follow(i)]
            for i = lo:hi  v += a[gallop(i)] * b[i]
        }.unwrap();
        let sum = |f: &dyn Fn(i64) -> f64| (lo..=hi).map(f).sum::<f64>();
        prop_assert_eq!(s, sum(&|i| a.at(i)));
        prop_assert_eq!(t, sum(&|i| a.at(i) * b.at(i) * x.at(i)));
        prop_assert_eq!(u, sum(&|i| a.at(2 * i + 1) * b.at(i)));
        prop_assert_eq!(v, sum(&|i| a.at(i) * b.at(i)));
    }

    #[test]
    fn stencils_without_bounds_go_over_the_extent(a in arrays()) {
        let extent = a.level().range();
        let (mut s, mut least) = (0.0, 1e9);
        loops! {
            for i  s += a[i - 1] + 2.0 * a[i] + a[i + 1]
            for i  least min= a[i] * a[i + 2]
        }.unwrap();
        prop_assert_eq!(s, extent.clone().map(|i| a.at(i - 1) + 2.0 * a.at(i) + a.at(i + 1)).sum::<f64>());
        prop_assert_eq!(least, extent.map(|i| a.at(i) * a.at(i + 2)).fold(1e9, f64::min));
    }

    #[test]
    fn lists_and_runs_beside_arrays(x in lists(), y in lists(), a in arrays(), b in arrays(), o in -12i64..13) {
        let (mut s, mut t, mut u, mut v) = (0.0, 0.0, 0.0, 0.0);
        let runs = x.convert(RunList::new(Interval::closed(-9i64, 9).unwrap(), Element::new(x.fill_value()))).unwrap();
        let (lo, hi) = (-9i64, 9i64);
        loops! {
            for i = lo:hi  s += x[i] * a[i + o]
            for i = lo:hi  t += x[i] * y[i] * a[i] * b[i - o]
            for i = lo:hi  u += runs[i] * a[o - i] * b[i]
            for i = lo:hi  v += x[i] + a[follow(i)]
        }.unwrap();
        let sum = |f: &dyn Fn(i64) -> f64| (lo..=hi).map(f).sum::<f64>();
        prop_assert_eq!(s, sum(&|i| x.at(i) * a.at(i + o)));
        prop_assert_eq!(t, sum(&|i| x.at(i) * y.at(i) * a.at(i) * b.at(i - o)));
        prop_assert_eq!(u, sum(&|i| x.at(i) * a.at(o - i) * b.at(i)));
        prop_assert_eq!(v, sum(&|i| x.at(i) + a.at(i)));
    }

    #[test]
    fn sums_with_arrays_beside_lists_and_runs(
        (x, y) in (lists(), lists()), (a, b) in (arrays(), arrays()), o in -12i64..13, lo in -9i64..9, len in -1i64..14,
    ) {
        let hi = (lo + len).min(9);
        let runs = x.convert(RunList::new(Interval::closed(-9i64, 9).unwrap(), Element::new(x.fill_value()))).unwrap();
        let line = || Piecewise::declare(SparseList::new(Interval::closed(-9i64, 9).unwrap(), Element::new(0.0)));
        let (mut s, mut t, mut u, mut v, mut w, mut most) = (0.0, 0.0, 0.0, 0.0, 0.0, -1e9);
        let (mut z, mut q) = (line(), line());
        loops! {
            for i = lo:hi  s += x[i] * (a[i] + b[i + o])
            for i = lo:hi  t += x[i] * (a[i + o] + 1.0)
            for i = lo:hi  if b[i + o] > 0.0  u += x[i] * a[i]
            for i = lo:hi  v += runs[i] * (a[o - i] - 2.0) + b[i]
            for i = lo:hi  w += x[i] * y[i] * (a[i] + b[i + o])
            for i = lo:hi  most max= x[i] + a[i + o]
            for i = lo:hi  z[i] = x[i] + a[i + o]
            for i = lo:hi  q[i] += runs[i] * (1.0 - a[i])
        }.unwrap();
        let sum = |f: &dyn Fn(i64) -> f64| (lo..=hi).map(f).sum::<f64>();
        prop_assert_eq!(s, sum(&|i| x.at(i) * (a.at(i) + b.at(i + o))));
        prop_assert_eq!(t, sum(&|i| x.at(i) * (a.at(i + o) + 1.0)));
        prop_assert_eq!(u, sum(&|i| if b.at(i + o) > 0.0 { x.at(i) * a.at(i) } else { 0.0 }));
        prop_assert_eq!(v, sum(&|i| x.at(i) * (a.at(o - i) - 2.0) + b.at(i)));
        prop_assert_eq!(w, sum(&|i| x.at(i) * y.at(i) * (a.at(i) + b.at(i + o))));
        prop_assert_eq!(most, (lo..=hi).map(|i| x.at(i) + a.at(i + o)).fold(-1e9, f64::max));
        let (z, q) = (z.freeze().unwrap(), q.freeze().unwrap());
        for i in -9..=9 {
            let inside = lo <= i && i <= hi;
            prop_assert_eq!(z.at(i), if inside { x.at(i) + a.at(i + o) } else { 0.0 });
            prop_assert_eq!(q.at(i), if inside { x.at(i) * (1.0 - a.at(i)) } else { 0.0 });
        }
    }

    #[test]
    fn several_lists_beside_arrays_and_more_than_four_operands(
        (x, y) in (lists(), lists()), (a, b) in (arrays(), arrays()), o in -12i64..13, lo in -9i64..9, len in -1i64..14,
    ) {
        let hi = lo + len;
        let (mut s, mut t, mut u, mut v, mut w, mut p) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        loops! {
            for i = lo:hi  s += (x[i] + y[i]) * a[i + o]
            for i = lo:hi  t += x[i] + y[i] * b[i] + a[i + o]
            for i = lo:hi  if x[i] > 1.0 || a[i + o] > 0.0  u += y[i] + b[i]
            for i = lo:hi  v += a[i - 2] + a[i - 1] + a[i] + b[i] + b[i + 1] + b[i + o]
            for i = lo:hi  w += x[i] * (a[i] + b[i + o]) + y[i] * (a[i - 1] + b[i + 1] + a[o - i]) + x[i + 1]
            for i = lo:hi  p += a[i] * b[i] * a[i + 1] * b[i - 1] * x[i] * a[i + o] * y[i] * b[o - i]
        }.unwrap();
        let sum = |f: &dyn Fn(i64) -> f64| (lo..=hi).map(f).sum::<f64>();
        prop_assert_eq!(s, sum(&|i| (x.at(i) + y.at(i)) * a.at(i + o)));
        prop_assert_eq!(t, sum(&|i| x.at(i) + y.at(i) * b.at(i) + a.at(i + o)));
        prop_assert_eq!(u, sum(&|i| if x.at(i) > 1.0 || a.at(i + o) > 0.0 { y.at(i) + b.at(i) } else { 0.0 }));
        prop_assert_eq!(v, sum(&|i| a.at(i - 2) + a.at(i - 1) + a.at(i) + b.at(i) + b.at(i + 1) + b.at(i + o)));
        prop_assert_eq!(w, sum(&|i| {
            x.at(i) * (a.at(i) + b.at(i + o)) + y.at(i) * (a.at(i - 1) + b.at(i + 1) + a.at(o - i)) + x.at(i + 1)
        }));
        prop_assert_eq!(p, sum(&|i| {
            a.at(i) * b.at(i) * a.at(i + 1) * b.at(i - 1) * x.at(i) * a.at(i + o) * y.at(i) * b.at(o - i)
        }));
    }

    #[test]
    fn arrays_are_written_inside_of_their_extent(a in arrays(), z in arrays(), o in -6i64..7, lo in -9i64..9, len in 0i64..14) {
        let hi = lo + len;
        let mut sums = z.thaw();
        let ended = loops!(for i = lo:hi  sums[i + o] += a[i]);
        let outside = |i: i64| !z.level().range().contains(&(i + o));
        if (lo..=hi).any(|i| outside(i) && a.at(i) != 0.0) {
            prop_assert!(matches!(ended, Err(LoopError::Outside { target: "sums[i + o]", .. })), "{:?}", ended);
        } else {
            prop_assert_eq!(ended, Ok(()));
            let sums = sums.freeze().unwrap();
            for i in z.level().range() {
                let added = if (lo..=hi).contains(&(i - o)) { a.at(i - o) } else { 0.0 };
                prop_assert_eq!(sums.at(i), z.at(i) + added);
            }
        }
        let mut greatest = z.thaw();
        loops!(for i  greatest[i] = max(z[i], a[i + o])).unwrap();
        let greatest = greatest.freeze().unwrap();
        for i in z.level().range() {
            prop_assert_eq!(greatest.at(i), z.at(i).max(a.at(i + o)));
        }
    }

    #[test]
    fn sums_of_many_intervals_that_overlap(list in vec((-12i32..12, 0i32..9, -3i32..4), 0..40), o in -3i32..4) {
        let interval = |&(lo, len, _): &(i32, i32, i32)| Interval::closed_open(f64::from(lo), f64::from(lo + len) + 0.5).unwrap();
        let values = list.iter().map(|&(.., value)| f64::from(value)).collect();
        let (intervals, count): (Vec<_>, _) = (list.iter().map(interval).collect(), list.len());
        let level = Overlapping::from_parts(Interval::EVERYWHERE, vec![0, count], intervals.clone(), Element::from_values(0.0, values));
        let (r, level) = (Piecewise::from_level(level.unwrap()).unwrap(), Overlapping::from_parts(Interval::EVERYWHERE, vec![0, count], intervals, Pattern::of(count)));
        let p = Piecewise::from_level(level.unwrap()).unwrap();
        let format = RunList::new(Interval::<f64>::EVERYWHERE, Element::new(0.0));
        let truths = RunList::new(Interval::<f64>::EVERYWHERE, Element::new(false));
        let [mut z, mut w] = [0; 2].map(|_| Piecewise::declare(format.clone()));
        let (mut covered, c, mut area) = (Piecewise::declare(truths), f64::from(o), 0.0);
        loops! {
            for i  z[i] += r[i]
            for i  w[i] += r[c - 2.0 * i]
            for i  covered[i] |= p[i]
            for i  area += r[i] * d(i)
        }.unwrap();
        let (z, w, covered) = (z.freeze().unwrap(), w.freeze().unwrap(), covered.freeze().unwrap());
        let converted = r.convert(format).unwrap();
        let mut expected = 0.0;
        for place in -60..60 {
            let x = f64::from(place) / 4.0;
            let at = |x: f64| {
                let inside = list.iter().filter(|&&(lo, len, _)| f64::from(lo) <= x && x < f64::from(lo + len) + 0.5);
                inside.map(|&(.., value)| f64::from(value)).sum::<f64>()
            };
            let any = list.iter().any(|&(lo, len, _)| f64::from(lo) <= x && x < f64::from(lo + len) + 0.5);
            prop_assert_eq!((z.at(x), converted.at(x), covered.at(x)), (at(x), at(x), any), "at {}", x);
            prop_assert_eq!(w.at(x), at(c - 2.0 * x), "at {}", x);
            expected += at(x) / 4.0;
        }
        for place in 60..120 {
            let x = f64::from(place) / 4.0;
            let inside = list.iter().filter(|&&(lo, len, _)| f64::from(lo) <= x && x < f64::from(lo + len) + 0.5);
            expected += inside.map(|&(.., value)| f64::from(value)).sum::<f64>() / 4.0;
        }
        prop_assert_eq!(area, expected);
    }
}

#[test]
fn what_is_not_a_number_stays_where_it_is() {
    let a = array(0, 0.0, &[1.0, f64::NAN, 3.0]);
    let (mut s, mut z) = (0.0, Piecewise::declare(Dense::new(0i64..3, Element::new(0.0)).unwrap()));
    loops! {
        for i  s += a[i] * a[i + 2]
        for i  z[i] = a[i]
    }
    .unwrap();
    let z = z.freeze().unwrap();
    // Nothing is multiplied by a fill of zero.
    assert_eq!(s, 3.0);
    assert!(z.at(1).is_nan());
    assert_eq!((z.at(0), z.at(2)), (1.0, 3.0));
}

#[test]
fn places_at_the_ends_of_a_type_and_offsets_beyond_it() {
    let bytes = |values: std::ops::RangeInclusive<i8>| {
        let list: Vec<i32> = values.clone().map(i32::from).collect();
        Piecewise::from_level(Dense::from_parts(values, Element::from_values(0, list)).unwrap()).unwrap()
    };
    let (a, b) = (bytes(-125..=125), bytes(100..=125));
    for o in [-125i8, -100, -1, 0, 1, 100, 125] {
        for (lo, hi) in [(-125i8, 125i8), (-125, -120), (120, 125), (7, 6)] {
            let (mut s, mut t) = (0, 0);
            loops! {
                for i = lo:hi  s += a[i + o]
                for i = lo:hi  t += a[i] * b[i + o] + 1
            }
            .unwrap();
            let places = || i32::from(lo)..=i32::from(hi);
            let a_at = |i: i32| if (-125..=125).contains(&i) { i } else { 0 };
            let b_at = |i: i32| if (100..=125).contains(&i) { i } else { 0 };
            assert_eq!(s, places().map(|i| a_at(i + i32::from(o))).sum::<i32>(), "{lo}:{hi} + {o}");
            assert_eq!(t, places().map(|i| a_at(i) * b_at(i + i32::from(o)) + 1).sum::<i32>(), "{lo}:{hi} + {o}");
        }
    }
    let far = i64::MAX - 2;
    let (high, low) = (array(far - 3, 0.0, &[1.0, 2.0, 3.0, 4.0]), array(-far, 0.0, &[5.0, 6.0]));
    let (mut s, mut u, reach) = (0.0, 0.0, far - 1);
    loops! {
        for i = -9:9  s += high[i + reach] + low[i - reach]
        for i  u += high[i] * high[i]
    }
    .unwrap();
    // The places of `high` are `reach - 2` to `reach + 1`, those of `low` `-reach - 1` and `-reach`.
    assert_eq!((s, u), (1.0 + 2.0 + 3.0 + 4.0 + 5.0 + 6.0, 30.0));
}

#[test]
fn a_place_that_is_not_valid_is_an_error_and_one_outside_is_fill() {
    let a = array(0, 7.0, &[1.0, 2.0]);
    let look_up = |places: &[i64]| {
        let level = Dense::from_parts(0..places.len() as i64, Element::from_values(0i64, places.to_vec())).unwrap();
        let (k, mut s) = (Piecewise::from_level(level).unwrap(), 0.0);
        loops!(for i let b = k[i] s += a[b]).map(|()| s)
    };
    assert_eq!(look_up(&[1, 1, 0, -3, 2]), Ok(2.0 + 2.0 + 1.0 + 7.0 + 7.0));
    assert!(matches!(look_up(&[0, i64::MIN]), Err(LoopError::Place { .. })));
    assert!(matches!(look_up(&[i64::MAX]), Err(LoopError::Place { .. })));
}
