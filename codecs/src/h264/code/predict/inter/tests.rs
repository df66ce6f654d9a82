//! Interpolation compared with the standard's equations, sample by sample, with clamped coordinates.

use super::{Reference, chroma, luma};
use crate::h264::code::macroblock::Mv;
use crate::h264::code::picture::Picture;
use crate::shared::dispatch::dispatch;
use crate::spaces::{Chroma, Luma};
use fearless_simd::Level;
use noise::Noise;
use unite::{Block, Dyn, Extent, Fixed, Place, Space, Tile};

/// Returns a noise picture with many samples at the ends of their range.
fn noise(size: [usize; 2], seed: u64) -> Picture {
    let mut noise = Noise::new(seed);
    let mut picture = Picture::new(size, false);
    let mut sample = |_| match noise.bits() {
        n if n & 0x300 == 0 => 0,
        n if n & 0x300 == 0x100 => 255,
        n => n as u8,
    };
    picture.luma.view_mut().fill_with(&mut sample);
    picture.chroma.iter_mut().flatten().for_each(|plane| plane.view_mut().fill_with(&mut sample));
    picture
}

/// Returns the sample at clamped coordinates (8-239, 8-240).
fn clamped<S: Space<Ix = [isize; 2]>>(plane: &Block<S, u8>, x: isize, y: isize) -> i32 {
    let Dyn([height, width]) = plane.view().dims();
    i32::from(plane.view().at([y.clamp(0, height as isize - 1), x.clamp(0, width as isize - 1)]))
}

fn clip(v: i32) -> i32 {
    v.clamp(0, 255)
}

fn taps(t: impl Fn(isize) -> i32) -> i32 {
    t(-2) - 5 * t(-1) + 20 * t(0) + 20 * t(1) - 5 * t(2) + t(3)
}

/// Returns the luma sample at `(x_int, y_int)` plus quarters (8.4.2.2.1), with the names and the table of the standard.
fn plain_luma(plane: &Block<Luma, u8>, x_int: isize, y_int: isize, x_frac: isize, y_frac: isize) -> i32 {
    let p = |x, y| clamped(plane, x_int + x, y_int + y);
    let (g, h_, m_) = (p(0, 0), p(1, 0), p(0, 1));
    let b1 = |y| taps(|k| p(k, y));
    let h1 = |x| taps(|k| p(x, k));
    let half = |v: i32| clip((v + 16) >> 5);
    let (b, h, s, m) = (half(b1(0)), half(h1(0)), half(b1(1)), half(h1(1)));
    let j = clip((taps(b1) + 512) >> 10);
    assert_eq!(taps(b1), taps(h1));
    let mean = |a: i32, b: i32| (a + b + 1) >> 1;
    match (x_frac, y_frac) {
        (0, 0) => g,
        (0, 1) => mean(g, h),
        (0, 2) => h,
        (0, 3) => mean(h, m_),
        (1, 0) => mean(g, b),
        (1, 1) => mean(b, h),
        (1, 2) => mean(h, j),
        (1, 3) => mean(h, s),
        (2, 0) => b,
        (2, 1) => mean(b, j),
        (2, 2) => j,
        (2, 3) => mean(j, s),
        (3, 0) => mean(b, h_),
        (3, 1) => mean(b, m),
        (3, 2) => mean(j, m),
        (3, 3) => mean(s, m),
        _ => unreachable!("fractions of quarters"),
    }
}

/// Interpolates a chroma sample (8.4.2.2.2).
fn plain_chroma(plane: &Block<Chroma, u8>, x_int: isize, y_int: isize, x_frac: i32, y_frac: i32) -> i32 {
    let p = |x, y| clamped(plane, x_int + x, y_int + y);
    ((8 - x_frac) * (8 - y_frac) * p(0, 0)
        + x_frac * (8 - y_frac) * p(1, 0)
        + (8 - x_frac) * y_frac * p(0, 1)
        + x_frac * y_frac * p(1, 1)
        + 32)
        >> 6
}

fn assert_luma<const H: usize, const W: usize>(level: Level, reference: &Reference, [y, x]: [isize; 2], mv: Mv) {
    let mut tile = Tile::<Luma, [[u8; W]; H]>::at([4 * y, 4 * x]);
    dispatch!(level, _simd => luma(reference, mv, &mut tile));
    let (mv_x, mv_y) = (isize::from(mv.x), isize::from(mv.y));
    for (dy, row) in (0..).zip(&tile.data) {
        for (dx, &sample) in (0..).zip(row) {
            let (x_int, y_int) = (x + (mv_x >> 2) + dx, y + (mv_y >> 2) + dy);
            let plain = plain_luma(&reference.picture().luma, x_int, y_int, mv_x & 3, mv_y & 3);
            assert_eq!(i32::from(sample), plain, "{H} rows x {W} at ({y}, {x}), {mv:?}: ({dy}, {dx})");
        }
    }
}

