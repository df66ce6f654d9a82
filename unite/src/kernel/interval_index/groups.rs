//! [`Groups`]: a list of intervals by chromosome.

use super::IntervalIndexError;
use crate::level::LevelError;

/// The places of the intervals of each chromosome, once a list of intervals is grouped by chromosome.
pub(in crate::kernel) struct Groups {
    /// The place of the first interval of each chromosome, then the number of all intervals.
    pub(in crate::kernel) first: Vec<usize>,
    /// `true` if the list is grouped already, the chromosomes in order.
    pub(in crate::kernel) is_grouped: bool,
}

impl Groups {
    /// Counts the intervals of each of the chromosomes `0..count`, given the chromosome of each interval.
    ///
    /// # Errors
    /// See [`IntervalIndex::new`](super::IntervalIndex::new).
    pub(in crate::kernel) fn of(
        count: usize,
        chromosomes: impl Iterator<Item = usize>,
    ) -> Result<Self, IntervalIndexError> {
        let mut first = Vec::new();
        match count.checked_add(1) {
            Some(places) if first.try_reserve_exact(places).is_ok() => first.resize(places, 0),
            _ => return Err(IntervalIndexError::Chromosomes { chromosomes: count }),
        }
        let (mut last, mut is_grouped, mut all) = (0, true, 0);
        for (element, chromosome) in chromosomes.enumerate() {
            if chromosome >= count {
                return Err(IntervalIndexError::Chromosome { element, chromosome, chromosomes: count });
            }
            first[chromosome + 1] += 1;
            is_grouped &= last <= chromosome;
            last = chromosome;
            all = element + 1;
        }
        if u32::try_from(all).is_err() {
            return Err(LevelError::TooLarge { values: all as f64 }.into());
        }
        for chromosome in 0..count {
            first[chromosome + 1] += first[chromosome];
        }
        Ok(Groups { first, is_grouped })
    }

    /// Returns the numbers of the intervals, grouped by chromosome; those of a chromosome ascend.
    pub(in crate::kernel) fn numbers(&self, chromosomes: impl Iterator<Item = usize>) -> Vec<u32> {
        let mut next = self.first.clone();
        let mut numbers = vec![0; self.first.last().copied().unwrap_or_default()];
        for (number, chromosome) in (0..).zip(chromosomes) {
            numbers[next[chromosome]] = number;
            next[chromosome] += 1;
        }
        numbers
    }
}
