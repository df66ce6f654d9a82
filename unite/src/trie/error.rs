//! What can be wrong with a space, a point or a question, with the numbers that show it.

use std::fmt;

use super::tuple::Tuple;
use super::{Point, Points};

/// Every reason for which the formal layer refuses to answer.
///
/// A refused call has changed nothing. The variants fall into four groups: ill-formed spaces, points that do not fit
/// the space they are given for, questions that have no answer, and answers that cannot be represented.
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
        /// Rank of the refused child.
        rank: usize,
        /// Rank of its parent.
        parent_rank: usize,
    },

    /// A mapping was made for a parent of another rank than the space it was put under.
    #[error("the mapping is for a parent of rank {mapping_rank}, the parent {parent:?} has rank {parent_rank}")]
    ParentRank {
        /// Name of the parent space.
        parent: String,
        /// Rank of the parent space.
        parent_rank: usize,
        /// Rank of parent that the mapping states.
        mapping_rank: usize,
    },

    /// An axis of the child names an axis that the parent does not have.
    #[error(
        "axis {position} of the child is axis {axis} of a parent of rank {parent_rank}, which ends at axis {}",
        .parent_rank.saturating_sub(1)
    )]
    AxisOutOfRange {
        /// Which axis of the child.
        position: usize,
        /// The axis of the parent that it names.
        axis: usize,
        /// Rank of the parent.
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

    /// A list of parameters does not have one entry for each axis.
    #[error("{parameter} needs {expected} entries, one for each axis of the {}, and has {found}", .parameter.owner())]
    Length {
        /// Which list.
        parameter: Parameter,
        /// How many entries it needs.
        expected: usize,
        /// How many it has.
        found: usize,
    },

    /// A refinement or coarsening by less than 1.
    #[error("{parameter} factor {factor} of axis {axis} is less than 1")]
    Factor {
        /// [`Parameter::Refine`] or [`Parameter::Coarsen`].
        parameter: Parameter,
        /// Which axis of the child.
        axis: usize,
        /// The refused factor.
        factor: i64,
    },

    /// One axis is refined and coarsened by one mapping; it takes two spaces, in the order that is meant.
    #[error("axis {axis} is refined by {refine} and coarsened by {coarsen}: put two spaces below each other")]
    BothFactors {
        /// Which axis of the child.
        axis: usize,
        /// Its refinement.
        refine: i64,
        /// Its coarsening.
        coarsen: i64,
    },

    /// A tensor or a box has no points along an axis.
    #[error("extent {extent} of axis {axis} is less than 1")]
    Extent {
        /// Which axis.
        axis: usize,
        /// The refused extent, in points.
        extent: i64,
    },

    /// A mapping answered with points of another rank than it states.
    #[error("the mapping of {space:?} states rank {expected} and answered with points of rank {found}")]
    MappingAnswer {
        /// Name of the space whose mapping it is.
        space: String,
        /// The rank it states.
        expected: usize,
        /// The rank of its answer.
        found: usize,
    },

    /// A point has another number of coordinates than the space, or the set, it is given for.
    #[error("point {} has {} coordinates where {expected} are needed", Tuple(.point), .point.len())]
    PointRank {
        /// The refused point.
        point: Point,
        /// The rank it should have.
        expected: usize,
    },

    /// A set of points has another rank than the space, or the set, it is given for.
    #[error("a set of points of rank {found} was given where rank {expected} is needed")]
    SetRank {
        /// The rank that is needed.
        expected: usize,
        /// The rank of the set.
        found: usize,
    },

    /// A point lies outside the extent of its tensor.
    #[error("point {} lies outside extent {} of {space:?}, first along axis {axis}", Tuple(.point), Tuple(.extent))]
    Outside {
        /// Name of the tensor space.
        space: String,
        /// The refused point.
        point: Point,
        /// The extent of the tensor, in points.
        extent: Vec<i64>,
        /// The first axis along which the point lies outside.
        axis: usize,
    },

    /// All points of a space without an extent were asked for: there is no end to them.
    #[error("{space:?} has no extent, so its points have no end")]
    Unbounded {
        /// Name of the space.
        space: String,
    },

    /// A step to or from the parent was asked of the universe, which has none.
    #[error("{universe:?} is the universe and has no parent")]
    NoParent {
        /// Name of the universe.
        universe: String,
    },

    /// A space of another trie: its places cannot be compared with those of this one.
    #[error(
        "a space of universe {other:?} was given to the trie of universe {this:?}: their places cannot be compared"
    )]
    OtherTrie {
        /// Universe of the trie that was asked.
        this: String,
        /// Universe of the trie that the space belongs to.
        other: String,
    },

    /// A coordinate does not fit a 64-bit integer.
    #[error("{left} {operator} {right} does not fit a 64-bit coordinate")]
    Overflow {
        /// Left operand.
        left: i64,
        /// `+`, `-`, `*` or `/`.
        operator: char,
        /// Right operand.
        right: i64,
    },

    /// A set would hold more points than [`Points::LIMIT`].
    #[error("a set of {size} points is larger than the limit of {} points", Points::LIMIT)]
    TooLarge {
        /// How many points it would have, before points that fall together are counted once.
        size: u128,
    },
}

/// The lists that describe a space, as errors name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Parameter {
    /// The place of the child's origin, along the parent's axes: [`Placement::origin`](super::Placement::origin).
    Origin,
    /// Refinement of the child's axes: [`Placement::refine`](super::Placement::refine).
    Refine,
    /// Coarsening of the child's axes: [`Placement::coarsen`](super::Placement::coarsen).
    Coarsen,
    /// Extent of a tensor's or a box's axes: [`Trie::add_tensor`](super::Trie::add_tensor).
    Extent,
}

impl Parameter {
    /// Whose axes the entries of the list belong to.
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
