//! What a program is run on: operands, scalars, functions and outputs.

use std::collections::{BTreeMap, BTreeSet};

use super::error::InterpretError;
use super::region::AxisKind;
use super::tensor::Tensor;
use super::value::Value;

/// A function of the program around; `None` where it has no value.
pub type Function = fn(&[Value]) -> Option<Value>;

/// The names that a program uses without making them. Outputs are read back after the run; a later nest may read what
/// an earlier one wrote.
///
/// ```
/// use unite_ir::loops::interpret::{AxisKind, Environment, Value};
///
/// let mut environment = Environment::default();
/// environment.scalar("R", 2).output_scalar("s", 0).output_tensor("Z", &[AxisKind::Real], 0);
/// assert_eq!(environment.value("s"), Ok(&Value::from(0)));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Environment {
    pub(crate) tensors: BTreeMap<String, Tensor>,
    pub(crate) scalars: BTreeMap<String, Value>,
    pub(crate) functions: BTreeMap<String, Function>,
    pub(crate) outputs: BTreeSet<String>,
}

impl Environment {
    /// An operand.
    pub fn tensor(&mut self, name: &str, tensor: Tensor) -> &mut Self {
        self.tensors.insert(name.into(), tensor);
        self
    }

    /// A scalar that is read.
    pub fn scalar(&mut self, name: &str, value: impl Into<Value>) -> &mut Self {
        self.scalars.insert(name.into(), value.into());
        self
    }

    /// A function; of a method, the receiver is the first argument. `min`, `max` and `abs` are there already.
    pub fn function(&mut self, name: &str, function: Function) -> &mut Self {
        self.functions.insert(name.into(), function);
        self
    }

    /// A tensor that is assigned to, and what it is before.
    pub fn output_tensor(&mut self, name: &str, axes: &[AxisKind], fill: impl Into<Value>) -> &mut Self {
        self.outputs.insert(name.into());
        self.tensor(name, Tensor::filled(axes, fill.into()))
    }

    /// A scalar that is assigned to, and what it is before.
    pub fn output_scalar(&mut self, name: &str, initial: impl Into<Value>) -> &mut Self {
        self.outputs.insert(name.into());
        self.scalar(name, initial)
    }

    /// A tensor as it is.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn array(&self, name: &str) -> Result<&Tensor, InterpretError> {
        self.tensors.get(name).ok_or_else(|| InterpretError::Unknown { name: name.into() })
    }

    /// A scalar as it is.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn value(&self, name: &str) -> Result<&Value, InterpretError> {
        self.scalars.get(name).ok_or_else(|| InterpretError::Unknown { name: name.into() })
    }
}
