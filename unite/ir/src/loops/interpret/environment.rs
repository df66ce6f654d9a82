//! What a program is run on: operands, scalars, functions and outputs.

use std::collections::{BTreeMap, BTreeSet};

use super::error::InterpretError;
use super::region::{AxisKind, Region};
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
    pub(crate) extents: BTreeMap<String, Vec<Region>>,
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

    /// The places that there are along each axis of a tensor; without, all. A loop without bounds takes them from the
    /// tensors that its index alone indexes, and nothing but fill can be written outside.
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

    /// The places that there are along an axis of a tensor, if not all.
    pub(crate) fn extent(&self, name: &str, axis: usize) -> Option<Region> {
        let (extent, kind) = (self.extents.get(name)?.get(axis)?, *self.tensors.get(name)?.axes().get(axis)?);
        Some(extent.clone().on(kind)).filter(|extent| *extent != Region::all())
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
