//! [`RowCounter`]: the symbols of the scans of a sequential file, counted without being written.
//!
//! The counts give the bits of the file, with fixed or with optimal Huffman tables. Stuffed zero bytes and the bits that
//! complete a byte before a restart marker are not known.

use super::encoder::ScanCoder;
use super::file::{File, optimal};
use super::frame::Frame;
use super::headers::Headers;
use super::huffman_coder::SymbolCoder;
use super::rows::RowBuffers;
use super::sinks::{Frequencies, SymbolCounts, TablePair, add, annex_k};
use super::source::Source;
use super::transformed::Start;
use crate::jpeg::marker::{Content, Parts};
use crate::jpeg::{Huffman, JpegError};
use fearless_simd::Level;
use std::sync::Arc;

/// The bytes of a file, as far as they can be counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::jpeg) struct CountedSize {
    /// Marker segments, exactly.
    pub(in crate::jpeg) headers: u64,
    /// Entropy-coded data. In a sequential file without stuffed bytes.
    pub(in crate::jpeg) data: u64,
}

impl CountedSize {
    /// Returns the bytes of a file.
    pub(super) fn of(jpeg: &[u8]) -> CountedSize {
        let parts = Parts::new(jpeg).filter_map(Result::ok);
        let data =
            parts.filter(|part| matches!(part.content, Content::EntropyCoded { .. })).map(|part| part.length).sum();
        CountedSize { headers: jpeg.len() as u64 - data, data }
    }
}

/// A counter of rows of MCUs: of all rows, or of a part.
pub(super) struct RowCounter {
    level: Level,
    frame: Arc<Frame>,
    buffers: RowBuffers,
    scans: Vec<ScanCoder<SymbolCoder<SymbolCounts>>>,
}

impl RowCounter {
    /// Returns a counter that has counted nothing.
    pub(super) fn new(file: &File) -> Self {
        let coder = || SymbolCoder::new(SymbolCounts::new());
        let scans = file.scans.iter().map(|scan| ScanCoder::new(Arc::clone(&file.frame), scan.clone(), coder()));
        let (frame, buffers) = (Arc::clone(&file.frame), file.buffers());
        RowCounter { level: Level::new(), frame, buffers, scans: scans.collect() }
    }

    /// Begins a part and forgets what was counted before. The next row counted is `row`.
    pub(super) fn begin(&mut self, row: usize) {
        self.begin_row(row);
        self.scans.iter_mut().for_each(|scan| scan.coder.sink = SymbolCounts::new());
    }

    /// Leaves out the first MCU of the next row, `row`.
    pub(super) fn begin_row(&mut self, row: usize) {
        for scan in &mut self.scans {
            scan.go_to(row);
            scan.coder.begin_part(scan.blocks_in_mcu());
        }
    }

    /// Counts row `row` of MCUs.
    pub(super) fn count(&mut self, source: &impl Source, row: usize) {
        source.take(self.level, &mut self.buffers, &self.frame, row);
        for scan in &mut self.scans {
            scan.code_row(self.level, &self.buffers.coefficients, row);
        }
    }

    /// Adds the counts of the next part, with its first MCU or without.
    pub(super) fn join(&mut self, part: &RowCounter, start: Start) {
        for (scan, part) in self.scans.iter_mut().zip(&part.scans) {
            if start == Start::Counted {
                scan.coder.join(self.level, &part.coder);
            }
            add(&mut scan.coder.sink.frequencies, &part.coder.sink.frequencies);
            scan.coder.sink.restarts += part.coder.sink.restarts;
        }
    }

    /// Returns the size of the file.
    pub(super) fn size(&self, file: &File, headers: &Headers<'_>) -> Result<CountedSize, JpegError> {
        let mut bytes = headers.before_scans(&file.scans)?.len() + headers.after_scans().len();
        let mut data = 0;
        for (scan, counted) in file.scans.iter().zip(&self.scans) {
            let counts = &counted.coder.sink;
            let tables = match file.huffman {
                Huffman::Standard => annex_k(),
                Huffman::Optimised => optimal([&*counts.frequencies].into_iter()),
            };
            let stated = (file.huffman == Huffman::Optimised).then_some(&tables);
            bytes += headers.scan(scan, stated)?.len();
            // A restart marker, and half a byte before it on average.
            data += (bits(&counts.frequencies, &tables) + 4 * counts.restarts).div_ceil(8) + 2 * counts.restarts;
        }
        Ok(CountedSize { headers: bytes as u64, data })
    }
}

/// Returns the bits of symbols: those of their codes and their extra bits.
fn bits(frequencies: &Frequencies, tables: &[TablePair; 2]) -> u64 {
    let mut bits = 0;
    for (frequencies, spec) in frequencies.iter().flatten().zip(tables.iter().flatten()) {
        let codes = spec.codes();
        for (symbol, &times) in frequencies.iter().enumerate() {
            bits += u64::from(times) * (u64::from(codes.of(symbol as u8).len) + (symbol as u64 & 15));
        }
    }
    bits
}
