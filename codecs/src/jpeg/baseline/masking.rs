//! The weights of errors by activity, [`Weighting::Masking`](super::Weighting::Masking).

use super::colour::ColourConversion;
use super::components::{Components, Conversion};
use super::dct::ForwardDct;
use super::downsample::Downsampler;
use super::encoder::Stages;
use super::frame::Frame;
use super::row_quantizer::RowQuantizer;
use crate::jpeg::JpegError;
use crate::jpeg::quantization::LambdaField;
use crate::picture::Pixels;
use crate::shared::dispatch::dispatch_wide;
use crate::spaces::SampleBlocks;
use fearless_simd::Level;
use unite::{Around, Block, Dyn, Fixed, Inside, Spot, Window};

/// Returns the weights of a picture.
pub(super) fn masking<D: ForwardDct, Q: RowQuantizer, C: ColourConversion, F: Downsampler>(
    (frame, conversion): (&Frame, Conversion),
    Stages { colour, downsampler, .. }: &Stages<D, Q, C, F>,
    picture: &Pixels<'_>,
) -> Result<LambdaField, JpegError> {
    let luma = &frame.components[0];
    let [rows, columns] = luma.blocks.extent().0;
    let mut activity = Block::<SampleBlocks, f32>::try_padded([0, 0], Dyn([rows, columns]), 1)
        .map_err(|_| JpegError::Memory { rows, columns })?;
    let (level, mut components) = (Level::new(), Components::new(frame, conversion));
    let blocks = Spot::<SampleBlocks>::new([0, 0], Dyn([luma.per_mcu[0], columns]));
    for row in 0..frame.mcu_grid()[0] {
        let top = row * frame.rows_per_mcu();
        let held = frame.rows_per_mcu().min(picture.height() - top);
        let samples = components.take(level, (colour, downsampler), picture, top, held);
        let plane = samples.plane(0);
        for y in 0..luma.per_mcu[0] {
            let Some(line) = activity.view_mut().line_mut((row * luma.per_mcu[0] + y) as isize) else { continue };
            dispatch_wide!(level, _simd => {
                for (x, activity) in line.iter_mut().enumerate() {
                    let block = blocks.partition([y as isize, x as isize], Fixed::<1, 1>);
                    let samples = plane.under_fixed::<Fixed<8, 8>, _>(&block).window::<Inside>();
                    *activity = of_block(&samples.expect("a plane is whole blocks wide").load());
                }
            });
        }
    }
    activity.replicate_edges();
    let mut weights = Block::<SampleBlocks, f32>::try_new([0, 0], Dyn([rows, columns]))
        .map_err(|_| JpegError::Memory { rows, columns })?;
    for y in 0..rows as isize {
        let around = activity.view().partition([y, 0], Dyn([1, columns])).window();
        let around = around.expect("the activity has edges of one block");
        if let Some(line) = weights.view_mut().line_mut(y) {
            dispatch_wide!(level, _simd => masked(&around, line));
        }
    }
    // A component with sampling factors of its own has the activity of the block at the same place.
    let [rows, columns] = frame.size().map(|side| side.div_ceil(8));
    let picture = Spot::<SampleBlocks>::new([0, 0], Dyn([rows, columns]));
    let index_of = |y: usize, x: usize| {
        let place = picture.partition([y as isize, x as isize], Dyn([1, 1]));
        luma.blocks.index_of(&place, [0, 0]).unwrap_or_default()
    };
    let lines: Vec<isize> = (0..rows).map(|y| index_of(y, 0)[0]).collect();
    let points: Vec<isize> = (0..columns).map(|x| index_of(0, x)[1]).collect();
    let weights = weights.view();
    LambdaField::from_fn(frame.size(), |[y, x]| weights.get([lines[y], points[x]]).unwrap_or(1.0))
}

/// Returns the mean square of the AC coefficients of a block, in the scale of T.81: the sum of the squared differences to
/// the mean, as the DCT is orthonormal.
#[inline(always)]
fn of_block(samples: &[[u8; 8]; 8]) -> f32 {
    let (mut sum, mut squares) = (0_u32, 0_u32);
    for &sample in samples.as_flattened() {
        let sample = u32::from(sample);
        (sum, squares) = (sum + sample, squares + sample * sample);
    }
    (64 * squares - sum * sum) as f32 / (64.0 * 63.0)
}

