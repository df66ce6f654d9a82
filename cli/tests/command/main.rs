//! Tests of the command `encode`: the built binary, files, pipes, signals.

mod broken;
mod clips;
mod common;
mod files;
mod folders;
mod foreign;
mod formats;
mod identity;
mod inspect;
mod kept;
mod limits;
mod links;
mod lossless;
mod many;
mod process;
mod qualities;
mod rates;
mod said;
mod standard_output;
mod switches;
mod threads;
mod together;
mod video;
mod video_broken;
mod video_switches;
mod y4m;
