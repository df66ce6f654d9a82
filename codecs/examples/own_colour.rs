//! A custom colour conversion, defined outside of the crate: it fades colours, and keeps the luma.
//!
//! The encoder's own conversion runs first. Cb and Cr are then moved towards 128, which is gray.
//!
//! `cargo run --release -p codecs --example own_colour`

use codecs::jpeg::JpegError;
use codecs::jpeg::baseline::{ColourConversion, ComponentRun, Encoder, IntegerColour, Options, RgbRun};
use codecs::picture::{PixelFormat, Pixels};
use draw::{HEIGHT, WIDTH};

mod draw;

/// A conversion that keeps a part of the saturation, in parts of 256.
struct Faded(i32);

impl ColourConversion for Faded {
    #[inline(always)]
    fn ycbcr(&self, rgb: &impl RgbRun, [y, cb, cr]: [&mut ComponentRun; 3]) {
        IntegerColour.ycbcr(rgb, [y, &mut *cb, &mut *cr]);
        for difference in cb.iter_mut().chain(cr) {
            *difference = (128 + ((self.0 * (i32::from(*difference) - 128) + 128) >> 8)) as u8;
        }
    }
}

fn main() -> Result<(), JpegError> {
    let rgb = draw::picture();
    let picture = Pixels::interleaved(&rgb, WIDTH, HEIGHT, PixelFormat::Rgb)?;
    println!("saturation   bytes   dB of the decoded file, against the picture");
    for kept in [256, 128, 0] {
        let encoder = Encoder::new(Options::new(90)?).with_colour_conversion(Faded(kept));
        let mut file = Vec::new();
        encoder.encode(&picture, &mut file)?;
        println!("{:>9}% {:>7} {:>6.2}", 100 * kept / 256, file.len(), draw::psnr(&file, &rgb));
    }
    Ok(())
}
