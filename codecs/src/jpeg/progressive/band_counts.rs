//! [`BandCounts`]: the symbols of first AC scans of many bands, counted in one pass.
//!
//! A candidate is the whole band 1 to 63, or a pair of bands that a split separates. For a block with the coefficients
//! `x` that are not 0:
//!
//! ```text
//!   k         1  2  3  4  5  6  7  8  9  ..
//!             x  .  .  x  .  .  x  .  .
//!   whole     0        2        2          runs before each
//!   split 2   0      | 1        2          one run differs: that of the first coefficient after the split
//! ```
//!
//! So symbols are counted by the part between two splits where their coefficient lies, with a correction for each split.
//! Blocks that have ended are not visited: their run follows from the number of the block that continues the band.

use super::restarts::Restarts;
use super::sinks::Count;
use crate::jpeg::coefficients::{ComponentCoefficients, Levels};
use fearless_simd::Simd;

/// The last coefficients of the lower bands.
pub(super) const SPLITS: [u32; 5] = [2, 5, 8, 12, 18];

/// The number of point transforms that are counted, from 0 on.
pub(super) const TRANSFORMS: usize = 4;

/// The part of each coefficient: the number of splits below it.
const PARTS: [u8; 64] = {
    let mut parts = [0; 64];
    let mut k = 0;
    while k < 64 {
        let mut s = 0;
        while s < SPLITS.len() {
            parts[k] += (k as u32 > SPLITS[s]) as u8;
            s += 1;
        }
        k += 1;
    }
    parts
};

const ZRL: usize = 0xF0;

/// The longest run of blocks that `EOBn` can code (Table G.2).
const LONGEST_RUN: usize = 0x7FFF;

/// The bands: the whole, then the lower and the upper one of each split.
const BANDS: usize = 1 + 2 * SPLITS.len();

/// The symbols of a component's first AC scans with one point transform.
#[derive(Clone)]
pub(super) struct BandCounts {
    low: u32,
    /// Symbols of the whole band by the part of their coefficient.
    parts: [[u32; 256]; SPLITS.len() + 1],
    /// Symbols of an upper band that the whole band does not have, less those that it has instead.
    corrections: [[i32; 256]; SPLITS.len()],
    /// Runs of blocks that have ended, by one more than the number of their extra bits; the first number counts runs of no
    /// blocks, which are not coded.
    ended: [[u32; 16]; BANDS],
    /// The number of the first block of the current run.
    since: [usize; BANDS],
}

impl BandCounts {
    fn new(low: u32) -> Self {
        BandCounts {
            low,
            parts: [[0; 256]; SPLITS.len() + 1],
            corrections: [[0; 256]; SPLITS.len()],
            ended: [[0; 16]; BANDS],
            since: [0; BANDS],
        }
    }

    /// Counts the first scans of a component with each of the point transforms below `transforms`.
    #[inline(always)]
    pub(super) fn of_component<S: Simd>(
        simd: S,
        component: &ComponentCoefficients,
        transforms: usize,
        mut restarts: Restarts,
    ) -> Vec<BandCounts> {
        let mut all: Vec<BandCounts> = (0..transforms.min(TRANSFORMS)).map(|low| BandCounts::new(low as u32)).collect();
        let mut n = 0;
        for line in component.lines() {
            for levels in line {
                if restarts.before_mcu().is_some() {
                    all.iter_mut().for_each(|counts| counts.end(n));
                }
                for counts in &mut all {
                    let left = levels.at_least(simd, 1 << counts.low) & !1;
                    if left == 0 {
                        break; // Greater point transforms leave no more.
                    }
                    counts.block(n, levels, left);
                }
                n += 1;
            }
        }
        all.iter_mut().for_each(|counts| counts.end(n));
        all
    }

