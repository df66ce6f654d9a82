//! Checks of all files that a run names: no input is overwritten, and no file is written twice.
//!
//! One list holds all of them, with their names for messages, and one pass compares them by [`Identity`], in time
//! proportional to their number. If standard output is among them, it has to be open. Standard error is not included:
//! conflicts are reported there.

use crate::args::{Compare, Encode};
use crate::console::name;
use crate::error::Error;
use crate::identity::Identity;
use crate::input::source::is_dash;
use crate::job::{Failure, Job};
use crate::stdout::{self, Use};
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// The access to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    Read,
    Written,
}

/// The argument that names a file.
#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    Input,
    /// A part of a film to join.
    Part,
    /// A switch, with its name.
    Switch(&'static str),
    /// `--out-dir`, for an input.
    OutDir {
        input: &'a Path,
    },
    /// A subcommand that writes to standard output.
    Subcommand,
}

/// A file as a user named it; `-` is a standard stream.
#[derive(Clone, Copy, Debug)]
struct NamedFile<'a> {
    source: Source<'a>,
    path: &'a Path,
    access: Access,
}

impl NamedFile<'_> {
    fn identity(&self) -> Option<Identity> {
        match self.access {
            _ if !is_dash(self.path) => Identity::of_path(self.path),
            Access::Read => Identity::of_stdin(),
            Access::Written => Identity::of_stdout(),
        }
    }
}

/// Writes the name for messages.
impl Display for NamedFile<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.source {
            Source::Input => write!(f, "the input ")?,
            Source::Part => write!(f, "the part ")?,
            Source::Switch(switch) => write!(f, "{switch} ")?,
            Source::OutDir { .. } => write!(f, "the output in --out-dir ")?,
            Source::Subcommand => return write!(f, "standard output"),
        }
        match self.access {
            _ if !is_dash(self.path) => write!(f, "{}", name(self.path)),
            Access::Read => write!(f, "- (standard input)"),
            Access::Written => write!(f, "- (standard output)"),
        }
    }
}

/// Refuses to encode if a file that is read would be overwritten, or if one would be written twice.
///
/// # Errors
/// [`Error::OverwritesRead`], [`Error::SameOutput`], [`Error::WrittenTwice`], [`Error::StandardOutput`].
pub(crate) fn check_encode(args: &Encode, jobs: &[Job]) -> Result<(), Failure> {
    let mut files: Vec<NamedFile<'_>> = Vec::new();
    let mut add = |source, path, access| files.push(NamedFile { source, path, access });
    for job in jobs {
        add(Source::Input, &job.input, Access::Read);
    }
    for (switch, path) in [("--qtables", &args.qtables), ("--icc", &args.icc)] {
        path.iter().for_each(|path| add(Source::Switch(switch), path, Access::Read));
    }
    let words = args.verify.as_deref().into_iter().flat_map(files_of_command);
    words.for_each(|path| add(Source::Switch("--verify"), path, Access::Read));
    for job in jobs {
        let source = match args.out_dir {
            Some(_) => Source::OutDir { input: &job.input },
            None => Source::Switch("-o"),
        };
        add(source, &job.output, Access::Written);
    }
    for (switch, path) in [("--recon", &args.h264.recon), ("--stats", &args.h264.stats), ("--trace", &args.trace)] {
        path.iter().for_each(|path| add(Source::Switch(switch), path, Access::Written));
    }
    if args.json {
        add(Source::Switch("--json"), Path::new("-"), Access::Written);
    }
    check(&files)
}

/// Refuses to list files on standard output if it is one of them.
///
/// # Errors
/// [`Error::OverwritesRead`], [`Error::StandardOutput`].
pub(crate) fn check_inspect(files: &[PathBuf]) -> Result<(), Failure> {
    let read = files.iter().map(|path| NamedFile { source: Source::Input, path, access: Access::Read });
    check(&read.chain([standard_output()]).collect::<Vec<_>>())
}

/// Refuses to compare files if standard output is one of them.
///
/// # Errors
/// [`Error::OverwritesRead`], [`Error::StandardOutput`].
pub(crate) fn check_compare(args: &Compare) -> Result<(), Failure> {
    let read = |source, path| NamedFile { source, path, access: Access::Read };
    let mut files = vec![read(Source::Input, &args.stream), read(Source::Switch("--recon"), &args.recon)];
    files.extend(files_of_command(&args.with).map(|path| read(Source::Switch("--with"), path)));
    files.push(standard_output());
    check(&files)
}

/// Refuses to join files if the output is one of them.
///
/// # Errors
/// [`Error::OverwritesRead`], [`Error::StandardOutput`].
pub(crate) fn check_join(parts: &[PathBuf], output: &Path) -> Result<(), Failure> {
    let read = parts.iter().map(|path| NamedFile { source: Source::Part, path, access: Access::Read });
    let written = NamedFile { source: Source::Switch("-o"), path: output, access: Access::Written };
    check(&read.chain([written]).collect::<Vec<_>>())
}

/// Returns the standard output that subcommands write to.
fn standard_output() -> NamedFile<'static> {
    NamedFile { source: Source::Subcommand, path: Path::new("-"), access: Access::Written }
}

/// Returns the files that a command line names: the program, if it is named by a path, and arguments that are files.
fn files_of_command(command: &str) -> impl Iterator<Item = &Path> {
    let is_file = |(n, word): &(usize, &str)| (*n > 0 || word.contains(MAIN_SEPARATOR)) && Path::new(word).is_file();
    command.split_whitespace().enumerate().filter(is_file).map(|(_, word)| Path::new(word))
}

/// Compares all files with each other. A file that is written twice is reported before an overwritten input.
fn check(files: &[NamedFile<'_>]) -> Result<(), Failure> {
    let identified = |access| {
        let files = files.iter().filter(move |file| file.access == access);
        files.filter_map(|file| Some((file.identity()?, file)))
    };
    for file in files.iter().filter(|file| file.access == Access::Written && stdout::is_meant_by(file.path)) {
        let use_of_it = if matches!(file.source, Source::Subcommand) { Use::Listing } else { Use::Product };
        stdout::check(use_of_it).map_err(|error| Failure { file: "standard output".into(), error })?;
    }
    let read: HashMap<_, _> = identified(Access::Read).collect();
    let mut written = HashMap::new();
    let mut overwritten = None;
    for (identity, file) in identified(Access::Written) {
        if let Some(other) = read.get(&identity) {
            overwritten.get_or_insert((file, *other));
        }
        if let Some(other) = written.insert(identity, file) {
            return Err(written_twice(other, file));
        }
    }
    match overwritten {
        None => Ok(()),
        Some((file, other)) => {
            let error = Error::OverwritesRead { written: file.to_string(), read: other.to_string() };
            Err(Failure { file: file.path.to_owned(), error })
        }
    }
}

fn written_twice(first: &NamedFile<'_>, second: &NamedFile<'_>) -> Failure {
    let error = match (first.source, second.source) {
        (Source::OutDir { input: first }, Source::OutDir { input: second }) => {
            Error::SameOutput { first: name(first), second: name(second) }
        }
        _ => Error::WrittenTwice { first: first.to_string(), second: second.to_string() },
    };
    Failure { file: second.path.to_owned(), error }
}
