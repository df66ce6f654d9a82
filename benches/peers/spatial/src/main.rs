//! Radius, box and nearest queries on points in the plane: `RadiusIndex` and its peers in one run.
//!
//! `cargo run --release --manifest-path benches/peers/spatial/Cargo.toml -- [POINTS [SECONDS]] [ours] [nearest]`
//!
//! Points are uniform in [0, 10^4]^2, or in 200 Gaussian clusters (of standard deviation 100, and 20) with centres in
//! that square. Queries are at positions of the same distribution, and those for the nearest points also at uniform
//! positions: 1000 repeated ones (warm), and 200,000 different ones (distinct). All indexes take turns, a thousand
//! queries at a time, until the queries are finished or an index has used up its seconds; the result is the median of
//! the turns, in microseconds of CPU time per query, on one thread. Identifiers are collected into a list: ours is
//! reused, peers allocate their own, as their interfaces require. `nearest` runs only the queries for the nearest
//! points.

mod data;
mod peers;

use cpu_time::ThreadTime;
use data::{Layout, Random};
use peers::{GeoKd, GeoR, Kiddo, Ours, Peer, Query, Rstar};

/// The number of warm queries, and of queries in a turn.
const TURN: usize = 1000;
/// The number of turns with different queries.
const TURNS: usize = 200;

/// The state of the caches: warm if an index has just answered the same queries.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Way {
    Warm,
    Distinct,
}

/// Measures the CPU time of this thread.
fn seconds(work: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    work();
    start.elapsed().as_secs_f64()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Returns the microseconds per query for each index: the median of its turns.
fn compare(indexes: &[Box<dyn Peer>], turns: &[Vec<Query>], budget: f64, way: Way) -> Vec<Option<f64>> {
    let mut times = vec![Vec::new(); indexes.len()];
    for queries in turns {
        let mut hits: Option<usize> = None;
        for (index, times) in indexes.iter().zip(&mut times) {
            if !index.answers(queries[0]) || times.iter().sum::<f64>() > budget {
                continue;
            }
            if way == Way::Warm {
                index.run(queries); // reloads the data that the others evicted from the caches
            }
            let mut found = 0;
            times.push(seconds(|| found = index.run(queries)));
            let expected = *hits.get_or_insert(found);
            assert_eq!(found, expected, "hits of {}", index.name());
        }
    }
    let a_query = |times: Vec<f64>| (!times.is_empty()).then(|| median(times) / TURN as f64 * 1e6);
    times.into_iter().map(a_query).collect()
}

/// Prints two rows of the table: a kind of query at some positions, warm and distinct.
fn measure(indexes: &[Box<dyn Peer>], query: Query, place: &str, places: &[[f64; 2]], budget: f64) {
    let turns: Vec<Vec<Query>> =
        places.chunks(TURN).map(|places| places.iter().map(|&place| query.at(place)).collect()).collect();
    let warm = vec![turns[0].clone(); TURNS / 8];
    report(&format!("{query}{place}, warm, us"), &compare(indexes, &warm, budget, Way::Warm));
    report(&format!("{query}{place}, distinct, us"), &compare(indexes, &turns, budget, Way::Distinct));
}

/// Prints a row of the table.
fn report(name: &str, figures: &[Option<f64>]) {
    print!("{name:<34}");
    for figure in figures {
        match figure {
            Some(figure) => print!("{figure:>13.3}"),
            None => print!("{:>13}", "-"),
        }
    }
    println!();
}

fn main() {
    let numbers: Vec<f64> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let alone = std::env::args().any(|argument| argument == "ours");
    let count = numbers.first().map_or(10_000_000, |&count| count as usize);
    let nearest = std::env::args().any(|argument| argument == "nearest");
    let budget = numbers.get(1).copied().unwrap_or(4.0);
    for layout in [Layout::Uniform, Layout::Clusters(100.0), Layout::Clusters(20.0)] {
        let mut random = Random(12345);
        let centers = data::centers(&mut random);
        let points: Vec<[f64; 2]> = (0..count).map(|_| data::place(layout, &centers, &mut random)).collect();
        let mut indexes: Vec<Box<dyn Peer>> = Vec::new();
        let mut builds = Vec::new();
        let mut add = |build: &dyn Fn() -> Box<dyn Peer>| builds.push(Some(seconds(|| indexes.push(build()))));
        add(&|| Box::new(Ours::new(&points)));
        if !alone {
            add(&|| Box::new(Kiddo::new(&points)));
            add(&|| Box::new(GeoKd::new(&points)));
            add(&|| Box::new(GeoR::new(&points)));
            add(&|| Box::new(Rstar::new(&points)));
        }
        println!("\n{count} points, {layout}");
        print!("{:<34}", "");
        indexes.iter().for_each(|index| print!("{:>13}", index.name()));
        println!();
        report("build, s", &builds);
        let places: Vec<[f64; 2]> = (0..TURN * TURNS).map(|_| data::place(layout, &centers, &mut random)).collect();
        let anywhere: Vec<[f64; 2]> =
            (0..TURN * TURNS).map(|_| data::place(Layout::Uniform, &centers, &mut random)).collect();
        if !nearest {
            peers::QUERIES.iter().for_each(|&query| measure(&indexes, query, "", &places, budget));
        }
        for query in peers::NEAREST {
            measure(&indexes, query, "", &places, budget);
            measure(&indexes, query, " anywhere", &anywhere, budget);
        }
    }
}
