//! The edges of a macroblock in filtering order (8.7, 8.7.1), located by place.

#![expect(clippy::needless_range_loop, reason = "adaptors of iterators may stay calls, without the SIMD level")]

use super::Params;
use super::bs::{EdgeStrengths, Strengths, strengths, strengths_of_lists};
use super::filter::{Lanes, Thresholds, chroma_normal, chroma_strong, luma_normal, luma_strong};
use crate::h264::code::map::MbMap;
use crate::h264::code::picture::Picture;
use crate::h264::code::residual::chroma_qp;
use crate::spaces::{Chroma, Luma, Luma4x4, Mb};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u32x4, u64x2};
use unite::{Block, Fixed, Place, Spot, WindowMut};

const IN_MAP: &str = "the map is of the picture's size";
const IN_PICTURE: &str = "an edge of a macroblock lies in the picture";

/// The `QP_Y` of the macroblock on the side of `p0` and that of the current one: left, above and inside.
type Qps = [[u8; 2]; 3];
/// Indices into [`Qps`].
const LEFT: usize = 0;
const ABOVE: usize = 1;
const INSIDE: usize = 2;

/// Filters the edges of a macroblock.
#[inline(always)]
pub(super) fn macroblock<S: Simd>(simd: S, picture: &mut Picture, map: &MbMap, params: &Params, mb: Mb) {
    let mbs = map.mbs.view().colocate(&mb).window().expect(IN_MAP);
    let blocks = map.coded.view().under_fixed::<Fixed<4, 4>, _>(&mb);
    let (coded, list_0) = blocks.windows(&map.motion[0].view()).expect(IN_MAP);
    let bs = match map.motion[1].view().under_fixed::<Fixed<4, 4>, _>(&mb).window() {
        Some(list_1) => strengths_of_lists(mbs, coded, [list_0, list_1], &params.ref_pics),
        None => strengths(mbs, (coded, list_0), &params.ref_pics[0]),
    };
    if bs == Strengths::default() {
        return;
    }
    let qp = mbs[[0, 0]].qp;
    let qps = [[mbs[[0, -1]].qp, qp], [mbs[[-1, 0]].qp, qp], [qp, qp]];
    luma(simd, &mut picture.luma, mb, params, &qps, &bs);
    if let Some(planes) = &mut picture.chroma {
        chroma(simd, planes, mb, params, &qps, &bs);
    }
}

/// Returns `qPav` (8.7.2.2).
#[inline(always)]
fn average(p: u8, q: u8) -> u8 {
    ((u16::from(p) + u16::from(q) + 1) >> 1) as u8
}

/// Returns `FilterOffsetA` and `FilterOffsetB`.
#[inline(always)]
fn filter_offsets(params: &Params) -> [i8; 2] {
    [2 * params.slice_alpha_c0_offset_div2, 2 * params.slice_beta_offset_div2]
}

#[inline(always)]
fn luma<S: Simd>(simd: S, plane: &mut Block<Luma, u8>, mb: Mb, params: &Params, qps: &Qps, bs: &Strengths) {
    let offsets = filter_offsets(params);
    let of = |[p, q]: [u8; 2]| Thresholds::new(average(p, q), offsets);
    let thresholds = [of(qps[LEFT]), of(qps[ABOVE]), of(qps[INSIDE])];
    let (mut samples, blocks) = (plane.view_mut(), Spot::<Luma4x4, _>::new(mb.origin(), Fixed::<4, 4>));
    for edge in 0..4 {
        let (t, bs) = (&thresholds[if edge == 0 { LEFT } else { INSIDE }], bs.vertical[edge]);
        if bs != [0; 4] && !t.are_zero() {
            let around = samples
                .reborrow()
                .under_fixed::<Fixed<16, 8>, _>(&blocks.partition([0, edge as isize - 1], Fixed::<4, 2>));
            luma_vertical(simd, around.window().expect(IN_PICTURE), t, bs);
        }
    }
    for edge in 0..4 {
        let (t, bs) = (&thresholds[if edge == 0 { ABOVE } else { INSIDE }], bs.horizontal[edge]);
        if bs != [0; 4] && !t.are_zero() {
            let around = samples
                .reborrow()
                .under_fixed::<Fixed<8, 16>, _>(&blocks.partition([edge as isize - 1, 0], Fixed::<2, 4>));
            luma_horizontal(simd, around.window().expect(IN_PICTURE), t, bs);
        }
    }
}

