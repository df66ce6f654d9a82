//! The codec's options, from the arguments and the files that they name.

use crate::args::{Encode, PredictorChoice, RestartEvery, SamplingChoice};
use crate::effort::{self, Tool};
use crate::error::{Error, plain};
use crate::input::{Coding, Colours, Keeps, Limits, Picture, Samples, Search, Work};
use crate::interest;
use crate::quant_tables;
use crate::scan_script;
use crate::target::Target;
use codecs::jpeg::baseline::{Rounding, Sampling, Weighting, chroma_error};
use codecs::jpeg::lossless::Predictor;
use codecs::jpeg::marker::{Content, Parts, Segment};
use codecs::jpeg::progressive::Progression;
use codecs::jpeg::quant_table::QuantTable;
use codecs::jpeg::{Huffman, IjgQuality, JpegError, Metadata, Restart, baseline, lossless};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

/// The default quality.
const QUALITY: u8 = 90;

/// The pixels that are worth a thread: starting one takes as long as encoding some thousands.
const PIXELS_A_THREAD: u64 = 1 << 17;

/// Returns the size limits of an input.
pub(crate) fn limits(args: &Encode) -> Limits {
    let default = Limits::default();
    Limits { pixels: args.max_pixels.unwrap_or(default.pixels), memory: args.max_memory.or(default.memory) }
}

/// The settings that all pictures of a run share.
pub(crate) struct Settings {
    quality: Option<IjgQuality>,
    /// The tools of `--effort` and of switches of its kind.
    tools: Vec<Tool>,
    /// The tables of `--qtables`: none, one for luma, or one for luma and one for chroma.
    tables: Vec<QuantTable>,
    icc: Option<Vec<u8>>,
    comments: Vec<Vec<u8>>,
    weights: Weights,
    /// `None` to choose it for each picture.
    sampling: Option<Sampling>,
    /// `true` if the sampling is not a default.
    states_sampling: bool,
    huffman: Huffman,
    progression: Progression,
    lossless: Option<Lossless>,
    restart: Restart,
    threads: NonZeroUsize,
}

/// The weight of errors at each place.
enum Weights {
    Flat,
    Masking,
    /// The picture of `--roi`.
    Interest(Picture),
}

/// The settings that only lossless files have.
struct Lossless {
    predictor: Option<Predictor>,
    point_transform: u8,
    precision: Option<u8>,
}

/// The codec's options for one picture.
pub(crate) enum Options {
    Baseline(Box<baseline::Options>),
    Lossless(lossless::Options),
}

impl Options {
    /// Encodes a picture.
    pub(crate) fn encode(&self, picture: &Picture) -> Result<Vec<u8>, Error> {
        let mut jpeg = Vec::new();
        let wrong = JpegError::from;
        match (self, &picture.samples) {
            (Options::Baseline(options), Samples::Eight(samples)) => {
                baseline::encode(&picture.pixels(samples).map_err(wrong)?, options, &mut jpeg)?;
            }
            (Options::Baseline(_), Samples::Sixteen(_)) => {
                unreachable!("for baseline JPEG samples are rounded to 8 bits")
            }
            (Options::Lossless(options), Samples::Eight(samples)) => {
                lossless::encode(&picture.pixels(samples).map_err(wrong)?, options, &mut jpeg)?;
            }
            (Options::Lossless(options), Samples::Sixteen(samples)) => {
                lossless::encode(&picture.pixels(samples).map_err(wrong)?, options, &mut jpeg)?;
            }
        }
        Ok(jpeg)
    }

    /// Returns the number of bits per sample of the file.
    pub(crate) fn precision(&self) -> u8 {
        match self {
            Options::Lossless(options) => options.precision.unwrap_or(16),
            Options::Baseline(_) => 8,
        }
    }

    /// Returns the predictor of a lossless file made with these options; if none was requested, it is read from the
    /// scan header.
    pub(crate) fn predictor(&self, jpeg: &[u8]) -> Option<u8> {
        let Options::Lossless(options) = self else {
            return None;
        };
        let chosen = || {
            Parts::new(jpeg).find_map(|part| match part.ok()?.content {
                Content::Segment(Segment::Scan(scan)) => Some(scan.spectral_start),
                _ => None,
            })
        };
        options.predictor.map(Predictor::selection).or_else(chosen)
    }
}

