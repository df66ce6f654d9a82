//! Streams of other encoders: files beside the checkout, streams of x264 by ffmpeg, streams of openh264.

use super::clips::Clip;
use openh264::OpenH264API;
use openh264::encoder::{Encoder, EncoderConfig};
use openh264::formats::YUVBuffer;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The names, pixel formats and options of streams that together contain every element that x264 writes.
pub const OPTIONS: &[(&str, &str, &str)] = &[
    ("pyramid", "yuv420p", "bframes=4:b-pyramid=normal:ref=4:weightp=2:weightb=1:b-adapt=0"),
    ("strict", "yuv420p", "bframes=3:b-pyramid=strict:ref=3:direct=temporal:8x8dct=0"),
    ("baseline", "yuv420p", "bframes=0:cabac=0:ref=1:weightp=0:8x8dct=0:keyint=5"),
    ("tff", "yuv420p", "tff=1:bframes=3:pic-struct=1:ref=3"),
    ("bff", "yuv420p", "bff=1:bframes=2:weightp=1:b-pyramid=normal:slices=2"),
    ("slices", "yuv420p", "slices=4:bframes=2:weightp=2"),
    ("jvt", "yuv420p", "cqm=jvt:8x8dct=1"),
    ("refresh", "yuv420p", "intra-refresh=1:keyint=8:bframes=0"),
    ("open", "yuv420p", "open-gop=1:keyint=8:min-keyint=2:bframes=3:scenecut=0:b-adapt=0"),
    ("vbr", "yuv420p", "nal-hrd=vbr:vbv-maxrate=400:vbv-bufsize=300:bitrate=200:aud=1"),
    ("cbr", "yuv420p", "nal-hrd=cbr:vbv-maxrate=900:vbv-bufsize=300:bitrate=900:filler=1:pic-struct=1:tff=1:keyint=6"),
    (
        "vui",
        "yuv420p",
        "sar=7/5:overscan=crop:videoformat=pal:fullrange=on:colorprim=bt709:transfer=bt709:colormatrix=bt709:chromaloc=3",
    ),
    ("frame-packing", "yuv420p", "frame-packing=3:constrained-intra=1:deblock=2,-3:chroma-qp-offset=5"),
    ("no-deblock", "yuv420p", "no-deblock=1:qpmin=51:crf=51:bframes=1:ref=16"),
    ("high10", "yuv420p10", "bframes=2:cqm=jvt"),
    ("high422", "yuv422p10", "bframes=2:tff=1"),
    ("high444", "yuv444p", "cqm=jvt:weightp=2:bframes=2"),
    ("lossless", "yuv444p", "qp=0"),
    ("monochrome", "gray", "weightp=2:bframes=2:b-adapt=0"),
    ("monochrome10", "gray10", "weightp=2"),
    ("stitchable", "yuv420p", "stitchable=1:fake-interlaced=1:force-cfr=1"),
];

/// Writes a stream of 24 frames of a small picture that fades in, so that there are weights.
///
/// # Errors
/// The message of ffmpeg, or a failure to run it.
pub fn encoded(pixels: &str, options: &str, to: &Path) -> Result<(), String> {
    let source = "testsrc2=size=180x148:rate=25,fade=in:0:16,format=".to_owned() + pixels;
    let mut command = Command::new("ffmpeg");
    command.args(["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", &source, "-frames:v", "24"]);
    command.args(["-c:v", "libx264", "-x264-params", options, "-f", "h264"]).arg(to);
    run(command)
}

/// Encodes a clip in 4:2:0 with openh264; returns the byte stream.
///
/// # Errors
/// The message of the encoder.
pub fn openh264_encoded(config: EncoderConfig, clip: &Clip) -> Result<Vec<u8>, String> {
    let failed = |error: openh264::Error| error.to_string();
    let mut encoder = Encoder::with_api_config(OpenH264API::from_source(), config).map_err(failed)?;
    let [height, width] = clip.size;
    let mut stream = Vec::new();
    for frame in &clip.frames {
        let frame = YUVBuffer::from_vec(frame.clone(), width, height);
        encoder.encode(&frame).map_err(failed)?.write_vec(&mut stream);
    }
    Ok(stream)
}

/// Extracts the byte stream of the video of a file.
///
/// # Errors
/// The message of ffmpeg, or a failure to run it.
pub fn byte_stream(from: &Path, to: &Path) -> Result<(), String> {
    let mut command = Command::new("ffmpeg");
    command.args(["-nostdin", "-v", "error", "-y", "-i"]).arg(from).args(["-map", "0:v:0", "-c", "copy"]);
    command.args(["-bsf:v", "h264_mp4toannexb", "-f", "h264"]).arg(to);
    run(command)
}

fn run(mut command: Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Returns the path of a video beside the checkout, if it exists.
pub fn shared_video(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/video").join(name);
    path.exists().then_some(path)
}
