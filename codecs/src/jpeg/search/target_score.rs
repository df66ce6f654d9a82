//! [`target_score`]: the smallest quality whose decoded picture has a score.
//!
//! Scores grow with the quality, and do so smoothly, so that each trial interpolates between those before it:
//!
//! ```text
//!   score             ·  o high
//!   asked ─ ─ ─ ─ ·x─ ─ ─
//!              o
//!             low  ▲ next trial
//! ```
//! The curve is bent, so that the next trials may all be on one side. The difference of the other side is halved then,
//! which moves the next one towards it (the Illinois algorithm, Dowell and Jarratt, 1971). A trial quantises the picture's
//! coefficients and reconstructs its samples; no file is written but the last.

use super::trials::OptionsOf;
use crate::jpeg::baseline::{Encoder, Options, Transformed};
use crate::jpeg::reconstruct::Reconstruction;
use crate::jpeg::{IjgQuality, JpegError};
use crate::picture::Pixels;

/// The quality of the first trial, in tenths.
const FIRST: u16 = 800;

/// A score that is this much more than the one asked for, or less, ends the search.
const CLOSE: f64 = 0.1;

/// A quality, the file encoded with it, and the score of its decoded picture.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Scored {
    /// The quality.
    pub quality: IjgQuality,
    /// The score.
    pub score: f64,
    /// The file.
    pub file: Vec<u8>,
}

/// Finds the smallest quality whose decoded picture has a score of at least `target`, or one whose picture has at most 0.1
/// more. `options` returns the options of a quality, and `score` compares a decoded picture with the original; it grows with
/// the quality, at least in the main. A score that jumps over the target from one tenth of a quality to the next may be more.
///
/// Takes six trials for most pictures, each about an encoding and a decoding, and the time of `score`. Memory: five
/// bytes for each sample of the file, and the decoded picture.
///
/// ```
/// use codecs::jpeg::IjgQuality;
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
/// assert!(found.quality > IjgQuality::from(90) && found.quality < IjgQuality::MOST);
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
///
/// # Errors
/// [`JpegError::TargetScore`] if quality 100 does not reach it; [`JpegError::Colour`] for pictures of CMYK; errors of
/// `options`; see [`encode`](crate::jpeg::baseline::encode).
pub fn target_score(
    picture: &Pixels<'_>,
    target: f64,
    options: impl Fn(IjgQuality) -> Result<Options, JpegError>,
    mut score: impl FnMut(&Reconstruction) -> f64,
) -> Result<Scored, JpegError> {
    search(picture, target, &options, &mut score)
}

fn search(
    picture: &Pixels<'_>,
    target: f64,
    options: OptionsOf<'_>,
    score: &mut dyn FnMut(&Reconstruction) -> f64,
) -> Result<Scored, JpegError> {
    let transformed = Encoder::new(options(IjgQuality::MOST)?).transform(picture)?;
    let (quality, score) = find(target, |quality| reconstructed(&transformed, &options(quality)?, score))?;
    let mut file = Vec::new();
    transformed.encode(&options(quality)?, &mut file)?;
    Ok(Scored { quality, score, file })
}

/// The score of a quality.
#[derive(Clone, Copy)]
struct Trial {
    /// The quality in tenths.
    tenths: u16,
    score: f64,
    /// How much the score is above the one aimed at, as interpolations take it.
    above: f64,
}

impl Trial {
    /// Returns the trial with half the difference, which an interpolation passes more closely.
    fn halved(self) -> Self {
        Trial { above: self.above / 2.0, ..self }
    }
}

