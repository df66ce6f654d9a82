//! Searches for overlapping intervals on several lines. Examples are genes and reads on chromosomes, or bookings of
//! rooms ("The Continuous Tensor Abstraction", section on genomic intervals, Fig. 24).
//!
//! ```text
//!   Dense            chromosomes, from 0
//!   └─ Overlapping   the places on one, integers or real numbers; each interval lies at a position of its own
//!      └─ Pattern    position k: interval number k
//! ```
//!
//! The programs of the figure are loops over that tensor and a tensor of queries:
//!
//! ```text
//!   for chr for id for x         Overlap[chr,id] |= Query[chr,id,x] && Data[chr,x]
//!   for chr for id for jd for x  Join[chr,id,jd] |= Query[chr,id,x] && Data[chr,jd,x]
//!   for chr for id for jd for x  Intersect[chr,id,jd,x] |= Query[chr,id,x] && Data[chr,jd,x]
//!   for chr for id for jd        Count[chr,id] += Join[chr,id,jd]
//! ```
//!
//! If `Data` is indexed, these programs reduce to one search per query. Counts and ordered visits read the [`Ranks`] of
//! the intervals, so that counting does not visit the pairs.
//!
//! `docs/kernels.md` in the repository has measured times; `benches/peers/intervals` prints them.

mod giants;
pub(super) mod groups;
mod in_order;
mod ladder;
mod many;
mod nearest;
#[cfg(feature = "parallel")]
mod parallel;
mod ranks;

pub use in_order::InOrder;
pub use nearest::{Direction, Nearest};
pub use ranks::Ranks;

use groups::Groups;
use thiserror::Error;

use crate::continuous::{Coord, Cut, Interval, PlaceError};
use crate::level::{AxisLevel, Dense, Entry, Level, LevelError, Overlapping, Pattern, Piecewise};

/// An interval on a chromosome: the number of the chromosome, from 0, and the interval of places.
pub type Located<C> = (usize, Interval<C>);

/// An error of building an index or a sorted set of intervals.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Error)]
pub enum IntervalIndexError {
    /// An interval lies on a chromosome beyond the announced number.
    #[error("interval {element} lies on chromosome {chromosome}, and there are {chromosomes}, from 0; announce more")]
    Chromosome {
        /// The number of the interval, from 0.
        element: usize,
        /// The chromosome.
        chromosome: usize,
        /// The announced number of chromosomes.
        chromosomes: usize,
    },
    /// The chromosomes do not fit into memory.
    #[error("an index of {chromosomes} chromosomes does not fit into memory; announce as many as there are")]
    Chromosomes {
        /// The announced number of chromosomes.
        chromosomes: usize,
    },
    /// An interval has no places.
    #[error("interval {element}: {source}")]
    Place {
        /// The number of the interval, from 0.
        element: usize,
        /// The reason.
        source: PlaceError,
    },
    /// The storage cannot hold the intervals.
    #[error(transparent)]
    Level(#[from] LevelError),
}

/// An index of intervals that answers which of them overlap a query.
///
/// Intervals are numbered from 0, by their position in the list that the index was built from. Each end may be open or
/// closed; for integers, `[1, 5)` and `[1, 4]` are the same. Two intervals overlap if they have a place in common: `[1,
/// 2]` and `[2, 3]` do, `[1, 2)` and `[2, 3)` do not. A query on a chromosome that the index does not have overlaps
/// nothing.
///
/// ```
/// use unite::continuous::Interval;
/// use unite::kernel::IntervalIndex;
///
/// let mut exons = Vec::new();
/// for (start, stop) in [(100, 200), (150, 400), (900, 950)] {
///     exons.push((0, Interval::closed_open(start, stop)?));
/// }
/// let index = IntervalIndex::new(1, &exons)?;
///
/// let query = Interval::closed_open(180, 901)?;
/// assert_eq!(index.count(0, query), 3);
/// let mut parts = Vec::new();
/// index.intersect(0, query, |number, part| parts.push(format!("{number}: {part}")));
/// assert_eq!(parts, ["0: [180, 199]", "1: [180, 399]", "2: [900, 900]"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// In loop programs the index is a tensor of truth values:
///
/// ```
/// use unite::continuous::Interval;
/// use unite::kernel::IntervalIndex;
/// use unite::loops;
///
/// let data = IntervalIndex::new(1, &[(0, Interval::closed(1.0, 3.0)?), (0, Interval::closed(2.0, 4.0)?)])?;
/// let query = IntervalIndex::new(1, &[(0, Interval::closed(3.5, 9.0)?)])?;
/// let (a, b) = (query.tensor(), data.tensor());
/// let mut overlap = false;
/// loops!(for chr for x overlap |= a[chr, x] && b[chr, x])?;
/// assert!(overlap && query.any(0, Interval::closed(3.5, 9.0)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct IntervalIndex<C: Coord> {
    chromosomes: usize,
    data: Piecewise<Dense<Overlapping<Pattern, C>>>,
    ranks: Ranks<C>,
}

