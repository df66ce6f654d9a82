//! The contestants: each builds an index of intervals, and answers queries one after the other.
//!
//! Spans are half-open. Peers with closed intervals get the last integer of each.

use coitrees::{COITree, COITreeSortedQuerent, Interval as CoiInterval, IntervalTree, SortedQuerent};
use rust_lapper::{Interval as LapperInterval, Lapper};
use superintervals::IntervalMap;
use unite::continuous::{Coord, Interval};
use unite::kernel::interval_index::Located;
use unite::kernel::{IntervalIndex, SortedIntervals};

/// The start and the stop of an interval.
pub type Span = (i32, i32);
/// A function that answers all queries and returns the sum of the results.
pub type Asked<'a> = Box<dyn FnOnce() -> usize + 'a>;
/// A function that builds an index.
pub type Build = fn(&[Span]) -> Box<dyn Index>;

/// A built index.
pub trait Index {
    /// Prepares queries: their conversion is not measured.
    fn ready<'a>(&'a mut self, queries: &'a [Span]) -> Asked<'a>;
}

/// The contestants that count, with the number of hits as sum.
pub const COUNTS: [(&str, Build); 5] = [
    ("unite i32", |data| Box::new(Counting(unite::<i32>(data)))),
    ("unite f64", |data| Box::new(Counting(unite::<f64>(data)))),
    ("superintervals", |data| Box::new(Counting(superintervals(data)))),
    ("coitrees", |data| Box::new(Counting(coitree(data)))),
    ("rust-lapper", |data| Box::new(Counting(lapper(data)))),
];

/// The contestants that visit pairs, with the sum of a mixture of the two numbers.
pub const JOINS: [(&str, Build); 8] = [
    ("unite i32", |data| Box::new(Joining(unite::<i32>(data)))),
    ("unite f64", |data| Box::new(Joining(unite::<f64>(data)))),
    ("unite i32, sweep", |data| Box::new(Joining(sorted(data)))),
    ("superintervals", |data| Box::new(Joining(superintervals(data)))),
    ("coitrees", |data| Box::new(Joining(coitree(data)))),
    ("rust-lapper, find", |data| Box::new(Joining(lapper(data)))),
    ("coitrees, sorted querent", |data| Box::new(JoiningSorted(coitree(data)))),
    ("rust-lapper, seek", |data| Box::new(JoiningSorted(lapper(data)))),
];

/// The number of last entries that answer only sorted queries.
pub const SORTED_ONLY: usize = 2;

struct Counting<T>(T);
struct Joining<T>(T);
struct JoiningSorted<T>(T);

fn mixed(query: usize, found: usize) -> usize {
    query ^ found
}

fn located<C: Coord + From<i32>>(spans: &[Span]) -> Vec<Located<C>> {
    let place = |&(start, stop): &Span| Interval::closed_open(C::from(start), C::from(stop));
    spans.iter().map(|span| (0, place(span).expect("not empty"))).collect()
}

fn unite<C: Coord + From<i32>>(data: &[Span]) -> IntervalIndex<C> {
    IntervalIndex::new(1, &located(data)).expect("an index")
}

impl<C: Coord + From<i32>> Index for Counting<IntervalIndex<C>> {
    fn ready<'a>(&'a mut self, queries: &'a [Span]) -> Asked<'a> {
        let queries = located(queries);
        Box::new(move || queries.iter().map(|&(chromosome, interval)| self.0.count(chromosome, interval)).sum())
    }
}

impl<C: Coord + From<i32>> Index for Joining<IntervalIndex<C>> {
    fn ready<'a>(&'a mut self, queries: &'a [Span]) -> Asked<'a> {
        let queries = located(queries);
        Box::new(move || {
            let mut sum = 0usize;
            self.0.join(&queries, |query, found| sum = sum.wrapping_add(mixed(query, found)));
            sum
        })
    }
}

fn sorted(spans: &[Span]) -> SortedIntervals<i32> {
    SortedIntervals::new(1, spans.iter().map(|&(start, stop)| (0, start..stop))).expect("a set")
}

impl Index for Joining<SortedIntervals<i32>> {
    fn ready<'a>(&'a mut self, queries: &'a [Span]) -> Asked<'a> {
        Box::new(move || {
            let mut sum = 0usize;
            sorted(queries).join(&self.0, |query, found| sum = sum.wrapping_add(mixed(query, found)));
            sum
        })
    }
}

