//! [`Forward`]: a source of bytes that is read once, from its beginning to its end, piece by piece.

use std::io::{self, BufRead, ErrorKind};

/// A reader that counts the bytes that were taken from it.
#[derive(Clone, Debug)]
pub(crate) struct Forward<R> {
    reader: R,
    position: u64,
}

impl<R: BufRead> Forward<R> {
    /// Reads what `reader` has; its first byte is byte `position` of the stream.
    pub(crate) fn new(reader: R, position: u64) -> Self {
        Forward { reader, position }
    }

    /// The byte of the stream that comes next.
    pub(crate) fn position(&self) -> u64 {
        self.position
    }

    /// The next bytes, as many as the reader holds; none at the end. [`Forward::pass`] takes them.
    pub(crate) fn piece(&mut self) -> io::Result<&[u8]> {
        let is_end = loop {
            match self.reader.fill_buf() {
                Ok(piece) => break piece.is_empty(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        };
        // The reader holds bytes, and does not read again; at the end it would.
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

    /// Takes up to `most` bytes, fewer where the stream ends before.
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

    /// Takes all bytes that are left.
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
