//! The table of a [`Bench`](crate::bench::Bench), and the gates that it is held against.

use crate::bench::{Exception, Limit, Row, Run, Side};
use core::fmt;

/// A kernel over windows may execute this many times the instructions of its twin.
pub const RATIO: f64 = 1.02;

/// A tensor program may execute this many times the instructions of its twin.
pub const PROGRAM_RATIO: f64 = 1.05;

/// A kernel that asks by places known at run time may execute this many times the instructions of its twin.
pub const PLACE_RATIO: f64 = 1.10;

/// A kernel that takes views may execute this many instructions more than its twin.
pub const MORE: f64 = 32.0;

/// The number of kernels that may exceed a gate, each with its cause.
pub const EXCEPTIONS: usize = 2;

/// The printed table of all kernels.
#[derive(Debug)]
pub struct Table<'a> {
    /// The kernels.
    pub rows: &'a [Row],
}

/// One kernel: its sides against its better twin.
struct Compared<'a> {
    row: &'a Row,
    twin: &'a Run,
}

impl<'a> Compared<'a> {
    /// The twin is whichever executes fewer instructions, or takes less time where none were counted.
    fn new(row: &'a Row) -> Option<Self> {
        let cost = |run: &Run| if run.instructions.is_nan() { median(&run.nanoseconds) } else { run.instructions };
        let twins = row.runs.iter().filter(|run| run.side.is_twin());
        let twin = twins.min_by(|a, b| cost(a).total_cmp(&cost(b)))?;
        Some(Compared { row, twin })
    }

    fn ratio(&self, side: Side) -> Option<f64> {
        Some(self.row.run(side)?.instructions / self.twin.instructions)
    }

    fn more(&self) -> Option<f64> {
        Some(self.row.run(Side::View)?.instructions - self.twin.instructions)
    }

    fn time_ratio(&self, side: Side) -> Option<f64> {
        Some(median(&self.row.run(side)?.nanoseconds) / median(&self.twin.nanoseconds))
    }

    /// Above a gate, whether or not it may be.
    fn is_above(&self) -> bool {
        self.is_above_but_for(MORE)
    }

    /// Above a gate when a view may execute `most` instructions more.
    fn is_above_but_for(&self, most: f64) -> bool {
        let gate = |usual: f64| self.row.limit.map_or(usual, |limit| limit.ratio);
        self.ratio(Side::Window).is_some_and(|ratio| ratio > gate(RATIO))
            || self.ratio(Side::Program).is_some_and(|ratio| ratio > PROGRAM_RATIO)
            || self.ratio(Side::Place).is_some_and(|ratio| ratio > gate(PLACE_RATIO))
            || self.more().is_some_and(|more| more > most)
    }
}

/// The middle of some times; not a number of none.
pub fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

impl Table<'_> {
    /// The kernels above a gate that no exception covers; all that are above when they are more than [`EXCEPTIONS`].
    pub fn failures(&self) -> Vec<&'static str> {
        let above: Vec<_> = self.rows.iter().filter(|row| Compared::new(row).is_none_or(|c| c.is_above())).collect();
        let excused = |row: &Row| {
            let (Some(compared), Some(exception)) = (Compared::new(row), row.exception) else { return false };
            !compared.is_above_but_for(exception.more)
        };
        let too_many = above.len() > EXCEPTIONS;
        above.iter().filter(|row| too_many || !excused(row)).map(|row| row.name).collect()
    }
}

