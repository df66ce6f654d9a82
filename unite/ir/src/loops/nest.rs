//! A checked nest: its headers in order, its distinct operands, and the resolution of their axes. For every axis of an
//! operand, the nest states how it is resolved and at which [`Moment`]: `3.0` is round 0 of the third header.
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

/// A checked nest.
#[derive(Debug, Clone, PartialEq)]
pub struct Nest {
    /// Loops, conditions and `let`s, outermost first.
    pub items: Vec<Item>,
    /// The loops among `items`, outermost first.
    pub loops: Vec<Loop>,
    /// The accesses that are read, each listed once, in the order of the text.
    pub operands: Vec<Operand>,
    /// The target of the assignment.
    pub target: Target,
    /// The operator that combines the new value with the target's old value.
    pub op: AssignOp,
    /// The position of the operator.
    pub op_span: Span,
    /// The function of [`AssignOp::Fold`].
    pub function: Option<Name>,
    /// The identity of the function, if the program names one.
    pub identity: Option<Expr>,
    /// The value as written.
    pub value: Expr,
    /// The value without the factors `d(i)`; `None` if it has no other factors. If such a factor is the whole operand
    /// of a division or a negation, a 1 takes its place.
    pub unweighted: Option<Expr>,
}

/// A header of a nest.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// `for i = a:b`
    Loop {
        /// The index variable.
        var: Name,
        /// The first and the last place. If `None`, the bounds are the extents of the tensors that are indexed by `var`
        /// alone.
        range: Option<(Expr, Expr)>,
        /// The step of the range.
        step: Option<Expr>,
    },
    /// `if e`
    If {
        /// The condition, a truth value.
        condition: Expr,
    },
    /// `let x = e`
    Let {
        /// The name.
        name: Name,
        /// The value that the name stands for.
        value: Expr,
    },
}

impl Item {
    /// Returns the expressions in the header.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            Item::Loop { range, step, .. } => range.iter().flat_map(|(start, end)| [start, end]).chain(step).collect(),
            Item::If { condition } => vec![condition],
            Item::Let { value, .. } => vec![value],
        }
    }
}

/// A loop, and the ways in which the nest uses it.
#[derive(Debug, Clone, PartialEq)]
pub struct Loop {
    /// The index variable.
    pub var: Name,
    /// The number of its header among the items, from 1.
    pub item: usize,
    /// The first position where the index is used as a number: in a condition, a value, a range or the constant part of
    /// an index; or that of the step of its range. Such a loop may visit only points.
    pub number_used: Option<Span>,
    /// `true` if the range has a step.
    pub strided: bool,
    /// The position of `d(i)`, if it is a factor of the value. The loop then integrates.
    pub weighted: Option<Span>,
    /// `true` if the target does not contain this index: the loop reduces.
    pub reduces: bool,
}

impl Loop {
    /// Returns whether the loop adds up values without `d(i)`, or combines them by `*=` or a function: each place counts.
    pub fn counts(&self, op: AssignOp) -> bool {
        matches!(op, AssignOp::Add | AssignOp::Mul | AssignOp::Fold) && self.reduces && self.weighted.is_none()
    }
}

/// A distinct access that is read.
#[derive(Debug, Clone, PartialEq)]
pub struct Operand {
    /// The first of its occurrences, with the indices in storage order, the root's index first.
    pub access: Access,
    /// The access as written.
    pub text: String,
    /// For each axis, the innermost loop that its index depends on, if the index contains that loop's own variable.
    pub innermost: Vec<Option<usize>>,
    /// The positions of all occurrences.
    pub occurrences: Vec<Span>,
    /// The resolution of each axis, in storage order.
    pub axes: Vec<Axis>,
    /// `true` if the nest is linear in the operand: the operand is read once, as a factor of the value that `+=` adds,
    /// or joined by `&&` to everything else in a nest with `|=`. Such an operand may be a sum of tensors.
    pub linear: bool,
}

impl Operand {
    /// Returns the name of the tensor.
    pub fn tensor(&self) -> &str {
        &self.access.tensor.text
    }

    /// Returns the loops that the operand's axes move with, in the order of the axes.
    pub fn loops(&self) -> Vec<usize> {
        self.innermost.iter().copied().flatten().collect()
    }
}

/// The resolution of an axis: when and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// The moment at which the axis is resolved.
    pub moment: Moment,
    /// The way in which the axis is resolved.
    pub kind: AxisKind,
}

/// The way in which an axis is resolved.
#[derive(Debug, Clone, PartialEq)]
pub enum AxisKind {
    /// The axis is iterated over, piece by piece, together with a loop.
    Moves {
        /// The number of the loop.
        of_loop: usize,
        /// The coordinate along the axis as a function of the loop's index; in a window, counted from its start.
        affine: Affine,
        /// The protocol, if the program names one.
        protocol: Option<Protocol>,
    },
    /// The axis is searched for a single known coordinate.
    LookedUp,
}

/// A moment in a nest: the number of headers that have been entered, and the round within the last of them. Round 0 is
/// the header itself; if several axes of an operand move with a loop, rounds 1, 2, ... cut the loop's pieces further.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Moment {
    /// The number of headers that have been entered.
    pub item: usize,
    /// The round within the last header.
    pub round: usize,
}

/// The target of the assignment.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// The access as written.
    pub access: Access,
    /// For each axis, the loop that it moves with, and its coordinate as a function of the loop's index; `None` if the
    /// coordinate is constant at [`Target::depth`].
    pub axes: Vec<Option<(usize, Affine)>>,
    /// The number of loops from the outermost to the last one that the target's place depends on. The loops inside only
    /// reduce.
    pub depth: usize,
}
