//! [`Joiner`]: parts of a file, coded by several threads, to the bytes that one thread writes.
//!
//! A part is a run of rows of MCUs. What lies before it is unknown to its coder: the DC coefficients that predict those of
//! its first MCU, and the place of its first bit in a byte. So the coder keeps the first MCU and stuffs no bytes until a
//! restart marker ends that dependence:
//!
//! ```text
//!   part      first MCU │ bits without stuffing │ from the first restart marker on, if there is one
//!   joiner    codes it  │ shifts and stuffs     │ copies
//! ```
//!
//! Tokens have neither bits nor bytes yet: those of the first MCU are put in front of the others.

use super::huffman_coder::SymbolCoder;
use super::rows::RowCoder;
use super::tokens::{TokenSink, Tokens};
use super::writer::{Codes, Writer};
use crate::jpeg::entropy_segment::EntropySegment;
use fearless_simd::Level;
use std::io::{self, Write};
use std::sync::Arc;

/// The most blocks of an MCU (T.81 B.2.3).
const MOST_BLOCKS: usize = 10;

/// A joiner of the parts of all scans, which takes them from the top down.
pub(super) struct Joiner {
    level: Level,
    /// The coder of the first MCUs of the scan that is written at once, and all its bits not yet drained.
    written: SymbolCoder<Writer>,
    /// The coder of the first MCUs of each scan that is kept.
    kept: Vec<SymbolCoder<TokenSink>>,
    /// The tokens of each part.
    parts: Vec<Vec<Tokens>>,
}

impl Joiner {
    /// Returns a joiner of parts made with these codes; `kept` is the number of scans that are kept as tokens.
    pub(super) fn new(codes: &Arc<Codes>, kept: usize) -> Self {
        let writer = Writer::new(Arc::clone(codes), EntropySegment::new());
        let kept = (0..kept).map(|_| SymbolCoder::new(TokenSink::new(MOST_BLOCKS))).collect();
        Joiner { level: Level::new(), written: SymbolCoder::new(writer), kept, parts: Vec::new() }
    }

    /// Takes the next part and writes its complete bytes to the sink.
    ///
    /// # Errors
    /// The errors of the sink.
    pub(super) fn take(&mut self, part: &mut RowCoder, sink: &mut dyn Write) -> io::Result<()> {
        if let Some(part) = part.written() {
            self.written.join(self.level, part);
            self.written.sink.segment().join(part.sink.segment(), sink)?;
        }
        let join = |(coder, part): (&mut SymbolCoder<TokenSink>, &mut SymbolCoder<TokenSink>)| {
            coder.join(self.level, part);
            let mut tokens = part.sink.take();
            tokens.put_in_front(coder.sink.take());
            tokens
        };
        self.parts.push(self.kept.iter_mut().zip(part.kept()).map(join).collect());
        Ok(())
    }

    /// Writes the last byte and returns the tokens of the scans that were kept, for each part.
    ///
    /// # Errors
    /// The errors of the sink.
    pub(super) fn finish(mut self, sink: &mut dyn Write) -> io::Result<Vec<Vec<Tokens>>> {
        let segment = self.written.sink.segment();
        segment.align();
        segment.drain_to(sink)?;
        Ok(self.parts)
    }
}
