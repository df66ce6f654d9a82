//! Rows of blocks in 16 bits against the definitions in 32 bits.

use super::*;
use crate::h264::code::picture::ChromaTile;
use crate::h264::code::residual::quant::QpParts;
use crate::h264::code::residual::row_4x4::{self, Steps};
use fearless_simd::i16x16;
use fearless_simd::prelude::*;

/// A dead zone that hides what it is: its blocks are coded one by one in 32 bits.
#[derive(Clone, Copy)]
struct Hidden(DeadZone);

impl Quantizer for Hidden {
    #[inline(always)]
    fn quantize<S: Simd, const N: usize>(&self, simd: S, c: &[i32; N], m: &[i32; N], shift: u32) -> [i16; N] {
        self.0.quantize(simd, c, m, shift)
    }
}

/// The greatest coefficient of a place: the sums of magnitudes of the rows of the transform, multiplied.
fn most_of_place(u: usize, v: usize) -> i16 {
    [4, 6][u % 2] * [4, 6][v % 2] * 255
}

#[inline(always)]
fn check_levels<S: Simd>(simd: S, dead_zone: DeadZone, qp: u8) {
    let quantization = Quantization { quantizer: dead_zone, qp, max_level: MAX_LEVEL };
    let parts = QpParts::new(qp);
    let most = quantization.most(parts.div);
    let steps = Steps::new(simd, dead_zone, parts, most);
    let mut first = [[false; 4]; 4];
    for c in 0..=9180 {
        // Vector u, lane v; the other blocks have the negative coefficient, and none.
        let coefficient = |u: usize, lane: usize| {
            let magnitude = i16::min(c, most_of_place(u, lane % 4));
            [magnitude, -magnitude, 0, 0][lane / 4]
        };
        let blocks = [0, 1, 2, 3].map(|u| i16x16::simd_from(simd, from_fn(|lane| coefficient(u, lane))));
        let found = steps.levels(blocks).map(SimdBase::to_array);
        let raster: [[i32; 4]; 4] = from_fn(|v| from_fn(|u| i32::from(coefficient(u, v))));
        let plain = quantization.levels_4x4(simd, &raster);
        for (u, lane) in (0..64).map(|k| (k / 16, k % 16)) {
            let level = plain[4 * (lane % 4) + u];
            assert_eq!(found[u][lane], [level, -level, 0, 0][lane / 4], "{c} at {qp} {dead_zone:?}");
        }
        // The least coefficient with a level is found at each place alone.
        for (u, v) in (0..16).map(|k| (k / 4, k % 4)) {
            if plain[4 * v + u] != 0 && !first[u][v] {
                first[u][v] = true;
                for less in 0..2 {
                    let alone = |k: usize, lane: usize| if (k, lane) == (u, v + 8) { less - c } else { 0 };
                    let blocks = [0, 1, 2, 3].map(|k| i16x16::simd_from(simd, from_fn(|lane| alone(k, lane))));
                    assert_eq!(steps.leaves_levels(blocks), less == 0, "{c} at {qp} {dead_zone:?}");
                }
            }
        }
        let scaled = steps.scaled(steps.levels(blocks)).map(SimdBase::to_array);
        let exact = scale_4x4(&plain, qp);
        for (u, v) in (0..16).map(|k| (k / 4, k % 4)) {
            assert_eq!(i32::from(scaled[u][v]), exact[v][u], "{c} at {qp}");
        }
    }
}

#[test]
fn levels_in_16_bits_are_those_of_the_dead_zone_for_every_coefficient_qp_and_place() {
    for qp in 0..52 {
        for dead_zone in [DeadZone::INTRA, DeadZone::INTER] {
            dispatch!(Level::new(), simd => check_levels(simd, dead_zone, qp));
        }
    }
    for level in levels() {
        for (qp, rounding) in [(0, 0), (5, 65535), (12, 32768), (23, 65535), (35, 1), (51, 65535)] {
            dispatch!(level, simd => check_levels(simd, DeadZone { rounding }, qp));
        }
    }
}

