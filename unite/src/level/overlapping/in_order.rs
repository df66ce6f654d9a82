//! The intervals that meet others, in order, for many of them.
//!
//! ```text
//!   starts   . . . . [ . . . . | . . . . ] . . .     sorted; the longest that is no giant is as long as the first part
//!                    |         |         |
//!              lo - longest    lo        hi
//!                    ^^^^^^^^^^^^^^^^^^^^^ those that may meet lo..hi: all that start after lo do
//!   meeting lo..hi:
//!       from = the first that starts after lo - longest, or a few before
//!       take each giant before it that stops after lo
//!       if those from there to hi are few: take each one that stops after lo
//!       else:
//!           of those up to lo, if they are not too many, visit each one that stops after lo
//!           else look for those that do by peaks
//!           visit all from lo to hi
//! ```
//!
//! Whether an interval stops in time, and how many do, cannot be foreseen by a processor. So those that do are written
//! into a list by stores that are always done, for many queries, and are visited when it is full.

use std::ops::Range;

use super::giants::Aside;
use super::ladder::{FEW, List};
use super::ranks::{start_limit, stop_limit};
use super::{Overlapping, Ranks, order};
use crate::continuous::{Coord, Cut};
use crate::level::{Entry, Level};

/// As many are few.
const SHORT: usize = 64;
/// So many queries share a number to count from.
const FAR: usize = 1 << 30;
/// How many pairs wait until they are visited.
const WAITING: usize = 512;
/// How many intervals are looked at before those that are there are visited: a power of two.
const BLOCK: usize = 128;
/// As many are looked at without asking how many are there, and
const SOME: usize = 512;
/// as many for each one that is.
const DENSE: usize = 4;

/// Finds the intervals that meet others, in order. It keeps the memory that this takes, so it is made once for many.
#[derive(Debug)]
pub struct InOrder<'a, L, C: Coord> {
    level: &'a Overlapping<L, C>,
    ranks: &'a Ranks<C>,
    /// Those of a fiber on whose sides nothing is known.
    found: Vec<Entry<C>>,
}

/// Pairs that were found: the number of a query, and an index in the ranks.
struct Waiting {
    /// With room for what [`Waiting::take`] writes behind those that count.
    pairs: Vec<(u32, u32)>,
    count: usize,
    /// The query from which on queries are numbered here.
    base: usize,
}

/// On which side of their coordinates the intervals of a fiber start, and stop.
#[derive(Clone, Copy, PartialEq)]
struct Sides {
    start: bool,
    stop: bool,
}

/// A query, as coordinates.
#[derive(Clone, Copy)]
struct Limits<C> {
    /// None that starts below meets it.
    from: C,
    /// Those that stop above may meet it.
    lo: C,
    /// Those that start below may.
    hi: C,
}

impl<C: Coord> Limits<C> {
    /// Of a query of intervals with ends on these sides, and with this reach.
    #[inline(always)]
    fn new(sides: Sides, reach: C, lo: Cut<C>, hi: Cut<C>) -> Self {
        let from = if reach < C::HIGHEST { lo.value.minus(reach) } else { C::LOWEST };
        Limits { from, lo: stop_limit(sides.stop, lo), hi: start_limit(sides.start, hi) }
    }
}

impl<C: Coord> Ranks<C> {
    /// The interval with an index.
    #[inline(always)]
    fn entry(&self, p: usize, sides: Sides) -> Entry<C> {
        // Reading in a way that cannot fail is left out by the compiler where nobody asks for the ends.
        let value = |list: &[C]| list.get(p).copied().unwrap_or_default();
        let after = |side| !C::DISCRETE && side;
        let start = Cut { value: value(&self.starts.coordinates), after: after(sides.start) };
        let stop = Cut { value: value(&self.until), after: after(sides.stop) };
        (start, stop, self.started[p] as usize)
    }

