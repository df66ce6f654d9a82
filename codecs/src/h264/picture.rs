//! [`Picture`]: the samples of a picture in whole macroblocks, with padding around it.

use crate::spaces::{Chroma, Luma};
use unite::{Block, Dyn};

/// The padding around the macroblocks of a picture, in luma samples on each side; chroma has half of it.
pub const PADDING: usize = 32;

/// The samples of a picture: whole macroblocks, 4:2:0 or luma alone, padded by [`PADDING`].
#[derive(Clone, Debug)]
pub struct Picture {
    /// Luma: 16 x 16 samples per macroblock.
    pub luma: Block<Luma, u8>,
    /// Cb and Cr: 8 x 8 samples per macroblock; `None` in a monochrome picture.
    pub chroma: Option<[Block<Chroma, u8>; 2]>,
}

impl Picture {
    /// Creates a picture of `height` by `width` macroblocks whose samples are all 0.
    pub fn new([height, width]: [usize; 2], monochrome: bool) -> Self {
        let chroma = || Block::padded([0, 0], Dyn([8 * height, 8 * width]), PADDING / 2);
        Picture {
            luma: Block::padded([0, 0], Dyn([16 * height, 16 * width]), PADDING),
            chroma: (!monochrome).then(|| [chroma(), chroma()]),
        }
    }

    /// Returns the number of rows and columns of macroblocks.
    pub fn size_in_mbs(&self) -> [usize; 2] {
        let Dyn(size) = self.luma.view().dims();
        size.map(|n| n / 16)
    }

    /// Fills the padding with the nearest samples of the picture (8.4.2.2.1: references outside a picture).
    pub fn replicate_edges(&mut self) {
        self.luma.replicate_edges();
        self.chroma.iter_mut().flatten().for_each(Block::replicate_edges);
    }
}
