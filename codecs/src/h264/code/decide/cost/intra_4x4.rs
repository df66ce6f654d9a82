//! The SATD of all modes of `Intra_4x4` at once.
//!
//! Nearly all predicted samples are entries of three lines: the neighbours themselves, means of two and means of three
//! along them. A prediction is then a shuffle of a line, or of two lines blended.
//!
//! ```text
//!   place   0  1  2  3  4  5  6  7  8  ..  14 15
//!   line   l3 l3 l3 l2 l1 l0 lt t0 t1  ..  t7 t7      means begin at their place: threes[5] = f3(l0, lt, t0)
//! ```
//!
//! The steps of the transform before the last one are done for the source once and for each prediction, and the last one
//! for two modes together (see [`hadamard`](super::hadamard)); so do the sums: two modes, four, eight side by side.

use super::hadamard::{arranged, last, within};
use super::rows;
use crate::h264::code::macroblock::IntraNxNMode;
use crate::h264::code::picture::LumaTile;
use crate::h264::code::predict::intra::{Available, intra_4x4};
use crate::shared::instructions::{samples, sums_and_differences};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x16, mask8x16, u8x16, u16x16};

/// The places in the three lines that a mode takes its samples from.
struct Sources {
    /// Places in the line itself or of means of three.
    first: [u8; 16],
    /// Places of means of two.
    twos: [u8; 16],
    /// Samples that are means of two.
    are_twos: [i8; 16],
}

/// Returns the sources of a mode that predicts along a direction, by the equations of 8.3.1.2.4 to 8.3.1.2.9; of the
/// vertical and the horizontal mode, places in the line itself.
const fn sources(mode: IntraNxNMode) -> Sources {
    let mut sources = Sources { first: [0; 16], twos: [0; 16], are_twos: [0; 16] };
    let mut k = 0;
    while k < 16 {
        let (y, x) = (k as i8 / 4, k as i8 % 4);
        let (is_two, place) = match mode {
            IntraNxNMode::Vertical | IntraNxNMode::Dc => (false, 7 + x),
            IntraNxNMode::Horizontal => (false, 5 - y),
            IntraNxNMode::DiagonalDownLeft => (false, 7 + x + y),
            IntraNxNMode::DiagonalDownRight => (false, 5 + x - y),
            IntraNxNMode::VerticalRight => match 2 * x - y {
                -3 | -2 => (false, 6 - y),
                z if z % 2 == 0 => (true, 6 + x - y / 2),
                _ => (false, 5 + x - y / 2),
            },
            IntraNxNMode::HorizontalDown => match 2 * y - x {
                -3 | -2 => (false, 4 + x),
                z => (z % 2 == 0, 5 - y + x / 2),
            },
            IntraNxNMode::VerticalLeft => (y % 2 == 0, 7 + x + y / 2),
            IntraNxNMode::HorizontalUp => match x + 2 * y {
                6.. => (false, 0),
                z if z % 2 == 0 => (true, 4 - (y + x / 2)),
                _ => (false, 3 - (y + x / 2)),
            },
        };
        if is_two {
            sources.twos[k] = place as u8;
            sources.are_twos[k] = -1;
        } else {
            sources.first[k] = place as u8;
        }
        k += 1;
    }
    sources
}

/// The three lines of the drawing.
#[derive(Clone, Copy)]
struct Lines<S: Simd> {
    simd: S,
    line: u8x16<S>,
    twos: u8x16<S>,
    threes: u8x16<S>,
}

impl<S: Simd> Lines<S> {
    /// Returns the lines of the neighbours of a block.
    #[inline(always)]
    fn of(simd: S, around: &intra_4x4::Surroundings) -> Self {
        let [[lt, t0, t1, t2, t3, t4, t5, t6, t7], [l0, ..], [l1, ..], [l2, ..], [l3, ..]] = around.data;
        let line = [l3, l3, l3, l2, l1, l0, lt, t0, t1, t2, t3, t4, t5, t6, t7, t7];
        let first = u8x16::simd_from(simd, line);
        let (second, third) = (first.slide::<1>(first), first.slide::<2>(first));
        let (a, b, c) = (widened(first), widened(second), widened(third));
        let (twos, threes) = ((a + b + 1) >> 1, (a + b + b + c + 2) >> 2);
        let (twos, threes) = samples(simd, twos.bitcast(), threes.bitcast()).split();
        Lines { simd, line: first, twos, threes }
    }

    /// Returns the transform of a prediction, but for its last step.
    #[inline(always)]
    fn transformed(&self, sources: &Sources) -> i16x16<S> {
        let simd = self.simd;
        let pred = self.threes.swizzle_dyn_within_blocks(u8x16::simd_from(simd, sources.first));
        let twos = self.twos.swizzle_dyn_within_blocks(u8x16::simd_from(simd, sources.twos));
        transformed(simd, mask8x16::simd_from(simd, sources.are_twos).select(twos, pred))
    }

