//! Questions about places of a macroblock, as the functions of `codecs` ask them.
//!
//! Clause: H.264, 6.4.11.4, 8.7.2.1, 9.2.1, 9.3.3.1.1.9. The twins compute rows and columns of blocks by hand. Those of the
//! flags and of the strengths keep a bit for every block of a macroblock, as the codec did before it had places.

use crate::bench::{Bench, Side};
use crate::input::Noise;
use codecs::h264::deblock::{MbWindow, Strengths, strengths};
use codecs::h264::entropy::{CodedBlockFlagIncs, Neighbours};
use codecs::h264::macroblock::Mv;
use codecs::h264::map::{BlockInfo, BlockMotion, Coded, CodedWindow, MbInfo, MbKind, MbMap, MotionWindow, TotalCoeff};
use codecs::h264::predict::intra::Available;
use codecs::spaces::{Luma4x4, Mb, row_and_column};
use unite::{Around, Fixed, Window};

/// The neighbours of a 4 x 4 block that intra prediction may use, by place.
#[inline(never)]
pub fn available_place(mb: Available, n: usize) -> Available {
    mb.of_4x4(n)
}

/// The row and the column of a 4 x 4 block (6.4.3), by hand.
#[inline(always)]
const fn row_and_column_of(n: usize) -> [usize; 2] {
    [n / 8 * 2 + n / 2 % 2, n / 4 % 2 * 2 + n % 2]
}

/// The neighbours of a 4 x 4 block that intra prediction may use, by hand: comparisons of the row, the column and the order.
#[inline(never)]
pub fn available_rows(mb: Available, n: usize) -> Available {
    let [y, x] = row_and_column_of(n);
    let order = |y: usize, x: usize| 8 * (y / 2) + 4 * (x / 2) + 2 * (y % 2) + x % 2;
    let above_left = if y > 0 { x > 0 || mb.left } else if x > 0 { mb.above } else { mb.above_left };
    let above_right = if y > 0 {
        x < 3 && order(y - 1, x + 1) < n
    } else if x < 3 {
        mb.above
    } else {
        mb.above_right
    };
    Available { left: x > 0 || mb.left, above: y > 0 || mb.above, above_left, above_right }
}

/// The 4 x 4 blocks of a macroblock and those around them.
pub type Blocks<'m> = Window<'m, Luma4x4, BlockInfo, Fixed<4, 4>, Around<1, 1>>;

/// `nC` of a 4 x 4 block, by place.
#[inline(never)]
pub fn nc_place(around: &Neighbours<'_>, n: usize) -> u32 {
    around.luma_nc(n)
}

/// `nC` of a 4 x 4 block, by the row and the column of the block in a window.
#[inline(never)]
pub fn nc_rows(blocks: &Blocks<'_>, n: usize) -> u32 {
    let [y, x] = row_and_column_of(n & 15).map(|i| i as isize);
    match [blocks[[y, x - 1]], blocks[[y - 1, x]]].map(|block| block.total_coeff.known()) {
        [Some(a), Some(b)] => (u32::from(a) + u32::from(b) + 1) >> 1,
        [Some(n), None] | [None, Some(n)] => n.into(),
        [None, None] => 0,
    }
}

/// The blocks of a macroblock that have levels, as bits.
#[derive(Clone, Copy, Default)]
pub struct Masks {
    /// Bit `4 y + x` of the 4 x 4 luma block in row `y` and column `x`.
    pub luma: u16,
    /// Bit `2 y + x` of Cb, `4 + 2 y + x` of Cr.
    pub chroma: u8,
}

/// The masks of the macroblocks of a picture of 4 x 4 macroblocks, with a margin of one on each side.
pub type MaskMap = [[Masks; 6]; 6];

/// Flags of the blocks of a macroblock: 16 of luma, 4 of Cb, 4 of Cr.
pub type Incs = [u8; 24];

/// `ctxIdxInc` of `coded_block_flag` of all blocks of a macroblock, by place.
#[inline(never)]
pub fn flags_place(map: &MbMap, mb: &Mb, incs: &mut Incs) {
    let around = Neighbours::of(map, mb);
    let of_blocks = CodedBlockFlagIncs { luma: around.luma_flag_incs(), chroma: around.chroma_flag_incs() };
    incs[..16].copy_from_slice(&of_blocks.luma);
    incs[16..].copy_from_slice(of_blocks.chroma.as_flattened());
}