    /// The intervals of a part.
    #[inline(always)]
    fn part(&self, part: Range<usize>, sides: Sides) -> impl Iterator<Item = Entry<C>> {
        let cut = |value, side| Cut { value, after: !C::DISCRETE && side };
        let starts = self.starts.coordinates[part.clone()].iter();
        let ends = starts.zip(&self.until[part.clone()]);
        let entry = move |((&start, &stop), &position): ((&C, &C), &u32)| {
            (cut(start, sides.start), cut(stop, sides.stop), position as usize)
        };
        ends.zip(&self.started[part]).map(entry)
    }
}

impl<L: Level, C: Coord> Overlapping<L, C> {
    /// What visits intervals in order, with the ranks of this level.
    ///
    /// # Panics
    /// If the ranks are those of a level with another number of fibers or of intervals. Those of another level with as many
    /// give wrong answers.
    #[inline]
    pub fn in_order<'a>(&'a self, ranks: &'a Ranks<C>) -> InOrder<'a, L, C> {
        let (fibers, intervals) = (ranks.fibers.len(), ranks.started.len());
        assert!(
            (fibers, intervals) == (self.index.fibers(), self.index.starts.len()),
            "these are the ranks of another level: of {fibers} fibers and {intervals} intervals, and here are {} and {}",
            self.index.fibers(),
            self.index.starts.len(),
        );
        InOrder { level: self, ranks, found: Vec::new() }
    }
}

