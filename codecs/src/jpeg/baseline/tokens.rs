//! [`Tokens`]: the symbols of a scan, counted and kept until the optimal Huffman tables are known.
//!
//! The symbol of a token has nine bits: the number of the pair of tables, and an AC symbol. No AC symbol has a size of
//! 11 (Table F.2), so such symbols stand for DC categories, in the place of the run.

use super::sinks::{BlockSink, Frequencies, SymbolSink, TablePair, add};
use crate::jpeg::entropy_segment::EntropySegment;
use crate::jpeg::token_store::{TokenBurst, TokenCode, TokenStore};

/// The extra bits of a token.
const BITS: u32 = 7;

/// The size that stands for a DC category.
const DC: u32 = 11;

/// A sink that counts symbols and keeps them for a second pass.
#[derive(Clone)]
pub(super) struct Tokens {
    pub(super) frequencies: Box<Frequencies>,
    store: TokenStore<BITS>,
}

impl Tokens {
    /// Returns an empty store for a part of a scan of `blocks` blocks.
    pub(super) fn new(blocks: usize) -> Self {
        Tokens { frequencies: Box::new([[[0; 256]; 2]; 2]), store: TokenStore::new(blocks) }
    }

    /// Returns the tokens so far and leaves an empty store.
    pub(super) fn take(&mut self) -> Self {
        let frequencies = core::mem::replace(&mut self.frequencies, Box::new([[[0; 256]; 2]; 2]));
        Tokens { frequencies, store: self.store.take() }
    }

    /// Puts tokens without restart markers in front.
    pub(super) fn put_in_front(&mut self, front: Tokens) {
        self.store.put_in_front(front.store);
        add(&mut self.frequencies, &front.frequencies);
    }

    /// Writes the tokens to a segment; calls `written` after each piece.
    pub(super) fn write<E>(
        &self,
        codes: &TokenCodes,
        segment: &mut EntropySegment,
        written: impl FnMut(&mut EntropySegment) -> Result<(), E>,
    ) -> Result<(), E> {
        self.store.write(&codes.0, segment, written)
    }
}

impl SymbolSink for Tokens {
    type Block<'b> = BlockTokens<'b>;

    #[inline(always)]
    fn block(&mut self, table: usize) -> BlockTokens<'_> {
        let frequencies = &mut self.frequencies[table];
        BlockTokens { tokens: self.store.burst(), frequencies, table: (table as u32) << 8 }
    }

    fn restart(&mut self, n: usize) {
        self.store.restart(n);
    }
}

/// The [`BlockSink`] of [`Tokens`].
pub(super) struct BlockTokens<'b> {
    tokens: TokenBurst<'b, BITS>,
    frequencies: &'b mut [[u32; 256]; 2],
    /// The number of the pair of tables, at its position in a symbol.
    table: u32,
}

impl BlockSink for BlockTokens<'_> {
    #[inline(always)]
    fn dc(&mut self, category: u32, bits: u32) {
        self.frequencies[0][category as usize & 255] += 1;
        self.tokens.any_symbol(self.table | category << 4 | DC, category, bits);
    }

    #[inline(always)]
    fn ac(&mut self, symbol: u32, bits: u32) {
        self.frequencies[1][symbol as usize & 255] += 1;
        self.tokens.symbol(self.table | symbol, symbol & 15, bits);
    }

    #[inline(always)]
    fn end(self) {
        self.tokens.end();
    }
}

/// The codes of the symbols of a scan, by those of tokens.
pub(super) struct TokenCodes([TokenCode; 512]);

impl TokenCodes {
    pub(super) fn new(tables: &[TablePair; 2]) -> Self {
        let codes = tables.each_ref().map(|pair| pair.each_ref().map(|spec| spec.codes()));
        TokenCodes(core::array::from_fn(|symbol| {
            let ([dc, ac], symbol) = (&codes[symbol >> 8], symbol as u32 & 255);
            let with_code = || {
                let (code, extra) = match symbol & 15 {
                    DC => (dc.of((symbol >> 4) as u8), symbol >> 4),
                    size => (ac.of(symbol as u8), size),
                };
                TokenCode::new::<BITS>((code.bits.into(), code.len.into()), extra)
            };
            TokenCode::without_code(symbol).unwrap_or_else(with_code)
        }))
    }
}
