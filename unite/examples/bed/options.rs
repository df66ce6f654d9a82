//! The command line, with the options of bedtools. It is parsed by hand, because `clap` reads `-wa` as `-w -a`.

use super::error::BedError;

/// The text of `--help`.
pub(super) const HELP: &str = "\
Finds intervals of two BED files that overlap, or lie next to each other.

bed intersect [options] A.bed B.bed    prints a line per overlap, like `bedtools intersect -a A.bed -b B.bed`
bed count A.bed B.bed                  prints each line of A with the number of lines of B that overlap it
bed nearest [-d] A.bed B.bed           prints each line of A with the nearest lines of B, like `bedtools closest`

  intersect:  -wa       print start and stop of A instead of the common part
              -wb       also print the line of B
              -wo       print both lines, and the number of common bases
              -u        print each line of A that overlaps a line of B, once
              -v        print each line of A that overlaps no line of B
              -c        print the same as count
  nearest:    -d        also print the distance: 0 if they overlap, 1 if they touch, -1 if there is none
  all:        -a, -b    name the files, which may also be given without -a and -b
              --sorted  read sorted files (`LC_ALL=C sort -k1,1 -k2,2n`), and hold neither in memory; not for nearest

The files may be compressed (.gz, .xz), and one of them may be `-`, standard input.";

/// The columns that are printed for a pair.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Columns {
    /// `true` to print start and stop of A instead of the common part.
    pub(super) whole_a: bool,
    /// `true` to also print the line of B.
    pub(super) b: bool,
    /// `true` to also print the length of the common part.
    pub(super) length: bool,
}

/// The selection of lines of A by their number of overlaps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Lines {
    /// All lines, with the number.
    Counted,
    /// Lines with an overlap.
    Some,
    /// Lines without overlaps.
    None,
}

/// The task of the program.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Task {
    /// Print the overlapping pairs.
    Pairs(Columns),
    /// Print lines of A.
    Lines(Lines),
    /// Print lines of A with the nearest lines of B.
    Nearest {
        /// `true` to also print the distance.
        distance: bool,
    },
}

/// The order of the lines of the files.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Order {
    /// Any order.
    Any,
    /// Sorted by chromosome, then by start.
    Sorted,
}

/// Parses the command line.
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
        // These options print whole lines of A.
        ("intersect", Some(lines)) if !columns.b => Task::Lines(lines),
        ("intersect", _) => return Err(usage("-u, -v and -c print lines of A, and have no -wb and -wo")),
        ("count", None | Some(Lines::Counted)) if plain => Task::Lines(Lines::Counted),
        ("count", _) => return Err(usage("count has no -wa, -wb, -wo, -u and -v: it prints whole lines of A")),
        ("nearest" | "closest", _) if !plain || lines.is_some() => {
            return Err(usage("nearest takes no option but -d"));
        }
        ("nearest" | "closest", _) if order == Order::Sorted => {
            return Err(usage("nearest holds B in memory, sorted or not: leave out --sorted"));
        }
        ("nearest" | "closest", _) => Task::Nearest { distance },
        (other, _) => return Err(usage(&format!("unknown task {other}"))),
    };
    Ok((task, order, [a, b]))
}
