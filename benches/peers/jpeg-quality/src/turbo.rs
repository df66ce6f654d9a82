//! libjpeg-turbo's encoder and decoder, as processes. Its functions have the names of mozjpeg's, which is linked.

use crate::picture::Picture;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

fn run(what: &str, size: (usize, usize), last: usize, progressive: bool, input: &[u8]) -> Vec<u8> {
    let numbers = [size.0, size.1, last, usize::from(progressive)].map(|n| n.to_string());
    let mut command = Command::new(concat!(env!("OUT_DIR"), "/turbo"));
    command.arg(what).args(numbers).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.spawn().expect("it starts");
    process.stdin.take().expect("a pipe").write_all(input).expect("it takes the input");
    let mut output = Vec::new();
    process.stdout.take().expect("a pipe").read_to_end(&mut output).expect("it answers");
    assert!(process.wait().expect("it ends").success());
    output
}

/// Encodes a picture as 4:2:0 with optimised Huffman tables; returns the file and the seconds of processor time.
pub fn encoded(picture: &Picture, quality: u8, progressive: bool) -> (Vec<u8>, f64) {
    let mut output = run("encode", (picture.width, picture.height), quality.into(), progressive, &picture.rgb);
    let line = output.iter().position(|&byte| byte == b'\n').expect("a line");
    let file = output.split_off(line + 1);
    let seconds = std::str::from_utf8(&output).ok().and_then(|text| text.trim().parse().ok()).expect("seconds");
    (file, seconds)
}

/// Decodes a file to RGB, with the accurate integer IDCT and smooth ("fancy") upsampling.
pub fn decoded(file: &[u8], picture: &Picture) -> Vec<u8> {
    run("decode", (picture.width, picture.height), file.len(), false, file)
}
