//! The coefficients of a whole picture: all rows of MCUs through the stages before entropy coding.
//!
//! Rows do not depend on each other, so threads share them.

use super::dct::Block8x8;
use super::file::File;
use super::frame::{Component, Frame};
use super::options::Options;
use super::rows::RowBuffers;
use super::source::Source;
use crate::jpeg::JpegError;
use crate::jpeg::coefficients::{CoefficientBand, CoefficientPicture, Layout, Layouts, Levels};
use crate::jpeg::progressive::{Part, Parts, Plan, ScanOptions};
use crate::shared::dispatch::dispatch_wide;
use crate::shared::jobs::{Idle, in_order, rows_of_a_job};
use fearless_simd::{Level, Simd};
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
    pub(super) fn new(file: &File) -> Self {
        RowFiller { level: Level::new(), buffers: file.buffers(), line: Vec::new() }
    }

    /// Computes row `row` of MCUs of a band, counted from its top.
    pub(super) fn fill(&mut self, frame: &Frame, source: &dyn Source, (band, row): (&mut CoefficientBand<'_>, usize)) {
        let RowFiller { level, buffers, .. } = self;
        source.take(*level, buffers, frame, band.first + row);
        let mcus = frame.row_of_mcus(band.first + row);
        for (c, component) in frame.components.iter().enumerate() {
            let held = component.blocks.overlap(&mcus);
            for (line, blocks) in band.lines(c, row).zip(buffers.coefficients.lines(c, &held)) {
                dispatch_wide!(*level, simd => turn(simd, line, blocks));
            }
        }
    }

    /// Computes row `row` of MCUs and passes it to a part of the scans of a file.
    pub(super) fn code(&mut self, frame: &Frame, source: &dyn Source, (part, row): (&mut Part, usize)) {
        let RowFiller { level, buffers, line } = self;
        source.take(*level, buffers, frame, row);
        let mcus = frame.row_of_mcus(row);
        for (c, component) in frame.components.iter().enumerate() {
            let held = component.blocks.overlap(&mcus);
            for blocks in buffers.coefficients.lines(c, &held) {
                line.resize(blocks.len(), Levels::default());
                dispatch_wide!(*level, simd => turn(simd, line, blocks));
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
pub(super) fn fill(
    whole: &mut CoefficientPicture,
    file: &File,
    source: &dyn Source,
    threads: usize,
) -> Result<(), JpegError> {
    let (frame, [rows, _]) = (&*file.frame, file.frame.mcu_grid());
    let jobs: Vec<_> = whole.bands(rows_of_a_job(rows, threads)).into_iter().map(Mutex::new).collect();
    let idle = Idle::default();
    let work = |job: &Mutex<CoefficientBand<'_>>, (): &mut ()| {
        let mut band = job.lock().unwrap_or_else(PoisonError::into_inner);
        let fill = |filler: &mut RowFiller| (0..band.rows).for_each(|row| filler.fill(frame, source, (&mut band, row)));
        idle.with(|| RowFiller::new(file), fill);
    };
    in_order(threads, &jobs, work, |()| Ok(()))
}

/// Codes the rows of a picture by all scans of a file on up to `threads` threads.
pub(super) fn code(plan: &Plan, file: &File, source: &dyn Source, threads: usize) -> Result<Parts, JpegError> {
    let idle = Idle::default();
    Parts::of_rows(plan, threads, |rows, part| {
        let code = |filler: &mut RowFiller| rows.for_each(|row| filler.code(&file.frame, source, (part, row)));
        idle.with(|| RowFiller::new(file), code);
    })
}
