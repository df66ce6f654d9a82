//! The sequential DCT encoder (T.81 clause 4, Annexes A and F).
//!
//! | file | stage |
//! |---|---|
//! | `options.rs` | the user's options |
//! | `frame.rs` | components, blocks, MCUs, scans |
//! | `components.rs` | pixels to components; the edges of the picture |
//! | `colour.rs`, `downsample.rs` | RGB to YCbCr; downsampling of a component |
//! | `dct.rs`, `quantize.rs` | the two replaceable stages; `dct_x86.rs` is the DCT in 256-bit registers |
//! | `coefficients.rs` | the DCT and the quantiser for a row of MCUs |
//! | `entropy.rs` | Huffman coding of blocks |
//! | `encoder.rs` | the driver of a scan |
//! | `rows.rs` | rows of MCUs through all stages |
//! | `headers.rs` | marker segments in their order |
//! | `file.rs`, `stream.rs` | the drivers of a file: a whole picture, with threads; row by row |

mod coefficients;
mod colour;
mod components;
mod dct;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod dct_x86;
mod downsample;
mod encoder;
mod entropy;
mod file;
mod frame;
mod headers;
mod options;
mod quantize;
mod rows;
mod stream;

pub use dct::{Block8x8, DoubleDct, ForwardDct, IntegerDct, PairWindow, SampleWindow};
pub use file::{Encoder, encode};
pub use options::{Colour, Options, Sampling};
pub use quantize::{DividingQuantizer, Quantizer, ReciprocalQuantizer};
pub use stream::RowEncoder;
