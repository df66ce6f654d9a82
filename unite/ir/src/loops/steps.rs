//! Steps: headers and blocks around `.=`, or a scalar that is read and written, and the nests inside.
//!
//! ```text
//! for i {                          for each place of i
//!     w .= 0.0                         start w
//!     for k  w[k] += a[i, k]           nest: a's first axis is looked up at i
//!     y[i] = w[3]                      nest, without loops
//! }
//! ```
//!
//! Steps run one after the other. For a nest, a name given by a step is a name of the surrounding program. Bounds,
//! conditions and values of steps are nests without loops and without a target, which find a value.

use super::check::{is_infinite, lay_out};
use super::names::root;
use super::orders::orders;
use super::{Access, Assign, AssignOp, Expr, ExprKind, If, Item, Orders, Program, Start, Stmt};
use crate::syntax::{Diagnostic, Name, Span};

/// A checked program.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// The statements, in the order in which they run.
    pub statements: Vec<Statement>,
    /// The tensors that a program with `.=` writes or starts anew, and also reads or starts anew.
    pub in_turn: Vec<Name>,
}

/// A checked statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    /// A nest.
    Nest(Orders),
    /// `w .= e` for a tensor.
    Start {
        /// The tensor.
        tensor: Name,
        /// The value, which must be the fill of the tensor.
        value: Orders,
    },
    /// A loop that takes its places one after the other.
    Each(Each),
    /// A condition.
    If {
        /// The condition: a nest that finds `true` where it holds, and otherwise nothing.
        condition: Orders,
        /// The statements where it holds.
        then: Vec<Statement>,
        /// The statements where it does not hold.
        otherwise: Vec<Statement>,
    },
    /// A name for a scalar.
    Let {
        /// The name.
        name: Name,
        /// The value that it stands for.
        value: Orders,
        /// The scope of the name.
        body: Vec<Statement>,
    },
}

/// A loop that takes its places one after the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Each {
    /// The name of the place.
    pub var: Name,
    /// The first and the last place, if the program gives them.
    pub range: Option<(Orders, Orders)>,
    /// The step of the range, if it has one.
    pub step: Option<Orders>,
    /// The axes that are indexed by the name alone. Without a range, their extents bound the loop.
    pub axes: Vec<IndexedAxis>,
    /// The statements that run at each place.
    pub body: Vec<Statement>,
}

/// An axis of a tensor that is indexed by a name alone.
#[derive(Debug, Clone, PartialEq)]
pub struct IndexedAxis {
    /// The tensor.
    pub tensor: Name,
    /// The number of the index.
    pub axis: usize,
    /// The number of indices.
    pub rank: usize,
    /// `true` if the tensor is the target there.
    pub written: bool,
}

/// Returns the axes that a statement indexes by a name alone, each once.
pub(crate) fn indexed_axes(stmt: &Stmt, var: &str) -> Vec<IndexedAxis> {
    let mut list: Vec<IndexedAxis> = Vec::new();
    each_access(stmt, &mut |access, written| {
        for (axis, index) in access.indices.iter().enumerate() {
            let alone = matches!(&index.expr.kind, ExprKind::Place(name) if name.text == var);
            if alone && !list.iter().any(|known| known.tensor.text == access.tensor.text && known.axis == axis) {
                list.push(IndexedAxis { tensor: access.tensor.clone(), axis, rank: access.indices.len(), written });
            }
        }
    });
    list
}

/// Calls `see` for all accesses with indices in a statement; the second argument is `true` for a target.
fn each_access<'s>(stmt: &'s Stmt, see: &mut dyn FnMut(&'s Access, bool)) {
    let (exprs, below) = stmt.parts();
    for expr in exprs {
        expr.visit(&mut |part| {
            if let ExprKind::Access(access) = &part.kind {
                see(access, false);
            }
        });
    }
    if let Stmt::Assign(assign) = stmt {
        see(&assign.target, true);
    }
    below.into_iter().for_each(|stmt| each_access(stmt, see));
}

