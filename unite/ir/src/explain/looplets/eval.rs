//! The reference semantics of code. A [`Machine`] runs branches and updates directly, and runs a loop that is not
//! lowered yet by dividing its range at all pieces of all operands. So each step of a lowering can be evaluated, and
//! all steps have the same result.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::code::{AssignOp, Code, Domain, Loop, Update};
use super::error::LoopletError;
use super::expr::{Expr, Op};
use super::nest::{Nest, Phase, Steps};

/// The maximum number of iterations of all loops of a program together.
const MOST_TURNS: usize = 1_000_000;

/// A number and a side of it: `eps` is -1 right before, 0 at, and 1 right after the number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limit {
    /// The number.
    pub val: f64,
    /// The side: -1, 0 or 1.
    pub eps: i8,
}

/// The value of an expression.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// A number or a place.
    Number(Limit),
    /// A truth value.
    Truth(bool),
}

/// An interpreter of code, with its variables and arrays.
///
/// ```
/// use unite_ir::explain::looplets::{Domain, Level, Limit, Loop, Machine, Value, lower};
///
/// // 1 on [1, 3] and 2 on [4.1, 5.1], times 1 on [1.5, 2.7) and 2 on [4.8, 6).
/// let mut machine = Machine::default();
/// machine.set("s", 0.0).set("st", 0.0).set("en", 10.0);
/// machine.set_array("x.left", [1.0, 4.1]).set_array("x.right", [3.0, 5.1]).set_array("x.val", [1.0, 2.0]);
/// let before = |val| Limit { val, eps: -1 };
/// machine.set_array("y.left", [1.5, 4.8]).set_array("y.right", [2.7, 6.0].map(before)).set_array("y.val", [1.0, 2.0]);
///
/// let dot = Loop::dot_product(
///     "s", "i", Domain::Reals, [Level::interval("x", "p").into(), Level::interval("y", "q").into()],
/// );
/// for step in lower(dot)?.steps {
///     let mut machine = machine.clone();
///     machine.run(&step.code)?;
///     let Value::Number(sum) = machine.get("s")? else { panic!("a number") };
///     assert!((sum.val - 2.4).abs() < 1e-12);
/// }
/// # Ok::<(), unite_ir::explain::looplets::LoopletError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Machine {
    names: BTreeMap<String, Value>,
    arrays: BTreeMap<String, Vec<Value>>,
    accesses: BTreeMap<String, Value>,
    measure: f64,
    turns: usize,
}

/// A part of a loop's range on which an operand has one value.
#[derive(Debug, Clone, Copy)]
struct Region {
    start: Limit,
    stop: Limit,
    value: Value,
}

impl Limit {
    /// Creates the place at the number itself.
    pub const fn at(val: f64) -> Self {
        Self { val, eps: 0 }
    }

    /// The place before all others, right before `-inf`.
    const NOWHERE: Self = Self { val: f64::NEG_INFINITY, eps: -1 };

    fn plus(self, other: Self) -> Self {
        Self { val: self.val + other.val, eps: self.eps.saturating_add(other.eps).clamp(-1, 1) }
    }

    /// Returns the distance from `other`, 0 from infinity to itself.
    fn minus(self, other: Self) -> Self {
        let val = if self.val == other.val { 0.0 } else { self.val - other.val };
        Self { val, eps: self.eps.saturating_sub(other.eps).clamp(-1, 1) }
    }

    fn times(self, other: Self) -> Self {
        let zero = self.val == 0.0 || other.val == 0.0;
        Self::at(if zero { 0.0 } else { self.val * other.val })
    }

    /// Compares two places by their order on the real line.
    pub fn order(self, other: Self) -> Ordering {
        self.val.partial_cmp(&other.val).unwrap_or(Ordering::Equal).then(self.eps.cmp(&other.eps))
    }

    fn smaller(self, other: Self) -> Self {
        if other.order(self).is_lt() { other } else { self }
    }

    fn larger(self, other: Self) -> Self {
        if other.order(self).is_gt() { other } else { self }
    }

    fn after(self, domain: Domain) -> Self {
        match domain {
            Domain::Reals => self.plus(Self { val: 0.0, eps: 1 }),
            Domain::Integers => self.plus(Self::at(1.0)),
        }
    }
}

impl From<f64> for Limit {
    fn from(val: f64) -> Self {
        Self::at(val)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(Limit::at(number))
    }
}

