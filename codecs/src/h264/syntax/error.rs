//! [`SyntaxError`]: violations of the syntax of a stream.

use super::structure::Name;
use crate::bitstream::{self, BitPosition, Complaint, InBrackets, Violation};
use std::io;
use thiserror::Error;

/// A violation of the syntax, in a structure or in the order of structures. When reading, positions refer to the
/// stream; when writing, to the NAL unit without emulation prevention.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SyntaxError {
    /// The input is neither a byte stream of Annex B nor an MP4 file.
    #[error("not an H.264 stream: it has no start code 000001 and is not an MP4 file")]
    NotH264,
    /// A list with a terminating element is longer than allowed.
    #[error("byte {position}: {name} occurs more than {most} times")]
    TooMany {
        /// The start of the first excess item.
        position: BitPosition,
        /// The name of the element.
        name: Name,
        /// The maximum number of items.
        most: usize,
    },
    /// Two elements contradict each other.
    #[error("byte {position}: {name}: {reason}")]
    Combination {
        /// The end of the element.
        position: BitPosition,
        /// The name of the element.
        name: Name,
        /// The rule that is violated.
        reason: &'static str,
    },
    /// A reference to a parameter set that was not sent.
    #[error("byte {position}: {kind} {id} is used but was never sent")]
    NoParameterSet {
        /// The end of the element that refers to it.
        position: BitPosition,
        /// `SPS` or `PPS`.
        kind: &'static str,
        /// The number of the parameter set.
        id: u8,
    },
    /// Bits lie between the last element and the stop bit (7.3.2.11).
    #[error("byte {position}: {bits} bits follow the last element")]
    Trailing {
        /// The position of the first of them.
        position: BitPosition,
        /// The number of them.
        bits: u64,
    },
    /// An RBSP without the one bit that must end it (7.3.2.11).
    #[error("byte {position}: the stop bit is missing")]
    NoStopBit {
        /// The end of the NAL unit.
        position: BitPosition,
    },
    /// A NAL unit without a header byte (7.3.1).
    #[error("byte {position}: the NAL unit is empty")]
    EmptyNalUnit {
        /// The position where the unit would begin.
        position: BitPosition,
    },
    /// Three bytes that are not allowed within a NAL unit (7.4.1).
    #[error("byte {position}: {bytes:06X} must not occur in a NAL unit")]
    Emulation {
        /// The position of the first of them.
        position: BitPosition,
        /// The three bytes; if four bytes begin with 000003, the last three of them.
        bytes: u32,
    },
    /// Bytes before the first start code (B.1).
    #[error("byte {position}: {bytes} bytes belong to no NAL unit")]
    Stray {
        /// The position of the first byte.
        position: BitPosition,
        /// The number of them.
        bytes: u64,
    },
    /// A NAL unit is not allowed here, or not with this header (7.4.1.2).
    #[error("byte {position}: {unit} {reason}")]
    Order {
        /// The start of the NAL unit.
        position: BitPosition,
        /// The type of the NAL unit.
        unit: &'static str,
        /// The rule that is violated, as the predicate of a sentence.
        reason: &'static str,
    },
    /// An access unit is larger than a picture can be.
    #[error("byte {position}: the access unit here has more than {most} bytes, which no level allows")]
    TooLarge {
        /// The start of the NAL unit that exceeds the limit.
        position: BitPosition,
        /// The number of bytes allowed.
        most: usize,
    },
    /// A sequence parameter set exceeds a limit of its level (A.3).
    #[error("byte {position}: {what} {value} is above the {most} of level {level}")]
    Level {
        /// The start of the sequence parameter set.
        position: BitPosition,
        /// The quantity that is limited.
        what: &'static str,
        /// The value in the sequence parameter set.
        value: u64,
        /// The largest value that the level allows.
        most: u64,
        /// The name of the level.
        level: &'static str,
    },
    /// A requirement exceeds the limits of all levels (A.3).
    #[error("{value} {what} requested; no level allows more than {most}")]
    NoLevel {
        /// The quantity that is limited.
        what: &'static str,
        /// The required value.
        value: u64,
        /// The largest value that the highest level allows.
        most: u64,
    },
    /// A box of an MP4 file is broken, missing, or of a kind that is not supported.
    #[error("byte {position}: {kind}: {reason}")]
    Mp4 {
        /// The start of the box.
        position: BitPosition,
        /// The four-character type of the box.
        kind: &'static str,
        /// The reason.
        reason: &'static str,
    },
    /// An element does not match its description.
    #[error("{}", text(.0))]
    Element(bitstream::Error<InBrackets>),
}

impl Complaint for SyntaxError {
    type Indices = InBrackets;

    fn new(position: BitPosition, name: Name, violation: Violation) -> Self {
        SyntaxError::Element(Complaint::new(position, name, violation))
    }
}

/// Returns the message of a violation.
fn text(error: &bitstream::Error<InBrackets>) -> String {
    let bitstream::Error { position, name, violation } = error;
    match violation {
        Violation::Truncated { left, .. } => {
            format!("byte {position}: {name} extends beyond the end; {left} bits are left")
        }
        Violation::NotHeld { most } => {
            format!(
                "byte {position}: {name} extends beyond the first {most} bytes of its NAL unit; only those are read"
            )
        }
        Violation::Invalid => format!("byte {position}: {name} begins with more than 32 zeros"),
        _ => error.to_string(),
    }
}

/// The reason why a stream cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StreamError {
    /// An I/O error of the reader.
    #[error("the stream cannot be read: {0}")]
    Read(#[from] io::Error),
    /// The bytes are not an H.264 stream.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
}
