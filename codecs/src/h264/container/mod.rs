//! What H.264 is carried in, beside the byte stream of Annex B: MP4 files, written (feature `mp4`) and read.

#[cfg(feature = "mp4")]
pub mod mp4;
mod mp4_boxes;
pub mod mp4_reader;
mod mp4_samples;
