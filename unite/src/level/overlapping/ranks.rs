//! Ranks: how many intervals start, and how many stop, before a place. What counting and visiting in order need.
//!
//! ```text
//!           lo |=======| hi
//!    [---)   [---)  [-----)    [--)        the intervals
//!    *       *      *          *           starts, sorted:  3 lie before hi
//!        *       *        *       *        stops, sorted:   1 lies before lo, so 3 - 1 meet lo..hi
//! ```
//!
//! An interval that meets `lo..hi` starts before `hi` and does not stop before `lo`; none stops before `lo` that does not
//! start before `hi`. So the intervals are counted by two ranks, whatever their number.
//!
//! A rank is read in a ladder: rungs of equal width, with the number of coordinates below each.
//!
//! ```text
//!   rank(place):
//!       rung = those below `place`, by its distance from the first coordinate
//!       below[rung] + how many on the rung lie before the place       one or two, in most lists
//! ```

use super::{Overlapping, radix};
use crate::continuous::{Coord, Cut};
use crate::level::{Entry, Level, LevelError};

/// How many coordinates of a rung are compared without a search.
pub(super) const FEW: usize = 4;
/// The sorted starts and stops of each fiber of an [`Overlapping`] level.
///
/// ```
/// use unite::continuous::{Coord, Interval};
/// use unite::level::{Overlapping, Pattern, Ranks};
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
    /// Where the interval stops that starts at the same index of `starts`.
    pub(super) until: Vec<C>,
    /// What lies in the interval that starts at the same index of `starts`.
    pub(super) started: Vec<u32>,
    stops: Ladder<C>,
    /// What lies in the interval that stops at the same index of `stops`.
    stopped: Vec<u32>,
}

/// Of a fiber: the ends that lie before their coordinates, and those that lie after.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FiberRanks<C> {
    pub(super) starts: [List; 2],
    stops: [List; 2],
    /// On which sides all starts and all stops lie, if that is the same for all.
    pub(super) sides: Option<(bool, bool)>,
    /// No interval is longer; the highest coordinate if one is infinite.
    pub(super) longest: C,
}

/// Sorted coordinates in a ladder.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct List {
    pub(super) first: usize,
    pub(super) end: usize,
    first_rung: usize,
    last_rung: u32,
    origin: f64,
    /// Rungs per unit of length.
    density: f64,
}

/// Sorted lists of coordinates, with rungs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ladder<C> {
    coordinates: Vec<C>,
    /// The first coordinate that does not lie below a rung.
    rungs: Vec<u32>,
}

impl<C: Coord> Ladder<C> {
    fn with_capacity(capacity: usize) -> Self {
        Ladder { coordinates: Vec::with_capacity(capacity + FEW), rungs: Vec::with_capacity(capacity + 4) }
    }

    /// Adds a list, sorted.
    fn push(&mut self, list: impl Iterator<Item = C>) -> List {
        let first = self.coordinates.len();
        self.coordinates.extend(list);
        let list = &self.coordinates[first..];
        let finite = |place: &&C| **place > C::LOWEST && **place < C::HIGHEST;
        let low = list.iter().find(finite).map_or(0.0, |place| place.to_f64());
        let high = list.iter().rfind(finite).map_or(0.0, |place| place.to_f64());
        let density = list.len() as f64 / (high - low);
        let (density, rungs) = if density.is_normal() { (density, list.len()) } else { (0.0, 1) };
        let added = List {
            first,
            end: self.coordinates.len(),
            first_rung: self.rungs.len(),
            last_rung: rungs as u32 - 1,
            origin: low,
            density,
        };
        // How many lie on each rung, and then how many below it.
        self.rungs.resize(added.first_rung + rungs + 1, 0);
        let below = &mut self.rungs[added.first_rung..];
        for &place in &self.coordinates[first..] {
            below[added.rung(place) as usize + 1] += 1;
        }
        below[0] = first as u32;
        for rung in 0..rungs {
            below[rung + 1] += below[rung];
        }
        added
    }

    /// After all lists: the coordinates behind the last one are compared, and not counted.
    fn close(&mut self) {
        self.coordinates.extend([C::HIGHEST; FEW]);
    }

    /// The cut of a coordinate.
    #[inline(always)]
    pub(super) fn cut(&self, p: usize, after: bool) -> Cut<C> {
        Cut { value: self.coordinates[p], after: !C::DISCRETE && after }
    }

    /// The index of the first coordinate of a list that is not `past`: all below `place` are, and none above.
    #[inline(always)]
    fn rank(&self, list: &List, place: C, past: impl Fn(C) -> bool) -> usize {
        let rung = list.first_rung + list.rung(place) as usize;
        let (low, high) = (self.rungs[rung] as usize, self.rungs[rung + 1] as usize);
        if high - low > FEW {
            return low + self.coordinates[low..high].partition_point(|&other| past(other));
        }
        let few = &self.coordinates[low..low + FEW];
        low + (0..FEW).map(|k| usize::from(past(few[k]) & (low + k < high))).sum::<usize>()
    }

    /// The index of the first coordinate of a list whose cut is not below `cut`.
    #[inline(always)]
    pub(super) fn before(&self, list: &List, after: bool, cut: Cut<C>) -> usize {
        let too = !C::DISCRETE && (!after & cut.after);
        self.rank(list, cut.value, |other| (other < cut.value) | (too & (other == cut.value)))
    }

    /// An index of a list below which all coordinates are `past`, and few above: those up to about `place` are.
    #[inline(always)]
    pub(super) fn about(&self, list: &List, place: C, past: impl Fn(C) -> bool) -> usize {
        let p = self.rungs[list.first_rung + list.rung(place) as usize] as usize;
        if p > list.first && !past(self.coordinates[p - 1]) {
            return list.first + self.coordinates[list.first..p].partition_point(|&other| past(other));
        }
        p
    }

