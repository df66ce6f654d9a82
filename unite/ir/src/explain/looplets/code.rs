//! Code in the course of lowering. It has branches, variables, updates, and [`Loop`]s that are not lowered yet, with
//! their operands as looplet nests.

use std::collections::BTreeSet;
use std::fmt;

use super::expr::{Expr, Op};
use super::level::Level;
use super::nest::Nest;
pub use crate::loops::AssignOp;

/// A statement.
///
/// ```
/// use unite_ir::explain::looplets::{Code, Expr};
///
/// let code = Code::bind("stop", Expr::min(["en".into(), "R".into()]), Code::set("s", "stop"));
/// assert_eq!(code.to_string(), "let stop = min(en, R)\ns = stop\n");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Code {
    /// Statements in sequence.
    Block(Vec<Code>),
    /// A name for a value, in `body`.
    Let {
        /// The name.
        name: String,
        /// The value.
        value: Expr,
        /// The scope of the name.
        body: Box<Code>,
    },
    /// A variable that `body` may set.
    Var {
        /// The name.
        name: String,
        /// The initial value.
        value: Expr,
        /// The scope of the variable.
        body: Box<Code>,
    },
    /// A loop that runs as long as the condition holds.
    While {
        /// The condition.
        condition: Expr,
        /// The repeated statement.
        body: Box<Code>,
    },
    /// A loop over all integers from `start` to `stop`, inclusive.
    For {
        /// The index.
        index: String,
        /// The first integer.
        start: Expr,
        /// The last integer.
        stop: Expr,
        /// The repeated statement.
        body: Box<Code>,
    },
    /// A branch.
    If {
        /// The condition.
        condition: Expr,
        /// The statement that runs if the condition holds.
        then: Box<Code>,
        /// The statement that runs if it does not.
        otherwise: Box<Code>,
    },
    /// An update of a variable.
    Assign(Update),
    /// A loop that is not lowered yet.
    Loop(Box<Loop>),
}

/// An update `target op value`.
#[derive(Debug, Clone, PartialEq)]
pub struct Update {
    /// The variable.
    pub target: String,
    /// The operator that combines the target and the value.
    pub op: AssignOp,
    /// The value.
    pub value: Expr,
}

/// The set of places of a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// Real numbers: the place after `x` is `x + eps`.
    Reals,
    /// Integers: the place after `x` is `x + 1`.
    Integers,
}

/// The number of places that a loop may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Any number of places.
    Interval,
    /// One place: `start` and `stop` are the same.
    Point,
}

/// A loop over places, with one update in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Loop {
    /// The index.
    pub index: String,
    /// The set that the index ranges over.
    pub domain: Domain,
    /// The first place. It is at most `stop`: the code that creates a loop also tests that it is not empty.
    pub start: Expr,
    /// The last place.
    pub stop: Expr,
    /// The number of places between the two, as far as the expressions show it.
    pub extent: Extent,
    /// The tensors that the value reads at the index.
    pub operands: Vec<Operand>,
    /// The update at each place.
    pub update: Update,
}

/// A tensor that a loop reads.
#[derive(Debug, Clone, PartialEq)]
pub struct Operand {
    /// Its name.
    pub name: String,
    /// The description of its looplets.
    pub form: Form,
}

/// The description of an operand.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    /// The format in which it is stored.
    Level(Level),
    /// Its looplets on the range of the loop.
    Nest(Nest),
}

impl Domain {
    /// Returns the distance between neighbouring places.
    pub fn step(self) -> Expr {
        match self {
            Self::Reals => Expr::Eps,
            Self::Integers => 1.0.into(),
        }
    }

    /// Returns the place after `place`.
    pub fn after(self, place: Expr) -> Expr {
        place + self.step()
    }

    /// Returns the place before `place`.
    pub fn before(self, place: Expr) -> Expr {
        place - self.step()
    }
}

impl Update {
    /// Creates the update `target op value`.
    pub fn new(target: impl Into<String>, op: AssignOp, value: impl Into<Expr>) -> Self {
        Self { target: target.into(), op, value: value.into() }
    }
}

impl Operand {
    /// Creates an operand from its looplets.
    pub fn new(name: impl Into<String>, nest: Nest) -> Self {
        Self { name: name.into(), form: Form::Nest(nest) }
    }

