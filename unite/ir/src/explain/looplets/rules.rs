//! The rules of lowering, each applied to one loop. See [`lower`](mod@super::lower) for their order.

use std::collections::BTreeSet;

use super::code::{AssignOp, Code, Domain, Extent, Form, Loop, Operand, Update};
use super::error::LoopletError;
use super::expr::Expr;
use super::nest::{Nest, Phase, Steps};
use super::simplify::simplify;

/// A rule of lowering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    Unfurl,
    Switch,
    Run,
    Simplify,
    Reduce,
    Phase,
    Spike,
    Sequence,
    Jumper,
    Stepper,
    Lookup,
}

impl Rule {
    pub(super) const ORDER: [Self; 11] = [
        Self::Unfurl,
        Self::Switch,
        Self::Run,
        Self::Simplify,
        Self::Reduce,
        Self::Phase,
        Self::Spike,
        Self::Sequence,
        Self::Jumper,
        Self::Stepper,
        Self::Lookup,
    ];

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Unfurl => "Unfurl: levels become looplets",
            Self::Switch => "Switch: a branch for each case",
            Self::Run => "Run: the value takes the place of the access",
            Self::Simplify => "Simplify: neutral arguments drop out, zero annihilates, empty code is removed",
            Self::Reduce => "Reduce: the value enters at once for the whole region",
            Self::Phase => "Phase: intersect with the range of the loop, test for emptiness",
            Self::Spike => "Spike: the places before the last one, and the last one",
            Self::Sequence => "Sequence: a loop for each combination of children",
            Self::Jumper => "Jumper: the longest piece is a region",
            Self::Stepper => "Stepper: the shortest piece is a region",
            Self::Lookup => "Lookup: an index that counts",
        }
    }
}

/// Returns whether the rule applies to the loop.
pub(super) fn fits(rule: Rule, pending: &Loop) -> bool {
    if rule == Rule::Reduce {
        return pending.operands.is_empty();
    }
    pending.operands.iter().any(|operand| match &operand.form {
        Form::Level(_) => rule == Rule::Unfurl,
        Form::Nest(nest) => rule == rule_of(nest),
    })
}

/// Returns the rule for the looplet at the root.
fn rule_of(nest: &Nest) -> Rule {
    match nest {
        Nest::Lookup { .. } => Rule::Lookup,
        Nest::Run(_) => Rule::Run,
        Nest::Spike { .. } => Rule::Spike,
        Nest::Phase(_) => Rule::Phase,
        Nest::Sequence(_) => Rule::Sequence,
        Nest::Stepper(_) => Rule::Stepper,
        Nest::Jumper(_) => Rule::Jumper,
        Nest::Switch(_) => Rule::Switch,
    }
}

/// Applies the rule once to the loop. The rule fits, and no earlier rule does. `bound` are the names bound by enclosing
/// code.
pub(super) fn apply(rule: Rule, pending: &Loop, bound: &[String]) -> Result<Code, LoopletError> {
    let mut names = Names::new(pending, bound);
    Ok(match rule {
        Rule::Unfurl => with_nests(pending, |operand| Some(operand.nest())).into(),
        Rule::Switch => switch(pending)?,
        Rule::Run => run(pending).into(),
        Rule::Simplify => pending.clone().into(),
        Rule::Reduce => reduce(pending)?,
        Rule::Phase => phase(pending, &mut names),
        Rule::Spike => with_nests(pending, |operand| spike(pending.domain, operand)).into(),
        Rule::Sequence => sequence(pending),
        Rule::Jumper => jumper(pending, &mut names),
        Rule::Stepper => stepper(pending, &mut names),
        Rule::Lookup => lookup(pending)?,
    })
}

/// The names in use.
struct Names(BTreeSet<String>);

impl Names {
    fn new(pending: &Loop, bound: &[String]) -> Self {
        let mut names: BTreeSet<String> = bound.iter().cloned().collect();
        pending.names(&mut names);
        Self(names)
    }

    /// Returns `base`, or `base_2`, `base_3`, .. if that name is in use.
    fn fresh(&mut self, base: &str) -> String {
        let numbered = (2..).map(|n| format!("{base}_{n}"));
        let mut candidates = std::iter::once(base.to_string()).chain(numbered);
        let name = candidates.find(|name| !self.0.contains(name)).expect("there are more numbers than names");
        self.0.insert(name.clone());
        name
    }
}

