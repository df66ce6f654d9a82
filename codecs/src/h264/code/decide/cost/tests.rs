//! Costs against their definitions, at every SIMD level.

use super::*;
use crate::h264::code::macroblock::IntraNxNMode;
use crate::h264::code::picture::{LumaTile, Picture};
use crate::h264::code::predict::intra::{Available, intra_4x4, intra_8x8};
use crate::h264::levels;
use crate::shared::dispatch::dispatch;
use crate::spaces::Luma;
use core::array;
use fearless_simd::Level;
use noise::Noise;
use unite::{Inside, Tile};

/// Returns the sum over all coefficients of `|H d H|`, by the definition of a Hadamard matrix of order `n`: the sign is
/// the parity of common bits.
fn plain_transformed(n: usize, d: &dyn Fn(usize, usize) -> i64) -> i64 {
    let sign = |a: usize, b: usize| if (a & b).count_ones().is_multiple_of(2) { 1 } else { -1 };
    let mut sum = 0;
    for v in 0..n {
        for u in 0..n {
            let coefficient = |y: usize| (0..n).map(|x| sign(u, x) * d(y, x)).sum::<i64>() * sign(v, y);
            sum += (0..n).map(coefficient).sum::<i64>().abs();
        }
    }
    sum
}

fn check<const W: usize, const H: usize>(a: [[u8; W]; H], b: [[u8; W]; H]) {
    let d = |y: usize, x: usize| i64::from(a[y][x]) - i64::from(b[y][x]);
    let places = || (0..H).flat_map(|y| (0..W).map(move |x| (y, x)));
    let plain_sad: i64 = places().map(|(y, x)| d(y, x).abs()).sum();
    let plain_ssd: i64 = places().map(|(y, x)| d(y, x) * d(y, x)).sum();
    let parts = places().filter(|(y, x)| y % 4 == 0 && x % 4 == 0);
    let plain_satd = parts.map(|(py, px)| plain_transformed(4, &|y, x| d(py + y, px + x)) / 2).sum();
    let plain = [plain_sad, plain_ssd, plain_satd];
    for level in levels() {
        let found = dispatch!(level, simd => [sad(simd, &a, &b), ssd(simd, &a, &b), satd(simd, &a, &b)]);
        assert_eq!(found.map(i64::from), plain, "{W} x {H} {level:?}");
    }
}

#[test]
fn costs_are_their_definitions_on_random_and_extreme_blocks_of_every_size() {
    let mut noise = Noise::new(3);
    for round in 0..60 {
        let mut next = || {
            let sample = noise.bits() as u8;
            match round % 3 {
                0 => sample,
                1 => 255 * (sample & 1),
                _ => 100 + sample % 8,
            }
        };
        fn block<const W: usize, const H: usize>(next: &mut dyn FnMut() -> u8) -> [[u8; W]; H] {
            array::from_fn(|_| array::from_fn(|_| next()))
        }
        let next: &mut dyn FnMut() -> u8 = &mut next;
        check::<4, 4>(block(next), block(next));
        check::<8, 4>(block(next), block(next));
        check::<4, 8>(block(next), block(next));
        check::<8, 8>(block(next), block(next));
        check::<8, 16>(block(next), block(next));
        check::<16, 8>(block(next), block(next));
        check::<16, 16>(block(next), block(next));
    }
    check([[255; 16]; 16], [[0; 16]; 16]);
    check([[0; 4]; 4], [[255; 4]; 4]);
    check([[0; 8]; 4], [[255; 8]; 4]);
    check([[0; 4]; 8], [[255; 4]; 8]);
    check([[0; 8]; 8], [[255; 8]; 8]);
    let checkers: [[u8; 16]; 16] = array::from_fn(|y| array::from_fn(|x| 255 * ((x + y) % 2) as u8));
    check(checkers, checkers.map(|row| row.map(|s| 255 - s)));
}

/// Compares costs that blocks of whole 8 x 8 blocks have, and those of four candidates.
fn check_more<const W: usize, const H: usize>(a: [[u8; W]; H], candidates: [[[u8; W]; H]; 4]) {
    let b = candidates[0];
    let d = |y: usize, x: usize| i64::from(a[y][x]) - i64::from(b[y][x]);
    let parts = (0..H / 8).flat_map(|y| (0..W / 8).map(move |x| (8 * y, 8 * x)));
    let sum: i64 = parts.map(|(py, px)| plain_transformed(8, &|y, x| d(py + y, px + x))).sum();
    for level in levels() {
        dispatch!(level, simd => {
            assert_eq!(i64::from(sa8d(simd, &a, &b)), (sum + 2) >> 2, "{W} x {H} {level:?}");
            assert_eq!(sad_4(simd, &a, candidates.each_ref()), candidates.map(|b| sad(simd, &a, &b)));
        });
    }
}

