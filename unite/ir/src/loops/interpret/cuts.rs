//! Cuts of a loop: the places along its index at which an operand changes.
//!
//! An axis belongs to a loop if its index is affine in the loop's index and contains no deeper one:
//!
//! ```text
//! for i  for j   Z[i] += A[i + j] * B[j] * d(j)       i cuts nothing but Z, which is written; j is cut by A and B
//! ```
//!
//! The cuts of such an axis are mapped back through the index. Of the axes stored before it, one with a known index
//! leads to a single node; for the others, all nodes count.

use num_rational::BigRational;

use super::error::InterpretError;
use super::fiber::{Node, Reached};
use super::machine::{Binding, Machine};
use super::moving::{Evaluated, Moving};
use super::region::{AxisKind, Cut, Region};
use super::value::Value;
use crate::loops::{Access, Expr, ExprKind, Stmt};

/// Facts about a loop's index, gathered from the loop's body.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    /// The kind of its places, if a tensor determines it.
    pub(crate) kind: Option<AxisKind>,
    /// The places of the index at which operands change.
    pub(crate) cuts: Vec<Cut>,
    /// The tensors with an axis that has an extent and is indexed by this index alone, and those extents.
    pub(crate) extents: Vec<(String, Region)>,
    /// `true` if the body uses an integer index as a number, so that each place has to be visited.
    pub(crate) one_by_one: bool,
}

/// The way in which an expression uses the index.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    Number,
    Place,
}

struct Gather<'m, 'e> {
    machine: &'m mut Machine<'e>,
    index: usize,
    name: String,
    found: Gathered,
}

/// Gathers the facts about `name` from the body of its loop.
pub(crate) fn gather(machine: &mut Machine<'_>, name: &str, body: &Stmt) -> Result<Gathered, InterpretError> {
    let index = machine.scope.len();
    let anywhere = Binding::Index { region: Some(Region::all()), kind: AxisKind::Real };
    machine.scope.push((name.into(), anywhere));
    let mut gather = Gather { machine, index, name: name.into(), found: Gathered::default() };
    let outcome = gather.stmt(body);
    let found = gather.found;
    machine.scope.truncate(index);
    outcome.map(|()| found)
}

impl Gather<'_, '_> {
    fn stmt(&mut self, stmt: &Stmt) -> Result<(), InterpretError> {
        match stmt {
            Stmt::For(inner) => {
                inner.expressions().into_iter().try_for_each(|expr| self.expr(expr, Use::Number))?;
                let deeper = Binding::Index { region: None, kind: AxisKind::Real };
                self.within(&inner.var.text, deeper, &inner.body)
            }
            Stmt::If(inner) => {
                self.expr(&inner.condition, Use::Number)?;
                self.stmt(&inner.body)
            }
            Stmt::Let(inner) => {
                let value = self.evaluate(&inner.value);
                let used = if self.own(&value).is_some() { Use::Place } else { Use::Number };
                self.expr(&inner.value, used)?;
                let binding = Binding::Let { value, measures: Default::default() };
                self.within(&inner.name.text, binding, &inner.body)
            }
            Stmt::Assign(assign) => {
                self.expr(&assign.value, Use::Number)?;
                self.target(&assign.target)
            }
            Stmt::Start(_) | Stmt::Block(_) => unreachable!("a nest has no steps inside"),
        }
    }

    fn within(&mut self, name: &str, binding: Binding, body: &Stmt) -> Result<(), InterpretError> {
        self.machine.scope.push((name.into(), binding));
        let outcome = self.stmt(body);
        self.machine.scope.pop();
        outcome
    }

    /// Evaluates an expression with an unknown index. An error becomes `Varies`; it is reported when the loop runs.
    fn evaluate(&self, expr: &Expr) -> Evaluated {
        self.machine.evaluate(expr).unwrap_or_else(Evaluated::Varies)
    }

