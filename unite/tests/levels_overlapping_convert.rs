//! Conversions of tensors whose pieces overlap: overlapping values are combined.

use proptest::prelude::*;
use unite::continuous::Interval;
use unite::level::{Dense, Duplicates, Element, IntervalList, Overlapping, Piecewise, Place};

type Boxes = Vec<((Interval<f64>, i64), f64)>;

fn boxes() -> impl Strategy<Value = Boxes> {
    let one = (0..20u8, 1..8u8, 0..3i64, 1..5i32).prop_map(|(start, length, row, value)| {
        let (lo, hi) = (f64::from(start) / 2.0, f64::from(start + length) / 2.0);
        ((Interval::closed(lo, hi).expect("an interval"), row), f64::from(value))
    });
    prop::collection::vec(one, 0..10)
}

fn rows() -> Dense<Element<f64>> {
    Dense::new(0..3i64, Element::new(0.0)).expect("few")
}

/// Returns the combined value of the boxes at a place.
fn sum(boxes: &Boxes, x: f64, row: i64) -> f64 {
    let there = |((interval, r), _): &&((Interval<f64>, i64), f64)| {
        *r == row && Place::At(x).checked().is_ok_and(|at| interval.lo() <= at.lo() && at.hi() <= interval.hi())
    };
    boxes.iter().filter(there).map(|(_, value)| value).sum()
}

proptest! {
    #[test]
    fn overlapping_pieces_are_joined_in_every_format(boxes in boxes()) {
        let overlapping = || Overlapping::new(Interval::EVERYWHERE, rows());
        let sums = Piecewise::from_entries(overlapping(), boxes.iter().copied(), Duplicates::Refuse).expect("it fits");
        let joined = Piecewise::from_entries(overlapping(), boxes.iter().copied(), Duplicates::Join).expect("it fits");
        prop_assert_eq!(&sums, &joined);
        let disjoint = sums.convert(IntervalList::new(Interval::EVERYWHERE, rows())).expect("it fits");
        let back = disjoint.convert(overlapping()).expect("it fits");
        let thawed = sums.thaw().freeze().expect("it fits");
        for (x, row) in (0..60).flat_map(|x| (0..3).map(move |row| (f64::from(x) / 4.0, row))) {
            let expected = sum(&boxes, x, row);
            for found in [sums.at((x, row)), disjoint.at((x, row)), back.at((x, row)), thawed.at((x, row))] {
                prop_assert_eq!(found, expected);
            }
        }
        prop_assert!(sums.same_function(&disjoint) && disjoint.same_function(&back) && thawed.same_function(&sums));
        prop_assert_eq!(sums.stored(), 3 * boxes.len());
        prop_assert_eq!(&thawed, &sums);
    }

    #[test]
    fn the_last_or_the_first_counts_where_pieces_could_overlap(boxes in boxes()) {
        for duplicates in [Duplicates::Last, Duplicates::First] {
            let overlapping = Overlapping::new(Interval::EVERYWHERE, rows());
            let disjoint = IntervalList::new(Interval::EVERYWHERE, rows());
            let one = Piecewise::from_entries(overlapping, boxes.iter().copied(), duplicates).expect("it fits");
            let other = Piecewise::from_entries(disjoint, boxes.iter().copied(), duplicates).expect("it fits");
            prop_assert!(one.same_function(&other));
        }
    }

    #[test]
    fn another_fill_is_covered_with_pieces_that_do_not_overlap(boxes in boxes()) {
        let list = IntervalList::new(Interval::EVERYWHERE, Element::new(9.0));
        let entries = boxes.iter().map(|((interval, _), value)| (*interval, *value));
        let list = Piecewise::from_entries(list, entries, Duplicates::Last).expect("it fits");
        let other = list.convert(Overlapping::new(Interval::EVERYWHERE, Element::new(0.0))).expect("it fits");
        prop_assert!(other.same_function(&list));
        prop_assert!(other.convert(list.level().clone()).expect("it fits").same_function(&list));
    }
}
