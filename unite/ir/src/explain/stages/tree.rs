//! The language of the stages: loops over the pieces of operands, and over intersections of pieces.
//!
//! ```text
//! step   = "for" p "in" tensor[path]: step           the pieces of an axis, fill too: they cover the line
//!        | "for" p "in" tensor[path] "within" a:b    those of a window; the rest of the line is fill
//!        | "for" i "in" region: step                 the places of a region
//!        | "if" region "is a point:" step "else:" step
//!        | "if" region "is not empty:" step
//!        | "for each" i "in" region: step            the places of a region of integers, one after the other
//!        | step step ..                              one after the other
//!        | target ".=" term                          the target starts anew
//!        | "if" term: step | "let" name "=" term: step | target[spot, ..] op term
//!        | "refuse" term "!= 0 over" region          no sum over an interval
//! region = part "^" part ..                          part: a piece mapped back through an index, or a range
//! ```

use crate::loops::interpret::{AxisKind, Value};
use crate::loops::{AssignOp, BinaryOp, UnaryOp};

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// A number or a truth value.
    Constant(Value),
    /// An index, a `let`, or a scalar of the surrounding program.
    Name(String),
    /// `A.val[a]`: the value of a tensor at the end of a path.
    Held(Path),
    /// `d(i)`: the length of the region of a loop.
    Measure(String),
    /// `max(0, length(region))`: the length of a region.
    Length(Extent),
    /// `left(region)`: the place of a region that is a point.
    Left(Extent),
    /// A unary operation.
    Unary(UnaryOp, Box<Term>),
    /// A binary operation.
    Binary(BinaryOp, Box<Term>, Box<Term>),
    /// A call of a function or method; the receiver is the first argument.
    Call(String, Vec<Term>),
    /// `a as f64`
    Cast(Box<Term>, String),
    /// `if c { a } else { b }`: the condition, the value where it holds, and the value elsewhere.
    Conditional(Box<[Term; 3]>),
}

/// A path from the root of a tensor, one selector per axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    /// The tensor.
    pub tensor: String,
    /// The selectors, one per axis; fewer lead to a node above the last axis.
    pub selectors: Vec<Selector>,
}

/// The selection of a piece along an axis.
#[derive(Debug, Clone, PartialEq)]
pub enum Selector {
    /// The current piece of a loop.
    Piece(String),
    /// The piece at a coordinate.
    At(Term),
}

/// The region of a loop.
#[derive(Debug, Clone, PartialEq)]
pub struct Extent {
    /// The kind of its places.
    pub kind: AxisKind,
    /// The parts whose intersection it is; without parts, the whole line.
    pub parts: Vec<Part>,
}

/// A part of an intersection.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// The places from the first term to the second, both included.
    Range(Term, Term),
    /// The places x for which `scale * x + offset` is in a piece: the last selector of the path.
    Inverse {
        /// The piece.
        piece: Path,
        /// The factor of the index.
        scale: Term,
        /// The summand.
        offset: Term,
    },
}

