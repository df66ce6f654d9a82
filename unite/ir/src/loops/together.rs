//! Statements that share a loop: `for i { a; b }` stands for `for i a; for i b`.
//!
//! This is so if no step of `a` can meet one of `b`: if neither reads the target of the other and, if they write the same
//! target, either the order of the writes does not matter, or both write the same place in each step, and no other step
//! writes it. A scalar that is written and read makes the loop a step instead, in which the statements run in order, place
//! by place: `for i { s += x[i]; z[i] = s }` is a running sum.

use super::check::lay_out;
use super::names::root;
use super::{Assign, AssignOp, Expr, ExprKind, Item, Let, Stmt};
use crate::syntax::{Diagnostic, Name};

/// Puts nests into the scope of names. In a block that runs step by step, which `stepped` tells, a name is a step with
/// all of them inside; otherwise each nest that uses the name has a header for it.
pub(super) fn name(given: Vec<(Name, Expr)>, mut nests: Vec<Stmt>, stepped: bool) -> Result<Vec<Stmt>, Diagnostic> {
    if nests.len() > 1 && (stepped || nests.iter().any(Stmt::is_stepped)) {
        nests = vec![Stmt::Block(nests)];
    }
    for (name, value) in given.into_iter().rev() {
        if read_before([&value], &nests) {
            nests = vec![Stmt::Block(nests)];
        }
        let several = nests.len() > 1;
        let mut named = Vec::new();
        for body in nests {
            if several {
                unless_written(&name, &value, &body)?;
            }
            named.push(if several && !mentions(&body, &name) {
                body
            } else {
                Stmt::Let(Let { name: name.clone(), value: value.clone(), body: Box::new(body) })
            });
        }
        nests = named;
    }
    Ok(nests)
}

/// Returns whether expressions in front of nests read a scalar that one of the nests writes.
///
/// They are evaluated once, before all nests; a nest that had them among its headers would evaluate them after another one.
pub(super) fn read_before<'e>(exprs: impl IntoIterator<Item = &'e Expr>, nests: &[Stmt]) -> bool {
    let written = scalars_written(nests);
    exprs.into_iter().any(|expr| written.iter().any(|scalar| read_in(expr, scalar).is_some()))
}

/// Returns whether one of the nests reads a scalar that one of them writes.
///
/// A loop around them goes place by place.
pub(super) fn in_turn(nests: &[Stmt]) -> bool {
    let written = scalars_written(nests);
    let reads = |nest| {
        let (items, assign) = lay_out(nest);
        written.iter().any(|scalar| read(&items, assign, scalar).is_some())
    };
    !written.is_empty() && nests.iter().filter(|nest| !nest.is_stepped()).any(reads)
}

/// Returns the scalars that nests write; statements that run step by step count for nothing.
fn scalars_written(nests: &[Stmt]) -> Vec<&str> {
    let targets = nests.iter().filter(|nest| !nest.is_stepped()).map(|nest| &lay_out(nest).1.target);
    targets.filter(|target| target.indices.is_empty()).map(|target| &*target.tensor.text).collect()
}

/// Checks that a nest in the scope of a name does not write what the value of the name reads: each nest evaluates it.
fn unless_written(name: &Name, value: &Expr, nest: &Stmt) -> Result<(), Diagnostic> {
    let (_, assign) = lay_out(nest);
    let Some(read) = read_in(value, &assign.target.tensor.text) else { return Ok(()) };
    let remark = format!("`{}` is read by `let {}`, and written in its scope", read.text, name.text);
    let help = "end the scope before, with braces around `let` and the statements that need the name";
    Err(Diagnostic::new(assign.target.tensor.span, remark).help(help))
}

