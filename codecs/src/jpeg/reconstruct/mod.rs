//! Reconstruction: the samples that a decoder makes of coefficients (T.81 A.3.4, A.3.3, A.2; JFIF 1.02).
//!
//! They are those of libjpeg with its "slow" integer IDCT and its "fancy" upsampling, to the sample.
//!
//! ```text
//!   levels ─ times steps ─▶ IDCT ─▶ planes of components ─ upsampling ─▶ full planes ─▶ gray or RGB
//! ```
//!
//! | file | content |
//! |---|---|
//! | `idct.rs` | dequantisation and the inverse DCT |
//! | `upsample.rs` | the rows of a component at the picture's resolution |
//! | `colour.rs` | YCbCr to RGB |
//! | `samples.rs` | the driver: a picture's samples |

mod colour;
mod idct;
mod samples;
mod upsample;

pub use samples::Reconstruction;
