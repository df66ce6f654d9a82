//! [`target_score`]: the smallest quality whose decoded picture has a score.
//!
//! Scores grow with the quality, and do so smoothly, so that each trial interpolates between those before it:
//!
//! ```text
//!   score             ·  o 100
//!   asked ─ ─ ─ ─ ·x─ ─ ─
//!              o
//!             low  ▲ next trial
//! ```
//! A score may also fall as the quality grows. So the search tries the next qualities below the one it has found if that one's
//! score is much more than is asked for. A trial quantises the picture's coefficients and reconstructs its samples; no file is written but the last.

use super::target_size::Found;
use crate::jpeg::JpegError;
use crate::jpeg::baseline::{Encoder, Options, Transformed};
use crate::jpeg::reconstruct::Reconstruction;
use crate::picture::Pixels;

/// The quality of the first trial.
const FIRST: u8 = 80;

/// A score may exceed the one asked for by this much before the next qualities below are looked at, and their number.
const CLOSE: f64 = 0.5;
const NEIGHBOURS: u8 = 4;

/// Finds the smallest quality, 1 to 100, whose decoded picture has a score of at least `target`. `options` returns the
/// options of a quality, and `score` compares a decoded picture with the original; it grows with the quality, at least in the
/// main: the quality found is the smallest that reaches the target, or has a score of at most 0.5 more than it.
///
/// Takes five or six trials for most pictures, each about an encoding and a decoding, and the time of `score`. Memory: five bytes
/// for each sample of the file, and the decoded picture.
///
/// ```
/// use codecs::jpeg::baseline::Options;
/// use codecs::jpeg::search::target_score;
/// use codecs::picture::{PixelFormat, Pixels};
/// let gray: Vec<u8> = (0..64 * 64_u32).map(|n| (n * n / 50) as u8).collect();
/// let picture = Pixels::interleaved(&gray, 64, 64, PixelFormat::Gray)?;
/// let psnr = |decoded: &[u8]| {
///     let squares: f64 = gray.iter().zip(decoded).map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2)).sum();
///     10.0 * (255.0_f64.powi(2) * gray.len() as f64 / squares).log10()
/// };
/// let found = target_score(&picture, 40.0, Options::new, |decoded| psnr(&decoded.samples))?;
/// assert!(found.quality > 90 && found.quality < 100);
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
///
/// # Errors
/// [`JpegError::TargetScore`] if quality 100 does not reach it; [`JpegError::Colour`] for pictures of CMYK; errors of
/// `options`; see [`encode`](crate::jpeg::baseline::encode).
pub fn target_score(
    picture: &Pixels<'_>,
    target: f64,
    options: impl Fn(u8) -> Result<Options, JpegError>,
    mut score: impl FnMut(&Reconstruction) -> f64,
) -> Result<Found, JpegError> {
    let transformed = Encoder::new(options(100)?).transform(picture)?;
    let mut trial =
        |quality: u8| -> Result<f64, JpegError> { reconstructed(&transformed, &options(quality)?, &mut score) };
    // The score of the lower one is too small, that of the upper one is not; 0 and 101 are not qualities.
    let (mut low, mut high) = ((0, f64::NAN), (101, f64::NAN));
    let mut was_low = None;
    while high.0 - low.0 > 1 {
        let between = match (low.1.is_nan(), high.1.is_nan()) {
            (true, true) => FIRST,
            (true, false) => high.0 / 2,
            (false, true) => low.0 + (101 - low.0) / 2,
            (false, false) => {
                let part = (target - low.1) / (high.1 - low.1);
                let at = f64::from(low.0) + part * f64::from(high.0 - low.0);
                // Scores are concave: if the trial before was on this side, the answer is likely the next quality.
                if was_low == Some(true) { at.ceil() as u8 } else { at.floor() as u8 }
            }
        };
        let quality = between.clamp(low.0 + 1, high.0 - 1);
        let reached = trial(quality)?;
        was_low = Some(reached < target);
        if reached < target { low = (quality, reached) } else { high = (quality, reached) }
    }
    if high.0 > 100 {
        return Err(JpegError::TargetScore { target, best: low.1 });
    }
    // A score that jumped over the target by more hints at one that does not grow everywhere.
    let mut found = high;
    if high.1 - target > CLOSE {
        for quality in high.0.saturating_sub(NEIGHBOURS).max(1)..high.0.saturating_sub(1) {
            let reached = trial(quality)?;
            if reached >= target {
                found = (quality, reached);
                break;
            }
        }
    }
    let (quality, _) = found;
    let mut file = Vec::new();
    transformed.encode(&options(quality)?, &mut file)?;
    Ok(Found { quality, file })
}

/// Returns the score of the decoded picture.
fn reconstructed(
    transformed: &Transformed,
    options: &Options,
    score: &mut impl FnMut(&Reconstruction) -> f64,
) -> Result<f64, JpegError> {
    // A score that is no number counts as the least.
    let score = score(&transformed.reconstruct(options)?);
    Ok(if score.is_nan() { f64::NEG_INFINITY } else { score })
}
