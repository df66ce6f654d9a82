//! What the tests of the lossless JPEG encoder share.
//!
//! | file | what it holds |
//! |---|---|
//! | `cases` | [`Case`]: a picture, its layout and the options it is coded with |
//! | `pictures` | [`Content`]: what pictures show, and the pictures of the house |
//! | `reconstruct` | the samples of a file from its trace, as H.1.2 says |
//! | `python` | libjpeg-turbo 3, as the Python package imagecodecs has it |
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
