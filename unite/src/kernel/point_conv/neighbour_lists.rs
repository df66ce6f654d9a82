//! Lists of neighbours, given or found. For each query they have the numbers of its neighbours among the support
//! points.

use super::check::{check_points, check_radius};
use super::error::PointConvError;
use crate::kernel::{RadiusIndex, Real};
use crate::level::{AxisLevel, Consecutive, Fiber, Level, LevelError, Pattern, Piecewise, SparseList, indices};
use crate::looplet::Looplet;

/// For each query, the numbers of its neighbours among the support points: a tensor of truth values `[query, support
/// point]`.
///
/// ```
/// use unite::kernel::NeighbourLists;
///
/// let points = [[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0]];
/// let found = NeighbourLists::search(&points, &points, 1.0)?;
/// assert_eq!(found, NeighbourLists::from_parts(3, vec![0, 2, 4, 5], vec![0, 1, 0, 1, 2])?);
/// // The layout of most networks: rows of one width, padded with a number that no point has.
/// assert_eq!(found, NeighbourLists::from_rows(3, 2, &[0, 1, 1, 0, 2, 3])?);
/// assert_eq!((found.queries(), found.support(), found.stored()), (3, 3, 5));
/// # Ok::<(), unite::kernel::PointConvError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct NeighbourLists {
    tensor: NeighbourTensor,
    support: usize,
}

/// The tensor `Near[query, support point]`.
pub type NeighbourTensor = Piecewise<Consecutive<SparseList<Pattern>>>;

impl NeighbourLists {
    /// Finds the support points within `radius` of each query.
    ///
    /// # Errors
    /// [`PointConvError::NotANumber`]: a coordinate is NaN; [`PointConvError::Search`]: a support point cannot be
    /// indexed, for example because it is at infinity; [`PointConvError::Radius`]: the radius is out of range.
    pub fn search<T: Real>(queries: &[[T; 3]], support: &[[T; 3]], radius: T) -> Result<Self, PointConvError> {
        Self::search_in(queries, &RadiusIndex::new(support)?, radius)
    }

    /// Finds neighbours as [`search`](NeighbourLists::search) does, with an existing index of the support points.
    ///
    /// # Errors
    /// The errors of [`search`](NeighbourLists::search).
    pub fn search_in<T: Real>(
        queries: &[[T; 3]],
        index: &RadiusIndex<T, 3>,
        radius: T,
    ) -> Result<Self, PointConvError> {
        check_points("query", queries)?;
        check_radius(radius)?;
        let (mut pointers, mut numbers) = (vec![0], Vec::new());
        for &query in queries {
            let first = numbers.len();
            index.radius_visit(query, radius, |points| numbers.extend(points.iter().copied().map(i64::from)));
            numbers[first..].sort_unstable();
            pointers.push(numbers.len());
        }
        Ok(Self::from_parts(index.len(), pointers, numbers)?)
    }

    /// Creates lists from arrays: the neighbours of query `q` are `numbers[pointers[q]..pointers[q + 1]]`, in
    /// increasing order, each below `support`.
    ///
    /// # Errors
    /// [`LevelError`]: the pointers do not match the numbers, a number is not below `support`, or numbers of one query
    /// do not increase.
    pub fn from_parts(support: usize, pointers: Vec<usize>, numbers: Vec<i64>) -> Result<Self, LevelError> {
        // An extent is not empty, so an empty set of points gets an extent with one point, which no list contains.
        let extent = indices(0, support.max(1))?;
        if let (0, Some(place)) = (support, numbers.first()) {
            return Err(LevelError::ElementOutside {
                element: 0,
                place: place.to_string(),
                extent: "no points".into(),
            });
        }
        let pattern = Pattern::of(numbers.len());
        let lists = SparseList::from_parts(extent, pointers, numbers, pattern)?;
        // A `Dense` axis cannot be empty; a `Consecutive` one can, so there may be zero queries.
        let queries = Consecutive::from_parts(vec![0, lists.positions() as i64], lists)?;
        Ok(NeighbourLists { tensor: Piecewise::from_level(queries)?, support })
    }

