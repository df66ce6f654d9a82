//! [`SymbolSink`]: what receives the symbols of a scan.
//!
//! `Writer` writes symbols, `TokenSink` counts them and keeps them until the optimal tables are known, and
//! [`SymbolCounts`] only counts them.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::dct::Block8x8;
use crate::jpeg::huffman::HuffmanSpec;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::Avx512;

/// A receiver of the symbols of a scan.
pub(super) trait SymbolSink {
    /// The receiver of the symbols of one block.
    type Block<'b>: BlockSink
    where
        Self: 'b;
    /// Begins a block that uses Huffman tables number `table`.
    fn block(&mut self, table: usize) -> Self::Block<'_>;
    /// Ends a restart interval; `n` is its number, from 0.
    fn restart(&mut self, n: usize);
}

/// A receiver of the symbols of one block.
pub(super) trait BlockSink {
    /// Receives a DC difference: its category (0 to 11) and its extra bits.
    fn dc(&mut self, category: u32, bits: u32);
    /// Receives an AC symbol, `RRRRSSSS`, and its `SSSS` extra bits.
    fn ac(&mut self, symbol: u32, bits: u32);
    /// Receives all AC symbols of a block. Returns whether it did; if not, they come one by one. By default does not.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn take_ac(&mut self, _avx512: Avx512, _block: &Block8x8) -> bool {
        false
    }
    /// Ends the block.
    fn end(self);
}

/// A pair of Huffman tables: DC and AC.
pub(super) type TablePair = [HuffmanSpec; 2];

/// Returns the tables of Annex K for luma and chroma.
pub(super) fn annex_k() -> [TablePair; 2] {
    [[HuffmanSpec::DC_LUMA, HuffmanSpec::AC_LUMA], [HuffmanSpec::DC_CHROMA, HuffmanSpec::AC_CHROMA]]
}

/// The number of occurrences of each symbol, by table and class (DC, AC).
pub(super) type Frequencies = [[[u32; 256]; 2]; 2];

/// A sink that counts symbols.
pub(super) struct SymbolCounts {
    pub(super) frequencies: Box<Frequencies>,
}

impl SymbolCounts {
    pub(super) fn new() -> Self {
        SymbolCounts { frequencies: Box::new([[[0; 256]; 2]; 2]) }
    }
}

impl SymbolSink for SymbolCounts {
    type Block<'b> = &'b mut [[u32; 256]; 2];
    #[inline(always)]
    fn block(&mut self, table: usize) -> Self::Block<'_> {
        &mut self.frequencies[table & 1]
    }
    fn restart(&mut self, _: usize) {}
}

/// The counts of both classes of a pair of tables: DC and AC.
impl BlockSink for &mut [[u32; 256]; 2] {
    #[inline(always)]
    fn dc(&mut self, category: u32, _: u32) {
        self[0][category as usize & 255] += 1;
    }
    #[inline(always)]
    fn ac(&mut self, symbol: u32, _: u32) {
        self[1][symbol as usize & 255] += 1;
    }
    #[inline(always)]
    fn end(self) {}
}