/// Computes the weights of a row of blocks. That of a block is greater than 1 if it has more structure than the
/// median of the 3 x 3 blocks around it.
///
/// ```text
///   ((FLOOR + own) / (FLOOR + median))^(1/4)
/// ```
///
/// The block's own structure already lowers the weight in [`Lambda`](crate::jpeg::quantization::Lambda). An edge between
/// smooth parts hides less than a texture does, so that a part of it is given back.
#[inline(always)]
fn masked(activity: &Window<'_, SampleBlocks, f32, Dyn<2>, Around<1, 1, 1, 1>>, weights: &mut [f32]) {
    let [above, here, below] = [-1, 0, 1].map(|y| &activity.line(y)[..weights.len() + 2]);
    for (x, weight) in weights.iter_mut().enumerate() {
        let [a, b, c] = [above, here, below].map(|line| [line[x], line[x + 1], line[x + 2]]);
        let median = median([a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2]]);
        *weight = ((FLOOR + b[1]) / (FLOOR + median)).sqrt().sqrt();
    }
}

/// Returns the median of nine numbers: that of the greatest of the low ones, the median of the middle ones and the least
/// of the high ones of three sorted columns.
#[inline(always)]
fn median(of: [f32; 9]) -> f32 {
    let sorted = |a: f32, b: f32, c: f32| {
        let (low, high) = (a.min(b), a.max(b));
        [low.min(c), low.max(high.min(c)), high.max(c)]
    };
    let [a, b, c] = [sorted(of[0], of[1], of[2]), sorted(of[3], of[4], of[5]), sorted(of[6], of[7], of[8])];
    let greatest_low = a[0].max(b[0]).max(c[0]);
    let least_high = a[2].min(b[2]).min(c[2]);
    sorted(greatest_low, sorted(a[1], b[1], c[1])[1], least_high)[1]
}

/// The activity that counts as none: noise of an amplitude of 10.
const FLOOR: f32 = 100.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jpeg::baseline::{Encoder, Options, Sampling};
    use crate::picture::PixelFormat;
    use crate::spaces::Samples;
    use noise::Noise;

    /// Returns the activity of a block by definition.
    fn plain(gray: &[u8], (width, height): (usize, usize), [y, x]: [usize; 2]) -> f64 {
        let at = |n: usize| f64::from(gray[(8 * y + n / 8).min(height - 1) * width + (8 * x + n % 8).min(width - 1)]);
        let mean = (0..64).map(at).sum::<f64>() / 64.0;
        (0..64).map(|n| (at(n) - mean).powi(2)).sum::<f64>() / 63.0
    }

    #[test]
    fn weights_are_those_of_the_definition_for_every_size_and_sampling() {
        for (width, height) in [(1, 1), (20, 9), (70, 50)] {
            let mut noise = Noise::new(4);
            let gray: Vec<u8> = (0..width * height).map(|n| noise.below(1 + n % 200) as u8).collect();
            let rgb: Vec<u8> = gray.iter().flat_map(|&g| [g; 3]).collect();
            let picture = Pixels::interleaved(&rgb, width, height, PixelFormat::YCbCr).unwrap();
            for sampling in [Sampling::S444, Sampling::S420, Sampling::S411] {
                let field = Encoder::new(Options::new(90).unwrap().with_sampling(sampling)).masking(&picture).unwrap();
                let [rows, columns] = [height.div_ceil(8), width.div_ceil(8)];
                for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
                    let near = |n: usize| {
                        let clamped = |at: usize, shift: usize, end: usize| (at + shift).clamp(1, end) - 1;
                        let at = [clamped(y, n / 3, rows), clamped(x, n % 3, columns)];
                        plain(&gray, (width, height), at)
                    };
                    let mut around: [f64; 9] = core::array::from_fn(near);
                    let own = around[4];
                    around.sort_by(f64::total_cmp);
                    let expected = ((100.0 + own) / (100.0 + around[4])).powf(0.25);
                    let at = Spot::<Samples>::new([8 * y as isize, 8 * x as isize], Dyn([1, 1]));
                    let weight = f64::from(field.at(&at));
                    assert!((weight - expected).abs() < 1e-4, "{width}x{height}, {y}, {x}: {weight}, {expected}");
                }
            }
        }
    }
}
