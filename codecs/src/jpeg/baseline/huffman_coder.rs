//! [`HuffmanCoder`]: Huffman coding of quantised blocks (T.81 F.1.2).
//!
//! A block is the difference of the DC coefficients, then runs of zeros and values in zigzag order. The coder produces
//! these symbols and passes them to a sink, `Writer` or `TokenSink`.

use super::dct::Block8x8;
use super::entropy::{CodedBlock, EntropyCoder};
use super::first_mcu::FirstMcu;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::magnitudes_x86::magnitudes;
use super::sinks::{BlockSink, SymbolSink};
use super::tokens::token_codes;
use super::writer::Writer;
use crate::jpeg::coefficients::run_lengths;
use crate::jpeg::entropy_segment::EntropySegment;
use crate::jpeg::huffman::HuffmanSpec;
use crate::jpeg::marker::ZIGZAG;
use crate::shared::dispatch::dispatch_wide;
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, i16x32};
use std::sync::Arc;

/// The encoder's own entropy coder: it writes entropy-coded data with given tables, without the markers around scans.
///
/// ```
/// use codecs::jpeg::HuffmanSpec;
/// use codecs::jpeg::baseline::{Encoder, HuffmanCoder, Options};
/// use codecs::picture::{PixelFormat, Pixels};
/// let gray: Vec<u8> = (0..200).collect();
/// let picture = Pixels::interleaved(&gray, 20, 10, PixelFormat::Gray)?;
/// let encoder = Encoder::new(Options::new(90)?);
///
/// let mut coder = HuffmanCoder::new(&[
///     [HuffmanSpec::DC_LUMA, HuffmanSpec::AC_LUMA],
///     [HuffmanSpec::DC_CHROMA, HuffmanSpec::AC_CHROMA],
/// ]);
/// encoder.code_blocks(&picture, &mut coder)?;
/// let mut file = Vec::new();
/// encoder.encode(&picture, &mut file)?;
/// assert!(file[..file.len() - 2].ends_with(&coder.finish()[0])); // all but the marker at the end
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
///
/// # Panics
/// The methods for blocks panic if a component is not 0 to 3, or a table not 0 or 1. Coefficients outside of the range
/// of [`CodedBlock::coefficients`] give data that no decoder can read.
pub struct HuffmanCoder {
    coder: SymbolCoder<Writer>,
    /// The data of the scans before the current one.
    finished: Vec<Vec<u8>>,
    has_begun: bool,
}

impl HuffmanCoder {
    /// Returns a coder with two pairs of tables, each for DC and AC. See [`HuffmanCoder`] for an example.
    ///
    /// The tables need a code for every symbol that occurs, for padding also DC category 0 and the end of a block (0x00);
    /// those of Annex K have all symbols. A symbol without a code is written as its extra bits alone, which no decoder can
    /// read.
    pub fn new(tables: &[[HuffmanSpec; 2]; 2]) -> Self {
        let writer = Writer::new(Arc::new(token_codes(tables)), EntropySegment::new());
        HuffmanCoder { coder: SymbolCoder::new(writer), finished: Vec::new(), has_begun: false }
    }

    /// Returns the entropy-coded data of each scan, its last byte filled up with ones (F.1.2.3). See [`HuffmanCoder`] for an
    /// example.
    pub fn finish(mut self) -> Vec<Vec<u8>> {
        self.end_scan();
        self.finished
    }

    /// Ends the data of a scan.
    fn end_scan(&mut self) {
        self.finished.push(core::mem::take(self.coder.sink.segment()).finish());
    }
}

impl EntropyCoder for HuffmanCoder {
    fn scan(&mut self, _components: &[usize]) {
        if core::mem::replace(&mut self.has_begun, true) {
            self.end_scan();
            self.coder.predictions = [0; 4];
        }
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: CodedBlock<'_>) {
        self.coder.block(simd, block);
    }

    #[inline(always)]
    fn padding(&mut self, component: usize, table: usize) {
        self.coder.padding(component, table);
    }

    #[inline(always)]
    fn restart(&mut self, n: usize) {
        self.coder.restart(n);
    }
}

