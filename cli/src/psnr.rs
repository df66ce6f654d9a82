//! Peak signal-to-noise ratio of a decoded picture, in the planes that a JPEG encodes.
//!
//! Both pictures are RGB (or gray). The conversion of JFIF to Y, Cb and Cr is linear, so it is applied to the
//! differences, at full resolution and without rounding.

use crate::input::Picture;

/// A PSNR in decibels; 100 stands for no difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Psnr {
    pub(crate) y: f64,
    /// The PSNR of Cb and Cr; `None` for gray.
    pub(crate) chroma: Option<[f64; 2]>,
    /// The PSNR over the samples of all planes together.
    pub(crate) all: f64,
}

/// Compares pictures of one size and one scale; a gray one is treated as RGB if the other is RGB.
pub(crate) fn compare(a: &Picture, b: &Picture) -> Psnr {
    compare_with(a, a.maxval, b.is_gray(), |place| b.samples.at(place))
}

/// Compares a picture of `precision` bits with itself after its `point_transform` lowest bits are cleared.
pub(crate) fn of_point_transform(picture: &Picture, precision: u8, point_transform: u8) -> Psnr {
    let peak = picture.maxval.min(u16::MAX >> (16 - precision));
    let other = |place| picture.samples.at(place) >> point_transform << point_transform;
    compare_with(picture, peak, picture.is_gray(), other)
}

fn compare_with(a: &Picture, peak: u16, other_is_gray: bool, other: impl Fn(usize) -> u16) -> Psnr {
    let decibels = |sum: f64, count: usize| decibels(sum / count as f64, peak.into());
    let pixels = a.width as usize * a.height as usize;
    let is_gray = a.is_gray();
    if is_gray && other_is_gray {
        let sum: u64 = (0..pixels).map(|n| u64::from(a.samples.at(n).abs_diff(other(n))).pow(2)).sum();
        let y = decibels(sum as f64, pixels);
        return Psnr { y, chroma: None, all: y };
    }
    let mut sums = [0.0; 3];
    for pixel in 0..pixels {
        let (one, other) = (rgb(is_gray, pixel, |n| a.samples.at(n)), rgb(other_is_gray, pixel, &other));
        let [r, g, b] = [0, 1, 2].map(|c| one[c] - other[c]);
        let y = 0.299 * r + 0.587 * g + 0.114 * b;
        let planes = [y, (b - y) / 1.772, (r - y) / 1.402];
        for (sum, difference) in sums.iter_mut().zip(planes) {
            *sum += difference * difference;
        }
    }
    let [y, cb, cr] = sums.map(|sum| decibels(sum, pixels));
    Psnr { y, chroma: Some([cb, cr]), all: decibels(sums.iter().sum(), 3 * pixels) }
}

fn rgb(gray: bool, pixel: usize, sample: impl Fn(usize) -> u16) -> [f64; 3] {
    if gray { [f64::from(sample(pixel)); 3] } else { [0, 1, 2].map(|c| f64::from(sample(3 * pixel + c))) }
}

/// Converts a mean squared error of samples from 0 to `peak` to decibels, at most 100.
pub(crate) fn decibels(mean_squared_error: f64, peak: f64) -> f64 {
    (10.0 * (peak * peak / mean_squared_error).log10()).min(100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Colours, Samples};
    use approx::assert_abs_diff_eq;

    fn picture(gray: bool, samples: Vec<u8>) -> Picture {
        let width = (samples.len() / if gray { 1 } else { 3 }) as u32;
        let colours = if gray { Colours::Gray } else { Colours::Rgb };
        Picture::bare(width, 1, colours, Samples::Eight(samples), 255)
    }

    #[test]
    fn equal_pictures_have_a_hundred() {
        let psnr = compare(&picture(false, vec![1, 2, 3]), &picture(false, vec![1, 2, 3]));
        assert_eq!(psnr, Psnr { y: 100.0, chroma: Some([100.0; 2]), all: 100.0 });
    }

    #[test]
    fn an_error_of_one_has_48_decibels() {
        let psnr = compare(&picture(true, vec![1, 2]), &picture(true, vec![2, 1]));
        assert_abs_diff_eq!(psnr.y, 48.1308, epsilon = 1e-4);
        assert!(psnr.chroma.is_none(), "{psnr:?}");
    }

    #[test]
    fn a_brighter_picture_has_the_same_colours() {
        let psnr = compare(&picture(false, vec![10, 20, 30]), &picture(true, vec![20]));
        assert!(psnr.chroma.expect("colour")[0] < 50.0);
        let psnr = compare(&picture(false, vec![10, 20, 30]), &picture(false, vec![15, 25, 35]));
        assert_eq!(psnr.chroma, Some([100.0; 2]));
    }

    #[test]
    fn the_scale_is_that_of_the_samples() {
        let wide = |maxval| Picture::bare(2, 1, Colours::Gray, Samples::Sixteen(vec![1000, 3001]), maxval);
        assert_eq!(of_point_transform(&wide(4095), 12, 0).all, 100.0);
        let one_off_in_two = 10.0 * (4095.0_f64.powi(2) / 0.5).log10();
        for maxval in [4095, 65535] {
            assert_abs_diff_eq!(of_point_transform(&wide(maxval), 12, 1).all, one_off_in_two, epsilon = 1e-9);
        }
        assert_eq!(of_point_transform(&picture(false, vec![4, 8, 12]), 8, 2).chroma, Some([100.0; 2]));
    }
}
