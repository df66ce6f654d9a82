//! Helpers that the tests of H.264 share.
//!
//! | file | contents |
//! |---|---|
//! | `clips` | [`Clip`]: pictures to encode |
//! | `coded` | [`Coded`]: clips encoded by our encoder; [`Judges`]: a check by independent decoders |
//! | `decoders` | the independent decoders: ffmpeg, and the crate `openh264` |
//! | `plans` | [`AtRandom`]: prescriptions of macroblocks |
//! | `streams` | [`encoded`]: streams of x264, and their options; [`openh264_encoded`]: streams of openh264 |
//! | `taken_apart` | parsing of other encoders' byte streams |
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
