//! Reading of the boxes of an MP4 file in place (ISO/IEC 14496-12, 4.2). A [`Span`] is read from a [`File`] through a
//! [`Buffer`].

use std::io::{self, Read, Seek, SeekFrom};

/// A file with random access.
#[derive(Clone, Debug)]
pub(super) struct File<R> {
    source: R,
    /// The length in bytes.
    length: u64,
}

impl<R: Read + Seek> File<R> {
    pub(super) fn new(mut source: R) -> io::Result<Self> {
        let length = source.seek(SeekFrom::End(0))?;
        Ok(File { source, length })
    }

    /// Returns the span of the whole file.
    pub(super) fn span(&self) -> Span {
        Span { begin: 0, end: self.length }
    }
}

/// A read buffer of a file.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    /// The number of bytes read at once; fewer at the end of the file.
    size: u64,
    begin: u64,
    bytes: Vec<u8>,
}

impl Buffer {
    /// Creates a buffer of `size` bytes, 8 or more.
    pub(super) fn new(size: usize) -> Self {
        Buffer { size: size as u64, begin: 0, bytes: Vec::with_capacity(size) }
    }

    /// Returns bytes of the file from `at` on: at least `least`, unless the file ends before or the buffer is smaller.
    pub(super) fn at<R: Read + Seek>(&mut self, file: &mut File<R>, at: u64, least: usize) -> io::Result<&[u8]> {
        let end = self.begin + self.bytes.len() as u64;
        let is_inside = at >= self.begin && at <= end && end - at >= least as u64;
        if !is_inside {
            self.bytes.clear();
            self.begin = at;
            file.source.seek(SeekFrom::Start(at))?;
            file.source.by_ref().take(self.size).read_to_end(&mut self.bytes)?;
        }
        Ok(&self.bytes[(at - self.begin) as usize..])
    }
}

/// A range of bytes within a file: `begin <= end`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    pub(super) begin: u64,
    pub(super) end: u64,
}

/// A box: its type and the span of its content.
pub(super) struct Found {
    pub(super) kind: [u8; 4],
    pub(super) content: Span,
}

impl Span {
    pub(super) fn len(self) -> u64 {
        self.end - self.begin
    }

    pub(super) fn is_empty(self) -> bool {
        self.begin == self.end
    }

    pub(super) fn after(self, bytes: u64) -> Option<Self> {
        let begin = self.begin.checked_add(bytes).filter(|&begin| begin <= self.end)?;
        Some(Span { begin, ..self })
    }

    pub(super) fn first(self, bytes: u64) -> Option<Self> {
        let end = self.begin.checked_add(bytes).filter(|&end| end <= self.end)?;
        Some(Span { end, ..self })
    }

    /// Reads a big-endian number of `bytes` bytes, 8 at most, at offset `at`; `None` if it does not fit in the span.
    pub(super) fn number<R: Read + Seek>(
        self,
        file: &mut File<R>,
        buffer: &mut Buffer,
        at: u64,
        bytes: usize,
    ) -> io::Result<Option<u64>> {
        let Some(number) = self.after(at).and_then(|rest| rest.first(bytes as u64)) else { return Ok(None) };
        let found = buffer.at(file, number.begin, bytes)?.get(..bytes);
        Ok(found.map(|bytes| bytes.iter().fold(0, |value, &byte| value << 8 | u64::from(byte))))
    }

    /// Reads the first box and removes it from the span; `None` at the end, and for a broken box.
    pub(super) fn next_box<R: Read + Seek>(
        &mut self,
        file: &mut File<R>,
        buffer: &mut Buffer,
    ) -> io::Result<Option<Found>> {
        let Some(kind) = self.number(file, buffer, 4, 4)? else { return Ok(None) };
        let (header, size) = match self.number(file, buffer, 0, 4)? {
            Some(0) => (8, Some(self.len())),
            Some(1) => (16, self.number(file, buffer, 8, 8)?),
            size => (8, size),
        };
        let found = size.and_then(|size| self.first(size));
        let Some((found, content)) = found.and_then(|found| Some((found, found.after(header)?))) else {
            return Ok(None);
        };
        self.begin = found.end;
        Ok(Some(Found { kind: (kind as u32).to_be_bytes(), content }))
    }

    /// Returns the content of the first box of a kind.
    pub(super) fn find<R: Read + Seek>(
        mut self,
        file: &mut File<R>,
        buffer: &mut Buffer,
        kind: [u8; 4],
    ) -> io::Result<Option<Self>> {
        while let Some(found) = self.next_box(file, buffer)? {
            if found.kind == kind {
                return Ok(Some(found.content));
            }
        }
        Ok(None)
    }
}
