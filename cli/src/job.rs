//! The jobs of a run: the input, the output and the codec of each.

use crate::args::{Codec, Encode};
use crate::console::name;
use crate::error::Error;
use crate::input::source;
use crate::inputs::Input;
use crate::{named_files, new_folders, output};
use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};

/// One input and its output, `-` for standard input and output.
pub(crate) struct Job {
    pub(crate) input: PathBuf,
    pub(crate) output: PathBuf,
    pub(crate) codec: Codec,
}

/// An error and the file it belongs to.
#[derive(Debug)]
pub struct Failure {
    /// The file.
    pub file: PathBuf,
    /// The reason why the file was not read or written.
    pub error: Error,
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", name(&self.file), self.error)
    }
}

/// Returns the codec to write, from the switches or from the output's ending.
pub(crate) fn codec(args: &Encode) -> Result<Codec, Failure> {
    let jpeg = if args.is_lossless() { Codec::JpegLossless } else { Codec::Jpeg };
    let output = match (&args.output, args.codec) {
        (_, Some(Codec::H264)) => return Ok(Codec::H264),
        (Some(output), None) if !source::is_dash(output) => output,
        _ => return Ok(jpeg),
    };
    let fail = |error| Err(Failure { file: output.clone(), error });
    let ending = output.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match ending.as_str() {
        "jpg" | "jpeg" | "jpe" | "jfif" => Ok(jpeg),
        "264" | "h264" | "avc" | "mp4" | "m4v" => Ok(Codec::H264),
        "mov" => fail(Error::OtherContainer("QuickTime (.mov)")),
        "mkv" => fail(Error::OtherContainer("Matroska (.mkv)")),
        _ => fail(Error::UnknownEnding),
    }
}

/// Plans the job of each input and checks all outputs.
pub(crate) fn plan(args: &Encode, codec: Codec, inputs: Vec<Input>) -> Result<Vec<Job>, Failure> {
    let fail = |file: &Path, error| Failure { file: file.to_owned(), error };
    let mut jobs: Vec<Job> = Vec::new();
    for Input { path: input, subfolder } in inputs {
        let output = match (&args.out_dir, &args.output) {
            (Some(folder), _) => {
                let mut named = input.file_stem().ok_or_else(|| fail(&input, Error::InputFolder))?.to_owned();
                named.push(if codec == Codec::H264 { ".264" } else { ".jpg" });
                folder.join(subfolder).join(named)
            }
            (None, output) => output.clone().unwrap_or_default(),
        };
        jobs.push(Job { input, output, codec });
    }
    named_files::check_encode(args, &jobs)?;
    // The folders of outputs are created if --out-dir names them.
    let outputs = jobs.iter().map(|job| (&job.output, args.out_dir.is_some()));
    let written =
        outputs.chain(args.h264.recon.iter().chain(&args.h264.stats).chain(&args.trace).map(|file| (file, false)));
    for (output, is_made) in written.filter(|(output, _)| !source::is_dash(output)) {
        match output::check(output) {
            Err(Error::NoFolder(_)) if is_made => new_folders::check(output::folder_of(output)),
            checked => checked,
        }
        .map_err(|error| fail(output, error))?;
    }
    Ok(jobs)
}
