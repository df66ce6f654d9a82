//! Values of tensors and expressions: numbers, truth values and tuples, and the operators on them.

use std::fmt;

use super::environment::Function;
use super::error::InterpretError;
use super::number::Number;
use crate::loops::{AssignOp, BinaryOp};

/// A number, a truth value, or a tuple of values.
///
/// ```
/// use unite_ir::loops::interpret::Value;
///
/// assert_eq!(Value::from(3).to_string(), "3");
/// assert!(Value::from(true) != Value::from(1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// A number.
    Number(Number),
    /// A truth value.
    Bool(bool),
    /// A tuple of two or more values.
    Tuple(Vec<Value>),
}

impl From<i64> for Value {
    fn from(x: i64) -> Self {
        Value::Number(x.into())
    }
}

impl From<bool> for Value {
    fn from(x: bool) -> Self {
        Value::Bool(x)
    }
}

impl From<Number> for Value {
    fn from(x: Number) -> Self {
        Value::Number(x)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(x) => x.fmt(f),
            Value::Bool(x) => x.fmt(f),
            Value::Tuple(values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(f, "({})", values.join(", "))
            }
        }
    }
}

impl Value {
    /// Returns the number, or an error that `what` must be one.
    pub fn number(&self, what: &str) -> Result<&Number, InterpretError> {
        match self {
            Value::Number(x) => Ok(x),
            Value::Bool(_) | Value::Tuple(_) => {
                Err(InterpretError::NotANumber { what: what.into(), value: self.clone() })
            }
        }
    }

    /// Returns the truth value, or an error that `what` must be one.
    pub fn truth(&self, what: &str) -> Result<bool, InterpretError> {
        match self {
            Value::Bool(x) => Ok(*x),
            Value::Number(_) | Value::Tuple(_) => {
                Err(InterpretError::NotATruthValue { what: what.into(), value: self.clone() })
            }
        }
    }

    /// Returns the number that a sum adds: 1 for true, 0 for false.
    ///
    /// # Errors
    /// The value is a tuple.
    pub fn counted(&self) -> Result<Number, InterpretError> {
        match self {
            Value::Bool(x) => Ok(Number::from(i64::from(*x))),
            value => value.number("+=").cloned(),
        }
    }

    /// Returns whether both are numbers, or both truth values, or both tuples of such values.
    pub(crate) fn is_like(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Number(_), Value::Number(_)) | (Value::Bool(_), Value::Bool(_)) => true,
            (Value::Tuple(values), Value::Tuple(others)) => {
                values.len() == others.len() && values.iter().zip(others).all(|(value, other)| value.is_like(other))
            }
            _ => false,
        }
    }

    /// Returns whether the value is the number 0.
    pub fn is_zero(&self) -> bool {
        matches!(self, Value::Number(x) if x.is_zero())
    }
}

/// Evaluates `left op right`.
pub(crate) fn binary(op: BinaryOp, left: &Value, right: &Value) -> Result<Value, InterpretError> {
    let written = op.sign();
    match op {
        BinaryOp::And => return Ok(Value::Bool(left.truth(written)? && right.truth(written)?)),
        BinaryOp::Or => return Ok(Value::Bool(left.truth(written)? || right.truth(written)?)),
        BinaryOp::Eq | BinaryOp::Ne if left.is_like(right) => {
            return Ok(Value::Bool((left == right) == (op == BinaryOp::Eq)));
        }
        _ => {}
    }
    let (a, b) = (left.number(written)?, right.number(written)?);
    let number = match op {
        BinaryOp::Add => a.add(b),
        BinaryOp::Sub => a.sub(b),
        BinaryOp::Mul => a.mul(b),
        BinaryOp::Div => a.div(b),
        BinaryOp::Rem => a.rem(b),
        BinaryOp::Lt => return Ok((a < b).into()),
        BinaryOp::Le => return Ok((a <= b).into()),
        BinaryOp::Gt => return Ok((a > b).into()),
        BinaryOp::Ge => return Ok((a >= b).into()),
        BinaryOp::Ne => return Ok((a != b).into()),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Eq => return Ok((a == b).into()),
    };
    let undefined = || InterpretError::Undefined { left: Box::new(a.clone()), op: written, right: Box::new(b.clone()) };
    number.map(Value::Number).ok_or_else(undefined)
}

/// The operator of an assignment, with the function of a fold.
#[derive(Clone, Copy)]
pub(crate) struct Operator<'a> {
    pub(crate) op: AssignOp,
    /// The name of the function; empty if there is none.
    pub(crate) name: &'a str,
    /// The environment's function of that name.
    pub(crate) function: Option<Function>,
}

/// Calls a function: the environment's, or else a predefined one.
pub(crate) fn call(name: &str, function: Option<Function>, values: &[Value]) -> Result<Value, InterpretError> {
    let undefined = || InterpretError::Call { name: name.into(), arguments: values.len() };
    match (name, values, function) {
        (_, _, Some(function)) => function(values).ok_or_else(undefined),
        ("min", [a, b], _) => Ok(a.number(name)?.min(b.number(name)?).clone().into()),
        ("max", [a, b], _) => Ok(a.number(name)?.max(b.number(name)?).clone().into()),
        ("abs", [a], _) => Ok(a.number(name)?.abs().into()),
        _ => Err(undefined()),
    }
}

/// Returns the value after the assignment `old op new`.
pub(crate) fn combine(operator: Operator<'_>, old: &Value, new: &Value) -> Result<Value, InterpretError> {
    let Operator { op, name, function } = operator;
    let written = op.sign();
    match op {
        AssignOp::Set => match old {
            _ if old.is_like(new) => Ok(new.clone()),
            Value::Number(_) => new.number(written).map(|_| new.clone()),
            Value::Bool(_) => new.truth(written).map(|_| new.clone()),
            Value::Tuple(_) => {
                Err(InterpretError::NotLike { old: Box::new(old.clone()), value: Box::new(new.clone()) })
            }
        },
        AssignOp::Add => binary(BinaryOp::Add, old, &Value::Number(new.counted()?)),
        AssignOp::Max => Ok(old.number(written)?.max(new.number(written)?).clone().into()),
        AssignOp::Min => Ok(old.number(written)?.min(new.number(written)?).clone().into()),
        AssignOp::And => binary(BinaryOp::And, old, new),
        AssignOp::Or => binary(BinaryOp::Or, old, new),
        AssignOp::Mul => binary(BinaryOp::Mul, old, new),
        AssignOp::Fold => call(name, function, &[old.clone(), new.clone()]),
    }
}

/// Returns whether `op` with this value leaves every old value unchanged.
pub(crate) fn is_nothing(op: AssignOp, value: &Value) -> bool {
    match op {
        AssignOp::Set | AssignOp::Fold => false,
        AssignOp::Mul => *value == Value::from(1),
        AssignOp::Add => value.is_zero() || *value == Value::Bool(false),
        AssignOp::Max => *value == Value::Number(Number::NegativeInfinity),
        AssignOp::Min => *value == Value::Number(Number::Infinity),
        AssignOp::And => *value == Value::Bool(true),
        AssignOp::Or => *value == Value::Bool(false),
    }
}
