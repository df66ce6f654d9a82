//! [`TokenSink`]: counts the symbols of an AC scan and keeps them until its Huffman table is known.

use super::sinks::{BurstSink, Class, ScanSink};
use crate::jpeg::huffman::HuffmanSpec;
use crate::jpeg::token_store::{self, SECTION, TokenBurst, TokenCode, TokenStore};

/// The extra bits of a token, whose symbol has eight.
const BITS: u32 = 8;

/// The symbols of a part of an AC scan.
pub(super) type Tokens = token_store::Tokens<BITS, 256>;

/// A sink that keeps symbols.
pub(super) struct TokenSink(TokenStore<BITS, 256>);

impl TokenSink {
    /// Returns an empty sink for a part of a scan of `blocks` blocks.
    pub(super) fn new(blocks: usize) -> Self {
        // Some scans have few symbols.
        TokenSink(TokenStore::new((2 * blocks).min(SECTION)))
    }

    /// Returns the tokens so far and leaves an empty sink.
    pub(super) fn take(&mut self) -> Tokens {
        self.0.take()
    }
}

impl ScanSink for TokenSink {
    const USES_BITS: bool = true;
    type Burst<'b> = TokenBurst<'b, BITS>;

    #[inline(always)]
    fn burst(&mut self) -> TokenBurst<'_, BITS> {
        self.0.burst()
    }

    fn restart(&mut self, n: usize) {
        self.0.restart(n);
    }
}

impl BurstSink for TokenBurst<'_, BITS> {
    #[inline(always)]
    fn symbol(&mut self, _table: usize, symbol: u32, bits: u32) {
        self.keep_symbol(symbol, Class::Ac.extra(symbol), bits);
    }

    #[inline(always)]
    fn raw(&mut self, bits: u32, n: u32) {
        self.keep_bits(bits, n);
    }

    #[inline(always)]
    fn end(self) {
        self.finish();
    }
}

/// Returns the optimal table of the symbols of all parts of a scan.
pub(super) fn optimal(parts: &[Tokens]) -> HuffmanSpec {
    let mut frequencies = [0_u32; 256];
    for (symbol, n) in parts.iter().flat_map(Tokens::counts) {
        frequencies[symbol] = frequencies[symbol].saturating_add(n);
    }
    HuffmanSpec::optimal(&frequencies)
}

/// Returns the codes of tokens.
pub(super) fn token_codes(spec: &HuffmanSpec) -> [TokenCode; 256] {
    let codes = spec.codes();
    core::array::from_fn(|symbol| {
        let symbol = symbol as u32;
        TokenCode::new::<BITS>(symbol, || (codes.of(symbol as u8), Class::Ac.extra(symbol)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jpeg::entropy_segment::EntropySegment;
    use crate::jpeg::progressive::Scan;
    use crate::jpeg::progressive::dc::DcPlanes;
    use crate::jpeg::progressive::plain::{blocks, picture};
    use crate::jpeg::progressive::scan_coder::ScanCoder;
    use crate::jpeg::progressive::sinks::{Codes, Count, Writer};
    use core::convert::Infallible;
    use noise::Noise;

    #[test]
    fn tokens_are_written_as_the_symbols_that_they_stand_for() {
        let mut noise = Noise::new(24);
        for sparse in [1, 3, 20, 500, 100_000] {
            // The run of blocks of the last picture has more than eight extra bits.
            let picture = picture(&[[1, 1]], [40, 30], || blocks(&mut noise, sparse));
            let planes = DcPlanes::new(&picture);
            for (high, low) in [(0, 0), (0, 1), (1, 0), (3, 2)] {
                for interval in [0, 1, 77] {
                    let scan = Scan::ac(0, 1..=63, high, low);
                    let coder = ScanCoder::new((&picture, &planes), &scan, interval);
                    let (mut count, mut sink) = (Count::default(), TokenSink::new(1200));
                    coder.code(&mut count);
                    coder.code(&mut sink);
                    let tokens = sink.take();
                    let spec = optimal(core::slice::from_ref(&tokens));
                    assert_eq!(spec, HuffmanSpec::optimal(&count.frequencies[0]));
                    let (mut written, mut wanted) = (EntropySegment::new(), EntropySegment::new());
                    let codes = [0, 1].map(|_| Codes::new(Class::Ac, &spec));
                    coder.code(&mut Writer { codes, segment: &mut wanted });
                    let Ok(()) = tokens.write(&token_codes(&spec), &mut written, |_| Ok::<(), Infallible>(()));
                    assert!(written.finish() == wanted.finish(), "one in {sparse}, {scan:?}, {interval}");
                }
            }
        }
    }
}
