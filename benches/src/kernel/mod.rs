//! The measured kernels, one in each file. A file has a story, the kernel over windows, the kernel that takes views and
//! proves inside, and its hand-written twins; then `bench`, which hands them to a [`Bench`].
//!
//! All sides of a kernel use the same formula. To add one: write its file, and add its name to the list below.
//!
//! | word | what |
//! |---|---|
//! | `window` | over windows, proven by the caller |
//! | `view` | over views and the tile that is computed: colocates and proves inside |
//! | `pointers` | by hand, with a pointer and a pitch |
//! | `rows` | by hand, with rows as arrays of exact size |
//! | `program` | a tensor program |
//! | `place` | by places that are known when the program runs |

// Kernels are written in the indices of their standards, on both sides.
#![allow(clippy::needless_range_loop, clippy::manual_memcpy)]

use crate::bench::Bench;
use unite::{Axes, By, Coarse, Dyn, Fine, Interleaved, Permuted, Rows};

unite::universe! {
    /// Luma samples.
    pub struct Video: 2;
    /// Row, column, component.
    pub struct Still: 3;
}

/// One chroma sample for 2 x 2 luma samples.
pub type Chroma = Coarse<Video, By<2, 2>>;
/// One point a macroblock.
pub type Mbs = Coarse<Video, By<16, 16>>;
/// The macroblocks, asked by sample.
pub type BySample = Fine<Mbs, By<16, 16>>;
/// Component, row, column.
pub type Planar = Permuted<Still, Axes<2, 0, 1>>;
/// Interleaved RGB in memory.
pub type Rgb = Rows<Still, Interleaved<2, 3>>;
/// Flags of macroblocks in memory.
pub type Flags = Rows<Mbs, Dyn<2>>;

macro_rules! kernels {
    ($($name:ident)*) => {
        $(pub mod $name;)*

        /// Hands the sides of all kernels to `b`.
        pub fn all(b: &mut Bench) {
            $($name::bench(b);)*
        }
    };
}

kernels! {
    rgb_to_ycbcr
    dct
    zigzag
    residual
    lossless
    intra
    sad
    satd
    six_tap
    six_tap_centre
    chroma_bilinear
    flags
    chroma_residual
    transforms
    places
    macroblocks
    box_downsample
    bilateral
}
