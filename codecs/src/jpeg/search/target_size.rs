//! [`target_size`]: the largest quality whose file fits.
//!
//! ```text
//!   sample      bisection over the qualities by rough bits, then the sample's file of that quality ──▶ a guess
//!   picture     its rough bits, or those of a larger sample, move the guess
//!   file        the largest quality that is estimated to fit is written; a smaller one if it does not fit
//!   neighbours  the four qualities above, if they may fit as well
//! ```
//! Size does not always grow with the quality, which is why the neighbours are looked at. Pictures that are no larger than a
//! sample are searched by their files alone.

use super::trials::Trials;
use crate::jpeg::baseline::Options;
use crate::jpeg::{IjgQuality, JpegError};
use crate::picture::Pixels;

/// The qualities above the one that was found that are looked at.
const NEIGHBOURS: u8 = 4;

/// The estimate of a quality, in times of the size asked for, above which those of greater qualities are not looked at.
const FAR: f64 = 1.05;

/// The first quality of a bisection.
const FIRST: u8 = 75;

/// The most guesses that are compared with files of the sample: each makes the next one better.
const GUESSES: usize = 3;

/// The power of the scale of the tables that sizes follow, before two of them are known.
const POWER: f64 = -0.6;

/// A quality and the file encoded with it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The quality.
    pub quality: IjgQuality,
    /// The file.
    pub file: Vec<u8>,
}

/// Finds the largest whole quality whose file has at most `bytes` bytes. `options` returns the options of a quality:
/// only their tables and their rounding may depend on it.
///
/// Takes about 1.3 times the time of an encoding of 12 megapixels, and up to 2.5 times if two files almost have the size asked for;
/// about twice that of half a megapixel, as samples of small pictures are less exact and more files are written. The file is
/// the one that [`encode`](crate::jpeg::baseline::encode) writes with the options of its quality.
///
/// ```
/// use codecs::jpeg::IjgQuality;
/// use codecs::jpeg::baseline::{Options, encode};
/// use codecs::jpeg::search::target_size;
/// use codecs::picture::{PixelFormat, Pixels};
/// let gray: Vec<u8> = (0..64 * 64_u32).map(|n| (n * n / 50) as u8).collect();
/// let picture = Pixels::interleaved(&gray, 64, 64, PixelFormat::Gray)?;
/// let found = target_size(&picture, 2000, Options::new)?;
/// assert!(found.file.len() <= 2000);
/// let mut next = Vec::new();
/// encode(&picture, &Options::new(IjgQuality::from_tenths(found.quality.tenths() + 10)?)?, &mut next)?;
/// assert!(next.len() > 2000);
/// assert_eq!(
///     target_size(&picture, 100, Options::new).unwrap_err().to_string(),
///     "100 bytes are too few: quality 1 takes 840"
/// );
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
///
/// # Errors
/// [`JpegError::TargetSize`] if the file of quality 1 is larger; errors of `options`; see
/// [`encode`](crate::jpeg::baseline::encode).
pub fn target_size(
    picture: &Pixels<'_>,
    bytes: u64,
    options: impl Fn(IjgQuality) -> Result<Options, JpegError>,
) -> Result<Found, JpegError> {
    let trials = Trials::new(picture, &options)?;
    Search { target: bytes, trials, is_known: [false; 101], best: None }.run()
}

/// Returns the largest quality whose size fits, or 1 if none does, if sizes grow with the quality. `first` is looked at first.
fn bisect(target: u64, first: u8, mut size: impl FnMut(u8) -> Result<f64, JpegError>) -> Result<u8, JpegError> {
    let wanted = (target as f64).ln();
    // The qualities between the two are unknown. A point is a quality, and the logarithms of its scale and its size: sizes
    // fall about as a power of the scale of the tables.
    let (mut low, mut high) = ((0, 0.0, 0.0), (101, 0.0, 0.0));
    let mut next = first;
    while high.0 - low.0 > 1 {
        let quality = next.clamp(low.0 + 1, high.0 - 1);
        let point = (quality, scale(quality).ln(), size(quality)?.ln());
        if point.2 <= wanted {
            low = point;
        } else {
            high = point;
        }
        let slope = match (low.0 > 0, high.0 <= 100) {
            (true, true) if high.2 > low.2 => (high.2 - low.2) / (high.1 - low.1),
            _ => POWER,
        };
        next = largest_of_scale((point.1 + (wanted - point.2) / slope).exp());
    }
    Ok(low.0.max(1))
}

/// Returns the percentage by which the steps of a quality are those of quality 50 (Annex K), and at least 1.
fn scale(quality: u8) -> f64 {
    let quality = f64::from(quality);
    if quality < 50.0 { 5000.0 / quality } else { (200.0 - 2.0 * quality).max(1.0) }
}

/// Returns the largest quality whose steps are no smaller than those of a scale.
fn largest_of_scale(scale: f64) -> u8 {
    (if scale > 100.0 { 5000.0 / scale } else { (200.0 - scale) / 2.0 }) as u8
}

