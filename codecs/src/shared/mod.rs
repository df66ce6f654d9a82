//! What more than one standard needs.
//!
//! | module | what it is |
//! |---|---|
//! | [`quality`] | PSNR and SSIM of pictures against what they were coded from |
//! | [`trace`] | every syntax element of a stream, with its name, its value and its place in bits |

pub(crate) mod jobs;
pub mod quality;
pub mod trace;
