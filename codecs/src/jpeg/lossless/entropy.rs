//! Huffman coding of differences (T.81 H.1.2.2). A code is the category of a difference, `SSSS` of Table H.2, followed
//! by the bits that identify it within its category.

use crate::jpeg::entropy_segment::{CODES, EntropySegment};
use crate::jpeg::huffman::HuffmanSpec;
use fearless_simd::Simd;

/// The number of categories of Table H.2: 0 to 16.
pub(super) const CATEGORIES: usize = 17;

/// Returns the category of a difference: the number of bits of its magnitude. Only -32768, equal to 32768 modulo 2^16,
/// has category 16.
#[inline(always)]
fn category(difference: i16) -> usize {
    16 - difference.unsigned_abs().leading_zeros() as usize
}

/// The number of differences of each category.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Frequencies([u64; CATEGORIES]);

/// The number of differences counted at once: a multiple of the register width, and small enough for 16-bit sums.
const COUNTED: usize = 512;

impl Frequencies {
    /// Counts the differences of a line.
    ///
    /// For each category, the differences that reach its least magnitude are counted without branches or tables, in as
    /// many lanes as registers have. A category has those that reach it, less those that reach the next category.
    #[inline(always)]
    pub(super) fn count(&mut self, differences: &[i16]) {
        let (chunks, rest) = differences.as_chunks::<COUNTED>();
        for chunk in chunks {
            let mut all = 0;
            for &difference in chunk {
                all |= difference.unsigned_abs();
            }
            let mut reached = [0_u16; CATEGORIES + 1];
            reached[0] = COUNTED as u16;
            let categories = 16 - all.leading_zeros() as usize;
            for (bit, reached) in reached[1..=categories].iter_mut().enumerate() {
                for &difference in chunk {
                    *reached += u16::from(difference.unsigned_abs() >= 1 << bit);
                }
            }
            for k in 0..CATEGORIES {
                self.0[k] += u64::from(reached[k] - reached[k + 1]);
            }
        }
        for &difference in rest {
            self.0[category(difference)] += 1;
        }
    }

    /// Adds the counts of `other`.
    pub(super) fn add(&mut self, other: &Frequencies) {
        for (sum, n) in self.0.iter_mut().zip(&other.0) {
            *sum += n;
        }
    }

    /// Returns the table that codes the differences in the fewest bits.
    pub(super) fn optimal(&self) -> HuffmanSpec {
        // The counts can exceed 32 bits and are scaled; a category that occurs keeps a code.
        let scale = (self.0.iter().sum::<u64>() >> 32).checked_ilog2().map_or(0, |bits| bits + 1);
        let mut frequencies = [0; 256];
        for (scaled, &n) in frequencies.iter_mut().zip(&self.0) {
            *scaled = (n >> scale).max(u64::from(n > 0)) as u32;
        }
        HuffmanSpec::optimal(&frequencies)
    }

    /// Returns the number of bits of the differences coded with their optimal table, including the symbols of the
    /// table.
    pub(super) fn bits(&self) -> u64 {
        let (spec, mut bits) = (self.optimal(), 0);
        let codes = spec.codes();
        for (k, &n) in self.0.iter().enumerate() {
            bits += n * u64::from(codes.of(k as u8).len + extra_bits(k) as u16);
        }
        bits + 8 * spec.values().len() as u64
    }
}

/// Returns the number of bits that follow the code of a category.
fn extra_bits(category: usize) -> u32 {
    if category == 16 { 0 } else { category as u32 }
}

/// Returns the table for one-pass coding, with a code for every category. The categories from 1 to half of the bits of
/// a sample after the point transform (at least 1) are equally likely; each category farther away is half as likely as
/// its neighbour.
pub(super) fn fixed_table(bits: u8) -> HuffmanSpec {
    let half = (u32::from(bits) / 2).max(1);
    let mut frequencies = [0; 256];
    for (k, n) in (0_u32..).zip(&mut frequencies[..CATEGORIES]) {
        *n = 1 << (16 - k.abs_diff(k.clamp(1, half)));
    }
    HuffmanSpec::optimal(&frequencies)
}

/// The code of a category, shifted to leave room for its extra bits.
#[derive(Clone, Copy, Debug, Default)]
struct RoomyCode {
    /// `code << extra bits`.
    code: u32,
    /// The mask of the extra bits of a difference.
    mask: u16,
    /// The total number of bits.
    len: u16,
}

/// The bound of the small differences, `-SMALL` to `SMALL - 1`, whose codes are tabulated; each has at most 27 bits.
const SMALL: i16 = 1024;

/// The codes of all differences.
#[derive(Clone, Debug)]
pub(super) struct Codes {
    categories: [RoomyCode; 32],
    /// The codes of small differences with their extra bits, and in the lowest 5 bits the number of bits.
    small: [u32; 2 * SMALL as usize],
}

impl Codes {
    pub(super) fn new(spec: &HuffmanSpec) -> Self {
        let codes = spec.codes();
        let roomy = |category: usize| {
            if category >= CATEGORIES {
                return RoomyCode::default();
            }
            let (code, extra) = (codes.of(category as u8), extra_bits(category));
            let mask = ((1_u32 << extra) - 1) as u16;
            RoomyCode { code: u32::from(code.bits) << extra, mask, len: code.len + extra as u16 }
        };
        let mut codes = Codes { categories: core::array::from_fn(roomy), small: [0; _] };
        for (small, difference) in (-SMALL..SMALL).enumerate() {
            let (bits, len) = codes.computed(difference);
            codes.small[small] = bits << 5 | len;
        }
        codes
    }