fn superintervals(data: &[Span]) -> IntervalMap<u32> {
    let mut map = IntervalMap::new();
    map.reserve(data.len());
    for (number, &(start, stop)) in data.iter().enumerate() {
        map.add(start, stop - 1, number as u32);
    }
    map.build();
    map
}

impl Index for Counting<IntervalMap<u32>> {
    fn ready<'a>(&'a mut self, queries: &'a [Span]) -> Asked<'a> {
        Box::new(move || queries.iter().map(|&(start, stop)| self.0.count(start, stop - 1)).sum())
    }
}

impl Index for Joining<IntervalMap<u32>> {
    fn ready<'a>(&'a mut self, queries: &'a [Span]) -> Asked<'a> {
        Box::new(move || {
            let (mut sum, mut found) = (0usize, Vec::new());
            for (query, &(start, stop)) in queries.iter().enumerate() {
                found.clear();
                self.0.search_values(start, stop - 1, &mut found);
                sum = found.iter().fold(sum, |sum, &found| sum.wrapping_add(mixed(query, found as usize)));
            }
            sum
        })
    }
}

fn coitree(data: &[Span]) -> COITree<u32, u32> {
    let interval = |(number, &(start, stop)): (usize, &Span)| CoiInterval::new(start, stop - 1, number as u32);
    COITree::new(&data.iter().enumerate().map(interval).collect::<Vec<_>>())
}

impl Index for Counting<COITree<u32, u32>> {
    fn ready<'a>(&'a mut self, queries: &'a [Span]) -> Asked<'a> {
        Box::new(move || queries.iter().map(|&(start, stop)| self.0.query_count(start, stop - 1)).sum())
    }
}

impl Index for Joining<COITree<u32, u32>> {
    fn ready<'a>(&'a mut self, queries: &'a [Span]) -> Asked<'a> {
        Box::new(move || {
            let mut sum = 0usize;
            for (query, &(start, stop)) in queries.iter().enumerate() {
                self.0.query(start, stop - 1, |node| sum = sum.wrapping_add(mixed(query, node.metadata as usize)));
            }
            sum
        })
    }
}

impl Index for JoiningSorted<COITree<u32, u32>> {
    fn ready<'a>(&'a mut self, queries: &'a [Span]) -> Asked<'a> {
        Box::new(move || {
            let mut sum = 0usize;
            let mut querent = COITreeSortedQuerent::new(&self.0);
            for (query, &(start, stop)) in queries.iter().enumerate() {
                querent.query(start, stop - 1, |node| sum = sum.wrapping_add(mixed(query, node.metadata as usize)));
            }
            sum
        })
    }
}

fn lapper(data: &[Span]) -> Lapper<u32, u32> {
    let interval = |(number, &(start, stop)): (usize, &Span)| LapperInterval {
        start: start as u32,
        stop: stop as u32,
        val: number as u32,
    };
    Lapper::new(data.iter().enumerate().map(interval).collect())
}

impl Index for Counting<Lapper<u32, u32>> {
    fn ready<'a>(&'a mut self, queries: &'a [Span]) -> Asked<'a> {
        Box::new(move || queries.iter().map(|&(start, stop)| self.0.count(start as u32, stop as u32)).sum())
    }
}

impl Index for Joining<Lapper<u32, u32>> {
    fn ready<'a>(&'a mut self, queries: &'a [Span]) -> Asked<'a> {
        Box::new(move || {
            let mut sum = 0usize;
            for (query, &(start, stop)) in queries.iter().enumerate() {
                for found in self.0.find(start as u32, stop as u32) {
                    sum = sum.wrapping_add(mixed(query, found.val as usize));
                }
            }
            sum
        })
    }
}

impl Index for JoiningSorted<Lapper<u32, u32>> {
    fn ready<'a>(&'a mut self, queries: &'a [Span]) -> Asked<'a> {
        Box::new(move || {
            let (mut sum, mut cursor) = (0usize, 0);
            for (query, &(start, stop)) in queries.iter().enumerate() {
                for found in self.0.seek(start as u32, stop as u32, &mut cursor) {
                    sum = sum.wrapping_add(mixed(query, found.val as usize));
                }
            }
            sum
        })
    }
}
