//! [`Slow`]: a test source that returns few bytes at a time; [`hold`] compares listings with files.

use std::io::{self, BufReader, Cursor, ErrorKind, Read, Seek, SeekFrom};

/// A source that returns at most `most` bytes per read, and an interruption before each read.
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

    /// Wraps the source in a buffer of `most` bytes.
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

/// Compares a text with its file below `src`; with `BLESS=1`, writes the file.
pub(crate) fn hold(text: &str, path: &str) {
    let path = format!("{}/src/{path}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap(), "{path}");
}