impl<C: Coord> IntervalIndex<C> {
    /// Builds the index of a list of intervals, in any order, on the chromosomes `0..chromosomes`.
    ///
    /// An interval takes the memory of five coordinates and about 26 bytes. A chromosome takes about 330 bytes, or 224
    /// without intervals.
    ///
    /// # Errors
    /// [`IntervalIndexError::Chromosome`]: an interval lies on a chromosome outside of `0..chromosomes`;
    /// [`IntervalIndexError::Chromosomes`]: the chromosomes do not fit into memory; [`IntervalIndexError::Level`]:
    /// there are more than 2^32 - 1 intervals.
    pub fn new(chromosomes: usize, intervals: &[Located<C>]) -> Result<Self, IntervalIndexError> {
        // An axis has at least one place.
        let fibers = chromosomes.max(1);
        if !fits(fibers, size_of::<usize>() + Ranks::<C>::BYTES_A_FIBER) {
            return Err(IntervalIndexError::Chromosomes { chromosomes });
        }
        let on = || intervals.iter().map(|&(chromosome, _)| chromosome);
        let mut groups = Groups::of(chromosomes, on())?;
        let numbers = if groups.is_grouped { None } else { Some(groups.numbers(on())) };
        groups.first.resize(fibers + 1, 0);
        let pattern = Pattern::of(intervals.len());
        let level = match numbers {
            None => Overlapping::from_entries(Interval::EVERYWHERE, &groups.first, |k| (intervals[k].1, k), pattern),
            Some(numbers) => {
                let number = |k: usize| numbers[k] as usize;
                let entry = |k| (intervals[number(k)].1, number(k));
                Overlapping::from_entries(Interval::EVERYWHERE, &groups.first, entry, pattern)
            }
        }?;
        let ranks = Ranks::of(&level)?;
        let data = Piecewise::from_level(Dense::from_parts(0..fibers as i64, level)?)?;
        Ok(IntervalIndex { chromosomes, data, ranks })
    }

    /// Returns the number of intervals.
    pub fn len(&self) -> usize {
        self.level().child().positions()
    }

    /// Returns whether the index has no intervals.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of chromosomes.
    pub fn chromosomes(&self) -> usize {
        self.chromosomes
    }

    /// Returns the tensor that is true where an interval of the chromosome lies. An index of 0 chromosomes has a tensor
    /// with one empty chromosome.
    pub fn tensor(&self) -> &Piecewise<Dense<Overlapping<Pattern, C>>> {
        &self.data
    }

    /// Returns the level of the places.
    #[inline(always)]
    fn level(&self) -> &Overlapping<Pattern, C> {
        self.data.level().child()
    }

