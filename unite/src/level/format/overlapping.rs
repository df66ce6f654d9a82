//! Intervals that may overlap. The value at a place is the sum of the values of the intervals there, or for truth
//! values their disjunction ("The Continuous Tensor Abstraction", Fig. 10, whose compiler requires disjoint intervals).
//!
//! ```text
//!   0   1   2   3   4
//!       [-------)              A        stored as  [1, 3) A, [2, 4) B
//!           [-------)          B        rather than  [1, 2) A, [2, 3) A + B, [3, 4) B
//! ```

mod classes;
mod directory;
pub(crate) mod index;
pub(crate) mod order;
pub(crate) mod peaks;
mod profile;
pub mod sight;
pub(crate) mod spacing;
mod update;
mod walk;

pub use profile::Seen;
pub use update::OverlappingUpdate;
pub use walk::OverlappingWalk;

use std::ops::ControlFlow;
use std::sync::OnceLock;

use self::index::Index;
use self::profile::Profile;
use self::sight::{Backward, Forward};
use super::interval::check;
use super::points::{check_count, check_pointers};
use crate::continuous::{Coord, Cut, Hull, Interval};
use crate::level::{AxisLevel, Entry, Fiber, Level, LevelError, LevelSiblings, Value};
use crate::looplet::Flow;

/// Intervals that may overlap, with any ends; an interval that is written twice is stored twice.
///
/// The level is an index too: [`overlaps`](Overlapping::overlaps) finds the intervals that meet another.
///
/// ```
/// use unite::continuous::{Coord, Interval};
/// use unite::level::{Element, Overlapping};
///
/// let intervals = vec![Interval::closed_open(1.0, 3.0)?, Interval::closed_open(2.0, 4.0)?];
/// let names = Element::from_values(0, vec![7, 8]);
/// let boxes = Overlapping::from_parts(Interval::EVERYWHERE, vec![0, 2], intervals, names)?;
/// let met: Vec<usize> = boxes.overlaps(0, 2.5.before(), 2.5.after()).map(|(_, _, position)| position).collect();
/// assert_eq!(met, [0, 1]);
/// assert_eq!(boxes.overlaps(0, 3.0.before(), 9.0.before()).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Overlapping<L, C: Coord = f64> {
    extent: Interval<C>,
    index: Index<C>,
    child: L,
    /// The hull of the contents of each interval, in the order of the index; none if the contents are values.
    hulls: Vec<Hull>,
    profile: Made<L, C>,
}

/// The profile of the intervals, made when it is first needed; `None` within it if there is none.
#[derive(Debug, Clone)]
struct Made<L, C: Coord> {
    profile: OnceLock<Option<Profile<L, C>>>,
    /// `true` if every read goes through the profile.
    always: bool,
}

impl<L, C: Coord> Made<L, C> {
    fn not_yet(always: bool) -> Self {
        Made { profile: OnceLock::new(), always }
    }
}

/// A profile follows from the intervals, so it makes no difference between levels.
impl<L, C: Coord> PartialEq for Made<L, C> {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl<L: Level, C: Coord> Overlapping<L, C> {
    /// Creates the format, from the extent of the axis and the child level, whose fill must be zero or false.
    pub fn new(extent: Interval<C>, child: L) -> Self {
        Overlapping {
            extent,
            index: Index::with_capacity(0, 0),
            child,
            hulls: Vec::new(),
            profile: Made::not_yet(false),
        }
    }

    /// Creates the level from its lists: fiber `p` has `intervals[pointers[p]..pointers[p + 1]]`, in any order; the
    /// contents of interval `k` are at position `k` of `child`.
    ///
    /// # Errors
    /// [`LevelError`]: the lengths of the lists do not match; an interval lies outside of the extent (with its number);
    /// the fill is neither zero nor false; a fiber has more than 2^32 - 1 intervals.
    pub fn from_parts(
        extent: Interval<C>,
        pointers: Vec<usize>,
        intervals: Vec<Interval<C>>,
        child: L,
    ) -> Result<Self, LevelError> {
        check_count("Overlapping", "subtensors in the level below", child.positions(), intervals.len())?;
        let positions = (0..intervals.len()).collect();
        Self::from_placed(extent, pointers, intervals, positions, child)
    }

    /// Creates the level as [`from_parts`](Self::from_parts) does, with the contents of interval `k` at position
    /// `positions[k]` of `child`.
    ///
    /// ```
    /// use unite::continuous::{Coord, Interval};
    /// use unite::level::{Element, Overlapping};
    ///
    /// let intervals = vec![Interval::closed(1, 3)?, Interval::closed(5, 6)?, Interval::closed(2, 4)?];
    /// let names = Element::from_values(0, vec![7, 8]);
    /// let boxes = Overlapping::from_placed(Interval::EVERYWHERE, vec![0, 3], intervals, vec![1, 0, 1], names)?;
    /// let met: Vec<usize> = boxes.overlaps(0, 3.before(), 6.before()).map(|(_, _, position)| position).collect();
    /// assert_eq!(met, [1, 1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`from_parts`](Self::from_parts), and [`LevelError::Position`]: `child` does not have a position.
    pub fn from_placed(
        extent: Interval<C>,
        pointers: Vec<usize>,
        intervals: Vec<Interval<C>>,
        positions: Vec<usize>,
        child: L,
    ) -> Result<Self, LevelError> {
        check_pointers("Overlapping", &pointers, intervals.len())?;
        check_count("Overlapping", "positions", positions.len(), intervals.len())?;
        Self::from_entries(extent, &pointers, |k| (intervals[k], positions[k]), child)
    }

