//! A space with one reversed axis. Part of the open framework of thesis ch. 4, not of its five changes.

use std::fmt;

use super::points::check_point;
use super::{Mapping, Points, TrieError, checked};

/// A mapping that reverses one axis, `x[axis] -> at - x[axis]`, and keeps the others.
///
/// ```text
///   parent   0 1 2 3 4 5 6 7
///   child    7 6 5 4 3 2 1 0      axis 0 at 7
/// ```
///
/// The mapping is its own inverse: one point becomes one point, in either direction.
///
/// ```
/// use unite::trie::{Mirror, Points, Trie};
///
/// let mut trie = Trie::new("Row", 1)?;
/// let backwards = trie.add(&trie.universe(), "backwards", Mirror::new(1, 0, 7)?)?;
///
/// assert_eq!(trie.up(&backwards, &Points::of([[0], [2]]))?, Points::of([[5], [7]]));
/// assert_eq!(trie.down(&backwards, &Points::of([[5], [7]]))?, Points::of([[0], [2]]));
/// assert_eq!(trie.mapping(&backwards)?.map(ToString::to_string), Some("mirror axis 0 at 7".into()));
/// # Ok::<(), unite::trie::TrieError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mirror {
    rank: usize,
    axis: usize,
    at: i64,
}

impl Mirror {
    /// Mirrors axis `axis` of a space of rank `rank`: the child's 0 is the parent's `at`.
    ///
    /// # Errors
    /// [`TrieError::RankZero`] for a space without axes, [`TrieError::AxisOutOfRange`] if it has no such axis.
    ///
    /// Example: see [`Mirror`].
    pub fn new(rank: usize, axis: usize, at: i64) -> Result<Self, TrieError> {
        if rank == 0 {
            return Err(TrieError::RankZero);
        }
        if axis >= rank {
            return Err(TrieError::AxisOutOfRange { position: axis, axis, parent_rank: rank });
        }
        Ok(Mirror { rank, axis, at })
    }

    /// Returns the reversed axis.
    ///
    /// Set by [`Mirror::new`].
    pub fn axis(&self) -> usize {
        self.axis
    }

    /// Returns the parent's coordinate of the child's 0.
    ///
    /// Set by [`Mirror::new`].
    pub fn at(&self) -> i64 {
        self.at
    }

    fn mirror(&self, point: &[i64]) -> Result<Points, TrieError> {
        check_point(point, self.rank)?;
        let mut mirrored = point.to_vec();
        mirrored[self.axis] = checked::sub(self.at, point[self.axis])?;
        Ok(Points::one(mirrored))
    }
}

impl Mapping for Mirror {
    fn rank(&self) -> usize {
        self.rank
    }

    fn parent_rank(&self) -> usize {
        self.rank
    }

    fn up(&self, point: &[i64]) -> Result<Points, TrieError> {
        self.mirror(point)
    }

    fn hull(&self, point: &[i64]) -> Result<Points, TrieError> {
        self.mirror(point)
    }

    fn up_len(&self) -> u128 {
        1
    }

    fn hull_len(&self) -> u128 {
        1
    }
}

/// Formats the mapping: `mirror axis 0 at 7`.
impl fmt::Display for Mirror {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mirror axis {} at {}", self.axis, self.at)
    }
}
