//! Invalid combinations of switches, reported like clap's own errors (exit status 2).

use crate::args::{Arguments, Codec, Encode, ProfileName, Typed};
use crate::effort;
use crate::input::source;
use clap::CommandFactory as _;
use clap::error::ErrorKind;

/// The headings of the help for switches of one kind of output.
const OF_PICTURES: [&str; 4] = ["JPEG", "Lossless JPEG", "Metadata", "Samples"];
const OF_VIDEO: [&str; 3] = ["Video input", "H.264", "H.264: description of the samples"];

/// Ends the process if the switches do not go together. `codec` is the codec to write, if it is known.
pub(crate) fn check(args: &Encode, codec: Option<Codec>, typed: &[Typed]) {
    let to_stdout = args.output.as_deref().is_some_and(source::is_dash);
    let from_stdin = args.inputs.iter().filter(|input| source::is_dash(input)).count();
    let misplaced = match codec {
        Some(Codec::H264) => of_video(args, typed),
        Some(Codec::Jpeg | Codec::JpegLossless) => other_process(args)
            .or_else(|| effort::misuse(&args.effort, args.sampling))
            .or_else(|| under(typed, &OF_VIDEO).map(|name| format!("{name} is for H.264"))),
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
        "--trace - wants standard output, which -o - or --json uses already"
    } else if is_many && args.h264.recon.is_some() {
        "--recon is for one input"
    } else if args.h264.recon.as_deref().is_some_and(source::is_dash) {
        "--recon needs a file, not standard output"
    } else if is_many && args.h264.stats.is_some() {
        "--stats is for one input"
    } else if args.h264.stats.as_deref().is_some_and(source::is_dash) {
        "--stats needs a file, not standard output"
    } else if from_stdin > 0 && args.out_dir.is_some() {
        "standard input has no name from which to name the output: use -o OUTPUT"
    } else if to_stdout && args.codec.is_none() && !args.lossless {
        "-o - needs --codec, because it has no ending that selects the format"
    } else if let Some(switch) = about_files(args).filter(|_| to_stdout) {
        misuse(&format!("{switch} needs an output that is a file, not standard output"))
    } else if from_stdin > 0 && (args.files.update || args.files.preserve) {
        "standard input has no time, which --update and --preserve need"
    } else if to_stdout && args.json {
        "--json and -o - both want standard output"
    } else {
        return;
    };
    misuse(wrong)
}

/// Ends the process with a usage error.
fn misuse(wrong: &str) -> ! {
    Arguments::command().error(ErrorKind::ArgumentConflict, wrong).exit()
}

/// Returns a switch that needs the output to be a file.
fn about_files(args: &Encode) -> Option<&'static str> {
    let switches = [
        ("--skip-existing", args.files.skip_existing),
        ("--update", args.files.update),
        ("--preserve", args.files.preserve),
    ];
    switches.into_iter().find(|(_, typed)| *typed).map(|(name, _)| name)
}

/// Returns a switch of lossy JPEG used for a lossless file, or the reverse.
fn other_process(args: &Encode) -> Option<String> {
    let of_lossy = [
        ("--quality", args.quality.is_some()),
        ("--target-size", args.target_size.is_some()),
        ("--target-psnr", args.target_psnr.is_some()),
        ("--target-ssim2", args.target_ssim2.is_some()),
        ("--sampling", args.sampling.is_some()),
        ("--qtables", args.qtables.is_some()),
        ("--progressive", args.progressive),
        ("--scans", args.scans.is_some()),
        ("--scan-search", args.scan_search),
        ("--effort", args.effort.effort.is_some()),
        ("--perceptual", args.effort.perceptual),
        ("--explain", args.effort.explain),
        ("--quant-table", args.effort.quant_table.is_some()),
        ("--dead-zone", args.effort.dead_zone.is_some()),
        ("--rate-distortion", args.effort.rate_distortion),
        ("--masking", args.effort.masking),
        ("--roi", args.effort.roi.is_some()),
        ("--depth", args.depth.is_some()),
    ];
    let of_lossless = [
        ("--predictor", args.predictor.is_some()),
        ("--point-transform", args.point_transform.is_some()),
        ("--precision", args.precision.is_some()),
    ];
    let typed = |switches: &[(&'static str, bool)]| switches.iter().find(|(_, typed)| *typed).map(|(name, _)| *name);
    if args.is_lossless() {
        typed(&of_lossy).map(|name| format!("{name} is for lossy JPEG and cannot be used with lossless JPEG"))
    } else {
        typed(&of_lossless).map(|name| format!("{name} is for lossless JPEG: it needs --lossless"))
    }
}

/// Returns the first switch under one of the headings.
fn under<'a>(typed: &'a [Typed], headings: &[&str]) -> Option<&'a str> {
    typed.iter().find(|typed| headings.contains(&&*typed.heading)).map(|typed| &*typed.switch)
}

/// Returns an error for switches that do not apply to video, or that the profile excludes.
pub(crate) fn of_video(args: &Encode, typed: &[Typed]) -> Option<String> {
    if let Some(name) = under(typed, &OF_PICTURES) {
        return Some(format!("{name} is for JPEG and cannot be used with H.264"));
    }
    let names_i8x8 = args.h264.partitions.is_some_and(|partitions| partitions.names_i8x8);
    match args.h264.profile {
        _ if !names_i8x8 => None,
        Some(ProfileName::Baseline | ProfileName::Main) => {
            Some("--partitions i8x8 needs the 8x8 transform, which only --profile high has".to_owned())
        }
        _ if args.h264.no_8x8dct => Some("--partitions i8x8 needs the 8x8 transform: leave out --no-8x8dct".to_owned()),
        _ if args.h264.preset.is_some_and(|preset| !preset.effort().transform_8x8) && !args.h264.with_8x8dct => {
            Some("--partitions i8x8 needs the 8x8 transform, which the preset turns off: add --8x8dct".to_owned())
        }
        _ => None,
    }
}
