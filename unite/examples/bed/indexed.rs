//! Files in any order: B is held in an index, and A goes by in portions.

use std::collections::HashMap;
use std::io::Write;
use std::ops::Range;

use unite::continuous::Interval;
use unite::kernel::{IntervalIndex, Located};

use super::error::BedError;
use super::input::Input;
use super::record::Record;
use super::{Columns, Task, write_count, write_pair};

/// How many lines of A are asked for at once.
const PORTION: usize = 1 << 14;
/// The shortest bin of bedtools has 2^14 letters, and each level has bins eight times as long as the one before.
const BIN: (u32, u32) = (14, 3);

/// Lines of a file, and what they say.
#[derive(Default)]
struct Table {
    text: Vec<u8>,
    lines: Vec<Range<usize>>,
    places: Vec<Located<i64>>,
}

/// Chromosomes, numbered in the order in which they come.
#[derive(Default)]
struct Names {
    numbers: HashMap<Vec<u8>, usize>,
    last: (Vec<u8>, usize),
}

impl Names {
    /// The number of a chromosome. Most often it is that of the line before.
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

    fn record(&self, line: usize) -> Record<'_> {
        Record::parse(&self.text[self.lines[line].clone()]).expect("it was parsed before")
    }
}

/// Where bedtools keeps an interval: the level of its bins, from short ones to long ones, and the bin. It reports what
/// overlaps level by level, bin by bin, and in a bin line by line.
fn bin(interval: &Interval<i64>) -> (u32, i64) {
    let (first, last) = (interval.lo().value.max(0), interval.hi().value - 1);
    let mut shift = BIN.0;
    while first >> shift != last >> shift {
        shift += BIN.1;
    }
    (shift, first >> shift)
}

/// Carries out a task.
pub(super) fn run(task: Task, mut a: Input<'_>, mut b: Input<'_>, out: &mut impl Write) -> Result<(), BedError> {
    let (mut names, mut data, mut queries) = (Names::default(), Table::default(), Table::default());
    data.read(&mut b, &mut names, usize::MAX)?;
    let index =
        IntervalIndex::new(names.numbers.len(), &data.places).expect("as many chromosomes as there are numbers");
    let mut text = Vec::new();
    loop {
        queries.read(&mut a, &mut names, PORTION)?;
        if queries.lines.is_empty() {
            return Ok(());
        }
        match task {
            Task::Count => {
                for (line, count) in index.counts(&queries.places).into_iter().enumerate() {
                    write_count(&queries.record(line), count, &mut text);
                }
            }
            Task::Intersect(columns) => intersect(columns, &index, &data, &queries, &mut text),
        }
        out.write_all(&text)?;
        text.clear();
    }
}

/// Writes the pairs of a portion.
fn intersect(columns: Columns, index: &IntervalIndex<i64>, data: &Table, queries: &Table, text: &mut Vec<u8>) {
    let mut found: Vec<(u32, i64, usize)> = Vec::new();
    let mut current = 0;
    let mut write = |line: usize, found: &mut Vec<(u32, i64, usize)>| {
        found.sort_unstable();
        let record = queries.record(line);
        for (_, _, number) in found.drain(..) {
            write_pair(columns, &record, &data.record(number), text);
        }
    };
    index.join(&queries.places, |line, number| {
        if line != current {
            write(current, &mut found);
            current = line;
        }
        let (level, bin) = bin(&data.places[number].1);
        found.push((level, bin, number));
    });
    if !found.is_empty() {
        write(current, &mut found);
    }
}
