//! Agreement of `loops!` and the reference interpreter on tensors of two axes. Nested formats, lookups, diagonals.

#[path = "agreement/operands.rs"]
mod operands;

use operands::*;
use proptest::collection::btree_map;
use proptest::prelude::*;
use unite::continuous::Interval;
use unite::level::{
    Dense, Duplicates, Element, IntervalList, Overlapping, Piecewise, Pinpoint, Place, RunList, SparseByteMap,
    SparseCoo, SparseDict, SparseList,
};
use unite::loops;
use unite_ir::loops::interpret::{AxisKind, Overlap, Tensor, Value};

/// The rows of a tensor: an integer each, and the pieces along it.
type Rows = Vec<(i64, List<f64>)>;

fn rows(row: impl Strategy<Value = List<f64>>) -> impl Strategy<Value = Rows> {
    btree_map(-3i64..4, row, 0..5).prop_map(|rows| rows.into_iter().collect())
}

/// A place along each axis, and the value there.
type Box = ((Place<i64>, Place<f64>), f64);

fn boxes(rows: &Rows) -> Vec<Box> {
    let row = |(row, list): &(i64, List<f64>)| {
        let row = *row;
        list.iter().map(move |&(at, value)| ((Place::from(row), Place::from(at)), value)).collect::<Vec<_>>()
    };
    rows.iter().flat_map(row).collect()
}

fn known_rows(rows: &Rows) -> Tensor {
    let boxes: Vec<_> = rows
        .iter()
        .flat_map(|(row, list)| list.iter().map(move |(at, value)| (*row, at, value)))
        .map(|(row, at, value)| {
            let row = Interval::closed(row, row).unwrap();
            (vec![region(row.lo(), row.hi()), region(at.lo(), at.hi())], Value::from(value.number()))
        })
        .collect();
    Tensor::from_boxes(&[AxisKind::Integer, AxisKind::Real], Value::from(0), &boxes, Overlap::Combined).unwrap()
}

/// Runs a scalar program on `x` of two axes, `y` along the line and `w` along the integers.
macro_rules! agrees {
    ($($program:tt)*) => { agreeing!(i64; $($program)*) };
}

macro_rules! products {
    ($x:ident $y:ident $w:ident; $tensors:expr) => {
        agrees!(s from 0.0; $tensors; for i for j s += $x[i, j] * $y[j] * d(j));
        agrees!(s from 0.0; $tensors; for i for j s += $w[2 * i - 1] * $x[1 - i, j + 0.5] * $y[j] * d(j));
        agrees!(s from 1.0; $tensors; for j s += $x[2, 2.0 * j] * $y[j] * d(j));
        agrees!(s from 0.0; $tensors; for i = -2:2 s += $x[i, 0.5] * $w[i]);
        agrees!(z; $tensors; for i for j z[i] += $x[i, j] * $y[j] * d(j));
        agrees!(z; $tensors; for i = -3:3 for k = -1:1 for j z[i] += $w[k] * $x[i + k, j] * $y[j] * d(j));
    };
}

macro_rules! others {
    ($x:ident $y:ident $w:ident; $tensors:expr) => {
        agrees!(s from -1.0; $tensors; for i = -2:2 for j = -1:2 s max= $x[i, j] - $y[j]);
        agrees!(s from 9.0; $tensors; for i = -3:3 if $w[i] != 0.0 for j = 0:1 s min= $x[i, j] + $y[j]);
        agrees!(z; $tensors; for i = -3:3 for j = -1:2 if $x[i, j] > $w[i] z[i] max= $y[j]);
        agrees!(z; $tensors; for i = -3:3 z[-i] = $x[i, 1] + $w[i]);
        agrees!(z; $tensors; for i z[i] = $x[i, 1] * $w[i]);
        agrees!(s from 9.0; $tensors; for i for j = -1:1 s min= $x[i, j] + $w[i]);
    };
}

macro_rules! formats {
    ($($name:ident: $format:expr, $list:expr, $($programs:ident)*;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(48))]
            $(
                #[test]
                #[allow(unused_variables)]
                fn $name(x_rows in rows($list), y_list in mixed(), w_list in integers()) {
                    let x = Piecewise::from_entries($format, boxes(&x_rows), Duplicates::Join).unwrap();
                    let one = |at, value| ((Place::from(at),), value);
                    let y = IntervalList::new(Interval::EVERYWHERE, Element::new(0.0));
                    let y = Piecewise::from_entries(y, y_list.iter().map(|&(at, value)| one(at, value)), Duplicates::Join);
                    let y = y.unwrap();
                    let w = w_list.iter().map(|&(at, value)| ((Place::from(at),), value));
                    let format = SparseList::new(Interval::EVERYWHERE, Element::new(0.0));
                    let w = Piecewise::from_entries(format, w, Duplicates::Join).unwrap();
                    let tensors = [
                        ("x", known_rows(&x_rows), x.extents().regions()),
                        ("y", known(&y_list), y.extents().regions()),
                        ("w", known(&w_list), w.extents().regions()),
                    ];
                    $($programs!(x y w; &tensors);)*
                }
            )*
        }
    };
}

fn some() -> Interval<i64> {
    Interval::closed(-4, 4).unwrap()
}

fn line() -> Interval<f64> {
    Interval::closed(-9.0, 9.0).unwrap()
}

formats! {
    arrays_of_points: Dense::new(some(), Pinpoint::new(Interval::EVERYWHERE, Element::new(0.0))).unwrap(), points(), products others;
    lists_of_intervals:
        SparseList::new(Interval::EVERYWHERE, IntervalList::new(Interval::EVERYWHERE, Element::new(0.0))), mixed(), products others;
    coordinates_of_both_axes:
        SparseCoo::<(i64, f64), _>::new((Interval::EVERYWHERE, Interval::EVERYWHERE), Element::new(0.0)), points(), products others;
    dictionaries_of_runs: SparseDict::<_, i64>::new(Interval::EVERYWHERE, RunList::<_, f64>::new(line(), Element::new(0.0))), mixed(), products others;
    flags_of_intervals:
        SparseByteMap::new(some(), IntervalList::new(Interval::EVERYWHERE, Element::new(0.0))).unwrap(), mixed(), products others;
    runs_of_points: RunList::<_, i64>::new(some(), Pinpoint::new(Interval::EVERYWHERE, Element::new(0.0))), points(), products others;
    lists_of_intervals_that_overlap:
        SparseList::new(Interval::EVERYWHERE, Overlapping::<_, f64>::new(Interval::EVERYWHERE, Element::new(0.0))), overlapping(), products;
}
