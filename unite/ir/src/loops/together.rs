//! Statements that share a loop: `for i { a; b }` stands for `for i a; for i b`.
//!
//! This is so if no step of `a` can meet one of `b`: if neither reads the target of the other and, if they write the same
//! target, either the order of the writes does not matter, or both write the same place in each step, and no other step
//! writes it.

use super::check::lay_out;
use super::{Assign, AssignOp, ExprKind, Item, Stmt};
use crate::syntax::{Diagnostic, Name};

/// Checks that nests may run one after the other where the program puts them into one loop over `var`.
pub(super) fn check(nests: &[Stmt], var: &Name) -> Result<(), Diagnostic> {
    let laid_out: Vec<(Vec<Item>, &Assign)> = nests.iter().map(lay_out).collect();
    for (number, (items, assign)) in laid_out.iter().enumerate() {
        for (others, (other_items, other)) in laid_out.iter().enumerate() {
            if others == number {
                continue;
            }
            if let Some(name) = read(items, assign, &other.target.tensor.text) {
                let remark = format!("`{}` is read and written in one loop", name.text);
                let help = "statements of a block do not see each other's results: write a loop of its own for each, or a \
                            loop in Rust around them";
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
    let mut found = None;
    for expr in items.iter().flat_map(Item::expressions).chain(indices).chain([&assign.value]) {
        expr.visit(&mut |part| {
            let name = match &part.kind {
                ExprKind::Place(name) => name,
                ExprKind::Access(access) => &access.tensor,
                _ => return,
            };
            if name.text == target {
                found = found.or(Some(name));
            }
        });
    }
    found
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
