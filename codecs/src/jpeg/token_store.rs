//! [`TokenStore`]: the symbols of a scan and their extra bits, kept until the Huffman tables are known.
//!
//! A token has two bytes: a symbol in the upper ones of its bits, and `BITS` extra bits in the lower ones. No AC symbol of
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

/// The size that stands for bits without a code.
const WITHOUT_CODE: u32 = 15;

/// The tokens of a piece at most.
const PIECE: usize = 1 << 14;

/// Room for the tokens of a burst: at most 64 symbols of two tokens each, with three runs of sixteen zeros; or the
/// correction bits of a run of blocks, at most 1000.
const ROOM: usize = 256;

/// The tokens that a burst of 2048 bits can write: 16 bits of a code and eight extra bits each.
const TOKENS_A_BURST: usize = 2048 / 24;

/// Room for the bytes of a piece, if every byte is stuffed.
pub(super) const PIECE_BYTES: usize = 2 * PIECE * 24 / 8;

/// Tokens in pieces, so that memory grows with the content coded.
#[derive(Clone)]
pub(super) struct TokenStore<const BITS: u32> {
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

impl<const BITS: u32> TokenStore<BITS> {
    /// Returns an empty store for a part of a scan of `blocks` blocks.
    pub(super) fn new(blocks: usize) -> Self {
        TokenStore { pieces: Vec::new(), piece: (2 * blocks).clamp(2 * ROOM, PIECE), first_restart: None }
    }

    /// Returns the tokens so far and leaves an empty store.
    pub(super) fn take(&mut self) -> Self {
        let empty = TokenStore { pieces: Vec::new(), piece: self.piece, first_restart: None };
        core::mem::replace(self, empty)
    }

    /// Puts tokens without restart markers in front.
    pub(super) fn put_in_front(&mut self, front: Self) {
        self.pieces.splice(0..0, front.pieces);
    }

    /// Appends tokens without restart markers.
    pub(super) fn append(&mut self, last: Self) {
        self.pieces.extend(last.pieces);
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
        self.first_restart.get_or_insert(n);
        let piece = self.room();
        piece.restarts.push(piece.len);
    }

    /// Returns a piece with room for a burst.
    #[inline(always)]
    fn room(&mut self) -> &mut Piece {
        if self.pieces.last().is_none_or(|piece| piece.tokens.len() - piece.len < ROOM) {
            self.grow();
        }
        self.pieces.last_mut().expect("there is one now")
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.pieces.push(Piece { tokens: vec![0; self.piece], len: 0, restarts: Vec::new() });
    }

    /// Writes the tokens to a segment; calls `written` after each piece. `codes` has the code of each symbol of a token.
    pub(super) fn write<const SYMBOLS: usize, E>(
        &self,
        codes: &[TokenCode; SYMBOLS],
        segment: &mut EntropySegment,
        mut written: impl FnMut(&mut EntropySegment) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut restart = self.first_restart.unwrap_or(0);
        for piece in &self.pieces {
            let mut from = 0;
            for &to in &piece.restarts {
                write::<BITS, SYMBOLS>(&piece.tokens[from..to], codes, segment);
                segment.restart(restart);
                restart += 1;
                from = to;
            }
            write::<BITS, SYMBOLS>(&piece.tokens[from..piece.len], codes, segment);
            written(segment)?;
        }
        Ok(())
    }
}

/// Writes tokens between two restart markers.
fn write<const BITS: u32, const SYMBOLS: usize>(
    tokens: &[u16],
    codes: &[TokenCode; SYMBOLS],
    segment: &mut EntropySegment,
) {
    for tokens in tokens.chunks(TOKENS_A_BURST) {
        let mut burst = segment.burst();
        for &token in tokens {
            let TokenCode(code) = codes[usize::from(token >> BITS) % SYMBOLS];
            burst.put(code >> 5 | u32::from(token) & ((1 << BITS) - 1), code & 31);
        }
        burst.end();
    }
}

/// The code of the symbol of a token: `code << extra bits` in the upper 27 bits, the number of all bits in the lower 5.
#[derive(Clone, Copy)]
pub(super) struct TokenCode(u32);

impl TokenCode {
    /// Returns the code of a symbol with `extra` extra bits, for tokens with `BITS` of them.
    pub(super) fn new<const BITS: u32>((code, len): (u32, u32), extra: u32) -> Self {
        let here = if extra > BITS { extra - BITS } else { extra };
        TokenCode((code << here) << 5 | (len + here) & 31)
    }

    /// Returns the code of a symbol that stands for bits without a code, if it does.
    pub(super) fn without_code(symbol: u32) -> Option<Self> {
        (symbol & 15 == WITHOUT_CODE).then_some(TokenCode(symbol >> 4))
    }
}

/// The tokens of up to 2048 bits being appended to a [`TokenStore`]. [`end`](TokenBurst::end) makes them part of it.
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
    pub(super) fn symbol(&mut self, symbol: u32, extra: u32, bits: u32) {
        if extra <= BITS {
            self.keep(symbol, bits);
        } else {
            self.keep(symbol, bits >> BITS);
            self.keep(Self::LAST_BITS, bits & Self::ALL_BITS);
        }
    }

    /// Appends a symbol of any number of extra bits, without a branch that is hard to predict.
    #[inline(always)]
    pub(super) fn any_symbol(&mut self, symbol: u32, extra: u32, bits: u32) {
        let is_long = extra > BITS;
        self.room[self.len % ROOM] = (symbol << BITS | bits >> if is_long { BITS } else { 0 }) as u16;
        self.room[(self.len + 1) % ROOM] = (Self::LAST_BITS << BITS | bits & Self::ALL_BITS) as u16;
        self.len += 1 + usize::from(is_long);
    }

    /// Appends the lowest `n` bits of `bits`, without a code.
    #[inline(always)]
    pub(super) fn raw(&mut self, bits: u32, n: u32) {
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
    pub(super) fn end(self) {
        *self.total += self.len;
    }
}
