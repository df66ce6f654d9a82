//! [`Shown`]: reconstructed frames in display order, for files and measurements. Access units come in coding order.

use super::frame::{Frame, Planes, Shape};
use super::quality;
use super::recon::{Recon, shown};
use crate::error::Error;
use crate::job::Failure;
use crate::output::Unfinished;
use codecs::h264::AccessUnit;
use codecs::shared::quality::Quality;
use std::collections::{BTreeMap, VecDeque};
use std::io::Write as _;
use std::path::Path;

/// The receivers of the reconstructed frames.
pub(super) struct Recons<'a> {
    /// The file of `--recon`, and its path.
    pub(super) file: Option<(Recon, &'a Path)>,
    /// The frames kept for `--verify`.
    pub(super) kept: Option<Unfinished>,
}

/// Reconstructed frames on their way to files and measurements.
pub(super) struct Shown<'a> {
    shape: Shape,
    pub(super) recon: Recons<'a>,
    is_measured: bool,
    /// The source frames whose access units have not come, in display order, and the index of the first one.
    sources: VecDeque<Option<Frame>>,
    first: u64,
    /// The reconstructed frames that wait for those before them, by index.
    waiting: BTreeMap<u64, Frame>,
    /// The index of the next frame to write.
    next: u64,
    /// Frames whose memory is used again.
    unused: Vec<Frame>,
}

impl<'a> Shown<'a> {
    pub(super) fn new(shape: Shape, recon: Recons<'a>, is_measured: bool) -> Self {
        let (sources, waiting, unused) = (VecDeque::new(), BTreeMap::new(), Vec::new());
        Shown { shape, recon, is_measured, sources, first: 0, waiting, next: 0, unused }
    }

    /// Keeps a source frame until its access unit comes, if quality is measured.
    pub(super) fn expect(&mut self, frame: &Planes<'_>) {
        if self.is_measured {
            let mut kept = self.frame();
            kept.pad_from(frame);
            self.sources.push_back(Some(kept));
        }
    }

    /// Takes the reconstruction of an access unit. Frames are written as soon as all before them are. Returns the quality of the
    /// picture, which is empty if it is not measured. `output` names the file that errors of the kept frames belong to.
    pub(super) fn put(&mut self, unit: &AccessUnit, output: &Path) -> Result<Quality, Failure> {
        let mut quality = Quality::default();
        if self.recon.file.is_none() && self.recon.kept.is_none() && !self.is_measured {
            return Ok(quality);
        }
        let mut frame = self.frame();
        shown(unit.reconstruction(), self.shape, &mut frame);
        if self.is_measured {
            let place = (unit.display - self.first) as usize;
            let source = self.sources.get_mut(place).and_then(Option::take).expect("a frame was given for each unit");
            quality::add(&mut quality, &source.planes(), &frame.planes());
            self.unused.push(source);
            while let Some(None) = self.sources.front() {
                self.sources.pop_front();
                self.first += 1;
            }
        }
        self.waiting.insert(unit.display, frame);
        while let Some(frame) = self.waiting.remove(&self.next) {
            self.write(&frame, output)?;
            self.unused.push(frame);
            self.next += 1;
        }
        Ok(quality)
    }

    fn write(&mut self, frame: &Frame, output: &Path) -> Result<(), Failure> {
        if let Some((recon, place)) = &mut self.recon.file {
            recon.put(frame).map_err(|error| Failure { file: place.to_path_buf(), error })?;
        }
        if let Some(kept) = &mut self.recon.kept {
            let failed = |error| Failure { file: output.to_owned(), error: Error::Write(error) };
            kept.write_all(&frame.samples).map_err(failed)?;
        }
        Ok(())
    }

    fn frame(&mut self) -> Frame {
        self.unused.pop().unwrap_or_else(|| Frame::empty(self.shape))
    }
}
