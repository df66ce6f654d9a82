//! A program made ready for one type of numbers and one choice of extents: after this, nothing can fail.

use super::error::EvaluateError;
use super::shape::extents;
use super::store::{Store, number};
use super::value::Element;
use crate::programs::analysis::writes_in_place;
use crate::programs::{BinaryOp, Checked, Function, Op, Term};

/// A statement that is ready to run.
pub(super) struct Step<T> {
    /// The variable that is assigned, by its number.
    pub(super) target: usize,
    /// The right-hand side.
    pub(super) value: Node<T>,
    /// `true` if it may be written straight into the target.
    pub(super) in_place: bool,
}

/// A term with its extents, as numbers.
pub(super) struct Node<T> {
    /// The form of the term.
    pub(super) form: Form<T>,
    /// An extent for each dimension.
    pub(super) extents: Vec<usize>,
}

/// The form of a term. The operators of scalars and tensors have forms of their own.
pub(super) enum Form<T> {
    /// A variable or a constant.
    Variable(usize),
    /// A scalar.
    Number(T),
    /// `+`, `-`, `*`, `/` of equal extents.
    Elementwise(BinaryOp, Box<Node<T>>, Box<Node<T>>),
    /// A scalar times a tensor.
    Scaled(Box<Node<T>>, Box<Node<T>>),
    /// A tensor divided by a scalar.
    Divided(Box<Node<T>>, Box<Node<T>>),
    /// `#`
    Outer(Box<Node<T>>, Box<Node<T>>),
    /// Sums over pairs of dimensions.
    Contract(Box<Node<T>>, Vec<(usize, usize)>),
    /// Dimension `k` is dimension `permutation[k]` of the operand.
    Transpose(Box<Node<T>>, Vec<usize>),
    /// A function of each element.
    Call(Function, Box<Node<T>>),
}

/// Prepares all statements.
///
/// # Errors
/// If the store was made for another program, or if the program has numbers, operators or functions that `T` lacks.
pub(super) fn prepare<T: Element>(program: &Checked, store: &Store<T>) -> Result<Vec<Step<T>>, EvaluateError> {
    store.check_made_for(program)?;
    let statements = program.statements.iter().map(|statement| {
        let value = node(&statement.value, store.sizes())?;
        Ok(Step { target: statement.target, value, in_place: writes_in_place(statement) })
    });
    statements.collect()
}

fn node<T: Element>(term: &Term, sizes: &[usize]) -> Result<Node<T>, EvaluateError> {
    let operand = |term: &Term| node(term, sizes).map(Box::new);
    let quotient = |operation: &'static str| match T::HAS_QUOTIENTS {
        true => Ok(()),
        false => Err(EvaluateError::NoQuotients { operation, numbers: T::NAME }),
    };
    let form = match &term.op {
        Op::Variable(variable) => Form::Variable(*variable),
        Op::Number(literal) => Form::Number(number(literal)?),
        Op::Binary(op, left, right) => {
            if *op == BinaryOp::Div {
                quotient(op.sign())?;
            }
            let is_scalar = |operand: &Term| operand.shape.is_empty() && !term.shape.is_empty();
            let operands = (operand(left)?, operand(right)?);
            match op {
                BinaryOp::Outer => Form::Outer(operands.0, operands.1),
                BinaryOp::Mul if is_scalar(left) => Form::Scaled(operands.0, operands.1),
                BinaryOp::Div if is_scalar(right) => Form::Divided(operands.0, operands.1),
                _ => Form::Elementwise(*op, operands.0, operands.1),
            }
        }
        Op::Contract(inner, pairs) => Form::Contract(operand(inner)?, pairs.clone()),
        Op::Transpose(inner, permutation) => Form::Transpose(operand(inner)?, permutation.clone()),
        Op::Call(function, inner) => {
            quotient(function.name())?;
            Form::Call(*function, operand(inner)?)
        }
    };
    Ok(Node { form, extents: extents(&term.shape, sizes) })
}

/// Returns the first multi-index of the operand that a contraction reads: 0 at the dimensions of the pairs, and the
/// contraction's own index at the others, in order.
pub(super) fn contracted(index: &[usize], pairs: &[(usize, usize)]) -> Vec<usize> {
    let mut inner = vec![0; index.len() + 2 * pairs.len()];
    let is_summed = |dimension: usize| pairs.iter().any(|&(m, n)| m == dimension || n == dimension);
    let kept: Vec<usize> = (0..inner.len()).filter(|&dimension| !is_summed(dimension)).collect();
    for (dimension, &at) in kept.into_iter().zip(index) {
        inner[dimension] = at;
    }
    inner
}