#[inline(always)]
fn chroma<S: Simd>(simd: S, planes: &mut [Block<Chroma, u8>; 2], mb: Mb, params: &Params, qps: &Qps, bs: &Strengths) {
    let offsets = filter_offsets(params);
    let [cb, cr] = params.chroma_qp_index_offset;
    let plane = |[p, q]: [u8; 2], offset| Thresholds::new(average(chroma_qp(p, offset), chroma_qp(q, offset)), offsets);
    let of = |qps| [plane(qps, cb), plane(qps, cr)];
    let thresholds = [of(qps[LEFT]), of(qps[ABOVE]), of(qps[INSIDE])];
    let are_zero = |[cb, cr]: &[Thresholds; 2]| cb.are_zero() && cr.are_zero();
    let [cb, cr] = planes;
    let (mut cb, mut cr) = (cb.view_mut(), cr.view_mut());
    // Chroma is filtered by its own 4 x 4 blocks, from two samples before to two samples after their edges.
    let blocks = Spot::<Luma4x4, _>::new(mb.origin(), Fixed::<4, 4>);
    for edge in 0..2 {
        let (t, bs) = (&thresholds[if edge == 0 { LEFT } else { INSIDE }], bs.vertical[2 * edge]);
        if bs != [0; 4] && !are_zero(t) {
            let around = blocks.partition([0, 2 * edge as isize - 1], Fixed::<4, 2>);
            let cb = cb.reborrow().under_fixed::<Fixed<8, 4>, _>(&around).window().expect(IN_PICTURE);
            let cr = cr.reborrow().under_fixed::<Fixed<8, 4>, _>(&around).window().expect(IN_PICTURE);
            let around = [cb, cr];
            chroma_vertical(simd, around, t, bs);
        }
    }
    for edge in 0..2 {
        let (t, bs) = (&thresholds[if edge == 0 { ABOVE } else { INSIDE }], bs.horizontal[2 * edge]);
        if bs != [0; 4] && !are_zero(t) {
            let around = blocks.partition([2 * edge as isize - 1, 0], Fixed::<2, 4>);
            let cb = cb.reborrow().under_fixed::<Fixed<4, 8>, _>(&around).window().expect(IN_PICTURE);
            let cr = cr.reborrow().under_fixed::<Fixed<4, 8>, _>(&around).window().expect(IN_PICTURE);
            let around = [cb, cr];
            chroma_horizontal(simd, around, t, bs);
        }
    }
}

#[inline(always)]
fn filter_luma<S: Simd>(simd: S, samples: &mut [u8x16<S>; 8], t: &Thresholds, bs: EdgeStrengths) {
    let lanes = Lanes::luma(simd, t, bs);
    if bs[0] == 4 { luma_strong(samples, &lanes) } else { luma_normal(samples, &lanes) }
}

#[inline(always)]
fn filter_chroma<S: Simd>(simd: S, samples: &mut [u8x16<S>; 4], t: &[Thresholds; 2], bs: EdgeStrengths) {
    let lanes = Lanes::chroma(simd, t, bs);
    if bs[0] == 4 { chroma_strong(samples, &lanes) } else { chroma_normal(samples, &lanes) }
}

#[inline(always)]
fn luma_horizontal<S: Simd>(simd: S, mut w: WindowMut<'_, Luma, u8, Fixed<8, 16>>, t: &Thresholds, bs: EdgeStrengths) {
    let mut samples = [u8x16::splat(simd, 0); 8];
    for y in 0..8 {
        samples[y] = u8x16::load_array_ref(simd, w.row_mut(y as isize));
    }
    filter_luma(simd, &mut samples, t, bs);
    for y in 1..7 {
        samples[y].store_array(w.row_mut(y as isize));
    }
}

