//! How far the work is: a bar where standard error is a terminal, a line every few seconds where it is not, nothing with
//! `--quiet`.

use crate::console;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Seconds between two lines.
const EVERY: Duration = Duration::from_secs(5);

/// What is done.
struct Counts {
    started: Instant,
    files: u64,
    done: AtomicU64,
    pixels: AtomicU64,
    bytes: AtomicU64,
}

impl Counts {
    /// Megapixels a second and the size of what was written.
    fn speed(&self) -> String {
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        let rate = self.pixels.load(Relaxed) as f64 / 1e6 / seconds;
        format!("{rate:.1} MP/s, {:.1} MB written", self.bytes.load(Relaxed) as f64 / 1e6)
    }
}

enum Shown {
    Nothing,
    Bar(ProgressBar),
    /// A thread that writes lines until its channel is closed.
    Lines(Mutex<Option<(Sender<()>, JoinHandle<()>)>>),
}

/// How far the work is.
pub(crate) struct Progress {
    counts: Arc<Counts>,
    shown: Shown,
}

impl Progress {
    /// Work on so many files begins.
    pub(crate) fn new(files: usize, quiet: bool) -> Self {
        let [done, pixels, bytes] = [(); 3].map(|()| AtomicU64::new(0));
        let counts = Arc::new(Counts { started: Instant::now(), files: files as u64, done, pixels, bytes });
        let shown = if quiet {
            Shown::Nothing
        } else if io::stderr().is_terminal() {
            Shown::Bar(bar(files))
        } else {
            Shown::Lines(Mutex::new(lines(&counts)))
        };
        Progress { counts, shown }
    }

    /// A file is done, of no pixels and no bytes where it failed.
    pub(crate) fn advance(&self, pixels: u64, bytes: u64) {
        self.counts.done.fetch_add(1, Relaxed);
        self.counts.pixels.fetch_add(pixels, Relaxed);
        self.counts.bytes.fetch_add(bytes, Relaxed);
        if let Shown::Bar(bar) = &self.shown {
            bar.set_message(self.counts.speed());
            bar.inc(1);
        }
    }

    /// Does something that writes to standard error, with the bar out of its way.
    pub(crate) fn aside(&self, write: impl FnOnce()) {
        match &self.shown {
            Shown::Bar(bar) => bar.suspend(write),
            _ => write(),
        }
    }

    /// The work is over.
    pub(crate) fn finish(&self) {
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => bar.finish_and_clear(),
            Shown::Lines(thread) => {
                if let Some((stop, thread)) = thread.lock().unwrap_or_else(PoisonError::into_inner).take() {
                    drop(stop);
                    let _ = thread.join();
                }
            }
        }
    }
}

fn bar(files: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} files, {msg} ETA {eta}");
    let bar = ProgressBar::new(files as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The thread that writes lines; none where the system has no more threads.
fn lines(counts: &Arc<Counts>) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (stop, stopped) = mpsc::channel();
    let counts = Arc::clone(counts);
    let write = move || {
        while stopped.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
            let (done, files) = (counts.done.load(Relaxed), counts.files);
            console::line(&format!("{done} of {files} files, {}", counts.speed()));
        }
    };
    let thread = std::thread::Builder::new().spawn(write).ok()?;
    Some((stop, thread))
}
