//! Peaks: a tree of maxima over a list of coordinates. It has the maximum of each sixteen coordinates, of each sixteen
//! of these maxima, and so on, so that the coordinates above a place are found in turn without scanning those between
//! them.
//!
//! ```text
//!   9                                      the highest of sixteen below
//!   9       4       6       5              the highest of sixteen below
//!   2 9 1   4 0 3   6 6 2   1 5 0          the list
//!       ^ next above 5: go up, skip the peak 4, and go down under the peak 6
//! ```

use std::ops::Range;

use crate::continuous::Coord;

/// The binary logarithm of the number of entries under a peak.
const SHARE: usize = 4;

/// The peaks of a list, in levels.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Peaks<C> {
    /// The levels, from the peaks of the list up to a level of at most sixteen.
    levels: Vec<Vec<C>>,
}

impl<C: Coord> Peaks<C> {
    pub(crate) fn of(list: &[C]) -> Self {
        let highest = |some: &[C]| some.iter().fold(C::LOWEST, |high, &place| if place > high { place } else { high });
        let above = |list: &[C]| list.chunks(1 << SHARE).map(highest).collect::<Vec<_>>();
        let mut levels: Vec<Vec<C>> = Vec::new();
        while levels.last().map_or(list.len(), Vec::len) > 1 << SHARE {
            levels.push(above(levels.last().map_or(list, Vec::as_slice)));
        }
        Peaks { levels }
    }

    /// Returns the first index in a part of the list whose coordinate is `above`, or the end of the part if there is
    /// none. `above` must be monotonic: if it holds for a coordinate, it holds for all greater ones.
    #[inline]
    pub(crate) fn next(&self, list: &[C], part: Range<usize>, above: impl Fn(C) -> bool) -> usize {
        let (mut level, mut p) = (0, part.start);
        while p << (SHARE * level) < part.end {
            let list = if level == 0 { list } else { &self.levels[level - 1] };
            let end = list.len().min((p | ((1 << SHARE) - 1)) + 1);
            match list[p..end].iter().position(|&place| above(place)) {
                Some(k) if level == 0 => return part.end.min(p + k),
                Some(k) => (level, p) = (level - 1, (p + k) << SHARE),
                None if level == self.levels.len() => return part.end,
                None => (level, p) = (level + 1, end.div_ceil(1 << SHARE)),
            }
        }
        part.end
    }

    /// Visits the indices in a part of the list whose coordinates are `above`, in order.
    #[inline]
    pub(crate) fn each(
        &self,
        list: &[C],
        part: Range<usize>,
        above: impl Fn(C) -> bool + Copy,
        mut visit: impl FnMut(usize),
    ) {
        let mut p = self.next(list, part.clone(), above);
        while p < part.end {
            visit(p);
            p = self.next(list, p + 1..part.end, above);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::Noise;

    #[test]
    fn all_above_a_place_are_found_in_each_part_of_a_list() {
        let mut noise = Noise::new(5);
        for count in [0, 1, 15, 16, 17, 255, 256, 257, 300, 4096, 5000] {
            let list: Vec<i32> = (0..count).map(|k| noise.below(if k % 97 == 5 { 1000 } else { 30 }) as i32).collect();
            let peaks = Peaks::of(&list);
            for _ in 0..200 {
                let (one, other) = (noise.below(count + 1), noise.below(count + 1));
                let (part, place) = (one.min(other)..one.max(other), *noise.pick(&[10, 28, 29, 500, 990, 1000]));
                let mut found = Vec::new();
                peaks.each(&list, part.clone(), |other| other > place, |p| found.push(p));
                assert_eq!(found, part.filter(|&p| list[p] > place).collect::<Vec<_>>(), "above {place}");
            }
        }
    }
}
