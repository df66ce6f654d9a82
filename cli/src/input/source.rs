//! Bytes of a file or of standard input.

use crate::error::Error;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Whether a name means standard input or output.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// All bytes of a picture's file, or of standard input for `-`. The first ones are looked at alone, so that an endless
/// device that is no picture does not fill the memory.
///
/// # Errors
/// [`Error::Read`], [`Error::InputFolder`], and those of the format not being known.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    bytes_of(path, super::format::recognise).map(|(bytes, _)| bytes)
}

/// As [`bytes`], of a file of any kind, and what it is.
pub(crate) fn bytes_of<K>(
    path: &Path,
    recognise: impl FnOnce(&[u8]) -> Result<K, Error>,
) -> Result<(Vec<u8>, K), Error> {
    if is_dash(path) {
        return all(&mut io::stdin().lock(), 0, recognise);
    }
    let mut file = File::open(path).map_err(Error::Read)?;
    let about = file.metadata().map_err(Error::Read)?;
    if about.is_dir() {
        return Err(Error::InputFolder);
    }
    all(&mut file, about.len(), recognise)
}

fn all<K>(
    from: &mut impl Read,
    expected: u64,
    recognise: impl FnOnce(&[u8]) -> Result<K, Error>,
) -> Result<(Vec<u8>, K), Error> {
    const FIRST: u64 = 4096;
    let mut bytes = Vec::new();
    from.by_ref().take(FIRST).read_to_end(&mut bytes).map_err(Error::Read)?;
    let kind = recognise(&bytes)?;
    let rest = usize::try_from(expected).unwrap_or(usize::MAX).saturating_sub(bytes.len());
    bytes.try_reserve_exact(rest.saturating_add(1)).map_err(|_| Error::Read(io::ErrorKind::OutOfMemory.into()))?;
    from.read_to_end(&mut bytes).map_err(Error::Read)?;
    Ok((bytes, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_picture_is_not_read_to_its_end() {
        assert!(matches!(all(&mut io::repeat(0), 0, super::super::format::recognise), Err(Error::UnknownFormat)));
    }

    #[test]
    fn nothing_is_not_a_picture() {
        assert!(matches!(all(&mut io::empty(), 0, super::super::format::recognise), Err(Error::Empty)));
    }
}