    /// Creates the level as [`from_placed`](Self::from_placed) does, with `entry(k)` returning interval `k` and its
    /// position. `pointers` must be valid.
    pub(crate) fn from_entries(
        extent: Interval<C>,
        pointers: &[usize],
        entry: impl Fn(usize) -> (Interval<C>, usize),
        child: L,
    ) -> Result<Self, LevelError> {
        fill_adds_nothing(&child)?;
        let count = pointers[pointers.len() - 1];
        for element in 0..count {
            let (interval, position) = entry(element);
            check::inside(element, interval, extent)?;
            if position >= child.positions() {
                return Err(LevelError::Position { element, position, positions: child.positions() });
            }
        }
        let mut index = Index::with_capacity(pointers.len() - 1, count);
        for fiber in pointers.windows(2) {
            index.push(fiber[1] - fiber[0], |k| {
                let (interval, position) = entry(fiber[0] + k);
                (interval.lo(), interval.hi(), position)
            })?;
        }
        index.close();
        let hulls = hulls(&index, &child);
        Ok(Overlapping { extent, index, child, hulls, profile: Made::not_yet(false) })
    }

    /// Returns the level with sums that do not depend on how it is read: at each place, every loop and every look-up adds the
    /// values of the intervals in the same order, by pairs. By default a loop over few of the intervals adds each of them to
    /// its target, and sums of floats may differ in their last bits from those of a loop over all of them.
    ///
    /// The sums are kept, up to two for each interval, and are computed by the first read. They depend on the intervals, and on
    /// the order in which equal ones were written. Contents that are not values, but have axes of their own, are not summed up.
    ///
    /// ```
    /// use unite::continuous::Interval;
    /// use unite::level::{Element, IntervalList, Overlapping, Piecewise};
    /// use unite::loops;
    ///
    /// let line = Interval::closed(0, 9)?;
    /// let mut h = Piecewise::declare(Overlapping::new(line, Element::new(0.0_f64)).reproducible());
    /// loops! {
    ///     for i = 0:6  h[i] += 0.1;
    ///     for i = 1:7  h[i] += 0.2;
    ///     for i = 2:8  h[i] += 0.3
    /// }?;
    /// let h = h.freeze()?;
    /// let mut part = Piecewise::declare(IntervalList::<_, i64>::new(line, Element::new(0.0_f64)));
    /// loops!(for i = 4:5  part[i] += h[i])?;
    /// assert_eq!(h.at(4).to_bits(), part.freeze()?.at(4).to_bits());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reproducible(mut self) -> Self {
        self.profile = Made::not_yet(true);
        self
    }

    /// Returns the sums of the intervals, if their contents are values.
    fn profile(&self) -> Option<&Profile<L, C>> {
        let Made { profile, always } = &self.profile;
        let worth = if *always { 1 } else { profile::WORTH };
        profile.get_or_init(|| Profile::of(&self.index, &self.child, worth)).as_ref()
    }

    /// Returns the intervals of all fibers.
    #[inline(always)]
    pub(crate) fn index(&self) -> &Index<C> {
        &self.index
    }

    /// Returns the intervals of the fiber at `position` that have places in common with `lo..hi`, in no particular
    /// order: their start, their stop, and the position of their contents in [`child`](AxisLevel::child).
    ///
    /// For each class of similar lengths, of which there are few, it searches once, in O(log n), and then scans the
    /// intervals that may meet `lo..hi`: a few for each one that does. If many intervals are nested, it scans at most
    /// 512 of a class, and finds the remaining matches by skipping intervals that stop before `lo`.
    #[inline]
    pub fn overlaps(&self, position: usize, lo: Cut<C>, hi: Cut<C>) -> impl Iterator<Item = Entry<C>> + '_ {
        // If nothing lies between the cuts, no interval matches.
        let some = lo < hi;
        let met =
            self.index.meeting(position, lo.value, move |stop| stop <= lo, move |start| start >= hi || !some, |_| true);
        met.map(|(_, entry)| entry)
    }

    /// Returns the first of the intervals that [`overlaps`](Self::overlaps) finds, sorted by start, then by stop, then
    /// by position in the child level. It searches once for each class of similar lengths, in O(log n), however many
    /// intervals match.
    ///
    /// ```
    /// use unite::continuous::{Coord, Interval};
    /// use unite::level::{Overlapping, Pattern};
    ///
    /// let intervals = vec![Interval::closed(4, 9)?, Interval::closed(1, 3)?, Interval::closed(2, 6)?];
    /// let level = Overlapping::from_parts(Interval::EVERYWHERE, vec![0, 3], intervals, Pattern::of(3))?;
    /// assert_eq!(level.first(0, 5.before(), 8.before()), Some((2.before(), 6.after(), 2)));
    /// assert_eq!(level.first(0, 10.before(), 12.before()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first(&self, position: usize, lo: Cut<C>, hi: Cut<C>) -> Option<Entry<C>> {
        let some = lo < hi;
        self.index.first_meeting(position, lo.value, move |stop| stop <= lo, move |start| start >= hi || !some)
    }
}

