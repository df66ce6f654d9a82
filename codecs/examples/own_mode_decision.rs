//! A custom, fast mode decision, defined outside of the crate.
//!
//! It tries three modes: skip, one motion vector for the whole macroblock, and `I_16x16`. The costs come from the
//! context, which counts bits with the entropy coder itself.
//!
//! `cargo run --release --example own_mode_decision`

use codecs::h264::decide::{Candidate, Choice, MbContext, ModeDecision};
use codecs::h264::macroblock::MbPart;
use codecs::h264::predict::motion_vectors::Part;
use codecs::h264::{H264Error, MotionOptions, Options, Session};
use scene::{HEIGHT, Scene, WIDTH};
use std::time::Instant;

mod scene;

/// A decision that never partitions a macroblock.
struct Whole;

impl ModeDecision for Whole {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        let chroma = mb.intra_chroma(None);
        let mut candidates = vec![mb.intra_16x16(None, &chroma)];
        if !mb.slice().is_intra() {
            candidates.push(mb.skip());
            let mv = mb.search_as(MotionOptions::default().with_subme(2), Part::MB, 0, &[]).mv;
            let choice = Choice { part: MbPart::P16x16, ref_idx: [0; 4], mv: [[mv; 4]; 4] };
            let prediction = mb.inter_prediction(&choice);
            candidates.push(mb.with_residual(&prediction, false));
        }
        let costs: Vec<_> = candidates.iter().map(|candidate| mb.cost(candidate)).collect();
        let best = (0..costs.len()).min_by_key(|&n| costs[n]).expect("I_16x16 is there");
        candidates.swap_remove(best)
    }
}

fn main() -> Result<(), H264Error> {
    let options = Options::new(WIDTH, HEIGHT);
    report("whole macroblocks", Session::with_decision(options.clone(), Whole)?)?;
    report("the encoder's own", Session::new(options)?)
}

/// Encodes a moving scene and prints the size of the stream and the speed.
fn report<D: ModeDecision + Sync>(name: &str, mut session: Session<D>) -> Result<(), H264Error> {
    let mut scene = Scene::new();
    let (started, mut bytes) = (Instant::now(), 0);
    for time in 0..24 {
        let units = session.push(&scene.picture(time, 1.25, 0.5)?)?;
        bytes += units.iter().map(|unit| unit.byte_stream().len()).sum::<usize>();
    }
    println!("{name}: {bytes} bytes, {:.0} pictures a second", 24.0 / started.elapsed().as_secs_f64());
    Ok(())
}
