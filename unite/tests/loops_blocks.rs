//! Blocks, `else`, values by case, ranges from tensors, and reductions by functions of the user.

use unite::continuous::Interval;
use unite::level::{Dense, Duplicates, Element, IntervalList, Piecewise, SparseList};
use unite::looplet::LoopError;
use unite::loops;

fn dense<T: unite::level::Value>(values: &[T]) -> Piecewise<Dense<Element<T>>> {
    let last = values.len() as i64 - 1;
    Piecewise::from_level(Dense::from_parts(0..=last, Element::from_values(T::ZERO, values.to_vec())).unwrap()).unwrap()
}

fn list(entries: &[(i64, f64)]) -> Piecewise<SparseList<Element<f64>>> {
    let format = SparseList::new(Interval::closed(0, 9).unwrap(), Element::new(0.0));
    Piecewise::from_entries(format, entries.iter().copied(), Duplicates::Refuse).unwrap()
}

/// Keeps the pair with the smaller value; of equal ones, the first.
fn smaller(old: (f64, i64), new: (f64, i64)) -> (f64, i64) {
    if new.0 < old.0 { new } else { old }
}

#[test]
fn the_place_of_the_least_value_is_a_fold_of_pairs() {
    let x = dense(&[4.0, 2.0, 7.0, 2.0]);
    let mut best = (f64::INFINITY, -1);
    loops!(for i best <<smaller>>= (x[i], i)).unwrap();
    assert_eq!(best, (2.0, 1));
}

#[test]
fn a_closure_that_holds_something_is_a_function_too() {
    let x = dense(&[4i64, 2, 7, 2]);
    let modulus = 11;
    let times = |old: i64, new: i64| old * new % modulus;
    let mut product = 1;
    loops!(for i product <<times>>= x[i]).unwrap();
    assert_eq!(product, 4 * 2 * 7 * 2 % 11);
}

#[test]
fn semirings_are_a_fold_and_an_expression() {
    // The bottleneck of paths with two steps: the widest, of the narrower one of each.
    let a = dense(&[3i64, 8, 5]);
    let b = dense(&[6i64, 4, 9]);
    let mut widest = 0;
    loops!(for i widest <<i64::max>>= min(a[i], b[i])).unwrap();
    assert_eq!(widest, 5);
}

#[test]
fn both_cases_of_a_condition_write() {
    let x = list(&[(2, 1.0), (5, -3.0)]);
    let mut z = Piecewise::declare(SparseList::new(Interval::closed(0, 9).unwrap(), Element::new(0.0)));
    let (mut positive, mut others) = (0.0, 0);
    loops! {
        for i {
            if x[i] > 0.0 { z[i] = x[i]; positive += x[i] } else if x[i] < 0.0 z[i] = -x[i] else others += 1;
        }
    }
    .unwrap();
    assert_eq!((z.freeze().unwrap(), positive, others), (list(&[(2, 1.0), (5, 3.0)]), 1.0, 8));
}

#[test]
fn a_value_that_changes_itself_has_no_fold_over_an_interval() {
    let format = IntervalList::new(Interval::EVERYWHERE, Element::new(1.0));
    let x =
        Piecewise::from_entries(format, [((unite::level::Place::from(0.0..2.0),), 3.0)], Duplicates::Refuse).unwrap();
    let mut s = 1.0;
    let error = loops!(for i s *= x[i]).unwrap_err();
    assert_eq!(error, LoopError::FoldOverInterval { index: "i", interval: "[0, 2)".to_owned() });
    assert_eq!(s, 1.0);
    // Each integer is a factor: 3 places with 2, and 1 elsewhere.
    let runs = list(&[(1, 2.0), (2, 2.0), (3, 2.0)]);
    loops!(for i = 0:9 s *= runs[i] + 1.0).unwrap();
    assert_eq!(s, 27.0);
}

#[test]
fn runs_are_squared_and_not_walked() {
    let format = unite::level::RunList::new(Interval::closed(0i64, 999_999).unwrap(), Element::new(1u64));
    let x = Piecewise::from_entries(format, [((unite::level::Place::from(0..1000i64),), 3u64)], Duplicates::Refuse)
        .unwrap();
    let times = |old: u64, new: u64| old * new % 1_000_003;
    let mut power = 1;
    loops!(for i power <<times>>= x[i]).unwrap();
    assert_eq!(power, (0..1000).fold(1, |power, _| times(power, 3)));
}

#[test]
fn rows_are_ranges_from_a_tensor_of_pointers() {
    // 1 0 2    times 3, 4, 5
    // 0 0 0
    // 0 6 0
    let pointers = dense(&[0usize, 2, 2, 3]);
    let (columns, values, x) = (dense(&[0i64, 2, 1]), dense(&[1.0, 2.0, 6.0]), dense(&[3.0, 4.0, 5.0]));
    let mut y = Piecewise::declare(Dense::new(0..3i64, Element::new(0.0)).unwrap());
    loops! {
        for i = 0:2
            for q = pointers[i]:pointers[i + 1] as i64 - 1
                let j = columns[q]
                    y[i] += values[q] * x[j]
    }
    .unwrap();
    assert_eq!(y.freeze().unwrap(), dense(&[13.0, 0.0, 24.0]));
}

#[test]
fn a_sum_of_nine_tensors_is_one_nest() {
    let tensors: Vec<_> = (0..9).map(|k| list(&[(k, 1.0), (9 - k, 10.0)])).collect();
    let [a, b, c, e, f, g, h, k, l] = &tensors[..] else { unreachable!("nine") };
    let mut z = Piecewise::declare(SparseList::new(Interval::closed(0, 9).unwrap(), Element::new(0.0)));
    loops!(for i z[i] = a[i] + b[i] + c[i] + e[i] + f[i] + g[i] + h[i] + k[i] + l[i]).unwrap();
    let all: Vec<_> = (0..10).map(|i| (i, [1.0, 11.0, 10.0][(i > 0) as usize + (i == 9) as usize])).collect();
    assert_eq!(z.freeze().unwrap(), list(&all));
}
