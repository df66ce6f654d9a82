//! [`chroma_error`]: how much of a picture's colour is lost if chroma is halved in both directions.
//!
//! ```text
//!   Cb, Cr of 16 x 16 pixels        each square of 2 x 2 becomes its mean        error of the block: the root of the mean
//!   ..  a b ..                      ..  m m ..                                   squared difference, of Cb and Cr together
//!   ..  c d ..                      ..  m m ..
//! ```
//!
//! The error of the picture is the 99th percentile over its blocks, so that a line of red text on a page counts, and a
//! few odd pixels do not.

use super::colour::IntegerColour;
use super::components::{Components, conversion};
use super::downsample::MeanDownsampler;
use super::file::format_of;
use super::frame::Frame;
use super::options::{Colour, Sampling};
use crate::jpeg::JpegError;
use crate::picture::Pixels;
use fearless_simd::Level;

/// The bins of the histogram of errors, and bins for an error of 1. The greatest error is 180: 128 in Cb and in Cr.
const BINS: usize = 4096;
const A_UNIT: f32 = 16.0;

/// Returns the error of chroma, in samples of 0 to 255, that 4:2:0 causes in a picture; 0 for gray.
///
/// [`Sampling::of_chroma_error`] decides by it.
///
/// ```
/// use codecs::jpeg::baseline::{Sampling, chroma_error};
/// use codecs::picture::{PixelFormat, Pixels};
/// let picture = |pixel: fn(usize) -> [u8; 3]| (0..64 * 64).flat_map(pixel).collect::<Vec<u8>>();
/// let stripes = picture(|n| if n % 3 == 0 { [220, 0, 0] } else { [255; 3] }); // red lines on white
/// let smooth = picture(|n| [(n % 64) as u8, (n / 64) as u8, 90]);
/// let error = |rgb: &[u8]| chroma_error(&Pixels::interleaved(rgb, 64, 64, PixelFormat::Rgb)?);
/// assert!(error(&stripes)? > 20.0 && error(&smooth)? < 1.0);
/// assert_eq!(Sampling::of_chroma_error(error(&stripes)?), Sampling::S444);
/// assert_eq!(Sampling::of_chroma_error(error(&smooth)?), Sampling::S420);
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
///
/// # Errors
/// [`JpegError::Size`].
pub fn chroma_error(picture: &Pixels<'_>) -> Result<f32, JpegError> {
    let (conversion, components) = conversion(format_of(picture), Colour::Natural)?;
    // All components at full resolution, 16 rows at a time.
    let frame = Frame::new((picture.width(), picture.height()), components, Sampling::new(&[(2, 2); 4])?)?;
    if frame.components.len() < 3 {
        return Ok(0.0);
    }
    let (level, mut components) = (Level::new(), Components::new(&frame, conversion));
    let stages = (&IntegerColour, &MeanDownsampler);
    let (mut histogram, mut count) = (vec![0_u32; BINS], 0);
    for top in (0..picture.height()).step_by(frame.rows_per_mcu()) {
        let rows = frame.rows_per_mcu().min(picture.height() - top);
        let samples = components.take(level, stages, picture, top, rows);
        let lines = [1, 2]
            .map(|c| core::array::from_fn(|y| samples.plane(c).line(y as isize).expect("a row of MCUs has 16 rows")));
        for mcu in 0..frame.mcu_grid()[1] {
            let bin = (A_UNIT * error_of_block(&lines, 16 * mcu)) as usize;
            histogram[bin.min(BINS - 1)] += 1;
            count += 1_u32;
        }
    }
    // The greatest error of 99 of 100 blocks.
    let mut above = count / 100;
    let bin = histogram.iter().rposition(|&blocks| {
        let found = blocks > above;
        above = above.saturating_sub(blocks);
        found
    });
    Ok(bin.unwrap_or(0) as f32 / A_UNIT)
}

/// Returns the error of the 16 x 16 samples of Cb and Cr from column `x` on.
fn error_of_block(lines: &[[&[u8]; 16]; 2], x: usize) -> f32 {
    let mut sum = 0_u32;
    for plane in lines {
        for [above, below] in plane.as_chunks::<2>().0 {
            for (above, below) in above[x..x + 16].as_chunks::<2>().0.iter().zip(below[x..x + 16].as_chunks::<2>().0) {
                let samples = [above[0], above[1], below[0], below[1]].map(u32::from);
                let [total, squares] = samples.iter().fold([0, 0], |[s, q], &c| [s + c, q + c * c]);
                sum += 4 * squares - total * total; // 16 times the mean squared difference
            }
        }
    }
    (sum as f32 / (16.0 * 64.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::PixelFormat;
    use noise::Noise;

    #[test]
    fn the_error_is_that_of_the_definition() {
        let mut noise = Noise::new(8);
        let (width, height) = (160, 160);
        let samples: Vec<u8> = (0..3 * width * height).map(|n| (noise.below(2 + n / 700)) as u8).collect();
        let at = |x: usize, y: usize, c: usize| f64::from(samples[3 * (y * width + x) + c]);
        let mut errors = Vec::new();
        for (top, left) in (0..10).flat_map(|by| (0..10).map(move |bx| (16 * by, 16 * bx))) {
            let mut sum = 0.0;
            for (y, x, c) in (0..16).flat_map(|y| (0..16).flat_map(move |x| [(y, x, 1), (y, x, 2)])) {
                let (y0, x0) = (top + y / 2 * 2, left + x / 2 * 2);
                let mean = (at(x0, y0, c) + at(x0 + 1, y0, c) + at(x0, y0 + 1, c) + at(x0 + 1, y0 + 1, c)) / 4.0;
                sum += (at(left + x, top + y, c) - mean).powi(2);
            }
            errors.push((sum / 256.0).sqrt());
        }
        errors.sort_by(f64::total_cmp);
        let picture = Pixels::interleaved(&samples, width, height, PixelFormat::YCbCr).unwrap();
        let error = f64::from(chroma_error(&picture).unwrap());
        assert!(error <= errors[98] && errors[98] < error + 1.0 / f64::from(A_UNIT), "{error}, {}", errors[98]);
    }

    #[test]
    fn pictures_of_any_size_have_an_error_and_gray_has_none() {
        for (width, height) in [(1, 1), (15, 17), (33, 2)] {
            let samples = vec![7; 4 * width * height];
            for format in [PixelFormat::Gray, PixelFormat::Rgb, PixelFormat::Cmyk] {
                let picture = Pixels::interleaved(&samples[..format.samples() * width * height], width, height, format);
                assert_eq!(chroma_error(&picture.unwrap()).unwrap(), 0.0);
            }
        }
    }
}
