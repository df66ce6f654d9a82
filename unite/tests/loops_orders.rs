//! Matrices stored by rows and by columns. They are read and written by their own indices, and agree with the reference
//! interpreter, which has no storage order.

#[path = "agreement/operands.rs"]
mod operands;

use operands::*;
use proptest::collection::btree_map;
use proptest::prelude::*;
use unite::continuous::Interval;
use unite::level::{
    ColumnMajor, Csc, Csr, Dcsc, Dcsr, Dense, DenseMatrix, Element, IntervalList, Piecewise, Pinpoint, SparseDict,
    SparseList, TensorRef, Updating,
};
use unite::looplet::LoopError;
use unite::loops;
use unite_ir::loops::interpret::{AxisKind, Environment, Overlap, Region, Tensor, Value, run};
use unite_ir::loops::parse_text;

const ROWS: usize = 4;
const COLUMNS: usize = 5;

type Entries = Vec<((i64, i64), f64)>;

/// Generates a matrix with few entries.
fn entries(rows: usize, columns: usize) -> impl Strategy<Value = Entries> {
    let place = (0..rows as i64, 0..columns as i64);
    btree_map(place, 1i32..7, 0..12).prop_map(|map| map.into_iter().map(|(at, n)| (at, f64::from(n) / 2.0)).collect())
}

fn dense(rows: usize, columns: usize, entries: &Entries) -> Vec<f64> {
    let mut values = vec![0.0; rows * columns];
    for &((i, j), value) in entries {
        values[i as usize * columns + j as usize] = value;
    }
    values
}

/// Returns the same matrix for the interpreter.
fn interpreted(entries: &Entries) -> Tensor {
    let at = |place: i64| Region::half_open(place.number(), (place + 1).number());
    let boxes: Vec<_> = entries.iter().map(|&((i, j), v)| (vec![at(i), at(j)], Value::from(v.number()))).collect();
    Tensor::from_boxes(&[AxisKind::Integer; 2], Value::from(0), &boxes, Overlap::Refused).unwrap()
}

/// Runs a program in the interpreter on matrices with these extents.
fn environment(program: &str, tensors: &[(&str, &Entries, [usize; 2])], rank: usize) -> Environment {
    let mut environment = Environment::default();
    for (name, entries, size) in tensors {
        let extents = size.map(|count| Region::half_open(0i64.number(), (count as i64).number()));
        environment.tensor(name, interpreted(entries)).extents(name, &extents);
    }
    environment.output_scalar("s", Value::from(0)).output_tensor("z", &[AxisKind::Integer; 2][..rank], 0);
    run(&parse_text(program).unwrap(), &mut environment).unwrap();
    environment
}

/// Returns an empty vector that is as long as either axis.
fn vector() -> Updating<SparseDict<Element<f64>>> {
    Piecewise::declare(SparseDict::new(Interval::EVERYWHERE, Element::new(0.0)))
}

/// Tests a program with a matrix `a` in each of some formats, and a result vector `z` or scalar `s`.
macro_rules! with_one {
    ($a:ident $z:ident $s:ident of $list:ident; $($format:ident)*; $program:tt) => {$({
        let $a = $format::from_slice(0, ROWS, COLUMNS, &dense(ROWS, COLUMNS, &$list)).unwrap();
        let (mut $z, mut $s) = (vector(), 0.0);
        ($s, $z) = ($s + 0.0, $z);
        (loops! $program).unwrap();
        let (z, s, program) = ($z.freeze().unwrap(), $s, stringify!($program));
        let expected = environment(program, &[("a", &$list, [ROWS, COLUMNS])], 1);
        prop_assert_eq!(&Value::from(s.number()), expected.value("s").unwrap(), "{}: {}", stringify!($format), program);
        for i in 0..COLUMNS as i64 {
            let expected = expected.array("z").unwrap().at(&[i.number()]).unwrap();
            prop_assert_eq!(Value::from(z.at(i).number()), expected, "{}: {} at {}", stringify!($format), program, i);
        }
    })*};
}

