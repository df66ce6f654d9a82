//! What the tests of H.264 share.
//!
//! | file | what it holds |
//! |---|---|
//! | `clips` | [`Clip`]: pictures to be encoded |
//! | `coded` | [`Coded`]: clips as our encoder codes them; [`Judges`]: what decoders of others make of them |
//! | `decoders` | the judges: ffmpeg, and the crate `openh264` |
//! | `plans` | [`AtRandom`]: prescriptions of macroblocks |
//! | `streams` | [`encoded`]: streams of x264, and the options they are made with; [`openh264_encoded`]: streams of openh264 |
//! | `taken_apart` | byte streams of others, taken apart |
//! | `trace_headers` | [`trace_headers`]: every element of a stream as ffmpeg reads it |

mod clips;
mod coded;
mod decoders;
mod plans;
mod streams;
mod taken_apart;
mod trace_headers;

pub use clips::{Clip, Content};
pub use coded::{Coded, Judges};
pub use decoders::{ffmpeg, has_ffmpeg, openh264};
pub use plans::{AtRandom, SHAPES, choice, parts};
pub use streams::{OPTIONS, byte_stream, encoded, openh264_encoded, shared_video};
pub use taken_apart::{AccessUnit, access_units, ffmpeg_output, nal_units, x264};
pub use trace_headers::{ReadElement, trace_headers};
