//! Sinks of the symbols of a scan: [`Count`] counts them, [`Writer`] writes them.
//!
//! A scan is coded twice by the same code: counted, to make its Huffman tables, and written.

use crate::jpeg::entropy_segment::{Burst, EntropySegment};
use crate::jpeg::huffman::HuffmanSpec;

/// A receiver of the symbols of a scan.
pub(super) trait ScanSink {
    /// `true` if the values of bits are used, and not only their numbers.
    const USES_BITS: bool;
    /// The receiver of the symbols of a block.
    type Burst<'b>: BurstSink
    where
        Self: 'b;
    /// Begins up to 2048 bits.
    fn burst(&mut self) -> Self::Burst<'_>;
    /// Ends a restart interval; `n` is its number, from 0.
    fn restart(&mut self, n: usize);
}

/// A receiver of up to 2048 bits.
pub(super) trait BurstSink {
    /// Receives a symbol of Huffman table `table`, 0 or 1, and its extra bits.
    fn symbol(&mut self, table: usize, symbol: u32, bits: u32);
    /// Receives the lowest `n` bits of `bits`, 0 to 32, which are written without a code; the higher bits are 0.
    fn raw(&mut self, bits: u32, n: u32);
    /// Ends the bits.
    fn end(self);
}

/// The class of a scan's Huffman tables, which determines the extra bits of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Categories of DC differences (Table F.1).
    Dc,
    /// `RRRRSSSS` of AC coefficients, and `EOBn` (Tables G.1 and G.2).
    Ac,
}

impl Class {
    /// Returns the number of extra bits of a symbol.
    pub(super) const fn extra(self, symbol: u32) -> u32 {
        match (self, symbol >> 4, symbol & 15) {
            (Class::Dc, ..) => symbol & 15,
            // ZRL has none, EOBn has the n low bits of the run.
            (Class::Ac, 15, 0) => 0,
            (Class::Ac, n, 0) => n,
            (Class::Ac, _, size) => size,
        }
    }
}

/// The code of every symbol, shifted to leave room for its extra bits, and the number of bits of both.
pub(super) struct Codes([(u32, u32); 256]);

impl Codes {
    pub(super) fn new(class: Class, spec: &HuffmanSpec) -> Self {
        let codes = spec.codes();
        Codes(core::array::from_fn(|symbol| {
            let (code, extra) = (codes.of(symbol as u8), class.extra(symbol as u32));
            (u32::from(code.bits) << extra, u32::from(code.len) + extra)
        }))
    }
}

/// A sink that writes symbols with the codes of two tables.
pub(super) struct Writer<'s> {
    pub(super) codes: [Codes; 2],
    pub(super) segment: &'s mut EntropySegment,
}

/// The [`BurstSink`] of [`Writer`].
pub(super) struct WriterBurst<'b> {
    codes: &'b [Codes; 2],
    burst: Burst<'b>,
}

impl ScanSink for Writer<'_> {
    const USES_BITS: bool = true;
    type Burst<'b>
        = WriterBurst<'b>
    where
        Self: 'b;
    #[inline(always)]
    fn burst(&mut self) -> WriterBurst<'_> {
        WriterBurst { codes: &self.codes, burst: self.segment.burst() }
    }
    fn restart(&mut self, n: usize) {
        self.segment.restart(n);
    }
}

impl BurstSink for WriterBurst<'_> {
    #[inline(always)]
    fn symbol(&mut self, table: usize, symbol: u32, bits: u32) {
        let (code, len) = self.codes[table & 1].0[symbol as usize & 255];
        self.burst.put(code | bits, len);
    }
    #[inline(always)]
    fn raw(&mut self, bits: u32, n: u32) {
        self.burst.put(bits, n);
    }
    #[inline(always)]
    fn end(self) {
        self.burst.end();
    }
}

/// A sink that counts symbols, by table, and the bits without a code.
#[derive(Clone)]
pub(super) struct Count {
    pub(super) frequencies: [[u32; 256]; 2],
    pub(super) raw: u64,
}

impl Default for Count {
    fn default() -> Self {
        Count { frequencies: [[0; 256]; 2], raw: 0 }
    }
}

impl ScanSink for Count {
    const USES_BITS: bool = false;
    type Burst<'b> = &'b mut Count;
    #[inline(always)]
    fn burst(&mut self) -> &mut Count {
        self
    }
    fn restart(&mut self, _n: usize) {}
}

impl BurstSink for &mut Count {
    #[inline(always)]
    fn symbol(&mut self, table: usize, symbol: u32, _bits: u32) {
        self.frequencies[table & 1][symbol as usize & 255] += 1;
    }
    #[inline(always)]
    fn raw(&mut self, _bits: u32, n: u32) {
        self.raw += u64::from(n);
    }
    #[inline(always)]
    fn end(self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extra_bits_are_those_of_annex_g() {
        assert_eq!([0x00, 0x05, 0x0B].map(|symbol| Class::Dc.extra(symbol)), [0, 5, 11]);
        assert_eq!([0x00, 0x10, 0xE0, 0xF0].map(|symbol| Class::Ac.extra(symbol)), [0, 1, 14, 0]);
        assert_eq!([0x01, 0xF1, 0x3A].map(|symbol| Class::Ac.extra(symbol)), [1, 1, 10]);
    }
}
