//! [`MbMap`]: data of coded macroblocks that later macroblocks and the loop filter read. It consists of tensors coarser
//! than the picture, indexed by place.
//!
//! A window over a padded tensor only proves that the memory exists. The *availability* of a neighbour (6.4.9: inside
//! the picture, in the same slice, coded already) is data in the map: a new map is filled with "not available", which
//! remains around the picture and at macroblocks not coded yet.

use super::macroblock::Mv;
use crate::spaces::{Chroma4x4, Luma4x4, Mb, Mbs, points};
use unite::{Block, Dyn, Fixed, Place, Spot};

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
}

impl unite::Sample for MbInfo {}

/// `total_coeff` of a block, the number of nonzero levels, for the `nC` of its neighbours (9.2.1): 0 to 16, or not
/// available, which is the default. It is 16 for `I_PCM` and 0 for skipped macroblocks.
///
/// ```
/// use codecs::h264::map::TotalCoeff;
/// assert_eq!((TotalCoeff::of(3).known(), TotalCoeff::default().known()), (Some(3), None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TotalCoeff(u8);

impl TotalCoeff {
    /// Returns a number of levels, 0 to 16.
    #[inline(always)]
    pub const fn of(levels: u8) -> Self {
        TotalCoeff(levels)
    }

    /// Returns the number of levels; `None` if the block is not available.
    #[inline(always)]
    pub const fn known(self) -> Option<u8> {
        if self.0 <= 16 { Some(self.0) } else { None }
    }
}

impl Default for TotalCoeff {
    /// Returns the value of a block that is not available.
    fn default() -> Self {
        TotalCoeff(u8::MAX)
    }
}

impl unite::Sample for TotalCoeff {}

/// The bit of [`BlockInfo::coded`] of a block with nonzero levels, or in an 8 x 8 transform block with some (8.7.2.1).
pub const HAS_LEVELS: u8 = 1;
/// The bit of [`BlockInfo::coded`] of a block whose `coded_block_flag` is 1 for its neighbours (9.3.3.1.1.9). An 8 x 8
/// block has no flag of its own; its bit of `coded_block_pattern` states whether it is coded.
pub const CODED_BLOCK_FLAG: u8 = 2;
/// The bit of [`BlockInfo::coded`] of a block that is not available.
pub const NOT_AVAILABLE: u8 = 4;

/// The data kept of a coded 4 x 4 luma block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockInfo {
    /// The number of nonzero levels of the block.
    pub total_coeff: TotalCoeff,
    /// [`HAS_LEVELS`] and [`CODED_BLOCK_FLAG`], both set for `I_PCM`; or [`NOT_AVAILABLE`]. In `Intra16x16` AC levels alone
    /// count.
    pub coded: u8,
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
        BlockInfo {
            total_coeff: TotalCoeff::default(),
            coded: NOT_AVAILABLE,
            intra_mode: -1,
            ref_idx: -2,
            mv: Mv { x: 0, y: 0 },
            mvd: [0; 2],
        }
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
    /// The number of nonzero AC levels of each 4 x 4 block of Cb and Cr, padded by one on each side.
    pub chroma: [Block<Chroma4x4, TotalCoeff>; 2],
}

impl MbMap {
    /// Creates the map of a picture of a height and a width in macroblocks, none of them available.
    pub fn new(size: [usize; 2]) -> Self {
        let mbs = Spot::<Mbs>::new([0, 0], Dyn(size));
        let (luma, chroma): (Spot<Luma4x4>, Spot<Chroma4x4>) = (points(&mbs), points(&mbs));
        MbMap {
            mbs: Block::padded(mbs.origin(), mbs.extent(), 1),
            blocks: Block::padded(luma.origin(), luma.extent(), 1),
            chroma: [0, 1].map(|_| Block::padded(chroma.origin(), chroma.extent(), 1)),
        }
    }

    /// Returns the places of the macroblocks in the order of their addresses, row by row.
    ///
    /// ```
    /// use codecs::{h264::map::MbMap, spaces::macroblock};
    /// assert_eq!(MbMap::new([2, 3]).macroblocks().nth(4), Some(macroblock([1, 1])));
    /// ```
    pub fn macroblocks(&self) -> impl ExactSizeIterator<Item = Mb> + use<> {
        self.mbs.spot().tiles(Fixed::<1, 1>)
    }
}
