//! Encoding one video as one H.264 file. Frames are read, encoded and written one at a time, the result is verified,
//! and the files are renamed to their destinations.

use super::clip::Clip;
use super::decoder::{Decoder, Finding};
use super::frame::{Frame, Planes, Shape};
use super::frames::{Frames as _, RawFrames};
use super::options::options;
use super::quality;
use super::recon::Recon;
use super::shown::{Recons, Shown};
use super::sink::{Container, Sink};
use super::stats::StatsFile;
use super::trace::TraceFile;
use super::y4m::Header;
use crate::args::Encode;
use crate::console::{Console, name};
use crate::describe;
use crate::error::Error;
use crate::job::{Failure, Job};
use crate::kinds::{Kind, Kinds};
use crate::new_folders;
use crate::output::{self, Bytes, Destination, Unfinished, finish_all};
use crate::report::{Detail, Outcome};
use crate::settings::limits;
use crate::summary::{counted, size};
use crate::video_error::VideoError;
use codecs::h264::{AccessUnit, H264Error, Options, Session};
use std::io::{BufReader, Seek as _};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

/// The default frame rate, in frames per second.
const RATE: (u32, u32) = (25, 1);

/// Encodes the video of a job by a number of threads.
pub(crate) fn encode(job: &Job, args: &Encode, threads: NonZeroUsize, console: &Console) -> Result<Outcome, Failure> {
    let started = Instant::now();
    let of_input = |error: Error| Failure { file: job.input.clone(), error };
    let of_output = |error: Error| Failure { file: job.output.clone(), error };

    let mut clip = Clip::open(&job.input, &args.video).map_err(of_input)?;
    let shape = coded_shape(clip.header().shape, args.video.pad).map_err(of_input)?;
    let rate = rate(&clip, &job.input, console);
    let header = Header { shape, rate: Some(rate), ..clip.header().clone() };
    let session =
        Session::new(options(&args.h264, &header, shape, rate)).and_then(|session| session.with_threads(threads));
    let session = session.map_err(|error| of_input(error.into()))?;
    let need = memory(clip.header().shape, shape, session.options(), args, threads);
    limits(args).check_video(shape.width, shape.height, need).map_err(of_input)?;
    console.detail(&job.input, || described(&clip));
    console.detail(&job.output, || format!("{}, {}", container(&job.output).name(), describe::h264(&session)));
    if let Some(frames) = clip.expected() {
        let left = frames.saturating_sub(args.video.seek.unwrap_or(0));
        console.progress().expect_frames(left.min(args.video.frames.unwrap_or(u64::MAX)));
    }

    let mut work = Work::begin(job, args, console, session, &header)?;
    work.all_frames(&mut clip)?;
    let Work { session, sink, shown: Shown { recon, .. }, trace, stats, kinds, frames, .. } = work;
    let destination = sink.finish().map_err(of_output)?;
    let seconds = started.elapsed();
    console.detail(&job.output, || {
        let (frames, seconds) = (counted(frames, "picture"), seconds.as_secs_f64());
        format!("{frames}, {}; read and encoded in {seconds:.3} s", size(destination.written()))
    });
    let verifying = Instant::now();
    let bytes = destination.written();
    let verified_by = match (&args.verify, recon.kept) {
        (Some(command), Some(kept)) => {
            let verdict = verify(&destination, kept, shape, command).map_err(of_output)?;
            console.say(&job.output, &format!("verified with {verdict}: all {frames} pictures are the same"));
            let seconds = verifying.elapsed().as_secs_f64();
            console.detail(&job.output, || format!("decoded and compared in {seconds:.3} s"));
            Some(verdict)
        }
        _ => None,
    };
    let mut files = Vec::new();
    if let Some((trace, place)) = trace {
        files.push((trace.finish().map_err(|error| Failure { file: place.to_owned(), error })?, place));
    }
    if let Some((stats, place)) = stats {
        files.push((stats.finish().map_err(|error| Failure { file: place.to_owned(), error })?, place));
    }
    if let Some((recon, place)) = recon.file {
        files.push((recon.finish(), place));
    }
    files.push((destination, &job.output));
    finish_all(files)?;

    let quality = is_measured(args).then(|| kinds.total().quality);
    let outcome = Outcome {
        input: name(&job.input),
        output: name(&job.output),
        codec: job.codec.name(),
        width: shape.width as u32,
        height: shape.height as u32,
        frames,
        bytes,
        bytes_in: clip.read() * clip.header().shape.samples() as u64,
        seconds: seconds.as_secs_f64(),
        psnr: quality.map(|quality| quality::psnr(&quality, shape.gray)),
        detail: Detail::Video {
            frame_rate: rate,
            qp: session.options().crf.is_none().then_some(session.options().qp),
            crf: session.options().crf,
            kinds: Box::new(kinds),
            ssim: quality.map(|quality| quality::ssim(&quality)),
        },
        verified_by,
    };
    if let (true, Some(quality)) = (args.h264.psnr, &quality) {
        let (rate, quality) = (outcome.kilobits_per_second(rate), quality::line(quality, shape.gray));
        for (letter, kind) in kinds.each() {
            let quality = quality::line(&kind.quality, shape.gray);
            let (frames, qp) = (counted(kind.pictures, "frame"), kind.mean_qp());
            console.say(&job.output, &format!("{letter}: {frames}, {} bytes, mean QP {qp:.2}, {quality}", kind.bytes));
        }
        console.say(&job.output, &format!("{frames} frames, {bytes} bytes, {rate:.1} kb/s, {quality}"));
    }
    Ok(outcome)
}

