//! Intervals of two BED files that overlap, as `bedtools intersect` prints them.
//!
//! ```text
//!   cargo run --release -p unite --example bed -- intersect exons.bed peaks.bed.gz
//!   cargo run --release -p unite --example bed -- intersect -wa -wb --sorted - peaks.bed < exons.bed
//!   cargo run --release -p unite --example bed -- count exons.bed peaks.bed.xz
//! ```
//!
//! `intersect` prints, for each line of A and each line of B that overlaps it, the line of A with what the two have in
//! common in place of its start and stop; `-wa` leaves them as they are, and `-wb` adds the line of B. `count` prints each
//! line of A with the number of lines of B that overlap it. Lines come in the order of A, and for each one in the order of
//! bedtools. With `--sorted` both files are sorted (`LC_ALL=C sort -k1,1 -k2,2n`) and neither is held in memory.
//!
//! A feature of length zero overlaps what it touches ([`record`]). Empty lines, comments (`#`), and `track` and `browser`
//! lines are skipped; lines may end in CR LF.

#[path = "bed/error.rs"]
mod error;
#[path = "bed/indexed.rs"]
mod indexed;
#[path = "bed/input.rs"]
mod input;
#[path = "bed/record.rs"]
mod record;
#[path = "bed/sweep.rs"]
mod sweep;
#[cfg(test)]
#[path = "bed/tests.rs"]
mod tests;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use error::BedError;
use input::Input;
use record::{Record, number};

/// What is printed of a pair.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Columns {
    /// The start and the stop of A, rather than of what both have in common.
    whole_a: bool,
    /// The line of B, too.
    b: bool,
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Task {
    /// The pairs.
    Intersect(Columns),
    /// How many there are for each line.
    Count,
}

/// Whether files are sorted.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Order {
    /// In any order.
    Any,
    /// By chromosome, then by start.
    Sorted,
}

/// The command line.
fn options(arguments: impl Iterator<Item = String>) -> Result<(Task, Order, [String; 2]), BedError> {
    let usage = |message: &str| BedError::Usage(message.to_owned());
    let (mut columns, mut order) = (Columns { whole_a: false, b: false }, Order::Any);
    let mut names = Vec::new();
    for argument in arguments {
        match argument.as_str() {
            "-wa" => columns.whole_a = true,
            "-wb" => columns.b = true,
            "--sorted" => order = Order::Sorted,
            "-" => names.push(argument),
            other if other.starts_with('-') => return Err(usage(&format!("unknown option {other}"))),
            _ => names.push(argument),
        }
    }
    let [task, a, b] = <[String; 3]>::try_from(names).map_err(|_| usage("a task and two files are needed"))?;
    let task = match task.as_str() {
        "intersect" => Task::Intersect(columns),
        "count" if columns == (Columns { whole_a: false, b: false }) => Task::Count,
        "count" => return Err(usage("count has no -wa and -wb: it prints whole lines of A")),
        other => return Err(usage(&format!("unknown task {other}"))),
    };
    if a == "-" && b == "-" {
        return Err(usage("one of the files can be standard input, not both"));
    }
    Ok((task, order, [a, b]))
}

/// Carries out a task.
fn run(task: Task, order: Order, a: Input<'_>, b: Input<'_>, out: &mut impl Write) -> Result<(), BedError> {
    match order {
        Order::Any => indexed::run(task, a, b, out),
        Order::Sorted => sweep::run(task, a, b, out),
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
    out.push(b'\n');
}

/// Writes a line and the number of those that overlap it.
fn write_count(a: &Record<'_>, count: usize, out: &mut Vec<u8>) {
    a.write((a.start, a.stop), out);
    out.push(b'\t');
    number(count as i64, out);
    out.push(b'\n');
}

fn main() -> ExitCode {
    let result = options(std::env::args().skip(1)).and_then(|(task, order, [a, b])| {
        let mut out = BufWriter::new(io::stdout().lock());
        run(task, order, Input::open(&a)?, Input::open(&b)?, &mut out)?;
        Ok(out.flush()?)
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the output has seen enough.
        Err(BedError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