    /// Returns the search structure that visits intervals in order.
    #[inline(always)]
    fn in_order(&self) -> InOrder<'_, Pattern, C> {
        self.level().in_order(&self.ranks)
    }

    /// Calls `visit` with the number of each interval that overlaps `interval`, sorted by start, then by stop, then by
    /// number.
    #[inline]
    pub fn overlap(&self, chromosome: usize, interval: Interval<C>, mut visit: impl FnMut(usize)) {
        if chromosome < self.chromosomes {
            self.in_order().overlaps(chromosome, interval.lo(), interval.hi(), |(_, _, number)| visit(number));
        }
    }

    /// Calls `visit` with the number of each interval that overlaps and its intersection with `interval`, in the order
    /// of [`overlap`](Self::overlap).
    #[inline]
    pub fn intersect(&self, chromosome: usize, interval: Interval<C>, mut visit: impl FnMut(usize, Interval<C>)) {
        if chromosome < self.chromosomes {
            let (lo, hi) = (interval.lo(), interval.hi());
            self.in_order().overlaps(chromosome, lo, hi, |(start, stop, number)| {
                visit(number, Interval::between(start.max(lo), stop.min(hi)));
            });
        }
    }

    /// Returns an iterator over the intervals that overlap, each as its number and its intersection with `interval`, in
    /// the order of [`overlap`](Self::overlap). The search is lazy and takes O(log n) for each item; to visit all of
    /// them, [`intersect`](Self::intersect) is faster. (On a chromosome with both open and closed ends, all items are
    /// searched at once.)
    ///
    /// ```
    /// use unite::continuous::Interval;
    /// use unite::kernel::IntervalIndex;
    ///
    /// let list = [(0, Interval::closed(1, 3)?), (0, Interval::closed(2, 5)?), (0, Interval::closed(4, 9)?)];
    /// let index = IntervalIndex::new(1, &list)?;
    /// let long = |&(_, part): &(usize, Interval<i32>)| part.measure() > 1.0;
    /// assert_eq!(index.overlaps(0, Interval::closed(3, 8)?).find(long), Some((1, Interval::closed(3, 5)?)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlaps(
        &self,
        chromosome: usize,
        interval: Interval<C>,
    ) -> impl Iterator<Item = (usize, Interval<C>)> + use<'_, C> {
        let (fiber, lo, hi) = self.cuts(chromosome, interval);
        let part = move |(start, stop, number): Entry<C>| (number, Interval::between(start.max(lo), stop.min(hi)));
        self.in_order().iter(fiber, lo, hi).map(part)
    }

    /// Returns the number of the first interval that overlaps, in the order of [`overlap`](Self::overlap), in O(log n)
    /// regardless of how many overlap.
    ///
    /// ```
    /// use unite::continuous::Interval;
    /// use unite::kernel::IntervalIndex;
    ///
    /// let index = IntervalIndex::new(1, &[(0, Interval::closed(2, 5)?), (0, Interval::closed(1, 3)?)])?;
    /// assert_eq!(index.first(0, Interval::closed(0, 9)?), Some(1));
    /// assert_eq!(index.first(0, Interval::closed(6, 9)?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first(&self, chromosome: usize, interval: Interval<C>) -> Option<usize> {
        let (fiber, lo, hi) = self.cuts(chromosome, interval);
        self.level().first(fiber, lo, hi).map(|(_, _, number)| number)
    }

    /// Returns a query as a fiber and cuts; a query on a chromosome that the index does not have becomes empty.
    #[inline(always)]
    fn cuts(&self, chromosome: usize, interval: Interval<C>) -> (usize, Cut<C>, Cut<C>) {
        if chromosome < self.chromosomes {
            (chromosome, interval.lo(), interval.hi())
        } else {
            (0, Cut::FIRST, Cut::FIRST)
        }
    }

    /// Returns the number of intervals that overlap. The time does not depend on that number.
    #[inline]
    pub fn count(&self, chromosome: usize, interval: Interval<C>) -> usize {
        if chromosome < self.chromosomes { self.ranks.count(chromosome, interval.lo(), interval.hi()) } else { 0 }
    }

    /// Returns whether some interval overlaps.
    #[inline]
    pub fn any(&self, chromosome: usize, interval: Interval<C>) -> bool {
        self.count(chromosome, interval) > 0
    }
}

/// Returns whether `count` items of `bytes` bytes each can be allocated.
fn fits(count: usize, bytes: usize) -> bool {
    count.checked_mul(bytes).is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
}