/// A use of a name of the surrounding program.
struct Use<'p> {
    name: &'p Name,
    /// The number of indices; `None` in `.=`.
    rank: Option<usize>,
    written: bool,
}

/// Adds the uses of names that the statement does not define; `given` are those that are defined around it.
fn uses<'p>(stmt: &'p Stmt, given: &mut Vec<&'p str>, list: &mut Vec<Use<'p>>) {
    let mut add = |name: &'p Name, rank, written| {
        if !given.contains(&root(&name.text)) {
            list.push(Use { name, rank, written });
        }
    };
    let (exprs, below) = stmt.parts();
    for expr in exprs {
        expr.visit(&mut |part| match &part.kind {
            ExprKind::Place(name) => add(name, Some(0), false),
            ExprKind::Access(access) => add(&access.tensor, Some(access.indices.len()), false),
            _ => {}
        });
    }
    match stmt {
        Stmt::Assign(assign) => add(&assign.target.tensor, Some(assign.target.indices.len()), true),
        Stmt::Start(start) => add(&start.name, None, true),
        _ => {}
    }
    let before = given.len();
    given.extend(stmt.given().map(|name| &name.text[..]));
    below.into_iter().for_each(|stmt| uses(stmt, given, list));
    given.truncate(before);
}

/// Returns all uses of names of the surrounding program, in the order of the text.
fn all_uses(program: &Program) -> Vec<Use<'_>> {
    let mut list = Vec::new();
    program.nests.iter().for_each(|stmt| uses(stmt, &mut Vec::new(), &mut list));
    list.sort_by_key(|used| used.name.span.first);
    list
}

/// Checks that every tensor has the same number of indices in the whole program, but in `.=`; a scalar has none.
pub(super) fn ranks(program: &Program) -> Vec<Diagnostic> {
    let mut known: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
    let mut found = Vec::new();
    for Use { name, rank, .. } in all_uses(program) {
        let Some(rank) = rank else { continue };
        let before = *known.entry(&name.text).or_insert(rank);
        if before != rank {
            found.push(Diagnostic::new(name.span, rank_remark(&name.text, before, rank)));
        }
    }
    found
}

fn rank_remark(name: &str, before: usize, rank: usize) -> String {
    let count = |rank| match rank {
        0 => "no index".to_owned(),
        1 => "1 index".to_owned(),
        _ => format!("{rank} indices"),
    };
    format!("`{name}` has {} here and {} before", count(rank), count(before))
}

/// Returns the headers and the assignment of each nest of a program, in the order of the text.
pub(super) fn nests(program: &Program) -> Vec<(Vec<Item>, Assign)> {
    fn add(stmt: &Stmt, list: &mut Vec<(Vec<Item>, Assign)>) {
        if !stmt.is_stepped() {
            let (items, assign) = lay_out(stmt);
            return list.push((items, assign.clone()));
        }
        let (exprs, below) = stmt.parts();
        match stmt {
            Stmt::Start(start) => list.push(assigned(start)),
            Stmt::If(inner) => list.push(holds(&inner.condition)),
            _ => list.extend(exprs.into_iter().filter(|expr| !is_infinite(expr)).map(found)),
        }
        below.into_iter().for_each(|stmt| add(stmt, list));
    }
    let mut list = Vec::new();
    program.nests.iter().for_each(|stmt| add(stmt, &mut list));
    list
}

/// Returns the nest that finds the value of an expression.
fn found(value: &Expr) -> (Vec<Item>, Assign) {
    let tensor = Name { text: String::new(), span: value.span };
    let target = Access { tensor, indices: Vec::new(), span: value.span };
    let (op, op_span) = (AssignOp::Set, value.span);
    (Vec::new(), Assign { target, op, op_span, function: None, identity: None, value: value.clone() })
}

