//! The command `encode`: pictures in, JPEG files out; video in, H.264 out.
//!
//! | module | concern |
//! |---|---|
//! | [`args`] | what a user types |
//! | [`input`] | bytes of any picture format to gray or RGB samples of 8 or 16 bits |
//! | `inputs` | the files that are named, and those in folders |
//! | `job`, `usage` | which input becomes which file, of which codec; what makes no sense |
//! | `still` | a picture to a JPEG |
//! | `settings`, `quant_tables`, `target_size` | what a user types to what the JPEG codec is asked for |
//! | `video` | a video to H.264, one frame at a time; comparing |
//! | `named_files`, `identity` | no file that is read is overwritten, whatever it is called |
//! | `output`, `new_folders` | whole files or none, and the folders made for them |
//! | `stdout` | standard output that would lose what is written |
//! | `verify`, `psnr` | an independent decoder's opinion of what is written |
//! | `run` | many inputs at the same time, one failure at a time |
//! | `times` | outputs that are kept, and times that are handed on |
//! | `report`, `progress`, `summary`, `describe`, `console` | what is said, to whom, and how often |
//! | `inspect` | what a file of any encoder is made of |
//! | `documents` | shell completions and man pages, from the same definition as the switches |
//!
//! A picture flows one way: `source` reads bytes, [`input::read`] makes a [`input::Picture`] of them, the codec makes a
//! JPEG of it in memory, `verify` looks at that, `output` puts it in its place. A video's frames flow one by one, so that
//! its length does not matter.

pub mod args;
mod console;
mod describe;
mod documents;
mod error;
mod identity;
pub mod input;
mod inputs;
mod inspect;
mod job;
mod named_files;
mod new_folders;
mod output;
mod progress;
mod psnr;
mod quant_tables;
mod report;
mod run;
mod settings;
mod stdout;
mod still;
mod summary;
mod target_size;
mod times;
mod usage;
mod verify;
mod video;

pub use error::Error;
pub use video::{VideoError, count_frames};

use clap::{CommandFactory as _, FromArgMatches as _};
use std::process::ExitCode;

/// Reads the arguments of the process and does what they say: status 0 when all of it was done, 1 when some of it was not,
/// 2 when the arguments make no sense.
pub fn main() -> ExitCode {
    let mut definition = args::Arguments::command();
    definition.build();
    if let Some(answer) = args::answer(&definition, std::env::args_os().skip(1)) {
        console::line(&answer);
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
        Some(command) => documents::print(&command),
        None => run::run(&arguments.encode, &args::typed(&matches)),
    }
}
