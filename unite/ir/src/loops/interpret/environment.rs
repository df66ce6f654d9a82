//! The environment of a run: operands, scalars, functions and outputs.

use std::collections::{BTreeMap, BTreeSet};

use super::error::InterpretError;
use super::region::{AxisKind, Region};
use super::tensor::Tensor;
use super::value::Value;

/// A function of the surrounding program; returns `None` where it is undefined.
pub type Function = fn(&[Value]) -> Option<Value>;

/// The names that a program uses but does not define. Outputs are read back after the run; a later nest may read what
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
    pub(crate) extents: BTreeMap<String, Vec<Region>>,
    pub(crate) scalars: BTreeMap<String, Value>,
    pub(crate) functions: BTreeMap<String, Function>,
    pub(crate) outputs: BTreeSet<String>,
}

impl Environment {
    /// Adds an operand.
    pub fn tensor(&mut self, name: &str, tensor: Tensor) -> &mut Self {
        self.tensors.insert(name.into(), tensor);
        self
    }

    /// Sets the extents of a tensor, one region per axis; without them an axis has all places. A loop without bounds
    /// takes its range from the tensors that are indexed by its index alone. Outside the extents only fill can be
    /// written.
    ///
    /// ```
    /// use unite_ir::loops::interpret::{AxisKind, Environment, Number, Overlap, Region, Tensor, Value, run};
    /// use unite_ir::loops::parse_text;
    ///
    /// let places = Region::closed(Number::from(0), Number::from(3));
    /// let pieces = [(vec![places.clone()], Value::from(5))];
    /// let x = Tensor::from_boxes(&[AxisKind::Integer], Value::from(0), &pieces, Overlap::Refused).unwrap();
    /// let mut environment = Environment::default();
    /// environment.tensor("x", x).extents("x", &[places]).output_scalar("m", 9);
    /// run(&parse_text("for i m min= x[i]").unwrap(), &mut environment).unwrap();
    /// assert_eq!(environment.value("m"), Ok(&Value::from(5)));
    /// ```
    pub fn extents(&mut self, name: &str, extents: &[Region]) -> &mut Self {
        self.extents.insert(name.into(), extents.to_vec());
        self
    }

    /// Adds a scalar that is read.
    pub fn scalar(&mut self, name: &str, value: impl Into<Value>) -> &mut Self {
        self.scalars.insert(name.into(), value.into());
        self
    }

    /// Adds a function; for a method, the receiver is the first argument. `min`, `max` and `abs` are predefined.
    pub fn function(&mut self, name: &str, function: Function) -> &mut Self {
        self.functions.insert(name.into(), function);
        self
    }

    /// Adds a tensor that is assigned to, initially `fill` everywhere.
    pub fn output_tensor(&mut self, name: &str, axes: &[AxisKind], fill: impl Into<Value>) -> &mut Self {
        self.outputs.insert(name.into());
        self.tensor(name, Tensor::filled(axes, fill.into()))
    }

    /// Adds a scalar that is assigned to, with its initial value.
    pub fn output_scalar(&mut self, name: &str, initial: impl Into<Value>) -> &mut Self {
        self.outputs.insert(name.into());
        self.scalar(name, initial)
    }

    /// Returns the extent of an axis of a tensor, or `None` if the axis has all places.
    pub(crate) fn extent(&self, name: &str, axis: usize) -> Option<Region> {
        let (extent, kind) = (self.extents.get(name)?.get(axis)?, *self.tensors.get(name)?.axes().get(axis)?);
        Some(extent.clone().on(kind)).filter(|extent| *extent != Region::all())
    }

    /// Returns a tensor.
    ///
    /// # Errors
    /// There is no tensor of that name.
    pub fn array(&self, name: &str) -> Result<&Tensor, InterpretError> {
        self.tensors.get(name).ok_or_else(|| InterpretError::Unknown { name: name.into() })
    }

    /// Returns the value of a scalar.
    ///
    /// # Errors
    /// There is no scalar of that name.
    pub fn value(&self, name: &str) -> Result<&Value, InterpretError> {
        self.scalars.get(name).ok_or_else(|| InterpretError::Unknown { name: name.into() })
    }
}
