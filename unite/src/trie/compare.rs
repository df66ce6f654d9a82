//! Comparison of places of any two spaces (thesis ch. 4). Both sets are mapped up to the root, where a place has one
//! name only.
//!
//! Places are distinguished at the root's resolution and not finer. A refined space names several points for one place
//! of the root. To distinguish them, make the finest grid the universe and the coarser ones its children.

use super::points::Points;
use super::space::SpaceId;
use super::{Trie, TrieError};

impl Trie {
    /// Returns the root's points that lie both at the place of a point of `a`, in space `of_a`, and of a point of `b`,
    /// in `of_b`.
    ///
    /// # Errors
    /// The errors of [`Trie::up_to_root`], for either set.
    ///
    /// ```
    /// use unite::trie::{Placement, Points, Trie};
    ///
    /// let mut trie = Trie::new("Plane", 2)?;
    /// let a = trie.add(&trie.universe(), "A", Placement::of(2).origin([1, 1]))?;
    /// let b = trie.add(&trie.universe(), "B", Placement::of(2).axes([1, 0]).origin([2, 0]))?;
    /// let in_a = Points::of([[0, 0], [0, 1], [1, 0], [1, 1]]);
    /// let in_b = Points::of([[0, 0], [1, 0], [1, 1], [2, 0]]);
    ///
    /// assert_eq!(trie.intersect(&a, &in_a, &b, &in_b)?, Points::of([[2, 1], [2, 2]]));
    /// assert_eq!(trie.difference(&a, &in_a, &b, &in_b)?, Points::of([[1, 1], [1, 2]]));
    /// assert_eq!(trie.union(&a, &in_a, &b, &in_b)?.len(), 6);
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn intersect(&self, of_a: &SpaceId, a: &Points, of_b: &SpaceId, b: &Points) -> Result<Points, TrieError> {
        self.up_to_root(of_a, a)?.intersection(&self.up_to_root(of_b, b)?)
    }

    /// Returns the root's points that lie at the place of a point of `a`, in space `of_a`, or of a point of `b`, in
    /// `of_b`.
    ///
    /// # Errors
    /// The errors of [`Trie::up_to_root`], for either set; [`TrieError::TooLarge`] for the union.
    ///
    /// Example: see [`Trie::intersect`].
    pub fn union(&self, of_a: &SpaceId, a: &Points, of_b: &SpaceId, b: &Points) -> Result<Points, TrieError> {
        self.up_to_root(of_a, a)?.union(&self.up_to_root(of_b, b)?)
    }

    /// Returns the root's points that lie at the place of a point of `a`, in space `of_a`, but of no point of `b`, in
    /// `of_b`.
    ///
    /// # Errors
    /// The errors of [`Trie::up_to_root`], for either set.
    ///
    /// Example: see [`Trie::intersect`].
    pub fn difference(&self, of_a: &SpaceId, a: &Points, of_b: &SpaceId, b: &Points) -> Result<Points, TrieError> {
        self.up_to_root(of_a, a)?.difference(&self.up_to_root(of_b, b)?)
    }
}
