//! A fiber of a level of several axes: a range of sorted entries. It is walked from one run of equal coordinates to the
//! next.

use super::Columns;
use crate::continuous::{Coord, Cut};
use crate::copied::copied;
use crate::level::{Fiber, Level};
use crate::looplet::{Flow, Looplet, Points, gallop};

/// Entries sorted by their coordinates; equal coordinates are adjacent.
pub trait Sorted: Copy {
    /// The coordinates.
    type Coord: Coord;
    /// The contents of a run of equal coordinates.
    type Payload: Copy;

    /// `true` if no two coordinates are equal, so that each run is one entry.
    const UNIQUE: bool;

    /// Returns the coordinate of entry `p`.
    fn coordinate(&self, p: usize) -> Self::Coord;

    /// Returns the contents of the run from entry `first` up to but excluding `end`.
    fn payload(&self, first: usize, end: usize) -> Self::Payload;
}

/// The entries of a level of several axes, seen along one of them.
#[derive(Debug)]
pub struct Entries<'a, C, Rest, L> {
    coordinates: &'a [C],
    rest: &'a Rest,
    child: &'a L,
}

copied!([C, Rest, L] Entries<'_, C, Rest, L>);

impl<'a, C: Coord, Rest: Columns, L: Level> Sorted for Entries<'a, C, Rest, L> {
    type Coord = C;
    type Payload = Rest::Fiber<'a, L>;

    const UNIQUE: bool = Rest::RANK == 0;

    #[inline(always)]
    fn coordinate(&self, p: usize) -> C {
        self.coordinates[p]
    }

    #[inline(always)]
    fn payload(&self, first: usize, end: usize) -> Rest::Fiber<'a, L> {
        self.rest.fiber(self.child, first, end)
    }
}

/// Entries from right to left: each coordinate is negated.
#[derive(Debug, Clone, Copy)]
pub struct Backwards<S> {
    entries: S,
    end: usize,
}

impl<S: Sorted> Sorted for Backwards<S> {
    type Coord = S::Coord;
    type Payload = S::Payload;

    const UNIQUE: bool = S::UNIQUE;

    #[inline(always)]
    fn coordinate(&self, p: usize) -> S::Coord {
        self.entries.coordinate(self.end - 1 - p).negated()
    }

    #[inline(always)]
    fn payload(&self, first: usize, end: usize) -> S::Payload {
        self.entries.payload(self.end - end, self.end - first)
    }
}

/// Runs of equal coordinates, one after the other; the end of each is found by galloping.
#[derive(Debug, Clone, Copy)]
pub struct Runs<S> {
    entries: S,
    first: usize,
    stop: usize,
    end: usize,
}

impl<S: Sorted> Runs<S> {
    /// Creates the runs of the entries from `first` up to but excluding `end`.
    #[inline(always)]
    pub fn new(entries: S, first: usize, end: usize) -> Self {
        Runs { entries, first, stop: run_end(entries, first, end), end }
    }
}

/// The number of entries of a run that are compared one by one before galloping, which is a function call.
const NEAR: usize = 8;

/// Returns the end of the run that starts at `first`, or `end` if there is none.
#[inline(always)]
fn run_end<S: Sorted>(entries: S, first: usize, end: usize) -> usize {
    if S::UNIQUE {
        return first + 1;
    }
    if first >= end {
        return end;
    }
    let coordinate = entries.coordinate(first);
    let near = end.min(first + NEAR);
    for p in first + 1..near {
        if entries.coordinate(p) != coordinate {
            return p;
        }
    }
    gallop(near - 1, end, |p| entries.coordinate(p) == coordinate)
}

impl<S: Sorted> Looplet for Runs<S> {
    type Coord = S::Coord;
    type Payload = S::Payload;
    type Kind = Points;

    #[inline(always)]
    fn seek_where(&mut self, _near: Cut<S::Coord>, past: impl Fn(Cut<S::Coord>) -> bool) {
        if self.first < self.end && past(self.stop()) {
            // A copy, so that the searches, which are function calls, do not borrow the looplet, and it stays in
            // registers.
            let entries = self.entries;
            // All entries of a run are past, or none is, so this is the start of a run.
            self.first = gallop(self.first, self.end, |p| past(entries.coordinate(p).after()));
            self.stop = run_end(entries, self.first, self.end);
        }
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.first >= self.end
    }

    #[inline(always)]
    fn start(&self) -> Cut<S::Coord> {
        self.entries.coordinate(self.first).before()
    }

    #[inline(always)]
    fn stop(&self) -> Cut<S::Coord> {
        self.entries.coordinate(self.first).after()
    }

    #[inline(always)]
    fn payload(&self) -> S::Payload {
        self.entries.payload(self.first, self.stop)
    }

    #[inline(always)]
    fn next_if(&mut self, condition: bool) {
        if S::UNIQUE {
            self.first += usize::from(condition);
            self.stop = self.first + 1;
        } else if condition {
            self.first = self.stop;
            self.stop = run_end(self.entries, self.first, self.end);
        }
    }

    #[inline(always)]
    fn remaining(&self) -> usize {
        self.end - self.first
    }
}

/// Entries of a level of several axes that agree on the axes before this one.
#[derive(Debug)]
pub struct CooFiber<'a, C, Rest, L> {
    entries: Entries<'a, C, Rest, L>,
    first: usize,
    end: usize,
}

copied!([C, Rest, L] CooFiber<'_, C, Rest, L>);

impl<'a, C: Coord, Rest: Columns, L: Level> CooFiber<'a, C, Rest, L> {
    /// Creates the fiber of the entries from `first` up to but excluding `end`.
    #[inline(always)]
    pub(super) fn new(coordinates: &'a [C], rest: &'a Rest, child: &'a L, first: usize, end: usize) -> Self {
        CooFiber { entries: Entries { coordinates, rest, child }, first, end }
    }
}

#[diagnostic::do_not_recommend]
impl<'a, C: Coord, Rest: Columns, L: Level> Fiber for CooFiber<'a, C, Rest, L> {
    type Coord = C;
    type Stored = C;
    type Child = Rest::Fiber<'a, L>;
    type Walk = Runs<Entries<'a, C, Rest, L>>;
    type Back = Runs<Backwards<Entries<'a, C, Rest, L>>>;

    #[inline(always)]
    fn walk(self) -> Self::Walk {
        Runs::new(self.entries, self.first, self.end)
    }

    #[inline(always)]
    fn back(self) -> Self::Back {
        Runs::new(Backwards { entries: self.entries, end: self.end }, 0, self.end - self.first)
    }

    #[inline(always)]
    fn at(self, place: C, mut visit: impl FnMut(Option<Self::Child>) -> Flow) -> Flow {
        let (first, end) = (self.first, self.end);
        let p = first + self.entries.coordinates[first..end].partition_point(|&coordinate| coordinate < place);
        let found = p < end && self.entries.coordinate(p) == place;
        visit(if found { Some(self.entries.payload(p, run_end(self.entries, p, end))) } else { None })
    }
}
