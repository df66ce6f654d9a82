//! Ranks: the number of intervals that start, and that stop, before a place. They serve counting and visiting in order.
//!
//! ```text
//!           lo |=======| hi
//!    [---)   [---)  [-----)    [--)        the intervals
//!    *       *      *          *           starts, sorted:  3 lie before hi
//!        *        *       *        *        stops, sorted:   1 lies before lo, so 3 - 1 meet lo..hi
//! ```
//!
//! An interval that meets `lo..hi` starts before `hi` and does not stop before `lo`. An interval that stops before `lo`
//! also starts before `hi`. So the difference of two ranks counts the matches, however many there are.

use super::giants::{self, Aside, Giants};
use super::ladder::{self, FEW, Ladder, List};
use crate::continuous::{Coord, Cut};
use crate::level::format::overlapping::index::{Class, Index};
use crate::level::format::overlapping::order::{self, Numbered};
use crate::level::format::overlapping::peaks::Peaks;
use crate::level::{AxisLevel, Level, LevelError, Overlapping};

/// The sorted starts and stops of each fiber of an [`Overlapping`] level.
///
/// ```
/// use unite::continuous::{Coord, Interval};
/// use unite::kernel::interval_index::Ranks;
/// use unite::level::{Overlapping, Pattern};
///
/// let intervals = vec![Interval::closed_open(4, 9)?, Interval::closed_open(1, 3)?, Interval::closed_open(2, 6)?];
/// let level = Overlapping::from_parts(Interval::EVERYWHERE, vec![0, 3], intervals, Pattern::of(3))?;
/// let ranks = Ranks::of(&level)?;
/// assert_eq!(ranks.count(0, 2.before(), 5.before()), 3);
/// assert_eq!(ranks.count(0, 6.before(), 9.before()), 1);
/// let mut met = Vec::new();
/// level.in_order(&ranks).overlaps(0, 3.before(), 5.before(), |(_, _, position)| met.push(position));
/// assert_eq!(met, [2, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Ranks<C> {
    pub(super) fibers: Vec<FiberRanks<C>>,
    pub(super) starts: Ladder<C>,
    /// The stop of the interval that starts at the same index of `starts`.
    pub(super) until: Vec<C>,
    /// The peaks of `until`.
    pub(super) peaks: Peaks<C>,
    /// The child position of the interval that starts at the same index of `starts`.
    pub(super) started: Vec<u32>,
    pub(super) giants: Giants<C>,
    stops: Ladder<C>,
    /// The child position of the interval that stops at the same index of `stops`.
    stopped: Vec<u32>,
}

/// The lists of a fiber, in pairs: the ends that lie before their coordinates, and those that lie after.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FiberRanks<C> {
    pub(super) starts: [List; 2],
    stops: [List; 2],
    /// The sides on which all starts and all stops lie, if they agree.
    pub(super) sides: Option<(bool, bool)>,
    /// An interval that is not a giant and starts below a coordinate minus `reach`, rounded, does not stop above the
    /// coordinate. The highest coordinate if such an interval is infinite.
    pub(super) reach: C,
    pub(super) giants: Aside,
}

/// Returns the side on which all ends lie, or `None` if both lists have ends.
fn only_side(lists: &[List; 2]) -> Option<bool> {
    let some = |list: &List| list.first < list.end;
    if some(&lists[0]) && some(&lists[1]) { None } else { Some(some(&lists[1])) }
}

/// Returns the length `longest`, increased by the rounding error of its subtraction from a coordinate. `starts`
/// contains the first and the last start, and may contain others.
fn reach<C: Coord>(longest: C, starts: impl Iterator<Item = C>) -> C {
    if longest >= C::HIGHEST {
        return longest;
    }
    let next = |place: C| place.reach_from(C::default());
    let longer = |one: C, other: C| if other > one { other } else { one };
    let far = starts.map(|start| longer(start, start.negated())).fold(C::default(), longer);
    // A difference up to twice as far is rounded by no more than the distance to the next number.
    next(longest.plus(next(far).minus(far)))
}

