//! [`TokenStore`]: keeps the symbols of a scan and their extra bits as [`Tokens`] of two bytes.
//!
//! A token has a symbol in the upper ones of its bits, and `BITS` extra bits in the lower ones. No AC symbol of
//! a DCT-based process has a size of 15 (Tables F.2 and G.1), so such symbols stand for bits without a code, and a
//! symbol of more extra bits is followed by the last of them:
//!
//! ```text
//!   table, run   size      lower bits
//!                0 .. 14   extra bits, or those before the last `BITS`
//!          n     15        n bits without a code, 1 to `BITS`
//! ```
//!
//! So every token is written by one look-up of a code and a length, and restart markers stand apart.

use super::entropy_segment::EntropySegment;
use super::huffman::Code;
use crate::shared::dispatch::dispatch_wide;
use fearless_simd::Level;

/// The size that stands for bits without a code.
const WITHOUT_CODE: u32 = 15;

/// Tokens that are counted at once, and written between two calls of a sink.
pub(super) const SECTION: usize = 1 << 14;

/// The tokens of a buffer at most.
const BUFFER: usize = 1 << 12;

/// Room for the tokens of a burst: at most 64 symbols of two tokens each, with three runs of sixteen zeros; or the
/// correction bits of a run of blocks, at most 1000.
const ROOM: usize = 256;

/// The most pieces of two tokens for each block that a scan fills: a block has at most 64 symbols of two tokens each.
const MOST_PIECES: usize = 64;

/// Room for tokens that are written at once.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) const AT_ONCE: usize = 64;

/// Room for the bytes of a section, if every byte is stuffed.
pub(super) const SECTION_BYTES: usize = 2 * SECTION * 24 / 8;

/// A store of tokens that is being filled, in pieces, so that memory grows with the content coded.
///
/// It counts the symbols of each section while that is in the cache. `SYMBOLS` is the number of different symbols.
pub(super) struct TokenStore<const BITS: u32, const SYMBOLS: usize> {
    /// The full pieces.
    full: Tokens<BITS, SYMBOLS>,
    /// The piece in use.
    last: Piece,
    /// The number of its tokens that are counted, and the end of the section in use.
    counted: usize,
    end: usize,
    /// The tokens of a new piece, which has room for a burst after them.
    piece: usize,
}

#[derive(Default)]
struct Piece {
    tokens: Vec<u16>,
    len: usize,
    /// The number of tokens before each restart marker.
    restarts: Vec<usize>,
}

impl<const BITS: u32, const SYMBOLS: usize> TokenStore<BITS, SYMBOLS> {
    /// Returns an empty store with pieces for `piece` tokens, and room for a burst after them.
    pub(super) fn new(piece: usize) -> Self {
        TokenStore { full: Tokens::new(), last: Piece::default(), counted: 0, end: 0, piece }
    }

    /// Returns the tokens so far and leaves an empty store.
    pub(super) fn take(&mut self) -> Tokens<BITS, SYMBOLS> {
        self.count();
        let empty = TokenStore::new(self.piece);
        let TokenStore { mut full, last, .. } = core::mem::replace(self, empty);
        full.push(last);
        full
    }

    /// Begins the tokens of up to 2048 bits.
    #[inline(always)]
    pub(super) fn burst(&mut self) -> TokenBurst<'_, BITS> {
        let Piece { tokens, len, .. } = self.room();
        let room = tokens[*len..].first_chunk_mut().expect("room for a burst");
        TokenBurst { room, len: 0, total: len }
    }

    /// Ends a restart interval; `n` is its number, from 0.
    pub(super) fn restart(&mut self, n: usize) {
        self.full.first_restart.get_or_insert(n);
        let piece = self.room();
        piece.restarts.push(piece.len);
    }

    /// Returns the piece in use, with room for a burst.
    #[inline(always)]
    fn room(&mut self) -> &mut Piece {
        if self.end - self.last.len < ROOM {
            self.begin_section();
        }
        &mut self.last
    }

    #[cold]
    #[inline(never)]
    fn begin_section(&mut self) {
        self.count();
        if self.last.tokens.len() - self.last.len < ROOM {
            let next = Piece { tokens: vec![0; self.piece + ROOM], ..Piece::default() };
            let full = core::mem::replace(&mut self.last, next);
            self.counted = 0;
            self.full.push(full);
        }
        self.end = self.last.tokens.len().min(self.last.len + SECTION);
    }

    /// Counts the symbols that are not counted yet.
    fn count(&mut self) {
        // Symbols that follow each other are often the same, and their counts in one table would wait for each other.
        let mut counts = [[0_u32; SYMBOLS]; 4];
        let (fours, last) = self.last.tokens[self.counted..self.last.len].as_chunks::<4>();
        for tokens in fours.iter().map(<[u16; 4]>::as_slice).chain([last]) {
            for (counts, token) in counts.iter_mut().zip(tokens) {
                counts[usize::from(token >> BITS) % SYMBOLS] += 1;
            }
        }
        counts.iter().for_each(|counts| self.full.add(counts));
        self.counted = self.last.len;
    }
}

