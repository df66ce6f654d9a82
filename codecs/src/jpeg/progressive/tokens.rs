//! [`Tokens`]: the symbols of an AC scan, counted and kept until its Huffman table is known.

use super::sinks::{BurstSink, Class, ScanSink};
use crate::jpeg::entropy_segment::EntropySegment;
use crate::jpeg::huffman::HuffmanSpec;
use crate::jpeg::token_store::{TokenBurst, TokenCode, TokenStore};

/// The extra bits of a token, whose symbol has eight.
const BITS: u32 = 8;

/// A sink that counts symbols and keeps them.
#[derive(Clone)]
pub(super) struct Tokens {
    pub(super) frequencies: Box<[u32; 256]>,
    store: TokenStore<BITS>,
}

impl Tokens {
    /// Returns an empty store for a part of a scan of `blocks` blocks.
    pub(super) fn new(blocks: usize) -> Self {
        Tokens { frequencies: Box::new([0; 256]), store: TokenStore::new(blocks) }
    }

    /// Returns the tokens so far and leaves an empty store.
    pub(super) fn take(&mut self) -> Self {
        let frequencies = core::mem::replace(&mut self.frequencies, Box::new([0; 256]));
        Tokens { frequencies, store: self.store.take() }
    }

    /// Puts tokens without restart markers in front.
    pub(super) fn put_in_front(&mut self, front: Tokens) {
        self.store.put_in_front(front.store);
        add(&mut self.frequencies, &front.frequencies);
    }

    /// Appends tokens without restart markers.
    pub(super) fn append(&mut self, last: Tokens) {
        self.store.append(last.store);
        add(&mut self.frequencies, &last.frequencies);
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

/// Adds frequencies to a sum.
pub(super) fn add(sum: &mut [u32; 256], frequencies: &[u32; 256]) {
    sum.iter_mut().zip(frequencies).for_each(|(sum, f)| *sum = sum.saturating_add(*f));
}

impl ScanSink for Tokens {
    const USES_BITS: bool = true;
    type Burst<'b> = CountedBurst<'b>;

    #[inline(always)]
    fn burst(&mut self) -> CountedBurst<'_> {
        CountedBurst { tokens: self.store.burst(), frequencies: &mut self.frequencies }
    }

    fn restart(&mut self, n: usize) {
        self.store.restart(n);
    }
}

/// The [`BurstSink`] of [`Tokens`].
pub(super) struct CountedBurst<'b> {
    tokens: TokenBurst<'b, BITS>,
    frequencies: &'b mut [u32; 256],
}

impl BurstSink for CountedBurst<'_> {
    #[inline(always)]
    fn symbol(&mut self, _table: usize, symbol: u32, bits: u32) {
        self.frequencies[symbol as usize & 255] += 1;
        self.tokens.symbol(symbol, Class::Ac.extra(symbol), bits);
    }

    #[inline(always)]
    fn raw(&mut self, bits: u32, n: u32) {
        self.tokens.raw(bits, n);
    }

    #[inline(always)]
    fn end(self) {
        self.tokens.end();
    }
}

/// The codes of the symbols of a scan.
pub(super) struct TokenCodes([TokenCode; 256]);

impl TokenCodes {
    pub(super) fn new(spec: &HuffmanSpec) -> Self {
        let codes = spec.codes();
        TokenCodes(core::array::from_fn(|symbol| {
            let with_code = || {
                let code = codes.of(symbol as u8);
                TokenCode::new::<BITS>((code.bits.into(), code.len.into()), Class::Ac.extra(symbol as u32))
            };
            TokenCode::without_code(symbol as u32).unwrap_or_else(with_code)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
                    let (mut count, mut tokens) = (Count::default(), Tokens::new(1200));
                    coder.code(&mut count);
                    coder.code(&mut tokens);
                    assert_eq!(*tokens.frequencies, count.frequencies[0]);
                    let spec = HuffmanSpec::optimal(&tokens.frequencies);
                    let (mut written, mut wanted) = (EntropySegment::new(), EntropySegment::new());
                    let codes = [0, 1].map(|_| Codes::new(Class::Ac, &spec));
                    coder.code(&mut Writer { codes, segment: &mut wanted });
                    let Ok(()) = tokens.write(&TokenCodes::new(&spec), &mut written, |_| Ok::<(), Infallible>(()));
                    assert!(written.finish() == wanted.finish(), "one in {sparse}, {scan:?}, {interval}");
                }
            }
        }
    }
}
