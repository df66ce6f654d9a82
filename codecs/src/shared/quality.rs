//! Objective quality of coded pictures: peak signal-to-noise ratio and structural similarity.
//!
//! SSIM is that of Wang, Bovik, Sheikh and Simoncelli (2004), in the form that x264 and ffmpeg compute: unweighted
//! windows of 8 x 8 samples, every 4 samples in each direction, variances divided by 63 instead of 64. The value of a
//! picture is the mean over its windows, that of a clip the mean over its pictures.

use crate::shared::dispatch::dispatch;
use core::ops::AddAssign;
use fearless_simd::Level;
use unite::{Extent, Home, Place, Space, View};

/// The upper limit of PSNR, in decibels; also the value for identical pictures.
pub const MOST_PSNR: f64 = 100.0;

/// The error sums of one plane, over all pictures added.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Plane {
    squared_error: u64,
    samples: u64,
    /// The sum of the SSIM of the pictures.
    ssim: f64,
    pictures: u64,
}

/// The quality of the pictures of a clip by plane: 0 is luma, 1 and 2 are Cb and Cr.
///
/// ```
/// use codecs::shared::quality::Quality;
/// use codecs::spaces::Luma;
/// use unite::{Block, Dyn};
/// let a = Block::<Luma, u8>::new([0, 0], Dyn([16, 16]));
/// let mut b = a.clone();
/// b.view_mut().fill_with(|_| 1);
/// let mut quality = Quality::default();
/// quality.add(0, a.view(), b.view());
/// quality.add(1, a.view(), a.view());
/// assert_eq!(format!("{:.2} {:.2} {:.2}", quality.psnr(0), quality.psnr(1), quality.total_psnr()), "48.13 100.00 51.14");
/// assert_eq!(quality.ssim(1), Some(1.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    planes: [Plane; 3],
}

impl Quality {
    /// Adds plane `plane`, 0 to 2, of a further picture. See [`Quality`] for an example.
    ///
    /// # Panics
    /// If the views differ in extent or do not lie in their blocks, or if `plane` is above 2.
    pub fn add<S, E, H, I>(&mut self, plane: usize, a: View<'_, S, u8, E, H>, b: View<'_, S, u8, E, I>)
    where
        S: Space<Ix = [isize; 2]>,
        E: Extent,
        H: Home,
        I: Home,
    {
        let [height, width] = [0, 1].map(|k| a.extent().dim(k));
        assert!([0, 1].map(|k| b.extent().dim(k)) == [height, width], "quality: planes of different extents");
        let rows = |y: usize| {
            let row = "quality: a view lies in its block";
            (a.line(y as isize).expect(row), b.line(y as isize).expect(row))
        };
        let level = Level::new();
        let mut squared_error = 0;
        for y in 0..height {
            let (a, b) = rows(y);
            squared_error += dispatch!(level, _simd => row_squared_error(a, b));
        }
        let ssim = mean_ssim(level, [height, width], rows);
        let plane = &mut self.planes[plane];
        plane.squared_error += squared_error;
        plane.samples += (height * width) as u64;
        plane.ssim += ssim;
        plane.pictures += 1;
    }

    /// Returns the peak signal-to-noise ratio of a plane, in decibels, from the mean squared error over all pictures,
    /// at most [`MOST_PSNR`]. See [`Quality`] for an example.
    pub fn psnr(&self, plane: usize) -> f64 {
        decibels(self.planes[plane].squared_error, self.planes[plane].samples)
    }

    /// Returns the peak signal-to-noise ratio over all samples of all planes. See [`Quality`] for an example.
    pub fn total_psnr(&self) -> f64 {
        let sum = |of: fn(&Plane) -> u64| self.planes.iter().map(of).sum();
        decibels(sum(|plane| plane.squared_error), sum(|plane| plane.samples))
    }

