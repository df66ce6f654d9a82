//! Atomic output: bytes go to a temporary file beside the destination. It is renamed to the destination when it is
//! complete.
//!
//! On an error or a full disk the temporary file is removed as it goes out of scope; an interrupt removes all
//! unfinished files and temporary folders and ends the process. An existing file is untouched until the renaming.

use crate::error::Error;
use crate::identity::{Identity, follow_links};
use crate::input::source::is_dash;
use crate::job::Failure;
use crate::new_folders;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, NamedTempFile, TempDir};

/// The unfinished temporary files and folders. Locked while one is created, renamed or removed, so that an interrupt
/// finds all of them.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes Ctrl-C and other requests to terminate remove temporary files first. The exit status is 130, as in shells.
pub(crate) fn clean_up_on_interrupt() {
    // A second call has no effect, and neither has one on a system without signals.
    let _ = ctrlc::set_handler(|| {
        let paths = unfinished();
        for path in paths.iter() {
            let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
        }
        new_folders::remove_empty();
        std::process::exit(130);
    });
}

/// Checks what can be known about a destination before it is written.
pub(crate) fn check(place: &Path) -> Result<(), Error> {
    if place.is_dir() {
        return Err(Error::OutputFolder);
    }
    let place = follow_links(place)?;
    let folder = folder_of(&place);
    if folder.is_dir() { Ok(()) } else { Err(Error::NoFolder(folder.display().to_string())) }
}

/// Returns the folder that a path lies in.
pub(crate) fn folder_of(place: &Path) -> &Path {
    match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Finishes the files of one job, all of them or none.
///
/// 1. Every file is completed: all bytes are written, it gets the permissions of the file that it replaces, and it is
///    synced to its disk if it replaces a file or if there are several files.
/// 2. Pipes, devices and standard output receive the bytes that were held back for them.
/// 3. The files are renamed to their destinations, in the order given, while interrupts wait.
///
/// An error before step 3, such as a full disk, leaves all existing files unchanged; bytes that went to a pipe or
/// device, in step 2 or before, cannot be taken back. Step 3 can fail as well, if a folder has been removed or made
/// read-only meanwhile, or has to grow on a full disk; the files before the failing one are then renamed already. Pass
/// the most important file last: its existence implies that of all others. A process that is killed, or a power cut, in
/// step 3 has the same effect.
///
/// # Errors
/// [`Error::Write`], with the place.
pub(crate) fn finish_all(mut files: Vec<(Destination, &Path)>) -> Result<(), Failure> {
    let sync = files.len() > 1;
    let failed = |place: &Path, error| Failure { file: place.to_owned(), error: Error::Write(error) };
    for (file, place) in &mut files {
        file.complete(sync).map_err(|error| failed(place, error))?;
    }
    for (file, place) in &mut files {
        file.send().map_err(|error| failed(place, error))?;
    }
    let mut paths = unfinished();
    files.into_iter().try_for_each(|(file, place)| file.appear(&mut paths).map_err(|error| failed(place, error)))
}

/// Opens a destination and writes bytes to it; a file stays unfinished until [`finish_all`].
pub(crate) fn filled(place: &Path, bytes: &[u8]) -> Result<Destination, Error> {
    let mut destination = Destination::open(place, Bytes::AsTheyCome)?;
    destination.write_all(bytes).map_err(Error::Write)?;
    Ok(destination)
}

/// The time at which a pipe or device receives its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bytes {
    /// While they are written.
    AsTheyCome,
    /// At the end: until then they are in a file that can be inspected.
    AtTheEnd,
}

/// A destination for bytes that are written piece by piece.
pub(crate) struct Destination {
    kind: Kind,
    written: u64,
}

enum Kind {
    /// A file that is renamed to `place` at the end, with the permissions of the existing file `standing`.
    File { file: Unfinished, place: PathBuf, standing: Option<Metadata> },
    /// Standard output, a pipe or a device, written to directly.
    Device(Box<dyn Write + Send>),
    /// Standard output, a pipe or a device that receives its bytes at the end, from `file`.
    Waiting { file: Unfinished, device: Box<dyn Write + Send> },
}

