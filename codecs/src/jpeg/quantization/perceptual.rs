//! [`Perceptual`]: a family of quantisation tables whose shape changes with the distance.
//!
//! The distance is that of a decoded picture from its original, as the eye sees it: 1 is just noticeable. At small
//! distances steps are proportional to it. At greater ones low frequencies, whose errors show as blocks, grow more slowly
//! than high frequencies:
//!
//! ```text
//!   step[k] = base[k] * scale[k]       scale[k] = distance                             below the knee
//!                                               = knee * (distance / knee)^exponent[k]  above it, and at least
//!                                                 half the distance
//! ```
//!
//! jpegli has such tables, three of them, which differ for Cb and Cr (Google, 2024).

use super::chroma_share::ChromaShare;
use super::perceptual_tables::{CB, CR, EXPONENTS, LUMA};
use crate::jpeg::quant_table::QuantTable;
use crate::jpeg::{IjgQuality, JpegError};

/// The factors of the steps of luma and chroma in 4:4:4, to those in 4:2:0.
const FULL_CHROMA: [f32; 2] = [0.82, 2.47];

/// A family of quantisation tables over the distance.
///
/// ```
/// use codecs::jpeg::quantization::{ChromaShare, Perceptual, distance_of_quality};
/// let family = Perceptual::default();
/// let [luma, cb, cr] = family.at(distance_of_quality(90)?, ChromaShare::QUARTER);
/// assert!(luma.steps()[63] > luma.steps()[0] && cb != cr);
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Perceptual {
    /// The steps of luma, Cb and Cr at distance 1 in 4:2:0, in natural order.
    pub base: [[f32; 64]; 3],
    /// The exponents of the distance beyond the knee, 0 to 1.
    pub exponents: [f32; 64],
    /// The distance up to which steps are proportional to it.
    pub knee: f32,
}

/// The fitted family: the smallest files of equal SSIMULACRA2.
impl Default for Perceptual {
    fn default() -> Self {
        Perceptual { base: [LUMA, CB, CR], exponents: EXPONENTS, knee: 1.5 }
    }
}

impl Perceptual {
    /// Returns the tables of luma, Cb and Cr at a distance, with steps of 1 to 255. Below 4:4:4, chroma has finer steps.
    /// See [`Perceptual`] for an example.
    pub fn at(&self, distance: f32, chroma: ChromaShare) -> [QuantTable; 3] {
        let table = |component: usize| {
            let share = 1.0 + (FULL_CHROMA[component.min(1)] - 1.0) * chroma.beyond_quarter();
            QuantTable::of(core::array::from_fn(|k| {
                let step = self.base[component][k] * self.scale(distance, k) * share;
                step.round().clamp(1.0, 255.0) as u16
            }))
        };
        [table(0), table(1), table(2)]
    }

    fn scale(&self, distance: f32, k: usize) -> f32 {
        if distance < self.knee {
            return distance;
        }
        (self.knee * power(distance / self.knee, self.exponents[k])).max(0.5 * distance)
    }
}

/// Returns `base` to the power of `exponent`, 0 to 1, in 16 bits. Roots and products are the same on every machine, which
/// the standard library's power is not.
pub(super) fn power(base: f32, exponent: f32) -> f32 {
    let (mut root, mut rest, mut product) = (base, exponent, 1.0);
    if rest >= 1.0 {
        return base;
    }
    for _ in 0..16 {
        root = root.sqrt();
        rest *= 2.0;
        if rest >= 1.0 {
            product *= root;
            rest -= 1.0;
        }
    }
    product
}

/// Returns the distance of an IJG quality, 1 to 100, by jpegli's scale: 1 at 90, 0.1 less for about one more.
///
/// ```
/// use codecs::jpeg::quantization::distance_of_quality;
/// assert_eq!(distance_of_quality(90)?, 1.0);
/// assert!(distance_of_quality(0).is_err());
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
///
/// # Errors
/// [`JpegError::Quality`].
pub fn distance_of_quality(quality: impl Into<IjgQuality>) -> Result<f32, JpegError> {
    let quality = quality.into();
    quality.check()?;
    let q = quality.number();
    Ok(match q {
        ..30.0 => 53.0 / 3000.0 * q * q - 23.0 / 20.0 * q + 25.0,
        ..=99.0 => 0.1 + (100.0 - q) * 0.09,
        _ => 0.01 + (100.0 - q) * 0.18,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_power_is_that_of_the_standard_library() {
        for base in [1.0, 1.5, 3.0, 17.0] {
            for exponent in (0..=20).map(|n| n as f32 / 20.0) {
                let (power, expected) = (power(base, exponent), base.powf(exponent));
                assert!((power / expected - 1.0).abs() < 1e-4, "{base}^{exponent}: {power}, {expected}");
            }
        }
    }

    #[test]
    fn steps_grow_with_the_distance_and_chroma_is_finer_where_it_has_fewer_samples() {
        let family = Perceptual::default();
        for n in 1..250 {
            let at = |n: i32, share| family.at(n as f32 / 10.0, ChromaShare::new(share));
            for (near, far) in at(n, 0.25).iter().zip(&at(n + 1, 0.25)) {
                assert!(near.steps().iter().zip(far.steps()).all(|(near, far)| near <= far));
            }
            for (quarter, full) in at(n, 0.25).iter().zip(&at(n, 1.0)).skip(1) {
                assert!(quarter.steps().iter().zip(full.steps()).all(|(quarter, full)| quarter <= full));
            }
        }
    }
}
