//! Sets of integer points, the arguments and results of all operations of the formal layer. Thesis ch. 4.
//!
//! A set is a sorted tree of its points: slow, plain and with one printed order. It knows nothing about spaces: two
//! sets of one rank can be united whatever spaces they come from. [`Trie::intersect`](super::Trie::intersect) and its
//! companions compare *places*.

use std::collections::{BTreeSet, btree_set};
use std::fmt;

use super::error::Parameter;
use super::tuple::Tuple;
use super::{TrieError, checked};

/// A point of a space: one coordinate per axis, which may be negative.
pub type Point = Vec<i64>;

/// A set of points that all have the same rank.
///
/// The points are stored, iterated and printed in lexicographic order. An empty set has a rank too, so that a set of
/// the wrong rank is detected even if it is empty. A set of rank 0 can be made but belongs to no space.
///
/// ```
/// use unite::trie::Points;
///
/// let a = Points::of([[3, 4], [1, 2]]);
/// let b = Points::cuboid([1, 2], [1, 3])?;
///
/// assert_eq!(a.to_string(), "{(1, 2), (3, 4)}");
/// assert_eq!(b.to_string(), "{(1, 2), (1, 3), (1, 4)}");
/// assert_eq!(a.intersection(&b)?, Points::of([[1, 2]]));
/// assert_eq!(a.first(), Some(&[1, 2][..]));
/// # Ok::<(), unite::trie::TrieError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Points {
    rank: usize,
    set: BTreeSet<Point>,
}

impl Points {
    /// The maximum number of points of a set. A larger result is rejected with [`TrieError::TooLarge`] before it is
    /// computed.
    pub const LIMIT: usize = 1 << 20;

    /// Creates the empty set of a rank.
    ///
    /// Example: see [`Points::insert`].
    pub fn new(rank: usize) -> Self {
        Points { rank, set: BTreeSet::new() }
    }

    /// Creates the set of the given `M` points of rank `N`; duplicates count once.
    ///
    /// Example: see [`Points`].
    pub fn of<const N: usize, const M: usize>(points: [[i64; N]; M]) -> Self {
        const { assert!(M <= Points::LIMIT, "a set holds at most `Points::LIMIT` points") };
        Points { rank: N, set: points.iter().map(|point| point.to_vec()).collect() }
    }

    /// Creates the set of one point, with its rank.
    ///
    /// ```
    /// use unite::trie::Points;
    ///
    /// assert_eq!(Points::one([5, -1]), Points::of([[5, -1]]));
    /// ```
    pub fn one(point: impl Into<Point>) -> Self {
        let point = point.into();
        Points { rank: point.len(), set: BTreeSet::from([point]) }
    }

    /// Creates the set of the points of an iterator, each of rank `rank`.
    ///
    /// # Errors
    /// [`TrieError::PointRank`] at the first point of another rank, [`TrieError::TooLarge`] at the first point past
    /// [`Points::LIMIT`] different ones.
    ///
    /// ```
    /// use unite::trie::Points;
    ///
    /// let diagonal = Points::from_points(2, (0..3).map(|i| [i, i]))?;
    /// assert_eq!(diagonal.to_string(), "{(0, 0), (1, 1), (2, 2)}");
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn from_points<P: Into<Point>>(rank: usize, points: impl IntoIterator<Item = P>) -> Result<Self, TrieError> {
        let mut all = Points::new(rank);
        for point in points {
            all.insert(point)?;
        }
        Ok(all)
    }

    /// Creates the set of all points of a box: `extent[k]` points along axis `k`, from `origin[k]` on.
    ///
    /// # Errors
    /// [`TrieError::Length`] if the lists differ in length, [`TrieError::Extent`] for an extent less than 1,
    /// [`TrieError::TooLarge`] if the box has more than [`Points::LIMIT`] points, [`TrieError::Overflow`] if its last
    /// point does not fit.
    ///
    /// Example: see [`Points`].
    pub fn cuboid(origin: impl Into<Point>, extent: impl Into<Vec<i64>>) -> Result<Self, TrieError> {
        let (origin, extent) = (origin.into(), extent.into());
        check_extent(origin.len(), &extent)?;
        check_size(product(&extent))?;

        // The box of the axes before `k` is extended along axis `k`, one axis after the other.
        let mut corner = vec![Point::new()];
        for (&start, &extent) in origin.iter().zip(&extent) {
            let last = checked::add(start, extent - 1)?;
            corner = corner.iter().flat_map(|point| (start..=last).map(move |x| [point, &[x][..]].concat())).collect();
        }
        Ok(Points { rank: origin.len(), set: corner.into_iter().collect() })
    }

    /// Returns the number of coordinates of each point.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Returns the number of points.
    pub fn len(&self) -> usize {
        self.set.len()
    }

    /// Returns whether there are no points.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// Returns whether the point is in the set; `false` for a point of another rank.
    pub fn contains(&self, point: &[i64]) -> bool {
        self.set.contains(point)
    }

