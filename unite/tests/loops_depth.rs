//! Sums and extremes of intervals that overlap, in loops over all of the line and over parts of it.

use proptest::collection::vec;
use proptest::prelude::*;
use unite::continuous::Interval;
use unite::level::{Element, IntervalList, Overlapping, Piecewise, Value};
use unite::loops;
use unite::loops::semiring::{MaxPlus, MinPlus, Scalar};

/// The places of the line.
const LINE: i64 = 60;

fn line() -> Interval<i64> {
    Interval::closed(0, LINE - 1).unwrap()
}

/// Intervals, by their first and last places, with values.
fn intervals() -> impl Strategy<Value = Vec<(i64, i64, i32)>> {
    let one = (0..LINE, prop_oneof![4 => 0..6i64, 1 => 0..LINE], -9..9i32);
    vec(one.prop_map(|(first, more, value)| (first, (first + more).min(LINE - 1), value)), 0..70)
}

/// Returns the values of the intervals at a place.
fn at(list: &[(i64, i64, i32)], place: i64) -> impl Iterator<Item = i64> {
    list.iter().filter(move |&&(first, last, _)| first <= place && place <= last).map(|&(.., value)| value.into())
}

/// Writes intervals into a tensor of them, each with a value.
macro_rules! write {
    ($format:expr, $list:expr, $value:expr) => {{
        let mut h = Piecewise::declare($format);
        for &(first, last, value) in $list {
            let value = $value(value);
            loops!(for i = first:last  h[i] += value).unwrap();
        }
        h.freeze().unwrap()
    }};
}

/// Returns a target without any piece.
fn target<V: Value>(extent: Interval<i64>, fill: V) -> IntervalList<Element<V>, i64> {
    IntervalList::new(extent, Element::new(fill))
}

proptest! {
    #[test]
    fn parts_of_the_line_have_the_sums_at_their_places(
        list in intervals(), (first, last) in (-3..LINE, 0..LINE + 3), by in -9..9i64, is_reproducible in any::<bool>(),
    ) {
        let everywhere = Interval::EVERYWHERE;
        for extent in [line(), everywhere] {
            let format = Overlapping::new(extent, Element::new(0i64));
            let format = if is_reproducible { format.reproducible() } else { format };
            let h = write!(format, &list, i64::from);
            let again = h.clone();
            let mut part = Piecewise::declare(target(everywhere, 0i64));
            let mut moved = Piecewise::declare(target(Interval::closed(5, 40).unwrap(), 0i64));
            let mut mirrored = Piecewise::declare(target(everywhere, 0i64));
            let (mut sum, mut squares) = (0i64, 0i64);
            let (lo, hi, end) = (first.max(0), last.min(LINE - 1), LINE - 1);
            loops! {
                for i = lo:hi  { part[i] += h[i]; sum += h[i]; squares += h[i] * again[i] }
                for i = lo:hi  mirrored[i] += h[end - i];
            }.unwrap();
            if extent == everywhere {
                loops!(for i = 5:40  moved[i] += h[i + by]).unwrap();
            }
            let (part, moved, mirrored) = (part.freeze().unwrap(), moved.freeze().unwrap(), mirrored.freeze().unwrap());
            let (mut total, mut products) = (0, 0);
            for place in 0..LINE {
                let expected: i64 = at(&list, place).sum();
                prop_assert_eq!(h.at(place), expected);
                let inside = lo <= place && place <= hi;
                prop_assert_eq!(part.at(place), if inside { expected } else { 0 });
                let opposite: i64 = at(&list, LINE - 1 - place).sum();
                prop_assert_eq!(mirrored.at(place), if inside { opposite } else { 0 });
                if extent == everywhere && (5..=40).contains(&place) {
                    prop_assert_eq!(moved.at(place), at(&list, place + by).sum::<i64>());
                }
                total += if inside { expected } else { 0 };
                products += if inside { expected * expected } else { 0 };
            }
            prop_assert_eq!((sum, squares), (total, products));
        }
    }

    #[test]
    fn reproducible_sums_have_the_same_bits_however_they_are_read(list in intervals(), cut in 0..LINE) {
        let tenths = |value: i32| f64::from(value) / 10.0;
        let h = write!(Overlapping::new(line(), Element::new(0.0)).reproducible(), &list, tenths);
        let whole = h.convert(target(line(), 0.0)).unwrap();
        let (mut left, mut right) = (Piecewise::declare(target(line(), 0.0)), Piecewise::declare(target(line(), 0.0)));
        let end = LINE - 1;
        loops! {
            for i = 0:cut  left[i] += h[i];
            for i = cut:end  right[i] += h[i];
        }.unwrap();
        let (left, right) = (left.freeze().unwrap(), right.freeze().unwrap());
        for place in 0..LINE {
            let mut alone = 0.0;
            loops!(for i = place:place  alone += h[i]).unwrap();
            let part = if place <= cut { left.at(place) } else { right.at(place) };
            let bits = [h.at(place), whole.at(place), part, alone].map(f64::to_bits);
            prop_assert_eq!(bits, [bits[0]; 4], "place {}", place);
        }
    }

    #[test]
    fn extremes_are_sums_of_a_semiring(list in intervals(), (first, last) in (0..LINE, 0..LINE)) {
        let most = |value: i32| Scalar::<MaxPlus>(value.into());
        let least = |value: i32| Scalar::<MinPlus>(value.into());
        let (none, all) = (Scalar::<MaxPlus>(f64::NEG_INFINITY), Scalar::<MinPlus>(f64::INFINITY));
        let greatest = write!(Overlapping::new(line(), Element::new(none)), &list, most);
        let smallest = write!(Overlapping::new(line(), Element::new(all)), &list, least);
        let (mut high, mut low) = (Piecewise::declare(target(line(), none)), Piecewise::declare(target(line(), all)));
        loops!(for i = first:last  { high[i] += greatest[i]; low[i] += smallest[i] }).unwrap();
        let (high, low) = (high.freeze().unwrap(), low.freeze().unwrap());
        for place in 0..LINE {
            let values = || at(&list, place).map(|value| value as f64);
            let inside = first <= place && place <= last;
            prop_assert_eq!(greatest.at(place).0, values().fold(f64::NEG_INFINITY, f64::max));
            prop_assert_eq!(high.at(place).0, if inside { greatest.at(place).0 } else { f64::NEG_INFINITY });
            prop_assert_eq!(low.at(place).0, if inside { values().fold(f64::INFINITY, f64::min) } else { f64::INFINITY });
        }
    }
}
