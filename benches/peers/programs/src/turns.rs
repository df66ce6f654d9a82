//! Sides that take turns, and the median CPU time of each.

use cpu_time::ThreadTime;
use std::time::Duration;

/// Something that is measured: a name, and what makes a number of calls.
pub struct Side<'s> {
    pub name: &'static str,
    run: Box<dyn FnMut(usize) + 's>,
}

impl<'s> Side<'s> {
    pub fn new(name: &'static str, run: impl FnMut(usize) + 's) -> Side<'s> {
        Side { name, run: Box::new(run) }
    }

    /// CPU time of some calls, on this thread.
    fn time(&mut self, calls: usize) -> Duration {
        let start = ThreadTime::now();
        (self.run)(calls);
        start.elapsed()
    }
}

/// Nanoseconds a call for each side: the median of as many rounds, in which all sides take turns. A turn is as many calls as
/// fill `turn`, one at least; a turn of as many calls goes before the first round.
pub fn medians(sides: &mut [Side<'_>], rounds: usize, turn: Duration) -> Vec<f64> {
    let calls: Vec<usize> = sides.iter_mut().map(|side| calls_in(side, turn)).collect();
    let mut times = vec![Vec::new(); sides.len()];
    for _ in 0..rounds {
        for ((side, times), &calls) in sides.iter_mut().zip(&mut times).zip(&calls) {
            times.push(side.time(calls).as_nanos() as f64 / calls as f64);
        }
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    times.into_iter().map(median).collect()
}

/// The calls of a side that fill a turn.
fn calls_in(side: &mut Side<'_>, turn: Duration) -> usize {
    let mut calls = 1;
    loop {
        let time = side.time(calls);
        if time >= turn {
            return calls;
        }
        // Too short a time says little, so the number grows at most tenfold at once.
        let factor = turn.as_secs_f64() / time.as_secs_f64().max(1e-9);
        if factor < 1.1 {
            return calls;
        }
        calls = (calls as f64 * factor.clamp(1.1, 10.0)).ceil() as usize;
    }
}

/// Numbers in [-1, 1) with all bits of a mantissa, the same in each run.
pub struct Random(pub u64);

impl Random {
    /// An integer in [-2^52, 2^52).
    pub fn mantissa(&mut self) -> i64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as i64 - (1 << 52)
    }

    pub fn real(&mut self) -> f64 {
        self.mantissa() as f64 / (1_u64 << 52) as f64
    }

    pub fn below(&mut self, below: usize) -> usize {
        self.mantissa().unsigned_abs() as usize % below
    }
}
