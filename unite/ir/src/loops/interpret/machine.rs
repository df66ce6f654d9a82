//! The state of a run (the environment and the names in scope) and the evaluation of expressions.

use std::collections::BTreeSet;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::environment::Environment;
use super::error::InterpretError;
use super::fiber::{Node, Reached};
use super::moving::{self, Evaluated, Moving};
use super::number::Number;
use super::region::{AxisKind, Region};
use super::tensor::{Tensor, point};
use super::value::{self, Value};
use crate::loops::{Access, BinaryOp, Expr, ExprKind, Window};

/// The meaning of a name in scope.
#[derive(Debug, Clone)]
pub(crate) enum Binding {
    /// The index of a loop, on a region; `None` if the region is not known.
    Index { region: Option<Region>, kind: AxisKind },
    /// A name bound by `let`, and the indices whose measure it contains.
    Let { value: Evaluated, measures: BTreeSet<usize> },
    /// A piece of an operand, in staged programs.
    Piece { region: Region, node: Node<Value> },
}

/// The state of a run.
pub(crate) struct Machine<'e> {
    pub(crate) environment: &'e mut Environment,
    /// The names in scope, innermost last.
    pub(crate) scope: Vec<(String, Binding)>,
    /// The reason why it is unknown whether the current statement runs, if it is; such a statement must have no effect.
    pub(crate) doubt: Option<InterpretError>,
}

