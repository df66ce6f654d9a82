//! Boundary strengths `bS` of the luma edges of a macroblock (8.7.2.1), in I, P and B slices.
//!
//! ```text
//!   4   an edge of the macroblock, with an intra macroblock on either side
//!   3   an edge inside of an intra macroblock
//!   2   a transform block with non-zero levels on either side
//!   1   different reference pictures, or vectors that differ by a luma sample or more in a component; in B slices, different
//!       sets of reference pictures
//!   0   otherwise, and where nothing is filtered: at an edge of the picture, inside of an 8 x 8 transform block
//! ```

use crate::h264::code::macroblock::Mv;
use crate::h264::code::map::{BlockMotion, Coded, CodedWindow, MbInfo, MbKind, MotionWindow};
use crate::spaces::Mbs;
use unite::{Around, Fixed, Window};

/// A macroblock and its neighbours.
pub type MbWindow<'a> = Window<'a, Mbs, MbInfo, Fixed<1, 1>, Around<1, 1>>;

/// The `bS` of an edge, each for four samples along it.
pub type EdgeStrengths = [u8; 4];

/// `bS` of all luma edges of a macroblock, by edge from the left or from the top. See [`strengths`] for an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strengths {
    /// Strengths of vertical edges, samples from top to bottom.
    pub vertical: [EdgeStrengths; 4],
    /// Strengths of horizontal edges, samples from left to right.
    pub horizontal: [EdgeStrengths; 4],
}

/// Returns the strengths of the edges of a macroblock of a picture with one list; `ref_pics` maps a `ref_idx_l0` to its picture.
///
/// ```
/// use codecs::h264::deblock::{Params, strengths};
/// use codecs::h264::map::{MbInfo, MbKind, MbMap};
/// use unite::Fixed;
/// // An intra macroblock in the corner of a picture.
/// let mut map = MbMap::new([1, 1]);
/// map.mbs.view_mut().fill_with(|_| MbInfo { kind: MbKind::Intra16x16, ..MbInfo::default() });
/// let mb = codecs::spaces::macroblock([0, 0]);
/// let mbs = map.mbs.view().colocate(&mb).window().expect("inside");
/// let coded = map.coded.view().under_fixed::<Fixed<4, 4>, _>(&mb).window().expect("inside");
/// let motion = map.motion[0].view().under_fixed::<Fixed<4, 4>, _>(&mb).window().expect("inside");
/// let bs = strengths(mbs, (coded, motion), &Params::default().ref_pics[0]);
/// assert_eq!((bs.vertical, bs.horizontal[0]), ([[0; 4], [3; 4], [3; 4], [3; 4]], [0; 4]));
/// ```
#[inline(always)]
pub fn strengths(
    mbs: MbWindow<'_>,
    (coded, motion): (CodedWindow<'_>, MotionWindow<'_>),
    ref_pics: &[u8; 16],
) -> Strengths {
    by_edges(
        mbs,
        coded,
        #[inline(always)]
        |p, q| differ(&motion[p], &motion[q], ref_pics),
    )
}

