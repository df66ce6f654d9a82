//! [`Threads`]: the number of threads that a call may use.

use crate::array::value_error;
use pyo3::prelude::*;
use std::num::NonZeroUsize;

/// The most threads for each core.
const A_CORE: NonZeroUsize = NonZeroUsize::new(4).unwrap();

/// A number of threads, 1 or more; more than four for each core are not started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threads(pub(crate) NonZeroUsize);

impl Threads {
    /// The calling thread alone.
    pub(crate) const ONE: Self = Threads(NonZeroUsize::MIN);

    /// Runs `parallel` on threads of its own, or `alone` on this one if there is only one. Threads do not outlive the call, so
    /// a process that was forked has those that it needs.
    pub(crate) fn run<R: Send>(
        self,
        alone: impl FnOnce() -> R,
        parallel: impl FnOnce() -> R + Send,
    ) -> Result<R, rayon::ThreadPoolBuildError> {
        if self.0 == NonZeroUsize::MIN {
            return Ok(alone());
        }
        Ok(rayon::ThreadPoolBuilder::new().num_threads(self.0.get()).build()?.install(parallel))
    }
}

impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let wrong = || value_error(format!("expected 1 or more threads, got {}", given.to_owned()));
        let threads = given.extract::<NonZeroUsize>().map_err(|_| wrong())?;
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Ok(Threads(threads.min(cores.saturating_mul(A_CORE))))
    }
}
