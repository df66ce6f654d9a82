//! Containers for H.264 other than the byte stream of Annex B: MP4 files, read, and written with the feature `mp4`.

#[cfg(feature = "mp4")]
pub mod mp4;
mod mp4_boxes;
pub mod mp4_reader;
mod mp4_samples;
