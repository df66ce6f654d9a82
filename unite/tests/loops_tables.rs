//! Rows of lists that loops write in any order give what writes place by place give.
//!
//! Extents are bounded, so that places have a bit and a value each; rows are written again, sums come to fill, operands are lists,
//! runs and arrays, and targets have values or are true.

use proptest::collection::vec;
use proptest::prelude::*;
use unite::continuous::Interval;
use unite::level::{AxisLevel, Dense, Element, Level, Pattern, Piecewise, RunList, SparseList};
use unite::loops;

type Lists = Piecewise<Dense<SparseList<Element<f64>>>>;

/// Returns an extent of integers.
fn extent(first: i64, len: usize) -> Interval<i64> {
    Interval::closed(first, first + len as i64 - 1).unwrap()
}

/// Returns a matrix with rows from 0 on, in which zeros are not stored.
fn lists(rows: usize, first: i64, columns: usize, values: &[i32]) -> Lists {
    let list = SparseList::new(extent(first, columns), Element::new(0.0));
    let mut x = Piecewise::declare(Dense::new(0..rows as i64, list).unwrap());
    for (k, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
        x.set(((k / columns) as i64, first + (k % columns) as i64), f64::from(value)).unwrap();
    }
    x.freeze().unwrap()
}

/// Returns the places that a row stores; checks that they are in order.
fn stored<L: Level>(x: &Piecewise<Dense<SparseList<L>>>, i: i64) -> Vec<i64> {
    let places: Vec<i64> = x.level().child().entries(i as usize).map(|(lo, _, _)| lo.value).collect();
    assert!(places.is_sorted_by(|one, other| one < other));
    places
}

/// Small numbers, many of them zero, whose products often add up to zero.
fn small() -> impl Strategy<Value = i32> {
    prop_oneof![3 => Just(0), 2 => -2..3i32]
}

proptest! {
    #[test]
    fn products_by_rows_are_those_of_their_entries(
        (n, k, m) in (1usize..9, 1usize..6, 1usize..80), first in -70i64..5,
        (a, b) in (vec(small(), 48), vec(small(), 480)), again in any::<bool>(),
    ) {
        let (a, b) = (&a[..n * k], &b[..k * m]);
        let x = lists(n, 0, k, a);
        let y = lists(k, first, m, b);
        let runs = y.convert(Dense::new(0..k as i64, RunList::new(extent(first, m), Element::new(0.0))).unwrap()).unwrap();
        let dense = Dense::new(0..k as i64, Dense::new(first..first + m as i64, Element::new(0.0)).unwrap()).unwrap();
        let dense = y.convert(dense).unwrap();
        let list = SparseList::new(extent(first, m), Element::new(0.0));
        let format = || Dense::new(0..n as i64, list.clone()).unwrap();
        let (mut c, mut d, mut e) = (Piecewise::declare(format()), Piecewise::declare(format()), Piecewise::declare(format()));
        let (mut most, mut rows, mut w) =
            (Piecewise::declare(format()), Piecewise::declare(format()), Piecewise::declare(list.clone()));
        let truths = SparseList::new(extent(first, m), Pattern::new());
        let mut met = Piecewise::declare(Dense::new(0..n as i64, truths).unwrap());
        for round in 0..=u8::from(again) {
            if round > 0 {
                // The rows hold places already.
                (c, d, e) = (c.freeze().unwrap().thaw(), d.freeze().unwrap().thaw(), e.freeze().unwrap().thaw());
            }
            loops! {
                for i, l, j  c[i, j] += x[i, l] * y[l, j];
                for i, l, j  d[i, j] += x[i, l] * runs[l, j];
                for i, l, j  e[i, j] += x[i, l] * dense[l, j];
                for i, l, j  most[i, j] max= x[i, l] * y[l, j];
                for i, l, j  met[i, j] |= x[i, l] != 0.0 && y[l, j] != 0.0;
            }
            .unwrap();
        }
        loops!(for i {
            w .= 0.0;
            for l, j  w[j] += x[i, l] * y[l, j];
            for j  rows[i, j] = w[j]
        })
        .unwrap();
        let (c, d, e) = (c.freeze().unwrap(), d.freeze().unwrap(), e.freeze().unwrap());
        let (most, rows, met) = (most.freeze().unwrap(), rows.freeze().unwrap(), met.freeze().unwrap());
        let times = if again { 2.0 } else { 1.0 };
        for i in 0..n {
            let products = |j: usize| (0..k).map(move |l| f64::from(a[i * k + l]) * f64::from(b[l * m + j]));
            let place = |j: usize| first + j as i64;
            let sums: Vec<f64> = (0..m).map(|j| products(j).sum()).collect();
            let is_met = |j: usize| products(j).any(|product| product != 0.0);
            let i = i as i64;
            for (j, &sum) in sums.iter().enumerate() {
                let at = (i, place(j));
                prop_assert_eq!([c.at(at), d.at(at), e.at(at), rows.at(at)], [times, times, times, 1.0].map(|times| times * sum));
                prop_assert_eq!(most.at(at), products(j).fold(0.0, f64::max));
                prop_assert_eq!(met.at(at), is_met(j));
            }
            // What is stored has been written: where each product is zero, nothing is.
            for places in [stored(&c, i), stored(&d, i), stored(&e, i)] {
                prop_assert!(places.iter().all(|&j| is_met((j - first) as usize)));
            }
            prop_assert_eq!(stored(&met, i), (0..m).filter(|&j| is_met(j)).map(place).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_row_that_ends_elsewhere_is_an_error_or_takes_what_fits(
        (n, k, m) in (1usize..6, 1usize..5, 1usize..30), (a, b) in (vec(small(), 30), vec(small(), 150)), shorter in 1usize..9,
    ) {
        let (x, y) = (lists(n, 0, k, &a[..n * k]), lists(k, 0, m + shorter, &b[..k * (m + shorter).min(30)]));
        let list = SparseList::new(extent(0, m), Element::new(0.0));
        let mut c = Piecewise::declare(Dense::new(0..n as i64, list).unwrap());
        let error = loops!(for i, l, j  c[i, j] += x[i, l] * y[l, j]).map_err(|error| error.to_string());
        if a[..n * k].iter().any(|&value| value != 0) {
            prop_assert!(error.as_ref().is_err_and(|error| error.contains("differ")), "{error:?}");
        }
        let last = m as i64 - 1;
        loops!(for i, l  for j = 0:last  c[i, j] += x[i, l] * y[l, j]).unwrap();
        let c = c.freeze().unwrap();
        for i in 0..n as i64 {
            for j in 0..m as i64 {
                prop_assert_eq!(c.at((i, j)), (0..k as i64).map(|l| x.at((i, l)) * y.at((l, j))).sum::<f64>());
            }
        }
    }
}
