//! [`Steps`]: writes sums as steps, each step once.

use super::{Row, Step};
use std::collections::{BTreeMap, VecDeque};

/// Steps, and the numbers of their values.
pub(super) struct Steps {
    operands: usize,
    steps: Vec<Step>,
    known: BTreeMap<Step, usize>,
}

/// A value or its negation. Negations are not written: the sum that the value becomes a term of subtracts it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Signed {
    value: usize,
    is_negative: bool,
}

impl Steps {
    /// No steps yet.
    pub(super) fn new(operands: usize) -> Steps {
        Steps { operands, steps: Vec::new(), known: BTreeMap::new() }
    }

    /// The steps, in order.
    pub(super) fn into_steps(self) -> Vec<Step> {
        self.steps
    }

    /// Writes two terms, of which one at least is positive; returns the number of their sum, or of its negation, and the
    /// sign of the two.
    pub(super) fn pair(&mut self, left: (usize, i128), right: (usize, i128)) -> (usize, i128) {
        let [left, right] =
            [left, right].map(|(value, factor)| self.scaled(Signed { value, is_negative: factor < 0 }, factor.abs()));
        let sum = self.sum(left, right);
        (sum.value, if sum.is_negative { -1 } else { 1 })
    }

    /// Writes the sum of at least one term. Terms with one factor are summed before they are multiplied, and those with
    /// twice the factor of others are doubled and summed with them.
    pub(super) fn row(&mut self, row: Row) -> Signed {
        let mut groups: BTreeMap<i128, Vec<Signed>> = BTreeMap::new();
        for (value, factor) in row {
            groups.entry(factor.abs()).or_default().push(Signed { value, is_negative: factor < 0 });
        }
        let mut parts = Vec::new();
        while let Some((factor, terms)) = groups.pop_last() {
            let sum = self.sum_of(terms);
            match groups.get_mut(&(factor / 2)) {
                Some(half) if factor % 2 == 0 => half.push(self.scaled(sum, 2)),
                _ => parts.push((factor, sum)),
            }
        }
        // A row of negative terms needs no negation if one of them is multiplied anyway.
        if parts.iter().all(|(_, part)| part.is_negative)
            && let Some((factor, part)) = parts.iter_mut().find(|(factor, _)| *factor > 2)
        {
            *part = self.scaled_by(*part, -*factor);
            *factor = 1;
        }
        let parts = parts.into_iter().map(|(factor, part)| self.scaled(part, factor)).collect();
        self.sum_of(parts)
    }

    /// Writes a value times a factor that is not 0, with its sign; returns its number.
    pub(super) fn multiple(&mut self, value: Signed, by: i128) -> usize {
        let value = Signed { is_negative: value.is_negative != (by < 0), ..value };
        let by = by.abs();
        let multiple = if value.is_negative && by > 2 { self.scaled_by(value, -by) } else { self.scaled(value, by) };
        if multiple.is_negative { self.step(Step::Negate(multiple.value)) } else { multiple.value }
    }

    /// The sum of at least one term, in a balanced tree: short chains, and small errors where sums are rounded. It is
    /// negative only if all terms are.
    fn sum_of(&mut self, terms: Vec<Signed>) -> Signed {
        let mut terms = VecDeque::from(terms);
        loop {
            let first = terms.pop_front().expect("a sum has a term");
            let Some(second) = terms.pop_front() else { return first };
            let sum = self.sum(first, second);
            terms.push_back(sum);
        }
    }

    fn sum(&mut self, left: Signed, right: Signed) -> Signed {
        let (low, high) = (left.value.min(right.value), left.value.max(right.value));
        let (step, is_negative) = match (left.is_negative, right.is_negative) {
            (false, false) => (Step::Add(low, high), false),
            (true, true) => (Step::Add(low, high), true),
            (false, true) => (Step::Sub(left.value, right.value), false),
            (true, false) => (Step::Sub(right.value, left.value), false),
        };
        Signed { value: self.step(step), is_negative }
    }

    /// A value times a positive factor.
    fn scaled(&mut self, value: Signed, factor: i128) -> Signed {
        match factor {
            1 => value,
            2 => Signed { value: self.step(Step::Double(value.value)), ..value },
            // 2^63 is no `i64`, but its negation is.
            _ if i64::try_from(factor).is_err() => self.scaled_by(value, -factor),
            _ => self.scaled_by(value, factor),
        }
    }

    /// A value times the magnitude of a factor. The step multiplies by the factor with its sign, so a negative factor flips
    /// the sign of the result.
    fn scaled_by(&mut self, value: Signed, factor: i128) -> Signed {
        let step =
            Step::Scale(i64::try_from(factor).expect("factors are numbers of the matrix, or divide them"), value.value);
        Signed { value: self.step(step), is_negative: value.is_negative != (factor < 0) }
    }

    /// The number of a step's value.
    fn step(&mut self, step: Step) -> usize {
        *self.known.entry(step).or_insert_with(|| {
            self.steps.push(step);
            self.operands + self.steps.len() - 1
        })
    }
}
