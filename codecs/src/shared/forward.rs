//! [`Forward`]: a byte source that is read once, front to back, piece by piece.

use std::io::{self, BufRead, ErrorKind};

/// A reader that counts the bytes taken from it.
#[derive(Clone, Debug)]
pub(crate) struct Forward<R> {
    reader: R,
    position: u64,
}

impl<R: BufRead> Forward<R> {
    /// Wraps `reader`; its first byte is byte `position` of the stream.
    pub(crate) fn new(reader: R, position: u64) -> Self {
        Forward { reader, position }
    }

    /// Returns the position of the next byte in the stream.
    pub(crate) fn position(&self) -> u64 {
        self.position
    }

    /// Returns the bytes that the reader has buffered, none at the end. [`Forward::pass`] takes them.
    pub(crate) fn piece(&mut self) -> io::Result<&[u8]> {
        let is_end = loop {
            match self.reader.fill_buf() {
                Ok(piece) => break piece.is_empty(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        };
        // The buffer is not empty, so this does not read again. At the end a second call would read.
        if is_end { Ok(&[]) } else { self.reader.fill_buf() }
    }

    /// Takes the first `bytes` of the last piece.
    pub(crate) fn pass(&mut self, bytes: usize) {
        self.reader.consume(bytes);
        self.position += bytes as u64;
    }

    /// Takes one byte; `None` at the end.
    pub(crate) fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.piece()?.first().copied();
        self.pass(usize::from(byte.is_some()));
        Ok(byte)
    }

    /// Takes `most` bytes, or fewer if the stream ends first.
    pub(crate) fn take(&mut self, most: usize) -> io::Result<Vec<u8>> {
        let mut taken = Vec::new();
        while taken.len() < most {
            let piece = self.piece()?;
            if piece.is_empty() {
                break;
            }
            let some = &piece[..piece.len().min(most - taken.len())];
            taken.extend_from_slice(some);
            let count = some.len();
            self.pass(count);
        }
        Ok(taken)
    }

    /// Takes all remaining bytes.
    pub(crate) fn pass_all(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.piece()?.len();
            if bytes == 0 {
                return Ok(());
            }
            self.pass(bytes);
        }
    }
}
