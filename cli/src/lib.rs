//! The command `encode`: pictures in, JPEG files out.
//!
//! | module | concern |
//! |---|---|
//! | [`args`] | what a user types |
//! | [`input`] | bytes of any picture format to 8-bit gray or RGB samples |
//! | `settings`, `quant_tables`, `target_size` | what a user types to what the codec is asked for |
//! | `output` | whole files or none |
//! | `verify`, `psnr` | an independent decoder's opinion of what is written |
//! | `run` | many inputs at the same time, one failure at a time |
//! | `report`, `progress`, `console` | what is said, to whom, and how often |
//! | `inspect` | what a file of any encoder is made of |
//! | `documents` | shell completions and the man page, from the same definition as the switches |
//!
//! A picture flows one way: `source` reads bytes, [`input::read`] makes a [`input::Picture`] of them, the codec makes a
//! JPEG of it in memory, `verify` looks at that, `output` puts it in its place.

pub mod args;
mod console;
mod documents;
mod error;
pub mod input;
mod inspect;
mod output;
mod progress;
mod psnr;
mod quant_tables;
mod report;
mod run;
mod settings;
mod target_size;
mod verify;

pub use error::Error;

use clap::Parser as _;
use std::process::ExitCode;

/// Reads the arguments of the process and does what they say: status 0 when all of it was done, 1 when some of it was not,
/// 2 when the arguments make no sense.
pub fn main() -> ExitCode {
    let arguments = args::Arguments::parse();
    match arguments.command {
        Some(args::Command::Inspect { files }) => inspect::inspect(&files),
        Some(command) => documents::print(&command),
        None => run::run(&arguments.encode),
    }
}
