//! [`Checked`]: a well-formed program, with a shape at each expression and numbers in place of names. Analyses, evaluators
//! and generated code start from it.

use super::{BinaryOp, Function};
use crate::syntax::Span;

/// A well-formed program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Checked {
    /// The names of extents, in the order in which they first occur.
    pub sizes: Vec<String>,
    /// Variables and constants, in the order of their declarations.
    pub variables: Vec<Variable>,
    /// Assignments, in the order in which they run.
    pub statements: Vec<Assignment>,
}

/// A variable or a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// The name as it is written.
    pub name: String,
    /// The place of the declaration.
    pub span: Span,
    /// An extent for each dimension.
    pub shape: Shape,
    /// Its kind, and the elements of a constant.
    pub kind: VariableKind,
}

/// The kind of a variable, and the elements of a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VariableKind {
    /// Assigned by the program; an input holds something at the start.
    Variable {
        /// `true` if the variable holds something at the start.
        input: bool,
        /// `true` if the variable is a result: declared as one, or no variable is.
        output: bool,
    },
    /// Numbers in row-major order, as they are written, with their sign.
    Constant(Vec<String>),
}

impl Variable {
    /// Returns whether the variable holds something at the start.
    pub fn is_input(&self) -> bool {
        matches!(self.kind, VariableKind::Variable { input: true, .. })
    }

    /// Returns whether the variable is a result.
    pub fn is_output(&self) -> bool {
        matches!(self.kind, VariableKind::Variable { output: true, .. })
    }
}

/// The extents of a tensor; none for a scalar.
pub type Shape = Vec<Size>;

/// An extent, 1 at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Size {
    /// A number.
    Known(usize),
    /// A name, by its number in [`Checked::sizes`]. Two names are never known to be equal.
    Named(usize),
}

impl Size {
    /// Returns the number, if it is one.
    pub(crate) fn known(self) -> Option<usize> {
        match self {
            Size::Known(extent) => Some(extent),
            Size::Named(_) => None,
        }
    }

    /// Returns the extent as it is declared; `names` are those of [`Checked::sizes`].
    pub fn text(self, names: &[String]) -> String {
        match self {
            Size::Known(extent) => extent.to_string(),
            Size::Named(number) => names[number].clone(),
        }
    }
}

/// Returns a shape as it is declared: `[2 N]`.
pub(super) fn shape_text(shape: &[Size], names: &[String]) -> String {
    let extents: Vec<String> = shape.iter().map(|size| size.text(names)).collect();
    format!("[{}]", extents.join(" "))
}

/// Returns what stands at each dimension of the operand of a transposition, from what stands at those of the result:
/// indices, or names of them.
pub(super) fn transposed<I: Clone + Default>(of_result: &[I], permutation: &[usize]) -> Vec<I> {
    let mut of_operand = vec![I::default(); of_result.len()];
    for (index, &dimension) in of_result.iter().zip(permutation) {
        of_operand[dimension].clone_from(index);
    }
    of_operand
}

/// A variable that gets a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// Its number in [`Checked::variables`]; never a constant.
    pub target: usize,
    /// The right-hand side, of the shape of the target.
    pub value: Term,
}

/// An expression with its shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The operation.
    pub op: Op,
    /// An extent for each dimension.
    pub shape: Shape,
    /// The place in the text.
    pub span: Span,
}

/// The operation of a term. Dimensions count from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Op {
    /// A variable or a constant, by its number in [`Checked::variables`].
    Variable(usize),
    /// A scalar as it is written.
    Number(String),
    /// Two operands. `*` takes a scalar on the left, `/` one on the right, beside operands of equal shapes.
    Binary(BinaryOp, Box<Term>, Box<Term>),
    /// Sums over pairs of dimensions of the operand, each pair of one extent; no dimension occurs twice.
    Contract(Box<Term>, Vec<(usize, usize)>),
    /// Dimension `k` of the result is dimension `permutation[k]` of the operand.
    Transpose(Box<Term>, Vec<usize>),
    /// A function of each element.
    Call(Function, Box<Term>),
}
