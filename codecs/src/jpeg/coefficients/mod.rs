//! The quantised coefficients of a picture at their places (T.81 A.1.1, A.3.4).
//!
//! They lie between arithmetic and entropy coding. A coder that reads coefficients more than once, such as that of the
//! [`progressive`](super::progressive) process, reads them from here.
//!
//! ```text
//!   pixels ── colour, DCT ──▶ DctPicture ── quantiser ──▶ CoefficientPicture ──▶ scans, counts
//! ```
//!
//! A file needs no `DctPicture`: its rows are quantised at once. A search quantises one picture more than once.
//!
//! | file | content |
//! |---|---|
//! | `levels.rs`, `levels_x86.rs` | the coefficients of a block in zigzag order, and masks of them; in registers of x86 |
//! | `run_lengths.rs` | the runs of zeros before coefficients |
//! | `picture.rs` | the quantised blocks of all components |
//! | `dct_picture.rs` | the blocks before quantisation |

mod dct_picture;
mod levels;
#[cfg(target_arch = "x86_64")]
mod levels_x86;
mod picture;
mod run_lengths;

pub(super) use dct_picture::{DctBlock, DctPicture};
pub use levels::Levels;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) use levels::POSITIONS;
pub(super) use picture::{Band, CoefficientBand, Layout, Layouts};
pub use picture::{CoefficientPicture, ComponentCoefficients};
pub(super) use run_lengths::{ZRL, run_lengths};
