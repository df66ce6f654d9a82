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
    pub(super) fn code(&mut self, file: &File, source: &dyn Source, rows: Range<usize>) -> Result<(), JpegError> {
        let step = rows.len().div_ceil(PARTS_A_THREAD * self.threads);
        let (one_thread, [all, _]) = (self.threads == 1, file.frame.mcu_grid());
        let (team, parts, coder) = self.split(file, step);
        if one_thread {
            let top = rows.start;
            let first = || {
                let mut part = Part::new(coder.plan, all);
                part.begin(top);
                part
            };
            coder.free.with(first, |part| coder.fill(part, source, rows));
            return Ok(());
        }
        let jobs: Vec<usize> = rows.clone().step_by(step).collect();
        let work = |&first: &usize, part: &mut Option<Part>| {
            *part = Some(coder.part(source, first..rows.end.min(first + step)));
        };
        team.in_order(&jobs, work, |part: &mut Option<Part>| {
            coder.join(parts, part.take());
            Ok(())
        })
    }

    /// Returns the threads, the parts so far, and a coder of parts of about `rows` rows of MCUs.
    pub(super) fn split<'s>(&'s mut self, file: &'s File, rows: usize) -> (&'s mut Team, &'s mut Parts, PartCoder<'s>) {
        let ScanRows { plan, parts, team, free, idle, .. } = self;
        (team, parts, PartCoder { plan, file, rows, free, idle })
    }

    /// Writes the scans.
    pub(super) fn finish(mut self, sink: &mut dyn Write) -> Result<(), JpegError> {
        if self.threads == 1 {
            self.parts.take(&mut self.free.take(|| Part::new(&self.plan, 0)));
        }
        self.plan.write(self.parts, sink)
    }
}

/// A coder of parts of a progressive file.
#[derive(Clone, Copy)]
pub(super) struct PartCoder<'s> {
    plan: &'s Plan,
    file: &'s File,
    rows: usize,
    free: &'s Idle<Part>,
    idle: &'s Idle<RowFiller>,
}

impl PartCoder<'_> {
    /// Codes some rows of MCUs as a part.
    pub(super) fn part(&self, source: &dyn Source, rows: Range<usize>) -> Part {
        let mut part = self.free.take(|| Part::new(self.plan, self.rows));
        part.begin(rows.start);
        self.fill(&mut part, source, rows);
        part
    }

    /// Joins a part to those above it.
    pub(super) fn join(&self, parts: &mut Parts, part: Option<Part>) {
        if let Some(mut part) = part {
            parts.take(&mut part);
            self.free.put(part);
        }
    }

    fn fill(&self, part: &mut Part, source: &dyn Source, rows: Range<usize>) {
        let code =
            |filler: &mut RowFiller| rows.for_each(|row| filler.code(&self.file.frame, source, (&mut *part, row)));
        self.idle.with(|| RowFiller::new(self.file), code);
    }
}
