//! The five changes of a reference space to its parent's description of places (thesis ch. 4). They are rank, axis
//! order, origin, refinement and coarsening.

use std::fmt;

use super::error::Parameter;
use super::points::{check_point, check_size, product};
use super::tuple::Tuple;
use super::{Mapping, Point, Points, TrieError, checked};

/// A reference space without its name and its parent: permutation `p`, origin `o`, refinement `r`, coarsening `c`.
///
/// [`Placement::of`] starts with the parent's own description; each further call states one change, in any order.
/// [`Mapping::check`], which [`Trie::add`](super::Trie::add) calls, rejects inconsistent changes. With a parent of rank
/// M and a child of rank N:
///
/// | call | entries | along the axes of | meaning |
/// |---|---|---|---|
/// | [`axes`](Placement::axes) | N | child | the parent's axis for each axis of the child; N < M drops axes |
/// | [`origin`](Placement::origin) | M | parent | the place of the child's point 0; for dropped axes: the place of the
/// child |
/// | [`refine`](Placement::refine) | N | child | the number of points of the child in one of the parent |
/// | [`coarsen`](Placement::coarsen) | N | child | the number of points of the parent in one of the child |
///
/// ```text
///  parent        0   1   2   3   4   5   6   7      origin 2
///  coarsen 2             [ 0   ] [ 1   ] [ 2
///  refine 2              0 1 2 3 4 5 6 7 8 9
/// ```
///
/// A gray picture at time 3 of a video whose axes are component, time, row and column, subsampled by two:
///
/// ```
/// use unite::trie::{Mapping, Placement, Points};
///
/// let gray = Placement::of(4).axes([2, 3]).origin([0, 3, 0, 0]).coarsen([2, 2]);
///
/// assert_eq!(gray.to_string(), "axes (2, 3) origin (0, 3, 0, 0) coarsen (2, 2)");
/// assert_eq!(gray.up(&[2, 3])?, Points::of([[0, 3, 4, 6], [0, 3, 4, 7], [0, 3, 5, 6], [0, 3, 5, 7]]));
/// assert_eq!(gray.hull(&[0, 3, 5, 7])?, Points::of([[2, 3]]));
/// # Ok::<(), unite::trie::TrieError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Placement {
    parent_rank: usize,
    axes: Vec<usize>,
    origin: Point,
    /// The refinement; `None` until stated, which means 1 along each axis of the child. The number of axes may change
    /// until then.
    refine: Option<Vec<i64>>,
    /// The coarsening; `None` like `refine`.
    coarsen: Option<Vec<i64>>,
}

impl Placement {
    /// Creates a placement that keeps the description of a parent of rank `parent_rank`.
    pub fn of(parent_rank: usize) -> Self {
        let (axes, origin) = ((0..parent_rank).collect(), vec![0; parent_rank]);
        Placement { parent_rank, axes, origin, refine: None, coarsen: None }
    }

    /// Sets the axes: axis `j` of the child is axis `axes[j]` of the parent. One entry per axis of the child, all
    /// different.
    ///
    /// ```
    /// use unite::trie::{Mapping, Placement, Points};
    ///
    /// let turned = Placement::of(3).axes([2, 1]);
    /// assert_eq!(turned.up(&[8, 5])?, Points::of([[0, 5, 8]]));
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    #[must_use]
    pub fn axes(mut self, axes: impl Into<Vec<usize>>) -> Self {
        self.axes = axes.into();
        self
    }

    /// Sets the origin: the child's point 0 lies at `origin`, with one coordinate per axis of the *parent*. It also
    /// places the child along the axes that it drops.
    ///
    /// ```
    /// use unite::trie::{Mapping, Placement, Points};
    ///
    /// let row_two = Placement::of(2).axes([1]).origin([2, 5]);
    /// assert_eq!(row_two.up(&[0])?, Points::of([[2, 5]]));
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    #[must_use]
    pub fn origin(mut self, origin: impl Into<Point>) -> Self {
        self.origin = origin.into();
        self
    }

