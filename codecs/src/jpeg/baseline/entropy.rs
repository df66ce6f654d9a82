//! Huffman coding of quantised blocks (T.81 F.1.2). A block is the difference of the DC coefficients, then runs of
//! zeros and values in zigzag order.
//!
//! [`code_block`] produces the symbols and passes them to a sink: [`Writer`] writes them at once, [`Tokens`] keeps and
//! counts them until the optimal tables are known.

use super::dct::Block8x8;
use crate::jpeg::entropy_segment::{Burst, EntropySegment};
use crate::jpeg::huffman::HuffmanSpec;
use crate::jpeg::marker::ZIGZAG;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x32};
use std::io::{self, Write};
use std::sync::Arc;

/// `SPREAD[r][b]`: the zigzag positions, as a bit mask, of the coefficients in row `r` at the columns set in `b`.
const SPREAD: [[u64; 256]; 8] = {
    let mut position = [0_u8; 64];
    let mut k = 0;
    while k < 64 {
        position[ZIGZAG[k] as usize] = k as u8;
        k += 1;
    }
    let mut spread = [[0; 256]; 8];
    let mut n = 0;
    while n < 8 * 256 * 8 {
        let (row, byte, column) = (n / 2048, n / 8 % 256, n % 8);
        if byte >> column & 1 == 1 {
            spread[row][byte] |= 1 << position[8 * row + column];
        }
        n += 1;
    }
    spread
};

/// Returns a mask of the coefficients that are not 0: bit `k` stands for coefficient `k` of the zigzag sequence.
#[inline(always)]
fn not_zero<S: Simd>(simd: S, block: &Block8x8) -> u64 {
    let half = |rows: &[[i16; 8]]| {
        let v = i16x32::from_slice(simd, rows.as_flattened());
        !v.simd_eq(i16x32::splat(simd, 0)).to_bitmask() & 0xFFFF_FFFF
    };
    let natural = half(&block[..4]) | half(&block[4..]) << 32;
    let rows = natural.to_le_bytes();
    let mut zigzag = 0;
    for r in 0..8 {
        zigzag |= SPREAD[r][usize::from(rows[r])];
    }
    zigzag
}

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

/// Returns the category (`SSSS`) and the extra bits of a value: the low bits of the value, or of a negative value less
/// 1 (F.1.2.1).
#[inline(always)]
fn magnitude(value: i32) -> (u32, u32) {
    let category = 32 - value.unsigned_abs().leading_zeros();
    let bits = (value + (value >> 31)) as u32 & ((1 << category) - 1);
    (category, bits)
}

/// The symbols for the end of a block and for a run of sixteen zeros.
const EOB: u32 = 0x00;
const ZRL: u32 = 0xF0;

/// Codes a block with Huffman tables number `table`; `prediction` is the DC coefficient of the component's preceding
/// block.
#[inline(always)]
pub(super) fn code_block<S: Simd, Sink: SymbolSink>(
    simd: S,
    block: &Block8x8,
    table: usize,
    prediction: &mut i32,
    sink: &mut Sink,
) {
    let mut sink = sink.block(table);
    let coefficients: &[i16; 64] = block.as_flattened().try_into().expect("8 x 8 is 64");
    let dc = i32::from(coefficients[0]);
    let (category, bits) = magnitude(dc - core::mem::replace(prediction, dc));
    sink.dc(category, bits);

    let mut left = not_zero(simd, block) & !1;
    let mut next = 1;
    while left != 0 {
        let k = left.trailing_zeros();
        left &= left - 1;
        let mut run = k - next;
        next = k + 1;
        while run > 15 {
            sink.ac(ZRL, 0);
            run -= 16;
        }
        let value = i32::from(coefficients[usize::from(ZIGZAG[k as usize & 63]) & 63]);
        let (category, bits) = magnitude(value);
        sink.ac(run << 4 | category, bits);
    }
    if next < 64 {
        sink.ac(EOB, 0);
    }
    sink.end();
}

/// Codes a block that only completes an MCU (A.2.4): DC difference 0 and no AC coefficients.
#[inline(always)]
pub(super) fn code_dummy<Sink: SymbolSink>(table: usize, sink: &mut Sink) {
    let mut sink = sink.block(table);
    sink.dc(0, 0);
    sink.ac(EOB, 0);
    sink.end();
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
}

