//! Tensors from lists of places and values. Every order, every treatment of duplicates, and rejected lists.

use proptest::prelude::*;
use unite::continuous::{Interval, PlaceError};
use unite::level::{Dense, Duplicates, Element, LevelError, Pattern, Piecewise, Pinpoint, Place, SparseList};

const ROWS: i64 = 4;
const COLUMNS: i64 = 6;

/// An entry: start and end of the rows, start and end of the columns, value.
type Entry = (std::ops::Range<i64>, std::ops::Range<i64>, f64);

fn interval(first: i64, end: i64) -> Interval<i64> {
    Interval::closed(first, end - 1).expect("an interval")
}

fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let entry = (0..ROWS, 0..COLUMNS, 1..3i64, 1..3i64, -3..4i32);
    let within = |(i, j, height, width, value): (i64, i64, i64, i64, i32)| {
        (i..(i + height).min(ROWS), j..(j + width).min(COLUMNS), f64::from(value))
    };
    prop::collection::vec(entry.prop_map(within), 0..6)
}

/// Returns the value of a list at a place.
fn meant(entries: &[Entry], place: (i64, i64), duplicates: Duplicates, fill: f64) -> f64 {
    let mut there =
        entries.iter().filter(|(i, j, _)| i.contains(&place.0) && j.contains(&place.1)).map(|entry| entry.2);
    match duplicates {
        Duplicates::First | Duplicates::Refuse => there.next(),
        Duplicates::Last => there.next_back(),
        Duplicates::Join => there.reduce(|a, b| a + b),
    }
    .unwrap_or(fill)
}

/// Returns the first element that shares a place with an earlier one.
fn first_collision(entries: &[Entry]) -> Option<usize> {
    (0..entries.len()).find(|&element| entries[..element].iter().any(|earlier| meet(earlier, &entries[element])))
}

fn meet(one: &Entry, other: &Entry) -> bool {
    let overlap = |a: &std::ops::Range<i64>, b: &std::ops::Range<i64>| a.start.max(b.start) < a.end.min(b.end);
    overlap(&one.0, &other.0) && overlap(&one.1, &other.1)
}

macro_rules! check {
    ($entries:ident, $fill:expr; $($format:expr),*) => {$(
        for duplicates in [Duplicates::Refuse, Duplicates::Join, Duplicates::Last, Duplicates::First] {
            let list = $entries.iter().map(|(i, j, value)| ((i.clone(), j.clone()), *value));
            match Piecewise::from_entries($format, list, duplicates) {
                Ok(tensor) => {
                    prop_assert!(duplicates != Duplicates::Refuse || first_collision(&$entries).is_none());
                    for place in (-1..=ROWS).flat_map(|i| (-1..=COLUMNS).map(move |j| (i, j))) {
                        prop_assert_eq!(tensor.at(place), meant(&$entries, place, duplicates, $fill), "{:?}", place);
                    }
                }
                Err(LevelError::Collision { element, earlier }) => {
                    prop_assert_eq!(duplicates, Duplicates::Refuse);
                    prop_assert_eq!(Some(element), first_collision(&$entries));
                    prop_assert!(earlier < element && meet(&$entries[earlier], &$entries[element]));
                }
                Err(error) => prop_assert!(false, "{}", error),
            }
        }
    )*};
}

proptest! {
    #[test]
    fn a_tensor_holds_what_its_list_means_in_every_format(entries in entries()) {
        let (rows, columns) = (interval(0, ROWS), interval(0, COLUMNS));
        check!(entries, 0.0;
            Dense::new(rows, Dense::new(columns, Element::new(0.0)).expect("few")).expect("few"),
            Dense::new(rows, SparseList::new(columns, Element::new(0.0))).expect("few"),
            SparseList::new(rows, Dense::new(columns, Element::new(0.0)).expect("few")),
            SparseList::new(rows, SparseList::new(columns, Element::new(0.0)))
        );
        check!(entries, 9.0; SparseList::new(rows, SparseList::new(columns, Element::new(9.0))));
    }

    #[test]
    fn the_order_of_points_that_do_not_collide_does_not_matter(
        list in prop::collection::btree_map((0..ROWS, -8..9i32), -3..4i32, 0..20).prop_map(Vec::from_iter),
        seed in any::<u64>(),
    ) {
        let list: Vec<_> = list.into_iter().map(|((i, x), v)| ((i, f64::from(x) / 4.0), f64::from(v))).collect();
        let mut shuffled = list.clone();
        shuffled.sort_by_key(|((i, x), _)| (x.to_bits() ^ (*i as u64)).wrapping_mul(seed | 1));
        let format = || Dense::new(0..ROWS, Pinpoint::new(Interval::EVERYWHERE, Element::new(0.0))).expect("few");
        let sorted = Piecewise::from_entries(format(), list.iter().copied(), Duplicates::Refuse).expect("no duplicates");
        for duplicates in [Duplicates::Refuse, Duplicates::Join, Duplicates::Last, Duplicates::First] {
            let other = Piecewise::from_entries(format(), shuffled.iter().copied(), duplicates).expect("no duplicates");
            prop_assert_eq!(&other, &sorted);
        }
        for &(place, value) in &list {
            prop_assert_eq!(sorted.at(place), value);
        }
    }
}