/// The same by bits of the macroblocks, moved by a column or a row.
#[inline(never)]
pub fn flags_rows(map: &MbMap, masks: &MaskMap, mb: &Mb, incs: &mut Incs) {
    let mbs = map.mbs.view().under_fixed::<Fixed<1, 1>, _>(mb).window::<Around<1, 1>>().expect("a macroblock");
    let [row, column] = row_and_column(mb).map(|i| i as usize);
    let (current, is_intra) = (masks[row + 1][column + 1], mbs[[0, 0]].kind.is_intra());
    let of = |neighbour: &MbInfo, masks: Masks| match neighbour.kind.is_available() {
        false if is_intra => Masks { luma: 0xFFFF, chroma: 0xFF },
        false => Masks::default(),
        // An 8 x 8 block has no flag of its own; its bit of `coded_block_pattern` states whether it is coded.
        true if neighbour.transform_8x8 => {
            let cbp = u16::from(neighbour.cbp_luma);
            let luma = [0x33, 0xCC, 0x3300, 0xCC00].into_iter().enumerate().map(|(n, place)| (cbp >> n & 1) * place);
            Masks { luma: luma.sum(), ..masks }
        }
        true => masks,
    };
    let (a, b) = (of(&mbs[[0, -1]], masks[row + 1][column]), of(&mbs[[-1, 0]], masks[row][column + 1]));
    let a = Masks {
        luma: current.luma << 1 & 0xEEEE | a.luma >> 3 & 0x1111,
        chroma: current.chroma << 1 & 0xAA | a.chroma >> 1 & 0x55,
    };
    let b = Masks {
        luma: current.luma << 4 | b.luma >> 12,
        chroma: current.chroma << 2 & 0xCC | b.chroma >> 2 & 0x33,
    };
    for n in 0..16 {
        let [y, x] = row_and_column_of(n);
        let bit = |mask: u16| (mask >> (4 * y + x) & 1) as u8;
        incs[n] = bit(a.luma) + 2 * bit(b.luma);
    }
    for n in 0..8 {
        incs[16 + n] = (a.chroma >> n & 1) + 2 * (b.chroma >> n & 1);
    }
}

/// The identifiers of the pictures of a list of references.
const REF_PICS: [u8; 16] = [0, 1, 0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 14];

/// Boundary strengths of a macroblock, by place.
#[inline(never)]
pub fn strengths_place(
    mbs: MbWindow<'_>,
    blocks: (CodedWindow<'_>, MotionWindow<'_>),
    bs: &mut [[[u8; 4]; 4]; 2],
) {
    let Strengths { vertical, horizontal } = strengths(mbs, blocks, &REF_PICS);
    *bs = [vertical, horizontal];
}

/// Boundary strengths of a macroblock by bits of the macroblocks: the current one, the left one and the upper one.
#[inline(never)]
pub fn strengths_rows(
    mbs: MbWindow<'_>,
    blocks: MotionWindow<'_>,
    [mask, left_mask, above_mask]: [u16; 3],
    bs: &mut [[[u8; 4]; 4]; 2],
) {
    let (mb, left, above) = (&mbs[[0, 0]], &mbs[[0, -1]], &mbs[[-1, 0]]);
    let [mut vertical, mut horizontal] = [[[0; 4]; 4]; 2];
    if mb.kind.is_intra() {
        vertical = if mb.transform_8x8 { [[0; 4], [0; 4], [3; 4], [0; 4]] } else { [[0; 4], [3; 4], [3; 4], [3; 4]] };
        horizontal = vertical;
    } else if mb.kind != MbKind::Skip {
        // Bit `4 y + x` is set if the block in row `y` and column `x` or the preceding one has levels.
        let (across, down) = (mask | mask << 1, mask | mask << 4);
        let step = if mb.transform_8x8 { 2 } else { 1 };
        for edge in (step..4).step_by(step) {
            for k in 0..4 {
                let (e, n) = (edge as isize, k as isize);
                let coded = across >> (4 * k + edge) & 1 == 1;
                vertical[edge][k] = strength(coded, &blocks[[n, e - 1]], &blocks[[n, e]]);
                let coded = down >> (4 * edge + k) & 1 == 1;
                horizontal[edge][k] = strength(coded, &blocks[[e - 1, n]], &blocks[[e, n]]);
            }
        }
    }
    for k in 0..4 {
        let n = k as isize;
        let coded = (mask >> (4 * k) | left_mask >> (4 * k + 3)) & 1 == 1;
        vertical[0][k] = beside(mb, left).unwrap_or_else(|| strength(coded, &blocks[[n, -1]], &blocks[[n, 0]]));
        let coded = (mask >> k | above_mask >> (12 + k)) & 1 == 1;
        horizontal[0][k] = beside(mb, above).unwrap_or_else(|| strength(coded, &blocks[[-1, n]], &blocks[[0, n]]));
    }
    *bs = [vertical, horizontal];
}

/// The strength of an edge between macroblocks if it does not depend on the blocks.
#[inline(always)]
fn beside(mb: &MbInfo, neighbour: &MbInfo) -> Option<u8> {
    match neighbour.kind {
        MbKind::NotAvailable => Some(0),
        kind if kind.is_intra() || mb.kind.is_intra() => Some(4),
        _ => None,
    }
}

/// The strength between two blocks of inter macroblocks.
#[inline(always)]
fn strength(coded: bool, p: &BlockMotion, q: &BlockMotion) -> u8 {
    let (a, b) = (REF_PICS[(p.ref_idx & 15) as usize], REF_PICS[(q.ref_idx & 15) as usize]);
    let far = (p.mv.x.abs_diff(q.mv.x) | p.mv.y.abs_diff(q.mv.y)) >= 4;
    if coded { 2 } else { u8::from((a != b) | far) }
}

