//! [`Source`]: the quantised blocks of a picture, row of MCUs after row, for all drivers.
//!
//! They come from pixels, or from the coefficients that [`Transformed`](super::Transformed) has kept.

use super::colour::ColourConversion;
use super::dct::ForwardDct;
use super::downsample::Downsampler;
use super::encoder::{Stages, take_row};
use super::frame::Frame;
use super::row_quantizer::RowQuantizer;
use super::rows::RowBuffers;
use crate::jpeg::coefficients::DctPicture;
use crate::picture::Pixels;
use fearless_simd::Level;

/// A source of the quantised blocks of a picture.
pub(super) trait Source: Sync {
    /// Computes the coefficients of row `row` of MCUs.
    fn take(&self, level: Level, buffers: &mut RowBuffers, frame: &Frame, row: usize);
}

/// Pixels, which go through all stages.
pub(super) struct FromPixels<'p, D, Q, C, F> {
    pub(super) stages: &'p Stages<D, Q, C, F>,
    pub(super) pixels: Pixels<'p>,
    /// The row of MCUs of the picture that the pixels begin with.
    pub(super) first: usize,
}

impl<D: ForwardDct, Q: RowQuantizer, C: ColourConversion, F: Downsampler> Source for FromPixels<'_, D, Q, C, F> {
    fn take(&self, level: Level, buffers: &mut RowBuffers, frame: &Frame, row: usize) {
        let top = (row - self.first) * frame.rows_per_mcu();
        let buffers = (&mut buffers.components, &mut buffers.coefficients);
        take_row(level, buffers, frame, self.stages, (&self.pixels, top), row);
    }
}

/// Coefficients, which are quantised.
pub(super) struct FromDct<'p, Q> {
    pub(super) quantizer: &'p Q,
    pub(super) dct: &'p DctPicture,
}

impl<Q: RowQuantizer> Source for FromDct<'_, Q> {
    fn take(&self, level: Level, buffers: &mut RowBuffers, frame: &Frame, row: usize) {
        buffers.coefficients.quantize(level, self.quantizer, |c| self.dct.lines(c, row), (frame, row));
    }
}
