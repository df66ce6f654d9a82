//! Messages on standard error: errors always, notes once and not with `--quiet`.

use crate::error::Error;
use crate::progress::Progress;
use crate::stderr::line;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The destination of messages to the user.
pub(crate) struct Console {
    quiet: bool,
    verbose: bool,
    progress: Progress,
    said: Mutex<Vec<&'static str>>,
}

impl Console {
    pub(crate) fn new(quiet: bool, verbose: bool, progress: Progress) -> Self {
        Console { quiet, verbose, progress, said: Mutex::new(Vec::new()) }
    }

    /// Returns the progress indicator.
    pub(crate) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Reports why a file was not written, or not read.
    pub(crate) fn error(&self, file: &Path, error: &Error) {
        self.line(&format!("{}: {error}", name(file)));
    }

    /// Prints a note about a file, unless `--quiet` is given.
    pub(crate) fn say(&self, file: &Path, text: &str) {
        if !self.quiet {
            self.line(&format!("{}: {text}", name(file)));
        }
    }

    /// Prints a detail about a file if `--verbose` is given.
    pub(crate) fn detail(&self, file: &Path, text: impl FnOnce() -> String) {
        if self.verbose {
            self.line(&format!("{}: {}", name(file), text()));
        }
    }

    /// Prints a note that may apply to many files, for the first of them only.
    pub(crate) fn say_once(&self, file: &Path, text: &'static str) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if !said.contains(&text) {
            said.push(text);
            self.say(file, text);
        }
    }

    /// Prints a line that a switch asks for.
    pub(crate) fn answer(&self, text: &str) {
        self.line(text);
    }

    fn line(&self, text: &str) {
        self.progress.aside(|| line(text));
    }
}

/// Returns the name of a file for messages.
pub(crate) fn name(file: &Path) -> String {
    if crate::input::source::is_dash(file) { "-".to_owned() } else { file.display().to_string() }
}