/// Returns whether a nest uses a name that it does not define before.
fn mentions(nest: &Stmt, name: &Name) -> bool {
    let (items, assign) = lay_out(nest);
    let uses = |expr: &Expr| {
        let mut found = false;
        expr.visit(&mut |part| {
            found |=
                matches!(&part.kind, ExprKind::Place(used) | ExprKind::Measure(used) if root(&used.text) == name.text);
            found |= matches!(&part.kind, ExprKind::Access(used) if root(&used.tensor.text) == name.text);
        });
        found
    };
    for item in &items {
        if item.expressions().into_iter().any(uses) {
            return true;
        }
        if matches!(item, Item::Loop { var: given, .. } | Item::Let { name: given, .. } if given.text == name.text) {
            return false;
        }
    }
    let indices = assign.target.indices.iter().map(|index| &index.expr);
    root(&assign.target.tensor.text) == name.text || indices.chain(assign.read()).any(uses)
}

/// Checks that nests may run one after the other where the program puts them into one loop over `var`.
pub(super) fn check(nests: &[Stmt], var: &Name) -> Result<(), Diagnostic> {
    if nests.len() < 2 {
        return Ok(());
    }
    let laid_out: Vec<(Vec<Item>, &Assign)> = nests.iter().map(lay_out).collect();
    for (number, (items, assign)) in laid_out.iter().enumerate() {
        for (others, (other_items, other)) in laid_out.iter().enumerate() {
            if others == number {
                continue;
            }
            if let Some(name) = read(items, assign, &other.target.tensor.text) {
                let remark = format!("`{}` is read and written in one loop", name.text);
                let help = "write a loop of its own for each; a statement sees what another one wrote into a tensor only \
                            in a loop that runs step by step, as one does that reads a scalar that it writes";
                return Err(Diagnostic::new(name.span, remark).help(help));
            }
            if others < number && assign.target.tensor.text == other.target.tensor.text {
                same_target(assign, other, var, [items, other_items])?;
            }
        }
    }
    Ok(())
}

/// Returns the first place at which a nest reads a name.
fn read<'n>(items: &'n [Item], assign: &'n Assign, target: &str) -> Option<&'n Name> {
    let indices = assign.target.indices.iter().map(|index| &index.expr);
    let mut read = items.iter().flat_map(Item::expressions).chain(indices).chain(assign.read());
    read.find_map(|expr| read_in(expr, target))
}

/// Returns the first place at which an expression reads a name.
fn read_in<'e>(expr: &'e Expr, target: &str) -> Option<&'e Name> {
    let mut found = None;
    expr.visit(&mut |part| {
        let name = match &part.kind {
            ExprKind::Place(name) => name,
            ExprKind::Access(access) => &access.tensor,
            _ => return,
        };
        if meets(&name.text, target) {
            found = found.or(Some(name));
        }
    });
    found
}

/// Returns whether a place is another one, or a part of it: `p.x` meets `p`.
fn meets(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Checks two writes of one target in a loop over `var`; `inside` are the headers between the loop and each of them.
fn same_target(assign: &Assign, other: &Assign, var: &Name, inside: [&[Item]; 2]) -> Result<(), Diagnostic> {
    let given_inside = |name: &Name| {
        inside.into_iter().flatten().any(|item| match item {
            Item::Loop { var: given, .. } | Item::Let { name: given, .. } => given.text == name.text,
            Item::If { .. } => false,
        })
    };
    let in_any_order = assign.op == other.op && !matches!(assign.op, AssignOp::Set | AssignOp::Fold);
    let has_own_place = assign.target.indices.iter().any(|index| {
        // An affine index is a place of its own for each value of the variable if nothing else in it varies; `check`
        // rejects all that are not affine.
        let (mut mentions, mut varies) = (false, false);
        index.expr.visit(&mut |part| {
            if let ExprKind::Place(name) = &part.kind {
                mentions |= name.text == var.text;
                varies |= given_inside(name);
            }
        });
        mentions && !varies
    });
    if in_any_order || has_own_place && assign.target.to_string() == other.target.to_string() {
        return Ok(());
    }
    let (target, var) = (&assign.target.tensor.text, &var.text);
    let remark = format!("`{target}` is written twice in the loop over `{var}`, and the order of the writes matters");
    let help =
        format!("write both to the same place, with `{var}` in an index of its own, or a loop of its own for each");
    Err(Diagnostic::new(assign.target.span, remark).help(help))
}
