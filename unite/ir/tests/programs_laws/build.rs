//! Well-formed programs built by hand: operators on terms, which find the shapes.

use unite_ir::programs::{Assignment, BinaryOp, Checked, Function, Op, Shape, Term, Variable, VariableKind};
use unite_ir::syntax::Span;

fn term(op: Op, shape: Shape) -> Term {
    Term { op, shape, span: Span::default() }
}

/// Returns `left op right`.
pub(crate) fn binary(op: BinaryOp, left: Term, right: Term) -> Term {
    let shape = match op {
        BinaryOp::Outer => [left.shape.clone(), right.shape.clone()].concat(),
        BinaryOp::Mul if left.shape.is_empty() => right.shape.clone(),
        _ => left.shape.clone(),
    };
    term(Op::Binary(op, Box::new(left), Box::new(right)), shape)
}

/// Returns the contraction of a term over pairs of dimensions from 1, as they are written.
pub(crate) fn contract(operand: Term, pairs: &[(usize, usize)]) -> Term {
    let is_summed = |dimension: usize| pairs.iter().any(|&(m, n)| m == dimension + 1 || n == dimension + 1);
    let shape = operand.shape.iter().enumerate().filter(|&(at, _)| !is_summed(at)).map(|(_, &size)| size).collect();
    let pairs = pairs.iter().map(|&(m, n)| (m - 1, n - 1)).collect();
    term(Op::Contract(Box::new(operand), pairs), shape)
}

/// Returns a term with its dimensions in another order.
pub(crate) fn permute(operand: Term, permutation: Vec<usize>) -> Term {
    let shape = permutation.iter().map(|&dimension| operand.shape[dimension]).collect();
    term(Op::Transpose(Box::new(operand), permutation), shape)
}

/// Returns a function of a term.
pub(crate) fn call(function: Function, operand: Term) -> Term {
    let shape = operand.shape.clone();
    term(Op::Call(function, Box::new(operand)), shape)
}

/// Returns a scalar as it is written.
pub(crate) fn number(literal: &str) -> Term {
    term(Op::Number(literal.to_owned()), Vec::new())
}

/// Declares a variable, an input and an output; returns its number.
pub(crate) fn variable(program: &mut Checked, name: String, shape: Shape) -> usize {
    let kind = VariableKind::Variable { input: true, output: true };
    program.variables.push(Variable { name, span: Span::default(), shape, kind });
    program.variables.len() - 1
}

/// Returns a term that reads a variable.
pub(crate) fn read(program: &Checked, variable: usize) -> Term {
    term(Op::Variable(variable), program.variables[variable].shape.clone())
}

/// Appends a statement.
pub(crate) fn assign(program: &mut Checked, target: usize, value: Term) {
    assert_eq!(program.variables[target].shape, value.shape, "a statement keeps the shape of its target");
    program.statements.push(Assignment { target, value });
}
