//! Many queries, shared out to the threads of rayon.

use rayon::prelude::*;

use super::{Neighbour, RadiusIndex};
use crate::kernel::Real;

/// How many queries a thread takes at a time.
const CHUNK: usize = 256;

/// What many queries found: a list of identifiers for each, in the order of the queries.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Found {
    ends: Vec<usize>,
    ids: Vec<u32>,
}

impl Found {
    /// How many queries there were.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there were none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// What query `query` found.
    ///
    /// # Panics
    /// There were not as many.
    pub fn of(&self, query: usize) -> &[u32] {
        let start = query.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.ids[start..self.ends[query]]
    }

    /// What each query found.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|query| self.of(query))
    }

    /// The lists of all queries, from those of chunks of them.
    fn joined(chunks: Vec<Found>) -> Self {
        let mut found = Found { ends: Vec::new(), ids: Vec::with_capacity(chunks.iter().map(|it| it.ids.len()).sum()) };
        for chunk in chunks {
            let base = found.ids.len();
            found.ends.extend(chunk.ends.iter().map(|end| base + end));
            found.ids.extend(chunk.ids);
        }
        found
    }

    /// The lists of all queries, from one that appends what a query finds.
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

/// With the feature `parallel`: many queries at once, on the threads of the rayon pool that it is called in. The results do
/// not depend on the threads.
impl<C: Real, const D: usize> RadiusIndex<C, D> {
    /// [`radius`](Self::radius) about each center.
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

    /// [`radius_count`](Self::radius_count) about each center.
    pub fn radius_count_parallel(&self, centers: &[[C; D]], radius: C) -> Vec<usize> {
        centers.par_iter().with_min_len(CHUNK).map(|&center| self.radius_count(center, radius)).collect()
    }

    /// [`range`](Self::range) of each box, given as its least and its greatest corner.
    pub fn range_parallel(&self, boxes: &[([C; D], [C; D])]) -> Found {
        Found::collect(boxes, |&(low, high), ids| self.range_visit(low, high, |more| ids.extend_from_slice(more)))
    }

    /// [`range_count`](Self::range_count) of each box, given as its least and its greatest corner.
    pub fn range_count_parallel(&self, boxes: &[([C; D], [C; D])]) -> Vec<usize> {
        boxes.par_iter().with_min_len(CHUNK).map(|&(low, high)| self.range_count(low, high)).collect()
    }

    /// [`nearest`](Self::nearest) of each center.
    pub fn nearest_parallel(&self, centers: &[[C; D]], k: usize) -> Vec<Vec<Neighbour<C>>> {
        centers.par_iter().with_min_len(CHUNK).map(|&center| self.nearest(center, k)).collect()
    }
}
