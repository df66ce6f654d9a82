//! Search for the intervals that meet others, in order, for many queries.
//!
//! ```text
//!   starts   . . . . [ . . . . | . . . . ] . . .     sorted; `longest` is the length of the longest non-giant
//!                    |         |         |
//!              lo - longest    lo        hi
//!                    ^^^^^^^^^^^^^^^^^^^^^ candidates for lo..hi: all that start after lo meet it
//!   meeting lo..hi:
//!       from = the index of the first start after lo - longest, or a few before it
//!       take each giant before `from` that stops after lo
//!       if few intervals start from there to hi: take each one that stops after lo
//!       else:
//!           if few intervals start from there to lo: visit each one that stops after lo
//!           else: search by peaks for those that stop after lo
//!           visit all that start from lo to hi
//! ```
//!
//! A processor cannot predict which intervals match, or how many do. So matches are written to a list by unconditional
//! stores, for many queries, and visited when the list is full.

use std::ops::Range;

use super::Ranks;
use super::giants::Aside;
use super::ladder::{FEW, List};
use super::ranks::{start_limit, stop_limit};
use crate::continuous::{Coord, Cut};
use crate::level::format::overlapping::order;
use crate::level::{Entry, Level, Overlapping};

/// A range this short is scanned linearly.
const SHORT: usize = 64;
/// The number of queries that are numbered from the same base.
const FAR: usize = 1 << 30;
/// The number of pairs after which the list is visited and emptied.
const WAITING: usize = 512;
/// The block size of the branch-free filter: a power of two.
const BLOCK: usize = 128;
/// The number of candidates that are scanned before the match count is consulted.
const SOME: usize = 512;
/// The number of candidates that are scanned per known match.
const DENSE: usize = 4;

/// A search for the intervals that meet others, in order. It keeps its buffers, so create it once for many queries.
#[derive(Debug)]
pub struct InOrder<'a, L, C: Coord> {
    level: &'a Overlapping<L, C>,
    ranks: &'a Ranks<C>,
    /// A buffer for the matches of a fiber whose starts or stops lie on both sides of their coordinates.
    found: Vec<Entry<C>>,
}

/// Pairs that wait to be visited: the number of a query, and an index in the ranks.
struct Waiting {
    /// The pairs, of which the first `count` are valid; [`Waiting::take`] writes behind them, so there must be room.
    pairs: Vec<(u32, u32)>,
    count: usize,
    /// The query from which the stored query numbers count.
    base: usize,
}

/// The sides of their coordinates on which the intervals of a fiber start and stop: `true` is after.
#[derive(Clone, Copy, PartialEq)]
struct Sides {
    start: bool,
    stop: bool,
}

/// A query, converted to coordinates.
#[derive(Clone, Copy)]
struct Limits<C> {
    /// Intervals that start below it do not meet the query, except giants.
    from: C,
    /// Intervals that stop above it may meet the query.
    lo: C,
    /// Intervals that start below it may meet the query.
    hi: C,
}

impl<C: Coord> Limits<C> {
    /// Creates the limits of a query of intervals with ends on these sides and with this reach.
    #[inline(always)]
    fn new(sides: Sides, reach: C, lo: Cut<C>, hi: Cut<C>) -> Self {
        let from = if reach < C::HIGHEST { lo.value.minus(reach) } else { C::LOWEST };
        Limits { from, lo: stop_limit(sides.stop, lo), hi: start_limit(sides.start, hi) }
    }
}

impl<C: Coord> Ranks<C> {
    /// Returns the interval at an index.
    #[inline(always)]
    fn entry(&self, p: usize, sides: Sides) -> Entry<C> {
        // `get` cannot panic, so the compiler drops the reads if the caller does not use the ends.
        let value = |list: &[C]| list.get(p).copied().unwrap_or_default();
        let after = |side| !C::DISCRETE && side;
        let start = Cut { value: value(&self.starts.coordinates), after: after(sides.start) };
        let stop = Cut { value: value(&self.until), after: after(sides.stop) };
        (start, stop, self.started[p] as usize)
    }