#[inline(always)]
fn luma_vertical<S: Simd>(simd: S, mut w: WindowMut<'_, Luma, u8, Fixed<16, 8>>, t: &Thresholds, bs: EdgeStrengths) {
    let mut samples = [u8x16::splat(simd, 0); 8];
    for k in 0..8 {
        let y = 2 * k as isize;
        samples[k] = from_halves(simd, *w.row_mut(y), *w.row_mut(y + 1));
    }
    // Transpose 16 rows of 8 samples into 8 columns of 16.
    samples = shuffle(shuffle(shuffle(shuffle(samples))));
    filter_luma(simd, &mut samples, t, bs);
    samples = shuffle(shuffle(shuffle(samples)));
    for k in 0..8 {
        let y = 2 * k as isize;
        [*w.row_mut(y), *w.row_mut(y + 1)] = to_halves(samples[k]);
    }
}

#[inline(always)]
fn chroma_horizontal<S: Simd>(
    simd: S,
    [mut cb, mut cr]: [WindowMut<'_, Chroma, u8, Fixed<4, 8>>; 2],
    t: &[Thresholds; 2],
    bs: EdgeStrengths,
) {
    let mut samples = [u8x16::splat(simd, 0); 4];
    for y in 0..4 {
        samples[y] = from_halves(simd, *cb.row_mut(y as isize), *cr.row_mut(y as isize));
    }
    filter_chroma(simd, &mut samples, t, bs);
    for y in 1..3 {
        [*cb.row_mut(y as isize), *cr.row_mut(y as isize)] = to_halves(samples[y]);
    }
}

#[inline(always)]
fn chroma_vertical<S: Simd>(
    simd: S,
    [mut cb, mut cr]: [WindowMut<'_, Chroma, u8, Fixed<8, 4>>; 2],
    t: &[Thresholds; 2],
    bs: EdgeStrengths,
) {
    let mut samples = [u8x16::splat(simd, 0); 4];
    for k in 0..4 {
        let plane = if k < 2 { &mut cb } else { &mut cr };
        let mut rows = [0; 4];
        for n in 0..4 {
            rows[n] = u32::from_ne_bytes(*plane.row_mut((4 * (k % 2) + n) as isize));
        }
        samples[k] = u32x4::simd_from(simd, rows).bitcast();
    }
    // Transpose 16 rows of 4 samples into 4 columns of 16.
    samples = shuffle(shuffle(shuffle(shuffle(samples))));
    filter_chroma(simd, &mut samples, t, bs);
    samples = shuffle(shuffle(samples));
    for k in 0..4 {
        let plane = if k < 2 { &mut cb } else { &mut cr };
        let rows: u32x4<S> = samples[k].bitcast();
        for n in 0..4 {
            *plane.row_mut((4 * (k % 2) + n) as isize) = rows[n].to_ne_bytes();
        }
    }
}

#[inline(always)]
fn from_halves<S: Simd>(simd: S, low: [u8; 8], high: [u8; 8]) -> u8x16<S> {
    u64x2::simd_from(simd, [u64::from_ne_bytes(low), u64::from_ne_bytes(high)]).bitcast()
}

#[inline(always)]
fn to_halves<S: Simd>(v: u8x16<S>) -> [[u8; 8]; 2] {
    let v: u64x2<S> = v.bitcast();
    [v[0].to_ne_bytes(), v[1].to_ne_bytes()]
}

/// Applies a perfect shuffle to `16 N` samples: interleaves the first half with the second. The bits of a sample's
/// index rotate by one place, the highest becoming the lowest, so `log2 M` shuffles transpose `M` rows of `16 N / M`.
#[inline(always)]
fn shuffle<S: Simd, const N: usize>(v: [u8x16<S>; N]) -> [u8x16<S>; N] {
    let mut shuffled = v;
    for k in 0..N / 2 {
        shuffled[2 * k] = v[k].zip_low(v[k + N / 2]);
        shuffled[2 * k + 1] = v[k].zip_high(v[k + N / 2]);
    }
    shuffled
}
