//! Times of a wavefront: one and two threads beside the plain loops that define it.
//!
//! ```text
//! cargo bench -p benches --bench wavefront
//! ```
//!
//! The work is that of the model encoder of `codecs/tests/wavefront`, set to 2 and to 14 microseconds a macroblock. Each line
//! has medians over turns, in which all ways take their turn, so that other programs disturb them alike, and ratios of the best
//! times in brackets. The ceiling is two threads that run the plain loops and share nothing: what the machine gives at best.

#[expect(dead_code, reason = "faults and what tests compare")]
#[path = "../../codecs/tests/wavefront/model.rs"]
mod model;
#[path = "../../codecs/tests/wavefront/session.rs"]
mod session;

use codecs::shared::wavefront::{Queue, Threads};
use model::{Plan, plain};
use session::{Options, Session};
use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

/// The sizes in macroblocks, and the number of pictures of a turn.
const SIZES: [(&str, [usize; 2], usize); 2] = [("CIF", [18, 22], 4), ("720p", [45, 80], 2)];

/// The turns of each line.
const TURNS: usize = 41;

fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn median(mut ratios: Vec<f64>) -> f64 {
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

/// Returns the plan whose macroblocks take the given time by the plain loops.
fn plan(size: [usize; 2], pictures: usize, each: Duration) -> Plan {
    let macroblocks = (size[0] * size[1] * pictures) as u32;
    let at = |effort| Plan { size, pictures, effort };
    let of = |effort| (0..5).map(|_| time(|| drop(black_box(plain(&at(effort)))))).min().unwrap_or_default();
    let (few, many) = (of(20).as_secs_f64(), of(220).as_secs_f64());
    let wanted = (each * macroblocks).as_secs_f64();
    at((20.0 + 200.0 * (wanted - few) / (many - few)).max(1.0) as usize)
}

fn main() -> io::Result<()> {
    println!("times of the plain loops over those of ..; medians of {TURNS} turns (best times)");
    println!("size   us/mb | one thread: queue | Threads(1)      | Threads(2): a picture | two at a time   | ceiling");
    for (name, size, pictures) in SIZES {
        for each in [2, 14] {
            let plan = plan(size, pictures, Duration::from_micros(each));
            let with = |slots| Session::new(&plan, Options { slots, ..Options::default() });
            let one = with(1);
            let mut threads = [Threads::new(with(1), 1)?, Threads::new(with(1), 2)?, Threads::new(with(2), 2)?];
            let turns = (0..TURNS).map(|_| {
                let definition = time(|| drop(black_box(plain(&plan))));
                let both = time(|| {
                    std::thread::scope(|scope| {
                        scope.spawn(|| drop(black_box(plain(&plan))));
                        drop(black_box(plain(&plan)));
                    });
                });
                let in_queue = time(|| {
                    Queue::default().run(&one);
                    drop(one.outputs());
                });
                let [a, b, c] = threads.each_mut().map(|threads| {
                    time(|| {
                        threads.run();
                        drop(threads.work().outputs());
                    })
                });
                [definition, in_queue, a, b, c, both / 2].map(|time| time.as_secs_f64())
            });
            let turns: Vec<[f64; 6]> = turns.collect();
            let best = |way: usize| turns.iter().map(|turn| turn[way]).fold(f64::MAX, f64::min);
            print!("{name:5} {:6.2}", best(0) * 1e6 / (size[0] * size[1] * pictures) as f64);
            for (way, width) in [17, 15, 21, 15, 15].into_iter().enumerate() {
                let ratios = turns.iter().map(|turn| turn[0] / turn[way + 1]).collect();
                let text = format!("{:.2} ({:.2})", median(ratios), best(0) / best(way + 1));
                print!(" | {text:width$}");
            }
            println!();
        }
    }
    Ok(())
}
