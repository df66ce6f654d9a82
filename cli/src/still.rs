//! Encoding one picture as one JPEG file: read, encode, verify, write; or row by row.
//!
//! A picture is encoded row by row unless something needs all of it. If that fails because of a file, the file is read again
//! as a whole, which says what is wrong with it.

use crate::args::{Depth, Encode, Keep};
use crate::by_rows::{self, Fault};
use crate::console::{Console, name};
use crate::describe;
use crate::effort;
use crate::error::Error;
use crate::input::rows::Rows;
use crate::input::source::Source;
use crate::input::{self, Note, Picture, ReadOptions};
use crate::job::{Failure, Job};
use crate::new_folders;
use crate::output::{self, Bytes, Destination};
use crate::report::{Detail, Outcome};
use crate::settings::{Options, Settings, limits};
use crate::target::{self, Searched, Target};
use crate::verify;
use codecs::jpeg::marker::mpf;
use codecs::jpeg::{IjgQuality, JpegError};
use codecs::shared::trace::TextTrace;
use std::io::BufWriter;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

/// The result of an attempt to encode a picture row by row.
enum Tried {
    Encoded(Outcome),
    /// The picture is needed as a whole.
    Whole(Source),
}

/// The state that the pictures of a run share.
pub(crate) struct Stills<'a> {
    args: &'a Encode,
    console: &'a Console,
    settings: Settings,
    read: ReadOptions,
}

impl<'a> Stills<'a> {
    /// Reads the files that switches name; `threads` is the number of threads for one picture.
    pub(crate) fn new(args: &'a Encode, console: &'a Console, threads: NonZeroUsize) -> Result<Self, Error> {
        let settings = Settings::new(args, threads)?;
        if let Some(line) = effort::explained(&args.effort) {
            console.answer(&line);
        }
        let depth = if args.is_lossless() { Depth::Keep } else { args.depth.unwrap_or_default() };
        let keep = if args.strip { Keep::NONE } else { args.keep.unwrap_or_default() };
        let (limits, work) = (limits(args), settings.work(args));
        let read = ReadOptions { background: args.background, depth, keep, four_colours: args.colour, limits, work };
        Ok(Stills { args, console, settings, read })
    }

    /// Encodes the picture of a job.
    pub(crate) fn encode(&self, job: &Job) -> Result<Outcome, Failure> {
        match self.encode_by_rows(job)? {
            Tried::Encoded(outcome) => Ok(outcome),
            Tried::Whole(source) => self.encode_whole(job, source),
        }
    }

