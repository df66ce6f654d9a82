//! Pairs of overlapping intervals of two sets, by one pass over both in the order of their places.
//!
//! A sweep needs no index, so it is faster than [`IntervalIndex`](super::IntervalIndex) if both sets are large. The
//! intervals of both sets are sorted; `i` goes from left to right:
//!
//! ```text
//!   join(left, right):
//!       for each interval i of left:
//!           open the intervals of right that start before i
//!           close the open ones that stop at or before the start of i     all others overlap i
//!           those that start within i overlap it too                      they stay unopened
//! ```
//!
//! Each pair is visited when it is found, so the time is O(left + right + pairs), however long some intervals are.

use std::ops::Range;

use crate::continuous::{Coord, Interval};
use crate::kernel::IntervalIndexError;
use crate::kernel::interval_index::groups::Groups;
use crate::level::format::overlapping::order::sort_onto;

/// The number of intervals whose last stop is known together.
const BLOCK: usize = 256;

/// A set of half-open intervals `[start, stop)` on chromosomes, sorted by chromosome, start and number.
///
/// Intervals are numbered from 0, in the order in which they were given. Use [`IntervalIndex`](super::IntervalIndex) for
/// single queries, for counts and for intervals with other ends.
///
/// ```
/// use unite::kernel::SortedIntervals;
///
/// let reads = SortedIntervals::new(1, [(0, 180..190), (0, 390..901)].into_iter())?;
/// let exons = SortedIntervals::new(1, [(0, 900..950), (0, 100..200), (0, 150..400)].into_iter())?;
/// let mut pairs = Vec::new();
/// reads.join(&exons, |read, exon| pairs.push((read, exon)));
/// assert_eq!(pairs, [(0, 1), (0, 2), (1, 2), (1, 0)]);
/// # Ok::<(), unite::kernel::IntervalIndexError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SortedIntervals<C> {
    /// The rank of the first interval of each chromosome, then the number of all intervals.
    first: Vec<usize>,
    starts: Vec<C>,
    stops: Vec<C>,
    /// The number of each interval; `None` if all are their ranks.
    numbers: Option<Vec<u32>>,
    /// The last stop of each block of intervals.
    last_stops: Vec<C>,
}

impl<C: Coord> SortedIntervals<C> {
    /// Sorts intervals, given as chromosome and range, on the chromosomes `0..chromosomes`. The iterator is read several
    /// times.
    ///
    /// An interval takes the memory of two coordinates, and 4 bytes more unless they were sorted already.
    ///
    /// # Errors
    /// [`IntervalIndexError::Place`]: an interval is empty, or an end is no coordinate;
    /// [`IntervalIndexError::Chromosome`]: an interval lies on a chromosome outside of `0..chromosomes`;
    /// [`IntervalIndexError::Chromosomes`]: the chromosomes do not fit into memory; [`IntervalIndexError::Level`]: there
    /// are more than 2^32 - 1 intervals.
    pub fn new(
        chromosomes: usize,
        intervals: impl Iterator<Item = (usize, Range<C>)> + Clone,
    ) -> Result<Self, IntervalIndexError> {
        let on = || intervals.clone().map(|(chromosome, _)| chromosome);
        let (starts, stops) = ends(intervals.clone())?;
        let groups = Groups::of(chromosomes, on())?;
        let is_sorted = |part: &[usize]| starts[part[0]..part[1]].is_sorted();
        let numbers = match groups.is_grouped && groups.first.windows(2).all(is_sorted) {
            true => None,
            false => Some(groups.numbers(on())),
        };
        let mut set = SortedIntervals { first: groups.first, starts, stops, numbers: None, last_stops: Vec::new() };
        if let Some(numbers) = numbers {
            set.sort(&numbers);
        }
        let last_stop = |block: &[C]| block.iter().fold(C::LOWEST, |last, &stop| if stop > last { stop } else { last });
        set.last_stops = set.stops.chunks(BLOCK).map(last_stop).collect();
        Ok(set)
    }

