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

use super::end_of_band::{Band, EndOfBand};
use super::sinks::{BurstSink, ScanSink};
use crate::jpeg::coefficients::{Levels, ZRL};
use fearless_simd::Simd;

/// Codes a block.
#[inline(always)]
pub(super) fn block<S: Simd, K: ScanSink>(simd: S, levels: &Levels, band: Band, ended: &mut EndOfBand, sink: &mut K) {
    // The coefficients that are not 0, and those of them that were significant before: xor gives the new ones.
    let significant = levels.at_least(simd, 1 << band.low) & band.mask;
    let before = levels.at_least(simd, 2 << band.low) & band.mask;
    let mut new = significant ^ before;
    // The correction bits of the block, the last one lowest, and the number of those that are not written yet.
    let bits = if K::USES_BITS { levels.bits_at(simd, band.low, before) } else { 0 };
    let mut later = before.count_ones();
    if new == 0 {
        return ended.add((bits, later), band.table, sink);
    }
    // Takes those of the next places.
    let mut corrections = |places: u64| {
        let n = (before & places).count_ones();
        later -= n;
        (bits >> later & !(u64::MAX << n), n)
    };
    ended.write(band.table, sink);
    let zeros = band.mask ^ significant;
    let mut burst = sink.burst();
    // The places after the last symbol, and those whose correction bits are not written yet.
    let (mut left, mut uncorrected) = (band.mask, band.mask);
    while new != 0 {
        let k = new.trailing_zeros();
        new &= new - 1;
        let below = !(u64::MAX << k);
        let mut run = (zeros & left & below).count_ones();
        if run > 15 {
            // ZRL stands before the next coefficient that is not 0.
            let (mut rest, mut coded) = (significant & left & (below << 1 | 1), 0);
            while rest != 0 {
                let below = !(u64::MAX << rest.trailing_zeros());
                rest &= rest - 1;
                while (zeros & left & below).count_ones() - coded > 15 {
                    burst.symbol(band.table, ZRL, 0);
                    coded += 16;
                    correct(&mut burst, corrections(uncorrected & below));
                    uncorrected &= !below;
                }
            }
            run -= coded;
        }
        burst.symbol(band.table, run << 4 | 1, u32::from(levels.0[k as usize & 63] > 0));
        correct(&mut burst, corrections(uncorrected & below));
        left &= u64::MAX << k << 1;
        uncorrected = left;
    }
    burst.end();
    if left != 0 {
        ended.add(corrections(left), band.table, sink);
    }
}

/// Writes correction bits.
#[inline(always)]
fn correct<B: BurstSink>(burst: &mut B, (bits, n): (u64, u32)) {
    if n > 32 {
        burst.raw((bits >> 32) as u32, n - 32);
    }
    burst.raw(bits as u32, n.min(32));
}
