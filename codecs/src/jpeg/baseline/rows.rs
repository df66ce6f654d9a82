//! [`RowCoder`]: codes rows of MCUs through all stages, for all scans of the file.

use super::coefficients::Coefficients;
use super::components::{Components, Conversion};
use super::encoder::ScanCoder;
use super::frame::{Frame, Scan};
use super::huffman_coder::SymbolCoder;
use super::source::Source;
use super::tokens::{TokenSink, Tokens};
use super::writer::{Codes, Writer};
use crate::jpeg::Huffman;
use crate::jpeg::entropy_segment::EntropySegment;
use fearless_simd::Level;
use std::sync::Arc;

/// The maximum size of the entropy-coded data of a block: 64 codes with their extra bits, every byte stuffed.
const MOST_BYTES_A_BLOCK: usize = 2 * (64 * 27 / 8);

/// The buffers of a row of MCUs between pixels and coefficients.
pub(super) struct RowBuffers {
    pub(super) components: Components,
    pub(super) coefficients: Coefficients,
}

impl RowBuffers {
    pub(super) fn new(frame: &Frame, conversion: Conversion) -> Self {
        RowBuffers { components: Components::new(frame, conversion).in_place(), coefficients: Coefficients::new(frame) }
    }
}

/// A coder of rows of MCUs: of all rows from the first one on, or of parts.
///
/// With fixed tables the first scan is written at once; all other scans are kept as tokens until the first is complete.
pub(super) struct RowCoder {
    level: Level,
    frame: Arc<Frame>,
    written: Option<ScanCoder<SymbolCoder<Writer>>>,
    kept: Vec<ScanCoder<SymbolCoder<TokenSink>>>,
}

impl RowCoder {
    /// Returns a coder of `rows` rows of MCUs, from the first row on unless a part is begun.
    pub(super) fn new(frame: &Arc<Frame>, scans: &[Scan], huffman: Huffman, codes: &Arc<Codes>, rows: usize) -> Self {
        let (written, kept) = match huffman {
            Huffman::Standard => scans.split_at(1),
            Huffman::Optimised => scans.split_at(0),
        };
        let written = written.first().map(|scan| {
            let blocks: usize = frame.components.iter().map(|c| c.blocks_in(&frame.row_of_mcus(0))).sum();
            // The bytes of a part are kept until it is joined, and the room grows with them.
            let is_part = rows < frame.mcu_grid()[0];
            let segment = match is_part {
                false => EntropySegment::with_capacity(blocks * MOST_BYTES_A_BLOCK),
                true => EntropySegment::new(),
            };
            let writer = Writer::new(Arc::clone(codes), segment);
            ScanCoder::new(Arc::clone(frame), scan.clone(), SymbolCoder::new(writer))
        });
        let tokens = |scan: &Scan| {
            let row = frame.row_of_mcus(0);
            let blocks: usize = scan.components.iter().map(|&c| frame.components[c].blocks_in(&row)).sum();
            let tokens = SymbolCoder::new(TokenSink::new(rows * blocks));
            ScanCoder::new(Arc::clone(frame), scan.clone(), tokens)
        };
        RowCoder { level: Level::new(), frame: Arc::clone(frame), written, kept: kept.iter().map(tokens).collect() }
    }

    /// Begins a part: the next row coded is `row`, and what was coded before it is unknown.
    pub(super) fn begin_part(&mut self, row: usize) {
        if let Some(scan) = &mut self.written {
            scan.go_to(row);
            scan.coder.begin_part(scan.blocks_in_mcu());
            scan.coder.sink.segment().begin_part();
        }
        for scan in &mut self.kept {
            scan.go_to(row);
            scan.coder.begin_part(scan.blocks_in_mcu());
        }
    }

    /// Codes row `row` of MCUs.
    pub(super) fn code(&mut self, buffers: &mut RowBuffers, source: &dyn Source, row: usize) {
        let frame = Arc::clone(&self.frame);
        self.code_strip(buffers, source, (&frame, row));
    }

    /// Codes row `row` of the MCUs of a strip, whose frame and source are given.
    pub(super) fn code_strip(&mut self, buffers: &mut RowBuffers, source: &dyn Source, (frame, row): (&Frame, usize)) {
        source.take(self.level, buffers, frame, row);
        if let Some(coder) = &mut self.written {
            coder.code_row(self.level, &buffers.coefficients, (frame, row));
        }
        for coder in &mut self.kept {
            coder.code_row(self.level, &buffers.coefficients, (frame, row));
        }
    }

    /// Returns the entropy-coded data being written, if a scan is written at once.
    pub(super) fn segment(&mut self) -> Option<&mut EntropySegment> {
        self.written.as_mut().map(|coder| coder.coder.sink.segment())
    }

    /// Returns the coder of the scan that is written at once, if there is one.
    pub(super) fn written(&mut self) -> Option<&mut SymbolCoder<Writer>> {
        self.written.as_mut().map(|scan| &mut scan.coder)
    }

    /// Returns the coders of the scans that are kept.
    pub(super) fn kept(&mut self) -> impl Iterator<Item = &mut SymbolCoder<TokenSink>> {
        self.kept.iter_mut().map(|scan| &mut scan.coder)
    }

    /// Returns the tokens of the scans that were kept.
    pub(super) fn into_tokens(mut self) -> Vec<Tokens> {
        self.kept().map(|coder| coder.sink.take()).collect()
    }
}
