//! A run: what the arguments say, many files at the same time, one failure at a time.

use crate::args::{Codec, Encode, Typed};
use crate::console::{Console, line, name};
use crate::job::{self, Failure, Job};
use crate::output;
use crate::progress::{Progress, Unit};
use crate::report::{Outcome, Report};
use crate::still::Stills;
use crate::usage;
use crate::video;
use rayon::prelude::*;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;

/// Threads for each core, at most: some wait for disks and for decoders that `--verify` runs, and more are of no use.
const THREADS_PER_CORE: NonZeroUsize = NonZeroUsize::new(4).unwrap();

/// What makes files.
enum Coder<'a> {
    Jpeg(Box<Stills<'a>>),
    H264,
}

/// What all jobs share.
struct Work<'a> {
    args: &'a Encode,
    coder: Coder<'a>,
    console: &'a Console,
    report: Report,
}

/// Encodes what the arguments say; `typed` are the switches among them.
pub(crate) fn run(args: &Encode, typed: &[Typed]) -> ExitCode {
    let codec = job::codec(args);
    usage::check(args, codec.as_ref().ok().copied(), typed);
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = args.threads.unwrap_or(cores).min(cores.saturating_mul(THREADS_PER_CORE));
    let jobs = match codec.and_then(|codec| job::plan(args, codec)) {
        Ok(jobs) => jobs,
        Err(Failure { file, error }) => return refuse(&format!("{}: {error}", name(&file))),
    };
    let is_video = jobs.iter().all(|job| job.codec == Codec::H264);
    let unit = if is_video && jobs.len() == 1 { Unit::Frames } else { Unit::Files(jobs.len()) };
    // Many files share the threads; one picture has them all, and a video one.
    let threads_each = NonZeroUsize::new(threads.get() / jobs.len()).unwrap_or(NonZeroUsize::MIN);
    let shares_pictures = args.restart.is_some() || args.is_lossless();
    let useful = if shares_pictures { threads.get() } else { threads.get().min(jobs.len().max(1)) };
    let pool = match rayon::ThreadPoolBuilder::new().num_threads(useful).build() {
        Ok(pool) => pool,
        Err(error) => return refuse(&format!("--threads {threads}: {error}")),
    };
    output::clean_up_on_interrupt();
    let console = Console::new(args.quiet, Progress::new(unit, args.quiet));
    let coder = if is_video {
        Coder::H264
    } else {
        match Stills::new(args, &console, threads_each) {
            Ok(stills) => Coder::Jpeg(Box::new(stills)),
            Err(error) => return refuse(&error.to_string()),
        }
    };
    let work = Work { args, coder, console: &console, report: Report::default() };
    let failures: usize = pool.install(|| jobs.par_iter().enumerate().map(|(place, job)| work.one(place, job)).sum());
    console.progress().finish();
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn refuse(text: &str) -> ExitCode {
    line(text);
    ExitCode::FAILURE
}

impl Work<'_> {
    /// Does one job and says what became of it; the number of failures, 0 or 1.
    fn one(&self, place: usize, job: &Job) -> usize {
        let result = match &self.coder {
            Coder::Jpeg(stills) => stills.encode(job),
            Coder::H264 => video::encode(job, self.args, self.console),
        };
        let outcome = match &result {
            Ok(outcome) => Some(outcome),
            Err(Failure { file, error }) => {
                self.console.error(file, error);
                None
            }
        };
        // The frames of a video were counted as they came.
        let still = outcome.filter(|_| job.codec != Codec::H264);
        self.console.progress().file(still.map_or(0, Outcome::pixels), still.map_or(0, |outcome| outcome.bytes));
        let reported = if self.args.json { self.report.add(place, outcome) } else { Ok(()) };
        if let Err(error) = &reported {
            self.console.error(Path::new("standard output"), error);
        }
        usize::from(result.is_err() || reported.is_err())
    }
}
