//! [`Frames`]: a source that lends one frame after the other; [`RawFrames`], which reads raw samples.

use super::frame::{Frame, Planes, Shape};
use crate::error::Error;
use crate::video_error::VideoError;
use std::io::Read;

/// A frame in the buffer of its reader.
pub(super) enum Lent<'a> {
    Raw(&'a Frame),
    Y4m { shape: Shape, frame: y4m::Frame<'a> },
}

impl Lent<'_> {
    /// Returns the planes of the frame.
    pub(super) fn planes(&self) -> Planes<'_> {
        match self {
            Lent::Raw(frame) => frame.planes(),
            Lent::Y4m { shape, frame } => {
                Planes { shape: *shape, planes: [frame.get_y_plane(), frame.get_u_plane(), frame.get_v_plane()] }
            }
        }
    }
}

/// A source of frames of one shape.
pub(super) trait Frames {
    /// Returns the next frame, or `None` at the end.
    fn next_frame(&mut self) -> Result<Option<Lent<'_>>, Error>;
}

/// A reader of frames that follow each other without headers.
pub(super) struct RawFrames<R> {
    source: R,
    frame: Frame,
    /// The buffer for deinterleaving chroma, for NV12.
    pairs: Option<Vec<u8>>,
    read: u64,
}

impl<R: Read> RawFrames<R> {
    /// Returns a reader of frames of a shape; `nv12` for chroma in pairs of Cb and Cr.
    pub(super) fn new(source: R, shape: Shape, nv12: bool) -> Self {
        RawFrames { source, frame: Frame::empty(shape), pairs: nv12.then(Vec::new), read: 0 }
    }
}

impl<R: Read> Frames for RawFrames<R> {
    fn next_frame(&mut self) -> Result<Option<Lent<'_>>, Error> {
        let of = self.frame.shape.samples();
        let samples = &mut self.frame.samples;
        samples.clear();
        // The pages of the reserved memory are taken as samples arrive.
        samples.try_reserve_exact(of).map_err(|_| VideoError::Memory(of))?;
        let bytes = (&mut self.source).take(of as u64).read_to_end(samples).map_err(Error::Read)?;
        if bytes == 0 {
            return Ok(None);
        }
        if bytes < of {
            return Err(VideoError::CutShort { frame: self.read, bytes, of }.into());
        }
        if let Some(pairs) = &mut self.pairs {
            self.frame.separate_chroma(pairs);
        }
        self.read += 1;
        Ok(Some(Lent::Raw(&self.frame)))
    }
}
