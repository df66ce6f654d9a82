//! What relates a space to its parent (thesis ch. 4): a pair of projections, one each way.
//!
//! The framework is open: whatever can send a point of the child to points of the parent, and back, may stand between
//! two spaces. [`Placement`](super::Placement) and [`Mirror`](super::Mirror) are the two that come with the crate.

use std::fmt::{Debug, Display};

use super::{Points, TrieError};

/// A relation between the points of a space and those of its parent.
///
/// ```text
///            parent, rank M
///          ^                |
///   up: x -> its place      | hull: y -> every point that may lie there
///          |                v
///            child, rank N <= M
/// ```
///
/// `up` says which parent points a child point covers. `hull` may answer with too many child points, never with too
/// few: **if `y` is in `up(x)`, then `x` is in `hull(y)`**. [`Trie::down`](super::Trie::down) throws out what does not
/// belong and is right for every mapping that keeps this law.
///
/// Points that come in through a [`Trie`](super::Trie) have the right rank; an implementation that can be called on its
/// own should answer another one with [`TrieError::PointRank`]. Arithmetic that leaves `i64` is
/// [`TrieError::Overflow`]. A mapping prints itself in the text tree and in the Graphviz picture of its trie.
///
/// A rotation by a quarter turn, as a user of the crate would add it:
///
/// ```
/// use std::fmt;
/// use unite::trie::{Mapping, Points, Trie, TrieError};
///
/// /// Row `y`, column `x` of the child is row `x`, column `last - y` of the parent.
/// #[derive(Debug)]
/// struct Rotation {
///     last: i64,
/// }
///
/// impl fmt::Display for Rotation {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "rotate, last {}", self.last)
///     }
/// }
///
/// fn mirrored(last: i64, x: i64) -> Result<i64, TrieError> {
///     last.checked_sub(x).ok_or(TrieError::Overflow { left: last, operator: '-', right: x })
/// }
///
/// impl Mapping for Rotation {
///     fn rank(&self) -> usize {
///         2
///     }
///     fn parent_rank(&self) -> usize {
///         2
///     }
///     fn up(&self, point: &[i64]) -> Result<Points, TrieError> {
///         match *point {
///             [y, x] => Ok(Points::one([x, mirrored(self.last, y)?])),
///             _ => Err(TrieError::PointRank { point: point.to_vec(), expected: 2 }),
///         }
///     }
///     fn hull(&self, point: &[i64]) -> Result<Points, TrieError> {
///         match *point {
///             [y, x] => Ok(Points::one([mirrored(self.last, x)?, y])),
///             _ => Err(TrieError::PointRank { point: point.to_vec(), expected: 2 }),
///         }
///     }
///     fn up_len(&self) -> u128 {
///         1
///     }
///     fn hull_len(&self) -> u128 {
///         1
///     }
/// }
///
/// let mut trie = Trie::new("Picture", 2)?;
/// let turned = trie.add(&trie.universe(), "turned", Rotation { last: 7 })?;
///
/// assert_eq!(trie.up(&turned, &Points::of([[0, 3]]))?, Points::of([[3, 7]]));
/// assert_eq!(trie.down(&turned, &Points::of([[3, 7]]))?, Points::of([[0, 3]]));
/// # Ok::<(), TrieError>(())
/// ```
pub trait Mapping: Debug + Display + Send + Sync {
    /// Rank N of the child, at least 1 and at most [`Mapping::parent_rank`].
    fn rank(&self) -> usize;

    /// Rank M of the parent that the mapping is made for.
    fn parent_rank(&self) -> usize;

    /// The parent's points, of rank M, that lie at the place of one point of the child, of rank N.
    ///
    /// # Errors
    /// [`TrieError::Overflow`] where a coordinate does not fit, and what else the mapping states.
    fn up(&self, point: &[i64]) -> Result<Points, TrieError>;

    /// Points of the child, of rank N: all that lie at the place of one point of the parent, of rank M, and maybe more.
    ///
    /// # Errors
    /// [`TrieError::Overflow`] where a coordinate does not fit, and what else the mapping states.
    fn hull(&self, point: &[i64]) -> Result<Points, TrieError>;

    /// How many points [`Mapping::up`] makes of one, at most. A set that would become too large is refused by it.
    fn up_len(&self) -> u128;

    /// How many points [`Mapping::hull`] makes of one, at most.
    fn hull_len(&self) -> u128;

    /// Refuses a mapping whose parameters do not fit together. Called once, before the mapping goes into a trie.
    ///
    /// # Errors
    /// Whatever is wrong, with its numbers. A mapping that cannot be ill-formed keeps the default, which accepts.
    fn check(&self) -> Result<(), TrieError> {
        Ok(())
    }
}
