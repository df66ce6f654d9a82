//! An own weight of a bit (lambda): higher quality below flat samples, where banding shows.
//!
//! `cargo run --release -p codecs --example own_lambda`

use codecs::h264::decide::{Candidate, Lambda, MbContext, ModeDecision, RateDistortion};
use codecs::h264::{H264Error, Options, Session};
use scene::{HEIGHT, Scene, WIDTH};
use unite::Fixed;

mod scene;

/// The encoder's decision, with another weight of a bit below flat samples.
struct Smooth {
    encoder: RateDistortion,
    finer: u8,
}

impl ModeDecision for Smooth {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        if range_above(mb).is_some_and(|range| range < 12) {
            mb.set_lambda(Lambda::new(mb.qp().saturating_sub(self.finer)));
        }
        self.encoder.decide(mb)
    }
}

/// Returns the range of the 16 unfiltered samples above a macroblock; `None` at the upper edge of the picture.
fn range_above(mb: &MbContext<'_>) -> Option<u8> {
    if !mb.available().above {
        return None;
    }
    let p = mb.reconstruction().luma.view().under_fixed::<Fixed<16, 16>, _>(&mb.place());
    let above = (0..16).map(|x| p.at([-1, x]));
    Some(above.clone().max()? - above.min()?)
}

fn main() -> Result<(), H264Error> {
    for finer in [0, 6, 12] {
        let options = Options::new(WIDTH, HEIGHT).with_qp(34);
        let decision = Smooth { encoder: RateDistortion::new(&options), finer };
        let mut session = Session::with_decision(options, decision)?;
        let (mut scene, mut bytes) = (Scene::new(), 0);
        for time in 0..12 {
            for unit in session.push(&scene.picture(time, 1.25, 0.5)?)? {
                bytes += unit.byte_stream().len();
            }
        }
        println!("below flat samples a lambda of a QP {finer} finer: {bytes} bytes");
    }
    Ok(())
}
