//! Resolution of the axes: when and how each axis of each operand is resolved.
//!
//! The axes of a tensor are resolved in storage order. For axis k with index e:
//!
//! ```text
//! known(e)   the moment at which all names in e have a value, the index of the innermost loop aside
//! moves      if e depends on the loops known so far and contains the index of the innermost one, it is iterated over
//!            with that loop: with the header, or in a further round: after known(e), or if the round has its operands
//! looked up  otherwise, at the later of known(e) and the moment of axis k-1
//! ```

use super::affine::affine;
use super::check::accesses;
use super::linear;
use super::names::Names;
use super::{Access, Assign, Axis, AxisKind, Expr, ExprKind, Index, Item, Loop, Moment, Operand, Protocol, Target};
use crate::syntax::{Diagnostic, Span};

/// The maximum number of operands that iterate together with a loop in one round: the code for a round has a case for
/// every subset of them. Further operands cut its pieces in another round.
pub const MOST_TOGETHER: usize = 8;

pub(super) struct Resolver<'a> {
    names: &'a Names,
    last_index_first: &'a [&'a str],
    loops: &'a mut [Loop],
    found: &'a mut Vec<Diagnostic>,
    operands: Vec<Operand>,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(
        names: &'a Names,
        last_index_first: &'a [&'a str],
        loops: &'a mut [Loop],
        found: &'a mut Vec<Diagnostic>,
    ) -> Resolver<'a> {
        Resolver { names, last_index_first, loops, found, operands: Vec::new() }
    }

    /// Returns the operands and the target, and marks the loops whose index is used as a number.
    pub(super) fn resolve(mut self, items: &[Item], assign: &Assign) -> (Vec<Operand>, Target) {
        for expr in items.iter().flat_map(Item::expressions).chain([&assign.value]) {
            self.numbers_in(expr);
            for access in accesses(expr) {
                self.read(access);
            }
        }
        let target = self.written(&assign.target);
        let factors = linear::factors(items, assign);
        for operand in &mut self.operands {
            let in_window = operand.access.indices.iter().any(|index| index.window.is_some());
            operand.linear = !in_window && matches!(operand.occurrences[..], [once] if factors.contains(&once));
        }
        if !self.found.is_empty() {
            // The error may concern the only access that bounds the loop.
            return (self.operands, target);
        }
        for (of_loop, header) in self.loops.iter().enumerate() {
            self.found.extend(unbounded(of_loop, header, &items[header.item - 1], &self.operands, &target));
        }
        (self.operands, target)
    }

    /// Marks the loops whose indices occur in an expression, outside of accesses.
    fn numbers_in(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Access(_) => {}
            ExprKind::Place(name) => self.number(self.names.index_of(name), name.span),
            _ => expr.children().into_iter().for_each(|child| self.numbers_in(child)),
        }
    }

    fn number(&mut self, of_loop: Option<usize>, span: Span) {
        let Some(of_loop) = of_loop else { return };
        let used = &mut self.loops[of_loop].number_used;
        if used.is_none_or(|before| span.first < before.first) {
            *used = Some(span);
        }
    }

    /// Marks the loops whose indices occur in an index, except the loop that the index moves with.
    fn constants_in(&mut self, index: &Index, moves_with: Option<usize>) {
        for (given, span) in index.expressions().into_iter().flat_map(|expr| self.names.given_in(expr)) {
            if given.of_loop != moves_with {
                self.number(given.of_loop, span);
            }
        }
    }

    fn read(&mut self, access: &Access) {
        let text = access.to_string();
        if let Some(known) = self.operands.iter_mut().find(|operand| operand.text == text) {
            known.occurrences.push(access.span);
            return;
        }
        let mut access = access.clone();
        if self.last_index_first.contains(&&access.tensor.text[..]) {
            access.indices.reverse();
        }
        let mut axes: Vec<Axis> = Vec::new();
        for index in &access.indices {
            let before = axes.last().map_or(Moment::default(), |axis| axis.moment);
            axes.push(self.axis(index, before));
        }
        let span = access.span;
        let innermost = access.indices.iter().map(|index| self.innermost(index)).collect();
        self.operands.push(Operand { access, text, innermost, occurrences: vec![span], axes, linear: false });
    }

    fn axis(&mut self, index: &Index, before: Moment) -> Axis {
        self.no_tensor(index);
        self.no_moving_window(index);
        let innermost = self.innermost(index).filter(|of_loop| self.loops_entered(before) <= of_loop + 1);
        self.constants_in(index, innermost);
        let known = self.known(index, innermost).max(before);
        let Some(of_loop) = innermost else {
            self.affine(index, self.innermost(index));
            self.no_way_to_go(index);
            return Axis { moment: known, kind: AxisKind::LookedUp };
        };
        let header = self.loops[of_loop].item;
        let mut moment = if known.item < header {
            Moment { item: header, round: 0 }
        } else {
            Moment { item: known.item, round: known.round + 1 }
        };
        while self.moving(moment) == MOST_TOGETHER {
            moment.round += 1;
        }
        match self.affine(index, Some(of_loop)) {
            Some(affine) => Axis { moment, kind: AxisKind::Moves { of_loop, affine, protocol: index.protocol } },
            None => Axis { moment, kind: AxisKind::LookedUp },
        }
    }

    /// Returns the innermost loop that the index depends on, if the index contains that loop's own variable.
    fn innermost(&self, index: &Index) -> Option<usize> {
        let depths = index.expressions().into_iter().map(|expr| self.names.depth(expr));
        let of_loop = depths.max().unwrap_or(0).checked_sub(1)?;
        self.names.mentions(&index.expr, of_loop).then_some(of_loop)
    }

    /// Splits an index into its affine form, counted from the start of its window, and reports an error if it has none. An
    /// index that contains a tensor has been reported before, and so has a window that moves.
    fn affine(&mut self, index: &Index, of_loop: Option<usize>) -> Option<super::Affine> {
        let of_loop = of_loop.filter(|_| accesses(&index.expr).is_empty())?;
        let counted = index.counted();
        if index.window.is_some() && !self.names.mentions(counted, of_loop) {
            return None;
        }
        let result = affine(counted, self.names, of_loop, &self.loops[of_loop].var.text);
        result.map_err(|remark| self.found.push(remark)).ok()
    }

    /// Returns the moment at which the names in an index have values, those of the loop `but_for` aside.
    fn known(&self, index: &Index, but_for: Option<usize>) -> Moment {
        let given = index.expressions().into_iter().flat_map(|expr| self.names.given_in(expr));
        let last = given.filter(|(given, _)| given.of_loop.is_none() || given.of_loop != but_for);
        Moment { item: last.map(|(given, _)| given.item).max().unwrap_or(0), round: 0 }
    }

    fn loops_entered(&self, moment: Moment) -> usize {
        self.loops.iter().filter(|header| header.item <= moment.item).count()
    }

    fn no_tensor(&mut self, index: &Index) {
        for access in index.expressions().into_iter().flat_map(accesses) {
            let remark = Diagnostic::new(access.span, "an index does not hold a tensor");
            self.found.push(remark.help(format!("give its value a name first: `let p = {access}`, then write `p`")));
        }
    }

    /// Rejects a window whose ends move with the loop that the index moves with.
    fn no_moving_window(&mut self, index: &Index) {
        let (Some(of_loop), Some(window)) = (self.innermost(index), index.window.as_deref()) else { return };
        let Some(end) = [&window.from, &window.to].into_iter().find(|end| self.names.mentions(end, of_loop)) else {
            return;
        };
        let var = &self.loops[of_loop].var.text;
        let remark = format!("a window stands still while its index moves, and `{end}` changes with `{var}`");
        let help = "give the place a name, `let p = ..`, and read it under a condition";
        self.found.push(Diagnostic::new(end.span, remark).help(help));
    }

    /// Rejects a protocol on an axis that is not iterated over.
    fn no_way_to_go(&mut self, index: &Index) {
        if let Some(protocol @ (Protocol::Walk | Protocol::Gallop)) = index.protocol {
            let remark = format!("`{}`: this axis is looked up at one place, not iterated over", protocol.word());
            self.found.push(Diagnostic::new(index.expr.span, remark).help(format!("write `{}` alone", index.expr)));
        }
    }

    fn written(&mut self, access: &Access) -> Target {
        let mut axes: Vec<Option<(usize, super::Affine)>> = Vec::new();
        let mut depth = 0;
        for index in &access.indices {
            self.no_tensor(index);
            if let Some(protocol) = index.protocol {
                let remark =
                    format!("`{}` sets how an operand is iterated over, and this is the target", protocol.word());
                self.found.push(Diagnostic::new(index.expr.span, remark).help(format!("write `{}` alone", index.expr)));
            }
            depth = depth.max(self.names.depth(&index.expr));
            let innermost = self.innermost(index);
            self.constants_in(index, innermost);
            let affine = self.affine(index, innermost);
            // A second axis along the same loop writes a diagonal, which is a single place only for a point.
            if axes.iter().flatten().any(|(of_loop, _)| Some(*of_loop) == innermost) {
                self.number(innermost, index.expr.span);
            }
            axes.push(innermost.zip(affine));
        }
        Target { access: access.clone(), axes, depth }
    }

    /// Returns the number of axes of the operands so far that are iterated over at a moment.
    fn moving(&self, moment: Moment) -> usize {
        let axes = self.operands.iter().flat_map(|operand| &operand.axes);
        axes.filter(|axis| axis.moment == moment && matches!(axis.kind, AxisKind::Moves { .. })).count()
    }
}

/// Rejects a loop that has no bounds and whose index indexes nothing.
fn unbounded(of_loop: usize, header: &Loop, item: &Item, operands: &[Operand], target: &Target) -> Option<Diagnostic> {
    let begins = Moment { item: header.item, round: 0 };
    let finite = item.expressions().into_iter().any(|bound| match &bound.kind {
        ExprKind::Unary(_, operand) => operand.kind != ExprKind::Infinity,
        kind => *kind != ExprKind::Infinity,
    });
    let moves = |axis: &Axis| axis.moment == begins && matches!(axis.kind, AxisKind::Moves { .. });
    let indexes = operands.iter().flat_map(|operand| &operand.axes).any(moves)
        || target.axes.iter().flatten().any(|(moves_with, _)| *moves_with == of_loop);
    if finite || indexes {
        return None;
    }
    let var = &header.var.text;
    let remark = Diagnostic::new(header.var.span, format!("`{var}` indexes nothing and has no bounds"));
    let help = format!("give it bounds, `for {var} = a:b`, or index a tensor with it, in square brackets: `x[{var}]`");
    Some(remark.help(help))
}
