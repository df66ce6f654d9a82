//! Switches that select the files to read, to write and to keep.

use clap::Args;

/// The selection of files to read, to write and to keep.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Files {
    /// Encode the files in folders and their subfolders, into the same tree under --out-dir
    ///
    /// For the input photos, photos/2024/a.png becomes DIR/2024/a.jpg. Files are found by their endings, in upper or
    /// lower case, and taken in the order of their names: .png .jpg .jpeg .jpe .jfif .ppm .pgm .pbm .pnm .pam .bmp .tif
    /// .tiff .webp .gif; for --codec h264 .y4m, or .yuv and .raw with --size. A file that is named is always tried.
    /// Left out are hidden files and folders (.name), links to folders, and DIR if it lies in the input; --verbose
    /// lists them.
    #[arg(short, long, help_heading = "Output")]
    pub recursive: bool,

    /// Keep existing outputs, and do not read their inputs
    #[arg(long, conflicts_with = "update", hide_short_help = true, help_heading = "Output")]
    pub skip_existing: bool,

    /// Encode only inputs that are newer than their output, or have no output
    ///
    /// The times of the last change are compared. With --preserve an output has the time of its input, and is replaced
    /// when the input changes.
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    pub update: bool,

    /// Give an output the times of its input (last change and last access)
    #[arg(short, long, help_heading = "Output")]
    pub preserve: bool,
}
