//! Checks that data written to standard output are not lost.
//!
//! If a process is started with a closed standard stream, Rust opens `/dev/null` in its place before `main`, for
//! reading and writing, so that no other file becomes standard output by accident. All writes then succeed and are
//! lost. A shell's `> /dev/null`, systemd and most languages open it for writing only, which distinguishes the two
//! cases.
//!
//! Some parents give a child `/dev/null` for reading and writing (Python's `subprocess.DEVNULL`, `'ignore'` of Node.js,
//! `1<>/dev/null`). No system call tells that from a closed stream, so [`Use`] decides in doubt:
//!
//! - A file or a text that the user requested is refused: losing it silently is worse than demanding `> /dev/null`.
//! - The status of `inspect` and `compare` is an answer of its own. A parent that wants only the status discards standard
//!   error as well, so the listing is discarded if both streams are such a `/dev/null`.
//!
//! A run that writes nothing to standard output is not checked, so that daemons are not affected. A closed standard output
//! is found on Unix only.

use crate::error::Error;
use crate::input::source::is_dash;
use std::path::Path;

/// The purpose of the data on standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// The requested result goes there and nowhere else.
    Product,
    /// A listing goes there, and the status sums it up.
    Listing,
}

/// Returns whether a path that is written to denotes standard output.
pub(crate) fn is_meant_by(path: &Path) -> bool {
    is_dash(path) || (cfg!(unix) && ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].map(Path::new).contains(&path))
}

/// Refuses a standard output that loses the data written to it.
///
/// # Errors
/// [`Error::StandardOutput`].
#[cfg(unix)]
pub(crate) fn check(what: Use) -> Result<(), Error> {
    use rustix::fs::{OFlags, fcntl_getfl};
    use std::io;
    let stdout = io::stdout();
    let access = fcntl_getfl(&stdout).map(|flags| flags & OFlags::RWMODE);
    if access == Ok(OFlags::RDONLY) {
        // The standard library treats the system's refusal like a closed stream, and reports nothing.
        return Err(Error::StandardOutput("is open for reading only"));
    }
    let discards = what == Use::Listing && is_null_for_both(&io::stderr());
    if is_null_for_both(&stdout) && !discards {
        return Err(Error::StandardOutput("is closed, or is /dev/null opened for reading and writing"));
    }
    Ok(())
}

/// Returns whether a stream is `/dev/null`, opened for reading and writing.
#[cfg(unix)]
fn is_null_for_both(stream: &impl std::os::fd::AsFd) -> bool {
    use rustix::fs::{FileType, OFlags, fcntl_getfl, fstat, stat};
    let both = fcntl_getfl(stream).is_ok_and(|flags| flags & OFlags::RWMODE == OFlags::RDWR);
    let device = |about: rustix::fs::Stat| {
        (FileType::from_raw_mode(about.st_mode) == FileType::CharacterDevice).then_some(about.st_rdev)
    };
    let (is, null) = (fstat(stream).ok().and_then(device), stat("/dev/null").ok().and_then(device));
    both && is.is_some() && is == null
}

/// Accepts any standard output.
#[cfg(not(unix))]
pub(crate) fn check(_: Use) -> Result<(), Error> {
    Ok(())
}
