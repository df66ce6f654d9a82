//! Searches for the interval nearest to a query.

use super::IntervalIndex;
use crate::continuous::{Coord, Interval};

/// The direction of a search for the nearest interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To the left: among the intervals that stop at or before the start of the query.
    Upstream,
    /// To the right: among the intervals that start at or after the stop of the query.
    Downstream,
    /// To both sides, and among the intervals that overlap the query.
    Either,
}

/// The result of a search for the nearest interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// The number of the interval.
    pub number: usize,
    /// The length of the gap to the query, or for integers, the number of places in it; 0 if they overlap or touch.
    pub distance: f64,
}

impl<C: Coord> IntervalIndex<C> {
    /// Returns the nearest interval in a direction, if there is one, in O(log n).
    ///
    /// Ties between equally near intervals are resolved in this order: overlapping, upstream, downstream. Among
    /// overlapping intervals the first from left to right is chosen (see [`overlap`](Self::overlap)); upstream the one
    /// that starts last, and downstream the one that stops first, with remaining ties resolved by the lowest number. A
    /// closed end is nearer than an open end at the same place.
    ///
    /// ```
    /// use unite::continuous::Interval;
    /// use unite::kernel::IntervalIndex;
    /// use unite::kernel::interval_index::{Direction, Nearest};
    ///
    /// let list = [(0, Interval::closed_open(0, 10)?), (0, Interval::closed_open(20, 30)?)];
    /// let index = IntervalIndex::new(1, &list)?;
    /// let near = |a, b, direction| Ok::<_, unite::continuous::PlaceError>(index.nearest(0, Interval::closed_open(a, b)?, direction));
    /// assert_eq!(near(12, 15, Direction::Either)?, Some(Nearest { number: 0, distance: 2.0 }));
    /// assert_eq!(near(12, 15, Direction::Downstream)?, Some(Nearest { number: 1, distance: 5.0 }));
    /// assert_eq!(near(5, 25, Direction::Either)?, Some(Nearest { number: 0, distance: 0.0 }));
    /// assert_eq!(near(5, 25, Direction::Upstream)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest(&self, chromosome: usize, interval: Interval<C>, direction: Direction) -> Option<Nearest> {
        if chromosome >= self.chromosomes {
            return None;
        }
        let (lo, hi) = (interval.lo(), interval.hi());
        let upstream = || {
            let (stop, number) = self.ranks.previous(chromosome, lo)?;
            Some(Nearest { number, distance: C::measure(stop, lo) })
        };
        let downstream = || {
            let (start, number) = self.ranks.next(chromosome, hi)?;
            Some(Nearest { number, distance: C::measure(hi, start) })
        };
        match direction {
            Direction::Upstream => upstream(),
            Direction::Downstream => downstream(),
            Direction::Either => {
                let first = self.first(chromosome, interval).map(|number| Nearest { number, distance: 0.0 });
                first.or_else(|| match (upstream(), downstream()) {
                    (Some(one), Some(other)) => Some(if other.distance < one.distance { other } else { one }),
                    (one, other) => one.or(other),
                })
            }
        }
    }
}
