//! Assignments: how often a value is applied, and to which places.

use std::collections::{BTreeMap, BTreeSet};

use super::error::InterpretError;
use super::machine::{Binding, Machine};
use super::moving::Evaluated;
use super::region::{AxisKind, Region};
use super::run::{folded, summed, writes_a_run};
use super::tensor::Tensor;
use super::value::{Operator, Value, combine, is_nothing};
use crate::loops::AssignOp;

impl Machine<'_> {
    /// Executes `target[indices] op value`; `measures` are the indices whose measure the value contains, `function` the name
    /// of the function of a fold.
    pub(crate) fn assign(
        &mut self,
        (target, indices): (&str, &[Evaluated]),
        (op, function): (AssignOp, Option<&str>),
        value: Evaluated,
        measures: &BTreeSet<usize>,
    ) -> Result<(), InterpretError> {
        let name = function.unwrap_or_default();
        let operator = Operator { op, name, function: self.environment.functions.get(name).copied() };
        let value = match self.settled(value) {
            Evaluated::Known(value) => self.repeated(target, indices, operator, value, measures)?,
            Evaluated::Varies(why) => return Err(self.doubt.clone().unwrap_or(why)),
            Evaluated::Moving(_) => unreachable!("what moves has been settled"),
        };
        if is_nothing(op, &value) {
            return Ok(());
        }
        if let Some(why) = &self.doubt {
            return Err(why.clone());
        }
        self.only_sums_are_measured(op, indices, measures)?;
        let regions = self.written(target, indices)?;
        self.store(target, &regions, operator, &value)
    }

    /// Returns the total that a sum, a product or a fold combines with the target: the value, once for each place of the
    /// indices that occur neither in the target nor in a measure.
    fn repeated(
        &self,
        target: &str,
        indices: &[Evaluated],
        operator: Operator<'_>,
        value: Value,
        measures: &BTreeSet<usize>,
    ) -> Result<Value, InterpretError> {
        let op = operator.op;
        if !matches!(op, AssignOp::Add | AssignOp::Mul | AssignOp::Fold) {
            return Ok(value);
        }
        let moves = |at: usize| indices.iter().any(|index| matches!(index, Evaluated::Moving(m) if m.index == at));
        let mut total = value;
        for (at, (name, binding)) in self.scope.iter().enumerate() {
            let Binding::Index { region: Some(region), kind } = binding else { continue };
            if !measures.contains(&at) && !moves(at) {
                total = match op {
                    AssignOp::Add => summed(target, &total, name, region, *kind)?,
                    _ => folded(target, operator, &total, (name, region, *kind))?,
                };
            }
        }
        Ok(total)
    }

    /// Rejects a measure outside a sum: the length of a piece depends on how finely a loop is cut, and only the sum
    /// over all pieces does not.
    fn only_sums_are_measured(
        &self,
        op: AssignOp,
        indices: &[Evaluated],
        measures: &BTreeSet<usize>,
    ) -> Result<(), InterpretError> {
        for &at in measures {
            let (name, Binding::Index { region: Some(region), kind }) = &self.scope[at] else { continue };
            let written = indices.iter().any(|index| matches!(index, Evaluated::Moving(m) if m.index == at));
            if region.as_point(*kind).is_none() && (written || op != AssignOp::Add) {
                return Err(InterpretError::MeasureOutsideSum { index: name.clone(), region: region.show(*kind) });
            }
        }
        Ok(())
    }

    /// Returns the box of the target that is written.
    fn written(&self, target: &str, indices: &[Evaluated]) -> Result<Vec<Region>, InterpretError> {
        if indices.is_empty() {
            return Ok(Vec::new());
        }
        let axes = self.tensor(target, indices.len())?.axes().to_vec();
        let mut moved: BTreeMap<usize, usize> = BTreeMap::new();
        let mut regions = Vec::new();
        for (axis, (index, kind)) in indices.iter().zip(axes).enumerate() {
            if let Evaluated::Moving(moving) = index {
                let times = moved.entry(moving.index).or_default();
                *times += 1;
                if *times > 1 || !writes_a_run(&moving.scale, kind) {
                    return Err(self.not_a_run(target, moving.index));
                }
            }
            match self.region(target, axis, kind, index)? {
                Some(region) => regions.push(region),
                None => return Err(InterpretError::NotAffine { tensor: target.into() }),
            }
        }
        Ok(regions)
    }

    fn not_a_run(&self, target: &str, index: usize) -> InterpretError {
        let (name, binding) = &self.scope[index];
        let region = match binding {
            Binding::Index { region: Some(region), kind } => region.show(*kind),
            _ => Region::all().show(AxisKind::Real),
        };
        InterpretError::NotARun { target: target.into(), index: name.clone(), region }
    }

    /// Combines a value with an output: a scalar, or a box of a tensor.
    pub(crate) fn store(
        &mut self,
        target: &str,
        regions: &[Region],
        operator: Operator<'_>,
        value: &Value,
    ) -> Result<(), InterpretError> {
        if !self.environment.outputs.contains(target) {
            return Err(InterpretError::NotAnOutput { name: target.into() });
        }
        let extents = self.environment.extents.get(target).cloned();
        if let Some(tensor) = self.environment.tensors.get_mut(target) {
            if tensor.axes().len() != regions.len() {
                let (axes, indices) = (tensor.axes().len(), regions.len());
                return Err(InterpretError::Arity { name: target.into(), axes, indices });
            }
            let Some(regions) = inside(tensor, extents.as_deref(), target, regions, operator, value)? else {
                return Ok(());
            };
            return tensor.update(&regions, &mut |old| combine(operator, old, value));
        }
        let old = self.environment.value(target)?;
        if !regions.is_empty() {
            return Err(InterpretError::Arity { name: target.into(), axes: 0, indices: regions.len() });
        }
        let combined = combine(operator, old, value)?;
        self.environment.scalars.insert(target.into(), combined);
        Ok(())
    }
}

/// Returns the part of a box that lies in the extents of a target. Outside, the target is fill, so an assignment that
/// would change fill there is an error.
fn inside(
    tensor: &Tensor,
    extents: Option<&[Region]>,
    target: &str,
    regions: &[Region],
    operator: Operator<'_>,
    value: &Value,
) -> Result<Option<Vec<Region>>, InterpretError> {
    let mut clipped = Vec::new();
    for (axis, (region, &kind)) in regions.iter().zip(tensor.axes()).enumerate() {
        let extent =
            extents.and_then(|extents| extents.get(axis)).map_or(Region::all(), |extent| extent.clone().on(kind));
        if !extent.contains(region) && combine(operator, tensor.fill(), value)? != *tensor.fill() {
            let (place, extent) = (region.show(kind), extent.show(kind));
            return Err(InterpretError::Outside { target: target.into(), place, extent });
        }
        let part = region.intersect(&extent);
        if part.is_empty() {
            return Ok(None);
        }
        clipped.push(part);
    }
    Ok(Some(clipped))
}
