//! [`MbMap`]: data of coded macroblocks that later macroblocks and the loop filter read. It consists of tensors coarser
//! than the picture, indexed by place.
//!
//! A window over a padded tensor only proves that the memory exists. The *availability* of a neighbour (6.4.9: inside
//! the picture, in the same slice, coded already) is data in the map: a new map is filled with "not available", which
//! remains around the picture and at macroblocks not coded yet.

use super::macroblock::Mv;
use crate::spaces::{Chroma4x4, Luma4x4, Mb, Mbs, points};
use unite::{Around, Block, Dyn, Fixed, Place, Spot, Window};

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
    /// `P_Skip`.
    Skip,
    /// `B_Direct_16x16`, or `B_Skip` if `coded_block_pattern` is 0.
    Direct,
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

impl MbInfo {
    /// Returns whether the macroblock is `P_Skip` or `B_Skip`.
    #[inline(always)]
    pub fn is_skipped(&self) -> bool {
        self.kind == MbKind::Skip || self.kind == MbKind::Direct && self.cbp_luma | self.cbp_chroma == 0
    }

    /// Sets the QP of a macroblock that codes none to that of the one before it. Returns the QP that the next one inherits;
    /// `I_PCM` passes it on and has 0 itself (8.7.2.2).
    #[inline(always)]
    pub(super) fn inherit_qp(&mut self, last: u8) -> u8 {
        match self.kind {
            MbKind::Pcm => return last,
            MbKind::Intra16x16 => {}
            _ if self.cbp_luma | self.cbp_chroma != 0 => {}
            _ => self.qp = last,
        }
        self.qp
    }
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
    /// The bit of a block that is not available.
    const NOT_AVAILABLE: u8 = 64;

    /// Returns a number of levels.
    ///
    /// # Panics
    /// If there are more than 16.
    #[inline(always)]
    pub const fn of(levels: u8) -> Self {
        assert!(levels <= 16, "a block has at most 16 levels");
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
        TotalCoeff(TotalCoeff::NOT_AVAILABLE)
    }
}

impl unite::Sample for TotalCoeff {}

/// The lowest bit of each byte.
const LOWEST_BITS: u64 = 0x0101_0101_0101_0101;

/// Returns two words as one, the first in the lower half.
#[inline(always)]
fn both([first, second]: [u32; 2]) -> u64 {
    u64::from(first) | u64::from(second) << 32
}

/// The numbers of nonzero AC levels of the 4 x 4 blocks of Cb and Cr at a place.
///
/// ```
/// use codecs::h264::map::{ChromaLevels, TotalCoeff};
/// let levels = ChromaLevels([TotalCoeff::of(3), TotalCoeff::of(0)]);
/// let (row, other) = ([levels, ChromaLevels::default()], [ChromaLevels::default(), levels]);
/// assert_eq!(ChromaLevels::coded([&row, &other], false).to_le_bytes(), [1, 0, 0, 0, 0, 0, 1, 0]);
/// assert_eq!(ChromaLevels::coded([&row, &other], true).to_le_bytes(), [1, 0, 1, 1, 1, 1, 1, 0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChromaLevels(pub [TotalCoeff; 2]);

impl ChromaLevels {
    /// Returns a byte for each block of two rows, Cb before Cr, the first in the lowest byte: 1 if it has levels, else 0.
    /// Blocks that are not available count as `if_not_available`.
    #[inline(always)]
    pub fn coded(rows: [&[ChromaLevels; 2]; 2], if_not_available: bool) -> u64 {
        let levels = both(rows.map(|row| {
            let [[a, b], [c, d]] = row.map(|levels| levels.0.map(|levels| levels.0));
            u32::from_le_bytes([a, b, c, d])
        }));
        // Adding 127 sets bit 7 of each byte that is not 0; bytes are at most 64, so none carries.
        let nonzero = (levels + 0x7F7F_7F7F_7F7F_7F7F) >> 7;
        let not_available = if if_not_available { 0 } else { levels >> TotalCoeff::NOT_AVAILABLE.ilog2() };
        nonzero & !not_available & LOWEST_BITS
    }
}

