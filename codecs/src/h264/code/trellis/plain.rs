//! Tests of trellis quantisation against all combinations of candidates, with the bits of the tables.

use super::block::{Block, Choice};
use super::{ErrorPrices, MOST_ERROR, cabac, cavlc, cavlc_8x8};
use crate::h264::bits::BitCount;
use crate::h264::code::decide::Lambda;
use crate::h264::code::entropy::{BIT, Cavlc, Contexts, Rate, bits_of_block, plain_price};
use crate::h264::code::residual::level_scale_tables::*;
use crate::h264::code::residual::quant::{MAX_LEVEL, MAX_LEVEL_OF_PREFIX_15, scale_4x4, scale_8x8};
use crate::h264::code::residual::scan::{ZIG_ZAG_4X4, ZIG_ZAG_8X8, unscan};
use crate::h264::code::residual::transform::{forward_4x4, forward_8x8, inverse_4x4, inverse_8x8};
use crate::h264::code::residual::{DeadZone, Quantization, Quantizer};
use crate::shared::dispatch::dispatch;
use core::array::from_fn;
use fearless_simd::Level;
use noise::Noise;

/// Returns the divisor of coefficients at a QP, about the length of a step.
fn step<const CAT: usize>(qp: u8) -> f64 {
    let gain = [17, 15, 15, 16, 15, 16][CAT];
    f64::from(1u32 << (gain + u32::from(qp / 6))) / f64::from(MULTIPLIERS_4X4[usize::from(qp % 6)][0])
}

/// Returns coefficients that are noise of less than half a step but for `n` of up to `most` steps.
fn coefficients<const CAT: usize, const N: usize>(noise: &mut Noise, qp: u8, n: usize, most: f64) -> [i32; N] {
    let step = step::<CAT>(qp);
    let mut signed = |steps: f64| ((2.0 * noise.unit() - 1.0) * steps * step) as i32;
    let mut block = from_fn(|_| signed(0.3));
    let larger: Vec<i32> = (0..n).map(|_| signed(most)).collect();
    for larger in larger {
        block[noise.below(N)] = larger;
    }
    block
}

/// Returns the prices of the errors of levels that are candidates.
fn error<const N: usize>(block: &Block<'_, N>, levels: &[i16; N]) -> u32 {
    let of = |i: usize| {
        let choice = block.choice(i);
        let candidate = (0..3).find(|&n| block.signed(i, choice.level(n)) == levels[i]);
        choice.errors[candidate.expect("the level is a candidate")]
    };
    (0..N).filter(|i| block.coded >> i & 1 != 0).map(of).sum()
}

/// Calls a function for every combination of candidates.
fn combinations<const N: usize>(block: &Block<'_, N>, mut each: impl FnMut(&[i16; N])) {
    let places: Vec<(usize, Choice)> =
        (0..N).filter(|i| block.coded >> i & 1 != 0).map(|i| (i, block.choice(i))).collect();
    for combination in 0..3usize.pow(places.len() as u32) {
        let mut levels = [0; N];
        for (n, (i, choice)) in places.iter().enumerate() {
            levels[*i] = block.signed(*i, choice.level(combination / 3usize.pow(n as u32) % 3));
        }
        each(&levels);
    }
}

/// Returns a QP and prices of errors at it: mostly at the usual weight, sometimes far from it.
fn prices(noise: &mut Noise) -> (u8, ErrorPrices) {
    let qp = noise.below(52) as u8;
    let usual = Lambda::new(qp).squared;
    let weight = *noise.pick(&[usual, usual, usual, usual / 2, 2 * usual, 1, 100 * usual, u32::MAX]);
    (qp, ErrorPrices::new(qp, weight, MAX_LEVEL))
}

fn contexts(noise: &mut Noise) -> Contexts {
    Contexts::new(noise.below(52) as u8, *noise.pick(&[None, Some(0), Some(1), Some(2)]))
}

