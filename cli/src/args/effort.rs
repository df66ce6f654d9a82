//! The switches of JPEG that make smaller files of equal quality.

use clap::{Args, ValueHint};
use codecs::jpeg::baseline::DeadZone;
use codecs::jpeg::quantization::NamedTables;
use std::path::PathBuf;
use std::str::FromStr;

/// The arguments that trade time, and the bytes of libjpeg, for size.
#[derive(Args, Clone, Debug)]
pub struct Effort {
    /// Effort for a smaller file of equal quality, 0 to 3 [default: 0]
    ///
    /// Each level stands for some switches, which --explain prints: 0 for none, and the bytes are libjpeg's; 1 for the
    /// perceptual tables and a dead zone, which take no time; 2 adds progressive scans and a search for the best ones; 3
    /// replaces the dead zone by levels of the least cost, with --masking. Switches that are given as well take precedence.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=3), help_heading = "JPEG")]
    pub effort: Option<u8>,

    /// The smallest file of equal quality: --effort 3
    #[arg(long, conflicts_with = "effort", hide_short_help = true, help_heading = "JPEG")]
    pub perceptual: bool,

    /// Print the switches that --effort or --perceptual stands for, and the choice of --sampling auto, on standard error
    #[arg(long, hide_short_help = true, help_heading = "JPEG")]
    pub explain: bool,

    /// Quantisation tables: perceptual, or published ones by name or mozjpeg's number [default: annex-k]
    ///
    /// perceptual is a family of three tables fitted to SSIMULACRA2, whose shape changes with the quality. Published ones,
    /// in mozjpeg's order from 0: annex-k, flat, ms-ssim, robidoux, psnr-hvs-m, klein, watson, ahumada, peterson. --quality
    /// scales them.
    #[arg(long, value_name = "NAME", conflicts_with = "qtables", hide_short_help = true, help_heading = "JPEG")]
    pub quant_table: Option<QuantTableChoice>,

    /// Quantise coefficients of less than T steps to 0, T from 0.5 (none) to 1 [default: 0.5, without T 0.6]
    #[arg(long, value_name = "T", num_args = 0..=1, require_equals = true, default_missing_value = "0.6", hide_short_help = true, help_heading = "JPEG")]
    pub dead_zone: Option<DeadZoneChoice>,

    /// Quantise to the levels of the least cost in bits and error (a trellis): smaller, slower
    ///
    /// The Huffman tables are optimised, as with --optimize.
    #[arg(long, conflicts_with = "dead_zone", hide_short_help = true, help_heading = "JPEG")]
    pub rate_distortion: bool,

    /// With levels of the least cost, keep more of what its surroundings do not hide
    ///
    /// The weight of errors in a block depends on the activity of the 3x3 blocks around it. Stands for --rate-distortion, too.
    #[arg(long, conflicts_with_all = ["dead_zone", "roi"], hide_short_help = true, help_heading = "JPEG")]
    pub masking: bool,

    /// Region of interest: a gray picture of any size that covers the picture; what is bright in it is kept best
    ///
    /// It is laid over the samples as they are stored, before any rotation that EXIF asks for. Errors are worth 8 times as
    /// many bits where it is white, an eighth where it is black. Stands for --rate-distortion, too.
    #[arg(long, value_name = "MASK", value_hint = ValueHint::FilePath, conflicts_with = "dead_zone", hide_short_help = true, help_heading = "JPEG")]
    pub roi: Option<PathBuf>,
}

/// `--quant-table`: a set of tables by name or mozjpeg's number.
///
/// ```
/// use codecs::jpeg::quantization::NamedTables;
/// use encode::args::QuantTableChoice;
/// assert_eq!("3".parse(), Ok(QuantTableChoice(NamedTables::Robidoux)));
/// assert_eq!("robidoux".parse(), Ok(QuantTableChoice(NamedTables::Robidoux)));
/// assert!("9".parse::<QuantTableChoice>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuantTableChoice(pub NamedTables);

impl FromStr for QuantTableChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbered = || {
            let (_, set) = NamedTables::NAMED.get(text.parse::<usize>().ok()?)?;
            (*set != NamedTables::Perceptual).then_some(*set)
        };
        NamedTables::from_name(text).or_else(numbered).map(QuantTableChoice).ok_or_else(|| {
            let names = NamedTables::NAMED.map(|(name, _)| name).join(", ");
            format!("use {names}, or mozjpeg's number, 0 to 8")
        })
    }
}

/// `--dead-zone`: a size in steps.
///
/// ```
/// use codecs::jpeg::baseline::DeadZone;
/// use encode::args::DeadZoneChoice;
/// assert_eq!("0.6".parse(), Ok(DeadZoneChoice(DeadZone::default())));
/// assert!("0.4".parse::<DeadZoneChoice>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadZoneChoice(pub DeadZone);

impl FromStr for DeadZoneChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let steps = text.parse().map_err(|_| "give a number of steps, 0.5 to 1".to_owned())?;
        DeadZone::new(steps).map(DeadZoneChoice).map_err(|error| error.to_string())
    }
}