/// A sink that writes symbols immediately.
pub(super) struct Writer {
    pub(super) codes: Arc<Codes>,
    pub(super) segment: EntropySegment,
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

    /// Writes the kept symbols to `segment` and drains it to the sink after every [`DRAINED`] tokens.
    pub(super) fn write(&self, codes: &Codes, segment: &mut EntropySegment, sink: &mut impl Write) -> io::Result<()> {
        for tokens in self.pieces.iter().flat_map(|piece| piece.chunks(DRAINED)) {
            for tokens in tokens.chunks(64) {
                let mut burst = segment.burst();
                for &token in tokens {
                    if token & RESTART == 0 {
                        let (table, class) = (token >> 25 & 1, token >> 24 & 1);
                        codes.0[table as usize][class as usize].put(&mut burst, token >> 16 & 255, token & 0xFFFF);
                    } else {
                        burst.end();
                        segment.restart((token & !RESTART) as usize);
                        burst = segment.burst();
                    }
                }
                burst.end();
            }
            segment.drain_to(sink)?;
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use fearless_simd::{Level, dispatch};
    use noise::Noise;

    #[derive(Default)]
    struct Recorder(Vec<(char, u32, u32)>);

    impl SymbolSink for Recorder {
        type Block<'b> = &'b mut Recorder;
        fn block(&mut self, _: usize) -> &mut Recorder {
            self
        }
        fn restart(&mut self, _: usize) {}
    }

    impl BlockSink for &mut Recorder {
        fn dc(&mut self, category: u32, bits: u32) {
            self.0.push(('d', category, bits));
        }
        fn ac(&mut self, symbol: u32, bits: u32) {
            self.0.push(('a', symbol, bits));
        }
        fn end(self) {}
    }

    fn symbols(block: &Block8x8, prediction: i32) -> Vec<(char, u32, u32)> {
        let mut recorder = Recorder::default();
        let mut prediction = prediction;
        dispatch!(Level::new(), simd => code_block(simd, block, 0, &mut prediction, &mut recorder));
        assert_eq!(prediction, i32::from(block[0][0]));
        recorder.0
    }

    /// Returns the symbols of a block by F.1.2.2, coefficient by coefficient.
    fn plain(block: &Block8x8, prediction: i32) -> Vec<(char, u32, u32)> {
        let bits_of = |v: i32| if v < 0 { (v - 1) as u32 } else { v as u32 };
        let category = |v: i32| (0..).find(|&n| v.unsigned_abs() < 1 << n).unwrap();
        let extra = |v: i32| bits_of(v) & ((1 << category(v)) - 1);
        let zz: Vec<i32> = ZIGZAG.iter().map(|&n| i32::from(block.as_flattened()[usize::from(n)])).collect();
        let difference = zz[0] - prediction;
        let mut symbols = vec![('d', category(difference), extra(difference))];
        let mut run = 0;
        for (k, &value) in zz.iter().enumerate().skip(1) {
            if value == 0 {
                if k == 63 {
                    symbols.push(('a', 0, 0));
                }
                run += 1;
                continue;
            }
            while run > 15 {
                symbols.push(('a', 0xF0, 0));
                run -= 16;
            }
            symbols.push(('a', run << 4 | category(value), extra(value)));
            run = 0;
        }
        symbols
    }

    #[test]
    fn blocks_are_coded_as_annex_f_says() {
        let mut noise = Noise::new(9);
        for round in 0..3000 {
            let mut block = [[0_i16; 8]; 8];
            for c in block.as_flattened_mut() {
                let kept = noise.below(64) < round % 64;
                *c = if kept { noise.bits() as i16 % 1024 } else { 0 };
            }
            assert_eq!(symbols(&block, 17), plain(&block, 17));
        }
    }

    #[test]
    fn the_zigzag_is_figure_a_6() {
        assert_eq!(&ZIGZAG[..16], [0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5]);
        assert_eq!(&ZIGZAG[56..], [53, 60, 61, 54, 47, 55, 62, 63]);
    }
}
