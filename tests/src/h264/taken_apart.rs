//! Parsing of other encoders' byte streams; and running ffmpeg.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

/// Runs ffmpeg with these options on `input`; returns its standard output.
///
/// # Errors
/// The messages on standard error, or a failure to run it.
pub fn ffmpeg_output(options: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut command = Command::new("ffmpeg");
    command.args(["-v", "warning"]).args(options);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let mut stdin = child.stdin.take().ok_or("ffmpeg has no standard input")?;
    let output = thread::scope(|threads| {
        // ffmpeg may stop reading before the end; its messages are then on standard error.
        threads.spawn(move || stdin.write_all(input).is_ok());
        child.wait_with_output().map_err(failed)
    })?;
    let says = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || !says.is_empty() {
        return Err(says.into_owned());
    }
    Ok(output.stdout)
}

/// Encodes a stream of Annex B with x264: `frames` of ffmpeg's test picture, width and height as `352x288`, with these
/// options of ffmpeg.
///
/// # Errors
/// The same as for [`ffmpeg_output`].
pub fn x264(size: &str, frames: u32, options: &[&str]) -> Result<Vec<u8>, String> {
    let (source, frames) = (format!("testsrc2=size={size}:rate=25"), frames.to_string());
    let input = ["-f", "lavfi", "-i", &source, "-frames:v", &frames, "-c:v", "libx264"];
    ffmpeg_output(&[&input, options, &["-f", "h264", "pipe:1"]].concat(), &[])
}

/// Returns the NAL units of a byte stream (Annex B), without start codes and the zeros after them.
pub fn nal_units(stream: &[u8]) -> Vec<&[u8]> {
    let starts: Vec<usize> = (0..stream.len().saturating_sub(2)).filter(|&k| stream[k..k + 3] == [0, 0, 1]).collect();
    let ends = starts.iter().skip(1).copied().chain([stream.len()]);
    let unit = |(start, end): (&usize, usize)| {
        let unit = &stream[start + 3..end];
        let zeros = unit.iter().rev().take_while(|&&byte| byte == 0).count();
        &unit[..unit.len() - zeros]
    };
    starts.iter().zip(ends).map(unit).collect()
}

/// The NAL units of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessUnit<'a> {
    /// The NAL units in their order.
    pub nal_units: Vec<&'a [u8]>,
    /// `true` for an IDR picture.
    pub idr: bool,
}

/// Returns the pictures of a stream of one slice each; NAL units before a slice belong to it.
pub fn access_units(stream: &[u8]) -> Vec<AccessUnit<'_>> {
    let mut units = Vec::new();
    let mut pending = Vec::new();
    for unit in nal_units(stream) {
        pending.push(unit);
        let nal_unit_type = unit.first().map_or(0, |byte| byte & 31);
        if matches!(nal_unit_type, 1 | 5) {
            units.push(AccessUnit { nal_units: std::mem::take(&mut pending), idr: nal_unit_type == 5 });
        }
    }
    units
}
