//! Traversal of expressions and statements.

use super::{Assign, Expr, ExprKind, For, Index, Stmt};
use crate::syntax::Name;

impl Expr {
    /// Returns the direct subexpressions: operands, arguments, indices.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::Bool(_)
            | ExprKind::Infinity
            | ExprKind::Place(_)
            | ExprKind::Measure(_) => Vec::new(),
            ExprKind::Access(access) => access.indices.iter().flat_map(Index::expressions).collect(),
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand, _) => vec![operand],
            ExprKind::Binary(_, left, right) => vec![left, right],
            ExprKind::Call(_, arguments) | ExprKind::Tuple(arguments) => arguments.iter().collect(),
            ExprKind::Conditional(parts) => parts.iter().collect(),
            ExprKind::Method(receiver, _, arguments) => std::iter::once(receiver.as_ref()).chain(arguments).collect(),
        }
    }

    /// Calls `see` for the expression and all its subexpressions, each before its parts, in the order of the text.
    pub fn visit<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        see(self);
        for child in self.children() {
            child.visit(see);
        }
    }
}

impl For {
    /// Returns the bounds and the step.
    pub fn expressions(&self) -> Vec<&Expr> {
        self.range.iter().flat_map(|(from, to)| [from, to]).chain(&self.step).collect()
    }
}

impl Assign {
    /// Returns the expressions that are read: the value, and the identity of its function.
    pub fn read(&self) -> impl Iterator<Item = &Expr> {
        std::iter::once(&self.value).chain(&self.identity)
    }
}

impl Stmt {
    /// Returns the name that the statement gives to the statements in it: the index of a loop, or the name of a `let`.
    pub fn given(&self) -> Option<&Name> {
        match self {
            Stmt::For(inner) => Some(&inner.var),
            Stmt::Let(inner) => Some(&inner.name),
            Stmt::If(_) | Stmt::Assign(_) | Stmt::Start(_) | Stmt::Block(_) => None,
        }
    }

    /// Returns the expressions of the statement itself, those of a target's indices included, and the statements in it.
    pub fn parts(&self) -> (Vec<&Expr>, Vec<&Stmt>) {
        match self {
            Stmt::For(inner) => (inner.expressions(), vec![&inner.body]),
            Stmt::If(inner) => {
                let cases = [&inner.body].into_iter().chain(&inner.otherwise);
                (vec![&inner.condition], cases.map(|stmt| &**stmt).collect())
            }
            Stmt::Let(inner) => (vec![&inner.value], vec![&inner.body]),
            Stmt::Assign(assign) => {
                let indices = assign.target.indices.iter().map(|index| &index.expr);
                (indices.chain(assign.read()).collect(), Vec::new())
            }
            Stmt::Start(start) => (vec![&start.value], Vec::new()),
            Stmt::Block(stmts) => (Vec::new(), stmts.iter().collect()),
        }
    }
}
