//! Conversions of every fixture in every format to every other format. The result is the same function if the pieces
//! fit, else an error that names a piece.

use unite::continuous::{Coord, Interval};
use unite::level::{
    Closed, ClosedOpen, Dense, Duplicates, Element, HomogeneousIntervals, IntervalList, LevelError, Open, OpenClosed,
    Overlapping, Piecewise, Pinpoint, Place, Regular, RunList, SparseByteMap, SparseCoo, SparseDict, SparseList,
};

type List<C> = Vec<(Interval<C>, f64)>;

const LINE: Interval<f64> = Interval::EVERYWHERE;

fn part() -> Interval<f64> {
    Interval::closed(-20.0, 20.0).unwrap()
}

fn point(x: f64) -> Interval<f64> {
    Interval::point(x).unwrap()
}

fn closed(a: f64, b: f64) -> Interval<f64> {
    Interval::closed(a, b).unwrap()
}

fn closed_open(a: f64, b: f64) -> Interval<f64> {
    Interval::closed_open(a, b).unwrap()
}

fn open(a: f64, b: f64) -> Interval<f64> {
    Interval::open(a, b).unwrap()
}

/// Returns the tensors of the figures.
fn fixtures() -> Vec<(&'static str, List<f64>)> {
    vec![
        ("Fig. 2, points x", vec![(point(1.0), 1.0), (point(3.0), 2.0), (point(4.1), 3.0), (point(5.1), 4.0)]),
        ("Fig. 2, points y", vec![(point(3.0), 6.0), (point(5.1), 8.0)]),
        ("Fig. 2, intervals x", vec![(closed(1.0, 3.0), 1.0), (closed(4.1, 5.1), 2.0)]),
        ("Fig. 2, intervals y", vec![(closed_open(1.5, 2.7), 1.0), (closed_open(4.8, 6.0), 2.0)]),
        ("Fig. 3, mask", vec![(point(0.0), 1.0), (point(1.5), 1.0), (point(2.5), 1.0)]),
        ("Fig. 3, A", vec![(closed_open(0.0, 3.0), 2.0)]),
        ("Fig. 3, B", vec![(closed(0.0, 1.0), 1.0), (open(1.0, 2.0), 3.0)]),
        ("Fig. 10", vec![(closed_open(1.0, 2.0), 1.0), (closed_open(2.0, 3.0), 3.0), (closed_open(3.0, 4.0), 2.0)]),
        ("Fig. 11, A", vec![(closed_open(0.0, 1.0), 1.0), (point(2.0), 2.0), (open(3.0, 4.0), 3.0)]),
        ("Fig. 11, B", vec![(point(0.6), 1.0), (point(2.5), 2.0)]),
        ("Fig. 11, C", vec![(closed_open(0.0, 1.0), 1.0), (closed_open(2.0, 3.0), 2.0), (closed_open(3.0, 4.0), 3.0)]),
        ("open", vec![(open(-7.5, -2.0), 4.0), (open(-2.0, 0.0), 5.0)]),
        ("without their starts", vec![(Interval::open_closed(-1.0, 1.0).unwrap(), 4.0)]),
        ("nothing", vec![]),
    ]
}

/// Returns the tensors of the figures over integers.
fn whole() -> Vec<(&'static str, List<i64>)> {
    let (at, run) = (|n| Interval::point(n).unwrap(), |a, b| Interval::closed(a, b).unwrap());
    vec![
        ("Fig. 2, integers x", vec![(at(1), 1.0), (at(3), 2.0), (at(4), 3.0), (at(5), 4.0)]),
        ("Fig. 2, integers y", vec![(at(3), 6.0), (at(5), 8.0)]),
        ("Fig. 24, grid", vec![(run(0, 3), 1.0), (run(4, 7), 2.0)]),
        ("below zero", vec![(run(-9, -7), 5.0), (at(0), 1.0), (run(2, 2), 3.0)]),
        ("nothing", vec![]),
    ]
}

/// A test of whether the format supports a piece.
type Fits<C> = fn(&Interval<C>) -> bool;

fn any<C: Coord>(_: &Interval<C>) -> bool {
    true
}

fn is_point(piece: &Interval<f64>) -> bool {
    piece.is_point()
}

fn ends(piece: &Interval<f64>) -> (bool, bool) {
    (piece.lo().after, piece.hi().after)
}

fn is_cell(piece: &Interval<f64>) -> bool {
    let (a, b) = (piece.lo().value, piece.hi().value);
    ends(piece) == (false, false) && a.fract() == 0.0 && b - a == 1.0
}

/// Makes a tensor of a list in one format, and converts it to another.
macro_rules! convert {
    ($name:ident, $list:ident, $from:expr, $fits:expr; $($to:expr, $to_fits:expr;)*) => {{
        let entries = $list.iter().map(|&(at, value)| ((Place::from(at),), value));
        let made = Piecewise::from_entries($from, entries, Duplicates::Refuse);
        let fits: Fits<_> = $fits;
        if $list.iter().any(|(piece, _)| !fits(piece)) {
            refused(stringify!($from), $name, made.err());
        } else {
            let made = made.unwrap_or_else(|error| panic!("{}, {}: {error}", $name, stringify!($from)));
            $(
                let to_fits: Fits<_> = $to_fits;
                let converted = made.convert($to);
                if $list.iter().all(|(piece, _)| to_fits(piece)) {
                    let converted = converted.unwrap_or_else(|error| panic!("{}, {}: {error}", $name, stringify!($to)));
                    assert!(made.same_function(&converted), "{}: {} to {}", $name, stringify!($from), stringify!($to));
                    let back = converted.convert($from).unwrap();
                    assert!(back.same_function(&made), "{}: {} to {} and back", $name, stringify!($from), stringify!($to));
                } else {
                    refused(stringify!($to), $name, converted.err());
                }
            )*
        }
    }};
}

