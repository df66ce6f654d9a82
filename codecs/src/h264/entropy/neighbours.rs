//! [`Neighbours`]: the macroblocks to the left and above (6.4.11). Coding derives contexts and predictions from them.

use super::coder::ResidualBlock;
use crate::h264::macroblock::{IntraNxNMode, block4x4};
use crate::h264::map::{BlockInfo, MbInfo, MbKind, MbMap};
use crate::spaces::{Chroma4x4, Luma4x4};
use unite::{Around, Fixed, Window};

/// A macroblock stored in a map, with its left and upper neighbours.
///
/// ```text
///              above
///       left  current       and the 4 x 4 blocks of all three
/// ```
///
/// ```
/// use codecs::h264::{entropy::Neighbours, map::{MbKind, MbMap}};
/// let map = MbMap::new([2, 3]);
/// let around = Neighbours::of(&map, [1, 2]);
/// assert_eq!(around.left.kind, MbKind::NotAvailable);
/// assert_eq!(around.luma_nc([0, 0]), 0);
/// ```
#[derive(Clone, Copy)]
pub struct Neighbours<'m> {
    /// The current macroblock.
    pub current: MbInfo,
    /// The macroblock to the left, `mbAddrA`.
    pub left: MbInfo,
    /// The macroblock above, `mbAddrB`.
    pub above: MbInfo,
    /// The 4 x 4 luma blocks of the current macroblock, and those around them.
    pub blocks: Window<'m, Luma4x4, BlockInfo, Fixed<4, 4>, Around<1, 1>>,
    /// `total_coeff` of the 4 x 4 chroma blocks of the current macroblock, and of those around them.
    pub chroma: [Window<'m, Chroma4x4, u8, Fixed<2, 2>, Around<1, 1>>; 2],
    /// `condTermFlagA` and `condTermFlagB` for `coded_block_flag`.
    flags: [CodedBlockFlags; 2],
}

/// A bit for every block of a macroblock: set if its neighbour on one side counts as coded for `coded_block_flag`
/// (9.3.3.1.1.9).
#[derive(Clone, Copy)]
struct CodedBlockFlags {
    /// The bits of luma blocks, in the layout of `MbInfo::luma_coded`.
    luma: u16,
    /// The bits of chroma AC blocks, in the layout of `MbInfo::chroma_coded`.
    chroma: u8,
    /// The bits of DC blocks, in the layout of `MbInfo::dc_coded`.
    dc: u8,
}

impl CodedBlockFlags {
    /// Returns the flags of a neighbour's blocks. A neighbour that is not available counts as coded if the current
    /// macroblock is intra.
    #[inline(always)]
    fn of(neighbour: &MbInfo, current: &MbInfo) -> Self {
        if neighbour.kind == MbKind::NotAvailable {
            let coded = current.kind.is_intra();
            return if coded {
                CodedBlockFlags { luma: 0xFFFF, chroma: 0xFF, dc: 7 }
            } else {
                CodedBlockFlags { luma: 0, chroma: 0, dc: 0 }
            };
        }
        // An 8 x 8 block has no flag of its own; its bit of `coded_block_pattern` states whether it is coded.
        let luma = match neighbour.transform_8x8 {
            true => {
                let cbp = u16::from(neighbour.cbp_luma);
                [0x33, 0xCC, 0x3300, 0xCC00].into_iter().enumerate().map(|(n, place)| (cbp >> n & 1) * place).sum()
            }
            false => neighbour.luma_coded,
        };
        CodedBlockFlags { luma, chroma: neighbour.chroma_coded, dc: neighbour.dc_coded }
    }
}

impl<'m> Neighbours<'m> {
    /// Returns the neighbours of the macroblock at `[row, column]`, which must already be stored.
    ///
    /// # Panics
    /// If the macroblock does not lie in the picture.
    #[inline]
    pub fn of(map: &'m MbMap, [y, x]: [isize; 2]) -> Self {
        const OUTSIDE: &str = "a macroblock lies in its picture";
        let mbs = map.mbs.view().partition([y, x], Fixed::<1, 1>).window::<Around<1, 1>>().expect(OUTSIDE);
        let chroma = |c: usize| map.chroma[c].view().partition([2 * y, 2 * x], Fixed::<2, 2>).window().expect(OUTSIDE);
        let (current, left, above) = (mbs[[0, 0]], mbs[[0, -1]], mbs[[-1, 0]]);
        let (a, b) = (CodedBlockFlags::of(&left, &current), CodedBlockFlags::of(&above, &current));
        // Most blocks have their neighbour in the same macroblock: its flags shifted by one column or one row.
        let a = CodedBlockFlags {
            luma: current.luma_coded << 1 & 0xEEEE | a.luma >> 3 & 0x1111,
            chroma: current.chroma_coded << 1 & 0xAA | a.chroma >> 1 & 0x55,
            dc: a.dc,
        };
        let b = CodedBlockFlags {
            luma: current.luma_coded << 4 | b.luma >> 12,
            chroma: current.chroma_coded << 2 & 0xCC | b.chroma >> 2 & 0x33,
            dc: b.dc,
        };
        Neighbours {
            current,
            left,
            above,
            blocks: map.blocks.view().partition([4 * y, 4 * x], Fixed::<4, 4>).window().expect(OUTSIDE),
            chroma: [chroma(0), chroma(1)],
            flags: [a, b],
        }
    }

