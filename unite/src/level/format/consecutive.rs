//! Runs of consecutive integers, one for each fiber. This is a [`SparseList`](crate::level::SparseList) whose
//! coordinates count up through all fibers, so only the start of each fiber is stored. The contents of adjacent fibers
//! are one span of positions.
//!
//! ```text
//!  starts   4   6   6   9            fiber 0  4 5     fiber 1  none     fiber 2  6 7 8
//!  child    0 1 |   | 2 3 4          integer k has position k - starts[0] of the child
//! ```

use std::ops::Range;

use super::dense::DensePlaces;
use crate::continuous::{Integer, Interval};
use crate::copied::copied;
use crate::level::{AxisLevel, Entry, Fiber, Level, LevelError, LevelSiblings, PieceUpdate, Workspace};
use crate::looplet::{Flow, Lookup, Mirrored};

/// Runs of consecutive integers: each fiber has one run, which starts where the run of the previous fiber stops.
///
/// A grid stores the points of its cells like this. Points are counted through all cells, and `Cell[row, column, k]` is
/// true if point `k` lies in the cell. The points of adjacent cells are one [`span`](Consecutive::span).
///
/// ```
/// use unite::level::{Consecutive, Dense, Pattern, Piecewise};
///
/// let cells = Consecutive::from_parts(vec![0i32, 2, 2, 5], Pattern::of(5))?; // three cells with 2, 0 and 3 points
/// assert_eq!(cells.span(1..3), 2..5);
/// let cells = Piecewise::from_level(Dense::from_parts(0..3i64, cells)?)?;
/// assert!(cells.at((0, 1)) && !cells.at((1, 1)) && cells.at((2, 4)));
/// # Ok::<(), unite::level::LevelError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Consecutive<L, C: Integer = i64> {
    extent: Interval<C>,
    /// The start of each fiber, and the end of the last one.
    starts: Vec<C>,
    child: L,
}

impl<L: Level, C: Integer> Consecutive<L, C> {
    /// Creates the format, from the extent of the integers and the child level.
    pub fn new(extent: Interval<C>, child: L) -> Self {
        Consecutive { extent, starts: vec![C::default()], child }
    }

    /// Creates the level from its starts: fiber `p` has the integers from `starts[p]` up to but excluding
    /// `starts[p + 1]`. The contents of integer `k` are at position `k - starts[0]` of `child`. The extent of the axis
    /// is the union of all fibers.
    ///
    /// # Errors
    /// [`LevelError::Count`]: `starts` is empty, or `child` does not have one position for each integer;
    /// [`LevelError::Place`]: a start is not a valid coordinate; [`LevelError::Unordered`]: a start is less than the
    /// previous one.
    pub fn from_parts(starts: Vec<C>, child: L) -> Result<Self, LevelError> {
        let format = Self::NAME;
        let (Some(&first), Some(&end)) = (starts.first(), starts.last()) else {
            return Err(LevelError::Count { format, what: "starts", found: 0, needed: 1 });
        };
        let mut previous = first;
        for (element, &start) in starts.iter().enumerate() {
            start.checked().map_err(|source| LevelError::Place { element, source })?;
            if start < previous {
                let (place, previous) = (start.to_string(), previous.to_string());
                return Err(LevelError::Unordered { element, place, previous });
            }
            previous = start;
        }
        let (found, needed) = (child.positions(), end.steps_from(first));
        if found != needed {
            return Err(LevelError::Count { format, what: "child positions", found, needed });
        }
        // An extent cannot be empty, even if all fibers are.
        let last = if needed == 0 { first } else { end.last_below() };
        let extent = Interval::closed(first, last).map_err(|source| LevelError::Axis { source })?;
        Ok(Consecutive { extent, starts, child })
    }

    /// Returns the start of each fiber, and the end of the last one.
    pub fn starts(&self) -> &[C] {
        &self.starts
    }

