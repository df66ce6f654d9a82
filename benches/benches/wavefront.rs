//! Times of a wavefront: one and two threads beside the plain loops that define it.
//!
//! ```text
//! cargo bench -p benches --bench wavefront
//! ```
//!
//! The work is that of the model encoder of `codecs/tests/wavefront`, set to 2 and to 14 microseconds a macroblock. Each line
//! has medians over turns, in which all ways take their turn, so that other programs disturb them alike. The ceiling is two
//! threads that code a picture each and share nothing: what the machine gives at best.

#[path = "../../codecs/tests/wavefront/model.rs"]
mod model;
#[path = "../../codecs/tests/wavefront/session.rs"]
mod session;

use codecs::shared::wavefront::{Threads, queue};
use model::{Plan, plain};
use session::{Options, Session};
use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

/// The sizes in macroblocks, and the number of pictures of a turn.
const SIZES: [(&str, [usize; 2], usize); 2] = [("CIF", [18, 22], 8), ("720p", [45, 80], 2)];

/// The turns of each line.
const TURNS: usize = 21;

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
    println!("times of the plain loops over those of ..; medians of {TURNS} turns");
    println!(
        "size   us/mb | one thread: queue | Threads(1) | Threads(2), a picture at a time | two at a time | ceiling"
    );
    for (name, size, pictures) in SIZES {
        for each in [2, 14] {
            let plan = plan(size, pictures, Duration::from_micros(each));
            let with = |slots| Session::new(&plan, Options { slots, ..Options::default() });
            let one = with(1);
            let mut threads = [Threads::new(with(1), 1)?, Threads::new(with(1), 2)?, Threads::new(with(2), 2)?];
            let mut ratios = [const { Vec::new() }; 5];
            let mut best = Duration::MAX;
            for _ in 0..TURNS {
                let by_definition = time(|| drop(black_box(plain(&plan))));
                best = best.min(by_definition);
                let ceiling = time(|| {
                    std::thread::scope(|scope| {
                        scope.spawn(|| drop(black_box(plain(&plan))));
                        drop(black_box(plain(&plan)));
                    });
                });
                let in_queue = time(|| {
                    queue(&one);
                    drop(one.outputs());
                });
                let [a, b, c] = threads.each_mut().map(|threads| {
                    time(|| {
                        threads.run();
                        drop(threads.work().outputs());
                    })
                });
                for (ratios, time) in ratios.iter_mut().zip([in_queue, a, b, c, ceiling / 2]) {
                    ratios.push(by_definition.as_secs_f64() / time.as_secs_f64());
                }
            }
            let each = best.as_secs_f64() * 1e6 / (size[0] * size[1] * pictures) as f64;
            let [a, b, c, d, e] = ratios.map(median);
            println!("{name:5} {each:6.2} | {a:17.3} | {b:10.3} | {c:31.2} | {d:13.2} | {e:7.2}");
        }
    }
    Ok(())
}
