//! Names of a nest: the index of a loop, a name bound by `let`, or a name of the surrounding program. A name has a
//! single meaning in the whole nest.

use super::{Expr, ExprKind, Item};
use crate::syntax::{Diagnostic, Name, Span};
use std::collections::HashMap;

/// A name that the nest defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Given {
    /// The number of its header among the items of the nest, from 1.
    pub(super) item: usize,
    /// The number of loops around its uses; a loop counts for its own index.
    pub(super) depth: usize,
    /// The number of the loop, if the name is an index.
    pub(super) of_loop: Option<usize>,
}

/// The names that a nest defines.
#[derive(Debug, Default)]
pub(super) struct Names {
    given: HashMap<String, Given>,
}

impl Names {
    /// Collects the names that the headers define, and the errors in them.
    pub(super) fn new(items: &[Item]) -> (Names, Vec<Diagnostic>) {
        let (mut names, mut found) = (Names::default(), Vec::new());
        let mut outer: HashMap<&str, Span> = HashMap::new();
        let mut depth = 0;
        for (number, item) in items.iter().enumerate() {
            for expr in item.expressions() {
                expr.visit(&mut |part| {
                    if let ExprKind::Place(name) = &part.kind
                        && names.given(name).is_none()
                    {
                        outer.entry(root(&name.text)).or_insert(name.span);
                    }
                });
            }
            let (name, of_loop) = match item {
                Item::Loop { var, .. } => (var, Some(depth)),
                Item::Let { name, .. } => (name, None),
                Item::If { .. } => continue,
            };
            depth += usize::from(of_loop.is_some());
            if names.given(name).is_some() {
                let remark = format!("`{}` has a meaning in this nest already", name.text);
                found.push(Diagnostic::new(name.span, remark).help("choose another name"));
            } else if outer.contains_key(name.text.as_str()) {
                let remark =
                    format!("`{}` is used further out in this nest, for something of the program around", name.text);
                found.push(Diagnostic::new(name.span, remark).help("choose another name"));
            } else {
                names.given.insert(name.text.clone(), Given { item: number + 1, depth, of_loop });
            }
        }
        (names, found)
    }

    /// Returns the definition of a name, if the nest has one. For `x.y` this is the definition of `x`.
    pub(super) fn given(&self, name: &Name) -> Option<Given> {
        self.given.get(root(&name.text)).copied()
    }

    /// Returns the loop whose index the name is.
    pub(super) fn index_of(&self, name: &Name) -> Option<usize> {
        self.given(name).and_then(|given| given.of_loop)
    }

    /// Returns all names in an expression that the nest defines, with their positions.
    pub(super) fn given_in(&self, expr: &Expr) -> Vec<(Given, Span)> {
        let mut list = Vec::new();
        expr.visit(&mut |part| {
            if let ExprKind::Place(name) = &part.kind {
                list.extend(self.given(name).map(|given| (given, name.span)));
            }
        });
        list
    }

    /// Returns the number of loops that must be entered before the expression is known.
    pub(super) fn depth(&self, expr: &Expr) -> usize {
        self.given_in(expr).iter().map(|(given, _)| given.depth).max().unwrap_or(0)
    }

    /// Returns whether the index of this loop occurs in the expression.
    pub(super) fn mentions(&self, expr: &Expr, of_loop: usize) -> bool {
        self.given_in(expr).iter().any(|(given, _)| given.of_loop == Some(of_loop))
    }
}

/// Returns the part of a path before the first dot: `self` for `self.points`.
pub(super) fn root(place: &str) -> &str {
    place.split('.').next().unwrap_or(place)
}
