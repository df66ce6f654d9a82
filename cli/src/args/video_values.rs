//! Types of values of the video switches other than plain numbers and names.

use codecs::h264::syntax::Level;
use codecs::h264::{Deblocking, Partitions, Preset, Tune};
use std::str::FromStr;

/// `--size`: columns and rows, 1 to 16384 each.
///
/// ```
/// use encode::args::FrameSize;
/// assert_eq!("352x288".parse(), Ok(FrameSize { width: 352, height: 288 }));
/// assert!("0x288".parse::<FrameSize>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameSize {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl FromStr for FrameSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |text: &str| text.parse().ok().filter(|side| (1..=16384).contains(side));
        text.split_once(['x', 'X'])
            .and_then(|(width, height)| Some(FrameSize { width: side(width)?, height: side(height)? }))
            .ok_or_else(|| "give columns and rows, such as 352x288; 1 to 16384 each".to_owned())
    }
}

/// `--fps`: a number of frames, and the seconds that they take.
///
/// ```
/// use encode::args::FrameRate;
/// assert_eq!("30000/1001".parse(), Ok(FrameRate(30000, 1001)));
/// assert!("0".parse::<FrameRate>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameRate(pub u32, pub u32);

impl FromStr for FrameRate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (frames, seconds) = text.split_once(['/', ':']).unwrap_or((text, "1"));
        match (frames.parse(), seconds.parse()) {
            (Ok(frames @ 1..), Ok(seconds @ 1..)) => Ok(FrameRate(frames, seconds)),
            _ => Err("give frames per second, such as 25 or 30000/1001".to_owned()),
        }
    }
}

/// `--sar`: the ratio of width to height of a sample.
///
/// ```
/// assert!("4:3".parse::<encode::args::SampleAspect>().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleAspect(pub u16, pub u16);

impl FromStr for SampleAspect {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once([':', '/']).map(|(width, height)| (width.parse(), height.parse()));
        match numbers {
            Some((Ok(width @ 1..), Ok(height @ 1..))) => Ok(SampleAspect(width, height)),
            _ => Err("give width and height of a sample, such as 4:3; 1 to 65535 each".to_owned()),
        }
    }
}

/// `--deblock`: the offsets of the filter, one for both or two.
///
/// ```
/// use codecs::h264::Deblocking;
/// use encode::args::DeblockChoice;
/// assert_eq!("-1:2".parse(), Ok(DeblockChoice(Deblocking::new(-1, 2))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeblockChoice(pub Deblocking);

impl FromStr for DeblockChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (alpha, beta) = text.split_once([':', ',']).unwrap_or((text, text));
        let offset = |text: &str| text.parse().ok().filter(|offset| (-6..=6).contains(offset));
        match (offset(alpha), offset(beta)) {
            (Some(alpha), Some(beta)) => Ok(DeblockChoice(Deblocking::new(alpha, beta))),
            _ => Err("give two offsets, such as -1:-1; -6 to 6 each".to_owned()),
        }
    }
}

/// `--partitions`: the partitions of macroblocks to try.
///
/// ```
/// use encode::args::PartitionsChoice;
/// let choice: PartitionsChoice = "i4x4,p8x8".parse()?;
/// assert!(choice.parts.intra_4x4 && choice.parts.inter_8x8 && !choice.names_i8x8);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartitionsChoice {
    /// The partitions.
    pub parts: Partitions,
    /// `true` if i8x8 is named explicitly.
    pub names_i8x8: bool,
}

impl FromStr for PartitionsChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = Partitions::NONE;
        let mut names_i8x8 = false;
        for name in text.split(',') {
            match name {
                "all" => parts = Partitions::ALL,
                "none" => parts = Partitions::NONE,
                "i4x4" => parts.intra_4x4 = true,
                "i8x8" => (parts.intra_8x8, names_i8x8) = (true, true),
                "p8x8" => parts.inter_8x8 = true,
                "p4x4" => parts.inter_4x4 = true,
                _ => return Err("use all, none, or some of i4x4,i8x8,p8x8,p4x4".to_owned()),
            }
        }
        if parts.inter_4x4 && !parts.inter_8x8 {
            return Err("p4x4 subdivides p8x8: name both".to_owned());
        }
        Ok(PartitionsChoice { parts, names_i8x8 })
    }
}