    /// Returns the code of a difference with its extra bits, and the number of bits.
    #[inline(always)]
    fn computed(&self, difference: i16) -> (u32, u32) {
        let RoomyCode { code, mask, len } = self.categories[category(difference) & 31];
        // The extra bits of a negative difference are those of the difference less 1 (F.1.2.1.1).
        let bits = difference.wrapping_add(difference >> 15) as u16 & mask;
        (code | u32::from(bits), len.into())
    }

    /// Returns the tabulated code of a small difference, and the number of bits.
    #[inline(always)]
    fn looked_up(&self, difference: i16) -> (u32, u32) {
        let small = self.small[(difference + SMALL) as usize % (2 * SMALL as usize)];
        (small >> 5, small & 31)
    }

    /// Writes the codes of differences.
    #[inline(always)]
    pub(super) fn write<S: Simd>(&self, simd: S, differences: &[i16], segment: &mut EntropySegment) {
        for differences in differences.chunks(CODES) {
            let mut all = 0;
            for &difference in differences {
                all |= difference.unsigned_abs();
            }
            if all < SMALL as u16 {
                segment.put_codes::<2, _, _>(simd, differences, |difference| self.looked_up(difference));
            } else {
                segment.put_codes::<1, _, _>(simd, differences, |difference| self.computed(difference));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::dispatch::dispatch_wide;
    use fearless_simd::Level;

    /// Returns the category by Table H.2: its differences have magnitudes between two powers of two.
    fn category_of_table_h_2(difference: i16) -> usize {
        let magnitude = i32::from(difference).abs();
        (0..CATEGORIES).find(|&ssss| magnitude < 1 << ssss).expect("16 bits at most")
    }

    #[test]
    fn every_difference_has_the_category_of_table_h_2() {
        for difference in i16::MIN..=i16::MAX {
            assert_eq!(category(difference), category_of_table_h_2(difference), "{difference}");
        }
    }

    #[test]
    fn lines_are_counted_as_their_differences_one_by_one() {
        // Every difference once, in an order that mixes categories; prefixes of it of lengths around those of chunks.
        let all: Vec<i16> = (0..=u16::MAX).map(|n| n.wrapping_mul(40_503) as i16).collect();
        let small: Vec<i16> = all.iter().map(|difference| difference >> 11).collect();
        for differences in [&all, &small] {
            for len in [0, 1, 16, COUNTED - 1, COUNTED, COUNTED + 1, 2 * COUNTED + 77, differences.len()] {
                let mut plain = [0; CATEGORIES];
                for &difference in &differences[..len] {
                    plain[category_of_table_h_2(difference)] += 1;
                }
                let mut counted = Frequencies::default();
                counted.count(&differences[..len]);
                assert_eq!(counted.0, plain, "{len} differences");
            }
        }
    }

    #[test]
    fn a_chunk_of_one_difference_does_not_overflow_its_count() {
        for difference in [0, 1, -1, i16::MAX, i16::MIN] {
            let mut counted = Frequencies::default();
            counted.count(&[difference; COUNTED]);
            assert_eq!(counted.0[category(difference)], COUNTED as u64);
            assert_eq!(counted.0.iter().sum::<u64>(), COUNTED as u64);
        }
    }

    #[test]
    fn differences_are_written_as_table_h_2_says() {
        for bits in 1..=16 {
            let spec = fixed_table(bits);
            let (codes, mut fast, mut plain) = (Codes::new(&spec), EntropySegment::new(), EntropySegment::new());
            let differences: Vec<i16> = (0..=u16::MAX).map(|n| n.wrapping_mul(40_503) as i16).collect();
            dispatch_wide!(Level::new(), simd => codes.write(simd, &differences, &mut fast));
            for &difference in &differences {
                let ssss = category_of_table_h_2(difference);
                let code = spec.codes().of(ssss as u8);
                plain.put(code.bits.into(), code.len.into());
                // The lowest bits of a positive difference, and of a negative one less one; none for 0 and -32768.
                let low = i32::from(difference) - i32::from(difference < 0);
                let extra = if ssss == 16 { 0 } else { ssss as u32 };
                plain.put(low as u32 & ((1 << extra) - 1), extra);
            }
            assert!(fast.finish() == plain.finish(), "{bits} bits");
        }
    }

    #[test]
    fn the_fixed_table_has_a_code_for_every_category() {
        for bits in 1..=16 {
            let mut values = fixed_table(bits).values().to_vec();
            values.sort_unstable();
            assert!(values.into_iter().eq(0..CATEGORIES as u8), "{bits} bits");
        }
    }

    #[test]
    fn counts_that_32_bits_do_not_hold_keep_a_code_for_every_category() {
        let mut frequencies = Frequencies([1; CATEGORIES]);
        frequencies.0[3] = 1 << 45;
        assert_eq!(frequencies.optimal().values().len(), CATEGORIES);
        assert_eq!(frequencies.optimal().values()[0], 3);
    }
}