    /// Sorts the intervals of each chromosome. `grouped` has their numbers, grouped by chromosome.
    fn sort(&mut self, grouped: &[u32]) {
        let (mut starts, mut numbers) = (Vec::with_capacity(grouped.len()), Vec::with_capacity(grouped.len()));
        let mut rungs = Vec::new();
        for part in self.first.windows(2).map(|ends| ends[0]..ends[1]) {
            let numbered = grouped[part].iter().map(|&number| (self.starts[number as usize], number));
            rungs.clear();
            sort_onto(numbered, |one, other| one.cmp(&other), &mut starts, &mut numbers, &mut rungs);
        }
        self.stops = numbers.iter().map(|&number| self.stops[number as usize]).collect();
        (self.starts, self.numbers) = (starts, Some(numbers));
    }

    /// Returns the number of intervals.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns whether there are no intervals.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns the number of chromosomes.
    pub fn chromosomes(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns the ranks of the intervals of a chromosome; none for a chromosome that the set does not have.
    pub fn ranks(&self, chromosome: usize) -> Range<usize> {
        match self.first.get(chromosome..).unwrap_or_default() {
            &[first, end, ..] => first..end,
            _ => 0..0,
        }
    }

    /// Returns the chromosomes of the intervals of some ranks, each with the ranks of those on it.
    pub fn chromosomes_of(&self, ranks: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
        let first = self.first.partition_point(|&first| first <= ranks.start).saturating_sub(1);
        let parts = (first..self.chromosomes()).map(|chromosome| (chromosome, self.ranks(chromosome)));
        let parts = parts.take_while(move |(_, own)| own.start < ranks.end);
        let parts =
            parts.map(move |(chromosome, own)| (chromosome, own.start.max(ranks.start)..own.end.min(ranks.end)));
        parts.filter(|(_, own)| !own.is_empty())
    }

    /// Returns the starts of all intervals, by rank.
    pub fn starts(&self) -> &[C] {
        &self.starts
    }

    /// Returns the stops of all intervals, by rank.
    pub fn stops(&self) -> &[C] {
        &self.stops
    }

    /// Returns the numbers of all intervals, by rank; `None` if the intervals were given in order, so that each
    /// interval's number is its rank.
    pub fn numbers(&self) -> Option<&[u32]> {
        self.numbers.as_deref()
    }

    /// Calls `visit` with the numbers of an interval of this set and of one of `other`, for all that overlap: from left to
    /// right for this set, for each of its intervals in the order of `other`.
    pub fn join(&self, other: &Self, mut visit: impl FnMut(usize, usize)) {
        self.lists(0..self.len(), other, Some, &mut Vec::new(), |rank, list| {
            let number = self.numbers().map_or(rank, |numbers| numbers[rank] as usize);
            list.drain(..).for_each(|found| visit(number, found as usize));
        });
    }

    /// Appends to `list`, for each interval of some ranks, the numbers of the intervals of `other` that overlap it, in the
    /// order of `other`; then calls `each` with the rank and the list, which may be emptied. Ranks on chromosomes that
    /// `other` does not have are left out. `same` returns the number that `other` has for a chromosome, if it has one.
    ///
    /// # Panics
    /// If `ranks` ends beyond the last interval.
    ///
    /// ```
    /// use unite::kernel::SortedIntervals;
    ///
    /// let [one, other] = [[(0, 5..9), (0, 1..6)], [(1, 2..3), (1, 5..7)]].map(|list| SortedIntervals::new(2, list.into_iter()));
    /// let (one, other) = (one?, other?);
    /// let (mut list, mut ends) = (Vec::new(), Vec::new());
    /// one.lists(0..2, &other, |chromosome| Some(chromosome + 1), &mut list, |rank, list| ends.push((rank, list.len())));
    /// assert_eq!((list, ends), (vec![0, 1, 1], vec![(0, 2), (1, 3)]));
    /// # Ok::<(), unite::kernel::IntervalIndexError>(())
    /// ```
    pub fn lists(
        &self,
        ranks: Range<usize>,
        other: &Self,
        same: impl Fn(usize) -> Option<usize>,
        list: &mut Vec<u32>,
        mut each: impl FnMut(usize, &mut Vec<u32>),
    ) {
        assert!(ranks.end <= self.len(), "the ranks {ranks:?} end beyond the last of {} intervals", self.len());
        let mut open = Vec::new();
        for (chromosome, own) in self.chromosomes_of(ranks) {
            let Some(theirs) = same(chromosome).map(|chromosome| other.ranks(chromosome)) else { continue };
            if theirs.is_empty() {
                continue;
            }
            match other.numbers() {
                None => self.sweep(own, other, theirs, |rank| rank as u32, &mut open, list, &mut each),
                Some(numbers) => self.sweep(own, other, theirs, |rank| numbers[rank], &mut open, list, &mut each),
            }
        }
    }

    /// Appends the numbers of the pairs of one chromosome, of which both sets have intervals.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the buffers of `lists`")]
    fn sweep(
        &self,
        own: Range<usize>,
        other: &Self,
        theirs: Range<usize>,
        number: impl Fn(usize) -> u32,
        open: &mut Vec<(C, u32)>,
        list: &mut Vec<u32>,
        mut each: impl FnMut(usize, &mut Vec<u32>),
    ) {
        open.clear();
        let mut next = other.open_at(theirs.clone(), self.starts[own.start], open);
        open.iter_mut().for_each(|(_, found)| *found = number(*found as usize));
        let (starts, stops) = (&other.starts[..theirs.end], &other.stops[..theirs.end]);
        let intervals = self.starts[own.clone()].iter().zip(&self.stops[own.clone()]);
        for (rank, (&start, &stop)) in own.zip(intervals) {
            while next < starts.len() && starts[next] < start {
                open.push((stops[next], number(next)));
                next += 1;
            }
            // Intervals that are closed, and their places in the list, are overwritten by those behind them. There is no
            // branch that a processor would have to predict.
            let (mut still, begin) = (0, list.len());
            list.resize(begin + open.len(), 0);
            let found = &mut list[begin..];
            for k in 0..open.len() {
                let (until, number) = open[k];
                open[still] = (until, number);
                found[still] = number;
                still += usize::from(until > start);
            }
            open.truncate(still);
            list.truncate(begin + still);
            let mut end = next;
            while end < starts.len() && starts[end] < stop {
                list.push(number(end));
                end += 1;
            }
            each(rank, list);
        }
    }

    /// Opens the intervals, out of those of some ranks, that start before `start` and stop above it; returns the rank of the
    /// first that does not start before.
    fn open_at(&self, ranks: Range<usize>, start: C, open: &mut Vec<(C, u32)>) -> usize {
        let end = ranks.start + self.starts[ranks.clone()].partition_point(|&place| place < start);
        let mut rank = ranks.start;
        while rank < end {
            let block_end = (rank / BLOCK + 1) * BLOCK;
            if self.last_stops[rank / BLOCK] > start {
                let part = rank..end.min(block_end);
                open.extend(part.filter(|&rank| self.stops[rank] > start).map(|rank| (self.stops[rank], rank as u32)));
            }
            rank = block_end;
        }
        end
    }
}

/// Returns the starts and the stops of intervals.
fn ends<C: Coord>(
    intervals: impl Iterator<Item = (usize, Range<C>)> + Clone,
) -> Result<(Vec<C>, Vec<C>), IntervalIndexError> {
    let starts: Vec<C> = intervals.clone().map(|(_, range)| range.start).collect();
    let stops: Vec<C> = intervals.map(|(_, range)| range.end).collect();
    // The limits are infinities, which are no coordinates of integers, and rare.
    let plain = |(&start, &stop): (&C, &C)| (C::LOWEST < start) & (start < stop) & (stop < C::HIGHEST);
    if !starts.iter().zip(&stops).fold(true, |all, ends| all & plain(ends)) {
        for (element, (&start, &stop)) in starts.iter().zip(&stops).enumerate() {
            Interval::closed_open(start, stop).map_err(|source| IntervalIndexError::Place { element, source })?;
        }
    }
    Ok((starts, stops))
}
