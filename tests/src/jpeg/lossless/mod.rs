//! Helpers that the tests of the lossless JPEG encoder share.

mod cases;
mod pictures;
mod python;
mod reconstruct;
mod rust;

pub use cases::{Case, Source, Words};
pub use pictures::{Content, Picture, Samples, mask, pictures, shared_pictures};
pub use python::{Space, Turbo};
pub use reconstruct::{Categories, reconstruct};
pub use rust::jpeg_decoder;
