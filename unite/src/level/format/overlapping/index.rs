//! Intervals that may overlap, in classes of similar length. Those that meet a place are found by search.
//!
//! ```text
//!  class 0, up to 1 long    [-]  [-]     [-][-]     [-]   [-]        sorted by start
//!  class 1, up to 4 long      [---]  [--]      [---]                 sorted by start
//!  class 2, longer                [---------------------]
//!                                   lo |=====| hi
//! ```
//!
//! An interval of a class that meets `lo..hi` starts before `hi`, and after `lo` minus the length of the longest one:
//! this is a contiguous part of the class, in which few intervals stop before `lo`, since none is much shorter than the
//! longest. An interval across the whole line lies in its own class and does not slow down the others. If many
//! intervals do stop before `lo`, for instance nested ones, the peaks of the stops skip them.
//!
//! ```text
//!  meeting lo..hi:
//!      for each class:
//!          p = first with start[p] + longest > lo       a directory tells about where
//!          while start[p] < hi: if stop[p] > lo: found p; p += 1; from the 512th on, to the next stop above lo
//! ```

use super::classes::{self, Group};
use super::directory::{Directory, Part};
use super::order;
use super::peaks::Peaks;
use crate::continuous::{Coord, Cut};
use crate::level::{Entry, LevelError};

/// The number of intervals of a class that are scanned before the next one is searched by peaks.
const LONG: usize = 512;

/// The intervals of all fibers, in classes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Index<C> {
    /// Fiber `p` has the classes `fibers[p]..fibers[p + 1]`.
    fibers: Vec<usize>,
    classes: Vec<Class<C>>,
    pub(crate) starts: Vec<C>,
    pub(crate) stops: Vec<C>,
    /// The peaks of `stops`.
    peaks: Peaks<C>,
    /// The position in the child level of the contents of each interval.
    pub(crate) positions: Vec<usize>,
    directory: Directory,
}

/// A class: intervals of similar length and with the same ends, sorted by start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Class<C> {
    pub(crate) first: usize,
    pub(crate) end: usize,
    /// The length of the longest interval; the highest coordinate if one is infinite.
    pub(crate) longest: C,
    pub(crate) ends: Sides,
    part: Option<Part>,
}

/// The sides of their coordinates on which intervals start and stop: `true` is after. Always `false` for integers.
pub(crate) type Sides = (bool, bool);

impl<C: Coord> Index<C> {
    /// Creates an index without any fiber, with room for `fibers` fibers and `capacity` intervals.
    pub(crate) fn with_capacity(fibers: usize, capacity: usize) -> Self {
        let mut pointers = Vec::with_capacity(fibers + 1);
        pointers.push(0);
        Index {
            fibers: pointers,
            classes: Vec::with_capacity(fibers.min(capacity)),
            starts: Vec::with_capacity(capacity),
            stops: Vec::with_capacity(capacity),
            peaks: Peaks::default(),
            positions: Vec::with_capacity(capacity),
            directory: Directory::default(),
        }
    }

    /// Adds a fiber with `count` intervals, in any order.
    ///
    /// # Errors
    /// [`LevelError::TooLarge`]: there are more than 2^32 - 1 intervals.
    pub(crate) fn push(&mut self, count: usize, entry: impl Fn(usize) -> Entry<C> + Clone) -> Result<(), LevelError> {
        let ends_of = |&(lo, hi, _): &Entry<C>| (!C::DISCRETE && lo.after, !C::DISCRETE && hi.after);
        let ends = if count > 0 { ends_of(&entry(0)) } else { (false, false) };
        let order = order::of(count, &entry)?;
        let unsorted = (0..count).map(&entry);
        if unsorted.clone().all(|entry| ends_of(&entry) == ends) {
            match order {
                Some(order) => self.push_classes(ends, unsorted, order.iter().map(|&k| entry(k as usize))),
                None => self.push_classes(ends, unsorted.clone(), unsorted),
            }
        } else {
            let sorted = (0..count).map(|k| entry(order.as_ref().map_or(k, |order| order[k] as usize)));
            for ends in [(false, false), (false, true), (true, false), (true, true)] {
                let sorted = sorted.clone().filter(|entry| ends_of(entry) == ends);
                self.push_classes(ends, sorted.clone(), sorted);
            }
        }
        self.fibers.push(self.classes.len());
        Ok(())
    }

