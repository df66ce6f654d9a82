//! A refinement of a band of AC coefficients by one bit (T.81 G.1.2.3).
//!
//! ```text
//!   for each coefficient of the band:
//!       0 after the point transform:   count it
//!       1, so it becomes significant:  write the run of zeros, the sign, the correction bits since the last symbol
//!       above 1, so it was before:     keep its lowest bit, the correction bit
//!   if anything follows the last symbol: the block joins the run of blocks whose band has ended, with its correction bits
//! ```
//!
//! ZRL for sixteen zeros is written where the next coefficient that is not 0 follows, and only before the last one that
//! becomes significant.

use super::ac::ZRL;
use super::end_of_band::{Band, EndOfBand};
use super::restarts::Restarts;
use super::sinks::{BurstSink, ScanSink};
use crate::jpeg::coefficients::{ComponentCoefficients, Levels};
use fearless_simd::Simd;

/// Codes a refinement of a band of a component.
#[inline(always)]
pub(super) fn code<S: Simd, K: ScanSink>(
    simd: S,
    component: &ComponentCoefficients,
    band: Band,
    mut restarts: Restarts,
    sink: &mut K,
) {
    let mut ended = EndOfBand::default();
    for line in component.lines() {
        for levels in line {
            if let Some(n) = restarts.before_mcu() {
                ended.write(band.table, sink);
                sink.restart(n);
            }
            block(simd, levels, band, &mut ended, sink);
        }
    }
    ended.write(band.table, sink);
}

/// Codes a block.
#[inline(always)]
fn block<S: Simd, K: ScanSink>(simd: S, levels: &Levels, band: Band, ended: &mut EndOfBand, sink: &mut K) {
    // The coefficients that are not 0, and those of them that were significant before: xor gives the new ones.
    let significant = levels.at_least(simd, 1 << band.low) & band.mask;
    let before = levels.at_least(simd, 2 << band.low) & band.mask;
    let new = significant ^ before;
    let lowest = levels.with_bit(simd, band.low);
    if new == 0 {
        return ended.add(gather(lowest, before), band.table, sink);
    }
    ended.write(band.table, sink);
    let last_new = 63 - new.leading_zeros();
    let mut burst = sink.burst();
    let (mut left, mut next, mut run) = (significant, band.first, 0);
    let (mut corrections, mut len) = (0_u64, 0);
    while left != 0 {
        let k = left.trailing_zeros();
        left &= left - 1;
        run += k - next;
        next = k + 1;
        while run > 15 && k <= last_new {
            burst.symbol(band.table, ZRL, 0);
            run -= 16;
            correct(&mut burst, &mut corrections, &mut len);
        }
        if new >> k & 1 == 0 {
            corrections = corrections << 1 | lowest >> k & 1;
            len += 1;
        } else {
            let is_positive = levels.0[k as usize & 63] > 0;
            burst.symbol(band.table, run << 4 | 1, u32::from(is_positive));
            run = 0;
            correct(&mut burst, &mut corrections, &mut len);
        }
    }
    burst.end();
    run += band.last + 1 - next;
    if run > 0 || len > 0 {
        ended.add((corrections, len), band.table, sink);
    }
}

/// Writes the correction bits and clears them.
#[inline(always)]
fn correct<B: BurstSink>(burst: &mut B, corrections: &mut u64, len: &mut u32) {
    let n = core::mem::take(len);
    let bits = core::mem::take(corrections);
    if n > 32 {
        burst.raw((bits >> 32) as u32, n - 32);
    }
    burst.raw(bits as u32, n.min(32));
}

/// Returns the bits of `from` at the places of `mask`, the first place highest, and their number.
#[inline(always)]
fn gather(from: u64, mask: u64) -> (u64, u32) {
    let (mut left, mut bits) = (mask, 0);
    while left != 0 {
        bits = bits << 1 | from >> left.trailing_zeros() & 1;
        left &= left - 1;
    }
    (bits, mask.count_ones())
}
