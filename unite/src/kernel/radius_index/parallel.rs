//! Batches of queries on the threads of rayon.

use rayon::prelude::*;

use super::{Neighbour, RadiusIndex};
use crate::kernel::Real;

/// The number of queries that a thread processes at a time.
const CHUNK: usize = 256;

/// The results of a batch of queries: a list of identifiers for each, in the order of the queries.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Found {
    ends: Vec<usize>,
    ids: Vec<u32>,
}

impl Found {
    /// Returns the number of queries.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there were no queries.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the identifiers that query `query` found.
    ///
    /// # Panics
    /// If `query` is not less than the number of queries.
    pub fn of(&self, query: usize) -> &[u32] {
        let start = query.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.ids[start..self.ends[query]]
    }

    /// Returns an iterator over the lists of all queries.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|query| self.of(query))
    }

    /// Concatenates the results of consecutive chunks of queries.
    fn joined(chunks: Vec<Found>) -> Self {
        let mut found = Found { ends: Vec::new(), ids: Vec::with_capacity(chunks.iter().map(|it| it.ids.len()).sum()) };
        for chunk in chunks {
            let base = found.ids.len();
            found.ends.extend(chunk.ends.iter().map(|end| base + end));
            found.ids.extend(chunk.ids);
        }
        found
    }

    /// Collects the results of all queries; `append` appends the results of one query to a list.
    fn collect<Q: Sync>(queries: &[Q], append: impl Fn(&Q, &mut Vec<u32>) + Sync) -> Self {
        let chunk = |queries: &[Q]| {
            let mut found = Found::default();
            for query in queries {
                append(query, &mut found.ids);
                found.ends.push(found.ids.len());
            }
            found
        };
        Found::joined(queries.par_chunks(CHUNK).map(chunk).collect())
    }
}

/// With the feature `parallel`: processes several queries at once, on the threads of the current rayon pool. Results do
/// not depend on the number of threads.
impl<C: Real, const D: usize> RadiusIndex<C, D> {
    /// Calls [`radius`](Self::radius) for each center.
    ///
    /// ```
    /// use unite::kernel::RadiusIndex;
    ///
    /// let index = RadiusIndex::new(&[[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 9.0, 0.0]])?;
    /// let found = index.radius_parallel(&[[0.5, 0.0, 0.0], [5.0; 3], [0.0, 9.0, 0.0]], 0.5);
    /// assert_eq!(found.iter().map(<[u32]>::len).collect::<Vec<_>>(), [2, 0, 1]);
    /// assert_eq!(found.of(2), [2]);
    /// # Ok::<(), unite::kernel::RadiusIndexError>(())
    /// ```
    pub fn radius_parallel(&self, centers: &[[C; D]], radius: C) -> Found {
        Found::collect(centers, |&center, ids| self.radius_visit(center, radius, |more| ids.extend_from_slice(more)))
    }

    /// Calls [`radius_count`](Self::radius_count) for each center.
    pub fn radius_count_parallel(&self, centers: &[[C; D]], radius: C) -> Vec<usize> {
        centers.par_iter().with_min_len(CHUNK).map(|&center| self.radius_count(center, radius)).collect()
    }

    /// Calls [`range`](Self::range) for each box, given as its least and its greatest corner.
    pub fn range_parallel(&self, boxes: &[([C; D], [C; D])]) -> Found {
        Found::collect(boxes, |&(low, high), ids| self.range_visit(low, high, |more| ids.extend_from_slice(more)))
    }

    /// Calls [`range_count`](Self::range_count) for each box, given as its least and its greatest corner.
    pub fn range_count_parallel(&self, boxes: &[([C; D], [C; D])]) -> Vec<usize> {
        boxes.par_iter().with_min_len(CHUNK).map(|&(low, high)| self.range_count(low, high)).collect()
    }

    /// Calls [`nearest`](Self::nearest) for each center.
    pub fn nearest_parallel(&self, centers: &[[C; D]], k: usize) -> Vec<Vec<Neighbour<C>>> {
        centers.par_iter().with_min_len(CHUNK).map(|&center| self.nearest(center, k)).collect()
    }
}
