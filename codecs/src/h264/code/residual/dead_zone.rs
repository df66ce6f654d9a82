//! A dead zone in 16-bit numbers: the levels of [`DeadZone`] from products in two halves.
//!
//! ```text
//!   |c| m            = 2^16 high + low
//!   |c| m + offset   = 2^16 (high + offset_high + carry) + ..,   carry = 1 if low + offset_low is 2^16 or more
//!   level            = (high + offset_high + carry) >> k,        with the sign of c
//! ```

use super::quant::DeadZone;
use crate::shared::instructions::{high_products, signed_like};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x16, u16x16};

/// The rounding of quotients `|c| m / 2^(16 + k)`, and the greatest level.
#[derive(Clone, Copy)]
pub(super) struct Rounding<S: Simd> {
    simd: S,
    k: u32,
    /// In units of `2^-(16 + k)`.
    offset: u32,
    pub(super) most: u16,
}

impl<S: Simd> Rounding<S> {
    /// Returns the rounding of coefficients of 8 x 8 blocks.
    #[inline(always)]
    pub(super) fn of_8x8(simd: S, dead_zone: DeadZone, k: u32, most: i16) -> Self {
        Rounding { simd, k, offset: u32::from(dead_zone.rounding) << k, most: most as u16 }
    }

    /// Returns the rounding of coefficients of 4 x 4 blocks, whose quotients are `|c| m / 2^(15 + k)`: multipliers and
    /// offset are doubled.
    #[inline(always)]
    pub(super) fn of_4x4(simd: S, dead_zone: DeadZone, k: u32, most: i16) -> Self {
        Rounding { simd, k, offset: (u32::from(dead_zone.rounding) << k >> 1) << 1, most: most as u16 }
    }

    /// Returns the greatest magnitude whose level is 0: level 1 begins at the least product with
    /// `product + offset >= 2^(16 + k)`.
    #[inline(always)]
    pub(super) fn last_zero(&self, multiplier: u16) -> u16 {
        (((1 << (16 + self.k)) - 1 - self.offset) / u32::from(multiplier)) as u16
    }

    /// Returns the levels of coefficients.
    #[inline(always)]
    pub(super) fn levels(&self, c: i16x16<S>, multipliers: u16x16<S>) -> i16x16<S> {
        let magnitude: u16x16<S> = c.abs().bitcast();
        let (low, high) = (magnitude * multipliers, high_products(self.simd, magnitude, multipliers));
        // What exceeds the greatest lower half without a carry, as 0 or 1.
        let carry = low.saturating_sub(u16x16::splat(self.simd, !(self.offset as u16))).min(1);
        let quotient = (high + (self.offset >> 16) as u16 + carry) >> self.k;
        signed_like(self.simd, quotient.min(self.most).bitcast(), c)
    }
}
