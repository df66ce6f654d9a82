//! [`TokenSink`]: counts the symbols of a scan and keeps them until their Huffman tables are known.
//!
//! The symbol of a token has nine bits: the number of the pair of tables, and an AC symbol. No AC symbol has a size of
//! 11 (Table F.2), so such symbols stand for DC categories, in the place of the run.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::dct::Block8x8;
use super::sinks::{BlockSink, SymbolSink, TablePair};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::tokens_x86::ac_tokens;
use crate::jpeg::huffman::HuffmanSpec;
use crate::jpeg::token_store::{self, TokenBurst, TokenCode, TokenStore};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::Avx512;

/// The extra bits of a token.
pub(super) const BITS: u32 = 7;

/// The symbols of tokens.
pub(super) const SYMBOLS: usize = 512;

/// The size that stands for a DC category.
const DC: u32 = 11;

/// The symbols of a part of a scan.
pub(super) type Tokens = token_store::Tokens<BITS, SYMBOLS>;

/// A sink that keeps symbols for a second pass.
pub(super) struct TokenSink(TokenStore<BITS, SYMBOLS>);

impl TokenSink {
    /// Returns an empty sink for a part of a scan of `blocks` blocks.
    pub(super) fn new(blocks: usize) -> Self {
        // Pieces are as large as the picture, so that their number does not grow with it.
        TokenSink(TokenStore::new(2 * blocks))
    }

    /// Returns the tokens so far and leaves an empty sink.
    pub(super) fn take(&mut self) -> Tokens {
        self.0.take()
    }
}

impl SymbolSink for TokenSink {
    type Block<'b> = BlockTokens<'b>;

    #[inline(always)]
    fn block(&mut self, table: usize) -> BlockTokens<'_> {
        BlockTokens::new(self.0.burst(), table)
    }

    fn restart(&mut self, n: usize) {
        self.0.restart(n);
    }
}

/// The symbols of a block, as tokens.
pub(super) struct BlockTokens<'b> {
    tokens: TokenBurst<'b, BITS>,
    /// The number of the pair of tables, at its position in a symbol.
    table: u32,
}

impl<'b> BlockTokens<'b> {
    /// Returns the beginning of a block that uses Huffman tables number `table`.
    #[inline(always)]
    pub(super) fn new(tokens: TokenBurst<'b, BITS>, table: usize) -> Self {
        BlockTokens { tokens, table: (table as u32) << 8 }
    }
}

impl BlockSink for BlockTokens<'_> {
    #[inline(always)]
    fn dc(&mut self, category: u32, bits: u32) {
        self.tokens.keep_any_symbol(self.table | category << 4 | DC, category, bits);
    }

    #[inline(always)]
    fn ac(&mut self, symbol: u32, bits: u32) {
        self.tokens.keep_symbol(self.table | symbol, symbol & 15, bits);
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn take_ac(&mut self, avx512: Avx512, block: &Block8x8) -> bool {
        let table = self.table;
        self.tokens.keep_some(|room| ac_tokens(avx512, block, table, room))
    }

    #[inline(always)]
    fn end(self) {
        self.tokens.finish();
    }
}

/// Returns the optimal tables of the symbols of parts of a scan.
pub(super) fn optimal<'t>(parts: impl Iterator<Item = &'t Tokens>) -> [TablePair; 2] {
    let mut frequencies = [[[0_u32; 256]; 2]; 2];
    for (symbol, n) in parts.flat_map(Tokens::counts) {
        let ([dc, ac], symbol) = (&mut frequencies[symbol >> 8], symbol & 255);
        let sum = if symbol as u32 & 15 == DC { &mut dc[symbol >> 4] } else { &mut ac[symbol] };
        *sum = sum.saturating_add(n);
    }
    frequencies.map(|pair| pair.map(|frequencies| HuffmanSpec::optimal(&frequencies)))
}

/// Returns the codes of tokens.
pub(super) fn token_codes(tables: &[TablePair; 2]) -> [TokenCode; SYMBOLS] {
    let codes = tables.each_ref().map(|pair| pair.each_ref().map(HuffmanSpec::codes));
    core::array::from_fn(|symbol| {
        let ([dc, ac], symbol) = (&codes[symbol >> 8], symbol as u32 & 255);
        TokenCode::new::<BITS>(symbol, || match symbol & 15 {
            DC => (dc.of((symbol >> 4) as u8), symbol >> 4),
            size => (ac.of(symbol as u8), size),
        })
    })
}
