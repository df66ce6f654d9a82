//! Intervals that may overlap, in classes of similar length, so that those which meet a place are found by searching.
//!
//! ```text
//!  class 0, up to 1 long    [-]  [-]     [-][-]     [-]   [-]        sorted by start
//!  class 1, up to 4 long      [---]  [--]      [---]                 sorted by start
//!  class 2, longer                [---------------------]
//!                                   lo |=====| hi
//! ```
//!
//! An interval of a class that meets `lo..hi` starts before `hi`, and after `lo` less the length of the longest one: a
//! contiguous part of the class, in which few intervals stop before `lo`, since none is much shorter than the longest. One
//! interval across all of the line lies in a class of its own and spoils nothing.
//!
//! ```text
//!  meeting lo..hi:
//!      for each class:
//!          p = first with start[p] + longest > lo       a directory says about where
//!          while start[p] < hi: if stop[p] > lo: found p; p += 1
//! ```

use std::cmp::Ordering;

use super::directory::{Directory, Part};
use super::radix;
use crate::continuous::{Coord, Cut};
use crate::level::Entry;

/// How many intervals may be looked at in vain to save a search in a further class.
const WORTH_A_CLASS: f64 = 12.0;
/// Fewer intervals are sorted by comparing them.
const WORTH_DIGITS: usize = 512;

/// Intervals of fibers, in classes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Index<C> {
    /// Fiber `p` has the classes `fibers[p]..fibers[p + 1]`.
    fibers: Vec<usize>,
    classes: Vec<Class<C>>,
    starts: Vec<C>,
    stops: Vec<C>,
    /// Where in the level below lies what an interval holds.
    positions: Vec<usize>,
    directory: Directory,
}

/// Intervals of similar length and with the same ends, sorted by start.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Class<C> {
    first: usize,
    end: usize,
    /// None is longer; the highest coordinate if one is infinite.
    longest: C,
    ends: Sides,
    part: Option<Part>,
}

/// Whether intervals start, and stop, after their coordinates. Those of integers do not.
type Sides = (bool, bool);

impl<C: Coord> Index<C> {
    /// Without any fiber.
    pub(super) fn new() -> Self {
        Index {
            fibers: vec![0],
            classes: Vec::new(),
            starts: Vec::new(),
            stops: Vec::new(),
            positions: Vec::new(),
            directory: Directory::default(),
        }
    }

    /// Adds a fiber with these intervals, [`sort`]ed.
    pub(super) fn push(&mut self, entries: &[Entry<C>]) {
        for ends in [(false, false), (false, true), (true, false), (true, true)] {
            let same: Vec<_> = entries.iter().filter(|(lo, hi, _)| (lo.after, hi.after) == ends).copied().collect();
            let groups = groups(&same);
            if let [(_, longest)] = groups[..] {
                self.push_class(same.into_iter(), ends, longest);
                continue;
            }
            let mut classes = vec![Vec::new(); groups.len()];
            for entry in same {
                classes[groups.partition_point(|&(last, _)| last < size(reach(&entry)))].push(entry);
            }
            for (class, (_, longest)) in classes.into_iter().zip(groups) {
                self.push_class(class.into_iter(), ends, longest);
            }
        }
        self.fibers.push(self.classes.len());
    }

    /// Adds a class, sorted.
    fn push_class(&mut self, entries: impl Iterator<Item = Entry<C>>, ends: Sides, longest: C) {
        let first = self.starts.len();
        for (lo, hi, position) in entries {
            self.starts.push(lo.value);
            self.stops.push(hi.value);
            self.positions.push(position);
        }
        let part = self.directory.push(&self.starts[first..]);
        self.classes.push(Class { first, end: self.starts.len(), longest, ends, part });
    }

    /// How many fibers there are.
    pub(super) fn fibers(&self) -> usize {
        self.fibers.len() - 1
    }

    /// The classes of a fiber.
    #[inline(always)]
    fn classes(&self, fiber: usize) -> &[Class<C>] {
        &self.classes[self.fibers[fiber]..self.fibers[fiber + 1]]
    }

    /// The intervals of a fiber, sorted by start.
    pub(super) fn entries(&self, fiber: usize) -> Vec<Entry<C>> {
        let of_class = |class: &Class<C>| {
            let class = *class;
            (class.first..class.end)
                .map(move |p| (class.start(self.starts[p]), class.stop(self.stops[p]), self.positions[p]))
        };
        let mut entries: Vec<_> = self.classes(fiber).iter().flat_map(of_class).collect();
        sort(&mut entries);
        entries
    }

