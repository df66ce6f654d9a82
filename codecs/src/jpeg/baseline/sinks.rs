//! Sinks of the symbols of a scan, and the codes of the symbols.
//!
//! [`Writer`] writes symbols at once, [`SymbolCounts`] only counts them, and `TokenSink` counts them and keeps them until the
//! optimal tables are known.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::dct::Block8x8;
use super::tokens::{BITS, BlockTokens, SYMBOLS, token_codes};
use crate::jpeg::entropy_segment::{Burst, EntropySegment};
use crate::jpeg::huffman::HuffmanSpec;
use crate::jpeg::token_store::{TokenBuffer, TokenCode};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::Avx512;
use std::sync::Arc;

/// A receiver of the symbols of a scan.
pub(super) trait SymbolSink {
    /// The receiver of the symbols of one block.
    type Block<'b>: BlockSink
    where
        Self: 'b;
    /// Begins a block that uses Huffman tables number `table`. `at_once` says that all its AC symbols may come together.
    fn block(&mut self, table: usize, at_once: bool) -> Self::Block<'_>;
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

/// The codes of a scan: DC and AC for each of the two table pairs, and those of tokens.
#[derive(Clone, Debug)]
pub(super) struct Codes {
    roomy: [[RoomyCodes; 2]; 2],
    tokens: [TokenCode; SYMBOLS],
}

impl Codes {
    pub(super) fn new(tables: &[TablePair; 2]) -> Self {
        let roomy = tables.each_ref().map(|pair| pair.each_ref().map(RoomyCodes::new));
        Codes { roomy, tokens: token_codes(tables) }
    }
}

/// A sink that writes symbols: those that come together through a buffer of tokens, others at once.
pub(super) struct Writer {
    codes: Arc<Codes>,
    segment: EntropySegment,
    tokens: TokenBuffer<BITS, SYMBOLS>,
}

impl Writer {
    /// Returns a sink that writes to a segment.
    pub(super) fn new(codes: Arc<Codes>, segment: EntropySegment) -> Self {
        Writer { codes, segment, tokens: TokenBuffer::new() }
    }

    /// Returns the segment with all symbols so far.
    #[inline(always)]
    pub(super) fn segment(&mut self) -> &mut EntropySegment {
        if !self.tokens.is_empty() {
            self.tokens.write(&self.codes.tokens, &mut self.segment);
        }
        &mut self.segment
    }
}

/// The [`BlockSink`] of [`Writer`].
pub(super) enum BlockWriter<'b> {
    Direct { codes: &'b [RoomyCodes; 2], burst: Burst<'b> },
    Tokens(BlockTokens<'b>),
}

impl SymbolSink for Writer {
    type Block<'b> = BlockWriter<'b>;
    #[inline(always)]
    fn block(&mut self, table: usize, at_once: bool) -> BlockWriter<'_> {
        if at_once {
            let burst = self.tokens.burst(&self.codes.tokens, &mut self.segment);
            return BlockWriter::Tokens(BlockTokens::new(burst, table));
        }
        self.segment();
        BlockWriter::Direct { codes: &self.codes.roomy[table], burst: self.segment.burst() }
    }
    fn restart(&mut self, n: usize) {
        self.segment().restart(n);
    }
}

impl BlockSink for BlockWriter<'_> {
    #[inline(always)]
    fn dc(&mut self, category: u32, bits: u32) {
        match self {
            BlockWriter::Direct { codes, burst } => codes[0].put(burst, category, bits),
            BlockWriter::Tokens(tokens) => tokens.dc(category, bits),
        }
    }
    #[inline(always)]
    fn ac(&mut self, symbol: u32, bits: u32) {
        match self {
            BlockWriter::Direct { codes, burst } => codes[1].put(burst, symbol, bits),
            BlockWriter::Tokens(tokens) => tokens.ac(symbol, bits),
        }
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn take_ac(&mut self, avx512: Avx512, block: &Block8x8) -> bool {
        match self {
            BlockWriter::Direct { .. } => false,
            BlockWriter::Tokens(tokens) => tokens.take_ac(avx512, block),
        }
    }
    #[inline(always)]
    fn end(self) {
        match self {
            BlockWriter::Direct { burst, .. } => burst.end(),
            BlockWriter::Tokens(tokens) => tokens.end(),
        }
    }
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
    fn block(&mut self, table: usize, _at_once: bool) -> Self::Block<'_> {
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
