//! The plan of a nest: the steps, in order, from which code is generated.
//!
//! ```text
//! for i if Mask[i] for j Z[i] += A[i+j, 3] * B[j] * d(j)
//!
//! round   i, 0     Mask               live: Mask at fill -> !Zero(Mask); else yes
//! if      Mask[i]
//! round   j, 0     A axis 0, B        live: 4 cases     <- here an accumulator for Z[i] is made
//! look up A axis 1
//! ```

use super::names::{Names, root};
use super::{AxisKind, BinaryOp, Expr, ExprKind, Formula, Index, Item, Moment, Nest};
use crate::syntax::Name;

/// A step of a nest; each step encloses those that follow.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// A loop, or a further cut of its pieces.
    Round(Round),
    /// A search of an operand's axis for one coordinate.
    LookUp(OperandAxis),
    /// A condition.
    If {
        /// The condition, a truth value.
        condition: Expr,
    },
    /// A name for a scalar.
    Let {
        /// The name.
        name: Name,
        /// The value that it stands for.
        value: Expr,
    },
}

/// The operands that are iterated over together, along one loop.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// The number of the loop.
    pub of_loop: usize,
    /// `true` if the round is the loop itself; otherwise it cuts a piece of the loop further.
    pub opens: bool,
    /// The axes that are iterated over, at most [`MOST_TOGETHER`](super::MOST_TOGETHER).
    pub operands: Vec<OperandAxis>,
    /// For each subset of the operands, the condition under which the nest may have an effect where exactly these are
    /// not at fill. Bit p of the position stands for operand p of this round.
    pub live: Vec<Formula>,
}

impl Round {
    /// Returns the operands of which the nest is known to have an effect also where only that one is at fill: bit p stands for
    /// operand p of this round.
    pub fn optional(&self) -> usize {
        let count = self.operands.len();
        let without = |k: usize| (1 << count) - 1 - (1 << k);
        (0..count).filter(|&k| self.live[without(k)] == Formula::Always).map(|k| 1 << k).sum()
    }
}

/// An axis of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperandAxis {
    /// The number of the operand.
    pub operand: usize,
    /// The number of its axis.
    pub axis: usize,
}

/// An access whose index is exactly the index of a loop, as `i` in `A[i, j + 1]`. The extent of its axis bounds the
/// loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plain {
    /// The number of the operand; `None` for the target.
    pub operand: Option<usize>,
    /// The number of the axis.
    pub axis: usize,
    /// `true` if the axis is iterated over from the start of the loop, so that the loop meets all of its pieces.
    pub leads: bool,
    /// `true` if the index counts in a window, whose length bounds the loop, and not the extent.
    pub windowed: bool,
}

impl Nest {
    /// Returns the accesses whose extents bound a loop; empty if the program gives its bounds.
    pub fn plain(&self, of_loop: usize) -> Vec<Plain> {
        let header = &self.loops[of_loop];
        let Item::Loop { range: None, .. } = &self.items[header.item - 1] else { return Vec::new() };
        let begins = Moment { item: header.item, round: 0 };
        let is_plain =
            |index: &Index| matches!(&index.counted().kind, ExprKind::Place(name) if name.text == header.var.text);
        let mut plain = Vec::new();
        for (operand, read) in self.operands.iter().enumerate() {
            for (axis, resolved) in read.axes.iter().enumerate() {
                if is_plain(&read.access.indices[axis]) {
                    let leads = resolved.moment == begins && matches!(resolved.kind, AxisKind::Moves { .. });
                    let windowed = read.access.indices[axis].window.is_some();
                    plain.push(Plain { operand: Some(operand), axis, leads, windowed });
                }
            }
        }
        let target = self.target.access.indices.iter().enumerate().filter(|(_, index)| is_plain(index));
        plain.extend(target.map(|(axis, _)| Plain { operand: None, axis, leads: false, windowed: false }));
        plain
    }

