//! Errors of the example.

use std::io;
use std::path::PathBuf;

use thiserror::Error;
use unite::kernel::TrilinearError;

use crate::unpack;

/// An error: a volume cannot be sampled.
#[derive(Debug, Error)]
pub(crate) enum VolumeError {
    /// A file cannot be read or written.
    #[error("{}: {source}", unpack::name(path))]
    File { path: PathBuf, source: io::Error },
    /// Compressed data is damaged or cut off.
    #[error(
        "{}: decompression fails after {found} bytes ({source}); is the file cut off or damaged?",
        unpack::name(path)
    )]
    Broken { path: PathBuf, found: u64, source: io::Error },
    /// The number of bytes does not match the size.
    #[error(
        "{}: the file has {found} bytes, but {size} voxels of {bytes} bytes each take {needed}; give the --size and --type \
         of the file",
        unpack::name(path)
    )]
    Size { path: PathBuf, found: u64, size: String, bytes: usize, needed: u64 },
    /// A plane lies outside of the volume.
    #[error(
        "--slice {axis}={place} lies outside of the volume: its voxels lie at 0 to {last} along {axis}; choose a place between"
    )]
    Slice { axis: &'static str, place: f32, last: usize },
    /// The grid cannot be built or sampled.
    #[error(transparent)]
    Grid(#[from] TrilinearError),
    /// The picture cannot be encoded.
    #[error("{}: {source}", unpack::name(path))]
    Picture { path: PathBuf, source: png::EncodingError },
    /// The samples cannot be written.
    #[error("standard output: {0}")]
    Output(io::Error),
}

/// An error in an argument.
#[derive(Debug, Error, PartialEq)]
pub(crate) enum ArgumentError {
    /// An argument has too few or too many parts.
    #[error("the argument has {found} parts, and {needed} are needed: {example}")]
    Parts { found: usize, needed: usize, example: &'static str },
    /// A part is not a number, or out of range.
    #[error("`{part}` is not a valid number here; write for example {example}")]
    Number { part: String, example: &'static str },
    /// An axis has no voxels, or more than can be counted.
    #[error("an axis has {found} voxels; 1 to 2147483646 are allowed")]
    Axis { found: u64 },
    /// A volume has more voxels than can be counted.
    #[error("a volume of this size does not fit into memory")]
    Large,
    /// A picture of another format.
    #[error("a picture is written as PNG; give it a name that ends in .png")]
    Ending,
    /// An axis is not x, y or z.
    #[error("`{found}` is not an axis, which are x, y and z: {example}")]
    Name { found: String, example: &'static str },
}
