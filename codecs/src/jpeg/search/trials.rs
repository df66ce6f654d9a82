//! [`Trials`]: the sizes of a picture's files by quality, estimated or written.
//!
//! The sample relates the size at one quality to that at another. A larger sample, counted once as a plain sequential file,
//! says how far the first one is from the whole; a written file says it exactly.

use super::sample::Sample;
use crate::jpeg::baseline::{CountedSize, DeadZone, Encoder, Options, Rounding, Start};
use crate::jpeg::progressive::Progression;
use crate::jpeg::{IjgQuality, JpegError, Restart};
use crate::picture::Pixels;

/// The parts of a picture in a sample for all trials, and in one for a few.
const SMALL: usize = 32;
const LARGE: usize = 8;

/// The bytes of a restart marker and of the bits that complete the byte before it.
const RESTART: f64 = 2.5;

/// The sizes of the files of a picture, whose options follow from a quality.
pub(super) struct Trials<'p, F> {
    picture: &'p Pixels<'p>,
    options: F,
    sample: Sample,
    /// The sizes of the sample's files by quality.
    sampled: [Option<CountedSize>; 101],
    /// The bytes of data in a file of the picture for each byte in one of the sample.
    ratio: f64,
    /// The bytes of restart markers.
    restarts: f64,
    /// The bytes of data for each one counted: more than one, because counting leaves out stuffed bytes.
    stuffed: f64,
}

impl<'p, F: Fn(IjgQuality) -> Result<Options, JpegError>> Trials<'p, F> {
    /// Transforms a sample of a picture.
    pub(super) fn new(picture: &'p Pixels<'p>, options: F) -> Result<Self, JpegError> {
        let any = options(IjgQuality::MOST)?;
        let sample = Sample::new(picture, &any, SMALL)?;
        let (_, [rows, columns]) = Encoder::new(any.clone()).mcus(picture)?;
        let restarts = match any.restart.interval(columns)? {
            0 => 0.0,
            interval => RESTART * ((rows * columns - 1) / interval) as f64,
        };
        let mut trials = Trials { picture, options, sample, sampled: [None; 101], ratio: 1.0, restarts, stuffed: 1.0 };
        trials.ratio = if trials.leaves_out(&any) { trials.sample.scale_of_rest } else { trials.sample.scale };
        Ok(trials)
    }

    /// Returns an estimate of the bytes of the file of a quality.
    pub(super) fn estimate(&mut self, quality: u8) -> Result<f64, JpegError> {
        let CountedSize { headers, data } = self.sampled(quality)?;
        Ok(headers as f64 + self.restarts + data as f64 * self.ratio)
    }

    /// Takes stuffed bytes into account: as many as in the sample's file of a quality.
    pub(super) fn stuff(&mut self, quality: u8) -> Result<(), JpegError> {
        let options = (self.options)(quality.into())?.with_restart(Restart::Never);
        if self.is_counted(&options) {
            let counted = self.sample.transformed.count_symbols(&options, Start::Counted)?.data;
            let written = self.sample.transformed.write_and_count(&options)?.data;
            if counted > 0 {
                self.stuffed = written as f64 / counted as f64;
                self.ratio *= self.stuffed;
            }
        }
        Ok(())
    }

    /// Returns whether the sample is smaller than the picture and not yet compared with more of it.
    pub(super) fn is_rough(&self) -> bool {
        !self.sample.is_whole
    }

    /// Returns the error of estimates, in errors of those from a sample of a quarter million pixels or more.
    pub(super) fn error(&self) -> f64 {
        self.sample.error
    }

    /// Compares the sample with a larger one, as plain files of a quality.
    pub(super) fn refine(&mut self, quality: u8) -> Result<(), JpegError> {
        let options = (self.options)(quality.into())?;
        let plain = plain(&options);
        let large = Sample::new(self.picture, &plain, LARGE)?;
        let counted = large.transformed.count_symbols(&plain, Start::LeftOut)?.data as f64 * large.scale_of_rest;
        let start = if self.leaves_out(&options) { Start::LeftOut } else { Start::Counted };
        let before = self.sample.transformed.count_symbols(&plain, start)?.data as f64;
        if before > 0.0 {
            self.ratio = self.stuffed * counted / before;
        }
        Ok(())
    }

    /// Returns the file of a quality, whose size the estimates then agree with.
    pub(super) fn write(&mut self, quality: u8) -> Result<Vec<u8>, JpegError> {
        let mut file = Vec::new();
        crate::jpeg::baseline::encode(self.picture, &(self.options)(quality.into())?, &mut file)?;
        let CountedSize { headers, data } = self.sampled(quality)?;
        if data > 0 {
            self.ratio = (file.len() as f64 - headers as f64 - self.restarts) / data as f64;
        }
        Ok(file)
    }

    /// Returns the size of the sample's file.
    fn sampled(&mut self, quality: u8) -> Result<CountedSize, JpegError> {
        let place = usize::from(quality);
        if let Some(size) = self.sampled[place] {
            return Ok(size);
        }
        let options = (self.options)(quality.into())?;
        let size = if self.leaves_out(&options) {
            self.sample.transformed.count_symbols(&options.with_restart(Restart::Never), Start::LeftOut)?
        } else {
            self.sample.transformed.count(&options.with_restart(Restart::Never))?
        };
        self.sampled[place] = Some(size);
        Ok(size)
    }

    /// Returns whether the files of the sample are counted, and not written.
    fn is_counted(&self, options: &Options) -> bool {
        options.progression == Progression::Sequential
    }

    /// Returns whether the first MCU of each part of the sample is left out.
    fn leaves_out(&self, options: &Options) -> bool {
        self.is_counted(options) && !self.sample.is_whole
    }
}

/// Returns options of a sequential file without a trellis.
fn plain(options: &Options) -> Options {
    let rounding = match options.rounding {
        Rounding::Trellis => Rounding::DeadZone(DeadZone::default()),
        rounding => rounding,
    };
    options.clone().with_rounding(rounding).with_progression(Progression::Sequential).with_restart(Restart::Never)
}
