//! Helpers of the tests of the JPEG encoder: cases, expected components, independent decoders.

mod cases;
mod coefficients;
mod decoders;
mod expected;
pub mod lossless;
mod programs;
mod rewrite;

pub use cases::{Case, Content, Family, KINDS, Kind, RESTARTS, SAMPLINGS, SIZES, Source, TABLES, Tables};
pub use coefficients::{Blocks, coefficients};
pub use decoders::{Decoder, Reads, jpeg_decoder, reads, repeats, zune_jpeg};
pub use expected::{expected, psnr};
pub use programs::Programs;
pub use rewrite::{alone, as_ycbcr, untransformed};

/// The samples of one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The samples, row by row.
    pub data: Vec<u8>,
}

impl Plane {
    /// Returns a plane whose samples are a function of column and row.
    pub fn from_fn(width: usize, height: usize, sample: impl Fn(usize, usize) -> u8) -> Plane {
        let data = (0..width * height).map(|n| sample(n % width, n / width)).collect();
        Plane { width, height, data }
    }

    /// Returns the sample of a column and a row; positions beyond the edge take the sample at the edge.
    pub fn at(&self, x: usize, y: usize) -> u8 {
        self.data[y.min(self.height - 1) * self.width + x.min(self.width - 1)]
    }
}
