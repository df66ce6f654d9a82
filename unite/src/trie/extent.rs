//! The points of a bounded tensor (thesis ch. 4): from 0 up to, but excluding, its extent.

use super::points::{Points, check_point};
use super::space::SpaceId;
use super::{Trie, TrieError};

impl Trie {
    /// Returns every point of a tensor space.
    ///
    /// # Errors
    /// [`TrieError::OtherTrie`], [`TrieError::Unbounded`] for a space without an extent, [`TrieError::TooLarge`].
    ///
    /// ```
    /// use unite::trie::{Placement, Trie};
    ///
    /// let mut trie = Trie::new("Picture", 2)?;
    /// let pair = trie.add_tensor(&trie.universe(), "pair", Placement::of(2).origin([5, 5]), [1, 2])?;
    /// assert_eq!(trie.points(&pair)?.to_string(), "{(0, 0), (0, 1)}");
    /// assert_eq!(trie.up(&pair, &trie.points(&pair)?)?.to_string(), "{(5, 5), (5, 6)}");
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn points(&self, tensor: &SpaceId) -> Result<Points, TrieError> {
        let node = self.node(tensor)?;
        match &node.extent {
            Some(extent) => Points::cuboid(vec![0; node.rank], extent.as_slice()),
            None => Err(TrieError::Unbounded { space: node.name.clone() }),
        }
    }

    /// Checks that a point lies inside the extent of its tensor. Every point lies inside a space without an extent.
    ///
    /// # Errors
    /// [`TrieError::OtherTrie`], [`TrieError::PointRank`], [`TrieError::Outside`].
    ///
    /// ```
    /// use unite::trie::{Placement, Trie};
    ///
    /// let mut trie = Trie::new("Picture", 2)?;
    /// let block = trie.add_tensor(&trie.universe(), "block", Placement::of(2), [4, 4])?;
    /// assert_eq!(trie.check_inside(&block, &[2, 1]), Ok(()));
    /// assert!(trie.check_inside(&block, &[-1, 1]).is_err());
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn check_inside(&self, tensor: &SpaceId, point: &[i64]) -> Result<(), TrieError> {
        let node = self.node(tensor)?;
        check_point(point, node.rank)?;
        let Some(extent) = &node.extent else { return Ok(()) };
        match first_axis_outside(point, extent) {
            Some(axis) => Err(TrieError::Outside {
                space: node.name.clone(),
                point: point.to_vec(),
                extent: extent.clone(),
                axis,
            }),
            None => Ok(()),
        }
    }

    /// Returns the points that lie inside the extent; all of them for a space without an extent.
    ///
    /// # Errors
    /// [`TrieError::OtherTrie`], [`TrieError::SetRank`].
    ///
    /// ```
    /// use unite::trie::{Placement, Points, Trie};
    ///
    /// let mut trie = Trie::new("Line", 1)?;
    /// let four = trie.add_tensor(&trie.universe(), "four", Placement::of(1), [4])?;
    /// assert_eq!(trie.clip(&four, &Points::of([[-1], [0], [3], [4]]))?, Points::of([[0], [3]]));
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn clip(&self, tensor: &SpaceId, points: &Points) -> Result<Points, TrieError> {
        let node = self.node(tensor)?;
        points.check_rank(node.rank)?;
        match &node.extent {
            Some(extent) => Points::from_points(
                node.rank,
                points.iter().filter(|point| first_axis_outside(point, extent).is_none()),
            ),
            None => Ok(points.clone()),
        }
    }
}

/// Returns the first axis along which the point lies outside `0..extent`.
fn first_axis_outside(point: &[i64], extent: &[i64]) -> Option<usize> {
    point.iter().zip(extent).position(|(x, extent)| !(0..*extent).contains(x))
}
