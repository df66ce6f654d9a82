//! Values of expressions while a loop's index is on a region. A value is known, or a number that moves with the index,
//! or it varies in another way.

use num_rational::BigRational;
use num_traits::Zero;

use super::error::InterpretError;
use super::number::Number;
use super::value::{self, Value};
use crate::loops::{BinaryOp, UnaryOp};

/// An affine function of an index that is on a region of several places.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Moving {
    /// The position of the index among the names in scope.
    pub(crate) index: usize,
    /// The factor of the index, not 0: the expression is `scale * index + offset`.
    pub(crate) scale: BigRational,
    pub(crate) offset: BigRational,
}

/// The result of evaluating an expression.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Evaluated {
    /// A value that is the same at all places of the regions.
    Known(Value),
    /// An affine function of one index that takes several places.
    Moving(Moving),
    /// Anything else, with the error to report if the value is needed.
    Varies(InterpretError),
}

use Evaluated::{Known, Varies};

impl From<Value> for Evaluated {
    fn from(value: Value) -> Self {
        Known(value)
    }
}

impl Moving {
    /// Returns `scale * self + offset`.
    fn affine(&self, scale: &BigRational, offset: &BigRational) -> Evaluated {
        if scale.is_zero() {
            return Known(Number::Finite(offset.clone()).into());
        }
        let (index, scale, offset) = (self.index, &self.scale * scale, &self.offset * scale + offset);
        Evaluated::Moving(Moving { index, scale, offset })
    }

    /// Returns `self + sign * other`, if both move with the same index.
    fn plus(&self, other: &Moving, sign: &BigRational) -> Option<Evaluated> {
        let (scale, offset) = (&self.scale + &other.scale * sign, &self.offset + &other.offset * sign);
        if self.index != other.index {
            return None;
        }
        if scale.is_zero() {
            return Some(Known(Number::Finite(offset).into()));
        }
        Some(Evaluated::Moving(Moving { index: self.index, scale, offset }))
    }
}

fn ratio(x: i64) -> BigRational {
    BigRational::from_integer(x.into())
}

/// Returns the result of the operation if this operand alone determines it.
fn annihilated(op: BinaryOp, operand: &Evaluated) -> Option<Value> {
    match (op, operand) {
        (BinaryOp::Mul, Known(zero)) if zero.is_zero() => Some(0.into()),
        (BinaryOp::And, Known(Value::Bool(false))) => Some(false.into()),
        (BinaryOp::Or, Known(Value::Bool(true))) => Some(true.into()),
        _ => None,
    }
}

/// Evaluates `left op right`; `why` returns the error for a moving operand whose value is needed.
pub(crate) fn binary(
    op: BinaryOp,
    left: Evaluated,
    right: Evaluated,
    why: &dyn Fn(&Moving) -> InterpretError,
) -> Result<Evaluated, InterpretError> {
    if let (Known(a), Known(b)) = (&left, &right) {
        return value::binary(op, a, b).map(Known);
    }
    if let Some(value) = annihilated(op, &left).or_else(|| annihilated(op, &right)) {
        return Ok(Known(value));
    }
    Ok(match affine(op, &left, &right) {
        Some(moving) => moving,
        None => match (left, right) {
            (Varies(error), _) | (_, Varies(error)) => Varies(error),
            (Evaluated::Moving(moving), _) | (_, Evaluated::Moving(moving)) => Varies(why(&moving)),
            (Known(_), Known(_)) => unreachable!("two values have been taken care of"),
        },
    })
}

/// Returns the result of the operation if it is affine in one index.
fn affine(op: BinaryOp, left: &Evaluated, right: &Evaluated) -> Option<Evaluated> {
    use Evaluated::Moving as M;
    let finite = |value: &Value| match value {
        Value::Number(Number::Finite(x)) => Some(x.clone()),
        _ => None,
    };
    match (op, left, right) {
        (BinaryOp::Add, M(a), M(b)) => a.plus(b, &ratio(1)),
        (BinaryOp::Sub, M(a), M(b)) => a.plus(b, &ratio(-1)),
        (BinaryOp::Add, M(a), Known(b)) | (BinaryOp::Add, Known(b), M(a)) => Some(a.affine(&ratio(1), &finite(b)?)),
        (BinaryOp::Sub, M(a), Known(b)) => Some(a.affine(&ratio(1), &-finite(b)?)),
        (BinaryOp::Sub, Known(b), M(a)) => Some(a.affine(&ratio(-1), &finite(b)?)),
        (BinaryOp::Mul, M(a), Known(b)) | (BinaryOp::Mul, Known(b), M(a)) => Some(a.affine(&finite(b)?, &ratio(0))),
        (BinaryOp::Div, M(a), Known(b)) => {
            let b = finite(b).filter(|b| !b.is_zero())?;
            Some(a.affine(&b.recip(), &ratio(0)))
        }
        _ => None,
    }
}

/// Evaluates `op operand`.
pub(crate) fn unary(op: UnaryOp, operand: Evaluated) -> Result<Evaluated, InterpretError> {
    Ok(match (op, operand) {
        (_, varies @ Varies(_)) => varies,
        (UnaryOp::Neg, Known(x)) => Known(x.number("-")?.neg().into()),
        (UnaryOp::Not, Known(x)) => Known((!x.truth("!")?).into()),
        (UnaryOp::Neg, Evaluated::Moving(moving)) => moving.affine(&ratio(-1), &ratio(0)),
        (UnaryOp::Not, Evaluated::Moving(_)) => {
            return Err(InterpretError::NotATruthValue { what: "!".into(), value: 0.into() });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moving(scale: i64, offset: i64) -> Evaluated {
        Evaluated::Moving(Moving { index: 0, scale: ratio(scale), offset: ratio(offset) })
    }

    fn varies() -> InterpretError {
        InterpretError::Unknown { name: "i".into() }
    }

    fn apply(op: BinaryOp, left: Evaluated, right: Evaluated) -> Evaluated {
        binary(op, left, right, &|_| varies()).unwrap()
    }

    #[test]
    fn affine_expressions_of_one_index_stay_affine() {
        let two = || Known(2.into());
        assert_eq!(apply(BinaryOp::Add, moving(3, 1), two()), moving(3, 3));
        assert_eq!(apply(BinaryOp::Sub, two(), moving(3, 1)), moving(-3, 1));
        assert_eq!(apply(BinaryOp::Mul, two(), moving(3, 1)), moving(6, 2));
        assert_eq!(apply(BinaryOp::Div, moving(4, 2), two()), moving(2, 1));
        assert_eq!(apply(BinaryOp::Sub, moving(3, 1), moving(3, 4)), Known((-3).into()));
        assert_eq!(apply(BinaryOp::Mul, moving(3, 1), moving(1, 0)), Varies(varies()));
        assert_eq!(unary(UnaryOp::Neg, moving(3, 1)), Ok(moving(-3, -1)));
    }

    #[test]
    fn annihilators_kill_what_varies() {
        for unknown in [Varies(varies()), moving(1, 0)] {
            assert_eq!(apply(BinaryOp::Mul, Known(0.into()), unknown.clone()), Known(0.into()));
            assert_eq!(apply(BinaryOp::And, unknown.clone(), Known(false.into())), Known(false.into()));
            assert_eq!(apply(BinaryOp::Or, unknown, Known(true.into())), Known(true.into()));
        }
        assert_eq!(apply(BinaryOp::And, Varies(varies()), Known(true.into())), Varies(varies()));
    }
}
