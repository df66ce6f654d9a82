//! [`target_size`]: the largest quality whose file fits.
//!
//! ```text
//!   small sample  bisection over the qualities ──▶ a guess, often the answer
//!   large sample  counted if another quality is as likely
//!   file          the largest quality that is estimated to fit is written; a smaller one if it does not fit
//!   neighbours    the four qualities above, if they may fit as well
//! ```
//! Size does not always grow with the quality, which is why the neighbours are looked at.

use super::trials::Trials;
use crate::jpeg::baseline::Options;
use crate::jpeg::{IjgQuality, JpegError};
use crate::picture::Pixels;
use core::ops::RangeInclusive;

/// The qualities above the one that was found that are looked at.
const NEIGHBOURS: u8 = 4;

/// The part of a size by which an estimate may be wrong, if it follows from a file of about the same quality and a large sample.
const DOUBT: f64 = 0.002;

/// The part of a size by which an estimate from a large sample alone may be wrong.
const ROUGH: f64 = 0.02;

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
/// about 3 times that of half a megapixel, as samples of small pictures are less exact and more files are written. The file
/// is the one that [`encode`](crate::jpeg::baseline::encode) writes with the options of its quality.
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
    let mut trials = Trials::new(picture, options)?;
    let guess = bisect(bytes, |quality| trials.estimate(quality))?;
    Search { target: bytes, trials, is_known: [false; 101], best: None }.run(guess)
}

/// Returns the largest quality whose estimated size fits, or 1 if none does.
fn bisect(target: u64, mut size: impl FnMut(u8) -> Result<f64, JpegError>) -> Result<u8, JpegError> {
    let target = target as f64;
    // The qualities between the two are unknown. Sizes grow about as a power, so their logarithms are interpolated.
    let (mut low, mut high) = ((0, 0.0), (101, f64::INFINITY));
    while high.0 - low.0 > 1 {
        let between = if low.0 > 0 && high.0 <= 100 && low.1 > 0.0 {
            let part = (target / low.1).ln() / (high.1 / low.1).ln();
            low.0 + (part * f64::from(high.0 - low.0)) as u8
        } else if low.0 == 0 {
            high.0 / 2 + high.0 / 4
        } else {
            low.0 + (high.0 - low.0) / 2
        };
        let quality = between.clamp(low.0 + 1, high.0 - 1);
        let size = size(quality)?;
        if size <= target { low = (quality, size) } else { high = (quality, size) }
    }
    Ok(low.0.max(1))
}

/// The search after the first guess.
struct Search<'p, F> {
    target: u64,
    trials: Trials<'p, F>,
    /// Qualities, by number, that are known to fit or not to fit.
    is_known: [bool; 101],
    /// The largest quality that is known to fit, and its file.
    best: Option<(u8, Vec<u8>)>,
}

impl<F: Fn(IjgQuality) -> Result<Options, JpegError>> Search<'_, F> {
    fn run(mut self, guess: u8) -> Result<Found, JpegError> {
        self.trials.stuff(guess)?;
        let mut quality = self.largest_that_may_fit(guess)?;
        if self.trials.is_rough() && self.is_close(quality)? {
            self.trials.refine(quality)?;
            quality = self.largest_that_may_fit(quality)?;
        }
        loop {
            let smallest = self.attempt(quality)?;
            if let Some((best, _)) = self.best {
                let above = best.saturating_add(1)..=best.saturating_add(NEIGHBOURS).min(100);
                match self.candidate(above, DOUBT * self.trials.error())? {
                    Some(neighbour) => quality = neighbour,
                    None => break,
                }
            } else {
                match self.candidate(1..=quality - 1, 0.0)? {
                    Some(smaller) => quality = smaller,
                    None if !self.is_known[1] => quality = 1,
                    None => return Err(JpegError::TargetSize { target: self.target, smallest }),
                }
            }
        }
        match self.best {
            Some((quality, file)) => Ok(Found { quality: quality.into(), file }),
            None => Err(JpegError::TargetSize { target: self.target, smallest: 0 }),
        }
    }

    /// Returns whether a better estimate may lead to another quality.
    fn is_close(&mut self, quality: u8) -> Result<bool, JpegError> {
        let rough = ROUGH * self.trials.error();
        let above = self.candidate(quality + 1..=quality.saturating_add(NEIGHBOURS).min(100), rough)?;
        Ok(above.is_some() || !self.fits(quality, -rough)?)
    }

    /// Returns the largest quality near a guess that is estimated to fit, or 1.
    fn largest_that_may_fit(&mut self, guess: u8) -> Result<u8, JpegError> {
        let (mut largest, mut quality) = (None, guess);
        // Upwards as long as one of the next few fits.
        while quality <= 100 && quality <= largest.unwrap_or(guess) + NEIGHBOURS {
            if self.fits(quality, 0.0)? {
                largest = Some(quality);
            }
            quality += 1;
        }
        match largest {
            Some(quality) => Ok(quality),
            None => Ok(self.candidate(1..=guess, 0.0)?.unwrap_or(1)),
        }
    }

    /// Returns the largest quality of a range that is estimated to fit, if its size may be greater by `doubt`, and not known.
    fn candidate(&mut self, range: RangeInclusive<u8>, doubt: f64) -> Result<Option<u8>, JpegError> {
        for quality in range.rev() {
            if !self.is_known[usize::from(quality)] && self.fits(quality, doubt)? {
                return Ok(Some(quality));
            }
        }
        Ok(None)
    }

    fn fits(&mut self, quality: u8, doubt: f64) -> Result<bool, JpegError> {
        Ok(self.trials.estimate(quality)? <= self.target as f64 * (1.0 + doubt))
    }

    /// Writes the file of a quality and returns its bytes.
    fn attempt(&mut self, quality: u8) -> Result<u64, JpegError> {
        self.is_known[usize::from(quality)] = true;
        let file = self.trials.write(quality)?;
        let bytes = file.len() as u64;
        if bytes <= self.target && self.best.as_ref().is_none_or(|(best, _)| *best < quality) {
            self.best = Some((quality, file));
        }
        Ok(bytes)
    }
}
