//! Image and video encoders structured like their standards: pictures in, bytes out, no file I/O.
//!
#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | module | content |
//! |---|---|
//! | [`jpeg::baseline`] | ITU-T T.81, process 1: the sequential DCT encoder |
//! | [`jpeg::lossless`] | ITU-T T.81, process 14: the lossless encoder |
//! | [`h264`] | ITU-T H.264: I and P pictures of 8 bits, 4:2:0 or gray |
//! | [`jpeg::marker`], [`h264::syntax`] | the syntax of files and streams, written, read and traced |
//! | [`bitstream`] | descriptions of headers, for any format |
//! | [`picture`](mod@picture), [`spaces`], [`shared`] | a user's pixels, the reference spaces, common tools |
//!
//! Samples live in [`unite`] tensors. A stage takes typed views instead of pointers, strides and coordinates. The stages
//! of baseline JPEG are traits that a user can implement: colour conversion, downsampling, DCT, quantiser, entropy coder.
//! `jpeg::baseline::Encoder` takes them. A user's entropy coder gets the blocks and writes a format of its own.

pub mod bitstream;
pub mod h264;
pub mod jpeg;
pub mod picture;
pub mod shared;
pub mod spaces;

/// The crate of vectors that stages are generic over: `Level::new()` finds the vectors of the processor, `dispatch!` runs a
/// stage with them.
pub use fearless_simd;
