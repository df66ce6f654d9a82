//! [`MbMap`]: data of coded macroblocks that later macroblocks and the loop filter read. It consists of tensors coarser
//! than the picture, indexed by place.
//!
//! A window over a padded tensor only proves that the memory exists. The *availability* of a neighbour (6.4.9: inside
//! the picture, in the same slice, coded already) is data in the map: a new map is filled with "not available", which
//! remains around the picture and at macroblocks not coded yet.

use super::macroblock::Mv;
use crate::spaces::{Chroma4x4, Luma4x4, Mbs};
use unite::{Block, Dyn};

/// The kind of a coded macroblock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of `Prediction`")]
pub enum MbKind {
    #[default]
    NotAvailable,
    Intra4x4,
    Intra8x8,
    Intra16x16,
    Pcm,
    Inter,
    Skip,
}

impl MbKind {
    /// Returns whether the macroblock is available: already coded, in this slice.
    #[inline(always)]
    pub fn is_available(self) -> bool {
        self != MbKind::NotAvailable
    }

    /// Returns whether the macroblock is of one of the four intra kinds.
    #[inline(always)]
    pub fn is_intra(self) -> bool {
        matches!(self, MbKind::Intra4x4 | MbKind::Intra8x8 | MbKind::Intra16x16 | MbKind::Pcm)
    }
}

/// The data kept of a coded macroblock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MbInfo {
    /// The kind of the macroblock, or "not available".
    pub kind: MbKind,
    /// `QP_Y`; 0 for `I_PCM`.
    pub qp: u8,
    /// `CodedBlockPatternLuma`; 15 for `I_PCM`.
    pub cbp_luma: u8,
    /// `CodedBlockPatternChroma`; 2 for `I_PCM`.
    pub cbp_chroma: u8,
    /// `transform_size_8x8_flag`: luma is transformed by 8 x 8 blocks.
    pub transform_8x8: bool,
    /// `intra_chroma_pred_mode`, 0 for inter.
    pub intra_chroma_mode: u8,
    /// Bit set if a DC block has a nonzero level: bit 0 luma, 1 Cb, 2 Cr; 7 for `I_PCM`.
    pub dc_coded: u8,
    /// Bit `4 y + x` set if the 4 x 4 luma block at (x, y), or the 8 x 8 block around it under the 8 x 8 transform, has
    /// a nonzero level (in `Intra16x16`, a nonzero AC level); all ones for `I_PCM`.
    pub luma_coded: u16,
    /// Bit set if a 4 x 4 chroma AC block has a nonzero level: bit `2 y + x` for Cb, `4 + 2 y + x` for Cr; all ones for
    /// `I_PCM`.
    pub chroma_coded: u8,
}

impl unite::Sample for MbInfo {}

/// The data kept of a coded 4 x 4 luma block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockInfo {
    /// `total_coeff`: the number of nonzero levels of the block, for the `nC` of its neighbours (9.2.1); 16 for
    /// `I_PCM`, 0 for skipped macroblocks.
    pub total_coeff: u8,
    /// `Intra4x4PredMode` or `Intra8x8PredMode`; 2 (DC) in other macroblocks, -1 if not available.
    pub intra_mode: i8,
    /// `ref_idx_l0`; -1 in intra macroblocks, -2 if not available.
    pub ref_idx: i8,
    /// The motion vector; 0 if the block has none.
    pub mv: Mv,
    /// The magnitudes of `mvd_l0`, x and y, at most 255 each (9.3.3.1.1.7).
    pub mvd: [u8; 2],
}

impl Default for BlockInfo {
    /// Returns the data of a block that is not available.
    fn default() -> Self {
        BlockInfo { total_coeff: 0, intra_mode: -1, ref_idx: -2, mv: Mv { x: 0, y: 0 }, mvd: [0; 2] }
    }
}

impl unite::Sample for BlockInfo {}

/// The data kept of the macroblocks and blocks of a picture.
#[derive(Clone, Debug)]
pub struct MbMap {
    /// The data of each macroblock, padded by one on each side.
    pub mbs: Block<Mbs, MbInfo>,
    /// The data of each 4 x 4 luma block, padded by one on each side.
    pub blocks: Block<Luma4x4, BlockInfo>,
    /// `total_coeff` of the AC levels of each 4 x 4 block of Cb and Cr, padded by one on each side. A block is
    /// available if its macroblock is.
    pub chroma: [Block<Chroma4x4, u8>; 2],
}

impl MbMap {
    /// Creates the map of a picture of `height` by `width` macroblocks, none of them available.
    pub fn new([height, width]: [usize; 2]) -> Self {
        let chroma = || Block::padded([0, 0], Dyn([2 * height, 2 * width]), 1);
        MbMap {
            mbs: Block::padded([0, 0], Dyn([height, width]), 1),
            blocks: Block::padded([0, 0], Dyn([4 * height, 4 * width]), 1),
            chroma: [chroma(), chroma()],
        }
    }
}
