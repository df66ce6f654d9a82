//! [`MbMap`]: what coded macroblocks leave behind for those that come later and for the loop filter: tensors coarser than the
//! picture, asked by place.
//!
//! A window over a padded tensor only proves that memory is there. Whether a neighbour is *available* (6.4.9: in the picture,
//! of the same slice, coded already) is data, and has a place: around the picture, and ahead of what is coded, stands
//! "not available", which is what a new map is filled with.

use super::macroblock::Mv;
use crate::spaces::{Chroma4x4, Luma4x4, Mbs};
use unite::{Block, Dyn};

/// What a macroblock was coded as.
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
    /// Whether it is coded already, in this slice.
    #[inline(always)]
    pub fn is_available(self) -> bool {
        self != MbKind::NotAvailable
    }

    /// Whether it is one of the four intra kinds.
    #[inline(always)]
    pub fn is_intra(self) -> bool {
        matches!(self, MbKind::Intra4x4 | MbKind::Intra8x8 | MbKind::Intra16x16 | MbKind::Pcm)
    }
}

/// What is known of a macroblock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MbInfo {
    /// What it was coded as.
    pub kind: MbKind,
    /// `QP_Y`: 0 for `I_PCM`.
    pub qp: u8,
    /// `CodedBlockPatternLuma`; 15 for `I_PCM`.
    pub cbp_luma: u8,
    /// `CodedBlockPatternChroma`; 2 for `I_PCM`.
    pub cbp_chroma: u8,
    /// `transform_size_8x8_flag`.
    pub transform_8x8: bool,
    /// `intra_chroma_pred_mode`, 0 for inter.
    pub intra_chroma_mode: u8,
    /// Whether blocks of DC levels have a level that is not 0: bit 0 luma, 1 Cb, 2 Cr; 7 for `I_PCM`.
    pub dc_coded: u8,
    /// Bit `4 y + x`: whether the 4 x 4 luma block at (x, y), or the 8 x 8 block around it under the 8 x 8 transform, has a
    /// level that is not 0 (of `Intra16x16` an AC level); all ones for `I_PCM`.
    pub luma_coded: u16,
    /// Bits of 4 x 4 chroma AC blocks: `2 y + x` of Cb, 4 more for Cr; all ones for `I_PCM`.
    pub chroma_coded: u8,
}

impl unite::Sample for MbInfo {}

/// What is known of a 4 x 4 luma block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockInfo {
    /// `total_coeff`: levels of the block that are not 0, for the `nC` of its neighbours (9.2.1); 16 for `I_PCM`, 0 for skipped
    /// ones.
    pub total_coeff: u8,
    /// `Intra4x4PredMode` or `Intra8x8PredMode`; 2 (DC) for other macroblocks, and -1 where it is not available.
    pub intra_mode: i8,
    /// `ref_idx_l0`; -1 for intra macroblocks, -2 where it is not available.
    pub ref_idx: i8,
    /// Its vector; 0 where it has none.
    pub mv: Mv,
    /// Magnitudes of `mvd_l0`, at most 255 each: x, y (9.3.3.1.1.7).
    pub mvd: [u8; 2],
}

impl Default for BlockInfo {
    /// Not available.
    fn default() -> Self {
        BlockInfo { total_coeff: 0, intra_mode: -1, ref_idx: -2, mv: Mv { x: 0, y: 0 }, mvd: [0; 2] }
    }
}

impl unite::Sample for BlockInfo {}

/// What the macroblocks of a picture leave behind.
#[derive(Clone, Debug)]
pub struct MbMap {
    /// By macroblock, one more on each side.
    pub mbs: Block<Mbs, MbInfo>,
    /// By 4 x 4 luma block, one more on each side.
    pub blocks: Block<Luma4x4, BlockInfo>,
    /// `total_coeff` of the AC levels of 4 x 4 blocks of Cb and Cr, one more on each side. Availability is the macroblock's.
    pub chroma: [Block<Chroma4x4, u8>; 2],
}

impl MbMap {
    /// The map of a picture of so many macroblocks (rows, columns), none of them coded.
    pub fn new([height, width]: [usize; 2]) -> Self {
        let chroma = || Block::padded([0, 0], Dyn([2 * height, 2 * width]), 1);
        MbMap {
            mbs: Block::padded([0, 0], Dyn([height, width]), 1),
            blocks: Block::padded([0, 0], Dyn([4 * height, 4 * width]), 1),
            chroma: [chroma(), chroma()],
        }
    }
}
