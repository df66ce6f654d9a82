//! The third stage: remaining loops over places become assignments to whole regions, or reductions.
//!
//! ```text
//! for j in R: Z[2*j+1] op= v     Z[2*R+1] op= v
//! for j in R: s += v * d(j)      s += v * max(0, length(R))
//! for j in R: s += v             integers: s += v * max(0, length(R))
//!                                reals:    if R is a point: s += v  else: refuse v != 0 over R
//! for j in R: s max= v           if R is not empty: s max= v            and min=, &=, |=
//! ```
//!
//! A loop over integers whose body uses the index as a number stays; over reals it is an error.

use super::affine::split;
use super::error::StageError;
use super::kinds::Kinds;
use super::simplify::{binary, simplified};
use super::tree::{Extent, Spot, Step, Term};
use crate::loops::interpret::{AxisKind, Value};
use crate::loops::{AssignOp, BinaryOp};

/// Returns the third stage of a nest. Dead steps are kept, unless a loop around them is converted.
pub(crate) fn converted(step: &Step, kinds: &Kinds) -> Result<Step, StageError> {
    if simplified(step) == Step::Nothing {
        return Ok(step.clone());
    }
    let Step::For { var, extent, body } = step else {
        return step.with_children(&mut |child| converted(child, kinds));
    };
    let body = converted(&simplified(body), kinds)?;
    let flat = without_lets_of(var, &body);
    if !uses_number(var, extent.kind, &flat) {
        return Region { index: var, extent, kinds }.enter(&flat);
    }
    match extent.kind {
        AxisKind::Integer => Ok(Step::For { var: var.clone(), extent: extent.clone(), body: Box::new(body) }),
        AxisKind::Real => Err(StageError::NumberOverInterval { index: var.clone() }),
    }
}

/// Replaces each `let` whose value contains an index by its value.
fn without_lets_of(index: &str, step: &Step) -> Step {
    match step {
        Step::Let { name, value, body } if value.mentions(index) || value.measures(index) => {
            without_lets_of(index, &body.replaced(name, value))
        }
        step => step
            .with_children(&mut |child| Ok::<_, std::convert::Infallible>(without_lets_of(index, child)))
            .unwrap_or_else(|never| match never {}),
    }
}

/// Returns whether a step uses an index as a number: anywhere but in the single index of the target that moves with it,
/// as a run.
pub(crate) fn uses_number(index: &str, kind: AxisKind, step: &Step) -> bool {
    let Step::Assign { spots, value, .. } = step else {
        return step.terms().into_iter().any(|term| term.mentions(index))
            || step.children().into_iter().any(|child| uses_number(index, kind, child));
    };
    let moved: Vec<&Spot> =
        spots.iter().filter(|spot| spot.terms().into_iter().any(|term| term.mentions(index))).collect();
    let is_run = match moved.as_slice() {
        [] => true,
        [Spot::At(at)] => split(at, index).is_some_and(|(scale, _)| kind == AxisKind::Real || is_step(&scale)),
        _ => false,
    };
    value.mentions(index) || !is_run
}

fn is_step(scale: &Term) -> bool {
    scale.is(1) || scale.is(-1)
}

/// A loop that is moved into the assignments below it.
struct Region<'s> {
    index: &'s str,
    extent: &'s Extent,
    kinds: &'s Kinds,
}

impl Region<'_> {
    fn enter(&self, step: &Step) -> Result<Step, StageError> {
        match step {
            Step::Assign { target, spots, op, value } => self.assign(target, spots, *op, value),
            Step::Refuse { target, index, extent, value } => {
                let (target, index, extent) = (target.clone(), index.clone(), extent.clone());
                let refuse = Step::Refuse { target, index, extent, value: self.with_length(value) };
                Ok(Step::IfNotEmpty { extent: self.extent.clone(), body: Box::new(refuse) })
            }
            step => step.with_children(&mut |child| self.enter(child)),
        }
    }

    /// Replaces the measure of the index by the length of the region.
    fn with_length(&self, value: &Term) -> Term {
        value.rewritten(&|term| match term {
            Term::Measure(name) if name == self.index => Term::Length(self.extent.clone()),
            other => other,
        })
    }

    fn assign(&self, target: &str, spots: &[Spot], op: AssignOp, value: &Term) -> Result<Step, StageError> {
        let moved = spots.iter().any(|spot| matches!(spot, Spot::At(at) if at.mentions(self.index)));
        let measured = value.measures(self.index);
        if measured && (moved || op != AssignOp::Add) {
            return Err(StageError::MeasureOutsideSum { index: self.index.into() });
        }
        let spots: Vec<Spot> = spots.iter().map(|spot| self.spot(spot)).collect();
        let assign = |value: Term| Step::Assign { target: target.into(), spots: spots.clone(), op, value };
        if moved {
            return Ok(assign(value.clone()));
        }
        Ok(match (op, self.extent.kind) {
            (AssignOp::Add, _) if measured => assign(self.with_length(value)),
            (AssignOp::Add, AxisKind::Integer) => {
                assign(binary(BinaryOp::Mul, self.as_number(value), Term::Length(self.extent.clone())))
            }
            (AssignOp::Add, AxisKind::Real) => Step::IfPoint {
                extent: self.extent.clone(),
                then: Box::new(assign(value.clone())),
                otherwise: Box::new(self.refuse(target, &spots, value)),
            },
            _ => Step::IfNotEmpty { extent: self.extent.clone(), body: Box::new(assign(value.clone())) },
        })
    }

    /// Returns the step that rejects the sum over the region where the runs of the target have places.
    fn refuse(&self, target: &str, spots: &[Spot], value: &Term) -> Step {
        let (target, index, extent) = (target.into(), self.index.into(), self.extent.clone());
        let refuse = Step::Refuse { target, index, extent, value: value.clone() };
        spots.iter().fold(refuse, |step, spot| match spot {
            Spot::At(_) => step,
            Spot::Run { extent, .. } => Step::IfNotEmpty { extent: extent.clone(), body: Box::new(step) },
        })
    }

    fn spot(&self, spot: &Spot) -> Spot {
        match spot {
            Spot::At(at) if at.mentions(self.index) => match split(at, self.index) {
                Some((scale, offset)) => Spot::Run { extent: self.extent.clone(), scale, offset },
                None => spot.clone(),
            },
            spot => spot.clone(),
        }
    }

    /// Returns the value as a number; a sum may count truth values.
    fn as_number(&self, value: &Term) -> Term {
        let number = match value {
            Term::Constant(value) => matches!(value, Value::Number(_)),
            Term::Held(path) => matches!(self.kinds.fill(&path.tensor), Some(Value::Number(_))),
            Term::Binary(op, ..) => {
                matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem)
            }
            Term::Cast(_, to) => to != "bool",
            _ => false,
        };
        if number { value.clone() } else { Term::Cast(Box::new(value.clone()), "f64".into()) }
    }
}
