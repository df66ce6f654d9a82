//! [`Part`]: some rows of MCUs coded by all scans at once. [`Parts`] joins them from the top down.
//!
//! A row of blocks is coded by every AC scan of its component while it is in the cache, so the coefficients of the picture
//! are never kept. What does not lie within a part is known when it is joined:
//!
//! ```text
//!   AC scan   the blocks before the first symbol of a part continue the run of blocks at the end of the part before
//!   DC scans  coded when all DC coefficients are known
//! ```

use super::ac_coder::AcCoder;
use super::dc::DcPlanes;
use super::end_of_band::{Band, EndOfBand};
use super::file::Plan;
use super::restarts::Restarts;
use super::tokens::{TokenSink, Tokens};
use crate::jpeg::JpegError;
use crate::jpeg::coefficients::Levels;
use crate::shared::dispatch::dispatch_wide;
use crate::shared::jobs::{in_order, rows_of_a_job};
use core::ops::Range;
use fearless_simd::Level;

/// The rows of MCUs that were taken since the part was begun.
pub(in crate::jpeg) struct Part {
    level: Level,
    scans: Vec<PartOfScan>,
    components: Vec<PartOfComponent>,
    /// `true` if the plan has scans of DC coefficients.
    keeps_dc: bool,
}

struct PartOfScan {
    component: usize,
    coder: AcCoder,
    tokens: TokenSink,
}

struct PartOfComponent {
    /// The columns of blocks, and the rows of blocks in an MCU.
    columns: usize,
    rows_per_mcu: usize,
    dc: Vec<i16>,
}

impl Part {
    /// Returns a part of about `rows` rows of MCUs.
    pub(in crate::jpeg) fn new(plan: &Plan, rows: usize) -> Self {
        let components = plan.layouts().components.iter().map(|layout| {
            let ([_, columns], [rows_per_mcu, _]) = (layout.size(), layout.per_mcu);
            PartOfComponent { columns, rows_per_mcu, dc: Vec::new() }
        });
        let components: Vec<_> = components.collect();
        let scans = plan.ac_scans().map(|(component, scan, interval)| {
            let PartOfComponent { columns, rows_per_mcu, .. } = components[component];
            let band = Band::new(scan, plan.layouts().components[component].table);
            let coder = AcCoder::new(band, scan.high > 0, Restarts::new(interval));
            PartOfScan { component, coder, tokens: TokenSink::new(rows * rows_per_mcu * columns) }
        });
        Part { level: Level::new(), scans: scans.collect(), components, keeps_dc: plan.has_dc_scans() }
    }

    /// Begins with row `row` of MCUs.
    pub(in crate::jpeg) fn begin(&mut self, row: usize) {
        for scan in &mut self.scans {
            let PartOfComponent { columns, rows_per_mcu, .. } = self.components[scan.component];
            scan.coder.begin_part(row * rows_per_mcu * columns);
        }
        self.components.iter_mut().for_each(|component| component.dc.clear());
    }

    /// Takes the next row of blocks of component `c`.
    pub(in crate::jpeg) fn take(&mut self, c: usize, line: &[Levels]) {
        if self.keeps_dc {
            self.components[c].dc.extend(line.iter().map(|levels| levels.0[0]));
        }
        for scan in self.scans.iter_mut().filter(|scan| scan.component == c) {
            let PartOfScan { coder, tokens, .. } = scan;
            dispatch_wide!(self.level, simd => coder.line(simd, line, tokens));
        }
    }
}

/// The parts of a picture so far.
pub(in crate::jpeg) struct Parts {
    /// The run of blocks at the end of each AC scan, and its tokens in parts.
    scans: Vec<(EndOfBand, Vec<Tokens>)>,
    dc: DcPlanes,
}

impl Parts {
    /// Returns no parts.
    pub(in crate::jpeg) fn new(plan: &Plan) -> Self {
        let scans = plan.ac_scans().map(|_| Default::default()).collect();
        Parts { scans, dc: DcPlanes::empty(plan.layouts().components.len()) }
    }

    /// Codes all rows of MCUs of a picture on up to `threads` threads; `code` passes rows to a part.
    ///
    /// # Errors
    /// The system's error if a thread cannot be started.
    pub(in crate::jpeg) fn of_rows(
        plan: &Plan,
        threads: usize,
        code: impl Fn(Range<usize>, &mut Part) + Sync,
    ) -> Result<Self, JpegError> {
        let [rows, _] = plan.layouts().mcus;
        let step = rows_of_a_job(rows, threads);
        let jobs: Vec<usize> = (0..rows).step_by(step).collect();
        let work = |&first: &usize, part: &mut Option<Part>| {
            let part = part.get_or_insert_with(|| Part::new(plan, step));
            part.begin(first);
            code(first..rows.min(first + step), part);
        };
        let mut parts = Parts::new(plan);
        in_order(threads, &jobs, work, |part: &mut Option<Part>| {
            part.iter_mut().for_each(|part| parts.take(part));
            Ok::<(), JpegError>(())
        })?;
        Ok(parts)
    }

