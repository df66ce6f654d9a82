//! Directories of sorted coordinates. They give the approximate index of a coordinate in a list, without a search of
//! the whole list.
//!
//! ```text
//!  buckets of equal width    |   0   |   1   |   2   |   3   |
//!  coordinates                * *   *          **  *   *   *
//!  index of the first one     0        3        3       6       8
//! ```
//!
//! The directory gives a hint: the coordinates in and around a bucket are compared, and if the hint is wrong, the list
//! is searched. Clustered coordinates fill a bucket, in which the search continues by bisection.

use super::spacing::Spacing;
use crate::continuous::Coord;

/// The average number of coordinates in a bucket.
const SHARE: usize = 2;
/// A list shorter than this is searched without a directory.
const WORTH_IT: usize = 32;

/// The directories of several lists.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Directory {
    /// For each list, the index of the first coordinate of each bucket, then the length of the list.
    firsts: Vec<u32>,
}

/// The directory of one list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Part {
    first: usize,
    buckets: Spacing,
}

impl Directory {
    /// Adds a sorted list; returns `None` if it is not worth a directory.
    pub(super) fn push<C: Coord>(&mut self, list: &[C]) -> Option<Part> {
        if list.len() < WORTH_IT || u32::try_from(list.len()).is_err() {
            return None;
        }
        let buckets = Spacing::between(list[0], list[list.len() - 1], list.len() / SHARE);
        if buckets.rungs() == 1 {
            return None;
        }
        let first = self.firsts.len();
        buckets.push_below(list.iter().copied(), 0, &mut self.firsts);
        Some(Part { first, buckets })
    }

    /// Returns the index of the first coordinate of a list that is not `past`. `past` holds up to a coordinate close to
    /// `near`.
    #[inline(always)]
    pub(super) fn first<C: Coord>(&self, part: &Part, list: &[C], near: f64, past: impl Fn(C) -> bool) -> usize {
        let bucket = part.first + part.buckets.rung(near) as usize;
        let (low, high) = (self.firsts[bucket] as usize, self.firsts[bucket + 1] as usize);
        if low > 0 && !past(list[low - 1]) {
            return list[..low].partition_point(|&place| past(place));
        }
        let mut p = low;
        let end = high.min(low + 2 * SHARE);
        while p < end && past(list[p]) {
            p += 1;
        }
        if p == end && p < list.len() && past(list[p]) { after(list, p, past) } else { p }
    }
}

/// Returns the index of the first coordinate after `p` that is not past.
#[cold]
fn after<C: Coord>(list: &[C], p: usize, past: impl Fn(C) -> bool) -> usize {
    let mut step = 1;
    let mut low = p + 1;
    while low + step < list.len() && past(list[low + step]) {
        low += step + 1;
        step *= 2;
    }
    let high = list.len().min(low + step + 1);
    low + list[low..high].partition_point(|&place| past(place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::Noise;

    #[test]
    fn a_directory_finds_what_searching_finds_whatever_the_hint() {
        let mut noise = Noise::new(7);
        for heaped in [1, 3, 12] {
            let mut list: Vec<f64> = (0..300).map(|_| noise.unit().powi(heaped) * 1000.0 - 200.0).collect();
            list.extend([-200.0; 40]);
            list.sort_by(f64::total_cmp);
            let mut directory = Directory::default();
            directory.push(&list);
            let part = directory.push(&list).unwrap();
            for _ in 0..2000 {
                let (place, wrong) = (noise.unit() * 1400.0 - 400.0, noise.unit() * 2000.0 - 1000.0);
                let expected = list.partition_point(|&other| other < place);
                for near in [place, wrong, f64::INFINITY, f64::NEG_INFINITY] {
                    assert_eq!(directory.first(&part, &list, near, |other| other < place), expected, "{place}, {near}");
                }
            }
        }
    }

    #[test]
    fn what_has_no_width_has_no_directory() {
        let mut directory = Directory::default();
        assert_eq!(directory.push(&[1.0; 100]), None);
        assert_eq!(directory.push(&[1, 2, 3]), None);
    }
}
