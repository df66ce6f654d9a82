//! [`VideoError`]: what is wrong with a video, or with what was made of it.

use codecs::h264::container::mp4::Mp4Error;
use thiserror::Error;

/// What is wrong with a video, or with what was made of it. Frames are counted from 0.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VideoError {
    /// An input that is neither Y4M nor said to be raw.
    #[error("is no Y4M video: convert it with `{convert}`, or say --size and --pix-fmt if it is raw")]
    NotVideo {
        /// A command that makes Y4M of it.
        convert: String,
    },
    /// `--size` for Y4M.
    #[error("is Y4M video, which says its size itself: leave out --size and --pix-fmt")]
    NotRaw,
    /// A size that is beyond what can be coded.
    #[error("{width}x{height}: H.264 pictures have 1 to 16384 columns and rows here")]
    Size {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
    },
    /// 4:2:0 of an odd size.
    #[error("{width}x{height}: 4:2:0 needs even numbers; --pad repeats the last column or row")]
    Odd {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Samples of another kind.
    #[error("has {what} samples, and 8-bit 4:2:0 or gray is encoded here: convert it with `{convert}`")]
    Samples {
        /// Of which kind.
        what: String,
        /// A command that converts them.
        convert: String,
    },
    /// Fields.
    #[error("is interlaced, and progressive frames are encoded here: convert it with `{convert}`")]
    Interlaced {
        /// A command that makes frames of the fields.
        convert: String,
    },
    /// The last frame is not whole.
    #[error("frame {frame} is cut short: {bytes} of {of} bytes (--keep-partial encodes those before it)")]
    CutShort {
        /// Which frame.
        frame: u64,
        /// Bytes that are there.
        bytes: usize,
        /// Bytes of a frame.
        of: usize,
    },
    /// No whole frame.
    #[error("has no whole frame")]
    NoFrames,
    /// No frame after `--seek`.
    #[error("has {frames} whole frames: --seek {seek} leaves none of them")]
    SeekBeyond {
        /// Frames of the input.
        frames: u64,
        /// Frames to leave out.
        seek: u64,
    },
    /// Memory is short.
    #[error("a frame of {0} bytes needs memory that the system does not give")]
    Memory(usize),
    /// The MP4 file cannot be made.
    #[error(transparent)]
    Mp4(Mp4Error),
    /// A stream to compare is none, or of another kind.
    #[error("cannot be compared: {0}")]
    NotCompared(String),
    /// A program that should decode does not.
    #[error("{decoder}: {reason}")]
    Decoder {
        /// The command.
        decoder: String,
        /// What is wrong.
        reason: String,
    },
}