    /// Adds the classes of intervals with the same ends, given in any order and sorted.
    fn push_classes(
        &mut self,
        ends: Sides,
        unsorted: impl Iterator<Item = Entry<C>> + Clone,
        sorted: impl Iterator<Item = Entry<C>>,
    ) {
        let groups = classes::groups(unsorted.map(|(lo, hi, _)| (lo.value, hi.value)));
        let mut end = self.starts.len();
        let mut next = Vec::with_capacity(groups.len());
        for group in &groups {
            next.push(end);
            end += group.count;
        }
        self.starts.resize(end, C::default());
        self.stops.resize(end, C::default());
        self.positions.resize(end, 0);
        for (lo, hi, position) in sorted {
            let class = if groups.len() > 1 { classes::class_of(&groups, lo.value, hi.value) } else { 0 };
            let next = &mut next[class];
            (self.starts[*next], self.stops[*next], self.positions[*next]) = (lo.value, hi.value, position);
            *next += 1;
        }
        for (Group { count, longest, .. }, end) in groups.into_iter().zip(next) {
            let first = end - count;
            let part = self.directory.push(&self.starts[first..end]);
            self.classes.push(Class { first, end, longest, ends, part });
        }
    }

    /// Completes the index after all fibers.
    pub(crate) fn close(&mut self) {
        self.peaks = Peaks::of(&self.stops);
    }

    /// Returns the number of fibers.
    pub(crate) fn fibers(&self) -> usize {
        self.fibers.len() - 1
    }

    /// Returns the classes of a fiber.
    #[inline(always)]
    pub(crate) fn classes(&self, fiber: usize) -> &[Class<C>] {
        &self.classes[self.fibers[fiber]..self.fibers[fiber + 1]]
    }

    /// Returns the intervals of a fiber, sorted by start.
    pub(crate) fn entries(&self, fiber: usize) -> Vec<Entry<C>> {
        let of_class = |class: &Class<C>| {
            let class = *class;
            (class.first..class.end)
                .map(move |p| (class.start(self.starts[p]), class.stop(self.stops[p]), self.positions[p]))
        };
        let mut entries: Vec<_> = self.classes(fiber).iter().flat_map(of_class).collect();
        if self.classes(fiber).len() > 1 {
            entries.sort_by(order::by_ends);
        }
        entries
    }

    /// Returns the intervals of a fiber whose start is not `beyond`, whose stop is not `past`, and whose number in this index
    /// `also` accepts; with that number. `past` must hold for all cuts up to some cut, which is `near` or close to it, and
    /// for none after it; `beyond` for none up to some cut and for all after it.
    #[inline(always)]
    pub(crate) fn meeting(
        &self,
        fiber: usize,
        near: C,
        past: impl Fn(Cut<C>) -> bool + Copy,
        beyond: impl Fn(Cut<C>) -> bool + Copy,
        also: impl Fn(usize) -> bool + Copy,
    ) -> impl Iterator<Item = (usize, Entry<C>)> {
        self.classes(fiber).iter().flat_map(move |class| {
            let class = *class;
            let first = class.first + self.first_of(&class, near, past);
            let end = class.end.min(first + LONG);
            let starts = self.starts[first..end].iter();
            let stops = self.stops[first..end].iter();
            let positions = self.positions[first..end].iter();
            (first..end)
                .zip(starts.zip(stops).zip(positions))
                .map(move |(p, ((&start, &stop), position))| (p, class.start(start), class.stop(stop), position))
                .take_while(move |&(_, start, _, _)| !beyond(start))
                // One jump for both, which most intervals take if few are accepted.
                .filter(move |&(p, _, stop, _)| !past(stop) & also(p))
                .map(|(p, start, stop, &position)| (p, (start, stop, position)))
                .chain(self.rest(class, end, past, beyond).filter(move |&(p, _)| also(p)))
        })
    }

