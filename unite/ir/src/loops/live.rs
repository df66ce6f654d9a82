//! Liveness: determines where a nest has no effect. This is the simplifier of the paper, as a table built before data
//! is known.
//!
//! An operand at fill matters only in that its fill is zero, one, or the bound of a reduction, which the types tell. So
//! the question "may the body have an effect if only these operands are not at fill?" is answered by a formula over
//! such facts.
//!
//! ```text
//! Z[i] += A[j] * B[j]      neither      not (A's fill is zero or B's is)
//!                          A alone      not (B's fill is zero)
//!                          B alone      not (A's fill is zero)
//!                          A and B      yes
//! ```

use super::affine::value_of;
use super::{Access, AssignOp, BinaryOp, Expr, ExprKind, Item, Nest, UnaryOp};
use crate::syntax::Name;
use std::fmt;

/// A fact about a fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// The fill is zero or `false`: `+=` and `|=` ignore it, products vanish with it.
    Zero,
    /// The fill is one or `true`: `*=` and `&=` ignore it.
    One,
    /// The fill is the lowest value of its type: `max=` ignores it.
    Lowest,
    /// The fill is the highest value of its type: `min=` ignores it.
    Highest,
    /// The fill is infinity: `min=` ignores it, and its sum with any other value, which is infinity or not a number.
    Infinity,
    /// The fill is infinity below zero: `max=` ignores it, and its sum with any other value.
    MinusInfinity,
    /// The fill is the identity of the function of `<<f, identity>>=`, or a component of it.
    Identity(Option<usize>),
}

/// A formula over the fills of a nest's operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// True.
    Always,
    /// False.
    Never,
    /// The fact holds for the fill of the operand with this number.
    Fill(usize, Fact),
    /// The fact holds for the identity of the function of `<<f, identity>>=`, or for a component of it.
    Identity(Option<usize>, Fact),
    /// The target stores nothing, and its fill is zero.
    Unwritten,
    /// The negation of a formula.
    Not(Box<Formula>),
    /// A conjunction of two or more formulas.
    All(Vec<Formula>),
    /// A disjunction of two or more formulas.
    Any(Vec<Formula>),
}

impl Formula {
    fn all(self, other: Formula) -> Formula {
        match (self, other) {
            (Formula::Never, _) | (_, Formula::Never) => Formula::Never,
            (Formula::Always, one) | (one, Formula::Always) => one,
            (one, other) => Formula::All(joined(one, other, |formula| match formula {
                Formula::All(parts) => Ok(parts),
                single => Err(single),
            }))
            .single(),
        }
    }

    fn any(self, other: Formula) -> Formula {
        match (self, other) {
            (Formula::Always, _) | (_, Formula::Always) => Formula::Always,
            (Formula::Never, one) | (one, Formula::Never) => one,
            (one, other) => Formula::Any(joined(one, other, |formula| match formula {
                Formula::Any(parts) => Ok(parts),
                single => Err(single),
            }))
            .single(),
        }
    }

    fn not(self) -> Formula {
        match self {
            Formula::Always => Formula::Never,
            Formula::Never => Formula::Always,
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// Replaces a conjunction or disjunction of one part by that part.
    fn single(self) -> Formula {
        match self {
            Formula::All(mut parts) | Formula::Any(mut parts) if parts.len() == 1 => parts.remove(0),
            other => other,
        }
    }

    /// Returns whether the formula holds, given the facts, of a target that may have been written and of any identity.
    pub fn holds(&self, fill: &dyn Fn(usize, Fact) -> bool) -> bool {
        match self {
            Formula::Unwritten | Formula::Identity(..) => false,
            Formula::Always => true,
            Formula::Never => false,
            Formula::Fill(operand, fact) => fill(*operand, *fact),
            Formula::Not(inner) => !inner.holds(fill),
            Formula::All(parts) => parts.iter().all(|part| part.holds(fill)),
            Formula::Any(parts) => parts.iter().any(|part| part.holds(fill)),
        }
    }
}

/// Returns the parts of both formulas, without duplicates.
fn joined(one: Formula, other: Formula, parts: impl Fn(Formula) -> Result<Vec<Formula>, Formula>) -> Vec<Formula> {
    let mut list: Vec<Formula> = Vec::new();
    for side in [one, other] {
        for part in parts(side).unwrap_or_else(|single| vec![single]) {
            if !list.contains(&part) {
                list.push(part);
            }
        }
    }
    list
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |f: &mut fmt::Formatter<'_>, parts: &[Formula], word: &str| {
            let texts: Vec<String> = parts.iter().map(ToString::to_string).collect();
            write!(f, "({})", texts.join(word))
        };
        match self {
            Formula::Always => f.write_str("yes"),
            Formula::Never => f.write_str("no"),
            Formula::Unwritten => f.write_str("unwritten"),
            Formula::Fill(operand, Fact::Identity(None)) => write!(f, "Identity({operand})"),
            Formula::Fill(operand, Fact::Identity(Some(part))) => write!(f, "Identity.{part}({operand})"),
            Formula::Fill(operand, fact) => write!(f, "{fact:?}({operand})"),
            Formula::Identity(None, fact) => write!(f, "{fact:?}(identity)"),
            Formula::Identity(Some(part), fact) => write!(f, "{fact:?}(identity.{part})"),
            Formula::Not(inner) => write!(f, "!{inner}"),
            Formula::All(parts) => join(f, parts, " && "),
            Formula::Any(parts) => join(f, parts, " || "),
        }
    }
}