    /// Returns the structural similarity of a plane, at most 1; `None` if no picture was added or the plane has no
    /// window (less than 8 samples in a direction). See [`Quality`] for an example.
    pub fn ssim(&self, plane: usize) -> Option<f64> {
        let plane = &self.planes[plane];
        Some(plane.ssim / plane.pictures as f64).filter(|ssim| ssim.is_finite())
    }

    /// Returns the mean of the planes' SSIM, weighted by their samples; `None` if one of the planes added has none.
    ///
    /// ```
    /// use codecs::shared::quality::Quality;
    /// assert_eq!(Quality::default().total_ssim(), None);
    /// ```
    pub fn total_ssim(&self) -> Option<f64> {
        let (mut sum, mut samples) = (0.0, 0.0);
        for (n, plane) in self.planes.iter().enumerate().filter(|(_, plane)| plane.pictures > 0) {
            sum += self.ssim(n)? * plane.samples as f64;
            samples += plane.samples as f64;
        }
        Some(sum / samples).filter(|ssim| ssim.is_finite())
    }
}

/// Adds the pictures of another clip.
///
/// ```
/// use codecs::shared::quality::Quality;
/// use codecs::spaces::Luma;
/// use unite::{Block, Dyn};
/// let a = Block::<Luma, u8>::new([0, 0], Dyn([8, 8]));
/// let mut one = Quality::default();
/// one.add(0, a.view(), a.view());
/// let mut two = one;
/// two += one;
/// assert_eq!((two.ssim(0), two.psnr(0)), (Some(1.0), 100.0));
/// ```
impl AddAssign for Quality {
    fn add_assign(&mut self, other: Quality) {
        for (plane, other) in self.planes.iter_mut().zip(other.planes) {
            plane.squared_error += other.squared_error;
            plane.samples += other.samples;
            plane.ssim += other.ssim;
            plane.pictures += other.pictures;
        }
    }
}

/// Returns `10 log10(255^2 samples / squared_error)`, at most [`MOST_PSNR`].
fn decibels(squared_error: u64, samples: u64) -> f64 {
    (10.0 * (255.0 * 255.0 * samples as f64 / squared_error as f64).log10()).min(MOST_PSNR)
}

/// Samples per register-sized step, few enough for their squared errors to fit 32 bits.
const RUN: usize = 64;

#[inline(always)]
fn row_squared_error(a: &[u8], b: &[u8]) -> u64 {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<RUN>(), b.as_chunks::<RUN>());
    let mut sum = 0;
    for (a, b) in a.iter().zip(b) {
        let mut run = 0_u32;
        for k in 0..RUN {
            run += square_of_difference(a[k], b[k]);
        }
        sum += u64::from(run);
    }
    for (&a, &b) in a_rest.iter().zip(b_rest) {
        sum += u64::from(square_of_difference(a, b));
    }
    sum
}

#[inline(always)]
fn square_of_difference(a: u8, b: u8) -> u32 {
    let difference = u32::from(a.abs_diff(b));
    difference * difference
}

/// Sums over 4 x 4 samples: of `a`, of `b`, of `a² + b²`, of `a b`.
type Sums = [u32; 4];

/// Returns the mean SSIM over the windows of a picture; NaN if it has no window.
fn mean_ssim<'a>(level: Level, [height, width]: [usize; 2], rows: impl Fn(usize) -> (&'a [u8], &'a [u8])) -> f64 {
    let (mut above, mut sums) = (vec![[0; 4]; width / 4], vec![[0; 4]; width / 4]);
    let (mut total, mut windows) = (0.0, 0_u64);
    for y in 0..height / 4 {
        let rows = [0, 1, 2, 3].map(|k| rows(4 * y + k));
        dispatch!(level, _simd => sums_of_blocks(rows, &mut sums));
        if y > 0 {
            for (above, sums) in above.windows(2).zip(sums.windows(2)) {
                total += window_ssim([0, 1, 2, 3].map(|k| above[0][k] + above[1][k] + sums[0][k] + sums[1][k]));
                windows += 1;
            }
        }
        core::mem::swap(&mut above, &mut sums);
    }
    total / windows as f64
}