/// Returns the quality that [`target_score`] finds and its score, by trials.
fn find(
    target: f64,
    mut score: impl FnMut(IjgQuality) -> Result<f64, JpegError>,
) -> Result<(IjgQuality, f64), JpegError> {
    let aim = target + CLOSE / 2.0;
    // Trials whose scores are too small and large enough, and whether the one before this was too small.
    let (mut low, mut high): (Option<Trial>, Option<Trial>) = (None, None);
    let mut was_low = None;
    loop {
        let least = low.map_or(IjgQuality::LEAST.tenths(), |low| low.tenths + 1);
        let most = high.map_or(IjgQuality::MOST.tenths(), |high| high.tenths - 1);
        if least > most {
            break;
        }
        let tenths = between(low, high).clamp(least, most);
        let score = score(IjgQuality::from_tenths(tenths)?)?;
        let trial = Trial { tenths, score, above: score - aim };
        let is_low = score < target;
        if is_low {
            low = Some(trial);
            high = if was_low == Some(true) { high.map(Trial::halved) } else { high };
        } else {
            high = Some(trial);
            low = if was_low == Some(false) { low.map(Trial::halved) } else { low };
        }
        if !is_low && score - target <= CLOSE {
            break;
        }
        was_low = Some(is_low);
    }
    match high {
        Some(Trial { tenths, score, .. }) => Ok((IjgQuality::from_tenths(tenths)?, score)),
        None => Err(JpegError::TargetScore { target, best: low.map_or(f64::NEG_INFINITY, |low| low.score) }),
    }
}

/// Returns the quality that is tried next, in tenths.
fn between(low: Option<Trial>, high: Option<Trial>) -> u16 {
    match (low, high) {
        (None, None) => FIRST,
        (None, Some(high)) => high.tenths / 2,
        (Some(low), None) => low.tenths.midpoint(IjgQuality::MOST.tenths() + 1),
        (Some(low), Some(high)) => {
            let part = -low.above / (high.above - low.above);
            // Scores may be infinite.
            let part = if part > 0.0 && part < 1.0 { part } else { 0.5 };
            low.tenths + (part * f64::from(high.tenths - low.tenths)).round() as u16
        }
    }
}

/// Returns the score of the decoded picture.
fn reconstructed(
    transformed: &Transformed,
    options: &Options,
    score: &mut dyn FnMut(&Reconstruction) -> f64,
) -> Result<f64, JpegError> {
    // A score that is no number counts as the least.
    let score = score(&transformed.reconstruct(options)?);
    Ok(if score.is_nan() { f64::NEG_INFINITY } else { score })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the quality found for a curve of scores, in tenths, and the number of trials.
    fn found(target: f64, curve: impl Fn(f64) -> f64) -> (Option<u16>, usize) {
        let mut trials = 0;
        let found = find(target, |quality| {
            trials += 1;
            Ok(curve(f64::from(quality.tenths())))
        });
        (found.ok().map(|(quality, _)| quality.tenths()), trials)
    }

    #[test]
    fn bent_curves_take_few_trials() {
        for target in [35.0, 50.0, 70.0, 85.0, 95.0] {
            let curves: [(&str, &dyn Fn(f64) -> f64); 4] = [
                ("straight", &|tenths| tenths / 10.0),
                ("root", &|tenths| (tenths * 10.0).sqrt()),
                ("square", &|tenths| (tenths / 100.0).powi(2)),
                ("logarithm", &|tenths| 120.0 - 20.0 * (1005.0 - tenths).ln() + 6.0 * 5.0_f64.ln()),
            ];
            for (name, curve) in curves {
                let (quality, trials) = found(target, curve);
                let reached = curve(f64::from(quality.expect("a quality")));
                let below = curve(f64::from(quality.expect("a quality") - 1));
                assert!(
                    reached >= target && (reached - target <= CLOSE || below < target),
                    "{name} {target}: {reached}"
                );
                assert!(trials <= 9, "{name} {target}: {trials} trials");
            }
        }
    }

    #[test]
    fn steps_and_scores_that_are_infinite_end_the_search() {
        for step in [10, 11, 437, 800, 801, 999, 1000] {
            for (below, above) in [(0.0, 90.0), (f64::NEG_INFINITY, 90.0), (0.0, f64::INFINITY), (-1e300, 1e300)] {
                let (quality, trials) = found(50.0, |tenths| if tenths < f64::from(step) { below } else { above });
                assert_eq!(quality, Some(step), "{below}, {above}");
                assert!(trials <= 16, "{step}, {below}, {above}: {trials} trials");
            }
        }
        assert_eq!(found(50.0, |_| 49.0).0, None);
        assert_eq!(found(50.0, |_| 51.0).0, Some(10));
    }
}
