//! [`video_options`]: the options of a session from the switches of the command.

use crate::args::{self, Arguments};
use crate::usage;
use crate::video::options_of_size;
use clap::{CommandFactory as _, FromArgMatches as _};
use codecs::h264::Options;
use std::ffi::OsString;

/// The headings of the help that list the switches of a stream.
const OF_STREAM: [&str; 2] = ["H.264", "H.264: description of the samples"];

/// The switches under these headings that name files or ask for a report.
const OF_FILES: [&str; 3] = ["--recon", "--psnr", "--stats"];

/// Returns the options that the command has with `switches`, for pictures of a size, in 4:2:0 or `gray`, of `rate` frames a
/// second.
///
/// ```
/// let options = encode::video_options(&["--qp=30".into(), "--no-cabac".into()], (352, 288), false, (25, 1))?;
/// assert_eq!((options.qp, options.width), (30, 352));
/// let wrong = encode::video_options(&["--qp=60".into()], (352, 288), false, (25, 1));
/// assert_eq!(wrong.unwrap_err(), "invalid value '60' for '--qp <N>': 60 is not in 0..=51");
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The command's line for switches that it refuses, and for those that have no meaning for a stream.
pub fn video_options(
    switches: &[String],
    size: (usize, usize),
    gray: bool,
    rate: (u32, u32),
) -> Result<Options, String> {
    let mut definition = Arguments::command();
    definition.build();
    if let Some(answer) = args::answer(&definition, switches.iter().map(OsString::from)) {
        return Err(answer);
    }
    let words = ["encode", "-", "--output=-", "--codec=h264"].into_iter().chain(switches.iter().map(String::as_str));
    let matches = definition.try_get_matches_from(words).map_err(|error| first_paragraph(&error.to_string()))?;
    let arguments = Arguments::from_arg_matches(&matches).map_err(|error| first_paragraph(&error.to_string()))?;
    let typed = args::typed(&matches);
    let stray = |switch: &str, heading: &str| !OF_STREAM.contains(&heading) || OF_FILES.contains(&switch);
    let given = typed.iter().filter(|typed| !["--output", "--codec"].contains(&&*typed.switch));
    if let Some(typed) = given.clone().find(|typed| stray(&typed.switch, &typed.heading)) {
        return Err(format!("{} is a switch of the command, not an option of a stream", typed.switch));
    }
    match usage::of_video(&arguments.encode, &typed) {
        Some(wrong) => Err(wrong),
        None => Ok(options_of_size(&arguments.encode.h264, size, gray, rate)),
    }
}

/// Returns the first paragraph of an error of the parser as one line, without `error: `.
fn first_paragraph(text: &str) -> String {
    let lines = text.lines().take_while(|line| !line.is_empty());
    let line = lines.map(str::trim).collect::<Vec<_>>().join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}
