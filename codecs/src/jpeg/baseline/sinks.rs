//! Sinks of the symbols of a scan, and the codes of the symbols.
//!
//! [`Writer`] writes symbols at once, [`Tokens`] keeps and counts them until the optimal tables are known,
//! [`SymbolCounts`] only counts them.

use crate::jpeg::entropy_segment::{Burst, EntropySegment};
use crate::jpeg::huffman::HuffmanSpec;
use std::io::{self, Write};
use std::sync::Arc;

/// A receiver of the symbols of a scan.
pub(super) trait SymbolSink {
    /// The receiver of the symbols of one block.
    type Block<'b>: BlockSink
    where
        Self: 'b;
    /// Begins a block that uses Huffman tables number `table`.
    fn block(&mut self, table: usize) -> Self::Block<'_>;
    /// Ends a restart interval; `n` is its number, from 0.
    fn restart(&mut self, n: usize);
}

/// A receiver of the symbols of one block.
pub(super) trait BlockSink {
    /// Receives a DC difference: its category (0 to 11) and its extra bits.
    fn dc(&mut self, category: u32, bits: u32);
    /// Receives an AC symbol, `RRRRSSSS`, and its `SSSS` extra bits.
    fn ac(&mut self, symbol: u32, bits: u32);
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

/// The codes of a scan: DC and AC for each of the two table pairs.
#[derive(Clone, Debug)]
pub(super) struct Codes([[RoomyCodes; 2]; 2]);

impl Codes {
    pub(super) fn new(tables: &[TablePair; 2]) -> Self {
        Codes(tables.each_ref().map(|pair| pair.each_ref().map(RoomyCodes::new)))
    }

    /// Writes the symbols of tokens.
    fn write(&self, tokens: &[u32], segment: &mut EntropySegment) {
        for tokens in tokens.chunks(64) {
            let mut burst = segment.burst();
            for &token in tokens {
                if token & RESTART == 0 {
                    let (table, class) = (token >> 25 & 1, token >> 24 & 1);
                    self.0[table as usize][class as usize].put(&mut burst, token >> 16 & 255, token & 0xFFFF);
                } else {
                    burst.end();
                    segment.restart((token & !RESTART) as usize);
                    burst = segment.burst();
                }
            }
            burst.end();
        }
    }
}

/// A sink that writes symbols immediately.
pub(super) struct Writer {
    pub(super) codes: Arc<Codes>,
    pub(super) segment: EntropySegment,
}

impl Writer {
    /// Returns a sink that writes with these tables.
    pub(super) fn new(tables: &[TablePair; 2]) -> Self {
        Writer { codes: Arc::new(Codes::new(tables)), segment: EntropySegment::new() }
    }
}

/// The [`BlockSink`] of [`Writer`].
pub(super) struct BlockWriter<'b> {
    codes: &'b [RoomyCodes; 2],
    burst: Burst<'b>,
}

impl SymbolSink for Writer {
    type Block<'b> = BlockWriter<'b>;
    #[inline(always)]
    fn block(&mut self, table: usize) -> BlockWriter<'_> {
        BlockWriter { codes: &self.codes.0[table], burst: self.segment.burst() }
    }
    fn restart(&mut self, n: usize) {
        self.segment.restart(n);
    }
}

impl BlockSink for BlockWriter<'_> {
    #[inline(always)]
    fn dc(&mut self, category: u32, bits: u32) {
        self.codes[0].put(&mut self.burst, category, bits);
    }
    #[inline(always)]
    fn ac(&mut self, symbol: u32, bits: u32) {
        self.codes[1].put(&mut self.burst, symbol, bits);
    }
    #[inline(always)]
    fn end(self) {
        self.burst.end();
    }
}

/// The number of occurrences of each symbol, by table and class (DC, AC).
pub(super) type Frequencies = [[[u32; 256]; 2]; 2];

/// A sink that counts symbols and keeps them for a second pass, in four bytes each.
///
/// ```text
///   31 ..          26     25      24    23 .. 16  15 .. 0
///   1: a restart   0      table   class symbol    extra bits
/// ```
#[derive(Clone)]
pub(super) struct Tokens {
    /// Pieces of equal capacity, sized by the picture, so that memory grows with the content coded.
    pieces: Vec<Vec<u32>>,
    piece: usize,
    pub(super) frequencies: Box<Frequencies>,
}

const RESTART: u32 = 1 << 31;

