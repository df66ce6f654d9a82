//! Trellis quantisation: the levels of a block for which `error + weight x bits` is least.
//!
//! ```text
//!   coefficients ── rounded to nearest ──▶ q ── candidates q, q - 1, 0 where q is not 0 ──▶ cabac: a walk over states
//!                                                                                     └──▶ cavlc: a descent
//! ```
//!
//! A level costs its error and its bits. Rounding to nearest minimises the error alone; a dead zone guesses the bits. Here
//! both are counted: the error in the transform domain, in squared samples by the norm of each position, and the bits in the
//! contexts (CABAC) or by the tables (CAVLC) with which the block will be coded. Coefficients that round to 0 stay 0, and a
//! block without others ends at once.
//!
//! | coefficients | `CAT` | `N` | scan |
//! |---|---|---|---|
//! | DC of `Intra_16x16`, transformed by `hadamard_4x4` | 0 | 16 | zig-zag |
//! | AC of `Intra_16x16` (entry 0 is ignored) | 1 | 16 | zig-zag |
//! | luma 4 x 4 | 2 | 16 | zig-zag |
//! | DC of chroma, transformed by `hadamard_2x2` | 3 | 4 | raster |
//! | AC of chroma (entry 0 is ignored) | 4 | 16 | zig-zag |
//! | luma 8 x 8 | 5 | 64 | zig-zag |
//!
//! Weights: 9 / 8 of [`Lambda::squared`](crate::h264::decide::Lambda::squared) suits inter macroblocks, and 5 / 8 of it intra ones,
//! whose errors are copied to later blocks. Luma and chroma have the weight of the macroblock's `QP_Y`.
//!
//! Costs are in units of 1 / 1024 bit, in 32 bits. An error counts as at most `MOST_ERROR`, 16384 bits. That is more than
//! the bits of any block: 64 levels with significance flags, prefix, suffix and sign take less than 8192. Replacing a level with
//! such an error by the nearest one, whose error is at most 1024 bits, thus always lowers the cost: the limit never changes which
//! levels are best. And 64 errors and the bits together stay below 2^31.
//!
//! Not covered: the bits of `coded_block_pattern`, and the effect of levels on the contexts of other blocks.

mod cabac;
mod cavlc;
#[cfg(test)]
mod plain;

pub use cabac::cabac;
pub use cavlc::{cavlc, cavlc_8x8};

use super::residual::level_scale_tables::*;
use super::residual::quant::{DeadZone, MAX_LEVEL, QpParts, Quantizer};
use super::residual::scan::{ZIG_ZAG_4X4, ZIG_ZAG_8X8, scan};
use crate::h264::code::entropy::coded_levels;
use fearless_simd::Simd;

/// The greatest price of an error.
const MOST_ERROR: u32 = 1 << 24;

/// The number of fraction bits of errors in quantisation steps.
const FRACTION: u32 = 10;

/// The greatest price of a squared quantisation step: 4096 bits.
const MOST_STEP: u64 = 1 << 22;

/// The price of errors at a QP, in bits: the quantiser's part of a Lagrange cost.
///
/// ```
/// use codecs::fearless_simd::{Level, dispatch};
/// use codecs::h264::decide::Lambda;
/// use codecs::h264::entropy::Contexts;
/// use codecs::h264::trellis::{ErrorPrices, cabac, cavlc};
/// use codecs::h264::residual::{quant::MAX_LEVEL, transform::forward_4x4};
/// let mut residual = [[20; 4]; 4];
/// residual[3] = [20, 20, 20, 34]; // one sample differs: all other coefficients are small
/// let coefficients = forward_4x4(&residual);
/// let coefficients = coefficients.as_flattened().try_into().unwrap();
/// let prices = ErrorPrices::new(28, Lambda::new(28).squared, MAX_LEVEL);
/// let mut expected = [0; 16];
/// expected[0] = 5;
/// let contexts = Contexts::new(28, Some(0));
/// assert_eq!(dispatch!(Level::new(), simd => cabac::<_, 2, 16>(simd, coefficients, &prices, &contexts, 0)), expected);
/// assert_eq!(dispatch!(Level::new(), simd => cavlc::<_, 2, 16>(simd, coefficients, &prices, 0)), expected);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorPrices {
    qp: u8,
    most: i16,
    /// The price of a squared quantisation step in units of 1 / 1024 bit, by class of position.
    steps_4x4: [u32; 3],
    steps_8x8: [u32; 6],
}

impl ErrorPrices {
    /// Returns the prices at a QP (`QP'_Y` or `QP'_C`), given the squared error that a bit is worth in units of 1 / 1024
    /// ([`Lambda::squared`](crate::h264::decide::Lambda::squared)) and the greatest magnitude of a level, as in
    /// [`Quantization::max_level`](super::residual::Quantization::max_level).
    ///
    /// A squared step costs at most 4096 bits. A smaller `weight`, of less than 1 / 500 of the usual one, has no further effect:
    /// levels are then rounded to nearest but for ties.
    ///
    /// # Panics
    /// If `qp` is above 51.
    pub fn new(qp: u8, weight: u32, max_level: i16) -> Self {
        let parts = QpParts::new(qp);
        let weight = u64::from(weight.max(1));
        // At most 58^2 * 2^16 * 4^8, or 2^44; the products fit in 64 bits.
        let price = |step: u64, unit: u32| (((step << (2 * parts.div) << 20 >> unit) / weight).min(MOST_STEP)) as u32;
        ErrorPrices {
            qp,
            most: max_level.clamp(0, MAX_LEVEL).min(MAX_LEVEL >> parts.div),
            steps_4x4: SQUARED_STEPS_4X4[parts.rem].map(|step| price(step, 14)),
            steps_8x8: SQUARED_STEPS_8X8[parts.rem].map(|step| price(step, 26)),
        }
    }
}

