//! The relation of a space to its parent (thesis ch. 4): a pair of projections, one in each direction.
//!
//! The framework is open: any type that maps a point of the child to points of the parent, and back, can relate two
//! spaces. The crate provides [`Placement`](super::Placement) and [`Mirror`](super::Mirror).

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
/// `up` returns the parent points that a child point covers. `hull` may return too many child points, but never too
/// few: **if `y` is in `up(x)`, then `x` is in `hull(y)`**. [`Trie::down`](super::Trie::down) removes the surplus
/// points and is correct for every mapping that keeps this law.
///
/// Points that come from a [`Trie`](super::Trie) have the right rank. An implementation that can be called directly
/// should return [`TrieError::PointRank`] for other points. Arithmetic that leaves `i64` is [`TrieError::Overflow`].
/// The `Display` of a mapping appears in the text tree and in the Graphviz picture of its trie.
///
/// A rotation by a quarter turn, as a user of the crate would define it:
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
    /// Returns the rank N of the child, at least 1 and at most [`Mapping::parent_rank`].
    fn rank(&self) -> usize;

    /// Returns the rank M of the parent that the mapping is made for.
    fn parent_rank(&self) -> usize;

    /// Returns the parent's points, of rank M, that lie at the place of one point of the child, of rank N.
    ///
    /// # Errors
    /// [`TrieError::Overflow`] if a coordinate does not fit, and errors that the mapping documents.
    fn up(&self, point: &[i64]) -> Result<Points, TrieError>;

    /// Returns a superset of the child's points, of rank N, that lie at the place of one point of the parent, of rank
    /// M.
    ///
    /// # Errors
    /// [`TrieError::Overflow`] if a coordinate does not fit, and errors that the mapping documents.
    fn hull(&self, point: &[i64]) -> Result<Points, TrieError>;

    /// Returns the maximum number of points of [`Mapping::up`]. The trie uses it to reject sets that would become too
    /// large.
    fn up_len(&self) -> u128;

    /// Returns the maximum number of points of [`Mapping::hull`].
    fn hull_len(&self) -> u128;

    /// Checks that the parameters of the mapping are consistent. Called once, before the mapping is added to a trie.
    ///
    /// # Errors
    /// The first inconsistency, with its numbers. The default accepts; a mapping that cannot be ill-formed keeps it.
    fn check(&self) -> Result<(), TrieError> {
        Ok(())
    }
}