/// Returns the nest that finds `true` where a condition holds.
fn holds(condition: &Expr) -> (Vec<Item>, Assign) {
    let (_, assign) = found(&Expr { kind: ExprKind::Bool(true), span: condition.span });
    (vec![Item::If { condition: condition.clone() }], assign)
}

/// Returns the nest that assigns to a variable that starts anew.
fn assigned(start: &Start) -> (Vec<Item>, Assign) {
    let (items, assign) = found(&start.value);
    let target = Access { tensor: start.name.clone(), indices: Vec::new(), span: start.name.span };
    (items, Assign { target, op_span: start.op_span, ..assign })
}

/// Returns the checked statements of a program whose [names and bounds](refusals) are valid, and the errors in its nests.
pub(super) fn checked(program: &Program) -> (Checked, Vec<Diagnostic>) {
    let uses = all_uses(program);
    let has =
        |name: &str, test: &dyn Fn(&Use<'_>) -> bool| uses.iter().any(|used| used.name.text == name && test(used));
    let is_tensor = |name: &str| has(name, &|used| used.rank.is_some_and(|rank| rank > 0));
    let mut in_turn: Vec<Name> = Vec::new();
    if program.nests.iter().any(Stmt::is_stepped) {
        for Use { name, .. } in &uses {
            let starts = has(&name.text, &|used| used.rank.is_none());
            let both = has(&name.text, &|used| used.written) && has(&name.text, &|used| !used.written);
            let known = in_turn.iter().any(|known| known.text == name.text);
            if is_tensor(&name.text) && (starts || both) && !known {
                in_turn.push((*name).clone());
            }
        }
    }
    let mut checker = Checker { is_tensor: &is_tensor, found: Vec::new() };
    let statements = program.nests.iter().flat_map(|stmt| checker.statements(stmt)).collect();
    (Checked { statements, in_turn }, checker.found)
}

struct Checker<'a> {
    is_tensor: &'a dyn Fn(&str) -> bool,
    found: Vec<Diagnostic>,
}

impl Checker<'_> {
    fn statements(&mut self, stmt: &Stmt) -> Vec<Statement> {
        if !stmt.is_stepped() {
            let (items, assign) = lay_out(stmt);
            return self.orders((items, assign.clone())).map(Statement::Nest).into_iter().collect();
        }
        let statement = match stmt {
            Stmt::Block(stmts) => return stmts.iter().flat_map(|stmt| self.statements(stmt)).collect(),
            Stmt::For(inner) => {
                let mut bounds = Vec::new();
                for bound in inner.range.iter().flat_map(|(from, to)| [from, to]) {
                    // The errors of a bound that is left out are among those found, or among the refusals.
                    bounds.extend(if is_infinite(bound) { None } else { self.orders(found(bound)) });
                }
                let range = <[Orders; 2]>::try_from(bounds).ok().map(|[from, to]| (from, to));
                let (var, axes) = (inner.var.clone(), indexed_axes(&inner.body, &inner.var.text));
                let step = inner.step.as_ref().and_then(|step| self.orders(found(step)));
                Some(Statement::Each(Each { var, range, step, axes, body: self.statements(&inner.body) }))
            }
            Stmt::If(If { condition, body, otherwise }) => {
                let (condition, then) = (self.orders(holds(condition)), self.statements(body));
                let otherwise = otherwise.iter().flat_map(|stmt| self.statements(stmt)).collect();
                condition.map(|condition| Statement::If { condition, then, otherwise })
            }
            Stmt::Let(inner) => {
                let (value, body) = (self.orders(found(&inner.value)), self.statements(&inner.body));
                value.map(|value| Statement::Let { name: inner.name.clone(), value, body })
            }
            Stmt::Start(start) => {
                let nest = self.orders(assigned(start));
                if (self.is_tensor)(&start.name.text) {
                    let value = nest.and_then(|_| self.orders(found(&start.value)));
                    value.map(|value| Statement::Start { tensor: start.name.clone(), value })
                } else {
                    nest.map(Statement::Nest)
                }
            }
            Stmt::Assign(_) => unreachable!("an assignment is a nest"),
        };
        statement.into_iter().collect()
    }

    fn orders(&mut self, (items, assign): (Vec<Item>, Assign)) -> Option<Orders> {
        orders(&items, &assign).map_err(|remarks| self.found.extend(remarks)).ok()
    }
}

