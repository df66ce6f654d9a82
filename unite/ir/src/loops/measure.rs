//! Measures: `d(i)` is a factor of the whole value of a sum, at most once per index.

use super::affine::number;
use super::{Assign, AssignOp, BinaryOp, Expr, ExprKind, UnaryOp};
use crate::syntax::{Diagnostic, Name, Span};

/// Returns the measures that are factors of the value, with their positions, and errors for all others.
pub(super) fn factors(assign: &Assign) -> (Vec<(&Name, Span)>, Vec<Diagnostic>) {
    let (mut factors, mut found) = (Vec::new(), Vec::new());
    if assign.op == AssignOp::Add {
        product(&assign.value, &mut factors, &mut found);
    } else {
        astray(&assign.value, &mut found, "weighs a sum", "it belongs into the value of a `+=`");
    }
    for index in &assign.target.indices {
        not_here(&index.expr, &mut found);
    }
    (factors, found)
}

/// Rejects measures in an expression that is not the value of an assignment.
pub(super) fn not_here(expr: &Expr, found: &mut Vec<Diagnostic>) {
    astray(expr, found, "is a factor of a sum's value", "write `+= ... * d(i)`");
}

fn product<'e>(expr: &'e Expr, factors: &mut Vec<(&'e Name, Span)>, found: &mut Vec<Diagnostic>) {
    match &expr.kind {
        ExprKind::Measure(var) => factors.push((var, expr.span)),
        ExprKind::Binary(BinaryOp::Mul, left, right) => {
            product(left, factors, found);
            product(right, factors, found);
        }
        ExprKind::Binary(BinaryOp::Div, left, right) => {
            product(left, factors, found);
            astray(right, found, "is a factor of the whole value", "take it out of the divisor");
        }
        ExprKind::Unary(UnaryOp::Neg, operand) => product(operand, factors, found),
        _ => astray(expr, found, "is a factor of the whole value", "write `(...) * d(i)`"),
    }
}

fn astray(expr: &Expr, found: &mut Vec<Diagnostic>, what: &str, help: &str) {
    expr.visit(&mut |part| {
        if let ExprKind::Measure(var) = &part.kind {
            let remark = format!("`d({})` {what}, and nothing else", var.text);
            found.push(Diagnostic::new(part.span, remark).help(help));
        }
    });
}

/// Returns the value without its measures.
pub(super) fn unweighted(expr: &Expr) -> Option<Expr> {
    let one = |operand: &Expr| unweighted(operand).unwrap_or_else(|| number("1", operand.span));
    let kind = match &expr.kind {
        ExprKind::Measure(_) => return None,
        ExprKind::Binary(BinaryOp::Mul, left, right) => match (unweighted(left), unweighted(right)) {
            (Some(left), Some(right)) => ExprKind::Binary(BinaryOp::Mul, Box::new(left), Box::new(right)),
            (one, other) => return one.or(other),
        },
        ExprKind::Binary(BinaryOp::Div, left, right) => {
            ExprKind::Binary(BinaryOp::Div, Box::new(one(left)), right.clone())
        }
        ExprKind::Unary(UnaryOp::Neg, operand) => ExprKind::Unary(UnaryOp::Neg, Box::new(one(operand))),
        _ => return Some(expr.clone()),
    };
    Some(Expr { kind, span: expr.span })
}