    /// Creates lists from rows of `width` numbers each, in any order. Numbers of no support point are padding.
    ///
    /// # Errors
    /// [`PointConvError::Count`]: the last row is incomplete; [`PointConvError::Level`]: a row contains a point twice.
    pub fn from_rows(support: usize, width: usize, numbers: &[i64]) -> Result<Self, PointConvError> {
        let width = width.max(1);
        if !numbers.len().is_multiple_of(width) {
            let (what, needed) = ("numbers of neighbours", numbers.len().next_multiple_of(width));
            return Err(PointConvError::Count { what, found: numbers.len(), needed, layout: "rows have one width" });
        }
        let (mut pointers, mut kept) = (vec![0], Vec::with_capacity(numbers.len()));
        for row in numbers.chunks_exact(width) {
            let first = kept.len();
            kept.extend(row.iter().filter(|&&number| usize::try_from(number).is_ok_and(|number| number < support)));
            kept[first..].sort_unstable();
            pointers.push(kept.len());
        }
        Ok(Self::from_parts(support, pointers, kept)?)
    }

    /// Returns the number of queries.
    pub fn queries(&self) -> usize {
        self.lists().positions()
    }

    /// Returns the number of support points.
    pub fn support(&self) -> usize {
        self.support
    }

    /// Returns the number of pairs of a query and a neighbour.
    pub fn stored(&self) -> usize {
        self.lists().coordinates().len()
    }

    /// Returns the tensor `[query, support point]`, for loop programs.
    ///
    /// ```
    /// use unite::kernel::NeighbourLists;
    /// use unite::loops;
    ///
    /// let lists = NeighbourLists::from_parts(4, vec![0, 2, 3], vec![1, 3, 0])?;
    /// let pairs = lists.tensor();
    /// let mut count = 0;
    /// loops!(for q for p if pairs[q, p] count += 1)?;
    /// assert_eq!(count, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tensor(&self) -> &NeighbourTensor {
        &self.tensor
    }

    /// Returns the level of the lists, one fiber for each query.
    #[inline(always)]
    fn lists(&self) -> &SparseList<Pattern> {
        self.tensor.level().child()
    }

    /// Calls `visit` with the number of each neighbour of a query, in increasing order.
    #[inline(always)]
    pub(super) fn each(&self, query: usize, mut visit: impl FnMut(usize)) {
        let mut list = self.walk(query);
        while !list.done() {
            visit(list.start().value as usize);
            list.next_if(true);
        }
    }

    /// Returns the list of a query as a looplet.
    #[inline(always)]
    fn walk(&self, query: usize) -> impl Looplet<Coord = i64> + '_ {
        self.lists().fiber(query).walk()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_points_that_there_are_not_are_refused_and_rows_are_filled_up() {
        assert!(matches!(NeighbourLists::from_parts(3, vec![0, 1], vec![3]), Err(LevelError::ElementOutside { .. })));
        assert!(matches!(NeighbourLists::from_parts(0, vec![0, 1], vec![0]), Err(LevelError::ElementOutside { .. })));
        assert!(matches!(NeighbourLists::from_parts(3, vec![0, 2], vec![1, 1]), Err(LevelError::Unordered { .. })));
        assert!(matches!(NeighbourLists::from_rows(3, 2, &[0, 1, 2]), Err(PointConvError::Count { needed: 4, .. })));
        let rows = NeighbourLists::from_rows(3, 2, &[3, 3, -1, 2]).expect("two rows");
        assert_eq!((rows.queries(), rows.stored()), (2, 1));
        assert_eq!(NeighbourLists::from_parts(0, vec![0], vec![]).expect("nothing").queries(), 0);
    }
}
