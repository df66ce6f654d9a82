//! The search for a quality: `--target-size`, `--target-psnr` and `--target-ssim2`.

use crate::args::Encode;
use crate::error::Error;
use crate::input::{Picture, Samples};
use crate::psnr::decibels;
use crate::settings::Settings;
use crate::ssim2;
use codecs::jpeg::reconstruct::Reconstruction;
use codecs::jpeg::search::{Found, Scored, target_score, target_size};
use codecs::jpeg::{IjgQuality, JpegError};

/// The aim of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Target {
    /// The most bytes of a file.
    Size(u64),
    /// The least PSNR of a decoded picture in dB, over the samples of RGB or gray.
    Psnr(f64),
    /// The least SSIMULACRA2 of a decoded picture.
    Ssim2(f64),
}

impl Target {
    /// Returns the aim that the arguments state.
    pub(crate) fn of(args: &Encode) -> Option<Target> {
        let size = args.target_size.map(Target::Size);
        size.or(args.target_psnr.map(Target::Psnr)).or(args.target_ssim2.map(Target::Ssim2))
    }
}

/// A measure of a decoded picture.
type Score<'p> = Box<dyn Fn(&Reconstruction) -> f64 + 'p>;

/// A quality, the file encoded with it, and a line about them.
pub(crate) struct Searched {
    pub(crate) quality: IjgQuality,
    pub(crate) jpeg: Vec<u8>,
    pub(crate) line: String,
}

/// Finds the quality of a picture of 8 bits.
pub(crate) fn search(target: Target, settings: &Settings, picture: &Picture) -> Result<Searched, Error> {
    let Samples::Eight(samples) = &picture.samples else {
        unreachable!("for baseline JPEG samples are rounded to 8 bits")
    };
    let pixels = picture.pixels(samples).map_err(JpegError::from)?;
    let first = settings.baseline_options(picture, None)?;
    let options = |quality| {
        let mut options = first.clone();
        settings.set_quality(&mut options, Some(quality))?;
        Ok(options)
    };
    let (name, least, score): (_, _, Score<'_>) = match target {
        Target::Size(bytes) => {
            let behind = picture.metadata.bytes_behind();
            let found = target_size(&pixels, bytes.saturating_sub(behind), options);
            let Found { quality, file, .. } = found.map_err(|error| match error {
                JpegError::TargetSize { smallest, .. } => {
                    JpegError::TargetSize { target: bytes, smallest: smallest.saturating_add(behind) }
                }
                other => other,
            })?;
            let line = format!("quality {quality}, {} bytes", file.len() as u64 + behind);
            return Ok(Searched { quality, jpeg: file, line });
        }
        Target::Psnr(least) => ("PSNR", least, Box::new(|decoded| psnr(samples, &decoded.samples))),
        Target::Ssim2(least) => {
            let original = ssim2::Original::new(picture.width, picture.height, samples)?;
            ("SSIMULACRA2", least, Box::new(move |decoded| original.score(&decoded.samples)))
        }
    };
    let Scored { quality, score, file, .. } = target_score(&pixels, least, options, score)?;
    let line = format!("quality {quality}, {name} {score:.2}, {} bytes", file.len());
    Ok(Searched { quality, jpeg: file, line })
}

/// Returns the PSNR of decoded samples in dB, at most 100.
fn psnr(samples: &[u8], decoded: &[u8]) -> f64 {
    let squares: u64 = samples.iter().zip(decoded).map(|(a, b)| u64::from(a.abs_diff(*b)).pow(2)).sum();
    decibels(squares as f64 / samples.len() as f64, 255.0)
}
