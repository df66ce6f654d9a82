//! What lies next to an interval.

use super::IntervalIndex;
use crate::continuous::{Coord, Interval};

/// Where to look for what is nearest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To the left: among those that stop where the query starts, or before.
    Upstream,
    /// To the right: among those that start where the query stops, or behind.
    Downstream,
    /// To both sides, and among those that overlap the query.
    Either,
}

/// An interval that is near.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// Its number.
    pub number: usize,
    /// How much lies between: a length, or of integers, how many. Zero if they overlap or touch.
    pub distance: f64,
}

impl<C: Coord> IntervalIndex<C> {
    /// The nearest interval, if there is one in that direction, in O(log n).
    ///
    /// Of several that are equally near, one is chosen: first one that overlaps, then one upstream, then one downstream.
    /// Of those that overlap, the first from left to right (see [`overlap`](Self::overlap)); of those upstream, the one that
    /// starts last, of those downstream, the one that stops first, and then the one with the lowest number. An end that
    /// belongs to its interval is nearer than one at the same place that does not.
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
