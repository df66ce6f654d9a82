//! Tensors from random writes, in every format of this file. Reads, conversions and further writes are compared with a
//! map.

use std::collections::BTreeMap;

use proptest::prelude::*;
use unite::continuous::Interval;
use unite::level::{Dense, Element, Level, LevelError, Pattern, Piecewise, Pinpoint, SparseList};

/// A rectangle with a value: start and end of the rows, then of the columns.
type Write = ((i64, i64), (i64, i64), f64);
type Map = BTreeMap<(i64, i64), f64>;

const ROWS: i64 = 5;
const COLUMNS: i64 = 7;

fn columns() -> Interval<i64> {
    Interval::closed(0, COLUMNS - 1).expect("there are columns")
}

fn rows() -> Interval<i64> {
    Interval::closed(0, ROWS - 1).expect("there are rows")
}

fn dense<L: Level>(interval: Interval<i64>, child: L) -> Dense<L> {
    Dense::new(interval, child).expect("a few integers")
}

fn sparse<L: Level>(interval: Interval<i64>, child: L) -> SparseList<L> {
    SparseList::new(interval, child)
}

/// Generates rectangles with a value, in the order in which they are written.
fn writes() -> impl Strategy<Value = Vec<Write>> {
    let rectangle = (0..ROWS, 0..COLUMNS, 1..3i64, 1..3i64, -2..3i32);
    let within = |(i, j, height, width, value): (i64, i64, i64, i64, i32)| {
        ((i, (i + height).min(ROWS)), (j, (j + width).min(COLUMNS)), f64::from(value))
    };
    prop::collection::vec(rectangle.prop_map(within), 0..12)
}

/// Returns the map after the writes.
fn map_of(writes: &[Write]) -> Map {
    let mut map = Map::new();
    for &((top, bottom), (left, right), value) in writes {
        map.extend((top..bottom).flat_map(|i| (left..right).map(move |j| ((i, j), value))));
    }
    map
}

/// Checks a format against the map, then converts it to each other one.
macro_rules! formats {
    ($writes:ident, $map:ident, $fill:expr; $($format:expr),*) => {$(
        let mut tensor = Piecewise::declare($format);
        for &((top, bottom), (left, right), value) in &$writes {
            tensor.set((top..bottom, left..right), value).expect("it is inside");
        }
        let tensor = tensor.freeze().expect("it fits");
        formats!(@check tensor $map $fill);
        let thawed = tensor.thaw().freeze().expect("it fits");
        prop_assert_eq!(&thawed, &tensor);
        let mut again = tensor.thaw();
        again.update((1..3, 2..6), |value| *value += 1.0).expect("it is inside");
        let again = again.freeze().expect("it fits");
        let mut changed = $map.clone();
        for (i, j) in (1..3).flat_map(|i| (2..6).map(move |j| (i, j))) {
            *changed.entry((i, j)).or_insert($fill) += 1.0;
        }
        formats!(@check again changed $fill);
        prop_assert!(tensor.same_function(&tensor) && !tensor.same_function(&again));
        formats!(@to tensor $map dense(rows(), dense(columns(), Element::new($fill))));
        formats!(@to tensor $map dense(rows(), sparse(columns(), Element::new($fill))));
        formats!(@to tensor $map sparse(rows(), dense(columns(), Element::new($fill))));
        formats!(@to tensor $map sparse(rows(), sparse(columns(), Element::new(7.0))));
        formats!(@to tensor $map dense(rows(), sparse(columns(), Element::new(f64::NAN))));
    )*};
    (@check $tensor:ident $map:ident $fill:expr) => {
        for (i, j) in (-1..=ROWS).flat_map(|i| (-1..=COLUMNS).map(move |j| (i, j))) {
            prop_assert_eq!($tensor.at((i, j)), $map.get(&(i, j)).copied().unwrap_or($fill), "{:?}", (i, j));
        }
    };
    (@to $tensor:ident $map:ident $format:expr) => {
        let other = $tensor.convert($format).expect("it fits");
        prop_assert!(other.same_function(&$tensor) && $tensor.same_function(&other));
        let back = other.convert($tensor.level().clone()).expect("it fits");
        prop_assert!(back.same_function(&$tensor));
        for (i, j) in (0..ROWS).flat_map(|i| (0..COLUMNS).map(move |j| (i, j))) {
            prop_assert_eq!(back.at((i, j)), $tensor.at((i, j)), "{:?}", (i, j));
        }
    };
}

proptest! {
    #[test]
    fn what_is_written_read_converted_and_written_again_is_what_a_map_says(writes in writes()) {
        let map = map_of(&writes);
        formats!(writes, map, 0.0;
            dense(rows(), dense(columns(), Element::new(0.0))),
            dense(rows(), sparse(columns(), Element::new(0.0))),
            sparse(rows(), dense(columns(), Element::new(0.0))),
            sparse(rows(), sparse(columns(), Element::new(0.0)))
        );
        formats!(writes, map, 7.0; sparse(rows(), sparse(columns(), Element::new(7.0))));
    }
}

#[test]
fn what_is_fill_is_not_stored_by_a_sparse_target() {
    let mut array = Piecewise::declare(dense(rows(), dense(columns(), Element::new(0.0))));
    array.set((2, 3), 5.0).expect("it is inside");
    let array = array.freeze().expect("it fits");
    let list = array.convert(sparse(rows(), sparse(columns(), Element::new(0.0)))).expect("it fits");
    assert_eq!((array.stored(), list.stored()), (35, 1));
    assert_eq!(list.level().coordinates(), [2]);
}

#[test]
fn a_target_of_points_has_no_room_for_another_fill_of_the_real_line() {
    let mut points = Piecewise::declare(Pinpoint::new(Interval::EVERYWHERE, Element::new(0.0)));
    points.set(2.5, 1.0).expect("it is a place");
    let points = points.freeze().expect("it fits");
    let error = points.convert(Pinpoint::new(Interval::EVERYWHERE, Element::new(3.0)));
    assert!(matches!(error, Err(LevelError::Unfit { format: "Pinpoint", .. })), "{error:?}");
}

#[test]
fn what_lies_outside_of_the_target_is_refused_unless_it_is_fill() {
    let mut array = Piecewise::declare(dense(rows(), Element::new(0)));
    array.set(4, 1).expect("it is inside");
    let array = array.freeze().expect("it fits");
    let narrow = Interval::closed(0, 3).expect("an interval");
    let error = array.convert(sparse(narrow, Element::new(0)));
    assert!(matches!(error, Err(LevelError::Outside { .. })), "{error:?}");
    let wide = Interval::closed(4, 9).expect("an interval");
    assert!(array.convert(sparse(wide, Element::new(0))).expect("it fits").same_function(&array));
}

#[test]
fn truth_values_are_converted_to_patterns_and_back() {
    let mut array = Piecewise::declare(dense(rows(), dense(columns(), Element::new(false))));
    array.set((1..3, 2), true).expect("it is inside");
    let array = array.freeze().expect("it fits");
    let pattern = array.convert(sparse(rows(), sparse(columns(), Pattern::new()))).expect("it fits");
    assert!(pattern.same_function(&array));
    assert_eq!(pattern.stored(), 2);
    let back = pattern.convert(array.level().clone()).expect("it fits");
    assert_eq!(back, array);
    let error = array.convert(dense(rows(), dense(columns(), Pattern::new())));
    assert_eq!(error, Err(LevelError::Untrue { position: 0 }));
}