/// Asserts that the error names the piece that does not fit.
fn refused(format: &str, fixture: &str, error: Option<LevelError>) {
    let named = matches!(&error, Some(LevelError::Unfit { .. } | LevelError::Irregular { .. }));
    assert!(named, "{fixture} in {format}: {error:?}");
}

/// Tests all pairs of formats.
macro_rules! matrix {
    ($name:ident $list:ident; $($format:expr, $fits:expr;)*) => {
        matrix!(@each $name $list [$($format, $fits;)*] $($format, $fits;)*)
    };
    (@each $name:ident $list:ident $all:tt $($format:expr, $fits:expr;)*) => {
        $(matrix!(@one $name $list $all $format, $fits);)*
    };
    (@one $name:ident $list:ident [$($to:expr, $to_fits:expr;)*] $format:expr, $fits:expr) => {
        convert!($name, $list, $format, $fits; $($to, $to_fits;)*)
    };
}

fn value() -> Element<f64> {
    Element::new(0.0)
}

#[test]
fn every_figure_in_every_format_of_the_line_is_converted_to_every_other_or_refused() {
    for (name, list) in fixtures() {
        matrix! { name list;
            Pinpoint::new(LINE, value()), is_point;
            SparseDict::<_, f64>::new(LINE, value()), is_point;
            SparseCoo::<(f64,), _>::new((LINE,), value()), is_point;
            RunList::<_, f64>::new(part(), value()), any;
            IntervalList::<_, f64>::new(LINE, value()), any;
            HomogeneousIntervals::<_, Closed>::new(LINE, value()), |piece| ends(piece) == (false, true);
            HomogeneousIntervals::<_, ClosedOpen>::new(LINE, value()), |piece| ends(piece) == (false, false);
            HomogeneousIntervals::<_, OpenClosed>::new(LINE, value()), |piece| ends(piece) == (true, true);
            HomogeneousIntervals::<_, Open>::new(LINE, value()), |piece| ends(piece) == (true, false);
            Regular::<_, ClosedOpen>::new(LINE, 1.0, 1.0, value()).unwrap(), is_cell;
            Regular::<_, Closed>::new(LINE, 1.0, 0.0, value()).unwrap(), is_point;
            Overlapping::<_, f64>::new(LINE, value()), any;
        }
    }
}

#[test]
fn every_figure_in_every_format_of_integers_is_converted_to_every_other() {
    let (line, some) = (Interval::<i64>::EVERYWHERE, Interval::closed(-20, 20).unwrap());
    for (name, list) in whole() {
        matrix! { name list;
            Dense::new(some, value()).unwrap(), any;
            SparseList::new(line, value()), any;
            SparseDict::<_, i64>::new(line, value()), any;
            SparseByteMap::new(some, value()).unwrap(), any;
            SparseCoo::<(i64,), _>::new((line,), value()), any;
            RunList::<_, i64>::new(some, value()), any;
            IntervalList::<_, i64>::new(line, value()), any;
            HomogeneousIntervals::<_, ClosedOpen, i64>::new(line, value()), any;
            HomogeneousIntervals::<_, Closed, i64>::new(line, value()), any;
            Overlapping::<_, i64>::new(line, value()), any;
        }
    }
}

#[test]
fn the_example_matrix_is_converted_from_every_nesting_to_every_other() {
    let at = |column: i64, row: i64, value: f64| ((column, row), value);
    let list = [at(1, 2, 1.1), at(1, 3, 2.2), at(1, 4, 3.3), at(3, 1, 4.4), at(3, 3, 5.5)];
    let (columns, rows) = (Interval::closed(1, 3).unwrap(), Interval::closed(1, 4).unwrap());
    macro_rules! nestings {
        ($($format:expr),* $(,)?) => { nestings!(@each [$($format),*] $($format),*) };
        (@each $all:tt $($format:expr),*) => { $(nestings!(@one $all $format);)* };
        (@one [$($to:expr),*] $from:expr) => {{
            let matrix = Piecewise::from_entries($from, list, Duplicates::Refuse).unwrap();
            assert_eq!((matrix.at((1, 4)), matrix.at((2, 2)), matrix.at((3, 3))), (3.3, 0.0, 5.5));
            $(
                let converted = matrix.convert($to).unwrap();
                assert!(matrix.same_function(&converted), "{} to {}", stringify!($from), stringify!($to));
                assert!(converted.convert($from).unwrap().same_function(&matrix));
            )*
        }};
    }
    nestings! {
        Dense::new(columns, Dense::new(rows, value()).unwrap()).unwrap(),
        Dense::new(columns, SparseList::new(rows, value())).unwrap(),
        SparseList::new(columns, SparseList::new(rows, value())),
        SparseCoo::<(i64, i64), _>::new((columns, rows), value()),
        SparseDict::<_, i64>::new(columns, SparseByteMap::new(rows, value()).unwrap()),
        SparseByteMap::new(columns, RunList::<_, i64>::new(rows, value())).unwrap(),
        RunList::<_, i64>::new(columns, IntervalList::<_, i64>::new(rows, value())),
        IntervalList::<_, i64>::new(columns, HomogeneousIntervals::<_, Closed, i64>::new(rows, value())),
        SparseList::new(columns, SparseDict::<_, i64>::new(rows, value())),
        Dense::new(columns, Overlapping::<_, i64>::new(rows, value())).unwrap(),
    }
}
