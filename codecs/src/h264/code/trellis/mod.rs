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

mod block;
mod cabac;
mod cavlc;
#[cfg(test)]
mod plain;

pub use cabac::cabac;
pub use cavlc::{cavlc, cavlc_8x8};

use super::residual::level_scale_tables::*;
use super::residual::quant::{MAX_LEVEL, QpParts};

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