    /// Returns the points in lexicographic order.
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.set.iter())
    }

    /// Returns the lexicographically smallest point: the first sample of the place that the set covers.
    ///
    /// Example: see [`Points`].
    pub fn first(&self) -> Option<&[i64]> {
        self.set.first().map(Vec::as_slice)
    }

    /// Adds a point, and returns whether it was not in the set before.
    ///
    /// # Errors
    /// [`TrieError::PointRank`] for a point of another rank, [`TrieError::TooLarge`] if the set is full.
    ///
    /// ```
    /// use unite::trie::{Points, TrieError};
    ///
    /// let mut points = Points::new(2);
    /// assert_eq!(points.insert([1, 2]), Ok(true));
    /// assert_eq!(points.insert([1, 2]), Ok(false));
    /// assert_eq!(points.insert([1]), Err(TrieError::PointRank { point: vec![1], expected: 2 }));
    /// ```
    pub fn insert(&mut self, point: impl Into<Point>) -> Result<bool, TrieError> {
        let point = point.into();
        check_point(&point, self.rank)?;
        if self.set.contains(&point) {
            return Ok(false);
        }
        check_size(self.len() as u128 + 1)?;
        Ok(self.set.insert(point))
    }

    /// Returns the points that are in either set, as tuples of numbers. Use [`Trie::union`](super::Trie::union) to
    /// compare their places.
    ///
    /// # Errors
    /// [`TrieError::SetRank`] if the ranks differ, [`TrieError::TooLarge`] if there are more than [`Points::LIMIT`].
    ///
    /// ```
    /// use unite::trie::Points;
    ///
    /// let (a, b) = (Points::of([[1], [2]]), Points::of([[2], [3]]));
    /// assert_eq!(a.union(&b)?, Points::of([[1], [2], [3]]));
    /// assert_eq!(a.intersection(&b)?, Points::of([[2]]));
    /// assert_eq!(a.difference(&b)?, Points::of([[1]]));
    /// assert!(a.meets(&b)? && !a.is_subset(&b)?);
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn union(&self, other: &Points) -> Result<Points, TrieError> {
        other.check_rank(self.rank)?;
        check_size(self.set.union(&other.set).count() as u128)?;
        Ok(Points { rank: self.rank, set: &self.set | &other.set })
    }

    /// Returns the points that are in both sets.
    ///
    /// # Errors
    /// [`TrieError::SetRank`] if the ranks differ.
    ///
    /// Example: see [`Points::union`].
    pub fn intersection(&self, other: &Points) -> Result<Points, TrieError> {
        other.check_rank(self.rank)?;
        Ok(Points { rank: self.rank, set: &self.set & &other.set })
    }

    /// Returns the points of this set that are not in the other one.
    ///
    /// # Errors
    /// [`TrieError::SetRank`] if the ranks differ.
    ///
    /// Example: see [`Points::union`].
    pub fn difference(&self, other: &Points) -> Result<Points, TrieError> {
        other.check_rank(self.rank)?;
        Ok(Points { rank: self.rank, set: &self.set - &other.set })
    }

    /// Returns whether every point of this set is in the other one.
    ///
    /// # Errors
    /// [`TrieError::SetRank`] if the ranks differ.
    ///
    /// Example: see [`Points::union`].
    pub fn is_subset(&self, other: &Points) -> Result<bool, TrieError> {
        other.check_rank(self.rank)?;
        Ok(self.set.is_subset(&other.set))
    }

    /// Returns whether the sets have a point in common.
    ///
    /// # Errors
    /// [`TrieError::SetRank`] if the ranks differ.
    ///
    /// Example: see [`Points::union`].
    pub fn meets(&self, other: &Points) -> Result<bool, TrieError> {
        other.check_rank(self.rank)?;
        Ok(!self.set.is_disjoint(&other.set))
    }

    /// Checks that the rank of the set is `expected`.
    pub(super) fn check_rank(&self, expected: usize) -> Result<(), TrieError> {
        if self.rank == expected { Ok(()) } else { Err(TrieError::SetRank { expected, found: self.rank }) }
    }
}

/// Checks that the rank of a point is `expected`.
pub(super) fn check_point(point: &[i64], expected: usize) -> Result<(), TrieError> {
    if point.len() == expected { Ok(()) } else { Err(TrieError::PointRank { point: point.to_vec(), expected }) }
}

/// Checks that a size does not exceed [`Points::LIMIT`].
pub(super) fn check_size(size: u128) -> Result<(), TrieError> {
    if size <= Points::LIMIT as u128 { Ok(()) } else { Err(TrieError::TooLarge { size }) }
}

/// Checks that an extent has `rank` entries, each at least 1.
pub(super) fn check_extent(rank: usize, extent: &[i64]) -> Result<(), TrieError> {
    if extent.len() != rank {
        return Err(TrieError::Length { parameter: Parameter::Extent, expected: rank, found: extent.len() });
    }
    match extent.iter().position(|&extent| extent < 1) {
        Some(axis) => Err(TrieError::Extent { axis, extent: extent[axis] }),
        None => Ok(()),
    }
}

/// Returns the product of the entries, which are at least 1; saturates at the largest number.
pub(super) fn product(entries: &[i64]) -> u128 {
    entries.iter().fold(1, |product: u128, entry| product.saturating_mul(u128::from(entry.unsigned_abs())))
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (position, point) in self.set.iter().enumerate() {
            let comma = if position == 0 { "" } else { ", " };
            write!(f, "{comma}{}", Tuple(point))?;
        }
        f.write_str("}")
    }
}

/// An iterator over the points of a set in lexicographic order, returned by [`Points::iter`].
#[derive(Clone, Debug)]
pub struct Iter<'a>(btree_set::Iter<'a, Point>);

impl<'a> Iterator for Iter<'a> {
    type Item = &'a [i64];

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(Vec::as_slice)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'a> IntoIterator for &'a Points {
    type Item = &'a [i64];
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}
