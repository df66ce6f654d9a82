//! Agreement of `loops!`, generic looplets and the reference interpreter. Tensors are random and of every format, over
//! real numbers and integers, with all reductions.

#[path = "agreement/operands.rs"]
mod operands;

use std::ops::ControlFlow;

use operands::*;
use proptest::prelude::*;
use unite::continuous::{Coord, Interval};
use unite::level::{
    Closed, ClosedOpen, Dense, Duplicates, Element, Fiber, HomogeneousIntervals, IntervalList, Leaf, Open, OpenClosed,
    Overlapping, Piecewise, Pinpoint, Place, Regular, RunList, SparseByteMap, SparseCoo, SparseDict, SparseList,
};
use unite::looplet::{Everywhere, Layered, Live};
use unite::loops;
use unite_ir::loops::interpret::Value;

fn everywhere<C: Coord>() -> Interval<C> {
    Interval::EVERYWHERE
}

/// Builds the tensor of a list in a format.
macro_rules! stored {
    ($format:expr, $list:expr) => {
        Piecewise::from_entries($format, $list.iter().map(|&(at, value)| ((Place::from(at),), value)), Duplicates::Join)
            .unwrap()
    };
}

/// Runs a program with `loops!` and with the interpreter, with a scalar `s` or a tensor `z` as the target, and compares
/// the results.
macro_rules! agrees {
    (number $s:ident from $start:expr; $tensors:expr, $coordinate:ty; $($program:tt)*) => {
        agreeing!($coordinate; $s from $start; $tensors; $($program)*)
    };
    (truth $s:ident from $start:expr; $tensors:expr, $coordinate:ty; $($program:tt)*) => {{
        let mut $s = $start;
        let ended = loops!($($program)*);
        let reference = Reference::run(stringify!($($program)*), $tensors, Value::from($start), <$coordinate as Known>::KIND);
        prop_assert_eq!(ended.is_ok(), reference.ended.is_ok(), "{}: {:?}, {:?}", stringify!($($program)*), ended, reference.ended);
        if ended.is_ok() {
            prop_assert_eq!(&Value::from($s), reference.scalar(), "{}", stringify!($($program)*));
        }
    }};
    (tensor $z:ident; $tensors:expr, $coordinate:ty; $($program:tt)*) => {
        agreeing!($coordinate; $z; $tensors; $($program)*)
    };
}

/// Programs that are linear in `x`, for every format, including overlapping ones.
macro_rules! products {
    ($x:ident $y:ident $mask:ident; $tensors:expr, $coordinate:ty; $one:literal, $two:literal, $three:literal) => {
        agrees!(number s from 0.0; $tensors, $coordinate; for i s += $x[i] * $y[i] * d(i));
        agrees!(number s from 1.5; $tensors, $coordinate; for i = -$two:$three s += -$x[i] * d(i));
        agrees!(number s from 0.0; $tensors, $coordinate; for i s += $x[$two * i + $one] * $y[$one - i] * d(i));
        agrees!(number s from 0.0; $tensors, $coordinate; for i = -$three:$three s += $x[$one - $two * i] * $y[i + $two] * d(i));
        agrees!(tensor z; $tensors, $coordinate; for i z[i] += $x[i] * $y[i]);
        agrees!(tensor z; $tensors, $coordinate; for i = -$three:$two z[$one - i] += $x[i] * $y[i]);
        agrees!(tensor z; $tensors, $coordinate; for j if $mask[j] > 0.0 for i z[j] += $x[i + j] * $y[i] * d(i));
        agrees!(truth s from false; $tensors, $coordinate; for i s |= $y[i] > 1.0 && $y[$one + i] <= 2.0);
        // The same program, written by hand with looplets.
        let mut by_hand = 0.0;
        let operands = ($x.root().walk(), $y.root().walk());
        let flow = operands.coiterate::<_, false, 0>(Everywhere, Live(1 << 3), |lo, hi, (x, y)| {
            by_hand += x.unwrap().get() * y.unwrap().get() * Coord::measure(lo, hi);
            ControlFlow::Continue(())
        });
        prop_assert_eq!(flow, ControlFlow::Continue(()));
        let reference = Reference::run("for i s += x[i] * y[i] * d(i)", $tensors, Value::from(0), <$coordinate as Known>::KIND);
        prop_assert_eq!(&Value::from(by_hand.number()), reference.scalar());
    };
}