/// The tokens of a part of a scan, and how often each symbol occurs among them.
pub(super) struct Tokens<const BITS: u32, const SYMBOLS: usize> {
    pieces: Vec<Piece>,
    /// The number of the first restart marker, if there is one.
    first_restart: Option<usize>,
    counts: Box<[u32; SYMBOLS]>,
}

impl<const BITS: u32, const SYMBOLS: usize> Tokens<BITS, SYMBOLS> {
    fn new() -> Self {
        Tokens { pieces: Vec::new(), first_restart: None, counts: Box::new([0; SYMBOLS]) }
    }

    fn push(&mut self, piece: Piece) {
        if !piece.tokens.is_empty() {
            if self.pieces.is_empty() {
                self.pieces.reserve_exact(MOST_PIECES);
            }
            self.pieces.push(piece);
        }
    }

    fn add(&mut self, counts: &[u32; SYMBOLS]) {
        self.counts.iter_mut().zip(counts).for_each(|(sum, n)| *sum = sum.saturating_add(*n));
    }

    /// Returns the symbols of tokens that have a code, and how often each occurs.
    pub(super) fn counts(&self) -> impl Iterator<Item = (usize, u32)> {
        let has_code = |&(symbol, _): &(usize, u32)| symbol as u32 & 15 != WITHOUT_CODE;
        self.counts.iter().copied().enumerate().filter(has_code)
    }

    /// Puts tokens without restart markers in front.
    pub(super) fn put_in_front(&mut self, front: Self) {
        self.add(&front.counts);
        self.pieces.splice(0..0, front.pieces);
    }

    /// Appends tokens without restart markers.
    pub(super) fn append(&mut self, last: Self) {
        self.add(&last.counts);
        self.pieces.extend(last.pieces);
    }

    /// Writes the tokens to a segment; calls `written` after each section of one or two times [`SECTION`], and at the end.
    /// `codes` has the code of each symbol of a token.
    pub(super) fn write<E>(
        &self,
        codes: &[TokenCode; SYMBOLS],
        segment: &mut EntropySegment,
        mut written: impl FnMut(&mut EntropySegment) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut restart = self.first_restart.unwrap_or(0);
        let mut since = 0;
        let mut write_run = |tokens: &[u16], segment: &mut EntropySegment| {
            for tokens in tokens.chunks(SECTION) {
                write::<BITS, SYMBOLS>(tokens, codes, segment);
                since += tokens.len();
                if since >= SECTION {
                    since = 0;
                    written(segment)?;
                }
            }
            Ok(())
        };
        for piece in &self.pieces {
            let mut from = 0;
            for &to in &piece.restarts {
                write_run(&piece.tokens[from..to], segment)?;
                segment.restart(restart);
                restart += 1;
                from = to;
            }
            write_run(&piece.tokens[from..piece.len], segment)?;
        }
        written(segment)
    }
}

/// A buffer of the tokens of many blocks. One loop writes them all: with a loop for each block, the processor would mispredict
/// where most of them end.
pub(super) struct TokenBuffer<const BITS: u32, const SYMBOLS: usize> {
    tokens: Vec<u16>,
    len: usize,
}

impl<const BITS: u32, const SYMBOLS: usize> TokenBuffer<BITS, SYMBOLS> {
    /// Returns an empty buffer.
    pub(super) fn new() -> Self {
        TokenBuffer { tokens: Vec::new(), len: 0 }
    }

    /// Begins the tokens of up to 2048 bits. Writes those before them to the segment if there is no room.
    #[inline(always)]
    pub(super) fn burst(&mut self, codes: &[TokenCode; SYMBOLS], segment: &mut EntropySegment) -> TokenBurst<'_, BITS> {
        if self.tokens.len() - self.len < ROOM {
            self.write(codes, segment);
        }
        let room = self.tokens[self.len..].first_chunk_mut().expect("room for a burst");
        TokenBurst { room, len: 0, total: &mut self.len }
    }

    /// Writes all tokens to the segment.
    #[inline(never)]
    pub(super) fn write(&mut self, codes: &[TokenCode; SYMBOLS], segment: &mut EntropySegment) {
        write::<BITS, SYMBOLS>(&self.tokens[..self.len], codes, segment);
        self.tokens.resize(BUFFER, 0);
        self.len = 0;
    }
}

