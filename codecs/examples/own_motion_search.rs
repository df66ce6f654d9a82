//! A custom motion search, defined outside of the crate, for panning cameras.
//!
//! If a whole scene moves, most blocks have nearly the same vector. This search starts from the known vectors and
//! searches the row of the best of them, since a pan is horizontal; vertically it goes at most two samples up and down.
//!
//! `cargo run --release --example own_motion_search`

use codecs::h264::decide::RateDistortion;
use codecs::h264::decide::motion_search::{Found, Hexagon, MotionSearch, Search, Simd, Walk};
use codecs::h264::macroblock::Mv;
use codecs::h264::{H264Error, Options, Session};
use scene::{HEIGHT, Scene, WIDTH};

mod scene;

/// A search along rows.
struct Pan {
    /// The horizontal range, in samples.
    range: i16,
}

impl MotionSearch for Pan {
    #[inline(always)]
    fn search<S: Simd, const H: usize, const W: usize>(&self, problem: &Search<'_, S, H, W>) -> Found {
        let mut walk = Walk::from_seeds(problem, self.range);
        let seed = walk.best().mv;
        for dy in -2..=2 {
            walk.visit(Mv { x: seed.x, y: seed.y + 4 * dy });
        }
        let row = walk.best().mv;
        for dx in -self.range..=self.range {
            walk.visit(Mv { x: row.x.saturating_add(4 * dx), y: row.y });
        }
        walk.best()
    }
}

fn main() -> Result<(), H264Error> {
    let options = Options::new(WIDTH, HEIGHT);
    let decision = RateDistortion::new(&options);
    let pan = stream(Session::with_decision(options.clone(), decision.with_search(Pan { range: 24 }))?)?;
    let hexagon = stream(Session::with_decision(options, decision.with_search(Hexagon { range: 16 }))?)?;
    println!("a pan of 24 pictures: {pan} bytes with a search along rows, {hexagon} with a hexagon");
    Ok(())
}

/// Returns the size of the stream of a scene that a camera pans over.
fn stream<D: codecs::h264::decide::ModeDecision + Sync>(mut session: Session<D>) -> Result<usize, H264Error> {
    let mut scene = Scene::new();
    let mut bytes = 0;
    for time in 0..24 {
        let units = session.push(&scene.picture(time, 5.0, 0.0)?)?;
        bytes += units.iter().map(|unit| unit.byte_stream().len()).sum::<usize>();
    }
    Ok(bytes)
}
