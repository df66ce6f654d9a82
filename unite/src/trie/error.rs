//! Errors of the formal layer: invalid spaces, points and queries. They have the numbers that show the problem.

use std::fmt;

use super::tuple::Tuple;
use super::{Point, Points};

/// An error of the formal layer.
///
/// A call that returns an error has changed nothing. The variants fall into four groups: ill-formed spaces, points that
/// do not fit the space they are given for, queries without an answer, and answers that cannot be represented.
///
/// ```
/// use unite::trie::{Placement, Trie, TrieError};
///
/// let mut trie = Trie::new("Picture", 2)?;
/// let refused = trie.add(&trie.universe(), "nowhere", Placement::of(2).axes([0, 2]));
///
/// assert_eq!(refused, Err(TrieError::AxisOutOfRange { position: 1, axis: 2, parent_rank: 2 }));
/// assert_eq!(refused.unwrap_err().to_string(), "axis 1 of the child is axis 2 of a parent of rank 2, which ends at axis 1");
/// # Ok::<(), TrieError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TrieError {
    /// A space without axes has no places.
    #[error("a space needs at least one axis, this one has rank 0")]
    RankZero,

    /// A child has more axes than its parent; rank never grows from the root to a leaf.
    #[error("a child of rank {rank} has more axes than its parent of rank {parent_rank}")]
    RankGrows {
        /// The rank of the rejected child.
        rank: usize,
        /// The rank of its parent.
        parent_rank: usize,
    },

    /// A mapping was made for a parent of another rank than that of its parent space.
    #[error("the mapping is for a parent of rank {mapping_rank}, the parent {parent:?} has rank {parent_rank}")]
    ParentRank {
        /// The name of the parent space.
        parent: String,
        /// The rank of the parent space.
        parent_rank: usize,
        /// The parent's rank as the mapping states it.
        mapping_rank: usize,
    },

    /// An axis of the child names an axis that the parent does not have.
    #[error(
        "axis {position} of the child is axis {axis} of a parent of rank {parent_rank}, which ends at axis {}",
        .parent_rank.saturating_sub(1)
    )]
    AxisOutOfRange {
        /// The axis of the child.
        position: usize,
        /// The axis of the parent that it names.
        axis: usize,
        /// The rank of the parent.
        parent_rank: usize,
    },

    /// Two axes of the child name the same axis of the parent.
    #[error("axes {first} and {second} of the child are both axis {axis} of the parent")]
    AxisTwice {
        /// The axis of the parent that is named twice.
        axis: usize,
        /// The child's axis that names it first.
        first: usize,
        /// The child's axis that names it again.
        second: usize,
    },

    /// A list of parameters does not have one entry per axis.
    #[error("{parameter} needs {expected} entries, one for each axis of the {}, and has {found}", .parameter.owner())]
    Length {
        /// The list.
        parameter: Parameter,
        /// The required number of entries.
        expected: usize,
        /// The actual number of entries.
        found: usize,
    },

    /// A refinement or coarsening factor is less than 1.
    #[error("{parameter} factor {factor} of axis {axis} is less than 1")]
    Factor {
        /// [`Parameter::Refine`] or [`Parameter::Coarsen`].
        parameter: Parameter,
        /// The axis of the child.
        axis: usize,
        /// The rejected factor.
        factor: i64,
    },

    /// A mapping refines and coarsens the same axis. Two spaces are needed, in the intended order.
    #[error("axis {axis} is refined by {refine} and coarsened by {coarsen}: put two spaces below each other")]
    BothFactors {
        /// The axis of the child.
        axis: usize,
        /// Its refinement.
        refine: i64,
        /// Its coarsening.
        coarsen: i64,
    },

    /// A tensor or a box has no points along an axis.
    #[error("extent {extent} of axis {axis} is less than 1")]
    Extent {
        /// The axis.
        axis: usize,
        /// The rejected extent, in points.
        extent: i64,
    },

    /// A mapping returned points of another rank than it states.
    #[error("the mapping of {space:?} states rank {expected} but returned points of rank {found}")]
    MappingAnswer {
        /// The name of the space with this mapping.
        space: String,
        /// The rank that the mapping states.
        expected: usize,
        /// The rank of the returned points.
        found: usize,
    },

    /// A point has another number of coordinates than the rank of its space or set.
    #[error("point {} has {} coordinates; {expected} are needed", Tuple(.point), .point.len())]
    PointRank {
        /// The rejected point.
        point: Point,
        /// The required rank.
        expected: usize,
    },

    /// A set of points has another rank than the space or set it is given for.
    #[error("a set of points of rank {found} was given where rank {expected} is needed")]
    SetRank {
        /// The required rank.
        expected: usize,
        /// The rank of the set.
        found: usize,
    },

    /// A point lies outside the extent of its tensor.
    #[error("point {} lies outside extent {} of {space:?}, first along axis {axis}", Tuple(.point), Tuple(.extent))]
    Outside {
        /// The name of the tensor space.
        space: String,
        /// The rejected point.
        point: Point,
        /// The extent of the tensor, in points.
        extent: Vec<i64>,
        /// The first axis along which the point lies outside.
        axis: usize,
    },

    /// All points of a space without an extent were requested; there are infinitely many.
    #[error("{space:?} has no extent, so it has infinitely many points")]
    Unbounded {
        /// The name of the space.
        space: String,
    },

    /// The parent of the universe was requested; it has none.
    #[error("{universe:?} is the universe and has no parent")]
    NoParent {
        /// The name of the universe.
        universe: String,
    },

    /// A space belongs to another trie; its places cannot be compared with those of this one.
    #[error(
        "a space of universe {other:?} was given to the trie of universe {this:?}: their places cannot be compared"
    )]
    OtherTrie {
        /// The universe of the queried trie.
        this: String,
        /// The universe of the trie that the space belongs to.
        other: String,
    },

    /// A coordinate does not fit a 64-bit integer.
    #[error("{left} {operator} {right} does not fit a 64-bit coordinate")]
    Overflow {
        /// The left operand.
        left: i64,
        /// `+`, `-`, `*` or `/`.
        operator: char,
        /// The right operand.
        right: i64,
    },

    /// A set would hold more points than [`Points::LIMIT`].
    #[error("a set of {size} points is larger than the limit of {} points", Points::LIMIT)]
    TooLarge {
        /// The number of points, before duplicates are removed.
        size: u128,
    },
}

/// The lists of parameters that describe a space, as named in errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Parameter {
    /// The origin of the child, along the parent's axes: [`Placement::origin`](super::Placement::origin).
    Origin,
    /// The refinement of the child's axes: [`Placement::refine`](super::Placement::refine).
    Refine,
    /// The coarsening of the child's axes: [`Placement::coarsen`](super::Placement::coarsen).
    Coarsen,
    /// The extent of a tensor's or a box's axes: [`Trie::add_tensor`](super::Trie::add_tensor).
    Extent,
}

impl Parameter {
    /// Returns the owner of the axes that the entries of the list belong to.
    fn owner(self) -> &'static str {
        match self {
            Parameter::Origin => "parent",
            Parameter::Refine | Parameter::Coarsen | Parameter::Extent => "space",
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Parameter::Origin => "origin",
            Parameter::Refine => "refine",
            Parameter::Coarsen => "coarsen",
            Parameter::Extent => "extent",
        })
    }
}
