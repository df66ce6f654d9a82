//! What more than one standard needs.
//!
//! | module | what it is |
//! |---|---|
//! | [`inspect`] | what can go wrong when a file is listed |
//! | [`name`] | the names of syntax elements, with their indices |
//! | [`quality`] | PSNR and SSIM of pictures against what they were coded from |
//! | [`trace`] | every syntax element of a stream, with its name, its value and its place in bits |

pub(crate) mod bits;
pub(crate) mod forward;
pub mod inspect;
pub(crate) mod jobs;
pub mod name;
pub mod quality;
pub(crate) mod setters;
#[cfg(test)]
pub(crate) mod slow;
pub mod trace;
