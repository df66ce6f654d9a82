//! The syntax tree of tensor programs. Declarations of variables with their shapes come first, then statements without
//! indices.
//!
//! ```text
//! program     = declaration* statement*
//! declaration = "var" "input"? "output"? id ":" "[" extent* "]"
//!             | "const" id ":" "[" extent* "]" "=" "[" ("-"? number | ";")* "]"
//! statement   = id "=" expr
//! expr        = expr ("+" | "-" | "*" | "/" | "#") primary | expr "." pairs | expr "^" pairs | primary
//! primary     = id | number | "(" expr ")" | ("exp" | "log") "(" expr ")"
//! pairs       = "[" int int ("," int int)* "]"                             dimensions, from 1
//! extent      = int | id                                                   a name stands for any one extent
//! ```
//! All operators have one rank and associate to the left: `a + b * c` is `(a + b) * c`. No word is reserved.

use crate::syntax::{Name, Span};

/// A program: declarations, then statements in the order in which they run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Program {
    /// Variables and constants.
    pub declarations: Vec<Declaration>,
    /// Assignments.
    pub statements: Vec<Statement>,
}

/// `var input x : [2 3]` or `const C : [2 2] = [1 1; 1 -1]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// The name that is declared.
    pub name: Name,
    /// The kind of the declaration.
    pub kind: DeclarationKind,
    /// An extent for each dimension; none for a scalar.
    pub extents: Vec<Extent>,
}

/// The kind of a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeclarationKind {
    /// `var`
    Variable {
        /// `true` if the variable holds something at the start.
        input: bool,
        /// `true` if the variable is a result. Without any `output`, all variables are.
        output: bool,
    },
    /// `const`, with its elements in row-major order.
    Constant {
        /// Numbers as they are written, with their sign.
        elements: Vec<Name>,
        /// The elements with their brackets.
        span: Span,
    },
}

/// An extent of a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extent {
    /// A number as it is written.
    Number(Name),
    /// A name that stands for any one extent.
    Named(Name),
}

/// `y = (a # x) . [2 3]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The variable that is assigned.
    pub target: Name,
    /// The right-hand side.
    pub value: Expr,
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// The kind of the expression.
    pub kind: ExprKind,
    /// The place in the text, without parentheses around it.
    pub span: Span,
}

/// The kind of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// A variable or a constant.
    Variable(Name),
    /// A scalar as it is written, without a sign.
    Number(String),
    /// Two operands, and where the operator stands.
    Binary(BinaryOp, Span, Box<Expr>, Box<Expr>),
    /// `e . [2 3]`: the sums over pairs of dimensions of one extent.
    Contract(Box<Expr>, Vec<Pair>),
    /// `e ^ [1 2]`: pairs of dimensions exchanged.
    Transpose(Box<Expr>, Vec<Pair>),
    /// `exp(e)` or `log(e)`, of each element.
    Call(Function, Box<Expr>),
}

/// Two dimensions of an operand, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The first one, as it is written.
    pub first: Name,
    /// The second one, as it is written.
    pub second: Name,
}

/// Operators with two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinaryOp {
    /// `+`, of equal shapes.
    Add,
    /// `-`, of equal shapes.
    Sub,
    /// `*`, of equal shapes or of a scalar and a tensor.
    Mul,
    /// `/`, of equal shapes or of a tensor and a scalar.
    Div,
    /// `#`: the outer product.
    Outer,
}

impl BinaryOp {
    /// All of them.
    pub const ALL: [BinaryOp; 5] = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Outer];

    /// Returns the operator as it is written.
    pub fn sign(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Outer => "#",
        }
    }

    /// Returns whether the operator is `+` or `-`.
    pub fn is_sum(self) -> bool {
        matches!(self, BinaryOp::Add | BinaryOp::Sub)
    }
}

/// Functions of one element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Function {
    /// `exp`: the exponential function.
    Exp,
    /// `log`: the natural logarithm.
    Log,
}

impl Function {
    /// Both of them.
    pub const ALL: [Function; 2] = [Function::Exp, Function::Log];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Function::Exp => "exp",
            Function::Log => "log",
        }
    }
}