/// Returns the loop with the nests of operands replaced where `change` returns `Some`.
fn with_nests(pending: &Loop, mut change: impl FnMut(&Operand) -> Option<Nest>) -> Loop {
    let operands = pending.operands.iter().map(|operand| match change(operand) {
        Some(nest) => Operand::new(&operand.name, nest),
        None => operand.clone(),
    });
    Loop { operands: operands.collect(), ..pending.clone() }
}

/// Generates `if case: loop with its looplets; else ..`, for the first operand that is a switch.
fn switch(pending: &Loop) -> Result<Code, LoopletError> {
    let chosen = pending.operands.iter().find_map(|operand| match &operand.form {
        Form::Nest(Nest::Switch(cases)) => Some((&operand.name, cases)),
        _ => None,
    });
    let Some((name, cases)) = chosen else { return Ok(pending.clone().into()) };
    let with = |case: &Nest| Code::from(with_nests(pending, |operand| (operand.name == *name).then(|| case.clone())));
    let Some((Expr::Truth(true), last)) = cases.last() else {
        return Err(LoopletError::SwitchWithoutElse { operand: name.clone() });
    };
    let before = cases[..cases.len() - 1].iter().rev();
    Ok(before.fold(with(last), |otherwise, (when, nest)| Code::branch(when.clone(), with(nest), otherwise)))
}

fn run(pending: &Loop) -> Loop {
    let mut result = Loop { operands: Vec::new(), ..pending.clone() };
    for operand in &pending.operands {
        match &operand.form {
            Form::Nest(Nest::Run(value)) => {
                let access = Expr::access(&operand.name, &pending.index);
                result.update.value = result.update.value.replace(&access, value);
            }
            _ => result.operands.push(operand.clone()),
        }
    }
    result
}

/// Replaces the update at each place by a single update.
fn reduce(pending: &Loop) -> Result<Code, LoopletError> {
    let Loop { index, start, stop, update, domain, extent, .. } = pending;
    let (this, measure) = (Expr::from(index.as_str()), Expr::Measure(index.clone()));
    let measured = update.value.mentions(&measure);
    let updated = |value: Expr| Code::Assign(Update { value, ..update.clone() });
    if matches!(update.op, AssignOp::Mul | AssignOp::Fold) {
        return Err(LoopletError::NotLowered { op: update.op.sign() });
    }
    match (domain, extent) {
        (Domain::Reals, Extent::Point) => {
            Ok(updated(update.value.replace(&measure, &0.0.into()).replace(&this, start)))
        }
        (Domain::Integers, Extent::Point) => {
            Ok(updated(update.value.replace(&measure, &1.0.into()).replace(&this, start)))
        }
        (Domain::Integers, Extent::Interval) if update.value.mentions(&this) => Ok(counted(pending)),
        (_, Extent::Interval) if update.value.mentions(&this) => {
            Err(LoopletError::IndexOnInterval { index: index.clone(), value: update.value.to_string() })
        }
        (Domain::Reals, Extent::Interval) if update.op == AssignOp::Add && !measured => {
            Err(LoopletError::SumOverInterval { index: index.clone(), value: update.value.to_string() })
        }
        (Domain::Reals, Extent::Interval) => {
            let length = (stop.clone() - start.clone()).drop_eps();
            Ok(updated(update.value.replace(&measure, &length)))
        }
        (Domain::Integers, Extent::Interval) => {
            let value = update.value.replace(&measure, &1.0.into());
            let count = stop.clone() - start.clone() + 1.0.into();
            Ok(updated(if update.op == AssignOp::Add { value * count } else { value }))
        }
    }
}

/// Generates `for i = start:stop` around a loop over the single place `i`.
fn counted(pending: &Loop) -> Code {
    let here = Expr::from(pending.index.as_str());
    let point = Loop { start: here.clone(), stop: here, extent: Extent::Point, ..pending.clone() };
    let Loop { index, start, stop, .. } = pending.clone();
    Code::For { index, start, stop, body: Box::new(point.into()) }
}