/// Checks the names that steps give, and the bounds of their loops.
pub(super) fn refusals(program: &Program) -> Vec<Diagnostic> {
    let mut scope = Scope { given: Vec::new(), found: Vec::new() };
    program.nests.iter().filter(|stmt| stmt.is_stepped()).for_each(|stmt| scope.enter(stmt));
    scope.found
}

/// The names that steps give, with what they are.
struct Scope<'p> {
    given: Vec<(&'p Name, &'static str)>,
    found: Vec<Diagnostic>,
}

impl<'p> Scope<'p> {
    fn enter(&mut self, stmt: &'p Stmt) {
        let (exprs, below) = stmt.parts();
        for expr in exprs {
            expr.visit(&mut |part| {
                if let ExprKind::Access(access) = &part.kind {
                    self.unless_given(&access.tensor, ", not a tensor", None);
                }
            });
        }
        let written = match stmt {
            Stmt::Assign(assign) => Some(&assign.target.tensor),
            Stmt::Start(start) => Some(&start.name),
            _ => None,
        };
        if let Some(name) = written {
            self.unless_given(name, " and cannot be assigned", Some("assign to a variable of the program around"));
        }
        if let Some(name) = stmt.given()
            && self.given.iter().any(|(known, _)| known.text == name.text)
        {
            let remark = format!("`{}` has a meaning in this block already", name.text);
            self.found.push(Diagnostic::new(name.span, remark).help("choose another name"));
        }
        if let Stmt::For(inner) = stmt
            && stmt.is_stepped()
        {
            self.found.extend(unbounded(&inner.var, inner.range.as_ref(), &inner.body));
        }
        let before = self.given.len();
        // The names of a nest are checked with the nest.
        if stmt.is_stepped() {
            let what = if matches!(stmt, Stmt::For(_)) { "the index of a loop" } else { "given by `let`" };
            self.given.extend(stmt.given().map(|name| (name, what)));
        }
        below.into_iter().for_each(|stmt| self.enter(stmt));
        self.given.truncate(before);
    }

    fn unless_given(&mut self, name: &Name, but: &str, help: Option<&str>) {
        let given = self.given.iter().find(|(known, _)| known.text == root(&name.text));
        let Some((_, what)) = given else { return };
        let remark = Diagnostic::new(name.span, format!("`{}` is {what}{but}", name.text));
        self.found.push(match help {
            Some(help) => remark.help(help),
            None => remark,
        });
    }
}

/// Rejects a loop of steps that has no bounds, or infinite ones.
fn unbounded(var: &Name, range: Option<&(Expr, Expr)>, body: &Stmt) -> Option<Diagnostic> {
    let text = &var.text;
    let help = format!("give it bounds, `for {text} = a:b`");
    if let Some((from, to)) = range {
        let bound: Span = [from, to].into_iter().find(|bound| is_infinite(bound))?.span;
        let remark = format!(
            "the loop over `{text}` runs step by step: it takes its places one by one, and has infinitely many"
        );
        return Some(Diagnostic::new(bound, remark).help(format!("give it finite bounds, `for {text} = a:b`")));
    }
    if indexed_axes(body, text).is_empty() {
        let remark = format!("the loop over `{text}` has no bounds, and no tensor is indexed by `{text}` alone");
        return Some(Diagnostic::new(var.span, remark).help(help));
    }
    None
}
