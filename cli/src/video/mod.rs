//! Encoding video as H.264, one frame at a time, and comparing a stream with a reference.
//!
//! ```text
//!   y4m, raw ─▶ Clip ── Frame ─▶ Session ── AccessUnit ─▶ Sink ─▶ output
//!                         │                     │
//!                         └─────▶ quality ◀─ reconstruction ─▶ Recon ─▶ --recon, --verify
//! ```
//! Only one frame and the session's state are in memory, whatever the clip's length.

mod clip;
mod compare;
mod decoder;
mod encode;
mod frame;
mod frames;
mod options;
mod quality;
mod recon;
mod shown;
mod sink;
mod stats;
mod trace;
mod y4m;

pub use clip::count_frames;
pub(crate) use compare::compare;
pub(crate) use encode::encode;
pub(crate) use options::options_of_size;
pub use sink::Container;
pub(crate) use sink::Sink;