    /// Encodes the picture of a job row by row, if that is possible.
    fn encode_by_rows(&self, job: &Job) -> Result<Tried, Failure> {
        let Encode { verify, json, trace, .. } = self.args;
        let is_seen_again = Target::of(self.args).is_some() || verify.is_some() || *json || trace.is_some();
        let of_input = |error| Failure { file: job.input.clone(), error };
        let started = Instant::now();
        let source = Source::picture(&job.input).map_err(of_input)?;
        if is_seen_again || self.settings.needs_all_rows() {
            return Ok(Tried::Whole(source));
        }
        let mut rows = match Rows::open(&job.input, source, &self.read) {
            Ok(rows) => rows,
            Err(source) => return Ok(Tried::Whole(source)),
        };
        let (picture, format) = (rows.picture.clone(), rows.format);
        let Ok(Options::Baseline(options)) = self.settings.options(&picture, None) else {
            return Ok(Tried::Whole(rows.into_source()));
        };
        // A device gets its bytes at the end: they cannot be taken back if the input is broken.
        let opened = new_folders::make(output::folder_of(&job.output))
            .and_then(|()| Destination::open(&job.output, Bytes::AtTheEnd));
        let Ok(destination) = opened else { return Ok(Tried::Whole(rows.into_source())) };

        let failure = |error| match error {
            JpegError::Io(error) => Failure { file: job.output.clone(), error: Error::Write(error) },
            error => of_input(error.into()),
        };
        let sink = BufWriter::with_capacity(1 << 16, destination);
        let sink = match by_rows::encode(&mut rows, &options, sink) {
            Err(Fault::Input(_)) if rows.is_file() => {
                return Ok(Tried::Whole(Source::picture(&job.input).map_err(of_input)?));
            }
            Err(Fault::Input(error)) => return Err(of_input(error)),
            Err(Fault::Encoder(error)) => return Err(failure(error)),
            Ok(sink) => sink,
        };
        let destination = sink.into_inner().map_err(|error| failure(error.into_error().into()))?;
        let [bytes_in, bytes] = [rows.bytes(), destination.written()];
        let (options, quality) = (Options::Baseline(options), self.settings.quality());
        self.console.detail(&job.input, || format!("{}; read by rows", describe::picture(format, bytes_in, &picture)));
        self.say_notes(&job.input, &picture.notes);
        self.console.detail(&job.output, || {
            let made = describe::jpeg(&options, quality, picture.is_gray(), bytes, None);
            format!("{made}; read and encoded in {:.3} s", started.elapsed().as_secs_f64())
        });
        let writing = Instant::now();
        output::finish_all(vec![(destination, job.output.as_path())])?;
        self.say_finished(job, writing);
        let detail = Detail::Picture { quality, precision: options.precision(), predictor: None };
        Ok(Tried::Encoded(outcome(job, &picture, [bytes_in, bytes], started.elapsed().as_secs_f64(), detail)))
    }