/// A block to be quantised.
struct Block<'a, const N: usize> {
    coefficients: &'a [i32; N],
    multipliers: &'static [i32; N],
    shift: u32,
    /// The raster index by index in coding order.
    order: &'static [u8; N],
    /// The class of position by raster index.
    classes: &'static [u8; N],
    steps: [u32; 8],
    most: i16,
    /// The quotients rounded to nearest, in coding order.
    nearest: [i16; N],
    /// A mask of those that are not 0, without an entry that is ignored.
    coded: u64,
}

/// A quotient that does not round to 0: the magnitude of the nearest level, and the prices of the errors of this level, of the
/// next smaller one, and of 0.
#[derive(Clone, Copy, Debug, Default)]
struct Choice {
    magnitude: u32,
    errors: [u32; 3],
}

impl Choice {
    /// Returns the magnitude of a candidate: 0 the nearest level, 1 the next smaller one, 2 none.
    #[inline(always)]
    fn level(&self, candidate: usize) -> u32 {
        [self.magnitude, self.magnitude.saturating_sub(1), 0][candidate]
    }

    /// Returns the candidate of a magnitude.
    #[inline(always)]
    fn candidate(&self, magnitude: u32) -> usize {
        match magnitude {
            0 => 2,
            _ => usize::from(magnitude != self.magnitude),
        }
    }
}

/// Returns an array of `N` of a longer or equal table.
#[inline(always)]
fn part<T, const N: usize>(table: &[T]) -> &[T; N] {
    table.first_chunk().expect("a block has at most as many positions as its table")
}

impl<'a, const N: usize> Block<'a, N> {
    #[inline(always)]
    fn new<S: Simd, const CAT: usize>(simd: S, coefficients: &'a [i32; N], prices: &ErrorPrices) -> Self {
        const { assert!(CAT < 6 && N == [16, 16, 16, 4, 16, 64][CAT], "the block has another number of coefficients") };
        let qp = QpParts::new(prices.qp);
        let (multipliers, shift): (&'static [i32], u32) = match CAT {
            0 => (&MULTIPLIERS_DC[qp.rem], 17),
            3 => (&MULTIPLIERS_DC[qp.rem], 16),
            5 => (&MULTIPLIERS_8X8[qp.rem], 16),
            _ => (&MULTIPLIERS_4X4[qp.rem], 15),
        };
        let (order, classes): (&'static [u8], &'static [u8]) = match CAT {
            0 => (&ZIG_ZAG_4X4, &[0; 16]),
            3 => (&[0, 1, 2, 3], &[0; 4]),
            5 => (&ZIG_ZAG_8X8, &CLASSES_8X8),
            _ => (&ZIG_ZAG_4X4, &CLASSES_4X4),
        };
        let mut steps = [0; 8];
        match CAT {
            5 => steps[..6].copy_from_slice(&prices.steps_8x8),
            _ => steps[..3].copy_from_slice(&prices.steps_4x4),
        }
        let (multipliers, shift, order) = (part(multipliers), shift + qp.div, part(order));
        let nearest = DeadZone { rounding: 1 << 15 }.quantize(simd, coefficients, multipliers, shift);
        let nearest = scan(order, &nearest);
        let coded = coded_levels(&nearest) & if CAT == 1 || CAT == 4 { !1 } else { !0 };
        let (classes, most) = (part(classes), prices.most);
        Block { coefficients, multipliers, shift, order, classes, steps, most, nearest, coded }
    }

    /// Returns the choice at a place in coding order.
    #[inline(always)]
    fn choice(&self, i: usize) -> Choice {
        let nearest = self.nearest[i].unsigned_abs().into();
        let most = u32::from(self.most.unsigned_abs());
        if nearest > most {
            // The smaller levels would have even greater errors.
            return Choice { magnitude: most, errors: [0, MOST_ERROR, MOST_ERROR] };
        }
        let at = usize::from(self.order[i]) % N;
        // The product is below 2^31, and the levels are at most the nearest one.
        let product = self.coefficients[at].unsigned_abs() * self.multipliers[at] as u32;
        let step = u64::from(self.steps[usize::from(self.classes[at] & 7)]);
        let error = |level: u32| {
            let part = product.abs_diff(level << self.shift) >> (self.shift - FRACTION);
            // At most 1024 steps, so that the product with a price of 2^22 fits in 64 bits.
            let part = u64::from(part.min(1024 << FRACTION));
            ((part * part * step) >> (2 * FRACTION)).min(MOST_ERROR.into()) as u32
        };
        Choice { magnitude: nearest, errors: [error(nearest), error(nearest - 1), error(0)] }
    }

    /// Returns whether a dead zone does not make the nearest level smaller.
    #[inline(always)]
    fn reaches(&self, i: usize, zone: DeadZone) -> bool {
        let at = usize::from(self.order[i]) % N;
        let product = self.coefficients[at].unsigned_abs() * self.multipliers[at] as u32;
        let offset = (u32::from(zone.rounding) << (self.shift - 15)) >> 1;
        (product + offset) >> self.shift >= u32::from(self.nearest[i].unsigned_abs())
    }

    /// Returns a level of a magnitude with the sign of the coefficient.
    #[inline(always)]
    fn signed(&self, i: usize, magnitude: u32) -> i16 {
        let magnitude = magnitude as i16;
        if self.nearest[i] < 0 { -magnitude } else { magnitude }
    }
}
