//! [`Source`]: the quantised blocks of a picture, row of MCUs after row, for the driver of a file.
//!
//! They come from pixels, or from the coefficients that [`Transformed`](super::Transformed) has kept.

use super::coefficients::Coefficients;
use super::colour::ColourConversion;
use super::dct::ForwardDct;
use super::downsample::Downsampler;
use super::encoder::Stages;
use super::file::File;
use super::row_quantizer::RowQuantizer;
use super::rows::RowCoder;
use super::whole;
use crate::jpeg::JpegError;
use crate::jpeg::coefficients::{CoefficientBand, CoefficientPicture, DctPicture};
use crate::picture::Pixels;
use crate::shared::jobs::{in_order, rows_of_a_job};
use std::sync::{Mutex, PoisonError};

/// A source of the quantised blocks of a picture.
pub(super) trait Source: Sync {
    /// Passes row `row` of MCUs to a coder.
    fn code(&self, coder: &mut RowCoder, row: usize);

    /// Computes all coefficients, on up to `threads` threads.
    fn fill(&self, whole: &mut CoefficientPicture, file: &File, threads: usize) -> Result<(), JpegError>;
}

/// Pixels, which go through all stages.
pub(super) struct FromPixels<'p, D, Q, C, F> {
    pub(super) picture: &'p Pixels<'p>,
    pub(super) stages: &'p Stages<D, Q, C, F>,
    /// Rows of the picture in a row of MCUs.
    pub(super) rows_per_mcu: usize,
}

impl<D: ForwardDct, Q: RowQuantizer, C: ColourConversion, F: Downsampler> Source for FromPixels<'_, D, Q, C, F> {
    fn code(&self, coder: &mut RowCoder, row: usize) {
        coder.code(self.stages, (self.picture, row * self.rows_per_mcu), row);
    }

    fn fill(&self, whole: &mut CoefficientPicture, file: &File, threads: usize) -> Result<(), JpegError> {
        whole::fill(whole, (&file.frame, file.conversion), self.stages, self.picture, threads)
    }
}

/// Coefficients, which are quantised.
pub(super) struct FromDct<'p, Q> {
    pub(super) dct: &'p DctPicture,
    pub(super) quantizer: &'p Q,
}

impl<Q: RowQuantizer> Source for FromDct<'_, Q> {
    fn code(&self, coder: &mut RowCoder, row: usize) {
        coder.code_quantized(self.quantizer, |c| self.dct.lines(c, row), row);
    }

    fn fill(&self, whole: &mut CoefficientPicture, file: &File, threads: usize) -> Result<(), JpegError> {
        let frame = &*file.frame;
        let jobs: Vec<_> = whole.bands(rows_of_a_job(self.dct.rows(), threads)).into_iter().map(Mutex::new).collect();
        let work = |job: &Mutex<CoefficientBand<'_>>, coefficients: &mut Option<Coefficients>| {
            let coefficients = coefficients.get_or_insert_with(|| Coefficients::new(frame));
            let mut band = job.lock().unwrap_or_else(PoisonError::into_inner);
            for row in 0..band.rows {
                let lines = |c| self.dct.lines(c, band.first + row);
                coefficients.quantize(self.quantizer, lines, (frame, band.first + row));
                whole::turn_row(frame, coefficients, (&mut band, row));
            }
        };
        in_order(threads, &jobs, work, |_| Ok(()))
    }
}
