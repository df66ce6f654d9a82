//! [`Neighbours`]: the macroblocks to the left and above (6.4.11). Coding derives contexts and predictions from them.

use crate::h264::code::coding_order::{Blocks4x4, Blocks8x8};
use crate::h264::code::macroblock::IntraNxNMode;
use crate::h264::code::map::{BlockInfo, ChromaLevels, Coded, CodedWindow, MbInfo, MbMap, MotionWindow, TotalCoeff};
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
    pub chroma: Window<'m, Chroma4x4, ChromaLevels, Fixed<2, 2>, Around<1, 1>>,
    map: &'m MbMap,
    place: Mb,
}

/// `ctxIdxInc` of `coded_block_flag`, 0 to 3, for the 4 x 4 blocks of a macroblock (9.3.3.1.1.9).
///
/// ```
/// use codecs::h264::entropy::{CodedBlockFlagIncs, Neighbours};
/// use codecs::h264::map::{Coded, MbMap};
/// let mut map = MbMap::new([1, 1]);
/// map.coded.view_mut().fill_with(|[y, _]| if y == 0 { Coded::ALL_LEVELS } else { Coded::NO_LEVELS });
/// let around = Neighbours::of(&map, &codecs::spaces::macroblock([0, 0]));
/// let incs = CodedBlockFlagIncs { luma: around.luma_flag_incs(), ..CodedBlockFlagIncs::default() };
/// // Block 1 has block 0 to its left and nothing above it; blocks 2 and 3 have blocks 0 and 1 above them.
/// assert_eq!([0, 1, 2, 3, 8].map(|n| incs.luma[n]), [0, 1, 2, 2, 0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodedBlockFlagIncs {
    /// [`Neighbours::luma_flag_incs`], in the order of 6.4.3; 0 if no such flag is coded.
    pub luma: [u8; 16],
    /// [`Neighbours::chroma_flag_incs`] of Cb and Cr; 0 if no such flag is coded.
    pub chroma: [[u8; 4]; 2],
}

const OUTSIDE: &str = "a macroblock lies in its picture";

impl<'m> Neighbours<'m> {
    /// Returns the neighbours of a macroblock, which must already be stored.
    ///
    /// # Panics
    /// If the macroblock does not lie in the picture.
    #[inline]
    pub fn of(map: &'m MbMap, mb: &Mb) -> Self {
        let mbs = map.mbs.view().colocate(mb).window::<Around<1, 1>>().expect(OUTSIDE);
        Neighbours {
            current: mbs[[0, 0]],
            left: mbs[[0, -1]],
            above: mbs[[-1, 0]],
            blocks: map.blocks.view().under_fixed::<Fixed<4, 4>, _>(mb).window().expect(OUTSIDE),
            chroma: map.chroma.view().under_fixed::<Fixed<2, 2>, _>(mb).window().expect(OUTSIDE),
            map,
            place: *mb,
        }
    }

    /// Returns the motion of the current macroblock and of the blocks around it, from list 0 or 1.
    ///
    /// # Panics
    /// If the map has no such list.
    #[inline(always)]
    pub fn motion(&self, list: usize) -> MotionWindow<'m> {
        self.map.motion[list].view().under_fixed::<Fixed<4, 4>, _>(&self.place).window().expect("a list of the map")
    }

    /// Returns `ctxIdxInc` of `coded_block_flag` for the 4 x 4 luma blocks, in the order of 6.4.3. See [`CodedBlockFlagIncs`] for an
    /// example.
    #[inline(always)]
    pub fn luma_flag_incs(&self) -> [u8; 16] {
        let coded = self.coded_around();
        // A neighbour that is not available counts as coded if the current macroblock is intra.
        let intra = self.current.kind.is_intra();
        let rows = |y| {
            let left = Coded::flags([coded.span::<-1, 4>(y), coded.span::<-1, 4>(y + 1)], intra);
            let above = Coded::flags([coded.row(y - 1), coded.row(y)], intra);
            let incs = left + 2 * above;
            // The left halves of both rows are an 8 x 8 block, and so are the right halves.
            incs & 0xFFFF_0000_0000_FFFF | incs >> 16 & 0xFFFF_0000 | incs << 16 & 0xFFFF_0000_0000
        };
        let mut incs = [0; 16];
        let (upper, lower) = incs.split_at_mut(8);
        upper.copy_from_slice(&rows(0).to_le_bytes());
        lower.copy_from_slice(&rows(2).to_le_bytes());
        incs
    }

    /// Returns the flags of the 4 x 4 luma blocks of the macroblock and of those around it.
    #[inline(always)]
    pub(in crate::h264::code) fn coded_around(&self) -> CodedWindow<'m> {
        let coded = self.map.coded.view().under_fixed::<Fixed<4, 4>, _>(&self.place);
        coded.window().expect(OUTSIDE)
    }

    /// Returns the number of levels of a 4 x 4 luma block; the first of the macroblock is at `[0, 0]`.
    #[inline(always)]
    pub(in crate::h264::code) fn luma_count(&self, at: [isize; 2]) -> TotalCoeff {
        self.blocks[at].total_coeff
    }

    /// Returns the number of AC levels of a 4 x 4 block of Cb (0) or Cr (1); the first of the macroblock is at `[0, 0]`.
    #[inline(always)]
    pub(in crate::h264::code) fn chroma_count(&self, c: usize, at: [isize; 2]) -> TotalCoeff {
        self.chroma[at].0[c]
    }

    /// Returns `ctxIdxInc` of `coded_block_flag` for the 4 x 4 AC blocks of Cb and Cr.
    #[inline(always)]
    pub fn chroma_flag_incs(&self) -> [[u8; 4]; 2] {
        let (blocks, intra) = (self.chroma, self.current.kind.is_intra());
        let left = ChromaLevels::coded([blocks.span::<-1, 2>(0), blocks.span::<-1, 2>(1)], intra);
        let above = ChromaLevels::coded([blocks.row(-1), blocks.row(0)], intra);
        let [a, b, c, d, e, f, g, h] = (left + 2 * above).to_le_bytes();
        [[a, c, e, g], [b, d, f, h]]
    }

    /// Returns `ctxIdxInc` of `coded_block_flag` for a DC block of luma (0), Cb (1) or Cr (2) (9.3.3.1.1.9).
    #[inline(always)]
    pub fn dc_flag_inc(&self, component: usize) -> usize {
        let intra = self.current.kind.is_intra();
        self.terms(2, |mb| if mb.kind.is_available() { mb.dc_coded >> component & 1 != 0 } else { intra })
    }

    /// Returns `nC` of 4 x 4 luma block `n`, in the order of 6.4.3 (9.2.1).
    #[inline(always)]
    pub fn luma_nc(&self, n: usize) -> u32 {
        nc(beside(self.blocks.nth::<Blocks4x4, 16, Fixed<1, 1>>(n)).map(|block| block.total_coeff))
    }

    /// Returns `nC` of 4 x 4 AC block `n` of Cb (0) or Cr (1) (9.2.1).
    #[inline(always)]
    pub fn chroma_nc(&self, c: usize, n: usize) -> u32 {
        nc(beside(self.chroma.nth::<Blocks8x8, 4, Fixed<1, 1>>(n)).map(|levels| levels.0[c]))
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
pub(in crate::h264::code) fn nc(beside: [TotalCoeff; 2]) -> u32 {
    match beside.map(TotalCoeff::known) {
        [Some(a), Some(b)] => (u32::from(a) + u32::from(b) + 1) >> 1,
        [Some(n), None] | [None, Some(n)] => n.into(),
        [None, None] => 0,
    }
}
