//! [`Samples`]: locates the samples of a track by the tables of its `stbl` (ISO/IEC 14496-12, 8.7).
//!
//! ```text
//! stsz           sizes of samples, or one size for all
//! stsc           runs of chunks with equal numbers of samples
//! stco or co64   offsets of chunks
//! ```
//!
//! The tables are read entry by entry, each through a buffer of its own.

use super::mp4_boxes::{Buffer, File, Span};
use super::mp4_reader::error;
use crate::h264::syntax::{StreamError, SyntaxError};
use std::io::{Read, Seek};

/// The size of the read buffer of a table, in bytes.
const TABLE_BUFFER: usize = 1 << 12;

/// An iterator over the spans of the samples of a track.
#[derive(Clone, Debug)]
pub(super) struct Samples {
    sizes: Table,
    /// The size of all samples, or 0 if sizes differ.
    same_size: u64,
    runs: Table,
    chunks: Table,
    /// The index of the next sample, and the number of samples.
    sample: u64,
    sample_count: u64,
    /// The index of the next chunk.
    chunk: u64,
    /// The index of the run that contains the current chunk.
    run: u64,
    /// The number of samples left in the current chunk, and the offset of the next one.
    left: u64,
    place: u64,
}

/// A table of entries of equal width.
#[derive(Clone, Debug)]
struct Table {
    content: Span,
    /// The offset of the entries in the content, the width of an entry in bytes, and the number of entries.
    begin: u64,
    width: usize,
    count: u64,
    buffer: Buffer,
}

impl Table {
    /// Opens a table whose number of entries is at byte `at` of its content.
    fn new<R: Read + Seek>(
        file: &mut File<R>,
        content: Span,
        name: &'static str,
        (width, at): (usize, u64),
    ) -> Result<Self, StreamError> {
        let mut buffer = Buffer::new(TABLE_BUFFER);
        let short = || error(content.begin, name, "the box ends before its entries");
        let count = content.number(file, &mut buffer, at, 4)?.ok_or_else(short)?;
        // The entries must fit in the content.
        if (content.len() - at - 4) / (width as u64) < count {
            return Err(short().into());
        }
        Ok(Table { content, begin: at + 4, width, count, buffer })
    }

    /// Reads a number of `bytes` bytes at offset `at` of an entry.
    fn number<R: Read + Seek>(
        &mut self,
        file: &mut File<R>,
        entry: u64,
        at: u64,
        bytes: usize,
    ) -> Result<u64, StreamError> {
        let place = self.begin + self.width as u64 * entry + at;
        Ok(self.content.number(file, &mut self.buffer, place, bytes)?.unwrap_or(0))
    }
}

impl Samples {
    /// Opens the sample tables of `stbl`.
    pub(super) fn new<R: Read + Seek>(
        file: &mut File<R>,
        buffer: &mut Buffer,
        stbl: Span,
    ) -> Result<Self, StreamError> {
        let mut find = |file: &mut File<R>, kind| stbl.find(file, buffer, kind);
        let missing = |name| error(stbl.begin, name, "the box is missing");
        let stsz = find(file, *b"stsz")?.ok_or_else(|| missing("stsz"))?;
        let stsc = find(file, *b"stsc")?.ok_or_else(|| missing("stsc"))?;
        let (chunks, wide) = match find(file, *b"co64")? {
            Some(co64) => (co64, 8),
            None => (find(file, *b"stco")?.ok_or_else(|| missing("stco"))?, 4),
        };
        let short = || error(stsz.begin, "stsz", "the box ends before its entries");
        let mut sizes = Buffer::new(TABLE_BUFFER);
        let same_size = stsz.number(file, &mut sizes, 4, 4)?.ok_or_else(short)?;
        let sizes = match same_size {
            0 => Table::new(file, stsz, "stsz", (4, 8))?,
            _ => {
                let count = stsz.number(file, &mut sizes, 8, 4)?.ok_or_else(short)?;
                Table { content: stsz, begin: 12, width: 4, count, buffer: sizes }
            }
        };
        let chunks = Table::new(file, chunks, "stco", (wide, 4))?;
        let runs = Table::new(file, stsc, "stsc", (12, 4))?;
        let sample_count = sizes.count;
        Ok(Samples { sizes, same_size, runs, chunks, sample: 0, sample_count, chunk: 0, run: 0, left: 0, place: 0 })
    }

    /// Returns the span of the next sample; `None` after the last one.
    ///
    /// # Errors
    /// If a sample lies beyond the end of the file; I/O errors of the file.
    pub(super) fn next<R: Read + Seek>(&mut self, file: &mut File<R>) -> Result<Option<Span>, StreamError> {
        while self.left == 0 {
            if self.chunk == self.chunks.count || self.sample == self.sample_count {
                return Ok(None);
            }
            self.next_chunk(file)?;
        }
        let size = match self.same_size {
            0 => self.sizes.number(file, self.sample, 0, 4)?,
            size => size,
        };
        let found = file.span().after(self.place).and_then(|rest| rest.first(size));
        let Some(found) = found else {
            let begin = self.chunks.content.begin;
            return Err(error(begin, "stco", "a sample lies beyond the end of the file").into());
        };
        self.place = found.end;
        self.left -= 1;
        self.sample += 1;
        Ok(Some(found))
    }

    fn next_chunk<R: Read + Seek>(&mut self, file: &mut File<R>) -> Result<(), StreamError> {
        while self.run + 1 < self.runs.count && self.runs.number(file, self.run + 1, 0, 4)? <= self.chunk + 1 {
            self.run += 1;
        }
        let per_chunk = if self.run < self.runs.count { self.runs.number(file, self.run, 4, 4)? } else { 0 };
        self.left = per_chunk.min(self.sample_count - self.sample);
        self.place = self.chunks.number(file, self.chunk, 0, self.chunks.width)?;
        self.chunk += 1;
        Ok(())
    }

    /// Visits all samples once. Returns whether any of them has bytes, and an error if the chunks have too few samples.
    ///
    /// # Errors
    /// The errors of [`Samples::next`]; samples overlap.
    pub(super) fn check<R: Read + Seek>(
        mut self,
        file: &mut File<R>,
    ) -> Result<(bool, Option<SyntaxError>), StreamError> {
        let stsz = self.sizes.content.begin;
        let all = file.span().len();
        let mut budget = all;
        while let Some(sample) = self.next(file)? {
            let rest = budget.checked_sub(sample.len());
            budget = rest.ok_or_else(|| error(stsz, "stsz", "samples overlap"))?;
        }
        let missing = self.sample < self.sample_count;
        let complaint = missing.then(|| error(stsz, "stsz", "there are more samples than the chunks have"));
        Ok((budget < all, complaint))
    }
}
