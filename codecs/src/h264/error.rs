//! [`H264Error`]: the reasons why a stream cannot be written.

use super::syntax::{Profile, SyntaxError};
use crate::picture::PictureError;
use std::num::NonZeroUsize;
use thiserror::Error;

/// The reason why a stream cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum H264Error {
    /// The samples do not form a picture.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The size is out of range, or odd in a 4:2:0 stream.
    #[error("{width}x{height} is not allowed; use even numbers from 2 to 16384 (pad or crop by one)")]
    Size {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// A picture differs from the stream in size or kind.
    #[error("a picture of {given} was given; the stream has {stream}")]
    OtherPicture {
        /// The size or kind of the picture.
        given: String,
        /// The size and kind of the stream's pictures.
        stream: String,
    },
    /// The QP is not in 0 to 51.
    #[error("QP {0} is not allowed; use 0 (finest) to 51")]
    Qp(u8),
    /// The ratio of I to P quantiser steps is not in 1 to 10.
    #[error("an I to P ratio of {0} is not allowed; use 1 to 10")]
    IpRatio(f64),
    /// The rate factor is not in 0 to 51.
    #[error("a rate factor of {0} is not allowed; use 0 (finest) to 51")]
    Crf(f64),
    /// The compression of complexity is not in 0 to 1.
    #[error("a qcomp of {0} is not allowed; use 0 to 1")]
    Qcomp(f64),
    /// The strength of adaptive quantisation is not in 0 to 3.
    #[error("a strength of adaptive quantisation of {0} is not allowed; use 0 to 3")]
    AqStrength(f64),
    /// The strength of psychovisual decisions is not in 0 to 10.
    #[error("a strength of psychovisual decisions of {0} is not allowed; use 0 (none) to 10")]
    PsyRd(f64),
    /// The lookahead is above 250 pictures.
    #[error("a lookahead of {0} pictures is not allowed; use 0 to 250")]
    Lookahead(u16),
    /// The threshold of scene cuts is above 100.
    #[error("a scene cut threshold of {0} is not allowed; use 0 (none) to 100")]
    SceneCut(u8),
    /// The least distance of key pictures is above the greatest.
    #[error("a least key interval of {min} is above the key interval of {keyint}; lower it or raise that")]
    MinKeyint {
        /// The least distance.
        min: u32,
        /// The greatest.
        keyint: u32,
    },
    /// The number of B pictures in a row is above 16.
    #[error("{0} B pictures in a row requested; use 0 to 16")]
    BFrames(u8),
    /// The ratio of B to P quantiser steps is not in 1 to 10.
    #[error("a B to P ratio of {0} is not allowed; use 1 to 10")]
    PbRatio(f64),
    /// The key interval is 0.
    #[error("a key interval of 0 is not allowed; use 1 or more")]
    KeyInterval,
    /// The number of reference pictures is not in 1 to 16.
    #[error("{0} reference pictures requested; H.264 allows 1 to 16")]
    References(u8),
    /// The number of slices is 0, or above that of the rows of macroblocks.
    #[error("{slices} slices requested; the picture has {rows} rows of macroblocks: use 1 to {rows}")]
    Slices {
        /// The requested number.
        slices: u16,
        /// The number of rows of macroblocks.
        rows: usize,
    },
    /// The number of reference pictures requested for a picture is 0, or above that of the stream.
    #[error("{requested} reference pictures requested for a picture; the stream has {most}: use 1 to {most}")]
    PictureReferences {
        /// The requested number.
        requested: u8,
        /// The number of the stream.
        most: u8,
    },
    /// Weights are requested for a picture of a stream without.
    #[error("weights requested for a picture of a stream without weights; set Options::weighted_p")]
    NoWeights,
    /// The logarithm of the denominator of requested weights is above 7.
    #[error("a denominator of 2^{0} is not allowed for weights; use 2^0 to 2^7")]
    WeightDenominator(u8),
    /// A deblocking offset is not in -6 to 6.
    #[error("deblocking offsets {alpha}:{beta} are not allowed; use -6 to 6 each")]
    DeblockingOffsets {
        /// The offset for alpha and tC0.
        alpha: i8,
        /// The offset for beta.
        beta: i8,
    },
    /// The range of the motion search is not in 4 to 1024.
    #[error("a search range of {0} samples is not allowed; use 4 to 1024")]
    MotionRange(u16),
    /// The frame rate is 0, or a stream cannot express it.
    #[error("{0}/{1} pictures a second requested; H.264 streams and MP4 files hold 1/2147483647 to 2147483647")]
    FrameRate(u32, u32),
    /// The number of a picture exceeds 64 bits.
    #[error(
        "a session from picture {first} of the film ends with {count} encoded: no number is above {}; begin at a lower one",
        u64::MAX
    )]
    PictureNumber {
        /// The number of the session's first picture.
        first: u64,
        /// The number of pictures encoded since.
        count: u64,
    },
    /// The requested profile lacks a requested tool.
    #[error("the tools asked for need the {lowest} profile, not {profile}")]
    Profile {
        /// The requested profile.
        profile: Profile,
        /// The lowest profile that has the tools.
        lowest: Profile,
    },
    /// The stream exceeds a limit of the requested level.
    #[error("level {level} allows {most} {what}, and the stream has {value}")]
    Level {
        /// The name of the level.
        level: &'static str,
        /// The quantity that is limited.
        what: &'static str,
        /// The value in the stream.
        value: u64,
        /// The largest value that the level allows.
        most: u64,
    },
    /// The system does not start the threads asked for.
    #[error("{threads} threads cannot be started: {reason}")]
    Threads {
        /// The number of threads.
        threads: NonZeroUsize,
        /// The system's error.
        #[source]
        reason: std::io::Error,
    },
    /// A syntax structure cannot express a requested value.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
}