/// Writes tokens between two restart markers.
fn write<const BITS: u32, const SYMBOLS: usize>(
    tokens: &[u16],
    codes: &[TokenCode; SYMBOLS],
    segment: &mut EntropySegment,
) {
    dispatch_wide!(Level::new(), simd => segment.put_codes::<2, _, _>(simd, tokens, |token| {
        let TokenCode(code) = codes[usize::from(token >> BITS) % SYMBOLS];
        (code >> 5 | u32::from(token) & ((1 << BITS) - 1), code & 31)
    }));
}

/// The code of the symbol of a token: `code << extra bits` in the upper 27 bits, the number of all bits in the lower 5.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokenCode(u32);

impl TokenCode {
    /// Returns the code of a symbol of tokens with `BITS` extra bits. `coded` returns the Huffman code and the number of extra
    /// bits of a symbol that does not stand for bits without a code.
    pub(super) fn new<const BITS: u32>(symbol: u32, coded: impl FnOnce() -> (Code, u32)) -> Self {
        if symbol & 15 == WITHOUT_CODE {
            return TokenCode(symbol >> 4);
        }
        let (code, extra) = coded();
        let here = if extra > BITS { extra - BITS } else { extra };
        TokenCode((u32::from(code.bits) << here) << 5 | (u32::from(code.len) + here) & 31)
    }
}

/// The tokens of up to 2048 bits being appended to a [`TokenStore`]. [`finish`](TokenBurst::finish) makes them part of it.
pub(super) struct TokenBurst<'b, const BITS: u32> {
    room: &'b mut [u16; ROOM],
    len: usize,
    total: &'b mut usize,
}

impl<const BITS: u32> TokenBurst<'_, BITS> {
    const ALL_BITS: u32 = (1 << BITS) - 1;
    /// The symbol that stands for `BITS` bits without a code.
    const LAST_BITS: u32 = BITS << 4 | WITHOUT_CODE;

    #[inline(always)]
    fn keep(&mut self, symbol: u32, bits: u32) {
        self.room[self.len % ROOM] = (symbol << BITS | bits) as u16;
        self.len += 1;
    }

    /// Appends a symbol that seldom has more than `BITS` extra bits.
    #[inline(always)]
    pub(super) fn keep_symbol(&mut self, symbol: u32, extra: u32, bits: u32) {
        if extra <= BITS {
            self.keep(symbol, bits);
        } else {
            self.keep(symbol, bits >> BITS);
            self.keep(Self::LAST_BITS, bits & Self::ALL_BITS);
        }
    }

    /// Appends a symbol of any number of extra bits, without a branch that is hard to predict.
    #[inline(always)]
    pub(super) fn keep_any_symbol(&mut self, symbol: u32, extra: u32, bits: u32) {
        let is_long = extra > BITS;
        self.room[self.len % ROOM] = (symbol << BITS | bits >> if is_long { BITS } else { 0 }) as u16;
        self.room[(self.len + 1) % ROOM] = (Self::LAST_BITS << BITS | bits & Self::ALL_BITS) as u16;
        self.len += 1 + usize::from(is_long);
    }

    /// Appends the tokens that `write` writes, unless it returns `None`. Returns whether it did.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    pub(super) fn keep_some(&mut self, write: impl FnOnce(&mut [u16; AT_ONCE]) -> Option<usize>) -> bool {
        let written = self.room[self.len % ROOM..].first_chunk_mut().and_then(write);
        self.len += written.unwrap_or(0);
        written.is_some()
    }

    /// Appends the lowest `n` bits of `bits`, without a code.
    #[inline(always)]
    pub(super) fn keep_bits(&mut self, bits: u32, n: u32) {
        let mut left = n;
        while left > BITS {
            left -= BITS;
            self.keep(Self::LAST_BITS, bits >> left & Self::ALL_BITS);
        }
        if left > 0 {
            self.keep(left << 4 | WITHOUT_CODE, bits & ((1 << left) - 1));
        }
    }

    /// Makes the tokens part of the store.
    #[inline(always)]
    pub(super) fn finish(self) {
        *self.total += self.len;
    }
}
