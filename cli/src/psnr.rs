//! Peak signal-to-noise ratio of a decoded picture, in the planes that a JPEG codes.
//!
//! Both pictures are RGB (or gray); as the conversion of JFIF to Y, Cb and Cr is linear, it is applied to the differences, at full
//! resolution and without rounding.

use crate::input::Picture;

/// Decibels; 100 stands for no difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Psnr {
    pub(crate) y: f64,
    /// Cb and Cr; none for gray.
    pub(crate) chroma: Option<[f64; 2]>,
    /// Of the samples of all planes together.
    pub(crate) all: f64,
}

/// Compares pictures of one size; a gray one is taken as RGB where the other is.
pub(crate) fn compare(a: &Picture, b: &Picture) -> Psnr {
    let sample = |picture: &Picture, place: usize| picture.samples.at(place);
    let pixels = a.width as usize * a.height as usize;
    if a.gray && b.gray {
        let sum: u64 = (0..pixels).map(|n| u64::from(sample(a, n).abs_diff(sample(b, n))).pow(2)).sum();
        let y = decibels(sum as f64 / pixels as f64);
        return Psnr { y, chroma: None, all: y };
    }
    let rgb = |picture: &Picture, pixel: usize| -> [f64; 3] {
        if picture.gray {
            [f64::from(sample(picture, pixel)); 3]
        } else {
            [0, 1, 2].map(|c| f64::from(sample(picture, 3 * pixel + c)))
        }
    };
    let mut sums = [0.0; 3];
    for pixel in 0..pixels {
        let (one, other) = (rgb(a, pixel), rgb(b, pixel));
        let [r, g, b] = [0, 1, 2].map(|c| one[c] - other[c]);
        let y = 0.299 * r + 0.587 * g + 0.114 * b;
        let planes = [y, (b - y) / 1.772, (r - y) / 1.402];
        for (sum, difference) in sums.iter_mut().zip(planes) {
            *sum += difference * difference;
        }
    }
    let [y, cb, cr] = sums.map(|sum| decibels(sum / pixels as f64));
    Psnr { y, chroma: Some([cb, cr]), all: decibels(sums.iter().sum::<f64>() / (3 * pixels) as f64) }
}

/// A mean squared error of 8-bit samples in decibels, 100 at most.
pub(crate) fn decibels(mean_squared_error: f64) -> f64 {
    (10.0 * (255.0 * 255.0 / mean_squared_error).log10()).min(100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Samples;

    fn picture(gray: bool, samples: Vec<u8>) -> Picture {
        let width = (samples.len() / if gray { 1 } else { 3 }) as u32;
        Picture::bare(width, 1, gray, Samples::Eight(samples), 255)
    }

    #[test]
    fn equal_pictures_have_a_hundred() {
        let psnr = compare(&picture(false, vec![1, 2, 3]), &picture(false, vec![1, 2, 3]));
        assert_eq!(psnr, Psnr { y: 100.0, chroma: Some([100.0; 2]), all: 100.0 });
    }

    #[test]
    fn an_error_of_one_has_48_decibels() {
        let psnr = compare(&picture(true, vec![1, 2]), &picture(true, vec![2, 1]));
        assert!((psnr.y - 48.1308).abs() < 1e-4 && psnr.chroma.is_none(), "{psnr:?}");
    }

    #[test]
    fn a_brighter_picture_has_the_same_colours() {
        let psnr = compare(&picture(false, vec![10, 20, 30]), &picture(true, vec![20]));
        assert!(psnr.chroma.expect("colour")[0] < 50.0);
        let psnr = compare(&picture(false, vec![10, 20, 30]), &picture(false, vec![15, 25, 35]));
        assert_eq!(psnr.chroma, Some([100.0; 2]));
    }
}
