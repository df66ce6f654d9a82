//! What a program's tensors are: all that staging needs to know of them.

use std::collections::BTreeMap;

use super::error::StageError;
use crate::loops::interpret::{AxisKind, Value};

/// What the pieces along an axis are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AxisForm {
    /// Reals, and all pieces that are not fill are points.
    Pinpoint,
    /// Reals.
    Interval,
    /// Integers.
    Integer,
}

impl AxisForm {
    /// What its places are.
    pub fn kind(self) -> AxisKind {
        match self {
            AxisForm::Pinpoint | AxisForm::Interval => AxisKind::Real,
            AxisForm::Integer => AxisKind::Integer,
        }
    }
}

/// The axes and the fill of each tensor, operands and outputs.
///
/// ```
/// use unite_ir::loops::stages::{AxisForm, Kinds};
///
/// let kinds = Kinds::default().tensor("Mask", &[AxisForm::Pinpoint], false).tensor("A", &[AxisForm::Interval], 0);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Kinds {
    tensors: BTreeMap<String, (Vec<AxisForm>, Value)>,
}

impl Kinds {
    /// With one more tensor.
    #[must_use]
    pub fn tensor(mut self, name: &str, axes: &[AxisForm], fill: impl Into<Value>) -> Kinds {
        self.tensors.insert(name.into(), (axes.to_vec(), fill.into()));
        self
    }

    /// What the pieces along an axis are.
    pub(crate) fn form(&self, name: &str, axis: usize) -> Option<AxisForm> {
        self.tensors.get(name).and_then(|(axes, _)| axes.get(axis).copied())
    }

    /// The fill of a tensor.
    pub(crate) fn fill(&self, name: &str) -> Option<&Value> {
        self.tensors.get(name).map(|(_, fill)| fill)
    }

    /// The axes of a tensor that is written with so many indices.
    pub(crate) fn axes(&self, name: &str, indices: usize) -> Result<&[AxisForm], StageError> {
        let tensor = name.to_string();
        match self.tensors.get(name) {
            None => Err(StageError::UnknownTensor { tensor }),
            Some((axes, _)) if axes.len() == indices => Ok(axes),
            Some((axes, _)) => Err(StageError::Arity { tensor, axes: axes.len(), indices }),
        }
    }
}
