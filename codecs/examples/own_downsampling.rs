//! A custom downsampling filter, defined outside of the crate: a tent, wider than the mean.
//!
//! For 2:1 the weights are 1, 3, 3, 1 instead of the mean's 0, 1, 1, 0: finer detail of colour is blurred before it can
//! alias. Decoders interpolate chroma with the same weights.
//!
//! `cargo run --release -p codecs --example own_downsampling`

use codecs::jpeg::JpegError;
use codecs::jpeg::baseline::{Downsampler, Encoder, FullRows, MeanDownsampler, Options, Sampling};
use codecs::picture::{PixelFormat, Pixels};
use draw::{HEIGHT, WIDTH};
use unite::Scale;

mod draw;

/// A tent along rows that are halved, and the mean for all other factors.
struct Tent;

impl Downsampler for Tent {
    #[inline(always)]
    fn downsample(&self, component: usize, scale: Scale<2>, full: FullRows<'_>, y: usize, out: &mut [u8]) {
        let [v, h] = [0, 1].map(|k| (scale.refinement(k), scale.coarsening(k)));
        if v.1 != v.0 || h.1 != 2 * h.0 {
            return MeanDownsampler.downsample(component, scale, full, y, out);
        }
        let line = full.line(y as isize);
        let last = 2 * out.len() - 1;
        for (x, out) in out.iter_mut().enumerate() {
            let left = 2 * x;
            let near = u32::from(line[left]) + u32::from(line[left + 1]);
            let far = u32::from(line[left.saturating_sub(1)]) + u32::from(line[last.min(left + 2)]);
            *out = ((3 * near + far + 4) / 8) as u8;
        }
    }
}

fn main() -> Result<(), JpegError> {
    let rgb = draw::picture();
    let picture = Pixels::interleaved(&rgb, WIDTH, HEIGHT, PixelFormat::Rgb)?;
    println!("quality     mean: bytes     dB     tent: bytes     dB");
    for quality in [75, 90, 98] {
        let encoder = Encoder::new(Options::new(quality)?.with_sampling(Sampling::S422));
        let (mut mean, mut tent) = (Vec::new(), Vec::new());
        encoder.encode(&picture, &mut mean)?;
        encoder.with_downsampler(Tent).encode(&picture, &mut tent)?;
        let (mean_db, tent_db) = (draw::psnr(&mean, &rgb), draw::psnr(&tent, &rgb));
        println!("{quality:>7} {:>15} {mean_db:>6.2} {:>15} {tent_db:>6.2}", mean.len(), tent.len());
    }
    Ok(())
}
