//! The language of the stages: loops over the pieces of operands, and over regions that are intersections of pieces.
//!
//! ```text
//! step   = "for" p "in" tensor[path]: step           the pieces of an axis, fill too: they cover the line
//!        | "for" i "in" region: step                 the places of a region
//!        | "if" region "is a point:" step "else:" step
//!        | "if" region "is not empty:" step
//!        | "if" term: step | "let" name "=" term: step | target[spot, ..] op term
//!        | "refuse" term "!= 0 over" region          no sum over an interval
//! region = part "^" part ..                          part: a piece mapped back through an index, or a range
//! ```

use super::super::{AssignOp, BinaryOp, UnaryOp};
use crate::loops::interpret::{AxisKind, Value};

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// A number or truth value.
    Constant(Value),
    /// An index, a `let`, or a scalar of the program around.
    Name(String),
    /// `A.val[a]`: what a tensor holds at the end of a path.
    Held(Path),
    /// `d(i)`: the length of the region of a loop.
    Measure(String),
    /// `max(0, length(region))`
    Length(Extent),
    /// `left(region)`: the place of a region that is a point.
    Left(Extent),
    /// One operand.
    Unary(UnaryOp, Box<Term>),
    /// Two operands.
    Binary(BinaryOp, Box<Term>, Box<Term>),
    /// A function or method; the receiver is the first argument.
    Call(String, Vec<Term>),
    /// `a as f64`
    Cast(Box<Term>, String),
}

/// A way down a tensor, a step for each axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    /// The tensor.
    pub tensor: String,
    /// As many as there are axes, or fewer for a node above the last.
    pub selectors: Vec<Selector>,
}

/// What is chosen along an axis.
#[derive(Debug, Clone, PartialEq)]
pub enum Selector {
    /// The piece that a loop is at.
    Piece(String),
    /// The piece at a place.
    At(Term),
}

/// The region of a loop.
#[derive(Debug, Clone, PartialEq)]
pub struct Extent {
    /// What its places are.
    pub kind: AxisKind,
    /// What it is the intersection of; the line without any.
    pub parts: Vec<Part>,
}

/// A part of an intersection.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// From the first to the second, both included.
    Range(Term, Term),
    /// The places x for which `scale * x + offset` is in a piece: the last selector of the path.
    Inverse {
        /// The piece.
        piece: Path,
        /// Factor of the index.
        scale: Term,
        /// What is added.
        offset: Term,
    },
}

/// Where an assignment writes along an axis.
#[derive(Debug, Clone, PartialEq)]
pub enum Spot {
    /// At one place.
    At(Term),
    /// At `scale * x + offset` for all x of a region.
    Run {
        /// The region.
        extent: Extent,
        /// Factor of its places.
        scale: Term,
        /// What is added.
        offset: Term,
    },
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// The pieces of the axis behind a path.
    Pieces {
        /// The name of the piece.
        var: String,
        /// Where the axis is.
        path: Path,
        /// What is done for each.
        body: Box<Step>,
    },
    /// The places of a region.
    For {
        /// The index.
        var: String,
        /// Where it goes.
        extent: Extent,
        /// What is done at each.
        body: Box<Step>,
    },
    /// Whether a region is one place.
    IfPoint {
        /// The region.
        extent: Extent,
        /// If it is.
        then: Box<Step>,
        /// If it is empty or has several.
        otherwise: Box<Step>,
    },
    /// Whether a region has a place.
    IfNotEmpty {
        /// The region.
        extent: Extent,
        /// If it has.
        body: Box<Step>,
    },
    /// Whether a truth value holds.
    If {
        /// The truth value.
        condition: Term,
        /// If it does.
        body: Box<Step>,
    },
    /// A name for a scalar.
    Let {
        /// The name.
        name: String,
        /// What it stands for.
        value: Term,
        /// Where it does so.
        body: Box<Step>,
    },
    /// A value enters an output.
    Assign {
        /// The output.
        target: String,
        /// Where along each of its axes.
        spots: Vec<Spot>,
        /// How.
        op: AssignOp,
        /// The value.
        value: Term,
    },
    /// An error where the value is not 0 and the region not empty: a sum over an interval.
    Refuse {
        /// What would be assigned to.
        target: String,
        /// The index that is summed over.
        index: String,
        /// Its region.
        extent: Extent,
        /// What would be added at each place.
        value: Term,
    },
    /// Nothing.
    Nothing,
}

