//! Psychovisual distortion: how much the energy of a macroblock's luma differs from that of the source.
//!
//! ```text
//!   energy of 8 x 8 samples    SATD of its 4 x 4 blocks + SA8D of the block, both against 0 and without DC
//!   distortion                 strength * weight of a bit * sum over the blocks of |energy(source) - energy(reconstruction)|
//! ```
//!
//! Squared error prefers a blurred block to one with texture at the wrong place. To eyes the blurred one is further from the source.

use super::cost::{sa8d, sad, satd};
use super::lambda::Lambda;
use crate::h264::code::coding_order::LumaBlocks8x8;
use crate::h264::code::picture::{LumaTile, nth_block};
use crate::h264::options::Options;
use crate::shared::dispatch::dispatch;
use fearless_simd::{Level, Simd};

/// The energies of the four 8 x 8 blocks of a macroblock.
type Energies = [u32; 4];

/// The psychovisual distortion of the candidates of a macroblock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Psy {
    /// In units of 1 / 256.
    strength: u32,
    source: Energies,
}

impl Psy {
    /// Returns whether decisions are psychovisual: with a strength, and by true costs.
    #[inline(always)]
    pub(super) fn is_on(options: &Options) -> bool {
        options.psy_rd > 0.0 && options.motion.subme >= 6
    }

    /// Returns the distortion of a strength for a source.
    #[cold]
    pub(super) fn new(level: Level, strength: f64, source: &LumaTile<16>) -> Self {
        Psy { strength: (strength * 256.0) as u32, source: dispatch!(level, simd => energies(simd, source)) }
    }

    /// Returns the distortion of a reconstruction in units of 2^-20 of squared error.
    #[cold]
    pub(super) fn distortion(&self, level: Level, lambda: Lambda, samples: &LumaTile<16>) -> u64 {
        let energies = dispatch!(level, simd => energies(simd, samples));
        weighted(self.strength, lambda, self.source, energies)
    }
}

/// Returns the energies of the luma of a macroblock.
#[inline(always)]
fn energies<S: Simd>(simd: S, luma: &LumaTile<16>) -> Energies {
    [0, 1, 2, 3].map(|n| energy(simd, &nth_block(LumaBlocks8x8, luma, n)))
}

/// Returns the energy of a block: half the magnitudes of its 4 x 4 transforms and a quarter of those of the 8 x 8 transform, without
/// DC.
#[inline(always)]
fn energy<S: Simd>(simd: S, block: &LumaTile<8>) -> u32 {
    let (block, zero) = (&block.data, [[0; 8]; 8]);
    // The DC coefficients of samples that are not negative add up to their sum.
    let sum = sad(simd, block, &zero);
    let (fours, eight) = (satd(simd, block, &zero), sa8d(simd, block, &zero));
    (fours - sum / 2) + eight.saturating_sub(sum / 4)
}

/// Returns the weighted differences of energies in units of 2^-20 of squared error, given the strength in units of 1 / 256.
#[inline(always)]
fn weighted(strength: u32, lambda: Lambda, source: Energies, reconstruction: Energies) -> u64 {
    let difference: u32 = source.into_iter().zip(reconstruction).map(|(a, b)| a.abs_diff(b)).sum();
    u64::from(difference) * u64::from(lambda.absolute) * u64::from(strength) * 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::levels;
    use noise::Noise;

    /// Returns a tile of samples.
    fn tile(samples: [[u8; 8]; 8]) -> LumaTile<8> {
        let mut tile = LumaTile::at([0, 0]);
        tile.data = samples;
        tile
    }

    /// Returns the magnitudes of a Hadamard transform of order `N` of a part of a block, without DC, by the definition.
    fn plain<const N: usize>(block: &[[u8; 8]; 8], [top, left]: [usize; 2]) -> u32 {
        let sign = |a: usize, b: usize| if (a & b).count_ones().is_multiple_of(2) { 1 } else { -1 };
        let mut sum = 0;
        for (v, u) in (0..N).flat_map(|v| (0..N).map(move |u| (v, u))).skip(1) {
            let mut coefficient = 0_i32;
            for (y, x) in (0..N).flat_map(|y| (0..N).map(move |x| (y, x))) {
                coefficient += sign(v, y) * sign(u, x) * i32::from(block[top + y][left + x]);
            }
            sum += coefficient.unsigned_abs();
        }
        sum
    }

    #[test]
    fn energy_is_that_of_the_definition_to_two_units() {
        let mut noise = Noise::new(81);
        for k in 0..300 {
            let much = [2, 20, 256][k % 3];
            let block = [[0; 8]; 8].map(|row: [u8; 8]| row.map(|_| noise.below(much) as u8));
            let fours: u32 = [[0, 0], [0, 4], [4, 0], [4, 4]].into_iter().map(|at| plain::<4>(&block, at)).sum();
            let exact = f64::from(fours) / 2.0 + f64::from(plain::<8>(&block, [0, 0])) / 4.0;
            for level in levels() {
                let found = dispatch!(level, simd => energy(simd, &tile(block)));
                assert!((f64::from(found) - exact).abs() < 2.0, "{level:?}: {found}, {exact}");
            }
        }
    }

    #[test]
    fn a_flat_block_has_no_energy_and_equal_energies_no_distortion() {
        for (level, value) in levels().into_iter().flat_map(|level| [0, 1, 77, 255].map(|value| (level, value))) {
            let found = dispatch!(level, simd => energy(simd, &tile([[value; 8]; 8])));
            assert!(found <= 1, "{level:?}: {value} has {found}");
        }
        let lambda = Lambda::new(24);
        assert_eq!(weighted(256, lambda, [1, 2, 3, 4], [1, 2, 3, 4]), 0);
        assert_eq!(weighted(256, lambda, [10, 0, 0, 5], [0; 4]), (15 * u64::from(lambda.absolute)) << 10);
        assert_eq!(weighted(512, lambda, [0; 4], [0, 1, 0, 0]), u64::from(lambda.absolute) << 11);
    }
}