    /// Returns its looplets.
    pub fn nest(&self) -> Nest {
        match &self.form {
            Form::Level(level) => level.looplets(),
            Form::Nest(nest) => nest.clone(),
        }
    }

    fn map(&self, change: &impl Fn(&Expr) -> Expr) -> Self {
        let form = match &self.form {
            Form::Level(level) => Form::Level(level.clone()),
            Form::Nest(nest) => Form::Nest(nest.map(change)),
        };
        Self { name: self.name.clone(), form }
    }
}

impl From<Level> for Operand {
    fn from(level: Level) -> Self {
        Self { name: level.name.clone(), form: Form::Level(level) }
    }
}

impl Loop {
    /// Creates a loop that performs `update` for all `index` from `st` to `en`.
    pub fn new(update: Update, index: &str, domain: Domain, operands: impl Into<Vec<Operand>>) -> Self {
        let (index, operands) = (index.to_string(), operands.into());
        Self { index, domain, start: "st".into(), stop: "en".into(), extent: Extent::Interval, operands, update }
    }

    /// Creates the loop `target += x[i] * y[i] * .. * d(i)` for all `i` from `st` to `en`.
    pub fn dot_product(target: &str, index: &str, domain: Domain, operands: impl Into<Vec<Operand>>) -> Self {
        let operands = operands.into();
        let accesses = operands.iter().map(|operand| Expr::access(&operand.name, index));
        let value = Expr::call(Op::Mul, accesses.chain([Expr::Measure(index.to_string())]));
        Self::new(Update::new(target, AssignOp::Add, value), index, domain, operands)
    }

    /// Adds all variables that the loop mentions to `names`.
    pub(super) fn names(&self, names: &mut BTreeSet<String>) {
        names.extend([self.index.clone(), self.update.target.clone()]);
        [&self.start, &self.stop, &self.update.value].into_iter().for_each(|expr| expr.names(names));
        self.operands.iter().for_each(|operand| operand.nest().names(names));
    }

    /// Returns the loop with `change` applied to all of its expressions.
    pub(super) fn map(&self, change: &impl Fn(&Expr) -> Expr) -> Self {
        Self {
            start: change(&self.start),
            stop: change(&self.stop),
            operands: self.operands.iter().map(|operand| operand.map(change)).collect(),
            update: Update { value: change(&self.update.value), ..self.update.clone() },
            ..self.clone()
        }
    }
}

impl Code {
    /// The code that does nothing.
    pub const NOTHING: Self = Self::Block(Vec::new());

    /// Creates `let name = value` in `body`.
    pub fn bind(name: impl Into<String>, value: impl Into<Expr>, body: Self) -> Self {
        Self::Let { name: name.into(), value: value.into(), body: Box::new(body) }
    }

    /// Creates `var name = value` in `body`.
    pub fn variable(name: impl Into<String>, value: impl Into<Expr>, body: Self) -> Self {
        Self::Var { name: name.into(), value: value.into(), body: Box::new(body) }
    }

    /// Creates the assignment `target = value`.
    pub fn set(target: impl Into<String>, value: impl Into<Expr>) -> Self {
        Self::Assign(Update::new(target, AssignOp::Set, value))
    }

    /// Creates the branch `if condition then`.
    pub fn when(condition: Expr, then: Self) -> Self {
        Self::branch(condition, then, Self::NOTHING)
    }

    /// Creates the branch `if condition then else otherwise`.
    pub fn branch(condition: Expr, then: Self, otherwise: Self) -> Self {
        Self::If { condition, then: Box::new(then), otherwise: Box::new(otherwise) }
    }

    /// Creates the loop `while condition body`.
    pub fn repeat(condition: Expr, body: Self) -> Self {
        Self::While { condition, body: Box::new(body) }
    }

    /// Returns whether the code is [`Code::NOTHING`].
    pub fn is_nothing(&self) -> bool {
        *self == Self::NOTHING
    }

    /// Returns the loops that are not lowered yet, in the order of the text.
    pub fn loops(&self) -> Vec<&Loop> {
        match self {
            Self::Loop(pending) => vec![pending],
            code => code.parts().into_iter().flat_map(Self::loops).collect(),
        }
    }