/// Tokens written between two writes to the sink, and room for their bytes if every byte is stuffed.
const DRAINED: usize = 1 << 14;
pub(super) const DRAINED_BYTES: usize = 2 * DRAINED * 27 / 8;

/// The maximum number of tokens of a block: a DC difference, 63 coefficients, an end of block.
const MOST_TOKENS: usize = 65;

impl Tokens {
    /// Returns an empty store for a scan of `blocks` blocks.
    pub(super) fn new(blocks: usize) -> Self {
        Tokens { pieces: Vec::with_capacity(64), piece: 2 * blocks + 128, frequencies: Box::new([[[0; 256]; 2]; 2]) }
    }

    /// Returns an empty store with pieces of the same size.
    pub(super) fn empty(&self) -> Self {
        Tokens { pieces: Vec::new(), piece: self.piece, frequencies: Box::new([[[0; 256]; 2]; 2]) }
    }

    /// Puts tokens in front of the kept ones.
    pub(super) fn put_in_front(&mut self, front: Tokens) {
        self.pieces.splice(0..0, front.pieces);
        add(&mut self.frequencies, &front.frequencies);
    }

    /// Writes the kept symbols to `segment` and drains it to the sink after every [`DRAINED`] tokens.
    pub(super) fn write(&self, codes: &Codes, segment: &mut EntropySegment, sink: &mut impl Write) -> io::Result<()> {
        self.runs().try_for_each(|tokens| {
            codes.write(tokens, segment);
            segment.drain_to(sink)
        })
    }

    /// Writes the kept symbols to the segment of a part.
    pub(super) fn write_part(&self, codes: &Codes, part: &mut EntropySegment) {
        self.runs().for_each(|tokens| codes.write(tokens, part));
    }

    /// Returns the tokens in runs of at most [`DRAINED`].
    fn runs(&self) -> impl Iterator<Item = &[u32]> {
        self.pieces.iter().flat_map(|piece| piece.chunks(DRAINED))
    }
}

/// Adds frequencies to a sum.
pub(super) fn add(sum: &mut Frequencies, frequencies: &Frequencies) {
    let sums = sum.as_flattened_mut().as_flattened_mut();
    for (sum, f) in sums.iter_mut().zip(frequencies.as_flattened().as_flattened()) {
        *sum = sum.saturating_add(*f);
    }
}

/// The [`BlockSink`] of [`Tokens`].
pub(super) struct BlockTokens<'b> {
    piece: &'b mut Vec<u32>,
    frequencies: &'b mut [[u32; 256]; 2],
    /// The table number, at its position in a token.
    table: u32,
    block: [u32; MOST_TOKENS],
    len: usize,
}

/// Returns the last piece, or a new one if the last has no room for a block.
#[inline(always)]
fn room(pieces: &mut Vec<Vec<u32>>, size: usize) -> &mut Vec<u32> {
    if pieces.last().is_none_or(|piece| piece.capacity() - piece.len() < MOST_TOKENS) {
        pieces.push(Vec::with_capacity(size));
    }
    pieces.last_mut().expect("there is one now")
}

impl BlockTokens<'_> {
    #[inline(always)]
    fn keep(&mut self, class: u32, symbol: u32, bits: u32) {
        self.frequencies[class as usize][symbol as usize & 255] += 1;
        self.block[self.len] = self.table | class << 24 | symbol << 16 | bits;
        self.len += 1;
    }
}

impl SymbolSink for Tokens {
    type Block<'b> = BlockTokens<'b>;
    #[inline(always)]
    fn block(&mut self, table: usize) -> BlockTokens<'_> {
        BlockTokens {
            piece: room(&mut self.pieces, self.piece),
            frequencies: &mut self.frequencies[table],
            table: (table as u32) << 25,
            block: [0; MOST_TOKENS],
            len: 0,
        }
    }
    fn restart(&mut self, n: usize) {
        room(&mut self.pieces, self.piece).push(RESTART | n as u32 & 7);
    }
}

impl BlockSink for BlockTokens<'_> {
    #[inline(always)]
    fn dc(&mut self, category: u32, bits: u32) {
        self.keep(0, category, bits);
    }
    #[inline(always)]
    fn ac(&mut self, symbol: u32, bits: u32) {
        self.keep(1, symbol, bits);
    }
    #[inline(always)]
    fn end(self) {
        self.piece.extend_from_slice(&self.block[..self.len]);
    }
}

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
    fn block(&mut self, table: usize) -> Self::Block<'_> {
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
