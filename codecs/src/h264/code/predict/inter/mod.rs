//! Inter prediction samples (8.4.2.2): the samples that a motion vector points at.
//!
//! ```text
//!   Picture ──▶ Reference ──▶ luma    two points of the half-sample grid, averaged
//!                         └─▶ chroma  four samples, weighted
//! ```
//!
//! | file | stage |
//! |---|---|
//! | [`mod@reference`] | the half-sample planes of a picture, computed once |
//! | [`motion_field`] | the motion of a picture, for pictures that refer to it |
//! | [`bi`] | the mean or the weighted sum of two references |
//! | [`explicit`] | the weights of single references that a slice header states |
//! | [`interpolation`] | the samples at a position of the quarter-sample grid |

pub mod bi;
pub mod explicit;
pub mod interpolation;
pub mod motion_field;
pub mod reference;

#[cfg(test)]
mod tests;

/// The most references of a picture (A.3.1).
pub(in crate::h264::code) const MOST_REFERENCES: usize = 16;

pub use bi::{BiWeights, UniWeight, mean};
pub use explicit::{Explicit, SampleWeights};
pub use interpolation::{Planes, chroma, luma};
pub use motion_field::{FieldVector, MotionField};
pub(in crate::h264::code) use reference::LineMemory;
pub use reference::Reference;
