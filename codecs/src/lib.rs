//! Encoders that read like their standards: pictures in, bytes out, no files.
//!
//! | module | standard |
//! |---|---|
//! | [`jpeg::baseline`] | ITU-T T.81, process 1: the sequential DCT encoder |
//!
//! Samples live in [`unite`] tensors; a stage takes views, never a pointer, a stride and two coordinates.

pub mod jpeg;
pub mod picture;
pub mod shared;
pub mod spaces;
