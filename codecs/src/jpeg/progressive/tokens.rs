//! [`Tokens`]: the symbols of an AC scan, counted and kept until its Huffman table is known.
//!
//! A token has two bytes. No symbol of an AC scan has a size of 15 (Table G.1), so such symbols stand for bits without a
//! code; a symbol of more than eight extra bits is followed by the last eight of them:
//!
//! ```text
//!   15 .. 12   11 .. 8   7 .. 0
//!   run        size      extra bits, or those before the last eight
//!   n          15        n bits without a code, 1 to 8
//! ```
//!
//! So every token is written by one look-up of a code and a length, and restart markers stand apart.

use super::sinks::{BurstSink, Class, ScanSink};
use crate::jpeg::entropy_segment::EntropySegment;
use crate::jpeg::huffman::HuffmanSpec;

/// The extra bits of a token.
const BITS: u32 = 8;

/// The symbol that stands for eight bits without a code.
const EIGHT_BITS: u32 = BITS << 4 | 15;

/// The tokens of a piece at most.
const PIECE: usize = 1 << 14;

/// Room for the tokens of a burst: at most 63 coefficients of two tokens each, with three runs of sixteen zeros; or the
/// correction bits of a run of blocks, at most 1000.
const ROOM: usize = 256;

/// The tokens that a burst of 2048 bits can write: 16 bits of a code and eight extra bits each.
const TOKENS_A_BURST: usize = 2048 / 24;

/// A sink that counts symbols and keeps them.
#[derive(Clone)]
pub(super) struct Tokens {
    pub(super) frequencies: Box<[u32; 256]>,
    /// Full pieces, then that in use, with room to its end.
    pieces: Vec<Piece>,
    /// The tokens of a new piece.
    piece: usize,
    /// The number of the first restart marker, if there is one.
    first_restart: Option<usize>,
}

#[derive(Clone)]
struct Piece {
    tokens: Vec<u16>,
    len: usize,
    /// The number of tokens before each restart marker.
    restarts: Vec<usize>,
}

impl Tokens {
    /// Returns an empty store for a part of a scan of `blocks` blocks.
    pub(super) fn new(blocks: usize) -> Self {
        let piece = (2 * blocks).clamp(2 * ROOM, PIECE);
        Tokens { frequencies: Box::new([0; 256]), pieces: Vec::new(), piece, first_restart: None }
    }

    /// Returns the tokens so far and leaves an empty store.
    pub(super) fn take(&mut self) -> Self {
        let empty = Tokens { piece: self.piece, ..Tokens::new(0) };
        core::mem::replace(self, empty)
    }

    /// Puts tokens without restart markers in front.
    pub(super) fn put_in_front(&mut self, front: Tokens) {
        self.pieces.splice(0..0, front.pieces);
        add(&mut self.frequencies, &front.frequencies);
    }

    /// Appends tokens without restart markers.
    pub(super) fn append(&mut self, last: Tokens) {
        self.pieces.extend(last.pieces);
        add(&mut self.frequencies, &last.frequencies);
    }

    /// Writes the tokens to a segment; calls `written` after each piece.
    pub(super) fn write<E>(
        &self,
        codes: &TokenCodes,
        segment: &mut EntropySegment,
        mut written: impl FnMut(&mut EntropySegment) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut restart = self.first_restart.unwrap_or(0);
        for piece in &self.pieces {
            let mut from = 0;
            for &to in &piece.restarts {
                codes.write(&piece.tokens[from..to], segment);
                segment.restart(restart);
                restart += 1;
                from = to;
            }
            codes.write(&piece.tokens[from..piece.len], segment);
            written(segment)?;
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.pieces.push(Piece { tokens: vec![0; self.piece], len: 0, restarts: Vec::new() });
    }

    /// Returns a piece with room for a burst.
    #[inline(always)]
    fn room(&mut self) -> &mut Piece {
        if self.pieces.last().is_none_or(|piece| piece.tokens.len() - piece.len < ROOM) {
            self.grow();
        }
        self.pieces.last_mut().expect("there is one now")
    }
}

/// Adds frequencies to a sum.
pub(super) fn add(sum: &mut [u32; 256], frequencies: &[u32; 256]) {
    sum.iter_mut().zip(frequencies).for_each(|(sum, f)| *sum = sum.saturating_add(*f));
}

impl ScanSink for Tokens {
    const USES_BITS: bool = true;
    type Burst<'b> = TokenBurst<'b>;

    #[inline(always)]
    fn burst(&mut self) -> TokenBurst<'_> {
        self.room();
        let Piece { tokens, len, .. } = self.pieces.last_mut().expect("a piece with room");
        let room = tokens[*len..].first_chunk_mut().expect("room for a burst");
        TokenBurst { room, len: 0, total: len, frequencies: &mut self.frequencies }
    }

    fn restart(&mut self, n: usize) {
        self.first_restart.get_or_insert(n);
        let piece = self.room();
        piece.restarts.push(piece.len);
    }
}

/// The [`BurstSink`] of [`Tokens`].
pub(super) struct TokenBurst<'b> {
    room: &'b mut [u16; ROOM],
    len: usize,
    total: &'b mut usize,
    frequencies: &'b mut [u32; 256],
}

impl TokenBurst<'_> {
    #[inline(always)]
    fn keep(&mut self, symbol: u32, bits: u32) {
        self.room[self.len % ROOM] = (symbol << BITS | bits) as u16;
        self.len += 1;
    }
}

impl BurstSink for TokenBurst<'_> {
    #[inline(always)]
    fn symbol(&mut self, _table: usize, symbol: u32, bits: u32) {
        self.frequencies[symbol as usize & 255] += 1;
        let extra = Class::Ac.extra(symbol);
        if extra <= BITS {
            self.keep(symbol, bits);
        } else {
            self.keep(symbol, bits >> BITS);
            self.keep(EIGHT_BITS, bits & 255);
        }
    }

    #[inline(always)]
    fn raw(&mut self, bits: u32, n: u32) {
        let mut left = n;
        while left > BITS {
            left -= BITS;
            self.keep(EIGHT_BITS, bits >> left & 255);
        }
        if left > 0 {
            self.keep(left << 4 | 15, bits & ((1 << left) - 1));
        }
    }

    #[inline(always)]
    fn end(self) {
        *self.total += self.len;
    }
}

/// A table of codes by the symbol of a token: `code << extra bits` in the upper 27 bits, the number of all bits in the lower 5.
pub(super) struct TokenCodes([u32; 256]);

impl TokenCodes {
    pub(super) fn new(spec: &HuffmanSpec) -> Self {
        let codes = spec.codes();
        TokenCodes(core::array::from_fn(|symbol| {
            if symbol & 15 == 15 {
                return symbol as u32 >> 4;
            }
            let (code, extra) = (codes.of(symbol as u8), Class::Ac.extra(symbol as u32));
            let here = if extra > BITS { extra - BITS } else { extra };
            (u32::from(code.bits) << here) << 5 | (u32::from(code.len) + here)
        }))
    }

    fn write(&self, tokens: &[u16], segment: &mut EntropySegment) {
        for tokens in tokens.chunks(TOKENS_A_BURST) {
            let mut burst = segment.burst();
            for &token in tokens {
                let code = self.0[usize::from(token >> BITS)];
                burst.put(code >> 5 | u32::from(token & 255), code & 31);
            }
            burst.end();
        }
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
