//! The first stage: a loop over the pieces of each axis of each operand. Each index then runs over the intersection of
//! its pieces.
//!
//! ```text
//! for i  if Mask[i]  for j  Z[i] += A[i+j] * B[j] * d(j)
//!
//! for m in Mask  for a in A  for b in B
//!     for i in Mask.itvl[m]
//!         if Mask.val[m]
//!             for j in (A.itvl[a]-i) ^ B.itvl[b]
//!                 Z[i] += A.val[a]*B.val[b]*d(j)
//! ```
//!
//! An axis belongs to the deepest index in it; the other indices are constant there. The pieces cover the line, so each
//! place of the program lies in exactly one combination of pieces. Pieces come in another order than places, which
//! matters only to `=`; it is staged only if no place is written twice.

use std::collections::{BTreeMap, BTreeSet};

use super::affine::split;
use super::error::StageError;
use super::kinds::{AxisForm, Kinds};
use super::simplify::{binary, bounded, unary};
use super::tree::{Extent, Part, Path, Selector, Spot, Step, Term};
use crate::loops::interpret::{AxisKind, Number, Value, kind_of_range};
use crate::loops::{Access, Assign, AssignOp, BinaryOp, Expr, ExprKind, For, If, Index, Stmt, UnaryOp};

/// A header of a nest (loop, condition or `let`), outermost first.
enum Head {
    /// `windows` are the ranges of windows that bound a loop without a range.
    Loop {
        name: String,
        range: Option<(Term, Term)>,
        windows: Vec<(Term, Term)>,
        kind: AxisKind,
    },
    If(Term),
    Let(String, Term),
}

/// The loop over the pieces of an axis.
struct Axis {
    var: String,
    path: Path,
    /// The window of the axis.
    window: Option<(Term, Term)>,
    form: AxisForm,
    /// The index that the axis belongs to.
    index: String,
    scale: Term,
    offset: Term,
    /// The number of the head before which the pieces are known.
    place: usize,
}

struct Builder<'k> {
    kinds: &'k Kinds,
    heads: Vec<Head>,
    axes: Vec<Axis>,
    taken: BTreeSet<String>,
    /// The names of the program in scope, with their names in the stage.
    renamed: Vec<(String, String)>,
    /// The position of each index and `let` among the heads.
    depth: BTreeMap<String, usize>,
}

/// Returns the first stage of a statement: a nest, or steps with nests inside.
pub(crate) fn piecewise(stmt: &Stmt, kinds: &Kinds) -> Result<Step, StageError> {
    let mut builder = Builder {
        kinds,
        heads: Vec::new(),
        axes: Vec::new(),
        taken: BTreeSet::new(),
        renamed: Vec::new(),
        depth: BTreeMap::new(),
    };
    if stmt.is_stepped() {
        return builder.stepped(stmt);
    }
    builder.reserve(stmt);
    let assign = builder.read_heads(stmt)?;
    let step = builder.assign(assign)?;
    builder.assemble(step)
}

/// Steps, whose terms need no pieces.
impl Builder<'_> {
    fn stepped(&mut self, stmt: &Stmt) -> Result<Step, StageError> {
        let below = |stmt: &Stmt| piecewise(stmt, self.kinds).map(Box::new);
        Ok(match stmt {
            Stmt::For(inner) => {
                let mut body = below(&inner.body)?;
                if let Some(condition) = self.strided(inner)? {
                    body = Box::new(Step::If { condition, body });
                }
                let Some((from, to)) = &inner.range else {
                    return Err(StageError::NotStaged {
                        what: format!("`for {}` without bounds, step by step,", inner.var.text),
                    });
                };
                let range = Part::Range(self.term(from)?, self.term(to)?);
                let extent = Extent { kind: AxisKind::Integer, parts: vec![range] };
                Step::Each { var: inner.var.text.clone(), extent, body }
            }
            Stmt::If(If { condition, body, otherwise: None }) => {
                let body = below(body)?;
                Step::If { condition: self.term(condition)?, body }
            }
            Stmt::If(If { condition, body, otherwise: Some(otherwise) }) => {
                let (body, otherwise) = (below(body)?, below(otherwise)?);
                self.reserve(stmt);
                let (name, value) = (self.fresh(&["c"]), self.term(condition)?);
                let holds = Term::Name(name.clone());
                let fails = unary(UnaryOp::Not, holds.clone());
                let cases = vec![Step::If { condition: holds, body }, Step::If { condition: fails, body: otherwise }];
                Step::Let { name, value, body: Box::new(Step::Block(cases)) }
            }
            Stmt::Let(inner) => {
                let body = below(&inner.body)?;
                Step::Let { name: inner.name.text.clone(), value: self.term(&inner.value)?, body }
            }
            Stmt::Start(start) => Step::Start { target: start.name.text.clone(), value: self.term(&start.value)? },
            Stmt::Block(stmts) => {
                Step::Block(stmts.iter().map(|stmt| piecewise(stmt, self.kinds)).collect::<Result<_, _>>()?)
            }
            Stmt::Assign(_) => unreachable!("an assignment is a nest"),
        })
    }
}

