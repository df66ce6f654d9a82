//! Byte streams of others, taken apart; and how ffmpeg is run.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

/// What ffmpeg writes to its standard output from `input`, given these options.
///
/// # Errors
/// Whatever it says on standard error, or that it does not run.
pub fn ffmpeg_output(options: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut command = Command::new("ffmpeg");
    command.args(["-v", "warning"]).args(options);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let mut stdin = child.stdin.take().ok_or("ffmpeg has no standard input")?;
    let output = thread::scope(|threads| {
        // It may stop to read before the end; what it says then is on standard error.
        threads.spawn(move || stdin.write_all(input).is_ok());
        child.wait_with_output().map_err(failed)
    })?;
    let says = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || !says.is_empty() {
        return Err(says.into_owned());
    }
    Ok(output.stdout)
}

/// A stream of Annex B by x264: `frames` of ffmpeg's test picture, width and height as `352x288`, coded with these options
/// of ffmpeg.
///
/// # Errors
/// As [`ffmpeg_output`].
pub fn x264(size: &str, frames: u32, options: &[&str]) -> Result<Vec<u8>, String> {
    let (source, frames) = (format!("testsrc2=size={size}:rate=25"), frames.to_string());
    let input = ["-f", "lavfi", "-i", &source, "-frames:v", &frames, "-c:v", "libx264"];
    ffmpeg_output(&[&input, options, &["-f", "h264", "pipe:1"]].concat(), &[])
}

/// The NAL units of a byte stream (Annex B), without start codes and the zeros after them.
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
    /// In their order.
    pub nal_units: Vec<&'a [u8]>,
    /// Whether it is an IDR picture.
    pub idr: bool,
}

/// The pictures of a stream, one slice each: what comes before a slice belongs to it.
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
