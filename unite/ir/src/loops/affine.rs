//! Affine indices: `c * i + o`, where `c` and `o` are constant in the loop over `i`.

use super::names::Names;
use super::{BinaryOp, Expr, ExprKind, Protocol, UnaryOp};
use crate::syntax::{Diagnostic, Span, meant};

/// `coefficient * index + offset`
#[derive(Debug, Clone, PartialEq)]
pub struct Affine {
    /// The factor of the index.
    pub coefficient: Coefficient,
    /// The summand; `None` for 0.
    pub offset: Option<Expr>,
}

/// The factor of an index in an affine form.
#[derive(Debug, Clone, PartialEq)]
pub enum Coefficient {
    /// 1
    One,
    /// -1
    MinusOne,
    /// Any other factor.
    Other(Expr),
}

impl Affine {
    /// Returns the expressions that are constant in the loop.
    pub fn constants(&self) -> Vec<&Expr> {
        let coefficient = match &self.coefficient {
            Coefficient::Other(expr) => Some(expr),
            Coefficient::One | Coefficient::MinusOne => None,
        };
        coefficient.into_iter().chain(&self.offset).collect()
    }

    /// Returns whether it is the index itself.
    pub fn is_index(&self) -> bool {
        self.coefficient == Coefficient::One && self.offset.is_none()
    }
}

/// `c * i + o`; a part that is 0 is `None`.
struct Form {
    factor: Option<Coefficient>,
    offset: Option<Expr>,
}

/// Splits an index that varies with loop `of_loop`, whose index variable is `var`, into factor and offset.
///
/// # Errors
/// The index is not affine, or its variable cancels out.
pub(super) fn affine(index: &Expr, names: &Names, of_loop: usize, var: &str) -> Result<Affine, Diagnostic> {
    let form = Splitter { names, of_loop, var }.split(index)?;
    match form.factor {
        Some(coefficient) => Ok(Affine { coefficient, offset: form.offset }),
        None => Err(Diagnostic::new(index.span, format!("`{var}` cancels out of this index"))
            .help(format!("write the index without `{var}`"))),
    }
}

struct Splitter<'a> {
    names: &'a Names,
    of_loop: usize,
    var: &'a str,
}

impl Splitter<'_> {
    fn split(&self, expr: &Expr) -> Result<Form, Diagnostic> {
        if !self.moves(expr) {
            return Ok(Form { factor: None, offset: Some(expr.clone()) });
        }
        match &expr.kind {
            ExprKind::Place(name) if name.text == self.var => Ok(Form { factor: Some(Coefficient::One), offset: None }),
            ExprKind::Unary(UnaryOp::Neg, operand) => Ok(negated(self.split(operand)?)),
            ExprKind::Binary(op, left, right) => match op {
                BinaryOp::Add => Ok(sum(self.split(left)?, self.split(right)?, expr.span)),
                BinaryOp::Sub => Ok(difference(self.split(left)?, self.split(right)?, expr.span)),
                BinaryOp::Mul if !self.moves(left) => Ok(scaled(self.split(right)?, left)),
                BinaryOp::Mul if !self.moves(right) => Ok(scaled(self.split(left)?, right)),
                BinaryOp::Div if !self.moves(right) => {
                    let remark =
                        Diagnostic::new(expr.span, format!("`{}` is divided, which integers would round", self.var));
                    Err(remark.help(format!("write a multiple: `0.5 * {}`", self.var)))
                }
                _ => Err(self.refusal(expr)),
            },
            _ => Err(self.refusal(expr)),
        }
    }

    fn moves(&self, expr: &Expr) -> bool {
        self.names.mentions(expr, self.of_loop)
    }

    fn refusal(&self, expr: &Expr) -> Diagnostic {
        let var = self.var;
        if let ExprKind::Call(name, arguments) = &expr.kind
            && let ([argument], Some(word)) = (&arguments[..], meant(&name.text, Protocol::ALL.map(Protocol::word)))
        {
            let remark = format!("there is no protocol `{}`", name.text);
            return Diagnostic::new(name.span, remark).help(format!("write `{word}({argument})`"));
        }
        Diagnostic::new(expr.span, format!("an index must be affine in `{var}`, the innermost index in it")).help(format!(
            "write a multiple of `{var}` and something that its loop leaves alone, `2 * {var} + a`; a place that is \
             computed at points gets a name: `let p = ...`, `A[p]`"
        ))
    }
}

