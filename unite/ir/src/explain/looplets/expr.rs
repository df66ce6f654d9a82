//! Symbolic scalars: bounds and values of looplets, and conditions. The trees are small and are printed as a person
//! would write them. [`simplify`](mod@super::simplify) shortens them.

use std::collections::BTreeSet;
use std::fmt;

/// A scalar, as a tree.
///
/// ```
/// use unite_ir::explain::looplets::Expr;
///
/// let stop = Expr::element("x.left", "p").before();
/// assert_eq!(Expr::min(["en".into(), stop]).to_string(), "min(en, x.left[p] - eps)");
/// assert_eq!((Expr::from("a") * (Expr::from("b") + 2.0.into())).to_string(), "a * (b + 2)");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A number, or `inf` or `-inf`.
    Number(f64),
    /// A truth value.
    Truth(bool),
    /// The distance to the adjacent place: positive, and smaller than any positive number.
    Eps,
    /// A variable, or any text that is only printed.
    Name(String),
    /// `x.right[p]`: an element of an array.
    Element(String, Box<Expr>),
    /// `last(x.right)`: the last element of an array of stops. If the array is empty, this is `-inf - eps`, which lies
    /// before all places.
    Last(String),
    /// `first(x.right >= j)`: the first position whose element is at least `j`, in an increasing array.
    First(String, Box<Expr>),
    /// `x[i]`: the value of an operand of a loop at its index.
    Access(String, String),
    /// `d(i)`: the length of the piece that contains `i`.
    Measure(String),
    /// An operator and its arguments.
    Call(Op, Vec<Expr>),
}

/// An operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// `a + b + ..`
    Add,
    /// `a - b`
    Sub,
    /// `a * b * ..`; zero times infinity is zero, as in the theory of integration.
    Mul,
    /// `min(a, b, ..)`
    Min,
    /// `max(a, b, ..)`
    Max,
    /// `a < b`
    Less,
    /// `a <= b`
    LessOrEqual,
    /// `a == b`
    Equal,
    /// `a && b && ..`
    And,
    /// `a || b || ..`
    Or,
    /// `drop_eps(a)`: the place `a` without its `eps`, a plain number.
    DropEps,
}

impl Expr {
    /// The number `inf`, the upper end of the line.
    pub const INFINITY: Self = Self::Number(f64::INFINITY);
    /// The number `-inf`, the lower end of the line.
    pub const NEG_INFINITY: Self = Self::Number(f64::NEG_INFINITY);

    /// Creates `array[position]`.
    pub fn element(array: impl Into<String>, position: impl Into<Self>) -> Self {
        Self::Element(array.into(), Box::new(position.into()))
    }

    /// Creates `first(array >= place)`.
    pub fn first(array: impl Into<String>, place: impl Into<Self>) -> Self {
        Self::First(array.into(), Box::new(place.into()))
    }

    /// Creates `tensor[index]`.
    pub fn access(tensor: impl Into<String>, index: impl Into<String>) -> Self {
        Self::Access(tensor.into(), index.into())
    }

    /// Creates `op(args)`.
    pub fn call(op: Op, args: impl IntoIterator<Item = Self>) -> Self {
        Self::Call(op, args.into_iter().collect())
    }

    /// Creates the minimum of `args`.
    pub fn min(args: impl IntoIterator<Item = Self>) -> Self {
        Self::call(Op::Min, args)
    }

    /// Creates the maximum of `args`.
    pub fn max(args: impl IntoIterator<Item = Self>) -> Self {
        Self::call(Op::Max, args)
    }

    /// Creates the place right after this one on the real line: `self + eps`.
    pub fn after(self) -> Self {
        self + Self::Eps
    }

    /// Creates the place right before this one on the real line: `self - eps`.
    pub fn before(self) -> Self {
        self - Self::Eps
    }

    /// Creates `drop_eps(self)`.
    pub fn drop_eps(self) -> Self {
        Self::call(Op::DropEps, [self])
    }

    /// Creates `self <= other`.
    pub fn at_most(self, other: impl Into<Self>) -> Self {
        Self::call(Op::LessOrEqual, [self, other.into()])
    }