#[inline(always)]
fn sums_of_blocks(rows: [(&[u8], &[u8]); 4], sums: &mut [Sums]) {
    for sums in &mut *sums {
        *sums = [0; 4];
    }
    for (a, b) in rows {
        for ((a, b), sums) in a.as_chunks::<4>().0.iter().zip(b.as_chunks::<4>().0).zip(&mut *sums) {
            for k in 0..4 {
                let (a, b) = (u32::from(a[k]), u32::from(b[k]));
                sums[0] += a;
                sums[1] += b;
                sums[2] += a * a + b * b;
                sums[3] += a * b;
            }
        }
    }
}

/// Returns the SSIM of a window of 64 samples, with the paper's constants for 8 bits, `(0.01 255)^2` and `(0.03
/// 255)^2`, rounded to integers in the scale of the sums.
fn window_ssim(sums: Sums) -> f64 {
    const C1: f64 = 416.0; // 0.01^2 255^2 64
    const C2: f64 = 235_963.0; // 0.03^2 255^2 64 63
    let [a, b, squares, products] = sums.map(f64::from);
    let variances = 64.0 * squares - a * a - b * b;
    let covariance = 64.0 * products - a * b;
    (2.0 * a * b + C1) * (2.0 * covariance + C2) / ((a * a + b * b + C1) * (variances + C2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::Luma;
    use approx::assert_abs_diff_eq;
    use unite::{Block, Dyn};

    fn plane(size: [usize; 2], mut sample: impl FnMut([isize; 2]) -> u8) -> Block<Luma, u8> {
        let mut plane = Block::new([0, 0], Dyn(size));
        plane.view_mut().fill_with(&mut sample);
        plane
    }

    #[test]
    fn psnr_is_that_of_the_mean_squared_error_of_all_pictures() {
        let black = plane([3, 150], |_| 0);
        let mut quality = Quality::default();
        quality.add(0, black.view(), plane([3, 150], |_| 255).view());
        assert_eq!(quality.psnr(0), 0.0);
        quality.add(0, black.view(), black.view());
        assert_abs_diff_eq!(quality.psnr(0), 10.0 * 2_f64.log10(), epsilon = 1e-12);
        assert_eq!((quality.ssim(0), quality.total_ssim()), (None, None));
    }

    #[test]
    fn ssim_is_the_mean_of_windows_every_four_samples() {
        let a = plane([17, 22], |[y, x]| (y * 37 + x * 91 + y * x) as u8);
        let b = plane([17, 22], |[y, x]| (y * 37 + x * 90 + y * x + 5) as u8);
        let mut quality = Quality::default();
        quality.add(0, a.view(), b.view());
        let (mut sum, mut windows) = (0.0, 0.0);
        for y in (0..=8).step_by(4) {
            for x in (0..=12).step_by(4) {
                let at = |block: &Block<Luma, u8>, k: isize| f64::from(block.view().at([y + k / 8, x + k % 8]));
                let mean = |of: &dyn Fn(isize) -> f64| (0..64).map(of).sum::<f64>() / 64.0;
                let (mean_a, mean_b) = (mean(&|k| at(&a, k)), mean(&|k| at(&b, k)));
                let product = |p: &dyn Fn(isize) -> f64| mean(p) * 64.0 / 63.0;
                let variances = product(&|k| (at(&a, k) - mean_a).powi(2)) + product(&|k| (at(&b, k) - mean_b).powi(2));
                let covariance = product(&|k| (at(&a, k) - mean_a) * (at(&b, k) - mean_b));
                let (c1, c2) = ((0.01 * 255.0_f64).powi(2), (0.03 * 255.0_f64).powi(2));
                sum += (2.0 * mean_a * mean_b + c1) * (2.0 * covariance + c2)
                    / ((mean_a * mean_a + mean_b * mean_b + c1) * (variances + c2));
                windows += 1.0;
            }
        }
        let ssim = quality.ssim(0).expect("there are windows");
        assert_abs_diff_eq!(ssim, sum / windows, epsilon = 1e-5);
    }
}
