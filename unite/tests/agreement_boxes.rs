//! Agreement of `loops!` and the reference interpreter on boxes that may overlap.
//!
//! They are intervals along one axis, each with pieces of its own along the next one. Pairs of boxes that are apart along the second
//! axis are passed over.

#[path = "agreement/operands.rs"]
mod operands;

use operands::*;
use proptest::collection::vec;
use proptest::prelude::*;
use unite::continuous::Interval;
use unite::level::{
    ClosedOpen, Duplicates, Element, HomogeneousIntervals, IntervalList, Overlapping, Piecewise, Pinpoint, Place,
    RunList,
};
use unite::loops;
use unite_ir::loops::interpret::{AxisKind, Overlap, Tensor, Value};

/// Intervals that may overlap, each with the pieces along the second axis.
type Boxes = Vec<(Interval<f64>, List<f64>)>;

fn boxes(columns: impl Strategy<Value = List<f64>>) -> impl Strategy<Value = Boxes> {
    let ends = (-8i32..8, 0i32..8).prop_map(|(n, len)| (f64::from(n) / 2.0, f64::from(n + len) / 2.0));
    vec((ends.prop_map(|(a, b)| Interval::closed(a, b).unwrap()), columns), 0..6)
}

/// A place along each axis, and the value there.
type Entry = ((Place<f64>, Place<f64>), f64);

fn entries(boxes: &Boxes) -> Vec<Entry> {
    boxes
        .iter()
        .flat_map(|(x, list)| list.iter().map(|&(y, value)| ((Place::from(*x), Place::from(y)), value)))
        .collect()
}

/// Returns the same boxes with positive values.
fn positive(boxes: &Boxes) -> Boxes {
    boxes.iter().map(|(x, list)| (*x, list.iter().map(|&(y, value)| (y, value.abs())).collect())).collect()
}

fn known_boxes(boxes: &Boxes) -> Tensor {
    let box_of = |x: &Interval<f64>, y: &Interval<f64>| vec![region(x.lo(), x.hi()), region(y.lo(), y.hi())];
    let boxes: Vec<_> = boxes
        .iter()
        .flat_map(|(x, list)| list.iter().map(move |(y, value)| (box_of(x, y), Value::from(value.number()))))
        .collect();
    Tensor::from_boxes(&[AxisKind::Real, AxisKind::Real], Value::from(0), &boxes, Overlap::Combined).unwrap()
}

/// Runs a program on `a` and `b` of two axes and `y` of one, which writes `s` or `z`.
macro_rules! agrees {
    ($($program:tt)*) => { agreeing!(f64; $($program)*) };
}