/// The search after the first guess.
struct Search<'p> {
    target: u64,
    trials: Trials<'p>,
    /// Qualities, by number, that are known to fit or not to fit.
    is_known: [bool; 101],
    /// The largest quality that is known to fit, and its file.
    best: Option<(u8, Vec<u8>)>,
}

impl Search<'_> {
    fn run(mut self) -> Result<Found, JpegError> {
        let smallest = if self.trials.is_whole() { self.by_files()? } else { self.by_estimates()? };
        match self.best {
            Some((quality, file)) => Ok(Found { quality: quality.into(), file }),
            None => Err(JpegError::TargetSize { target: self.target, smallest }),
        }
    }

    /// Finds the best file by files alone, and returns the bytes of the last one.
    fn by_files(&mut self) -> Result<u64, JpegError> {
        let mut bytes = 0;
        bisect(self.target, FIRST, |quality| {
            bytes = self.attempt(quality)?;
            Ok(bytes as f64)
        })?;
        while let Some((best, _)) = self.best {
            let above = best + 1..=best.saturating_add(NEIGHBOURS).min(100);
            let Some(next) = above.rev().find(|&quality| !self.is_known[usize::from(quality)]) else { break };
            self.attempt(next)?;
        }
        Ok(bytes)
    }

    /// Finds the best file by estimates, and returns the bytes of the last one.
    fn by_estimates(&mut self) -> Result<u64, JpegError> {
        let mut guess = bisect(self.target, FIRST, |quality| self.trials.estimate(quality))?;
        for _ in 0..GUESSES {
            if !self.trials.settle(guess)? {
                break;
            }
            guess = bisect(self.target, guess, |quality| self.trials.estimate(quality))?;
        }
        let mut quality = self.largest_that_may_fit(guess)?;
        loop {
            let bytes = self.attempt(quality)?;
            let next = match self.best {
                Some((best, _)) => self.largest_above(best, self.trials.doubt(best, self.target as f64)?)?,
                None => self.largest_below(quality)?.or((!self.is_known[1]).then_some(1)),
            };
            match next {
                Some(next) => quality = next,
                None => return Ok(bytes),
            }
        }
    }

    /// Returns the largest quality near a guess that is estimated to fit, or 1.
    fn largest_that_may_fit(&mut self, guess: u8) -> Result<u8, JpegError> {
        let mut largest = if self.fits(guess)? { Some(guess) } else { None };
        while let Some(above) = self.largest_above(largest.unwrap_or(guess), 0.0)? {
            largest = Some(above);
        }
        match largest {
            Some(quality) => Ok(quality),
            None => Ok(self.largest_below(guess)?.unwrap_or(1)),
        }
    }

    /// Returns the largest of the next qualities that is estimated to fit, if its size may be greater by `doubt`, and not known.
    fn largest_above(&mut self, quality: u8, doubt: f64) -> Result<Option<u8>, JpegError> {
        let mut largest = None;
        for above in quality + 1..=quality.saturating_add(NEIGHBOURS).min(100) {
            let estimate = self.estimate(above, doubt)?;
            if estimate > FAR * self.target as f64 + doubt {
                break;
            }
            if !self.is_known[usize::from(above)] && estimate <= self.target as f64 + doubt {
                largest = Some(above);
            }
        }
        Ok(largest)
    }

    /// Returns the largest quality below that is estimated to fit and not known.
    fn largest_below(&mut self, quality: u8) -> Result<Option<u8>, JpegError> {
        for below in (1..quality).rev() {
            if !self.is_known[usize::from(below)] && self.fits(below)? {
                return Ok(Some(below));
            }
        }
        Ok(None)
    }

    /// Returns whether the file of a quality fits, by its estimate.
    fn fits(&mut self, quality: u8) -> Result<bool, JpegError> {
        Ok(self.estimate(quality, 0.0)? <= self.target as f64)
    }

    /// Returns an estimate, which is closer if it decides, or may be wrong by `doubt`.
    fn estimate(&mut self, quality: u8, doubt: f64) -> Result<f64, JpegError> {
        let (target, estimate) = (self.target as f64, self.trials.estimate(quality)?);
        let has_doubt = doubt > 0.0;
        let part = self.trials.rough_doubt(quality, has_doubt)?;
        let is_close = (estimate - target).abs() <= part * target + doubt;
        if is_close { self.trials.closer_estimate(quality, has_doubt) } else { Ok(estimate) }
    }

    /// Writes the file of a quality and returns its bytes.
    fn attempt(&mut self, quality: u8) -> Result<u64, JpegError> {
        self.is_known[usize::from(quality)] = true;
        let file = self.trials.write(quality)?;
        let bytes = file.len() as u64;
        if bytes <= self.target || self.best.is_none() {
            self.trials.follow(quality, &file)?;
        }
        if bytes <= self.target && self.best.as_ref().is_none_or(|(best, _)| *best < quality) {
            self.best = Some((quality, file));
        }
        Ok(bytes)
    }
}