fn points() -> Pinpoint<Element<f64>> {
    Pinpoint::new(Interval::closed(0.0, 10.0).expect("an interval"), Element::new(0.0))
}

#[test]
fn a_bad_coordinate_is_refused_with_the_number_of_its_element() {
    let list = [(1.0, 1.0), (f64::NAN, 2.0)];
    let error = Piecewise::from_entries(points(), list, Duplicates::Last);
    assert_eq!(error, Err(LevelError::Place { element: 1, source: PlaceError::NotANumber }));

    let list = [(1.0, 1.0), (3.0, 1.0), (11.0, 2.0)];
    for duplicates in [Duplicates::Refuse, Duplicates::Last] {
        let error = Piecewise::from_entries(points(), list, duplicates);
        assert!(matches!(error, Err(LevelError::ElementOutside { element: 2, .. })), "{error:?}");
    }

    let everything = SparseList::new(Interval::<i64>::EVERYWHERE, Element::new(0));
    for place in [i64::MIN, i64::MAX] {
        let error = Piecewise::from_entries(everything.clone(), [(place, 1)], Duplicates::Last);
        assert!(matches!(error, Err(LevelError::Place { element: 0, source: PlaceError::Beyond { .. } })), "{error:?}");
    }
}

#[test]
fn an_interval_that_is_reversed_or_empty_or_too_long_is_refused() {
    let format = || SparseList::new(Interval::<i64>::EVERYWHERE, Element::new(0));
    let error =
        Piecewise::from_entries(format(), [(Place::from(1..=2), 1), (Place::Closed(5, 3), 1)], Duplicates::Last);
    assert!(matches!(error, Err(LevelError::Place { element: 1, source: PlaceError::Reversed { .. } })), "{error:?}");
    let error = Piecewise::from_entries(format(), [(3..3, 1)], Duplicates::Refuse);
    assert!(matches!(error, Err(LevelError::Place { element: 0, source: PlaceError::Empty { .. } })), "{error:?}");
    let error = Piecewise::from_entries(format(), [(Interval::EVERYWHERE, 1)], Duplicates::Last);
    assert!(matches!(error, Err(LevelError::Unfit { format: "SparseList", .. })), "{error:?}");
    let error = Piecewise::from_entries(points(), [(1.0..=2.0, 1.0)], Duplicates::Last);
    assert!(matches!(error, Err(LevelError::Unfit { format: "Pinpoint", .. })), "{error:?}");
}

#[test]
fn a_run_of_integers_is_as_many_coordinates() {
    let format = SparseList::new(Interval::<i64>::EVERYWHERE, Element::new(0));
    let tensor = Piecewise::from_entries(format, [(-2..=1, 5), (4..=4, 6)], Duplicates::Refuse).expect("it fits");
    assert_eq!(tensor.level().coordinates(), [-2, -1, 0, 1, 4]);
    assert_eq!(tensor.stored(), 5);
}

#[test]
fn coordinates_and_intervals_may_be_mixed_as_places() {
    let format = SparseList::new(interval(0, 10), Pattern::new());
    let list = [(Place::from(3), true), (Place::from(5..7), true), (Place::from(6), false)];
    let tensor = Piecewise::from_entries(format.clone(), list, Duplicates::Last).expect("it fits");
    assert_eq!(tensor.level().coordinates(), [3, 5]);
    let tensor = Piecewise::from_entries(format, list, Duplicates::Join).expect("it fits");
    assert_eq!(tensor.level().coordinates(), [3, 5, 6]);
}

#[test]
fn a_list_without_elements_is_fill_everywhere() {
    let tensor = Piecewise::from_entries(points(), [(0.0, 0.0); 0], Duplicates::Refuse).expect("it fits");
    assert_eq!((tensor.stored(), tensor.at(1.0)), (0, 0.0));
}
