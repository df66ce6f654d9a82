//! Masks of the nonzero levels of a block.

use crate::shared::dispatch::dispatch;
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, i16x8, i16x16};

/// Returns a mask of the nonzero levels: bit `i` is set if level `i` is not 0. There are at most 64 levels.
#[inline(always)]
pub(in crate::h264::code) fn coded_levels<const N: usize>(levels: &[i16; N]) -> u64 {
    const { assert!(N <= 64, "a block has at most 64 levels") };
    // The level is a constant, so that this is code in the caller and not a call.
    dispatch!(Level::baseline(), simd => mask(simd, levels))
}

#[inline(always)]
fn mask<S: Simd, const N: usize>(simd: S, levels: &[i16; N]) -> u64 {
    let mut mask = 0;
    if N < 8 {
        for (k, &level) in levels.iter().enumerate() {
            mask |= u64::from(level != 0) << k;
        }
        return mask;
    }
    if N < 16 {
        // The last eight overlap the first.
        for k in [0, N - 8] {
            let zeros = i16x8::from_slice(simd, &levels[k..k + 8]).simd_eq(0).to_bitmask();
            mask |= u64::from(!zeros as u8) << k;
        }
        return mask;
    }
    const { assert!(N < 16 || N.is_multiple_of(16), "whole blocks, or less than one") };
    for k in (0..N).step_by(16) {
        let zeros = i16x16::from_slice(simd, &levels[k..k + 16]).simd_eq(0).to_bitmask();
        mask |= u64::from(!zeros as u16) << k;
    }
    mask
}

/// Returns the levels of block `k` of the four 4 x 4 blocks as which CAVLC codes an 8 x 8 block (7.3.5.3.2): every
/// fourth level.
#[inline(always)]
pub(super) fn interleaved(levels: &[[i16; 16]; 4], k: usize) -> [i16; 16] {
    let mut four = [0; 16];
    for (i, level) in four.iter_mut().enumerate() {
        *level = levels[i / 4][4 * (i % 4) + k];
    }
    four
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::Noise;

    #[test]
    fn the_mask_has_a_bit_for_every_level_that_is_not_0() {
        let mut noise = Noise::new(1);
        let mut level = || *noise.pick(&[0, 0, 1, -1, i16::MIN, i16::MAX, 256, -256]);
        for _ in 0..1000 {
            let (a, b, c, d): ([i16; 4], [i16; 15], [i16; 16], [i16; 64]) = (
                std::array::from_fn(|_| level()),
                std::array::from_fn(|_| level()),
                std::array::from_fn(|_| level()),
                std::array::from_fn(|_| level()),
            );
            let plain = |levels: &[i16]| levels.iter().rev().fold(0, |mask, &l| 2 * mask + u64::from(l != 0));
            assert_eq!(coded_levels(&a), plain(&a));
            assert_eq!(coded_levels(&b), plain(&b));
            assert_eq!(coded_levels(&c), plain(&c));
            assert_eq!(coded_levels(&d), plain(&d));
        }
    }

    #[test]
    fn block_k_of_an_8x8_block_has_level_4_i_plus_k_as_its_level_i() {
        let levels = std::array::from_fn(|j| std::array::from_fn(|i| (16 * j + i) as i16));
        for k in 0..4 {
            assert_eq!(interleaved(&levels, k), std::array::from_fn(|i| (4 * i + k) as i16));
        }
    }
}