    /// Takes the next part.
    pub(in crate::jpeg) fn take(&mut self, part: &mut Part) {
        for ((ended, parts), PartOfScan { coder, tokens, .. }) in self.scans.iter_mut().zip(&mut part.scans) {
            let mut front = TokenSink::new(0);
            ended.join(coder.ended(), coder.table(), &mut front);
            let mut tokens = tokens.take();
            tokens.put_in_front(front.take());
            parts.push(tokens);
        }
        for (c, component) in part.components.iter().enumerate() {
            self.dc.append(c, &component.dc);
        }
    }

    /// Returns the tokens of each AC scan in parts, and the DC coefficients.
    pub(super) fn finish(self) -> (Vec<Vec<Tokens>>, DcPlanes) {
        let finish = |(mut ended, mut parts): (EndOfBand, Vec<Tokens>)| {
            let mut last = TokenSink::new(0);
            ended.write(0, &mut last);
            match parts.last_mut() {
                Some(tokens) => tokens.append(last.take()),
                None => parts.push(last.take()),
            }
            parts
        };
        (self.scans.into_iter().map(finish).collect(), self.dc)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jpeg::coefficients::CoefficientPicture;
    use crate::jpeg::progressive::file::ScanOptions;
    use crate::jpeg::progressive::plain::{blocks, picture};
    use crate::jpeg::progressive::{Progression, Scan, Script};
    use crate::jpeg::{Restart, Scans};
    use noise::Noise;

    /// Returns the scans of a picture coded in parts of `step` rows of MCUs.
    fn written(picture: &CoefficientPicture, options: &ScanOptions<'_>, step: usize) -> Vec<u8> {
        let layouts = picture.layouts();
        let plan = Plan::given(&layouts, options).unwrap().unwrap();
        let (mut part, mut parts) = (Part::new(&plan, step), Parts::new(&plan));
        for first in (0..layouts.mcus[0]).step_by(step) {
            part.begin(first);
            for row in first..layouts.mcus[0].min(first + step) {
                for (c, component) in picture.components().iter().enumerate() {
                    component.lines_of_mcus(row).for_each(|line| part.take(c, line));
                }
            }
            parts.take(&mut part);
        }
        let mut bytes = Vec::new();
        plan.write(parts, &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn parts_and_threads_do_not_change_a_byte() {
        let mut noise = Noise::new(25);
        let script = Script::new(vec![
            Scan::dc(0..2, 0, 1),
            Scan::ac(0, 1..=63, 0, 1),
            Scan::ac(1, 1..=20, 0, 3),
            Scan::ac(1, 1..=20, 3, 2),
            Scan::ac(0, 1..=63, 1, 0),
            Scan::dc(0..2, 1, 0),
        ]);
        let progression = Progression::Script(script.unwrap());
        for sparse in [1, 4, 64, 2000, 1_000_000] {
            // With many correction bits, a run of blocks is written before a symbol comes.
            let picture = picture(&[[2, 2], [1, 1]], [23, 9], || match sparse {
                1 => Levels([7; 64]),
                _ => blocks(&mut noise, sparse),
            });
            for restart in [Restart::Never, Restart::Rows(1), Restart::Mcus(7)] {
                let options =
                    |threads| ScanOptions { progression: &progression, scans: Scans::Interleaved, restart, threads };
                let whole = written(&picture, &options(1), 23);
                for (step, threads) in [(1, 1), (5, 1), (23, 2), (2, 3), (1, 8)] {
                    assert!(
                        written(&picture, &options(threads), step) == whole,
                        "one in {sparse}, {restart:?}, {step}"
                    );
                }
            }
        }
    }

    #[test]
    fn runs_of_blocks_longer_than_a_symbol_are_joined() {
        let picture = picture(&[[1, 1]], [300, 250], Levels::default);
        let progression = Progression::Standard;
        let options =
            ScanOptions { progression: &progression, scans: Scans::Interleaved, restart: Restart::Never, threads: 1 };
        let whole = written(&picture, &options, 300);
        [1, 7, 200].iter().for_each(|&step| assert_eq!(written(&picture, &options, step), whole));
    }
}