/// A program at some stage.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// Which pass it comes from.
    pub title: &'static str,
    /// One for each nest.
    pub nests: Vec<Step>,
}

impl Term {
    /// The number of an integer.
    pub(crate) fn integer(x: i64) -> Term {
        Term::Constant(x.into())
    }

    /// Whether it is a number that is known, and this one.
    pub(crate) fn is(&self, x: i64) -> bool {
        *self == Term::integer(x)
    }

    /// The terms right below.
    pub(crate) fn children(&self) -> Vec<&Term> {
        match self {
            Term::Constant(_) | Term::Name(_) | Term::Measure(_) => Vec::new(),
            Term::Held(path) => path.terms(),
            Term::Length(extent) | Term::Left(extent) => extent.terms(),
            Term::Unary(_, operand) | Term::Cast(operand, _) => vec![operand],
            Term::Binary(_, left, right) => vec![left, right],
            Term::Call(_, arguments) => arguments.iter().collect(),
        }
    }

    /// Whether `test` holds for it or a part of it.
    pub(crate) fn any(&self, test: &dyn Fn(&Term) -> bool) -> bool {
        test(self) || self.children().into_iter().any(|child| child.any(test))
    }

    /// Whether it contains a name.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.any(&|part| matches!(part, Term::Name(n) if n == name))
    }

    /// Whether it contains the measure of an index.
    pub(crate) fn measures(&self, index: &str) -> bool {
        self.any(&|part| matches!(part, Term::Measure(n) if n == index))
    }

    /// With `change` of each part, parts before the whole.
    pub(crate) fn rewritten(&self, change: &dyn Fn(Term) -> Term) -> Term {
        let boxed = |term: &Term| Box::new(term.rewritten(change));
        change(match self {
            Term::Constant(_) | Term::Name(_) | Term::Measure(_) => self.clone(),
            Term::Held(path) => Term::Held(path.rewritten(change)),
            Term::Length(extent) => Term::Length(extent.rewritten(change)),
            Term::Left(extent) => Term::Left(extent.rewritten(change)),
            Term::Unary(op, operand) => Term::Unary(*op, boxed(operand)),
            Term::Cast(operand, to) => Term::Cast(boxed(operand), to.clone()),
            Term::Binary(op, left, right) => Term::Binary(*op, boxed(left), boxed(right)),
            Term::Call(name, arguments) => {
                Term::Call(name.clone(), arguments.iter().map(|term| term.rewritten(change)).collect())
            }
        })
    }
}

impl Path {
    pub(crate) fn terms(&self) -> Vec<&Term> {
        fn at(selector: &Selector) -> Option<&Term> {
            match selector {
                Selector::At(term) => Some(term),
                Selector::Piece(_) => None,
            }
        }
        self.selectors.iter().filter_map(at).collect()
    }

    /// Whether it goes through a piece.
    pub(crate) fn passes(&self, piece: &str) -> bool {
        self.selectors.iter().any(|selector| matches!(selector, Selector::Piece(var) if var == piece))
    }

    fn rewritten(&self, change: &dyn Fn(Term) -> Term) -> Path {
        let selector = |selector: &Selector| match selector {
            Selector::Piece(var) => Selector::Piece(var.clone()),
            Selector::At(term) => Selector::At(term.rewritten(change)),
        };
        Path { tensor: self.tensor.clone(), selectors: self.selectors.iter().map(selector).collect() }
    }
}

impl Extent {
    pub(crate) fn terms(&self) -> Vec<&Term> {
        fn of(part: &Part) -> Vec<&Term> {
            match part {
                Part::Range(from, to) => vec![from, to],
                Part::Inverse { piece, scale, offset } => [piece.terms(), vec![scale, offset]].concat(),
            }
        }
        self.parts.iter().flat_map(of).collect()
    }

    fn rewritten(&self, change: &dyn Fn(Term) -> Term) -> Extent {
        let part = |part: &Part| match part {
            Part::Range(from, to) => Part::Range(from.rewritten(change), to.rewritten(change)),
            Part::Inverse { piece, scale, offset } => Part::Inverse {
                piece: piece.rewritten(change),
                scale: scale.rewritten(change),
                offset: offset.rewritten(change),
            },
        };
        Extent { kind: self.kind, parts: self.parts.iter().map(part).collect() }
    }
}