/// Returns the ends of those classes of an index that `some` selects, each with its place in the index.
fn numbered<C: Coord>(
    classes: &[Class<C>],
    places: &[C],
    some: impl Fn(&Class<C>) -> bool + Clone,
) -> impl Numbered<C> {
    let classes = classes.iter().filter(move |class| some(class));
    classes.flat_map(|class| places[class.first..class.end].iter().copied().zip(class.first as u32..))
}

impl<C: Coord> Ranks<C> {
    /// The memory of a fiber in bytes, here and in the level, besides its intervals and their classes.
    pub(crate) const BYTES_A_FIBER: usize = size_of::<FiberRanks<C>>() + size_of::<usize>();

    /// Computes the ranks of all fibers of a level.
    ///
    /// # Errors
    /// [`LevelError::TooLarge`]: there are more than 2^32 - 1 intervals, or positions in the child level.
    pub fn of<L: Level>(level: &Overlapping<L, C>) -> Result<Self, LevelError> {
        let count = level.index().starts.len();
        let most = count.max(level.child().positions());
        if u32::try_from(most).is_err() {
            return Err(LevelError::TooLarge { values: most as f64 });
        }
        let mut ranks = Ranks {
            fibers: Vec::with_capacity(level.positions()),
            starts: Ladder::with_capacity(count),
            until: Vec::with_capacity(count + FEW),
            peaks: Peaks::default(),
            started: Vec::with_capacity(count),
            giants: Giants::default(),
            stops: Ladder::with_capacity(count),
            stopped: Vec::with_capacity(count),
        };
        for fiber in 0..level.positions() {
            ranks.push(level.index(), level.index().classes(fiber));
        }
        ranks.starts.close();
        ranks.peaks = Peaks::of(&ranks.until);
        ranks.giants.close();
        ranks.until.extend([C::HIGHEST; FEW]);
        ranks.stops.close();
        Ok(ranks)
    }

    /// Adds a fiber with these classes.
    fn push(&mut self, index: &Index<C>, classes: &[Class<C>]) {
        let class_of = |p: u32| &classes[classes.partition_point(|class| class.end <= p as usize)];
        let entry = |p: u32| {
            let (class, p) = (class_of(p), p as usize);
            (class.start(index.starts[p]), class.stop(index.stops[p]), index.positions[p])
        };
        let tie = |one, other| order::by_ends(&entry(one), &entry(other));
        let mut starts = |after| {
            let mut sorted = classes.iter().filter(|class| class.ends.0 == after);
            let Some(class) = sorted.next() else {
                return List::EMPTY;
            };
            if sorted.next().is_none() {
                let class = class.first..class.end;
                self.until.extend_from_slice(&index.stops[class.clone()]);
                self.started.extend(index.positions[class.clone()].iter().map(|&position| position as u32));
                return self.starts.push(index.starts[class].iter().copied());
            }
            let list = numbered(classes, &index.starts, |class| class.ends.0 == after);
            let added = self.starts.push_sorted(list, tie, &mut self.started);
            for p in &mut self.started[added.first..] {
                self.until.push(index.stops[*p as usize]);
                *p = index.positions[*p as usize] as u32;
            }
            added
        };
        let starts = [starts(false), starts(true)];
        let mut stops = |after| {
            if !classes.iter().any(|class| class.ends.1 == after) {
                return List::EMPTY;
            }
            let list = numbered(classes, &index.stops, |class| class.ends.1 == after);
            let added = self.stops.push_sorted(list, tie, &mut self.stopped);
            for p in &mut self.stopped[added.first..] {
                *p = index.positions[*p as usize] as u32;
            }
            added
        };
        let stops = [stops(false), stops(true)];
        let sides = only_side(&starts).zip(only_side(&stops));
        let ends = classes.iter().flat_map(|class| [index.starts[class.first], index.starts[class.end - 1]]);
        let (mut longest, mut giants) = (C::HIGHEST, Aside::default());
        if let Some((after, _)) = sides {
            let part = starts[usize::from(after)].first..starts[usize::from(after)].end;
            let (low, high) = ladder::finite(&self.starts.coordinates[part.clone()]);
            longest = giants::usual(classes, high.to_f64() - low.to_f64());
            if classes.iter().any(|class| class.longest > longest) {
                giants = self.giants.push(longest, part, &self.starts.coordinates, &self.until);
            }
        }
        self.fibers.push(FiberRanks { starts, stops, sides, reach: reach(longest, ends), giants });
    }

