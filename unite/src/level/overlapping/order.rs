//! Sorting by coordinates: laid on rungs of equal width, as many as there are coordinates, and then each rung by itself.
//!
//! ```text
//!   lay(list):
//!       how many fall on each rung, and so where each rung begins
//!       put each coordinate behind those that its rung has
//!       sort each rung: one or two coordinates, in most lists
//! ```
//!
//! A rung on which many lie, those of a heap or all but a few far ones, is laid on rungs of its own.

use std::cmp::Ordering;

use super::ladder::Spacing;
use crate::continuous::Coord;
use crate::level::{Entry, LevelError};

/// Fewer are sorted by comparing them.
const WORTH_RUNGS: usize = 128;
/// How often a heap in a heap is laid on rungs, before it is sorted by comparing.
const DEPTH: u32 = 3;

/// Sorts by coordinate; those with equal ones as `tie` says of their numbers.
pub(super) fn sort<C: Coord>(list: &mut Vec<(C, u32)>, tie: impl Fn(u32, u32) -> Ordering) {
    let in_order = |one: &(C, u32), other: &(C, u32)| {
        one.0.partial_cmp(&other.0).unwrap_or(Ordering::Equal).then_with(|| tie(one.1, other.1))
    };
    if !list.is_sorted_by(|one, other| in_order(one, other).is_le()) {
        lay(list, &in_order, DEPTH);
    }
}

/// Sorts what is not sorted.
fn lay<C: Coord>(list: &mut [(C, u32)], in_order: &impl Fn(&(C, u32), &(C, u32)) -> Ordering, depth: u32) {
    if list.len() < WORTH_RUNGS || depth == 0 {
        list.sort_unstable_by(in_order);
        return;
    }
    let spacing = Spacing::of(list.iter().map(|&(place, _)| place), list.len());
    if spacing.rungs() == 1 {
        list.sort_unstable_by(in_order);
        return;
    }
    // Where each rung begins; then, with those that are put on it, where it ends.
    let mut ends = spacing.below(list.iter().map(|&(place, _)| place));
    let unsorted = list.to_vec();
    for &one in &unsorted {
        let end = &mut ends[spacing.rung(one.0) as usize];
        list[*end as usize] = one;
        *end += 1;
    }
    let mut begin = 0;
    for &end in &ends[..ends.len() - 1] {
        let rung = &mut list[begin as usize..end as usize];
        if rung.len() > 1 {
            lay(rung, in_order, depth - 1);
        }
        begin = end;
    }
}

/// The numbers of intervals from 0, in order: by start, then by stop, then by position.
///
/// # Errors
/// [`LevelError::TooLarge`]: more than 2^32 - 1.
pub(super) fn of<C: Coord>(count: usize, entry: impl Fn(usize) -> Entry<C>) -> Result<Vec<u32>, LevelError> {
    let numbers = 0..u32::try_from(count).map_err(|_| LevelError::TooLarge { values: count as f64 })?;
    let tie = |one: u32, other: u32| by_ends(&entry(one as usize), &entry(other as usize));
    if numbers.clone().is_sorted_by(|&one, &other| tie(one, other).is_le()) {
        return Ok(numbers.collect());
    }
    let mut starts: Vec<(C, u32)> = numbers.map(|k| (entry(k as usize).0.value, k)).collect();
    sort(&mut starts, tie);
    Ok(starts.into_iter().map(|(_, k)| k).collect())
}

/// By start, then by stop, then by position.
pub(super) fn by_ends<C: Coord>(one: &Entry<C>, other: &Entry<C>) -> Ordering {
    (one.0, one.1).partial_cmp(&(other.0, other.1)).unwrap_or(Ordering::Equal).then(one.2.cmp(&other.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorts<C: Coord>(list: &[C]) {
        let mut laid: Vec<(C, u32)> = list.iter().copied().zip(0..).collect();
        let mut expected = laid.clone();
        expected.sort_by(|one, other| (one.0, other.1).partial_cmp(&(other.0, one.1)).expect("ordered"));
        sort(&mut laid, |one, other| other.cmp(&one));
        assert_eq!(laid, expected);
    }

    #[test]
    fn coordinates_are_sorted_and_equal_ones_as_is_asked() {
        let mut state = 3u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 40) as i64 - (1 << 23)
        };
        for (count, scale) in [(0, 1), (1, 1), (40, 1), (3000, 1), (3000, 1 << 20), (3000, 1 << 39)] {
            let list: Vec<i64> = (0..count).map(|k| if k % 3 == 0 { scale * 5 } else { scale * random() }).collect();
            sorts(&list);
            sorts(&list.iter().map(|&place| place as f64 / 7.0).collect::<Vec<_>>());
            // Heaps in heaps, and a few far away.
            sorts(&list.iter().map(|&place| (place as f64 / 7.0).powi(15)).collect::<Vec<_>>());
            sorts(&list.iter().map(|&place| place as f32).collect::<Vec<_>>());
            sorts(&list.iter().map(|&place| place as i16).collect::<Vec<_>>());
        }
        let far = [0.0, f64::INFINITY, -0.0, f64::NEG_INFINITY, -1.5, f64::MAX, f64::MIN, f64::MIN_POSITIVE];
        sorts(&far.repeat(100));
        sorts(&[i64::MAX, i64::MIN, 0, i64::MAX - 2, 2 - i64::MAX].repeat(100));
    }
}
