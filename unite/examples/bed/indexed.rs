//! Files in any order: B is indexed in memory, and A is read in portions.

use std::collections::HashMap;
use std::io::Write;
use std::ops::Range;

use unite::continuous::Interval;
use unite::kernel::IntervalIndex;
use unite::kernel::interval_index::Located;

use super::error::BedError;
use super::input::Input;
use super::options::{Columns, Lines};
use super::record::Record;
use super::{write_line, write_pair};

/// The number of lines of A per portion.
const PORTION: usize = 1 << 14;
/// The bins of bedtools: the shortest have 2^14 letters, and those of each further level are eight times as long.
const BIN: (u32, u32) = (14, 3);

/// Lines of a file, and their intervals.
#[derive(Default)]
pub(super) struct Table {
    text: Vec<u8>,
    lines: Vec<Range<usize>>,
    pub(super) places: Vec<Located<i64>>,
}

/// The lines of B, and an index of them.
pub(super) struct Data {
    pub(super) table: Table,
    pub(super) names: Names,
    pub(super) index: IntervalIndex<i64>,
}

/// Chromosomes, numbered in the order of first occurrence.
#[derive(Default)]
pub(super) struct Names {
    numbers: HashMap<Vec<u8>, usize>,
    last: (Vec<u8>, usize),
}

impl Names {
    /// Returns the number of a chromosome. It is usually that of the previous line.
    fn number(&mut self, name: &[u8]) -> usize {
        if self.last.0 != name || self.numbers.is_empty() {
            let next = self.numbers.len();
            let number = match self.numbers.get(name) {
                Some(&number) => number,
                None => *self.numbers.entry(name.to_owned()).or_insert(next),
            };
            self.last = (name.to_owned(), number);
        }
        self.last.1
    }
}

impl Table {
    /// Reads up to `most` lines.
    fn read(&mut self, input: &mut Input<'_>, names: &mut Names, most: usize) -> Result<(), BedError> {
        self.text.clear();
        self.lines.clear();
        self.places.clear();
        while self.lines.len() < most {
            let first = self.text.len();
            if !input.next_line(&mut self.text)? {
                break;
            }
            let record = input.parse(&self.text[first..])?;
            self.places.push((names.number(record.chromosome), record.interval()));
            self.lines.push(first..self.text.len());
        }
        Ok(())
    }

    /// Reads the next portion of lines, and returns whether there are any.
    pub(super) fn read_portion(&mut self, input: &mut Input<'_>, names: &mut Names) -> Result<bool, BedError> {
        self.read(input, names, PORTION)?;
        Ok(!self.lines.is_empty())
    }

    /// Returns the text of a line.
    pub(super) fn line(&self, line: usize) -> &[u8] {
        &self.text[self.lines[line].clone()]
    }

    /// Returns the parsed line.
    pub(super) fn record(&self, line: usize) -> Record<'_> {
        Record::parse(self.line(line)).expect("it was parsed before")
    }
}

impl Data {
    /// Reads all lines of a file.
    pub(super) fn read(mut input: Input<'_>) -> Result<Self, BedError> {
        let (mut table, mut names) = (Table::default(), Names::default());
        table.read(&mut input, &mut names, usize::MAX)?;
        let index = IntervalIndex::new(names.numbers.len(), &table.places);
        Ok(Data { table, names, index: index.expect("as many chromosomes as there are numbers") })
    }
}

/// Returns the bin in which bedtools stores an interval: the level, from short bins to long ones, and the bin. bedtools
/// reports overlaps level by level, bin by bin, and line by line within a bin.
fn bin(interval: &Interval<i64>) -> (u32, i64) {
    let (first, last) = (interval.lo().value.max(0), interval.hi().value - 1);
    let mut shift = BIN.0;
    while first >> shift != last >> shift {
        shift += BIN.1;
    }
    (shift, first >> shift)
}

/// Prints the lines of A that are selected by their number of overlaps.
pub(super) fn lines(lines: Lines, mut a: Input<'_>, b: Input<'_>, out: &mut impl Write) -> Result<(), BedError> {
    let (mut data, mut queries, mut text) = (Data::read(b)?, Table::default(), Vec::new());
    while queries.read_portion(&mut a, &mut data.names)? {
        for (line, count) in data.index.counts(&queries.places).into_iter().enumerate() {
            write_line(lines, &queries.record(line), count, &mut text);
        }
        out.write_all(&text)?;
        text.clear();
    }
    Ok(())
}

/// Prints the overlapping pairs.
pub(super) fn pairs(columns: Columns, mut a: Input<'_>, b: Input<'_>, out: &mut impl Write) -> Result<(), BedError> {
    let (mut data, mut queries, mut text) = (Data::read(b)?, Table::default(), Vec::new());
    while queries.read_portion(&mut a, &mut data.names)? {
        write_pairs(columns, &data, &queries, &mut text);
        out.write_all(&text)?;
        text.clear();
    }
    Ok(())
}

/// Writes the pairs of a portion.
fn write_pairs(columns: Columns, data: &Data, queries: &Table, text: &mut Vec<u8>) {
    let mut found: Vec<(u32, i64, usize)> = Vec::new();
    let mut current = 0;
    let mut write = |line: usize, found: &mut Vec<(u32, i64, usize)>| {
        found.sort_unstable();
        let record = queries.record(line);
        for (_, _, number) in found.drain(..) {
            write_pair(columns, &record, &data.table.record(number), text);
        }
    };
    data.index.join(&queries.places, |line, number| {
        if line != current {
            write(current, &mut found);
            current = line;
        }
        let (level, bin) = bin(&data.table.places[number].1);
        found.push((level, bin, number));
    });
    if !found.is_empty() {
        write(current, &mut found);
    }
}