    /// Encodes the picture of a job as a whole.
    fn encode_whole(&self, job: &Job, source: Source) -> Result<Outcome, Failure> {
        let of_input = |error| Failure { file: job.input.clone(), error };
        let of_output = |error| Failure { file: job.output.clone(), error };
        let started = Instant::now();
        let bytes = source.into_bytes().map_err(of_input)?;
        let (format, bytes_in) = (input::format_name(&bytes), bytes.len() as u64);
        let picture = input::read(bytes, &self.read).map_err(of_input)?;
        let read = started.elapsed();
        self.console.detail(&job.input, || {
            format!("{}; read in {:.3} s", describe::picture(format, bytes_in, &picture), read.as_secs_f64())
        });
        self.say_notes(&job.input, &picture.notes);

        self.check_colours(&picture).map_err(of_input)?;
        if self.args.effort.explain
            && let Some(line) = self.settings.explained_sampling(&picture).map_err(|error| of_input(error.into()))?
        {
            self.console.answer(&format!("{}: {line}", name(&job.input)));
        }
        let (searched, mut jpeg) = self.search(job, &picture).map_err(of_input)?;
        append_pictures(&mut jpeg, &picture).map_err(of_input)?;
        if self.settings.leaves_out_bits(&picture) {
            let note = "the scans of --scans leave out bits of coefficients, which decode as 0";
            self.console.say_once(&job.output, note);
        }
        let mut seconds = started.elapsed();
        let mut files = Vec::new();
        if let Some(place) = &self.args.trace {
            let trace = trace(&jpeg, place).map_err(|error| Failure { file: place.clone(), error })?;
            files.push((trace, place.as_path()));
        }

        let options = self.settings.options(&picture, searched).map_err(of_input)?;
        let quality = searched.or(self.settings.quality());
        self.console.detail(&job.output, || {
            let predictor = options.predictor(&jpeg);
            let made = describe::jpeg(&options, quality, picture.is_gray(), jpeg.len() as u64, predictor);
            format!("{made}; encoded in {:.3} s", (seconds - read).as_secs_f64())
        });
        let verifying = Instant::now();
        let verdict = match &self.args.verify {
            Some(command) => {
                let verdict = verify::verify(&jpeg, &picture, &options, command).map_err(of_output)?;
                self.console.say(&job.output, &format!("verified with {}: {}", verdict.decoder, verdict.finding));
                let seconds = verifying.elapsed().as_secs_f64();
                self.console.detail(&job.output, || format!("decoded and compared in {seconds:.3} s"));
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
        new_folders::make(output::folder_of(&job.output)).map_err(of_output)?;
        files.push((output::filled(&job.output, &jpeg).map_err(of_output)?, job.output.as_path()));
        output::finish_all(files)?;
        seconds += writing.elapsed();
        self.say_finished(job, writing);
        let predictor = if self.args.json { options.predictor(&jpeg) } else { None };
        let detail = Detail::Picture { quality, precision: options.precision(), predictor };
        let outcome = outcome(job, &picture, [bytes_in, jpeg.len() as u64], seconds.as_secs_f64(), detail);
        Ok(Outcome { psnr, verified_by: verdict.map(|verdict| verdict.decoder), ..outcome })
    }

    /// Encodes a picture, at the quality that is searched for if one is; returns that quality, too.
    fn search(&self, job: &Job, picture: &Picture) -> Result<(Option<IjgQuality>, Vec<u8>), Error> {
        let Some(target) = Target::of(self.args) else {
            return Ok((None, self.settings.options(picture, None)?.encode(picture)?));
        };
        let Searched { quality, jpeg, line } = target::search(target, &self.settings, picture)?;
        self.console.say(&job.output, &line);
        Ok((Some(quality), jpeg))
    }

    /// Refuses switches that compare a picture of four colours with what a decoder makes of it.
    fn check_colours(&self, picture: &Picture) -> Result<(), Error> {
        if !picture.colours.are_four() {
            return Ok(());
        }
        let switch = match Target::of(self.args) {
            Some(Target::Psnr(_)) => "--target-psnr",
            Some(Target::Ssim2(_)) => "--target-ssim2",
            _ if self.args.verify.is_some() => "--verify",
            _ => return Ok(()),
        };
        Err(Error::FourColours { switch })
    }

    fn say_finished(&self, job: &Job, writing: Instant) {
        self.console.detail(&job.output, || format!("put in its place in {:.3} s", writing.elapsed().as_secs_f64()));
    }

    fn say_notes(&self, input: &Path, notes: &[Note]) {
        for note in notes {
            match note {
                Note::Rounded => self.console.say_once(input, "samples of more than 8 bits are rounded to 8 bits"),
                Note::Blended => self.console.say_once(input, "transparent pixels are laid over --background"),
                Note::LeftOut(what) => self.console.say(input, what),
                Note::Damaged(how) => {
                    self.console.say(input, &format!("damaged ({how}): what could be decoded is encoded"));
                }
            }
        }
    }
}

/// Appends the pictures that were behind the first one of the input, such as a gain map.
fn append_pictures(jpeg: &mut Vec<u8>, picture: &Picture) -> Result<(), Error> {
    if picture.metadata.pictures.is_empty() {
        return Ok(());
    }
    mpf::append(jpeg, &picture.metadata.pictures).map_err(|error| JpegError::from(error).into())
}

/// Returns the facts about a file that was not decoded again; `bytes_in` and `bytes` are those of the input and the output.
fn outcome(job: &Job, picture: &Picture, [bytes_in, bytes]: [u64; 2], seconds: f64, detail: Detail) -> Outcome {
    Outcome {
        input: name(&job.input),
        output: name(&job.output),
        codec: job.codec.name(),
        width: picture.width,
        height: picture.height,
        frames: 1,
        bytes,
        bytes_in,
        seconds,
        psnr: None,
        detail,
        verified_by: None,
    }
}

/// Writes every syntax element of an encoded file.
fn trace(jpeg: &[u8], place: &Path) -> Result<Destination, Error> {
    let mut text = TextTrace::new(Vec::new());
    codecs::jpeg::trace(jpeg, &mut text).map_err(codecs::jpeg::JpegError::from)?;
    output::filled(place, &text.finish().map_err(Error::Write)?)
}
