//! A run: the files that the arguments name are encoded in parallel, with independent failures.

use crate::args::{Codec, Encode, Typed};
use crate::console::{Console, name};
use crate::error::Error;
use crate::inputs::{self, Inputs};
use crate::job::{self, Failure, Job};
use crate::new_folders;
use crate::output;
use crate::progress::{Progress, Unit};
use crate::report::{self, Outcome, Report};
use crate::stderr::{self, line};
use crate::still::Stills;
use crate::summary::Summary;
use crate::times::{self, Times};
use crate::usage;
use crate::video;
use rayon::prelude::*;
use serde_json::Value;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;

/// The maximal number of threads per core: some wait for disks and for the decoders of `--verify`, but more do not
/// help.
const THREADS_PER_CORE: NonZeroUsize = NonZeroUsize::new(4).unwrap();

/// The encoder of a run.
enum Coder<'a> {
    Jpeg(Box<Stills<'a>>),
    /// With the number of threads for one video.
    H264(NonZeroUsize),
}

/// The state that all jobs share.
struct Work<'a> {
    args: &'a Encode,
    coder: Coder<'a>,
    console: &'a Console,
    report: Report,
    summary: &'a Summary,
}

/// Runs the encoding that the arguments describe; `typed` are the switches given on the command line.
pub(crate) fn run(args: &Encode, typed: &[Typed]) -> ExitCode {
    let codec = job::codec(args);
    usage::check(args, codec.as_ref().ok().copied(), typed);
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = args.threads.unwrap_or(cores).min(cores.saturating_mul(THREADS_PER_CORE));
    let planned = codec.and_then(|codec| {
        let Inputs { files, left_out, failures } = inputs::list(args, codec);
        Ok((job::plan(args, codec, files)?, left_out, failures))
    });
    let (jobs, left_out, unread) = match planned {
        Ok(planned) => planned,
        Err(Failure { file, error }) => return refuse(&format!("{}: {error}", name(&file))),
    };
    let is_video = jobs.iter().all(|job| job.codec == Codec::H264);
    let unit = if is_video && jobs.len() == 1 { Unit::Frames } else { Unit::Files(jobs.len()) };
    // Many files share the threads; one picture or one video has them all, and starts those that it has work for.
    let threads_each = NonZeroUsize::new(threads.get() / jobs.len().max(1)).unwrap_or(NonZeroUsize::MIN);
    let useful = if is_video { threads.get().min(jobs.len()) } else { threads.get() };
    let pool = (jobs.len() > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(useful).build());
    let pool = match pool.transpose() {
        Ok(pool) => pool,
        Err(error) => return refuse(&format!("--threads {threads}: {error}")),
    };
    output::clean_up_on_interrupt();
    let summary = Summary::new();
    let console = Console::new(args.quiet, args.verbose, Progress::new(unit, args.quiet));
    let coder = if is_video {
        Coder::H264(threads_each)
    } else {
        match Stills::new(args, &console, threads_each) {
            Ok(stills) => Coder::Jpeg(Box::new(stills)),
            Err(error) => return refuse(&error.to_string()),
        }
    };
    for (file, reason) in &left_out {
        console.detail(file, || format!("left out: {reason}"));
    }
    for Failure { file, error } in &unread {
        console.error(file, error);
    }
    summary.failed(unread.len());
    let work = Work { args, coder, console: &console, report: Report::default(), summary: &summary };
    match &pool {
        Some(pool) => pool.install(|| jobs.par_iter().enumerate().for_each(|(place, job)| work.one(place, job))),
        None => jobs.iter().enumerate().for_each(|(place, job)| work.one(place, job)),
    }
    console.progress().finish();
    new_folders::remove_empty();
    if let Some(line) = summary.line().filter(|_| !args.quiet && !args.json) {
        stderr::line(&line);
    }
    if summary.failures() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn refuse(text: &str) -> ExitCode {
    line(text);
    ExitCode::FAILURE
}

impl Work<'_> {
    /// Does one job, or finds that its output can stay, and reports the result.
    fn one(&self, place: usize, job: &Job) {
        if let Some(reason) = times::reason_to_skip(&self.args.files, job) {
            self.console.detail(&job.output, || format!("skipped: {reason}"));
            self.console.progress().file(0, 0);
            return match self.report(place, Some(report::skipped(job))) {
                Ok(()) => self.summary.skipped(),
                Err(_) => self.summary.failed(1),
            };
        }
        let result = self.encode(job);
        let outcome = match &result {
            Ok(outcome) => Some(outcome),
            Err(Failure { file, error }) => {
                self.console.error(file, error);
                None
            }
        };
        // The frames of a video were already counted one by one.
        let still = outcome.filter(|_| job.codec != Codec::H264);
        self.console.progress().file(still.map_or(0, Outcome::pixels), still.map_or(0, |outcome| outcome.bytes));
        let reported = self.report(place, outcome.filter(|_| self.args.json).map(Outcome::json));
        match outcome.filter(|_| reported.is_ok()) {
            Some(outcome) => self.summary.written(outcome),
            None => self.summary.failed(1),
        }
    }

    fn encode(&self, job: &Job) -> Result<Outcome, Failure> {
        // The times are taken before the input is read, as reading changes the time of the last access.
        let times = self.args.files.preserve.then(|| Times::of(&job.input)).transpose();
        let times = times.map_err(|error| Failure { file: job.input.clone(), error })?;
        let outcome = match self.coder {
            Coder::Jpeg(ref stills) => stills.encode(job),
            Coder::H264(threads) => video::encode(job, self.args, threads, self.console),
        }?;
        match times.map(|times| times.set(&job.output)) {
            Some(Err(error)) => Err(Failure { file: job.output.clone(), error }),
            _ => Ok(outcome),
        }
    }

    /// Writes the object of a job for `--json`; reports a failure to do so.
    fn report(&self, place: usize, object: Option<Value>) -> Result<(), Error> {
        let reported = if self.args.json { self.report.add(place, object) } else { Ok(()) };
        if let Err(error) = &reported {
            self.console.error(Path::new("standard output"), error);
        }
        reported
    }
}