    /// Counts block number `n`, whose coefficients `left` are not 0.
    #[inline(always)]
    fn block(&mut self, n: usize, levels: &Levels, left: u64) {
        let symbol = |k: u32, run: u32| {
            let magnitude = u32::from(levels.0[k as usize & 63].unsigned_abs()) >> self.low;
            ((run & 15) << 4 | (32 - magnitude.leading_zeros())) as usize & 255
        };
        let (mut rest, mut next) = (left, 1);
        while rest != 0 {
            let k = rest.trailing_zeros();
            rest &= rest - 1;
            let run = k - next;
            next = k + 1;
            let part = &mut self.parts[usize::from(PARTS[k as usize & 63]) % (SPLITS.len() + 1)];
            part[ZRL] += run >> 4;
            part[symbol(k, run)] += 1;
        }
        for (s, (split, corrections)) in SPLITS.iter().zip(&mut self.corrections).enumerate() {
            let upper = left & (u64::MAX << (split + 1));
            let lower = left ^ upper;
            if upper == 0 {
                break;
            }
            let k = upper.trailing_zeros();
            let (before, of_whole) = (63 - (lower | 1).leading_zeros(), k - 1);
            let (of_whole, of_upper) = (of_whole - before, k - 1 - split);
            // Nothing changes where the runs are equal, which a branch could not foresee.
            corrections[ZRL] += (of_upper >> 4) as i32 - (of_whole >> 4) as i32;
            corrections[symbol(k, of_whole)] -= 1;
            corrections[symbol(k, of_upper)] += 1;
            continue_band(&mut self.ended[2 + 2 * s], &mut self.since[2 + 2 * s], n, upper >> 63 == 1);
        }
        for (s, split) in SPLITS.iter().enumerate() {
            if left & !(u64::MAX << (split + 1)) != 0 {
                continue_band(&mut self.ended[1 + 2 * s], &mut self.since[1 + 2 * s], n, left >> split & 1 == 1);
            }
        }
        continue_band(&mut self.ended[0], &mut self.since[0], n, left >> 63 == 1);
    }

    /// Ends all runs before block number `n`.
    fn end(&mut self, n: usize) {
        for (ended, since) in self.ended.iter_mut().zip(&mut self.since) {
            continue_band(ended, since, n, false);
        }
    }

    /// Returns the symbols of the whole band.
    pub(super) fn whole(&self) -> Count {
        self.count(0, &self.parts, None)
    }

    /// Returns the symbols of the lower and of the upper band of split number `s`.
    pub(super) fn halves(&self, s: usize) -> [Count; 2] {
        let (lower, upper) = self.parts.split_at(s + 1);
        [self.count(1 + 2 * s, lower, None), self.count(2 + 2 * s, upper, Some(&self.corrections[s]))]
    }

    fn count(&self, band: usize, parts: &[[u32; 256]], corrections: Option<&[i32; 256]>) -> Count {
        let mut count = Count::default();
        let frequencies = &mut count.frequencies[0];
        for part in parts {
            frequencies.iter_mut().zip(part).for_each(|(sum, n)| *sum += n);
        }
        for (sum, correction) in frequencies.iter_mut().zip(corrections.into_iter().flatten()) {
            *sum = sum.wrapping_add_signed(*correction);
        }
        for (n, runs) in self.ended[band][1..].iter().enumerate() {
            frequencies[n << 4] += runs;
        }
        count
    }
}

/// Counts the run of blocks before block number `n`, in which the band has a coefficient; `is_whole` if the last one.
#[inline(always)]
fn continue_band(ended: &mut [u32; 16], since: &mut usize, n: usize, is_whole: bool) {
    let mut run = n - *since;
    if run >= LONGEST_RUN {
        ended[15] += (run / LONGEST_RUN) as u32;
        run %= LONGEST_RUN;
    }
    ended[(usize::BITS - run.leading_zeros()) as usize & 15] += 1;
    *since = n + usize::from(is_whole);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jpeg::progressive::Scan;
    use crate::jpeg::progressive::dc::DcPlanes;
    use crate::jpeg::progressive::plain::{blocks, picture};
    use crate::jpeg::progressive::scan_coder::ScanCoder;
    use crate::shared::dispatch::dispatch_wide;
    use fearless_simd::Level;
    use noise::Noise;

    #[test]
    fn all_bands_are_counted_as_if_each_were_coded() {
        let mut noise = Noise::new(23);
        for sparse in [1, 3, 20, 64, 1000, 100_000] {
            let picture = picture(&[[1, 1]], [40, 30], || blocks(&mut noise, sparse));
            let component = &picture.components()[0];
            for interval in [0, 1, 30, 77] {
                let counts = dispatch_wide!(Level::new(), simd => BandCounts::of_component(simd, component, TRANSFORMS, Restarts::new(interval)));
                for (low, counts) in counts.iter().enumerate() {
                    let holds = |count: &Count, first: u32, last: u32| {
                        let mut coded = Count::default();
                        let scan = Scan::ac(0, first as u8..=last as u8, 0, low as u8);
                        ScanCoder::new((&picture, &DcPlanes::new(&picture)), &scan, interval).code(&mut coded);
                        assert!(coded.frequencies == count.frequencies, "{first} to {last}, Al {low}, one in {sparse}");
                    };
                    holds(&counts.whole(), 1, 63);
                    for (s, &split) in SPLITS.iter().enumerate() {
                        let [lower, upper] = counts.halves(s);
                        holds(&lower, 1, split);
                        holds(&upper, split + 1, 63);
                    }
                }
            }
        }
    }
}