/// The places of an assignment along an axis.
#[derive(Debug, Clone, PartialEq)]
pub enum Spot {
    /// A single place.
    At(Term),
    /// All places `scale * x + offset` for x in a region.
    Run {
        /// The region.
        extent: Extent,
        /// The factor.
        scale: Term,
        /// The summand.
        offset: Term,
    },
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// A loop over the pieces of the axis at the end of a path.
    Pieces {
        /// The name of the piece.
        var: String,
        /// The path to the axis.
        path: Path,
        /// The first and the last place of a window of the axis, outside of which it is fill.
        window: Option<(Term, Term)>,
        /// The step that runs for each piece.
        body: Box<Step>,
    },
    /// A loop over the places of a region.
    For {
        /// The index.
        var: String,
        /// The region.
        extent: Extent,
        /// The step that runs at each place.
        body: Box<Step>,
    },
    /// A loop over the places of a region of integers, one after the other.
    Each {
        /// The name of the place.
        var: String,
        /// The region.
        extent: Extent,
        /// The step that runs at each place.
        body: Box<Step>,
    },
    /// Steps that run one after the other.
    Block(Vec<Step>),
    /// An output that starts anew.
    Start {
        /// The output.
        target: String,
        /// Its value; for a tensor, its fill.
        value: Term,
    },
    /// A branch on whether a region is a single place.
    IfPoint {
        /// The region.
        extent: Extent,
        /// The step for a single place.
        then: Box<Step>,
        /// The step for a region that is empty or has several places.
        otherwise: Box<Step>,
    },
    /// A condition that a region is not empty.
    IfNotEmpty {
        /// The region.
        extent: Extent,
        /// The step for a region with places.
        body: Box<Step>,
    },
    /// A condition.
    If {
        /// The truth value.
        condition: Term,
        /// The step that runs where the condition holds.
        body: Box<Step>,
    },
    /// A name for a scalar.
    Let {
        /// The name.
        name: String,
        /// The value that the name stands for.
        value: Term,
        /// The scope of the name.
        body: Box<Step>,
    },
    /// An assignment to an output.
    Assign {
        /// The output.
        target: String,
        /// The places along each of its axes.
        spots: Vec<Spot>,
        /// The operator that combines the value with the old one.
        op: AssignOp,
        /// The value.
        value: Term,
    },
    /// An error for a sum over an interval: the value is not 0 and the region is not empty.
    Refuse {
        /// The target of the sum.
        target: String,
        /// The index that is summed over.
        index: String,
        /// Its region.
        extent: Extent,
        /// The value that would be added at each place.
        value: Term,
    },
    /// A step without effect.
    Nothing,
}

/// A program at one of the stages.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// The name of the stage.
    pub title: &'static str,
    /// The nests, in the order of the program.
    pub nests: Vec<Step>,
}

impl Term {
    /// Returns an integer constant.
    pub(crate) fn integer(x: i64) -> Term {
        Term::Constant(x.into())
    }

    /// Returns whether the term is this integer constant.
    pub(crate) fn is(&self, x: i64) -> bool {
        *self == Term::integer(x)
    }

    /// Returns the direct subterms.
    pub(crate) fn children(&self) -> Vec<&Term> {
        match self {
            Term::Constant(_) | Term::Name(_) | Term::Measure(_) => Vec::new(),
            Term::Held(path) => path.terms(),
            Term::Length(extent) | Term::Left(extent) => extent.terms(),
            Term::Unary(_, operand) | Term::Cast(operand, _) => vec![operand],
            Term::Binary(_, left, right) => vec![left, right],
            Term::Call(_, arguments) => arguments.iter().collect(),
            Term::Conditional(parts) => parts.iter().collect(),
        }
    }

    /// Returns whether `test` holds for the term or one of its subterms.
    pub(crate) fn any(&self, test: &dyn Fn(&Term) -> bool) -> bool {
        test(self) || self.children().into_iter().any(|child| child.any(test))
    }

