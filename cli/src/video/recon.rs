//! What decoders will show, as frames of the size that is shown: Y4M or raw.

use super::frame::{Frame, Shape};
use super::y4m::{Header, write_header};
use crate::error::Error;
use crate::output::{Bytes, Destination};
use codecs::h264::picture::Picture;
use std::io::Write as _;
use std::path::Path;

/// Takes the samples that are shown from a picture of whole macroblocks.
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

/// `--recon`: a file of such frames.
pub(super) struct Recon {
    destination: Destination,
    /// Before every frame.
    line: &'static [u8],
}

impl Recon {
    /// A file that begins, Y4M if its name ends so. `header` is of what is encoded.
    pub(super) fn create(place: &Path, header: &Header) -> Result<Self, Error> {
        let mut destination = Destination::open(place, Bytes::AsTheyCome)?;
        let is_y4m = place.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("y4m"));
        if is_y4m {
            destination.write_all(write_header(header).as_bytes()).map_err(Error::Write)?;
        }
        Ok(Recon { destination, line: if is_y4m { b"FRAME\n" } else { b"" } })
    }

    pub(super) fn put(&mut self, frame: &Frame) -> Result<(), Error> {
        self.destination.write_all(self.line).map_err(Error::Write)?;
        self.destination.write_all(&frame.samples).map_err(Error::Write)
    }

    /// Returns the destination with all frames in it.
    pub(super) fn finish(self) -> Destination {
        self.destination
    }
}
