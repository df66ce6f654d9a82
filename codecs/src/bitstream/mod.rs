//! Headers of any format: one description of a structure checks, writes, traces and reads it.
//!
//! A description names the elements of a structure once, in order, with their codes and the values allowed:
//!
//! ```text
//! io.u(8,  "P", &mut self.precision, 8..=12)?;
//! io.u(16, "Y", &mut self.height, 0..=65535)?;
//! if let Some(crop) = io.option("frame_cropping_flag", &mut self.crop)? { .. }
//! ```
//!
//! The type of `io`, a [`Syntax`], decides what the description does:
//!
//! ```text
//!                 description                 Syntax
//!  structure -------------------> Writer ---> Sink ------> bits; Discard counts them
//!            -------------------> Tracer ---> Trace -----> names, values, positions
//!  structure, complaints <------- Reader <--- Source <---- bytes of any encoder
//! ```
//!
//! A writer returns an error for values that the format does not allow. A reader keeps such values, records a complaint
//! and continues; it returns an error only if the position of the next element is unknown. See [`Structure`] for an
//! example of a header.
//!
//! A format adds what it needs. Its error type implements [`Complaint`], or is [`Error`]. Its variable-length codes
//! implement [`Code`], as [`ExpGolomb`](crate::h264::syntax::ExpGolomb) does. Its other operations are a trait with
//! [`Syntax`] as a supertrait, as in [`h264::syntax`](crate::h264::syntax), or a trait around the description, as in
//! [`jpeg::marker`](crate::jpeg::marker).

mod code;
mod difference;
mod error;
mod position;
mod read;
mod structure;
mod syntax;
mod trace;
mod write;

pub use crate::shared::name::{InBrackets, Indices, Name, Subscript};
pub use code::{Code, Signed, Unread, Unsigned};
pub use difference::Difference;
pub use error::{Complaint, Error, Violation};
pub use position::BitPosition;
pub(crate) use read::MOST_COMPLAINTS;
pub use read::{Content, Reader, Source};
pub use structure::Structure;
pub use syntax::{Element, NameOf, Syntax};
pub use trace::Tracer;
pub(crate) use trace::printable;
pub use write::{Appender, Discard, Sink, Writer};
