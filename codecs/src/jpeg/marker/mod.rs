//! Marker segments: those of T.81 Annex B, and the common application segments.
//!
//! A JPEG stream is a sequence of *marker segments*, with the entropy-coded data of a scan after each scan header. Every
//! segment is described **once**, in the order and with the names of the standard:
//!
//! ```text
//! io.u(8,  "P", &mut self.precision, 8..=12)?;
//! io.u(16, "Y", &mut self.height, 0..=65535)?;
//! io.u(16, "X", &mut self.width, 1..=65535)?;
//! ```
//!
//! The mechanism is that of [`bitstream`](crate::bitstream): [`MarkerSegment::check`] checks each element against its
//! range and counts bytes, [`MarkerSegment::write`] appends them, [`MarkerSegment::trace`] names them with their
//! positions in bits, and [`Segment::read`] fills them in. A marker and a length precede the elements of a segment.
//!
//! ```text
//!  structures, complaints <--- Segment::read <--- Parts <--- bytes of any encoder
//!       |
//!       +---> Order (complaints about the sequence)
//!       +---> inspect (a listing, by Tracer)
//! ```
//!
//! A writer must follow the standard: values that it does not allow are not written. A reader accepts them:
//! [`Stream::read`] keeps what it finds and collects complaints. [`Parts`] come one by one from a slice or any reader;
//! a [`Stream`] holds all parts of a slice.
//!
//! Not covered: the contents of Exif except for one tag, of XMP, of thumbnails. Entropy-coded data is skipped.

mod adobe;
mod code;
mod comment;
mod entropy_tables;
mod error;
pub mod exif;
mod frame;
pub mod icc;
mod inspect;
mod jfif;
pub mod mpf;
mod order;
mod quantization;
mod scan;
mod segment;
mod small;
mod stream;
mod syntax;
#[cfg(test)]
mod tests;
mod tiff;
mod walk;
pub mod xmp;

pub use crate::bitstream::Element;
pub use adobe::AppAdobe;
pub use code::Marker;
pub use comment::{AppData, Comment};
pub use entropy_tables::{ArithmeticConditioning, Conditioning, DefinedHuffmanTable, HuffmanTables};
pub use error::MarkerError;
pub use exif::AppExif;
pub use frame::{FrameComponent, FrameHeader, Process};
pub use icc::AppIcc;
pub use inspect::inspect;
pub use jfif::{AppJfif, AppJfxx};
pub use order::Order;
pub use quantization::{DefinedQuantTable, QuantTables, ZIGZAG};
pub use scan::{ScanComponent, ScanHeader};
pub use segment::Segment;
pub use small::{ExpandReference, NumberOfLines, RestartInterval};
pub use stream::Stream;
pub use syntax::{MarkerSegment, Name, Syntax};
pub use walk::{Content, Part, Parts};
pub use xmp::AppXmp;