/// A coder of one scan whose symbols go into a sink.
pub(super) struct SymbolCoder<Sink> {
    /// The DC coefficient of the last block of each component (F.1.1.5.1).
    predictions: [i32; 4],
    /// The first MCU, if the coder codes a part whose predictions are unknown.
    first: FirstMcu,
    pub(super) sink: Sink,
}

impl<Sink> SymbolCoder<Sink> {
    pub(super) fn new(sink: Sink) -> Self {
        SymbolCoder { predictions: [0; 4], first: FirstMcu::default(), sink }
    }

    /// Begins a part of the scan, whose MCUs have `blocks` blocks each. The first MCU is kept for
    /// [`join`](SymbolCoder::join), unless a restart marker comes before it.
    pub(super) fn begin_part(&mut self, blocks: usize) {
        self.predictions = [0; 4];
        self.first.begin(blocks);
    }
}

impl<Sink: SymbolSink> SymbolCoder<Sink> {
    /// Codes the first MCU of the next part, and takes over that part's predictions.
    pub(super) fn join(&mut self, level: Level, part: &SymbolCoder<Sink>) {
        for kept in &part.first.blocks {
            match &kept.coefficients {
                Some(block) => {
                    let prediction = &mut self.predictions[kept.component];
                    dispatch_wide!(level, simd => code_block(simd, block, kept.table, prediction, &mut self.sink));
                }
                None => self.padding(kept.component, kept.table),
            }
        }
        self.predictions = part.predictions;
    }
}

impl<Sink: SymbolSink> EntropyCoder for SymbolCoder<Sink> {
    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: CodedBlock<'_>) {
        if self.first.is_open() {
            self.predictions[block.component] = block.coefficients[0][0].into();
            return self.first.block(block);
        }
        code_block(simd, block.coefficients, block.table, &mut self.predictions[block.component], &mut self.sink);
    }

    #[inline(always)]
    fn padding(&mut self, component: usize, table: usize) {
        if self.first.is_open() {
            return self.first.padding(component, table);
        }
        let mut sink = self.sink.block(table);
        sink.dc(0, 0);
        sink.ac(EOB, 0);
        sink.end();
    }

    #[inline(always)]
    fn restart(&mut self, n: usize) {
        self.first.close();
        self.sink.restart(n);
        self.predictions = [0; 4];
    }
}

/// The zigzag position of each coefficient in natural order.
pub(super) const POSITION: [u8; 64] = {
    let mut position = [0; 64];
    let mut k = 0;
    while k < 64 {
        position[ZIGZAG[k] as usize] = k as u8;
        k += 1;
    }
    position
};