impl Nest {
    /// Returns the formula for: the nest may have an effect where the operands that `at_fill` selects are at fill.
    /// Nothing is assumed about the other operands.
    pub(super) fn live(&self, at_fill: &dyn Fn(usize) -> bool) -> Formula {
        let state = State { nest: self, at_fill };
        let mut nothing = match self.op {
            // Zero is what is there already, if nothing is, and stays, if each place is written once.
            AssignOp::Set if self.writes_once() => state.is(&self.value, Fact::Zero).all(Formula::Unwritten),
            AssignOp::Fold if self.identity.is_some() => state.is(&self.value, Fact::Identity(None)),
            AssignOp::Set | AssignOp::Fold => Formula::Never,
            AssignOp::Add | AssignOp::Or => state.is(&self.value, Fact::Zero),
            AssignOp::And | AssignOp::Mul => state.is(&self.value, Fact::One),
            AssignOp::Max => state.is(&self.value, Fact::Lowest),
            AssignOp::Min => state.is(&self.value, Fact::Highest),
        };
        for item in &self.items {
            if let Item::If { condition } = item {
                nothing = nothing.any(state.is(condition, Fact::Zero));
            }
        }
        nothing.not()
    }

    /// Returns whether no place of the target is written twice: each loop moves along an axis of its own.
    fn writes_once(&self) -> bool {
        let axes = &self.target.axes;
        (0..self.loops.len()).all(|number| axes.iter().flatten().any(|(of_loop, _)| *of_loop == number))
    }

    /// Returns the number of the operand that an access of this nest refers to.
    pub fn operand(&self, access: &Access) -> Option<usize> {
        self.operands.iter().position(|operand| operand.occurrences.contains(&access.span))
    }

    /// Returns the value of a name bound by `let`.
    fn let_value(&self, name: &Name) -> Option<&Expr> {
        self.items.iter().find_map(|item| match item {
            Item::Let { name: given, value } if given.text == name.text => Some(value),
            _ => None,
        })
    }
}

struct State<'a> {
    nest: &'a Nest,
    at_fill: &'a dyn Fn(usize) -> bool,
}