impl Destination {
    /// Opens a destination, `-` for standard output.
    pub(crate) fn open(place: &Path, bytes: Bytes) -> Result<Self, Error> {
        let kind = match device(place)? {
            Some(device) if bytes == Bytes::AtTheEnd => Kind::Waiting { file: Unfinished::somewhere()?, device },
            Some(device) => Kind::Device(device),
            None => {
                let standing = fs::metadata(place).ok();
                let named = follow_links(place)?;
                if Identity::of_path(place) != Identity::of_path(&named) {
                    return Err(Error::NoName);
                }
                let place = named;
                if standing.is_some() {
                    // Renaming would replace even a read-only file.
                    OpenOptions::new().write(true).open(&place).map_err(Error::Write)?;
                }
                Kind::File { file: Unfinished::beside(&place)?, place, standing }
            }
        };
        Ok(Destination { kind, written: 0 })
    }

    /// Returns the number of bytes written so far.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// Returns the file that holds the bytes; `None` if they went to a device.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.kind {
            Kind::File { file, .. } | Kind::Waiting { file, .. } => Some(file.0.path()),
            Kind::Device(_) => None,
        }
    }

    /// Creates a temporary file beside the destination, for intermediate data.
    pub(crate) fn scratch(&self) -> Result<Unfinished, Error> {
        match &self.kind {
            Kind::File { place, .. } => Unfinished::beside(place),
            Kind::Device(_) | Kind::Waiting { .. } => Unfinished::somewhere(),
        }
    }

    /// Completes a file except for its name; syncs it if `sync` or if it replaces a file.
    fn complete(&mut self, sync: bool) -> io::Result<()> {
        let Kind::File { file, standing, .. } = &mut self.kind else { return Ok(()) };
        file.flush()?;
        let file = file.0.as_file();
        if let Some(standing) = standing {
            file.set_permissions(standing.permissions())?;
        }
        if sync || standing.is_some() { file.sync_all() } else { Ok(()) }
    }

    /// Sends a device the bytes that were held back for it.
    fn send(&mut self) -> io::Result<()> {
        match &mut self.kind {
            Kind::File { .. } => Ok(()),
            Kind::Device(device) => device.flush(),
            Kind::Waiting { file, device } => {
                file.rewind()?;
                io::copy(file, device)?;
                device.flush()
            }
        }
    }

    /// Renames a complete file to its destination; `paths` are the files that an interrupt removes.
    fn appear(self, paths: &mut Vec<PathBuf>) -> io::Result<()> {
        match self.kind {
            Kind::File { file, place, .. } => file.become_whole(&place, paths),
            Kind::Device(_) | Kind::Waiting { .. } => Ok(()),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.kind {
            Kind::File { file, .. } | Kind::Waiting { file, .. } => file.write(bytes),
            Kind::Device(device) => device.write(bytes),
        }?;
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.kind {
            Kind::File { file, .. } | Kind::Waiting { file, .. } => file.flush(),
            Kind::Device(device) => device.flush(),
        }
    }
}

/// Opens an existing pipe or device, or standard output; returns `None` if a file is to be created.
fn device(place: &Path) -> Result<Option<Box<dyn Write + Send>>, Error> {
    if is_dash(place) {
        return Ok(Some(Box::new(io::stdout())));
    }
    if fs::metadata(place).is_ok_and(|about| !about.is_file()) {
        check(place)?;
        return Ok(Some(Box::new(OpenOptions::new().write(true).open(place).map_err(Error::Write)?)));
    }
    Ok(None)
}

/// Writes bytes to standard output.
pub(crate) fn put_on_stdout(bytes: &[u8]) -> Result<(), Error> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(Error::Write)
}

/// A temporary file that is also removed on an interrupt. It is removed when it goes out of scope.
pub(crate) struct Unfinished(NamedTempFile);

impl Unfinished {
    fn beside(place: &Path) -> Result<Self, Error> {
        Unfinished::in_folder(folder_of(place))
    }

    fn somewhere() -> Result<Self, Error> {
        Unfinished::in_folder(&std::env::temp_dir())
    }

    fn in_folder(folder: &Path) -> Result<Self, Error> {
        let mut builder = Builder::new();
        builder.prefix(".encode-").suffix(".part");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut paths = unfinished();
        let file = builder.tempfile_in(folder).map_err(Error::Write)?;
        paths.push(file.path().to_owned());
        Ok(Unfinished(file))
    }

    fn become_whole(self, place: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
        paths.retain(|path| path != self.0.path());
        // If the renaming fails, the file is removed as it goes out of scope.
        self.0.persist(place).map(|_| ()).map_err(|error| error.error)
    }
}

impl Read for Unfinished {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.as_file_mut().read(bytes)
    }
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.as_file_mut().flush()
    }
}

impl Seek for Unfinished {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.0.as_file_mut().seek(place)
    }
}

/// A temporary folder that is also removed on an interrupt, for programs that read and write files. It is removed with
/// its contents when it goes out of scope.
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