fn walk_finds_the_minimum<const CAT: usize, const N: usize>(noise: &mut Noise) {
    for _ in 0..300 {
        let ((qp, prices), contexts) = (prices(noise), contexts(noise));
        let inc = noise.below(4);
        let (n, most) = (1 + noise.below(6), *noise.pick(&[1.2, 2.0, 3.0, 20.0]));
        let coefficients = coefficients::<CAT, N>(noise, qp, n, most);
        dispatch!(Level::new(), simd => {
            let block = Block::new::<_, CAT>(simd, &coefficients, &prices);
            if block.coded.count_ones() <= 6 {
                let first = usize::from(CAT == 1 || CAT == 4);
                let cost = |levels: &[i16; N]| {
                    error(&block, levels) + plain_price::<CAT>(&contexts, inc, &levels[first..])
                };
                let mut least = u32::MAX;
                combinations(&block, |levels| least = least.min(cost(levels)));
                let levels = cabac::<_, CAT, N>(simd, &coefficients, &prices, &contexts, inc);
                assert_eq!(cost(&levels), least, "category {CAT}, QP {qp}: {levels:?} of {coefficients:?}");
            }
        });
    }
}

#[test]
fn the_walk_for_cabac_finds_the_minimum_of_all_combinations() {
    let mut noise = Noise::new(1);
    walk_finds_the_minimum::<0, 16>(&mut noise);
    walk_finds_the_minimum::<1, 16>(&mut noise);
    walk_finds_the_minimum::<2, 16>(&mut noise);
    walk_finds_the_minimum::<3, 4>(&mut noise);
    walk_finds_the_minimum::<4, 16>(&mut noise);
    walk_finds_the_minimum::<5, 64>(&mut noise);
}

/// Returns the numbers of blocks, of those whose levels are the minimum, and the mean cost above the minimum in 1024ths.
fn descent<const CAT: usize, const N: usize>(noise: &mut Noise) -> [u64; 3] {
    let (mut blocks, mut minima, mut excess, mut sum) = (0, 0, 0, 0);
    for _ in 0..400 {
        let qp = noise.below(52) as u8;
        let prices = ErrorPrices::new(qp, Lambda::new(qp).squared, MAX_LEVEL);
        let nc = noise.below(10) as u32;
        let (n, most) = (1 + noise.below(6), *noise.pick(&[1.2, 2.0, 3.0]));
        let coefficients = coefficients::<CAT, N>(noise, qp, n, most);
        dispatch!(Level::new(), simd => {
            let block = Block::new::<_, CAT>(simd, &coefficients, &prices);
            if (1..=6).contains(&block.coded.count_ones()) {
                let bits = |levels: &[i16; N]| match CAT {
                    1 | 4 => counted::<15>(nc, levels[1..].try_into().expect("15 levels")),
                    3 => bits_of_block::<4>(nc, levels[..].try_into().expect("4 levels")),
                    _ => counted::<16>(nc, levels[..].try_into().expect("16 levels")),
                };
                let cost = |levels: &[i16; N]| error(&block, levels) + BIT * bits(levels);
                let mut least = u32::MAX;
                combinations(&block, |levels| least = least.min(cost(levels)));
                let found = cost(&cavlc::<_, CAT, N>(simd, &coefficients, &prices, nc));
                for quantizer in [DeadZone::INTRA, DeadZone::INTER] {
                    let mut levels = quantizer.quantize(simd, &coefficients, block.multipliers, block.shift);
                    for level in levels.iter_mut().take(usize::from(CAT == 1 || CAT == 4)) {
                        *level = 0;
                    }
                    let levels = from_fn(|i| levels[usize::from(block.order[i])]);
                    assert!(found <= cost(&levels), "category {CAT}, QP {qp}, nC {nc}: {coefficients:?}");
                }
                blocks += 1;
                minima += u64::from(found == least);
                excess += u64::from(found - least);
                sum += u64::from(least);
            }
        });
    }
    [blocks, minima, 1024 * excess / sum]
}

