//! [`ScanRows`]: rows of MCUs of a progressive file as they arrive, coded by all scans at once.

use super::colour::ColourConversion;
use super::dct::ForwardDct;
use super::downsample::Downsampler;
use super::encoder::Stages;
use super::file::File;
use super::quantize::Quantizer;
use super::whole::RowFiller;
use crate::jpeg::JpegError;
use crate::jpeg::progressive::{Part, Parts, Plan};
use crate::picture::Pixels;
use crate::shared::jobs::Team;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// The parts that each thread codes of the rows that come together.
const PARTS_A_THREAD: usize = 2;

/// The rows of MCUs so far, by the scans of a file.
pub(super) struct ScanRows {
    plan: Plan,
    parts: Parts,
    threads: usize,
    team: Team,
    /// Buffers that no thread uses. With one thread, those of the part that all rows belong to.
    idle: Mutex<Vec<(RowFiller, Part)>>,
}

impl ScanRows {
    /// Returns the rows of a file, none so far, for up to `threads` threads.
    pub(super) fn new(plan: Plan, threads: usize) -> Self {
        let parts = Parts::new(&plan);
        ScanRows { plan, parts, threads, team: Team::new(threads), idle: Mutex::default() }
    }

    /// Codes rows of MCUs from `first` on, whose pixels are `band`.
    pub(super) fn code<D: ForwardDct, Q: Quantizer, C: ColourConversion, F: Downsampler>(
        &mut self,
        (file, stages): (&File, &Stages<D, Q, C, F>),
        band: &Pixels<'_>,
        first: usize,
    ) -> Result<(), JpegError> {
        let (frame, [all, _]) = (&*file.frame, file.frame.mcu_grid());
        let rows = band.height().div_ceil(frame.rows_per_mcu);
        let ScanRows { plan, parts, threads, team, idle } = self;
        let buffers = |rows| (RowFiller::new(frame, file.conversion), Part::new(plan, rows));
        let code = |(filler, part): &mut (RowFiller, Part), rows: core::ops::Range<usize>| {
            for row in rows {
                filler.code((frame, stages), (band, row * frame.rows_per_mcu), (part, first + row));
            }
        };
        if *threads == 1 {
            let idle = idle.get_mut().unwrap_or_else(PoisonError::into_inner);
            if idle.is_empty() {
                idle.push(buffers(all));
                idle[0].1.begin(first);
            }
            code(&mut idle[0], 0..rows);
            return Ok(());
        }
        let step = rows.div_ceil(PARTS_A_THREAD * *threads);
        let jobs: Vec<usize> = (0..rows).step_by(step).collect();
        let idle = || idle.lock().unwrap_or_else(PoisonError::into_inner);
        let work = |&top: &usize, done: &mut Option<(RowFiller, Part)>| {
            let free = idle().pop();
            let done = done.insert(free.unwrap_or_else(|| buffers(step)));
            done.1.begin(first + top);
            code(done, top..rows.min(top + step));
        };
        team.in_order(&jobs, work, |done: &mut Option<(RowFiller, Part)>| {
            if let Some(mut done) = done.take() {
                parts.take(&mut done.1);
                idle().push(done);
            }
            Ok(())
        })
    }

    /// Writes the scans.
    pub(super) fn finish(mut self, sink: &mut impl Write) -> Result<(), JpegError> {
        if self.threads == 1 {
            let idle = self.idle.get_mut().unwrap_or_else(PoisonError::into_inner);
            idle.iter_mut().for_each(|(_, part)| self.parts.take(part));
        }
        self.plan.write(self.parts, sink)
    }
}