    /// Creates `self == other`.
    pub fn equal(self, other: impl Into<Self>) -> Self {
        Self::call(Op::Equal, [self, other.into()])
    }

    /// Returns the tree with `from` replaced by `to` wherever it occurs.
    pub fn replace(&self, from: &Self, to: &Self) -> Self {
        self.rebuild(&|e| if e == from { Some(to.clone()) } else { None })
    }

    /// Returns whether `part` occurs in the tree.
    pub fn mentions(&self, part: &Self) -> bool {
        self == part || self.children().iter().any(|child| child.mentions(part))
    }

    /// Replaces each part for which `change` returns `Some`, from the root down.
    fn rebuild(&self, change: &impl Fn(&Self) -> Option<Self>) -> Self {
        change(self).unwrap_or_else(|| match self {
            Self::Element(array, at) => Self::Element(array.clone(), Box::new(at.rebuild(change))),
            Self::First(array, at) => Self::First(array.clone(), Box::new(at.rebuild(change))),
            Self::Call(op, args) => Self::call(*op, args.iter().map(|arg| arg.rebuild(change))),
            leaf => leaf.clone(),
        })
    }

    pub(super) fn children(&self) -> &[Self] {
        match self {
            Self::Element(_, at) | Self::First(_, at) => std::slice::from_ref(at),
            Self::Call(_, args) => args,
            _ => &[],
        }
    }

    /// Adds the variables of the tree to `names`.
    pub(super) fn names(&self, names: &mut BTreeSet<String>) {
        if let Self::Name(name) | Self::Measure(name) | Self::Access(_, name) = self {
            names.insert(name.clone());
        }
        self.children().iter().for_each(|child| child.names(names));
    }
}

impl From<f64> for Expr {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Expr {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl From<&str> for Expr {
    fn from(name: &str) -> Self {
        Self::Name(name.to_string())
    }
}

impl From<String> for Expr {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl std::ops::Add for Expr {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::call(Op::Add, [self, other])
    }
}

impl std::ops::Sub for Expr {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::call(Op::Sub, [self, other])
    }
}

impl std::ops::Mul for Expr {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::call(Op::Mul, [self, other])
    }
}

impl Op {
    /// Returns the binding strength of the operator; functions and leaves bind tightest.
    fn binding(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Less | Self::LessOrEqual | Self::Equal => 3,
            Self::Add | Self::Sub => 4,
            Self::Mul => 5,
            Self::Min | Self::Max | Self::DropEps => 6,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::Add => " + ",
            Self::Sub => " - ",
            Self::Mul => " * ",
            Self::Less => " < ",
            Self::LessOrEqual => " <= ",
            Self::Equal => " == ",
            Self::And => " && ",
            Self::Or => " || ",
            Self::Min => "min",
            Self::Max => "max",
            Self::DropEps => "drop_eps",
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Truth(truth) => write!(f, "{truth}"),
            Self::Eps => f.write_str("eps"),
            Self::Name(name) => f.write_str(name),
            Self::Element(array, at) => write!(f, "{array}[{at}]"),
            Self::Last(array) => write!(f, "last({array})"),
            Self::First(array, at) => write!(f, "first({array} >= {at})"),
            Self::Access(tensor, index) => write!(f, "{tensor}[{index}]"),
            Self::Measure(index) => write!(f, "d({index})"),
            Self::Call(op @ (Op::Min | Op::Max | Op::DropEps), args) => {
                let args: Vec<String> = args.iter().map(ToString::to_string).collect();
                write!(f, "{}({})", op.text(), args.join(", "))
            }
            Self::Call(op, args) => write_operands(f, *op, args),
        }
    }
}

/// Writes `a op b op ..`. Arguments that bind less tightly are put in parentheses, and so are arguments after the first
/// that bind equally: `a - (b - c)`.
fn write_operands(f: &mut fmt::Formatter<'_>, op: Op, args: &[Expr]) -> fmt::Result {
    for (n, arg) in args.iter().enumerate() {
        if n > 0 {
            f.write_str(op.text())?;
        }
        match arg {
            Expr::Call(inner, _) if inner.binding() < op.binding() + u8::from(n > 0) => write!(f, "({arg})")?,
            _ => write!(f, "{arg}")?,
        }
    }
    Ok(())
}