/// A numeric literal that is generated, not written in the program.
pub(super) fn number(text: &str, span: Span) -> Expr {
    Expr { kind: ExprKind::Number(text.to_owned()), span }
}

fn binary(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span }
}

fn negative(expr: Expr) -> Expr {
    let span = expr.span;
    match expr.kind {
        ExprKind::Unary(UnaryOp::Neg, operand) => *operand,
        kind => Expr { kind: ExprKind::Unary(UnaryOp::Neg, Box::new(Expr { kind, span })), span },
    }
}

impl Coefficient {
    /// Converts the coefficient to an expression.
    pub fn expr(self, span: Span) -> Expr {
        match self {
            Coefficient::One => number("1", span),
            Coefficient::MinusOne => negative(number("1", span)),
            Coefficient::Other(expr) => expr,
        }
    }

    /// Returns the coefficient that an expression stands for; `None` for a literal 0.
    fn from_expr(expr: Expr) -> Option<Coefficient> {
        let value = |expr: &Expr| match &expr.kind {
            ExprKind::Number(text) => value_of(text),
            _ => None,
        };
        let minus = match &expr.kind {
            ExprKind::Unary(UnaryOp::Neg, operand) => value(operand),
            _ => None,
        };
        match (value(&expr), minus) {
            (Some(1.0), _) => Some(Coefficient::One),
            (_, Some(1.0)) => Some(Coefficient::MinusOne),
            (Some(0.0), _) | (_, Some(0.0)) => None,
            _ => Some(Coefficient::Other(expr)),
        }
    }
}

/// Returns the value of a literal, without its suffix.
pub(super) fn value_of(literal: &str) -> Option<f64> {
    let digits: String = literal.chars().filter(|c| *c != '_').collect();
    let suffixed = ["f32", "f64", "i", "u"].iter().filter_map(|suffix| digits.find(suffix)).min();
    digits[..suffixed.unwrap_or(digits.len())].parse().ok()
}

fn negated(form: Form) -> Form {
    let factor = form.factor.map(|factor| match factor {
        Coefficient::One => Coefficient::MinusOne,
        Coefficient::MinusOne => Coefficient::One,
        Coefficient::Other(expr) => Coefficient::Other(negative(expr)),
    });
    Form { factor, offset: form.offset.map(negative) }
}

fn sum(left: Form, right: Form, span: Span) -> Form {
    let factor = match (left.factor, right.factor) {
        (None, one) | (one, None) => one,
        (Some(Coefficient::One), Some(Coefficient::MinusOne)) => None,
        (Some(Coefficient::MinusOne), Some(Coefficient::One)) => None,
        (Some(a), Some(b)) => Some(Coefficient::Other(binary(BinaryOp::Add, a.expr(span), b.expr(span), span))),
    };
    let offset = match (left.offset, right.offset) {
        (None, one) | (one, None) => one,
        (Some(a), Some(b)) => Some(binary(BinaryOp::Add, a, b, span)),
    };
    Form { factor, offset }
}

fn difference(left: Form, right: Form, span: Span) -> Form {
    let (Some(a), Some(b)) = (&left.offset, &right.offset) else { return sum(left, negated(right), span) };
    let offset = binary(BinaryOp::Sub, a.clone(), b.clone(), span);
    let factors = sum(Form { offset: None, ..left }, negated(Form { offset: None, ..right }), span);
    Form { factor: factors.factor, offset: Some(offset) }
}

fn scaled(form: Form, by: &Expr) -> Form {
    let span = by.span;
    let factor = form.factor.and_then(|factor| match factor {
        Coefficient::One => Coefficient::from_expr(by.clone()),
        Coefficient::MinusOne => Coefficient::from_expr(negative(by.clone())),
        Coefficient::Other(expr) => Some(Coefficient::Other(binary(BinaryOp::Mul, by.clone(), expr, span))),
    });
    Form { factor, offset: form.offset.map(|offset| binary(BinaryOp::Mul, by.clone(), offset, span)) }
}