/// Generates the intersection of the loop with its phases:
///
/// ```text
/// let start = max(start of the loop, starts of the phases)
/// let stop = min(stop of the loop, stops of the phases)
/// if start <= stop: for i = start:stop, with the looplets of the phases
/// ```
fn phase(pending: &Loop, names: &mut Names) -> Code {
    let phases = pending.operands.iter().filter_map(|operand| match &operand.form {
        Form::Nest(Nest::Phase(phase)) => Some(&**phase),
        _ => None,
    });
    let phases: Vec<&Phase> = phases.collect();
    let is_point = |phase: &&Phase| phase.start.as_ref().is_some_and(|start| simplify(start) == simplify(&phase.stop));
    let extent = if phases.iter().any(is_point) { Extent::Point } else { pending.extent };
    let first = Expr::max([pending.start.clone()].into_iter().chain(phases.iter().filter_map(|p| p.start.clone())));
    let last = Expr::min([pending.stop.clone()].into_iter().chain(phases.iter().map(|p| p.stop.clone())));
    let (start, stop) = (names.fresh("start"), names.fresh("stop"));
    let inner = with_nests(pending, |operand| match &operand.form {
        Form::Nest(Nest::Phase(phase)) => Some(phase.body.clone()),
        _ => None,
    });
    let inner = Loop { start: start.as_str().into(), stop: stop.as_str().into(), extent, ..inner };
    let test = inner.start.clone().at_most(inner.stop.clone());
    Code::bind(start, first, Code::bind(stop, last, Code::when(test, inner.into())))
}

fn spike(domain: Domain, operand: &Operand) -> Option<Nest> {
    let Form::Nest(Nest::Spike { body, at, tail }) = &operand.form else { return None };
    let before = Phase::to(domain.before(at.clone()), Nest::Run(body.clone()));
    Some(Nest::sequence([before, Phase::to(at.clone(), Nest::Run(tail.clone()))]))
}

/// Generates a loop for each combination of the children of all sequences. Of two combinations that are not empty, one
/// lies after the other in all sequences, so the order of the text is that of the line.
fn sequence(pending: &Loop) -> Code {
    let mut combinations = vec![pending.clone()];
    for (at, operand) in pending.operands.iter().enumerate() {
        let Form::Nest(Nest::Sequence(phases)) = &operand.form else { continue };
        let phases = with_starts(pending.domain, phases);
        let with = |before: &Loop, phase: &Phase| {
            let mut combination = before.clone();
            combination.operands[at] = Operand::new(&operand.name, Nest::phase(phase.clone()));
            combination
        };
        combinations = combinations.iter().flat_map(|loop_| phases.iter().map(|phase| with(loop_, phase))).collect();
    }
    Code::Block(combinations.into_iter().map(Code::from).collect())
}

/// Returns the phases with explicit starts: the first at `-inf`, the others after the previous phase.
fn with_starts(domain: Domain, phases: &[Phase]) -> Vec<Phase> {
    let behind = phases.iter().map(|phase| simplify(&domain.after(phase.stop.clone())));
    let starts = std::iter::once(Expr::NEG_INFINITY).chain(behind);
    let started = phases
        .iter()
        .zip(starts)
        .map(|(phase, start)| Phase { start: phase.start.clone().or(Some(start)), ..phase.clone() });
    started.collect()
}

/// Returns the pieces of the operands that are steppers or jumpers, with fresh names for their positions.
fn steps_of(pending: &Loop, rule: Rule, names: &mut Names) -> Vec<(usize, Steps)> {
    let found = pending.operands.iter().enumerate().filter_map(|(at, operand)| match &operand.form {
        Form::Nest(nest @ (Nest::Stepper(steps) | Nest::Jumper(steps))) if rule_of(nest) == rule => Some((at, steps)),
        _ => None,
    });
    let fresh = found.map(|(at, steps)| {
        let (old, position) = (Expr::from(steps.position.as_str()), names.fresh(&steps.position));
        let renamed = steps.map(&|expr| expr.replace(&old, &position.as_str().into()));
        (at, Steps { position, ..renamed })
    });
    fresh.collect()
}

/// Generates the loop common to steppers and jumpers: `parts` run for the region from `cursor` on, and move it past
/// `stop`.
fn regions(pending: &Loop, pieces: &[(usize, Steps)], cursor: &str, stop: (&str, Expr), parts: Vec<Code>) -> Code {
    let test = Expr::from(cursor).at_most(pending.stop.clone());
    let body = Code::bind(stop.0, stop.1, Code::Block(parts));
    let turns = Code::variable(cursor, pending.start.clone(), Code::repeat(test, body));
    pieces
        .iter()
        .rev()
        .fold(turns, |code, (_, steps)| Code::variable(&steps.position, sought(steps, &pending.start), code))
}

