//! The checker: turns the syntax tree into nests that can run, or into a list of errors. It checks names, tensors and
//! their number of indices, ranges and measures; `axes` splits the indices.
//!
//! Rules that depend on types are not checked here: a loop may visit only points if its index is used as a number, or
//! if it sums without `d(i)`. Those loops are marked in [`Nest::loops`].

use super::axes::Resolver;
use super::measure;
use super::names::Names;
use super::{Access, Assign, AssignOp, Expr, ExprKind, For, Item, Loop, Nest, Program, Stmt, UnaryOp, steps};
use crate::syntax::{Diagnostic, Name};

/// Checks a program, and returns its nests, also those inside of steps.
///
/// # Errors
/// All errors of the program, in the order of the text.
///
/// ```
/// use unite_ir::loops::{check, parse_text};
/// let nests = check(&parse_text("for i = 0:9  s += x[i] * y[2 * i + 10]").unwrap()).unwrap();
/// assert_eq!(nests[0].operands.len(), 2);
/// let found = check(&parse_text("for i = 0:9  s += x[i * i]").unwrap()).unwrap_err();
/// assert_eq!(found[0].message, "an index must be affine in `i`, the innermost index in it");
/// ```
pub fn check(program: &Program) -> Result<Vec<Nest>, Vec<Diagnostic>> {
    let mut found = steps::ranks(program);
    found.extend(steps::refusals(program));
    let mut nests = Vec::new();
    for (items, assign) in steps::nests(program) {
        let checked = nest(items, &assign, &[]);
        nests.extend(checked.0);
        found.extend(checked.1);
    }
    found.sort_by_key(|remark| remark.span.first);
    found.dedup();
    if found.is_empty() { Ok(nests) } else { Err(found) }
}

/// Returns the headers of a nest, outermost first, and its assignment.
pub(super) fn lay_out(mut stmt: &Stmt) -> (Vec<Item>, &Assign) {
    let mut items = Vec::new();
    loop {
        let (item, body) = match stmt {
            Stmt::For(For { var, range, step, body }) => {
                (Item::Loop { var: var.clone(), range: range.clone(), step: step.clone() }, body)
            }
            Stmt::If(header) => (Item::If { condition: header.condition.clone() }, &header.body),
            Stmt::Let(header) => (Item::Let { name: header.name.clone(), value: header.value.clone() }, &header.body),
            Stmt::Assign(assign) => return (items, assign),
            Stmt::Start(_) | Stmt::Block(_) => unreachable!("a nest has no steps inside"),
        };
        items.push(item);
        stmt = body;
    }
}

/// Checks a nest. If its names are valid, the nest is returned even if there are other errors. The tensors in
/// `last_index_first` are stored from the last index on.
pub(super) fn nest(items: Vec<Item>, assign: &Assign, last_index_first: &[&str]) -> (Option<Nest>, Vec<Diagnostic>) {
    let (names, mut found) = Names::new(&items);
    tensors(&items, assign, &names, &mut found);
    known_before(assign, &names, &mut found);
    if !found.is_empty() {
        return (None, found);
    }
    for item in &items {
        header(item, &mut found);
    }
    if let Some(identity) = &assign.identity {
        measure::not_here(identity, &mut found);
    }
    for expr in assign.target.indices.iter().map(|index| &index.expr).chain(assign.read()) {
        no_infinity(expr, &mut found);
    }
    found.extend(tuple(assign));
    let mut loops = loops_of(&items);
    weigh(assign, &names, &mut loops, &mut found);
    let resolved = Resolver::new(&names, last_index_first, &mut loops, &mut found).resolve(&items, assign);
    let nest = Nest {
        items,
        loops,
        operands: resolved.0,
        target: resolved.1,
        op: assign.op,
        op_span: assign.op_span,
        function: assign.function.clone(),
        identity: assign.identity.clone(),
        value: assign.value.clone(),
        unweighted: measure::unweighted(&assign.value),
    };
    (Some(nest), found)
}

/// Rejects an operator that combines tuples, but for a function.
fn tuple(assign: &Assign) -> Option<Diagnostic> {
    let is_tuple = matches!(assign.value.kind, ExprKind::Tuple(_));
    if !is_tuple || matches!(assign.op, AssignOp::Set | AssignOp::Fold) {
        return None;
    }
    let remark = format!("`{}` combines numbers, and this is a tuple", assign.op.sign());
    let help = format!("combine tuples by a function, `{} <<f>>= {}`", assign.target, assign.value);
    Some(Diagnostic::new(assign.value.span, remark).help(help))
}

fn loops_of(items: &[Item]) -> Vec<Loop> {
    let mut loops = Vec::new();
    for (number, item) in items.iter().enumerate() {
        if let Item::Loop { var, step, .. } = item {
            let (number_used, strided) = (step.as_ref().map(|step| step.span), step.is_some());
            let var = var.clone();
            loops.push(Loop { var, item: number + 1, number_used, strided, weighted: None, reduces: true });
        }
    }
    loops
}

/// Returns the accesses in an expression, in the order of the text.
pub(super) fn accesses(expr: &Expr) -> Vec<&Access> {
    let mut list = Vec::new();
    expr.visit(&mut |part| {
        if let ExprKind::Access(access) = &part.kind {
            list.push(access);
        }
    });
    list
}