    /// Returns the value if it moves with the index of this loop.
    fn own<'v>(&self, value: &'v Evaluated) -> Option<&'v Moving> {
        match value {
            Evaluated::Moving(moving) if moving.index == self.index => Some(moving),
            _ => None,
        }
    }

    fn expr(&mut self, expr: &Expr, used: Use) -> Result<(), InterpretError> {
        match &expr.kind {
            ExprKind::Place(_) => {
                let value = self.evaluate(expr);
                self.found.one_by_one |= used == Use::Number && self.own(&value).is_some();
                Ok(())
            }
            ExprKind::Access(access) if !access.indices.is_empty() => self.access(access),
            _ => expr.children().into_iter().try_for_each(|child| self.expr(child, used)),
        }
    }

    /// Gathers from an access that is read: its axes that move with the index are cut.
    fn access(&mut self, access: &Access) -> Result<(), InterpretError> {
        let name = &access.tensor.text;
        let axes = self.machine.tensor(name, access.indices.len())?.axes().to_vec();
        let indices: Vec<Evaluated> = access.indices.iter().map(|index| self.evaluate(&index.expr)).collect();
        for (axis, index) in indices.iter().enumerate() {
            let own = self.own(index).cloned();
            let used = if own.is_some() { Use::Place } else { Use::Number };
            self.expr(&access.indices[axis].expr, used)?;
            let window = self.window(access, axis, axes[axis])?;
            self.bound(access, axis, window.as_ref());
            if let Some(Moving { scale, offset, .. }) = own {
                self.agree(name, axes[axis])?;
                self.cut(name, &indices[..axis], &scale, &offset)?;
                if let Some(window) = window {
                    let Region { lo, hi } = window.unmapped(&scale, &offset, axes[axis]);
                    self.found.cuts.extend([lo, hi]);
                }
            }
        }
        Ok(())
    }

    /// Gathers from the target: it adds no cuts, but determines the kind, and is a run only if the index moves a single
    /// axis by 1.
    fn target(&mut self, target: &Access) -> Result<(), InterpretError> {
        if target.indices.is_empty() {
            return Ok(());
        }
        let name = &target.tensor.text;
        let axes = self.machine.tensor(name, target.indices.len())?.axes().to_vec();
        let mut moved = 0;
        for (axis, (index, kind)) in target.indices.iter().zip(axes).enumerate() {
            self.bound(target, axis, None);
            let value = self.evaluate(&index.expr);
            let own = self.own(&value).cloned();
            let used = if own.is_some() { Use::Place } else { Use::Number };
            self.expr(&index.expr, used)?;
            if let Some(Moving { scale, .. }) = own {
                self.agree(name, kind)?;
                moved += 1;
                self.found.one_by_one |= moved > 1 || !is_step(&scale);
            }
        }
        Ok(())
    }

    /// Returns the window of an index, if it has one that is known; its ends are used as numbers.
    fn window(&mut self, access: &Access, axis: usize, kind: AxisKind) -> Result<Option<Region>, InterpretError> {
        let Some(window) = access.indices[axis].window.as_deref() else { return Ok(None) };
        self.expr(&window.to, Use::Number)?;
        Ok(self.machine.window(window)?.ok().map(|window| window.on(kind)))
    }

    /// Adds the extent of an axis whose index is exactly the index of this loop, or the places of a window.
    fn bound(&mut self, access: &Access, axis: usize, window: Option<&Region>) {
        let name = &access.tensor.text;
        if let Some(written) = access.indices[axis].window.as_deref() {
            let alone = matches!(&written.at.kind, ExprKind::Place(place) if place.text == self.name);
            // A window that is not known is met where its tensor is read.
            let counted = window.filter(|_| alone).and_then(|window| {
                let first = window.lo.value().finite()?;
                Some(window.mapped_by(&-first))
            });
            self.found.extents.extend(counted.map(|places| (access.to_string(), places)));
            return;
        }
        if matches!(&access.indices[axis].expr.kind, ExprKind::Place(place) if place.text == self.name) {
            let extent = self.machine.environment.extent(name, axis);
            self.found.extents.extend(extent.map(|extent| (name.clone(), extent)));
        }
    }

    /// Checks that all tensors agree on the kind of the index.
    fn agree(&mut self, tensor: &str, there: AxisKind) -> Result<(), InterpretError> {
        let here = *self.found.kind.get_or_insert(there);
        if here != there {
            return Err(InterpretError::MixedKinds { index: self.name.clone(), tensor: tensor.into(), there, here });
        }
        Ok(())
    }

    /// Adds the cuts of the axis that follows the axes indexed by `before`.
    fn cut(
        &mut self,
        name: &str,
        before: &[Evaluated],
        scale: &BigRational,
        offset: &BigRational,
    ) -> Result<(), InterpretError> {
        let tensor = self.machine.environment.array(name)?;
        let kind = tensor.axes()[before.len()];
        let mut nodes: Vec<&Node<Value>> = vec![tensor.root()];
        for (axis, index) in before.iter().enumerate() {
            let known = match self.own(index) {
                Some(_) => None,
                None => self.machine.region(name, axis, tensor.axes()[axis], index)?,
            };
            nodes = nodes.into_iter().flat_map(|node| below(node, known.as_ref())).collect();
        }
        for node in nodes {
            let Node::Pieces(pieces) = node else { continue };
            for (region, _) in pieces {
                let Region { lo, hi } = region.unmapped(scale, offset, kind);
                self.found.cuts.extend([lo, hi]);
            }
        }
        Ok(())
    }
}

/// Returns the nodes of the next axis: the one at a known index, or all of them.
fn below<'t>(node: &'t Node<Value>, known: Option<&Region>) -> Vec<&'t Node<Value>> {
    match (node, known.map(|region| node.on(region))) {
        (_, Some(Reached::Node(child))) => vec![child],
        (_, Some(Reached::Gap)) => Vec::new(),
        (Node::Value(_), _) => vec![node],
        (Node::Pieces(pieces), _) => pieces.iter().map(|(_, child)| child).collect(),
    }
}

/// Returns whether an index with this scale visits consecutive integers.
pub(crate) fn is_step(scale: &BigRational) -> bool {
    scale.is_integer() && (scale.numer() * scale.numer()) == 1.into()
}
