//! Batches of queries on the threads of the current rayon pool. Results do not depend on the number of threads.

use rayon::prelude::*;

use super::{IntervalIndex, Located};
use crate::continuous::Coord;

/// The number of queries that a thread processes at once.
const SHARE: usize = 4096;

impl<C: Coord> IntervalIndex<C> {
    /// Returns [`counts`](Self::counts), computed on several threads.
    pub fn counts_parallel(&self, queries: &[Located<C>]) -> Vec<usize> {
        let count = |&(chromosome, interval): &Located<C>| self.count(chromosome, interval);
        queries.par_iter().with_min_len(SHARE).map(count).collect()
    }

    /// Returns the pairs of [`join`](Self::join) in its order, computed on several threads.
    ///
    /// ```
    /// use unite::continuous::Interval;
    /// use unite::kernel::IntervalIndex;
    ///
    /// let data = IntervalIndex::new(1, &[(0, Interval::closed(5, 9)?), (0, Interval::closed(1, 6)?)])?;
    /// let queries = [(0, Interval::closed(6, 7)?), (0, Interval::closed(1, 2)?)];
    /// assert_eq!(data.join_parallel(&queries), [(0, 1), (0, 0), (1, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn join_parallel(&self, queries: &[Located<C>]) -> Vec<(usize, usize)> {
        let part = |(number, queries): (usize, &[Located<C>])| {
            let mut pairs = Vec::new();
            self.join(queries, |query, found| pairs.push((number * SHARE + query, found)));
            pairs
        };
        queries.par_chunks(SHARE).enumerate().map(part).collect::<Vec<_>>().concat()
    }
}