    /// The intervals of a fiber whose start is not `beyond`, and whose stop is not `past`: `past` holds up to some cut,
    /// which is `near` or close to it, and for none after it; `beyond` for none up to some cut and for all after it.
    #[inline(always)]
    pub(super) fn meeting(
        &self,
        fiber: usize,
        near: C,
        past: impl Fn(Cut<C>) -> bool + Copy,
        beyond: impl Fn(Cut<C>) -> bool + Copy,
    ) -> impl Iterator<Item = Entry<C>> {
        self.classes(fiber).iter().flat_map(move |class| {
            let class = *class;
            let first = class.first + self.first_of(&class, near, past);
            let starts = self.starts[first..class.end].iter();
            let stops = self.stops[first..class.end].iter();
            let positions = self.positions[first..class.end].iter();
            starts
                .zip(stops)
                .zip(positions)
                .map(move |((&start, &stop), position)| (class.start(start), class.stop(stop), position))
                .take_while(move |&(start, _, _)| !beyond(start))
                .filter(move |&(_, stop, _)| !past(stop))
                .map(|(start, stop, &position)| (start, stop, position))
        })
    }

    /// The first interval of a class, counted from its first, that may stop after what is past.
    #[inline(always)]
    fn first_of(&self, class: &Class<C>, near: C, past: impl Fn(Cut<C>) -> bool) -> usize {
        if class.longest >= C::HIGHEST {
            return 0;
        }
        let starts = &self.starts[class.first..class.end];
        // Whether an interval would be past that starts there and is as long as the longest one.
        let past = |start: C| past(start.plus(class.longest).after());
        match &class.part {
            None => starts.partition_point(|&start| past(start)),
            Some(part) => self.directory.first(part, starts, near.to_f64() - class.longest.to_f64(), past),
        }
    }
}

impl<C: Coord> Class<C> {
    /// Where an interval starts.
    #[inline(always)]
    fn start(&self, value: C) -> Cut<C> {
        Cut { value, after: !C::DISCRETE && self.ends.0 }
    }

    /// Where an interval stops.
    #[inline(always)]
    fn stop(&self, value: C) -> Cut<C> {
        Cut { value, after: !C::DISCRETE && self.ends.1 }
    }
}

/// The length of an interval, rounded up.
fn reach<C: Coord>((lo, hi, _): &Entry<C>) -> C {
    hi.value.reach_from(lo.value)
}

/// Half the logarithm of a length: those of one size differ by less than a factor of four.
fn size<C: Coord>(length: C) -> u64 {
    if length >= C::HIGHEST { u64::MAX } else { length.to_f64().to_bits() >> 53 }
}

/// Sorts by start, then by stop, then by position.
pub(super) fn sort<C: Coord>(entries: &mut [Entry<C>]) {
    if entries.is_sorted_by(|one, other| in_order(one, other).is_le()) {
        return;
    }
    if entries.len() < WORTH_DIGITS || u32::try_from(entries.len()).is_err() {
        entries.sort_unstable_by(in_order);
        return;
    }
    let order = radix::sorted(entries.iter().map(|entry| entry.0.value));
    let sorted: Vec<Entry<C>> = order.into_iter().map(|k| entries[k as usize]).collect();
    entries.copy_from_slice(&sorted);
    for same in entries.chunk_by_mut(|one, other| one.0.value == other.0.value).filter(|same| same.len() > 1) {
        same.sort_unstable_by(in_order);
    }
}

/// By start, then by stop, then by position.
fn in_order<C: Coord>(one: &Entry<C>, other: &Entry<C>) -> Ordering {
    (one.0, one.1).partial_cmp(&(other.0, other.1)).unwrap_or(Ordering::Equal).then(one.2.cmp(&other.2))
}

/// Classes for intervals, from short ones to long ones: the last size in the class, and its longest length. Sizes share a
/// class where looking at the short ones as if they were long costs less than another search.
fn groups<C: Coord>(entries: &[Entry<C>]) -> Vec<(u64, C)> {
    // Few sizes: a sorted list.
    let mut sizes: Vec<(u64, (f64, C))> = Vec::new();
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for entry in entries {
        let length = reach(entry);
        let size = size(length);
        let k = sizes.partition_point(|&(other, _)| other < size);
        if sizes.get(k).is_none_or(|&(other, _)| other != size) {
            sizes.insert(k, (size, (0.0, length)));
        }
        let (count, longest) = &mut sizes[k].1;
        *count += 1.0;
        *longest = if length > *longest { length } else { *longest };
        if entry.0 > Cut::FIRST {
            low = low.min(entry.0.value.to_f64());
            high = high.max(entry.0.value.to_f64());
        }
    }
    let mut groups: Vec<(u64, C)> = Vec::new();
    let mut held = 0.0;
    for (size, (count, longest)) in sizes {
        if let Some(group) = groups.last_mut() {
            let longer = longest.to_f64() - group.1.to_f64();
            let share = if longest < C::HIGHEST && longer < high - low { longer / (high - low) } else { 1.0 };
            if held * share <= WORTH_A_CLASS {
                *group = (size, longest);
                held += count;
                continue;
            }
        }
        groups.push((size, longest));
        held = count;
    }
    groups
}