/// `SPREAD[r][b]`: the zigzag positions, as a bit mask, of the coefficients in row `r` at the columns set in `b`.
const SPREAD: [[u64; 256]; 8] = {
    let mut spread = [[0; 256]; 8];
    let mut n = 0;
    while n < 8 * 256 * 8 {
        let (row, byte, column) = (n / 2048, n / 8 % 256, n % 8);
        if byte >> column & 1 == 1 {
            spread[row][byte] |= 1 << POSITION[8 * row + column];
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

/// Returns the category (`SSSS`) and the extra bits of a value: the low bits of the value, or of a negative value less
/// 1 (F.1.2.1).
#[inline(always)]
fn magnitude(value: i32) -> (u32, u32) {
    let category = 32 - value.unsigned_abs().leading_zeros();
    let bits = (value + (value >> 31)) as u32 & ((1 << category) - 1);
    (category, bits)
}

/// The symbol for the end of a block.
const EOB: u32 = 0x00;

/// Codes a block with Huffman tables number `table`; `prediction` is the DC coefficient of the component's preceding
/// block.
#[inline(always)]
fn code_block<S: Simd, Sink: SymbolSink>(
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

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(avx512) = simd.level().as_avx512() {
        if !sink.take_ac(avx512, block) {
            let all = magnitudes(avx512, block);
            let (categories, bits) = (all.categories.as_flattened(), all.bits.as_flattened());
            let magnitude = |k: usize| (u32::from(categories[k & 63]), u32::from(bits[k & 63]));
            code_ac(&mut sink, all.not_zero, magnitude);
        }
        return sink.end();
    }
    let value = |k: usize| i32::from(coefficients[usize::from(ZIGZAG[k & 63]) & 63]);
    code_ac(&mut sink, not_zero(simd, block), |k| magnitude(value(k)));
    sink.end();
}

/// Codes the AC coefficients of a block (F.1.2.2). `not_zero` has a bit for each coefficient in zigzag order; `magnitude`
/// returns the category and the extra bits of one.
#[inline(always)]
fn code_ac(sink: &mut impl BlockSink, not_zero: u64, magnitude: impl Fn(usize) -> (u32, u32)) {
    let next = run_lengths(not_zero & !1, 1, magnitude, |symbol, bits| sink.ac(symbol, bits));
    if next < 64 {
        sink.ac(EOB, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jpeg::baseline::sinks::annex_k;
    use crate::jpeg::baseline::tokens::{TokenSink, optimal, token_codes};
    use crate::shared::levels;
    use core::convert::Infallible;
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
        dispatch_wide!(Level::new(), simd => code_block(simd, block, 0, &mut prediction, &mut recorder));
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

    /// Returns a block of which about `share` of 64 coefficients are not 0, most of them small.
    fn noisy(noise: &mut Noise, share: usize) -> Block8x8 {
        let mut block = [[0_i16; 8]; 8];
        for c in block.as_flattened_mut() {
            let kept = noise.below(64) < share;
            let bits = [2, 4, 9, 12][noise.below(4).min(noise.below(4))];
            *c = if kept { (noise.bits() as i16 % (1 << bits)).clamp(-1023, 1023) } else { 0 };
        }
        block
    }

    #[test]
    fn written_and_kept_symbols_have_the_bits_of_their_codes() {
        let (mut noise, tables) = (Noise::new(10), annex_k());
        let codes = tables.each_ref().map(|pair| pair.each_ref().map(HuffmanSpec::codes));
        for (share, level) in
            [0, 1, 2, 5, 30, 64].into_iter().flat_map(|share| levels().into_iter().map(move |l| (share, l)))
        {
            let mut writer = Writer::new(Arc::new(token_codes(&tables)), EntropySegment::new());
            let (mut kept, mut wanted) = (TokenSink::new(100), EntropySegment::new());
            let mut frequencies = [[[0; 256]; 2]; 2];
            let mut predictions = [0; 3];
            for n in 0..2000 {
                let (block, table) = (noisy(&mut noise, share), noise.below(2));
                for (class, symbol, bits) in plain(&block, predictions[0]) {
                    let class = usize::from(class == 'a');
                    let code = codes[table][class].of(symbol as u8);
                    wanted.put(code.bits.into(), code.len.into());
                    wanted.put(bits, symbol & 15);
                    frequencies[table][class][symbol as usize] += 1;
                }
                predictions[0] = block[0][0].into();
                // Markers do not reset the predictions here, as they do in a scan.
                dispatch_wide!(level, simd => {
                    code_block(simd, &block, table, &mut predictions[1], &mut writer);
                    code_block(simd, &block, table, &mut predictions[2], &mut kept);
                });
                if n % 700 == 500 {
                    writer.restart(n / 700);
                    kept.restart(n / 700);
                    wanted.restart(n / 700);
                }
            }
            let wanted = wanted.finish();
            assert!(core::mem::take(writer.segment()).finish() == wanted, "{share} of 64, {level:?}");
            let (tokens, mut written) = (kept.take(), EntropySegment::new());
            let Ok(()) = tokens.write(&token_codes(&tables), &mut written, |_| Ok::<(), Infallible>(()));
            assert!(written.finish() == wanted, "{share} of 64, {level:?}, kept");
            assert_eq!(optimal([&tokens].into_iter()), frequencies.map(|pair| pair.map(|f| HuffmanSpec::optimal(&f))));
        }
    }

    #[test]
    fn the_zigzag_is_figure_a_6() {
        assert_eq!(&ZIGZAG[..16], [0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5]);
        assert_eq!(&ZIGZAG[56..], [53, 60, 61, 54, 47, 55, 62, 63]);
    }
}
