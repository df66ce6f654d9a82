//! [`IjgQuality`]: the quality scale of the Independent JPEG Group, in tenths.

use super::JpegError;
use core::fmt;
use core::str::FromStr;

/// A quality on the scale of the Independent JPEG Group, 1 (smallest) to 100 (best), in tenths.
///
/// Whole qualities are those of libjpeg, and most functions take a `u8` for them. What depends on a quality changes evenly
/// from one whole quality to the next.
///
/// ```
/// use codecs::jpeg::{IjgQuality, JpegError};
/// let quality: IjgQuality = "84.5".parse()?;
/// assert!(quality > IjgQuality::from(84) && quality < IjgQuality::from(85));
/// assert_eq!(quality.to_string(), "84.5");
/// assert_eq!(
///     "100.1".parse::<IjgQuality>().unwrap_err().to_string(),
///     "quality 100.1 is not allowed; use 1 (smallest) to 100 (best), with at most one decimal"
/// );
/// # Ok::<(), JpegError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IjgQuality(u16);

impl IjgQuality {
    /// The smallest quality, 1.
    pub const LEAST: IjgQuality = IjgQuality(10);
    /// The largest quality, 100.
    pub const MOST: IjgQuality = IjgQuality(1000);

    /// Returns a quality, 10 to 1000 tenths.
    ///
    /// ```
    /// use codecs::jpeg::IjgQuality;
    /// assert_eq!(IjgQuality::from_tenths(845)?.to_string(), "84.5");
    /// assert!(IjgQuality::from_tenths(9).is_err());
    /// # Ok::<(), codecs::jpeg::JpegError>(())
    /// ```
    ///
    /// # Errors
    /// [`JpegError::Quality`].
    pub fn from_tenths(tenths: u16) -> Result<Self, JpegError> {
        let quality = IjgQuality(tenths);
        quality.check()?;
        Ok(quality)
    }

    /// Returns the quality in tenths. See [`IjgQuality::from_tenths`].
    pub fn tenths(self) -> u16 {
        self.0
    }

    /// Returns the quality as a number.
    ///
    /// ```
    /// use codecs::jpeg::IjgQuality;
    /// assert_eq!(IjgQuality::from(90).number(), 90.0);
    /// ```
    pub fn number(self) -> f32 {
        f32::from(self.0) / 10.0
    }

    /// Returns the value between those of the whole qualities at both sides, in tenths of them.
    ///
    /// # Errors
    /// [`JpegError::Quality`].
    pub(super) fn between(self, of_whole: impl Fn(u16) -> u32) -> Result<u32, JpegError> {
        self.check()?;
        let (whole, tenths) = (self.0 / 10, u32::from(self.0 % 10));
        let next = if tenths == 0 { whole } else { whole + 1 };
        Ok((10 - tenths) * of_whole(whole) + tenths * of_whole(next))
    }

    /// Returns an error if the quality is not 1 to 100.
    pub(super) fn check(self) -> Result<(), JpegError> {
        let is_allowed = (IjgQuality::LEAST..=IjgQuality::MOST).contains(&self);
        is_allowed.then_some(()).ok_or_else(|| JpegError::Quality(self.to_string()))
    }
}

/// Makes a whole quality. Functions that take it refuse what is not 1 to 100.
impl From<u8> for IjgQuality {
    fn from(quality: u8) -> Self {
        IjgQuality(10 * u16::from(quality))
    }
}

impl FromStr for IjgQuality {
    type Err = JpegError;

    fn from_str(text: &str) -> Result<Self, JpegError> {
        let wrong = || JpegError::Quality(text.chars().filter(|c| !c.is_control()).take(20).collect());
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_number =
            |digits: &str, most| (1..=most).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        if !is_number(whole, 3) || !is_number(decimals, 1) {
            return Err(wrong());
        }
        let tenths = format!("{whole}{decimals}").parse().map_err(|_| wrong())?;
        IjgQuality::from_tenths(tenths)
    }
}

/// Writes a whole quality without decimals.
impl fmt::Display for IjgQuality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 10, self.0 % 10) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, tenths) => write!(f, "{whole}.{tenths}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for tenths in 10..=1000 {
            let quality = IjgQuality::from_tenths(tenths).unwrap();
            assert_eq!(quality.to_string().parse::<IjgQuality>().unwrap(), quality);
        }
        assert_eq!("090".parse::<IjgQuality>().unwrap(), IjgQuality::from(90));
        for text in ["", ".", "5.", ".5", "0", "0.9", "-3", "+3", "84.55", "101", "1e1", "NaN", "84,5", "9999999999"] {
            let error = text.parse::<IjgQuality>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("quality {text} is not allowed; use 1")), "{error}");
        }
    }

    #[test]
    fn values_between_whole_qualities_change_evenly() {
        let square = |whole: u16| u32::from(whole).pow(2);
        for (quality, tenfold) in [("7", 490), ("7.5", 565), ("7.9", 625), ("8", 640), ("100", 100_000)] {
            assert_eq!(quality.parse::<IjgQuality>().unwrap().between(square).unwrap(), tenfold);
        }
        assert!(IjgQuality::from(101).between(square).is_err());
    }
}
