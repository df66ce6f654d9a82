//! Types of switch values other than plain numbers and names.

use codecs::jpeg::baseline::Sampling;
use codecs::jpeg::lossless::Predictor;
use codecs::jpeg::{IjgQuality, Restart};
use std::str::FromStr;

/// `--sampling`: a name of three digits, or factors, or `None` to choose for the picture.
///
/// ```
/// use encode::args::SamplingChoice;
/// let named: SamplingChoice = "4:4:4".parse()?;
/// assert_eq!(named, "1x1".parse()?);
/// assert_eq!("auto".parse(), Ok(SamplingChoice(None)));
/// assert!("5x1".parse::<SamplingChoice>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplingChoice(pub Option<Sampling>);

impl FromStr for SamplingChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(SamplingChoice(None));
        }
        let digits: String = text.chars().filter(|&c| c != ':').collect();
        let sampling = match digits.as_str() {
            "444" => Sampling::S444,
            "422" => Sampling::S422,
            "420" => Sampling::S420,
            "440" => Sampling::S440,
            "411" => Sampling::S411,
            "410" => Sampling::S410,
            _ => return factors(text).map(|sampling| SamplingChoice(Some(sampling))),
        };
        Ok(SamplingChoice(Some(sampling)))
    }
}

fn factors(text: &str) -> Result<Sampling, String> {
    let not_understood = || "use 444, 422, 420, 440, 411, 410, auto, or factors such as 2x2 or 2x1,1x1,1x1".to_owned();
    let pairs = text
        .split(',')
        .map(|pair| {
            let (horizontal, vertical) = pair.split_once(['x', 'X'])?;
            Some((horizontal.trim().parse().ok()?, vertical.trim().parse().ok()?))
        })
        .collect::<Option<Vec<(u8, u8)>>>()
        .ok_or_else(not_understood)?;
    if pairs.len() > 4 {
        return Err(format!("{} components given; a JPEG has at most 4", pairs.len()));
    }
    Sampling::new(&pairs).map_err(|error| error.to_string())
}

/// `--restart`: a number of rows of MCUs, or a number of MCUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestartEvery(pub Restart);

impl FromStr for RestartEvery {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, of_mcus) = match text.strip_suffix(['b', 'B']) {
            Some(number) => (number, true),
            None => (text, false),
        };
        match number.parse::<u16>() {
            Ok(0) | Err(_) => Err("give a number of rows, 1 to 65535, or of MCUs, 1B to 65535B".to_owned()),
            Ok(mcus) if of_mcus => Ok(RestartEvery(Restart::Mcus(mcus))),
            Ok(rows) => Ok(RestartEvery(Restart::Rows(rows))),
        }
    }
}

/// `--predictor`: one of the seven, or `None` to choose one for the picture.
///
/// ```
/// use encode::args::PredictorChoice;
/// assert_eq!("auto".parse(), Ok(PredictorChoice(None)));
/// assert!("8".parse::<PredictorChoice>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredictorChoice(pub Option<Predictor>);

impl FromStr for PredictorChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(PredictorChoice(None));
        }
        let predictor = text.parse().ok().and_then(|selection| Predictor::new(selection).ok());
        predictor.map(|predictor| PredictorChoice(Some(predictor))).ok_or_else(|| "use 1 to 7, or auto".to_owned())
    }
}

/// `--background`: red, green and blue, 0 to 255 each.
///
/// ```
/// use encode::args::Background;
/// assert_eq!("#ff8000".parse(), Ok(Background([255, 128, 0])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Background(pub [u8; 3]);

impl Background {
    /// Returns whether the colour is not gray.
    pub(crate) fn is_coloured(self) -> bool {
        let Background([red, green, blue]) = self;
        red != green || red != blue
    }
}

impl Default for Background {
    fn default() -> Self {
        Background([255; 3])
    }
}

impl FromStr for Background {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err("write a colour as #rrggbb, such as #ffffff for white".to_owned());
        }
        let number = u32::from_str_radix(digits, 16).map_err(|error| error.to_string())?;
        let [_, red, green, blue] = number.to_be_bytes();
        Ok(Background([red, green, blue]))
    }
}