impl Builder<'_> {
    /// Marks the names of the program as taken, so that pieces get other names.
    fn reserve(&mut self, stmt: &Stmt) {
        if let Stmt::For(inner) = stmt {
            self.taken.insert(inner.var.text.clone());
        }
        let (exprs, below) = stmt.parts();
        for expr in exprs {
            expr.visit(&mut |part| {
                match &part.kind {
                    ExprKind::Place(name) => self.taken.insert(name.text.clone()),
                    ExprKind::Access(access) => self.taken.insert(access.tensor.text.clone()),
                    _ => false,
                };
            });
        }
        below.into_iter().for_each(|stmt| self.reserve(stmt));
    }

    fn read_heads<'s>(&mut self, stmt: &'s Stmt) -> Result<&'s Assign, StageError> {
        match stmt {
            Stmt::For(inner) => {
                let range = match &inner.range {
                    Some((from, to)) => Some((self.term(from)?, self.term(to)?)),
                    None => None,
                };
                let kind = match inner.step {
                    Some(_) => AxisKind::Integer,
                    None => kind_of_range(inner.range.as_ref()),
                };
                let name = self.declare(&inner.var.text);
                self.heads.push(Head::Loop { name, range, windows: Vec::new(), kind });
                if let Some(condition) = self.strided(inner)? {
                    self.heads.push(Head::If(condition));
                }
                self.read_heads(&inner.body)
            }
            Stmt::If(inner) => {
                let condition = self.term(&inner.condition)?;
                self.heads.push(Head::If(condition));
                self.read_heads(&inner.body)
            }
            Stmt::Let(inner) => {
                let value = self.term(&inner.value)?;
                let name = self.declare(&inner.name.text);
                self.heads.push(Head::Let(name, value));
                self.read_heads(&inner.body)
            }
            Stmt::Assign(assign) => Ok(assign),
            Stmt::Start(_) | Stmt::Block(_) => unreachable!("a nest has no steps inside"),
        }
    }

    /// Returns the condition for the places of a range with a step: `(i - a) % s == 0`.
    fn strided(&mut self, inner: &For) -> Result<Option<Term>, StageError> {
        let (Some(step), Some((from, _))) = (&inner.step, &inner.range) else { return Ok(None) };
        let place = Term::Name(self.own(&inner.var.text));
        let further = binary(BinaryOp::Sub, place, self.term(from)?);
        let rest = binary(BinaryOp::Rem, further, self.term(step)?);
        Ok(Some(binary(BinaryOp::Eq, rest, Term::integer(0))))
    }

    /// Returns a unique name for the name that the next head defines.
    fn declare(&mut self, name: &str) -> String {
        let own = if self.depth.contains_key(name) { self.fresh(&[name]) } else { name.to_string() };
        self.taken.insert(own.clone());
        self.depth.insert(own.clone(), self.heads.len());
        self.renamed.push((name.into(), own.clone()));
        own
    }

    /// Returns a name that is not taken: one of the stems, or the first stem with a number.
    fn fresh(&mut self, stems: &[&str]) -> String {
        let numbered = (2..).map(|n: u32| format!("{}{n}", stems[0]));
        let mut names = stems.iter().map(ToString::to_string).chain(numbered);
        let name = names.find(|name| !self.taken.contains(name)).unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }

    fn term(&mut self, expr: &Expr) -> Result<Term, StageError> {
        Ok(match &expr.kind {
            ExprKind::Number(literal) => {
                let number = Number::parse(literal).ok_or_else(|| StageError::Literal { literal: literal.clone() })?;
                Term::Constant(number.into())
            }
            ExprKind::Bool(x) => Term::Constant(Value::Bool(*x)),
            ExprKind::Infinity => Term::Constant(Number::Infinity.into()),
            ExprKind::Place(name) => Term::Name(self.own(&name.text)),
            ExprKind::Measure(name) => Term::Measure(self.own(&name.text)),
            ExprKind::Access(access) => self.access(access)?,
            ExprKind::Unary(op, operand) => unary(*op, self.term(operand)?),
            ExprKind::Binary(op, left, right) => binary(*op, self.term(left)?, self.term(right)?),
            ExprKind::Call(name, arguments) => {
                let arguments = arguments.iter().map(|expr| self.term(expr)).collect::<Result<_, _>>()?;
                Term::Call(name.text.clone(), arguments)
            }
            ExprKind::Method(receiver, name, arguments) => {
                let all = std::iter::once(receiver.as_ref()).chain(arguments);
                Term::Call(name.text.clone(), all.map(|expr| self.term(expr)).collect::<Result<_, _>>()?)
            }
            ExprKind::Cast(operand, to) => Term::Cast(Box::new(self.term(operand)?), to.text.clone()),
            ExprKind::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                Term::Conditional(Box::new([self.term(condition)?, self.term(then)?, self.term(otherwise)?]))
            }
            ExprKind::Tuple(_) => return Err(StageError::NotStaged { what: format!("`{expr}`") }),
        })
    }

    fn own(&self, name: &str) -> String {
        let known = self.renamed.iter().rev().find(|(written, _)| written == name);
        known.map_or_else(|| name.to_string(), |(_, own)| own.clone())
    }

    /// Returns the value of an access: a path with a loop over pieces for each axis that moves with an index.
    fn access(&mut self, access: &Access) -> Result<Term, StageError> {
        let tensor = &access.tensor.text;
        if access.indices.is_empty() {
            return Ok(Term::Name(self.own(tensor)));
        }
        let forms = self.kinds.axes(tensor, access.indices.len())?.to_vec();
        let mut path = Path { tensor: tensor.clone(), selectors: Vec::new() };
        let mut inside: Option<Term> = None;
        for (axis, (index, form)) in access.indices.iter().zip(forms).enumerate() {
            let at = self.term(&index.expr)?;
            let window = match index.window.as_deref() {
                Some(window) => Some((self.term(&window.from)?, self.term(&window.to)?)),
                None => None,
            };
            let selector = match self.leader(&at) {
                None => {
                    for (op, end) in window.iter().flat_map(|(from, to)| [(BinaryOp::Ge, from), (BinaryOp::Le, to)]) {
                        let holds = binary(op, at.clone(), end.clone());
                        inside = Some(match inside {
                            Some(others) => binary(BinaryOp::And, others, holds),
                            None => holds,
                        });
                    }
                    Selector::At(at)
                }
                Some(leader) => {
                    let not_affine = || StageError::NotAffine { tensor: tensor.clone(), axis, index: leader.clone() };
                    let (scale, offset) = self.split(&at, &leader).ok_or_else(not_affine)?;
                    self.bound_by_window(index, window.as_ref());
                    Selector::Piece(self.axis((path.clone(), window), form, leader, scale, offset)?)
                }
            };
            path.selectors.push(selector);
        }
        let fill = self.kinds.fill(tensor).cloned();
        Ok(match (inside, fill) {
            (Some(inside), Some(fill)) => Term::Conditional(Box::new([inside, Term::Held(path), Term::Constant(fill)])),
            _ => Term::Held(path),
        })
    }

    /// Bounds the loop without a range whose index counts in a window.
    fn bound_by_window(&mut self, index: &Index, window: Option<&(Term, Term)>) {
        let (Some(written), Some((from, to))) = (index.window.as_deref(), window) else { return };
        let ExprKind::Place(name) = &written.at.kind else { return };
        let own = self.own(&name.text);
        let last = binary(BinaryOp::Sub, to.clone(), from.clone());
        for head in &mut self.heads {
            if let Head::Loop { name, range: None, windows, .. } = head
                && *name == own
            {
                windows.push((Term::integer(0), last.clone()));
            }
        }
    }

    /// Returns the deepest index in a term, looking into `let`s but not into accesses.
    fn leader(&self, term: &Term) -> Option<String> {
        let expanded = self.expanded(term, 0);
        let is_loop = |at: usize| matches!(self.heads.get(at), Some(Head::Loop { .. }));
        let loops = self.depth.iter().filter(|&(name, &at)| is_loop(at) && direct(&expanded, name));
        loops.max_by_key(|&(_, &at)| at).map(|(name, _)| name.clone())
    }

    /// Replaces the `let`s from head `from` on by their values.
    fn expanded(&self, term: &Term, from: usize) -> Term {
        let mut expanded = term.clone();
        for head in self.heads.iter().skip(from).rev() {
            if let Head::Let(name, value) = head {
                expanded = expanded.rewritten(&|part| match part {
                    Term::Name(n) if n == *name => value.clone(),
                    Term::Binary(op, left, right) => binary(op, *left, *right),
                    other => other,
                });
            }
        }
        expanded
    }

    /// Splits a term that is affine in a loop's index; factor and offset are known before the loop.
    fn split(&self, term: &Term, index: &str) -> Option<(Term, Term)> {
        split(&self.expanded(term, self.depth[index]), index)
    }

    /// Returns the loop over the pieces of an axis; accesses to the same tensor at the same indices share it.
    fn axis(
        &mut self,
        (path, window): (Path, Option<(Term, Term)>),
        form: AxisForm,
        index: String,
        scale: Term,
        offset: Term,
    ) -> Result<String, StageError> {
        let same = |axis: &&Axis| {
            let place = axis.path == path && axis.window == window;
            place && axis.index == index && axis.scale == scale && axis.offset == offset
        };
        if let Some(axis) = self.axes.iter().find(same) {
            return Ok(axis.var.clone());
        }
        let through = |axis: &Axis| path.passes(&axis.var);
        let above = self.axes.iter().filter(|axis| through(axis)).map(|axis| axis.place);
        let ends = window.iter().flat_map(|(from, to)| [from, to]);
        let terms = path.terms().into_iter().chain(ends);
        let place = terms.map(|term| self.known(term)).chain(above).max().unwrap_or(0);
        let needed = [&scale, &offset].into_iter().map(|term| self.known(term)).max().unwrap_or(0);
        if place.max(needed) > self.depth[&index] {
            return Err(StageError::Order { tensor: path.tensor, index });
        }
        let stem = path.tensor.rsplit('.').next().unwrap_or_default().to_lowercase();
        let var = self.fresh(&[stem.get(..1).unwrap_or("p"), "p", "q"]);
        self.axes.push(Axis { var: var.clone(), path, window, form, index, scale, offset, place });
        Ok(var)
    }

    /// Returns the number of the first head before which all names and pieces of a term are known.
    fn known(&self, term: &Term) -> usize {
        let names = self.depth.iter().filter(|(name, _)| term.mentions(name)).map(|(_, &at)| at + 1);
        let held = |axis: &&Axis| term.any(&|part| matches!(part, Term::Held(path) if path.passes(&axis.var)));
        let pieces = self.axes.iter().filter(held).map(|axis| axis.place);
        names.chain(pieces).max().unwrap_or(0)
    }

    fn assign(&mut self, assign: &Assign) -> Result<Step, StageError> {
        if matches!(assign.op, AssignOp::Mul | AssignOp::Fold) {
            return Err(StageError::NotStaged { what: format!("`{assign}`") });
        }
        let value = self.term(&assign.value)?;
        let target = assign.target.tensor.text.clone();
        let mut spots = Vec::new();
        let mut apart = BTreeSet::new();
        if !assign.target.indices.is_empty() {
            let forms = self.kinds.axes(&target, assign.target.indices.len())?.to_vec();
            for (index, form) in assign.target.indices.iter().zip(forms) {
                let at = self.term(&index.expr)?;
                if let Some(index) = self.leader(&at) {
                    self.agree(&target, &index, form.kind())?;
                    if self.split(&at, &index).is_some() {
                        apart.insert(index);
                    }
                }
                spots.push(Spot::At(at));
            }
        }
        if assign.op == AssignOp::Set {
            for head in &self.heads {
                match head {
                    Head::Loop { name, .. } if !apart.contains(name) => {
                        return Err(StageError::LastOneWins { target, index: name.clone() });
                    }
                    _ => {}
                }
            }
        }
        Ok(Step::Assign { target, spots, op: assign.op, value })
    }

    /// Checks that the target agrees with the operands on the kind of an index; without operands, the target determines
    /// it.
    fn agree(&mut self, target: &str, index: &str, there: AxisKind) -> Result<(), StageError> {
        let operands = self.axes.iter().any(|axis| axis.index == index);
        match &mut self.heads[self.depth[index]] {
            Head::Loop { kind, .. } if !operands => *kind = there,
            _ => {}
        }
        if operands && self.kind(index)? != there {
            return Err(StageError::MixedKinds { index: index.into(), tensor: target.into() });
        }
        Ok(())
    }

    /// Returns the kind of an index.
    fn kind(&self, index: &str) -> Result<AxisKind, StageError> {
        let own: Vec<&Axis> = self.axes.iter().filter(|axis| axis.index == index).collect();
        let written = match &self.heads[self.depth[index]] {
            Head::Loop { kind, .. } => *kind,
            Head::If(_) | Head::Let(..) => AxisKind::Real,
        };
        let kind = own.first().map_or(written, |axis| axis.form.kind());
        match own.iter().find(|axis| axis.form.kind() != kind) {
            Some(axis) => Err(StageError::MixedKinds { index: index.into(), tensor: axis.path.tensor.clone() }),
            None => Ok(kind),
        }
    }

    /// Builds the nest from the inside out.
    fn assemble(self, innermost: Step) -> Result<Step, StageError> {
        let mut step = innermost;
        for depth in (0..=self.heads.len()).rev() {
            step = match self.heads.get(depth) {
                None => step,
                Some(Head::If(condition)) => Step::If { condition: condition.clone(), body: Box::new(step) },
                Some(Head::Let(name, value)) => {
                    Step::Let { name: name.clone(), value: value.clone(), body: Box::new(step) }
                }
                Some(Head::Loop { name, range, windows, .. }) => {
                    let extent = self.extent(name, range.iter().chain(windows))?;
                    Step::For { var: name.clone(), extent, body: Box::new(step) }
                }
            };
            for axis in self.axes.iter().rev().filter(|axis| axis.place == depth) {
                let (var, path, window) = (axis.var.clone(), axis.path.clone(), axis.window.clone());
                step = Step::Pieces { var, path, window, body: Box::new(step) };
            }
        }
        Ok(step)
    }

    fn extent<'t>(&self, index: &str, ranges: impl Iterator<Item = &'t (Term, Term)>) -> Result<Extent, StageError> {
        let inverse = |axis: &Axis| {
            let mut piece = axis.path.clone();
            piece.selectors.push(Selector::Piece(axis.var.clone()));
            Part::Inverse { piece, scale: axis.scale.clone(), offset: axis.offset.clone() }
        };
        let own = self.axes.iter().filter(|axis| axis.index == index).map(inverse);
        let ranges = ranges.map(|(from, to)| Part::Range(from.clone(), to.clone()));
        Ok(bounded(Extent { kind: self.kind(index)?, parts: own.chain(ranges).collect() }))
    }
}

/// Returns whether a name occurs in a term outside of the values of tensors.
fn direct(term: &Term, name: &str) -> bool {
    match term {
        Term::Name(n) => n == name,
        Term::Held(_) => false,
        other => other.children().into_iter().any(|child| direct(child, name)),
    }
}
