//! Small clips for the video tests, and decoding by ffmpeg.

use super::common::*;
use std::process::Command;

/// Returns a sample of a shape that moves over a slope and has a colour of its own.
fn sample(width: usize, frame: usize, [y, x]: [usize; 2], plane: usize) -> u8 {
    let edge = (x + 2 * frame) % width < width / 3;
    (40 + 3 * y + 2 * x + 25 * plane + if edge { 50 } else { 0 } + frame) as u8
}

/// Returns the frames of a clip, 4:2:0 or gray.
pub(crate) fn frames([width, height]: [usize; 2], count: usize, gray: bool) -> Vec<Vec<u8>> {
    let planes = if gray { 1 } else { 3 };
    let size = |plane: usize| if plane == 0 { [width, height] } else { [width.div_ceil(2), height.div_ceil(2)] };
    let plane = |frame: usize, plane: usize| {
        let [columns, rows] = size(plane);
        (0..rows * columns).map(move |n| sample(columns, frame, [n / columns, n % columns], plane))
    };
    (0..count).map(|frame| (0..planes).flat_map(|n| plane(frame, n)).collect()).collect()
}

/// Returns a Y4M file; `words` are the parameters after the size.
pub(crate) fn y4m([width, height]: [usize; 2], words: &str, frames: &[Vec<u8>]) -> Vec<u8> {
    let mut file = format!("YUV4MPEG2 W{width} H{height} {words}\n").into_bytes();
    for frame in frames {
        file.extend(b"FRAME\n");
        file.extend(frame);
    }
    file
}

/// Returns a clip of 32x32, 25 frames per second, 4:2:0.
pub(crate) fn clip(count: usize) -> Vec<u8> {
    y4m([32, 32], "F25:1 C420jpeg", &frames([32, 32], count, false))
}

/// Returns a folder with such a clip of four frames.
pub(crate) fn with_clip() -> Place {
    let place = Place::new();
    place.put("in.y4m", &clip(4));
    place
}

/// Returns the samples of a Y4M file, without its header lines.
pub(crate) fn samples_of_y4m(file: &[u8], frame: usize) -> Vec<u8> {
    let first = file.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    let frames = file[first..].chunks(frame + 6);
    frames.flat_map(|frame| frame.strip_prefix(b"FRAME\n").expect("a frame").to_vec()).collect()
}

/// Returns the frames that ffmpeg decodes from a stream, or their luma.
#[track_caller]
pub(crate) fn ffmpeg(place: &Place, name: &str, gray: bool) -> Vec<u8> {
    let mut command = Command::new("ffmpeg");
    command.current_dir(place.path(".")).args(["-v", "error", "-i", name, "-fps_mode", "passthrough"]);
    if gray {
        command.args(["-vf", "extractplanes=y"]);
    }
    let ran = command.args(["-f", "rawvideo", "-"]).output().expect("ffmpeg is installed");
    assert!(ran.status.success() && ran.stderr.is_empty(), "{name}: {}", String::from_utf8_lossy(&ran.stderr));
    ran.stdout
}

/// Returns the listing of a file by `encode inspect`.
#[track_caller]
pub(crate) fn listing(place: &Place, name: &str) -> String {
    String::from_utf8(place.encode(&format!("inspect {name}")).silently().stdout).expect("text")
}