    /// Sets the refinement: axis `j` of the child has `refine[j]` points for each point of the parent. Entries are at
    /// least 1.
    ///
    /// ```
    /// use unite::trie::{Mapping, Placement, Points};
    ///
    /// let half_samples = Placement::of(1).refine([2]);
    /// assert_eq!(half_samples.up(&[5])?, Points::of([[2]]));
    /// assert_eq!(half_samples.hull(&[2])?, Points::of([[4], [5]]));
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    #[must_use]
    pub fn refine(mut self, refine: impl Into<Vec<i64>>) -> Self {
        self.refine = Some(refine.into());
        self
    }

    /// Sets the coarsening: axis `j` of the child has one point for each `coarsen[j]` points of the parent. Entries are
    /// at least 1.
    ///
    /// ```
    /// use unite::trie::{Mapping, Placement, Points};
    ///
    /// let pairs = Placement::of(1).coarsen([2]);
    /// assert_eq!(pairs.up(&[-2])?, Points::of([[-4], [-3]]));
    /// assert_eq!(pairs.hull(&[-3])?, Points::of([[-2]]));
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    #[must_use]
    pub fn coarsen(mut self, coarsen: impl Into<Vec<i64>>) -> Self {
        self.coarsen = Some(coarsen.into());
        self
    }

    /// Returns `p`: the parent's axis for each axis of the child, as set by [`Placement::axes`].
    ///
    /// ```
    /// use unite::trie::Placement;
    ///
    /// let row_two = Placement::of(2).axes([1]).origin([2, 5]).coarsen([4]);
    /// assert_eq!(row_two.permutation(), [1]);
    /// assert_eq!(row_two.translation(), [2, 5]);
    /// assert_eq!(row_two.refinement(), [1]);
    /// assert_eq!(row_two.coarsening(), [4]);
    /// ```
    pub fn permutation(&self) -> &[usize] {
        &self.axes
    }

    /// Returns `o`: the place of the child's point 0 in the parent, as set by [`Placement::origin`].
    ///
    /// Example: see [`Placement::permutation`].
    pub fn translation(&self) -> &[i64] {
        &self.origin
    }

    /// Returns `r`: the factors set by [`Placement::refine`], or 1 for each axis of the child.
    ///
    /// Example: see [`Placement::permutation`].
    pub fn refinement(&self) -> Vec<i64> {
        self.refine.clone().unwrap_or_else(|| vec![1; self.axes.len()])
    }

    /// Returns `c`: the factors set by [`Placement::coarsen`], or 1 for each axis of the child.
    ///
    /// Example: see [`Placement::permutation`].
    pub fn coarsening(&self) -> Vec<i64> {
        self.coarsen.clone().unwrap_or_else(|| vec![1; self.axes.len()])
    }

    /// Returns `P x`: the coordinates of a parent point, or vector, along the child's axes.
    fn keep_axes(&self, x: &[i64]) -> Vec<i64> {
        self.axes.iter().map(|&axis| x[axis]).collect()
    }

    /// Returns `P^T y`: a child's vector along the parent's axes, 0 along those that the child drops.
    fn restore_axes(&self, y: &[i64]) -> Vec<i64> {
        let mut x = vec![0; self.parent_rank];
        for (&axis, &coordinate) in self.axes.iter().zip(y) {
            x[axis] = coordinate;
        }
        x
    }

    /// Checks that there is at least one axis, and that all axes exist in the parent and differ.
    fn check_axes(&self) -> Result<(), TrieError> {
        let (rank, parent_rank) = (self.axes.len(), self.parent_rank);
        if rank == 0 {
            return Err(TrieError::RankZero);
        }
        if rank > parent_rank {
            return Err(TrieError::RankGrows { rank, parent_rank });
        }
        for (position, &axis) in self.axes.iter().enumerate() {
            if axis >= parent_rank {
                return Err(TrieError::AxisOutOfRange { position, axis, parent_rank });
            }
            if let Some(first) = self.axes[..position].iter().position(|&earlier| earlier == axis) {
                return Err(TrieError::AxisTwice { axis, first, second: position });
            }
        }
        Ok(())
    }
}

impl Mapping for Placement {
    fn rank(&self) -> usize {
        self.axes.len()
    }