fn counted<const M: usize>(nc: u32, levels: &[i16; M]) -> u32 {
    let mut cavlc = Cavlc::<BitCount>::default();
    let before = cavlc.rate();
    cavlc.residual_block_of(nc, levels);
    (cavlc.rate() - before) / BIT
}

#[test]
fn the_descent_for_cavlc_is_at_most_a_dead_zone_and_nearly_always_the_minimum() {
    let mut noise = Noise::new(1);
    let all = [
        descent::<0, 16>(&mut noise),
        descent::<1, 16>(&mut noise),
        descent::<2, 16>(&mut noise),
        descent::<3, 4>(&mut noise),
        descent::<4, 16>(&mut noise),
    ];
    for [blocks, minima, excess] in all {
        assert!(100 * minima >= 97 * blocks && excess <= 5, "minima, excess: {all:?}");
    }
}

#[test]
fn the_descent_of_an_8x8_block_is_at_most_a_dead_zone_in_each_of_its_four_blocks() {
    let mut noise = Noise::new(4);
    for _ in 0..300 {
        let qp = noise.below(52) as u8;
        let prices = ErrorPrices::new(qp, Lambda::new(qp).squared, MAX_LEVEL);
        let ncs: [u32; 4] = from_fn(|_| noise.below(10) as u32);
        let coefficients = coefficients::<5, 64>(&mut noise, qp, 12, 3.0);
        dispatch!(Level::new(), simd => {
            let block = Block::new::<_, 5>(simd, &coefficients, &prices);
            let levels = cavlc_8x8(simd, &coefficients, &prices, |k, counts| {
                assert!(counts[k..] == [0; 4][k..], "the blocks from {k} on are not coded yet");
                ncs[k]
            });
            for quantizer in [DeadZone::INTRA, DeadZone::INTER] {
                let dead_zone = quantizer.quantize(simd, &coefficients, block.multipliers, block.shift);
                let dead_zone: [i16; 64] = from_fn(|i| dead_zone[usize::from(block.order[i])]);
                for k in 0..4 {
                    // The other blocks are empty, so that their errors are the same.
                    let [found, plain] = [&levels, &dead_zone].map(|levels| {
                        let quarter: [i16; 16] = from_fn(|i| levels[4 * i + k]);
                        let alone = from_fn(|i| if i % 4 == k { levels[i] } else { 0 });
                        error(&block, &alone) + BIT * bits_of_block(ncs[k], &quarter)
                    });
                    assert!(found <= plain, "QP {qp}, block {k}: {coefficients:?}");
                }
            }
        });
    }
}

