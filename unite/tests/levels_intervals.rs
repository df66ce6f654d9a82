//! Tensors of disjoint intervals in three formats, compared with lists of intervals. The table of Fig. 11 of "The
//! Continuous Tensor Abstraction" is among the tests.

mod levels_common;

use levels_common::{between, holds, mirrored, moved, pieces, places, seen, sorted, write};
use noise::Noise;
use unite::continuous::{Coord, Cut, Interval, Limit};
use unite::level::*;
use unite::looplet::{Offset, Operand};

const ALL: Interval<f64> = Interval::EVERYWHERE;

/// Returns random disjoint intervals with all kinds of ends, some infinite, some points.
fn disjoint<C: Coord>(noise: &mut Noise, place: fn(i32) -> C) -> Vec<(Interval<C>, i64)> {
    let mut cuts: Vec<Cut<C>> = (0..noise.below(14))
        .map(|_| {
            let value = place(noise.below(50) as i32 - 25);
            if noise.below(2) == 0 { value.before() } else { value.after() }
        })
        .collect();
    if noise.below(4) == 0 {
        cuts.push(Cut::FIRST);
    }
    if noise.below(4) == 0 {
        cuts.push(Cut::LAST);
    }
    cuts.sort_by(|a, b| a.partial_cmp(b).expect("no NaN"));
    cuts.dedup();
    let mut value = 0;
    let all = cuts.windows(2).map(|pair| {
        value += 1;
        (between(pair[0], pair[1]), value)
    });
    all.filter(|_| noise.below(3) > 0).collect()
}

/// Returns random disjoint finite intervals with ends `E`.
fn with_ends<C: Coord, E: Ends>(noise: &mut Noise, place: fn(i32) -> C) -> Vec<(Interval<C>, i64)> {
    let mut list = Vec::new();
    let mut at = -30;
    while at < 25 {
        let a = at + noise.below(4) as i32;
        let b = a + noise.below(5) as i32;
        let interval = Interval::from_limits(E::left(place(a)), E::right(place(b)));
        at = if E::HAS_START && E::HAS_STOP { b + 1 } else { b.max(at + 1) };
        if let Ok(interval) = interval {
            list.push((interval, list.len() as i64 + 1));
        }
    }
    list
}

/// Writes the list in random order, and freezes the tensor.
fn frozen<L, C: Coord>(format: L, list: &[(Interval<C>, i64)], noise: &mut Noise) -> Result<Piecewise<L>, LevelError>
where
    L: Level<Value = i64>,
    L::Update: AxisUpdate<Coord = C, Value = i64, Child: LeafUpdate>,
{
    let mut list = list.to_vec();
    let mut tensor = Piecewise::declare(format);
    let (update, root) = tensor.parts();
    while !list.is_empty() {
        let (interval, value) = list.swap_remove(noise.below(list.len()));
        write(update, root, interval, value)?;
    }
    tensor.freeze()
}

fn values<C: Coord>(list: &[(Interval<C>, i64)]) -> Element<i64> {
    Element::from_values(0, list.iter().map(|&(_, value)| value).collect())
}

fn quarter(k: i32) -> f64 {
    f64::from(k) / 4.0
}

fn integer(k: i32) -> i64 {
    i64::from(k)
}

macro_rules! any_ends {
    ($name:ident $place:expr) => {
        #[test]
        fn $name() {
            let mut noise = Noise::new(11);
            for _ in 0..300 {
                let list = disjoint(&mut noise, $place);
                let left = list.iter().map(|(interval, _)| interval.ends().0).collect();
                let right = list.iter().map(|(interval, _)| interval.ends().1).collect();
                let level =
                    IntervalList::from_parts(Interval::EVERYWHERE, vec![0, list.len()], left, right, values(&list))
                        .unwrap();
                let format = IntervalList::new(Interval::EVERYWHERE, Element::new(0));
                assert_eq!(frozen(format, &list, &mut noise).unwrap().level(), &level);
                holds!(level, list, $place);
            }
        }
    };
}
any_ends!(a_list_of_real_intervals_holds_what_was_written quarter);
any_ends!(a_list_of_integer_intervals_holds_what_was_written integer);

