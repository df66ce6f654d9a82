//! Steps: `.=`, and loops of steps, which take their places one after the other.

use super::error::InterpretError;
use super::machine::{Binding, Machine};
use super::moving::Evaluated;
use super::region::{AxisKind, Region};
use super::run::{common, literals_of, one_side};
use super::tensor::Tensor;
use super::value::{Operator, combine};
use crate::loops::{AssignOp, For, IndexedAxis, Stmt, indexed_axes};

/// Checks each nest of a statement: its target is neither read nor defined in it.
pub(super) fn one_side_each(stmt: &Stmt) -> Result<(), InterpretError> {
    match stmt {
        stmt if !stmt.is_stepped() => one_side(stmt),
        Stmt::For(inner) => one_side_each(&inner.body),
        Stmt::If(inner) => {
            one_side_each(&inner.body).and_then(|()| inner.otherwise.iter().try_for_each(|stmt| one_side_each(stmt)))
        }
        Stmt::Let(inner) => one_side_each(&inner.body),
        Stmt::Block(stmts) => stmts.iter().try_for_each(one_side_each),
        Stmt::Start(_) | Stmt::Assign(_) => one_side(stmt),
    }
}

impl Machine<'_> {
    /// Runs a loop of steps.
    pub(super) fn for_each(&mut self, inner: &For) -> Result<(), InterpretError> {
        let index = &inner.var.text;
        let (mut kind, mut extents) = (None, Vec::new());
        for IndexedAxis { tensor, axis, rank, .. } in indexed_axes(&inner.body, index) {
            let tensor = &tensor.text;
            let there = self.tensor(tensor, rank)?.axes()[axis];
            let here = *kind.get_or_insert(there);
            if here != there {
                return Err(InterpretError::MixedKinds { index: index.clone(), tensor: tensor.clone(), there, here });
            }
            extents.extend(self.environment.extent(tensor, axis).map(|extent| (tensor.clone(), extent)));
        }
        let real = literals_of(inner.range.as_ref()).contains(&false);
        if kind.unwrap_or(if real { AxisKind::Real } else { AxisKind::Integer }) == AxisKind::Real {
            return Err(InterpretError::StepsOverReals { index: index.clone() });
        }
        let range = match &inner.range {
            None => common(index, extents, AxisKind::Integer)?,
            Some(bounds) => self.range(bounds)??.on(AxisKind::Integer),
        };
        let stride = self.stride(inner, &range)?.transpose()?;
        self.each_place(index, &range, &mut |machine| {
            let place = machine.scope.last().and_then(|(_, binding)| match binding {
                Binding::Index { region, .. } => region.as_ref(),
                _ => None,
            });
            match (&stride, place) {
                (Some(stride), Some(place)) if stride.meets(place) == Some(false) => Ok(()),
                _ => machine.stmt(&inner.body),
            }
        })
    }

    /// Runs `body` at each integer of a region, with the name `index` for it.
    pub(crate) fn each_place(
        &mut self,
        index: &str,
        range: &Region,
        body: &mut dyn FnMut(&mut Self) -> Result<(), InterpretError>,
    ) -> Result<(), InterpretError> {
        if !range.is_empty() && (range.lo.value().finite().is_none() || range.hi.value().finite().is_none()) {
            return Err(InterpretError::Endless { index: index.into() });
        }
        for place in self.places(index, range)? {
            self.with(index, Binding::Index { region: Some(place), kind: AxisKind::Integer }, body)?;
        }
        Ok(())
    }

    /// Executes `name .= value`.
    pub(crate) fn start(&mut self, name: &str, value: Evaluated) -> Result<(), InterpretError> {
        let value = match self.settled(value) {
            Evaluated::Known(value) => value,
            Evaluated::Varies(why) => return Err(why),
            Evaluated::Moving(_) => unreachable!("what moves has been settled"),
        };
        if !self.environment.outputs.contains(name) {
            return Err(InterpretError::NotAnOutput { name: name.into() });
        }
        if let Some(tensor) = self.environment.tensors.get_mut(name) {
            let fill = tensor.fill().clone();
            if value != fill {
                return Err(InterpretError::NotTheFill {
                    name: name.into(),
                    fill: Box::new(fill),
                    value: Box::new(value),
                });
            }
            *tensor = Tensor::filled(tensor.axes(), fill);
            return Ok(());
        }
        let set = Operator { op: AssignOp::Set, name: "", function: None };
        let value = combine(set, self.environment.value(name)?, &value)?;
        self.environment.scalars.insert(name.into(), value);
        Ok(())
    }
}
