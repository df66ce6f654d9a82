//! The SATD of all modes of `Intra_8x8` at once.
//!
//! Every row of a prediction along a direction is a segment of a line: the neighbours, means of two or of three along them,
//! or two of these in turn ([`intra_8x8`] draws them). The lines are computed once, and the first step of the transform of
//! the source, too.

use super::hadamard::{hadamard, last};
use super::{each, rows};
use crate::h264::code::picture::LumaTile;
use crate::h264::code::predict::intra::{Available, intra_8x8};
use crate::shared::instructions::{samples, sums_and_differences};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x16, u8x16, u8x32, u16x16, u64x2};

/// The first step of the transform of a block: rows `k` and `k + 4` in vector `k`.
type Halves<S> = [i16x16<S>; 4];

/// Returns the SATD between a block and its prediction in each of the nine modes, by the numbers of the modes. Entries of
/// modes that [are not possible](crate::h264::macroblock::IntraNxNMode::is_possible) have no meaning.
///
/// ```
/// use codecs::fearless_simd::{Level, dispatch};
/// use codecs::h264::decide::cost::intra_8x8_costs;
/// use codecs::h264::{picture::{LumaTile, Picture, samples_at}, predict::intra::{Available, intra_8x8}};
/// use unite::Fixed;
/// let mut picture = Picture::new([1, 1], true);
/// picture.luma.view_mut().fill_with(|[y, _]| 10 * y as u8);
/// let block = picture.luma.view().partition([8, 8], Fixed::<8, 8>);
/// let around = intra_8x8::neighbours(&block, Available::ALL).expect("a picture is padded");
/// let source: LumaTile<8> = samples_at(&picture.luma.view(), &block);
/// let costs = dispatch!(Level::new(), simd => intra_8x8_costs(simd, &source, &around, Available::ALL));
/// assert!(costs.iter().all(|&cost| costs[1] <= cost)); // horizontal stripes
/// ```
#[inline(always)]
pub fn intra_8x8_costs<S: Simd>(
    simd: S,
    source: &LumaTile<8>,
    around: &intra_8x8::Surroundings,
    available: Available,
) -> [u32; 9] {
    let mut halves = [i16x16::splat(simd, 0); 4];
    for k in 0..4 {
        halves[k] = sums_and_differences(simd, rows(simd, &source.data, each(4, k)));
    }
    // From the bottom left to the top right, and the last one again: l7 .. l0 lt t0 .. t15 t15.
    let mut line = [0; 40];
    for k in 0..8 {
        line[k] = around.data[8 - k][0];
    }
    line[8..25].copy_from_slice(&around.data[0]);
    line[25] = line[24];
    let (a, b, c) = (wide(simd, &line, 0), wide(simd, &line, 1), wide(simd, &line, 2));
    let two_0 = (a[0] + b[0] + 1) >> 1;
    let two_1 = (a[1] + b[1] + 1) >> 1;
    let three_0 = (a[0] + b[0] + b[0] + c[0] + 2) >> 2;
    let three_1 = (a[1] + b[1] + b[1] + c[1] + 2) >> 2;
    let (twos, threes) =
        (samples(simd, two_0.bitcast(), two_1.bitcast()), samples(simd, three_0.bitcast(), three_1.bitcast()));
    let in_turn = twos.split().0.zip_low(threes.split().0).to_array();
    let (twos, threes) = (twos.to_array(), threes.to_array());

    let [mut up, mut down] = [[line[0]; 24]; 2];
    for k in 0..13 {
        up[k] = in_turn[12 - k];
    }
    // `f3(l6, l7, l7)`.
    up[13] = ((u16::from(line[1]) + 3 * u16::from(line[0]) + 2) >> 2) as u8;
    down[..16].copy_from_slice(&in_turn);
    down[16..22].copy_from_slice(&threes[8..14]);
    let [mut even, mut odd] = [[0; 16]; 2];
    even[3..11].copy_from_slice(&twos[8..16]);
    odd[3..11].copy_from_slice(&threes[7..15]);
    for k in 0..3 {
        (even[k], odd[k]) = (threes[2 + 2 * k], threes[1 + 2 * k]);
    }
    let [[mean, ..], ..] = flat(around, available);

    let mut costs = [0; 9];
    let mut pred = [[0; 8]; 8];
    pred.fill(segment(&line, 9));
    costs[0] = cost(simd, &halves, &pred);
    for y in 0..8 {
        pred[y] = [line[7 - y]; 8];
    }
    costs[1] = cost(simd, &halves, &pred);
    costs[2] = cost(simd, &halves, &[[mean; 8]; 8]);
    for y in 0..8 {
        pred[y] = segment(&threes, 9 + y);
    }
    costs[3] = cost(simd, &halves, &pred);
    for y in 0..8 {
        pred[y] = segment(&threes, 7 - y);
    }
    costs[4] = cost(simd, &halves, &pred);
    for y in 0..4 {
        (pred[2 * y], pred[2 * y + 1]) = (segment(&even, 3 - y), segment(&odd, 3 - y));
    }
    costs[5] = cost(simd, &halves, &pred);
    for y in 0..8 {
        pred[y] = segment(&down, 14 - 2 * y);
    }
    costs[6] = cost(simd, &halves, &pred);
    for y in 0..4 {
        (pred[2 * y], pred[2 * y + 1]) = (segment(&twos, 9 + y), segment(&threes, 9 + y));
    }
    costs[7] = cost(simd, &halves, &pred);
    for y in 0..8 {
        pred[y] = segment(&up, 2 * y);
    }
    costs[8] = cost(simd, &halves, &pred);
    costs
}

/// Returns the prediction by the mean.
#[inline(always)]
fn flat(around: &intra_8x8::Surroundings, available: Available) -> [[u8; 8]; 8] {
    let mut pred = [[0; 8]; 8];
    intra_8x8::dc(
        #[inline(always)]
        |x, y| around.data[(1 + y) as usize][(1 + x) as usize],
        available,
        &mut pred,
    );
    pred
}

/// Widens 32 samples of a line.
#[inline(always)]
fn wide<S: Simd>(simd: S, line: &[u8; 40], from: usize) -> [u16x16<S>; 2] {
    let (low, high) = u8x32::from_slice(simd, &line[from..from + 32]).widen();
    [low, high]
}

/// Returns eight samples of a line.
#[inline(always)]
fn segment<const N: usize>(line: &[u8; N], from: usize) -> [u8; 8] {
    let mut row = [0; 8];
    row.copy_from_slice(&line[from..from + 8]);
    row
}

/// Returns the SATD of a prediction.
#[inline(always)]
fn cost<S: Simd>(simd: S, source: &Halves<S>, pred: &[[u8; 8]; 8]) -> u32 {
    let mut d = *source;
    for k in 0..4 {
        let rows = [u64::from_ne_bytes(pred[k]), u64::from_ne_bytes(pred[k + 4])];
        let rows: u8x16<S> = u64x2::simd_from(simd, rows).bitcast();
        d[k] -= sums_and_differences(simd, rows);
    }
    let [p, q, r, s] = hadamard(d);
    let sums = last::<S, 2>(simd, p, q) + last::<S, 2>(simd, r, s);
    sums.pairwise_widening_add().reduce_sum() as u32
}
