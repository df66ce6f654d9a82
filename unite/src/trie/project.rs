//! Maps of points from a space to its ancestors and back (thesis ch. 4): upstream, hull and downstream.
//!
//! The points may lie outside of any extent: locality access reads past the edge of a tensor on purpose. To stay
//! inside, use [`Trie::check_inside`] or [`Trie::clip`].

use super::points::{Points, check_size};
use super::space::SpaceId;
use super::{Trie, TrieError};

impl Trie {
    /// Returns the parent's points that lie at the place of the given points of `space`.
    ///
    /// # Errors
    /// [`TrieError::OtherTrie`], [`TrieError::NoParent`] for the universe, [`TrieError::SetRank`] if the points do not
    /// have the rank of `space`, [`TrieError::TooLarge`], [`TrieError::Overflow`].
    ///
    /// ```
    /// use unite::trie::{Placement, Points, Trie};
    ///
    /// let mut trie = Trie::new("Picture", 2)?;
    /// let chroma = trie.add(&trie.universe(), "chroma", Placement::of(2).coarsen([2, 2]))?;
    /// let place = trie.up(&chroma, &Points::of([[1, 2]]))?;
    /// assert_eq!(place.to_string(), "{(2, 4), (2, 5), (3, 4), (3, 5)}");
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn up(&self, space: &SpaceId, points: &Points) -> Result<Points, TrieError> {
        let (node, link) = self.linked(space)?;
        let mapping = &link.mapping;
        points.check_rank(node.rank)?;
        image(&node.name, points, mapping.parent_rank(), mapping.up_len(), |point| mapping.up(point))
    }

    /// Returns the universe's points that lie at the place of the given points of `space`: [`Trie::up`], step by step
    /// to the root. Points of the universe itself are returned unchanged.
    ///
    /// # Errors
    /// The errors of [`Trie::up`], except [`TrieError::NoParent`].
    ///
    /// ```
    /// use unite::trie::{Placement, Points, Trie};
    ///
    /// let mut trie = Trie::new("line", 1)?;
    /// let pairs = trie.add(&trie.universe(), "pairs", Placement::of(1).coarsen([2]))?;
    /// let moved = trie.add(&pairs, "moved", Placement::of(1).origin([3]))?;
    /// assert_eq!(trie.up_to_root(&moved, &Points::of([[0]]))?, Points::of([[6], [7]]));
    /// assert_eq!(trie.hull_from_root(&moved, &Points::of([[6], [7]]))?, Points::of([[0]]));
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn up_to_root(&self, space: &SpaceId, points: &Points) -> Result<Points, TrieError> {
        points.check_rank(self.rank(space)?)?;
        let below_root = self.path(space)?.split_off(1);
        below_root.iter().rev().try_fold(points.clone(), |points, step| self.up(step, &points))
    }

    /// Returns the points of `space` that may lie at the place of the given points of its *parent*: all points that
    /// agree with one of them along the axes that `space` has, wherever `space` lies along the axes that it drops.
    ///
    /// # Errors
    /// The errors of [`Trie::up`], with the rank of the parent.
    ///
    /// ```
    /// use unite::trie::{Placement, Points, Trie};
    ///
    /// let mut trie = Trie::new("Plane", 2)?;
    /// let row_two = trie.add(&trie.universe(), "row 2", Placement::of(2).axes([1]).origin([2, 0]))?;
    /// let column_four = Points::of([[0, 4], [1, 4], [2, 4]]);
    ///
    /// assert_eq!(trie.hull(&row_two, &column_four)?, Points::of([[4]]));
    /// assert_eq!(trie.hull(&row_two, &Points::of([[0, 4]]))?, Points::of([[4]]));
    /// assert_eq!(trie.down(&row_two, &Points::of([[0, 4]]))?, Points::new(1));
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn hull(&self, space: &SpaceId, points: &Points) -> Result<Points, TrieError> {
        let (node, link) = self.linked(space)?;
        let mapping = &link.mapping;
        points.check_rank(mapping.parent_rank())?;
        image(&node.name, points, node.rank, mapping.hull_len(), |point| mapping.hull(point))
    }

