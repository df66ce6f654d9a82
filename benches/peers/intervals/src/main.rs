//! Overlaps of 100,000 intervals with 100,000 others, by this index and its peers. All run in turns on one thread.
//!
//! Lengths are uniform between 1 and 2,000; the length of the line is chosen for the number of hits. Times are CPU
//! times, the medians of rounds in which the contestants take turns. All of them have to count the same pairs.

mod contestants;

use std::hint::black_box;

use contestants::{COUNTS, JOINS, SORTED_ONLY, Span};
use cpu_time::ProcessTime;

/// The number of intervals on each side.
const INTERVALS: usize = 100_000;
/// The mean of the lengths.
const LENGTH: i32 = 1000;
const ROUNDS: usize = 21;

/// A random generator that gives the same numbers in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((u128::from(self.0 >> 1) * end as u128) >> 63) as i32
    }
}

fn spans(random: &mut Random, line: i32) -> Vec<Span> {
    let mut span = || {
        let start = random.below(line);
        (start, start + 1 + random.below(2 * LENGTH - 1))
    };
    (0..INTERVALS).map(|_| span()).collect()
}

/// Returns the median in milliseconds.
fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn timed<T>(run: impl FnOnce() -> T) -> (f64, T) {
    let start = ProcessTime::now();
    let result = black_box(run());
    (start.elapsed().as_secs_f64() * 1000.0, result)
}

/// Prints a table of the medians of contestants, which build an index and query it.
fn table(what: &str, contestants: &[(&str, contestants::Build)], data: &[Span], queries: &[Span]) {
    let mut times = vec![(Vec::new(), Vec::new()); contestants.len()];
    let mut totals = vec![0; contestants.len()];
    for _ in 0..ROUNDS {
        for (k, (_, build)) in contestants.iter().enumerate() {
            let (building, mut ask) = timed(|| build(black_box(data)));
            let ready = ask.ready(queries);
            let (asking, total) = timed(|| ready());
            times[k].0.push(building);
            times[k].1.push(asking);
            totals[k] = total;
        }
    }
    for (k, (name, _)) in contestants.iter().enumerate() {
        assert_eq!(totals[k], totals[0], "{name} finds other pairs");
        let (build, ask) = (median(&mut times[k].0), median(&mut times[k].1));
        println!("{what:<24} {name:<24} {ask:8.2} ms   build {build:8.2} ms");
    }
}

fn main() {
    for hits in [1, 10, 100] {
        let line = (INTERVALS as i64 * 2 * i64::from(LENGTH) / hits) as i32;
        let mut random = Random(7);
        let (mut data, mut queries) = (spans(&mut random, line), spans(&mut random, line));
        table(&format!("count, {hits} hits, random"), &COUNTS, &data, &queries);
        table(&format!("join, {hits} hits, random"), &JOINS[..JOINS.len() - SORTED_ONLY], &data, &queries);
        data.sort_unstable();
        queries.sort_unstable();
        table(&format!("count, {hits} hits, sorted"), &COUNTS, &data, &queries);
        table(&format!("join, {hits} hits, sorted"), &JOINS, &data, &queries);
    }
}
