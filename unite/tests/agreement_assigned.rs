//! Agreement of `loops!` and the reference interpreter on assignments to tensors of every format. Fill is not stored,
//! erases old values, and may lie outside of an extent.

#[path = "agreement/operands.rs"]
mod operands;

use operands::*;
use proptest::prelude::*;
use unite::continuous::Interval;
use unite::level::{
    AxisLevel, ClosedOpen, Dense, Duplicates, Element, HomogeneousIntervals, IntervalList, Piecewise, Pinpoint, Place,
    RunList, SparseByteMap, SparseCoo, SparseDict, SparseList,
};
use unite::looplet::LoopError;
use unite::loops;
use unite_ir::loops::interpret::{InterpretError, Number, Value};

/// Builds the tensor of a list in a format.
macro_rules! stored {
    ($format:expr, $list:expr) => {
        Piecewise::from_entries($format, $list.iter().map(|&(at, value)| ((Place::from(at),), value)), Duplicates::Join)
            .unwrap()
    };
}

/// Evaluates to `true` if a format stores places at fill.
macro_rules! holds_fill {
    (full $z:ident) => {
        false
    };
    (sparse $z:ident) => {
        $z.level().child().values().contains(&0.0)
    };
}

/// Runs a program on a target of a format, which initially holds `x`, and compares it at many places.
macro_rules! agrees {
    ($stores:ident $z:ident $format:expr, $given:expr, $coordinate:ty, $places:expr; $($program:tt)*) => {{
        let mut $z = Piecewise::declare($format);
        let ended = loops!($($program)*);
        let extents = Piecewise::declare($format).freeze().unwrap().extents().regions();
        let (text, kind) = (stringify!($($program)*), <$coordinate as Known>::KIND);
        let reference = Reference::written(text, $given, Value::from(0), kind, &extents);
        prop_assert_eq!(ended.is_ok(), reference.ended.is_ok(), "{}: {:?}, {:?}", text, ended, reference.ended);
        if let Err(LoopError::Outside { target, .. }) = ended {
            let told = matches!(&reference.ended, Err(InterpretError::Outside { target: same, .. }) if same == target);
            prop_assert!(told, "{}: {:?}, {:?}", text, ended, reference.ended);
        }
        if ended.is_ok() {
            let $z = $z.freeze().unwrap();
            let expected = reference.environment.array("z").unwrap();
            for place in $places {
                let at = Value::from(Number::from_f64($z.at(place)).unwrap());
                prop_assert_eq!(at, expected.at(&[place.number()]).unwrap(), "{} at {}", text, place);
            }
            prop_assert!(!holds_fill!($stores $z), "{}: {:?}", text, $z);
        }
    }};
}

/// Copies, and copies over copies; `$first` and `$second` are ranges.
macro_rules! programs {
    ($stores:ident $z:ident $x:ident $y:ident $format:expr, $given:expr, $coordinate:ty, $places:expr; $one:literal) => {
        agrees!($stores $z $format, $given, $coordinate, $places; for i $z[i] = $x[i]);
        agrees!($stores $z $format, $given, $coordinate, $places; for i $z[$one - i] = $x[i]);
        agrees!($stores $z $format, $given, $coordinate, $places; for i $z[i] = $x[i]; for i = -2:1 $z[i] = $y[i]);
        agrees!($stores $z $format, $given, $coordinate, $places;
            for i $z[i] = $x[i]; for i $z[i] max= $y[i]; for i = -3:3 $z[i] min= $x[i] * $y[i]);
        agrees!($stores $z $format, $given, $coordinate, $places;
            for i $z[i] = $x[i]; for i = 0:2 $z[i - $one] = 0.0; for i $z[i] = $x[i] * $y[$one - i]);
        agrees!($stores $z $format, $given, $coordinate, $places; for i = -inf:inf $z[i + $one] = $x[i]; for i = 1:9 $z[i] = 0.0);
    };
}

/// Copies of tensors that are nowhere at fill, which unbounded formats cannot hold.
macro_rules! fills {
    ($stores:ident $z:ident $x:ident $y:ident $format:expr, $given:expr, $coordinate:ty, $places:expr; $one:literal) => {
        agrees!($stores $z $format, $given, $coordinate, $places; for i $z[i] = $x[i] + 8.0; for i = -1:3 $z[i] = $y[i]);
        agrees!($stores $z $format, $given, $coordinate, $places; for i $z[i] = 2.0; for i $z[i] min= $x[i]);
        agrees!($stores $z $format, $given, $coordinate, $places; for i = -30:0 $z[i] = $x[i] + 8.0);
    };
}

