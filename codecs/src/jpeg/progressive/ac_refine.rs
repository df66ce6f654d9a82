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
use super::sinks::{BurstSink, ScanSink};
use crate::jpeg::coefficients::Levels;
use fearless_simd::Simd;

/// Codes a block.
#[inline(always)]
pub(super) fn block<S: Simd, K: ScanSink>(simd: S, levels: &Levels, band: Band, ended: &mut EndOfBand, sink: &mut K) {
    // The coefficients that are not 0, and those of them that were significant before: xor gives the new ones.
    let significant = levels.at_least(simd, 1 << band.low) & band.mask;
    let before = levels.at_least(simd, 2 << band.low) & band.mask;
    let new = significant ^ before;
    // The correction bits of the block, the last one lowest.
    let bits = if K::USES_BITS { gather(levels.with_bit(simd, band.low), before) } else { 0 };
    if new == 0 {
        return ended.add((bits, before.count_ones()), band.table, sink);
    }
    // Those of a run of places, by the number of those after it.
    let corrections = |places: u64| {
        let n = (before & places).count_ones();
        let after = (before & !places & (u64::MAX << places.trailing_zeros().min(63))).count_ones();
        (bits >> after & !(u64::MAX << n), n)
    };
    ended.write(band.table, sink);
    let zeros = band.mask ^ significant;
    let mut burst = sink.burst();
    let mut left = band.mask;
    let up_to_last_new = u64::MAX >> new.leading_zeros();
    if (zeros & up_to_last_new).count_ones() > 15 {
        left = with_long_runs(levels, band, (significant, new, left), corrections, &mut burst);
    } else {
        let mut rest = new;
        while rest != 0 {
            let k = rest.trailing_zeros();
            rest &= rest - 1;
            let between = left & !(u64::MAX << k);
            left &= u64::MAX << k << 1;
            burst.symbol(band.table, (zeros & between).count_ones() << 4 | 1, u32::from(levels.0[k as usize & 63] > 0));
            correct(&mut burst, corrections(between));
        }
    }
    burst.end();
    if left != 0 {
        ended.add(corrections(left), band.table, sink);
    }
}

/// Codes the coefficients of `band` up to the last new one, with ZRL for runs of sixteen zeros; returns those after it.
#[inline(always)]
fn with_long_runs<B: BurstSink>(
    levels: &Levels,
    band: Band,
    (significant, new, mut left): (u64, u64, u64),
    corrections: impl Fn(u64) -> (u64, u32),
    burst: &mut B,
) -> u64 {
    let last_new = 63 - new.leading_zeros();
    let (mut rest, mut run, mut next) = (significant & (u64::MAX >> (63 - last_new)), 0, band.first);
    while rest != 0 {
        let k = rest.trailing_zeros();
        rest &= rest - 1;
        run += k - next;
        next = k + 1;
        while run > 15 {
            let between = left & !(u64::MAX << k);
            left &= u64::MAX << k;
            burst.symbol(band.table, ZRL, 0);
            run -= 16;
            correct(burst, corrections(between));
        }
        if new >> k & 1 == 1 {
            let between = left & !(u64::MAX << k);
            left &= u64::MAX << k << 1;
            burst.symbol(band.table, run << 4 | 1, u32::from(levels.0[k as usize & 63] > 0));
            run = 0;
            correct(burst, corrections(between));
        }
    }
    left
}

/// Writes correction bits.
#[inline(always)]
fn correct<B: BurstSink>(burst: &mut B, (bits, n): (u64, u32)) {
    if n > 32 {
        burst.raw((bits >> 32) as u32, n - 32);
    }
    burst.raw(bits as u32, n.min(32));
}

/// Returns the bits of `from` at the places of `mask`, the first place highest.
#[inline(always)]
fn gather(from: u64, mask: u64) -> u64 {
    let (mut left, mut bits) = (mask, 0);
    while left != 0 {
        bits = bits << 1 | from >> left.trailing_zeros() & 1;
        left &= left - 1;
    }
    bits
}