    /// Returns the intervals of a part.
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
    /// Creates a search for intervals in order, with the ranks of this level.
    ///
    /// # Panics
    /// If the ranks belong to a level with another number of fibers or of intervals. Ranks of another level with the
    /// same numbers give wrong answers.
    #[inline]
    pub fn in_order<'a>(&'a self, ranks: &'a Ranks<C>) -> InOrder<'a, L, C> {
        let (fibers, intervals) = (ranks.fibers.len(), ranks.started.len());
        assert!(
            (fibers, intervals) == (self.index().fibers(), self.index().starts.len()),
            "these are the ranks of another level: they have {fibers} fibers and {intervals} intervals, not {} and {}",
            self.index().fibers(),
            self.index().starts.len(),
        );
        InOrder { level: self, ranks, found: Vec::new() }
    }
}

impl<'a, L: Level, C: Coord> InOrder<'a, L, C> {
    /// Returns the intervals that [`overlaps`](Self::overlaps) visits, one by one: each is searched for when it is
    /// taken, in O(log n). (If open and closed ends mix in the fiber, all intervals are searched for at once.)
    ///
    /// ```
    /// use unite::continuous::{Coord, Interval};
    /// use unite::kernel::interval_index::Ranks;
    /// use unite::level::{Overlapping, Pattern};
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

    /// Visits the intervals of the fiber at `position` that have places in common with `lo..hi`, sorted by start, then
    /// by stop, then by position in the child level.
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

    /// Visits, for each query of a fiber and two cuts, the intervals that [`overlaps`](Self::overlaps) visits, with the
    /// number of the query.
    ///
    /// ```
    /// use unite::continuous::{Coord, Interval};
    /// use unite::kernel::interval_index::Ranks;
    /// use unite::level::{Overlapping, Pattern};
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

    /// Returns the sides on which all intervals of a fiber have their ends, if they agree.
    #[inline(always)]
    fn sides(&self, position: usize) -> Option<Sides> {
        self.ranks.fibers[position].sides.map(|(start, stop)| Sides { start, stop })
    }

    /// Returns the list of the starts of a fiber, and the limits to compare with.
    #[inline(always)]
    fn limits(&self, position: usize, sides: Sides, lo: Cut<C>, hi: Cut<C>) -> (&List, Limits<C>) {
        let fiber = &self.ranks.fibers[position];
        (&fiber.starts[usize::from(sides.start)], Limits::new(sides, fiber.reach, lo, hi))
    }

    /// Visits the matches that start before `lo`, except giants that start out of the reach of other intervals, then
    /// all that start from `lo` to `hi`.
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

    /// Visits the matches by the classes of the level, for a fiber whose ends lie on both sides.
    #[cold]
    #[inline(never)]
    fn search(&mut self, position: usize, lo: Cut<C>, hi: Cut<C>, visit: impl FnMut(Entry<C>)) {
        self.found.clear();
        self.found.extend(self.level.overlaps(position, lo, hi));
        self.found.sort_unstable_by(order::by_ends);
        self.found.iter().copied().for_each(visit);
    }
}

/// Visits the intervals of a part that stop above `lo`.
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
    /// Takes the giants before index `from` that stop above `lo`, whatever their number.
    ///
    /// It moves the list, so that callers without giants can hold the list in registers.
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

    /// Takes the intervals of a part that meet a query; at most [`SHORT`] of them may start before it ends.
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

    /// Visits the pairs and empties the list.
    #[inline(always)]
    fn flush<C: Coord>(&mut self, ranks: &Ranks<C>, sides: Sides, visit: &mut impl FnMut(usize, Entry<C>)) {
        for &(query, p) in &self.pairs[..self.count] {
            visit(self.base + query as usize, ranks.entry(p as usize, sides));
        }
        self.count = 0;
    }
}