macro_rules! one_kind_of_ends {
    ($($name:ident $ends:ident $place:expr;)*) => {$(
        #[test]
        fn $name() {
            let mut noise = Noise::new(12);
            for _ in 0..200 {
                let list = with_ends::<_, $ends>(&mut noise, $place);
                let end_of = |limit: Limit<_>| limit.val();
                let format = HomogeneousIntervals::<_, $ends, _>::new(Interval::EVERYWHERE, Element::new(0));
                let level = frozen(format, &list, &mut noise).unwrap();
                let level = level.level();
                holds!(*level, list, $place);
                let (left, right) = (level.left().to_vec(), level.right().to_vec());
                for (p, (interval, _)) in list.iter().enumerate() {
                    assert_eq!(level.interval(p), *interval);
                    let (a, b) = (end_of($ends::left(left[p])), end_of($ends::right(right[p])));
                    assert_eq!((a, b), (left[p], right[p]));
                }
                let pointers = vec![0, list.len()];
                let parts = HomogeneousIntervals::from_parts(Interval::EVERYWHERE, pointers, left, right, values(&list));
                assert_eq!(parts.as_ref(), Ok(level));
            }
        }
    )*};
}
one_kind_of_ends! {
    closed_real_intervals_hold_what_was_written Closed quarter;
    closed_open_real_intervals_hold_what_was_written ClosedOpen quarter;
    open_closed_real_intervals_hold_what_was_written OpenClosed quarter;
    open_real_intervals_hold_what_was_written Open quarter;
    closed_integer_intervals_hold_what_was_written Closed integer;
    closed_open_integer_intervals_hold_what_was_written ClosedOpen integer;
    open_closed_integer_intervals_hold_what_was_written OpenClosed integer;
    open_integer_intervals_hold_what_was_written Open integer;
}

macro_rules! grid {
    ($($name:ident $ends:ident $place:expr, $stride:expr, $length:expr;)*) => {$(
        #[test]
        fn $name() {
            let mut noise = Noise::new(13);
            let (stride, length) = ($stride, $length);
            for _ in 0..100 {
                let (mut list, mut x) = (Vec::new(), Vec::new());
                for k in -12..12 {
                    let number = $place(4 * k + noise.below(2) as i32);
                    let start = number.times(stride);
                    let interval = Interval::from_limits($ends::left(start), $ends::right(start.plus(length))).unwrap();
                    let free = list.last().is_none_or(|(last, _): &(Interval<_>, i64)| last.hi() <= interval.lo());
                    if free && noise.below(3) > 0 {
                        list.push((interval, list.len() as i64));
                        x.push(number);
                    }
                }
                let pointers = vec![0, list.len()];
                type Grid<C> = Regular<Element<i64>, $ends, C>;
                let level = Grid::from_parts(Interval::EVERYWHERE, stride, length, pointers, x, values(&list)).unwrap();
                let format = Grid::new(Interval::EVERYWHERE, stride, length, Element::new(0)).unwrap();
                assert_eq!(frozen(format, &list, &mut noise).unwrap().level(), &level);
                holds!(level, list, $place);
            }
        }
    )*};
}
grid! {
    a_grid_of_closed_open_reals_holds_what_was_written ClosedOpen quarter, 0.75, 0.5;
    a_grid_of_points_holds_what_was_written Closed quarter, 0.5, 0.0;
    a_grid_of_open_reals_holds_what_was_written Open quarter, 1.0, 1.0;
    a_grid_of_open_closed_reals_holds_what_was_written OpenClosed quarter, 2.0, 0.25;
    a_grid_of_closed_open_integers_holds_what_was_written ClosedOpen integer, 3, 3;
    a_grid_of_closed_integers_holds_what_was_written Closed integer, 3, 1;
}

#[test]
fn intervals_as_long_as_the_stride_tile_the_line_whatever_the_stride() {
    for stride in [0.1, 0.3, 1.0 / 3.0, 7.7, 1e-3] {
        let count = 4000;
        let x: Vec<f64> = (-2000..2000).map(f64::from).collect();
        let cells = Regular::<_, ClosedOpen>::from_parts(
            ALL,
            stride,
            stride,
            vec![0, count],
            x,
            Element::from_values(0, vec![1; count]),
        )
        .unwrap();
        assert!((1..count).all(|p| cells.interval(p - 1).hi() == cells.interval(p).lo()), "{stride}");
        // Writing these intervals gives the same grid.
        let mut tensor =
            Piecewise::declare(Regular::<_, ClosedOpen>::new(ALL, stride, stride, Element::new(0)).unwrap());
        let (update, root) = tensor.parts();
        (0..count).for_each(|p| write(update, root, cells.interval(p), 1).unwrap());
        assert_eq!(tensor.freeze().unwrap().level().x(), cells.x(), "{stride}");
    }
}