#[test]
fn the_price_of_an_error_times_the_weight_is_the_squared_error_of_the_samples() {
    let mut noise = Noise::new(2);
    for qp in (8..52).step_by(3) {
        let weight = Lambda::new(qp).squared;
        let prices = ErrorPrices::new(qp, weight, MAX_LEVEL);
        let near = |price: u32, [with, without]: [i32; 2], what: &str| {
            let error = f64::from(price) * f64::from(weight) / f64::from(1 << 20);
            let squared = f64::from(without - with);
            // Reconstruction rounds to whole samples, and coefficients of 8 x 8 blocks are rounded.
            let rounding = 32.0 + (64.0 * f64::from(with)).sqrt() + (64.0 * f64::from(without)).sqrt();
            assert!((error - squared).abs() <= 0.01 * error + rounding, "{what}, QP {qp}: {error} {squared}");
        };
        for k in 0..64 {
            // All coefficients but one are coded nearly without error.
            let mut residual = [[0; 8]; 8];
            for row in &mut residual {
                *row = from_fn(|_| noise.below(101) as i32 - 50);
            }
            let coefficients = forward_8x8(residual);
            let coefficients = coefficients.as_flattened().try_into().expect("64 coefficients");
            dispatch!(Level::new(), simd => {
                let block = Block::new::<_, 5>(simd, coefficients, &prices);
                if block.coded >> k & 1 != 0 {
                    let with = inverse_8x8(scale_8x8(&unscan(&ZIG_ZAG_8X8, &block.nearest), qp));
                    let mut levels = block.nearest;
                    levels[k] = 0;
                    let without = inverse_8x8(scale_8x8(&unscan(&ZIG_ZAG_8X8, &levels), qp));
                    let squared = [with, without].map(|recon| squared_error(&recon, &residual));
                    let errors = block.choice(k).errors;
                    if errors[2] < MOST_ERROR {
                        near(errors[2] - errors[0], squared, "8 x 8");
                    }
                }
            });
            let residual: [[i32; 4]; 4] = from_fn(|y| from_fn(|x| residual[y][x]));
            let coefficients = forward_4x4(&residual);
            let coefficients = coefficients.as_flattened().try_into().expect("16 coefficients");
            let k = k % 16;
            dispatch!(Level::new(), simd => {
                let block = Block::new::<_, 2>(simd, coefficients, &prices);
                if block.coded >> k & 1 != 0 {
                    let with = inverse_4x4(scale_4x4(&unscan(&ZIG_ZAG_4X4, &block.nearest), qp));
                    let mut levels = block.nearest;
                    levels[k] = 0;
                    let without = inverse_4x4(scale_4x4(&unscan(&ZIG_ZAG_4X4, &levels), qp));
                    let squared = [with, without].map(|recon| squared_error(&recon, &residual));
                    let errors = block.choice(k).errors;
                    if errors[2] < MOST_ERROR {
                        near(errors[2] - errors[0], squared, "4 x 4");
                    }
                }
            });
        }
    }
}

fn squared_error<const M: usize>(a: &[[i32; M]; M], b: &[[i32; M]; M]) -> i32 {
    a.as_flattened().iter().zip(b.as_flattened()).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// Returns extreme coefficients: those of black and white blocks have up to this magnitude.
fn extreme<const N: usize>(noise: &mut Noise, most: i32) -> [i32; N] {
    from_fn(|_| *noise.pick(&[most, -most, most / 2, 0, 1]))
}

#[test]
fn extreme_coefficients_keep_levels_within_their_limits() {
    let mut noise = Noise::new(3);
    for qp in 0..52 {
        for max_level in [MAX_LEVEL, MAX_LEVEL_OF_PREFIX_15] {
            for weight in [1, Lambda::new(qp).squared, u32::MAX] {
                let prices = ErrorPrices::new(qp, weight, max_level);
                let contexts = contexts(&mut noise);
                dispatch!(Level::new(), simd => {
                    let dc = extreme(&mut noise, 255 * 256);
                    let most = cabac::<_, 0, 16>(simd, &dc, &prices, &contexts, 0).map(i16::unsigned_abs);
                    assert!(most.into_iter().all(|level| level <= max_level.unsigned_abs()));
                    let most = cavlc::<_, 0, 16>(simd, &dc, &prices, 0).map(i16::unsigned_abs);
                    assert!(most.into_iter().all(|level| level <= max_level.unsigned_abs()));
                    let eight = extreme(&mut noise, 255 * 64);
                    let levels = cabac::<_, 5, 64>(simd, &eight, &prices, &contexts, 0);
                    assert!(levels.into_iter().all(|level| level.unsigned_abs() <= max_level.unsigned_abs()));
                    let four = extreme(&mut noise, 255 * 36);
                    let levels = cabac::<_, 2, 16>(simd, &four, &prices, &contexts, 0);
                    if weight == 1 {
                        // Bits weigh little: no level is dropped.
                        let nearest = Quantization { quantizer: DeadZone { rounding: 1 << 15 }, qp, max_level };
                        let rows = from_fn(|y| from_fn(|x| four[4 * y + x]));
                        let nearest = nearest.levels_4x4(simd, &rows).map(i16::unsigned_abs);
                        let levels = unscan(&ZIG_ZAG_4X4, &levels).map(i16::unsigned_abs);
                        assert!(levels.iter().zip(&nearest).all(|(level, nearest)| nearest - level <= 1));
                    }
                });
            }
        }
    }
}