fn assert_chroma<const H: usize, const W: usize>(level: Level, reference: &Reference, [y, x]: [isize; 2], mv: Mv) {
    let planes = reference.picture().chroma.as_ref().expect("not monochrome");
    let (mv_x, mv_y) = (isize::from(mv.x), isize::from(mv.y));
    for plane in planes {
        let mut tile = Tile::<Chroma, [[u8; W]; H]>::at([8 * y, 8 * x]);
        dispatch!(level, _simd => chroma(plane, mv, &mut tile));
        for (dy, row) in (0..).zip(&tile.data) {
            for (dx, &sample) in (0..).zip(row) {
                let (x_int, y_int) = (x + (mv_x >> 3) + dx, y + (mv_y >> 3) + dy);
                let plain = plain_chroma(plane, x_int, y_int, (mv_x & 7) as i32, (mv_y & 7) as i32);
                assert_eq!(i32::from(sample), plain, "{H} rows x {W} at ({y}, {x}), {mv:?}: ({dy}, {dx})");
            }
        }
    }
}

/// Checks a macroblock partition or sub-macroblock partition and its chroma block, at 4 x 4 block `[y, x]`.
fn assert_part<const H: usize, const W: usize, const CH: usize, const CW: usize>(
    level: Level,
    reference: &Reference,
    [y, x]: [isize; 2],
    mv: Mv,
) {
    assert_luma::<H, W>(level, reference, [4 * y, 4 * x], mv);
    assert_chroma::<CH, CW>(level, reference, [2 * y, 2 * x], mv);
}

fn assert_all_parts(level: Level, reference: &Reference, at: [isize; 2], mv: Mv) {
    assert_part::<16, 16, 8, 8>(level, reference, at, mv);
    assert_part::<8, 16, 4, 8>(level, reference, at, mv);
    assert_part::<16, 8, 8, 4>(level, reference, at, mv);
    assert_part::<8, 8, 4, 4>(level, reference, at, mv);
    assert_part::<4, 8, 2, 4>(level, reference, at, mv);
    assert_part::<8, 4, 4, 2>(level, reference, at, mv);
    assert_part::<4, 4, 2, 2>(level, reference, at, mv);
}

/// Returns the level of this processor and the baseline level.
fn levels() -> [Level; 2] {
    [Level::new(), Level::baseline()]
}

#[test]
fn every_block_size_at_every_fraction_is_that_of_the_equations() {
    for level in levels() {
        let reference = Reference::new(level, noise([3, 4], 1));
        for (y, x) in (0..8).flat_map(|y| (0..8).map(move |x| (y, x))) {
            assert_all_parts(level, &reference, [4, 4], Mv { x: x + 4, y: y - 12 });
            assert_all_parts(level, &reference, [0, 12], Mv { x: x - 20, y: y + 24 });
        }
    }
}

#[test]
fn vectors_far_outside_of_the_picture_read_its_edges_forever() {
    let mut noise_of = Noise::new(7);
    for (level, size) in levels().into_iter().flat_map(|level| [[1, 1], [2, 3]].map(|size| (level, size))) {
        let reference = Reference::new(level, noise(size, 2));
        let [height, width] = size.map(|n| 4 * n as isize);
        let ends = [-8192, -8191, -300, -77, 0, 78, 301, 8190, 8192];
        let mut vectors: Vec<_> = ends.iter().flat_map(|&y| ends.map(|x| Mv { x, y })).collect();
        let mut component = |range: usize| noise_of.below(2 * range + 1) as i16 - range as i16;
        vectors.extend((0..300).map(|_| Mv { x: component(8192), y: component(8192) }));
        vectors.extend((0..600).map(|_| Mv { x: component(200), y: component(200) }));
        for mv in vectors {
            assert_all_parts(level, &reference, [0, 0], mv);
            assert_all_parts(level, &reference, [height - 4, width - 4], mv);
        }
    }
}

#[test]
fn planes_are_those_of_the_equations_to_the_end_of_their_padding() {
    for level in levels() {
        let reference = Reference::new(level, noise([1, 2], 3));
        let whole = &reference.picture().luma;
        for at in [[0, 0], [0, 2], [2, 0], [2, 2]] {
            let plane = reference.plane(at);
            assert_eq!((plane.origin(), plane.padding()), (at, whole.padding()));
            for (y, x) in (-32..16 + 32).flat_map(|y| (-32..32 + 32).map(move |x| (y, x))) {
                let plain = plain_luma(whole, x, y, at[1], at[0]);
                assert_eq!(i32::from(plane.view().at([y, x])), plain, "plane at {at:?}, sample ({y}, {x})");
            }
        }
    }
}

#[test]
fn a_reference_made_of_another_is_as_one_made_anew() {
    let level = Level::new();
    let mut reused = Reference::new(level, noise([2, 2], 4));
    let first = reused.replace(level, noise([2, 2], 5));
    assert_eq!(first.luma.view().at([31, 31]), noise([2, 2], 4).luma.view().at([31, 31]));
    let made = Reference::new(level, noise([2, 2], 5));
    for [y, x] in (-128..4 * 64).step_by(2).flat_map(|y| (-128..4 * 64).step_by(2).map(move |x| [y, x])) {
        let at = |reference: &Reference| {
            let plane = reference.plane([y, x]);
            plane.view().colocate(&unite::Spot::<Luma, _>::new([y, x], Fixed::<1, 1>)).at([0, 0])
        };
        assert_eq!(at(&reused), at(&made), "({y}, {x})");
    }
    reused.replace(level, noise([1, 3], 6));
    assert_eq!(reused.plane([2, 2]).extent().dim(1), 48);
}
