//! The syntax tree of the language of loops. A program is one or several nests; a nest is loops, conditions and `let`s
//! around one assignment. A block of several assignments, or an `else`, stands for several nests with the same headers.
//! A `.=` and all headers and blocks around it are no part of a nest: they are steps, which run one after the other. So are
//! headers and blocks around a scalar that is written and read, such as a running sum.
//!
//! ```text
//! program   = nest (";"? nest)*
//! nest      = for | if | let | assign | start | "{" nest (";"? nest)* ";"? "}"
//! for       = "for" name ("," name)* ("=" expr (":" expr)? ":" expr)? ":"? nest     several names: a loop each, the same
//!                                                                          range; the middle one of three is the step
//! if        = "if" expr ":"? nest ("else" nest)?
//! let       = "let" name "=" expr ("," name "=" expr)* (";" | ":")? nest           in a block: all nests that follow in it
//! start     = place ".=" expr
//! assign    = place ("[" expr ("," expr)* "]")? op expr
//! op        = "=" | "+=" | "*=" | "max=" | "min=" | "&=" | "|=" | "<<" path ("," expr)? ">>="
//! expr      = || over && over < <= > >= == != over + - over * / % over unary - ! over `as type` over postfix
//! postfix   = literal | "inf" | place | place "[" index ("," index)* "]" | "d" "(" name ")" | path "(" expr* ")"
//!           | expr "." name "(" expr* ")" | "(" expr ")" | "(" expr ("," expr)+ ")"
//!           | conditional
//! conditional = "if" expr "{" expr "}" "else" ("{" expr "}" | conditional)
//! index     = part | ("walk" | "gallop" | "follow") "(" part ")"
//! part      = expr | "(" expr ":" expr ")" "(" expr ")"                     a window, and the index in it
//! place     = name ("." name)*                                             `x`, `self.points`
//! ```

use crate::syntax::{Name, Span};

/// A program: nests in the order in which they run.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// The nests; at least one.
    pub nests: Vec<Stmt>,
}

/// A statement.
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
    /// `w .= e`
    Start(Start),
    /// `{ a; b }`: statements that run one after the other. A block without `.=` that reads no scalar that it writes stands
    /// for several nests instead.
    Block(Vec<Stmt>),
}

impl Stmt {
    /// Returns whether the statement runs step by step: it is `.=` or a block, or contains one.
    pub fn is_stepped(&self) -> bool {
        match self {
            Stmt::For(inner) => inner.body.is_stepped(),
            Stmt::If(inner) => inner.otherwise.is_some() || inner.body.is_stepped(),
            Stmt::Let(inner) => inner.body.is_stepped(),
            Stmt::Assign(_) => false,
            Stmt::Start(_) | Stmt::Block(_) => true,
        }
    }
}

/// `for i = a:b body`: a loop over all places from `a` to `b`, both included; `for i = a:s:b` over each `s`-th integer.
#[derive(Debug, Clone, PartialEq)]
pub struct For {
    /// The index variable.
    pub var: Name,
    /// The first and the last place. If `None`, the bounds are the extents of the tensors that are indexed by `var`
    /// alone.
    pub range: Option<(Expr, Expr)>,
    /// The step of a range over integers: the places are those that are a multiple of it after the first.
    pub step: Option<Expr>,
    /// The statement that runs at each place.
    pub body: Box<Stmt>,
}

/// `if condition body`
#[derive(Debug, Clone, PartialEq)]
pub struct If {
    /// The condition, a truth value.
    pub condition: Expr,
    /// The statement that runs where the condition holds.
    pub body: Box<Stmt>,
    /// The statement that runs elsewhere, if the statement is a step. In a nest, an `else` is a nest of its own.
    pub otherwise: Option<Box<Stmt>>,
}

/// `let name = value body`: names a scalar for the rest of the nest.
#[derive(Debug, Clone, PartialEq)]
pub struct Let {
    /// The name.
    pub name: Name,
    /// The value that it names.
    pub value: Expr,
    /// The scope of the name.
    pub body: Box<Stmt>,
}

