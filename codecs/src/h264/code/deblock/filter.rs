//! The filter across an edge (8.7.2.2 to 8.7.2.4), for sixteen lines of samples at a time.
//!
//! ```text
//!   lane           p3 p2 p1 p0 | q0 q1 q2 q3      luma: a lane is a line across an edge of 16 samples
//!   0              .  .  .  .  |  .  .  .  .      chroma: lanes 0 to 7 are of Cb, 8 to 15 of Cr
//!   ..                      edge
//!   15             .  .  .  .  |  .  .  .  .
//! ```

use super::tables::{ALPHA, BETA, TC0};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x16, mask16x16, u8x16, u16x16, u32x8};

/// The thresholds of the filter at an edge of one plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds {
    alpha: u8,
    beta: u8,
    /// `tC0` for `bS` 0 to 3; -1 for 0.
    tc0: [i8; 4],
}

impl Thresholds {
    /// Returns the thresholds for `qPav` and the offsets `FilterOffsetA` and `FilterOffsetB`.
    #[inline(always)]
    pub(super) fn new(qp: u8, [a, b]: [i8; 2]) -> Thresholds {
        let (a, b) = (index(qp, a), index(qp, b));
        Thresholds { alpha: ALPHA[a], beta: BETA[b], tc0: TC0[a] }
    }

    /// Returns `tC0` of each `bS`, duplicated to two lanes.
    #[inline(always)]
    fn tc0_pairs(&self, bs: [u8; 4]) -> [u32; 4] {
        let mut pairs = [0; 4];
        for k in 0..4 {
            pairs[k] = pair(self.tc0[usize::from(bs[k] & 3)].into());
        }
        pairs
    }

    /// Returns whether a threshold is 0, so that nothing is filtered.
    #[inline(always)]
    pub(super) fn are_zero(&self) -> bool {
        self.alpha == 0 || self.beta == 0
    }
}

/// Returns `indexA` or `indexB`.
#[inline(always)]
fn index(qp: u8, offset: i8) -> usize {
    (i32::from(qp) + i32::from(offset)).clamp(0, 51) as usize
}

/// The [`Thresholds`] of each lane.
#[derive(Clone, Copy)]
pub(super) struct Lanes<S: Simd> {
    alpha: i16x16<S>,
    beta: i16x16<S>,
    /// -1 for `bS` 0, undefined for `bS` 4.
    tc0: i16x16<S>,
}

impl<S: Simd> Lanes<S> {
    /// Returns the lanes of luma: four for each `bS`.
    #[inline(always)]
    pub(super) fn luma(simd: S, t: &Thresholds, bs: [u8; 4]) -> Self {
        let [a, b, c, d] = t.tc0_pairs(bs);
        Lanes {
            alpha: i16x16::splat(simd, t.alpha.into()),
            beta: i16x16::splat(simd, t.beta.into()),
            tc0: u32x8::simd_from(simd, [a, a, b, b, c, c, d, d]).bitcast(),
        }
    }

    /// Returns the lanes of chroma, Cb and Cr: two for each `bS` and component.
    #[inline(always)]
    pub(super) fn chroma(simd: S, [cb, cr]: &[Thresholds; 2], bs: [u8; 4]) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (cb.tc0_pairs(bs), cr.tc0_pairs(bs));
        Lanes {
            alpha: by_plane(simd, cb.alpha, cr.alpha),
            beta: by_plane(simd, cb.beta, cr.beta),
            tc0: u32x8::simd_from(simd, [a, b, c, d, e, f, g, h]).bitcast(),
        }
    }
}

/// Returns eight lanes of Cb and eight of Cr.
#[inline(always)]
fn by_plane<S: Simd>(simd: S, cb: u8, cr: u8) -> i16x16<S> {
    let (b, r) = (pair(cb.into()), pair(cr.into()));
    u32x8::simd_from(simd, [b, b, b, b, r, r, r, r]).bitcast()
}

/// Returns a number duplicated in two 16-bit halves.
#[inline(always)]
fn pair(v: i16) -> u32 {
    u32::from(v as u16) * 0x1_0001
}

#[inline(always)]
fn widen<S: Simd>(v: u8x16<S>) -> i16x16<S> {
    let (low, high) = v.widen();
    let wide: u16x16<S> = low.combine(high);
    wide.bitcast()
}

/// Narrows lanes with values of 0 to 255.
#[inline(always)]
fn narrow<S: Simd>(v: i16x16<S>) -> u8x16<S> {
    let wide: u16x16<S> = v.bitcast();
    let (low, high) = wide.split();
    low.relaxed_narrow(high)
}

/// Returns `|a - b| < limit`.
#[inline(always)]
fn near<S: Simd>(a: i16x16<S>, b: i16x16<S>, limit: i16x16<S>) -> mask16x16<S> {
    (a - b).abs().simd_lt(limit)
}

/// Returns `filterSamplesFlag` (8.7.2.2) without the condition on `bS`.
#[inline(always)]
fn filter_samples<S: Simd>([p1, p0, q0, q1]: [i16x16<S>; 4], t: &Lanes<S>) -> mask16x16<S> {
    near(p0, q0, t.alpha) & near(p1, p0, t.beta) & near(q1, q0, t.beta)
}

/// Returns `p0'` and `q0'` for `bS` less than 4 (8.7.2.3).
#[inline(always)]
fn normal_0<S: Simd>([p1, p0, q0, q1]: [i16x16<S>; 4], tc: i16x16<S>) -> [i16x16<S>; 2] {
    let delta = ((((q0 - p0) << 2) + (p1 - q1) + 4) >> 3).max(-tc).min(tc);
    [(p0 + delta).max(0).min(255), (q0 - delta).max(0).min(255)]
}

