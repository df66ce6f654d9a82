//! Running sums: scalars that a loop writes and reads. The loop runs step by step, as a loop in Rust does.

#[path = "agreement/operands.rs"]
mod operands;

use operands::*;
use proptest::prelude::*;
use unite::continuous::Interval;
use unite::level::{Dense, DenseVector, Duplicates, Element, IntervalList, Piecewise, Place, RunList, SparseList};
use unite::looplet::LoopError;
use unite::loops;
use unite_ir::loops::interpret::Value;

fn axis() -> Interval<i64> {
    Interval::closed(-9, 9).unwrap()
}

/// Runs a program that writes `s` and `z` by `loops!`, by the interpreter, and by a closure for each place.
macro_rules! agrees {
    ($s:ident $z:ident, $x:ident $y:ident, $tensors:expr, $by_hand:expr; $($program:tt)*) => {{
        let text = stringify!($($program)*);
        let mut $s = 1.5;
        #[allow(unused_mut, reason = "a program may leave it")]
        let mut $z = Piecewise::declare(IntervalList::<_, i64>::new(Interval::EVERYWHERE, Element::new(0.0)));
        loops!($($program)*).unwrap();
        let reference = Reference::run(text, $tensors, Value::from(Known::number(1.5)), i64::KIND);
        prop_assert!(reference.ended.is_ok(), "{}: {:?}", text, reference.ended);
        let (mut s, z) = (1.5, $z.freeze().unwrap());
        for i in -9..=9 {
            let at = $by_hand(&mut s, $x.at(i), $y.at(i), i);
            prop_assert_eq!(z.at(i), at, "{} at {}", text, i);
        }
        prop_assert_eq!($s, s, "{}", text);
        prop_assert_eq!(&Value::from(Known::number(s)), reference.scalar(), "{}", text);
        prop_assert_eq!(&read(&z), reference.environment.array("z").unwrap(), "{}", text);
    }};
}

macro_rules! stored {
    ($format:expr, $list:expr) => {
        Piecewise::from_entries($format, $list.iter().map(|&(at, value)| ((Place::from(at),), value)), Duplicates::Join)
            .unwrap()
    };
}

macro_rules! sums {
    ($($name:ident: $format:expr, $list:expr;)*) => {
        proptest! {
            $(
                #[test]
                fn $name(x_list in $list, y_list in runs()) {
                    let x = stored!($format, x_list);
                    let y = stored!(RunList::new(axis(), Element::new(0.0)), y_list);
                    let tensors =
                        [("x", known(&x_list), x.extents().regions()), ("y", known(&y_list), y.extents().regions())];
                    let add = |s: &mut f64, x: f64| { *s += x; *s };
                    agrees!(s z, x y, &tensors, |s: &mut f64, x, _, _| add(s, x); for i { s += x[i]; z[i] = s });
                    agrees!(s z, x y, &tensors, |s: &mut f64, x, _, _| add(s, x) - x; for i { z[i] = s; s += x[i] });
                    agrees!(s z, x y, &tensors, |s: &mut f64, x, _, _| add(s, x) - x;
                        for i { let before = s; s += x[i]; z[i] = before });
                    agrees!(s z, x y, &tensors, |s: &mut f64, x, y, _| { *s = *s * 0.5 + x; *s * y };
                        for i { s = 0.5 * s + x[i]; z[i] = s * y[i] });
                    agrees!(s z, x y, &tensors, |s: &mut f64, x, y, _| { *s = 0.5 * *s + x; *s * y };
                        for i { s .= 0.5 * s + x[i]; z[i] = s * y[i] });
                    agrees!(s z, x y, &tensors, |s: &mut f64, x: f64, _, _| { *s = s.max(x); *s };
                        for i { s max= x[i]; z[i] += s });
                    agrees!(s z, x y, &tensors, |s: &mut f64, x, y, _| if y > 0.5 { add(s, x) } else { *s };
                        for i { if y[i] > 0.5 s += x[i]; z[i] = s });
                    agrees!(s z, x y, &tensors, |s: &mut f64, x, y, i| {
                        if *s < 3.0 { add(s, x); add(s, y) } else { *s = 0.25 * i as f64; 1.0 }
                    }; for i if s < 3.0 { s += x[i]; s += y[i]; z[i] = s } else { s = 0.25 * (i as f64); z[i] = 1.0 });
                    agrees!(s z, x y, &tensors, |s: &mut f64, x, _, i| {
                        (i..=i + 1).for_each(|_| *s = 0.5 * *s + x);
                        *s
                    }; for i { for k = i:i + 1 s = 0.5 * s + x[i]; z[i] = s });
                    agrees!(s z, x y, &tensors, |s: &mut f64, x, _, _| { *s += *s * x * 0.25; 0.0 };
                        for i s += s * x[i] * 0.25);
                }
            )*
        }
    };
}

