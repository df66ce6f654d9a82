//! [`ScanRows`]: rows of MCUs of a progressive file as they arrive, coded by all scans at once.

use super::file::File;
use super::source::Source;
use super::whole::RowFiller;
use crate::jpeg::JpegError;
use crate::jpeg::progressive::{Part, Parts, Plan};
use crate::shared::jobs::{Idle, Team};
use core::ops::Range;
use std::io::Write;

/// The parts that each thread codes of the rows that come together.
const PARTS_A_THREAD: usize = 2;

/// The rows of MCUs so far, by the scans of a file.
pub(super) struct ScanRows {
    plan: Plan,
    parts: Parts,
    threads: usize,
    team: Team,
    /// Parts to be used again. With one thread, that to which all rows belong.
    free: Idle<Part>,
    idle: Idle<RowFiller>,
}

impl ScanRows {
    /// Returns the rows of a file, none so far, for up to `threads` threads.
    pub(super) fn new(plan: Plan, threads: usize) -> Self {
        let parts = Parts::new(&plan);
        ScanRows { plan, parts, threads, team: Team::new(threads), free: Idle::default(), idle: Idle::default() }
    }

    /// Codes some rows of MCUs.
    pub(super) fn code(&mut self, file: &File, source: &impl Source, rows: Range<usize>) -> Result<(), JpegError> {
        let (frame, [all, _]) = (&*file.frame, file.frame.mcu_grid());
        let ScanRows { plan, parts, threads, team, free, idle } = self;
        let code = |part: &mut Part, rows: Range<usize>| {
            let code = |filler: &mut RowFiller| rows.for_each(|row| filler.code(frame, source, (part, row)));
            idle.with(|| RowFiller::new(file), code);
        };
        if *threads == 1 {
            let top = rows.start;
            let first = || {
                let mut part = Part::new(plan, all);
                part.begin(top);
                part
            };
            free.with(first, |part| code(part, rows));
            return Ok(());
        }
        let step = rows.len().div_ceil(PARTS_A_THREAD * *threads);
        let jobs: Vec<usize> = rows.clone().step_by(step).collect();
        let free = &*free;
        let work = |&first: &usize, part: &mut Option<Part>| {
            let part = part.insert(free.take(|| Part::new(plan, step)));
            part.begin(first);
            code(part, first..rows.end.min(first + step));
        };
        team.in_order(&jobs, work, |part: &mut Option<Part>| {
            if let Some(mut part) = part.take() {
                parts.take(&mut part);
                free.put(part);
            }
            Ok(())
        })
    }

    /// Writes the scans.
    pub(super) fn finish(mut self, sink: &mut impl Write) -> Result<(), JpegError> {
        if self.threads == 1 {
            self.parts.take(&mut self.free.take(|| Part::new(&self.plan, 0)));
        }
        self.plan.write(self.parts, sink)
    }
}