/// Returns the hull of the contents of each interval of an index, so that a loop that looks for those which meet another one
/// reads neither their positions nor the child level.
fn hulls<L: Level, C: Coord>(index: &Index<C>, child: &L) -> Vec<Hull> {
    if L::RANK == 0 { Vec::new() } else { index.positions.iter().map(|&position| child.hull(position)).collect() }
}

/// Checks that the fill is zero or false, so that adding it changes nothing.
fn fill_adds_nothing<L: Level>(child: &L) -> Result<(), LevelError> {
    if child.fill() == L::Value::ZERO {
        return Ok(());
    }
    Err(LevelError::Fill { format: "Overlapping", fill: format!("{:?}", child.fill()) })
}

/// A fiber of intervals that may overlap.
#[derive(Debug)]
pub struct OverlappingFiber<'a, L, C: Coord> {
    level: &'a Overlapping<L, C>,
    position: usize,
}

impl<L, C: Coord> Clone for OverlappingFiber<'_, L, C> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L, C: Coord> Copy for OverlappingFiber<'_, L, C> {}

#[diagnostic::do_not_recommend]
impl<'a, L: Level, C: Coord> Fiber for OverlappingFiber<'a, L, C> {
    type Coord = C;
    type Stored = C;
    type Child = L::Fiber<'a>;
    type Walk = OverlappingWalk<'a, L, C>;
    type Back = OverlappingWalk<'a, L, C, Backward>;

    #[inline(always)]
    fn walk(self) -> Self::Walk {
        OverlappingWalk::new(self.level, self.position, Forward)
    }

    #[inline(always)]
    fn back(self) -> Self::Back {
        OverlappingWalk::new(self.level, self.position, Backward)
    }

    #[inline(always)]
    fn at(self, place: C, mut visit: impl FnMut(Option<L::Fiber<'a>>) -> Flow) -> Flow {
        if self.level.profile.always
            && let Some(profile) = self.level.profile()
        {
            return visit(profile.at(self.position, place));
        }
        let mut found = self.level.overlaps(self.position, place.before(), place.after()).peekable();
        if found.peek().is_none() {
            return visit(None);
        }
        for (_, _, child) in found {
            visit(Some(self.level.child.fiber(child)))?;
        }
        ControlFlow::Continue(())
    }
}

impl<L: Level, C: Coord> Level for Overlapping<L, C> {
    type Value = L::Value;
    type Fiber<'a>
        = OverlappingFiber<'a, L, C>
    where
        Self: 'a;
    type Siblings<'a>
        = LevelSiblings<'a, Self>
    where
        Self: 'a;
    type Update = OverlappingUpdate<C, L::Update>;

    const RANK: usize = L::RANK + 1;

    #[inline(always)]
    fn fiber(&self, position: usize) -> OverlappingFiber<'_, L, C> {
        OverlappingFiber { level: self, position }
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
        self.index.fibers()
    }

    fn declare(&self) -> Self::Update {
        OverlappingUpdate::new(self.extent, self.child.declare())
    }

    fn freeze(&self, update: &mut Self::Update, roots: &[Option<usize>]) -> Result<Self, LevelError> {
        fill_adds_nothing(&self.child)?;
        let mut index = Index::with_capacity(roots.len(), 0);
        let mut children = Vec::new();
        for root in roots {
            let fiber = root.map_or(&[][..], |root| update.fiber(root));
            let order = order::of(fiber.len(), |k| fiber[k])?;
            let sorted = |k: usize| fiber[order.as_ref().map_or(k, |order| order[k] as usize)];
            let base = children.len();
            children.extend((0..fiber.len()).map(|k| Some(sorted(k).2)));
            index.push(fiber.len(), |k| (sorted(k).0, sorted(k).1, base + k))?;
        }
        index.close();
        let child = self.child.freeze(&mut update.child, &children)?;
        let hulls = hulls(&index, &child);
        Ok(Overlapping { extent: self.extent, index, child, hulls, profile: Made::not_yet(self.profile.always) })
    }

    fn thaw_all(self, update: &mut Self::Update) {
        *update = self.declare();
        for position in 0..self.positions() {
            update.restore(self.entries(position).collect());
        }
        self.child.thaw_all(&mut update.child);
    }
}

impl<L: Level, C: Coord> AxisLevel for Overlapping<L, C> {
    type Coord = C;
    type Child = L;

    const NAME: &'static str = "Overlapping";
    const INJECTIVE: bool = false;

    fn extent(&self) -> Interval<C> {
        self.extent
    }

    fn child(&self) -> &L {
        &self.child
    }

    fn entries(&self, position: usize) -> impl Iterator<Item = Entry<C>> + '_ {
        self.index.entries(position).into_iter()
    }
}