/// Returns all expressions of a nest except the target's indices.
fn read<'n>(items: &'n [Item], assign: &'n Assign) -> Vec<&'n Expr> {
    items.iter().flat_map(Item::expressions).chain(assign.read()).collect()
}

/// Checks that tensors come from the surrounding program, and that none is both read and written.
///
/// A nest without loops may read the scalar that it writes: it writes after it has read.
fn tensors(items: &[Item], assign: &Assign, names: &Names, found: &mut Vec<Diagnostic>) {
    let target = &assign.target.tensor;
    let what = |name: &Name| {
        names.given(name).map(|given| if given.of_loop.is_some() { "the index of a loop" } else { "given by `let`" })
    };
    if let Some(what) = what(target) {
        let remark = format!("`{}` is {what} and cannot be assigned", target.text);
        found.push(Diagnostic::new(target.span, remark).help("assign to a variable of the program around"));
    }
    let once = is_once(items, assign);
    let indices = assign.target.indices.iter().map(|index| &index.expr);
    for expr in read(items, assign).into_iter().chain(indices) {
        expr.visit(&mut |part| {
            let name = match &part.kind {
                ExprKind::Place(name) => name,
                ExprKind::Access(access) => &access.tensor,
                _ => return,
            };
            if let (ExprKind::Access(_), Some(what)) = (&part.kind, what(name)) {
                let remark = format!("`{}` is {what}, not a tensor", name.text);
                found.push(Diagnostic::new(name.span, remark));
            } else if name.text == target.text
                && what(name).is_none()
                && !(once && matches!(part.kind, ExprKind::Place(_)))
            {
                let remark = format!("`{}` is read and written in one nest", name.text);
                found.push(Diagnostic::new(name.span, remark).help("write into another one, or read a copy"));
            }
        });
    }
}

/// Checks that the identity of a function is known before the loops: it reads no tensor, and nothing that the nest defines
/// or writes.
fn known_before(assign: &Assign, names: &Names, found: &mut Vec<Diagnostic>) {
    let (Some(function), Some(identity)) = (&assign.function, &assign.identity) else { return };
    identity.visit(&mut |part| {
        let name = match &part.kind {
            ExprKind::Place(name) if names.given(name).is_some() || name.text == assign.target.tensor.text => name,
            ExprKind::Access(access) => &access.tensor,
            _ => return,
        };
        let remark =
            format!("the identity of `{}` reads `{}`, and is needed before the loops", function.text, name.text);
        let help = format!("give it a name before the loops: `let none = ..;`, and `<<{}, none>>=`", function.text);
        found.push(Diagnostic::new(name.span, remark).help(help));
    });
}

/// Returns whether a nest assigns to a scalar once.
pub(super) fn is_once(items: &[Item], assign: &Assign) -> bool {
    assign.target.indices.is_empty() && !items.iter().any(|item| matches!(item, Item::Loop { .. }))
}

/// Checks the expressions in a header.
fn header(item: &Item, found: &mut Vec<Diagnostic>) {
    for expr in item.expressions() {
        measure::not_here(expr, found);
        let is_bound = matches!(item, Item::Loop { step, .. } if step.as_ref() != Some(expr));
        if !(is_bound && is_infinite(expr)) {
            no_infinity(expr, found);
        }
    }
}

/// Returns whether a bound is `inf` or `-inf`.
pub(super) fn is_infinite(bound: &Expr) -> bool {
    match &bound.kind {
        ExprKind::Unary(UnaryOp::Neg, operand) => operand.kind == ExprKind::Infinity,
        kind => *kind == ExprKind::Infinity,
    }
}

fn no_infinity(expr: &Expr, found: &mut Vec<Diagnostic>) {
    expr.visit(&mut |part| {
        if part.kind == ExprKind::Infinity {
            found.push(
                Diagnostic::new(part.span, "`inf` is the bound of a loop, and nothing else")
                    .help("a number that is infinite gets a name before the loops: `let top = f64::INFINITY;`"),
            );
        }
    });
}

/// Checks the measures: each one names a loop of the nest, and each loop has at most one.
fn weigh(assign: &Assign, names: &Names, loops: &mut [Loop], found: &mut Vec<Diagnostic>) {
    let (factors, astray) = measure::factors(assign);
    found.extend(astray);
    for (of_loop, header) in loops.iter_mut().enumerate() {
        header.reduces = !assign.target.indices.iter().any(|index| names.mentions(&index.expr, of_loop));
    }
    for (var, span) in factors {
        let Some(of_loop) = names.index_of(var) else {
            let remark = format!("`{}` is not the index of a loop of this nest", var.text);
            found.push(Diagnostic::new(var.span, remark).help("`d` takes the index of a loop"));
            continue;
        };
        let text = &var.text;
        if !loops[of_loop].reduces {
            found.push(
                Diagnostic::new(
                    span,
                    format!("`d({text})` has no sum over `{text}` to weigh: the target has this index"),
                )
                .help(format!("leave `d({text})` out, or leave `{text}` out of the target")),
            );
        } else if loops[of_loop].weighted.replace(span).is_some() {
            found.push(Diagnostic::new(span, format!("`d({text})` is a factor already")).help("leave one of them out"));
        }
    }
}
