//! What more than one standard needs.
//!
//! | module | what it is |
//! |---|---|
//! | [`name`] | the names of syntax elements, with their indices |
//! | [`quality`] | PSNR and SSIM of pictures against what they were coded from |
//! | [`trace`] | every syntax element of a stream, with its name, its value and its place in bits |

pub(crate) mod jobs;
pub mod name;
pub mod quality;
pub(crate) mod setters;
pub mod trace;
