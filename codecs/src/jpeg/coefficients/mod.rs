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
//! | `levels.rs` | the coefficients of a block in zigzag order, and masks of them |
//! | `picture.rs` | the quantised blocks of all components |
//! | `dct_picture.rs` | the blocks before quantisation |

mod dct_picture;
mod levels;
mod picture;

pub(super) use dct_picture::{DctBlock, DctPicture};
pub use levels::Levels;
pub(super) use picture::{Band, CoefficientBand, Layout};
pub use picture::{CoefficientPicture, ComponentCoefficients};