/// Returns the bytes that a clip needs, found by measurement: frames in flight, reference pictures with their
/// interpolated samples and macroblock data, and the bytes of an access unit.
fn memory(read: Shape, coded: Shape, options: &Options, args: &Encode, threads: NonZeroUsize) -> u64 {
    let pixels = coded.width as u64 * coded.height as u64;
    let is_shown = args.verify.is_some() || args.h264.recon.is_some() || is_measured(args);
    // Pictures that wait for those after them, at both ends of the encoder.
    let (waiting, delayed) = (options.pictures_ahead() as u64, u64::from(options.max_num_reorder_frames()));
    // Threads code a run of pictures beside the next decision of the lookahead.
    let is_beside = options.looks_ahead() && threads.get() > 1;
    let waiting = waiting + if is_beside { u64::from(options.b_frames) + 1 } else { 0 };
    // Of each picture that is looked at, four decided ones among them: the vectors and costs of a macroblock from each picture that it may
    // be predicted from; and of those that were made last, or of all with threads, four planes of half samples with their borders.
    let b_frames = u64::from(options.b_frames);
    let (seen, decided) = if options.looks_ahead() { (waiting + 4, 4) } else { (0, 0) };
    let halves = if is_beside { seen } else { seen.min(2 * (b_frames + 1) + 4) };
    let looked_at = seen * (2 + b_frames / 2) + 5 * halves;
    // B pictures that are coded at the same time, beyond the first.
    let others = if options.b_frames > 0 { threads.get().min(3) as u64 - 1 } else { 0 };
    let frames = 1 + u64::from(read != coded) + waiting + decided + u64::from(is_shown) * (1 + waiting + delayed);
    // In quarters of a byte per pixel; sizes are at most 16384, so nothing overflows.
    pixels * (6 * frames + looked_at + 50 * others + 19 * (u64::from(options.references) + delayed + 1) + 24) / 4
}

/// Returns whether PSNR and SSIM are measured.
fn is_measured(args: &Encode) -> bool {
    args.h264.psnr || args.h264.stats.is_some() || args.json
}

/// Describes a clip for `--verbose`.
fn described(clip: &Clip) -> String {
    let Header { shape: Shape { width, height, gray }, rate, .. } = clip.header();
    let colour = if *gray { "gray" } else { "4:2:0" };
    let rate =
        rate.map_or("no frame rate".to_owned(), |(frames, seconds)| format!("{frames}/{seconds} frames a second"));
    let frames =
        clip.expected().map_or(String::new(), |frames| format!(", {} by its length", counted(frames, "frame")));
    format!("{}, {width}x{height}, {colour}, 8 bits a sample, {rate}{frames}", clip.format())
}