/// Returns the position of the piece at `place`.
fn sought(steps: &Steps, place: &Expr) -> Expr {
    steps.seek.replace(&Steps::SOUGHT.into(), place)
}

/// Generates a loop over the shortest of the pieces:
///
/// ```text
/// seek the start in all steppers
/// while start <= stop of the loop
///     let stop = min(stop of the loop, stops of the pieces)
///     for i = start:stop, with the pieces
///     advance the steppers whose piece ends at stop
///     start = place after stop
/// ```
fn stepper(pending: &Loop, names: &mut Names) -> Code {
    let pieces = steps_of(pending, Rule::Stepper, names);
    let (cursor, stop) = (names.fresh("start"), names.fresh("stop"));
    let end: Expr = stop.as_str().into();
    let mut region = Loop { start: cursor.as_str().into(), stop: end.clone(), ..pending.clone() };
    for (at, steps) in &pieces {
        region.operands[*at].form = Form::Nest(steps.body.clone());
    }
    let mut parts = vec![region.into()];
    for (_, steps) in &pieces {
        let next = Code::set(&steps.position, steps.next.clone());
        parts.push(Code::when(steps.stop.clone().equal(end.clone()), next));
    }
    parts.push(Code::set(&cursor, pending.domain.after(end)));
    let shortest = [pending.stop.clone()].into_iter().chain(pieces.iter().map(|(_, steps)| steps.stop.clone()));
    regions(pending, &pieces, &cursor, (&stop, Expr::min(shortest)), parts)
}

/// Generates a loop over the longest of the pieces:
///
/// ```text
/// seek the start in all jumpers
/// while start <= stop of the loop
///     let stop = min(stop of the loop, the largest of the stops of the pieces)
///     for i = start:stop, with the pieces that reach stop, and steppers for the other operands
///     start = place after stop
///     seek the start in all jumpers
/// ```
///
/// One of several jumpers always reaches the stop. The simplifier does not derive this from a minimum of a maximum, so
/// the branch in which none does remains in the text.
fn jumper(pending: &Loop, names: &mut Names) -> Code {
    let pieces = steps_of(pending, Rule::Jumper, names);
    let (cursor, stop) = (names.fresh("start"), names.fresh("stop"));
    let end: Expr = stop.as_str().into();
    let mut region = Loop { start: cursor.as_str().into(), stop: end.clone(), ..pending.clone() };
    for (at, steps) in &pieces {
        let reaches = end.clone().at_most(steps.stop.clone());
        let walk = match &pending.operands[*at].form {
            Form::Nest(Nest::Jumper(steps)) => Nest::Stepper(steps.clone()),
            _ => steps.body.clone(),
        };
        region.operands[*at].form = Form::Nest(Nest::switch([(reaches, steps.body.clone()), (true.into(), walk)]));
    }
    let mut parts = vec![region.into(), Code::set(&cursor, pending.domain.after(end))];
    for (_, steps) in &pieces {
        parts.push(Code::set(&steps.position, sought(steps, &cursor.as_str().into())));
    }
    let longest = Expr::max(pieces.iter().map(|(_, steps)| steps.stop.clone()));
    regions(pending, &pieces, &cursor, (&stop, Expr::min([pending.stop.clone(), longest])), parts)
}

/// Generates a loop that counts the index for several integers, or the value at a single place.
fn lookup(pending: &Loop) -> Result<Code, LoopletError> {
    if (pending.domain, pending.extent) == (Domain::Integers, Extent::Interval) {
        return Ok(counted(pending));
    }
    if pending.extent == Extent::Interval {
        let found = pending.operands.iter().find(|o| matches!(&o.form, Form::Nest(Nest::Lookup { .. })));
        let operand = found.map_or_else(String::new, |operand| operand.name.clone());
        return Err(LoopletError::LookupOnReals { operand });
    }
    let at_point = |operand: &Operand| match &operand.form {
        Form::Nest(Nest::Lookup { index, body }) => Some(body.replace(&index.as_str().into(), &pending.start)),
        _ => None,
    };
    Ok(with_nests(pending, at_point).into())
}
