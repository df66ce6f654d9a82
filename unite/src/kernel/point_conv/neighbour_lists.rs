//! Lists of neighbours, given or found: for each query, the numbers of the support points that it sees.

use super::check::{check_points, check_radius};
use super::error::PointConvError;
use crate::kernel::{RadiusIndex, Real};
use crate::level::{AxisLevel, Consecutive, Fiber, Level, LevelError, Pattern, Piecewise, SparseList, indices};
use crate::looplet::Looplet;

/// For each query, the numbers of the support points that it sees: a tensor of truth values `[query, support point]`.
///
/// ```
/// use unite::kernel::NeighbourLists;
///
/// let points = [[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0]];
/// let found = NeighbourLists::search(&points, &points, 1.0)?;
/// assert_eq!(found, NeighbourLists::from_parts(3, vec![0, 2, 4, 5], vec![0, 1, 0, 1, 2])?);
/// // As networks have them: rows of one width, filled up with a number that no point has.
/// assert_eq!(found, NeighbourLists::from_rows(3, 2, &[0, 1, 1, 0, 2, 3])?);
/// assert_eq!((found.queries(), found.support(), found.stored()), (3, 3, 5));
/// # Ok::<(), unite::kernel::PointConvError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct NeighbourLists {
    tensor: NeighbourTensor,
    support: usize,
}

/// `Near[query, support point]`.
pub type NeighbourTensor = Piecewise<Consecutive<SparseList<Pattern>>>;

impl NeighbourLists {
    /// The points within `radius` of each query.
    ///
    /// # Errors
    /// [`PointConvError::NotANumber`], [`PointConvError::Search`]: a point is nowhere, or a support point infinitely far;
    /// [`PointConvError::Radius`].
    pub fn search<T: Real>(queries: &[[T; 3]], support: &[[T; 3]], radius: T) -> Result<Self, PointConvError> {
        Self::search_in(queries, &RadiusIndex::new(support)?, radius)
    }

    /// [`search`](NeighbourLists::search) among points that have an index already.
    ///
    /// # Errors
    /// Those of [`search`](NeighbourLists::search).
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

    /// Lists one after the other: query `q` sees `numbers[pointers[q]..pointers[q + 1]]`, rising, of `support` points.
    ///
    /// # Errors
    /// [`LevelError`]: the lists do not belong together, a number is none of a point, or does not come after the one
    /// before.
    pub fn from_parts(support: usize, pointers: Vec<usize>, numbers: Vec<i64>) -> Result<Self, LevelError> {
        // An extent is not empty, so that of no points has a point, which is in no list.
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
        // An array has a place, so that of no queries is none; integers that are dealt out may be none.
        let queries = Consecutive::from_parts(vec![0, lists.positions() as i64], lists)?;
        Ok(NeighbourLists { tensor: Piecewise::from_level(queries)?, support })
    }

    /// Rows of `width` numbers, in any order; those that no point has fill a row up.
    ///
    /// # Errors
    /// [`PointConvError::Count`]: no whole number of rows; [`PointConvError::Level`]: a point twice in a row.
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

    /// How many queries there are.
    pub fn queries(&self) -> usize {
        self.lists().positions()
    }

    /// How many points the numbers are taken from.
    pub fn support(&self) -> usize {
        self.support
    }

    /// How many pairs there are.
    pub fn stored(&self) -> usize {
        self.lists().coordinates().len()
    }

    /// The tensor `[query, support point]`, for programs of loops.
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

    /// The lists, by query.
    #[inline(always)]
    fn lists(&self) -> &SparseList<Pattern> {
        self.tensor.level().child()
    }

    /// Calls `visit` with the number of each point that a query sees, rising.
    #[inline(always)]
    pub(super) fn each(&self, query: usize, mut visit: impl FnMut(usize)) {
        let mut list = self.walk(query);
        while !list.done() {
            visit(list.start().value as usize);
            list.next_if(true);
        }
    }

    /// The list of a query as a looplet.
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