/// Runs the programs with `a` in a format, `b` in intervals that have lists of intervals, and `y` in a list.
macro_rules! formats {
    ($($name:ident: $format:expr, $columns:expr;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(48))]
            $(
                #[test]
                fn $name(a_boxes in boxes($columns), b_boxes in boxes(mixed()), y_list in mixed()) {
                    let lists = || IntervalList::new(Interval::EVERYWHERE, Element::new(0.0));
                    let a = Piecewise::from_entries($format, entries(&a_boxes), Duplicates::Join).unwrap();
                    let format = Overlapping::<_, f64>::new(Interval::EVERYWHERE, lists());
                    let b = Piecewise::from_entries(format, entries(&b_boxes), Duplicates::Join).unwrap();
                    let y = y_list.iter().map(|&(at, value)| ((Place::from(at),), value));
                    let y = Piecewise::from_entries(lists(), y, Duplicates::Join).unwrap();
                    let tensors = [
                        ("a", known_boxes(&a_boxes), a.extents().regions()),
                        ("b", known_boxes(&b_boxes), b.extents().regions()),
                        ("y", known(&y_list), y.extents().regions()),
                    ];
                    let t = &tensors;
                    agrees!(s from 0.0; t; for i for j s += a[i, j] * b[i, j] * d(i) * d(j));
                    agrees!(s from 1.0; t; for i for j s += b[i, j] * a[i, j] * y[j] * d(i) * d(j));
                    agrees!(s from 0.0; t; for i for j s += a[i, j] * y[i] * y[j] * d(i) * d(j));
                    agrees!(s from 0.0; t; for i for j s += a[i, j] * b[i, j + 2.0] * d(i) * d(j));
                    agrees!(s from 0.0; t; for i for j s += a[i, j] * b[i - 1.0, j] * d(i) * d(j));
                    agrees!(s from 0.0; t; for i for j s += a[-i, j] * b[i, j] * d(i) * d(j));
                    agrees!(s from 0.0; t; for i for j s += a[i, j] * (y[j] - 2.0) * b[i, j] * d(i) * d(j));
                    agrees!(s from 0.0; t; for i for j = -1:2 s += a[i, j] * b[i, j] * d(i) * d(j));
                    agrees!(s from 0.0; t; for i for j for k s += a[i, j] * b[i, k] * y[k] * d(i) * d(j) * d(k));
                    agrees!(z; t; for i for j z[i] += a[i, j] * b[i, j] * d(j));
                    agrees!(z; t; for i for j z[j] += a[i, j] * b[i, j] * d(i));

                    // Without a length, a sum over an interval is an error, unless values that overlap cancel, which `loops!` does
                    // not look for: here they do not.
                    let [a_boxes, b_boxes] = [positive(&a_boxes), positive(&b_boxes)];
                    let a = Piecewise::from_entries($format, entries(&a_boxes), Duplicates::Join).unwrap();
                    let format = Overlapping::<_, f64>::new(Interval::EVERYWHERE, lists());
                    let b = Piecewise::from_entries(format, entries(&b_boxes), Duplicates::Join).unwrap();
                    let tensors = [
                        ("a", known_boxes(&a_boxes), a.extents().regions()),
                        ("b", known_boxes(&b_boxes), b.extents().regions()),
                    ];
                    let t = &tensors;
                    agrees!(s from 0.0; t; for i for j s += a[i, j] * b[i, j]);
                }
            )*
        }
    };
}

fn everywhere() -> Interval<f64> {
    Interval::EVERYWHERE
}

formats! {
    intervals_of_intervals: Overlapping::<_, f64>::new(everywhere(), IntervalList::new(everywhere(), Element::new(0.0))), mixed();
    intervals_of_points: Overlapping::<_, f64>::new(everywhere(), Pinpoint::new(everywhere(), Element::new(0.0))), points();
    intervals_of_closed_open_intervals:
        Overlapping::<_, f64>::new(
            everywhere(),
            HomogeneousIntervals::<_, ClosedOpen>::new(everywhere(), Element::new(0.0))
        ),
        alike(|a, b| Interval::closed_open(a, b).unwrap());
    intervals_of_runs:
        Overlapping::<_, f64>::new(
            everywhere(),
            RunList::<_, f64>::new(Interval::closed(-9.0, 9.0).unwrap(), Element::new(0.0))
        ),
        mixed();
    intervals_of_intervals_that_overlap:
        Overlapping::<_, f64>::new(everywhere(), Overlapping::<_, f64>::new(everywhere(), Element::new(0.0))), overlapping();
}

#[test]
fn extents_that_differ_are_refused_however_far_apart_the_boxes_are() {
    let boxes = |extent: Interval<f64>, y: Interval<f64>| {
        let format = Overlapping::<_, f64>::new(everywhere(), IntervalList::new(extent, Element::new(0.0)));
        let one = ((Place::from(Interval::closed(0.0, 1.0).unwrap()), Place::from(y)), 1.0);
        Piecewise::<_>::from_entries(format, [one], Duplicates::Refuse).unwrap()
    };
    let closed = |a, b| Interval::closed(a, b).unwrap();
    let (a, b) = (boxes(closed(0.0, 10.0), closed(1.0, 2.0)), boxes(closed(0.0, 20.0), closed(5.0, 6.0)));
    let mut area = 0.0;
    let error = loops!(for i, j  area += a[i, j] * b[i, j] * d(i) * d(j)).unwrap_err();
    assert!(error.to_string().contains('j'), "{error}");
}
