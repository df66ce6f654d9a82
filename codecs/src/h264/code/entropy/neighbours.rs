//! [`Neighbours`]: the macroblocks to the left and above (6.4.11). Coding derives contexts and predictions from them.

use super::coder::ResidualBlock;
use crate::h264::code::coding_order::{Blocks4x4, Blocks8x8};
use crate::h264::code::macroblock::IntraNxNMode;
use crate::h264::code::map::{BlockInfo, CODED_BLOCK_FLAG, MbInfo, MbMap, NOT_AVAILABLE, TotalCoeff};
use crate::spaces::{Chroma4x4, Luma4x4, Mb};
use unite::{Around, Fixed, FixedExtent, Space, View, Window};

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
/// let around = Neighbours::of(&map, &codecs::spaces::macroblock([1, 2]));
/// assert_eq!(around.left.kind, MbKind::NotAvailable);
/// assert_eq!(around.luma_nc(0), 0);
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
    /// The numbers of levels of the 4 x 4 chroma blocks of the current macroblock, and of those around them.
    pub chroma: [Window<'m, Chroma4x4, TotalCoeff, Fixed<2, 2>, Around<1, 1>>; 2],
}

impl<'m> Neighbours<'m> {
    /// Returns the neighbours of a macroblock, which must already be stored.
    ///
    /// # Panics
    /// If the macroblock does not lie in the picture.
    #[inline]
    pub fn of(map: &'m MbMap, mb: &Mb) -> Self {
        const OUTSIDE: &str = "a macroblock lies in its picture";
        let mbs = map.mbs.view().under_fixed::<Fixed<1, 1>, _>(mb).window::<Around<1, 1>>().expect(OUTSIDE);
        let chroma = |c: usize| map.chroma[c].view().under_fixed::<Fixed<2, 2>, _>(mb).window().expect(OUTSIDE);
        Neighbours {
            current: mbs[[0, 0]],
            left: mbs[[0, -1]],
            above: mbs[[-1, 0]],
            blocks: map.blocks.view().under_fixed::<Fixed<4, 4>, _>(mb).window().expect(OUTSIDE),
            chroma: [chroma(0), chroma(1)],
        }
    }

    /// Returns `ctxIdxInc` of `coded_block_flag` (9.3.3.1.1.9); 0 for an 8 x 8 block, which has no flag.
    #[inline(always)]
    pub fn coded_block_flag_inc(&self, block: &ResidualBlock<'_>) -> usize {
        // A neighbour that is not available counts as coded if the current macroblock is intra.
        let intra = self.current.kind.is_intra();
        let dc =
            |bit: usize| self.terms(2, |mb| if mb.kind.is_available() { mb.dc_coded >> bit & 1 != 0 } else { intra });
        match *block {
            ResidualBlock::Intra16x16Dc(_) => dc(0),
            ResidualBlock::Intra16x16Ac(n, _) | ResidualBlock::Luma4x4(n, _) => {
                let coded = if intra { CODED_BLOCK_FLAG | NOT_AVAILABLE } else { CODED_BLOCK_FLAG };
                let [a, b] =
                    beside(self.blocks.nth::<Blocks4x4, 16, Fixed<1, 1>>(n)).map(|block| block.coded & coded != 0);
                usize::from(a) + 2 * usize::from(b)
            }
            ResidualBlock::ChromaDc(c, _) => dc(1 + c),
            ResidualBlock::ChromaAc(c, n, _) => {
                let near = beside(self.chroma[c].nth::<Blocks8x8, 4, Fixed<1, 1>>(n));
                let [a, b] = near.map(|block| block.known().map_or(intra, |levels| levels > 0));
                usize::from(a) + 2 * usize::from(b)
            }
            ResidualBlock::Luma8x8(..) => 0,
        }
    }

    /// Returns `nC` of 4 x 4 luma block `n`, in the order of 6.4.3 (9.2.1).
    #[inline(always)]
    pub fn luma_nc(&self, n: usize) -> u32 {
        nc(beside(self.blocks.nth::<Blocks4x4, 16, Fixed<1, 1>>(n)).map(|block| block.total_coeff))
    }

    /// Returns `nC` of 4 x 4 AC block `n` of Cb (0) or Cr (1) (9.2.1).
    #[inline(always)]
    pub fn chroma_nc(&self, c: usize, n: usize) -> u32 {
        nc(beside(self.chroma[c].nth::<Blocks8x8, 4, Fixed<1, 1>>(n)))
    }

    /// Returns [`pred_intra_mode`] of the block whose first 4 x 4 block is at `[y, x]`.
    #[inline(always)]
    pub fn pred_intra_mode(&self, [y, x]: [isize; 2]) -> IntraNxNMode {
        predicted(self.blocks[[y, x - 1]], self.blocks[[y - 1, x]])
    }

    /// Returns `condTermFlagA + weight * condTermFlagB`, where `term` computes the flag of a macroblock.
    #[inline(always)]
    pub(super) fn terms(&self, weight: usize, term: impl Fn(&MbInfo) -> bool) -> usize {
        usize::from(term(&self.left)) + weight * usize::from(term(&self.above))
    }
}

/// Returns `predIntra4x4PredMode` or `predIntra8x8PredMode` of a block, given its part of the map (8.3.1.1, 8.3.2.1).
///
/// For an 8 x 8 block beside 4 x 4 blocks, the standard uses blocks `4 * blkA + 1` and `4 * blkB + 2`. These touch its
/// first sample, as the neighbours of a 4 x 4 block do, so one rule serves both sizes.
///
/// # Panics
/// If the block does not lie in the picture.
#[inline(always)]
pub fn pred_intra_mode<E: FixedExtent>(block: View<'_, Luma4x4, BlockInfo, E>) -> IntraNxNMode {
    let near = block.window::<Around<1, 1>>().expect("a block lies in its picture");
    predicted(near[[0, -1]], near[[-1, 0]])
}

/// Returns the intra mode that blocks A and B predict.
#[inline(always)]
fn predicted(a: BlockInfo, b: BlockInfo) -> IntraNxNMode {
    match a.intra_mode.min(b.intra_mode) {
        mode @ 0..=8 => IntraNxNMode::ALL[mode as usize],
        _ => IntraNxNMode::Dc,
    }
}

/// Returns blocks A and B of a block: to the left and above.
#[inline(always)]
fn beside<S: Space<Ix = [isize; 2]>, T: Copy>(block: Window<'_, S, T, Fixed<1, 1>, Around<1, 1>>) -> [T; 2] {
    [block[[0, -1]], block[[-1, 0]]]
}

/// Returns `nC`: the rounded mean of two numbers of levels, or the only one available, or 0.
#[inline(always)]
fn nc(beside: [TotalCoeff; 2]) -> u32 {
    match beside.map(TotalCoeff::known) {
        [Some(a), Some(b)] => (u32::from(a) + u32::from(b) + 1) >> 1,
        [Some(n), None] | [None, Some(n)] => n.into(),
        [None, None] => 0,
    }
}