impl unite::Sample for ChromaLevels {}

/// The flags of a 4 x 4 luma block that the loop filter and CABAC read: a set of bits. In `Intra16x16` only AC levels
/// count; both bits of levels are set for `I_PCM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coded(pub u8);

impl Coded {
    /// The block has no levels.
    pub const NO_LEVELS: Coded = Coded(0);
    /// The bit of a block with nonzero levels, or in an 8 x 8 transform block with some (8.7.2.1).
    pub const HAS_LEVELS: u8 = 1;
    /// The bit of a block whose `coded_block_flag` is 1 for its neighbours (9.3.3.1.1.9). An 8 x 8 block has no flag of
    /// its own; its bit of `coded_block_pattern` states whether it is coded.
    pub const CODED_BLOCK_FLAG: u8 = 2;
    /// The bit of a block that is not available.
    pub const NOT_AVAILABLE: u8 = 4;
    /// Both bits of levels.
    pub const ALL_LEVELS: Coded = Coded(Coded::HAS_LEVELS | Coded::CODED_BLOCK_FLAG);

    /// Returns a byte for each block of two rows, the first in the lowest byte: 1 if its `coded_block_flag` is 1 for its
    /// neighbours, else 0. Blocks that are not available count as `if_not_available`.
    ///
    /// ```
    /// use codecs::h264::map::Coded;
    /// let row = [Coded::ALL_LEVELS, Coded::NO_LEVELS, Coded::default(), Coded::NO_LEVELS];
    /// assert_eq!(Coded::flags([&row, &row], true).to_le_bytes(), [1, 0, 1, 0, 1, 0, 1, 0]);
    /// ```
    #[inline(always)]
    pub fn flags(rows: [&[Coded; 4]; 2], if_not_available: bool) -> u64 {
        let bits = both(rows.map(Coded::word));
        let not_available = if if_not_available { bits >> Coded::NOT_AVAILABLE.ilog2() } else { 0 };
        (bits >> Coded::CODED_BLOCK_FLAG.ilog2() | not_available) & LOWEST_BITS
    }

    /// Returns a row of blocks as a word, the first block in its lowest byte.
    #[inline(always)]
    pub(super) fn word(row: &[Coded; 4]) -> u32 {
        u32::from_le_bytes(row.map(|coded| coded.0))
    }
}

impl Default for Coded {
    /// Returns the bits of a block that is not available.
    fn default() -> Self {
        Coded(Coded::NOT_AVAILABLE)
    }
}

impl unite::Sample for Coded {}

/// The data kept of a coded 4 x 4 luma block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockInfo {
    /// The number of nonzero levels of the block.
    pub total_coeff: TotalCoeff,
    /// `Intra4x4PredMode` or `Intra8x8PredMode`; 2 (DC) in other macroblocks, -1 if not available.
    pub intra_mode: i8,
}

impl Default for BlockInfo {
    /// Returns the data of a block that is not available.
    fn default() -> Self {
        BlockInfo { total_coeff: TotalCoeff::default(), intra_mode: -1 }
    }
}

impl unite::Sample for BlockInfo {}

/// The motion kept of a coded 4 x 4 luma block, from one list of reference pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockMotion {
    /// `ref_idx_lX`; -1 if the block is not predicted from the list, -2 if not available.
    pub ref_idx: i8,
    /// The motion vector; 0 if the block has none.
    pub mv: Mv,
    /// The magnitudes of `mvd_lX`, x and y, at most 255 each (9.3.3.1.1.7).
    pub mvd: [u8; 2],
    /// Whether the motion is inferred, as that of direct blocks of B slices is: contexts then do not see the index (9.3.3.1.1.6).
    pub is_direct: bool,
}

impl BlockMotion {
    /// The motion of a block that is not predicted from the list, such as one of an intra macroblock.
    pub const NONE: BlockMotion = BlockMotion { ref_idx: -1, mv: Mv { x: 0, y: 0 }, mvd: [0; 2], is_direct: false };
}

