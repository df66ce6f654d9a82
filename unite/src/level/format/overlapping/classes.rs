//! Partition of intervals into classes of similar length. A class also has shorter intervals if scanning them as if
//! they were long costs less than one more search.

use crate::continuous::Coord;

/// The number of intervals that may be scanned in vain to save the search in one more class.
const WORTH_A_CLASS: f64 = 12.0;
/// The size class of infinite lengths.
const INFINITE: usize = 1 << 10;

/// A planned class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Group<C> {
    /// The [`size`] of the longest interval.
    size: usize,
    pub(super) count: usize,
    /// The length of the longest interval; the highest coordinate if one is infinite.
    pub(super) longest: C,
}

/// Returns half the binary logarithm of a length; lengths of one size differ by less than a factor of four.
fn size<C: Coord>(length: C) -> usize {
    if length >= C::HIGHEST { INFINITE } else { (length.to_f64().to_bits() >> 53) as usize & (INFINITE - 1) }
}

/// Plans classes for intervals with these starts and stops, from short to long.
pub(super) fn groups<C: Coord>(intervals: impl Iterator<Item = (C, C)> + Clone) -> Vec<Group<C>> {
    let reach = |(start, stop): (C, C)| stop.reach_from(start);
    let Some(first) = intervals.clone().next() else {
        return Vec::new();
    };
    let (mut count, mut shortest, mut longest) = (0, reach(first), reach(first));
    let (mut low, mut high) = (C::HIGHEST, C::LOWEST);
    intervals.clone().for_each(|(start, stop)| {
        let length = stop.reach_from(start);
        count += 1;
        shortest = if length < shortest { length } else { shortest };
        longest = if length > longest { length } else { longest };
        low = if (start < low) & (start > C::LOWEST) { start } else { low };
        high = if start > high { start } else { high };
    });
    let width = high.to_f64() - low.to_f64();
    // The number of intervals scanned in vain if `held` intervals are taken to be longer than they are.
    let vain = |held: usize, group: C, longest: C| {
        let longer = longest.to_f64() - group.to_f64();
        held as f64 * if longest < C::HIGHEST && longer < width { longer / width } else { 1.0 }
    };
    if vain(count, shortest, longest) <= WORTH_A_CLASS {
        return vec![Group { size: size(longest), count, longest }];
    }
    let base = size(shortest);
    let mut sizes = vec![(0, shortest); size(longest) + 1 - base];
    intervals.map(reach).for_each(|length| {
        let (count, longest) = &mut sizes[size(length) - base];
        *count += 1;
        *longest = if length > *longest { length } else { *longest };
    });
    let mut groups: Vec<Group<C>> = Vec::new();
    for (size, (count, longest)) in (base..).zip(sizes).filter(|&(_, (count, _))| count > 0) {
        match groups.last_mut() {
            Some(group) if vain(group.count, group.longest, longest) <= WORTH_A_CLASS => {
                *group = Group { size, count: group.count + count, longest };
            }
            _ => groups.push(Group { size, count, longest }),
        }
    }
    groups
}

/// Returns the index of the class of an interval.
#[inline(always)]
pub(super) fn class_of<C: Coord>(groups: &[Group<C>], start: C, stop: C) -> usize {
    let length = stop.reach_from(start);
    groups[..groups.len() - 1].iter().filter(|group| length > group.longest).count()
}
