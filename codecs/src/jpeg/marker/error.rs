//! [`MarkerError`]: errors in marker segments and in their order.

use super::code::Marker;
use super::syntax::Name;
use crate::bitstream::{self, BitPosition, Complaint, Subscript, Violation};
use thiserror::Error;

/// An error in a marker segment or in its place in the stream. `position` is a byte of the stream, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MarkerError {
    /// The stream does not begin with SOI (T.81 B.2.1).
    #[error("byte {position}: not a JPEG stream, which begins with FFD8 (SOI)")]
    NotJpeg {
        /// Position where SOI is expected.
        position: u64,
    },
    /// A segment's length is less than the two bytes of the length itself.
    #[error("byte {position}: {marker} has length {length}; the length includes its own 2 bytes")]
    ShortLength {
        /// Position of the marker.
        position: u64,
        /// The marker.
        marker: Marker,
        /// Its length.
        length: u16,
    },
    /// T.81 B.1.1.2: only fill bytes may lie between segments.
    #[error("byte {position}: {bytes} bytes belong to no segment")]
    Stray {
        /// Position of the first byte.
        position: u64,
        /// Number of bytes.
        bytes: u64,
    },
    /// A segment continues after its last element.
    #[error("byte {position}: {unread} bytes follow the last element of {marker}")]
    LongLength {
        /// Position of the first surplus byte.
        position: u64,
        /// The marker.
        marker: Marker,
        /// Number of surplus bytes.
        unread: u64,
    },
    /// T.81 B.1.1.4: the length is a 16-bit number.
    #[error("{marker} of {length} bytes is too long; at most 65535 are allowed, including the length")]
    TooLong {
        /// The marker.
        marker: Marker,
        /// The length required.
        length: u64,
    },
    /// The code lengths form no prefix code that leaves the code of all ones free (T.81 Annex C).
    #[error(
        "byte {position}: the code lengths use {used} of 65536 codes; at most 65535 are allowed, since all ones is no code"
    )]
    CodeLengths {
        /// Position of the table.
        position: u64,
        /// Number of 16-bit words that begin with one of the codes.
        used: u32,
    },
    /// T.81 Table B.6: the lower bound of a DC conditioning exceeds the upper bound.
    #[error("byte {position}: the lower bound L = {lower} is above the upper bound U = {upper}")]
    Conditioning {
        /// Position of `Cs`.
        position: u64,
        /// The low half of `Cs`.
        lower: u8,
        /// The high half of `Cs`.
        upper: u8,
    },
    /// T.81 Table B.2: a DCT frame has 8 or 12 bits per sample.
    #[error("byte {position}: P = {precision} is not 8 or 12, as a DCT frame requires")]
    Precision {
        /// Position of `P`.
        position: u64,
        /// Bits per sample.
        precision: u8,
    },
    /// T.81 B.2.2: component identifiers are unique.
    #[error("byte {position}: component identifier {identifier} occurs twice")]
    SameComponent {
        /// Position of the end of the components.
        position: u64,
        /// The identifier.
        identifier: u8,
    },
    /// T.81 B.2: the marker is not allowed at this place.
    #[error("byte {position}: {marker} {reason}")]
    Order {
        /// Position of the marker.
        position: u64,
        /// The marker.
        marker: Marker,
        /// A verb phrase that completes the message.
        reason: &'static str,
    },
    /// T.81 B.2.3: the components of a scan belong to the frame.
    #[error("byte {position}: the scan's component {selector} is not in the frame")]
    NoComponent {
        /// Position of the scan's marker.
        position: u64,
        /// `Cs`.
        selector: u8,
    },
    /// T.81 B.2.4: a table is used before its definition.
    #[error("byte {position}: {table} table {destination} is used but not defined")]
    NoTable {
        /// Position of the scan's marker.
        position: u64,
        /// The kind of table.
        table: &'static str,
        /// The destination.
        destination: u8,
    },
    /// T.81 B.2.3: an interleaved scan has at most 10 blocks per MCU.
    #[error("byte {position}: an MCU has {blocks} blocks; an interleaved scan allows at most 10")]
    McuBlocks {
        /// Position of the scan's marker.
        position: u64,
        /// The sum of `H * V`.
        blocks: u32,
    },
    /// Restart markers are not numbered consecutively modulo 8.
    #[error("byte {position}: RST{found} occurs where RST{expected} is expected")]
    RestartOrder {
        /// Position of the marker.
        position: u64,
        /// Its number.
        found: u8,
        /// The number expected.
        expected: u8,
    },
    /// T.81 B.2.4.4: a restart marker follows each interval but the last.
    #[error("byte {position}: restart markers in the scan: {restarts} found, {expected} expected")]
    RestartCount {
        /// Position of the entropy-coded data.
        position: u64,
        /// Markers found.
        restarts: u64,
        /// Markers required by the restart interval and the size.
        expected: u64,
    },
    /// T.81 B.2.1: the stream does not end with EOI.
    #[error("byte {position}: the stream ends without EOI")]
    NoEnd {
        /// Length of the stream.
        position: u64,
    },
    /// ICC.1 B.4: chunks are numbered from 1 to their count, and all state the same count.
    #[error("byte {position}: ICC chunk {chunk} of {count} occurs where {expected} of {expected_count} is expected")]
    IccChunk {
        /// Position of the chunk's marker.
        position: u64,
        /// Its number.
        chunk: u8,
        /// Its count.
        count: u8,
        /// The number expected.
        expected: u16,
        /// The count that the first chunk states.
        expected_count: u8,
    },
    /// The last chunks of a profile are missing.
    #[error("ICC chunk {chunk} of {count} is missing")]
    IccMissing {
        /// The number of the first missing chunk.
        chunk: u16,
        /// The count that the other chunks state.
        count: u8,
    },
    /// The profile is empty, or needs more than 255 chunks.
    #[error("an ICC profile of {bytes} bytes cannot be stored; 1 to {most} bytes are allowed")]
    IccSize {
        /// Size of the profile.
        bytes: usize,
        /// The largest size allowed.
        most: usize,
    },
    /// A packet of XMP does not fit into the 32 bits of its length (XMP part 3, 1.1.3.1).
    #[error("XMP of {bytes} bytes cannot be stored; at most 4294967295 bytes are allowed")]
    XmpSize {
        /// Size of the packet.
        bytes: u64,
    },
    /// The parts of an extended packet of XMP do not fit together.
    #[error("byte {offset} of the extended XMP: {reason}")]
    XmpExtension {
        /// Position within the extended packet.
        offset: u64,
        /// The error.
        reason: &'static str,
    },
    /// TIFF 6.0, section 2: the structure inside an Exif segment is invalid.
    #[error("byte {position} of the Exif data: {reason}")]
    Exif {
        /// Position within the TIFF structure.
        position: u64,
        /// The error.
        reason: &'static str,
    },
    /// CIPA DC-007 5.2: the index of further pictures is invalid.
    #[error("byte {position} of the index of pictures (MPF): {reason}")]
    Mpf {
        /// Position within the index, from its byte order mark.
        position: u64,
        /// The error.
        reason: &'static str,
    },
    /// An element does not match its description.
    #[error("{}", text(.0))]
    Element(bitstream::Error),
}

impl Complaint for MarkerError {
    type Indices = Subscript;

    fn new(position: BitPosition, name: Name, violation: Violation) -> Self {
        MarkerError::Element(Complaint::new(position, name, violation))
    }
}

/// Returns the message of a violation; its position is a byte.
fn text(&bitstream::Error { position, name, violation }: &bitstream::Error) -> String {
    let position = position.whole_bytes();
    match violation {
        Violation::Empty => format!("byte {position}: the segment has no {name}"),
        _ => format!("byte {position}: {name} {violation}"),
    }
}
