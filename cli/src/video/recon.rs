//! Reconstructed frames, cropped to the displayed size, as Y4M or raw video.

use super::frame::{Frame, Shape};
use super::y4m::{Header, writer};
use crate::error::Error;
use crate::output::{Bytes, Destination};
use codecs::h264::picture::Picture;
use std::cell::RefCell;
use std::io::{self, Write as _};
use std::path::Path;
use std::rc::Rc;

/// Copies the displayed samples of a picture of whole macroblocks.
pub(super) fn shown(picture: &Picture, shape: Shape, frame: &mut Frame) {
    frame.shape = shape;
    frame.samples.clear();
    let [width, height] = shape.plane(0);
    let luma = picture.luma.view();
    for line in (0..height).filter_map(|y| luma.line(y as isize)) {
        frame.samples.extend_from_slice(&line[..width]);
    }
    let [width, height] = shape.plane(1);
    for chroma in picture.chroma.iter().flatten() {
        let chroma = chroma.view();
        for line in (0..height).filter_map(|y| chroma.line(y as isize)) {
            frame.samples.extend_from_slice(&line[..width]);
        }
    }
    assert_eq!(frame.samples.len(), shape.samples(), "a picture has all planes of its shape");
}

/// `--recon`: a file of reconstructed frames.
pub(super) enum Recon {
    Raw(Destination),
    Y4m { encoder: y4m::Encoder<Shared>, destination: Shared },
}

impl Recon {
    /// Creates a file: Y4M if its name ends in `.y4m`, otherwise raw video. `header` describes the encoded video.
    pub(super) fn create(place: &Path, header: &Header) -> Result<Self, Error> {
        let destination = Destination::open(place, Bytes::AsTheyCome)?;
        if !place.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("y4m")) {
            return Ok(Recon::Raw(destination));
        }
        let destination = Shared(Rc::new(RefCell::new(destination)));
        let encoder = writer(header).write_header(destination.clone()).map_err(write_error)?;
        Ok(Recon::Y4m { encoder, destination })
    }

    pub(super) fn put(&mut self, frame: &Frame) -> Result<(), Error> {
        match self {
            Recon::Raw(destination) => destination.write_all(&frame.samples).map_err(Error::Write),
            Recon::Y4m { encoder, .. } => {
                encoder.write_frame(&y4m::Frame::new(frame.planes().planes, None)).map_err(write_error)
            }
        }
    }

    /// Returns the destination with all frames in it.
    pub(super) fn finish(self) -> Destination {
        match self {
            Recon::Raw(destination) => destination,
            Recon::Y4m { encoder, destination } => {
                drop(encoder);
                let destination = Rc::into_inner(destination.0).expect("the encoder, which had the other one, is gone");
                destination.into_inner()
            }
        }
    }
}

/// A shared destination, since the crate `y4m` does not return the writer that it is given.
#[derive(Clone)]
pub(super) struct Shared(Rc<RefCell<Destination>>);

impl io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

fn write_error(error: y4m::Error) -> Error {
    match error {
        y4m::Error::IoError(error) => Error::Write(error),
        other => Error::Write(io::Error::other(other)),
    }
}
