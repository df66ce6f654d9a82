//! Whole files or none: bytes go to a temporary file beside their place, which takes the place's name when it is complete.
//!
//! An error or a full disk removes the temporary file as it goes out of scope; an interrupt removes those that are under way,
//! and temporary folders, and ends the process. Until the renaming what stood in the place is untouched.

use crate::error::Error;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, NamedTempFile, TempDir};

/// Temporary files and folders under way. Held while one is created, renamed or removed, so that an interrupt finds all of them.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets Ctrl-C, and what else asks a process to end, remove temporary files first. Status 130, as shells have it.
pub(crate) fn clean_up_on_interrupt() {
    // A second call, or a system without signals, leaves things as they are.
    let _ = ctrlc::set_handler(|| {
        let paths = unfinished();
        for path in paths.iter() {
            let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
        }
        std::process::exit(130);
    });
}

/// What can be said of a place before there is anything to put there.
pub(crate) fn check(place: &Path) -> Result<(), Error> {
    if place.is_dir() {
        return Err(Error::OutputFolder);
    }
    let folder = folder_of(place);
    if folder.is_dir() { Ok(()) } else { Err(Error::NoFolder(folder.display().to_string())) }
}

fn folder_of(place: &Path) -> &Path {
    match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Puts bytes in a place: a file appears whole; a pipe or a device gets them as they are.
pub(crate) fn put(place: &Path, bytes: &[u8]) -> Result<(), Error> {
    let standing = fs::metadata(place).ok();
    if standing.as_ref().is_some_and(|about| !about.is_file()) {
        check(place)?;
        let mut device = OpenOptions::new().write(true).open(place).map_err(Error::Write)?;
        return device.write_all(bytes).map_err(Error::Write);
    }
    // A link stays a link: the file it names is replaced.
    let place = match fs::symlink_metadata(place) {
        Ok(about) if about.is_symlink() => match fs::canonicalize(place) {
            Ok(named) => named,
            Err(_) => folder_of(place).join(fs::read_link(place).map_err(Error::Write)?),
        },
        _ => place.to_owned(),
    };
    if standing.is_some() {
        // Renaming would replace a file that is read-only.
        OpenOptions::new().write(true).open(&place).map_err(Error::Write)?;
    }
    let mut file = Unfinished::beside(&place)?;
    file.write(bytes).map_err(Error::Write)?;
    if let Some(standing) = &standing {
        let file = file.0.as_file();
        file.set_permissions(standing.permissions()).and_then(|()| file.sync_all()).map_err(Error::Write)?;
    }
    file.become_whole(&place)
}

/// Puts bytes on standard output.
pub(crate) fn put_on_stdout(bytes: &[u8]) -> Result<(), Error> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(Error::Write)
}

/// A temporary file that an interrupt knows of.
struct Unfinished(NamedTempFile);

impl Unfinished {
    fn beside(place: &Path) -> Result<Self, Error> {
        let mut builder = Builder::new();
        builder.prefix(".encode-").suffix(".part");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut paths = unfinished();
        let file = builder.tempfile_in(folder_of(place)).map_err(Error::Write)?;
        paths.push(file.path().to_owned());
        Ok(Unfinished(file))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)?;
        self.0.flush()
    }

    fn become_whole(self, place: &Path) -> Result<(), Error> {
        let mut paths = unfinished();
        paths.retain(|path| path != self.0.path());
        // What cannot be renamed is removed as it goes out of scope.
        self.0.persist(place).map(|_| ()).map_err(|error| Error::Write(error.error))
    }
}

/// A temporary folder that an interrupt knows of, for programs that read and write files. It goes with all that is in it.
pub(crate) struct Scratch(TempDir);

impl Scratch {
    pub(crate) fn new() -> io::Result<Self> {
        let mut paths = unfinished();
        let folder = Builder::new().prefix("encode-").tempdir()?;
        paths.push(folder.path().to_owned());
        Ok(Scratch(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        unfinished().retain(|path| path != self.0.path());
    }
}

/// Whether two names mean one file, through links of either kind. Pipes and devices are no files, and are not opened.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    one.is_file() && other.is_file() && same_file::is_same_file(one, other).unwrap_or(false)
}

/// Whether a name means the file that standard input is read from.
pub(crate) fn is_stdin(path: &Path) -> bool {
    match (same_file::Handle::stdin(), path.is_file().then(|| same_file::Handle::from_path(path))) {
        (Ok(stdin), Some(Ok(file))) => stdin == file,
        _ => false,
    }
}
