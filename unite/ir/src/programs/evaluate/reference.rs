//! The meaning of a program, one element at a time. It follows Figures 10 to 12 of the report on the model language.
//!
//! An element of a term at a multi-index is, by the term's form:
//!
//! ```text
//! x            [i]      the element of x at i
//! a + b        [i]      a[i] + b[i]                       the same for - * /
//! s * a        [i]      s[] * a[i]
//! a / s        [i]      a[i] / s[]
//! a # b        [i, j]   a[i] * b[j]
//! a ^ [m n]    [.. i_m .. i_n ..]    a[.. i_n .. i_m ..]
//! a . [m n]    [i]      a[i with 0 at m and n] + a[i with 1 at m and n] + ..
//! exp(a)       [i]      exp(a[i])
//! ```
//!
//! The sum of a contraction begins with its first element, and the last pair moves fastest: this order is fixed, so that
//! results of floats do not depend on the evaluator.

use super::error::EvaluateError;
use super::prepare::{Form, Node, contracted, prepare};
use super::shape::{advance, indices};
use super::store::Store;
use super::value::{Element, combine};
use crate::programs::checked::transposed;
use crate::programs::{BinaryOp, Checked};

/// Runs a program by its definition: each statement evaluates its whole right-hand side, then changes the store.
///
/// # Errors
/// If the program has numbers, operators or functions that `T` lacks, or if the store was made for another program. The
/// store is then unchanged.
///
/// # Panics
/// If the program is not well-formed, which `check` rules out.
///
/// ```
/// use unite_ir::programs::evaluate::{EvaluateError, Store, reference};
/// use unite_ir::programs::{check, parse};
/// use unite_ir::syntax::Tokens;
///
/// let text = "var input a : []  var input b : []  var output y : []  y = a / b";
/// let program = check(&parse(&Tokens::from_text(text)).unwrap().program).unwrap();
/// let mut store: Store<f64> = Store::new(&program, &[])?;
/// store.set("a", vec![Some(0.0)])?;
/// reference(&program, &mut store)?;
/// // `b` is undefined, but 0 divided by anything is 0.
/// assert_eq!(store.tensor("y").unwrap().values(), [Some(0.0)]);
/// # Ok::<(), EvaluateError>(())
/// ```
pub fn reference<T: Element>(program: &Checked, store: &mut Store<T>) -> Result<(), EvaluateError> {
    for step in prepare(program, store)? {
        let values = {
            let read = |variable: usize, index: &[usize]| store.by_number(variable).get(index).cloned();
            indices(&step.value.extents).map(|index| element(&step.value, &index, &read)).collect()
        };
        store.by_number_mut(step.target).set_values(values);
    }
    Ok(())
}

/// Returns the element of a term at a multi-index; `read` is the store.
pub(super) fn element<T: Element>(
    node: &Node<T>,
    index: &[usize],
    read: &impl Fn(usize, &[usize]) -> Option<T>,
) -> Option<T> {
    match &node.form {
        Form::Variable(variable) => read(*variable, index),
        Form::Number(number) => Some(number.clone()),
        Form::Elementwise(op, left, right) => combine(*op, element(left, index, read), element(right, index, read)),
        Form::Scaled(scalar, tensor) => {
            combine(BinaryOp::Mul, element(scalar, &[], read), element(tensor, index, read))
        }
        Form::Divided(tensor, scalar) => {
            combine(BinaryOp::Div, element(tensor, index, read), element(scalar, &[], read))
        }
        Form::Outer(left, right) => {
            let (i, j) = index.split_at(left.extents.len());
            combine(BinaryOp::Outer, element(left, i, read), element(right, j, read))
        }
        Form::Transpose(operand, permutation) => element(operand, &transposed(index, permutation), read),
        Form::Contract(operand, pairs) => {
            let summed: Vec<usize> = pairs.iter().map(|&(m, _)| operand.extents[m]).collect();
            sum(index, pairs, &summed, |inner| element(operand, inner, read))
        }
        Form::Call(function, operand) => element(operand, index, read)?.call(*function),
    }
}

/// Adds the elements of a contraction's operand over the pairs, each from 0 to its extent.
pub(super) fn sum<T: Element>(
    index: &[usize],
    pairs: &[(usize, usize)],
    extents: &[usize],
    at: impl Fn(&[usize]) -> Option<T>,
) -> Option<T> {
    let mut inner = contracted(index, pairs);
    let mut summed = vec![0; pairs.len()];
    let mut total = at(&inner);
    while advance(&mut summed, extents) {
        for (&(m, n), &l) in pairs.iter().zip(&summed) {
            inner[m] = l;
            inner[n] = l;
        }
        total = combine(BinaryOp::Add, total, at(&inner));
    }
    total
}
