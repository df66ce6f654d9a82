//! [`Error`]: why a file was not written. Each says in one line what is wrong and, where there is something, what to do;
//! which file it was is put before it by whoever knows.

use crate::input::about;
use crate::video::VideoError;
use codecs::h264::H264Error;
use codecs::jpeg::JpegError;
use std::io;
use thiserror::Error;

/// Why a file was not written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The system does not give an input's bytes.
    #[error("cannot be read: {}", plain(.0))]
    Read(io::Error),
    /// An input that is no file is put into a temporary file, which cannot be written.
    #[error("cannot be put into a temporary file, from which it would be read: {}", plain(.0))]
    Spool(io::Error),
    /// An input is a folder.
    #[error("is a folder: name the pictures in it, or encode it with --recursive and --out-dir")]
    InputFolder,
    /// A folder has no file to encode in it, with the endings that were looked for.
    #[error("has no file in it that ends in {0}")]
    NothingInFolder(String),
    /// An input has no bytes.
    #[error("is empty")]
    Empty,
    /// An input's first bytes belong to no format.
    #[error("is no picture in a format that is read here: PNG, PNM, BMP, TIFF, WebP, JPEG or GIF")]
    UnknownFormat,
    /// A file to inspect is something else.
    #[error("is no JPEG, H.264 or MP4 file, which is what can be inspected")]
    NotInspected,
    /// An input for a picture is video.
    #[error("is Y4M video, and JPEG files hold pictures: write H.264 (.mp4, .264, --codec h264)")]
    VideoForPicture,
    /// An input's first bytes belong to another format.
    #[error("is {0}, which is not read here: convert it to PNG first")]
    OtherFormat(&'static str),
    /// An input has a format that is read, with a feature of it that is not.
    #[error("this {format} has {what}, which is not read here: convert it to 8-bit or 16-bit gray or RGB first")]
    Unsupported {
        /// The format.
        format: &'static str,
        /// The feature.
        what: String,
    },
    /// An input breaks its format's rules.
    #[error("broken {format}: {reason}")]
    Broken {
        /// The format.
        format: &'static str,
        /// What the decoder says.
        reason: String,
    },
    /// A JPEG has 16-bit sizes.
    #[error("{width}x{height} pixels: a JPEG has 1 to 65535 columns and rows")]
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
        /// What to type.
        raise: String,
    },
    /// A picture needs more memory than the limit.
    #[error("{width}x{height} pixels need about {}; the limit is {} ({raise} raises it)", about(*.need, "B"), about(*.limit, "B"))]
    TooMuchMemory {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
        /// Bytes, as estimated.
        need: u64,
        /// The limit.
        limit: u64,
        /// What to type.
        raise: String,
    },
    /// A header promises much more than the data can hold.
    #[error("claims {width}x{height} pixels, which its {bytes} bytes cannot hold")]
    Hollow {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
        /// Bytes of the whole input.
        bytes: usize,
    },
    /// Memory is short.
    #[error("{width}x{height} pixels need {bytes} bytes of memory, which the system does not give")]
    Memory {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
        /// Bytes that were asked for.
        bytes: u64,
    },
    /// `--depth error`.
    #[error("has samples of more than 8 bits: leave out `--depth error` to have them rounded")]
    Depth,
    /// A file that a switch names.
    #[error("{switch} {file}: {reason}")]
    SwitchFile {
        /// The switch.
        switch: &'static str,
        /// The file.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The output's name says nothing known.
    #[error(
        "what to write cannot be told from this name: end it in .jpg, or say --codec jpeg (H.264: .mp4 or .264, --codec h264)"
    )]
    UnknownEnding,
    /// Another container of H.264.
    #[error("{0} is not written here: MP4 is (.mp4), and bare H.264 (.264)")]
    OtherContainer(&'static str),
    /// A file that is written is also read.
    #[error("{written} is the same file as {read}, which would be overwritten: write to another file")]
    OverwritesRead {
        /// The file that is written, with its switch.
        written: String,
        /// The file that is read, with its switch.
        read: String,
    },
    /// One file is written twice.
    #[error("{first} and {second} are the same file: write to two files")]
    WrittenTwice {
        /// The file as it is named first, with its switch.
        first: String,
        /// The file as it is named again, with its switch.
        second: String,
    },
    /// Two inputs have one output.
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
        /// How many are followed.
        most: usize,
    },
    /// A file that has been removed and is still open.
    #[error("is an open file that has been removed: write to a file that has a name, or to - for standard output")]
    NoName,
    /// Standard output would lose what is written.
    #[error("{0}: redirect it to a file or a pipe (> /dev/null discards what is written)")]
    StandardOutput(&'static str),
    /// The output is a folder.
    #[error("is a folder: name a file in it, or use --out-dir")]
    OutputFolder,
    /// The folder of the output is not there.
    #[error("the folder {0} does not exist: create it first")]
    NoFolder(String),
    /// A file stands where a folder would be.
    #[error("{0} is a file, and a folder is needed there: name another folder")]
    FileAsFolder(String),
    /// The path of a folder that is to be made goes up from one that is missing.
    #[error("{0} goes up from a folder that does not exist: name the folder without ..")]
    UpFromNowhere(String),
    /// The system does not make a folder.
    #[error("the folder {folder} cannot be made: {}", plain(.error))]
    MakeFolder {
        /// The folder.
        folder: String,
        /// Why not.
        error: io::Error,
    },
    /// The system does not take the output's bytes.
    #[error("cannot be written: {}", plain(.0))]
    Write(io::Error),
    /// The system does not set the times of an output, which is written.
    #[error("is written, but cannot have its input's times (--preserve): {}", plain(.0))]
    SetTimes(io::Error),
    /// The codec refuses.
    #[error(transparent)]
    Jpeg(#[from] JpegError),
    /// The codec refuses.
    #[error(transparent)]
    H264(#[from] H264Error),
    /// What is wrong with a video.
    #[error(transparent)]
    Video(#[from] VideoError),
    /// `--target-size` is too small.
    #[error("{target} bytes are too few: quality 1 takes {smallest}")]
    TargetSize {
        /// What was asked for.
        target: u64,
        /// The size at quality 1.
        smallest: u64,
    },
    /// `--verify` found no decoder; what could be installed.
    #[error("--verify: no decoder of such files is at hand: {0}, or name one with --verify=CMD")]
    NoDecoder(&'static str),
    /// `--verify` found that the result is wrong, and nothing is written.
    #[error("--verify with {decoder}: {reason}; nothing was written")]
    Verify {
        /// Which decoder.
        decoder: String,
        /// What it found.
        reason: String,
    },
    /// An assertion of a decoder failed, or of this program.
    #[error("{0}")]
    Fault(String),
}

/// An error of the system without its number.
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

/// Text of any origin as one line of at most 300 characters.
pub(crate) fn one_line(text: &str) -> String {
    one_line_of(text, 300)
}

/// Text of any origin as one line of bounded length.
pub(crate) fn one_line_of(text: &str, most: usize) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect();
    let line = words.join(" ");
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}..", &line[..end]),
        None => line,
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