impl Settings {
    /// Reads the files that switches name, and collects the settings.
    pub(crate) fn new(args: &Encode, threads: NonZeroUsize) -> Result<Self, Error> {
        let sampling = args.sampling.map_or(Some(Sampling::S420), |SamplingChoice(sampling)| sampling);
        let lossless = args.is_lossless().then(|| Lossless {
            predictor: args.predictor.and_then(|PredictorChoice(predictor)| predictor),
            point_transform: args.point_transform.unwrap_or(0),
            precision: args.precision,
        });
        let tables = match &args.qtables {
            Some(path) => {
                let bytes = switch_file("--qtables", path)?;
                quant_tables::parse(&String::from_utf8_lossy(&bytes))
                    .map_err(|reason| wrong_file("--qtables", path, reason))?
            }
            None => Vec::new(),
        };
        let tools = effort::tools(&args.effort);
        let progression = match &args.scans {
            Some(path) => {
                let bytes = switch_file("--scans", path)?;
                let script = scan_script::parse(&String::from_utf8_lossy(&bytes))
                    .map_err(|reason| wrong_file("--scans", path, reason))?;
                Progression::Script(script)
            }
            None if args.scan_search => Progression::Smallest,
            None if args.progressive => Progression::Standard,
            None if tools.contains(&Tool::ScanSearch) => Progression::Smallest,
            None => Progression::Sequential,
        };
        let icc = match &args.icc {
            Some(path) => {
                let profile = switch_file("--icc", path)?;
                // ICC.1 7.2: a header of 128 bytes with a signature at byte 36.
                if profile.len() < 128 || &profile[36..40] != b"acsp" {
                    return Err(wrong_file("--icc", path, "is not a colour profile".to_owned()));
                }
                Some(profile)
            }
            None => None,
        };
        let weights = match &args.effort.roi {
            Some(path) => Weights::Interest(interest::read(path)?),
            None if tools.contains(&Tool::Masking) => Weights::Masking,
            None => Weights::Flat,
        };
        let is_searched = tools.contains(&Tool::Rounding(Rounding::Trellis));
        Ok(Settings {
            quality: args.quality,
            tools,
            tables,
            icc,
            comments: args.comment.iter().map(|text| text.clone().into_bytes()).collect(),
            weights,
            sampling,
            states_sampling: args.sampling.is_some(),
            huffman: if args.optimize || is_searched { Huffman::Optimised } else { Huffman::Standard },
            progression,
            lossless,
            restart: args.restart.map_or(Restart::Never, |RestartEvery(restart)| restart),
            threads,
        })
    }

    /// Returns the quality to report; `None` for unscaled tables and for lossless files.
    pub(crate) fn quality(&self) -> Option<IjgQuality> {
        match self.quality {
            None if self.tables.is_empty() && self.lossless.is_none() => Some(QUALITY.into()),
            stated => stated,
        }
    }

    /// Returns the encoding's parameters for the estimate of memory.
    pub(crate) fn work(&self, args: &Encode) -> Work {
        let target = Target::of(args);
        let is_known = target.is_none() && self.tables.is_empty();
        let coding = match &self.lossless {
            Some(_) => Coding::Lossless,
            None => Coding::Baseline {
                // The larger one, if it is chosen for the picture.
                sampling: self.sampling.unwrap_or(Sampling::S444),
                fine: !is_known || self.quality.is_some_and(|quality| quality > 95.into()),
                keeps: match (&self.progression, self.huffman) {
                    (Progression::Sequential, Huffman::Optimised) => Keeps::Symbols,
                    (Progression::Sequential, _) => Keeps::Nothing,
                    _ => Keeps::Coefficients,
                },
            },
        };
        let search = match target {
            None => Search::None,
            Some(Target::Size(_)) => Search::Size,
            Some(Target::Psnr(_) | Target::Ssim2(_)) => Search::Score,
        };
        Work { coding, search, decoded_again: args.verify.is_some() || args.json }
    }

    /// Returns the options for one picture, at the quality `searched`, or at the requested one if that is `None`.
    pub(crate) fn options(&self, picture: &Picture, searched: Option<IjgQuality>) -> Result<Options, Error> {
        match &self.lossless {
            Some(lossless) => Ok(Options::Lossless(self.lossless_options(picture, lossless))),
            None => Ok(Options::Baseline(Box::new(self.baseline_options(picture, searched.or(self.quality))?))),
        }
    }

    /// Returns whether the scans leave out bits of a picture's coefficients.
    pub(crate) fn leaves_out_bits(&self, picture: &Picture) -> bool {
        let components = picture.colours.count();
        matches!(&self.progression, Progression::Script(script) if !script.is_complete(components))
    }

