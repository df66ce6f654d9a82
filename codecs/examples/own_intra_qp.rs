//! A QP for intra macroblocks of P pictures: finer, since later pictures are predicted from them.
//!
//! `cargo run --release -p codecs --example own_intra_qp`

use codecs::h264::decide::{Candidate, MbContext, ModeDecision, RateDistortion};
use codecs::h264::macroblock::{IntraNxNMode, ModeSet};
use codecs::h264::{H264Error, Options, Session};
use scene::{HEIGHT, Scene, WIDTH};

mod scene;

/// The encoder's decision, with intra macroblocks `finer` steps finer and of five modes.
struct FinerIntra {
    encoder: RateDistortion,
    finer: u8,
}

/// The modes tried: the straight ones and two diagonals.
const MODES: ModeSet = {
    use IntraNxNMode::*;
    ModeSet::of(&[Vertical, Horizontal, Dc, DiagonalDownLeft, DiagonalDownRight])
};

impl ModeDecision for FinerIntra {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        let inter = self.encoder.decide(mb);
        if !inter.macroblock.prediction.is_intra() {
            return inter;
        }
        mb.set_qp(mb.qp().saturating_sub(self.finer));
        let chroma = mb.intra_chroma(None);
        let small = mb.intra_4x4(|_| MODES, &chroma);
        let large = mb.intra_16x16(None, &chroma);
        if mb.cost(&small) < mb.cost(&large) { small } else { large }
    }
}

fn main() -> Result<(), H264Error> {
    for finer in [0, 2, 4] {
        let options = Options::new(WIDTH, HEIGHT);
        let decision = FinerIntra { encoder: RateDistortion::new(&options), finer };
        let mut session = Session::with_decision(options, decision)?;
        let (mut scene, mut bytes) = (Scene::new(), 0);
        for time in 0..12 {
            for unit in session.push(&scene.picture(time, 9.0, 4.0)?)? {
                bytes += unit.byte_stream().len();
            }
        }
        println!("intra macroblocks {finer} finer: {bytes} bytes");
    }
    Ok(())
}