/// Tests Fig. 8: a tensor of intervals, one of which is a point.
#[test]
fn a_point_is_a_closed_interval_from_itself_to_itself() {
    let left = vec![Limit::at(0.0), Limit::at(2.0)];
    let right = vec![Limit::before(1.0), Limit::at(2.0)];
    let list = IntervalList::from_parts(ALL, vec![0, 2], left, right, Element::from_values(0, vec![1, 2])).unwrap();
    assert!(list.interval(1).is_point());
    assert_eq!(list.interval(1).to_string(), "[2, 2]");
}

/// Returns the tensors of Fig. 11: A = [0,1), [2,2], (3,4); B = points 0.6 and 2.5; C = [0,1), [2,3), [3,4).
fn figure_11() -> [Vec<(Interval<f64>, i64)>; 3] {
    let half = |a, b| Interval::closed_open(a, b).unwrap();
    let point = |a| Interval::point(a).unwrap();
    let numbered = |list: Vec<Interval<f64>>| list.into_iter().zip(1..).collect();
    [
        numbered(vec![half(0.0, 1.0), point(2.0), Interval::open(3.0, 4.0).unwrap()]),
        numbered(vec![point(0.6), point(2.5)]),
        numbered(vec![half(0.0, 1.0), half(2.0, 3.0), half(3.0, 4.0)]),
    ]
}

fn shown(limits: Vec<Limit>) -> Vec<String> {
    limits.iter().map(ToString::to_string).collect()
}

#[test]
fn the_list_of_limits_of_figure_11_is_as_the_table_says() {
    let store = |list: &[_]| {
        let tensor = frozen(IntervalList::new(ALL, Element::new(0)), list, &mut Noise::new(1)).unwrap();
        (shown(tensor.level().left()), shown(tensor.level().right()))
    };
    let [a, b, c] = figure_11();
    let strings = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(store(&a), (strings(&["0", "2", "3+eps"]), strings(&["1-eps", "2", "4-eps"])));
    assert_eq!(store(&b), (strings(&["0.6", "2.5"]), strings(&["0.6", "2.5"])));
    assert_eq!(store(&c), (strings(&["0", "2", "3"]), strings(&["1-eps", "3-eps", "4-eps"])));
}

#[test]
fn the_other_formats_of_figure_11_store_what_the_table_says() {
    let [_, b, c] = figure_11();
    let noise = &mut Noise::new(1);

    let points = HomogeneousIntervals::<_, Closed>::new(ALL, Element::new(0));
    let points = frozen(points, &b, noise).unwrap();
    assert_eq!((points.level().left(), points.level().right()), (&[0.6, 2.5][..], &[0.6, 2.5][..]));
    let steps = HomogeneousIntervals::<_, ClosedOpen>::new(ALL, Element::new(0));
    let steps = frozen(steps, &c, noise).unwrap();
    assert_eq!((steps.level().left(), steps.level().right()), (&[0.0, 2.0, 3.0][..], &[1.0, 3.0, 4.0][..]));

    let pinpoint = frozen(Pinpoint::new(ALL, Element::new(0)), &b, noise).unwrap();
    let crd: Vec<f64> = pinpoint.level().entries(0).map(|(lo, _, _)| lo.value).collect();
    assert_eq!(crd, [0.6, 2.5]);

    let points = Regular::<_, Closed>::new(ALL, 1.0, 0.0, Element::new(0)).unwrap();
    assert_eq!(frozen(points, &b, noise).unwrap().level().x(), [0.6, 2.5]);
    let cells = Regular::<_, ClosedOpen>::new(ALL, 1.0, 1.0, Element::new(0)).unwrap();
    assert_eq!(frozen(cells, &c, noise).unwrap().level().x(), [0.0, 2.0, 3.0]);
}

