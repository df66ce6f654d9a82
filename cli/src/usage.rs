//! What makes no sense whatever the files are: status 2, in the words of the parser of the switches.

use crate::args::{Arguments, Codec, Encode, ProfileName, Typed};
use crate::input::source;
use clap::CommandFactory as _;
use clap::error::ErrorKind;

/// Where the help of switches of one kind of output stands.
const OF_PICTURES: [&str; 4] = ["JPEG", "Lossless JPEG", "Metadata", "Samples"];
const OF_VIDEO: [&str; 3] = ["Video input", "H.264", "H.264: what is said of the samples"];

/// Ends the process where the switches do not go together. `codec` is what will be written, where that is known.
pub(crate) fn check(args: &Encode, codec: Option<Codec>, typed: &[Typed]) {
    let to_stdout = args.output.as_deref().is_some_and(source::is_dash);
    let from_stdin = args.inputs.iter().filter(|input| source::is_dash(input)).count();
    let misplaced = match codec {
        Some(Codec::H264) => of_video(args, typed),
        Some(Codec::Jpeg | Codec::JpegLossless) => {
            other_process(args).or_else(|| under(typed, &OF_VIDEO).map(|name| format!("{name} is for H.264")))
        }
        None => None,
    };
    if let Some(wrong) = misplaced {
        misuse(&wrong)
    }
    let is_many = args.inputs.len() > 1 || args.files.recursive;
    let wrong = if args.inputs.len() > 1 && args.output.is_some() {
        "several inputs need --out-dir DIR, not -o OUTPUT"
    } else if args.files.recursive && args.output.is_some() {
        "--recursive needs --out-dir DIR, not -o OUTPUT"
    } else if is_many && args.trace.is_some() {
        "--trace is for one input"
    } else if args.trace.as_deref().is_some_and(source::is_dash) && (to_stdout || args.json) {
        "--trace - wants standard output, and so does -o - or --json"
    } else if is_many && args.h264.recon.is_some() {
        "--recon is for one input"
    } else if args.h264.recon.as_deref().is_some_and(source::is_dash) {
        "--recon needs a file, not standard output"
    } else if from_stdin > 0 && args.out_dir.is_some() {
        "standard input has no name to make an output's of: use -o OUTPUT"
    } else if to_stdout && args.codec.is_none() && !args.lossless {
        "-o - needs --codec, as it has no ending that says what to write"
    } else if let Some(switch) = about_files(args).filter(|_| to_stdout) {
        misuse(&format!("{switch} needs an output that is a file, not standard output"))
    } else if from_stdin > 0 && (args.files.update || args.files.preserve) {
        "standard input has no time that --update or --preserve could use"
    } else if to_stdout && args.json {
        "--json and -o - both want standard output"
    } else {
        return;
    };
    misuse(wrong)
}

/// Ends the process.
fn misuse(wrong: &str) -> ! {
    Arguments::command().error(ErrorKind::ArgumentConflict, wrong).exit()
}

/// A switch that looks at the output's file.
fn about_files(args: &Encode) -> Option<&'static str> {
    let switches = [
        ("--skip-existing", args.files.skip_existing),
        ("--update", args.files.update),
        ("--preserve", args.files.preserve),
    ];
    switches.into_iter().find(|(_, typed)| *typed).map(|(name, _)| name)
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

/// The first switch of those headings.
fn under<'a>(typed: &'a [Typed], headings: &[&str]) -> Option<&'a str> {
    typed.iter().find(|typed| headings.contains(&&*typed.heading)).map(|typed| &*typed.switch)
}

/// Switches that video does not have, or that the profile takes away.
fn of_video(args: &Encode, typed: &[Typed]) -> Option<String> {
    if let Some(name) = under(typed, &OF_PICTURES) {
        return Some(format!("{name} is for JPEG, and cannot be used for H.264"));
    }
    let names_i8x8 = args.h264.partitions.is_some_and(|partitions| partitions.names_i8x8);
    match args.h264.profile {
        _ if !names_i8x8 => None,
        Some(ProfileName::Baseline | ProfileName::Main) => {
            Some("--partitions i8x8 needs the 8x8 transform, which only --profile high has".to_owned())
        }
        _ if args.h264.no_8x8dct => Some("--partitions i8x8 needs the 8x8 transform: leave out --no-8x8dct".to_owned()),
        _ => None,
    }
}
