//! What the tests of the JPEG encoder share: cases, what their components should be, and decoders of others.
//!
//! | file | what it holds |
//! |---|---|
//! | `cases` | [`Case`]: a picture, its layout and the options it is coded with |
//! | `expected` | the component planes of a case, by plain arithmetic |
//! | `decoders` | [`Decoder`], and the table of what each of them reads |
//! | `programs` | those that run as processes |
//! | `rewrite` | the same file with other words about its components, or with one of them |
//! | `coefficients` | the quantised coefficients of a file, from its trace |
//! | [`lossless`] | the same for the lossless encoder |

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

/// Samples of one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Row after row.
    pub data: Vec<u8>,
}

impl Plane {
    /// A plane whose samples are a function of column and row.
    pub fn from_fn(width: usize, height: usize, sample: impl Fn(usize, usize) -> u8) -> Plane {
        let data = (0..width * height).map(|n| sample(n % width, n / width)).collect();
        Plane { width, height, data }
    }

    /// The sample of a column and a row; beyond the edge that of the edge.
    pub fn at(&self, x: usize, y: usize) -> u8 {
        self.data[y.min(self.height - 1) * self.width + x.min(self.width - 1)]
    }
}
