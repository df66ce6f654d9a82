//! Ranges with a step, and arrays at multiples of an index, give the sum over all of their places.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use unite::continuous::Interval;
use unite::level::{Dense, DenseVector, Element, Piecewise, RunList, SparseList};
use unite::looplet::LoopError;
use unite::loops;

/// Returns an array whose places count from `first`.
fn array(first: i64, fill: f64, values: &[f64]) -> DenseVector<f64> {
    let extent = first..=first + values.len() as i64 - 1;
    Piecewise::from_level(Dense::from_parts(extent, Element::from_values(fill, values.to_vec())).unwrap()).unwrap()
}

/// Generates an array of whole numbers, with its fill.
fn arrays() -> impl Strategy<Value = DenseVector<f64>> {
    let fill = prop_oneof![Just(0.0), Just(1.0), Just(-2.0)];
    let values = vec((-4i32..5).prop_map(f64::from), 1..14);
    (-6i64..7, fill, values).prop_map(|(first, fill, values)| array(first, fill, &values))
}

fn extent() -> Interval<i64> {
    Interval::closed(-9, 30).unwrap()
}

/// Generates a list of whole numbers at integers.
fn lists() -> impl Strategy<Value = Piecewise<SparseList<Element<f64>>>> {
    (btree_map(-9i64..31, 1i32..5, 0..20), prop_oneof![Just(0.0), Just(3.0)]).prop_map(|(list, fill)| {
        let values = Element::from_values(fill, list.values().map(|&value| f64::from(value)).collect());
        let coordinates: Vec<i64> = list.into_keys().collect();
        let level = SparseList::from_parts(extent(), vec![0, coordinates.len()], coordinates, values);
        Piecewise::from_level(level.unwrap()).unwrap()
    })
}