#[test]
fn forward_transforms_of_rows_of_blocks_are_those_of_their_blocks_at_every_level() {
    let mut noise = Noise::new(12);
    for round in 0..200 {
        let rows: [[i16; 16]; 4] = from_fn(|_| {
            from_fn(|_| {
                let r = within(&mut noise, 255) as i16;
                if round % 2 == 0 { r } else { 255 * (r.signum() | 1) }
            })
        });
        let plain: [_; 4] = from_fn(|b| forward_4x4(&from_fn(|y| from_fn(|x| i32::from(rows[y][4 * b + x])))));
        for level in levels() {
            let found = dispatch!(level, simd => {
                row_4x4::forward(simd, rows.map(|row| i16x16::simd_from(simd, row))).map(SimdBase::to_array)
            });
            for (u, lane) in (0..64).map(|k| (k / 16, k % 16)) {
                assert_eq!(i32::from(found[u][lane]), plain[lane / 4][lane % 4][u]);
            }
        }
    }
}

/// Codes a macroblock and its parts with a dead zone and with one that is hidden.
#[inline(always)]
fn check_macroblock<S: Simd>(
    simd: S,
    source: &[[u8; 16]; 16],
    pred: &[[u8; 16]; 16],
    quantization: Quantization<DeadZone>,
) {
    let Quantization { quantizer, qp, max_level } = quantization;
    let hidden = Quantization { quantizer: Hidden(quantizer), qp, max_level };
    let (source, pred) = (tile(*source), tile(*pred));
    let both = (&source, &pred);
    let plain = coded(simd, both, &hidden, false);
    assert_eq!(coded(simd, both, &quantization, false), plain);
    assert_eq!(leaves_levels(simd, &source, &pred, &quantization), plain.1 != [0; 16]);
    assert_eq!(leaves_levels(simd, &source, &pred, &hidden), plain.1 != [0; 16]);
    let plain_8x8 = coded(simd, both, &hidden, true);
    assert_eq!(coded(simd, both, &quantization, true), plain_8x8);
    let plain_16x16 = luma_16x16(simd, &source, &pred, &hidden);
    assert_eq!(luma_16x16(simd, &source, &pred, &quantization), plain_16x16);
    for n in 0..16 {
        for (levels, masks, _) in [&plain, &plain_8x8] {
            assert!((0..16).all(|k| (masks[n] >> k & 1 != 0) == (levels[n][k] != 0)));
        }
        assert!((0..16).all(|k| (plain_16x16.ac_masks[n] >> k & 1 != 0) == (plain_16x16.ac[n][k] != 0)));
    }

    let (source, pred) = (tile(cut(&source.data, 1, 0)), tile(cut(&pred.data, 1, 0)));
    let plain = chroma_8x8(simd, &source, &pred, &hidden);
    assert_eq!(chroma_8x8(simd, &source, &pred, &quantization), plain);
    let is_left = plain.dc != [0; 4] || plain.ac_counts != [0; 4];
    assert_eq!(leaves_chroma_levels(simd, &source, &pred, &quantization), is_left);
    assert_eq!(leaves_chroma_levels(simd, &source, &pred, &hidden), is_left);
}

#[test]
fn a_dead_zone_gives_the_same_macroblocks_in_16_and_in_32_bits_at_every_level() {
    let mut noise = Noise::new(13);
    for qp in 0..52 {
        for round in 0..24 {
            let (mut source, mut pred) = (block::<16>(&mut noise, round), block::<16>(&mut noise, round / 4));
            // Some parts are nearly the same, so that blocks without levels lie beside others.
            for (y, x) in (0..256).map(|k| (k / 16, k % 16)) {
                if round % 3 == 0 && (x / 4 + y / 4) % 2 == 0 {
                    pred[y][x] = source[y][x].saturating_add(noise.below(4) as u8);
                }
                // The signs of one function of the transform, as large as can be.
                if round >= 20 {
                    let positive = FORWARD_4[round as usize % 4][y % 4] * FORWARD_4[qp as usize % 4][x % 4] > 0;
                    (source[y][x], pred[y][x]) = if positive { (255, 0) } else { (0, 255) };
                }
            }
            let rounding = [DeadZone::INTER.rounding, DeadZone::INTRA.rounding, 65535, 0][round as usize % 4];
            let max_level = [MAX_LEVEL, MAX_LEVEL_OF_PREFIX_15, 3, 0][(round as usize / 4) % 4];
            for level in levels() {
                let quantization = Quantization { quantizer: DeadZone { rounding }, qp, max_level };
                dispatch!(level, simd => check_macroblock(simd, &source, &pred, quantization));
            }
        }
    }
}

