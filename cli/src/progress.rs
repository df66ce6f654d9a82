//! Progress on standard error: a bar on a terminal, otherwise a line every few seconds. `--quiet` turns both off.

use crate::stderr;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time between two lines.
const INTERVAL: Duration = Duration::from_secs(5);

/// The unit of progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// The given number of files; each is a step.
    Files(usize),
    /// The frames of one video; each is a step, and their number may be unknown.
    Frames,
}

/// The counters of the work done.
struct Counts {
    started: Instant,
    unit: Unit,
    /// The number of steps; 0 if it is unknown.
    total: AtomicU64,
    done: AtomicU64,
    pixels: AtomicU64,
    bytes: AtomicU64,
}

impl Counts {
    fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64().max(1e-3)
    }

    /// Formats megapixels or frames per second, and the bytes written.
    fn speed(&self) -> String {
        let (rate, unit) = match self.unit {
            Unit::Files(_) => (self.pixels.load(Relaxed) as f64 / 1e6, "MP/s"),
            Unit::Frames => (self.done.load(Relaxed) as f64, "frames/s"),
        };
        format!("{:.1} {unit}, {:.1} MB written", rate / self.seconds(), self.bytes.load(Relaxed) as f64 / 1e6)
    }

    /// Formats all counters in one line.
    fn line(&self) -> String {
        let (done, total, speed) = (self.done.load(Relaxed), self.total.load(Relaxed), self.speed());
        match self.unit {
            Unit::Files(_) => format!("{done} of {total} files, {speed}"),
            Unit::Frames if total == 0 => format!("{done} frames, {speed}"),
            Unit::Frames => {
                let left = total.saturating_sub(done) as f64 * self.seconds() / (done.max(1) as f64);
                let eta = if done > 0 { format!(", ETA {left:.0} s") } else { String::new() };
                format!("{done} of {total} frames, {speed}{eta}")
            }
        }
    }
}

enum Shown {
    Nothing,
    Bar(ProgressBar),
    /// A thread that writes lines until its channel is closed.
    Lines(Mutex<Option<(Sender<()>, JoinHandle<()>)>>),
}

/// The progress indicator of a run.
pub(crate) struct Progress {
    counts: Arc<Counts>,
    shown: Shown,
}

impl Progress {
    /// Starts the clock and the display.
    pub(crate) fn new(unit: Unit, quiet: bool) -> Self {
        let [done, pixels, bytes] = [(); 3].map(|()| AtomicU64::new(0));
        let total = match unit {
            Unit::Files(files) => files as u64,
            Unit::Frames => 0,
        };
        let counts =
            Arc::new(Counts { started: Instant::now(), unit, total: AtomicU64::new(total), done, pixels, bytes });
        let shown = if quiet {
            Shown::Nothing
        } else if io::stderr().is_terminal() {
            Shown::Bar(bar(unit))
        } else {
            Shown::Lines(Mutex::new(lines(&counts)))
        };
        Progress { counts, shown }
    }

    /// Counts a finished file; `pixels` and `bytes` are 0 if it failed.
    pub(crate) fn file(&self, pixels: u64, bytes: u64) {
        self.add(pixels, bytes, matches!(self.counts.unit, Unit::Files(_)));
    }

    /// Counts a finished frame of a video.
    pub(crate) fn frame(&self, pixels: u64, bytes: u64) {
        self.add(pixels, bytes, self.counts.unit == Unit::Frames);
    }

    /// Sets the expected number of frames of a video.
    pub(crate) fn expect_frames(&self, frames: u64) {
        if self.counts.unit == Unit::Frames {
            self.counts.total.store(frames, Relaxed);
            if let Shown::Bar(bar) = &self.shown {
                bar.set_style(style("{bar:30} {pos}/{len} frames, {msg} ETA {eta}"));
                bar.set_length(frames);
            }
        }
    }

    fn add(&self, pixels: u64, bytes: u64, is_step: bool) {
        self.counts.done.fetch_add(u64::from(is_step), Relaxed);
        self.counts.pixels.fetch_add(pixels, Relaxed);
        self.counts.bytes.fetch_add(bytes, Relaxed);
        if let Shown::Bar(bar) = &self.shown {
            bar.set_message(self.counts.speed());
            bar.inc(u64::from(is_step));
        }
    }

    /// Runs `write`, which writes to standard error, while the bar is hidden.
    pub(crate) fn aside(&self, write: impl FnOnce()) {
        match &self.shown {
            Shown::Bar(bar) => bar.suspend(write),
            _ => write(),
        }
    }

    /// Ends the display.
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

fn bar(unit: Unit) -> ProgressBar {
    let bar = match unit {
        Unit::Files(files) => {
            ProgressBar::new(files as u64).with_style(style("{bar:30} {pos}/{len} files, {msg} ETA {eta}"))
        }
        Unit::Frames => ProgressBar::new_spinner().with_style(style("{spinner} {pos} frames, {msg}")),
    };
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Starts the thread that writes lines; returns `None` if the system cannot start a thread.
fn lines(counts: &Arc<Counts>) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (stop, stopped) = mpsc::channel();
    let counts = Arc::clone(counts);
    let write = move || {
        while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
            stderr::line(&counts.line());
        }
    };
    let thread = std::thread::Builder::new().spawn(write).ok()?;
    Some((stop, thread))
}