/// Generates a coefficient other than 0.
fn coefficients() -> impl Strategy<Value = i64> {
    (1i64..6, any::<bool>()).prop_map(|(k, down)| if down { -k } else { k })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn arrays_at_multiples_of_an_index(
        (a, b, x) in (arrays(), arrays(), lists()), (k, q) in (coefficients(), coefficients()), o in -12i64..13,
        lo in -9i64..9, len in -1i64..20,
    ) {
        let hi = lo + len;
        let (mut s, mut t, mut u, mut v, mut w, mut most) = (0.0, 0.0, 0.0, 0.0, 0.0, -1e9);
        loops! {
            for i = lo:hi  s += a[2 * i] * b[i]
            for i = lo:hi  t += a[3 * i + 1] + b[o - 2 * i]
            for i = lo:hi  u += a[k * i + o] * b[q * i]
            for i = lo:hi  v += x[i] * a[k * i]
            for i = lo:hi  w += x[i] + a[k * i - o] * x[q * i]
            for i = lo:hi  most max= a[k * i + o] - b[i]
        }.unwrap();
        let sum = |f: &dyn Fn(i64) -> f64| (lo..=hi).map(f).sum::<f64>();
        prop_assert_eq!(s, sum(&|i| a.at(2 * i) * b.at(i)));
        prop_assert_eq!(t, sum(&|i| a.at(3 * i + 1) + b.at(o - 2 * i)));
        prop_assert_eq!(u, sum(&|i| a.at(k * i + o) * b.at(q * i)));
        prop_assert_eq!(v, sum(&|i| x.at(i) * a.at(k * i)));
        prop_assert_eq!(w, sum(&|i| x.at(i) + a.at(k * i - o) * x.at(q * i)));
        prop_assert_eq!(most, (lo..=hi).map(|i| a.at(k * i + o) - b.at(i)).fold(-1e9, f64::max));
    }

    #[test]
    fn ranges_with_a_step(
        (a, b, x) in (arrays(), arrays(), lists()), by in 1i64..9, (k, o) in (coefficients(), -6i64..7), lo in -9i64..9,
        len in -1i64..40,
    ) {
        let hi = (lo + len).min(30);
        let runs = x.convert(RunList::new(extent(), Element::new(x.fill_value()))).unwrap();
        let (mut s, mut t, mut u, mut v, mut w, mut r, mut most) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1e9);
        loops! {
            for i = lo:by:hi  s += a[i]
            for i = lo:2:hi  t += a[i] * b[i + o] + b[i]
            for i = lo:by:hi  u += x[i] * a[i]
            for i = lo:by:hi  v += x[i]
            for i = lo:3:hi  w += x[i] + a[k * i + o]
            for i = lo:by:hi  r += runs[i] * a[i] + runs[i]
            for i = lo:by:hi  most max= a[i] - b[i + o]
        }.unwrap();
        let places = || (lo..=hi).step_by(by as usize);
        let sum = |f: &dyn Fn(i64) -> f64| places().map(f).sum::<f64>();
        prop_assert_eq!(s, sum(&|i| a.at(i)));
        prop_assert_eq!(t, (lo..=hi).step_by(2).map(|i| a.at(i) * b.at(i + o) + b.at(i)).sum::<f64>());
        prop_assert_eq!(u, sum(&|i| x.at(i) * a.at(i)));
        prop_assert_eq!(v, sum(&|i| x.at(i)));
        prop_assert_eq!(w, (lo..=hi).step_by(3).map(|i| x.at(i) + a.at(k * i + o)).sum::<f64>());
        prop_assert_eq!(r, sum(&|i| x.at(i) * a.at(i) + x.at(i)));
        prop_assert_eq!(most, places().map(|i| a.at(i) - b.at(i + o)).fold(-1e9, f64::max));
    }

    #[test]
    fn places_of_a_step_are_written_and_no_others(
        (a, b, x) in (arrays(), arrays(), lists()), by in 1i64..9, o in -6i64..7, lo in -9i64..9, len in -1i64..30,
    ) {
        let hi = (lo + len).min(30);
        let array = || Piecewise::declare(Dense::new(-9..31i64, Element::new(7.0)).unwrap());
        let list = || Piecewise::declare(SparseList::new(extent(), Element::new(7.0)));
        let runs = || Piecewise::declare(RunList::new(extent(), Element::new(7.0)));
        let (mut p, mut q, mut r, mut t, mut u) = (array(), list(), runs(), array(), list());
        loops! {
            for i = lo:by:hi  p[i] = a[i] + 2.0 * b[i + o]
            for i = lo:by:hi  q[i] = a[i] * b[i - o]
            for i = lo:by:hi  r[i] = a[i] + x[i]
            for i = lo:by:hi  t[i] += x[i]
            for i = lo:by:hi  u[i] = i as f64
        }.unwrap();
        let (p, q, r, t, u) = (p.freeze().unwrap(), q.freeze().unwrap(), r.freeze().unwrap(), t.freeze().unwrap(), u.freeze().unwrap());
        for i in -9..31 {
            let met = (lo..=hi).contains(&i) && (i - lo) % by == 0;
            let or = |value: f64| if met { value } else { 7.0 };
            prop_assert_eq!(p.at(i), or(a.at(i) + 2.0 * b.at(i + o)));
            prop_assert_eq!(q.at(i), or(a.at(i) * b.at(i - o)));
            prop_assert_eq!(r.at(i), or(a.at(i) + x.at(i)));
            prop_assert_eq!(t.at(i), 7.0 + if met { x.at(i) } else { 0.0 });
            prop_assert_eq!(u.at(i), or(i as f64));
        }
    }

    #[test]
    fn steps_of_outer_loops_and_of_rows(
        rows in vec((0i64..12, btree_map(0i64..12, 1i32..5, 0..9)), 0..9), (by, to) in (1i64..5, 1i64..5), (lo, at) in (0i64..5, 0i64..5),
    ) {
        let lists = SparseList::new(Interval::closed(0, 11).unwrap(), Element::new(0.0));
        let mut m = Piecewise::declare(Dense::new(0..12, lists).unwrap());
        for (row, list) in &rows {
            for (&column, &value) in list {
                m.set((*row, column), f64::from(value)).unwrap();
            }
        }
        let m = m.freeze().unwrap();
        let dense = m.convert(Dense::new(0..12i64, Dense::new(0..12i64, Element::new(0.0)).unwrap()).unwrap()).unwrap();
        let (mut s, mut t) = (0.0, 0.0);
        let mut z = Piecewise::declare(Dense::new(0..12i64, Element::new(0.0)).unwrap());
        loops! {
            for i = lo:by:11  for j = at:to:11  s += m[i, j]
            for i = lo:by:11  for j = at:to:11  t += dense[i, j] * m[j, i]
            for i = lo:by:11  for j = at:to:11  z[j] += dense[i, j]
        }.unwrap();
        let z = z.freeze().unwrap();
        let pairs = || (lo..12).step_by(by as usize).flat_map(|i| (at..12).step_by(to as usize).map(move |j| (i, j)));
        prop_assert_eq!(s, pairs().map(|(i, j)| m.at((i, j))).sum::<f64>());
        prop_assert_eq!(t, pairs().map(|(i, j)| m.at((i, j)) * m.at((j, i))).sum::<f64>());
        for j in 0..12 {
            prop_assert_eq!(z.at(j), pairs().filter(|&(_, met)| met == j).map(|(i, j)| m.at((i, j))).sum::<f64>());
        }
    }

    #[test]
    fn small_integers_are_exact_beyond_their_type(first in -120i8..60, k in -5i8..6, o in -120i8..121, (lo, hi) in (-125i8..126, -125i8..126)) {
        prop_assume!(k != 0);
        let values: Vec<f64> = (1..60).map(f64::from).collect();
        let a = Piecewise::from_level(Dense::from_parts(first..first + 59, Element::from_values(0.0, values)).unwrap()).unwrap();
        let (mut s, mut t) = (0.0, 0.0);
        loops!(for i = lo:hi  s += a[k * i + o]).unwrap();
        let image = |i: i32| i * i32::from(k) + i32::from(o) - i32::from(first);
        let at = |i: i32| if (0..59).contains(&image(i)) { f64::from(image(i) + 1) } else { 0.0 };
        prop_assert_eq!(s, (i32::from(lo)..=i32::from(hi)).map(at).sum::<f64>());
        loops!(for i  t += a[k * i + o]).unwrap();
        prop_assert_eq!(t, (-127..127).map(at).sum::<f64>());
    }
}

#[test]
fn a_step_over_endless_fill_is_an_error() {
    let a = array(0, 1.0, &[1.0, 2.0]);
    let mut s = 0.0;
    let endless = loops!(for i = 1:2:inf  s += a[i]);
    assert!(matches!(endless, Err(LoopError::IndexOverInterval { index: "i", .. })), "{endless:?}");
    let by = 0;
    let none = loops!(for i = 1:by:5  s += a[i]);
    assert!(matches!(none, Err(LoopError::Step { index: "i", .. })), "{none:?}");
}
