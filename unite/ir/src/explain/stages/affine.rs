//! The affine form of terms: `scale * index + offset`.

use num_traits::Zero;

use super::simplify::{binary, unary};
use super::tree::Term;
use crate::loops::interpret::{Number, Value};
use crate::loops::{BinaryOp, UnaryOp};

/// Returns scale and offset of a term that is affine in an index; neither contains the index.
pub(crate) fn split(term: &Term, index: &str) -> Option<(Term, Term)> {
    let zero = || Term::integer(0);
    if !term.mentions(index) {
        return Some((zero(), term.clone()));
    }
    match term {
        Term::Name(_) => Some((Term::integer(1), zero())),
        Term::Unary(UnaryOp::Neg, operand) => {
            let (scale, offset) = split(operand, index)?;
            Some((unary(UnaryOp::Neg, scale), unary(UnaryOp::Neg, offset)))
        }
        Term::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
            let ((a, b), (c, d)) = (split(left, index)?, split(right, index)?);
            Some((binary(*op, a, c), binary(*op, b, d)))
        }
        Term::Binary(BinaryOp::Mul, left, right) if !left.mentions(index) => {
            let (scale, offset) = split(right, index)?;
            let times = |term| binary(BinaryOp::Mul, (**left).clone(), term);
            Some((times(scale), times(offset)))
        }
        Term::Binary(op @ (BinaryOp::Mul | BinaryOp::Div), left, right) if !right.mentions(index) => {
            let (scale, offset) = split(left, index)?;
            let times = |term| binary(*op, term, (**right).clone());
            Some((times(scale), times(offset)))
        }
        Term::Cast(operand, to) if to.starts_with('f') => split(operand, index),
        _ => None,
    }
    .filter(|(scale, _)| !is_zero(scale))
}

/// Returns whether a term is the number 0.
pub(crate) fn is_zero(term: &Term) -> bool {
    matches!(term, Term::Constant(Value::Number(Number::Finite(x))) if x.is_zero())
}