impl From<Limit> for Value {
    fn from(limit: Limit) -> Self {
        Self::Number(limit)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl Machine {
    /// Sets a variable.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<Value>) -> &mut Self {
        self.names.insert(name.into(), value.into());
        self
    }

    /// Sets an array.
    pub fn set_array<T: Into<Value>>(
        &mut self,
        name: impl Into<String>,
        elements: impl IntoIterator<Item = T>,
    ) -> &mut Self {
        self.arrays.insert(name.into(), elements.into_iter().map(Into::into).collect());
        self
    }

    /// Returns the value of a variable.
    ///
    /// # Errors
    ///
    /// If the variable has no value.
    pub fn get(&self, name: &str) -> Result<Value, LoopletError> {
        self.names.get(name).copied().ok_or_else(|| LoopletError::UnknownName { name: name.to_string() })
    }

    /// Returns the value of an expression.
    ///
    /// # Errors
    ///
    /// If it reads a variable or an array that does not exist, or mixes numbers and truth values.
    pub fn value(&self, expr: &Expr) -> Result<Value, LoopletError> {
        match expr {
            Expr::Number(number) => Ok((*number).into()),
            Expr::Truth(truth) => Ok((*truth).into()),
            Expr::Eps => Ok(Limit { val: 0.0, eps: 1 }.into()),
            Expr::Name(name) => self.get(name),
            Expr::Element(array, at) => self.element(array, self.number(at)?.val),
            Expr::Last(array) => Ok(self.array(array)?.last().copied().unwrap_or(Limit::NOWHERE.into())),
            Expr::First(array, place) => {
                let place = self.number(place)?;
                let before = |stop: &&Value| matches!(stop, Value::Number(stop) if stop.order(place).is_lt());
                Ok((self.array(array)?.iter().take_while(before).count() as f64).into())
            }
            Expr::Access(tensor, _) => {
                let found = self.accesses.get(tensor).copied();
                found.ok_or_else(|| LoopletError::UnknownName { name: expr.to_string() })
            }
            Expr::Measure(_) => Ok(self.measure.into()),
            Expr::Call(op, args) => self.call(*op, args),
        }
    }

    fn array(&self, array: &str) -> Result<&[Value], LoopletError> {
        let found = self.arrays.get(array).map(Vec::as_slice);
        found.ok_or_else(|| LoopletError::UnknownArray { array: array.to_string() })
    }

    fn element(&self, array: &str, position: f64) -> Result<Value, LoopletError> {
        let elements = self.array(array)?;
        let found = (position >= 0.0 && position.fract() == 0.0).then(|| elements.get(position as usize).copied());
        let outside = || LoopletError::OutOfRange { array: array.to_string(), position, len: elements.len() };
        found.flatten().ok_or_else(outside)
    }

    /// Returns the value of an expression that is a number.
    fn number(&self, expr: &Expr) -> Result<Limit, LoopletError> {
        match self.value(expr)? {
            Value::Number(limit) => Ok(limit),
            Value::Truth(_) => Err(LoopletError::Kind { expr: expr.to_string(), wanted: "number" }),
        }
    }

    /// Returns the value of an expression that is a truth value.
    fn truth(&self, expr: &Expr) -> Result<bool, LoopletError> {
        match self.value(expr)? {
            Value::Truth(truth) => Ok(truth),
            Value::Number(_) => Err(LoopletError::Kind { expr: expr.to_string(), wanted: "truth value" }),
        }
    }

    fn call(&self, op: Op, args: &[Expr]) -> Result<Value, LoopletError> {
        if let Op::And | Op::Or = op {
            for arg in args {
                if self.truth(arg)? == (op == Op::Or) {
                    return Ok((op == Op::Or).into());
                }
            }
            return Ok((op == Op::And).into());
        }
        let wanted = match op {
            Op::Sub | Op::Less | Op::LessOrEqual | Op::Equal => 2,
            Op::DropEps => 1,
            _ => args.len(),
        };
        if args.len() != wanted {
            let expr = Expr::Call(op, args.to_vec()).to_string();
            return Err(LoopletError::Arguments { expr, found: args.len(), wanted });
        }
        let numbers: Vec<Limit> = args.iter().map(|arg| self.number(arg)).collect::<Result<_, _>>()?;
        let united =
            |start: f64, unite: fn(Limit, Limit) -> Limit| numbers.iter().copied().fold(Limit::at(start), unite);
        let order = || numbers[0].order(numbers[1]);
        Ok(match op {
            Op::Add => united(0.0, Limit::plus).into(),
            Op::Mul => united(1.0, Limit::times).into(),
            Op::Min => numbers.iter().copied().reduce(Limit::smaller).unwrap_or(Limit::at(f64::INFINITY)).into(),
            Op::Max => numbers.iter().copied().reduce(Limit::larger).unwrap_or(Limit::at(f64::NEG_INFINITY)).into(),
            Op::DropEps => numbers[0].val.into(),
            Op::Sub => numbers[0].minus(numbers[1]).into(),
            Op::Less => order().is_lt().into(),
            Op::LessOrEqual => order().is_le().into(),
            Op::Equal | Op::And | Op::Or => order().is_eq().into(),
        })
    }

    /// Runs the code.
    ///
    /// # Errors
    ///
    /// If the code reads a variable or an array that does not exist, has a loop without a defined result, or does not
    /// end.
    pub fn run(&mut self, code: &Code) -> Result<(), LoopletError> {
        match code {
            Code::Block(parts) => parts.iter().try_for_each(|part| self.run(part)),
            Code::Let { name, value, body } | Code::Var { name, value, body } => {
                let value = self.value(value)?;
                self.bound(name, value, |machine| machine.run(body))
            }
            Code::While { condition, body } => {
                while self.truth(condition)? {
                    self.turn()?;
                    self.run(body)?;
                }
                Ok(())
            }
            Code::For { index, start, stop, body } => {
                let (mut at, stop) = (self.number(start)?, self.number(stop)?);
                while at.order(stop).is_le() {
                    self.turn()?;
                    self.bound(index, at.into(), |machine| machine.run(body))?;
                    at = at.after(Domain::Integers);
                }
                Ok(())
            }
            Code::If { condition, then, otherwise } => {
                let body = if self.truth(condition)? { then } else { otherwise };
                self.run(body)
            }
            Code::Assign(update) => self.update(update),
            Code::Loop(pending) => self.define(pending),
        }
    }

    fn turn(&mut self) -> Result<(), LoopletError> {
        self.turns += 1;
        if self.turns > MOST_TURNS { Err(LoopletError::Endless { most: MOST_TURNS }) } else { Ok(()) }
    }

    /// Runs `body` with a value for a name, and restores the old value afterwards.
    fn bound<T>(
        &mut self,
        name: &str,
        value: Value,
        body: impl FnOnce(&mut Self) -> Result<T, LoopletError>,
    ) -> Result<T, LoopletError> {
        let old = self.names.insert(name.to_string(), value);
        let result = body(self);
        match old {
            Some(old) => self.names.insert(name.to_string(), old),
            None => self.names.remove(name),
        };
        result
    }

    fn update(&mut self, update: &Update) -> Result<(), LoopletError> {
        let target: Expr = update.target.as_str().into();
        let both = |op| Expr::call(op, [target.clone(), update.value.clone()]);
        let value = match update.op {
            AssignOp::Set => self.value(&update.value)?,
            AssignOp::Add => self.value(&both(Op::Add))?,
            AssignOp::Max => self.value(&both(Op::Max))?,
            AssignOp::Min => self.value(&both(Op::Min))?,
            AssignOp::And => self.value(&both(Op::And))?,
            AssignOp::Or => self.value(&both(Op::Or))?,
            AssignOp::Mul | AssignOp::Fold => return Err(LoopletError::NotLowered { op: update.op.sign() }),
        };
        self.names.insert(update.target.clone(), value);
        Ok(())
    }

    /// Runs a loop by its definition: each piece of each operand with each piece of the others.
    fn define(&mut self, pending: &Loop) -> Result<(), LoopletError> {
        let (start, stop) = (self.number(&pending.start)?, self.number(&pending.stop)?);
        let mut all = Vec::new();
        for operand in &pending.operands {
            let mut regions = Vec::new();
            self.pieces(&operand.nest(), pending, start, stop, &mut regions)?;
            all.push((operand.name.as_str(), regions));
        }
        self.meet(&all, pending, start, stop)
    }

    /// Combines the intersection of the pieces chosen so far with all pieces of the remaining operands.
    fn meet(
        &mut self,
        left: &[(&str, Vec<Region>)],
        pending: &Loop,
        start: Limit,
        stop: Limit,
    ) -> Result<(), LoopletError> {
        if start.order(stop).is_gt() {
            return Ok(());
        }
        let Some(((name, regions), rest)) = left.split_first() else { return self.reduce(pending, start, stop) };
        for region in regions {
            self.accesses.insert((*name).to_string(), region.value);
            self.meet(rest, pending, start.larger(region.start), stop.smaller(region.stop))?;
        }
        Ok(())
    }

    /// Performs the update for all places from `start` to `stop`, where each operand has one value.
    fn reduce(&mut self, pending: &Loop, start: Limit, stop: Limit) -> Result<(), LoopletError> {
        let Loop { index, domain, update, .. } = pending;
        if *domain == Domain::Integers {
            let mut at = start;
            self.measure = 1.0;
            while at.order(stop).is_le() {
                self.turn()?;
                self.bound(index, at.into(), |machine| machine.update(update))?;
                at = at.after(*domain);
            }
            return Ok(());
        }
        self.measure = stop.minus(start).val;
        if start == stop {
            return self.bound(index, start.into(), |machine| machine.update(update));
        }
        // A term that is zero at each place adds nothing, regardless of the number of places.
        let measured = update.value.mentions(&Expr::Measure(index.clone()));
        if update.op == AssignOp::Add && !measured && self.number(&update.value)?.val != 0.0 {
            return Err(LoopletError::SumOverInterval { index: index.clone(), value: update.value.to_string() });
        }
        self.update(update)
    }

    /// Adds the pieces of a nest between two places to `found`, in order.
    fn pieces(
        &mut self,
        nest: &Nest,
        of: &Loop,
        start: Limit,
        stop: Limit,
        found: &mut Vec<Region>,
    ) -> Result<(), LoopletError> {
        if start.order(stop).is_gt() {
            return Ok(());
        }
        match nest {
            Nest::Run(value) => found.push(Region { start, stop, value: self.value(value)? }),
            Nest::Phase(phase) => self.phase(phase, of, start, stop, found)?,
            Nest::Sequence(phases) => {
                let mut at = start;
                for phase in phases {
                    self.phase(phase, of, at, stop, found)?;
                    at = start.larger(self.number(&phase.stop)?.after(of.domain));
                }
            }
            Nest::Spike { body, at, tail } => {
                let before = Phase::to(of.domain.before(at.clone()), Nest::Run(body.clone()));
                let last = Phase::to(at.clone(), Nest::Run(tail.clone()));
                self.pieces(&Nest::sequence([before, last]), of, start, stop, found)?;
            }
            Nest::Stepper(steps) | Nest::Jumper(steps) => self.steps(steps, of, start, stop, found)?,
            Nest::Switch(cases) => {
                for (when, nest) in cases {
                    if self.truth(when)? {
                        return self.pieces(nest, of, start, stop, found);
                    }
                }
            }
            Nest::Lookup { index, body } => {
                let mut at = start;
                while at.order(stop).is_le() {
                    self.turn()?;
                    self.bound(index, at.into(), |machine| machine.pieces(body, of, at, at, found))?;
                    at = if of.domain == Domain::Reals { stop } else { at }.after(of.domain);
                }
            }
        }
        Ok(())
    }

    fn phase(
        &mut self,
        phase: &Phase,
        of: &Loop,
        start: Limit,
        stop: Limit,
        found: &mut Vec<Region>,
    ) -> Result<(), LoopletError> {
        let first = phase.start.as_ref().map_or(Ok(start), |first| self.number(first))?;
        let last = self.number(&phase.stop)?;
        self.pieces(&phase.body, of, start.larger(first), stop.smaller(last), found)
    }

    fn steps(
        &mut self,
        steps: &Steps,
        of: &Loop,
        start: Limit,
        stop: Limit,
        found: &mut Vec<Region>,
    ) -> Result<(), LoopletError> {
        let first = self.bound(Steps::SOUGHT, start.into(), |machine| machine.value(&steps.seek))?;
        self.bound(&steps.position, first, |machine| {
            let mut at = start;
            while at.order(stop).is_le() {
                machine.turn()?;
                let end = machine.number(&steps.stop)?;
                machine.pieces(&steps.body, of, at, stop.smaller(end), found)?;
                at = end.after(of.domain);
                let next = machine.value(&steps.next)?;
                machine.set(&steps.position, next);
            }
            Ok(())
        })
    }
}