    /// Applies [`Trie::hull`] step by step from the root down to `space`; the thesis calls it DESC. Points of the
    /// universe itself are returned unchanged.
    ///
    /// # Errors
    /// The errors of [`Trie::hull`], with the rank of the universe, except [`TrieError::NoParent`].
    ///
    /// Example: see [`Trie::up_to_root`].
    pub fn hull_from_root(&self, space: &SpaceId, points: &Points) -> Result<Points, TrieError> {
        points.check_rank(self.rank(&self.universe())?)?;
        let below_root = self.path(space)?.split_off(1);
        below_root.iter().try_fold(points.clone(), |points, step| self.hull(step, &points))
    }

    /// Returns the points of `space` that lie at the place of the given points of its *parent*: the points of the hull
    /// whose upstream points meet the given ones. A point that lies beside `space` maps to no point.
    ///
    /// Places are compared in the parent. [`Trie::down_published`] compares them in the root.
    ///
    /// # Errors
    /// The errors of [`Trie::hull`]; also [`TrieError::TooLarge`] if one point of the hull covers too many of the
    /// parent.
    ///
    /// Example: see [`Trie::hull`].
    pub fn down(&self, space: &SpaceId, points: &Points) -> Result<Points, TrieError> {
        let rank = self.rank(space)?;
        let mut down = Points::new(rank);
        for candidate in &self.hull(space, points)? {
            if self.up(space, &Points::one(candidate))?.meets(points)? {
                down.insert(candidate)?;
            }
        }
        Ok(down)
    }

    /// Maps points of the *parent* of `space` downstream by the rule of the thesis: hull and points are compared in the
    /// root, and their common points descend from there.
    ///
    /// It equals [`Trie::down`] unless an ancestor of `space` is refined. Below a refinement the root cannot
    /// distinguish neighbouring points, and this rule also returns points beside the given ones:
    ///
    /// ```text
    ///   line       2         one point of the root ...
    ///   halves     4  5      ... is two below the refinement
    ///   moved      1  2      origin 3
    /// ```
    ///
    /// ```
    /// use unite::trie::{Placement, Points, Trie};
    ///
    /// let mut trie = Trie::new("line", 1)?;
    /// let halves = trie.add(&trie.universe(), "halves", Placement::of(1).refine([2]))?;
    /// let moved = trie.add(&halves, "moved", Placement::of(1).origin([3]))?;
    /// let five = Points::of([[5]]);
    ///
    /// assert_eq!(trie.hull(&moved, &five)?, Points::of([[2]]));
    /// assert_eq!(trie.down(&moved, &five)?, Points::of([[2]]));
    /// assert_eq!(trie.down_published(&moved, &five)?, Points::of([[1], [2]]));
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Trie::down`]; sets of root points may be too large even if those of the parent are not.
    pub fn down_published(&self, space: &SpaceId, points: &Points) -> Result<Points, TrieError> {
        let hull = self.hull(space, points)?;
        let shared = match self.parent(space)? {
            Some(parent) => self.intersect(space, &hull, &parent, points)?,
            None => hull,
        };
        self.hull_from_root(space, &shared)
    }
}

/// Returns the union of `step` over all points, each result having at most `each_len` points of rank `rank`.
fn image(
    space: &str,
    points: &Points,
    rank: usize,
    each_len: u128,
    step: impl Fn(&[i64]) -> Result<Points, TrieError>,
) -> Result<Points, TrieError> {
    check_size(each_len.saturating_mul(points.len() as u128))?;
    let mut all = Points::new(rank);
    for point in points {
        let place = step(point)?;
        if place.rank() != rank {
            return Err(TrieError::MappingAnswer { space: space.to_owned(), expected: rank, found: place.rank() });
        }
        for point in &place {
            all.insert(point)?;
        }
    }
    Ok(all)
}
