//! The quantised coefficients of a picture at their places (T.81 A.1.1, A.3.4).
//!
//! They lie between arithmetic and entropy coding. A coder that reads coefficients more than once, such as that of the
//! [`progressive`](super::progressive) process, reads them from here.
//!
//! ```text
//!   pixels ── baseline stages ──▶ CoefficientPicture ──▶ scans, counts
//! ```
//!
//! | file | content |
//! |---|---|
//! | `levels.rs` | the coefficients of a block in zigzag order, and masks of them |
//! | `picture.rs` | the blocks of all components |

mod levels;
mod picture;

pub use levels::Levels;
pub(super) use picture::{CoefficientBand, Layout, Layouts};
pub use picture::{CoefficientPicture, ComponentCoefficients};
