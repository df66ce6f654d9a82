//! The command `encode` as its users meet it: the built binary, files, pipes, signals.

mod broken;
mod common;
mod files;
mod formats;
mod lossless;
mod many;
mod process;
mod qualities;
mod switches;
