//! Boundary strengths `bS` of the luma edges of a macroblock (8.7.2.1), for frames with I and P slices.
//!
//! ```text
//!   4   an edge of the macroblock, with an intra macroblock on either side
//!   3   an edge inside of an intra macroblock
//!   2   a transform block with non-zero levels on either side
//!   1   different reference pictures, or vectors that differ by a luma sample or more in a component
//!   0   otherwise, and where nothing is filtered: at an edge of the picture, inside of an 8 x 8 transform block
//! ```

#![expect(clippy::needless_range_loop, reason = "adaptors of iterators may stay calls, without the SIMD level")]

use crate::h264::macroblock::Mv;
use crate::h264::map::{BlockInfo, MbInfo, MbKind};
use crate::spaces::{Luma4x4, Mbs};
use unite::{Around, Fixed, Window};

/// A macroblock and its neighbours.
pub(super) type MbWindow<'a> = Window<'a, Mbs, MbInfo, Fixed<1, 1>, Around<1, 1>>;
/// The 4 x 4 blocks of a macroblock and their neighbours.
pub(super) type BlocksWindow<'a> = Window<'a, Luma4x4, BlockInfo, Fixed<4, 4>, Around<1, 1>>;

/// The `bS` of an edge, each for four samples along it.
pub(super) type EdgeStrengths = [u8; 4];

/// `bS` of all luma edges of a macroblock, by edge from the left or from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Strengths {
    /// Strengths of vertical edges, samples from top to bottom.
    pub vertical: [EdgeStrengths; 4],
    /// Strengths of horizontal edges, samples from left to right.
    pub horizontal: [EdgeStrengths; 4],
}

/// Returns the strengths of the edges of a macroblock; `ref_pics` maps a `ref_idx_l0` to its picture.
#[inline(always)]
pub(super) fn strengths(mbs: MbWindow<'_>, blocks: BlocksWindow<'_>, ref_pics: &[u8; 16]) -> Strengths {
    let (mb, left, above) = (&mbs[[0, 0]], &mbs[[0, -1]], &mbs[[-1, 0]]);
    let mut bs = Strengths::default();
    if mb.kind.is_intra() {
        let inside = if mb.transform_8x8 { [[0; 4], [0; 4], [3; 4], [0; 4]] } else { [[0; 4], [3; 4], [3; 4], [3; 4]] };
        bs = Strengths { vertical: inside, horizontal: inside };
    } else if mb.kind != MbKind::Skip {
        inside(&mut bs, mb, blocks, ref_pics);
    }
    bs.vertical[0] = match beside(mb, left) {
        Some(bs) => bs,
        None => {
            let mut bs = [0; 4];
            for y in 0..4 {
                let coded = mb.luma_coded >> (4 * y) | left.luma_coded >> (4 * y + 3);
                let n = y as isize;
                bs[y] = strength(coded & 1 == 1, &blocks[[n, -1]], &blocks[[n, 0]], ref_pics);
            }
            bs
        }
    };
    bs.horizontal[0] = match beside(mb, above) {
        Some(bs) => bs,
        None => {
            let mut bs = [0; 4];
            for x in 0..4 {
                let coded = mb.luma_coded >> x | above.luma_coded >> (12 + x);
                let n = x as isize;
                bs[x] = strength(coded & 1 == 1, &blocks[[-1, n]], &blocks[[0, n]], ref_pics);
            }
            bs
        }
    };
    bs
}

/// Returns the strengths of an edge between macroblocks if they do not depend on the blocks.
#[inline(always)]
fn beside(mb: &MbInfo, neighbour: &MbInfo) -> Option<EdgeStrengths> {
    match neighbour.kind {
        MbKind::NotAvailable => Some([0; 4]),
        kind if kind.is_intra() || mb.kind.is_intra() => Some([4; 4]),
        _ => None,
    }
}

/// Sets the strengths of the edges inside of an inter macroblock.
#[inline(always)]
fn inside(bs: &mut Strengths, mb: &MbInfo, blocks: BlocksWindow<'_>, ref_pics: &[u8; 16]) {
    // Bit `4 y + x` is set if the block at (x, y) or the preceding one has non-zero levels.
    let (vertical, horizontal) = (mb.luma_coded | mb.luma_coded << 1, mb.luma_coded | mb.luma_coded << 4);
    let step = if mb.transform_8x8 { 2 } else { 1 };
    for edge in (step..4).step_by(step) {
        for k in 0..4 {
            let (e, n) = (edge as isize, k as isize);
            let coded = vertical >> (4 * k + edge) & 1 == 1;
            bs.vertical[edge][k] = strength(coded, &blocks[[n, e - 1]], &blocks[[n, e]], ref_pics);
            let coded = horizontal >> (4 * edge + k) & 1 == 1;
            bs.horizontal[edge][k] = strength(coded, &blocks[[e - 1, n]], &blocks[[e, n]], ref_pics);
        }
    }
}

/// Returns the strength between two blocks of inter macroblocks.
#[inline(always)]
fn strength(coded: bool, p: &BlockInfo, q: &BlockInfo, ref_pics: &[u8; 16]) -> u8 {
    let (a, b) = (ref_pics[(p.ref_idx & 15) as usize], ref_pics[(q.ref_idx & 15) as usize]);
    if coded { 2 } else { u8::from((a != b) | far(p.mv, q.mv)) }
}

/// Returns whether vectors differ by 4 quarter samples or more in a component.
#[inline(always)]
fn far(a: Mv, b: Mv) -> bool {
    (a.x.abs_diff(b.x) | a.y.abs_diff(b.y)) >= 4
}