    /// Returns an upper bound of the number of intervals that [`meeting`](Self::meeting) finds, by the lengths of the longest
    /// ones, and the number of all intervals of the fiber.
    pub(crate) fn may_meet(
        &self,
        fiber: usize,
        near: C,
        past: impl Fn(Cut<C>) -> bool + Copy,
        beyond: impl Fn(Cut<C>) -> bool + Copy,
    ) -> (usize, usize) {
        let of_class = |class: &Class<C>| {
            let first = class.first + self.first_of(class, near, past);
            self.starts[first..class.end].partition_point(|&start| !beyond(class.start(start)))
        };
        let classes = self.classes(fiber).iter();
        classes.fold((0, 0), |(met, all), class| (met + of_class(class), all + class.end - class.first))
    }

    /// Returns the matches of a class from `p` on.
    #[inline(always)]
    fn rest(
        &self,
        class: Class<C>,
        mut p: usize,
        past: impl Fn(Cut<C>) -> bool + Copy,
        beyond: impl Fn(Cut<C>) -> bool + Copy,
    ) -> impl Iterator<Item = (usize, Entry<C>)> {
        let next = move || {
            if p < class.end && past(class.stop(self.stops[p])) {
                p = self.next_of(&class, p, past);
            }
            p += 1;
            (p <= class.end).then(|| {
                let p = p - 1;
                (p, (class.start(self.starts[p]), class.stop(self.stops[p]), self.positions[p]))
            })
        };
        std::iter::from_fn(next).take_while(move |&(_, (start, _, _))| !beyond(start)).fuse()
    }

    /// Returns the first match of [`meeting`](Self::meeting), sorted by start, then by stop, then by position.
    pub(crate) fn first_meeting(
        &self,
        fiber: usize,
        near: C,
        past: impl Fn(Cut<C>) -> bool + Copy,
        beyond: impl Fn(Cut<C>) -> bool + Copy,
    ) -> Option<Entry<C>> {
        let first = |class: &Class<C>| {
            let p = self.next_of(class, class.first + self.first_of(class, near, past), past);
            let entry =
                (p < class.end).then(|| (class.start(self.starts[p]), class.stop(self.stops[p]), self.positions[p]));
            entry.filter(|&(start, _, _)| !beyond(start))
        };
        self.classes(fiber).iter().filter_map(first).min_by(order::by_ends)
    }

    /// Returns the index of the first interval of a class, from `p` on, whose stop is not past.
    #[inline(never)]
    fn next_of(&self, class: &Class<C>, p: usize, past: impl Fn(Cut<C>) -> bool) -> usize {
        self.peaks.next(&self.stops, p..class.end, |stop| !past(class.stop(stop)))
    }

    /// Returns the index, counted from the start of the class, of the first start from which an interval of the longest
    /// length would not be past.
    #[inline(always)]
    fn first_of(&self, class: &Class<C>, near: C, past: impl Fn(Cut<C>) -> bool) -> usize {
        if class.longest >= C::HIGHEST {
            return 0;
        }
        let starts = &self.starts[class.first..class.end];
        // Tells whether an interval that starts there and is as long as the longest one would be past.
        let past = |start: C| past(start.plus(class.longest).after());
        match &class.part {
            None => starts.partition_point(|&start| past(start)),
            Some(part) => self.directory.first(part, starts, near.to_f64() - class.longest.to_f64(), past),
        }
    }
}

impl<C: Coord> Class<C> {
    /// Returns the cut at which an interval starts.
    #[inline(always)]
    pub(crate) fn start(&self, value: C) -> Cut<C> {
        Cut { value, after: !C::DISCRETE && self.ends.0 }
    }

    /// Returns the cut at which an interval stops.
    #[inline(always)]
    pub(crate) fn stop(&self, value: C) -> Cut<C> {
        Cut { value, after: !C::DISCRETE && self.ends.1 }
    }
}
