//! Sorting by coordinates. They are distributed to rungs of equal width, as many as coordinates, then each rung is
//! sorted.
//!
//! ```text
//!   sort(list):
//!       count the coordinates on each rung, which gives the start of each rung
//!       put each coordinate behind those that are already on its rung
//!       from left to right, twice: swap neighbours that are out of order     enough for three on a rung
//!       sort each rung that is still out of order
//! ```
//!
//! A crowded rung, from a cluster or from a list with a few far outliers, is distributed to rungs of its own.

use std::cmp::Ordering;
use std::hint::select_unpredictable;

use super::spacing::Spacing;
use crate::continuous::Coord;
use crate::level::{Entry, LevelError};

/// A rung with at most this many coordinates is sorted by insertion.
const SMALL: usize = 12;
/// A list shorter than this is sorted by comparison.
const WORTH_RUNGS: usize = 128;
/// The number of times that nested clusters are distributed to rungs before they are sorted by comparison.
const DEPTH: u32 = 3;

/// A list of coordinates, each with a number.
pub(crate) trait Numbered<C>: Iterator<Item = (C, u32)> + Clone {}

impl<C, I: Iterator<Item = (C, u32)> + Clone> Numbered<C> for I {}

/// A comparison of two numbered coordinates.
trait InOrder<C>: Fn((C, u32), (C, u32)) -> Ordering {}

impl<C, F: Fn((C, u32), (C, u32)) -> Ordering> InOrder<C> for F {}

/// Appends coordinates to `places` and their numbers to `numbers`, sorted by coordinate, equal ones by `tie`; appends
/// to `rungs` for each rung of a ladder the number of coordinates below it.
pub(crate) fn sort_onto<C: Coord>(
    list: impl Numbered<C>,
    tie: impl Fn(u32, u32) -> Ordering,
    places: &mut Vec<C>,
    numbers: &mut Vec<u32>,
    rungs: &mut Vec<u32>,
) -> Spacing {
    let in_order = |one: (C, u32), other: (C, u32)| {
        one.0.partial_cmp(&other.0).unwrap_or(Ordering::Equal).then_with(|| tie(one.1, other.1))
    };
    let (count, spacing) = Spacing::of(list.clone().map(|(place, _)| place));
    let (first, first_rung) = (places.len(), rungs.len());
    spacing.push_below(list.clone().map(|(place, _)| place), first as u32, rungs);
    if list.clone().is_sorted_by(|&one, &other| in_order(one, other).is_le()) {
        places.extend(list.clone().map(|(place, _)| place));
        numbers.extend(list.map(|(_, number)| number));
    } else {
        let begin = numbers.len();
        places.resize(first + count, C::default());
        numbers.resize(begin + count, 0);
        let mut columns = Columns { places: &mut places[first..], numbers: &mut numbers[begin..] };
        columns.spread(list, spacing, first as u32, &mut rungs[first_rung..], &in_order, DEPTH);
    }
    spacing
}

/// Coordinates and their numbers.
struct Columns<'a, C> {
    places: &'a mut [C],
    numbers: &'a mut [u32],
}

impl<C: Coord> Columns<'_, C> {
    /// Fills the columns with a list, sorted. `rungs` holds the start of each rung, counted from `first`.
    fn spread(
        &mut self,
        list: impl Numbered<C>,
        spacing: Spacing,
        first: u32,
        rungs: &mut [u32],
        in_order: &impl InOrder<C>,
        depth: u32,
    ) {
        // The start of each rung moves to its end, which is the start of the next rung.
        list.for_each(|(place, number)| {
            let next = &mut rungs[spacing.rung(place) as usize];
            let p = (*next - first) as usize;
            (self.places[p], self.numbers[p]) = (place, number);
            *next += 1;
        });
        rungs.copy_within(..spacing.rungs(), 1);
        rungs[0] = first;
        // This sorts rungs of up to three without branches, which a processor could not predict.
        self.sift();
        self.sift();
        let mut p = 1;
        while p < self.places.len() {
            if in_order(self.at(p - 1), self.at(p)).is_le() {
                p += 1;
                continue;
            }
            let rung = spacing.rung(self.places[p]) as usize;
            let (begin, end) = ((rungs[rung] - first) as usize, (rungs[rung + 1] - first) as usize);
            let mut rung = Columns { places: &mut self.places[begin..end], numbers: &mut self.numbers[begin..end] };
            if end - begin <= SMALL {
                rung.insert(in_order);
            } else {
                rung.sort(in_order, depth);
            }
            p = end + 1;
        }
    }

    #[inline(always)]
    fn at(&self, p: usize) -> (C, u32) {
        (self.places[p], self.numbers[p])
    }

    /// Swaps neighbours that are out of order, from left to right.
    fn sift(&mut self) {
        let count = self.places.len();
        let (places, numbers) = (&mut self.places[..count], &mut self.numbers[..count]);
        let mut held = (places[0], numbers[0]);
        for p in 1..count {
            let next = (places[p], numbers[p]);
            let lower = next.0 < held.0;
            places[p - 1] = select_unpredictable(lower, next.0, held.0);
            numbers[p - 1] = select_unpredictable(lower, next.1, held.1);
            held.0 = select_unpredictable(lower, held.0, next.0);
            held.1 = select_unpredictable(lower, held.1, next.1);
        }
        (places[count - 1], numbers[count - 1]) = held;
    }

    /// Sorts a few coordinates by insertion.
    #[inline(always)]
    fn insert(&mut self, in_order: &impl InOrder<C>) {
        for end in 1..self.places.len() {
            for p in (0..end).rev() {
                if in_order(self.at(p), self.at(p + 1)).is_le() {
                    break;
                }
                self.places.swap(p, p + 1);
                self.numbers.swap(p, p + 1);
            }
        }
    }

    /// Sorts a cluster: on rungs of its own, or by comparison.
    #[cold]
    fn sort(&mut self, in_order: &impl InOrder<C>, depth: u32) {
        let mut list: Vec<(C, u32)> = self.places.iter().copied().zip(self.numbers.iter().copied()).collect();
        let (_, spacing) = Spacing::of(self.places.iter().copied());
        if list.len() >= WORTH_RUNGS && depth > 0 && spacing.rungs() > 1 {
            let mut rungs = Vec::new();
            spacing.push_below(self.places.iter().copied(), 0, &mut rungs);
            return self.spread(list.iter().copied(), spacing, 0, &mut rungs, in_order, depth - 1);
        }
        list.sort_unstable_by(|&one, &other| in_order(one, other));
        for ((place, number), sorted) in self.places.iter_mut().zip(&mut *self.numbers).zip(list) {
            (*place, *number) = sorted;
        }
    }
}