impl State<'_> {
    /// Returns a sufficient condition for the fact to hold of the expression.
    fn is(&self, expr: &Expr, fact: Fact) -> Formula {
        match &expr.kind {
            ExprKind::Access(access) => match self.nest.operand(access) {
                Some(operand) if (self.at_fill)(operand) => Formula::Fill(operand, fact),
                _ => Formula::Never,
            },
            ExprKind::Place(name) => self.nest.let_value(name).map_or(Formula::Never, |value| self.is(value, fact)),
            ExprKind::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                let (then, otherwise) = (self.is(then, fact), self.is(otherwise, fact));
                let fails = self.is(condition, Fact::Zero).all(otherwise.clone());
                let holds = self.is(condition, Fact::One).all(then.clone());
                then.all(otherwise).any(fails).any(holds)
            }
            _ => match fact {
                Fact::Zero => self.zero(expr),
                Fact::One => self.one(expr),
                Fact::Lowest | Fact::MinusInfinity => self.extreme(expr, fact, "min"),
                Fact::Highest | Fact::Infinity => self.extreme(expr, fact, "max"),
                Fact::Identity(part) => self.identity(expr, part),
            },
        }
    }

    /// Returns a sufficient condition for an expression to be the identity of the function, or a component of it: both are zero,
    /// one, or an extreme of their type, which values of `min` and `max` have.
    fn identity(&self, expr: &Expr, part: Option<usize>) -> Formula {
        let both = |fact| Formula::Identity(part, fact).all(self.is(expr, fact));
        match &expr.kind {
            ExprKind::Tuple(values) if part.is_none() => {
                let parts = values.iter().enumerate();
                let parts = parts.map(|(number, value)| self.is(value, Fact::Identity(Some(number))));
                parts.fold(Formula::Always, Formula::all)
            }
            ExprKind::Call(..) => both(Fact::Lowest).any(both(Fact::Highest)),
            _ => both(Fact::Zero).any(both(Fact::One)),
        }
    }

    fn zero(&self, expr: &Expr) -> Formula {
        let zero = |expr: &Expr| self.is(expr, Fact::Zero);
        let constant = |holds| if holds { Formula::Always } else { Formula::Never };
        match &expr.kind {
            ExprKind::Number(text) => constant(value_of(text) == Some(0.0)),
            ExprKind::Bool(value) => constant(!value),
            ExprKind::Unary(UnaryOp::Neg, operand) | ExprKind::Cast(operand, _) => zero(operand),
            ExprKind::Unary(UnaryOp::Not, operand) => self.is(operand, Fact::One),
            ExprKind::Binary(op, left, right) => match op {
                BinaryOp::Mul | BinaryOp::And => zero(left).any(zero(right)),
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or => zero(left).all(zero(right)),
                BinaryOp::Div | BinaryOp::Rem => zero(left),
                _ => Formula::Never,
            },
            ExprKind::Tuple(values) => values.iter().map(zero).fold(Formula::Always, Formula::all),
            _ => Formula::Never,
        }
    }

    /// Returns a sufficient condition for an expression to be the least or the greatest value, or infinity; `chosen` is the
    /// function that is so if one of its arguments is. Where a sum of infinity is not a number, `min=` and `max=` ignore it.
    fn extreme(&self, expr: &Expr, fact: Fact, chosen: &str) -> Formula {
        let is = |expr: &Expr| self.is(expr, fact);
        let (infinity, opposite) = match fact {
            Fact::Lowest | Fact::MinusInfinity => (Fact::MinusInfinity, Fact::Infinity),
            _ => (Fact::Infinity, Fact::MinusInfinity),
        };
        match &expr.kind {
            ExprKind::Call(name, arguments) => match &arguments[..] {
                [one, other] if name.text == chosen => is(one).any(is(other)),
                [one, other] if matches!(name.text.as_str(), "min" | "max") => is(one).all(is(other)),
                _ => Formula::Never,
            },
            ExprKind::Binary(BinaryOp::Add, left, right) => self.is(left, infinity).any(self.is(right, infinity)),
            ExprKind::Binary(BinaryOp::Sub, left, right) => self.is(left, infinity).any(self.is(right, opposite)),
            ExprKind::Unary(UnaryOp::Neg, operand) => self.is(operand, opposite),
            ExprKind::Cast(operand, to) if to.text.starts_with('f') => self.is(operand, infinity),
            _ => Formula::Never,
        }
    }

    fn one(&self, expr: &Expr) -> Formula {
        let one = |expr: &Expr| self.is(expr, Fact::One);
        match &expr.kind {
            ExprKind::Bool(true) => Formula::Always,
            ExprKind::Number(text) if value_of(text) == Some(1.0) => Formula::Always,
            ExprKind::Cast(operand, _) => one(operand),
            ExprKind::Unary(UnaryOp::Not, operand) => self.is(operand, Fact::Zero),
            ExprKind::Binary(BinaryOp::Mul, left, right) => one(left).all(one(right)),
            ExprKind::Binary(BinaryOp::And, left, right) => one(left).all(one(right)),
            ExprKind::Binary(BinaryOp::Or, left, right) => one(left).any(one(right)),
            _ => Formula::Never,
        }
    }
}
