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
//! The implementation of `io` decides what the description does: [`MarkerSegment::check`] checks each element against
//! its range and counts bytes, [`MarkerSegment::write`] appends them, [`MarkerSegment::trace`] names them with their
//! positions in bits, and [`Segment::read`] fills them in.
//!
//! ```text
//!            structures                    Syntax
//!  encoder ------------> write ----------- Checker, Writer -----> bytes
//!                        trace ----------- Checker, Tracer -----> names, values, places
//!  structures, complaints <--- read ------ Reader <------ Parts <--- bytes of any encoder
//!       |
//!       +---> Order (complaints about the sequence)
//!       +---> inspect (a listing, by Tracer)
//! ```
//!
//! A writer must follow the standard: values that it does not allow are not written. A reader accepts them:
//! [`Stream::read`] keeps what it finds and collects complaints. [`Parts`] come one by one from a slice or any reader;
//! a [`Stream`] holds all parts of a slice.
//!
//! | file | contents |
//! |---|---|
//! | `syntax` | [`Syntax`], the operations of a description, and [`MarkerSegment`], a type with a description |
//! | `check`, `write`, `read`, `trace` | the implementations of [`Syntax`] |
//! | `code` | [`Marker`]: codes and names |
//! | `frame`, `scan` | SOFn and DHP; SOS |
//! | `quantization`, `entropy_tables`, `small` | DQT; DHT and DAC; DRI, DNL and EXP |
//! | `jfif`, `exif`, `icc`, `adobe`, `comment` | APP0; APP1; APP2; APP14; COM and unknown APPn |
//! | `segment` | [`Segment`]: any marker segment |
//! | `walk`, `order`, `stream` | [`Parts`] of a stream, [`Order`] of its segments, [`Stream`]: both |
//! | `inspect` | [`inspect()`]: a human-readable listing |
//!
//! Not covered: the contents of Exif except for one tag, of XMP, of thumbnails. Entropy-coded data is skipped.

mod adobe;
mod check;
mod code;
mod comment;
mod entropy_tables;
mod error;
pub mod exif;
mod frame;
pub mod icc;
mod inspect;
mod jfif;
mod order;
mod quantization;
mod read;
mod scan;
mod segment;
mod small;
mod stream;
mod syntax;
#[cfg(test)]
mod tests;
mod trace;
mod walk;
mod write;

pub use adobe::AppAdobe;
pub use code::Marker;
pub use comment::{AppData, Comment};
pub use entropy_tables::{ArithmeticConditioning, Conditioning, DefinedHuffmanTable, HuffmanTables};
pub use error::MarkerError;
pub use exif::{AppExif, AppXmp};
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
pub use syntax::{Element, MarkerSegment, Name, Syntax};
pub use walk::{Content, Part, Parts};
