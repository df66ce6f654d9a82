//! The intervals that meet others, in order, for many of them.
//!
//! ```text
//!   starts   . . . . [ . . . . | . . . . ] . . .     sorted; the longest interval is as long as the first part here
//!                    |         |         |
//!              lo - longest    lo        hi
//!                    ^^^^^^^^^^^^^^^^^^^^^ those that may meet lo..hi: all that start after lo do
//!   meeting lo..hi:
//!       if those are few:  take each one that stops after lo
//!       else:              how many of the left part stop after lo is known by ranks
//!                          go left from lo until all of them are found, or this takes too long: ask the classes
//! ```
//!
//! Whether an interval stops in time, and how many do, cannot be foreseen by a processor. So those that do are written
//! into a list by stores that are always done, for many queries, and are visited when it is full.

use std::ops::Range;

use super::ranks::{FEW, List};
use super::{Overlapping, Ranks, index};
use crate::continuous::{Coord, Cut};
use crate::level::{Entry, Level};

/// As many are few.
const SHORT: usize = 64;
/// So many queries share a number to count from.
const FAR: usize = 1 << 30;
/// How many pairs wait until they are visited.
const WAITING: usize = 512;
/// As many are looked at for each one that is found, without asking where they end.
const DENSE: usize = 4;
/// How many intervals are looked at for each one that is found, and before the first, until the classes are asked.
const WORTH_LOOKING: (usize, usize) = (12, 48);

/// Finds the intervals that meet others, in order. It keeps the memory that this takes, so it is made once for many.
#[derive(Debug)]
pub struct InOrder<'a, L, C> {
    level: &'a Overlapping<L, C>,
    ranks: &'a Ranks<C>,
    /// Those that start before, by their index in the ranks.
    left: Vec<u32>,
}

/// Pairs that were found: the number of a query, and an index in the ranks.
struct Waiting {
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

impl<C: Coord> Ranks<C> {
    /// The interval with an index.
    #[inline(always)]
    fn entry(&self, p: usize, sides: Sides) -> Entry<C> {
        (self.starts.cut(p, sides.start), self.stop(p, sides), self.started[p] as usize)
    }