/// Parses the bytes of `--target-size` and `--max-memory`.
pub(super) fn size(text: &str) -> Result<u64, String> {
    amount(text).ok_or_else(|| "give a number of bytes, such as 200000, 200k, 2M or 2G".to_owned())
}

/// Parses a quality.
pub(super) fn quality(text: &str) -> Result<IjgQuality, String> {
    text.parse().map_err(|_| "give a number from 1 to 100, with at most one decimal".to_owned())
}

/// Parses a score of `--target-psnr` or `--target-ssim2`.
pub(super) fn score(text: &str) -> Result<f64, String> {
    let score = text.parse().ok().filter(|score| (0.0..=100.0).contains(score));
    score.ok_or_else(|| "give a number from 0 to 100".to_owned())
}

/// Parses the pixels of `--max-pixels`.
pub(super) fn pixels(text: &str) -> Result<u64, String> {
    amount(text).ok_or_else(|| "give a number of pixels, such as 500M or 1G".to_owned())
}

/// Parses a number of 1 or more, with k for 1000, M for 1000000 and G for 1000000000.
fn amount(text: &str) -> Option<u64> {
    let unit = match text.as_bytes().last()? {
        b'k' | b'K' => 1000,
        b'm' | b'M' => 1_000_000,
        b'g' | b'G' => 1_000_000_000,
        _ => 1,
    };
    let number = if unit > 1 { &text[..text.len() - 1] } else { text };
    number.parse::<u64>().ok()?.checked_mul(unit).filter(|&amount| amount > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sampling_in_all_its_forms() {
        for (text, first) in [("444", (1, 1)), ("4:2:2", (2, 1)), ("440", (1, 2)), ("411", (4, 1)), ("410", (4, 2))] {
            let SamplingChoice(sampling) = text.parse().expect(text);
            assert_eq!(sampling.expect(text).factors(0), first, "{text}");
        }
        let SamplingChoice(sampling) = "1x1,2x2,1X2".parse().expect("factors");
        let sampling = sampling.expect("factors");
        assert_eq!([0, 1, 2, 3].map(|c| sampling.factors(c)), [(1, 1), (2, 2), (1, 2), (1, 1)]);
        assert_eq!("auto".parse(), Ok(SamplingChoice(None)));
        for wrong in ["", "Auto", "421", "2x", "x2", "0x1", "1x5", "2x2,1x1,1x1,1x1,1x1", "2-2", "-1x1", "256x1"] {
            assert!(wrong.parse::<SamplingChoice>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn restarts_count_rows_or_mcus() {
        assert_eq!("4".parse(), Ok(RestartEvery(Restart::Rows(4))));
        assert_eq!("65535B".parse(), Ok(RestartEvery(Restart::Mcus(65535))));
        for wrong in ["", "0", "0B", "B", "65536", "-1", "1.5", "4R"] {
            assert!(wrong.parse::<RestartEvery>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn predictors_are_seven_or_auto() {
        for (text, selection) in [("auto", None), ("1", Some(1)), ("7", Some(7))] {
            let PredictorChoice(predictor) = text.parse().expect(text);
            assert_eq!(predictor.map(Predictor::selection), selection);
        }
        for wrong in ["", "0", "8", "-1", "Auto", "1.0", "300"] {
            assert!(wrong.parse::<PredictorChoice>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn colours_have_six_digits() {
        assert_eq!("0A0b0c".parse(), Ok(Background([10, 11, 12])));
        for wrong in ["", "#fff", "#gggggg", "white", "+fffff", "#fffffff", "é1234"] {
            assert!(wrong.parse::<Background>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units_of_a_thousand() {
        assert_eq!((size("1500"), size("200k"), size("2M")), (Ok(1500), Ok(200_000), Ok(2_000_000)));
        assert_eq!((pixels("500M"), pixels("1G")), (Ok(500_000_000), Ok(1_000_000_000)));
        for wrong in ["", "0", "k", "-5", "1.5M", "99999999999999999999", "99999999999999999M", "99999999999G", "5é"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
