//! Batches of queries.

use super::{IntervalIndex, Located};
use crate::continuous::{Coord, Interval};

impl<C: Coord> IntervalIndex<C> {
    /// Returns, for each query, the number of intervals that overlap it.
    ///
    /// ```
    /// use unite::continuous::Interval;
    /// use unite::kernel::IntervalIndex;
    ///
    /// let list = [(0, Interval::closed(1, 3)?), (0, Interval::closed(2, 5)?), (1, Interval::closed(1, 9)?)];
    /// let index = IntervalIndex::new(2, &list)?;
    /// assert_eq!(index.counts(&list), [2, 2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counts(&self, queries: &[Located<C>]) -> Vec<usize> {
        queries.iter().map(|&(chromosome, interval)| self.count(chromosome, interval)).collect()
    }

    /// Returns, for each query, whether some interval overlaps it.
    pub fn anys(&self, queries: &[Located<C>]) -> Vec<bool> {
        queries.iter().map(|&(chromosome, interval)| self.any(chromosome, interval)).collect()
    }

    /// Calls `visit` with the numbers of the query and the interval of each overlapping pair: queries in the given
    /// order, and the intervals of each from left to right (see [`overlap`](Self::overlap)).
    ///
    /// Queries may come in any order. Sorted queries are faster, because their data is still in the cache.
    ///
    /// ```
    /// use unite::continuous::Interval;
    /// use unite::kernel::IntervalIndex;
    ///
    /// let data = IntervalIndex::new(1, &[(0, Interval::closed(5, 9)?), (0, Interval::closed(1, 6)?)])?;
    /// let queries = [(0, Interval::closed(6, 7)?), (0, Interval::closed(1, 2)?)];
    /// let mut pairs = Vec::new();
    /// data.join(&queries, |query, number| pairs.push((query, number)));
    /// assert_eq!(pairs, [(0, 1), (0, 0), (1, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn join(&self, queries: &[Located<C>], mut visit: impl FnMut(usize, usize)) {
        let queries = queries.iter().map(|&(chromosome, interval)| self.cuts(chromosome, interval));
        self.in_order().pairs(queries, |query, (_, _, number)| visit(query, number));
    }

    /// Calls `visit` as [`join`](Self::join) does, with the intersection of the query and the interval.
    #[inline]
    pub fn intersections(&self, queries: &[Located<C>], mut visit: impl FnMut(usize, usize, Interval<C>)) {
        let cuts = queries.iter().map(|&(chromosome, interval)| self.cuts(chromosome, interval));
        self.in_order().pairs(cuts, |query, (start, stop, number)| {
            let interval = queries[query].1;
            visit(query, number, Interval::between(start.max(interval.lo()), stop.min(interval.hi())));
        });
    }
}