    /// Returns the contents of the fibers `fibers`: one span of positions of the child level.
    ///
    /// # Panics
    /// `fibers` ends beyond the last fiber.
    #[inline(always)]
    pub fn span(&self, fibers: Range<usize>) -> Range<usize> {
        let first = self.starts[0];
        self.starts[fibers.start].offset_from(first)..self.starts[fibers.end].offset_from(first)
    }
}

/// A fiber of consecutive integers.
#[derive(Debug)]
pub struct ConsecutiveFiber<'a, L: Level, C> {
    places: DensePlaces<'a, L, C>,
    first: C,
    len: usize,
}

copied!([L: Level, C: Copy] ConsecutiveFiber<'_, L, C>);

#[diagnostic::do_not_recommend]
impl<'a, L: Level, C: Integer> Fiber for ConsecutiveFiber<'a, L, C> {
    type Coord = C;
    type Stored = C;
    type Child = L::Fiber<'a>;
    type Walk = Lookup<DensePlaces<'a, L, C>>;
    type Back = Lookup<Mirrored<DensePlaces<'a, L, C>>>;

    #[inline(always)]
    fn walk(self) -> Self::Walk {
        Lookup::new(self.places, self.first, self.len)
    }

    #[inline(always)]
    fn back(self) -> Self::Back {
        // An empty fiber is never asked for a place, so `last` may be any integer.
        let last = self.first.step(self.len.saturating_sub(1));
        Lookup::new(Mirrored::new(self.places, self.len), last.negated(), self.len)
    }

    #[inline(always)]
    fn at(self, place: C, mut visit: impl FnMut(Option<L::Fiber<'a>>) -> Flow) -> Flow {
        let k = place.offset_from(self.first);
        visit((k < self.len).then(|| crate::looplet::Places::payload(&self.places, k)))
    }
}

impl<L: Level, C: Integer> Level for Consecutive<L, C> {
    type Value = L::Value;
    type Fiber<'a>
        = ConsecutiveFiber<'a, L, C>
    where
        Self: 'a;
    type Siblings<'a>
        = LevelSiblings<'a, Self>
    where
        Self: 'a;
    type Update = Workspace<C, L::Update>;

    const RANK: usize = L::RANK + 1;

    #[inline(always)]
    fn fiber(&self, position: usize) -> ConsecutiveFiber<'_, L, C> {
        let span = self.span(position..position + 1);
        let places = DensePlaces::new(&self.child, span.start, span.len());
        ConsecutiveFiber { places, first: self.starts[position], len: span.len() }
    }

    #[inline(always)]
    fn siblings(&self, first: usize, _len: usize) -> LevelSiblings<'_, Self> {
        LevelSiblings::new(self, first)
    }

    #[inline(always)]
    fn fill(&self) -> L::Value {
        self.child.fill()
    }

    fn positions(&self) -> usize {
        self.starts.len() - 1
    }

    fn declare(&self) -> Self::Update {
        Workspace::new(self.extent, self.child.declare())
    }

    fn freeze(&self, update: &mut Self::Update, roots: &[Option<usize>]) -> Result<Self, LevelError> {
        // The integer that must come next. Empty fibers before the first integer start at that integer.
        let mut next: Option<C> = None;
        let (mut starts, mut leading, mut children) = (Vec::new(), 0, Vec::new());
        for root in roots {
            match next {
                Some(next) => starts.push(next),
                None => leading += 1,
            }
            let Some(root) = *root else { continue };
            let mut astray = None;
            update.points(root, Self::NAME, |place, child| {
                if next.is_none() {
                    starts.resize(leading, place);
                } else if next != Some(place) {
                    astray.get_or_insert(place);
                }
                next = Some(place.step(1));
                children.push(Some(child));
            })?;
            if let Some(place) = astray {
                let reason = "the integers must count up through all fibers without a gap; use SparseList";
                return Err(LevelError::unfit(Self::NAME, place.before(), place.after(), reason));
            }
        }
        starts.resize(leading.max(starts.len()), C::default());
        starts.push(next.unwrap_or_default());
        let child = self.child.freeze(&mut update.child, &children)?;
        Ok(Consecutive { extent: self.extent, starts, child })
    }

    fn thaw_all(self, update: &mut Self::Update) {
        *update = self.declare();
        for position in 0..self.positions() {
            update.restore(self.entries(position));
        }
        self.child.thaw_all(&mut update.child);
    }
}

