//! [`Error`]: the reasons why a file was not written. Each message says in one line what is wrong and, if possible,
//! what to do; the caller puts the name of the file before it.

use crate::join_error::JoinError;
use crate::video_error::VideoError;
use codecs::h264::H264Error;
use codecs::jpeg::JpegError;
use std::io;
use thiserror::Error;

/// A reason why a file was not written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The system cannot read an input.
    #[error("cannot be read: {}", plain(.0))]
    Read(io::Error),
    /// An input that is not a regular file cannot be copied to a temporary file.
    #[error("cannot be copied to a temporary file: {}", plain(.0))]
    Spool(io::Error),
    /// An input is a folder.
    #[error("is a folder: name the pictures in it, or encode it with --recursive and --out-dir")]
    InputFolder,
    /// A folder contains no file to encode with the supported endings.
    #[error("contains no file that ends in {0}")]
    NothingInFolder(String),
    /// An input is empty.
    #[error("is empty")]
    Empty,
    /// An input's first bytes match no known format.
    #[error("is not in a supported picture format: PNG, PNM, BMP, TIFF, WebP, JPEG or GIF")]
    UnknownFormat,
    /// A file to inspect is of another kind.
    #[error("is not a JPEG, H.264 or MP4 file; only these can be inspected")]
    NotInspected,
    /// An input for a picture is video.
    #[error("is Y4M video, but a JPEG holds one picture: write H.264 (.mp4, .264, --codec h264)")]
    VideoForPicture,
    /// An input's first bytes belong to an unsupported format.
    #[error("is {0}, which is not supported: convert it to PNG first")]
    OtherFormat(&'static str),
    /// An input has a supported format, with an unsupported feature.
    #[error("this {format} has {what}, which is not supported: convert it to 8-bit or 16-bit gray or RGB first")]
    Unsupported {
        /// The format.
        format: &'static str,
        /// The feature.
        what: String,
    },
    /// An input has CMYK samples, which are not asked for: without the profile their conversion would be a guess.
    #[error(
        "this {format} has CMYK samples: --colour keep encodes them as they are; or convert it to gray or RGB first"
    )]
    Cmyk {
        /// The format.
        format: &'static str,
    },
    /// A switch needs gray or RGB.
    #[error(
        "has CMYK samples, which {switch} does not compare: leave {switch} out, or convert the picture to RGB first"
    )]
    FourColours {
        /// The switch.
        switch: &'static str,
    },
    /// An input breaks its format's rules.
    #[error("broken {format}: {reason}")]
    Broken {
        /// The format.
        format: &'static str,
        /// The decoder's message.
        reason: String,
    },
    /// A picture is too large for the 16-bit sizes of JPEG.
    #[error("has {width}x{height} pixels; a JPEG allows 1 to 65535 columns and rows")]
    Size {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
    },
    /// A picture has more pixels than the limit.
    #[error("{width}x{height} are {}; the limit is {} ({raise} raises it)", about(.width.saturating_mul(*.height), "px"), about(*.limit, "px"))]
    TooManyPixels {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
        /// The limit.
        limit: u64,
        /// The switches that raise the limit.
        raise: String,
    },
    /// A picture needs more memory than the limit.
    #[error("{width}x{height} pixels need about {}; the limit is {} ({raise} raises it)", about(*.need, "B"), about(*.limit, "B"))]
    TooMuchMemory {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
        /// The estimated bytes.
        need: u64,
        /// The limit.
        limit: u64,
        /// The switches that raise the limit.
        raise: String,
    },
    /// A header claims many more pixels than the data can hold.
    #[error("claims {width}x{height} pixels, which its {bytes} bytes cannot hold")]
    Hollow {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
        /// Bytes of the whole input.
        bytes: usize,
    },
    /// The system cannot provide the memory.
    #[error("{width}x{height} pixels need {bytes} bytes of memory, which the system cannot provide")]
    Memory {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
        /// The requested bytes.
        bytes: u64,
    },
    /// The samples have more than 8 bits, and `--depth error` refuses them.
    #[error("has samples of more than 8 bits: leave out `--depth error` to have them rounded")]
    Depth,
    /// A file that a switch names is unusable.
    #[error("{switch} {file}: {reason}")]
    SwitchFile {
        /// The switch.
        switch: &'static str,
        /// The file.
        file: String,
        /// The fault of the file.
        reason: String,
    },
    /// The output's name selects no known format.
    #[error(
        "this name selects no known format: end it in .jpg, or say --codec jpeg (H.264: .mp4 or .264, --codec h264)"
    )]
    UnknownEnding,
    /// The output's name selects another container of H.264.
    #[error("{0} is not supported as output: write MP4 (.mp4) or bare H.264 (.264)")]
    OtherContainer(&'static str),
    /// A file to write is also an input.
    #[error("{written} is the same file as {read}, which would be overwritten: write to another file")]
    OverwritesRead {
        /// The file to write, with its switch.
        written: String,
        /// The file to read, with its switch.
        read: String,
    },
    /// Two outputs are the same file.
    #[error("{first} and {second} are the same file: write to two files")]
    WrittenTwice {
        /// The file as it is named first, with its switch.
        first: String,
        /// The file as it is named again, with its switch.
        second: String,
    },
    /// Two inputs have the same output.
    #[error("would be written for both {first} and {second}: use two folders, or -o for each")]
    SameOutput {
        /// The first input.
        first: String,
        /// The second one.
        second: String,
    },
    /// Symbolic links lead to no file.
    #[error("its symbolic links lead in a circle, or are more than {most}: name the file they should lead to")]
    Links {
        /// The maximal number of links that are followed.
        most: usize,
    },
    /// The output is an open file that has been removed.
    #[error("is an open file that has been removed: write to a file that has a name, or to - for standard output")]
    NoName,
    /// Standard output would lose the data.
    #[error("{0}: redirect it to a file or a pipe (> /dev/null discards what is written)")]
    StandardOutput(&'static str),
    /// The output is a folder.
    #[error("is a folder: name a file in it, or use --out-dir")]
    OutputFolder,
    /// The folder of the output does not exist.
    #[error("the folder {0} does not exist: create it first")]
    NoFolder(String),
    /// A file exists where a folder is needed.
    #[error("{0} is a file, but a folder is needed there: name another folder")]
    FileAsFolder(String),
    /// The path of a folder to create goes up from a missing one.
    #[error("{0} goes up from a folder that does not exist: name the folder without ..")]
    UpFromNowhere(String),
    /// The system cannot create a folder.
    #[error("the folder {folder} cannot be made: {}", plain(.error))]
    MakeFolder {
        /// The folder.
        folder: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The system cannot write the output.
    #[error("cannot be written: {}", plain(.0))]
    Write(io::Error),
    /// The system cannot set the times of an output that was written.
    #[error("was written, but its times cannot be set to its input's (--preserve): {}", plain(.0))]
    SetTimes(io::Error),
    /// The JPEG codec reports an error.
    #[error(transparent)]
    Jpeg(#[from] JpegError),
    /// The H.264 codec reports an error.
    #[error(transparent)]
    H264(#[from] H264Error),
    /// A video cannot be read or encoded.
    #[error(transparent)]
    Video(#[from] VideoError),
    /// Parts of a film cannot be joined.
    #[error(transparent)]
    Join(#[from] JoinError),
    /// SSIMULACRA2 is not defined for a picture.
    #[error("a picture of {width}x{height} is too small for SSIMULACRA2, which needs 8x8: use --target-psnr")]
    TooSmallToScore {
        /// Number of columns.
        width: u32,
        /// Number of rows.
        height: u32,
    },
    /// The program was built without SSIMULACRA2.
    #[error("this program was built without the feature `ssim2`: use --target-psnr, or build it with the feature")]
    NoSsim2,
    /// `--verify` found no decoder; the text says what to install.
    #[error("--verify found no decoder for this file: {0}, or name one with --verify=CMD")]
    NoDecoder(&'static str),
    /// `--verify` found that the result is wrong, so nothing was written.
    #[error("--verify with {decoder}: {reason}; nothing was written")]
    Verify {
        /// The decoder.
        decoder: String,
        /// The decoder's error, or the difference.
        reason: String,
    },
    /// An assertion of a decoder or of this program failed.
    #[error("{0}")]
    Fault(String),
}

/// Returns the text of a system error without its number.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = match error.kind() {
        io::ErrorKind::BrokenPipe => "its reader has closed it".to_owned(),
        _ => error.to_string(),
    };
    match text.rfind(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// Returns any text as one line of at most 300 characters.
pub(crate) fn one_line(text: &str) -> String {
    one_line_of(text, 300)
}

/// Returns any text as one line of at most `most` characters.
pub(crate) fn one_line_of(text: &str, most: usize) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect();
    let line = words.join(" ");
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}..", &line[..end]),
        None => line,
    }
}

/// Formats an approximate number, rounded up, with one decimal below ten units: `1.9 GB`.
pub(crate) fn about(number: u64, unit: &str) -> String {
    let prefixes = [(1_000_000_000, "G"), (1_000_000, "M"), (1000, "k")];
    match prefixes.into_iter().find(|(size, _)| number >= *size) {
        Some((size, prefix)) if number < 10 * size && !number.is_multiple_of(size) => {
            let tenths = number.div_ceil(size / 10);
            format!("{}.{} {prefix}{unit}", tenths / 10, tenths % 10)
        }
        Some((size, prefix)) => format!("{} {prefix}{unit}", number.div_ceil(size)),
        None => format!("{number} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_errors_lose_their_number() {
        assert_eq!(plain(&io::Error::from_raw_os_error(2)), "No such file or directory");
    }

    #[test]
    fn any_text_becomes_one_bounded_line() {
        assert_eq!(one_line("a\n\tb\r\n \u{1b}[31m c"), "a b [31m c");
        assert_eq!(one_line(&"é".repeat(400)).chars().count(), 302);
    }
}
