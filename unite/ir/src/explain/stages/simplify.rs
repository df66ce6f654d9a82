//! The simplifier: removes units, applies annihilators and removes steps without effect.
//!
//! ```text
//! x + 0 = x    x * 1 = x    x * 0 = 0    x && true = x    x && false = false    x || false = x    x || true = true
//! if a piece is not empty a = a
//! if true a = a    if false a, s += 0, s |= false, s &= true = nothing, and so are loops over nothing
//! ```

use std::convert::Infallible;

use super::tree::{Extent, Part, Step, Term};
use crate::loops::interpret::value as operators;
use crate::loops::interpret::{AxisKind, Number, Value};
use crate::loops::{AssignOp, BinaryOp, UnaryOp};

/// Returns a step with simplified terms and without dead steps.
pub(crate) fn simplified(step: &Step) -> Step {
    alive(&step.rewritten(&term))
}

/// Simplifies a term whose parts are simplified.
fn term(of: Term) -> Term {
    match of {
        Term::Unary(op, operand) => unary(op, *operand),
        Term::Binary(op, left, right) => binary(op, *left, *right),
        other => other,
    }
}

/// Returns `op operand`, simplified.
pub(crate) fn unary(op: UnaryOp, operand: Term) -> Term {
    match (op, &operand) {
        (UnaryOp::Neg, Term::Constant(Value::Number(x))) => Term::Constant(x.neg().into()),
        (UnaryOp::Not, Term::Constant(Value::Bool(x))) => Term::Constant((!x).into()),
        (UnaryOp::Neg, Term::Unary(UnaryOp::Neg, inner)) | (UnaryOp::Not, Term::Unary(UnaryOp::Not, inner)) => {
            (**inner).clone()
        }
        _ => Term::Unary(op, Box::new(operand)),
    }
}

/// Returns `left op right`, simplified.
pub(crate) fn binary(op: BinaryOp, left: Term, right: Term) -> Term {
    if let (Term::Constant(a), Term::Constant(b)) = (&left, &right)
        && let Ok(value) = operators::binary(op, a, b)
    {
        return Term::Constant(value);
    }
    let truth = |term: &Term, x: bool| *term == Term::Constant(x.into());
    match op {
        BinaryOp::Add if left.is(0) => right,
        BinaryOp::Add | BinaryOp::Sub if right.is(0) => left,
        BinaryOp::Sub if left.is(0) => unary(UnaryOp::Neg, right),
        BinaryOp::Mul if left.is(0) || right.is(0) => Term::integer(0),
        BinaryOp::Mul if left.is(1) => right,
        BinaryOp::Mul | BinaryOp::Div if right.is(1) => left,
        BinaryOp::And if truth(&left, false) || truth(&right, false) => Term::Constant(false.into()),
        BinaryOp::And if truth(&left, true) => right,
        BinaryOp::And if truth(&right, true) => left,
        BinaryOp::Or if truth(&left, true) || truth(&right, true) => Term::Constant(true.into()),
        BinaryOp::Or if truth(&left, false) => right,
        BinaryOp::Or if truth(&right, false) => left,
        _ => Term::Binary(op, Box::new(left), Box::new(right)),
    }
}

/// Removes steps that have no effect.
fn alive(step: &Step) -> Step {
    let step =
        step.with_children(&mut |child| Ok::<_, Infallible>(alive(child))).unwrap_or_else(|never| match never {});
    match step {
        Step::If { condition: Term::Constant(Value::Bool(true)), body } => *body,
        Step::If { condition: Term::Constant(Value::Bool(false)), .. } => Step::Nothing,
        Step::Let { name, body, .. } if !body.mentions(&name) => *body,
        Step::Assign { op, value: Term::Constant(value), .. } if does_nothing(op, &value) => Step::Nothing,
        Step::Refuse { value: Term::Constant(value), .. } if does_nothing(AssignOp::Add, &value) => Step::Nothing,
        step if !step.children().is_empty() && step.children().iter().all(|child| **child == Step::Nothing) => {
            Step::Nothing
        }
        Step::Block(steps) => {
            let mut steps: Vec<Step> = steps.into_iter().filter(|step| *step != Step::Nothing).collect();
            if steps.len() == 1 { steps.remove(0) } else { Step::Block(steps) }
        }
        Step::IfNotEmpty { extent, body } if has_places(&extent) => *body,
        Step::For { var, extent, body } => Step::For { var, extent: bounded(extent), body },
        step => step,
    }
}

/// Returns whether a region is certain to have places: the line, or one piece whose image contains all its integers.
fn has_places(extent: &Extent) -> bool {
    match extent.parts.as_slice() {
        [] => true,
        [Part::Inverse { scale, .. }] => extent.kind == AxisKind::Real || scale.is(1) || scale.is(-1),
        _ => false,
    }
}

fn does_nothing(op: AssignOp, value: &Value) -> bool {
    operators::is_nothing(op, value)
}

/// Removes the parts of a region that are the whole line.
pub(crate) fn bounded(extent: Extent) -> Extent {
    let infinite = |term: &Term, sign: &Number| *term == Term::Constant(sign.clone().into());
    let is_line = |part: &Part| {
        matches!(part, Part::Range(from, to)
            if infinite(from, &Number::NegativeInfinity) && infinite(to, &Number::Infinity))
    };
    Extent { kind: extent.kind, parts: extent.parts.into_iter().filter(|part| !is_line(part)).collect() }
}
