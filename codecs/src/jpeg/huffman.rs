//! Huffman tables: codes from code lengths, and optimal lengths for given frequencies. T.81 Annex C, Annex K.2.

use super::huffman_tables::{AC_CHROMA, AC_LUMA, DC_CHROMA, DC_LUMA};
use core::cmp::Reverse;

/// A Huffman table in the form of a DHT segment: the number of codes of each length, and the symbols in the order of
/// their codes.
///
/// ```
/// use codecs::jpeg::HuffmanSpec;
/// let dc = HuffmanSpec::DC_LUMA;
/// assert_eq!((dc.values().len(), dc.counts()[1]), (12, 1)); // one code of two bits
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HuffmanSpec {
    counts: [u8; 16],
    values: [u8; 256],
    len: usize,
}

impl HuffmanSpec {
    /// T.81 Table K.3.
    pub const DC_LUMA: HuffmanSpec = HuffmanSpec::of(&DC_LUMA.0, DC_LUMA.1);
    /// T.81 Table K.4.
    pub const DC_CHROMA: HuffmanSpec = HuffmanSpec::of(&DC_CHROMA.0, DC_CHROMA.1);
    /// T.81 Table K.5.
    pub const AC_LUMA: HuffmanSpec = HuffmanSpec::of(&AC_LUMA.0, AC_LUMA.1);
    /// T.81 Table K.6.
    pub const AC_CHROMA: HuffmanSpec = HuffmanSpec::of(&AC_CHROMA.0, AC_CHROMA.1);

    const fn of(counts: &[u8; 16], values: &[u8]) -> HuffmanSpec {
        let mut spec = HuffmanSpec { counts: *counts, values: [0; 256], len: values.len() };
        let mut k = 0;
        while k < values.len() {
            spec.values[k] = values[k];
            k += 1;
        }
        spec
    }

    /// Returns the table of a DHT segment (BITS, HUFFVAL); `None` if it is not a prefix code of at most 16 bits, or if
    /// the number of symbols differs from the number of codes.
    ///
    /// ```
    /// use codecs::jpeg::{HuffmanSpec, huffman_tables::DC_LUMA};
    /// assert_eq!(HuffmanSpec::new(&DC_LUMA.0, DC_LUMA.1), Some(HuffmanSpec::DC_LUMA));
    /// assert_eq!(HuffmanSpec::new(&[3; 16], &[0; 48]), None); // three codes of one bit
    /// ```
    pub fn new(counts: &[u8; 16], values: &[u8]) -> Option<HuffmanSpec> {
        let codes: usize = counts.iter().map(|&n| usize::from(n)).sum();
        let words: u32 = counts.iter().zip(1..).map(|(&n, length)| u32::from(n) << (16 - length)).sum();
        let sound = codes == values.len() && codes <= 256 && words <= 1 << 16;
        sound.then(|| HuffmanSpec::of(counts, values))
    }

    /// Returns the number of codes of 1 to 16 bits (BITS).
    pub fn counts(&self) -> &[u8; 16] {
        &self.counts
    }

    /// Returns the symbols in the order of their codes (HUFFVAL).
    pub fn values(&self) -> &[u8] {
        &self.values[..self.len]
    }

    /// Returns the table that codes symbols of these frequencies in the fewest bits, with codes of at most 16 bits and
    /// no code of all ones (Annex K.2, Figures K.1 to K.4). Symbols of frequency 0 get no code.
    ///
    /// The figures do not say which of several symbols of equal frequency to merge first; this function takes the
    /// greatest.
    ///
    /// ```
    /// use codecs::jpeg::HuffmanSpec;
    /// let mut frequencies = [0; 256];
    /// (frequencies[7], frequencies[9]) = (1000, 3);
    /// let spec = HuffmanSpec::optimal(&frequencies);
    /// assert_eq!((spec.values(), &spec.counts()[..3]), (&[7, 9][..], &[1, 1, 0][..])); // 0, 10; 11 is kept free
    /// ```
    pub fn optimal(frequencies: &[u32; 256]) -> HuffmanSpec {
        let mut counts = code_lengths(frequencies);
        // Figure K.3: no code is longer than 16 bits. Two of the longest codes become one that is a bit shorter, and a
        // shorter code becomes two that are a bit longer.
        for long in (17..counts.len()).rev() {
            while counts[long] > 0 {
                let mut short = long - 2;
                while counts[short] == 0 {
                    short -= 1;
                }
                counts[long] -= 2;
                counts[long - 1] += 1;
                counts[short + 1] += 2;
                counts[short] -= 1;
            }
        }
        // The code of all ones is one of the longest. It belongs to the reserved symbol.
        if let Some(longest) = counts.iter().rposition(|&n| n > 0) {
            counts[longest] -= 1;
        }
        let mut spec = HuffmanSpec { counts: [0; 16], values: [0; 256], len: 0 };
        for (length, count) in spec.counts.iter_mut().enumerate() {
            *count = counts[length + 1] as u8;
        }
        for symbol in symbols_by_length(frequencies) {
            spec.values[spec.len] = symbol;
            spec.len += 1;
        }
        spec
    }

    /// Returns the code of every symbol (Annex C). Symbols without a code have length 0.
    pub fn codes(&self) -> HuffmanCodes {
        let mut codes = [Code { bits: 0, len: 0 }; 256];
        let (mut code, mut k) = (0_u32, 0);
        for (length, &count) in self.counts.iter().enumerate() {
            for _ in 0..count {
                codes[usize::from(self.values[k])] = Code { bits: code as u16, len: length as u16 + 1 };
                code += 1;
                k += 1;
            }
            code <<= 1;
        }
        HuffmanCodes(codes)
    }
}

