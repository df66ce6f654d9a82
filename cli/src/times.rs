//! File times: outputs that `--skip-existing` and `--update` keep, and times that `--preserve` copies.

use crate::args::Files;
use crate::error::Error;
use crate::job::Job;
use std::fs::{self, File, FileTimes, Metadata};
use std::path::Path;

/// Returns why the output of a job is kept; `None` if the job is to be done. Only files are kept, not pipes or devices.
pub(crate) fn reason_to_skip(switches: &Files, job: &Job) -> Option<&'static str> {
    let standing = fs::metadata(&job.output).ok().filter(Metadata::is_file)?;
    if switches.skip_existing {
        return Some("it exists");
    }
    let of_input = switches.update.then(|| fs::metadata(&job.input).ok()?.modified().ok()).flatten()?;
    (of_input <= standing.modified().ok()?).then_some("its input is not newer")
}

/// The times of an input, taken before it is read.
pub(crate) struct Times(FileTimes);

impl Times {
    /// Reads the times of a file.
    pub(crate) fn of(input: &Path) -> Result<Self, Error> {
        let about = fs::metadata(input).map_err(Error::Read)?;
        let times = FileTimes::new().set_modified(about.modified().map_err(Error::Read)?);
        // Some systems do not record the time of access.
        Ok(Times(about.accessed().map_or(times, |accessed| times.set_accessed(accessed))))
    }

    /// Sets the times of an output, if it is a file.
    pub(crate) fn set(&self, output: &Path) -> Result<(), Error> {
        if !output.is_file() {
            return Ok(());
        }
        let file = File::options().write(true).open(output).map_err(Error::SetTimes)?;
        file.set_times(self.0).map_err(Error::SetTimes)
    }
}
