//! The command `encode`: encodes pictures as JPEG and video as H.264.
//!
#![doc = include_str!("../README.md")]
//!
//! # How data flows
//!
//! A picture flows one way: `source` reads bytes, [`input::read`] decodes them to an [`input::Picture`], the codec
//! encodes it as a JPEG in memory, `verify` checks that, `output` puts it in its place. If nothing needs the whole
//! picture, its rows are encoded as they are read, so memory use does not depend on its height. The frames of a video
//! are processed one by one, so memory use does not depend on its length.

pub mod args;
mod by_rows;
mod console;
mod describe;
mod documents;
mod effort;
mod error;
mod identity;
pub mod input;
mod inputs;
mod inspect;
mod interest;
mod job;
mod join;
mod join_error;
mod kinds;
mod named_files;
mod new_folders;
mod output;
mod progress;
mod psnr;
mod quant_tables;
mod report;
mod run;
mod scan_script;
mod settings;
mod ssim2;
mod stderr;
mod stdout;
mod still;
mod summary;
mod switches;
mod target;
mod times;
mod usage;
mod verify;
mod video;
mod video_error;

pub use error::Error;
pub use job::Failure;
pub use join::join_parts;
pub use join_error::JoinError;
pub use switches::video_options;
pub use video::{Container, count_frames};
pub use video_error::VideoError;

use clap::{CommandFactory as _, FromArgMatches as _};
use std::process::ExitCode;

/// Runs the command on the arguments of the process. The status is 0 if everything succeeded, 1 if some of it failed, 2
/// if the arguments are invalid.
pub fn main() -> ExitCode {
    let mut definition = args::Arguments::command();
    definition.build();
    if let Some(answer) = args::answer(&definition, std::env::args_os().skip(1)) {
        stderr::line(&answer);
        return ExitCode::from(2);
    }
    let matches = definition.get_matches();
    let arguments = match args::Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => error.format(&mut args::Arguments::command()).exit(),
    };
    match arguments.command {
        Some(args::Command::Inspect { files }) => inspect::inspect(&files),
        Some(args::Command::Compare(compare)) => video::compare(&compare),
        Some(args::Command::Join(parts)) => join::join(&parts),
        Some(command) => documents::print(&command),
        None => run::run(&arguments.encode, &args::typed(&matches)),
    }
}