/// Returns the shape to encode, which has even sizes for 4:2:0.
fn coded_shape(shape: Shape, pad: bool) -> Result<Shape, Error> {
    match shape {
        Shape { gray: true, .. } => Ok(shape),
        _ if pad || shape == shape.padded() => Ok(shape.padded()),
        Shape { width, height, .. } => Err(VideoError::Odd { width, height }.into()),
    }
}

/// Returns the frame rate: the one that was typed or that the clip states, otherwise 25.
fn rate(clip: &Clip, input: &Path, console: &Console) -> (u32, u32) {
    if clip.header().rate.is_none() {
        console.say_once(input, "states no frame rate: 25 frames a second are assumed; --fps sets another");
    }
    clip.header().rate.unwrap_or(RATE)
}

/// The state of an encoding in progress.
struct Work<'a> {
    job: &'a Job,
    args: &'a Encode,
    console: &'a Console,
    session: Session,
    sink: Sink,
    shown: Shown<'a>,
    /// The trace of `--trace`, and its path.
    trace: Option<(TraceFile, &'a Path)>,
    /// The table of `--stats`, and its path.
    stats: Option<(StatsFile, &'a Path)>,
    shape: Shape,
    frames: u64,
    kinds: Kinds,
}

impl<'a> Work<'a> {
    fn begin(
        job: &'a Job,
        args: &'a Encode,
        console: &'a Console,
        session: Session,
        header: &Header,
    ) -> Result<Self, Failure> {
        let of_output = |error: Error| Failure { file: job.output.clone(), error };
        let bytes = if args.verify.is_some() { Bytes::AtTheEnd } else { Bytes::AsTheyCome };
        new_folders::make(output::folder_of(&job.output)).map_err(of_output)?;
        let destination = Destination::open(&job.output, bytes).map_err(of_output)?;
        let kept = args.verify.as_ref().map(|_| destination.scratch()).transpose().map_err(of_output)?;
        let sink = Sink::of_session(container(&job.output), destination, &session).map_err(of_output)?;
        let file = args.h264.recon.as_ref().map(|place| {
            let recon = Recon::create(place, header).map_err(|error| Failure { file: place.clone(), error })?;
            Ok((recon, place.as_path()))
        });
        let recon = Recons { file: file.transpose()?, kept };
        let shown = Shown::new(header.shape, recon, is_measured(args));
        let trace = args.trace.as_ref().map(|place| {
            let trace = TraceFile::create(place).map_err(|error| Failure { file: place.clone(), error })?;
            Ok((trace, place.as_path()))
        });
        let trace = trace.transpose()?;
        let stats = args.h264.stats.as_ref().map(|place| {
            let stats = StatsFile::create(place, header.shape.gray);
            Ok((stats.map_err(|error| Failure { file: place.clone(), error })?, place.as_path()))
        });
        let (stats, shape, kinds) = (stats.transpose()?, header.shape, Kinds::default());
        Ok(Work { job, args, console, session, sink, shown, trace, stats, shape, frames: 0, kinds })
    }

    /// Encodes the selected frames.
    fn all_frames(&mut self, clip: &mut Clip) -> Result<(), Failure> {
        let of_input = |error: Error| Failure { file: self.job.input.clone(), error };
        let seek = self.args.video.seek.unwrap_or(0);
        let most = self.args.video.frames.unwrap_or(u64::MAX);
        let mut padded = Frame::empty(self.shape);
        let (mut read, mut taken) = (0, 0);
        while taken < most {
            let frame = match clip.next_frame() {
                Ok(Some(frame)) => frame,
                Ok(None) => break,
                Err(Error::Video(VideoError::CutShort { frame, bytes, of })) if self.args.video.keep_partial => {
                    let cut = format!("frame {frame} is cut short and left out: {bytes} of {of} bytes");
                    self.console.say(&self.job.input, &cut);
                    break;
                }
                Err(error) => return Err(of_input(error)),
            };
            read += 1;
            if read <= seek {
                continue;
            }
            let frame = frame.planes();
            if frame.shape == self.shape {
                self.one_frame(&frame)?;
            } else {
                padded.pad_from(&frame);
                self.one_frame(&padded.planes())?;
            }
            taken += 1;
        }
        while let Some(unit) = self.finish_next().map_err(|error| of_input(error.into()))? {
            self.put(unit)?;
        }
        match (taken, read) {
            (0, 0) => Err(of_input(VideoError::NoFrames.into())),
            (0, frames) => Err(of_input(VideoError::SeekBeyond { frames, seek }.into())),
            _ => Ok(()),
        }
    }

    fn one_frame(&mut self, frame: &Planes<'_>) -> Result<(), Failure> {
        let of_input = |error: Error| Failure { file: self.job.input.clone(), error };
        let pixels = frame.pixels().map_err(|error| of_input(codecs::h264::H264Error::from(error).into()))?;
        self.shown.expect(frame);
        let units = match &mut self.trace {
            Some((trace, _)) => trace.push(&mut self.session, &pixels),
            None => self.session.push(&pixels),
        };
        units.map_err(|error| of_input(error.into()))?.into_iter().try_for_each(|unit| self.put(unit))
    }

    /// Ends the stream, and returns the next of the last access units.
    fn finish_next(&mut self) -> Result<Option<AccessUnit>, H264Error> {
        match &mut self.trace {
            Some((trace, _)) => trace.end(&mut self.session),
            None => self.session.finish_next(),
        }
    }

    /// Writes an access unit, and the reconstructions of the frames that can be shown where they are asked for.
    fn put(&mut self, unit: AccessUnit) -> Result<(), Failure> {
        let of_output = |error: Error| Failure { file: self.job.output.clone(), error };
        // The delay lets the first pictures be decoded before they are shown.
        let presented = unit.display + u64::from(self.session.options().max_num_reorder_frames());
        let offset = presented.saturating_sub(self.frames);
        let bytes = self.sink.put(&unit.nals, unit.is_idr, offset as u32).map_err(of_output)?;
        let quality = self.shown.put(&unit, &self.job.output)?;
        self.frames += 1;
        let picture = Kind { pictures: 1, qp_sum: unit.mean_qp, bytes, quality };
        self.kinds.add(unit.kind, &picture);
        if let Some((stats, place)) = &mut self.stats {
            let put = stats.put(unit.display, unit.kind, &picture);
            put.map_err(|error| Failure { file: place.to_path_buf(), error })?;
        }
        self.console.progress().frame((self.shape.width * self.shape.height) as u64, bytes);
        Ok(())
    }
}

/// Returns the container that the output's ending selects, by default a byte stream.
fn container(output: &Path) -> Container {
    Container::of_ending(output).unwrap_or(Container::ByteStream)
}

/// Decodes the written stream and compares it with the reconstruction; returns the decoder's name.
fn verify(written: &Destination, mut kept: Unfinished, shape: Shape, command: &str) -> Result<String, Error> {
    let command = match command {
        "" if crate::verify::is_found("ffmpeg") => "ffmpeg",
        "" => return Err(Error::NoDecoder("install ffmpeg")),
        named => named,
    };
    let refused = |reason: String| Error::Verify { decoder: command.to_owned(), reason };
    let path = written.path().ok_or_else(|| refused("the output is not a file that can be decoded".to_owned()))?;
    kept.rewind().map_err(Error::Write)?;
    let mut kept = RawFrames::new(BufReader::new(kept), shape, false);
    let found = Decoder::start(command, path, shape.gray).and_then(|decoder| decoder.hold_against(shape, &mut kept));
    match found {
        Ok(Finding::Same(_)) => Ok(command.to_owned()),
        Ok(Finding::Differs(place)) => Err(refused(place)),
        Err(Error::Video(VideoError::Decoder { reason, .. })) => Err(refused(reason)),
        Err(error) => Err(error),
    }
}
