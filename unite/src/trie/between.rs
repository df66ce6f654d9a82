//! Maps of points from any space of a trie to any other (thesis ch. 4), and coverage. Coverage consists of two such
//! maps (thesis ch. 5).

use super::points::{Point, Points};
use super::space::SpaceId;
use super::{Trie, TrieError};

impl Trie {
    /// Returns the points of `to` that lie at the place of the given points of `from`: up to the nearest common
    /// ancestor, step by step, and down from there by the rule of [`Trie::down`].
    ///
    /// ```text
    ///            common ancestor
    ///             ^           |
    ///       up    |           |    down
    ///             |           v
    ///           from          to
    /// ```
    ///
    /// The result is not cut to an extent: a point outside its tensor has a place like every other.
    ///
    /// # Errors
    /// [`TrieError::OtherTrie`], [`TrieError::SetRank`] if the points do not have the rank of `from`,
    /// [`TrieError::TooLarge`] and [`TrieError::Overflow`] on the way.
    ///
    /// ```
    /// use unite::trie::{Placement, Points, Trie};
    ///
    /// let mut trie = Trie::new("Picture", 2)?;
    /// let chroma = trie.add(&trie.universe(), "chroma", Placement::of(2).coarsen([2, 2]))?;
    /// let block = trie.add(&trie.universe(), "block", Placement::of(2).origin([16, 32]))?;
    ///
    /// let corner = trie.map(&Points::of([[0, 0]]), &block, &chroma)?;
    /// assert_eq!(corner, Points::of([[8, 16]]));
    /// assert_eq!(trie.map(&corner, &chroma, &block)?.to_string(), "{(0, 0), (0, 1), (1, 0), (1, 1)}");
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn map(&self, points: &Points, from: &SpaceId, to: &SpaceId) -> Result<Points, TrieError> {
        points.check_rank(self.rank(from)?)?;
        let (from, to) = (self.path(from)?, self.path(to)?);
        let shared = from.iter().zip(&to).take_while(|(above_from, above_to)| above_from == above_to).count();

        let place = from[shared..].iter().rev().try_fold(points.clone(), |points, step| self.up(step, &points))?;
        to[shared..].iter().try_fold(place, |points, step| self.down(step, &points))
    }

    /// Returns all points of `tensor` that share the place of its point `x`, as seen from `context`: there and back by
    /// [`Trie::map`], then cut to the extent of `tensor` if it has one.
    ///
    /// The coarser the context, the more points share a place. The point itself may lie outside the extent.
    ///
    /// ```text
    ///   line        1                  seen from the line, 5 shares its place with 4, 6 and 7,
    ///   halves      2     3            from the halves with 4
    ///   quarters    4  5  6  7
    /// ```
    ///
    /// # Errors
    /// The errors of [`Trie::map`]; [`TrieError::PointRank`] if `x` does not have the rank of `tensor`.
    ///
    /// ```
    /// use unite::trie::{Placement, Points, Trie};
    ///
    /// let mut trie = Trie::new("line", 1)?;
    /// let halves = trie.add(&trie.universe(), "halves", Placement::of(1).refine([2]))?;
    /// let quarters = trie.add(&halves, "quarters", Placement::of(1).refine([2]))?;
    ///
    /// assert_eq!(trie.coverage([5], &quarters, &quarters)?, Points::of([[5]]));
    /// assert_eq!(trie.coverage([5], &quarters, &halves)?, Points::of([[4], [5]]));
    /// assert_eq!(trie.coverage([5], &quarters, &trie.universe())?, Points::of([[4], [5], [6], [7]]));
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn coverage(&self, x: impl Into<Point>, tensor: &SpaceId, context: &SpaceId) -> Result<Points, TrieError> {
        let x = Points::from_points(self.rank(tensor)?, [x])?;
        let seen = self.map(&x, tensor, context)?;
        self.clip(tensor, &self.map(&seen, context, tensor)?)
    }
}