    /// Returns the statements directly below.
    pub(super) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Block(parts) => parts.iter().collect(),
            Self::Let { body, .. } | Self::Var { body, .. } | Self::While { body, .. } | Self::For { body, .. } => {
                vec![body]
            }
            Self::If { then, otherwise, .. } => vec![then, otherwise],
            Self::Assign(_) | Self::Loop(_) => Vec::new(),
        }
    }

    /// Returns the code with `change` applied to all of its expressions.
    pub(super) fn map(&self, change: &impl Fn(&Expr) -> Expr) -> Self {
        let boxed = |code: &Self| Box::new(code.map(change));
        match self {
            Self::Block(parts) => Self::Block(parts.iter().map(|part| part.map(change)).collect()),
            Self::Let { name, value, body } => Self::bind(name, change(value), body.map(change)),
            Self::Var { name, value, body } => Self::variable(name, change(value), body.map(change)),
            Self::While { condition, body } => Self::repeat(change(condition), body.map(change)),
            Self::For { index, start, stop, body } => {
                Self::For { index: index.clone(), start: change(start), stop: change(stop), body: boxed(body) }
            }
            Self::If { condition, then, otherwise } => {
                Self::branch(change(condition), then.map(change), otherwise.map(change))
            }
            Self::Assign(update) => Self::Assign(Update { value: change(&update.value), ..update.clone() }),
            Self::Loop(pending) => Self::Loop(Box::new(pending.map(change))),
        }
    }

    /// Returns whether the code sets a variable that is not declared inside.
    pub(super) fn has_effect(&self, local: &mut Vec<String>) -> bool {
        match self {
            Self::Assign(update) => !local.contains(&update.target),
            Self::Loop(pending) => !local.contains(&pending.update.target),
            Self::Var { name, body, .. } => {
                local.push(name.clone());
                let effect = body.has_effect(local);
                local.pop();
                effect
            }
            code => code.parts().into_iter().any(|part| part.has_effect(local)),
        }
    }

    /// Returns whether the code sets the variable.
    pub(super) fn sets(&self, variable: &str) -> bool {
        match self {
            Self::Assign(update) => update.target == variable,
            Self::Loop(pending) => pending.update.target == variable,
            code => code.parts().into_iter().any(|part| part.sets(variable)),
        }
    }

    fn write(&self, f: &mut dyn fmt::Write, depth: usize) -> fmt::Result {
        let margin = "    ".repeat(depth);
        match self {
            Self::Block(parts) => parts.iter().try_for_each(|part| part.write(f, depth)),
            Self::Let { name, value, body } => {
                writeln!(f, "{margin}let {name} = {value}")?;
                body.write(f, depth)
            }
            Self::Var { name, value, body } => {
                writeln!(f, "{margin}var {name} = {value}")?;
                body.write(f, depth)
            }
            Self::While { condition, body } => {
                writeln!(f, "{margin}while {condition}")?;
                body.write(f, depth + 1)
            }
            Self::For { index, start, stop, body } => {
                writeln!(f, "{margin}for {index} = {start}:{stop}")?;
                body.write(f, depth + 1)
            }
            Self::If { condition, then, otherwise } => {
                writeln!(f, "{margin}if {condition}")?;
                then.write(f, depth + 1)?;
                if otherwise.is_nothing() {
                    return Ok(());
                }
                writeln!(f, "{margin}else")?;
                otherwise.write(f, depth + 1)
            }
            Self::Assign(update) => writeln!(f, "{margin}{update}"),
            Self::Loop(pending) => pending.write(f, &margin),
        }
    }
}

impl Loop {
    fn write(&self, f: &mut dyn fmt::Write, margin: &str) -> fmt::Result {
        writeln!(f, "{margin}for {} = {}:{}", self.index, self.start, self.stop)?;
        let margin = format!("{margin}    ");
        writeln!(f, "{margin}{}", self.update)?;
        let width = self.operands.iter().map(|operand| operand.name.chars().count()).max().unwrap_or(0);
        for (n, operand) in self.operands.iter().enumerate() {
            let word = if n == 0 { "where" } else { "" };
            let head = format!("{margin}{word:5} {:width$} = ", operand.name);
            f.write_str(&head)?;
            match &operand.form {
                Form::Level(level) => writeln!(f, "{level}")?,
                Form::Nest(nest) => nest.write(f, &" ".repeat(head.chars().count()))?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.target, self.op.sign(), self.value)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

impl From<Loop> for Code {
    fn from(pending: Loop) -> Self {
        Self::Loop(Box::new(pending))
    }
}
