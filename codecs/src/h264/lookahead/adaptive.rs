//! Adaptive quantisation: offsets of QP by the energy of a macroblock.

use crate::h264::code::picture::Picture;
use crate::h264::options::{AdaptiveMode, AdaptiveQuant};
use crate::shared::dispatch::dispatch;
use crate::shared::fixed::log2;
use crate::spaces::{Chroma, Luma, Mb, Mbs, QuarterSample};
use fearless_simd::Level;
use unite::{Block, Fixed, Inside, Place, Space};

/// The energy that has no offset in [`AdaptiveMode::Variance`], as a logarithm in 256ths.
const MIDDLE: i64 = 3693;
/// The QPs for each doubling of the energy in [`AdaptiveMode::Variance`], in 256ths.
const SLOPE: i64 = 266;

/// The mean square of the roots of energies at which [`AdaptiveMode::Auto`] has no offset for the mean of the picture.
const USUAL_SQUARE: f64 = 14.0;

/// Returns the sum of the squared differences of the samples of a macroblock from their mean.
#[inline(always)]
fn energy<S, const N: usize>(plane: &Block<S, u8>, mb: &Mb) -> u64
where
    S: Space<Universe = QuarterSample, Ix = [isize; 2]>,
    unite::AnyExtent<S>: unite::Extent,
{
    let samples = plane.view().under_fixed::<Fixed<N, N>, _>(mb).window::<Inside>().expect("it lies in its picture");
    let (mut sum, mut squares) = (0_u32, 0_u32);
    for y in 0..N {
        for &sample in samples.row(y as isize) {
            sum += u32::from(sample);
            squares += u32::from(sample) * u32::from(sample);
        }
    }
    u64::from(squares) - u64::from(sum) * u64::from(sum) / (N * N) as u64
}

/// Sets the offsets of QP of the macroblocks of a picture, in 256ths.
pub(super) fn offsets(level: Level, adaptive: AdaptiveQuant, picture: &Picture, offsets: &mut Block<Mbs, i16>) {
    if adaptive.mode == AdaptiveMode::Off || adaptive.strength == 0.0 {
        return;
    }
    let strength = (adaptive.strength * 256.0) as i64;
    let mbs: Vec<Mb> = offsets.spot().tiles(Fixed::<1, 1>).collect();
    let energies: Vec<u64> = dispatch!(level, _simd => mbs.iter().map(|mb| {
        let chroma = picture.chroma.iter().flatten().map(|plane| energy::<Chroma, 8>(plane, mb)).sum::<u64>();
        energy::<Luma, 16>(&picture.luma, mb) + chroma
    }).collect());
    let mut set = |mb: &Mb, offset: i64| {
        let offset = (offset * strength) >> 8;
        offsets.view_mut().colocate(mb).set([0, 0], offset.clamp(-51 << 8, 51 << 8) as i16);
    };
    if adaptive.mode == AdaptiveMode::Variance {
        for (mb, &energy) in mbs.iter().zip(&energies) {
            let log = i64::from(log2(energy.max(1))) >> 8;
            set(mb, ((log - MIDDLE) * SLOPE) >> 8);
        }
        return;
    }
    // The eighth root, by square roots, which are exact on every machine.
    let roots: Vec<f64> = energies.iter().map(|&energy| ((energy + 1) as f64).sqrt().sqrt().sqrt()).collect();
    let count = roots.len() as f64;
    let mean = roots.iter().sum::<f64>() / count;
    let square = roots.iter().map(|root| root * root).sum::<f64>() / count;
    // The mean of the picture, moved by its spread, so that few busy macroblocks do not make all others finer.
    let middle = mean - 0.5 * (square - USUAL_SQUARE) / mean;
    for ((mb, root), &energy) in mbs.iter().zip(&roots).zip(&energies) {
        let mut offset = mean * (root - middle);
        if adaptive.mode == AdaptiveMode::AutoDark {
            let samples = picture.luma.view().under_fixed::<Fixed<16, 16>, _>(mb);
            let samples = samples.window::<Inside>().expect("it lies in its picture");
            let sum: u32 = (0..16).flat_map(|y| samples.row(y)).map(|&sample| u32::from(sample)).sum();
            let dark = 1.0 - f64::from(sum.min(256 * 64)) / (256.0 * 64.0);
            offset -= 2.0 * dark * f64::from(u8::from(energy > 0));
        }
        set(mb, (offset * 256.0) as i64);
    }
}
