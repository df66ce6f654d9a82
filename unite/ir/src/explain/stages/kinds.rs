//! The kinds of a program's tensors: the facts about them that staging needs.

use std::collections::BTreeMap;

use super::error::StageError;
use crate::loops::interpret::{AxisKind, Value};

/// The form of the pieces along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AxisForm {
    /// Real places; every piece that is not fill is a point.
    Pinpoint,
    /// Real places.
    Interval,
    /// Integer places.
    Integer,
}

impl AxisForm {
    /// Returns the kind of its places.
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
/// use unite_ir::explain::stages::{AxisForm, Kinds};
///
/// let kinds = Kinds::default().tensor("Mask", &[AxisForm::Pinpoint], false).tensor("A", &[AxisForm::Interval], 0);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Kinds {
    tensors: BTreeMap<String, (Vec<AxisForm>, Value)>,
}

impl Kinds {
    /// Adds a tensor.
    #[must_use]
    pub fn tensor(mut self, name: &str, axes: &[AxisForm], fill: impl Into<Value>) -> Kinds {
        self.tensors.insert(name.into(), (axes.to_vec(), fill.into()));
        self
    }

    /// Returns the form of the pieces along an axis.
    pub(crate) fn form(&self, name: &str, axis: usize) -> Option<AxisForm> {
        self.tensors.get(name).and_then(|(axes, _)| axes.get(axis).copied())
    }

    /// Returns the fill of a tensor.
    pub(crate) fn fill(&self, name: &str) -> Option<&Value> {
        self.tensors.get(name).map(|(_, fill)| fill)
    }

    /// Returns the axes of a tensor, which must have `indices` axes.
    pub(crate) fn axes(&self, name: &str, indices: usize) -> Result<&[AxisForm], StageError> {
        let tensor = name.to_string();
        match self.tensors.get(name) {
            None => Err(StageError::UnknownTensor { tensor }),
            Some((axes, _)) if axes.len() == indices => Ok(axes),
            Some((axes, _)) => Err(StageError::Arity { tensor, axes: axes.len(), indices }),
        }
    }
}