/// Programs that are not linear in `x`, for formats whose pieces do not overlap.
macro_rules! others {
    ($x:ident $y:ident $mask:ident; $tensors:expr, $coordinate:ty; $one:literal, $two:literal, $three:literal) => {
        agrees!(number s from 0.0; $tensors, $coordinate; for i = -$three:$three s += ($x[i] + $y[i]) * d(i));
        agrees!(number s from 0.0; $tensors, $coordinate; for i s += ($x[i] + $y[i]) * $x[i] * $mask[i] * d(i));
        agrees!(number s from -4.0; $tensors, $coordinate; for i = -$two:$three s max= $x[i] * $y[i]);
        agrees!(number s from 4.0; $tensors, $coordinate; for i = -$two:$three s min= $x[i] - $y[$one - i]);
        agrees!(number s from 4.0; $tensors, $coordinate; for i = -$two:$three s min= max($x[i], $y[i]) + $mask[i]);
        agrees!(truth s from false; $tensors, $coordinate; for i = -$two:$three s |= $x[i] > 2.0 && $y[i] < 0.0);
        agrees!(truth s from true; $tensors, $coordinate; for i = -$two:$three s &= $x[i] <= $y[i] || !($y[i] > 1.0));
        agrees!(tensor z; $tensors, $coordinate; for i z[i] = $x[i] + $y[i]);
        agrees!(number s from 9.0; $tensors, $coordinate; for i s min= $x[i] + $y[i]);
        agrees!(truth s from true; $tensors, $coordinate; for i s &= $x[i] > $y[$one + i]);
        agrees!(tensor z; $tensors, $coordinate; for i if $x[i] != 0.0 z[i] max= $y[i]);
        agrees!(tensor z; $tensors, $coordinate; for i = -$three:$three let a = $x[i], b = 2.0 * $y[i] if a < b z[i] = b - a);
    };
}

/// Sums, which require points or integers.
macro_rules! sums {
    ($x:ident $y:ident $mask:ident; $tensors:expr, $coordinate:ty; $one:literal, $two:literal, $three:literal) => {
        agrees!(number s from 0.0; $tensors, $coordinate; for i s += $x[i] * $y[i]);
        agrees!(number s from 0.0; $tensors, $coordinate; for i = -$two:$three s += $x[i]);
        agrees!(number s from 0.0; $tensors, $coordinate; for i s += $x[i + $one] * $mask[$two - i]);
    };
}

/// Nested loops whose inner loop uses the outer index as a number, for formats in which that index has one.
macro_rules! nests {
    ($x:ident $y:ident $mask:ident; $tensors:expr, $coordinate:ty; $one:literal, $two:literal, $three:literal) => {
        agrees!(number s from 0.0; $tensors, $coordinate; for i for j = -$two:$two s += $x[i] * $mask[i + j]);
        agrees!(tensor z; $tensors, $coordinate; for i for j z[i] += $x[i] * $mask[j + i] * $y[j]);
    };
}

/// A property of every real format; `$list` is the list of pieces it may hold.
macro_rules! real {
    ($($name:ident: $format:expr, $list:expr, $($programs:ident)*;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(48))]
            $(
                #[test]
                #[allow(unused_variables)]
                fn $name(x_list in $list, y_list in mixed(), mask_list in points()) {
                    let x = stored!($format, x_list);
                    let y = stored!(IntervalList::new(everywhere::<f64>(), Element::new(0.0)), y_list);
                    let mask = stored!(Pinpoint::new(everywhere::<f64>(), Element::new(0.0)), mask_list);
                    let tensors = [
                        ("x", known(&x_list), x.extents().regions()),
                        ("y", known(&y_list), y.extents().regions()),
                        ("mask", known(&mask_list), mask.extents().regions()),
                    ];
                    $($programs!(x y mask; &tensors, f64; 1.0, 2.0, 3.0);)*
                }
            )*
        }
    };
}