sums! {
    running_sums_of_arrays: Dense::new(axis(), Element::new(0.0)).unwrap(), integers();
    running_sums_of_lists: SparseList::new(axis(), Element::new(0.0)), integers();
    running_sums_of_runs: RunList::<_, i64>::new(axis(), Element::new(0.0)), runs();
    running_sums_of_intervals: IntervalList::<_, i64>::new(axis(), Element::new(0.0)), runs();
}

#[test]
fn a_running_sum_over_a_run_grows_at_each_place() {
    let x = stored!(RunList::<_, i64>::new(axis(), Element::new(0.0)), [(Interval::closed(-2, 3).unwrap(), 2.0)]);
    let mut z = Piecewise::declare(Dense::new(axis(), Element::new(0.0)).unwrap());
    let mut s = 0.0;
    loops!(for i = -2:3 { s += x[i]; z[i] = s }).unwrap();
    assert_eq!(&z.freeze().unwrap().to_dense().unwrap()[7..13], [2.0, 4.0, 6.0, 8.0, 10.0, 12.0]);
}

#[test]
fn a_running_sum_goes_through_a_matrix_row_by_row() {
    let a = unite::level::DenseMatrix::from_slice(0, 2, 3, &[1, 2, 3, 4, 5, 6]).unwrap();
    let mut z = Piecewise::declare(Dense::new(0..2i64, Dense::new(0..3i64, Element::new(0)).unwrap()).unwrap());
    let (mut s, mut rows, mut last) = (0, 0, 0);
    loops! {
        for i, j { s += a[i, j]; z[i, j] = s }
        for i { for j rows += a[i, j]; last = 10 * last + rows }
    }
    .unwrap();
    assert_eq!(z.freeze().unwrap().to_dense().unwrap(), [1, 3, 6, 10, 15, 21]);
    assert_eq!((s, rows, last), (21, 21, 81));
}

#[test]
fn a_fold_of_pairs_is_read_place_by_place() {
    let x = DenseVector::from_values(0, [5.0, 7.0, 3.0, 4.0]).unwrap();
    let nearer = |old: (f64, i64), new: (f64, i64)| if new.0 < old.0 { new } else { old };
    let place = |pair: (f64, i64)| pair.1;
    let (mut best, mut z) = ((f64::INFINITY, -1), Piecewise::declare(Dense::new(0..4i64, Element::new(0i64)).unwrap()));
    loops!(for i { best <<nearer>>= (x[i], i); z[i] = place(best) }).unwrap();
    assert_eq!(z.freeze().unwrap().to_dense().unwrap(), [0, 0, 2, 2]);
}

#[test]
fn infinite_extents_have_no_running_sum() {
    let x = Piecewise::declare(SparseList::new(Interval::<i64>::EVERYWHERE, Element::new(0.0))).freeze().unwrap();
    let (mut s, mut t) = (0.0, 0.0);
    let error = loops!(for i { s += x[i]; t += s }).unwrap_err();
    assert!(matches!(error, LoopError::Endless { index: "i", .. }), "{error}");
    assert_eq!((s, t), (0.0, 0.0));
}

#[test]
fn a_part_of_a_structure_is_a_part_of_what_is_read() {
    #[derive(Clone, Copy)]
    struct Pair {
        sum: f64,
        count: i64,
    }
    let mean = |pair: Pair| pair.sum / pair.count as f64;
    let x = DenseVector::from_values(0, [1.0, 2.0, 6.0]).unwrap();
    let mut z = Piecewise::declare(Dense::new(0..3i64, Element::new(0.0)).unwrap());
    let mut pair = Pair { sum: 0.0, count: 0 };
    loops!(for i { pair.sum += x[i]; pair.count += 1; z[i] = mean(pair) }).unwrap();
    assert_eq!(z.freeze().unwrap().to_dense().unwrap(), [1.0, 1.5, 3.0]);
}