impl<'a, L: Level, C: Coord> InOrder<'a, L, C> {
    /// What [`overlaps`](Self::overlaps) visits, one by one: only as many are looked for as are taken, each in O(log n). (Of a
    /// fiber in which open and closed ends mix, all are looked for at once.)
    ///
    /// ```
    /// use unite::continuous::{Coord, Interval};
    /// use unite::level::{Overlapping, Pattern, Ranks};
    ///
    /// let intervals = vec![Interval::closed(4, 9)?, Interval::closed(1, 3)?, Interval::closed(2, 6)?];
    /// let level = Overlapping::from_parts(Interval::EVERYWHERE, vec![0, 3], intervals, Pattern::of(3))?;
    /// let ranks = Ranks::of(&level)?;
    /// let mut met = level.in_order(&ranks).iter(0, 3.before(), 8.before());
    /// assert_eq!(met.next().map(|(_, _, position)| position), Some(1));
    /// assert_eq!(met.map(|(_, _, position)| position).collect::<Vec<_>>(), [2, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(self, position: usize, lo: Cut<C>, hi: Cut<C>) -> impl Iterator<Item = Entry<C>> + use<'a, L, C> {
        let ranks = self.ranks;
        let sides = self.sides(position);
        let (mut p, mut first, mut end, mut limit, mut found) = (0, 0, 0, lo.value, Vec::new());
        match sides {
            _ if lo >= hi => {}
            Some(sides) => {
                let (list, limits) = self.limits(position, sides, lo, hi);
                (p, limit) = (list.first, limits.lo);
                (first, end) = (ranks.before(list, sides.start, lo), ranks.before(list, sides.start, hi));
            }
            None => {
                found.extend(self.level.overlaps(position, lo, hi));
                found.sort_unstable_by(order::by_ends);
            }
        }
        let sides = sides.unwrap_or(Sides { start: false, stop: false });
        let even = std::iter::from_fn(move || {
            if p < first {
                p = ranks.peaks.next(&ranks.until, p..first, |stop| stop > limit);
            }
            p += 1;
            (p <= end).then(|| ranks.entry(p - 1, sides))
        });
        even.fuse().chain(found)
    }

    /// The intervals of the fiber at `position` that have places in common with `lo..hi`, sorted by start, then by stop,
    /// then by position in the level below.
    #[inline]
    pub fn overlaps(&mut self, position: usize, lo: Cut<C>, hi: Cut<C>, mut visit: impl FnMut(Entry<C>)) {
        if lo >= hi {
            return;
        }
        match self.sides(position) {
            Some(sides) => {
                let (list, limits) = self.limits(position, sides, lo, hi);
                let (from, giants) = (self.ranks.starts.about(list, limits.from), self.ranks.fibers[position].giants);
                let giant = |p| visit(self.ranks.entry(p, sides));
                self.ranks.giants.each_before(giants, from, limits.lo, giant);
                self.left_and_right(position, sides, lo, hi, visit);
            }
            None => self.search(position, lo, hi, visit),
        }
    }

    /// For each query, a fiber and two cuts, what [`overlaps`](Self::overlaps) finds, with the number of the query.
    ///
    /// ```
    /// use unite::continuous::{Coord, Interval};
    /// use unite::level::{Overlapping, Pattern, Ranks};
    ///
    /// let intervals = vec![Interval::closed(4, 9)?, Interval::closed(1, 3)?, Interval::closed(2, 6)?];
    /// let level = Overlapping::from_parts(Interval::EVERYWHERE, vec![0, 3], intervals, Pattern::of(3))?;
    /// let ranks = Ranks::of(&level)?;
    /// let mut pairs = Vec::new();
    /// let queries = [(0, 5.before(), 8.before()), (0, 1.before(), 3.before())];
    /// level.in_order(&ranks).pairs(queries, |query, (_, _, position)| pairs.push((query, position)));
    /// assert_eq!(pairs, [(0, 2), (0, 0), (1, 1), (1, 2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn pairs(
        &mut self,
        queries: impl IntoIterator<Item = (usize, Cut<C>, Cut<C>)>,
        mut visit: impl FnMut(usize, Entry<C>),
    ) {
        let ranks = self.ranks;
        let mut waiting = Waiting { pairs: vec![(0, 0); WAITING + SHORT + FEW], count: 0, base: 0 };
        let mut held = Sides { start: false, stop: false };
        for (query, (position, lo, hi)) in queries.into_iter().enumerate() {
            if lo >= hi {
                continue;
            }
            let sides = self.sides(position);
            if waiting.count > WAITING || query - waiting.base > FAR || (!C::DISCRETE && sides != Some(held)) {
                waiting.flush(ranks, held, &mut visit);
                waiting.base = query;
            }
            let Some(sides) = sides else {
                self.search(position, lo, hi, |entry| visit(query, entry));
                continue;
            };
            held = sides;
            let (list, limits) = self.limits(position, sides, lo, hi);
            let from = ranks.starts.about(list, limits.from);
            let giants = ranks.fibers[position].giants;
            if !giants.is_empty() {
                waiting = waiting.with_giants(query, ranks, giants, from, limits.lo);
            }
            let far = from + SHORT;
            if far >= list.end || ranks.starts.coordinates[far] >= limits.hi {
                waiting.take(query, ranks, from..list.end, limits);
            } else {
                waiting.flush(ranks, held, &mut visit);
                self.left_and_right(position, sides, lo, hi, |entry| visit(query, entry));
            }
        }
        waiting.flush(ranks, held, &mut visit);
    }

    /// The sides of a fiber on which all of its intervals have their ends.
    #[inline(always)]
    fn sides(&self, position: usize) -> Option<Sides> {
        self.ranks.fibers[position].sides.map(|(start, stop)| Sides { start, stop })
    }

    /// Where the starts of a fiber lie, and what to compare with.
    #[inline(always)]
    fn limits(&self, position: usize, sides: Sides, lo: Cut<C>, hi: Cut<C>) -> (&List, Limits<C>) {
        let fiber = &self.ranks.fibers[position];
        (&fiber.starts[usize::from(sides.start)], Limits::new(sides, fiber.reach, lo, hi))
    }

    /// Visits those that start before `lo`, but for giants out of the reach of others, then those that start after it.
    #[inline(always)]
    fn left_and_right(&self, position: usize, sides: Sides, lo: Cut<C>, hi: Cut<C>, mut visit: impl FnMut(Entry<C>)) {
        let ranks = self.ranks;
        let (list, limits) = self.limits(position, sides, lo, hi);
        let from = ranks.starts.about(list, limits.from);
        let first = ranks.before(list, sides.start, lo);
        let end = ranks.before(list, sides.start, hi);
        let wanted = || first - list.first - ranks.stopped_by(position, lo);
        if first <= from + SOME || first <= from + DENSE * wanted() {
            visit_all(ranks, from..first, sides, limits.lo, &mut visit);
        } else {
            let visit = |p| visit(ranks.entry(p, sides));
            ranks.peaks.each(&ranks.until, from..first, |stop| stop > limits.lo, visit);
        }
        ranks.part(first..end, sides).for_each(visit);
    }

    /// The same with the classes of the level, where ends lie on both sides.
    #[cold]
    #[inline(never)]
    fn search(&mut self, position: usize, lo: Cut<C>, hi: Cut<C>, visit: impl FnMut(Entry<C>)) {
        self.found.clear();
        self.found.extend(self.level.overlaps(position, lo, hi));
        self.found.sort_unstable_by(order::by_ends);
        self.found.iter().copied().for_each(visit);
    }
}

