//! Code that several standards share.
//!
//! | module | contents |
//! |---|---|
//! | [`inspect`] | I/O errors while a file is listed |
//! | [`name`] | the names of syntax elements, with their indices |
//! | [`quality`] | PSNR and SSIM of coded pictures against their originals |
//! | [`trace`] | receivers of every syntax element of a stream, with its name, its value and its position in bits |

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