impl Default for BlockMotion {
    /// Returns the motion of a block that is not available.
    fn default() -> Self {
        BlockMotion { ref_idx: -2, ..BlockMotion::NONE }
    }
}

impl unite::Sample for BlockMotion {}

/// The [`Coded`] flags of the 4 x 4 blocks of a macroblock, and of the blocks around it.
pub type CodedWindow<'m> = Window<'m, Luma4x4, Coded, Fixed<4, 4>, Around<1, 1>>;
/// The motion of the 4 x 4 blocks of a macroblock from one list, and of the blocks around it.
pub type MotionWindow<'m> = Window<'m, Luma4x4, BlockMotion, Fixed<4, 4>, Around<1, 1>>;

/// The data kept of the macroblocks and blocks of a picture.
#[derive(Clone, Debug)]
pub struct MbMap {
    /// The data of each macroblock, padded by one on each side.
    pub mbs: Block<Mbs, MbInfo>,
    /// The data of each 4 x 4 luma block, padded by one on each side.
    pub blocks: Block<Luma4x4, BlockInfo>,
    /// The flags of each 4 x 4 luma block, padded by one on each side.
    pub coded: Block<Luma4x4, Coded>,
    /// The motion of each 4 x 4 luma block from lists 0 and 1, padded by one on each side. The tensor of list 1 is empty if
    /// the picture has only list 0.
    pub motion: [Block<Luma4x4, BlockMotion>; 2],
    /// The numbers of nonzero AC levels of each 4 x 4 block of Cb and Cr, padded by one on each side.
    pub chroma: Block<Chroma4x4, ChromaLevels>,
}

impl MbMap {
    /// Creates the map of a picture of a height and a width in macroblocks, none of them available. The picture has only
    /// list 0, as those of I and P slices.
    pub fn new(size: [usize; 2]) -> Self {
        MbMap::with_lists(size, 1)
    }

    /// Creates a map as [`new`](MbMap::new) does, for motion from one list or from both.
    ///
    /// ```
    /// use codecs::h264::macroblock::{ListMotion, Macroblock, MbPart, Motion, Prediction};
    /// use codecs::h264::map::MbMap;
    /// use codecs::spaces::macroblock;
    /// let from = |n| ListMotion { ref_idx: [n; 4], ..ListMotion::UNUSED };
    /// let both = Motion { part: MbPart::P16x16, lists: [from(0), from(2)] };
    /// let mut map = MbMap::with_lists([1, 1], 2);
    /// map.store(&macroblock([0, 0]), &Macroblock::new(Prediction::Inter(both), 26), false);
    /// assert_eq!([0, 1].map(|list: usize| map.motion[list].view().at([3, 3]).ref_idx), [0, 2]);
    /// ```
    ///
    /// # Panics
    /// If `lists` is not 1 or 2.
    pub fn with_lists(size: [usize; 2], lists: usize) -> Self {
        assert!(matches!(lists, 1 | 2), "{lists} lists of references; a picture has 1 or 2");
        let mbs = Spot::<Mbs>::new([0, 0], Dyn(size));
        let (luma, chroma): (Spot<Luma4x4>, Spot<Chroma4x4>) = (points(&mbs), points(&mbs));
        MbMap {
            mbs: Block::padded(mbs.origin(), mbs.extent(), 1),
            blocks: Block::padded(luma.origin(), luma.extent(), 1),
            coded: Block::padded(luma.origin(), luma.extent(), 1),
            motion: [luma.extent(), if lists == 2 { luma.extent() } else { Dyn([0, 0]) }]
                .map(|extent| Block::padded(luma.origin(), extent, 1)),
            chroma: Block::padded(chroma.origin(), chroma.extent(), 1),
        }
    }

    /// Returns whether the map has motion from list 1.
    #[inline(always)]
    pub(in crate::h264::code) fn has_list_1(&self) -> bool {
        self.motion[1].extent() != Dyn([0, 0])
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
