//! [`Identity`]: the file or place that a path denotes. It is independent of the path's spelling and of links of either
//! kind.
//!
//! | path | identity |
//! |---|---|
//! | a regular file, a pipe, a block device | the file itself: hard links to one file are equal |
//! | no file yet, or symbolic links that lead to no file | the nearest folder that exists, and the names below it |
//! | a character device (`/dev/null`, a terminal), a socket, a folder | `None`: writing to it overwrites nothing else |
//!
//! Names that differ only in case are different places, even if the file system treats them as one once the file
//! exists.

use crate::error::Error;
use crate::output::folder_of;
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// The maximal number of symbolic links that are followed from one path, as in Linux.
const MOST_LINKS: usize = 40;

/// A file, or a place where a file can be created. Equal identities denote one file.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) enum Identity {
    /// A file that exists.
    File(FileId),
    /// A place without a file.
    Place {
        /// The nearest folder that exists.
        folder: FileId,
        /// The names below it, innermost first.
        names: Vec<OsString>,
    },
}

impl Identity {
    /// Returns the identity of the file or place that a path denotes, if it has one.
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        match fs::metadata(path) {
            Ok(about) => is_file_of_bytes(&about).then(|| FileId::of_path(path, &about)).flatten().map(Identity::File),
            Err(_) => Identity::of_place(&follow_links(path).ok()?),
        }
    }

    /// Returns the identity of the file that standard input is read from, if it is one.
    pub(crate) fn of_stdin() -> Option<Self> {
        FileId::of_stdin().map(Identity::File)
    }

    /// Returns the identity of the file that standard output goes to, if it is one.
    pub(crate) fn of_stdout() -> Option<Self> {
        FileId::of_stdout().map(Identity::File)
    }

    /// Returns the identity of a path without a file.
    fn of_place(path: &Path) -> Option<Self> {
        let mut names = vec![path.file_name()?.to_owned()];
        let mut folder = folder_of(path);
        loop {
            if let Ok(about) = fs::metadata(folder) {
                return Some(Identity::Place { folder: FileId::of_path(folder, &about)?, names });
            }
            names.push(folder.file_name()?.to_owned());
            folder = folder_of(folder);
        }
    }
}

/// Follows symbolic links to a path that is not a link, whether a file exists there or not.
///
/// # Errors
/// [`Error::Links`] for a loop or too long a chain, [`Error::Write`] for a link that cannot be read.
pub(crate) fn follow_links(path: &Path) -> Result<PathBuf, Error> {
    let mut path = path.to_owned();
    for _ in 0..=MOST_LINKS {
        if !fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink()) {
            return Ok(path);
        }
        let target = fs::read_link(&path).map_err(Error::Write)?;
        // A relative target starts at the folder of the link, which may be the current one.
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(Error::Links { most: MOST_LINKS })
}

#[cfg(unix)]
fn is_file_of_bytes(about: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    let kind = about.file_type();
    kind.is_file() || kind.is_fifo() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_file_of_bytes(about: &Metadata) -> bool {
    about.is_file()
}

/// The system's identification of a file or folder: device and inode.
#[cfg(unix)]
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileId(u64, u64);

#[cfg(unix)]
impl FileId {
    fn of(about: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        FileId(about.dev(), about.ino())
    }

    /// Returns the identification of the file that a path leads to and whose metadata is given.
    pub(crate) fn of_path(_: &Path, about: &Metadata) -> Option<Self> {
        Some(FileId::of(about))
    }

    fn of_stdin() -> Option<Self> {
        FileId::of_stream(&std::io::stdin())
    }

    fn of_stdout() -> Option<Self> {
        FileId::of_stream(&std::io::stdout())
    }

    fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<Self> {
        let about = fs::File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata().ok()?;
        is_file_of_bytes(&about).then(|| FileId::of(&about))
    }
}

/// An open file; other systems than Unix compare files by handles.
#[cfg(not(unix))]
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileId(same_file::Handle);

#[cfg(not(unix))]
impl FileId {
    /// Returns the identification of the file that a path leads to and whose metadata is given.
    pub(crate) fn of_path(path: &Path, _: &Metadata) -> Option<Self> {
        same_file::Handle::from_path(path).ok().map(FileId)
    }

    fn of_stdin() -> Option<Self> {
        same_file::Handle::stdin().ok().map(FileId)
    }

    fn of_stdout() -> Option<Self> {
        same_file::Handle::stdout().ok().map(FileId)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn one_place_has_one_identity_however_it_is_spelled() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("real")).expect("a folder");
        fs::write(at("real/file"), b"x").expect("a file");
        fs::hard_link(at("real/file"), at("hard")).expect("a link");
        symlink("real", at("linked")).expect("a link");
        symlink("hard", at("soft")).expect("a link");
        symlink("linked/none", at("dangling")).expect("a link");
        for name in ["linked/file", "hard", "soft", "real/../linked/../hard", "./real/./file"] {
            assert_eq!(Identity::of_path(&at("real/file")), Identity::of_path(&at(name)), "{name}");
        }
        for name in ["linked/none", "dangling", "real/../real/none"] {
            assert_eq!(Identity::of_path(&at("real/none")), Identity::of_path(&at(name)), "{name}");
        }
        assert_eq!(Identity::of_path(&at("real/a/b")), Identity::of_path(&at("linked/a/b")));
        for (one, other) in [("real/file", "real/none"), ("real/none", "none"), ("a/b", "b/a"), ("a/b", "b")] {
            assert_ne!(Identity::of_path(&at(one)), Identity::of_path(&at(other)), "{one} {other}");
        }
    }

    #[test]
    fn devices_and_folders_have_no_identity() {
        assert_eq!(Identity::of_path(Path::new("/dev/null")), None);
        assert_eq!(Identity::of_path(Path::new("/")), None);
    }

    #[test]
    fn chains_of_links_end_and_loops_are_errors() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |n: usize| folder.path().join(format!("l{n}"));
        for n in 1..=MOST_LINKS + 1 {
            symlink(format!("l{}", n - 1), at(n)).expect("a link");
        }
        assert_eq!(follow_links(&at(MOST_LINKS)).expect("a chain"), at(0));
        assert!(matches!(follow_links(&at(MOST_LINKS + 1)), Err(Error::Links { .. })));
        symlink("l1", at(0)).expect("a link");
        assert!(matches!(follow_links(&at(1)), Err(Error::Links { .. })));
    }
}