    /// Returns whether the term contains a name.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.any(&|part| matches!(part, Term::Name(n) if n == name))
    }

    /// Returns whether the term contains the measure of an index.
    pub(crate) fn measures(&self, index: &str) -> bool {
        self.any(&|part| matches!(part, Term::Measure(n) if n == index))
    }

    /// Applies `change` to every subterm, innermost first.
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
            Term::Conditional(parts) => {
                Term::Conditional(Box::new(parts.each_ref().map(|term| term.rewritten(change))))
            }
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

    /// Returns whether the path selects a piece.
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
    /// Returns the terms of the step itself, without those of its children.
    pub(crate) fn terms(&self) -> Vec<&Term> {
        match self {
            Step::Pieces { path, window, .. } => {
                path.terms().into_iter().chain(window.iter().flat_map(|(from, to)| [from, to])).collect()
            }
            Step::For { extent, .. }
            | Step::Each { extent, .. }
            | Step::IfPoint { extent, .. }
            | Step::IfNotEmpty { extent, .. } => extent.terms(),
            Step::If { condition, .. } => vec![condition],
            Step::Let { value, .. } | Step::Start { value, .. } => vec![value],
            Step::Assign { spots, value, .. } => {
                spots.iter().flat_map(Spot::terms).chain(std::iter::once(value)).collect()
            }
            Step::Refuse { extent, value, .. } => [extent.terms(), vec![value]].concat(),
            Step::Block(_) | Step::Nothing => Vec::new(),
        }
    }

    /// Returns the direct substeps.
    pub(crate) fn children(&self) -> Vec<&Step> {
        match self {
            Step::Pieces { body, .. }
            | Step::For { body, .. }
            | Step::Each { body, .. }
            | Step::IfNotEmpty { body, .. }
            | Step::If { body, .. }
            | Step::Let { body, .. } => vec![body],
            Step::IfPoint { then, otherwise, .. } => vec![then, otherwise],
            Step::Block(steps) => steps.iter().collect(),
            Step::Assign { .. } | Step::Start { .. } | Step::Refuse { .. } | Step::Nothing => Vec::new(),
        }
    }

    /// Returns whether a term of the step or of its substeps contains a name.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.terms().into_iter().any(|term| term.mentions(name))
            || self.children().into_iter().any(|child| child.mentions(name))
    }

    /// Applies `change` to the direct substeps.
    pub(crate) fn with_children<E>(&self, change: &mut dyn FnMut(&Step) -> Result<Step, E>) -> Result<Step, E> {
        let mut changed = self.clone();
        match &mut changed {
            Step::Pieces { body, .. }
            | Step::For { body, .. }
            | Step::Each { body, .. }
            | Step::IfNotEmpty { body, .. }
            | Step::If { body, .. }
            | Step::Let { body, .. } => **body = change(body)?,
            Step::IfPoint { then, otherwise, .. } => {
                **then = change(then)?;
                **otherwise = change(otherwise)?;
            }
            Step::Block(steps) => {
                for step in steps {
                    *step = change(step)?;
                }
            }
            Step::Assign { .. } | Step::Start { .. } | Step::Refuse { .. } | Step::Nothing => {}
        }
        Ok(changed)
    }

    /// Applies `change` to each term of the step and its substeps.
    pub(crate) fn rewritten(&self, change: &dyn Fn(Term) -> Term) -> Step {
        let mut below = self
            .with_children(&mut |child| Ok::<_, std::convert::Infallible>(child.rewritten(change)))
            .unwrap_or_else(|never| match never {});
        match &mut below {
            Step::Pieces { path, window, .. } => {
                *path = path.rewritten(change);
                *window = window.as_ref().map(|(from, to)| (from.rewritten(change), to.rewritten(change)));
            }
            Step::For { extent, .. }
            | Step::Each { extent, .. }
            | Step::IfPoint { extent, .. }
            | Step::IfNotEmpty { extent, .. } => *extent = extent.rewritten(change),
            Step::If { condition, .. } => *condition = condition.rewritten(change),
            Step::Let { value, .. } | Step::Start { value, .. } => *value = value.rewritten(change),
            Step::Assign { spots, value, .. } => {
                *spots = spots.iter().map(|spot| spot.rewritten(change)).collect();
                *value = value.rewritten(change);
            }
            Step::Refuse { extent, value, .. } => {
                *extent = extent.rewritten(change);
                *value = value.rewritten(change);
            }
            Step::Block(_) | Step::Nothing => {}
        }
        below
    }

    /// Replaces a name by a term.
    pub(crate) fn replaced(&self, name: &str, by: &Term) -> Step {
        self.rewritten(&|term| match term {
            Term::Name(n) if n == name => by.clone(),
            other => other,
        })
    }
}