/// Returns the worth of 16 or 64 levels by its definition.
fn plain_worth(levels: &[i16]) -> u32 {
    let mut sum = 0;
    let mut run = 0;
    for level in levels {
        match level {
            0 => run += 1,
            -1 | 1 => {
                sum += match (levels.len(), run) {
                    (16, 0) | (64, 0..4) => 3,
                    (16, 1 | 2) | (64, 4..12) => 2,
                    (16, 3..6) | (64, 12..24) => 1,
                    _ => 0,
                };
                run = 0;
            }
            _ => return 9,
        }
    }
    sum
}

#[test]
fn decimation_drops_what_is_worth_less_than_4_in_a_block_and_6_in_a_macroblock() {
    let (mut noise, mut dropped) = (Noise::new(29), 0);
    for round in 0..4000 {
        let pred = tile(block::<16>(&mut noise, 0));
        let (mut levels, mut recon) = ([[0; 16]; 16], tile(block::<16>(&mut noise, 0)));
        let mut coded = CodedMacroblock::new(&mut levels, &mut recon);
        for _ in 0..noise.below(9) {
            let (n, k) = (noise.below(16), noise.below(16));
            coded.levels[n][k] = if noise.below(30) == 0 { -2 } else { 1 - 2 * noise.below(2) as i16 };
            coded.masks[n] |= 1 << k;
        }
        let transform_8x8 = round % 2 == 0;
        let worth = |n: usize| -> u32 {
            let fours = &coded.levels[4 * n..4 * n + 4];
            match transform_8x8 {
                true => plain_worth(fours.as_flattened()),
                false => fours.iter().map(|four| plain_worth(four)).sum(),
            }
        };
        let worths = [0, 1, 2, 3].map(worth);
        let (mut levels, mut recon) = (*coded.levels, *coded.recon);
        let mut plain = CodedMacroblock { levels: &mut levels, masks: coded.masks, recon: &mut recon };
        for n in 0..4 {
            let coded = plain.mask_8x8(n) != 0;
            if coded && (worths[n] < 4 || worths.iter().sum::<u32>() < 6) {
                for k in 4 * n..4 * n + 4 {
                    (plain.levels[k], plain.masks[k]) = ([0; 16], 0);
                }
                for (y, x) in (0..64).map(|k| (n / 2 * 8 + k / 8, n % 2 * 8 + k % 8)) {
                    plain.recon.data[y][x] = pred.data[y][x];
                }
                dropped += 1;
            }
        }
        decimate(&pred, transform_8x8, &mut coded);
        assert_eq!(coded, plain, "round {round}");
    }
    assert!(dropped > 1000, "{dropped}");
}

#[test]
fn decimation_of_chroma_leaves_dc_if_ac_is_worth_less_than_7() {
    let (mut noise, mut dropped) = (Noise::new(31), 0);
    for round in 0..4000 {
        let pred = ChromaTile { data: block::<8>(&mut noise, 2), ..ChromaTile::at([0, 0]) };
        let mut source = pred;
        for _ in 0..noise.below(4) {
            let (y, x) = (noise.below(8), noise.below(8));
            source.data[y][x] = source.data[y][x].saturating_add(noise.below(100) as u8);
        }
        let qp = 20 + noise.below(10) as u8;
        let quantization = Quantization { quantizer: DeadZone::INTER, qp, max_level: MAX_LEVEL };
        let before = dispatch!(Level::new(), simd => chroma_8x8(simd, &source, &pred, &quantization));
        let mut coded = before;
        dispatch!(Level::new(), simd => decimate_chroma(simd, &pred, qp, &mut coded));
        // A block of AC levels is one of 16 whose first entry is left out.
        let worth = |ac: &[i16; 16]| {
            let mut levels = [0; 16];
            levels[..15].copy_from_slice(&ac[1..]);
            plain_worth(&levels)
        };
        let mut plain = before;
        if before.ac.iter().all(|ac| ac.iter().all(|level| level.abs() <= 1))
            && before.ac.iter().map(worth).sum::<u32>() < 7
        {
            dropped += u32::from(before.ac_masks != [0; 4]);
            (plain.ac, plain.ac_masks, plain.ac_counts) = ([[0; 16]; 4], [0; 4], [0; 4]);
        }
        plain.recon = dispatch!(Level::new(), simd => reconstruct_chroma(simd, &plain.dc, &plain.ac, &pred, qp));
        assert_eq!(coded, plain, "round {round}");
    }
    assert!(dropped > 100, "{dropped}");
}
