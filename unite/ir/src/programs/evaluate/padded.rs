//! Evaluation over padded storage. Extents are rounded up to the length of a vector, and loops go over the rounded
//! extents.
//!
//! ```text
//! a : [3]                a : [2 3], vectors of 4
//! a0 a1 a2 | 0           a00 a01 a02 | 0
//!   range   padding      a10 a11 a12 | 0
//!                        ------------+--
//!                          0   0   0 | 0
//!                          0   0   0 | 0
//! ```
//!
//! As published, padding is computed like everything else. Over exact numbers and without functions, this holds after each
//! statement:
//!
//! *Every element of the padding is 0 or undefined. If it is undefined at k, then every element in range that agrees with k
//! in the coordinates where k is in range is undefined.*
//!
//! So a defined element in range never needs an undefined one of the padding, and values in range are right. Padding itself
//! becomes undefined by `u = s * u` with `s` undefined. Over floats, `inf * 0` in a contraction over padding makes values in
//! range wrong, and so does `exp`, since `exp(0)` is 1. [`padded`] has neither fault.

use super::error::EvaluateError;
use super::prepare::{Form, Node, prepare};
use super::reference::sum;
use super::shape::indices;
use super::store::Store;
use super::value::{Element, combine};
use crate::programs::checked::transposed;
use crate::programs::{BinaryOp, Checked};

/// The treatment of padding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Treatment {
    /// Padding is computed as everything else.
    AsPublished,
    /// It stays 0.
    KeptZero,
}

/// Runs a program over a [padded](Store::padded) store as Figures 13 and 14 of the report say: loops and contractions go over
/// the rounded extents, and padding is computed as everything else.
///
/// Values in range are those of [`reference`](super::reference) over exact numbers, in programs without `exp` and `log`;
/// padding does not stay 0. It is here to show what [`padded`] mends.
///
/// # Errors
/// The errors of [`reference`](super::reference).
pub fn padded_as_published<T: Element>(program: &Checked, store: &mut Store<T>) -> Result<(), EvaluateError> {
    run(program, store, Treatment::AsPublished)
}

/// Runs a program over a [padded](Store::padded) store, whose padding stays 0: values in range are those of
/// [`reference`](super::reference) to the last bit, whatever the numbers.
///
/// Loops go over the rounded extents, with these differences to [`padded_as_published`]:
/// - contractions stop at the true extent;
/// - operations that do not keep 0 write 0 into the padding: `exp` and `log`;
/// - a product of padding with anything is 0, also of undefined, infinities and NaN: `s * a` and `a # b`.
///
/// `+`, `-`, `*` of tensors, `/` (0 divided by anything is 0), `.` and `^` keep 0 as they are.
///
/// # Errors
/// The errors of [`reference`](super::reference).
pub fn padded<T: Element>(program: &Checked, store: &mut Store<T>) -> Result<(), EvaluateError> {
    run(program, store, Treatment::KeptZero)
}

fn run<T: Element>(program: &Checked, store: &mut Store<T>, treatment: Treatment) -> Result<(), EvaluateError> {
    for step in prepare(program, store)? {
        let stored = store.by_number(step.target).stored_extents().to_vec();
        let padded = Padded { store, treatment };
        let values = indices(&stored).map(|index| padded.element(&step.value, &index)).collect();
        store.by_number_mut(step.target).set_stored(values);
    }
    Ok(())
}

/// A padded store that is read.
struct Padded<'a, T> {
    store: &'a Store<T>,
    treatment: Treatment,
}

impl<T: Element> Padded<'_, T> {
    /// Returns the element of a term at a multi-index within the rounded extents. The forms are written out again, as in the
    /// report, so that the laws compare two definitions.
    fn element(&self, node: &Node<T>, index: &[usize]) -> Option<T> {
        match &node.form {
            Form::Scaled(..) | Form::Outer(..) | Form::Call(..) if self.is_kept_zero(node, index) => Some(T::zero()),
            Form::Variable(variable) => self.store.by_number(*variable).get(index).cloned(),
            Form::Number(number) => Some(number.clone()),
            Form::Elementwise(op, left, right) => combine(*op, self.element(left, index), self.element(right, index)),
            Form::Scaled(scalar, tensor) => {
                combine(BinaryOp::Mul, self.element(scalar, &[]), self.element(tensor, index))
            }
            Form::Divided(tensor, scalar) => {
                combine(BinaryOp::Div, self.element(tensor, index), self.element(scalar, &[]))
            }
            Form::Outer(left, right) => {
                let (i, j) = index.split_at(left.extents.len());
                combine(BinaryOp::Outer, self.element(left, i), self.element(right, j))
            }
            Form::Transpose(operand, permutation) => self.element(operand, &transposed(index, permutation)),
            Form::Contract(operand, pairs) => {
                let summed: Vec<usize> = pairs.iter().map(|&(m, _)| self.summed(operand.extents[m])).collect();
                sum(index, pairs, &summed, |inner| self.element(operand, inner))
            }
            Form::Call(function, operand) => self.element(operand, index)?.call(*function),
        }
    }

    /// Returns whether an element lies in padding that is kept 0.
    fn is_kept_zero(&self, node: &Node<T>, index: &[usize]) -> bool {
        let is_padding = index.iter().zip(&node.extents).any(|(at, extent)| at >= extent);
        self.treatment == Treatment::KeptZero && is_padding
    }

    /// Returns the end of a contraction over dimensions of an extent.
    fn summed(&self, extent: usize) -> usize {
        match self.treatment {
            Treatment::AsPublished => extent.next_multiple_of(self.store.multiple()),
            Treatment::KeptZero => extent,
        }
    }
}