impl Machine<'_> {
    /// Returns the position of a name in the scope.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.scope.iter().rposition(|(bound, _)| bound == name)
    }

    /// Returns the error for an index that has no value.
    pub(crate) fn why(&self, index: usize) -> InterpretError {
        let (name, binding) = &self.scope[index];
        let region = match binding {
            Binding::Index { region: Some(region), kind } => region.show(*kind),
            _ => "a region that is not known".into(),
        };
        InterpretError::Varies { index: name.clone(), region }
    }

    /// Evaluates an expression; one that moves with an index is `Varies`.
    pub(crate) fn value(&mut self, expr: &Expr) -> Result<Evaluated, InterpretError> {
        Ok(self.settled(self.evaluate(expr)?))
    }

    /// Replaces a moving value by `Varies`.
    pub(crate) fn settled(&self, evaluated: Evaluated) -> Evaluated {
        match evaluated {
            Evaluated::Moving(moving) => Evaluated::Varies(self.why(moving.index)),
            other => other,
        }
    }

    /// Evaluates an expression.
    pub(crate) fn evaluate(&self, expr: &Expr) -> Result<Evaluated, InterpretError> {
        match &expr.kind {
            ExprKind::Number(literal) => literal_value(literal),
            ExprKind::Bool(x) => Ok(Value::Bool(*x).into()),
            ExprKind::Infinity => Ok(Value::Number(Number::Infinity).into()),
            ExprKind::Place(name) => self.place(&name.text),
            ExprKind::Access(access) => self.access(access),
            ExprKind::Measure(name) => self.measure(&name.text),
            ExprKind::Unary(op, operand) => moving::unary(*op, self.evaluate(operand)?),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::Call(name, arguments) => {
                let arguments = arguments.iter().map(|e| self.evaluate(e)).collect::<Result<Vec<_>, _>>()?;
                self.call(&name.text, arguments)
            }
            ExprKind::Method(receiver, name, arguments) => {
                let all = std::iter::once(receiver.as_ref()).chain(arguments);
                let arguments = all.map(|e| self.evaluate(e)).collect::<Result<Vec<_>, _>>()?;
                self.call(&name.text, arguments)
            }
            ExprKind::Cast(operand, to) => cast(self.evaluate(operand)?, &to.text),
            ExprKind::Tuple(values) => {
                let mut known = Vec::new();
                for value in values {
                    match self.settled(self.evaluate(value)?) {
                        Evaluated::Known(value) => known.push(value),
                        varies => return Ok(varies),
                    }
                }
                Ok(Value::Tuple(known).into())
            }
            ExprKind::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                self.conditional(self.evaluate(condition)?, || self.evaluate(then), || self.evaluate(otherwise))
            }
        }
    }

    /// Evaluates a name without indices.
    pub(crate) fn place(&self, name: &str) -> Result<Evaluated, InterpretError> {
        if let Some(index) = self.find(name) {
            return Ok(match &self.scope[index].1 {
                Binding::Let { value, .. } => value.clone(),
                Binding::Piece { .. } => return Err(InterpretError::Unknown { name: name.into() }),
                Binding::Index { region: None, .. } => Evaluated::Varies(self.why(index)),
                Binding::Index { region: Some(region), kind } => match region.as_point(*kind) {
                    Some(x) => Value::Number(x.clone().into()).into(),
                    None => {
                        let (scale, offset) = (BigRational::one(), BigRational::zero());
                        Evaluated::Moving(Moving { index, scale, offset })
                    }
                },
            });
        }
        if let Some(tensor) = self.environment.tensors.get(name) {
            return Err(InterpretError::Arity { name: name.into(), axes: tensor.axes().len(), indices: 0 });
        }
        self.environment.value(name).map(|value| value.clone().into())
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Result<Evaluated, InterpretError> {
        let left = self.evaluate(left)?;
        match (op, &left) {
            (BinaryOp::And, Evaluated::Known(Value::Bool(false))) => return Ok(left),
            (BinaryOp::Or, Evaluated::Known(Value::Bool(true))) => return Ok(left),
            _ => {}
        }
        self.operate(op, left, self.evaluate(right)?)
    }

    /// Evaluates `left op right`.
    pub(crate) fn operate(&self, op: BinaryOp, left: Evaluated, right: Evaluated) -> Result<Evaluated, InterpretError> {
        moving::binary(op, left, right, &|moving| self.why(moving.index))
    }

    /// Returns the value of the case that a condition selects. If the condition is not known, both cases must have one
    /// value for the result to be known.
    pub(crate) fn conditional(
        &self,
        condition: Evaluated,
        then: impl FnOnce() -> Result<Evaluated, InterpretError>,
        otherwise: impl FnOnce() -> Result<Evaluated, InterpretError>,
    ) -> Result<Evaluated, InterpretError> {
        match self.settled(condition) {
            Evaluated::Known(condition) => {
                if condition.truth("if")? {
                    then()
                } else {
                    otherwise()
                }
            }
            varies => Ok(match (self.settled(then()?), self.settled(otherwise()?)) {
                (Evaluated::Known(one), Evaluated::Known(other)) if one == other => one.into(),
                _ => varies,
            }),
        }
    }

    /// Evaluates `d(i)`.
    pub(crate) fn measure(&self, name: &str) -> Result<Evaluated, InterpretError> {
        let index = self.find(name).ok_or_else(|| InterpretError::Unknown { name: name.into() })?;
        Ok(match &self.scope[index].1 {
            Binding::Index { region: Some(region), kind } => {
                Value::Number(region.length(*kind).unwrap_or(Number::from(0))).into()
            }
            _ => Evaluated::Varies(self.why(index)),
        })
    }

    /// Evaluates a call of a function.
    pub(crate) fn call(&self, name: &str, arguments: Vec<Evaluated>) -> Result<Evaluated, InterpretError> {
        let mut values = Vec::new();
        for argument in arguments {
            match self.settled(argument) {
                Evaluated::Known(value) => values.push(value),
                varies => return Ok(varies),
            }
        }
        value::call(name, self.environment.functions.get(name).copied(), &values).map(Evaluated::from)
    }

    fn access(&self, access: &Access) -> Result<Evaluated, InterpretError> {
        let name = &access.tensor.text;
        if access.indices.is_empty() {
            return self.place(name);
        }
        let tensor = self.tensor(name, access.indices.len())?;
        let indices = access.indices.iter().map(|index| self.evaluate(&index.expr)).collect::<Result<Vec<_>, _>>()?;
        let mut windows = Vec::new();
        for index in &access.indices {
            windows.push(match index.window.as_deref() {
                None => None,
                Some(window) => match self.window(window)? {
                    Ok(window) => Some(window),
                    Err(why) => return Ok(Evaluated::Varies(why)),
                },
            });
        }
        match self.reach(name, tensor, &indices, &windows)? {
            Some(Node::Value(value)) => Ok(value.clone().into()),
            None => Ok(tensor.fill().clone().into()),
            Some(Node::Pieces(_)) => Ok(Evaluated::Varies(self.why_not_reached(name, &indices))),
        }
    }

    /// Returns the places of a window, or the error that they are not known.
    pub(crate) fn window(&self, window: &Window) -> Result<Result<Region, InterpretError>, InterpretError> {
        let ends = [self.settled(self.evaluate(&window.from)?), self.settled(self.evaluate(&window.to)?)];
        match ends {
            [Evaluated::Known(from), Evaluated::Known(to)] => {
                Ok(Ok(Region::closed(from.number(":")?.clone(), to.number(":")?.clone())))
            }
            [Evaluated::Varies(why), _] | [_, Evaluated::Varies(why)] => Ok(Err(why)),
            _ => unreachable!("what moves has been settled"),
        }
    }

    /// Returns a tensor, which must have `indices` axes.
    pub(crate) fn tensor(&self, name: &str, indices: usize) -> Result<&Tensor, InterpretError> {
        let tensor = self.environment.array(name)?;
        match tensor.axes().len() {
            axes if axes == indices => Ok(tensor),
            axes => Err(InterpretError::Arity { name: name.into(), axes, indices }),
        }
    }

    /// Follows the indices, starting at the root. Returns the node that they reach, or `None` in a gap and outside of a
    /// window. If an index meets several pieces, the node with those pieces is returned.
    fn reach<'t>(
        &self,
        name: &str,
        tensor: &'t Tensor,
        indices: &[Evaluated],
        windows: &[Option<Region>],
    ) -> Result<Option<&'t Node<Value>>, InterpretError> {
        let mut node = tensor.root();
        for (axis, (index, window)) in indices.iter().zip(windows).enumerate() {
            let kind = tensor.axes()[axis];
            let Some(region) = self.region(name, axis, kind, index)? else { return Ok(Some(node)) };
            if let Some(window) = window.clone().map(|window| window.on(kind)) {
                if window.intersect(&region).is_empty() {
                    return Ok(None);
                }
                if !window.contains(&region) {
                    return Ok(Some(node));
                }
            }
            node = match node.on(&region) {
                Reached::Node(node) => node,
                Reached::Gap => return Ok(None),
                Reached::Several => return Ok(Some(node)),
            };
        }
        Ok(Some(node))
    }

    fn why_not_reached(&self, name: &str, indices: &[Evaluated]) -> InterpretError {
        let reason = indices.iter().find_map(|index| match index {
            Evaluated::Varies(error) => Some(error.clone()),
            _ => None,
        });
        reason.unwrap_or_else(|| InterpretError::NotAffine { tensor: name.into() })
    }

    /// Returns the places of an axis that an index takes; `None` if they are not known.
    pub(crate) fn region(
        &self,
        name: &str,
        axis: usize,
        kind: AxisKind,
        index: &Evaluated,
    ) -> Result<Option<Region>, InterpretError> {
        let not_a_place = |place: Number| InterpretError::NotAPlace { tensor: name.into(), axis, place };
        match index {
            Evaluated::Varies(_) => Ok(None),
            Evaluated::Known(value) => {
                let x = value.number(name)?;
                point(x, kind).map(Some).ok_or_else(|| not_a_place(x.clone()))
            }
            Evaluated::Moving(moving) => {
                let (index, Binding::Index { region: Some(region), kind: here }) = &self.scope[moving.index] else {
                    return Ok(None);
                };
                if *here != kind {
                    let (index, tensor) = (index.clone(), name.into());
                    return Err(InterpretError::MixedKinds { index, tensor, there: kind, here: *here });
                }
                let fraction = [&moving.scale, &moving.offset].into_iter().find(|x| !x.is_integer());
                match (kind, fraction) {
                    (AxisKind::Integer, Some(x)) => Err(not_a_place(x.clone().into())),
                    _ => Ok(Some(region.mapped(&moving.scale, &moving.offset, kind))),
                }
            }
        }
    }

    /// Returns the indices whose measure an expression contains.
    pub(crate) fn measures(&self, expr: &Expr) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        expr.visit(&mut |part| match &part.kind {
            ExprKind::Measure(name) => found.extend(self.find(&name.text)),
            ExprKind::Place(name) => {
                if let Some((_, Binding::Let { measures, .. })) = self.find(&name.text).map(|at| &self.scope[at]) {
                    found.extend(measures);
                }
            }
            _ => {}
        });
        found
    }
}

/// Returns the value of a literal.
pub(crate) fn literal_value(literal: &str) -> Result<Evaluated, InterpretError> {
    let number = Number::parse(literal).ok_or_else(|| InterpretError::Literal { literal: literal.into() })?;
    Ok(Value::Number(number).into())
}

/// Evaluates `operand as to`.
pub(crate) fn cast(operand: Evaluated, to: &str) -> Result<Evaluated, InterpretError> {
    match operand {
        Evaluated::Known(value) if to.starts_with('f') => Ok(Value::Number(value.counted()?).into()),
        Evaluated::Known(value) if to != "bool" => Ok(Value::Number(value.counted()?.trunc()).into()),
        Evaluated::Moving(moving) if to.starts_with('f') => Ok(Evaluated::Moving(moving)),
        Evaluated::Moving(_) => Ok(Evaluated::Varies(InterpretError::NotAffine { tensor: format!("as {to}") })),
        other => Ok(other),
    }
}
