//! An external decoder, run as a process. Its frames come through a pipe and are compared with known frames.

use super::frame::{Frame, Planes, Shape};
use super::frames::Frames;
use crate::error::{Error, one_line, plain};
use crate::verify::is_program;
use crate::video_error::VideoError;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::JoinHandle;

/// A running decoder. It is killed when it goes out of scope.
pub(super) struct Decoder {
    command: String,
    child: Child,
    frames: ChildStdout,
    /// The thread that collects the messages on standard error.
    said: Option<JoinHandle<String>>,
}

/// The result of a comparison.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// The given number of frames are the same, and there are no others.
    Same(u64),
    /// The first difference.
    Differs(String),
}

impl Decoder {
    /// Starts a command that decodes a file: ffmpeg, which gets arguments, or any program that reads standard input and
    /// writes raw frames.
    pub(super) fn start(command: &str, file: &Path, gray: bool) -> Result<Self, Error> {
        let failed = |reason: String| VideoError::Decoder { decoder: command.to_owned(), reason };
        let mut words = command.split_whitespace();
        let mut process = Command::new(words.next().unwrap_or_default());
        if is_program(command, "ffmpeg") && command.split_whitespace().count() == 1 {
            process.args(["-v", "error", "-nostdin", "-i"]).arg(file).args([
                "-map",
                "0:v:0",
                "-fps_mode",
                "passthrough",
            ]);
            if gray {
                // Extract luma unchanged, whatever ffmpeg's name for the monochrome format.
                process.args(["-vf", "extractplanes=y"]);
            }
            process.args(["-f", "rawvideo", "-"]).stdin(Stdio::null());
        } else {
            let input = File::open(file).map_err(Error::Read)?;
            process.args(words).stdin(input);
        }
        let cannot = |error: &io::Error| failed(format!("cannot be run: {}", plain(error)));
        let mut child =
            process.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(|error| cannot(&error))?;
        let (Some(frames), Some(mut errors)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(failed("it was started without pipes".to_owned()).into());
        };
        let said = std::thread::Builder::new().spawn(move || {
            let mut bytes = Vec::new();
            // A decoder may report every macroblock; the first lines are enough, and the rest is discarded so that it
            // does not block.
            let _ = errors.by_ref().take(4096).read_to_end(&mut bytes);
            let _ = io::copy(&mut errors, &mut io::sink());
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let said = said.map_err(|error| cannot(&error))?;
        Ok(Decoder { command: command.to_owned(), child, frames, said: Some(said) })
    }

    /// Compares the decoded frames with the known ones. All are of one shape.
    pub(super) fn hold_against(mut self, shape: Shape, known: &mut impl Frames) -> Result<Finding, Error> {
        let mut decoded = Frame::empty(shape);
        let mut count = 0;
        loop {
            let known = known.next_frame()?;
            decoded.samples.clear();
            let of = shape.samples() as u64;
            let bytes = (&mut self.frames).take(of).read_to_end(&mut decoded.samples);
            let bytes = bytes.map_err(|error| self.failure(plain(&error)))? as u64;
            match (known, bytes) {
                (Some(known), bytes) if bytes == of => {
                    if let Some(place) = first_difference(&known.planes(), &decoded.planes()) {
                        return Ok(Finding::Differs(format!("picture {count}, {place}")));
                    }
                }
                (None, 0) => {
                    self.end()?;
                    return Ok(Finding::Same(count));
                }
                (Some(_), 0) => {
                    self.end()?;
                    return Ok(Finding::Differs(format!("the decoder shows only {count} pictures")));
                }
                (Some(_), bytes) => {
                    self.end()?;
                    let what = format!("picture {count} of the decoder has {bytes} of {of} samples");
                    return Ok(Finding::Differs(what));
                }
                (None, _) => {
                    return Ok(Finding::Differs(format!("the decoder shows more than {count} pictures")));
                }
            }
            count += 1;
        }
    }

    fn failure(&self, reason: String) -> VideoError {
        VideoError::Decoder { decoder: self.command.clone(), reason }
    }

    /// Waits for a decoder that has closed its output, and checks its exit status.
    fn end(&mut self) -> Result<(), VideoError> {
        let status = self.child.wait().map_err(|error| self.failure(plain(&error)))?;
        let said = self.said.take().and_then(|said| said.join().ok()).unwrap_or_default();
        if status.success() {
            return Ok(());
        }
        let said = if said.trim().is_empty() { String::new() } else { format!(": {}", one_line(&said)) };
        Err(self.failure(format!("it does not decode ({status}){said}")))
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        // Killing fails if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Describes the first macroblock in which frames of one shape differ, the first such plane in it, and the sample.
fn first_difference(known: &Planes<'_>, decoded: &Planes<'_>) -> Option<String> {
    let shape = known.shape;
    let in_plane = |plane: usize| {
        let (known, decoded) = (known.plane(plane), decoded.plane(plane));
        if known == decoded {
            return None;
        }
        let [columns, _] = shape.plane(plane);
        let side = if plane == 0 { 16 } else { 8 };
        let places = (0..known.len()).filter(|&n| known[n] != decoded[n]).map(|n| [n / columns, n % columns]);
        let first = places.min_by_key(|&[y, x]| ([y / side, x / side], [y, x]))?;
        let [y, x] = first;
        let (is, should) = (decoded[y * columns + x], known[y * columns + x]);
        Some(([y / side, x / side], plane, [y, x], is, should))
    };
    let ([row, column], plane, [y, x], is, should) = (0..shape.planes()).filter_map(in_plane).min()?;
    let macroblock = row * shape.width.div_ceil(16) + column;
    let plane = ["Y", "Cb", "Cr"][plane];
    Some(format!(
        "macroblock {macroblock} (row {row}, column {column}), plane {plane}: the sample in row {y}, column {x} of the plane is \
         {is} by the decoder, not {should}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_macroblock_that_differs_is_named_and_its_first_plane() {
        let shape = Shape { width: 32, height: 32, gray: false };
        let known = Frame { shape, samples: vec![9; shape.samples()] };
        let differing = |places: &[usize]| {
            let mut decoded = known.clone();
            places.iter().for_each(|&place| decoded.samples[place] = 7);
            first_difference(&known.planes(), &decoded.planes())
        };
        assert_eq!(differing(&[]), None);
        // Row 1 of luma in macroblock 1, row 15 of it in macroblock 0.
        let said = differing(&[32 + 20, 15 * 32 + 3]).expect("a difference");
        assert!(said.starts_with("macroblock 0 (row 0, column 0), plane Y: the sample in row 15, column 3"), "{said}");
        assert!(said.ends_with("is 7 by the decoder, not 9"), "{said}");
        // Cb of macroblock 1 before luma of macroblock 2, whose chroma is the same.
        let said = differing(&[16 * 32, shape.range(1).start + 8]).expect("a difference");
        assert!(said.starts_with("macroblock 1 (row 0, column 1), plane Cb: the sample in row 0, column 8"), "{said}");
    }
}