    /// Returns the steps, outermost first. After the last step, the value is combined with the target.
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = self.looked_up(Moment::default());
        let mut of_loop = 0;
        for (number, item) in self.items.iter().enumerate() {
            let mut moment = Moment { item: number + 1, round: 0 };
            match item {
                Item::Loop { .. } => {
                    let operands = self.moving(moment);
                    steps.push(Step::Round(self.round(of_loop, true, operands)));
                    of_loop += 1;
                }
                Item::If { condition } => conditions(condition, &mut steps),
                Item::Let { name, value } => steps.push(Step::Let { name: name.clone(), value: value.clone() }),
            }
            steps.extend(self.looked_up(moment));
            loop {
                moment.round += 1;
                let operands = self.moving(moment);
                if operands.is_empty() {
                    break;
                }
                steps.push(Step::Round(self.round(of_loop - 1, false, operands)));
                steps.extend(self.looked_up(moment));
            }
        }
        steps
    }

    /// Returns the number of steps before the accumulator is created: before the first loop that only reduces and that
    /// the target's place does not depend on. `None` if there is no such loop; then every value goes directly into the
    /// target.
    pub fn accumulate_before(&self, steps: &[Step]) -> Option<usize> {
        steps.iter().position(|step| matches!(step, Step::Round(round) if round.of_loop >= self.target.depth))
    }

    /// Returns the number of steps after which the index of a loop is needed as a number, so that its piece must be a
    /// point. The check is as late as possible, so that few pieces are checked. `None` if the number is not needed.
    pub fn number_after(&self, steps: &[Step], of_loop: usize) -> Option<usize> {
        let header = &self.loops[of_loop];
        header.number_used?;
        let inside =
            1 + steps.iter().position(|step| matches!(step, Step::Round(round) if round.of_loop == of_loop))?;
        if header.strided {
            // Nothing inside is of use at other places.
            return Some(inside);
        }
        let uses = |step: &Step| self.uses_number(step, &header.var.text);
        let first = inside + steps[inside..].iter().position(uses).unwrap_or(steps.len() - inside);
        // The target is written once for each point.
        Some(
            self.accumulate_before(steps)
                .filter(|position| *position >= inside)
                .map_or(first, |write| first.min(write)),
        )
    }

    /// Returns whether a step needs an index as a number. By then the pieces of the operands in the step are known.
    fn uses_number(&self, step: &Step, var: &str) -> bool {
        match step {
            Step::If { condition: expr } | Step::Let { value: expr, .. } => number_in(expr, var),
            Step::LookUp(due) => self.index_along(*due).expressions().into_iter().any(|expr| number_in(expr, var)),
            Step::Round(round) => {
                let bounds = match &self.items[self.loops[round.of_loop].item - 1] {
                    item if round.opens => item.expressions(),
                    _ => Vec::new(),
                };
                let constants =
                    round.operands.iter().flat_map(|due| match &self.operands[due.operand].axes[due.axis].kind {
                        AxisKind::Moves { affine, .. } => {
                            let window = self.index_along(*due).window.as_deref();
                            let ends = window.into_iter().flat_map(|window| [&window.from, &window.to]);
                            affine.constants().into_iter().chain(ends).collect()
                        }
                        AxisKind::LookedUp => Vec::new(),
                    });
                bounds.into_iter().chain(constants).any(|expr| number_in(expr, var))
            }
        }
    }

    /// Returns the index along an axis of an operand.
    pub fn index_along(&self, due: OperandAxis) -> &Index {
        &self.operands[due.operand].access.indices[due.axis]
    }

    /// Returns whether a value is known before a loop is entered: no name in it is given by that loop or inside of it.
    pub fn is_known_before(&self, expr: &Expr, of_loop: usize) -> bool {
        Names::new(&self.items).0.depth(expr) <= of_loop
    }

    /// Returns the axes that are resolved at a moment, in the order of the operands.
    fn due(&self, moment: Moment) -> impl Iterator<Item = (OperandAxis, &AxisKind)> {
        self.operands.iter().enumerate().flat_map(move |(operand, read)| {
            let axes = read.axes.iter().enumerate().filter(move |(_, axis)| axis.moment == moment);
            axes.map(move |(axis, resolved)| (OperandAxis { operand, axis }, &resolved.kind))
        })
    }

    fn moving(&self, moment: Moment) -> Vec<OperandAxis> {
        self.due(moment).filter(|(_, kind)| matches!(kind, AxisKind::Moves { .. })).map(|(axis, _)| axis).collect()
    }

    fn looked_up(&self, moment: Moment) -> Vec<Step> {
        let due = self.due(moment).filter(|(_, kind)| matches!(kind, AxisKind::LookedUp));
        due.map(|(axis, _)| Step::LookUp(axis)).collect()
    }

    fn round(&self, of_loop: usize, opens: bool, operands: Vec<OperandAxis>) -> Round {
        let live = (0..1usize << operands.len())
            .map(|set| {
                self.live(&|operand| {
                    operands.iter().enumerate().any(|(bit, due)| due.operand == operand && set >> bit & 1 == 0)
                })
            })
            .collect();
        Round { of_loop, opens, operands, live }
    }
}

/// Splits a condition into steps at `&&`: the right operand is evaluated only where the left one holds.
fn conditions(condition: &Expr, steps: &mut Vec<Step>) {
    match &condition.kind {
        ExprKind::Binary(BinaryOp::And, left, right) => {
            conditions(left, steps);
            conditions(right, steps);
        }
        _ => steps.push(Step::If { condition: condition.clone() }),
    }
}

/// Returns whether an index occurs in an expression, outside of accesses.
fn number_in(expr: &Expr, var: &str) -> bool {
    match &expr.kind {
        ExprKind::Access(_) => false,
        ExprKind::Place(name) => root(&name.text) == var,
        _ => expr.children().into_iter().any(|child| number_in(child, var)),
    }
}
