//! Intervals of two BED files that overlap, as `bedtools intersect` prints them.
//!
//! ```text
//!   cargo run --release -p unite --example bed -- intersect exons.bed peaks.bed.gz
//!   cargo run --release -p unite --example bed -- intersect -wa -wb --sorted - peaks.bed < exons.bed
//!   cargo run --release -p unite --example bed -- count exons.bed peaks.bed.xz
//!   cargo run --release -p unite --example bed -- nearest -d exons.bed peaks.bed
//! ```
//!
//! `intersect` prints, for each line of A and each line of B that overlaps it, the line of A with what the two have in
//! common in place of its start and stop; `-wa` leaves them as they are, `-wb` adds the line of B, and `-wo` the length of
//! what is common, too. `-u` and `-v` print the lines of A that overlap some and none, `count` (or `-c`) all with how many
//! do, and `nearest` each one with the lines of B that are nearest, as `bedtools closest` does. Lines come in the order of
//! A, and for each one in that of bedtools. With `--sorted` both files are sorted (`LC_ALL=C sort -k1,1 -k2,2n`) and
//! neither is held in memory.
//!
//! A feature of length zero overlaps what it touches ([`record`]), and has nothing of it in common: where bedtools prints
//! lengths below zero for `-wo`, 0 is printed here. Empty lines, comments (`#`), and `track` and `browser`
//! lines are skipped; lines may end in CR LF.

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

/// Carries out a task.
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

/// Writes a line, if it is one of those that are asked for by how many overlap it.
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

/// Does what the command line says.
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
        // Whoever reads the output has seen enough.
        Err(BedError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
