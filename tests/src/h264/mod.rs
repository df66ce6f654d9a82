//! Helpers that the tests of H.264 share.

mod clips;
mod coded;
mod decoders;
mod plans;
mod streams;
mod taken_apart;
mod trace_headers;

pub use clips::{Clip, Content};
pub use coded::{Coded, Judges};
pub use decoders::{ffmpeg, has_ffmpeg, openh264, rusty_h264};
pub use plans::{AtRandom, SHAPES, choice, parts};
pub use streams::{OPTIONS, byte_stream, encoded, openh264_encoded, shared_video};
pub use taken_apart::{AccessUnit, access_units, ffmpeg_output, nal_units, x264};
pub use trace_headers::{ReadElement, trace_headers};