macro_rules! integer {
    ($($name:ident: $stores:ident $format:expr, $($programs:ident)*;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(48))]
            $(
                #[test]
                fn $name(x_list in runs(), y_list in integers()) {
                    let x = stored!(IntervalList::<_, i64>::new(Interval::EVERYWHERE, Element::new(0.0)), x_list);
                    let y = stored!(SparseList::new(Interval::EVERYWHERE, Element::new(0.0)), y_list);
                    let given = [
                        ("x", known(&x_list), x.extents().regions()),
                        ("y", known(&y_list), y.extents().regions()),
                    ];
                    $($programs!($stores z x y $format, &given, i64, -25i64..25; 1);)*
                }
            )*
        }
    };
}

macro_rules! real {
    ($($name:ident: $stores:ident $format:expr, $x:expr, $list:expr;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(48))]
            $(
                #[test]
                fn $name(x_list in $list, y_list in points()) {
                    let x = stored!($x, x_list);
                    let y = stored!(Pinpoint::new(Interval::EVERYWHERE, Element::new(0.0)), y_list);
                    let given = [
                        ("x", known(&x_list), x.extents().regions()),
                        ("y", known(&y_list), y.extents().regions()),
                    ];
                    let quarters = || (-40..40).map(|n| f64::from(n) / 4.0);
                    programs!($stores z x y $format, &given, f64, quarters(); 1.0);
                }
            )*
        }
    };
}

fn axis() -> Interval<i64> {
    Interval::closed(-20, 20).unwrap()
}

fn short() -> Interval<i64> {
    Interval::closed(-2, 2).unwrap()
}

fn line() -> Interval<f64> {
    Interval::closed(-9.0, 9.0).unwrap()
}

integer! {
    arrays: full Dense::new(axis(), Element::new(0.0)).unwrap(), programs fills;
    short_arrays: full Dense::new(short(), Element::new(0.0)).unwrap(), programs;
    lists: sparse SparseList::new(Interval::<i64>::EVERYWHERE, Element::new(0.0)), programs;
    lists_with_an_extent: sparse SparseList::new(axis(), Element::new(0.0)), programs fills;
    short_lists: sparse SparseList::new(short(), Element::new(0.0)), programs;
    dictionaries: sparse SparseDict::<_, i64>::new(axis(), Element::new(0.0)), programs fills;
    flags: sparse SparseByteMap::new(axis(), Element::new(0.0)).unwrap(), programs fills;
    coordinates: sparse SparseCoo::<(i64,), _>::new((axis(),), Element::new(0.0)), programs fills;
    runs_of_integers: full RunList::<_, i64>::new(axis(), Element::new(0.0)), programs fills;
    intervals_of_integers: sparse IntervalList::<_, i64>::new(Interval::EVERYWHERE, Element::new(0.0)), programs;
    homogeneous_intervals_of_integers:
        sparse HomogeneousIntervals::<_, ClosedOpen, i64>::new(axis(), Element::new(0.0)), programs fills;
}

real! {
    points_of_a_list: sparse Pinpoint::<_>::new(Interval::EVERYWHERE, Element::new(0.0)),
        Pinpoint::<_>::new(Interval::EVERYWHERE, Element::new(0.0)), points();
    points_of_a_dictionary: sparse SparseDict::<_, f64>::new(Interval::EVERYWHERE, Element::new(0.0)),
        Pinpoint::<_>::new(Interval::EVERYWHERE, Element::new(0.0)), points();
    points_with_their_coordinates: sparse SparseCoo::<(f64,), _>::new((Interval::EVERYWHERE,), Element::new(0.0)),
        Pinpoint::<_>::new(Interval::EVERYWHERE, Element::new(0.0)), points();
    intervals_of_a_list: sparse IntervalList::<_, f64>::new(Interval::EVERYWHERE, Element::new(0.0)),
        IntervalList::<_, f64>::new(Interval::EVERYWHERE, Element::new(0.0)), mixed();
    intervals_with_an_extent: sparse IntervalList::<_, f64>::new(line(), Element::new(0.0)),
        IntervalList::<_, f64>::new(line(), Element::new(0.0)), mixed();
    runs_that_cover_the_line: full RunList::<_, f64>::new(line(), Element::new(0.0)),
        IntervalList::<_, f64>::new(Interval::EVERYWHERE, Element::new(0.0)), mixed();
}
