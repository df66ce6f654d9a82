//! A run: which input becomes which file, many at the same time, one failure at a time.

use crate::args::{Arguments, Codec, Depth, Encode};
use crate::console::{Console, line, name};
use crate::error::Error;
use crate::input::{self, Note, ReadOptions, source};
use crate::output;
use crate::progress::Progress;
use crate::report::{Outcome, Report};
use crate::settings::Settings;
use crate::target_size;
use crate::verify;
use clap::CommandFactory as _;
use clap::error::ErrorKind;
use codecs::shared::trace::TextTrace;
use rayon::prelude::*;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// One input and its output, `-` for standard input and output.
struct Job {
    input: PathBuf,
    output: PathBuf,
}

/// An error and the file it belongs to.
struct Failure {
    file: PathBuf,
    error: Error,
}

/// What all jobs share.
struct Work<'a> {
    args: &'a Encode,
    settings: Settings,
    read: ReadOptions,
    console: Console,
    report: Report,
}

/// Encodes what the arguments say.
pub(crate) fn run(args: &Encode) -> ExitCode {
    check_usage(args);
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = args.threads.unwrap_or(cores);
    let jobs = match plan(args) {
        Ok(jobs) => jobs,
        Err(Failure { file, error }) => return refuse(&format!("{}: {error}", name(&file))),
    };
    // Many pictures share the threads; one has them all.
    let threads_each = NonZeroUsize::new(threads.get() / jobs.len()).unwrap_or(NonZeroUsize::MIN);
    let settings = match Settings::new(args, threads_each) {
        Ok(settings) => settings,
        Err(error) => return refuse(&error.to_string()),
    };
    let pool = match rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build() {
        Ok(pool) => pool,
        Err(error) => return refuse(&format!("--threads {threads}: {error}")),
    };
    output::clean_up_on_interrupt();
    let console = Console::new(args.quiet, Progress::new(jobs.len(), args.quiet));
    let depth = if args.is_lossless() { Depth::Keep } else { args.depth.unwrap_or_default() };
    let read = ReadOptions { background: args.background, depth, strip: args.strip };
    let work = Work { args, settings, read, console, report: Report::default() };
    let failures: usize = pool.install(|| jobs.par_iter().enumerate().map(|(place, job)| work.one(place, job)).sum());
    work.console.progress().finish();
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn refuse(text: &str) -> ExitCode {
    line(text);
    ExitCode::FAILURE
}

/// What makes no sense whatever the files are: status 2.
fn check_usage(args: &Encode) {
    let to_stdout = args.output.as_deref().is_some_and(source::is_dash);
    let from_stdin = args.inputs.iter().filter(|input| source::is_dash(input)).count();
    if let Some(wrong) = other_process(args) {
        Arguments::command().error(ErrorKind::ArgumentConflict, wrong).exit()
    }
    let wrong = if args.inputs.len() > 1 && args.output.is_some() {
        "several inputs need --out-dir DIR, not -o OUTPUT"
    } else if args.inputs.len() > 1 && args.trace.is_some() {
        "--trace is for one input"
    } else if from_stdin > 0 && args.out_dir.is_some() {
        "standard input has no name to make an output's of: use -o OUTPUT"
    } else if to_stdout && args.codec.is_none() && !args.lossless {
        "-o - needs --codec, as it has no ending that says what to write"
    } else if to_stdout && args.json {
        "--json and -o - both want standard output"
    } else {
        return;
    };
    Arguments::command().error(ErrorKind::ArgumentConflict, wrong).exit()
}

/// Switches of lossy files for a lossless one, or the other way round.
fn other_process(args: &Encode) -> Option<String> {
    let of_lossy = [
        ("--quality", args.quality.is_some()),
        ("--target-size", args.target_size.is_some()),
        ("--sampling", args.sampling.is_some()),
        ("--qtables", args.qtables.is_some()),
        ("--depth", args.depth.is_some()),
    ];
    let of_lossless = [
        ("--predictor", args.predictor.is_some()),
        ("--point-transform", args.point_transform.is_some()),
        ("--precision", args.precision.is_some()),
    ];
    let typed = |switches: &[(&'static str, bool)]| switches.iter().find(|(_, typed)| *typed).map(|(name, _)| *name);
    if args.is_lossless() {
        typed(&of_lossy).map(|name| format!("{name} is for lossy JPEG, and cannot be used for a lossless one"))
    } else {
        typed(&of_lossless).map(|name| format!("{name} is for lossless JPEG: it needs --lossless"))
    }
}

/// Which input becomes which file.
fn plan(args: &Encode) -> Result<Vec<Job>, Failure> {
    let fail = |file: &Path, error| Failure { file: file.to_owned(), error };
    let mut jobs: Vec<Job> = Vec::new();
    for input in &args.inputs {
        let output = match (&args.out_dir, &args.output) {
            (Some(folder), _) => {
                let mut named = input.file_stem().ok_or_else(|| fail(input, Error::InputFolder))?.to_owned();
                named.push(".jpg");
                folder.join(named)
            }
            (None, output) => output.clone().unwrap_or_default(),
        };
        codec(args, &output).map_err(|error| fail(&output, error))?;
        jobs.push(Job { input: input.clone(), output });
    }
    let mut by_output: Vec<&Job> = jobs.iter().collect();
    by_output.sort_by(|a, b| a.output.cmp(&b.output));
    if let Some([a, b]) = by_output.array_windows().find(|[a, b]| a.output == b.output) {
        return Err(fail(&a.output, Error::SameOutput { first: name(&a.input), second: name(&b.input) }));
    }
    for Job { output, .. } in jobs.iter().filter(|job| !source::is_dash(&job.output)) {
        output::check(output).map_err(|error| fail(output, error))?;
        let is_output = |input: &&PathBuf| match source::is_dash(input) {
            true => output::is_stdin(output),
            false => output::is_same_file(input, output),
        };
        if let Some(input) = args.inputs.iter().find(is_output) {
            return Err(fail(output, Error::OverwritesInput { input: name(input) }));
        }
    }
    Ok(jobs)
}

/// What to write, by `--codec` or by the output's ending.
fn codec(args: &Encode, output: &Path) -> Result<Codec, Error> {
    let jpeg = if args.is_lossless() { Codec::JpegLossless } else { Codec::Jpeg };
    if args.codec.is_some() || source::is_dash(output) {
        return Ok(jpeg);
    }
    let ending = output.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match ending.as_str() {
        "jpg" | "jpeg" | "jpe" | "jfif" => Ok(jpeg),
        "264" | "h264" | "avc" | "mp4" | "m4v" | "mov" | "mkv" => Err(Error::OtherCodec("H.264")),
        _ => Err(Error::UnknownEnding),
    }
}

/// Writes every syntax element of a file that was made.
fn trace(jpeg: &[u8], place: &Path) -> Result<(), Error> {
    let mut text = TextTrace::new(Vec::new());
    codecs::jpeg::trace(jpeg, &mut text).map_err(codecs::jpeg::JpegError::from)?;
    output::put(place, &text.finish().map_err(Error::Write)?)
}

impl Work<'_> {
    /// Does one job and says what became of it; the number of failures, 0 or 1.
    fn one(&self, place: usize, job: &Job) -> usize {
        let result = self.encode(job);
        let outcome = match &result {
            Ok(outcome) => Some(outcome),
            Err(Failure { file, error }) => {
                self.console.error(file, error);
                None
            }
        };
        self.console.progress().advance(outcome.map_or(0, Outcome::pixels), outcome.map_or(0, |o| o.bytes as u64));
        let reported = if self.args.json { self.report.add(place, outcome) } else { Ok(()) };
        if let Err(error) = &reported {
            self.console.error(Path::new("standard output"), error);
        }
        usize::from(result.is_err() || reported.is_err())
    }

    fn encode(&self, job: &Job) -> Result<Outcome, Failure> {
        let of_input = |error| Failure { file: job.input.clone(), error };
        let of_output = |error| Failure { file: job.output.clone(), error };
        let codec = codec(self.args, &job.output).map_err(of_output)?;
        let started = Instant::now();
        let picture = source::bytes(&job.input).and_then(|bytes| input::read(bytes, &self.read)).map_err(of_input)?;
        self.say_notes(&job.input, &picture.notes);

        let encode = |searched| self.settings.options(&picture, searched)?.encode(&picture);
        let (searched, jpeg) = match self.args.target_size {
            Some(target) => {
                let (quality, jpeg) = target_size::search(target, |quality| encode(Some(quality))).map_err(of_input)?;
                self.console.say(&job.output, &format!("quality {quality}, {} bytes", jpeg.len()));
                (Some(quality), jpeg)
            }
            None => (None, encode(None).map_err(of_input)?),
        };
        let mut seconds = started.elapsed();
        if let Some(place) = &self.args.trace {
            trace(&jpeg, place).map_err(|error| Failure { file: place.clone(), error })?;
        }

        let options = self.settings.options(&picture, searched).map_err(of_input)?;
        let verdict = match &self.args.verify {
            Some(command) => {
                let verdict = verify::verify(&jpeg, &picture, &options, command).map_err(of_output)?;
                self.console.say(&job.output, &format!("verified with {}: {}", verdict.decoder, verdict.finding));
                Some(verdict)
            }
            None => None,
        };
        let psnr = match &verdict {
            Some(verdict) => Some(verdict.psnr),
            None if self.args.json => verify::measure(&jpeg, &picture, &options),
            None => None,
        };

        let writing = Instant::now();
        let written =
            if source::is_dash(&job.output) { output::put_on_stdout(&jpeg) } else { output::put(&job.output, &jpeg) };
        written.map_err(of_output)?;
        seconds += writing.elapsed();
        Ok(Outcome {
            input: name(&job.input),
            output: name(&job.output),
            codec: codec.name(),
            width: picture.width,
            height: picture.height,
            bytes: jpeg.len(),
            seconds: seconds.as_secs_f64(),
            quality: searched.or(self.settings.quality()),
            precision: options.precision(),
            predictor: if self.args.json { options.predictor(&jpeg) } else { None },
            psnr,
            verified_by: verdict.map(|verdict| verdict.decoder),
        })
    }

    fn say_notes(&self, input: &Path, notes: &[Note]) {
        for note in notes {
            match note {
                Note::Rounded => self.console.say_once(input, "samples of more than 8 bits are rounded to 8 bits"),
                Note::Blended => self.console.say_once(input, "transparent pixels are laid over --background"),
                Note::Damaged(how) => {
                    self.console.say(input, &format!("damaged ({how}): what could be decoded is encoded"));
                }
            }
        }
    }
}
