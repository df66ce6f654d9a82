//! Programs built in Rust: expressions over tensors, with shared parts, that become a program's text.
//!
//! Follows the abstract syntax of the paper on staged expressions and its Appendix A. Dimensions count from 0 here, as in
//! Rust; in the program that is written they count from 1.
//!
//! ```
//! use unite_ir::programs::build::{contract, tensor};
//!
//! let (a, x) = (tensor([2, 3]).named("a"), tensor([3]).named("x"));
//! let y = contract([1], [0], &a, &x);
//! assert_eq!(y.program("mat_vec").text(), "\
//! var input a : [2 3]
//! var input x : [3]
//! var output y : [2]
//! y = (a # x) . [2 3]
//! ");
//! ```
//!
//! Functions of Rust are functions over expressions, and compose:
//!
//! ```
//! use unite_ir::programs::build::{Expression, exp, number, scalar};
//!
//! fn sigmoid(x: &Expression) -> Expression {
//!     let e = exp(x);
//!     &e / (number(1) + &e)
//! }
//!
//! let x = scalar().named("x");
//! assert_eq!(sigmoid(&sigmoid(&x)).program("twice").text(), "\
//! var input x : []
//! var t1 : []
//! var t2 : []
//! var output y : []
//! t1 = exp(x)
//! t2 = exp(t1 / (1 + t1))
//! y = t2 / (1 + t2)
//! ");
//! ```
//!
//! Nothing here fails: shapes are checked when the program is, so a mistake is told as in a program that was written by
//! hand ([`Built::check`]).

mod operators;
mod program;
mod shape;

pub use program::Built;

use super::{BinaryOp, Function};
use std::cell::RefCell;
use std::rc::Rc;

/// An extent of an input: a number or a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent(String);

impl From<usize> for Extent {
    fn from(extent: usize) -> Extent {
        Extent(extent.to_string())
    }
}

impl From<&str> for Extent {
    fn from(name: &str) -> Extent {
        Extent(name.to_owned())
    }
}

/// An expression over tensors. A clone is the same expression: what is used more than once is computed once.
#[derive(Debug, Clone)]
pub struct Expression(Rc<Node>);

#[derive(Debug)]
struct Node {
    kind: Kind,
    /// The name of its variable, if it was given one.
    name: RefCell<Option<String>>,
}

/// The kind of an expression. Dimensions count from 0.
#[derive(Debug)]
enum Kind {
    Input(Vec<Extent>),
    /// A scalar as it is written, and whether a `-` belongs before it.
    Number(String, bool),
    Binary(BinaryOp, Expression, Expression),
    Call(Function, Expression),
    /// Pairs of a dimension of the left operand and one of the right operand.
    Contract(Vec<(usize, usize)>, Expression, Expression),
    /// Two dimensions that are summed over together.
    Trace((usize, usize), Expression),
    /// Two dimensions that are exchanged.
    Transpose((usize, usize), Expression),
}

/// Returns an input with extents, each a number or a name: `tensor([2, 3])`, `tensor(["N", "M"])`.
///
/// Inputs are declared in the order in which the expression first uses them, the left operand first.
pub fn tensor<E: Into<Extent>>(extents: impl IntoIterator<Item = E>) -> Expression {
    Expression::new(Kind::Input(extents.into_iter().map(Into::into).collect()))
}

/// Returns an input that is a scalar.
pub fn scalar() -> Expression {
    Expression::new(Kind::Input(Vec::new()))
}

/// Returns a number. Programs have no infinities and no NaN: the check of the program refuses them.
pub fn number(value: impl Into<f64>) -> Expression {
    let value = value.into();
    let magnitude = value.abs();
    // Both forms read back to the same number; the second one has an exponent instead of many zeros.
    let is_short = magnitude == 0.0 || (1e-5..1e15).contains(&magnitude);
    let text = if is_short { magnitude.to_string() } else { format!("{magnitude:?}") };
    Expression::new(Kind::Number(text, value < 0.0))
}

/// Returns a scalar times a tensor, `s * x`.
pub fn scale(s: impl Into<Expression>, x: impl Into<Expression>) -> Expression {
    Expression::binary(BinaryOp::Mul, s.into(), x.into())
}

