//! What can go wrong.

use std::io;
use std::path::PathBuf;

use thiserror::Error;
use unite::kernel::TrilinearError;

use crate::unpack;

/// Why a volume cannot be sampled.
#[derive(Debug, Error)]
pub(crate) enum VolumeError {
    /// A file cannot be read or written.
    #[error("{}: {source}", unpack::name(path))]
    File { path: PathBuf, source: io::Error },
    /// What was compressed is damaged or cut off.
    #[error(
        "{}: broken after {found} bytes were unpacked ({source}); is the file cut off or damaged?",
        unpack::name(path)
    )]
    Broken { path: PathBuf, found: u64, source: io::Error },
    /// Another number of bytes than the size asks for.
    #[error(
        "{}: it has {found} bytes, and {size} voxels of {bytes} bytes each are {needed}; give the --size and --type of the file",
        unpack::name(path)
    )]
    Size { path: PathBuf, found: u64, size: String, bytes: usize, needed: u64 },
    /// A plane that meets nothing.
    #[error(
        "--slice {axis}={place} lies outside of the volume: its voxels stand at 0 to {last} along {axis}; choose a place between"
    )]
    Slice { axis: &'static str, place: f32, last: usize },
    /// The grid.
    #[error(transparent)]
    Grid(#[from] TrilinearError),
    /// The picture.
    #[error("{}: {source}", unpack::name(path))]
    Picture { path: PathBuf, source: png::EncodingError },
    /// What was found cannot be written.
    #[error("standard output: {0}")]
    Output(io::Error),
}

/// Why an argument is none.
#[derive(Debug, Error, PartialEq)]
pub(crate) enum ArgumentError {
    /// Too few or too many parts.
    #[error("it has {found} parts, and {needed} are needed: {example}")]
    Parts { found: usize, needed: usize, example: &'static str },
    /// A part that is no number, or none that can stand there.
    #[error("`{part}` is no number that can stand here: {example}")]
    Number { part: String, example: &'static str },
    /// A size without voxels, or with more than can be counted.
    #[error("each axis has between 1 and 2147483646 voxels, and this one {found}")]
    Axis { found: u64 },
    /// More voxels than can be counted.
    #[error("a volume of this size has more voxels than memory has room for")]
    Large,
    /// A picture of another kind.
    #[error("a picture is written as PNG; give it a name that ends in .png")]
    Ending,
    /// An axis that is not one of three.
    #[error("`{found}` is no axis: {example}")]
    Name { found: String, example: &'static str },
}
