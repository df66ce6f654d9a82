//! The syntax tree of the language of loops. A program is one or several nests; a nest is loops, conditions and `let`s
//! around one assignment.
//!
//! ```text
//! program   = nest (";"? nest)*
//! nest      = for | if | let | assign | "{" nest ";"? "}"
//! for       = "for" name ("," name)* ("=" expr ":" expr)? ":"? nest        several names: a loop each, the same range
//! if        = "if" expr ":"? nest
//! let       = "let" name "=" expr ("," name "=" expr)* (";" | ":")? nest
//! assign    = place ("[" expr ("," expr)* "]")? ("=" | "+=" | "max=" | "min=" | "&=" | "|=") expr
//! expr      = || over && over < <= > >= == != over + - over * / % over unary - ! over `as type` over postfix
//! postfix   = literal | "inf" | place | place "[" index ("," index)* "]" | "d" "(" name ")" | path "(" expr* ")"
//!           | expr "." name "(" expr* ")" | "(" expr ")"
//! index     = expr | ("walk" | "gallop" | "follow") "(" expr ")"
//! place     = name ("." name)*                                             `x`, `self.points`
//! ```

use crate::syntax::{Name, Span};

/// Nests, in the order in which they run.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// At least one.
    pub nests: Vec<Stmt>,
}

/// A statement of a nest.
#[derive(Debug, Clone, PartialEq)]
pub enum Stmt {
    /// `for i = a:b`
    For(For),
    /// `if e`
    If(If),
    /// `let x = e`
    Let(Let),
    /// `Z[i] += e`
    Assign(Assign),
}

/// `for i = a:b body`: for all places from `a` to `b`, both included.
#[derive(Debug, Clone, PartialEq)]
pub struct For {
    /// The index.
    pub var: Name,
    /// First and last place; without, those of the extents of the tensors that the index alone indexes.
    pub range: Option<(Expr, Expr)>,
    /// What is done at each place.
    pub body: Box<Stmt>,
}

/// `if condition body`
#[derive(Debug, Clone, PartialEq)]
pub struct If {
    /// A truth value.
    pub condition: Expr,
    /// What is done where it holds.
    pub body: Box<Stmt>,
}

/// `let name = value body`: a name for a scalar in the rest of the nest.
#[derive(Debug, Clone, PartialEq)]
pub struct Let {
    /// The name.
    pub name: Name,
    /// What it stands for.
    pub value: Expr,
    /// Where it does so.
    pub body: Box<Stmt>,
}

/// `target op value`
#[derive(Debug, Clone, PartialEq)]
pub struct Assign {
    /// A scalar of the program around, or a place of a tensor.
    pub target: Access,
    /// How the value enters.
    pub op: AssignOp,
    /// Where the operator stands.
    pub op_span: Span,
    /// The value.
    pub value: Expr,
}

/// How a value enters what is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `max=`
    Max,
    /// `min=`
    Min,
    /// `&=`
    And,
    /// `|=`
    Or,
}

/// A tensor at a place: `A[i + j, 3]`; without indices, a scalar.
#[derive(Debug, Clone, PartialEq)]
pub struct Access {
    /// The tensor.
    pub tensor: Name,
    /// An index for each axis.
    pub indices: Vec<Index>,
    /// The whole of it.
    pub span: Span,
}

/// An index of an access.
#[derive(Debug, Clone, PartialEq)]
pub struct Index {
    /// Where along the axis.
    pub expr: Expr,
    /// How the axis is gone through, where the program says so.
    pub protocol: Option<Protocol>,
}

/// How an operand of a loop is gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// Piece by piece, beside the others.
    Walk,
    /// It leads: the others search for its pieces.
    Gallop,
    /// It is looked up where the others are.
    Follow,
}

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// A number as it is written, without a sign: `3`, `1.7`, `2e-3`, `4f32`.
    Number(String),
    /// `true` or `false`
    Bool(bool),
    /// `inf`
    Infinity,
    /// An index, a name that was given by `let`, or a scalar of the program around.
    Place(Name),
    /// A tensor at a place.
    Access(Access),
    /// `d(i)`: the length of the piece of the index.
    Measure(Name),
    /// One operand.
    Unary(UnaryOp, Box<Expr>),
    /// Two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `f(a, b)`: `min` and `max` of two, or a function of the program around; a path with `::`.
    Call(Name, Vec<Expr>),
    /// `a.f(b)`
    Method(Box<Expr>, Name, Vec<Expr>),
    /// `a as f64`
    Cast(Box<Expr>, Name),
}

/// Operators with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `!`
    Not,
}

/// Operators with two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
}
