//! The picture of `--roi`: what is important in the pictures to be encoded.

use crate::args::Keep;
use crate::error::Error;
use crate::input::{self, Colours, Note, Picture, ReadOptions, Samples};
use crate::settings::{switch_file, wrong_file};
use codecs::jpeg::JpegError;
use codecs::jpeg::quantization::LambdaField;
use std::path::Path;

/// Reads a mask: a picture without colours, as gray or as RGB whose samples are equal.
pub(crate) fn read(path: &Path) -> Result<Picture, Error> {
    let wrong = |reason: &str| wrong_file("--roi", path, reason.to_owned());
    let bytes = switch_file("--roi", path)?;
    let mut mask = input::read(bytes, &ReadOptions::default().with_keep(Keep::NONE)).map_err(|error| match error {
        Error::Cmyk { .. } => wrong("has CMYK samples; a mask is gray: convert it"),
        error => wrong(&format!("cannot be used: {error}")),
    })?;
    if mask.notes.contains(&Note::Blended) {
        return Err(wrong("has transparent pixels; a mask is gray and opaque"));
    }
    let Samples::Eight(samples) = &mut mask.samples else {
        return Err(wrong("has more than 8 bits a sample; convert it to 8"));
    };
    if mask.colours != Colours::Gray {
        let pixels = samples.as_chunks::<3>().0;
        if pixels.iter().any(|[red, green, blue]| red != green || green != blue) {
            return Err(wrong("has colours; a mask is gray: convert it"));
        }
        *samples = pixels.iter().map(|[gray, ..]| *gray).collect();
        mask.colours = Colours::Gray;
    }
    Ok(mask)
}

/// Returns the weights of errors that a mask gives to a picture.
pub(crate) fn field(mask: &Picture, picture: &Picture) -> Result<LambdaField, JpegError> {
    let Samples::Eight(samples) = &mask.samples else { unreachable!("the mask was read with 8 bits a sample") };
    LambdaField::of_interest([picture.height, picture.width].map(|side| side as usize), &mask.pixels(samples)?)
}
