//! Agreement of `loops!` and the reference interpreter on truth values. They are patterns, which store only places, and
//! stored truth values.

#[path = "agreement/operands.rs"]
mod operands;

use operands::*;
use proptest::prelude::*;
use unite::continuous::Interval;
use unite::level::{
    Dense, Duplicates, Element, IntervalList, Overlapping, Pattern, Piecewise, Pinpoint, Place, SparseByteMap,
    SparseCoo, SparseDict, SparseList,
};
use unite::loops;
use unite_ir::loops::interpret::{AxisKind, Overlap, Tensor, Value};

/// Builds a tensor that is true on a list, for the interpreter.
fn truth<C: Known>(list: &List<C>) -> Tensor {
    let boxes: Vec<_> = list.iter().map(|(at, _)| (vec![region(at.lo(), at.hi())], Value::from(true))).collect();
    Tensor::from_boxes(&[C::KIND], Value::from(false), &boxes, Overlap::Combined).unwrap()
}

macro_rules! agrees {
    ($s:ident from $start:expr; $tensors:expr, $axis:expr; $($program:tt)*) => {{
        let mut $s = $start;
        let ended = loops!($($program)*);
        let reference = Reference::run(stringify!($($program)*), $tensors, Value::from($start), $axis);
        prop_assert_eq!(ended.is_ok(), reference.ended.is_ok(), "{:?}, {:?}", ended, reference.ended);
        if ended.is_ok() {
            prop_assert_eq!(&Value::from($s), reference.scalar(), "{}", stringify!($($program)*));
        }
    }};
}

macro_rules! formats {
    ($($name:ident: $format:expr, $list:expr, $other:expr, $others:expr, $axis:expr, $($programs:ident)*;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(64))]
            $(
                #[test]
                fn $name(p_list in $list, q_list in $others) {
                    let places = |list: &List<_>| list.iter().map(|&(at, _)| ((Place::from(at),), true)).collect::<Vec<_>>();
                    let p = Piecewise::from_entries($format, places(&p_list), Duplicates::Join).unwrap();
                    let q = Piecewise::from_entries($other, places(&q_list), Duplicates::Join).unwrap();
                    let tensors =
                        [("p", truth(&p_list), p.extents().regions()), ("q", truth(&q_list), q.extents().regions())];
                    $($programs!(p q; &tensors, $axis);)*
                }
            )*
        }
    };
}

macro_rules! meets {
    ($p:ident $q:ident; $tensors:expr, $axis:expr) => {
        agrees!(s from false; $tensors, $axis; for i s |= $p[i] && $q[i]);
        agrees!(s from false; $tensors, $axis; for i = -2:3 if $q[i] s |= $p[i]);
        agrees!(s from false; $tensors, $axis; for i s |= $p[1 - i] && !$q[i]);
    };
}

macro_rules! covers {
    ($p:ident $q:ident; $tensors:expr, $axis:expr) => {
        agrees!(s from true; $tensors, $axis; for i = -1:2 s &= $p[i] || $q[i]);
        agrees!(s from true; $tensors, $axis; for i = -1:2 s &= !$p[i]);
        agrees!(s from true; $tensors, $axis; for i s &= !($p[i] && $q[i]));
        agrees!(s from true; $tensors, $axis; for i s &= $p[i] || $q[i]);
        agrees!(s from false; $tensors, $axis; for i = -4:4 s |= $p[i] == $q[i]);
    };
}

macro_rules! counts {
    ($p:ident $q:ident; $tensors:expr, $axis:expr) => {
        agrees!(s from 0i64; $tensors, $axis; for i if $p[i] && $q[i] s += 1);
        agrees!(s from 2i64; $tensors, $axis; for i if $p[i] && !$q[i] s += 3);
    };
}

fn line<C: unite::continuous::Coord>() -> Interval<C> {
    Interval::EVERYWHERE
}

fn some() -> Interval<i64> {
    Interval::closed(-20, 20).unwrap()
}

fn intervals() -> IntervalList<Element<bool>> {
    IntervalList::new(line(), Element::new(false))
}

fn runs_of_truth() -> IntervalList<Pattern, i64> {
    IntervalList::new(line(), Pattern::new())
}

/// Tests real tensors. A program's literals must be real over real numbers: `1` would be an integer there.
macro_rules! real_meets {
    ($p:ident $q:ident; $tensors:expr, $axis:expr) => {
        agrees!(s from false; $tensors, $axis; for i s |= $p[i] && $q[i]);
        agrees!(s from false; $tensors, $axis; for i = -2:3 if $q[i] s |= $p[i]);
        agrees!(s from false; $tensors, $axis; for i s |= $p[1.0 - i] && !$q[i]);
    };
}

formats! {
    single_points: Pinpoint::new(line(), Pattern::new()), points(), intervals(), mixed(), AxisKind::Real, real_meets covers counts;
    points_in_a_dictionary:
        SparseDict::<_, f64>::new(line(), Pattern::new()), points(), intervals(), mixed(), AxisKind::Real, real_meets covers counts;
    stretches: IntervalList::new(line(), Pattern::new()), mixed(), intervals(), mixed(), AxisKind::Real, real_meets covers;
    stretches_that_overlap:
        Overlapping::<_, f64>::new(line(), Pattern::new()), overlapping(), intervals(), mixed(), AxisKind::Real, real_meets;
    integers_of_a_list:
        SparseList::new(line(), Pattern::new()), integers(), runs_of_truth(), runs(), AxisKind::Integer, meets covers counts;
    integers_with_their_coordinates:
        SparseCoo::<(i64,), _>::new((line(),), Pattern::new()), integers(), runs_of_truth(), runs(), AxisKind::Integer, meets covers counts;
    flags: SparseByteMap::new(some(), Pattern::new()).unwrap(), integers(), runs_of_truth(), runs(), AxisKind::Integer, meets covers counts;
    arrays: Dense::new(some(), Element::new(false)).unwrap(), runs(), runs_of_truth(), runs(), AxisKind::Integer, meets covers counts;
    runs_that_overlap:
        Overlapping::<_, i64>::new(line(), Pattern::new()), overlapping_runs(), runs_of_truth(), runs(), AxisKind::Integer, meets;
}