    /// Returns the options of a lossy file, at the quality `stated` or with the default one.
    pub(crate) fn baseline_options(
        &self,
        picture: &Picture,
        stated: Option<IjgQuality>,
    ) -> Result<baseline::Options, JpegError> {
        let mut options = baseline::Options::new(stated.unwrap_or(QUALITY.into()))?;
        options.sampling = match self.sampling {
            // As in libjpeg, the components of CMYK are alike.
            _ if picture.colours == Colours::Cmyk && !self.states_sampling => Sampling::S444,
            Some(sampling) => sampling,
            None if picture.colours == Colours::Ycck => Sampling::S420,
            None => Sampling::of_chroma_error(chroma(picture)?),
        };
        self.set_quality(&mut options, stated)?;
        options.weighting = match &self.weights {
            Weights::Flat => Weighting::Flat,
            Weights::Masking => Weighting::Masking,
            Weights::Interest(mask) => Weighting::Field(Arc::new(interest::field(mask, picture)?)),
        };
        options.huffman = self.huffman;
        options.progression = self.progression.clone();
        options.restart = self.restart;
        options.threads = self.useful_threads(picture);
        self.describe(picture, &mut options.metadata);
        Ok(options)
    }

    /// Sets the options that depend on the quality: the tables and the rounding.
    pub(crate) fn set_quality(
        &self,
        options: &mut baseline::Options,
        stated: Option<IjgQuality>,
    ) -> Result<(), JpegError> {
        let quality = stated.unwrap_or(QUALITY.into());
        let plain = baseline::Options::new(quality)?;
        (options.quant, options.rounding) = (plain.quant, plain.rounding);
        for tool in &self.tools {
            tool.apply(quality, options)?;
        }
        // As in cjpeg, the second table is for both components of chroma, and those of a level are replaced.
        if !self.tables.is_empty() {
            let annex_k = baseline::Options::new(quality)?.quant;
            let own = self.tables.iter().map(|table| match stated {
                Some(quality) => table.at_quality(quality),
                None => Ok(table.clone()),
            });
            let mut own = own.take(2).collect::<Result<Vec<_>, _>>()?.into_iter();
            let [luma, chroma, _] = annex_k;
            let (luma, chroma) = (own.next().unwrap_or(luma), own.next().unwrap_or(chroma));
            options.quant = [luma, chroma.clone(), chroma];
        }
        Ok(())
    }

    /// Returns the reason for the sampling of a picture, if it is chosen by `--sampling auto`.
    pub(crate) fn explained_sampling(&self, picture: &Picture) -> Result<Option<String>, JpegError> {
        if self.sampling.is_some() || self.lossless.is_some() || picture.colours != Colours::Rgb {
            return Ok(None);
        }
        let (error, from) = (chroma(picture)?, Sampling::FULL_CHROMA_ERROR);
        let (chosen, relation) = if error >= from { ("444", "at least") } else { ("420", "less than") };
        Ok(Some(format!("--sampling auto chose {chosen}: the chroma error of 420 is {error:.1}, {relation} {from}")))
    }

    /// Returns whether the whole picture is needed: before its first row is encoded, or because its encoder takes no rows.
    pub(crate) fn needs_all_rows(&self) -> bool {
        let looks_ahead = self.tools.contains(&Tool::Rounding(Rounding::Trellis)) || self.sampling.is_none();
        looks_ahead || self.lossless.is_some()
    }

    fn lossless_options(&self, picture: &Picture, lossless: &Lossless) -> lossless::Options {
        let mut options = lossless::Options::new();
        options.precision = Some(lossless.precision.unwrap_or_else(|| picture.precision()));
        options.predictor = lossless.predictor;
        options.point_transform = lossless.point_transform;
        options.restart = self.restart;
        options.threads = self.useful_threads(picture);
        self.describe(picture, &mut options.metadata);
        options
    }

    /// Returns the number of threads that a picture has work for.
    fn useful_threads(&self, picture: &Picture) -> NonZeroUsize {
        let pixels = u64::from(picture.width) * u64::from(picture.height);
        let most = usize::try_from(1 + pixels / PIXELS_A_THREAD).unwrap_or(usize::MAX);
        NonZeroUsize::new(most).map_or(self.threads, |most| most.min(self.threads))
    }

    fn describe(&self, picture: &Picture, metadata: &mut Metadata) {
        let kept = &picture.metadata;
        metadata.exif = kept.exif.clone();
        metadata.icc = self.icc.clone().or_else(|| kept.icc.clone());
        metadata.applications = kept.applications.clone();
        metadata.comments = kept.comments.iter().chain(&self.comments).cloned().collect();
    }
}

/// Returns the error of chroma that 4:2:0 causes in a picture of 8 bits a sample.
fn chroma(picture: &Picture) -> Result<f32, JpegError> {
    match &picture.samples {
        Samples::Eight(samples) => chroma_error(&picture.pixels(samples)?),
        Samples::Sixteen(_) => unreachable!("for baseline JPEG samples are rounded to 8 bits"),
    }
}

pub(crate) fn wrong_file(switch: &'static str, path: &Path, reason: String) -> Error {
    Error::SwitchFile { switch, file: path.display().to_string(), reason }
}

pub(crate) fn switch_file(switch: &'static str, path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|error| wrong_file(switch, path, format!("cannot be read: {}", plain(&error))))
}
