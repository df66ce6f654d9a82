//! [`Slow`]: a file for tests that hands its bytes out a few at a time.

use std::io::{self, BufReader, Cursor, ErrorKind, Read, Seek, SeekFrom};

/// Bytes that come `most` at a time, with an interruption before each of them.
#[derive(Clone, Debug)]
pub(crate) struct Slow<'a> {
    bytes: Cursor<&'a [u8]>,
    most: usize,
    interrupts: bool,
}

impl<'a> Slow<'a> {
    pub(crate) fn new(bytes: &'a [u8], most: usize) -> Self {
        Slow { bytes: Cursor::new(bytes), most, interrupts: true }
    }

    /// The same through a buffer that holds no more than is handed out.
    pub(crate) fn buffered(bytes: &'a [u8], most: usize) -> BufReader<Self> {
        BufReader::with_capacity(most, Slow::new(bytes, most))
    }
}

impl Read for Slow<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.interrupts = !self.interrupts;
        if !self.interrupts {
            return Err(ErrorKind::Interrupted.into());
        }
        let most = into.len().min(self.most);
        self.bytes.read(&mut into[..most])
    }
}

impl Seek for Slow<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}