/// A map of random macroblocks, and the bits of its blocks. `kinds` are the kinds of macroblocks.
fn map(seed: u32, kinds: [MbKind; 4]) -> (MbMap, MaskMap) {
    let (mut map, mut masks) = (MbMap::new([4, 4]), MaskMap::default());
    let mut noise = Noise(seed);
    let mut next = move || noise.next().unwrap_or_default();
    for mb in map.macroblocks() {
        let kind = kinds[usize::from(next() >> 14)];
        let mut info = MbInfo { kind, transform_8x8: kind != MbKind::Skip && next() & 512 != 0, ..MbInfo::default() };
        let mut mask = if kind == MbKind::Skip { Masks::default() } else { Masks { luma: next(), chroma: next() as u8 } };
        if info.transform_8x8 {
            info.cbp_luma = (next() >> 12) as u8;
            let bits = [0x33, 0xCC, 0x3300, 0xCC00].into_iter().enumerate();
            mask.luma = bits.map(|(n, place)| u16::from(info.cbp_luma >> n & 1) * place).sum();
        }
        let at = row_and_column(&mb);
        map.mbs.view_mut().set(at, info);
        masks[(at[0] + 1) as usize][(at[1] + 1) as usize] = mask;
        for n in 0..16 {
            let coded = if mask.luma >> n & 1 != 0 { Coded::ALL_LEVELS } else { Coded::NO_LEVELS };
            let block = BlockInfo {
                total_coeff: TotalCoeff::of((next() % 17) as u8),
                ..BlockInfo::default()
            };
            let ref_idx = (next() % 2 * 2) as i8;
            let mv = Mv { x: (next() % 6) as i16, y: (next() % 6) as i16 };
            let place = [4 * at[0] + n / 4, 4 * at[1] + n % 4];
            map.blocks.view_mut().set(place, block);
            map.coded.view_mut().set(place, coded);
            map.motion[0].view_mut().set(place, BlockMotion { ref_idx, mv, ..BlockMotion::NONE });
        }
        for n in 0..8 {
            let levels = TotalCoeff::of(mask.chroma >> n & 1);
            let place = [2 * at[0] + (n / 2 % 2) as isize, 2 * at[1] + (n % 2) as isize];
            let mut both = map.chroma.view().at(place);
            both.0[n / 4] = levels;
            map.chroma.view_mut().set(place, both);
        }
    }
    (map, masks)
}

/// Runs all sides.
pub fn bench(b: &mut Bench) {
    let (map, masks) = map(51, [MbKind::Intra4x4, MbKind::Inter, MbKind::Inter, MbKind::Skip]);
    let mbs: Vec<Mb> = map.macroblocks().collect();

    let bits = |k: usize| [1, 2, 4, 8].map(|bit| (k * 7 + 5) & bit != 0);
    let given = |k: usize| {
        let [left, above, above_left, above_right] = bits(k);
        Available { left, above, above_left, above_right }
    };
    let read = |a: Available| [a.left, a.above, a.above_left, a.above_right];
    b.kernel("intra 4x4: what is available");
    b.side(Side::Place, [false; 4], |k, out| *out = read(available_place(given(k), k)));
    b.side(Side::Rows, [false; 4], |k, out| *out = read(available_rows(given(k), k)));

    let around: Vec<_> = mbs.iter().map(|mb| Neighbours::of(&map, mb)).collect();
    b.kernel("nC of a block");
    b.side(Side::Place, 0, |k, out| *out = nc_place(&around[k], 5 * k % 16));
    b.side(Side::Rows, 0, |k, out| *out = nc_rows(&around[k].blocks, 5 * k % 16));

    b.kernel("coded_block_flag, macroblock");
    b.limit(1.15, "the side by place proves four windows, the twin one");
    b.side(Side::Place, [0; 24], |k, out| flags_place(&map, &mbs[k], out));
    b.side(Side::Rows, [0; 24], |k, out| flags_rows(&map, &masks, &mbs[k], out));

    let near = |mb: &Mb| map.mbs.view().colocate(mb).window().expect("a macroblock of the picture");
    let infos: Vec<MbWindow<'_>> = mbs.iter().map(near).collect();
    let of = |mb: &Mb| {
        let [row, column] = row_and_column(mb).map(|i| i as usize);
        [masks[row + 1][column + 1], masks[row + 1][column], masks[row][column + 1]].map(|mask| mask.luma)
    };
    let of_mb = |mb: &Mb| map.coded.view().under_fixed::<Fixed<4, 4>, _>(mb).window().expect("a macroblock of the picture");
    let coded: Vec<CodedWindow<'_>> = mbs.iter().map(of_mb).collect();
    let bits: Vec<[u16; 3]> = mbs.iter().map(of).collect();
    let motion: Vec<MotionWindow<'_>> = around.iter().map(|around| around.motion(0)).collect();
    b.kernel("boundary strengths");
    let none = [[[0_u8; 4]; 4]; 2];
    b.side(Side::Place, none, |k, out| strengths_place(infos[k], (coded[k], motion[k]), out));
    b.side(Side::Rows, none, |k, out| strengths_rows(infos[k], motion[k], bits[k], out));
}
