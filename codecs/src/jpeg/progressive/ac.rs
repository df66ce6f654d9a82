//! The first AC scan of a band (T.81 G.1.2.2).
//!
//! ```text
//!   for each coefficient of the band that is not 0 after the point transform:
//!       write the run of blocks before, ZRL for each 16 zeros, the symbol of the other zeros and the size
//!   if zeros follow: the block joins the run of blocks whose band has ended
//! ```

use super::end_of_band::{Band, EndOfBand};
use super::sinks::{BurstSink, ScanSink};
use crate::jpeg::coefficients::{Levels, run_lengths};
use fearless_simd::Simd;

/// Codes a block.
#[inline(always)]
pub(super) fn block<S: Simd, K: ScanSink>(simd: S, levels: &Levels, band: Band, ended: &mut EndOfBand, sink: &mut K) {
    let left = levels.at_least(simd, 1 << band.low) & band.mask;
    if left == 0 {
        return ended.add((0, 0), band.table, sink);
    }
    ended.write(band.table, sink);
    let mut burst = sink.burst();
    let magnitude = |k: usize| magnitude(levels.0[k & 63], band.low);
    let next = run_lengths(left, band.first, magnitude, |symbol, bits| burst.symbol(band.table, symbol, bits));
    burst.end();
    if next <= band.last {
        ended.add((0, 0), band.table, sink);
    }
}

/// Returns the size of a point-transformed coefficient, and its extra bits: those of the magnitude, inverted if the
/// coefficient is negative (F.1.2.2).
#[inline(always)]
fn magnitude(level: i16, low: u32) -> (u32, u32) {
    let magnitude = u32::from(level.unsigned_abs()) >> low;
    let size = 32 - magnitude.leading_zeros();
    let bits = (magnitude ^ (level >> 15) as u32) & ((1 << size) - 1);
    (size, bits)
}
