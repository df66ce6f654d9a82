//! A block to be quantised, and the candidates of its levels.

use super::{ErrorPrices, FRACTION, MOST_ERROR};
use crate::h264::code::entropy::coded_levels;
use crate::h264::code::residual::level_scale_tables::*;
use crate::h264::code::residual::quant::{DeadZone, QpParts, Quantizer};
use crate::h264::code::residual::scan::{ZIG_ZAG_4X4, ZIG_ZAG_8X8, scan};
use fearless_simd::Simd;

/// A block to be quantised.
pub(super) struct Block<'a, const N: usize> {
    pub(super) coefficients: &'a [i32; N],
    pub(super) multipliers: &'static [i32; N],
    pub(super) shift: u32,
    /// The raster index by index in coding order.
    pub(super) order: &'static [u8; N],
    /// The class of position by raster index.
    pub(super) classes: &'static [u8; N],
    pub(super) steps: [u32; 8],
    pub(super) most: i16,
    /// The quotients rounded to nearest, in coding order.
    pub(super) nearest: [i16; N],
    /// A mask of those that are not 0, without an entry that is ignored.
    pub(super) coded: u64,
}

/// A quotient that does not round to 0: the magnitude of the nearest level, and the prices of the errors of this level, of the
/// next smaller one, and of 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice {
    pub(super) magnitude: u32,
    pub(super) errors: [u32; 3],
}

impl Choice {
    /// Returns the magnitude of a candidate: 0 the nearest level, 1 the next smaller one, 2 none.
    #[inline(always)]
    pub(super) fn level(&self, candidate: usize) -> u32 {
        [self.magnitude, self.magnitude.saturating_sub(1), 0][candidate]
    }

    /// Returns the candidate of a magnitude.
    #[inline(always)]
    pub(super) fn candidate(&self, magnitude: u32) -> usize {
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
    pub(super) fn new<S: Simd, const CAT: usize>(simd: S, coefficients: &'a [i32; N], prices: &ErrorPrices) -> Self {
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
        let nearest = DeadZone::NEAREST.quantize(simd, coefficients, multipliers, shift);
        let nearest = scan(order, &nearest);
        let coded = coded_levels(&nearest) & if CAT == 1 || CAT == 4 { !1 } else { !0 };
        let (classes, most) = (part(classes), prices.most);
        Block { coefficients, multipliers, shift, order, classes, steps, most, nearest, coded }
    }

    /// Returns the choice at a place in coding order.
    #[inline(always)]
    pub(super) fn choice(&self, i: usize) -> Choice {
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
    pub(super) fn reaches(&self, i: usize, zone: DeadZone) -> bool {
        let at = usize::from(self.order[i]) % N;
        let product = self.coefficients[at].unsigned_abs() * self.multipliers[at] as u32;
        let offset = (u32::from(zone.rounding) << (self.shift - 15)) >> 1;
        (product + offset) >> self.shift >= u32::from(self.nearest[i].unsigned_abs())
    }

    /// Returns a level of a magnitude with the sign of the coefficient.
    #[inline(always)]
    pub(super) fn signed(&self, i: usize, magnitude: u32) -> i16 {
        let magnitude = magnitude as i16;
        if self.nearest[i] < 0 { -magnitude } else { magnitude }
    }
}