    /// Returns `ctxIdxInc` of `coded_block_flag` (9.3.3.1.1.9); 0 for an 8 x 8 block, which has no flag.
    #[inline(always)]
    pub fn coded_block_flag_inc(&self, block: &ResidualBlock<'_>) -> usize {
        let bit = |flags: &CodedBlockFlags| match *block {
            ResidualBlock::Intra16x16Dc(_) => flags.dc & 1,
            ResidualBlock::Intra16x16Ac(n, _) | ResidualBlock::Luma4x4(n, _) => {
                let (x, y) = block4x4(n);
                (flags.luma >> (4 * y + x) & 1) as u8
            }
            ResidualBlock::ChromaDc(c, _) => flags.dc >> (1 + c) & 1,
            ResidualBlock::ChromaAc(c, n, _) => flags.chroma >> (4 * c + n) & 1,
            ResidualBlock::Luma8x8(..) => 0,
        };
        usize::from(bit(&self.flags[0]) + 2 * bit(&self.flags[1]))
    }

    /// Returns `nC` of the 4 x 4 luma block at `[y, x]` of the macroblock (9.2.1).
    #[inline(always)]
    pub fn luma_nc(&self, [y, x]: [isize; 2]) -> u32 {
        let (a, b) = (self.blocks[[y, x - 1]], self.blocks[[y - 1, x]]);
        nc(a.is_available().then_some(a.total_coeff), b.is_available().then_some(b.total_coeff))
    }

    /// Returns `nC` of the 4 x 4 AC block at `[y, x]` of Cb (0) or Cr (1) (9.2.1).
    #[inline(always)]
    pub fn chroma_nc(&self, c: usize, [y, x]: [isize; 2]) -> u32 {
        let a = x > 0 || self.left.kind.is_available();
        let b = y > 0 || self.above.kind.is_available();
        nc(a.then_some(self.chroma[c][[y, x - 1]]), b.then_some(self.chroma[c][[y - 1, x]]))
    }

    /// Returns `predIntra4x4PredMode` or `predIntra8x8PredMode` of the block whose first 4 x 4 block is at `[y, x]`
    /// (8.3.1.1, 8.3.2.1).
    ///
    /// For an 8 x 8 block beside 4 x 4 blocks, the standard uses blocks `4 * blkA + 1` and `4 * blkB + 2`. These touch
    /// its first sample, as the neighbours of a 4 x 4 block do, so one rule serves both sizes.
    #[inline(always)]
    pub fn pred_intra_mode(&self, [y, x]: [isize; 2]) -> IntraNxNMode {
        let (a, b) = (self.blocks[[y, x - 1]].intra_mode, self.blocks[[y - 1, x]].intra_mode);
        match a.min(b) {
            mode @ 0..=8 => IntraNxNMode::ALL[mode as usize],
            _ => IntraNxNMode::Dc,
        }
    }

    /// Returns `condTermFlagA + weight * condTermFlagB`, where `term` computes the flag of a macroblock.
    #[inline(always)]
    pub(super) fn terms(&self, weight: usize, term: impl Fn(&MbInfo) -> bool) -> usize {
        usize::from(term(&self.left)) + weight * usize::from(term(&self.above))
    }
}

/// Returns `nC`: the rounded mean of two numbers of levels, or the only one available, or 0.
#[inline(always)]
fn nc(a: Option<u8>, b: Option<u8>) -> u32 {
    match (a, b) {
        (Some(a), Some(b)) => (u32::from(a) + u32::from(b) + 1) >> 1,
        (Some(n), None) | (None, Some(n)) => n.into(),
        (None, None) => 0,
    }
}

impl BlockInfo {
    /// Returns whether the block is available: already coded, in this slice.
    #[inline(always)]
    fn is_available(&self) -> bool {
        self.ref_idx != -2
    }
}