impl Spot {
    pub(crate) fn terms(&self) -> Vec<&Term> {
        match self {
            Spot::At(term) => vec![term],
            Spot::Run { extent, scale, offset } => [extent.terms(), vec![scale, offset]].concat(),
        }
    }

    fn rewritten(&self, change: &dyn Fn(Term) -> Term) -> Spot {
        match self {
            Spot::At(term) => Spot::At(term.rewritten(change)),
            Spot::Run { extent, scale, offset } => Spot::Run {
                extent: extent.rewritten(change),
                scale: scale.rewritten(change),
                offset: offset.rewritten(change),
            },
        }
    }
}

impl Step {
    /// The terms of the step itself.
    pub(crate) fn terms(&self) -> Vec<&Term> {
        match self {
            Step::Pieces { path, .. } => path.terms(),
            Step::For { extent, .. } | Step::IfPoint { extent, .. } | Step::IfNotEmpty { extent, .. } => extent.terms(),
            Step::If { condition, .. } => vec![condition],
            Step::Let { value, .. } => vec![value],
            Step::Assign { spots, value, .. } => {
                spots.iter().flat_map(Spot::terms).chain(std::iter::once(value)).collect()
            }
            Step::Refuse { extent, value, .. } => [extent.terms(), vec![value]].concat(),
            Step::Nothing => Vec::new(),
        }
    }

    /// The steps right below.
    pub(crate) fn children(&self) -> Vec<&Step> {
        match self {
            Step::Pieces { body, .. }
            | Step::For { body, .. }
            | Step::IfNotEmpty { body, .. }
            | Step::If { body, .. }
            | Step::Let { body, .. } => vec![body],
            Step::IfPoint { then, otherwise, .. } => vec![then, otherwise],
            Step::Assign { .. } | Step::Refuse { .. } | Step::Nothing => Vec::new(),
        }
    }

    /// Whether a term here or below contains a name.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.terms().into_iter().any(|term| term.mentions(name))
            || self.children().into_iter().any(|child| child.mentions(name))
    }

    /// With `change` of the steps right below.
    pub(crate) fn with_children<E>(&self, change: &mut dyn FnMut(&Step) -> Result<Step, E>) -> Result<Step, E> {
        let mut changed = self.clone();
        match &mut changed {
            Step::Pieces { body, .. }
            | Step::For { body, .. }
            | Step::IfNotEmpty { body, .. }
            | Step::If { body, .. }
            | Step::Let { body, .. } => **body = change(body)?,
            Step::IfPoint { then, otherwise, .. } => {
                **then = change(then)?;
                **otherwise = change(otherwise)?;
            }
            Step::Assign { .. } | Step::Refuse { .. } | Step::Nothing => {}
        }
        Ok(changed)
    }

    /// With `change` of each term here and below.
    pub(crate) fn rewritten(&self, change: &dyn Fn(Term) -> Term) -> Step {
        let mut below = self
            .with_children(&mut |child| Ok::<_, std::convert::Infallible>(child.rewritten(change)))
            .unwrap_or_else(|never| match never {});
        match &mut below {
            Step::Pieces { path, .. } => *path = path.rewritten(change),
            Step::For { extent, .. } | Step::IfPoint { extent, .. } | Step::IfNotEmpty { extent, .. } => {
                *extent = extent.rewritten(change);
            }
            Step::If { condition, .. } => *condition = condition.rewritten(change),
            Step::Let { value, .. } => *value = value.rewritten(change),
            Step::Assign { spots, value, .. } => {
                *spots = spots.iter().map(|spot| spot.rewritten(change)).collect();
                *value = value.rewritten(change);
            }
            Step::Refuse { extent, value, .. } => {
                *extent = extent.rewritten(change);
                *value = value.rewritten(change);
            }
            Step::Nothing => {}
        }
        below
    }

    /// With a term in place of a name.
    pub(crate) fn replaced(&self, name: &str, by: &Term) -> Step {
        self.rewritten(&|term| match term {
            Term::Name(n) if n == name => by.clone(),
            other => other,
        })
    }
}
