//! The command line, in the words of bedtools. By hand, because `clap` takes `-wa` for `-w -a`.

use super::error::BedError;

/// What `--help` prints.
pub(super) const HELP: &str = "\
Intervals of two BED files that overlap, or lie next to each other.

bed intersect [options] A.bed B.bed    a line for each overlap, as `bedtools intersect -a A.bed -b B.bed` prints
bed count A.bed B.bed                  each line of A, and how many lines of B overlap it
bed nearest [-d] A.bed B.bed           each line of A with the nearest lines of B, as `bedtools closest` does

  intersect:  -wa       the start and the stop of A, rather than of what both have in common
              -wb       the line of B, too
              -wo       both lines, and how many bases they have in common
              -u        each line of A that overlaps any of B, once
              -v        each line of A that overlaps none of B
              -c        the same as count
  nearest:    -d        how far away it is: 0 if they overlap, 1 if they touch, -1 if there is none
  all:        -a, -b    name the files, which may stand alone as well
              --sorted  both files are sorted (`LC_ALL=C sort -k1,1 -k2,2n`), and none is held in memory; not for nearest

A file may be compressed (.gz, .xz), and one of them may be `-`, standard input.";

/// What is printed of a pair.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Columns {
    /// The start and the stop of A, rather than of what both have in common.
    pub(super) whole_a: bool,
    /// The line of B, too.
    pub(super) b: bool,
    /// How long it is what both have in common.
    pub(super) length: bool,
}

/// Which lines of A are printed, by how many lines of B overlap them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Lines {
    /// All, with the number.
    Counted,
    /// Those that overlap some.
    Some,
    /// Those that overlap none.
    None,
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Task {
    /// The pairs that overlap.
    Pairs(Columns),
    /// Lines of A.
    Lines(Lines),
    /// Lines of A with those of B that are nearest.
    Nearest {
        /// How far away they are, too.
        distance: bool,
    },
}

/// Whether files are sorted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Order {
    /// In any order.
    Any,
    /// By chromosome, then by start.
    Sorted,
}

/// The command line.
pub(super) fn options(mut arguments: impl Iterator<Item = String>) -> Result<(Task, Order, [String; 2]), BedError> {
    let usage = |message: &str| BedError::Usage(message.to_owned());
    let (mut columns, mut lines, mut distance, mut order) = (Columns::default(), None, false, Order::Any);
    let task = arguments.next().ok_or_else(|| usage("a task and two files are needed"))?;
    let (mut named, mut names) = ([None, None], Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-wa" => columns.whole_a = true,
            "-wb" => columns.b = true,
            "-wo" => columns = Columns { whole_a: true, b: true, length: true },
            "-u" | "-v" | "-c" if lines.is_some() => return Err(usage("give one of -u, -v and -c")),
            "-u" => lines = Some(Lines::Some),
            "-v" => lines = Some(Lines::None),
            "-c" => lines = Some(Lines::Counted),
            "-d" => distance = true,
            "--sorted" | "-sorted" => order = Order::Sorted,
            "-a" => named[0] = arguments.next(),
            "-b" => named[1] = arguments.next(),
            other if other.starts_with('-') && other != "-" => return Err(usage(&format!("unknown option {other}"))),
            _ => names.push(argument),
        }
    }
    let mut names = names.into_iter();
    let [a, b] = named.map(|name| name.or_else(|| names.next()));
    let (Some(a), Some(b), None) = (a, b, names.next()) else {
        return Err(usage("a task and two files are needed"));
    };
    if a == "-" && b == "-" {
        return Err(usage("one of the files can be standard input, not both"));
    }
    let plain = columns == Columns::default();
    let task = match (task.as_str(), lines) {
        ("intersect" | "count", _) if distance => return Err(usage("-d belongs to nearest")),
        ("intersect", None) => Task::Pairs(columns),
        // Whole lines of A are what is printed then.
        ("intersect", Some(lines)) if !columns.b => Task::Lines(lines),
        ("intersect", _) => return Err(usage("-u, -v and -c print lines of A, and have no -wb and -wo")),
        ("count", None | Some(Lines::Counted)) if plain => Task::Lines(Lines::Counted),
        ("count", _) => return Err(usage("count has no -wa, -wb, -wo, -u and -v: it prints whole lines of A")),
        ("nearest" | "closest", _) if !plain || lines.is_some() => {
            return Err(usage("of these options nearest has -d"));
        }
        ("nearest" | "closest", _) if order == Order::Sorted => {
            return Err(usage("nearest holds B in memory, sorted or not: leave out --sorted"));
        }
        ("nearest" | "closest", _) => Task::Nearest { distance },
        (other, _) => return Err(usage(&format!("unknown task {other}"))),
    };
    Ok((task, order, [a, b]))
}
