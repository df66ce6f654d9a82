//! Linearity: determines the accesses that may be tensors with overlapping pieces. Such a tensor is the sum of its
//! pieces, or for truth values their disjunction, and a loop visits the pieces one by one.

use super::{Assign, AssignOp, BinaryOp, Expr, ExprKind, Item, UnaryOp};
use crate::syntax::Span;

/// Returns the accesses in which the nest is linear: running it for each summand of such a tensor and joining the
/// results gives the same result. These are factors of the whole value of `+=`, and operands joined by `&&` in the
/// value and the conditions of `|=`.
pub(super) fn factors(items: &[Item], assign: &Assign) -> Vec<Span> {
    let mut list = Vec::new();
    match assign.op {
        AssignOp::Add => product(&assign.value, &mut list),
        AssignOp::Or => {
            for item in items {
                if let Item::If { condition } = item {
                    conjunction(condition, &mut list);
                }
            }
            conjunction(&assign.value, &mut list);
        }
        AssignOp::Set | AssignOp::Max | AssignOp::Min | AssignOp::And | AssignOp::Mul | AssignOp::Fold => {}
    }
    list
}

fn product(expr: &Expr, list: &mut Vec<Span>) {
    match &expr.kind {
        ExprKind::Access(access) => list.push(access.span),
        ExprKind::Binary(BinaryOp::Mul, left, right) => {
            product(left, list);
            product(right, list);
        }
        ExprKind::Binary(BinaryOp::Div, left, _) => product(left, list),
        ExprKind::Unary(UnaryOp::Neg, operand) => product(operand, list),
        _ => {}
    }
}

fn conjunction(expr: &Expr, list: &mut Vec<Span>) {
    match &expr.kind {
        ExprKind::Access(access) => list.push(access.span),
        ExprKind::Binary(BinaryOp::And, left, right) => {
            conjunction(left, list);
            conjunction(right, list);
        }
        _ => {}
    }
}
