//! The results of the cases: one row each, and their table.

use super::Case;
use crate::table::median;
use std::fmt;

/// The results of one case.
#[derive(Debug, Clone)]
pub struct Row {
    /// The name of the computation.
    pub name: &'static str,
    /// The greatest allowed ratio of its instructions to those of the merge by hand.
    pub gate: f64,
    /// The numbers of the sides that there are: 0 by hand, 1 over levels, 2 the program.
    pub sides: Vec<usize>,
    /// The instructions per call of each side; NaN if they were not counted.
    pub instructions: [f64; 3],
    /// The seconds of the calls of each side.
    pub seconds: [Vec<f64>; 3],
}

impl Row {
    /// Returns the row of a case, after checking that its sides agree.
    ///
    /// # Panics
    /// If they do not agree.
    pub(super) fn of(case: &Case<'_>) -> Self {
        let hand = (case.hand)();
        for (_, side) in case.sides() {
            let found = side();
            assert!(hand == found, "{}: {hand}, {found}", case.name);
        }
        assert!(hand != 0.0, "{}: nothing meets", case.name);
        let sides = case.sides().map(|(number, _)| number).collect();
        Row { name: case.name, gate: case.gate, sides, instructions: [f64::NAN; 3], seconds: [const { Vec::new() }; 3] }
    }

    /// Returns the instructions of a side as a multiple of those by hand.
    fn ratio(&self, side: usize) -> f64 {
        self.instructions[side] / self.instructions[0]
    }

    /// Returns the time of a side as a multiple of that by hand.
    fn time_ratio(&self, side: usize) -> f64 {
        median(&self.seconds[side]) / median(&self.seconds[0])
    }

    /// Returns whether a counted side exceeds the gate.
    pub fn is_above(&self) -> bool {
        (1..3).any(|side| self.ratio(side) > self.gate)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "| {:<40} |", self.name)?;
        for side in 0..3 {
            write!(f, " {:>11} |", cell(self.instructions[side], 0))?;
        }
        write!(f, " {:>7} | {:>7} |", cell(self.ratio(1), 3), cell(self.ratio(2), 3))?;
        write!(f, " {:>7} | {:>7} |", cell(self.time_ratio(1), 2), cell(self.time_ratio(2), 2))?;
        write!(f, " {:>5.2} |{}", self.gate, if self.is_above() { " above the gate" } else { "" })
    }
}

/// Returns the head of a table of [`Row`]s.
pub fn head() -> String {
    let words = format!(
        "| {:<40} | {:>11} | {:>11} | {:>11} | {:>7} | {:>7} | {:>7} | {:>7} | {:>5} |",
        "kernel", "hand instr.", "levels", "loops!", "/ hand", "/ hand", "time", "time", "gate"
    );
    let line: String = words.chars().map(|c| if c == '|' { '|' } else { '-' }).collect();
    format!("{words}\n{line}")
}

/// Formats a number of a column, or a dash for NaN.
fn cell(number: f64, digits: usize) -> String {
    if number.is_nan() { "-".to_owned() } else { format!("{number:.digits$}") }
}
