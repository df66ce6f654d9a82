//! libjpeg-turbo's lossless encoder and decoder, as a process.
//!
//! The safe interface of the crate `turbojpeg` has neither its predictors nor 16 bits, and this project does not use
//! `unsafe` for foreign functions. So `turbo.c` holds the picture in memory, encodes it there on request, and reports
//! the time of that; the transfer through pipes is not counted.

use crate::lossless::Picture;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running encoder.
pub(crate) struct Turbo {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

fn start(what: &str, picture: &Picture, last: usize) -> Turbo {
    let numbers = [picture.precision(), picture.components, picture.width, picture.height, last];
    let mut command = Command::new(concat!(env!("OUT_DIR"), "/turbo"));
    command.arg(what).args(numbers.map(|n| n.to_string())).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.spawn().expect("it starts");
    let (to, from) = (process.stdin.take().expect("a pipe"), process.stdout.take().expect("a pipe"));
    Turbo { process, to, from: BufReader::new(from) }
}

impl Turbo {
    /// Starts an encoder of a picture.
    pub(crate) fn encoder(picture: &Picture, predictor: u8) -> Self {
        let mut turbo = start("encode", picture, predictor.into());
        turbo.to.write_all(&picture.bytes()).expect("it takes the picture");
        turbo
    }

    /// Encodes the picture and returns the seconds that this took.
    pub(crate) fn encode(&mut self) -> f64 {
        self.to.write_all(&[1]).expect("it waits");
        let mut line = String::new();
        self.from.read_line(&mut line).expect("it answers");
        line.trim().parse().expect("seconds")
    }

    /// Returns the rest of the output, the file that was written last.
    pub(crate) fn finish(self) -> Vec<u8> {
        let Turbo { mut process, to, mut from } = self;
        drop(to);
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).expect("it answers");
        assert!(process.wait().expect("it ends").success());
        bytes
    }
}

/// Decodes a file of the picture's kind to samples in the layout of [`Picture::bytes`].
pub(crate) fn decoded(file: &[u8], picture: &Picture) -> Vec<u8> {
    let mut turbo = start("decode", picture, file.len());
    turbo.to.write_all(file).expect("it takes the file");
    turbo.finish()
}