/// Parses `--level`: the name of a level, with or without the point.
pub(super) fn level(text: &str) -> Result<&'static Level, String> {
    let is = |level: &&Level| level.name == text || (text.len() > 1 && level.name.replace('.', "") == text);
    Level::ALL.iter().find(is).ok_or_else(|| {
        let names: Vec<&str> = Level::ALL.iter().map(|level| level.name).collect();
        format!("use a level of Annex A: {}", names.join(", "))
    })
}

/// Parses `--preset`.
pub(super) fn preset(text: &str) -> Result<Preset, String> {
    Preset::from_name(text).ok_or_else(|| format!("use {}", Preset::ALL.map(Preset::name).join(", ")))
}

/// Parses `--tune`.
pub(super) fn tune(text: &str) -> Result<Tune, String> {
    let missing = |tool| {
        Err(format!("it needs {tool}, which this version does not have; use psnr, ssim, zerolatency or fastdecode"))
    };
    match text {
        "psnr" => Ok(Tune::Psnr),
        "zerolatency" => Ok(Tune::Zerolatency),
        "fastdecode" => Ok(Tune::Fastdecode),
        "ssim" => Ok(Tune::Ssim),
        "grain" | "film" | "animation" | "stillimage" => missing("psychovisual decisions"),
        _ => Err("use psnr, ssim, zerolatency or fastdecode".to_owned()),
    }
}

/// Parses `--keyint`: a number of pictures, or `infinite`.
pub(super) fn keyint(text: &str) -> Result<u32, String> {
    match text {
        "infinite" => Ok(u32::MAX),
        _ => text.parse().ok().filter(|&n| n > 0).ok_or_else(|| "give 1 or more, or infinite".to_owned()),
    }
}

/// Parses a number from 0 to `most`.
fn up_to(text: &str, most: f64) -> Result<f64, String> {
    text.parse().ok().filter(|n| (0.0..=most).contains(n)).ok_or_else(|| format!("use 0 to {most}"))
}

/// Parses `--crf`: 0 to 51.
pub(super) fn crf(text: &str) -> Result<f64, String> {
    up_to(text, 51.0)
}

/// Parses `--qcomp`: 0 to 1.
pub(super) fn qcomp(text: &str) -> Result<f64, String> {
    up_to(text, 1.0)
}

/// Parses `--aq-strength`: 0 to 3.
pub(super) fn aq_strength(text: &str) -> Result<f64, String> {
    up_to(text, 3.0)
}

/// Parses `--psy-rd`: 0 to 10, or x264's pair with 0 for its trellis.
pub(super) fn psy_rd(text: &str) -> Result<f64, String> {
    let (strength, trellis) = text.split_once([':', ',']).unwrap_or((text, "0"));
    match trellis.parse() {
        Ok(0.0_f64) => up_to(strength, 10.0),
        _ => Err("psychovisual trellis is not supported; use a strength of 0 to 10 alone".to_owned()),
    }
}

/// Parses `--ipratio` and `--pbratio`: 1 to 10.
pub(super) fn ratio(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|ratio| (1.0..=10.0).contains(ratio)).ok_or_else(|| "use 1 to 10".to_owned())
}

/// The names of a table of Annex E, as x264 spells them, and their numbers.
pub(super) type Names = &'static [(&'static str, u8)];

/// The colour primaries of Table E-3.
pub(super) const COLOUR_PRIMARIES: Names = &[
    ("bt709", 1),
    ("undef", 2),
    ("bt470m", 4),
    ("bt470bg", 5),
    ("smpte170m", 6),
    ("smpte240m", 7),
    ("film", 8),
    ("bt2020", 9),
    ("smpte428", 10),
    ("smpte431", 11),
    ("smpte432", 12),
];

/// The transfer characteristics of Table E-4.
pub(super) const TRANSFER: Names = &[
    ("bt709", 1),
    ("undef", 2),
    ("bt470m", 4),
    ("bt470bg", 5),
    ("smpte170m", 6),
    ("smpte240m", 7),
    ("linear", 8),
    ("log100", 9),
    ("log316", 10),
    ("iec61966-2-4", 11),
    ("bt1361e", 12),
    ("iec61966-2-1", 13),
    ("bt2020-10", 14),
    ("bt2020-12", 15),
    ("smpte2084", 16),
    ("smpte428", 17),
    ("arib-std-b67", 18),
];