/// Tests a product `z` of matrices `a` and `b` in each pair of some formats, in each of three formats.
macro_rules! with_two {
    ($a:ident $b:ident $z:ident of $one:ident $other:ident; $left:ident times $($right:ident)*; $program:tt) => {$(
        with_two!(@into $a $b $z of $one $other; $left $right Csr; $program);
        with_two!(@into $a $b $z of $one $other; $left $right Csc; $program);
        with_two!(@into $a $b $z of $one $other; $left $right Dcsc; $program);
    )*};
    (@into $a:ident $b:ident $z:ident of $one:ident $other:ident; $left:ident $right:ident $into:ident; $program:tt) => {{
        let $a = $left::from_slice(0, ROWS, COLUMNS, &dense(ROWS, COLUMNS, &$one)).unwrap();
        let $b = $right::from_slice(0, COLUMNS, ROWS, &dense(COLUMNS, ROWS, &$other)).unwrap();
        let mut $z = $into::from_slice(0, ROWS, ROWS, &[0.0; ROWS * ROWS]).unwrap().thaw();
        (loops! $program).unwrap();
        let z = $z.freeze().unwrap();
        let what = stringify!($left $right $into; $program);
        let expected = environment(stringify!($program), &[("a", &$one, [ROWS, COLUMNS]), ("b", &$other, [COLUMNS, ROWS])], 2);
        for i in 0..ROWS as i64 {
            for j in 0..ROWS as i64 {
                let expected = expected.array("z").unwrap().at(&[i.number(), j.number()]).unwrap();
                prop_assert_eq!(Value::from(z.at((i, j)).number()), expected, "{} at {}, {}", what, i, j);
            }
        }
    }};
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_matrix_by_columns_is_gone_through_by_columns(list in entries(ROWS, COLUMNS)) {
        with_one!(a z s of list; Csc Dcsc Csr Dcsr DenseMatrix; { for j = 0:4 for i z[i] += a[i, j] });
        with_one!(a z s of list; Csc Dcsc Csr Dcsr; { for j = 1:3 for i z[j] max= a[i, j] });
        with_one!(a z s of list; Csc Dcsc; { for j, i if a[i, j] > 1.0 && i > 0 s += a[i, j] });
    }

    #[test]
    fn a_matrix_by_columns_is_looked_up_at_rows_and_columns(list in entries(ROWS, COLUMNS)) {
        with_one!(a z s of list; Csc Dcsc Csr Dcsr; { for j z[j] += a[2, j] });
        with_one!(a z s of list; Csc Dcsc Csr Dcsr; { for i z[i] += a[i, 3] });
        with_one!(a z s of list; Csc Dcsc Csr Dcsr; { for i = 0:3 s += a[i, i] });
        with_one!(a z s of list; Csc Dcsc Csr Dcsr; { for i s += a[i, i + 1] });
        with_one!(a z s of list; Csc Dcsc; { for i = 0:3 let p = i + 1, q = i; z[q] += a[q, p] });
        with_one!(a z s of list; Csc Dcsc; { for i = 0:3 for j = 0:3 s += a[i, j] * a[j, i] });
        with_one!(a z s of list; Csc Dcsc; { for j, i z[i] += a[i, 4 - j] * a[i, j] });
    }

    #[test]
    fn the_extents_of_a_matrix_by_columns_bound_loops(list in entries(ROWS, COLUMNS)) {
        with_one!(a z s of list; Csc Dcsc; { for j, i s += a[i, j] + 1.0 });
        with_one!(a z s of list; Csc Dcsc; { for j, i z[i] += a[i, j] + 1.0 });
        with_one!(a z s of list; Csc Dcsc; { for j, i s += (a[i, j] + 1.0) * a[i, j + 1] });
        with_one!(a z s of list; Csc Dcsc Csr Dcsr; { for i s += a[i, i + 1] + 1.0 });
    }

    #[test]
    fn products_of_matrices_in_any_order_agree(left in entries(ROWS, COLUMNS), right in entries(COLUMNS, ROWS)) {
        with_two!(a b z of left right; Csc times Csc Dcsc; { for j, k, i z[i, j] += a[i, k] * b[k, j] });
        with_two!(a b z of left right; Csc times Csr Dcsr; { for k, i, j z[i, j] += a[i, k] * b[k, j] });
        with_two!(a b z of left right; Csr times Csc Dcsc; { for i, j, k z[i, j] += a[i, k] * b[k, j] });
    }
}