/// Tests that every "N/A" of the table is an error with a reason.
#[test]
fn what_does_not_fit_a_format_of_figure_11_is_refused_with_the_reason() {
    let [a, _, c] = figure_11();
    let noise = &mut Noise::new(1);
    let message = |result: Result<(), LevelError>| result.unwrap_err().to_string();

    let mut homogeneous = Vec::new();
    macro_rules! in_all_ends {
        ($($ends:ident)*) => {$(
            let format = HomogeneousIntervals::<_, $ends>::new(ALL, Element::new(0));
            homogeneous.push(message(frozen(format, &a, noise).map(drop)));
        )*};
    }
    in_all_ends!(Closed ClosedOpen OpenClosed Open);
    let wrong = |piece: &str, ends: &str| {
        format!(
            "HomogeneousIntervals cannot hold the piece {piece}: all its pieces are of the form {ends}, where an infinite \
             end counts as closed; store it as IntervalList, which holds any ends"
        )
    };
    let pieces = [("[0, 1)", "[a, b]"), ("[2, 2]", "[a, b)"), ("[0, 1)", "(a, b]"), ("[0, 1)", "(a, b)")];
    assert_eq!(homogeneous, pieces.map(|(piece, ends)| wrong(piece, ends)));

    for (list, piece) in [(&a, "[0, 1)"), (&c, "[0, 1)")] {
        let pinpoint = message(frozen(Pinpoint::new(ALL, Element::new(0)), list, noise).map(drop));
        assert!(pinpoint.contains(piece), "{pinpoint}");
    }

    let grid = Regular::<_, ClosedOpen>::new(ALL, 1.0, 1.0, Element::new(0)).unwrap();
    assert_eq!(
        message(frozen(grid, &a, noise).map(drop)),
        "Regular cannot hold the piece [2, 2]: with stride 1, length 1 and pieces [a, b), it has other ends; store it as IntervalList"
    );
    let points = Regular::<_, Closed>::new(ALL, 1.0, 0.0, Element::new(0)).unwrap();
    let closed = vec![(Interval::closed(0.0, 1.0).unwrap(), 1)];
    assert!(message(frozen(points, &closed, noise).map(drop)).contains("it has another length"));
}

/// Tests Fig. 10, the level without overlap: where the boxes overlap, both are written into one piece.
#[test]
fn overlapping_boxes_in_a_list_of_disjoint_intervals_are_cut_apart() {
    let ids = SparseList::<_, i64>::new(Interval::closed(0, 9).unwrap(), Element::new(false));
    let mut boxes = Piecewise::declare(IntervalList::new(ALL, ids));
    let (update, root) = boxes.parts();
    for (id, a) in [(0i64, 1.0), (1, 2.0)] {
        let x = Interval::closed_open(a, a + 2.0).unwrap();
        let write = |ids: &mut Workspace<i64, ElementUpdate<bool>>, position| {
            ids.cover(position, id.before(), id.after(), |leaf, position| {
                *leaf.value(position) = true;
                Ok(())
            })
        };
        update.cover(root, x.lo(), x.hi(), write).unwrap();
    }
    let boxes = boxes.freeze().unwrap();
    let level = boxes.level();
    let stored: Vec<(String, Vec<i64>)> = level
        .entries(0)
        .map(|(_, _, p)| {
            let ids = level.child().entries(p).map(|(lo, _, _)| lo.value).collect();
            (level.interval(p).to_string(), ids)
        })
        .collect();
    let expected = [("[1, 2)", vec![0]), ("[2, 3)", vec![0, 1]), ("[3, 4)", vec![1])];
    assert_eq!(stored, expected.map(|(piece, ids)| (piece.to_string(), ids)));
}

