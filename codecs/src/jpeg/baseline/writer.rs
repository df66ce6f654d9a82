//! [`Writer`]: writes the symbols of a scan with given Huffman tables.
//!
//! Symbols are kept as tokens until a buffer is full, and one loop writes those of many blocks: it takes less time than to write
//! each symbol as it comes, as no branch depends on where a block ends.

use super::sinks::SymbolSink;
use super::tokens::{BITS, BlockTokens, SYMBOLS};
use crate::jpeg::entropy_segment::EntropySegment;
use crate::jpeg::token_store::{TokenBuffer, TokenCode};
use std::sync::Arc;

/// The codes of the tokens of a scan.
pub(super) type Codes = [TokenCode; SYMBOLS];

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
    pub(super) fn segment(&mut self) -> &mut EntropySegment {
        self.tokens.write(&self.codes, &mut self.segment);
        &mut self.segment
    }
}

impl SymbolSink for Writer {
    type Block<'b> = BlockTokens<'b>;

    #[inline(always)]
    fn block(&mut self, table: usize) -> BlockTokens<'_> {
        BlockTokens::new(self.tokens.burst(&self.codes, &mut self.segment), table)
    }

    fn restart(&mut self, n: usize) {
        self.segment().restart(n);
    }
}
