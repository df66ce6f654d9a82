//! The sequential DCT encoder (T.81 clause 4, Annexes A and F).
//!
//! | file | stage |
//! |---|---|
//! | `options.rs` | the user's options |
//! | `frame.rs` | components, blocks, MCUs, scans |
//! | `components.rs` | pixels to components; the edges of the picture |
//! | `chroma_error.rs` | the colour that 4:2:0 loses |
//! | `colour.rs`, `downsample.rs` | RGB to YCbCr; downsampling of a component: replaceable stages |
//! | `dct.rs`, `quantize.rs` | two more of them |
//! | `colour_x86.rs`, `dct_x86.rs` | the colour conversion and the DCT in registers of x86 |
//! | `masking.rs` | the weights of errors from the activity of a picture |
//! | `row_quantizer.rs` | quantisers of rows of blocks, which know their place |
//! | `rate_distortion.rs` | a quantiser that weighs bits against error |
//! | `coefficients.rs` | the DCT and the quantiser for a row of MCUs |
//! | `entropy.rs` | blocks on their way to an entropy coder, the last replaceable stage |
//! | `huffman_coder.rs` | Huffman coding of blocks |
//! | `sinks.rs`, `writer.rs`, `tokens.rs` | symbols counted, written, and kept; `tokens_x86.rs`, `magnitudes_x86.rs`: all of a block at once |
//! | `encoder.rs` | the driver of a scan |
//! | `rows.rs` | rows of MCUs through all stages |
//! | `whole.rs`, `scan_rows.rs` | a picture for the scans of a progressive file: whole, or row by row |
//! | `headers.rs` | marker segments in their order |
//! | `first_mcu.rs`, `joiner.rs` | parts coded by several threads, joined to the bytes that one thread writes |
//! | `file.rs`, `stream.rs` | the drivers of a file: a whole picture; row by row |
//! | `strips.rs` | columns of MCUs, which are coded as if they were pictures |
//! | `source.rs`, `transformed.rs` | the quantised blocks of a file; pictures that are transformed once for several files |

mod chroma_error;
mod coefficients;
mod colour;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod colour_x86;
mod components;
mod dct;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod dct_x86;
mod downsample;
mod encoder;
mod entropy;
mod file;
mod first_mcu;
mod frame;
mod headers;
mod huffman_coder;
mod joiner;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod magnitudes_x86;
mod masking;
mod options;
mod quantize;
mod rate_distortion;
mod row_quantizer;
mod rows;
mod scan_rows;
mod sinks;
mod source;
mod stream;
mod strips;
mod tokens;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod tokens_x86;
mod transformed;
mod whole;
mod writer;

pub use chroma_error::chroma_error;
pub use colour::{ColourConversion, ComponentRun, DoubleColour, IntegerColour, PackedRun, RgbRun};
pub use dct::{Block8x8, DoubleDct, ForwardDct, IntegerDct, PairWindow, QuadWindow, SampleWindow};
pub use downsample::{Downsampler, FullRows, MeanDownsampler};
pub use entropy::{CodedBlock, EntropyCoder};
pub use file::{Encoder, encode};
pub use huffman_coder::HuffmanCoder;
pub use options::{Colour, Options, Rounding, Sampling, Weighting};
pub use quantize::{DeadZone, DividingQuantizer, Quantizer, ReciprocalQuantizer};
pub use rate_distortion::TrellisQuantizer;
pub use row_quantizer::{RowOfBlocks, RowQuantizer, Run};
pub use stream::RowEncoder;
pub(super) use transformed::FileSize;
pub use transformed::Transformed;