    /// Returns the transform of a prediction by the line itself, but for its last step.
    #[inline(always)]
    fn straight(&self, sources: &Sources) -> i16x16<S> {
        let simd = self.simd;
        transformed(simd, self.line.swizzle_dyn_within_blocks(u8x16::simd_from(simd, sources.first)))
    }
}

/// Widens sixteen samples.
#[inline(always)]
fn widened<S: Simd>(samples: u8x16<S>) -> u16x16<S> {
    samples.combine(samples).widen().0
}

/// Returns the transform of a block in one vector, but for its last step.
#[inline(always)]
fn transformed<S: Simd>(simd: S, block: u8x16<S>) -> i16x16<S> {
    within::<S, 4>(simd, within::<S, 8>(simd, sums_and_differences(simd, block)))
}

/// Returns the SATD between a block and its prediction in each of the nine modes, by the numbers of the modes. Entries of
/// modes that [are not possible](IntraNxNMode::is_possible) have no meaning.
///
/// ```
/// use codecs::fearless_simd::{Level, dispatch};
/// use codecs::h264::decide::cost::intra_4x4_costs;
/// use codecs::h264::{picture::{LumaTile, Picture, samples_at}, predict::intra::{Available, intra_4x4}};
/// use unite::Fixed;
/// let mut picture = Picture::new([1, 1], true);
/// picture.luma.view_mut().fill_with(|[_, x]| 10 * x as u8);
/// let block = picture.luma.view().partition([4, 4], Fixed::<4, 4>);
/// let around = intra_4x4::neighbours(&block, Available::ALL).expect("a picture is padded");
/// let source: LumaTile<4> = samples_at(&picture.luma.view(), &block);
/// let costs = dispatch!(Level::new(), simd => intra_4x4_costs(simd, &source, &around, Available::ALL));
/// assert_eq!((costs[0], costs[1], costs[2]), (0, 320, 216)); // vertical stripes
/// ```
#[inline(always)]
pub fn intra_4x4_costs<S: Simd>(
    simd: S,
    source: &LumaTile<4>,
    around: &intra_4x4::Surroundings,
    available: Available,
) -> [u32; 9] {
    let lines = Lines::of(simd, around);
    let source = transformed(simd, rows(simd, &source.data, [0, 1, 2, 3]));
    let vertical = source - lines.straight(&const { sources(IntraNxNMode::Vertical) });
    let horizontal = source - lines.straight(&const { sources(IntraNxNMode::Horizontal) });
    let down_left = source - lines.transformed(&const { sources(IntraNxNMode::DiagonalDownLeft) });
    let down_right = source - lines.transformed(&const { sources(IntraNxNMode::DiagonalDownRight) });
    let vertical_right = source - lines.transformed(&const { sources(IntraNxNMode::VerticalRight) });
    let horizontal_down = source - lines.transformed(&const { sources(IntraNxNMode::HorizontalDown) });
    let vertical_left = source - lines.transformed(&const { sources(IntraNxNMode::VerticalLeft) });
    let horizontal_up = source - lines.transformed(&const { sources(IntraNxNMode::HorizontalUp) });
    let [[mean, ..], ..] = intra_4x4::dc(
        #[inline(always)]
        |x, y| around.data[(1 + y) as usize][(1 + x) as usize],
        available,
    );
    let dc = source - transformed(simd, u8x16::splat(simd, mean));

    let upper = four(simd, [vertical, horizontal, down_left, down_right]);
    let lower = four(simd, [vertical_right, horizontal_down, vertical_left, horizontal_up]);
    let [kept, turned] = arranged::<S, 8>(simd, upper, lower);
    let (a, b) = (kept + turned).split();
    let (low, high) = (a + b).widen();
    let ([v, h, dl, dr], [vr, hd, vl, hu]) = (low.to_array(), high.to_array());
    // Each maximum of a mode alone comes twice.
    let dc = last::<S, 2>(simd, dc, dc).pairwise_widening_add().reduce_sum() / 2;
    [v as u32, h as u32, dc as u32, dl as u32, dr as u32, vr as u32, hd as u32, vl as u32, hu as u32]
}

/// Returns sums of the last step of four transforms, which add up side by side.
#[inline(always)]
fn four<S: Simd>(simd: S, [a, b, c, d]: [i16x16<S>; 4]) -> i16x16<S> {
    let [kept, turned] = arranged::<S, 4>(simd, last::<S, 2>(simd, a, b), last::<S, 2>(simd, c, d));
    kept + turned
}