    fn parent_rank(&self) -> usize {
        self.parent_rank
    }

    /// Returns `up(x) = { P^T (d + i) + o : d_j = floor(c_j x_j / r_j), 0 <= i_j < c_j }`.
    fn up(&self, point: &[i64]) -> Result<Points, TrieError> {
        self.check()?;
        check_point(point, self.rank())?;
        check_size(self.up_len())?;

        let d = scale(point, &self.coarsening(), &self.refinement())?;
        let mut place = Points::new(self.parent_rank);
        for covered in &Points::cuboid(d, self.coarsening())? {
            place.insert(each(&self.restore_axes(covered), &self.origin, checked::add)?)?;
        }
        Ok(place)
    }

    /// Returns `hull(y) = { d + i : t = P (y - o), d_j = floor(t_j r_j / c_j), 0 <= i_j < r_j }`.
    fn hull(&self, point: &[i64]) -> Result<Points, TrieError> {
        self.check()?;
        check_point(point, self.parent_rank)?;
        check_size(self.hull_len())?;

        let t = self.keep_axes(&each(point, &self.origin, checked::sub)?);
        let d = scale(&t, &self.refinement(), &self.coarsening())?;
        Points::cuboid(d, self.refinement())
    }

    fn up_len(&self) -> u128 {
        product(&self.coarsening())
    }

    fn hull_len(&self) -> u128 {
        product(&self.refinement())
    }

    fn check(&self) -> Result<(), TrieError> {
        self.check_axes()?;
        let (refine, coarsen) = (self.refinement(), self.coarsening());
        check_length(Parameter::Origin, self.parent_rank, &self.origin)?;
        check_length(Parameter::Refine, self.rank(), &refine)?;
        check_length(Parameter::Coarsen, self.rank(), &coarsen)?;
        check_factors(Parameter::Refine, &refine)?;
        check_factors(Parameter::Coarsen, &coarsen)?;
        for (axis, (&refine, &coarsen)) in refine.iter().zip(&coarsen).enumerate() {
            if refine > 1 && coarsen > 1 {
                return Err(TrieError::BothFactors { axis, refine, coarsen });
            }
        }
        Ok(())
    }
}

/// Returns `floor(x_j times_j / over_j)` for each axis `j`.
fn scale(x: &[i64], times: &[i64], over: &[i64]) -> Result<Point, TrieError> {
    each(&each(x, times, checked::mul)?, over, checked::div_floor)
}

/// Applies an operation to the entries of two lists of equal length, pair by pair.
fn each(left: &[i64], right: &[i64], op: impl Fn(i64, i64) -> Result<i64, TrieError>) -> Result<Vec<i64>, TrieError> {
    left.iter().zip(right).map(|(&left, &right)| op(left, right)).collect()
}

/// Checks that a list has `expected` entries.
fn check_length(parameter: Parameter, expected: usize, entries: &[i64]) -> Result<(), TrieError> {
    let found = entries.len();
    if found == expected { Ok(()) } else { Err(TrieError::Length { parameter, expected, found }) }
}

/// Checks that all factors are at least 1.
fn check_factors(parameter: Parameter, factors: &[i64]) -> Result<(), TrieError> {
    match factors.iter().position(|&factor| factor < 1) {
        Some(axis) => Err(TrieError::Factor { parameter, axis, factor: factors[axis] }),
        None => Ok(()),
    }
}

/// Formats the changes, without those that change nothing: `axes (1, 0) origin (2, 1)`, or `identity`.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut changes = Vec::new();
        if !self.axes.iter().copied().eq(0..self.parent_rank) {
            changes.push(format!("axes {}", Tuple(&self.axes)));
        }
        if self.origin.iter().any(|&coordinate| coordinate != 0) {
            changes.push(format!("origin {}", Tuple(&self.origin)));
        }
        for (name, factors) in [("refine", self.refinement()), ("coarsen", self.coarsening())] {
            if factors.iter().any(|&factor| factor != 1) {
                changes.push(format!("{name} {}", Tuple(&factors)));
            }
        }
        if changes.is_empty() { f.write_str("identity") } else { f.write_str(&changes.join(" ")) }
    }
}
