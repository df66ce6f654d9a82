//! Looplets as a tree: [`Nest`]. A nest describes a function on the whole line, or on the part of the line that the
//! looplets above it in the tree leave to it. Bounds are places that belong to the piece: `3.1 - eps` ends a piece
//! right before 3.1.
//!
//! The tree is symbolic: looplets of any kind can be described by such a tree, if necessary with names as plain text.

use std::collections::BTreeSet;
use std::fmt;

use super::expr::Expr;

/// A looplet and the looplets below it.
///
/// ```
/// use unite_ir::explain::looplets::Nest;
///
/// // 4 on [3.1, 5], else 0.
/// let nest = Nest::pieces(0.0, [(3.1.into(), 5.0.into(), 4.0.into())]);
/// assert_eq!(
///     nest.to_string(),
///     "\
/// Sequence
/// ├─ Phase ..= 3.1 - eps: Run 0
/// ├─ Phase ..= 5: Run 4
/// └─ Phase ..= inf: Run 0
/// "
/// );
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Nest {
    /// Random access: the value at the place `index` is `body`.
    Lookup {
        /// The name of the place in `body`.
        index: String,
        /// The looplet at the place.
        body: Box<Nest>,
    },
    /// A constant value.
    Run(Expr),
    /// A constant value, except at the last place, which has another one.
    Spike {
        /// The value before the last place.
        body: Expr,
        /// The last place.
        at: Expr,
        /// The value at the last place.
        tail: Expr,
    },
    /// A looplet on a part of the line.
    Phase(Box<Phase>),
    /// Phases in sequence, listed in the tree.
    Sequence(Vec<Phase>),
    /// Pieces of one shape in sequence, as many as the data has, visited one by one.
    Stepper(Box<Steps>),
    /// Pieces as of a stepper, for an operand that leads: a long piece is visited whole, even if it meets many pieces
    /// of others.
    Jumper(Box<Steps>),
    /// The first case whose condition holds.
    Switch(Vec<(Expr, Nest)>),
}

/// A looplet on a part of the line, ends included.
#[derive(Debug, Clone, PartialEq)]
pub struct Phase {
    /// The first place; if `None`, the one after the previous phase, or the beginning of the range.
    pub start: Option<Expr>,
    /// The last place.
    pub stop: Expr,
    /// The looplet on this part.
    pub body: Nest,
}

/// The pieces of a stepper or of a jumper.
#[derive(Debug, Clone, PartialEq)]
pub struct Steps {
    /// The name of the position among the pieces.
    pub position: String,
    /// The position of the first piece that ends at or after the place [`Steps::SOUGHT`].
    pub seek: Expr,
    /// The last place of the piece at the position.
    pub stop: Expr,
    /// The next position.
    pub next: Expr,
    /// The piece at the position: from the end of the previous piece to `stop`.
    pub body: Nest,
}

impl Steps {
    /// The name of the place that `seek` searches for.
    pub const SOUGHT: &'static str = "j";

    /// Creates pieces that end at the elements of the array `stops`, one piece per element.
    pub fn over(stops: &str, position: &str, body: Nest) -> Self {
        Self {
            position: position.to_string(),
            seek: Expr::first(stops, Self::SOUGHT),
            stop: Expr::element(stops, position),
            next: Expr::from(position) + 1.0.into(),
            body,
        }
    }

    pub(super) fn map(&self, change: &impl Fn(&Expr) -> Expr) -> Self {
        Self {
            position: self.position.clone(),
            seek: change(&self.seek),
            stop: change(&self.stop),
            next: change(&self.next),
            body: self.body.map(change),
        }
    }
}

impl Phase {
    /// Creates a phase from the end of the previous phase to `stop`.
    pub fn to(stop: impl Into<Expr>, body: Nest) -> Self {
        Self { start: None, stop: stop.into(), body }
    }

    /// Creates a phase from `start` to `stop`.
    pub fn between(start: impl Into<Expr>, stop: impl Into<Expr>, body: Nest) -> Self {
        Self { start: Some(start.into()), stop: stop.into(), body }
    }

