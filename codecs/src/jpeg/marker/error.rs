//! [`MarkerError`]: what is wrong with a marker segment, or with where it stands.

use super::code::Marker;
use super::syntax::Name;
use thiserror::Error;

/// What is wrong with a marker segment, or with where it stands. `position` is a byte of the stream, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MarkerError {
    /// A stream begins with SOI (T.81 B.2.1).
    #[error("byte {position}: not a JPEG stream, which begins with FFD8 (SOI)")]
    NotJpeg {
        /// Where SOI was looked for.
        position: u64,
    },
    /// An element has a value that the standard does not allow.
    #[error("byte {position}: {name} = {value}: {least} to {most}")]
    Range {
        /// Where the element begins.
        position: u64,
        /// The element.
        name: Name,
        /// Its value.
        value: u32,
        /// The smallest value.
        least: u32,
        /// The largest value.
        most: u32,
    },
    /// The segment, or the stream, ends inside an element.
    #[error("byte {position}: {name} needs {needed} bits, and {left} are left")]
    Truncated {
        /// Where the element begins.
        position: u64,
        /// The element.
        name: Name,
        /// Bits it takes.
        needed: u64,
        /// Bits before the end.
        left: u64,
    },
    /// A segment's length counts its own two bytes.
    #[error("byte {position}: {marker} of length {length}: 2 or more")]
    ShortLength {
        /// Where the marker begins.
        position: u64,
        /// The marker.
        marker: Marker,
        /// Its length.
        length: u16,
    },
    /// T.81 B.1.1.2: between segments there is nothing but fill bytes.
    #[error("byte {position}: {bytes} bytes that belong to no segment")]
    Stray {
        /// The first one.
        position: u64,
        /// How many.
        bytes: u64,
    },
    /// A segment goes on after the last element.
    #[error("byte {position}: {unread} bytes of {marker} after its last element")]
    LongLength {
        /// The first byte that is not an element.
        position: u64,
        /// The marker.
        marker: Marker,
        /// Bytes without a meaning.
        unread: u64,
    },
    /// T.81 B.1.1.4: the length is a 16-bit number.
    #[error("{marker} of {length} bytes: 65535 at most, its length included")]
    TooLong {
        /// The marker.
        marker: Marker,
        /// What the length would be.
        length: u64,
    },
    /// A list or bytes of one size have another.
    #[error("byte {position}: {name} of {given} items, not {needed}")]
    Size {
        /// Where they begin.
        position: u64,
        /// The element.
        name: Name,
        /// Items given.
        given: usize,
        /// Items needed.
        needed: usize,
    },
    /// A segment of tables has one or more.
    #[error("byte {position}: no {name}")]
    Empty {
        /// Where the first one would begin.
        position: u64,
        /// What there is none of.
        name: Name,
    },
    /// Bytes that are always the same are others.
    #[error("byte {position}: {name} is another")]
    Constant {
        /// Where they begin.
        position: u64,
        /// The element.
        name: Name,
    },
    /// The code lengths make no prefix code (T.81 Annex C): too many codes, or the one of ones alone.
    #[error(
        "byte {position}: the code lengths fill {used} places of 65536, 65535 at most: the code of ones alone is none"
    )]
    CodeLengths {
        /// Where the table begins.
        position: u64,
        /// 16-bit codes that the codes use up.
        used: u32,
    },
    /// T.81 Table B.6: the two bounds of a DC conditioning.
    #[error("byte {position}: lower bound L = {lower} above upper bound U = {upper}")]
    Conditioning {
        /// Where `Cs` stands.
        position: u64,
        /// Its low half.
        lower: u8,
        /// Its high half.
        upper: u8,
    },
    /// T.81 Table B.2: a DCT frame has 8 or 12 bits a sample.
    #[error("byte {position}: P = {precision}: 8 or 12 in a DCT frame")]
    Precision {
        /// Where `P` stands.
        position: u64,
        /// Bits a sample.
        precision: u8,
    },
    /// T.81 B.2.2: a component's identifier is its own.
    #[error("byte {position}: component identifier {identifier} twice")]
    SameComponent {
        /// Where the components end.
        position: u64,
        /// The identifier.
        identifier: u8,
    },
    /// T.81 B.2: the marker may not stand here.
    #[error("byte {position}: {marker} {reason}")]
    Order {
        /// Where the marker begins.
        position: u64,
        /// The marker.
        marker: Marker,
        /// What is missing or too much.
        reason: &'static str,
    },
    /// T.81 B.2.3: a scan's component is one of the frame's.
    #[error("byte {position}: the scan's component {selector} is not in the frame")]
    NoComponent {
        /// Where the scan's marker begins.
        position: u64,
        /// `Cs`.
        selector: u8,
    },
    /// T.81 B.2.4: a table is defined before it is used.
    #[error("byte {position}: {table} table {destination} is used and was never defined")]
    NoTable {
        /// Where the scan's marker begins.
        position: u64,
        /// Which kind.
        table: &'static str,
        /// Its number.
        destination: u8,
    },
    /// T.81 B.2.3: an interleaved scan has at most 10 blocks an MCU.
    #[error("byte {position}: {blocks} blocks an MCU: an interleaved scan has 10 at most")]
    McuBlocks {
        /// Where the scan's marker begins.
        position: u64,
        /// The sum of `H * V`.
        blocks: u32,
    },
    /// A restart marker out of its turn, modulo 8.
    #[error("byte {position}: RST{found} where RST{expected} has its turn")]
    RestartOrder {
        /// Where the marker begins.
        position: u64,
        /// Its number.
        found: u8,
        /// The number that follows the last one.
        expected: u8,
    },
    /// T.81 B.2.4.4: a restart marker stands after each interval but the last.
    #[error("byte {position}: restart markers: {restarts} in a scan that has {expected}")]
    RestartCount {
        /// Where the entropy-coded data begin.
        position: u64,
        /// Markers found.
        restarts: u64,
        /// What the restart interval and the size ask for.
        expected: u64,
    },
    /// T.81 B.2.1: a stream ends with EOI.
    #[error("byte {position}: the stream ends without EOI")]
    NoEnd {
        /// The stream's length.
        position: u64,
    },
    /// ICC.1 B.4: chunks are numbered from 1 to their count, and all state the same count.
    #[error("byte {position}: ICC chunk {chunk} of {count} where {expected} of {expected_count} is wanted")]
    IccChunk {
        /// Where the chunk's marker begins.
        position: u64,
        /// Its number.
        chunk: u8,
        /// Its count.
        count: u8,
        /// The number wanted.
        expected: u16,
        /// The first chunk's count.
        expected_count: u8,
    },
    /// A profile's last chunks are missing.
    #[error("ICC chunk {chunk} of {count} is missing")]
    IccMissing {
        /// The first one that is missing.
        chunk: u16,
        /// The count that the others state.
        count: u8,
    },
    /// A profile is empty, or needs more chunks than can be numbered.
    #[error("an ICC profile of {bytes} bytes: 1 to {most}")]
    IccSize {
        /// Its size.
        bytes: usize,
        /// The largest size.
        most: usize,
    },
    /// TIFF 6.0, section 2: the structure inside an Exif segment is broken.
    #[error("byte {position} of the Exif data: {reason}")]
    Exif {
        /// A byte of the TIFF structure.
        position: u64,
        /// What is wrong there.
        reason: &'static str,
    },
}
