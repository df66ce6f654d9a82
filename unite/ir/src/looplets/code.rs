//! Code between the loop as it is written and the loops that run: branches, variables, updates, and [`Loop`]s that are
//! still to be lowered, with their operands as looplet nests.

use std::collections::BTreeSet;
use std::fmt;

use super::expr::{Expr, Op};
use super::level::Level;
use super::nest::Nest;
pub use crate::loops::AssignOp;

/// A statement.
///
/// ```
/// use unite_ir::looplets::{Code, Expr};
///
/// let code = Code::bind("stop", Expr::min(["en".into(), "R".into()]), Code::set("s", "stop"));
/// assert_eq!(code.to_string(), "let stop = min(en, R)\ns = stop\n");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Code {
    /// One after the other.
    Block(Vec<Code>),
    /// A name for a value, in `body`.
    Let {
        /// The name.
        name: String,
        /// The value.
        value: Expr,
        /// Where it holds.
        body: Box<Code>,
    },
    /// A variable that `body` may set.
    Var {
        /// The name.
        name: String,
        /// The value at first.
        value: Expr,
        /// Where it holds.
        body: Box<Code>,
    },
    /// As long as the condition holds.
    While {
        /// The condition.
        condition: Expr,
        /// What is repeated.
        body: Box<Code>,
    },
    /// For all integers from `start` to `stop`.
    For {
        /// The index.
        index: String,
        /// The first.
        start: Expr,
        /// The last.
        stop: Expr,
        /// What is repeated.
        body: Box<Code>,
    },
    /// A branch.
    If {
        /// The condition.
        condition: Expr,
        /// What is done where it holds.
        then: Box<Code>,
        /// What is done else.
        otherwise: Box<Code>,
    },
    /// An update of a variable.
    Assign(Update),
    /// A loop that is still to be lowered.
    Loop(Box<Loop>),
}

/// `target op value`
#[derive(Debug, Clone, PartialEq)]
pub struct Update {
    /// The variable.
    pub target: String,
    /// How the value enters.
    pub op: AssignOp,
    /// The value.
    pub value: Expr,
}

/// What the places of a loop are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// Real numbers: the place after `x` is `x + eps`.
    Reals,
    /// Integers: the place after `x` is `x + 1`.
    Integers,
}

/// How many places a loop may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Any number.
    Interval,
    /// One: `start` and `stop` are the same place.
    Point,
}

/// A loop over places, with one update in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Loop {
    /// The index.
    pub index: String,
    /// What it counts.
    pub domain: Domain,
    /// The first place. It is not behind `stop`: who makes a loop tests that it has places.
    pub start: Expr,
    /// The last place.
    pub stop: Expr,
    /// How many places lie between the two, as far as the expressions show.
    pub extent: Extent,
    /// The tensors that the value reads at the index.
    pub operands: Vec<Operand>,
    /// What is done at each place.
    pub update: Update,
}

/// A tensor that a loop reads.
#[derive(Debug, Clone, PartialEq)]
pub struct Operand {
    /// Its name.
    pub name: String,
    /// What is known of it.
    pub form: Form,
}

/// What is known of an operand.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    /// In which format it is stored.
    Level(Level),
    /// Its looplets on the range of the loop.
    Nest(Nest),
}

impl Domain {
    /// The distance between neighbours.
    pub fn step(self) -> Expr {
        match self {
            Self::Reals => Expr::Eps,
            Self::Integers => 1.0.into(),
        }
    }

    /// The place after `place`.
    pub fn after(self, place: Expr) -> Expr {
        place + self.step()
    }

    /// The place before `place`.
    pub fn before(self, place: Expr) -> Expr {
        place - self.step()
    }
}

impl Update {
    /// `target op value`
    pub fn new(target: impl Into<String>, op: AssignOp, value: impl Into<Expr>) -> Self {
        Self { target: target.into(), op, value: value.into() }
    }
}

impl Operand {
    /// An operand of known looplets.
    pub fn new(name: impl Into<String>, nest: Nest) -> Self {
        Self { name: name.into(), form: Form::Nest(nest) }
    }

    /// Its looplets.
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
    /// `update` for all `index` from `st` to `en`.
    pub fn new(update: Update, index: &str, domain: Domain, operands: impl Into<Vec<Operand>>) -> Self {
        let (index, operands) = (index.to_string(), operands.into());
        Self { index, domain, start: "st".into(), stop: "en".into(), extent: Extent::Interval, operands, update }
    }

    /// `target += x[i] * y[i] * .. * d(i)` for all `i` from `st` to `en`.
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

    /// The loop with other expressions, wherever there are any.
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
    /// Nothing is done.
    pub const NOTHING: Self = Self::Block(Vec::new());

    /// `let name = value` in `body`.
    pub fn bind(name: impl Into<String>, value: impl Into<Expr>, body: Self) -> Self {
        Self::Let { name: name.into(), value: value.into(), body: Box::new(body) }
    }

    /// `var name = value` in `body`.
    pub fn variable(name: impl Into<String>, value: impl Into<Expr>, body: Self) -> Self {
        Self::Var { name: name.into(), value: value.into(), body: Box::new(body) }
    }

    /// `target = value`
    pub fn set(target: impl Into<String>, value: impl Into<Expr>) -> Self {
        Self::Assign(Update::new(target, AssignOp::Set, value))
    }

    /// `if condition then`
    pub fn when(condition: Expr, then: Self) -> Self {
        Self::branch(condition, then, Self::NOTHING)
    }

    /// `if condition then else otherwise`
    pub fn branch(condition: Expr, then: Self, otherwise: Self) -> Self {
        Self::If { condition, then: Box::new(then), otherwise: Box::new(otherwise) }
    }

    /// `while condition body`
    pub fn repeat(condition: Expr, body: Self) -> Self {
        Self::While { condition, body: Box::new(body) }
    }

    /// Whether it is [`Code::NOTHING`].
    pub fn is_nothing(&self) -> bool {
        *self == Self::NOTHING
    }

    /// Loops that are still to be lowered, in their order in the text.
    pub fn loops(&self) -> Vec<&Loop> {
        match self {
            Self::Loop(pending) => vec![pending],
            code => code.parts().into_iter().flat_map(Self::loops).collect(),
        }
    }

    /// The statements right below.
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

    /// The code with other expressions, wherever there are any.
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

    /// Whether a variable that is not made inside is set.
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

    /// Whether the variable is set somewhere inside.
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
