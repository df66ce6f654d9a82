//! ITU-T T.81 (JPEG).
//!
//! | module | clause |
//! |---|---|
//! | [`baseline`] | 4, Annex F: the sequential DCT encoder |
//! | [`progressive`] | Annex G: the scans of the progressive DCT process |
//! | [`coefficients`] | the quantised coefficients of a picture, between arithmetic and entropy coding |
//! | [`lossless`] | Annex H: the sequential lossless encoder |
//! | [`huffman_tables`] | Annex K.3: the typical Huffman tables |
//! | [`marker`] | Annex B: marker segments, written, checked, traced and read from one description |
//! | [`quant_table`] | quantisation tables: Annex K.1 and the IJG quality scale |
//! | [`quantization`] | other tables; levels chosen by their bits and error |
//! | [`reconstruct`] | the samples that a decoder makes of coefficients |
//! | [`search`] | the quality of a file of a given size, or of a decoded picture of a given score |
//! | [`trace`](trace()) | all syntax elements of a stream, entropy-coded data included |
//!
//! The feature `image` adds `JpegEncoder`, an `image::ImageEncoder`.

mod application;
pub mod baseline;
pub mod coefficients;
mod entropy_segment;
mod error;
mod huffman;
mod huffman_decoder;
pub mod huffman_tables;
mod ijg_quality;
#[cfg(feature = "image")]
mod image_encoder;
pub mod lossless;
pub mod marker;
mod options;
pub mod progressive;
pub mod quant_table;
pub mod quantization;
pub mod reconstruct;
pub mod search;
mod token_store;
mod trace;

pub use entropy_segment::{Burst, EntropySegment};
pub use error::JpegError;
pub use huffman::{Code, HuffmanCodes, HuffmanSpec};
pub use huffman_decoder::HuffmanDecoder;
pub use ijg_quality::IjgQuality;
#[cfg(feature = "image")]
pub use image_encoder::JpegEncoder;
pub use options::{DensityUnit, Huffman, Metadata, Restart, Scans};
pub use trace::trace;
