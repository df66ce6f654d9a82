//! [`Writer`]: writes the symbols of a scan with given Huffman tables.
//!
//! With AVX-512, it receives all AC symbols of a block at once, and keeps symbols as tokens until its buffer is full. At other
//! levels it writes each symbol as it comes.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::dct::Block8x8;
use super::sinks::{BlockSink, SymbolSink, TablePair};
use super::tokens::{BITS, BlockTokens, SYMBOLS, token_codes};
use crate::jpeg::entropy_segment::{Burst, EntropySegment};
use crate::jpeg::huffman::HuffmanSpec;
use crate::jpeg::token_store::{TokenBuffer, TokenCode};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::Avx512;
use std::sync::Arc;

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

/// A sink that writes symbols.
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
    /// Writes each symbol.
    Direct { codes: &'b [RoomyCodes; 2], burst: Burst<'b> },
    /// Keeps all symbols.
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
