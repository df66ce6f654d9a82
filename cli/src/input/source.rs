//! Reading the bytes of a file or of standard input.

use super::format;
use crate::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek as _, Write as _};
use std::path::Path;

/// Returns whether a name denotes standard input or output.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A file or standard input, with its first bytes already read.
///
/// Reading continues after what was read before.
pub(crate) struct Source {
    first: Cursor<Vec<u8>>,
    /// The bytes after the first ones.
    rest: Box<dyn Read + Send>,
    /// The number of those that were read.
    read: u64,
    /// The same file, if it is seekable.
    file: Option<File>,
    /// The expected length in bytes.
    length: u64,
}

impl Source {
    /// Opens a file, or standard input for `-`, and recognises its kind by the first bytes.
    ///
    /// # Errors
    /// [`Error::Read`], [`Error::InputFolder`], and those of `recognise`.
    pub(crate) fn open<K>(path: &Path, recognise: impl FnOnce(&[u8]) -> Result<K, Error>) -> Result<(Self, K), Error> {
        if is_dash(path) {
            return Source::begin(Box::new(io::stdin()), recognise);
        }
        let file = File::open(path).map_err(Error::Read)?;
        let about = file.metadata().map_err(Error::Read)?;
        if about.is_dir() {
            return Err(Error::InputFolder);
        }
        let again = if about.is_file() { Some(file.try_clone().map_err(Error::Read)?) } else { None };
        let (source, kind) = Source::begin(Box::new(file), recognise)?;
        Ok((Source { file: again, length: about.len(), ..source }, kind))
    }

    /// Opens the file of a picture, or standard input for `-`. The first bytes are checked before the rest is read, so that an
    /// endless device that is not a picture does not fill the memory.
    ///
    /// # Errors
    /// [`Error::Read`], [`Error::InputFolder`], and those of recognising the format.
    pub(crate) fn picture(path: &Path) -> Result<Self, Error> {
        Ok(Source::open(path, format::recognise)?.0)
    }

    fn begin<K>(
        mut rest: Box<dyn Read + Send>,
        recognise: impl FnOnce(&[u8]) -> Result<K, Error>,
    ) -> Result<(Self, K), Error> {
        const FIRST: u64 = 4096;
        let mut first = Vec::new();
        rest.by_ref().take(FIRST).read_to_end(&mut first).map_err(Error::Read)?;
        let kind = recognise(&first)?;
        Ok((Source { first: Cursor::new(first), rest, read: 0, file: None, length: 0 }, kind))
    }

    /// Returns the first bytes, whether they were read or not.
    pub(crate) fn first(&self) -> &[u8] {
        self.first.get_ref()
    }

    /// Skips the first bytes up to byte `at` of them.
    pub(super) fn skip_to(&mut self, at: u64) {
        self.first.set_position(at);
    }

    /// Returns the length of a file; `None` for a pipe or a device, which cannot be read again.
    pub(crate) fn length(&self) -> Option<u64> {
        self.file.as_ref().map(|_| self.length)
    }

    /// Returns the number of bytes read and skipped.
    pub(super) fn position(&self) -> u64 {
        self.first.position() + self.read
    }

    /// Reads all bytes.
    ///
    /// # Errors
    /// [`Error::Read`].
    pub(crate) fn into_bytes(mut self) -> Result<Vec<u8>, Error> {
        let mut bytes = self.first.into_inner();
        let rest = usize::try_from(self.length).unwrap_or(usize::MAX).saturating_sub(bytes.len());
        bytes.try_reserve_exact(rest.saturating_add(1)).map_err(|_| Error::Read(io::ErrorKind::OutOfMemory.into()))?;
        self.rest.read_to_end(&mut bytes).map_err(Error::Read)?;
        Ok(bytes)
    }

    /// Returns a buffered reader of all bytes.
    pub(crate) fn into_reader(self) -> impl BufRead {
        BufReader::with_capacity(1 << 16, self)
    }

    /// Returns a seekable file with all bytes: the file itself, or a temporary one for a pipe or a device.
    ///
    /// # Errors
    /// [`Error::Read`]; [`Error::Spool`] for the temporary file.
    pub(crate) fn into_file(mut self) -> Result<File, Error> {
        if let Some(mut file) = self.file {
            file.rewind().map_err(Error::Read)?;
            return Ok(file);
        }
        let mut spool = tempfile::tempfile().map_err(Error::Spool)?;
        spool.write_all(self.first()).map_err(Error::Spool)?;
        let mut piece = vec![0; 1 << 16];
        loop {
            match self.rest.read(&mut piece) {
                Ok(0) => break,
                Ok(bytes) => spool.write_all(&piece[..bytes]).map_err(Error::Spool)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::Read(error)),
            }
        }
        spool.rewind().map_err(Error::Spool)?;
        Ok(spool)
    }
}

impl Read for Source {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.first.read(bytes)? {
            0 => self.rest.read(bytes).inspect(|read| self.read += *read as u64),
            read => Ok(read),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin(from: impl Read + Send + 'static) -> Result<(), Error> {
        Source::begin(Box::new(from), format::recognise).map(|_| ())
    }

    #[test]
    fn what_is_no_picture_is_not_read_to_its_end() {
        assert!(matches!(begin(io::repeat(0)), Err(Error::UnknownFormat)));
    }

    #[test]
    fn nothing_is_not_a_picture() {
        assert!(matches!(begin(io::empty()), Err(Error::Empty)));
    }
}