/// A number of a column, or a dash.
fn cell(v: Option<f64>, digits: usize) -> String {
    v.filter(|v| !v.is_nan()).map_or_else(|| "-".to_owned(), |v| format!("{v:.digits$}"))
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = [
            "pointers",
            "rows",
            "window",
            "view",
            "program",
            "place",
            "window/twin",
            "view-twin",
            "prog./twin",
            "place/twin",
            "window time",
            "view time",
            "prog. time",
        ];
        write!(f, "| {:<29} |", "kernel: instructions, times")?;
        head.iter().try_for_each(|word| write!(f, " {word:>11} |"))?;
        write!(f, "\n|{:-<31}|", "")?;
        head.iter().try_for_each(|_| write!(f, "{:->13}|", ""))?;
        writeln!(f)?;
        for compared in self.rows.iter().filter_map(Compared::new) {
            let instructions = |side| cell(compared.row.run(side).map(|run| run.instructions), 0);
            let cells = [
                instructions(Side::Pointers),
                instructions(Side::Rows),
                instructions(Side::Window),
                instructions(Side::View),
                instructions(Side::Program),
                instructions(Side::Place),
                cell(compared.ratio(Side::Window), 3),
                cell(compared.more(), 0),
                cell(compared.ratio(Side::Program), 3),
                cell(compared.ratio(Side::Place), 3),
                cell(compared.time_ratio(Side::Window), 2),
                cell(compared.time_ratio(Side::View), 2),
                cell(compared.time_ratio(Side::Program), 2),
            ];
            write!(f, "| {:<29} |", compared.row.name)?;
            cells.iter().try_for_each(|cell| write!(f, " {cell:>11} |"))?;
            let excused = compared.row.exception.is_some_and(|exception| !compared.is_above_but_for(exception.more));
            let word = if excused { " exception" } else { " above the gate" };
            writeln!(f, "{}", if compared.is_above() { word } else { "" })?;
        }
        for row in self.rows {
            if let Some(Exception { more, cause }) = row.exception {
                writeln!(f, "exception {}, view - twin <= {more}: {cause}", row.name)?;
            }
            if let Some(Limit { ratio, cause }) = row.limit {
                writeln!(f, "gate of {}, {ratio}: {cause}", row.name)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(twin: f64, window: f64, view: f64, exception: Option<Exception>) -> Row {
        let runs = [(Side::Pointers, twin), (Side::Rows, twin + 5.0), (Side::Window, window), (Side::View, view)];
        let runs = runs.map(|(side, instructions)| run(side, instructions)).to_vec();
        Row { name: "kernel", exception, limit: None, runs }
    }

    fn run(side: Side, instructions: f64) -> Run {
        Run { side, output: Vec::new(), instructions, nanoseconds: Vec::new() }
    }

    #[test]
    fn a_program_above_its_gate_fails() {
        let row = |program| Row {
            name: "program",
            exception: None,
            limit: None,
            runs: vec![run(Side::Rows, 100.0), run(Side::Program, program)],
        };
        assert_eq!((failures(&[row(105.0)]), failures(&[row(105.1)])), (0, 1));
    }

    #[test]
    fn a_place_above_its_gate_fails() {
        let row = |place| Row {
            name: "place",
            exception: None,
            limit: None,
            runs: vec![run(Side::Rows, 100.0), run(Side::Place, place)],
        };
        assert_eq!((failures(&[row(110.0)]), failures(&[row(110.1)])), (0, 1));
    }

    fn failures(rows: &[Row]) -> usize {
        Table { rows }.failures().len()
    }

    #[test]
    fn a_kernel_above_a_gate_fails() {
        assert_eq!(failures(&[row(100.0, 102.0, 132.0, None)]), 0);
        assert_eq!(failures(&[row(100.0, 102.1, 132.0, None)]), 1);
        assert_eq!(failures(&[row(100.0, 102.0, 132.1, None)]), 1);
        assert_eq!(failures(&[Row { name: "without a twin", exception: None, limit: None, runs: Vec::new() }]), 1);
    }

    #[test]
    fn a_limit_replaces_the_gate_of_windows_and_places() {
        let limit = Some(Limit { ratio: 1.2, cause: "" });
        let sides = |side, count| vec![run(Side::Rows, 100.0), run(side, count)];
        let row = |side, count| Row { name: "", exception: None, limit, runs: sides(side, count) };
        assert_eq!(failures(&[row(Side::Window, 120.0), row(Side::Place, 120.0)]), 0);
        assert_eq!(failures(&[row(Side::Window, 121.0), row(Side::Place, 121.0)]), 2);
    }

    #[test]
    fn an_exception_covers_the_view_up_to_its_limit_and_there_are_two() {
        let exception = Some(Exception { more: 40.0, cause: "" });
        assert_eq!(failures(&[row(100.0, 102.0, 140.0, exception)]), 0);
        assert_eq!(failures(&[row(100.0, 102.0, 141.0, exception)]), 1);
        assert_eq!(failures(&[row(100.0, 103.0, 140.0, exception)]), 1);
        let three: Vec<_> = (0..3).map(|_| row(100.0, 102.0, 140.0, exception)).collect();
        assert_eq!((failures(&three[..2]), failures(&three)), (0, 3));
    }
}
