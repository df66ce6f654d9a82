//! [`SyntaxError`]: what is wrong with a syntax structure, or with where it stands.

use super::position::BitPosition;
use super::structure::Name;
use std::io;
use thiserror::Error;

/// What is wrong with a syntax structure, or with where it stands. Positions are those of the stream that is read; of a
/// structure that is written, those of its NAL unit without emulation prevention.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SyntaxError {
    /// Neither a byte stream of Annex B nor an MP4 file.
    #[error("no H.264 stream: no start code 000001, and no MP4 file")]
    NotH264,
    /// An element has a value that the standard does not allow.
    #[error("byte {position}: {name} = {value}: {least} to {most}")]
    Range {
        /// Where the element begins.
        position: BitPosition,
        /// The element.
        name: Name,
        /// Its value.
        value: i64,
        /// The smallest value.
        least: i64,
        /// The largest value.
        most: i64,
    },
    /// The structure ends inside an element.
    #[error("byte {position}: {name} goes on beyond the end, {left} bits on")]
    Truncated {
        /// Where the element begins.
        position: BitPosition,
        /// The element.
        name: Name,
        /// Bits before the end.
        left: u64,
    },
    /// An element stands too far from the beginning of a NAL unit that was not kept whole.
    #[error("byte {position}: {name} goes on beyond the first {most} bytes of its NAL unit, and only those are read")]
    NotHeld {
        /// Where the element begins.
        position: BitPosition,
        /// The element.
        name: Name,
        /// Bytes that were kept, without emulation prevention.
        most: u64,
    },
    /// 9.1: a code of more than 32 leading zeros is no Exp-Golomb code of the standard.
    #[error("byte {position}: {name} begins with more than 32 zeros")]
    ExpGolomb {
        /// Where the element begins.
        position: BitPosition,
        /// The element.
        name: Name,
    },
    /// A list has another number of items than the elements before it say.
    #[error("byte {position}: {name} of {given} items, not {needed}")]
    Size {
        /// Where the list begins.
        position: BitPosition,
        /// The element.
        name: Name,
        /// Items given.
        given: usize,
        /// Items needed.
        needed: usize,
    },
    /// A list that ends by an element of its own goes on for longer than it may.
    #[error("byte {position}: more than {most} {name}")]
    TooMany {
        /// Where the first one too many begins.
        position: BitPosition,
        /// The element.
        name: Name,
        /// The most that can be.
        most: usize,
    },
    /// An element is not coded here, so it cannot have a value but the inferred one.
    #[error("byte {position}: {name} = {value} is not coded here, and inferred to be {inferred}")]
    NotCoded {
        /// Where it would stand.
        position: BitPosition,
        /// The element.
        name: Name,
        /// Its value.
        value: i64,
        /// What is inferred.
        inferred: i64,
    },
    /// Two elements do not go together.
    #[error("byte {position}: {name}: {reason}")]
    Combination {
        /// Behind the element.
        position: BitPosition,
        /// The element.
        name: Name,
        /// What it does not go together with.
        reason: &'static str,
    },
    /// A parameter set is referred to that was not sent.
    #[error("byte {position}: {kind} {id} is used and was never sent")]
    NoParameterSet {
        /// Behind the element that refers to it.
        position: BitPosition,
        /// `SPS` or `PPS`.
        kind: &'static str,
        /// Its number.
        id: u8,
    },
    /// 7.3.2.11: bits stand between the last element and the stop bit.
    #[error("byte {position}: {bits} bits after the last element")]
    Trailing {
        /// The first of them.
        position: BitPosition,
        /// How many.
        bits: u64,
    },
    /// 7.3.2.11: an RBSP ends with a one.
    #[error("byte {position}: no stop bit")]
    NoStopBit {
        /// Where the NAL unit ends.
        position: BitPosition,
    },
    /// 7.3.1: a NAL unit has a byte.
    #[error("byte {position}: an empty NAL unit")]
    EmptyNalUnit {
        /// Where it would begin.
        position: BitPosition,
    },
    /// 7.4.1: three bytes that no NAL unit has.
    #[error("byte {position}: {bytes:06X} inside of a NAL unit")]
    Emulation {
        /// The first of them.
        position: BitPosition,
        /// The bytes; of four that begin 000003, the last three.
        bytes: u32,
    },
    /// B.1: bytes before the first start code.
    #[error("byte {position}: {bytes} bytes that belong to no NAL unit")]
    Stray {
        /// The first one.
        position: BitPosition,
        /// How many.
        bytes: u64,
    },
    /// 7.4.1.2: a NAL unit may not stand here, or not with this header.
    #[error("byte {position}: {unit} {reason}")]
    Order {
        /// Where the NAL unit begins.
        position: BitPosition,
        /// Its type.
        unit: &'static str,
        /// What is missing or too much.
        reason: &'static str,
    },
    /// A.3: what a level does not allow.
    #[error("byte {position}: {what} {value} is above the {most} of level {level}")]
    Level {
        /// Where the sequence parameter set begins.
        position: BitPosition,
        /// What is limited.
        what: &'static str,
        /// What it is.
        value: u64,
        /// What the level allows.
        most: u64,
        /// The level.
        level: &'static str,
    },
    /// A.3: no level allows as much.
    #[error("no level has {what} of {value}: {most} at most")]
    NoLevel {
        /// What is asked for.
        what: &'static str,
        /// How much of it.
        value: u64,
        /// What the highest level allows.
        most: u64,
    },
    /// A box of an MP4 file is broken, or of a kind that is not read.
    #[error("byte {position}: {kind}: {reason}")]
    Mp4 {
        /// Where the box begins.
        position: BitPosition,
        /// The four letters of the box.
        kind: &'static str,
        /// What is wrong.
        reason: &'static str,
    },
}

/// Why a stream cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StreamError {
    /// Its bytes cannot be had.
    #[error("the stream cannot be read: {0}")]
    Read(#[from] io::Error),
    /// They are no stream.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
}
