//! [`VideoError`]: the faults of a video, or of its encoding.

use codecs::h264::container::mp4::Mp4Error;
use thiserror::Error;

/// A fault of a video, or of its encoding. Frames are counted from 0.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VideoError {
    /// An input is neither Y4M nor declared to be raw.
    #[error("is not Y4M video: convert it with `{convert}`, or say --size and --pix-fmt if it is raw")]
    NotVideo {
        /// A command that converts it to Y4M.
        convert: String,
    },
    /// `--size` is given for Y4M.
    #[error("is Y4M video, which states its own size: leave out --size and --pix-fmt")]
    NotRaw,
    /// A size is out of range.
    #[error("has frames of {width}x{height}; 1 to 16384 columns and rows are supported")]
    Size {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
    },
    /// 4:2:0 has an odd size.
    #[error("has frames of {width}x{height}, but 4:2:0 needs even sizes: --pad repeats the last column or row")]
    Odd {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// The samples are of an unsupported kind.
    #[error("has {what} samples, but 8-bit 4:2:0 or gray is needed: convert it with `{convert}`")]
    Samples {
        /// The kind of the samples.
        what: String,
        /// A command that converts them.
        convert: String,
    },
    /// The video is interlaced.
    #[error("is interlaced, but progressive frames are needed: convert it with `{convert}`")]
    Interlaced {
        /// A command that converts fields to frames.
        convert: String,
    },
    /// The last frame is incomplete.
    #[error("frame {frame} is cut short: {bytes} of {of} bytes (--keep-partial encodes those before it)")]
    CutShort {
        /// The number of the frame.
        frame: u64,
        /// The bytes that exist.
        bytes: usize,
        /// The bytes of a whole frame.
        of: usize,
    },
    /// The input has no whole frame.
    #[error("has no whole frame")]
    NoFrames,
    /// `--seek` skips all frames.
    #[error("has {frames} whole frames: --seek {seek} leaves none of them")]
    SeekBeyond {
        /// The number of frames of the input.
        frames: u64,
        /// The number of frames to skip.
        seek: u64,
    },
    /// The system cannot provide the memory of a frame.
    #[error("a frame needs {0} bytes of memory, which the system cannot provide")]
    Memory(usize),
    /// The MP4 file cannot be written.
    #[error(transparent)]
    Mp4(Mp4Error),
    /// A stream to compare is invalid or of an unsupported kind.
    #[error("cannot be compared: {0}")]
    NotCompared(String),
    /// The decoding program fails.
    #[error("{decoder}: {reason}")]
    Decoder {
        /// The command.
        decoder: String,
        /// The fault.
        reason: String,
    },
}