    pub(super) fn map(&self, change: &impl Fn(&Expr) -> Expr) -> Self {
        Self { start: self.start.as_ref().map(change), stop: change(&self.stop), body: self.body.map(change) }
    }

    fn names(&self, names: &mut BTreeSet<String>) {
        [self.start.as_ref(), Some(&self.stop)].into_iter().flatten().for_each(|expr| expr.names(names));
        self.body.names(names);
    }

    fn title(&self) -> String {
        match &self.start {
            Some(start) => format!("Phase {start} ..= {}", self.stop),
            None => format!("Phase ..= {}", self.stop),
        }
    }
}

impl Nest {
    /// Creates a constant value.
    pub fn run(value: impl Into<Expr>) -> Self {
        Self::Run(value.into())
    }

    /// Creates a lookup: `body` at each place, which it names `index`.
    pub fn lookup(index: impl Into<String>, body: Nest) -> Self {
        Self::Lookup { index: index.into(), body: Box::new(body) }
    }

    /// Creates a spike: `tail` at the place `at`, and `body` before it.
    pub fn spike(body: impl Into<Expr>, at: impl Into<Expr>, tail: impl Into<Expr>) -> Self {
        Self::Spike { body: body.into(), at: at.into(), tail: tail.into() }
    }

    /// Creates a looplet on a part of the line.
    pub fn phase(phase: Phase) -> Self {
        Self::Phase(Box::new(phase))
    }

    /// Creates a sequence of phases.
    pub fn sequence(phases: impl IntoIterator<Item = Phase>) -> Self {
        Self::Sequence(phases.into_iter().collect())
    }

    /// Creates pieces that are visited one by one.
    pub fn stepper(steps: Steps) -> Self {
        Self::Stepper(Box::new(steps))
    }

    /// Creates pieces of an operand that may lead.
    pub fn jumper(steps: Steps) -> Self {
        Self::Jumper(Box::new(steps))
    }

    /// Creates a switch to the first case that holds; use the condition `true` for the default.
    pub fn switch(cases: impl IntoIterator<Item = (Expr, Nest)>) -> Self {
        Self::Switch(cases.into_iter().collect())
    }

    /// Creates disjoint pieces of the real line (first place, last place, value), in order; `fill` elsewhere.
    pub fn pieces(fill: impl Into<Expr>, pieces: impl IntoIterator<Item = (Expr, Expr, Expr)>) -> Self {
        let fill = Self::Run(fill.into());
        let mut phases = Vec::new();
        for (start, stop, value) in pieces {
            phases.push(Phase::to(start.before(), fill.clone()));
            phases.push(Phase::to(stop, Self::Run(value)));
        }
        phases.push(Phase::to(Expr::INFINITY, fill));
        Self::Sequence(phases)
    }

    /// Returns the tree with `change` applied to all bounds and values.
    pub(super) fn map(&self, change: &impl Fn(&Expr) -> Expr) -> Self {
        match self {
            Self::Lookup { index, body } => Self::lookup(index.clone(), body.map(change)),
            Self::Run(value) => Self::Run(change(value)),
            Self::Spike { body, at, tail } => Self::spike(change(body), change(at), change(tail)),
            Self::Phase(phase) => Self::phase(phase.map(change)),
            Self::Sequence(phases) => Self::sequence(phases.iter().map(|phase| phase.map(change))),
            Self::Stepper(steps) => Self::stepper(steps.map(change)),
            Self::Jumper(steps) => Self::jumper(steps.map(change)),
            Self::Switch(cases) => Self::switch(cases.iter().map(|(when, nest)| (change(when), nest.map(change)))),
        }
    }

    /// Returns the tree with `from` replaced by `to` in all bounds and values.
    pub fn replace(&self, from: &Expr, to: &Expr) -> Self {
        self.map(&|expr| expr.replace(from, to))
    }

