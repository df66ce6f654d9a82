//! A checked nest: its headers in a row, its operands once each, and for every axis of an operand where it is gone
//! through.
//!
//! ```text
//! for i if Mask[i] for j Z[i] += A[i+j, 3] * B[j]
//!
//! items      1 loop i   2 if Mask[i]   3 loop j
//! operands   Mask[i]    axis 0 moves with i              at 1.0
//!            A[i+j, 3]  axis 0 moves with j, offset i    at 3.0
//!                       axis 1 is looked up at 3         at 3.0
//!            B[j]       axis 0 moves with j              at 3.0
//! target     Z[i]       axis 0 moves with i
//! ```

use super::{Access, Affine, AssignOp, Expr, Protocol};
use crate::syntax::{Name, Span};

/// A nest that can be run.
#[derive(Debug, Clone, PartialEq)]
pub struct Nest {
    /// Loops, conditions and `let`s, outermost first.
    pub items: Vec<Item>,
    /// The loops among them, outermost first.
    pub loops: Vec<Loop>,
    /// The accesses that are read, each once, in the order of the text.
    pub operands: Vec<Operand>,
    /// What is written.
    pub target: Target,
    /// How the value enters.
    pub op: AssignOp,
    /// Where the operator stands.
    pub op_span: Span,
    /// The value as it is written.
    pub value: Expr,
    /// The value without the factors `d(i)`; nothing if it has no others. Where such a factor is all that is divided or
    /// negated, a 1 takes its place.
    pub unweighted: Option<Expr>,
}

/// A header.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// `for i = a:b`
    Loop {
        /// The index.
        var: Name,
        /// First and last place; without, those of the extents of the tensors that the index alone indexes.
        range: Option<(Expr, Expr)>,
    },
    /// `if e`
    If {
        /// A truth value.
        condition: Expr,
    },
    /// `let x = e`
    Let {
        /// The name.
        name: Name,
        /// What it stands for.
        value: Expr,
    },
}

impl Item {
    /// The expressions in the header.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            Item::Loop { range, .. } => range.iter().flat_map(|(start, end)| [start, end]).collect(),
            Item::If { condition } => vec![condition],
            Item::Let { value, .. } => vec![value],
        }
    }
}

/// What the nest does with a loop.
#[derive(Debug, Clone, PartialEq)]
pub struct Loop {
    /// The index.
    pub var: Name,
    /// The number of its header among the items, from 1.
    pub item: usize,
    /// The first place where the index is used as a number, which it is on points alone: in a condition, a value, a
    /// range, the constant part of an index.
    pub number_used: Option<Span>,
    /// `d(i)` is a factor of the value: the loop integrates.
    pub weighted: Option<Span>,
    /// The target has no index with this one in it: the loop reduces.
    pub reduces: bool,
}

impl Loop {
    /// Whether the loop adds up values without `d(i)`, which it does over points alone.
    pub fn counts(&self, op: AssignOp) -> bool {
        op == AssignOp::Add && self.reduces && self.weighted.is_none()
    }
}

/// An access that is read.
#[derive(Debug, Clone, PartialEq)]
pub struct Operand {
    /// The first of its occurrences, with the indices in the order of its axes: that of the root first.
    pub access: Access,
    /// The access as it is written.
    pub text: String,
    /// For each axis the innermost loop that its index depends on, if it holds that loop's own index.
    pub innermost: Vec<Option<usize>>,
    /// All of its occurrences, which are the same but for their place in the text.
    pub occurrences: Vec<Span>,
    /// How its axes are resolved, in their order.
    pub axes: Vec<Axis>,
    /// Whether the nest does with a sum of operands in its place what it does with each of them: it is read once, as a
    /// factor of what `+=` adds, or joined by `&&` to all else in a nest of `|=`.
    pub linear: bool,
}

impl Operand {
    /// The name of the tensor.
    pub fn tensor(&self) -> &str {
        &self.access.tensor.text
    }

    /// The loops that its axes move with, in the order of the axes.
    pub fn loops(&self) -> Vec<usize> {
        self.innermost.iter().copied().flatten().collect()
    }
}

/// How an axis is resolved.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// When.
    pub moment: Moment,
    /// How.
    pub kind: AxisKind,
}

/// How an axis is resolved.
#[derive(Debug, Clone, PartialEq)]
pub enum AxisKind {
    /// It is gone through, piece by piece, together with a loop.
    Moves {
        /// The number of the loop.
        of_loop: usize,
        /// The place along the axis for an index of the loop.
        affine: Affine,
        /// How it is gone through.
        protocol: Option<Protocol>,
    },
    /// It is searched for one place, which is known.
    LookedUp,
}

/// A moment of a nest: after so many headers, and there after so many rounds. Round 0 is the header itself; a loop
/// whose operands have several axes that move with it cuts its pieces further in rounds 1, 2, ...
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Moment {
    /// How many headers have been entered.
    pub item: usize,
    /// The last round there.
    pub round: usize,
}

/// What is written.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// As it is written.
    pub access: Access,
    /// For each axis, the loop with which it moves, and how; nothing for a place that is constant at [`Target::depth`].
    pub axes: Vec<Option<(usize, Affine)>>,
    /// How many loops the place depends on, from the outermost: the loops further in only reduce.
    pub depth: usize,
}
