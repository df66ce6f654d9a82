//! Helpers that the tests of the lossless JPEG encoder share.
//!
//! | file | contents |
//! |---|---|
//! | `cases` | [`Case`]: a picture, its layout and the options to encode it with |
//! | `pictures` | [`Content`]: the content of pictures, and the pictures of the repository |
//! | `reconstruct` | the samples of a file from its trace, by H.1.2 |
//! | `python` | libjpeg-turbo 3, in the Python package imagecodecs |
//! | `libjpeg_turbo.py` | the process that `python` starts |
//! | `rust` | the crate `jpeg-decoder` |

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
