//! [`Chromosomes`]: the numbers of the codes of chromosomes.

use std::collections::HashMap;

/// Chromosomes in the order of their codes, numbered from 0.
pub(crate) enum Chromosomes {
    /// Codes are numbers, and there are so many.
    Codes(usize),
    /// Codes are sparse.
    Table { codes: Vec<i64>, numbers: HashMap<i64, usize> },
}

impl Chromosomes {
    /// Numbers the codes of a column.
    pub(crate) fn of(column: &[i64]) -> Self {
        let (least, most) = column.iter().fold((0, -1), |(least, most), &code| (code.min(least), code.max(most)));
        // A chromosome costs as much as some intervals.
        match usize::try_from(most.saturating_add(1)) {
            Ok(count) if least >= 0 && count <= column.len().saturating_add(1024) => Chromosomes::Codes(count),
            _ => {
                let mut numbers: HashMap<i64, usize> = column.iter().map(|&code| (code, 0)).collect();
                let mut codes: Vec<i64> = numbers.keys().copied().collect();
                codes.sort_unstable();
                numbers.extend(codes.iter().enumerate().map(|(number, &code)| (code, number)));
                Chromosomes::Table { codes, numbers }
            }
        }
    }

    /// Returns how many chromosomes there are.
    pub(crate) fn count(&self) -> usize {
        match self {
            Chromosomes::Codes(count) => *count,
            Chromosomes::Table { codes, .. } => codes.len(),
        }
    }

    /// Returns the number of a code, if it is known.
    pub(crate) fn number(&self, code: i64) -> Option<usize> {
        match self {
            Chromosomes::Codes(count) => usize::try_from(code).ok().filter(|number| number < count),
            Chromosomes::Table { numbers, .. } => numbers.get(&code).copied(),
        }
    }

    /// Returns the code of a chromosome, which must exist.
    pub(crate) fn code(&self, number: usize) -> i64 {
        match self {
            Chromosomes::Codes(_) => number as i64,
            Chromosomes::Table { codes, .. } => codes[number],
        }
    }
}