/// The matrix coefficients of Table E-5, without GBR, which is for 4:4:4.
pub(super) const MATRIX: Names = &[
    ("bt709", 1),
    ("undef", 2),
    ("fcc", 4),
    ("bt470bg", 5),
    ("smpte170m", 6),
    ("smpte240m", 7),
    ("YCgCo", 8),
    ("bt2020nc", 9),
    ("bt2020c", 10),
    ("smpte2085", 11),
    ("chroma-derived-nc", 12),
    ("chroma-derived-c", 13),
    ("ICtCp", 14),
];

/// Returns a parser of the names of a table.
pub(super) fn named(names: Names) -> impl clap::builder::TypedValueParser<Value = u8> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    PossibleValuesParser::new(names.iter().map(|(name, _)| *name)).map(move |typed| {
        let number = names.iter().find(|(name, _)| *name == typed).map(|(_, number)| *number);
        number.expect("the parser accepts only names of the table")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_rates_have_two_numbers_of_one_or_more() {
        for wrong in ["", "x", "10", "0x10", "10x0", "-1x5", "16385x2", "1e3x2", "99999999999999999999x2", "2x2x2"] {
            assert!(wrong.parse::<FrameSize>().is_err(), "{wrong}");
        }
        assert_eq!("24".parse(), Ok(FrameRate(24, 1)));
        for wrong in ["", "0", "0/1", "25/0", "-25", "29.97", "25/", "/1", "4294967296"] {
            assert!(wrong.parse::<FrameRate>().is_err(), "{wrong}");
        }
        for wrong in ["", "1", "0:1", "1:0", "65536:1", "1:-1"] {
            assert!(wrong.parse::<SampleAspect>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn deblocking_offsets_are_one_or_two() {
        assert_eq!("-3".parse(), Ok(DeblockChoice(Deblocking::new(-3, -3))));
        for wrong in ["", "7", "1:7", "-7:0", "1:", ":1", "a", "1:2:3"] {
            assert!(wrong.parse::<DeblockChoice>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn partitions_are_named_as_by_x264() {
        assert_eq!("all".parse::<PartitionsChoice>().map(|p| p.parts), Ok(Partitions::ALL));
        assert_eq!("none".parse::<PartitionsChoice>().map(|p| p.parts), Ok(Partitions::NONE));
        for wrong in ["", "b8x8", "i4x4;i8x8", "p4x4", "I4x4"] {
            assert!(wrong.parse::<PartitionsChoice>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn levels_go_by_their_names() {
        for (text, name) in [("4.1", "4.1"), ("41", "4.1"), ("1b", "1b"), ("3", "3"), ("6.2", "6.2")] {
            assert_eq!(level(text).map(|level| level.name), Ok(name));
        }
        for wrong in ["", "4.4", "7", "b", "4."] {
            assert!(level(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn presets_and_tunes_go_by_their_names() {
        assert!(Preset::ALL.iter().all(|known| preset(known.name()) == Ok(*known)));
        assert!(preset("Medium").is_err_and(|error| error.contains("ultrafast, superfast")));
        assert_eq!(tune("fastdecode"), Ok(Tune::Fastdecode));
        assert!(tune("grain").is_err_and(|error| error.contains("psychovisual")));
        assert!(tune("").is_err_and(|error| error.contains("psnr, ssim")));
    }

    #[test]
    fn key_intervals_and_ratios_have_bounds() {
        assert_eq!(
            [crf("0"), crf("23.5"), crf("51"), qcomp("1"), aq_strength("0.5")],
            [0.0, 23.5, 51.0, 1.0, 0.5].map(Ok)
        );
        assert_eq!(["0", "1.5", "1:0", "0.4:0.00"].map(psy_rd), [0.0, 1.5, 1.0, 0.4].map(Ok));
        assert!(psy_rd("1:0.2").is_err_and(|error| error.contains("trellis")));
        assert!(["-1", "10.5", "nan", "", ":", "1:", ":0"].into_iter().all(|wrong| psy_rd(wrong).is_err()));
        assert_eq!(crf("52"), Err("use 0 to 51".to_owned()));
        assert!(["-1", "nan", "", "inf"].into_iter().all(|wrong| crf(wrong).is_err() && qcomp(wrong).is_err()));
        assert_eq!((keyint("1"), keyint("infinite")), (Ok(1), Ok(u32::MAX)));
        assert!(keyint("0").is_err() && keyint("-1").is_err());
        assert_eq!(ratio("1.4"), Ok(1.4));
        assert!(["0.9", "10.1", "nan", "inf", ""].iter().all(|wrong| ratio(wrong).is_err()));
    }
}