#[test]
fn axes_of_different_types_are_stored_in_either_order() {
    // The tensor x[i, t] over integers i and reals t, by rows and by columns.
    let rows = SparseList::new(
        Interval::closed(0i64, 9).unwrap(),
        Pinpoint::<_>::new(Interval::EVERYWHERE, Element::new(0.0)),
    );
    let columns = Pinpoint::<_>::new(
        Interval::EVERYWHERE,
        SparseList::new(Interval::closed(0i64, 9).unwrap(), Element::new(0.0)),
    );
    let mut by_rows = Piecewise::declare(rows);
    let mut by_columns = Updating::<_, ColumnMajor>::new(columns);
    for (i, t, value) in [(1, 0.5, 2.0), (1, 2.5, 3.0), (4, 0.5, 5.0)] {
        by_rows.set((i, t), value).unwrap();
        by_columns.set((i, t), value).unwrap();
    }
    let (by_rows, by_columns) = (by_rows.freeze().unwrap(), by_columns.freeze().unwrap());
    let (mut one, mut other, mut bounded) = (0.0, 0.0, 0.0);
    loops! {
        for i, t  one += by_rows[i, t] * t * (i as f64);
        for t, i  other += by_columns[i, t] * t * (i as f64);
        for t = 0.5:2.5 for i  bounded += by_columns[i, t] * t * (i as f64)
    }
    .unwrap();
    assert_eq!((one, other, bounded), (2.0 * 0.5 + 3.0 * 2.5 + 5.0 * 0.5 * 4.0, one, one));
}

#[test]
fn the_extents_of_a_target_by_columns_bound_loops() {
    let mut z = Csc::from_slice(0, 2, 3, &[0.0; 6]).unwrap().thaw();
    loops!(for i, j z[i, j] += 1.0).unwrap();
    assert_eq!(z.freeze().unwrap().to_rows().unwrap(), [[1.0; 3]; 2]);

    let a = Csc::from_rows(0, &[[0.0; 2]; 3]).unwrap();
    let mut z = Csc::from_slice(0, 2, 3, &[0.0; 6]).unwrap().thaw();
    let error = loops!(for j, i z[i, j] = a[i, j]).unwrap_err();
    let expected = |index, one, another| {
        matches!(&error, LoopError::Extents { index: found, extent, another: other, .. }
            if (*found, &extent[..], &other[..]) == (index, one, another))
    };
    assert!(expected("j", "[0, 1]", "[0, 2]"), "{error}");
}

#[test]
fn a_tensor_of_three_axes_is_gone_through_from_its_last_index_on() {
    let line = || Interval::closed(0i64, 9).unwrap();
    let format = SparseList::new(line(), SparseList::new(line(), SparseList::new(line(), Element::new(0.0))));
    let mut x = Updating::<_, ColumnMajor>::new(format.clone());
    let mut z = Updating::<_, ColumnMajor>::new(format);
    for (place, value) in [((1, 2, 3), 1.0), ((4, 2, 3), 2.0), ((5, 6, 7), 4.0)] {
        x.set(place, value).unwrap();
    }
    let x = x.freeze().unwrap();
    loops!(for c, b, a z[a, b + 1, c] += x[a, b, c] * (a as f64)).unwrap();
    let z = z.freeze().unwrap();
    assert_eq!([(1, 3, 3), (4, 3, 3), (5, 7, 7)].map(|place| z.at(place)), [1.0, 8.0, 20.0]);
    assert_eq!(z.stored(), 3);
}

#[test]
fn an_output_by_columns_gives_a_loop_its_coordinates() {
    let format = IntervalList::<_>::new(Interval::EVERYWHERE, Dense::new(0..3i64, Element::new(0.0)).unwrap());
    let mut z = Updating::<_, ColumnMajor>::new(format); // z[i, t]: integers, and below at the root real numbers
    loops!(for t = 0.5:1.5 for i = 1:2 z[i, t] += 1.0).unwrap();
    let z = z.freeze().unwrap();
    assert_eq!([(0, 1.0), (1, 1.0), (2, 1.5), (2, 1.6)].map(|place| z.at(place)), [0.0, 1.0, 1.0, 0.0]);
}

#[test]
fn a_matrix_behind_pointers_and_references_is_read_and_written() {
    let a = Csc::from_rows(0, &[[1.0, 2.0], [0.0, 4.0]]).unwrap();
    let borrowed: TensorRef<'_, _, _> = a.by_ref();
    let shared = std::rc::Rc::new(a.clone());
    let (twice, guarded) = (&&a, std::cell::RefCell::new(a.clone()));
    let guard = guarded.borrow();
    let mut z = Box::new(Csc::from_rows(0, &[[0.0; 2]; 2]).unwrap().thaw());
    loops! {
        for j, i  z[i, j] += borrowed[i, j];
        for j, i  z[i, j] += shared[i, j];
        for j, i  z[i, j] += twice[i, j];
        for j, i  z[i, j] += guard[i, j]
    }
    .unwrap();
    assert_eq!(z.freeze().unwrap().to_rows().unwrap(), [[4.0, 8.0], [0.0, 16.0]]);
}