#[test]
fn sa8d_is_its_definition_and_four_candidates_cost_what_each_costs() {
    fn block<const W: usize, const H: usize>(noise: &mut Noise, mask: u8) -> [[u8; W]; H] {
        array::from_fn(|_| array::from_fn(|_| (noise.bits() as u8 & mask) * if mask == 1 { 255 } else { 1 }))
    }
    let mut noise = Noise::new(4);
    for round in 0..60 {
        let mask = [255, 1, 15][round % 3];
        check_more::<8, 8>(block(&mut noise, mask), array::from_fn(|_| block(&mut noise, mask)));
        check_more::<16, 8>(block(&mut noise, mask), array::from_fn(|_| block(&mut noise, mask)));
        check_more::<8, 16>(block(&mut noise, mask), array::from_fn(|_| block(&mut noise, mask)));
        check_more::<16, 16>(block(&mut noise, mask), array::from_fn(|_| block(&mut noise, mask)));
        let (a, four): ([[u8; 4]; 4], [[[u8; 4]; 4]; 4]) =
            (block(&mut noise, mask), array::from_fn(|_| block(&mut noise, mask)));
        dispatch!(Level::new(), simd => {
            assert_eq!(sad_4(simd, &a, four.each_ref()), four.map(|b| sad(simd, &a, &b)));
        });
    }
    check_more([[255; 16]; 16], [[[0; 16]; 16]; 4]);
    // The signs of one function of the transform: a single coefficient of 64 times 255.
    for (u, v) in (0..64).map(|k| (k / 8, k % 8)) {
        let a: [[u8; 8]; 8] = array::from_fn(|y| array::from_fn(|x| ((u & y ^ v & x).count_ones() % 2) as u8 * 255));
        check_more(a, [a.map(|row| row.map(|s| 255 - s)); 4]);
    }
}

#[test]
fn windows_cost_what_arrays_cost() {
    let mut picture = Picture::new([2, 2], true);
    picture.luma.view_mut().fill_with(|[y, x]| (7 * y * y + 5 * x) as u8);
    let mut tile = Tile::<Luma, [[u8; 16]; 16]>::at([4 * 5, 4 * 9]);
    tile.fill_with(|[y, x]| (11 * x + 3 * y) as u8);
    let window = picture.luma.view().colocate(&tile).window::<Inside>().unwrap();
    let (copy, stack) = (window.load(), tile.view().window::<Inside>().unwrap());
    dispatch!(Level::new(), simd => {
        assert_eq!(sad(simd, &window, &stack), sad(simd, &copy, &tile.data));
        assert_eq!(satd(simd, &window, &tile.data), satd(simd, &copy, &tile.data));
        assert_eq!(ssd(simd, &window, &tile.data), ssd(simd, &copy, &stack));
    });
}

/// Compares the costs of all modes of random and extreme blocks with those of their predictions, at every level. `costs` returns
/// the costs of the modes of a block given `around`, and `predict` the prediction in one.
fn check_modes<const N: usize, A>(
    seed: u64,
    around: impl Fn(&mut dyn FnMut() -> u8) -> A,
    costs: impl Fn(Level, &LumaTile<N>, &A, Available) -> [u32; 9],
    predict: impl Fn(IntraNxNMode, &A, Available, &mut LumaTile<N>),
) {
    let mut noise = Noise::new(seed);
    for round in 0..400 {
        let kind = round % 4;
        let mut sample = || match kind {
            0 => noise.bits() as u8,
            1 => 255 * noise.below(2) as u8,
            2 => 100 + noise.below(8) as u8,
            _ => 255 * u8::from(round % 8 == 3),
        };
        let around = around(&mut sample);
        let mut source = LumaTile::<N>::at([0, 0]);
        source.data = array::from_fn(|_| array::from_fn(|_| if kind == 3 { 255 - sample() } else { sample() }));
        let bits = round / 4;
        let available = Available {
            left: bits & 1 != 0,
            above: bits & 2 != 0,
            above_left: bits & 4 != 0,
            above_right: bits & 8 != 0,
        };
        for level in levels() {
            let costs = costs(level, &source, &around, available);
            for mode in IntraNxNMode::ALL.into_iter().filter(|mode| mode.is_possible(available)) {
                let mut pred = source;
                predict(mode, &around, available, &mut pred);
                let plain = dispatch!(level, simd => satd(simd, &source, &pred));
                assert_eq!(costs[mode as usize], plain, "{N} x {N}, {mode:?} {level:?}");
            }
        }
    }
}

#[test]
fn costs_of_all_4x4_modes_are_those_of_their_predictions_at_every_level() {
    check_modes::<4, _>(
        6,
        |sample| intra_4x4::Surroundings {
            data: array::from_fn(|_| array::from_fn(|_| sample())),
            ..intra_4x4::Surroundings::at([0, 0])
        },
        |level, source, around, available| dispatch!(level, simd => intra_4x4_costs(simd, source, around, available)),
        |mode, around, available, pred| intra_4x4::predict(mode, intra_4x4::near(around), available, pred),
    );
}

#[test]
fn costs_of_all_8x8_modes_are_those_of_their_predictions_at_every_level() {
    check_modes::<8, _>(
        7,
        |sample| intra_8x8::Surroundings {
            data: array::from_fn(|_| array::from_fn(|_| sample())),
            ..intra_8x8::Surroundings::at([0, 0])
        },
        |level, source, around, available| dispatch!(level, simd => intra_8x8_costs(simd, source, around, available)),
        |mode, around, available, pred| intra_8x8::predict(mode, intra_8x8::near(around), available, pred),
    );
}