    /// Adds the free variables of the tree to `names`.
    pub(super) fn names(&self, names: &mut BTreeSet<String>) {
        match self {
            Self::Run(value) => value.names(names),
            Self::Spike { body, at, tail } => [body, at, tail].into_iter().for_each(|expr| expr.names(names)),
            Self::Phase(phase) => phase.names(names),
            Self::Sequence(phases) => phases.iter().for_each(|phase| phase.names(names)),
            Self::Lookup { index, body } => without(&[index], names, |names| body.names(names)),
            Self::Stepper(steps) | Self::Jumper(steps) => without(&[&steps.position, Steps::SOUGHT], names, |names| {
                [&steps.seek, &steps.stop, &steps.next].into_iter().for_each(|expr| expr.names(names));
                steps.body.names(names);
            }),
            Self::Switch(cases) => cases.iter().for_each(|(when, nest)| {
                when.names(names);
                nest.names(names);
            }),
        }
    }

    /// Returns the text of the root, without the looplets below it.
    fn title(&self) -> String {
        match self {
            Self::Lookup { index, .. } => format!("Lookup {index}"),
            Self::Run(value) => format!("Run {value}"),
            Self::Spike { body, at, tail } => format!("Spike {body}, then {tail} at {at}"),
            Self::Phase(phase) => phase.title(),
            Self::Sequence(_) => "Sequence".to_string(),
            Self::Stepper(steps) => format!("Stepper {steps}"),
            Self::Jumper(steps) => format!("Jumper {steps}"),
            Self::Switch(_) => "Switch".to_string(),
        }
    }

    /// Returns the looplets below, each with the text to print before its title.
    fn below(&self) -> Vec<(String, &Nest)> {
        match self {
            Self::Run(_) | Self::Spike { .. } => Vec::new(),
            Self::Lookup { body, .. } => vec![(String::new(), body)],
            Self::Phase(phase) => vec![(String::new(), &phase.body)],
            Self::Stepper(steps) | Self::Jumper(steps) => vec![(String::new(), &steps.body)],
            Self::Sequence(phases) => phases.iter().map(|phase| (phase.title(), &phase.body)).collect(),
            Self::Switch(cases) => {
                let when = |condition: &Expr| match condition {
                    Expr::Truth(true) => "else".to_string(),
                    condition => format!("if {condition}"),
                };
                cases.iter().map(|(condition, nest)| (when(condition), nest)).collect()
            }
        }
    }

    fn is_leaf(&self) -> bool {
        matches!(self, Self::Run(_) | Self::Spike { .. })
    }

    /// Writes the tree. Each line but the first begins with `margin`. A leaf is written on the line of its parent.
    pub(super) fn write(&self, f: &mut dyn fmt::Write, margin: &str) -> fmt::Result {
        write!(f, "{}", self.title())?;
        self.write_below(f, margin)
    }

    fn write_below(&self, f: &mut dyn fmt::Write, margin: &str) -> fmt::Result {
        let below = self.below();
        if let (Self::Phase(_) | Self::Lookup { .. }, [(_, only)]) = (self, below.as_slice())
            && only.is_leaf()
        {
            return writeln!(f, ": {}", only.title());
        }
        writeln!(f)?;
        for (n, (label, nest)) in below.iter().enumerate() {
            let (branch, rest) = if n + 1 < below.len() { ("├─ ", "│  ") } else { ("└─ ", "   ") };
            let margin = format!("{margin}{rest}");
            write!(f, "{}{branch}", &margin[..margin.len() - rest.len()])?;
            match label.as_str() {
                "" => nest.write(f, &margin)?,
                label if nest.is_leaf() => writeln!(f, "{label}: {}", nest.title())?,
                label => {
                    writeln!(f, "{label}")?;
                    write!(f, "{margin}└─ ")?;
                    nest.write(f, &format!("{margin}   "))?;
                }
            }
        }
        Ok(())
    }
}

/// Adds the names that `mentioned` adds, except those in `bound`.
fn without(bound: &[&str], names: &mut BTreeSet<String>, mentioned: impl FnOnce(&mut BTreeSet<String>)) {
    let mut inner = BTreeSet::new();
    mentioned(&mut inner);
    names.extend(inner.into_iter().filter(|name| !bound.contains(&name.as_str())));
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, seek, stop, next, .. } = self;
        write!(f, "{position}: seek({}) = {seek}; stop = {stop}; next = {next}", Self::SOUGHT)
    }
}

impl fmt::Display for Nest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, "")
    }
}
