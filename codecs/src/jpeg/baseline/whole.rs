//! The coefficients of a whole picture: all rows of MCUs through the stages before entropy coding.
//!
//! Rows do not depend on each other, so threads share them.

use super::colour::ColourConversion;
use super::components::Conversion;
use super::dct::{Block8x8, ForwardDct};
use super::downsample::Downsampler;
use super::encoder::Stages;
use super::frame::{Component, Frame};
use super::options::Options;
use super::quantize::Quantizer;
use super::rows::RowBuffers;
use crate::jpeg::JpegError;
use crate::jpeg::coefficients::{CoefficientBand, CoefficientPicture, Layout, Layouts, Levels};
use crate::jpeg::progressive::{Part, Parts, Plan, ScanOptions};
use crate::picture::Pixels;
use crate::shared::jobs::{Idle, in_order, rows_of_a_job};
use fearless_simd::{Level, Simd, dispatch};
use std::sync::{Mutex, PoisonError};

/// Returns the components of a frame.
pub(super) fn layouts(frame: &Frame) -> Layouts {
    let layout = |c: &Component| Layout { id: c.id, table: c.table, grid: c.blocks, per_mcu: c.per_mcu };
    Layouts { components: frame.components.iter().map(layout).collect(), mcus: frame.mcu_grid() }
}

/// Returns the options that concern the scans of a progressive file.
pub(super) fn scan_options(options: &Options) -> ScanOptions<'_> {
    let Options { progression, scans, restart, threads, .. } = options;
    ScanOptions { progression, scans: *scans, restart: *restart, threads: threads.get() }
}

/// The buffers of a row of MCUs between pixels and coefficients.
pub(super) struct RowFiller {
    level: Level,
    buffers: RowBuffers,
    /// A row of blocks in zigzag order.
    line: Vec<Levels>,
}

impl RowFiller {
    pub(super) fn new(frame: &Frame, conversion: Conversion) -> Self {
        RowFiller { level: Level::new(), buffers: RowBuffers::new(frame, conversion), line: Vec::new() }
    }

    /// Computes row `row` of MCUs of a band, counted from its top. The pixels start at row `top` of `picture`.
    pub(super) fn fill<D: ForwardDct, Q: Quantizer, C: ColourConversion, F: Downsampler>(
        &mut self,
        (frame, stages): (&Frame, &Stages<D, Q, C, F>),
        (picture, top): (&Pixels<'_>, usize),
        (band, row): (&mut CoefficientBand<'_>, usize),
    ) {
        let RowFiller { level, buffers, .. } = self;
        buffers.take(*level, (frame, stages), picture, top);
        let mcus = frame.row_of_mcus(band.first + row);
        for (c, component) in frame.components.iter().enumerate() {
            let held = component.blocks.overlap(&mcus);
            for (line, blocks) in band.lines(c, row).zip(buffers.coefficients.lines(c, &held)) {
                dispatch!(*level, simd => turn(simd, line, blocks));
            }
        }
    }

    /// Computes row `row` of MCUs and passes it to a part of the scans of a file. The pixels start at row `top` of
    /// `picture`.
    pub(super) fn code<D: ForwardDct, Q: Quantizer, C: ColourConversion, F: Downsampler>(
        &mut self,
        (frame, stages): (&Frame, &Stages<D, Q, C, F>),
        (picture, top): (&Pixels<'_>, usize),
        (part, row): (&mut Part, usize),
    ) {
        let RowFiller { level, buffers, line } = self;
        buffers.take(*level, (frame, stages), picture, top);
        let mcus = frame.row_of_mcus(row);
        for (c, component) in frame.components.iter().enumerate() {
            let held = component.blocks.overlap(&mcus);
            for blocks in buffers.coefficients.lines(c, &held) {
                line.resize(blocks.len(), Levels::default());
                dispatch!(*level, simd => turn(simd, line, blocks));
                part.take(c, line);
            }
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
pub(super) fn fill<D: ForwardDct, Q: Quantizer, C: ColourConversion, F: Downsampler>(
    whole: &mut CoefficientPicture,
    (frame, conversion): (&Frame, Conversion),
    stages: &Stages<D, Q, C, F>,
    picture: &Pixels<'_>,
    threads: usize,
) -> Result<(), JpegError> {
    let [rows, _] = frame.mcu_grid();
    let jobs: Vec<_> = whole.bands(rows_of_a_job(rows, threads)).into_iter().map(Mutex::new).collect();
    let idle = Idle::default();
    let work = |job: &Mutex<CoefficientBand<'_>>, (): &mut ()| {
        let mut band = job.lock().unwrap_or_else(PoisonError::into_inner);
        let fill = |filler: &mut RowFiller| {
            for row in 0..band.rows {
                let top = (band.first + row) * frame.rows_per_mcu;
                filler.fill((frame, stages), (picture, top), (&mut band, row));
            }
        };
        idle.with(|| RowFiller::new(frame, conversion), fill);
    };
    in_order(threads, &jobs, work, |()| Ok(()))
}

/// Codes the rows of a picture by all scans of a file on up to `threads` threads.
pub(super) fn code<D: ForwardDct, Q: Quantizer, C: ColourConversion, F: Downsampler>(
    plan: &Plan,
    (frame, conversion): (&Frame, Conversion),
    stages: &Stages<D, Q, C, F>,
    picture: &Pixels<'_>,
    threads: usize,
) -> Result<Parts, JpegError> {
    let [rows, _] = frame.mcu_grid();
    let step = rows_of_a_job(rows, threads);
    let jobs: Vec<usize> = (0..rows).step_by(step).collect();
    let idle = Idle::default();
    let work = |&first: &usize, part: &mut Option<Part>| {
        let part = part.get_or_insert_with(|| Part::new(plan, step));
        part.begin(first);
        let code = |filler: &mut RowFiller| {
            for row in first..rows.min(first + step) {
                filler.code((frame, stages), (picture, row * frame.rows_per_mcu), (part, row));
            }
        };
        idle.with(|| RowFiller::new(frame, conversion), code);
    };
    let mut parts = Parts::new(plan);
    in_order(threads, &jobs, work, |part: &mut Option<Part>| {
        part.iter_mut().for_each(|part| parts.take(part));
        Ok::<(), JpegError>(())
    })?;
    Ok(parts)
}
