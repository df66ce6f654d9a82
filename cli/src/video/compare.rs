//! `encode compare`: compares a stream of any encoder, decoded by another program, with a reference.

use super::clip::Clip;
use super::decoder::{Decoder, Finding};
use super::frame::Shape;
use super::y4m::checked;
use crate::args::{Compare, FrameSize, PixFmt, VideoInput};
use crate::console::name;
use crate::error::Error;
use crate::input::source;
use crate::job::Failure;
use crate::named_files;
use crate::output;
use crate::stderr::line;
use crate::video_error::VideoError;
use codecs::h264::container;
use codecs::shared::trace::NoTrace;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::process::ExitCode;

/// Compares a stream with its reference and prints the result on standard output; the status is 0 if both are the same.
pub(crate) fn compare(args: &Compare) -> ExitCode {
    if let Err(Failure { file, error }) = named_files::check_compare(args) {
        line(&format!("{}: {error}", name(&file)));
        return ExitCode::FAILURE;
    }
    let found = shape(&args.stream).map_err(|error| (&args.stream, error)).and_then(|shape| {
        let reference = |error| (&args.recon, error);
        let mut clip = reference_clip(&args.recon, shape).map_err(reference)?;
        let decoder = Decoder::start(&args.with, &args.stream, shape.gray).map_err(|error| (&args.stream, error))?;
        decoder.hold_against(shape, &mut clip).map_err(|error| match error {
            Error::Video(VideoError::Decoder { .. }) => (&args.stream, error),
            error => reference(error),
        })
    });
    let (text, status) = match found {
        Ok(Finding::Same(frames)) => (format!("the same: {frames} pictures"), ExitCode::SUCCESS),
        Ok(Finding::Differs(place)) => (place, ExitCode::FAILURE),
        Err((file, error)) => {
            line(&format!("{}: {error}", name(file)));
            return ExitCode::FAILURE;
        }
    };
    match output::put_on_stdout(format!("{text}\n").as_bytes()) {
        Ok(()) => status,
        Err(error) => {
            line(&format!("standard output: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Returns the shape of the pictures from the stream's parameter sets.
fn shape(path: &Path) -> Result<Shape, Error> {
    let wrong = |reason: String| Error::from(VideoError::NotCompared(reason));
    if source::is_dash(path) {
        return Err(wrong("a decoder needs a file, not standard input".to_owned()));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(Error::Read)?;
    if file.metadata().is_ok_and(|about| !about.is_file()) {
        return Err(wrong("it is not a regular file".to_owned()));
    }
    file.take(u64::MAX).read_to_end(&mut bytes).map_err(Error::Read)?;
    let stream = container::read(&bytes, &mut NoTrace).map_err(|error| wrong(error.to_string()))?;
    let mut sets = stream.parameter_sets.all_sps();
    let sps = sets.next().ok_or_else(|| wrong("it has no sequence parameter set".to_owned()))?;
    let [height, width] = sps.size().ok_or_else(|| wrong("its cropping leaves nothing".to_owned()))?;
    let gray = match sps.chroma_format_idc {
        0 => true,
        1 => false,
        other => return Err(wrong(format!("chroma_format_idc is {other}; only 1 (4:2:0) and 0 (gray) can be"))),
    };
    if sps.bit_depth_luma_minus8 > 0 || sps.bit_depth_chroma_minus8 > 0 {
        return Err(wrong("its samples have more than 8 bits".to_owned()));
    }
    Ok(checked(width.into(), height.into(), gray)?)
}

/// Opens the reference of the comparison.
fn reference_clip(path: &Path, shape: Shape) -> Result<Clip, Error> {
    let as_y4m = Clip::open(path, &VideoInput::default());
    let clip = match as_y4m {
        Err(Error::Video(VideoError::NotVideo { .. })) => {
            let size = FrameSize { width: shape.width, height: shape.height };
            let pix_fmt = if shape.gray { PixFmt::Gray } else { PixFmt::I420 };
            Clip::open(path, &VideoInput { size: Some(size), pix_fmt: Some(pix_fmt), ..VideoInput::default() })?
        }
        clip => clip?,
    };
    let Shape { width, height, gray } = clip.header().shape;
    if clip.header().shape != shape {
        let kind = |gray: bool| if gray { "gray" } else { "4:2:0" };
        let (is, should) = (kind(gray), kind(shape.gray));
        let reason = format!(
            "its frames are {width}x{height} {is}, those of the stream {}x{} {should}",
            shape.width, shape.height
        );
        return Err(VideoError::NotCompared(reason).into());
    }
    Ok(clip)
}
