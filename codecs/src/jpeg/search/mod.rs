//! Searches for the quality of a file.
//!
//! A sample of the picture is transformed once, and each trial quantises its coefficients and estimates the bits of their codes
//! from their sizes. The coefficients of the whole picture are kept only if it is small: those of a large one take more time
//! to write to memory and to read again than to compute twice.
//!
//! ```text
//!   pixels ─ DCT of a sample ─▶ trials: quantise, estimate ─▶ quality ─▶ file ─▶ another one, if it is too large
//! ```
//!
//! A score of the decoded picture needs all of it: there the coefficients of the whole picture are kept.
//!
//! | file | content |
//! |---|---|
//! | `sample.rs` | parts of a picture from all over it |
//! | `trials.rs` | the sizes of files, estimated or written |
//! | `target_size.rs` | the largest quality whose file fits |
//! | `target_score.rs` | the smallest quality, in tenths, whose decoded picture has a score |

mod sample;
mod target_score;
mod target_size;
#[cfg(test)]
mod tests;
mod trials;

pub use target_score::{Scored, target_score};
pub use target_size::{Found, target_size};