/// Returns the numbers of intervals, from 0, sorted by start, then by stop, then by position; `None` if they are sorted
/// already.
///
/// # Errors
/// [`LevelError::TooLarge`]: there are more than 2^32 - 1 intervals.
pub(crate) fn of<C: Coord>(count: usize, entry: impl Fn(usize) -> Entry<C>) -> Result<Option<Vec<u32>>, LevelError> {
    let numbers = 0..u32::try_from(count).map_err(|_| LevelError::TooLarge { values: count as f64 })?;
    let tie = |one: u32, other: u32| by_ends(&entry(one as usize), &entry(other as usize));
    if (1..numbers.end).all(|k| tie(k - 1, k).is_le()) {
        return Ok(None);
    }
    let start = |k: u32| entry(k as usize).0;
    if (1..numbers.end).all(|k| start(k - 1) <= start(k)) {
        let mut order: Vec<u32> = numbers.collect();
        for equal in order.chunk_by_mut(|&one, &other| start(one) == start(other)) {
            equal.sort_unstable_by(|&one, &other| tie(one, other));
        }
        return Ok(Some(order));
    }
    let starts = numbers.map(|k| (entry(k as usize).0.value, k));
    let mut order = Vec::with_capacity(count);
    sort_onto(starts, tie, &mut Vec::new(), &mut order, &mut Vec::new());
    Ok(Some(order))
}

/// Compares two intervals by start, then by stop, then by position.
pub(crate) fn by_ends<C: Coord>(one: &Entry<C>, other: &Entry<C>) -> Ordering {
    (one.0, one.1).partial_cmp(&(other.0, other.1)).unwrap_or(Ordering::Equal).then(one.2.cmp(&other.2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::Noise;

    fn sorts<C: Coord>(list: &[C]) {
        let numbered = list.iter().copied().zip(0..);
        let mut expected: Vec<(C, u32)> = numbered.clone().collect();
        expected.sort_by(|one, other| (one.0, other.1).partial_cmp(&(other.0, one.1)).expect("ordered"));
        let sorted = |list: &[(C, u32)]| {
            let (mut places, mut numbers, mut rungs) = (vec![C::HIGHEST; 5], vec![7], vec![8]);
            sort_onto(list.iter().copied(), |one, other| other.cmp(&one), &mut places, &mut numbers, &mut rungs);
            (places, numbers, rungs)
        };
        let (places, numbers, rungs) = sorted(&numbered.collect::<Vec<_>>());
        assert_eq!(places[5..].iter().copied().zip(numbers[1..].iter().copied()).collect::<Vec<_>>(), expected);
        assert_eq!((places, numbers, rungs), sorted(&expected));
    }

    #[test]
    fn coordinates_are_sorted_and_equal_ones_as_is_asked() {
        let mut noise = Noise::new(3);
        let mut random = || noise.below(1 << 24) as i64 - (1 << 23);
        for (count, scale) in [(0, 1), (1, 1), (40, 1), (3000, 1), (3000, 1 << 20), (3000, 1 << 39)] {
            let list: Vec<i64> = (0..count).map(|k| if k % 3 == 0 { scale * 5 } else { scale * random() }).collect();
            sorts(&list);
            sorts(&list.iter().map(|&place| place as f64 / 7.0).collect::<Vec<_>>());
            // Clusters in clusters, and a few far outliers.
            sorts(&list.iter().map(|&place| (place as f64 / 7.0).powi(15)).collect::<Vec<_>>());
            sorts(&list.iter().map(|&place| place as f32).collect::<Vec<_>>());
            sorts(&list.iter().map(|&place| place as i16).collect::<Vec<_>>());
        }
        let far = [0.0, f64::INFINITY, -0.0, f64::NEG_INFINITY, -1.5, f64::MAX, f64::MIN, f64::MIN_POSITIVE];
        sorts(&far.repeat(100));
        sorts(&[i64::MAX, i64::MIN, 0, i64::MAX - 2, 2 - i64::MAX].repeat(100));
    }
}
