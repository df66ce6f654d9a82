//! Sinks of the symbols of a scan, and the codes of the symbols.
//!
//! [`Writer`] writes symbols at once, [`SymbolCounts`] only counts them, and `Tokens` keeps and counts them until the optimal
//! tables are known.

use crate::jpeg::entropy_segment::{Burst, EntropySegment};
use crate::jpeg::huffman::HuffmanSpec;
use std::sync::Arc;

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
    /// Ends the block.
    fn end(self);
}

/// A pair of Huffman tables: DC and AC.
pub(super) type TablePair = [HuffmanSpec; 2];

/// Returns the tables of Annex K for luma and chroma.
pub(super) fn annex_k() -> [TablePair; 2] {
    [[HuffmanSpec::DC_LUMA, HuffmanSpec::AC_LUMA], [HuffmanSpec::DC_CHROMA, HuffmanSpec::AC_CHROMA]]
}

/// The code of every symbol, shifted to leave room for its extra bits: `code << extra bits` in the upper 27 bits, the
/// total number of bits in the lower 5. A coefficient takes one lookup and one `put`.
#[derive(Clone, Debug)]
pub(super) struct RoomyCodes([u32; 256]);

impl RoomyCodes {
    fn new(spec: &HuffmanSpec) -> Self {
        let codes = spec.codes();
        RoomyCodes(core::array::from_fn(|symbol| {
            let (code, extra) = (codes.of(symbol as u8), symbol as u32 & 15);
            (u32::from(code.bits) << extra) << 5 | (u32::from(code.len) + extra) & 31
        }))
    }

    #[inline(always)]
    fn put(&self, burst: &mut Burst<'_>, symbol: u32, bits: u32) {
        let entry = self.0[symbol as usize & 255];
        burst.put(entry >> 5 | bits, entry & 31);
    }
}

/// The codes of a scan: DC and AC for each of the two table pairs.
#[derive(Clone, Debug)]
pub(super) struct Codes([[RoomyCodes; 2]; 2]);

impl Codes {
    pub(super) fn new(tables: &[TablePair; 2]) -> Self {
        Codes(tables.each_ref().map(|pair| pair.each_ref().map(RoomyCodes::new)))
    }
}

/// A sink that writes symbols immediately.
pub(super) struct Writer {
    pub(super) codes: Arc<Codes>,
    pub(super) segment: EntropySegment,
}

impl Writer {
    /// Returns a sink that writes with these tables.
    pub(super) fn new(tables: &[TablePair; 2]) -> Self {
        Writer { codes: Arc::new(Codes::new(tables)), segment: EntropySegment::new() }
    }
}

/// The [`BlockSink`] of [`Writer`].
pub(super) struct BlockWriter<'b> {
    codes: &'b [RoomyCodes; 2],
    burst: Burst<'b>,
}

impl SymbolSink for Writer {
    type Block<'b> = BlockWriter<'b>;
    #[inline(always)]
    fn block(&mut self, table: usize) -> BlockWriter<'_> {
        BlockWriter { codes: &self.codes.0[table], burst: self.segment.burst() }
    }
    fn restart(&mut self, n: usize) {
        self.segment.restart(n);
    }
}

impl BlockSink for BlockWriter<'_> {
    #[inline(always)]
    fn dc(&mut self, category: u32, bits: u32) {
        self.codes[0].put(&mut self.burst, category, bits);
    }
    #[inline(always)]
    fn ac(&mut self, symbol: u32, bits: u32) {
        self.codes[1].put(&mut self.burst, symbol, bits);
    }
    #[inline(always)]
    fn end(self) {
        self.burst.end();
    }
}

/// The number of occurrences of each symbol, by table and class (DC, AC).
pub(super) type Frequencies = [[[u32; 256]; 2]; 2];

/// Adds frequencies to a sum.
pub(super) fn add(sum: &mut Frequencies, frequencies: &Frequencies) {
    let sums = sum.as_flattened_mut().as_flattened_mut();
    for (sum, f) in sums.iter_mut().zip(frequencies.as_flattened().as_flattened()) {
        *sum = sum.saturating_add(*f);
    }
}

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
