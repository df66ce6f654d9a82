//! The coefficients of a whole picture: all rows of MCUs through the stages before entropy coding.
//!
//! Rows do not depend on each other, so threads share them.

use super::coefficients::Coefficients;
use super::colour::ColourConversion;
use super::components::{Components, Conversion};
use super::dct::{Block8x8, ForwardDct};
use super::downsample::Downsampler;
use super::encoder::{Stages, take_row};
use super::frame::Frame;
use super::options::Options;
use super::row_quantizer::RowQuantizer;
use crate::jpeg::JpegError;
use crate::jpeg::coefficients::{CoefficientBand, CoefficientPicture, Layout, Levels};
use crate::jpeg::progressive::ScanOptions;
use crate::picture::Pixels;
use crate::shared::jobs::{in_order, rows_of_a_job};
use fearless_simd::{Level, Simd, dispatch};
use std::sync::{Mutex, PoisonError};

/// Returns a picture of a frame's size whose coefficients are 0.
pub(super) fn blank(frame: &Frame) -> Result<CoefficientPicture, JpegError> {
    let layouts =
        frame.components.iter().map(|c| Layout { id: c.id, table: c.table, grid: c.blocks, per_mcu: c.per_mcu });
    CoefficientPicture::new(layouts, frame.mcu_grid())
}

/// Returns the options that concern the scans of a progressive file.
pub(super) fn scan_options(options: &Options) -> ScanOptions<'_> {
    let Options { progression, scans, restart, threads, .. } = options;
    ScanOptions { progression, scans: *scans, restart: *restart, threads: threads.get() }
}

/// The buffers of a row of MCUs between pixels and coefficients.
pub(super) struct RowFiller {
    components: Components,
    coefficients: Coefficients,
}

impl RowFiller {
    pub(super) fn new(frame: &Frame, conversion: Conversion) -> Self {
        RowFiller { components: Components::new(frame, conversion), coefficients: Coefficients::new(frame) }
    }

    /// Computes row `row` of MCUs of a band, counted from its top. The pixels start at row `top` of `picture`.
    pub(super) fn fill<D: ForwardDct, Q: RowQuantizer, C: ColourConversion, F: Downsampler>(
        &mut self,
        (frame, stages): (&Frame, &Stages<D, Q, C, F>),
        (picture, top): (&Pixels<'_>, usize),
        (band, row): (&mut CoefficientBand<'_>, usize),
    ) {
        let RowFiller { components, coefficients } = self;
        take_row(Level::new(), (components, coefficients), frame, stages, (picture, top), band.first + row);
        turn_row(frame, coefficients, (band, row));
    }
}

/// Turns the blocks of row `row` of MCUs of a band, counted from its top, into zigzag order.
pub(super) fn turn_row(frame: &Frame, coefficients: &Coefficients, (band, row): (&mut CoefficientBand<'_>, usize)) {
    let mcus = frame.row_of_mcus(band.first + row);
    for (c, component) in frame.components.iter().enumerate() {
        let held = component.blocks.overlap(&mcus);
        for (line, blocks) in band.lines(c, row).zip(coefficients.lines(c, &held)) {
            dispatch!(Level::new(), simd => turn(simd, line, blocks));
        }
    }
}

/// Turns blocks into zigzag order.
#[inline(always)]
fn turn<S: Simd>(simd: S, line: &mut [Levels], blocks: &[Block8x8]) {
    for (levels, block) in line.iter_mut().zip(blocks) {
        *levels = Levels::from_sparse(simd, block);
    }
}

/// Computes the coefficients of a picture on up to `threads` threads.
pub(super) fn fill<D: ForwardDct, Q: RowQuantizer, C: ColourConversion, F: Downsampler>(
    whole: &mut CoefficientPicture,
    (frame, conversion): (&Frame, Conversion),
    stages: &Stages<D, Q, C, F>,
    picture: &Pixels<'_>,
    threads: usize,
) -> Result<(), JpegError> {
    let [rows, _] = frame.mcu_grid();
    let jobs: Vec<_> = whole.bands(rows_of_a_job(rows, threads)).into_iter().map(Mutex::new).collect();
    let work = |job: &Mutex<CoefficientBand<'_>>, filler: &mut Option<RowFiller>| {
        let filler = filler.get_or_insert_with(|| RowFiller::new(frame, conversion));
        let mut band = job.lock().unwrap_or_else(PoisonError::into_inner);
        for row in 0..band.rows {
            let top = (band.first + row) * frame.rows_per_mcu;
            filler.fill((frame, stages), (picture, top), (&mut band, row));
        }
    };
    in_order(threads, &jobs, work, |_| Ok(()))
}