    /// Returns the number of intervals of the fiber at `position` that have places in common with `lo..hi`.
    #[inline]
    pub fn count(&self, position: usize, lo: Cut<C>, hi: Cut<C>) -> usize {
        if lo < hi { self.started_before(position, hi) - self.stopped_by(position, lo) } else { 0 }
    }

    /// Returns the number of intervals of the fiber at `position` that start before `cut`.
    #[inline(always)]
    pub fn started_before(&self, position: usize, cut: Cut<C>) -> usize {
        let [before, after] = &self.fibers[position].starts;
        let mut count = self.before(before, false, cut) - before.first;
        if !C::DISCRETE && after.first < after.end {
            count += self.before(after, true, cut) - after.first;
        }
        count
    }

    /// Returns the number of intervals of the fiber at `position` that stop at or before `cut`.
    #[inline(always)]
    pub fn stopped_by(&self, position: usize, cut: Cut<C>) -> usize {
        let [before, after] = &self.fibers[position].stops;
        let mut count = self.up_to(before, false, cut) - before.first;
        if !C::DISCRETE && after.first < after.end {
            count += self.up_to(after, true, cut) - after.first;
        }
        count
    }

    /// Returns the first interval of the fiber at `position` that starts at or after `cut`, as its start and its
    /// position in the child level; of several with that start, the first one in order.
    pub fn next(&self, position: usize, cut: Cut<C>) -> Option<(Cut<C>, usize)> {
        let first = |side: usize| {
            let list = &self.fibers[position].starts[side];
            let p = self.before(list, side == 1, cut);
            (p < list.end).then(|| (self.starts.cut(p, side == 1), self.started[p] as usize))
        };
        match (first(0), first(1)) {
            (Some(one), Some(other)) => Some(if other.0 < one.0 { other } else { one }),
            (one, other) => one.or(other),
        }
    }

    /// Returns the last interval of the fiber at `position` that stops at or before `cut`, as its stop and its position
    /// in the child level; of several with that stop, the last one in order.
    pub fn previous(&self, position: usize, cut: Cut<C>) -> Option<(Cut<C>, usize)> {
        let last = |side: usize| {
            let list = &self.fibers[position].stops[side];
            let p = self.up_to(list, side == 1, cut);
            (p > list.first).then(|| (self.stops.cut(p - 1, side == 1), self.stopped[p - 1] as usize))
        };
        match (last(0), last(1)) {
            (Some(one), Some(other)) => Some(if one.0 < other.0 { other } else { one }),
            (one, other) => one.or(other),
        }
    }

    /// Returns the index of the first start of a list that is not before `cut`.
    #[inline(always)]
    pub(super) fn before(&self, list: &List, after: bool, cut: Cut<C>) -> usize {
        let too = !C::DISCRETE && (!after & cut.after);
        self.starts.rank(list, cut.value, |start| (start < cut.value) | (too & (start == cut.value)))
    }

    /// Returns the index of the first stop of a list that is after `cut`.
    #[inline(always)]
    fn up_to(&self, list: &List, after: bool, cut: Cut<C>) -> usize {
        let too = C::DISCRETE || (!after | cut.after);
        self.stops.rank(list, cut.value, |stop| (stop < cut.value) | (too & (stop == cut.value)))
    }
}

/// Returns the coordinate such that exactly the intervals that start below it start before `cut`; starts lie before
/// their coordinates, or `after` them.
#[inline(always)]
pub(super) fn start_limit<C: Coord>(after: bool, cut: Cut<C>) -> C {
    // This is the next number; no interval starts at plus infinity.
    if !C::DISCRETE && !after && cut.after { cut.value.reach_from(C::default()) } else { cut.value }
}

/// Returns the coordinate such that exactly the intervals that stop at or below it stop at or before `cut`; stops lie
/// before their coordinates, or `after` them.
#[inline(always)]
pub(super) fn stop_limit<C: Coord>(after: bool, cut: Cut<C>) -> C {
    // This is the previous number; no interval stops at minus infinity.
    if !C::DISCRETE && after && !cut.after { cut.value.negated().reach_from(C::default()).negated() } else { cut.value }
}