/// `target op value`
#[derive(Debug, Clone, PartialEq)]
pub struct Assign {
    /// The target: a scalar of the surrounding program, or an element of a tensor.
    pub target: Access,
    /// The operator that combines the value with the old one.
    pub op: AssignOp,
    /// The position of the operator.
    pub op_span: Span,
    /// The function of [`AssignOp::Fold`].
    pub function: Option<Name>,
    /// The identity of the function, if the program names one: `f(x, identity)` is `x`.
    pub identity: Option<Expr>,
    /// The value.
    pub value: Expr,
}

/// `name .= value`: a variable or a whole tensor starts anew.
#[derive(Debug, Clone, PartialEq)]
pub struct Start {
    /// The variable or the tensor.
    pub name: Name,
    /// The position of the operator.
    pub op_span: Span,
    /// The value of the variable; for a tensor, its fill value.
    pub value: Expr,
}

/// The operator of an assignment: how the value is combined with the old one.
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
    /// `*=`
    Mul,
    /// `<<f>>=` or `<<f, identity>>=`: a function of the surrounding program, `f(old, new)`.
    Fold,
}

/// An access to a tensor: `A[i + j, 3]`; without indices, a scalar.
#[derive(Debug, Clone, PartialEq)]
pub struct Access {
    /// The tensor.
    pub tensor: Name,
    /// One index per axis.
    pub indices: Vec<Index>,
    /// The position of the whole access.
    pub span: Span,
}

/// An index of an access.
#[derive(Debug, Clone, PartialEq)]
pub struct Index {
    /// The coordinate along the axis. In a window, this is the sum of its start and of the index in it.
    pub expr: Expr,
    /// The window, if the index counts from the start of one.
    pub window: Option<Box<Window>>,
    /// The protocol of the axis, if the program names one.
    pub protocol: Option<Protocol>,
}

/// A window `(a:b)(i)` of an axis: the places from `a` to `b`, both included, counted from `a`. Outside of them, the tensor
/// is fill.
#[derive(Debug, Clone, PartialEq)]
pub struct Window {
    /// The first place, along the axis.
    pub from: Expr,
    /// The last place, along the axis.
    pub to: Expr,
    /// The index, counted from the first place.
    pub at: Expr,
}

impl Index {
    /// Returns the expression that is affine in a loop's index: in a window, that which counts from its start.
    pub fn counted(&self) -> &Expr {
        self.window.as_deref().map_or(&self.expr, |window| &window.at)
    }

    /// Returns the expressions that the place of the index and the ends of its window depend on.
    pub fn expressions(&self) -> Vec<&Expr> {
        std::iter::once(&self.expr).chain(self.window.as_deref().map(|window| &window.to)).collect()
    }
}

/// The protocol by which a loop iterates over an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// Iterates over the pieces, merged with the other operands.
    Walk,
    /// Leads: the other operands search for its pieces.
    Gallop,
    /// Is looked up at the places of the other operands.
    Follow,
}

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// The variant of the expression.
    pub kind: ExprKind,
    /// The position in the source.
    pub span: Span,
}

/// The variants of expressions.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// A number as written, without a sign: `3`, `1.7`, `2e-3`, `4f32`.
    Number(String),
    /// `true` or `false`
    Bool(bool),
    /// `inf`
    Infinity,
    /// A name: an index, a name bound by `let`, or a scalar of the surrounding program.
    Place(Name),
    /// An element of a tensor.
    Access(Access),
    /// `d(i)`: the length of the current piece of the index.
    Measure(Name),
    /// A unary operation.
    Unary(UnaryOp, Box<Expr>),
    /// A binary operation.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `f(a, b)`: `min` or `max` of two values, or a function of the surrounding program; the path may contain `::`.
    Call(Name, Vec<Expr>),
    /// `a.f(b)`
    Method(Box<Expr>, Name, Vec<Expr>),
    /// `a as f64`
    Cast(Box<Expr>, Name),
    /// `(a, b)`: a tuple of two or more values.
    Tuple(Vec<Expr>),
    /// `if c { a } else { b }`: the condition, the value where it holds, and the value elsewhere.
    Conditional(Box<[Expr; 3]>),
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
