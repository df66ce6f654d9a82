//! [`EndOfBand`]: runs of blocks whose band has ended, with correction bits (T.81 G.1.2.2, G.1.2.3).

use super::sinks::{BurstSink, ScanSink};
use crate::jpeg::progressive::Scan;

/// The band of coefficients that an AC scan codes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Band {
    /// `Ss` and `Se`.
    pub(super) first: u32,
    pub(super) last: u32,
    /// `Al`.
    pub(super) low: u32,
    /// The number of the Huffman table.
    pub(super) table: usize,
    /// A bit for each coefficient of the band.
    pub(super) mask: u64,
}

impl Band {
    pub(super) fn new(scan: &Scan, table: usize) -> Self {
        let (first, last) = (u32::from(*scan.spectral.start()), u32::from(*scan.spectral.end()));
        let mask = (u64::MAX >> (63 - last)) & (u64::MAX << first);
        Band { first, last, low: u32::from(scan.low), table, mask }
    }
}

/// The longest run of blocks that `EOBn` can code (Table G.2).
const LONGEST_RUN: u32 = 0x7FFF;

/// The number of correction bits from which on a run is written: another block's 63 would not fit into the 1000 that
/// `libjpeg` keeps.
const MANY_BITS: u32 = 1000 - 63;

/// The blocks before the current one whose band has ended, and their correction bits.
///
/// In a part of a scan, the blocks up to the first symbol continue a run of the part before. They are kept for
/// [`join`](EndOfBand::join).
#[derive(Clone, Default)]
pub(super) struct EndOfBand {
    run: u32,
    corrections: BitQueue,
    first: FirstRun,
}

/// The blocks of a part before its first symbol.
#[derive(Clone, Default)]
struct FirstRun {
    /// `true` if no symbol has come yet.
    is_open: bool,
    /// The blocks before the first one with correction bits.
    blocks: usize,
    /// The correction bits of a block, and the number of blocks after it that have none.
    corrected: Vec<(u64, u32, usize)>,
}

impl FirstRun {
    #[cold]
    #[inline(never)]
    fn add(&mut self, bits: u64, n: u32) {
        match self.corrected.last_mut() {
            _ if n > 0 => self.corrected.push((bits, n, 0)),
            Some((_, _, after)) => *after += 1,
            None => self.blocks += 1,
        }
    }
}

impl EndOfBand {
    /// Begins a part.
    pub(super) fn begin_part(&mut self) {
        let mut corrected = core::mem::take(&mut self.first.corrected);
        corrected.clear();
        *self = EndOfBand { first: FirstRun { is_open: true, blocks: 0, corrected }, ..EndOfBand::default() };
    }

    /// Adds the first blocks of a part, and takes over the run at its end.
    pub(super) fn join<K: ScanSink>(&mut self, part: &EndOfBand, table: usize, sink: &mut K) {
        let FirstRun { is_open, blocks, corrected } = &part.first;
        (0..*blocks).for_each(|_| self.add((0, 0), table, sink));
        for &(bits, n, after) in corrected {
            self.add((bits, n), table, sink);
            (0..after).for_each(|_| self.add((0, 0), table, sink));
        }
        if !is_open {
            self.write(table, sink);
            (self.run, self.corrections) = (part.run, part.corrections.clone());
        }
    }

    /// Adds a block with these correction bits.
    #[inline(always)]
    pub(super) fn add<K: ScanSink>(&mut self, (bits, n): (u64, u32), table: usize, sink: &mut K) {
        if self.first.is_open {
            return self.first.add(bits, n);
        }
        self.run += 1;
        self.corrections.push(bits, n);
        if self.run == LONGEST_RUN || self.corrections.len() > MANY_BITS {
            self.write(table, sink);
        }
    }

    /// Writes the run and its correction bits, if there is one.
    #[inline(always)]
    pub(super) fn write<K: ScanSink>(&mut self, table: usize, sink: &mut K) {
        self.first.is_open = false;
        if self.run > 0 {
            let n = self.run.ilog2();
            let mut burst = sink.burst();
            burst.symbol(table, n << 4, self.run - (1 << n));
            burst.end();
            self.run = 0;
            self.corrections.write(sink);
        }
    }
}

/// Up to 1024 bits that wait to be written.
#[derive(Clone, Default)]
pub(super) struct BitQueue {
    words: [u32; 32],
    full: usize,
    /// The bits after the full words, the last one lowest; higher bits are not used.
    rest: u64,
    rest_len: u32,
}

impl BitQueue {
    /// Returns the number of bits.
    #[inline(always)]
    pub(super) fn len(&self) -> u32 {
        32 * self.full as u32 + self.rest_len
    }

    /// Appends the lowest `n` bits of `bits`, 0 to 63; the higher bits are 0.
    #[inline(always)]
    pub(super) fn push(&mut self, bits: u64, n: u32) {
        if n > 32 {
            self.push_word(bits >> 32, n - 32);
            self.push_word(bits & 0xFFFF_FFFF, 32);
        } else {
            self.push_word(bits, n);
        }
    }

    #[inline(always)]
    fn push_word(&mut self, bits: u64, n: u32) {
        self.rest = self.rest << n | bits;
        self.rest_len += n;
        if self.rest_len >= 32 {
            self.rest_len -= 32;
            self.words[self.full & 31] = (self.rest >> self.rest_len) as u32;
            self.full += 1;
        }
    }

    /// Writes the bits and removes them.
    #[inline(always)]
    pub(super) fn write<K: ScanSink>(&mut self, sink: &mut K) {
        if self.len() > 0 {
            let mut burst = sink.burst();
            for &word in self.words.iter().take(self.full) {
                burst.raw(word, 32);
            }
            burst.raw((self.rest & ((1 << self.rest_len) - 1)) as u32, self.rest_len);
            burst.end();
            (self.full, self.rest_len) = (0, 0);
        }
    }
}
