//! Image and video encoders structured like their standards: pictures in, bytes out, no file I/O.
//!
//! | module | standard |
//! |---|---|
//! | [`jpeg::baseline`] | ITU-T T.81, process 1: the sequential DCT encoder |
//! | [`jpeg::lossless`] | ITU-T T.81, process 14: the lossless encoder |
//! | [`h264`] | ITU-T H.264: I and P pictures of 8 bits, 4:2:0 or gray |
//!
//! Samples live in [`unite`] tensors. A stage takes typed views instead of pointers, strides and coordinates.

pub mod h264;
pub mod jpeg;
pub mod picture;
pub mod shared;
pub mod spaces;
