//! Sorted files: both are read once, and only the lines of B that may still overlap are held.
//!
//! ```text
//!   A          [------)   [---)
//!   B  [----)   [---)   [--------)   [--)
//!      dropped  held    held         not read yet
//! ```

use std::io::Write;

use super::error::{BedError, LineError};
use super::input::Input;
use super::options::Task;
use super::record::Record;
use super::{write_line, write_pair};

/// The amount of output that is buffered before it is written, in bytes.
const FULL: usize = 1 << 16;

/// A line in memory.
#[derive(Default)]
struct Line {
    text: Vec<u8>,
    start: i64,
    reach: (i64, i64),
    chromosome: usize,
}

impl Line {
    fn record(&self) -> Record<'_> {
        Record::parse(&self.text).expect("it was parsed before")
    }

    fn chromosome(&self) -> &[u8] {
        &self.text[..self.chromosome]
    }
}

/// A file whose lines are sorted, with its current line.
struct Sorted<'a> {
    input: Input<'a>,
    line: Line,
    /// `true` if there is a current line.
    some: bool,
}

impl<'a> Sorted<'a> {
    fn new(input: Input<'a>) -> Result<Self, BedError> {
        let mut sorted = Sorted { input, line: Line::default(), some: true };
        sorted.read(Line::default(), true)?;
        Ok(sorted)
    }

    /// Reads the next line into the memory of `spare`, and returns the current one.
    fn advance(&mut self, spare: Line) -> Result<Line, BedError> {
        self.read(spare, false)
    }

    fn read(&mut self, mut line: Line, is_first: bool) -> Result<Line, BedError> {
        line.text.clear();
        self.some = self.input.next_line(&mut line.text)?;
        if self.some {
            let record = self.input.parse(&line.text)?;
            (line.start, line.reach, line.chromosome) = (record.start, record.reach(), record.chromosome.len());
            if !is_first {
                follows(&self.line, &line).map_err(|reason| self.input.wrong(reason))?;
            }
        }
        Ok(std::mem::replace(&mut self.line, line))
    }
}

/// Checks that a line may follow another one.
fn follows(previous: &Line, line: &Line) -> Result<(), LineError> {
    if line.chromosome() == previous.chromosome() {
        if line.start < previous.start {
            return Err(LineError::Start { start: line.start, previous: previous.start });
        }
    } else if line.chromosome() < previous.chromosome() {
        let name = |line: &Line| String::from_utf8_lossy(line.chromosome()).into_owned();
        return Err(LineError::Chromosome { chromosome: name(line), previous: name(previous) });
    }
    Ok(())
}

/// Executes a task.
pub(super) fn run(task: Task, a: Input<'_>, b: Input<'_>, out: &mut impl Write) -> Result<(), BedError> {
    let (mut a, mut b) = (Sorted::new(a)?, Sorted::new(b)?);
    let (mut held, mut spare): (Vec<Line>, Vec<Line>) = (Vec::new(), Vec::new());
    let mut text = Vec::new();
    let mut chromosome = Vec::new();
    let mut query = Line::default();
    while a.some {
        query = a.advance(query)?;
        if query.chromosome() != chromosome {
            chromosome = query.chromosome().to_owned();
            spare.append(&mut held);
        }
        // A line of length zero extends over the letter before its start.
        let_go(&mut held, &mut spare, query.start - 1);
        while b.some && (b.line.chromosome() < &chromosome[..] || starts_before(&b.line, &query)) {
            let line = b.advance(spare.pop().unwrap_or_default())?;
            if line.chromosome() == chromosome && line.reach.1 >= query.start {
                held.push(line);
            } else {
                spare.push(line);
            }
        }
        let (lo, hi) = query.reach;
        let met = held.iter().filter(|line| line.reach.0 < hi && lo < line.reach.1);
        match task {
            Task::Lines(lines) => write_line(lines, &query.record(), met.count(), &mut text),
            Task::Nearest { .. } => unreachable!("what is nearest may lie anywhere: it is not looked for here"),
            Task::Pairs(columns) => {
                let record = query.record();
                met.for_each(|line| write_pair(columns, &record, &line.record(), &mut text));
            }
        }
        if text.len() > FULL {
            out.write_all(&text)?;
            text.clear();
        }
    }
    out.write_all(&text)?;
    // The remaining lines of B cannot overlap, but they may contain errors.
    while b.some {
        query = b.advance(query)?;
    }
    Ok(())
}

/// Returns whether a line of the same chromosome may overlap the query, or comes before one that may.
fn starts_before(line: &Line, query: &Line) -> bool {
    line.chromosome() == query.chromosome() && line.start - 1 < query.reach.1
}

/// Moves the lines that stop before `start` to `spare`; the others keep their order.
fn let_go(held: &mut Vec<Line>, spare: &mut Vec<Line>, start: i64) {
    if held.iter().any(|line| line.reach.1 <= start) {
        spare.extend(held.extract_if(.., |line| line.reach.1 <= start));
    }
}
