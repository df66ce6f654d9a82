//! Folders that a run creates for `--out-dir`, when the first file is written into them. Folders that are still empty
//! at the end of the run, because their files failed, are removed again, and likewise on an interrupt.

use crate::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The folders that this run created, each after its parent.
static MADE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn made() -> MutexGuard<'static, Vec<PathBuf>> {
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checks that a folder exists or can be created: no file stands in its place or in that of a folder above it, and its
/// path does not go up (`..`) from a missing folder.
pub(crate) fn check(folder: &Path) -> Result<(), Error> {
    for folder in folder.ancestors().filter(|folder| !folder.as_os_str().is_empty()) {
        match fs::metadata(folder) {
            Ok(about) if about.is_dir() => return Ok(()),
            Ok(_) => return Err(Error::FileAsFolder(folder.display().to_string())),
            // The target of `..` depends on links that do not exist yet, so two outputs could turn out to be one.
            Err(_) if folder.file_name().is_none() => return Err(Error::UpFromNowhere(folder.display().to_string())),
            // The folder is missing, or lies below a file, which the loop meets further up.
            Err(_) => {}
        }
    }
    Ok(())
}

/// Creates a folder, and the missing ones above it.
pub(crate) fn make(folder: &Path) -> Result<(), Error> {
    // The list stays locked meanwhile, so that of two files in one folder only one creates it, and an interrupt finds
    // all of them.
    let mut made = made();
    let missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.is_dir();
    let mut missing: Vec<&Path> = folder.ancestors().take_while(missing).collect();
    while let Some(folder) = missing.pop() {
        match fs::create_dir(folder) {
            Ok(()) => made.push(folder.to_owned()),
            // Another process created it first.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            Err(error) => return Err(Error::MakeFolder { folder: folder.display().to_string(), error }),
        }
    }
    Ok(())
}

/// Removes the created folders that are empty.
pub(crate) fn remove_empty() {
    // The system refuses to remove a folder that is not empty.
    while let Some(folder) = made().pop() {
        let _ = fs::remove_dir(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// There is only one test, as the list of folders is global to the process.
    #[test]
    fn folders_that_stayed_empty_go_and_others_stay() {
        let place = tempfile::TempDir::new().expect("a temporary folder");
        let at = |name: &str| place.path().join(name);
        fs::create_dir(at("old")).expect("a folder");
        for name in ["old", "a/b/c", "a/b/d", "e/f"] {
            make(&at(name)).expect("a folder");
        }
        fs::write(at("a/b/file"), b"").expect("a file");
        remove_empty();
        let stands = |name: &str| at(name).is_dir();
        assert!(stands("old") && stands("a/b") && !stands("a/b/c") && !stands("a/b/d") && !stands("e"));

        assert!(check(&at("a/new/newer")).is_ok());
        assert!(matches!(check(&at("a/b/file/new")), Err(Error::FileAsFolder(file)) if file.ends_with("file")));
        assert!(check(&at("a/b/../new")).is_ok());
        assert!(matches!(check(&at("a/none/../new")), Err(Error::UpFromNowhere(path)) if path.ends_with("none/..")));
        assert!(matches!(make(&at("a/b/file/new")), Err(Error::MakeFolder { .. })));
    }
}