/// The code of one symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The code, right-aligned.
    pub bits: u16,
    /// The number of bits, 1 to 16; 0 if the symbol has no code.
    pub len: u16,
}

/// The code of every symbol. Made by [`HuffmanSpec::codes`].
///
/// ```
/// use codecs::jpeg::{Code, HuffmanSpec};
/// let codes = HuffmanSpec::DC_LUMA.codes();
/// assert_eq!(codes.of(0), Code { bits: 0b00, len: 2 });
/// assert_eq!(codes.of(11), Code { bits: 0b1_1111_1110, len: 9 });
/// ```
#[derive(Clone, Debug)]
pub struct HuffmanCodes([Code; 256]);

impl HuffmanCodes {
    /// Returns the code of a symbol.
    #[inline(always)]
    pub fn of(&self, symbol: u8) -> Code {
        self.0[usize::from(symbol)]
    }
}

/// The reserved symbol, which keeps the code of all ones free.
const RESERVED: usize = 256;

/// Returns the code lengths of all symbols before the limit of 16 bits is applied (Figure K.1).
fn lengths_by_symbol(frequencies: &[u32; 256]) -> [u8; 257] {
    // The least frequent symbols last; the greatest of several with equal frequency is behind the others.
    let mut nodes = [(Reverse(1_u64), RESERVED); 257];
    for (symbol, (node, &frequency)) in nodes.iter_mut().zip(frequencies).enumerate() {
        *node = (Reverse(u64::from(frequency)), symbol);
    }
    nodes.sort_unstable();
    let mut left = nodes.iter().filter(|(frequency, _)| frequency.0 > 0).count();
    let mut lengths = [0_u8; 257];
    let mut others = [None; 257];
    while let [before @ .., (one, second), (other, first)] = &nodes[..left] {
        let (mut first, mut second) = (*first, *second);
        let merged = (Reverse(one.0 + other.0), first);
        let place = before.partition_point(|node| *node < merged);
        left -= 1;
        nodes[place..left].rotate_right(1);
        nodes[place] = merged;
        // Each symbol of the two branches gets one bit longer, and the branches are chained.
        loop {
            lengths[first] += 1;
            match others[first] {
                Some(next) => first = next,
                None => break,
            }
        }
        others[first] = Some(second);
        loop {
            lengths[second] += 1;
            match others[second] {
                Some(next) => second = next,
                None => break,
            }
        }
    }
    lengths
}

/// Returns the number of codes of each length, with that of the reserved symbol (Figure K.2). Lengths are at most 256.
fn code_lengths(frequencies: &[u32; 256]) -> [u32; 258] {
    let mut counts = [0; 258];
    for length in lengths_by_symbol(frequencies) {
        counts[usize::from(length)] += u32::from(length > 0);
    }
    counts
}

/// Returns the symbols that occur, sorted by the length of their unlimited codes (Figure K.4).
fn symbols_by_length(frequencies: &[u32; 256]) -> impl Iterator<Item = u8> {
    let lengths = lengths_by_symbol(frequencies);
    let mut symbols: Vec<u8> = (0..=255).filter(|&s| lengths[usize::from(s)] > 0).collect();
    symbols.sort_by_key(|&s| (lengths[usize::from(s)], s));
    symbols.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::Noise;

    fn kraft(spec: &HuffmanSpec) -> u32 {
        spec.counts().iter().enumerate().map(|(k, &n)| u32::from(n) << (15 - k)).sum()
    }

    #[test]
    fn an_optimal_table_is_a_prefix_code_that_leaves_all_ones_free() {
        let mut noise = Noise::new(3);
        for round in 1..=257_usize {
            let mut frequencies = [0; 256];
            for _ in 0..round {
                // Some distributions are steep enough for unlimited codes of more than 16 bits.
                frequencies[noise.below(256)] = 1 << noise.below(32).min(30);
            }
            let spec = HuffmanSpec::optimal(&frequencies);
            let used = frequencies.iter().filter(|&&f| f > 0).count();
            assert_eq!((spec.values().len(), spec.counts().iter().map(|&n| usize::from(n)).sum()), (used, used));
            assert!(kraft(&spec) < 1 << 16, "a code is left free");
            let codes = spec.codes();
            assert!((0..=255).all(|s| (codes.of(s).len > 0) == (frequencies[usize::from(s)] > 0)));
            assert!(
                (0..=255).all(|s| codes.of(s).len == 0 || codes.of(s).bits.count_ones() < u32::from(codes.of(s).len))
            );
        }
    }

    #[test]
    fn the_codes_of_annex_k_are_those_it_prints() {
        // Tables K.3 to K.6.
        let bits = |spec: HuffmanSpec, symbol| {
            let code = spec.codes().of(symbol);
            format!("{:0width$b}", code.bits, width = usize::from(code.len))
        };
        assert_eq!(bits(HuffmanSpec::DC_CHROMA, 11), "11111111110");
        assert_eq!(bits(HuffmanSpec::AC_LUMA, 0x00), "1010");
        assert_eq!(bits(HuffmanSpec::AC_LUMA, 0xF0), "11111111001");
        assert_eq!(bits(HuffmanSpec::AC_CHROMA, 0x11), "1011");
        assert_eq!(bits(HuffmanSpec::AC_CHROMA, 0xFA), "1111111111111110");
    }
}
