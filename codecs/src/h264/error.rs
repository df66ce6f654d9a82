//! [`H264Error`]: why a stream cannot be written.

use super::syntax::{Profile, SyntaxError};
use crate::picture::PictureError;
use thiserror::Error;

/// Why a stream cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum H264Error {
    /// The samples are not a picture.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// A size that 4:2:0 pictures of whole macroblocks cannot be cropped to.
    #[error("{width}x{height}: 2 to 16384 columns and rows, even numbers (pad or crop by one)")]
    Size {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A picture of another size or kind than the stream's.
    #[error("a picture of {given}, and the stream has {stream}")]
    OtherPicture {
        /// What was given.
        given: String,
        /// What the stream has.
        stream: String,
    },
    /// 0 to 51.
    #[error("QP {0}: 0 (finest) to 51")]
    Qp(u8),
    /// 1 to 10.
    #[error("an I to P ratio of {0}: 1 to 10")]
    IpRatio(f64),
    /// 1 or more.
    #[error("a key interval of 0: 1 or more")]
    KeyInterval,
    /// 1 to 16.
    #[error("{0} reference pictures: 1 to 16")]
    References(u8),
    /// -6 to 6.
    #[error("deblocking offsets {alpha}:{beta}: -6 to 6 each")]
    DeblockingOffsets {
        /// Of alpha and tC0.
        alpha: i8,
        /// Of beta.
        beta: i8,
    },
    /// 4 to 1024.
    #[error("a search range of {0} samples: 4 to 1024")]
    MotionRange(u16),
    /// A frame rate of 0, or one that a stream cannot state.
    #[error("{0}/{1} pictures a second requested; H.264 streams and MP4 files hold 1/2147483647 to 2147483647")]
    FrameRate(u32, u32),
    /// The profile lacks a tool that was asked for.
    #[error("the tools asked for need the {lowest} profile, not {profile}")]
    Profile {
        /// What was asked for.
        profile: Profile,
        /// The lowest that has the tools.
        lowest: Profile,
    },
    /// The level does not allow the stream.
    #[error("level {level} allows {most} {what}, and the stream has {value}")]
    Level {
        /// Its name.
        level: &'static str,
        /// Which limit it is.
        what: &'static str,
        /// What the stream has.
        value: u64,
        /// What the level allows.
        most: u64,
    },
    /// A syntax structure cannot say what was asked for.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
}
