//! Which intervals share a class: those of similar length, and with them short ones where it costs less to look at these
//! as if they were long than to search once more.

use crate::continuous::Coord;

/// How many intervals may be looked at in vain to save a search in a further class.
const WORTH_A_CLASS: f64 = 12.0;
/// The size of infinite lengths.
const INFINITE: usize = 1 << 10;

/// A class that is to be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Group<C> {
    /// The size of the longest one.
    size: usize,
    pub(super) count: usize,
    /// The highest coordinate if one is infinite.
    pub(super) longest: C,
}

/// Half the logarithm of a length: those of one size differ by less than a factor of four.
fn size<C: Coord>(length: C) -> usize {
    if length >= C::HIGHEST { INFINITE } else { (length.to_f64().to_bits() >> 53) as usize & (INFINITE - 1) }
}

/// Classes for intervals sorted by start, from short ones to long ones.
pub(super) fn groups<C: Coord>(starts: &[C], stops: &[C]) -> Vec<Group<C>> {
    let lengths = || starts.iter().zip(stops).map(|(&start, &stop)| stop.reach_from(start));
    let Some(first) = lengths().next() else {
        return Vec::new();
    };
    let (shortest, longest) = lengths().fold((first, first), |(shortest, longest), length| {
        (if length < shortest { length } else { shortest }, if length > longest { length } else { longest })
    });
    let low = starts.iter().find(|&&start| start > C::LOWEST).map_or(f64::INFINITY, |start| start.to_f64());
    let width = starts[starts.len() - 1].to_f64() - low;
    // How many are looked at in vain where `held` intervals are taken to be longer than they are.
    let vain = |held: usize, group: C, longest: C| {
        let longer = longest.to_f64() - group.to_f64();
        held as f64 * if longest < C::HIGHEST && longer < width { longer / width } else { 1.0 }
    };
    if vain(starts.len(), shortest, longest) <= WORTH_A_CLASS {
        return vec![Group { size: size(longest), count: starts.len(), longest }];
    }
    let base = size(shortest);
    let mut sizes = vec![(0, shortest); size(longest) + 1 - base];
    for length in lengths() {
        let (count, longest) = &mut sizes[size(length) - base];
        *count += 1;
        *longest = if length > *longest { length } else { *longest };
    }
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

/// Where each interval belongs, class after class, each in the order in which they are given.
pub(super) fn apart<C: Coord>(groups: &[Group<C>], starts: &[C], stops: &[C]) -> Vec<u32> {
    let mut next = vec![0; groups.len()];
    for (k, group) in groups[1..].iter().enumerate() {
        next[k + 1] = next[k] + groups[k].count as u32;
        debug_assert!(groups[k].size < group.size);
    }
    let place = |(&start, &stop): (&C, &C)| {
        let size = size(stop.reach_from(start));
        let place = &mut next[groups.iter().filter(|group| group.size < size).count()];
        *place += 1;
        *place - 1
    };
    starts.iter().zip(stops).map(place).collect()
}