/// Returns the exponential function of each element.
pub fn exp(x: impl Into<Expression>) -> Expression {
    Expression::new(Kind::Call(Function::Exp, x.into()))
}

/// Returns the natural logarithm of each element.
pub fn log(x: impl Into<Expression>) -> Expression {
    Expression::new(Kind::Call(Function::Log, x.into()))
}

/// Returns the outer product, `x # y`.
pub fn outer(x: impl Into<Expression>, y: impl Into<Expression>) -> Expression {
    Expression::binary(BinaryOp::Outer, x.into(), y.into())
}

/// Returns the sums of products over dimensions `i` of `x` and `j` of `y`, pair by pair: `(x # y) . [..]`. The dimensions
/// that are left are those of `x`, then those of `y`. Without any pair it is the outer product.
///
/// ```
/// use unite_ir::programs::build::{contract, tensor};
/// let (a, b) = (tensor([2, 3, 4]).named("a"), tensor([4, 2, 5]).named("b"));
/// let y = contract([0, 2], [1, 0], a, b);
/// assert!(y.program("f").text().ends_with("var output y : [3 5]\ny = (a # b) . [1 5, 3 4]\n"));
/// ```
pub fn contract<const N: usize>(
    i: [usize; N],
    j: [usize; N],
    x: impl Into<Expression>,
    y: impl Into<Expression>,
) -> Expression {
    if N == 0 {
        return outer(x, y);
    }
    Expression::new(Kind::Contract(i.into_iter().zip(j).collect(), x.into(), y.into()))
}

/// Returns the sums over two dimensions of one tensor, `x . [m n]`.
pub fn trace(m: usize, n: usize, x: impl Into<Expression>) -> Expression {
    Expression::new(Kind::Trace((m, n), x.into()))
}

/// Returns a tensor with two dimensions exchanged, `x ^ [m n]`.
pub fn transpose(m: usize, n: usize, x: impl Into<Expression>) -> Expression {
    Expression::new(Kind::Transpose((m, n), x.into()))
}

impl Expression {
    fn new(kind: Kind) -> Expression {
        Expression(Rc::new(Node { kind, name: RefCell::new(None) }))
    }

    fn binary(op: BinaryOp, left: Expression, right: Expression) -> Expression {
        Expression::new(Kind::Binary(op, left, right))
    }

    /// Returns the same expression, held by a variable of this name, in all its clones.
    ///
    /// Inputs without a name are called `x1`, `x2` and so on, a result `y`, what is used more than once `t1` and so on.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Expression {
        *self.0.name.borrow_mut() = Some(name.into());
        self
    }

    /// Returns the program whose only result is this expression, for a function of this name.
    pub fn program(&self, name: impl Into<String>) -> Built {
        program::written(self, name.into())
    }
}

impl Node {
    fn operands(&self) -> impl Iterator<Item = &Expression> {
        let (first, second) = match &self.kind {
            Kind::Input(_) | Kind::Number(..) => (None, None),
            Kind::Binary(_, x, y) | Kind::Contract(_, x, y) => (Some(x), Some(y)),
            Kind::Call(_, x) | Kind::Trace(_, x) | Kind::Transpose(_, x) => (Some(x), None),
        };
        first.into_iter().chain(second)
    }
}

impl Drop for Node {
    /// Operands are dropped one after the other: inside one another, long chains would exhaust the stack.
    fn drop(&mut self) {
        let mut rest = vec![std::mem::replace(&mut self.kind, Kind::Input(Vec::new()))];
        while let Some(kind) = rest.pop() {
            let (first, second) = match kind {
                Kind::Input(_) | Kind::Number(..) => (None, None),
                Kind::Binary(_, x, y) | Kind::Contract(_, x, y) => (Some(x), Some(y)),
                Kind::Call(_, x) | Kind::Trace(_, x) | Kind::Transpose(_, x) => (Some(x), None),
            };
            let unshared = first.into_iter().chain(second).filter_map(|operand| Rc::into_inner(operand.0));
            rest.extend(unshared.map(|mut node| std::mem::replace(&mut node.kind, Kind::Input(Vec::new()))));
        }
    }
}
