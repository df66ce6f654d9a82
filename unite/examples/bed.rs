//! Overlapping intervals of two BED files, printed as by `bedtools intersect`.
//!
//! ```text
//!   cargo run --release -p unite --example bed -- intersect exons.bed peaks.bed.gz
//!   cargo run --release -p unite --example bed -- intersect -wa -wb --sorted - peaks.bed < exons.bed
//!   cargo run --release -p unite --example bed -- count exons.bed peaks.bed.xz
//!   cargo run --release -p unite --example bed -- nearest -d exons.bed peaks.bed
//! ```
//!
//! For each line of A and each line of B that overlaps it, `intersect` prints the line of A with the common part in
//! place of its start and stop. `-wa` keeps start and stop, `-wb` adds the line of B, and `-wo` also the length of the
//! common part. `-u` and `-v` print the lines of A that have an overlap and those that have none, `count` (or `-c`)
//! prints all lines with their number of overlaps, and `nearest` prints each line with the nearest lines of B, like
//! `bedtools closest`. Lines are in the order of A, and the matches of each line in the order of bedtools. With
//! `--sorted` both files must be sorted (`LC_ALL=C sort -k1,1 -k2,2n`), and neither is held in memory.
//!
//! A feature of length zero overlaps the features that it touches ([`record`]), and their common part has length 0:
//! bedtools prints negative lengths for `-wo`, this program prints 0. Empty lines, comments (`#`), and `track` and
//! `browser` lines are skipped; lines may end in CR LF.

#[path = "bed/error.rs"]
mod error;
#[path = "bed/indexed.rs"]
mod indexed;
#[path = "bed/input.rs"]
mod input;
#[path = "bed/nearest.rs"]
mod nearest;
#[path = "bed/options.rs"]
mod options;
#[path = "bed/record.rs"]
mod record;
#[path = "bed/sweep.rs"]
mod sweep;
#[cfg(test)]
#[path = "bed/tests.rs"]
mod tests;
mod unpack;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use error::BedError;
use input::Input;
use options::{Columns, HELP, Lines, Order, Task, options};
use record::{Record, number};

/// Executes a task.
fn run(task: Task, order: Order, a: Input<'_>, b: Input<'_>, out: &mut impl Write) -> Result<(), BedError> {
    match (task, order) {
        (Task::Nearest { distance }, _) => nearest::run(distance, a, b, out),
        (Task::Pairs(columns), Order::Any) => indexed::pairs(columns, a, b, out),
        (Task::Lines(lines), Order::Any) => indexed::lines(lines, a, b, out),
        (_, Order::Sorted) => sweep::run(task, a, b, out),
    }
}

/// Writes a pair.
fn write_pair(columns: Columns, a: &Record<'_>, b: &Record<'_>, out: &mut Vec<u8>) {
    let (start, stop) = b.reach();
    let common =
        if columns.whole_a || a.is_empty() { (a.start, a.stop) } else { (a.start.max(start), a.stop.min(stop)) };
    a.write(common, out);
    if columns.b {
        out.push(b'\t');
        b.write((b.start, b.stop), out);
    }
    if columns.length {
        out.push(b'\t');
        number((a.stop.min(b.stop) - a.start.max(b.start)).max(0), out);
    }
    out.push(b'\n');
}

/// Writes a line if its number of overlaps matches the selection.
fn write_line(lines: Lines, a: &Record<'_>, count: usize, out: &mut Vec<u8>) {
    if (lines == Lines::Some && count == 0) || (lines == Lines::None && count > 0) {
        return;
    }
    a.write((a.start, a.stop), out);
    if lines == Lines::Counted {
        out.push(b'\t');
        number(count as i64, out);
    }
    out.push(b'\n');
}

/// Executes the command line.
fn answer(arguments: Vec<String>) -> Result<(), BedError> {
    let mut out = BufWriter::new(io::stdout().lock());
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        writeln!(out, "{HELP}")?;
    } else {
        let (task, order, [a, b]) = options(arguments.into_iter())?;
        run(task, order, Input::open(&a)?, Input::open(&b)?, &mut out)?;
    }
    Ok(out.flush()?)
}

fn main() -> ExitCode {
    match answer(std::env::args().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed it; this is not an error.
        Err(BedError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
