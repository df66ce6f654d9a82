//! [`Rates`]: the bits of AC coefficients under a Huffman code (T.81 F.1.2.2).

use crate::jpeg::huffman::HuffmanSpec;

/// The categories of AC coefficients: 1 to 10 (Table F.2).
pub(super) const CATEGORIES: usize = 10;

/// The bits of a symbol that has no code: those of the longest code.
const NO_CODE: u16 = 16;

/// The number of bits of every AC coefficient, with the run of zeros before it and its sign and magnitude.
///
/// ```
/// use codecs::jpeg::{HuffmanSpec, quantization::Rates};
/// let rates = Rates::new(&HuffmanSpec::AC_LUMA);
/// assert_eq!(rates.of(0, 1), 3.0); // 00 and a sign
/// assert_eq!(rates.of(17, 1), 11.0 + 5.0); // 16 zeros, then 1100 and a sign
/// assert_eq!(rates.end(), 4.0); // 1010
/// ```
#[derive(Clone, Debug)]
pub struct Rates {
    /// By category and run, with the bits of 16 zeros (ZRL); categories other than 1 to 10 are not used.
    bits: [[f32; 64]; 16],
    /// The bits of the end of a block (EOB).
    end: f32,
    /// The most bits by which a shorter run costs more than a longer one, for coefficients up to each category.
    excess: [f32; CATEGORIES + 1],
}

impl Rates {
    /// Returns the rates under a Huffman table. A symbol without a code is taken to have one of 16 bits, as the table
    /// of a later pass may give it one.
    pub fn new(ac: &HuffmanSpec) -> Self {
        let codes = ac.codes();
        let of = |symbol: usize| match codes.of(symbol as u8).len {
            0 => NO_CODE,
            bits => bits,
        };
        let (sixteen, end) = (of(0xF0), f32::from(of(0x00)));
        let bits = core::array::from_fn(|category| {
            core::array::from_fn(|run| {
                let sixteens = sixteen * (run >> 4) as u16;
                f32::from(sixteens + of((run & 15) << 4 | category) + category as u16)
            })
        });
        let mut rates = Rates { bits, end, excess: [0.0; CATEGORIES + 1] };
        for category in 1..=CATEGORIES {
            let mut most = rates.excess[category - 1];
            let mut highest = 0.0_f32;
            for run in 0..=62 {
                let bits = rates.of(run, category);
                highest = highest.max(bits);
                most = most.max(highest - bits);
            }
            rates.excess[category] = most;
        }
        rates
    }

    /// Returns the bits of a coefficient of category 1 to 10 after `run` zeros.
    ///
    /// Other categories have no meaning.
    #[inline(always)]
    pub fn of(&self, run: usize, category: usize) -> f32 {
        self.of_category(category)[run & 63]
    }

    /// Returns the bits of a coefficient of a category by the number of zeros before it.
    #[inline(always)]
    pub(super) fn of_category(&self, category: usize) -> &[f32; 64] {
        &self.bits[category & 15]
    }

    /// Returns the bits of the end of a block, which are due unless its last coefficient is not 0.
    pub fn end(&self) -> f32 {
        self.end
    }

    /// Returns a bound: for coefficients of category 1 to `category`, no run costs more than this above a longer run.
    #[inline(always)]
    pub(super) fn excess(&self, category: usize) -> f32 {
        self.excess[category]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_excess_bounds_what_a_shorter_run_costs_more() {
        for spec in [HuffmanSpec::AC_LUMA, HuffmanSpec::AC_CHROMA] {
            let rates = Rates::new(&spec);
            for category in 1..=CATEGORIES {
                for (long, short) in (0..63).flat_map(|long| (0..long).map(move |short| (long, short))) {
                    assert!(rates.of(short, category) - rates.of(long, category) <= rates.excess(category));
                }
            }
        }
    }
}