#[test]
fn lists_that_make_no_tensor_are_refused_with_the_element() {
    let limits = |list: &[f64]| list.iter().map(|&val| Limit::at(val)).collect::<Vec<_>>();
    let build = |left: &[f64], right: &[f64], pointers: &[usize], count| {
        let child = Element::from_values(0, vec![1; count]);
        let extent = Interval::closed(0.0, 9.0).unwrap();
        let parts = IntervalList::from_parts(extent, pointers.to_vec(), limits(left), limits(right), child);
        parts.map(drop).unwrap_err().to_string()
    };
    let (nan, two) = (f64::NAN, [0, 2]);
    assert_eq!(
        build(&[0.0, nan], &[1.0, 2.0], &two, 2),
        "element 1: a coordinate is not a number (NaN); leave the element out or give it a place"
    );
    assert_eq!(
        build(&[0.0, 3.0], &[1.0, 2.0], &two, 2),
        "element 1: interval [3, 2] ends before it starts; exchange its ends"
    );
    assert_eq!(
        build(&[4.0, 0.0], &[5.0, 1.0], &two, 2),
        "element 1: [0, 1] does not come after [4, 5]; sort the elements of each fiber, and join those at one place"
    );
    assert_eq!(
        build(&[0.0, 1.0], &[1.0, 2.0], &two, 2),
        "element 1: [1, 2] has places in common with [0, 1], the element in front of it; cut them apart, or store them as Overlapping"
    );
    assert_eq!(
        build(&[0.0, 8.0], &[1.0, 10.0], &two, 2),
        "element 1: [8, 10] lies outside of [0, 9]; widen the extent of the axis or leave the element out"
    );
    assert!(build(&[0.0], &[1.0, 2.0], &[0, 1], 1).contains("there are 2 right ends, and 1 are needed"));
    assert!(build(&[0.0], &[1.0], &[0, 1], 3).contains("there are 3 subtensors in the level below, and 1 are needed"));
    for pointers in [&[][..], &[1], &[0], &[0, 2], &[0, 1, 0, 1]] {
        assert!(build(&[0.0], &[1.0], pointers, 1).contains("pointer"), "{pointers:?}");
    }
}

#[test]
fn fibers_with_pieces_of_their_own_do_not_disturb_each_other() {
    let child = Element::from_values(0, vec![1, 2, 3]);
    let (left, right) = (vec![5.0, 0.0, 5.0], vec![6.0, 1.0, 6.0]);
    let level = HomogeneousIntervals::<_, ClosedOpen>::from_parts(ALL, vec![0, 1, 1, 3], left, right, child).unwrap();
    assert_eq!(level.positions(), 3);
    let count = |p| pieces(level.fiber(p).walk(), Cut::FIRST, Cut::LAST).len();
    assert_eq!([count(0), count(1), count(2)], [1, 0, 2]);
    assert_eq!(pieces(level.fiber(2).back(), Cut::FIRST, Cut::LAST)[0].2.get(), 3);
}

#[test]
fn infinite_intervals_are_held_where_the_end_is_closed() {
    let right = vec![(Interval::try_from(2.0..).unwrap(), 1)];
    let noise = &mut Noise::new(1);
    let closed = frozen(HomogeneousIntervals::<_, Closed>::new(ALL, Element::new(0)), &right, noise).unwrap();
    assert_eq!(closed.level().right(), [f64::INFINITY]);
    let open = frozen(HomogeneousIntervals::<_, ClosedOpen>::new(ALL, Element::new(0)), &right, noise);
    assert!(matches!(open, Err(LevelError::Unfit { .. })));
    let integers = vec![(Interval::from(..), 1)];
    let open = HomogeneousIntervals::<_, Open, i64>::new(Interval::EVERYWHERE, Element::new(0));
    assert_eq!(frozen(open, &integers, noise).unwrap().level().interval(0), Interval::EVERYWHERE);
}

#[test]
fn strides_and_lengths_that_make_no_grid_are_refused() {
    let new = |stride, length| Regular::<_, ClosedOpen>::new(ALL, stride, length, Element::new(0)).map(drop);
    for (stride, length) in [(0.0, 1.0), (-1.0, 1.0), (f64::NAN, 1.0), (1.0, -1.0), (1.0, f64::INFINITY), (1.0, 0.0)] {
        assert!(matches!(new(stride, length), Err(LevelError::Grid { .. })), "{stride}, {length}");
    }
    let from = |x: Vec<f64>| {
        let child = Element::from_values(0, vec![1; x.len()]);
        Regular::<_, ClosedOpen>::from_parts(ALL, 1.0, 1.0, vec![0, x.len()], x, child).map(drop)
    };
    assert!(matches!(from(vec![0.0, 0.5]), Err(LevelError::Overlap { element: 1, .. })));
    assert!(matches!(from(vec![0.0, -5.0]), Err(LevelError::Unordered { element: 1, .. })));
    assert!(matches!(from(vec![0.0, f64::NAN]), Err(LevelError::Place { element: 1, .. })));
    // Beyond 2^53, the interval is empty after its ends are rounded.
    assert!(matches!(from(vec![1.0, 1e17]), Err(LevelError::Element { element: 1, .. })));
    assert!(matches!(from(vec![f64::INFINITY]), Err(LevelError::Element { element: 0, .. })));
}
