//! Independent decoders that share no code: their common result is taken as correct.
//!
//! Each takes a byte stream of Annex B and return frames, cropped as the stream says, with rows without gaps: Y, then Cb
//! and Cr if there is chroma.

use super::taken_apart::ffmpeg_output;
use openh264::OpenH264API;
use openh264::decoder::{DecodeOptions, DecodedYUV, Decoder, DecoderConfig, Flush};
use openh264::formats::YUVSource;
use std::process::{Command, Stdio};

/// Returns whether ffmpeg is installed; prints a line if it is not.
pub fn has_ffmpeg() -> bool {
    let status = Command::new("ffmpeg").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let runs = status.is_ok_and(|status| status.success());
    if !runs {
        eprintln!("LEFT OUT, no ffmpeg: what it decodes");
    }
    runs
}

/// Decodes frames with ffmpeg, of `size` rows and columns after cropping: I420, or only luma of a `monochrome` stream.
///
/// # Errors
/// The messages of ffmpeg (a warning is an error), or frames of another size.
pub fn ffmpeg(stream: &[u8], [height, width]: [usize; 2], monochrome: bool) -> Result<Vec<Vec<u8>>, String> {
    // ffmpeg may output a monochrome stream as 4:2:0 with flat chroma; the luma plane is extracted without a
    // conversion.
    let filter = if monochrome { "extractplanes=y" } else { "null" };
    let options = ["-f", "h264", "-i", "pipe:0", "-fps_mode", "passthrough", "-vf", filter, "-f", "rawvideo", "pipe:1"];
    let samples = ffmpeg_output(&options, stream)?;
    let chroma = if monochrome { 0 } else { 2 * height.div_ceil(2) * width.div_ceil(2) };
    let frame = height * width + chroma;
    if !samples.len().is_multiple_of(frame) {
        return Err(format!("ffmpeg wrote {} bytes, which are no frames of {width} x {height}", samples.len()));
    }
    Ok(samples.chunks(frame).map(<[u8]>::to_vec).collect())
}

/// Decodes I420 frames with openh264, of the size that the stream states. With the loop filter it decodes B pictures
/// wrongly: it compares the vectors of both lists also where a block uses one (8.7.2.1). Of monochrome
/// pictures only luma is valid, and their cropping is doubled, so their sizes have to be multiples of 16.
///
/// # Errors
/// The message of the decoder.
pub fn openh264(stream: &[u8]) -> Result<Vec<Vec<u8>>, String> {
    let failed = |error: openh264::Error| error.to_string();
    let mut decoder = Decoder::with_api_config(OpenH264API::from_source(), DecoderConfig::new()).map_err(failed)?;
    let options = || DecodeOptions::new().flush_after_decode(Flush::NoFlush);
    let mut frames = Vec::new();
    for unit in openh264::nal_units(stream) {
        frames.extend(decoder.decode_with_options(unit, options()).map_err(failed)?.map(|frame| i420(&frame)));
    }
    // The last picture is complete when something follows it.
    frames.extend(decoder.decode_with_options(&[], options()).map_err(failed)?.map(|frame| i420(&frame)));
    frames.extend(decoder.flush_remaining().map_err(failed)?.iter().map(i420));
    Ok(frames)
}

/// Decodes I420 frames with rusty_h264, of the size that the stream states, in display order.
///
/// # Errors
/// The message of the decoder.
pub fn rusty_h264(stream: &[u8]) -> Result<Vec<Vec<u8>>, String> {
    let frames = rusty_h264_decoder::Decoder::new().decode_stream(stream).map_err(|error| error.to_string())?;
    Ok(frames.into_iter().map(|frame| [frame.y, frame.u, frame.v].concat()).collect())
}

fn i420(frame: &DecodedYUV<'_>) -> Vec<u8> {
    let (width, height) = frame.dimensions();
    let (y, u, v) = frame.strides();
    let chroma = (width.div_ceil(2), height.div_ceil(2));
    let planes = [(frame.y(), y, (width, height)), (frame.u(), u, chroma), (frame.v(), v, chroma)];
    planes
        .into_iter()
        .flat_map(|(plane, stride, (width, height))| {
            plane.chunks(stride).take(height).flat_map(move |row| &row[..width])
        })
        .copied()
        .collect()
}