/// Returns `p1'` for `bS` less than 4 (8.7.2.3), or `q1'` with the sides swapped.
#[inline(always)]
fn normal_1<S: Simd>([p2, p1, p0, q0]: [i16x16<S>; 4], tc0: i16x16<S>) -> i16x16<S> {
    p1 + ((p2 + ((p0 + q0 + 1) >> 1) - (p1 << 1)) >> 1).max(-tc0).min(tc0)
}

/// Filters luma with `bS` less than 4 (8.7.2.3), `p3` to `q3` in place.
#[inline(always)]
pub(super) fn luma_normal<S: Simd>(samples: &mut [u8x16<S>; 8], t: &Lanes<S>) {
    let [_, p2, p1, p0, q0, q1, q2, _] = *samples;
    let [p2, p1, p0] = [widen(p2), widen(p1), widen(p0)];
    let [q0, q1, q2] = [widen(q0), widen(q1), widen(q2)];
    let middle = [p1, p0, q0, q1];
    let filter = filter_samples(middle, t) & t.tc0.simd_ge(0);
    if filter.all_false() {
        return;
    }
    let (p_flat, q_flat) = (near(p2, p0, t.beta), near(q2, q0, t.beta));
    // A true mask lane is -1.
    let tc = t.tc0 - p_flat.to_vector() - q_flat.to_vector();
    let [p0_, q0_] = normal_0(middle, tc);
    samples[2] = narrow((filter & p_flat).select(normal_1([p2, p1, p0, q0], t.tc0), p1));
    samples[3] = narrow(filter.select(p0_, p0));
    samples[4] = narrow(filter.select(q0_, q0));
    samples[5] = narrow((filter & q_flat).select(normal_1([q2, q1, q0, p0], t.tc0), q1));
}

/// Returns `p0'`, `p1'` and `p2'` of luma for `bS` 4 (8.7.2.4), or those of `q` with the sides swapped.
#[inline(always)]
fn strong<S: Simd>([p3, p2, p1, p0, q0, q1]: [i16x16<S>; 6]) -> [i16x16<S>; 3] {
    let sum = p2 + p1 + p0 + q0;
    [(sum + sum - p2 + q1 + 4) >> 3, (sum + 2) >> 2, ((p3 << 1) + (p2 << 1) + sum + 4) >> 3]
}

/// Returns `p0'` for `bS` 4 of chroma, and of luma if only one sample is filtered; `q0'` with the sides swapped.
#[inline(always)]
fn weak<S: Simd>(p1: i16x16<S>, p0: i16x16<S>, q1: i16x16<S>) -> i16x16<S> {
    ((p1 << 1) + p0 + q1 + 2) >> 2
}

/// Filters luma with `bS` 4 (8.7.2.4), `p3` to `q3` in place.
#[inline(always)]
pub(super) fn luma_strong<S: Simd>(samples: &mut [u8x16<S>; 8], t: &Lanes<S>) {
    let [p3, p2, p1, p0, q0, q1, q2, q3] = *samples;
    let [p3, p2, p1, p0] = [widen(p3), widen(p2), widen(p1), widen(p0)];
    let [q0, q1, q2, q3] = [widen(q0), widen(q1), widen(q2), widen(q3)];
    let filter = filter_samples([p1, p0, q0, q1], t);
    if filter.all_false() {
        return;
    }
    let small = filter & near(p0, q0, (t.alpha >> 2) + 2);
    let p_flat = small & near(p2, p0, t.beta);
    let q_flat = small & near(q2, q0, t.beta);
    let [p0_, p1_, p2_] = strong([p3, p2, p1, p0, q0, q1]);
    let [q0_, q1_, q2_] = strong([q3, q2, q1, q0, p0, p1]);
    samples[1] = narrow(p_flat.select(p2_, p2));
    samples[2] = narrow(p_flat.select(p1_, p1));
    samples[3] = narrow(p_flat.select(p0_, filter.select(weak(p1, p0, q1), p0)));
    samples[4] = narrow(q_flat.select(q0_, filter.select(weak(q1, q0, p1), q0)));
    samples[5] = narrow(q_flat.select(q1_, q1));
    samples[6] = narrow(q_flat.select(q2_, q2));
}

/// Filters chroma with `bS` less than 4, `p1` to `q1` in place.
#[inline(always)]
pub(super) fn chroma_normal<S: Simd>(samples: &mut [u8x16<S>; 4], t: &Lanes<S>) {
    let [p1, p0, q0, q1] = *samples;
    let middle @ [_, p0, q0, _] = [widen(p1), widen(p0), widen(q0), widen(q1)];
    let filter = filter_samples(middle, t) & t.tc0.simd_ge(0);
    let [p0_, q0_] = normal_0(middle, t.tc0 + 1);
    samples[1] = narrow(filter.select(p0_, p0));
    samples[2] = narrow(filter.select(q0_, q0));
}

/// Filters chroma with `bS` 4, `p1` to `q1` in place.
#[inline(always)]
pub(super) fn chroma_strong<S: Simd>(samples: &mut [u8x16<S>; 4], t: &Lanes<S>) {
    let [p1, p0, q0, q1] = *samples;
    let middle @ [p1, p0, q0, q1] = [widen(p1), widen(p0), widen(q0), widen(q1)];
    let filter = filter_samples(middle, t);
    samples[1] = narrow(filter.select(weak(p1, p0, q1), p0));
    samples[2] = narrow(filter.select(weak(q1, q0, p1), q0));
}
