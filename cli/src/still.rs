//! Encoding one picture as one JPEG file: read, encode, verify, write.

use crate::args::{Depth, Encode};
use crate::console::{Console, name};
use crate::describe;
use crate::effort;
use crate::error::Error;
use crate::input::{self, Note, ReadOptions, source};
use crate::job::{Failure, Job};
use crate::new_folders;
use crate::output::{self, Destination};
use crate::report::{Detail, Outcome};
use crate::settings::{Settings, limits};
use crate::target_size;
use crate::verify;
use codecs::shared::trace::TextTrace;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

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
        let (limits, work) = (limits(args), settings.work(args));
        let read = ReadOptions { background: args.background, depth, strip: args.strip, limits, work };
        Ok(Stills { args, console, settings, read })
    }

    /// Encodes the picture of a job.
    pub(crate) fn encode(&self, job: &Job) -> Result<Outcome, Failure> {
        let of_input = |error| Failure { file: job.input.clone(), error };
        let of_output = |error| Failure { file: job.output.clone(), error };
        let started = Instant::now();
        let bytes = source::bytes(&job.input).map_err(of_input)?;
        let (format, bytes_in) = (input::format_name(&bytes), bytes.len() as u64);
        let picture = input::read(bytes, &self.read).map_err(of_input)?;
        let read = started.elapsed();
        self.console.detail(&job.input, || {
            format!("{}; read in {:.3} s", describe::picture(format, bytes_in, &picture), read.as_secs_f64())
        });
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
            let made = describe::jpeg(&options, quality, picture.gray, &jpeg);
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
        self.console.detail(&job.output, || format!("put in its place in {:.3} s", writing.elapsed().as_secs_f64()));
        Ok(Outcome {
            input: name(&job.input),
            output: name(&job.output),
            codec: job.codec.name(),
            width: picture.width,
            height: picture.height,
            frames: 1,
            bytes: jpeg.len() as u64,
            bytes_in,
            seconds: seconds.as_secs_f64(),
            psnr,
            detail: Detail::Picture {
                quality,
                precision: options.precision(),
                predictor: if self.args.json { options.predictor(&jpeg) } else { None },
            },
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

/// Writes every syntax element of an encoded file.
fn trace(jpeg: &[u8], place: &Path) -> Result<Destination, Error> {
    let mut text = TextTrace::new(Vec::new());
    codecs::jpeg::trace(jpeg, &mut text).map_err(codecs::jpeg::JpegError::from)?;
    output::filled(place, &text.finish().map_err(Error::Write)?)
}
