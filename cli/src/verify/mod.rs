//! `--verify`: decoding the result with an independent decoder before it is written.
//!
//! | decoder | lossy files | lossless files |
//! |---|---|---|
//! | `jpeg-decoder`, bundled | every component's sampling factors divide the largest ones | no restarts, no point transform |
//! | djpeg | the same; asked by name, or where the bundled one does not know the file | all, from libjpeg-turbo 3 on |
//! | dcmdjpeg | | all; asked by name, or where neither of the others will do |
//! | ffmpeg | most factors; asked by name, or where neither of the others will do | 8 bits; likewise |
//!
//! None of them shares code with the encoders, nor with the reader of JPEG input.

mod decoders;
mod dicom;
mod lossless;
mod lossy;

pub(crate) use decoders::{is_found, is_program};

use crate::error::Error;
use crate::input::Picture;
use crate::psnr::{Psnr, compare, of_point_transform};
use crate::settings::Options;

/// The result of a verification.
pub(crate) struct Verdict {
    pub(crate) decoder: String,
    pub(crate) psnr: Psnr,
    /// The finding of the comparison.
    pub(crate) finding: String,
}

/// Decodes a file and compares it with its source; `command` is empty if no decoder was named.
pub(crate) fn verify(jpeg: &[u8], source: &Picture, options: &Options, command: &str) -> Result<Verdict, Error> {
    let (decoder, decoded) = match options {
        Options::Baseline(_) => decoders::of_lossy(jpeg, command)?,
        Options::Lossless(options) => decoders::of_lossless(jpeg, source, options, command)?,
    };
    let wrong = |reason: String| Error::Verify { decoder: decoder.clone(), reason };
    if (decoded.width, decoded.height) != (source.width, source.height) {
        let (w, h) = (decoded.width, decoded.height);
        return Err(wrong(format!("{w}x{h} pixels came out, not {}x{}", source.width, source.height)));
    }
    let (psnr, finding) = match options {
        Options::Baseline(options) => {
            let psnr = compare(source, &decoded);
            (psnr, lossy::judge(&psnr, source.is_gray(), options).map_err(wrong)?)
        }
        Options::Lossless(options) => {
            let finding = lossless::judge(source, &decoded, options.point_transform).map_err(wrong)?;
            (of_lossless(source, options), finding)
        }
    };
    Ok(Verdict { decoder, psnr, finding })
}

/// Returns the PSNR of a file that is not verified: from the bundled decoder, if it supports the file; for a lossless
/// file, from the loss of its point transform.
pub(crate) fn measure(jpeg: &[u8], source: &Picture, options: &Options) -> Option<Psnr> {
    if source.colours.are_four() {
        return None;
    }
    if let Options::Lossless(options) = options {
        return Some(of_lossless(source, options));
    }
    let decoded = decoders::bundled(jpeg).ok()??;
    ((decoded.width, decoded.height) == (source.width, source.height)).then(|| compare(source, &decoded))
}

fn of_lossless(source: &Picture, options: &codecs::jpeg::lossless::Options) -> Psnr {
    let precision = options.precision.unwrap_or_else(|| source.precision());
    of_point_transform(source, precision, options.point_transform)
}
