//! A quantiser of H.264 that drops lone levels of 1: they cost more bits than they are worth.
//!
//! `cargo run --release -p codecs --example own_block_quantizer`

use codecs::h264::residual::BlockQuantizer;
use codecs::h264::{H264Error, Options, Session};
use scene::{HEIGHT, Scene, WIDTH};

mod scene;

/// Rounds as the encoder does, and then drops lone levels.
struct DropLone;

impl BlockQuantizer for DropLone {
    fn quantize(&self, intra: bool, coefficients: &[i32], multipliers: &[i32], shift: u32, levels: &mut [i16]) {
        let rounding = (1 << shift) / if intra { 3 } else { 6 };
        for ((level, coefficient), multiplier) in levels.iter_mut().zip(coefficients).zip(multipliers) {
            let magnitude = (coefficient.abs() * multiplier + rounding) >> shift;
            *level = (magnitude * coefficient.signum()) as i16;
        }
        let sum: u32 = levels.iter().map(|level| u32::from(level.unsigned_abs())).sum();
        // The first four coefficients of a block are its brightness and its slopes.
        if levels.len() > 4 && sum == 1 && levels[..4] == [0; 4] {
            levels.fill(0);
        }
    }
}

fn main() -> Result<(), H264Error> {
    let options = Options::new(WIDTH, HEIGHT).with_qp(24);
    let sessions = [Session::new(options.clone())?, Session::new(options)?.with_quantizer(DropLone)];
    for (name, mut session) in ["the encoder's own", "without lone levels"].into_iter().zip(sessions) {
        let (mut scene, mut bytes) = (Scene::new(), 0);
        for time in 0..24 {
            for unit in session.push(&scene.picture(time, 1.25, 0.5)?)? {
                bytes += unit.byte_stream().len();
            }
        }
        println!("{name}: {bytes} bytes");
    }
    Ok(())
}