/// Returns the strengths of the edges of a macroblock of a picture with two lists; `ref_pics` maps the indices of each list to their
/// pictures.
#[inline(always)]
pub fn strengths_of_lists(
    mbs: MbWindow<'_>,
    coded: CodedWindow<'_>,
    motion: [MotionWindow<'_>; 2],
    ref_pics: &[[u8; 16]; 2],
) -> Strengths {
    let at = |at| [&motion[0][at], &motion[1][at]];
    by_edges(
        mbs,
        coded,
        #[inline(always)]
        |p, q| lists_differ(at(p), at(q), ref_pics),
    )
}

/// Returns strengths by edges; `differ` states whether the motion of two blocks of inter macroblocks differs.
#[inline(always)]
fn by_edges(mbs: MbWindow<'_>, coded: CodedWindow<'_>, differ: impl Fn([isize; 2], [isize; 2]) -> bool) -> Strengths {
    let mb = &mbs[[0, 0]];
    // The bits of both sides of each edge. Rows of blocks are combined as words of a byte for each block.
    let both = |p, q| (Coded::word(p) | Coded::word(q)).to_le_bytes();
    let across = [0, 1, 2, 3].map(|y| both(coded.span::<-1, 4>(y), coded.row(y)));
    let down = [0, 1, 2, 3].map(|y| both(coded.row(y - 1), coded.row(y)));
    let mut bs = Strengths::default();
    for (edge, down) in down.into_iter().enumerate() {
        let (left, above) = match edge {
            0 => (beside(mb, &mbs[[0, -1]]), beside(mb, &mbs[[-1, 0]])),
            _ => (inside(mb, edge), inside(mb, edge)),
        };
        let e = edge as isize;
        let between = |coded, p, q| if coded & Coded::HAS_LEVELS != 0 { 2 } else { u8::from(differ(p, q)) };
        bs.vertical[edge] = match left {
            Some(constant) => constant,
            None => [0, 1, 2, 3].map(|n: isize| between(across[n as usize][edge], [n, e - 1], [n, e])),
        };
        bs.horizontal[edge] = match above {
            Some(constant) => constant,
            None => [0, 1, 2, 3].map(|n: isize| between(down[n as usize], [e - 1, n], [e, n])),
        };
    }
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

/// Returns the strengths of an edge inside of a macroblock if they do not depend on the blocks.
#[inline(always)]
fn inside(mb: &MbInfo, edge: usize) -> Option<EdgeStrengths> {
    match mb.kind {
        _ if mb.transform_8x8 && edge != 2 => Some([0; 4]),
        MbKind::Skip => Some([0; 4]),
        kind if kind.is_intra() => Some([3; 4]),
        _ => None,
    }
}

/// Returns whether two blocks have different references or vectors that are far from each other.
#[inline(always)]
fn differ(p: &BlockMotion, q: &BlockMotion, ref_pics: &[u8; 16]) -> bool {
    let other = ref_pics[(p.ref_idx & 15) as usize] != ref_pics[(q.ref_idx & 15) as usize];
    other | far(p.mv, q.mv)
}

/// Returns whether two blocks have different sets of references, or vectors of a reference that are far from each other.
#[inline(always)]
fn lists_differ(p: [&BlockMotion; 2], q: [&BlockMotion; 2], ref_pics: &[[u8; 16]; 2]) -> bool {
    // Most neighbours move alike.
    let alike = |p: &BlockMotion, q: &BlockMotion| (p.ref_idx == q.ref_idx) & (p.mv == q.mv);
    if alike(p[0], q[0]) & alike(p[1], q[1]) {
        return false;
    }
    // 256 stands for a list that is not used. Its vector is 0.
    let pictures = |blocks: [&BlockMotion; 2]| {
        [0, 1].map(|list: usize| match blocks[list].ref_idx {
            0.. => u16::from(ref_pics[list][(blocks[list].ref_idx & 15) as usize]),
            _ => 256,
        })
    };
    let ([p0, p1], [q0, q1]) = (pictures(p), pictures(q));
    let straight = far(p[0].mv, q[0].mv) | far(p[1].mv, q[1].mv);
    let crossed = far(p[0].mv, q[1].mv) | far(p[1].mv, q[0].mv);
    match ([p0, p1] == [q0, q1], [p0, p1] == [q1, q0]) {
        (true, true) => straight & crossed,
        (true, false) => straight,
        (false, true) => crossed,
        (false, false) => true,
    }
}

/// Returns whether vectors differ by 4 quarter samples or more in a component.
#[inline(always)]
fn far(a: Mv, b: Mv) -> bool {
    (a.x.abs_diff(b.x) | a.y.abs_diff(b.y)) >= 4
}