/// Visits those of a part that stop above `lo`.
#[inline(always)]
fn visit_all<C: Coord>(ranks: &Ranks<C>, part: Range<usize>, sides: Sides, lo: C, visit: &mut impl FnMut(Entry<C>)) {
    let mut block = [0; BLOCK];
    for first in part.clone().step_by(BLOCK) {
        let mut taken = 0;
        for (p, &stop) in (first as u32..).zip(&ranks.until[first..part.end.min(first + BLOCK)]) {
            block[taken & (BLOCK - 1)] = p;
            taken += usize::from(stop > lo);
        }
        for &p in &block[..taken] {
            visit(ranks.entry(p as usize, sides));
        }
    }
}

impl Waiting {
    /// Takes the giants up to `from` that stop above `lo`, whatever their number.
    ///
    /// It moves the list, so that those without giants can hold it in registers.
    #[inline(never)]
    fn with_giants<C: Coord>(mut self, query: usize, ranks: &Ranks<C>, giants: Aside, from: usize, lo: C) -> Self {
        let query = (query - self.base) as u32;
        ranks.giants.each_before(giants, from, lo, |p| {
            self.pairs[self.count] = (query, p as u32);
            self.count += 1;
            if self.pairs.len() < self.count + SHORT + FEW {
                self.pairs.resize(self.count + SHORT + FEW, (0, 0));
            }
        });
        self
    }

    /// Takes those of a part that meet a query: at most [`SHORT`] start before it ends.
    #[inline(always)]
    fn take<C: Coord>(&mut self, query: usize, ranks: &Ranks<C>, part: Range<usize>, limits: Limits<C>) {
        let query = (query - self.base) as u32;
        let mut p = part.start;
        loop {
            let (starts, until) = (&ranks.starts.coordinates[p..p + FEW], &ranks.until[p..p + FEW]);
            let room = &mut self.pairs[self.count..self.count + FEW];
            let mut taken = 0;
            for k in 0..FEW {
                room[taken & (FEW - 1)] = (query, (p + k) as u32);
                taken += usize::from((p + k < part.end) & (starts[k] < limits.hi) & (until[k] > limits.lo));
            }
            self.count += taken;
            p += FEW;
            if p >= part.end || starts[FEW - 1] >= limits.hi {
                break;
            }
        }
    }

    /// Visits them.
    #[inline(always)]
    fn flush<C: Coord>(&mut self, ranks: &Ranks<C>, sides: Sides, visit: &mut impl FnMut(usize, Entry<C>)) {
        for &(query, p) in &self.pairs[..self.count] {
            visit(self.base + query as usize, ranks.entry(p as usize, sides));
        }
        self.count = 0;
    }
}
