//! [`HuffmanDecoder`]: decodes symbols bit by bit as in T.81 F.2.2.3: slow and simple.

use super::huffman::HuffmanSpec;

/// The decoding tables of Figure F.15, by code length from 1 bit on.
///
/// ```
/// use codecs::jpeg::{HuffmanDecoder, HuffmanSpec};
/// let decoder = HuffmanDecoder::new(&HuffmanSpec::DC_LUMA);
/// let mut bits = [1, 1, 1, 0, 1].into_iter();
/// assert_eq!(decoder.decode(|| bits.next()), Some((6, 4))); // 1110
/// assert_eq!(decoder.decode(|| bits.next()), None); // 1, and no more
/// ```
#[derive(Clone, Debug)]
pub struct HuffmanDecoder {
    /// HUFFVAL.
    values: Vec<u8>,
    /// MINCODE, MAXCODE + 1, VALPTR.
    lengths: [Length; 16],
}

/// The codes of one length.
#[derive(Clone, Copy, Debug, Default)]
struct Length {
    least: u32,
    /// The greatest code plus one.
    end: u32,
    /// The index of the first value.
    first: usize,
}

impl HuffmanDecoder {
    /// Returns a decoder for the codes of a table. See [`HuffmanDecoder`] for an example.
    pub fn new(spec: &HuffmanSpec) -> Self {
        let mut lengths = [Length::default(); 16];
        let (mut code, mut first) = (0, 0);
        for (length, &count) in lengths.iter_mut().zip(spec.counts()) {
            *length = Length { least: code, end: code + u32::from(count), first };
            first += usize::from(count);
            code = length.end << 1;
        }
        HuffmanDecoder { values: spec.values().to_vec(), lengths }
    }

    /// Decodes a symbol (procedure DECODE, Figure F.16) and returns it with the length of its code; `None` if the bits
    /// end too early or do not begin a code. See [`HuffmanDecoder`] for an example.
    pub fn decode(&self, mut next_bit: impl FnMut() -> Option<u32>) -> Option<(u8, u32)> {
        let mut code = 0;
        for (length, n) in self.lengths.iter().zip(1..) {
            code = code << 1 | next_bit()?;
            if (length.least..length.end).contains(&code) {
                return Some((self.values[length.first + (code - length.least) as usize], n));
            }
        }
        None
    }
}

/// Returns the value whose `ssss` additional bits are `bits` (procedure EXTEND, Figure F.12).
///
/// ```text
///   ssss 3:  000 .. 011 are -7 .. -4,  100 .. 111 are 4 .. 7
/// ```
pub(super) fn extend(bits: u32, ssss: u32) -> i64 {
    let (bits, half) = (i64::from(bits), (1_i64 << ssss) >> 1);
    if bits < half { bits - 2 * half + 1 } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_annex_k_is_decoded_to_its_symbol() {
        let specs = [HuffmanSpec::DC_LUMA, HuffmanSpec::DC_CHROMA, HuffmanSpec::AC_LUMA, HuffmanSpec::AC_CHROMA];
        for spec in specs {
            let (codes, decoder) = (spec.codes(), HuffmanDecoder::new(&spec));
            for &symbol in spec.values() {
                let code = codes.of(symbol);
                let mut bits = (0..code.len).rev().map(|n| u32::from(code.bits >> n & 1));
                assert_eq!(decoder.decode(|| bits.next()), Some((symbol, u32::from(code.len))));
                assert_eq!(bits.next(), None);
            }
            assert_eq!(decoder.decode(|| Some(1)), None, "the code of all ones is free");
        }
    }

    #[test]
    fn additional_bits_are_those_of_table_f_1() {
        assert_eq!([extend(0, 0), extend(0, 1), extend(1, 1)], [0, -1, 1]);
        assert_eq!([extend(0, 3), extend(3, 3), extend(4, 3), extend(7, 3)], [-7, -4, 4, 7]);
        assert_eq!([extend(0, 11), extend(2047, 11)], [-2047, 2047]);
    }
}