    /// Where it stops.
    #[inline(always)]
    fn stop(&self, p: usize, sides: Sides) -> Cut<C> {
        Cut { value: self.until[p], after: !C::DISCRETE && sides.stop }
    }
}

impl<L: Level, C: Coord> Overlapping<L, C> {
    /// What visits intervals in order, with the ranks of this level.
    pub fn in_order<'a>(&'a self, ranks: &'a Ranks<C>) -> InOrder<'a, L, C> {
        InOrder { level: self, ranks, left: Vec::new() }
    }
}

impl<L: Level, C: Coord> InOrder<'_, L, C> {
    /// The intervals of the fiber at `position` that have places in common with `lo..hi`, sorted by start, then by stop,
    /// then by position in the level below.
    #[inline]
    pub fn overlaps(&mut self, position: usize, lo: Cut<C>, hi: Cut<C>, visit: impl FnMut(Entry<C>)) {
        if lo >= hi {
            return;
        }
        match self.sides(position) {
            Some(sides) => {
                let list = &self.ranks.fibers[position].starts[usize::from(sides.start)];
                let end = self.ranks.starts.before(list, sides.start, hi);
                self.left_and_right(position, sides, (lo, hi), self.from(position, list, lo)..end, visit);
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
            let list = &ranks.fibers[position].starts[usize::from(sides.start)];
            let from = self.from(position, list, lo);
            let end = ranks.starts.before(list, sides.start, hi);
            if end <= from + SHORT {
                let stop = |value| Cut { value, after: !C::DISCRETE && sides.stop };
                waiting.take(query, &ranks.until, from..end, |value| stop(value) > lo);
            } else {
                waiting.flush(ranks, held, &mut visit);
                self.left_and_right(position, sides, (lo, hi), from..end, |entry| visit(query, entry));
            }
        }
        waiting.flush(ranks, held, &mut visit);
    }

    /// The sides of a fiber on which all of its intervals have their ends.
    #[inline(always)]
    fn sides(&self, position: usize) -> Option<Sides> {
        self.ranks.fibers[position].sides.map(|(start, stop)| Sides { start, stop })
    }

    /// An index of a fiber below which all intervals stop before `lo`.
    #[inline(always)]
    fn from(&self, position: usize, list: &List, lo: Cut<C>) -> usize {
        let longest = self.ranks.fibers[position].longest;
        if longest >= C::HIGHEST {
            return list.first;
        }
        let past = |start: C| start.plus(longest) < lo.value;
        self.ranks.starts.about(list, lo.value.minus(longest), past)
    }

    /// Visits those that start before `lo`, then those that start after it: a `part` of the fiber, below which all stop
    /// before `lo`, up to the last one that starts before `hi`.
    #[inline(always)]
    fn left_and_right(
        &mut self,
        position: usize,
        sides: Sides,
        (lo, hi): (Cut<C>, Cut<C>),
        part: Range<usize>,
        mut visit: impl FnMut(Entry<C>),
    ) {
        let ranks = self.ranks;
        let list = &ranks.fibers[position].starts[usize::from(sides.start)];
        let first = ranks.starts.before(list, sides.start, lo);
        let wanted = first - list.first - ranks.stopped_by(position, lo);
        if self.left.len() < wanted + FEW {
            self.left.resize(2 * (wanted + FEW), 0);
        }
        let there = |p| ranks.stop(p, sides) > lo;
        if first <= part.start + DENSE * wanted {
            self.take_all(part.start, first, there);
        } else if !self.look_left(list, first, wanted, there) {
            return self.search(position, lo, hi, visit);
        }
        for &p in &self.left[..wanted] {
            visit(ranks.entry(p as usize, sides));
        }
        for p in first..part.end {
            visit(ranks.entry(p, sides));
        }
    }

    /// Finds those of `from..end` that are there.
    #[inline(always)]
    fn take_all(&mut self, from: usize, end: usize, there: impl Fn(usize) -> bool) {
        let mut taken = 0;
        for p in from..end {
            self.left[taken] = p as u32;
            taken += usize::from(there(p));
        }
    }

    /// Finds those that start before the interval at `first` and are still there, `wanted` of them; or gives up where
    /// they lie too far apart.
    #[inline(always)]
    fn look_left(&mut self, list: &List, first: usize, wanted: usize, there: impl Fn(usize) -> bool) -> bool {
        let left = &mut self.left[..wanted];
        let end = list.first.max(first.saturating_sub(WORTH_LOOKING.0 * wanted + WORTH_LOOKING.1));
        let mut missing = wanted;
        for p in (end..first).rev() {
            if missing == 0 {
                break;
            }
            left[missing - 1] = p as u32;
            missing -= usize::from(there(p));
        }
        missing == 0
    }

    /// The same with the classes of the level.
    #[cold]
    #[inline(never)]
    fn search(&self, position: usize, lo: Cut<C>, hi: Cut<C>, visit: impl FnMut(Entry<C>)) {
        let mut found: Vec<Entry<C>> = self.level.overlaps(position, lo, hi).collect();
        index::sort(&mut found);
        found.into_iter().for_each(visit);
    }
}

impl Waiting {
    /// Takes those of a part that are there, by where they stop: at most [`SHORT`].
    #[inline(always)]
    fn take<C: Coord>(&mut self, query: usize, until: &[C], part: Range<usize>, there: impl Fn(C) -> bool) {
        let query = (query - self.base) as u32;
        let mut p = part.start;
        while p < part.end {
            let room = &mut self.pairs[self.count..self.count + FEW];
            let mut taken = 0;
            for (k, &stop) in (p..).zip(&until[p..p + FEW]) {
                room[taken] = (query, k as u32);
                taken += usize::from((k < part.end) & there(stop));
            }
            self.count += taken;
            p += FEW;
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