/// A property of every integer format.
macro_rules! integer {
    ($($name:ident: $format:expr, $list:expr, $($programs:ident)*;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(48))]
            $(
                #[test]
                #[allow(unused_variables)]
                fn $name(x_list in $list, y_list in runs(), mask_list in integers()) {
                    let x = stored!($format, x_list);
                    let y = stored!(IntervalList::new(everywhere::<i64>(), Element::new(0.0)), y_list);
                    let mask = stored!(SparseList::new(everywhere::<i64>(), Element::new(0.0)), mask_list);
                    let tensors = [
                        ("x", known(&x_list), x.extents().regions()),
                        ("y", known(&y_list), y.extents().regions()),
                        ("mask", known(&mask_list), mask.extents().regions()),
                    ];
                    $($programs!(x y mask; &tensors, i64; 1, 2, 3);)*
                }
            )*
        }
    };
}

fn line() -> Interval<f64> {
    Interval::closed(-9.0, 9.0).unwrap()
}

fn axis() -> Interval<i64> {
    Interval::closed(-20, 20).unwrap()
}

real! {
    points_of_a_list: Pinpoint::new(everywhere(), Element::new(0.0)), points(), products others sums nests;
    points_of_a_dictionary: SparseDict::<_, f64>::new(everywhere(), Element::new(0.0)), points(), products others sums nests;
    points_with_their_coordinates: SparseCoo::<(f64,), _>::new((everywhere(),), Element::new(0.0)), points(), products others sums nests;
    intervals_of_a_list: IntervalList::new(everywhere(), Element::new(0.0)), mixed(), products others sums;
    points_among_intervals: IntervalList::new(everywhere(), Element::new(0.0)), points(), products others sums nests;
    runs_that_cover_the_line: RunList::<_, f64>::new(line(), Element::new(0.0)), mixed(), products others sums;
    closed_intervals:
        HomogeneousIntervals::<_, Closed>::new(everywhere(), Element::new(0.0)), alike(|a, b| Interval::closed(a, b).unwrap()), products others sums;
    intervals_without_their_stop:
        HomogeneousIntervals::<_, ClosedOpen>::new(everywhere(), Element::new(0.0)), alike(|a, b| Interval::closed_open(a, b).unwrap()), products others;
    intervals_without_their_start:
        HomogeneousIntervals::<_, OpenClosed>::new(everywhere(), Element::new(0.0)), alike(|a, b| Interval::open_closed(a, b).unwrap()), products others;
    open_intervals:
        HomogeneousIntervals::<_, Open>::new(everywhere(), Element::new(0.0)), alike(|a, b| Interval::open(a, b).unwrap()), products others;
    cells_of_a_grid:
        Regular::<_, ClosedOpen>::new(everywhere(), 2.0, 1.0, Element::new(0.0)).unwrap(), cells(), products others;
    intervals_that_overlap: Overlapping::<_, f64>::new(everywhere(), Element::new(0.0)), overlapping(), products;
}

integer! {
    arrays: Dense::new(axis(), Element::new(0.0)).unwrap(), integers(), products others sums nests;
    lists: SparseList::new(everywhere(), Element::new(0.0)), integers(), products others sums nests;
    dictionaries: SparseDict::<_, i64>::new(everywhere(), Element::new(0.0)), integers(), products others sums nests;
    flags: SparseByteMap::new(axis(), Element::new(0.0)).unwrap(), integers(), products others sums nests;
    coordinates: SparseCoo::<(i64,), _>::new((everywhere(),), Element::new(0.0)), integers(), products others sums nests;
    runs_of_integers: RunList::<_, i64>::new(axis(), Element::new(0.0)), runs(), products others sums nests;
    intervals_of_integers: IntervalList::<_, i64>::new(everywhere(), Element::new(0.0)), runs(), products others sums nests;
    homogeneous_intervals_of_integers:
        HomogeneousIntervals::<_, ClosedOpen, i64>::new(everywhere(), Element::new(0.0)), runs(), products others sums nests;
    overlapping_runs_of_integers: Overlapping::<_, i64>::new(everywhere(), Element::new(0.0)), overlapping_runs(), products;
}