impl<L: Level, C: Integer> AxisLevel for Consecutive<L, C> {
    type Coord = C;
    type Child = L;

    const NAME: &'static str = "Consecutive";
    const INJECTIVE: bool = true;

    fn extent(&self) -> Interval<C> {
        self.extent
    }

    fn child(&self) -> &L {
        &self.child
    }

    fn entries(&self, position: usize) -> impl Iterator<Item = Entry<C>> + '_ {
        let (first, span) = (self.starts[position], self.span(position..position + 1));
        span.clone().map(move |k| {
            let place = first.step(k - span.start);
            (place.before(), place.after(), k)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Dense, Element, Pattern, Piecewise};

    type Rows = Dense<Consecutive<Element<i32>>>;

    fn rows() -> Rows {
        let everywhere = Interval::EVERYWHERE;
        Dense::new(0..4i64, Consecutive::new(everywhere, Element::new(0))).expect("four rows")
    }

    #[test]
    fn what_counts_up_is_frozen_and_anything_else_refused() {
        let mut tensor = Piecewise::declare(rows());
        for (row, k) in [(1, 7), (1, 8), (3, 9)] {
            tensor.set((row, k), 10 * k as i32).expect("inside");
        }
        let frozen = tensor.clone().freeze().expect("7, 8 and 9");
        let level = frozen.level().child();
        assert_eq!((level.starts(), level.span(0..4)), (&[7, 7, 9, 9, 10][..], 0..3));
        assert_eq!((frozen.at((1, 8)), frozen.at((3, 9)), frozen.at((3, 8))), (80, 90, 0));
        assert_eq!(level.entries(1).map(|entry| entry.0.value).collect::<Vec<_>>(), [7, 8]);
        tensor.set((3, 11), 1).expect("inside");
        let error = tensor.freeze().expect_err("10 is left out");
        assert!(matches!(error, LevelError::Unfit { format: "Consecutive", .. }), "{error}");
        let none = Piecewise::declare(rows()).freeze().expect("no integers");
        assert_eq!(none.level().child().starts(), [0; 5]);
    }

    #[test]
    fn starts_that_fall_or_lack_what_lies_below_are_refused() {
        let parts = |starts: &[i32], count| Consecutive::from_parts(starts.to_vec(), Pattern::of(count));
        assert!(matches!(parts(&[], 0), Err(LevelError::Count { found: 0, needed: 1, .. })));
        assert!(matches!(parts(&[0, 3, 2], 2), Err(LevelError::Unordered { element: 2, .. })));
        assert!(matches!(parts(&[0, 3], 2), Err(LevelError::Count { found: 2, needed: 3, .. })));
        assert!(matches!(parts(&[0, i32::MAX], 2), Err(LevelError::Place { element: 1, .. })));
        assert_eq!(parts(&[5, 5], 0).expect("an empty fiber").span(0..1), 0..0);
    }

    #[test]
    fn a_fiber_is_walked_in_both_directions() {
        use crate::looplet::Looplet;
        let level =
            Consecutive::from_parts(vec![3i64, 5, 5, 6], Element::from_values(0, vec![1, 2, 3])).expect("parts");
        let mut back = level.fiber(0).back();
        assert_eq!((back.start().value, back.remaining()), (-4, 2));
        back.next_if(true);
        assert_eq!(back.start().value, -3);
        assert!(level.fiber(1).walk().done() && level.fiber(1).back().done());
        assert_eq!(level.fiber(2).walk().start().value, 5);
    }
}