    /// The index of the first coordinate of a list whose cut is above `cut`.
    #[inline(always)]
    fn up_to(&self, list: &List, after: bool, cut: Cut<C>) -> usize {
        let too = C::DISCRETE || (!after | cut.after);
        self.rank(list, cut.value, |other| (other < cut.value) | (too & (other == cut.value)))
    }
}

impl List {
    /// The rung of a coordinate: it never falls from one coordinate to a greater one.
    #[inline(always)]
    fn rung<C: Coord>(&self, place: C) -> u32 {
        (((place.to_f64() - self.origin) * self.density) as u32).min(self.last_rung)
    }
}

/// Whether two lists have coordinates, of which at most one list has any.
fn only_side(lists: &[List; 2]) -> Option<bool> {
    let some = |list: &List| list.first < list.end;
    if some(&lists[0]) && some(&lists[1]) { None } else { Some(some(&lists[1])) }
}

impl<C: Coord> Ranks<C> {
    /// The ranks of all fibers.
    ///
    /// # Errors
    /// [`LevelError::TooLarge`]: more than 2^32 - 1 intervals.
    pub fn of<L: Level>(level: &Overlapping<L, C>) -> Result<Self, LevelError> {
        let count = level.child.positions();
        if u32::try_from(count).is_err() {
            return Err(LevelError::TooLarge { values: count as f64 });
        }
        let mut ranks = Ranks {
            fibers: Vec::with_capacity(level.positions()),
            starts: Ladder::with_capacity(count),
            until: Vec::with_capacity(count),
            started: Vec::with_capacity(count),
            stops: Ladder::with_capacity(count),
            stopped: Vec::with_capacity(count),
        };
        for fiber in 0..level.positions() {
            ranks.push(&level.index.entries(fiber));
        }
        ranks.starts.close();
        ranks.until.extend([C::HIGHEST; FEW]);
        ranks.stops.close();
        Ok(ranks)
    }

    /// Adds a fiber, in order.
    fn push(&mut self, entries: &[Entry<C>]) {
        let mut starts = |after| {
            let side = || entries.iter().filter(move |entry| entry.0.after == after);
            self.until.extend(side().map(|entry| entry.1.value));
            self.started.extend(side().map(|entry| entry.2 as u32));
            self.starts.push(side().map(|entry| entry.0.value))
        };
        let starts = [starts(false), starts(true)];
        let order = radix::sorted(entries.iter().map(|entry| entry.1.value));
        let mut stops = |after| {
            let side = || order.iter().map(|&k| &entries[k as usize]).filter(move |entry| entry.1.after == after);
            self.stopped.extend(side().map(|entry| entry.2 as u32));
            self.stops.push(side().map(|entry| entry.1.value))
        };
        let stops = [stops(false), stops(true)];
        let sides = only_side(&starts).zip(only_side(&stops));
        let reach = |longest: C, entry: &Entry<C>| {
            let reach = entry.1.value.reach_from(entry.0.value);
            if reach > longest { reach } else { longest }
        };
        self.fibers.push(FiberRanks { starts, stops, sides, longest: entries.iter().fold(C::default(), reach) });
    }

    /// How many intervals of the fiber at `position` have places in common with `lo..hi`.
    #[inline]
    pub fn count(&self, position: usize, lo: Cut<C>, hi: Cut<C>) -> usize {
        if lo < hi { self.started_before(position, hi) - self.stopped_by(position, lo) } else { 0 }
    }

    /// How many intervals of the fiber at `position` start before `cut`.
    #[inline(always)]
    pub fn started_before(&self, position: usize, cut: Cut<C>) -> usize {
        let [before, after] = &self.fibers[position].starts;
        let mut count = self.starts.before(before, false, cut) - before.first;
        if !C::DISCRETE && after.first < after.end {
            count += self.starts.before(after, true, cut) - after.first;
        }
        count
    }

    /// How many intervals of the fiber at `position` stop at or before `cut`.
    #[inline(always)]
    pub fn stopped_by(&self, position: usize, cut: Cut<C>) -> usize {
        let [before, after] = &self.fibers[position].stops;
        let mut count = self.stops.up_to(before, false, cut) - before.first;
        if !C::DISCRETE && after.first < after.end {
            count += self.stops.up_to(after, true, cut) - after.first;
        }
        count
    }

    /// The first interval of the fiber at `position` that starts at `cut` or later, as where it starts and its position in
    /// the level below; of several, the first one in order.
    pub fn next(&self, position: usize, cut: Cut<C>) -> Option<(Cut<C>, usize)> {
        let first = |side: usize| {
            let list = &self.fibers[position].starts[side];
            let p = self.starts.before(list, side == 1, cut);
            (p < list.end).then(|| (self.starts.cut(p, side == 1), self.started[p] as usize))
        };
        match (first(0), first(1)) {
            (Some(one), Some(other)) => Some(if other.0 < one.0 { other } else { one }),
            (one, other) => one.or(other),
        }
    }

    /// The last interval of the fiber at `position` that stops at `cut` or before, as where it stops and its position in
    /// the level below; of several, the last one in order.
    pub fn previous(&self, position: usize, cut: Cut<C>) -> Option<(Cut<C>, usize)> {
        let last = |side: usize| {
            let list = &self.fibers[position].stops[side];
            let p = self.stops.up_to(list, side == 1, cut);
            (p > list.first).then(|| (self.stops.cut(p - 1, side == 1), self.stopped[p - 1] as usize))
        };
        match (last(0), last(1)) {
            (Some(one), Some(other)) => Some(if one.0 < other.0 { other } else { one }),
            (one, other) => one.or(other),
        }
    }
}
